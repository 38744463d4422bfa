//! Scanner of dumps: labelled cells, numbers, sections and folded names.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// A file that gzip has packed, without its packing: RFC 1952. Nothing for other bytes, an error for a file
/// that is damaged, or larger than the limit.
pub(crate) fn unpacked(bytes: &[u8], most: usize) -> Option<Result<Vec<u8>, ()>> {
    let rest = bytes.strip_prefix(&[0x1f, 0x8b, 8])?;
    Some(deflated(rest).and_then(|body| decompress_to_vec_with_limit(body, most).ok()).ok_or(()))
}

/// The deflated part behind the flags, the time and the optional fields of a header.
fn deflated(header: &[u8]) -> Option<&[u8]> {
    let (flags, mut body) = header.split_first()?;
    body = body.get(6..)?;
    if flags & 4 != 0 {
        let (length, rest) = body.split_first_chunk::<2>()?;
        body = rest.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    // The name of the file and a comment end with a zero.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = body.iter().position(|byte| *byte == 0)?;
            body = body.get(end + 1..)?;
        }
    }
    if flags & 2 != 0 { body.get(2..) } else { Some(body) }
}

/// Bytes as text with plain line breaks: UTF-8, UTF-16 with its mark, or Latin-1. Nothing for binary data.
pub(crate) fn decoded(bytes: &[u8]) -> Option<String> {
    let text = tohit_resolver::text::of_bytes(bytes)
        .unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect());
    let is_binary = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}');
    let binary = text.chars().filter(|c| is_binary(*c)).count();
    (binary * 50 <= text.len()).then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Text behind a label that stands at the beginning of a line or after two spaces, and before a space or a
/// colon: the rest of that line.
pub(crate) fn after<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    text.lines().find_map(|line| after_in_line(line, label))
}

/// Text behind a label in a line.
pub(crate) fn after_in_line<'t>(line: &'t str, label: &str) -> Option<&'t str> {
    line.match_indices(label).find_map(|(at, _)| {
        let before = line.get(..at)?;
        let rest = line.get(at + label.len()..)?;
        let begins = before.trim().is_empty() || before.ends_with("  ");
        (begins && rest.starts_with([' ', ':'])).then(|| rest.trim_start_matches([' ', ':']))
    })
}

/// A cell of a table: the text up to two spaces.
pub(crate) fn cell(text: &str) -> &str {
    text.split("  ").next().unwrap_or_default().trim()
}

/// Greatest number of a text, of either sign: sums and products of a few stay within 64 bits.
const MOST_NUMBER: i64 = 1_000_000_000;

/// The whole number, with or without a sign, that a text begins with.
pub(crate) fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len() - digits.len() + length;
    let number: i64 = text.get(..end)?.trim_start_matches('+').parse().ok()?;
    (number.abs() <= MOST_NUMBER).then_some(number)
}

/// The decimal that a text begins with, such as `2.8`, as it is written.
pub(crate) fn decimal(text: &str) -> Option<&str> {
    let length = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number = text.get(..length)?.trim_end_matches('.');
    number.parse::<f64>().is_ok().then_some(number)
}

/// Texts in brackets of a kind, such as `+3,+4` in `a Dagger (1d4) (+3,+4)`.
pub(crate) fn bracketed(text: &str, open: char, close: char) -> impl Iterator<Item = &str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(within, _)| within)
}

/// Two whole numbers with signs: `+3,-4`.
pub(crate) fn signed_pair(text: &str) -> Option<(i64, i64)> {
    let (one, other) = text.split_once(',')?;
    let is_signed = |part: &str| part.starts_with(['+', '-']);
    (is_signed(one) && is_signed(other)).then_some(())?;
    Some((whole(one)?, whole(other)?))
}

/// Dice: `2d5` is (2, 5).
pub(crate) fn dice(text: &str) -> Option<(i64, i64)> {
    let (count, sides) = text.split_once('d')?;
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain(count) && is_plain(sides)).then_some(())?;
    Some((whole(count)?, whole(sides)?))
}

