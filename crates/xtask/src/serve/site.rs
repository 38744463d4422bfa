//! The files of the built site: which one a path means, and what kind it is.

use crate::failure::{self, Failure};
use std::path::{Path, PathBuf};

/// A folder of files; nothing outside it can be reached.
pub(super) struct Site {
    root: PathBuf,
}

impl Site {
    /// The site in `dir`.
    pub(super) fn at(dir: &Path) -> Result<Self, Failure> {
        let root = dir.canonicalize().map_err(failure::to(format!("find {}", dir.display())))?;
        Ok(Self { root })
    }

    /// The file that the path of a request means; a folder means its index.html.
    pub(super) fn file(&self, path: &str) -> Option<PathBuf> {
        let mut file = self.root.clone();
        for part in decode(path)?.split('/').filter(|part| !part.is_empty()) {
            let plain = !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
            if !plain {
                return None;
            }
            file.push(part);
        }
        if file.is_dir() {
            file.push("index.html");
        }
        // A link inside the folder must not lead out of it.
        let file = file.canonicalize().ok()?;
        (file.starts_with(&self.root) && file.is_file()).then_some(file)
    }
}

/// The media type that a browser needs to hear.
pub(super) fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether the file is named after its content (`-` and 16 hexadecimal digits), so that it can be kept for ever.
pub(super) fn is_hashed(file: &Path) -> bool {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    stem.rsplit_once('-')
        .is_some_and(|(_, hash)| hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()))
}

/// Undoes percent-encoding; nothing for a path that is not properly encoded UTF-8.
fn decode(path: &str) -> Option<String> {
    let mut bytes = path.bytes();
    let mut decoded = Vec::with_capacity(path.len());
    while let Some(byte) = bytes.next() {
        let byte = if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let value = digit(bytes.next())? * 16 + digit(bytes.next())?;
            u8::try_from(value).ok()?
        } else {
            byte
        };
        decoded.push(byte);
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap()
    }

    #[test]
    fn finds_files_by_plain_and_by_encoded_paths() {
        for path in ["/main.rs", "/serve/site.rs", "//serve//site.rs", "/serve/si%74e.rs"] {
            assert!(site().file(path).is_some(), "{path}");
        }
    }

    #[test]
    fn nothing_outside_the_folder_can_be_reached() {
        let paths = [
            "/../Cargo.toml",
            "/serve/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "/..\\Cargo.toml",
            "/%2e%2e%5cCargo.toml",
            "//etc/passwd",
            "/C:/x",
            "/.hidden",
            "/%00",
            "/%zz",
            "/%",
            "/%ff",
            "/",
            "/serve",
        ];
        for path in paths {
            assert_eq!(site().file(path), None, "{path}");
        }
    }

    #[test]
    fn only_names_with_a_content_hash_are_kept_for_ever() {
        assert!(is_hashed(Path::new("tohit-web-871e1d759c03d376.js")));
        assert!(!is_hashed(Path::new("index.html")));
        assert!(!is_hashed(Path::new("a-little-long-name.js")));
    }

    #[test]
    fn a_browser_compiles_wasm_only_under_its_own_media_type() {
        assert_eq!(media_type(Path::new("a.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("a")), "application/octet-stream");
    }
}
