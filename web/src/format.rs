//! Numbers as people read them.

/// A space that keeps a number and its unit on one line.
const SPACE: char = '\u{a0}';

/// Less than this from 0 or 1 is rounding.
const ROUNDING: f64 = 1e-13;

/// A chance with one decimal. What can happen is never shown as 0, what can fail never as 100.
pub(crate) fn percent(p: f64) -> String {
    if p <= 0.0 {
        format!("0{SPACE}%")
    } else if p < 0.001 {
        format!("<{SPACE}0.1{SPACE}%")
    } else if p > 1.0 - ROUNDING {
        format!("100{SPACE}%")
    } else if p > 0.999 {
        format!(">{SPACE}99.9{SPACE}%")
    } else {
        format!("{:.1}{SPACE}%", p * 100.0)
    }
}

/// A chance as "1 in 22".
pub(crate) fn one_in(p: f64) -> Option<String> {
    (p > 0.0 && p <= 0.5).then(|| {
        let times = 1.0 / p;
        let shown = if times < 9.95 { number(times) } else { grouped(&format!("{times:.0}")) };
        format!("1 in {shown}")
    })
}

/// A whole number, with commas and a real minus.
pub(crate) fn whole(value: i64) -> String {
    grouped(&value.to_string())
}

/// A number with one decimal, without it where it is whole.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    grouped(text.strip_suffix(".0").unwrap_or(&text))
}

/// A measured number with one decimal, always: it does not change its width.
pub(crate) fn tenths(value: f64) -> String {
    grouped(&format!("{value:.1}"))
}

/// How much more one number is than another, with one decimal. What differs is never shown as 0.
pub(crate) fn difference(more: f64) -> String {
    let size = more.abs();
    let sign = if more < 0.0 { '−' } else { '+' };
    if size <= ROUNDING {
        "=".to_owned()
    } else if size < 0.1 {
        format!("{sign}<{SPACE}0.1")
    } else {
        format!("{sign}{}", tenths(size))
    }
}

fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", text),
    };
    let (digits, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// A name from an answer, such as `hit_roll`, as a label.
pub(crate) fn label(name: &str) -> String {
    sentence(&name.replace(['_', '-'], " "))
}

/// With a capital at its beginning.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `one thing`, `2 things`.
pub(crate) fn count(how_many: usize, one: &str, many: &str) -> String {
    if how_many == 1 { format!("1 {one}") } else { format!("{how_many} {many}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_happen_is_never_0_and_what_can_fail_never_100() {
        let shown = |p: f64| percent(p).replace(SPACE, " ");
        assert_eq!(shown(0.0), "0 %");
        assert_eq!(shown(1e-30), "< 0.1 %");
        assert_eq!(shown(0.000_999), "< 0.1 %");
        assert_eq!(shown(0.001), "0.1 %");
        assert_eq!(shown(0.5), "50.0 %");
        assert_eq!(shown(0.78573), "78.6 %");
        assert_eq!(shown(0.999), "99.9 %");
        assert_eq!(shown(0.9991), "> 99.9 %");
        assert_eq!(shown(1.0 - 1e-9), "> 99.9 %");
        assert_eq!(shown(1.0 - 1e-15), "100 %");
        assert_eq!(shown(1.0 + 1e-15), "100 %");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(whole(0), "0");
        assert_eq!(whole(999), "999");
        assert_eq!(whole(-1000), "−1,000");
        assert_eq!(whole(1_234_567), "1,234,567");
        assert_eq!(number(1234.56), "1,234.6");
        assert_eq!(number(3.0), "3");
        assert_eq!(tenths(3.0), "3.0");
    }

    #[test]
    fn what_differs_is_never_shown_as_nothing() {
        let shown = |more: f64| difference(more).replace(SPACE, " ");
        assert_eq!(shown(0.0), "=");
        assert_eq!(shown(1e-9), "+< 0.1");
        assert_eq!(shown(-0.05), "−< 0.1");
        assert_eq!(shown(3.24), "+3.2");
        assert_eq!(shown(-1234.0), "−1,234.0");
    }

    #[test]
    fn chances_as_one_in() {
        assert_eq!(one_in(0.046).as_deref(), Some("1 in 22"));
        assert_eq!(one_in(0.5).as_deref(), Some("1 in 2"));
        assert_eq!(one_in(0.3).as_deref(), Some("1 in 3.3"));
        assert_eq!(one_in(0.8), None);
        assert_eq!(one_in(0.0), None);
    }

    #[test]
    fn names_become_labels() {
        assert_eq!(label("maximum_bonus"), "Maximum bonus");
        assert_eq!(label(""), "");
    }
}
