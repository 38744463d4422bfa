//! Mutations of texts: letters, words or lines are deleted, doubled, swapped and inserted.

use rand::RngExt as _;
use rand_pcg::Pcg32;

/// Signs that parsers handle specially.
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
    "open ",
    " from 2",
    " up to 3 times",
    " pay ",
    "own",
    " on foe",
    " this turn",
    "answer turn",
    " drawn from ",
    "count of different in ",
    "it",
    "|",
    " otherwise ",
    "given ",
    "\t",
    "−",
    "“",
];

fn place(dice: &mut Pcg32, many: usize) -> usize {
    dice.random_range(0..many.max(1))
}

/// A text with a few mutations; pieces may come from `other`.
pub(crate) fn mutated(dice: &mut Pcg32, text: &str, other: &str) -> String {
    let kind = dice.random_range(0..4);
    let cut = |text: &str| -> Vec<String> {
        let parts: Vec<&str> = match kind {
            0 => text.split_inclusive("").collect(),
            1 => text.split_inclusive('\n').collect(),
            _ => text.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_').collect(),
        };
        parts.into_iter().map(str::to_owned).collect()
    };
    let (mut parts, others) = (cut(text), cut(other));
    for _ in 0..=dice.random_range(0..4) {
        let (a, b) = (place(dice, parts.len()), place(dice, parts.len()));
        match dice.random_range(0..6) {
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
