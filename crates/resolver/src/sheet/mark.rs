//! Marks such as 18/50, as documents write them.

use crate::json::Json;

/// A mark: the number, and what stands behind the stroke.
pub(crate) type Mark = (i64, i64);

/// A mark between two ends, both included: a plain number, or the highest number with a second part of at least two digits.
pub(crate) fn read_mark(given: &Json, low: Mark, high: Mark) -> Option<Mark> {
    let mark = match given {
        Json::Number(text) => (number(text)?, 0),
        Json::Text(text) => match text.split_once('/') {
            // A single digit could be meant either way.
            Some((over, under)) if under.len() >= 2 => {
                (number(over).filter(|over| *over == high.0)?, number(under)?)
            }
            Some(_) => return None,
            None => (number(text)?, 0),
        },
        _ => return None,
    };
    (low..=high).contains(&mark).then_some(mark)
}

/// The one way of writing a mark whose highest is `high`.
pub(crate) fn write_mark(high: Mark, (over, under): Mark) -> Json {
    if over < high.0 { over.into() } else { format!("{over}/{under:02}").into() }
}

/// A number in plain digits.
fn number(text: &str) -> Option<i64> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_one_way_of_writing() {
        let of = |json: Json| {
            read_mark(&json, (3, 0), (18, 999))
                .map(|mark| write_mark((18, 999), mark))
                .map(|json| json.to_string())
        };
        for (given, written) in
            [("3", "3"), ("17", "17"), ("18", "\"18/00\""), ("18/50", "\"18/50\""), ("18/220", "\"18/220\"")]
        {
            assert_eq!(of(given.into()).as_deref(), Some(written));
        }
        assert_eq!(of(Json::from(12)).as_deref(), Some("12"));
        for wrong in
            ["2", "19", "18/5", "18/1000", "17/50", "18/", "/50", "-3", "18/-1", "+4", "x", "18/50/1"]
        {
            assert_eq!(of(wrong.into()), None, "{wrong}");
        }
    }
}
