//! `tohit roll`: one strike, turn, fight or duel, thrown or scripted, die by die.

use crate::failure::Failure;
use crate::output::Output;
use crate::scenario::{DuelArgs, Source};
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};
use tohit_resolver::{Dice, Extent, Json};

/// One strike, turn, fight or duel of it, die by die
#[derive(clap::Args)]
#[command(after_help = include_str!("help/roll.txt"))]
pub(crate) struct Args {
    /// Dice thrown by a generator that N (or 0xN) starts:
    /// the same seed gives the same dice. Without it one is
    /// made up; the last line names it
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true, verbatim_doc_comment)]
    seed: Option<u64>,
    /// Dice that show what LIST says, in order: 16,8,head,5
    #[arg(long, value_name = "LIST", value_parser = script, allow_hyphen_values = true, conflicts_with = "seed")]
    script: Option<Script>,
    /// All the strikes of a turn
    #[arg(long)]
    turn: bool,
    /// Turns until the defender, with hit points, falls
    #[arg(long, conflicts_with = "turn")]
    fight: bool,
    #[command(flatten)]
    back: DuelArgs,
    /// For programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

/// Writes the log.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let mut dice = match (&args.script, args.seed) {
        (Some(script), _) => Dice { script: Some(script.0.clone()), ..Dice::default() },
        (None, seed) => Dice { seed: seed.unwrap_or_else(fresh_seed), ..Dice::default() },
    };
    dice.extent = if args.fight { Extent::Fight } else { Extent::of(args.turn) };
    let seed = dice.script.is_none().then_some(dice.seed);
    let rolled = match args.source.linked_duel(&args.back, from)? {
        Some(_) if dice.extent != Extent::Strike => {
            return Err(Failure::arguments("a duel goes without --turn and --fight"));
        }
        Some((ruleset, [document, back], first)) => ruleset.roll_duel([&document, &back], first, &dice),
        None => {
            let (ruleset, document) = args.source.read(from)?;
            ruleset.roll(&document, dice)
        }
    };
    let rolled = rolled.map_err(Failure::Document)?;
    if args.json {
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

/// Faces that dice show, such as `16,8,head`.
#[derive(Clone)]
struct Script(Vec<String>);

fn script(list: &str) -> Result<Script, String> {
    let words = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
    let faces: Vec<String> = words.map(str::to_owned).collect();
    match faces.iter().position(String::is_empty) {
        Some(place) => Err(format!("roll {} is empty", place + 1)),
        None => Ok(Script(faces)),
    }
}

/// A seed as a person writes it: 65535 or 0xFFFF.
fn seed(text: &str) -> Result<u64, String> {
    let seed = match text.strip_prefix("0x") {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => u64::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok().filter(|_| !text.starts_with('+')),
    };
    seed.ok_or_else(|| format!("it must be a whole number from 0 to {}", u64::MAX))
}

/// A seed from the clock, short enough to type again.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Seeds of the same millisecond differ as much as those of different days.
    let mixed = (now.as_secs() << 30 | u64::from(now.subsec_nanos())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed >> 40
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(seed("0"), Ok(0));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(seed("0x4F2a"), Ok(0x4F2A));
        for wrong in ["", "-1", "+1", "1.5", "0x", "0x+1", "18446744073709551616", "seven"] {
            assert!(seed(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn scripts_are_lists_of_faces_and_names() {
        let faces = |list| script(list).map(|script| script.0);
        assert_eq!(faces("16, 8,head,17/2,8.6").unwrap(), ["16", "8", "head", "17/2", "8.6"]);
        assert_eq!(faces(" ").unwrap(), [""; 0]);
        assert_eq!(faces("16,,8").unwrap_err(), "roll 2 is empty");
        assert!(faces("16,").is_err());
    }
}
