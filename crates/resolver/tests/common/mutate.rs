//! Texts with signs, words and pieces lost, doubled, swapped and brought in from others.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use super::dice::Pcg;

/// What readers stumble over.
const SIGNS: &[&str] = &[
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "-1",
    "1e9",
    "0.5",
    "9999999999999999999",
    "\\u0000",
    "\\ud800",
    "\"preset\":[",
    "&",
    "=",
    "?",
    "/",
    "#",
    ".",
    "..",
    "%",
    "%00",
    "+",
    ".0.",
    ".preset=",
    "{}",
    "[]",
    "18/50",
    "18/220",
    "é",
    "\u{feff}",
    "\n",
    " ",
    "(",
    ")",
    "d",
    " if ",
    "end ",
    "it",
];

fn place(dice: &mut Pcg, many: usize) -> usize {
    usize::try_from(dice.below(many.max(1) as u64)).unwrap()
}

/// A text with a few changes; pieces may come from the other.
pub fn mutated(dice: &mut Pcg, text: &str, other: &str) -> String {
    // By its letters, or by its words with what stands between them.
    let cut = |text: &str, words: bool| -> Vec<String> {
        if words {
            text.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .map(str::to_owned)
                .collect()
        } else {
            text.chars().map(String::from).collect()
        }
    };
    let words = dice.below(3) > 0;
    let (mut parts, others) = (cut(text, words), cut(other, words));
    for _ in 0..=dice.below(4) {
        let (a, b) = (place(dice, parts.len()), place(dice, parts.len()));
        match dice.below(6) {
            _ if parts.is_empty() => break,
            0 => drop(parts.remove(a)),
            1 => parts.insert(b, parts[a].clone()),
            2 => parts.swap(a, b),
            3 => parts.insert(a, SIGNS[place(dice, SIGNS.len())].to_owned()),
            4 => drop(parts.splice(a..(a + place(dice, 12)).min(parts.len()), [])),
            _ => {
                let from = place(dice, others.len());
                let to = (from + place(dice, 12)).min(others.len());
                drop(parts.splice(a..a, others[from..to].iter().cloned()));
            }
        }
    }
    parts.concat()
}
