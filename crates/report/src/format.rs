//! Numbers as people read them.

use tohit_resolver::Fraction;

/// A space that keeps a number and its unit on one line.
const SPACE: char = '\u{a0}';

/// Differences from 0 or 1 below this are rounding errors.
const ROUNDING: f64 = 1e-13;

/// A chance in percent with one decimal. Possible events never show 0, uncertain ones never 100.
pub fn percent(p: f64) -> String {
    if p <= 0.0 {
        format!("0{SPACE}%")
    } else if p < 0.001 {
        format!("<{SPACE}0.1{SPACE}%")
    } else if p > 1.0 - ROUNDING {
        format!("100{SPACE}%")
    } else if p > 0.999 {
        format!(">{SPACE}99.9{SPACE}%")
    } else {
        format!("{}{SPACE}%", decimal(p * 100.0, 1))
    }
}

/// A chance as "1 in 22".
pub fn one_in(p: f64) -> Option<String> {
    (p > 0.0 && p <= 0.5).then(|| {
        let times = 1.0 / p;
        let shown = if times < 9.95 { number(times) } else { grouped(&decimal(times, 0)) };
        format!("1 in {shown}")
    })
}

/// "a, b and c".
pub fn listed(mut names: Vec<String>) -> String {
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// A whole number, with commas and a real minus.
pub fn whole(value: i64) -> String {
    grouped(&value.to_string())
}

/// A number with one decimal, or none where it is whole; a small number has up to three.
pub fn number(value: f64) -> String {
    if is_small(value) {
        return decimal(value, 3).trim_end_matches('0').to_owned();
    }
    let text = decimal(value, 1);
    grouped(text.strip_suffix(".0").unwrap_or(&text))
}

/// A measured number, always with one decimal, so that its width is constant. A small number has two; a
/// positive one never shows 0.
pub fn tenths(value: f64) -> String {
    match value {
        // Numbers of this size need no digits.
        value if value >= 1e15 => format!(">{SPACE}10¹⁵"),
        value if value >= 1e6 => grouped(&decimal(value, 0)),
        value if !is_small(value) => grouped(&decimal(value, 1)),
        value if value < 0.005 => format!("<{SPACE}0.01"),
        value => decimal(value, 2),
    }
}

/// True where one decimal is too coarse.
fn is_small(value: f64) -> bool {
    value > ROUNDING && value < 0.095
}

/// A signed difference with one decimal, or two where it is small. Different numbers never show 0.
pub fn difference(more: f64) -> String {
    let size = more.abs();
    let sign = if more < 0.0 { '−' } else { '+' };
    if size <= ROUNDING { "=".to_owned() } else { format!("{sign}{}", tenths(size)) }
}

/// Difference of two numbers as they are written, so that the three add up. A difference too small to be seen
/// in them is written by itself.
pub fn gain(from: f64, to: f64) -> String {
    let written = |value: f64| {
        let is_tenths = !is_small(value.abs()) && value.abs() < 1e6;
        is_tenths.then(|| read(&decimal(value, 1))).flatten()
    };
    let seen = written(from).zip(written(to)).map(|(from, to)| to - from);
    difference(seen.filter(|more| more.abs() > 0.05).unwrap_or(to - from))
}

/// A number with `decimals` decimals, correctly rounded: the float's exact value counts, and exact halves
/// round to even.
///
/// The standard library does the same for every float and any number of digits, which weighs 15 kB.
pub fn decimal(value: f64, decimals: u32) -> String {
    // A float is an integer of 53 bits times a power of two.
    const FRACTION: u64 = 1 << 52;
    let bits = value.to_bits();
    let power = ((bits >> 52) & 0x7ff).max(1) as i32 - 1075;
    let is_normal = value.abs() >= f64::MIN_POSITIVE;
    let fraction = (bits & (FRACTION - 1)) | if is_normal { FRACTION } else { 0 };
    let scaled = fraction * 10u64.pow(decimals.min(3));
    let mut digits = halved(scaled, (-power).max(0) as u32).to_string();
    for _ in 0..power {
        digits = doubled(&digits);
    }
    let decimals = decimals as usize;
    while digits.len() <= decimals {
        digits.insert(0, '0');
    }
    if decimals > 0 {
        digits.insert(digits.len() - decimals, '.');
    }
    if value.is_sign_negative() {
        digits.insert(0, '-');
    }
    digits
}

/// Parses a decimal number as a fraction: the standard library's parser of floats weighs 13 kB.
pub fn read(text: &str) -> Option<f64> {
    text.parse::<Fraction>().ok().map(|number| number.to_f64())
}

/// The page of a link: the address before the `#`, where its scheme is `http` or `https`. An address of
/// another scheme (`javascript:`, `data:`) may run code when it is clicked, so it is no page.
pub fn page(link: &str) -> Option<&str> {
    let (page, _) = link.split_once('#')?;
    let begins =
        |scheme: &str| page.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    ["https://", "http://"].into_iter().any(begins).then_some(page)
}

/// A link on the page of a given link, if that has one.
pub fn on_page(given: &str, link: &str) -> String {
    page(given).map_or_else(|| link.to_owned(), |page| format!("{page}#{link}"))
}

/// A number as programs read it: nine decimals, or nine digits and an exponent of a small one.
pub fn plain(value: f64) -> String {
    let (mut part, mut exponent) = (value.abs(), 0);
    if part > 0.0 && part < 1e-6 {
        while part < 1.0 && exponent > -400 {
            part *= 10.0;
            exponent -= 1;
        }
    }
    let digits = format!("{:0>10}", decimal(part * 1e9, 0));
    let (whole, part) = digits.split_at(digits.len() - 9);
    let text = format!("{}{whole}.{part}", if value < 0.0 { "-" } else { "" });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if exponent == 0 { text.to_owned() } else { format!("{text}e{exponent}") }
}

/// A figure as programs read it: without commas between thousands, with a hyphen for a minus and plain
/// spaces.
pub fn ungrouped(figure: &str) -> String {
    let mut out = String::new();
    let mut letters = figure.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_before_digit = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            ',' if is_before_digit && out.ends_with(|before: char| before.is_ascii_digit()) => {}
            '−' => out.push('-'),
            '\u{a0}' => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// A whole number divided by a power of two, rounded to nearest, halves to even.
fn halved(number: u64, times: u32) -> u64 {
    if times == 0 {
        return number;
    }
    let whole = number.checked_shr(times).unwrap_or(0);
    let half = 1u64.checked_shl(times - 1).unwrap_or(u64::MAX);
    let rest = number - whole.checked_shl(times).unwrap_or(0);
    whole + u64::from(rest > half || (rest == half && whole % 2 == 1))
}

/// Doubles a decimal number given as digits.
fn doubled(digits: &str) -> String {
    let mut out = Vec::new();
    let mut carry = 0;
    for digit in digits.bytes().rev() {
        let twice = 2 * (digit - b'0') + carry;
        out.push(char::from(b'0' + twice % 10));
        carry = twice / 10;
    }
    if carry > 0 {
        out.push('1');
    }
    out.into_iter().rev().collect()
}

fn grouped(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("−", digits),
        None => ("", text),
    };
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut out = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && place < whole && (whole - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A name from an answer, such as `hit_roll`, as a label.
pub fn label(name: &str) -> String {
    sentence(&name.replace(['_', '-'], " "))
}

/// The text with an initial capital. Labels and messages begin with ASCII letters; Unicode's capitals weigh
/// 10 kB.
pub fn sentence(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// `one thing`, `2 things`.
pub fn count(how_many: usize, one: &str, many: &str) -> String {
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
    fn what_is_small_has_more_digits_and_is_never_0() {
        let shown = |value: f64| tenths(value).replace(SPACE, " ");
        for (value, says) in [
            (0.0, "0.0"),
            (1e-15, "0.0"),
            (1e-9, "< 0.01"),
            (0.0049, "< 0.01"),
            (0.023, "0.02"),
            (0.094, "0.09"),
            (0.0951, "0.1"),
        ] {
            assert_eq!(shown(value), says, "{value}");
        }
        for (value, says) in [(0.0, "0"), (0.005, "0.005"), (0.02, "0.02"), (0.0951, "0.1")] {
            assert_eq!(number(value), says, "{value}");
        }
    }

    #[test]
    fn what_differs_is_never_shown_as_nothing() {
        let shown = |more: f64| difference(more).replace(SPACE, " ");
        assert_eq!(shown(0.0), "=");
        assert_eq!(shown(1e-9), "+< 0.01");
        assert_eq!(shown(-0.051), "−0.05");
        assert_eq!(shown(3.24), "+3.2");
        assert_eq!(shown(-1234.0), "−1,234.0");
    }

    #[test]
    fn decimals_are_those_of_the_standard_library() {
        let mut values =
            vec![0.0, 0.05, 0.25, 0.35, 0.75, 0.125, 2.5, 3.5, 9.95, 99.95, 1e15 + 0.5, 1e22, 1e300];
        values.extend([f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.5 + f64::EPSILON, 4_503_599_627_370_497.5]);
        let mut bits = 1u64;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Magnitudes from far below the shown digits to far above.
            values.push((bits >> 11) as f64 / ((1u64 << (bits % 64)) as f64));
        }
        for value in values {
            for shown in [value, -value] {
                assert_eq!(decimal(shown, 0), format!("{shown:.0}"), "{value:e}");
                assert_eq!(decimal(shown, 1), format!("{shown:.1}"), "{value:e}");
                assert_eq!(decimal(shown, 3), format!("{shown:.3}"), "{value:e}");
            }
        }
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

    #[test]
    fn programs_read_every_number() {
        assert_eq!([0.0, 0.746, -12.5, 1.0 / 3.0].map(plain), ["0", "0.746", "-12.5", "0.333333333"]);
        for small in [1.25e-7, -3.0e-12, 5e-324] {
            let read: f64 = plain(small).parse().unwrap();
            assert!((read / small - 1.0).abs() < 1e-8, "{}", plain(small));
        }
        assert_eq!(ungrouped("1,308.4, −2\u{a0}%, a, b"), "1308.4, -2 %, a, b");
    }

    #[test]
    fn only_an_address_of_a_site_is_one() {
        use crate::escape::address;
        assert_eq!(address("https://a.b/c_(d)/#x__y").as_deref(), Some("https://a.b/c_%28d%29/#x%5F_y"));
        assert_eq!(address("HTTP://a.b/#x").as_deref(), Some("HTTP://a.b/#x"));
        assert_eq!(address("https://a.b/\n== c ==\t#x").as_deref(), Some("https://a.b/%0A==%20c%20==%09#x"));
        for none in [
            "x/y",
            "#x/y",
            "javascript:a//#x",
            "JaVaScRiPt:a//#x",
            "data:text/html,a#x",
            "\u{1}javascript:a#x",
            "https:/a#x",
            "//a.b/#x",
            "ä#x",
        ] {
            assert_eq!(address(none), None, "{none}");
            assert_eq!(on_page(none, "p/m"), "p/m");
        }
        assert_eq!(on_page("https://a.b/#x", "p/m"), "https://a.b/#p/m");
    }

    #[test]
    fn a_difference_is_that_of_the_numbers_beside_it() {
        // The displayed numbers are 17.2 and 13.7, although the true difference is 3.55.
        assert_eq!(gain(17.24, 13.69), "−3.5");
        assert_eq!((gain(4.3, 4.3).as_str(), gain(4.31, 4.33).as_str()), ("=", "+0.02"));
        assert_eq!((gain(0.02, 0.08).as_str(), gain(0.0, 4.44).as_str()), ("+0.06", "+4.4"));
    }
}
