//! Bytes of a file as text.

/// The text of a file: UTF-8, or UTF-16 with a byte-order mark, as PowerShell writes it. The mark is removed.
///
/// # Errors
/// A sentence for bytes that are neither.
pub fn of_bytes(bytes: &[u8]) -> Result<String, String> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => {
            let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            let text = core::str::from_utf8(unmarked).map(str::to_owned);
            text.map_err(|error| format!("not UTF-8 text: {error}; save it as UTF-8"))
        }
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, String> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let text = String::from_utf16(&pairs.iter().map(|pair| unit(*pair)).collect::<Vec<_>>());
    match text {
        Ok(text) if odd.is_empty() => Ok(text),
        _ => Err("saved as UTF-16, and damaged; save it as UTF-8".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_says_how_a_file_is_written() {
        let text = "rules 1 \"Äther\"\n";
        let of = |mark: &[u8], unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            mark.iter().copied().chain(text.encode_utf16().flat_map(unit)).collect()
        };
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            of(b"\xFF\xFE", u16::to_le_bytes),
            of(b"\xFE\xFF", u16::to_be_bytes),
        ] {
            assert_eq!(of_bytes(&bytes).as_deref(), Ok(text));
        }
        for damaged in [&b"\xFF\xFEr"[..], b"\xFF\xFE\x00\xD8"] {
            assert_eq!(of_bytes(damaged).unwrap_err(), "saved as UTF-16, and damaged; save it as UTF-8");
        }
        assert!(of_bytes(b"r\xFF").unwrap_err().starts_with("not UTF-8 text: "));
    }
}
