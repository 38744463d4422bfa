//! `tohit roll`: one strike, turn, fight or duel, thrown or scripted, told die by die.

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::output::Output;
use crate::scenario;
use std::time::{SystemTime, UNIX_EPOCH};
use tohit_resolver::{Dice, Extent, Json};

pub(crate) const NAME: &str = "roll";
pub(crate) const GRAMMAR: Grammar = Grammar {
    operand: Some("FILE"),
    switches: &["--json", "--turn", "--fight"],
    options: &["--seed", "--script", "--against", "--first", "--link", "--ruleset", "--rules"],
    apart: &[
        ("--rules", "--ruleset"),
        ("--link", "FILE"),
        ("--link", "--ruleset"),
        ("--script", "--seed"),
        ("--turn", "--fight"),
    ],
};

/// Writes the log.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let misused = |message: String| Failure::Arguments { message, command: NAME };
    let mut dice = match (args.value("--script"), args.value("--seed")) {
        (Some(script), _) => scripted(script).map_err(misused)?,
        (None, Some(given)) => seeded(number(given).ok_or_else(|| {
            misused(format!(
                "--seed {given:?} is not allowed; it must be a whole number from 0 to {}",
                u64::MAX
            ))
        })?),
        (None, None) => seeded(fresh_seed()),
    };
    dice.extent = if args.has("--fight") { Extent::Fight } else { Extent::of(args.has("--turn")) };
    let seed = dice.script.is_none().then_some(dice.seed);
    let rolled = match scenario::duel(args, NAME)? {
        Some(_) if dice.extent != Extent::Strike => {
            return Err(misused("a duel goes without --turn and --fight".to_owned()));
        }
        Some((ruleset, [document, back], first)) => {
            ruleset.roll_duel([&document, &back], ruleset.presets(), first, &dice)
        }
        None => {
            let (ruleset, document) = scenario::read(args, NAME)?;
            ruleset.roll(&document, ruleset.presets(), dice)
        }
    };
    let rolled = rolled.map_err(Failure::Document)?;
    if args.has("--json") {
        let mut entries: Vec<(String, Json)> = Vec::new();
        entries.extend(seed.map(|seed| ("seed".to_owned(), Json::Number(seed.to_string()))));
        if let Json::Object(rolled) = rolled.json() {
            entries.extend(rolled);
        }
        return output.line(Json::Object(entries).pretty());
    }
    output.text(&rolled.to_string())?;
    seed.map_or(Ok(()), |seed| output.line(format_args!("seed: {seed}")))
}

/// Dice that show what is listed, such as `16,8,head`.
fn scripted(list: &str) -> Result<Dice, String> {
    let words = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
    let mut script = Vec::new();
    for (place, word) in words.enumerate() {
        if word.is_empty() {
            return Err(format!("roll {} of --script {list:?} is empty", place + 1));
        }
        let Ok(face) = word.parse();
        script.push(face);
    }
    Ok(Dice { script: Some(script), ..Dice::default() })
}

fn seeded(seed: u64) -> Dice {
    Dice { seed, ..Dice::default() }
}

/// A seed as a person writes it: 65535 or 0xFFFF.
fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok().filter(|_| !text.starts_with('+')),
    }
}

/// A seed from the clock, short enough to type again.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Two throws in the same millisecond are to differ as much as two on different days.
    let mixed = (now.as_secs() << 30 | u64::from(now.subsec_nanos())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed >> 40
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(number("0"), Some(0));
        assert_eq!(number("18446744073709551615"), Some(u64::MAX));
        assert_eq!(number("0x4F2a"), Some(0x4F2A));
        for wrong in ["", "-1", "+1", "1.5", "0x", "0x+1", "18446744073709551616", "seven"] {
            assert_eq!(number(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn scripts_are_lists_of_faces_and_names() {
        let faces = |list| {
            scripted(list)
                .map(|dice| dice.script.unwrap().iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(faces("16, 8,head,17/2,8.6").unwrap(), ["16", "8", "head", "17/2", "8.6"]);
        assert_eq!(faces(" ").unwrap(), [""; 0]);
        assert_eq!(faces("16,,8").unwrap_err(), "roll 2 of --script \"16,,8\" is empty");
        assert!(faces("16,").is_err());
    }
}