/// Numbers of a phrase in clauses that begin with a number: the 2s in `+2 speed. -1 stealth, +2 speed.` A
/// number holds for all phrases up to the next.
pub(crate) fn numbers_before<'t>(text: &'t str, phrase: &'t str) -> impl Iterator<Item = i64> + 't {
    let is_number = |word: &str| word.starts_with(['+', '-']);
    let clauses = text.split('.').map(str::trim).filter(move |clause| is_number(clause));
    clauses.flat_map(move |clause| {
        clause.match_indices(phrase).filter_map(move |(at, _)| {
            let begins = clause.get(..at)?.ends_with(' ');
            let ends = clause.get(at + phrase.len()..)?.chars().next().is_none_or(|c| !c.is_alphanumeric());
            let mut words = clause.get(..at)?.split_ascii_whitespace().rev();
            (begins && ends).then(|| words.find(|word| is_number(word)).and_then(whole))?
        })
    })
}

/// The base letter of an accented one.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        other => other,
    }
}

/// Words of a name in comparable form: lower case, without accents, apostrophes and plural endings.
pub(crate) fn words(name: &str) -> Vec<String> {
    let kept: String = name
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !matches!(c, '\'' | '’'))
        .map(plain)
        .map(|c| if c.is_alphanumeric() || c == '*' { c } else { ' ' })
        .collect();
    let singular = |word: &str| {
        let is_plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
        if is_plural { word.get(..word.len() - 1).unwrap_or(word).to_owned() } else { word.to_owned() }
    };
    kept.split_ascii_whitespace().map(singular).collect()
}

/// A text shortened for a list of what was not understood.
pub(crate) fn short(text: &str) -> String {
    tohit_resolver::beginning(text.trim(), 120)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_behind_their_labels() {
        let line = " HP     252/252      Game           241   DEX:  18/72";
        assert_eq!(after(line, "HP").map(cell), Some("252/252"));
        assert_eq!(after(line, "DEX").map(cell), Some("18/72"));
        assert_eq!(after(line, "Gam"), None);
    }

    #[test]
    fn numbers_are_read_as_far_as_they_go() {
        assert_eq!(
            (whole("+12 x"), whole("-3"), whole("x"), whole("9999999999")),
            (Some(12), Some(-3), None, None)
        );
        assert_eq!((decimal("3.5."), decimal("10 vs"), decimal("x")), (Some("3.5"), Some("10"), None));
        assert_eq!(
            (signed_pair("+3,-4"), signed_pair("3,4"), dice("4d10")),
            (Some((3, -4)), None, Some((4, 10)))
        );
        let text = "Made of +9 speed. +2 stealth, speed. -1 speedy, infra speed, +3 speed. Gives +9 speed";
        assert_eq!(numbers_before(text, "speed").collect::<Vec<_>>(), [2, -1, 3]);
    }

    #[test]
    fn names_are_compared_without_accents_and_plurals() {
        assert_eq!(words("Throwing Axes"), words("Throwing Axe"));
        assert_eq!(words("Lothlórien"), words("Lothlorien"));
        assert_eq!(words("Executioner's Sword"), words("Executioners Swords"));
        assert_ne!(words("of *Slay Evil*"), words("of Slay Evil"));
    }

    #[test]
    fn files_of_gzip_are_unpacked() {
        let body = miniz_oxide::deflate::compress_to_vec(b"text", 6);
        let file = |flags: u8, fields: &[u8]| {
            [&[0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255], fields, &body, &[0; 8]].concat()
        };
        for file in [file(0, b""), file(8, b"name\0"), file(4 | 16 | 2, b"\x02\0xxcomment\0cc")] {
            assert_eq!(unpacked(&file, 9), Some(Ok(b"text".to_vec())));
            assert_eq!(unpacked(&file, 3), Some(Err(())));
            assert_eq!(unpacked(&file[..file.len() - 11], 9), Some(Err(())));
        }
        assert_eq!((unpacked(b"text", 9), unpacked(&[0x1f, 0x8b, 8], 9)), (None, Some(Err(()))));
    }

    #[test]
    fn latin_1_is_text_and_binary_data_is_not() {
        assert_eq!(decoded(b"D\xfanadan\r\nx").as_deref(), Some("Dúnadan\nx"));
        assert_eq!(decoded(&[0, 1, 2, 3, 200, 7]), None);
    }
}
