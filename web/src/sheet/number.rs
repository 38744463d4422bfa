//! A number, or text in a form of its own: typed freely, stepped by keys, never changed by the wheel.

use super::at::{At, Seen, plain};
use super::field::{Control, operable};
use crate::dom::{El, button, el};
use crate::node::name;
use crate::signals::GetUntracked;
use crate::state::Page;
use std::cell::RefCell;
use std::rc::Rc;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

/// What is being typed stands as it was typed until the field is left, or another link is opened.
#[derive(Clone, Default)]
pub(crate) struct Typing(Rc<RefCell<Option<usize>>>);

impl Typing {
    /// Begins or goes on.
    pub(crate) fn go_on(&self, page: Page) {
        self.0.replace(Some(page.opened.get_untracked()));
    }

    /// Ends; whether there was anything typed.
    pub(crate) fn end(&self) -> bool {
        self.0.take().is_some()
    }

    /// Whether what stands in the field is not to be touched.
    pub(crate) fn is_on(&self, page: Page) -> bool {
        *self.0.borrow() == Some(page.opened.get_untracked())
    }
}

/// The field for a number; nullable ones may be left empty.
pub(crate) fn control(page: Page, at: &At) -> Control {
    let typing = Typing::default();
    let input =
        el("input").attr("type", "text").attr("inputmode", keyboard(at.shape)).attr("autocomplete", "off");
    let input = operable(input.attr("spellcheck", "false"), at);
    let enter = {
        let (at, input, typing) = (at.clone(), input.clone(), typing.clone());
        move || {
            typing.go_on(page);
            match read(at.shape, &input.value()) {
                Entry::Value(value) => page.set(&at.path, value),
                Entry::Nothing => page.put_back(&at.path),
                Entry::Unfinished => {}
            }
        }
    };
    let step = {
        let (at, input, enter) = (at.clone(), input.clone(), enter.clone());
        Rc::new(move |by: i64| {
            let typed = input.value();
            let now = if typed.trim().is_empty() { plain(&at.look(&page.here()).value) } else { typed };
            if let Some(next) = stepped(at.shape, &now, by) {
                input.set_property("value", &next.into());
                enter();
            }
        })
    };
    let key = {
        let (step, is_number) = (step.clone(), ends(at.shape).is_some());
        move |event: web_sys::Event| {
            let event: KeyboardEvent = event.unchecked_into();
            let by = match event.key().as_str() {
                "ArrowUp" => 1,
                "ArrowDown" => -1,
                "PageUp" => 10,
                "PageDown" => -10,
                _ => return,
            };
            if is_number && !event.alt_key() && !event.ctrl_key() && !event.meta_key() {
                event.prevent_default();
                step(if event.shift_key() && matches!(by, 1 | -1) { by * 10 } else { by });
            }
        }
    };
    let left = {
        let (at, input, typing) = (at.clone(), input.clone(), typing.clone());
        move |_| {
            if typing.end() {
                input.set_property("value", &at.look(&page.here()).text().into());
            }
        }
    };
    let mut holder = el("span").class("number");
    let mut steppers = Vec::new();
    if ends(at.shape).is_some() {
        let stepper = |by: i64, sign: &str, what: &str| {
            let step = step.clone();
            button(sign)
                .class("step")
                .attr("tabindex", "-1")
                .attr("aria-label", &format!("{}: {what}", at.about.label))
                .press(move || step(by))
        };
        steppers = vec![stepper(-1, "−", "one less"), stepper(1, "+", "one more")];
    } else {
        holder = holder.class("number text");
    }
    let input = input.on("input", move |_| enter()).on("keydown", key).on("blur", left);
    let element = holder.children(steppers.first().cloned()).child(&input).children(steppers.get(1).cloned());
    let tell = move |seen: &Seen| {
        if !typing.is_on(page) || !is_in(&input) {
            input.set_property("value", &seen.text().into());
        }
        let waiting = if seen.value == Json::Null { "auto".to_owned() } else { plain(&seen.before) };
        input.set("placeholder", &waiting);
        input.set("aria-invalid", if seen.problem.is_some() { "true" } else { "" });
        for part in [Some(&input), steppers.first(), steppers.get(1)].into_iter().flatten() {
            part.set_property("disabled", &seen.idle.is_some().into());
        }
    };
    Control { element, tell: Box::new(tell) }
}

/// Whether one types in this field now.
pub(crate) fn is_in(input: &El) -> bool {
    input.node().matches(name(":focus"))
}

/// What a text stands for.
#[derive(Debug, PartialEq)]
enum Entry {
    Value(Json),
    /// The entry is taken back.
    Nothing,
    /// The beginning of a number.
    Unfinished,
}

