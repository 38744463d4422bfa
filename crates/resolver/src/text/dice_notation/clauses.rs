//! Clauses of an attack: critical hits, advantage, several attacks, a save for half. Each is taken out of the
//! line, wherever it stands.

use super::tokens::{Found, Token, find};
use super::{Line, Wrong, made, phrases, spaced, span, tight};
use core::ops::Range;

/// Dice that are rolled in place of one d20: how many, and whether the highest counts.
#[derive(Clone, Copy)]
pub(super) struct Advantage {
    pub(super) dice: u32,
    pub(super) is_best: bool,
}

/// A critical hit: its lowest face, and how often the damage is rolled where that is said.
#[derive(Clone, Copy)]
pub(super) struct Critical {
    pub(super) face: i64,
    pub(super) times: Option<i64>,
}

/// Takes a pattern out of the line, and returns its numbers and its place.
fn take(line: &mut Line, patterns: &[&str]) -> Option<(Found, Range<usize>)> {
    patterns.iter().find_map(|pattern| {
        let (at, length, found) = find(&line.tokens, pattern)?;
        let range = line.range(at, length);
        line.tokens.drain(at..at + length);
        line.is_changed = true;
        Some((found, range))
    })
}

pub(super) fn take_critical(line: &mut Line) -> Option<(Critical, Range<usize>)> {
    let (found, at) = take(
        line,
        &[
            ",? (? crit|crits|critical|criticals hit|hits? on|at|:|range? N -|to 20 / x|X M )?",
            ",? (? crit|crits|critical|criticals hit|hits? on|at|:|range? N -|to 20 )?",
            ",? (? crit|crits|critical|criticals hit|hits? on|at|:|range? a? N _+? )?",
            ",? (? crit|crits|critical|criticals hit|hits? on|at|:? a? nat|natural N? )?",
            ",? /? (? N - 20 / x|X M )?",
            ",? (? N -|to 20 crit|crits|critical range? )?",
            ",? with|including|and? crit|crits|critical|criticals hit|hits?",
        ],
    )?;
    let face = if found.has('N') { found.number('N') } else { 20 };
    let times = found.has('M').then(|| found.number('M'));
    Some((Critical { face, times }, at))
}

pub(super) fn take_advantage(line: &mut Line) -> Option<(Advantage, Range<usize>)> {
    let triple = ",? (? with|at|has|w/? triple|super advantage|adv )?";
    let with = ",? (? with|at|has? advantage|adv|advan )?";
    let without = ",? (? with|at|has? disadvantage|disadv|dis|disad )?";
    [(triple, 3, true), (with, 2, true), (without, 2, false)].into_iter().find_map(
        |(pattern, dice, is_best)| {
            let (_, at) = take(line, &[pattern])?;
            Some((Advantage { dice, is_best }, at))
        },
    )
}

pub(super) fn take_attacks(line: &mut Line) -> Option<(i64, Range<usize>)> {
    // Dice alone are multiplied: 3d6x10 pieces of gold.
    if let Some((at, length, found)) = find(&line.tokens, "^ K? d S x|X M $") {
        line.put(at, length, &found.expand("{dice} * {M}"));
        line.note(
            found.expand("the dice are multiplied; rolled {M} times they are  sum of {M} times {dice}"),
        );
        return None;
    }
    // The limit of open dice ends like a number of attacks.
    if find(&line.tokens, "up to N times )? $").is_some() {
        return None;
    }
    let (found, at) = take(
        line,
        &[
            "^ N attacks|attack|strikes|swings|shots|times|rolls of|at|with|for|:|, ~d|( &",
            "^ N attacks|attack|strikes|swings|shots|rolls of|at|with|for|:|,?",
            "^ N x|X of? attacks|attack?",
            ",? (? x|X N attacks|times? )? $",
            ",? (? N attacks|strikes|swings|shots|times )? $",
            ",? (? x|X N )? &,",
        ],
    )?;
    Some((found.number('N'), at))
}

/// `8d6 half on save 15 +3`: the clause beside the damage, and its numbers.
pub(super) fn take_save(line: &mut Line) -> Result<(), Wrong> {
    const WORDS: [&str; 44] = [
        "half",
        "halves",
        "halved",
        "on",
        "a",
        "successful",
        "success",
        "save",
        "saves",
        "saving",
        "throw",
        "throws",
        "dc",
        "vs",
        "against",
        "for",
        "or",
        "with",
        "of",
        "to",
        "takes",
        "take",
        "if",
        "damage",
        "bonus",
        "mod",
        "(",
        ")",
        ",",
        ":",
        "dex",
        "dexterity",
        "con",
        "constitution",
        "wis",
        "wisdom",
        "str",
        "strength",
        "reflex",
        "fort",
        "will",
        "negates",
        "none",
        "no",
    ];
    let is = |token: &Token, words: &[&str]| words.iter().any(|word| token.is(word));
    let Some(anchor) = line.tokens.iter().position(|token| is(token, &["save", "saves", "saving"])) else {
        return Ok(());
    };
    let at = |place: usize| line.tokens.get(place);
    let target = |place: usize| {
        at(place).is_some_and(|token| token.number().is_some())
            && place.checked_sub(1).and_then(at).is_some_and(|token| is(token, &["dc", "vs", "against"]))
    };
    let mut begin = anchor;
    while let Some(before) = begin.checked_sub(1)
        && (at(before).is_some_and(|token| is(token, &WORDS)) || target(before))
    {
        begin = before;
    }
    let mut end = anchor + 1;
    while at(end).is_some_and(|token| is(token, &WORDS) || is(token, &["+", "-"]) || token.number().is_some())
    {
        end += 1;
    }
    let clause = line.tokens.get(begin..end).unwrap_or_default();
    let signed = |place: usize| {
        let number = clause.get(place)?.number()?;
        match &*clause.get(place.checked_sub(1)?)?.text {
            "+" => Some(number),
            "-" => number.checked_neg(),
            _ => None,
        }
    };
    let bonus = (0..clause.len()).find_map(signed);
    let plain = (0..clause.len()).find(|place| {
        clause.get(*place).is_some_and(|token| token.number().is_some()) && signed(*place).is_none()
    });
    let difficulty = plain.and_then(|place| clause.get(place)?.number());
    let range = span(clause);
    let halves = clause.iter().any(|token| is(token, &["half", "halves", "halved"]));
    let (Some(difficulty), true, true) = (difficulty, begin > 0, end == line.tokens.len()) else {
        let message =
            "damage with a save is written  8d6 half on save 15 +3: the dice, the number, the bonus";
        return Err((range, message.to_owned()));
    };
    line.tokens.truncate(begin);
    line.replace(phrases::SAID);
    let damage = core::mem::take(&mut line.tokens);
    let mut spread = made("(", &span(&damage));
    spread.extend(tight(damage.clone()));
    spread.extend(made(") div 2", &span(&damage)));
    let saved = match (halves, damage.len()) {
        (false, _) => made("0", &range),
        (true, ..=3) => [tight(damage.clone()), made(" div 2", &range)].concat(),
        (true, _) => spread,
    };
    let roll = match bonus {
        Some(bonus @ ..0) => format!(" if d20 - {} >= {difficulty} else", bonus.unsigned_abs()),
        Some(bonus) => format!(" if d20 + {bonus} >= {difficulty} else"),
        None => format!(" if d20 >= {difficulty} else"),
    };
    line.tokens = [saved, made(&roll, &range), spaced(damage)].concat();
    line.is_changed = true;
    if bonus.is_none() {
        line.note(format!("the save is d20 alone; with a bonus it is written  save {difficulty} +3"));
    }
    Ok(())
}
