//! A number, or text in a form of its own: typed freely, stepped by keys, never changed by the wheel.

use super::names::ControlIds;
use crate::platform::erased;
use crate::store::field::{At, Look, Seen, decimal, plain};
use crate::store::{Stores, use_stores};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// Text that is being typed, kept as it is until the field is left, or another link is opened.
#[derive(Clone, Copy)]
pub(super) struct Typing {
    stores: Stores,
    /// The open link's number, and the typed text.
    typed: RwSignal<Option<(usize, String)>>,
}

impl Typing {
    pub(super) fn new(stores: Stores) -> Self {
        Self { stores, typed: RwSignal::new(None) }
    }

    /// Stores the text.
    pub(super) fn go_on(self, text: String) {
        self.typed.set(Some((self.stores.scenario.opened.get_untracked(), text)));
    }

    /// Ends. The field may be gone by then: another game removes even a focused field.
    pub(super) fn end(self) {
        if self.typed.try_with_untracked(Option::is_some) == Some(true) {
            self.typed.set(None);
        }
    }

    /// The field's text: as typed, or else `otherwise`.
    pub(super) fn shows(self, otherwise: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
        Signal::derive(move || {
            let opened = self.stores.scenario.opened.get();
            let typed = self.typed.get().filter(|(when, _)| *when == opened);
            typed.map_or_else(&otherwise, |(_, text)| text)
        })
    }
}

/// The field for a number; nullable ones may be left empty.
#[component]
pub(super) fn Number(at: At, seen: Memo<Seen>) -> impl IntoView {
    let stores = use_stores();
    let ControlIds { id, described } = at.names();
    let (shape, label) = (at.shape, at.about.label);
    let is_number = ends(shape).is_some();
    let at = StoredValue::new(at);
    let typing = Typing::new(stores);
    let shown = typing.shows(move || {
        seen.with(|seen| match (shape.inner(), &seen.entered) {
            // A fraction of a preset; an entry stays as it was typed.
            (Shape::Num { .. }, None) => decimal(&seen.value),
            _ => seen.text(),
        })
    });
    let enter = move |text: &str| match read(shape, text) {
        Entry::Value(value) => at.with_value(|at| stores.set(&at.path, value)),
        Entry::Nothing => at.with_value(|at| stores.put_back(&at.path)),
        Entry::Unfinished => {}
    };
    let step = move |by: i64| {
        let typed = shown.get_untracked();
        let now = if typed.trim().is_empty() { plain(&seen.get_untracked().value) } else { typed };
        if let Some(next) = stepped(shape, &now, by) {
            typing.end();
            enter(&next);
        }
    };
    let key = move |event: KeyboardEvent| {
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
    };
    let typed = move |event| {
        let text = event_target_value(&event);
        typing.go_on(text.clone());
        enter(&text);
    };
    let waiting = move || {
        // Hit points without an entry have no automatic value.
        let nothing = if at.with_value(|at| at.path.ends_with(".hp")) { "" } else { "auto" };
        seen.with(|seen| if seen.value == Json::Null { nothing.to_owned() } else { plain(&seen.before) })
    };
    view! {
        <span class=if is_number { "number" } else { "number text" }>
            {is_number.then(|| stepper(seen, (label, "−", "one less"), move || step(-1)))}
            <input
                type="text"
                inputmode=keyboard(shape)
                autocomplete="off"
                spellcheck="false"
                id=id
                aria-describedby=described
                value=shown.get_untracked()
                prop:value=shown
                placeholder=Signal::derive(waiting)
                aria-invalid=seen.wrong()
                disabled=seen.idle()
                on:input=erased::entry(typed)
                on:keydown=erased::key(key)
                on:blur=move |_| typing.end()
            />
            {is_number.then(|| stepper(seen, (label, "+", "one more"), move || step(1)))}
        </span>
    }
}

/// A button beside a number: its label, its sign, and what a press does.
fn stepper(
    seen: Memo<Seen>,
    (label, sign, what): (&str, &'static str, &str),
    step: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button
            type="button"
            class="step"
            tabindex="-1"
            aria-label=format!("{label}: {what}")
            disabled=seen.idle()
            on:click=erased::press(move |_| step())
        >
            {sign}
        </button>
    }
    .into_any()
}

/// Meaning of a text.
#[derive(Debug, PartialEq)]
enum Entry {
    Value(Json),
    /// Withdraws the entry.
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
    let text = ungrouped(shape, &text.chars().map(plain_digit).collect::<String>());
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

/// A character as JSON writes it: accepts full-width digits and a real minus.
fn plain_digit(letter: char) -> char {
    match letter {
        '−' | '－' => '-',
        '０'..='９' => char::from_digit(u32::from(letter) - u32::from('０'), 10).unwrap_or(letter),
        _ => letter,
    }
}

/// A number without the commas between thousands, where only those can be meant; another comma is a decimal
/// point.
fn ungrouped(shape: Shape, text: &str) -> String {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default().trim_start_matches(['-', '+']);
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let are_thousands = matches!(shape.inner(), Shape::Int { .. })
        && (1..=3).contains(&first.len())
        && is_digits(first)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    if are_thousands { text.replace(',', "") } else { text.replace(',', ".") }
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

/// The number plus `by`, clamped to its range; none where it is no decimal number.
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
    use tohit_resolver::sheet::Marks;

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
        assert_eq!(read(LEVEL, "30,000"), number("30000"));
        assert_eq!(read(LEVEL, "-1,234,567"), number("-1234567"));
        assert_eq!(read(LEVEL, "３５"), number("35"));
        assert_eq!(read(FACTOR, ".5"), number("0.5"));
        assert_eq!(read(FACTOR, "1."), number("1"));
        assert_eq!(read(FACTOR, "3/2"), Entry::Value("3/2".into()));
        assert_eq!(read(LEVEL, "twelve"), Entry::Value("twelve".into()));
        assert_eq!(read(LEVEL, "-"), Entry::Unfinished);
        assert_eq!(read(LEVEL, ""), Entry::Nothing);
        assert_eq!(read(Shape::Nullable(&LEVEL), ""), Entry::Value(Json::Null));
        let marks = Box::leak(Box::new(Marks::new((3, 0), (18, 999), &[])));
        assert_eq!(read(Shape::Mark(marks), "18/50"), Entry::Value("18/50".into()));
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
