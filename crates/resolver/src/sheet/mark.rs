//! Marks such as 18/50, as documents write them.

use crate::json::Json;
use crate::sheet::whole;
use tohit_compile::program::{Mark, Marks};

/// The mark that a document gives, if the field may hold it.
pub(crate) fn read_mark(given: &Json, marks: &Marks) -> Option<Mark> {
    match given {
        Json::Number(_) => Some((whole(given)?, 0)).filter(|mark| marks.holds(*mark)),
        Json::Text(text) => marks.read(text),
        _ => None,
    }
}

/// Canonical form of a mark: text where it has a second part, else a number.
pub(crate) fn write_mark(mark: Mark) -> Json {
    if mark.1 == 0 { mark.0.into() } else { Marks::written(mark).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_text_where_it_has_a_second_part() {
        let marks = Marks::new((3, 0), (18, 999), &[]);
        let of = |json: Json| read_mark(&json, &marks).map(|mark| write_mark(mark).to_string());
        assert_eq!(of(Json::from(12)).as_deref(), Some("12"));
        assert_eq!(of("12".into()).as_deref(), Some("12"));
        assert_eq!(of(Json::from(18)).as_deref(), Some("18"));
        assert_eq!(of("18/00".into()).as_deref(), Some("18"));
        assert_eq!(of("18/50".into()).as_deref(), Some("\"18/50\""));
        assert_eq!([of(Json::from(19)), of("17/50".into()), of(true.into())], [None, None, None]);
    }
}
