//! Compression by the browser.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair, Response};

// Missing in web-sys so far.
#[wasm_bindgen]
extern "C" {
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
}

/// Bytes deflated (RFC 1951); none in older browsers.
pub(crate) async fn deflate(bytes: &[u8]) -> Option<Vec<u8>> {
    let pair: ReadableWritablePair = CompressionStream::new("deflate-raw").ok()?.unchecked_into();
    let source = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes))).ok()?;
    let through = source.stream().pipe_through(&pair);
    let response = Response::new_with_opt_readable_stream(Some(&through)).ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