fn read(shape: Shape, typed: &str) -> Entry {
    let text = typed.trim();
    if text.is_empty() {
        return if matches!(shape, Shape::Nullable(_)) { Entry::Value(Json::Null) } else { Entry::Nothing };
    }
    if ends(shape).is_none() {
        return Entry::Value(text.into());
    }
    let text = text.replace('−', "-").replace(',', ".");
    let text = text.strip_prefix('+').unwrap_or(&text);
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    if digits.is_empty() {
        return Entry::Unfinished;
    }
    let digits = digits.trim_start_matches('0');
    let zero = if digits.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    let tidy = format!("{sign}{zero}{}", digits.strip_suffix('.').unwrap_or(digits));
    match Json::parse(&tidy) {
        Ok(number @ Json::Number(_)) => Entry::Value(number),
        _ => Entry::Value(typed.trim().into()),
    }
}

/// The ends of a number's range, in whole numbers.
fn ends(shape: Shape) -> Option<(i64, i64)> {
    match shape.inner() {
        Shape::Int { low, high } => Some((low, high)),
        Shape::Num { low: (low, under), high: (high, _) } => Some((low.div_euclid(under.max(1)), high)),
        _ => None,
    }
}

/// The keyboard that a phone shows: the one for numbers has no minus.
fn keyboard(shape: Shape) -> &'static str {
    match shape.inner() {
        Shape::Int { low: 0.., .. } => "numeric",
        Shape::Num { low: (0.., _), .. } => "decimal",
        _ => "text",
    }
}

/// The number that is `by` more, within its range; none of what is no decimal number.
fn stepped(shape: Shape, now: &str, by: i64) -> Option<String> {
    let (low, high) = ends(shape)?;
    let now = if now.is_empty() { "0" } else { now };
    let (whole, part) = now.split_once('.').unwrap_or((now, ""));
    let unit = 10i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let scaled: i64 = format!("{whole}{part}").replace('−', "-").parse().ok()?;
    let next = scaled.checked_add(by.checked_mul(unit)?)?;
    let next = next.clamp(low.checked_mul(unit)?, high.checked_mul(unit)?);
    let sign = if next < 0 { "-" } else { "" };
    let (whole, rest) =
        (next.unsigned_abs() / unit.unsigned_abs(), next.unsigned_abs() % unit.unsigned_abs());
    let part = if rest == 0 { String::new() } else { format!(".{rest:0>width$}", width = part.len()) };
    Some(format!("{sign}{whole}{part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: Shape = Shape::Int { low: -5, high: 99 };
    const FACTOR: Shape = Shape::Num { low: (0, 1), high: (100, 1) };

    #[test]
    fn reads_what_people_type() {
        let number = |text: &str| Entry::Value(Json::Number(text.to_owned()));
        assert_eq!(read(LEVEL, " 12 "), number("12"));
        assert_eq!(read(LEVEL, "007"), number("7"));
        assert_eq!(read(LEVEL, "0"), number("0"));
        assert_eq!(read(LEVEL, "+3"), number("3"));
        assert_eq!(read(LEVEL, "−3"), number("-3"));
        assert_eq!(read(FACTOR, "1,25"), number("1.25"));
        assert_eq!(read(FACTOR, ".5"), number("0.5"));
        assert_eq!(read(FACTOR, "1."), number("1"));
        assert_eq!(read(FACTOR, "3/2"), Entry::Value("3/2".into()));
        assert_eq!(read(LEVEL, "twelve"), Entry::Value("twelve".into()));
        assert_eq!(read(LEVEL, "-"), Entry::Unfinished);
        assert_eq!(read(LEVEL, ""), Entry::Nothing);
        assert_eq!(read(Shape::Nullable(&LEVEL), ""), Entry::Value(Json::Null));
        assert_eq!(read(Shape::Mark { low: (3, 0), high: (18, 999) }, "18/50"), Entry::Value("18/50".into()));
    }

    #[test]
    fn steps_stay_in_range() {
        let step = |shape, now, by| stepped(shape, now, by).unwrap_or_default();
        assert_eq!(step(LEVEL, "8", 1), "9");
        assert_eq!(step(LEVEL, "98", 10), "99");
        assert_eq!(step(LEVEL, "-4", -10), "-5");
        assert_eq!(step(LEVEL, "", 1), "1");
        assert_eq!(step(FACTOR, "1.25", 1), "2.25");
        assert_eq!(step(FACTOR, "0.5", -1), "0");
        assert_eq!(step(FACTOR, "99.5", 1), "100");
        assert_eq!(stepped(FACTOR, "3/2", 1), None);
        assert_eq!(stepped(LEVEL, "x", 1), None);
        assert_eq!(stepped(LEVEL, "9223372036854775807", 1), None);
    }
}
