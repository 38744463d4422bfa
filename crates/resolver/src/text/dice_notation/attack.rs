//! Attacks in one line: a roll against a target, and the damage with its clauses.

use super::clauses::{Advantage, Critical, take_advantage, take_attacks, take_critical, take_save};
use super::phrases;
use super::tokens::{Token, find, sign};
use super::{Line, Wrong, made, spaced, span, tight};
use core::ops::Range;

/// A roll against a target, with the damage.
struct Attack {
    roll: Vec<Token>,
    target: Vec<Token>,
    damage: Option<Vec<Token>>,
}

/// Reads what concerns a whole attack, then targets, damage and comparisons.
pub(super) fn read(line: &mut Line) -> Result<(), Wrong> {
    let critical = take_critical(line);
    let advantage = take_advantage(line);
    let attacks = take_attacks(line);
    take_save(line)?;
    line.replace(phrases::COUNTS);
    line.replace(phrases::TARGETS);
    if find(&line.tokens, AGAINST).is_some() {
        line.replace(phrases::THEN);
    }
    line.replace(phrases::SAID);
    loop {
        match line.tokens.last() {
            Some(last) if line.is_changed && last.text == "," => {
                line.tokens.pop();
            }
            _ => break,
        }
    }
    if let Some(first) = line.tokens.first()
        && first.text == "+"
        && line.tokens.get(1).is_some_and(|next| next.number().is_some())
        && find(&line.tokens, AGAINST).is_some()
    {
        line.put(0, 1, "d20 +");
    }
    if let Some((advantage, at)) = &advantage {
        double_d20(line, *advantage).map_err(|message| (at.clone(), message))?;
    }
    let Some(mut attack) = Attack::of(&line.tokens) else {
        if let Some((_, at)) = critical {
            let message = "a critical needs a target: 1d20+5 against 15, 1d8+3, crit 19-20";
            return Err((at, message.to_owned()));
        }
        divide(&mut line.tokens, &mut line.is_changed, &mut line.notes);
        if let Some((many, _)) = attacks {
            line.repeat(many);
        }
        note_added(line);
        return Ok(());
    };
    attack.count_dice(line);
    if let Some(damage) = &mut attack.damage {
        divide(damage, &mut line.is_changed, &mut line.notes);
    }
    let reach = attack.reach(advantage.as_ref().map(|(advantage, _)| *advantage));
    match (critical, &reach) {
        (Some((critical, at)), Some(reach)) => {
            attack.with_critical(line, critical, reach).map_err(|message| (at, message))?;
        }
        (Some((_, at)), None) => {
            let message = "a critical is read of  d20 + number against number, damage; other rolls need rules \
                           of several lines: tohit new";
            return Err((at, message.to_owned()));
        }
        (None, Some(reach)) if attacks.is_none() && (reach.needs > 20 || reach.needs < 2) => {
            line.note(
                "a 20 hits by itself, and a 1 misses, only with  crit 20  at the end of the line".to_owned(),
            );
        }
        (None, _) => {}
    }
    attack.note_target(line);
    if let Some((many, at)) = attacks {
        line.tokens = attack.repeated(many, &at);
        line.is_changed = true;
    } else {
        line.tokens = attack.joined();
    }
    Ok(())
}

const COUNTED: &str = "dice are counted on both sides, and equal counts hit";
const AGAINST: &str = "against|vs|versus";

/// Writes the first d20 of a line as the best or worst of several.
fn double_d20(line: &mut Line, advantage: Advantage) -> Result<(), String> {
    let word = if advantage.is_best { "best" } else { "worst" };
    let ours = format!("{word} of {} times d20", advantage.dice);
    // `2d20 adv` names both dice.
    let many = format!("{} d 20", advantage.dice);
    let found = find(&line.tokens, &many)
        .or_else(|| find(&line.tokens, "1 d 20"))
        .or_else(|| find(&line.tokens, "d 20"));
    let is_many = |at: usize| {
        at.checked_sub(1).and_then(|at| line.tokens.get(at)).is_some_and(|before| before.number().is_some())
    };
    let Some((at, length, _)) = found else {
        return Err(format!(
            "there is no d20 to be rolled twice; other dice are written  {word} of 2 times d6"
        ));
    };
    if is_many(at) {
        return Err(format!("only one d20 is rolled twice; of several write  {word} of 3 times d20"));
    }
    line.put(at, length, &ours);
    Ok(())
}

/// Whole division at the end of a value: damage and totals are whole. In brackets and behind a comparison a
/// fraction may stand.
fn divide(tokens: &mut [Token], is_changed: &mut bool, notes: &mut Vec<String>) {
    if tokens.iter().any(|token| sign(&token.text).is_some() || token.is("chance") || token.is("odds")) {
        return;
    }
    let mut depth = 0_usize;
    for at in 0..tokens.len() {
        let number = tokens.get(at + 1).is_some_and(|next| next.number().is_some());
        let Some(token) = tokens.get_mut(at) else { return };
        match &*token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "/" if depth == 0 && number => {
                token.text = "div".to_owned();
                token.space = true;
                if let Some(next) = tokens.get_mut(at + 1) {
                    next.space = true;
                }
                *is_changed = true;
                notes.push("what a division leaves is dropped: 3 div 2 is 1".to_owned());
            }
            _ => {}
        }
    }
}

/// The sum of several dice that is compared with one face: a pool was perhaps meant.
fn note_added(line: &mut Line) {
    let Some((_, _, found)) = find(&line.tokens, "^ K d S C $") else { return };
    if found.number('K') >= 3 && found.number('N') <= found.number('S') {
        line.note(found.expand("{dice} are added here; to count dice write  {count}(d{S} {C})"));
    }
}

/// A roll of one d20 and a number against a number: the face that hits, and the ways to throw a face or more.
struct Reach {
    needs: i64,
    bonus: i64,
    advantage: Option<Advantage>,
}

impl Reach {
    /// Number of ways in which a face or a higher one is thrown.
    fn ways(&self, face: i64) -> i64 {
        let (below, above) = ((face - 1).clamp(0, 20), (21 - face).clamp(0, 20));
        match self.advantage {
            None => above,
            Some(Advantage { dice, is_best: true }) => 20_i64.pow(dice) - below.pow(dice),
            Some(Advantage { dice, .. }) => above.pow(dice),
        }
    }
}

impl Attack {
    fn of(tokens: &[Token]) -> Option<Self> {
        let mut depth = 0_usize;
        let mut outer = |token: &Token| {
            match &*token.text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        };
        let outside: Vec<bool> = tokens.iter().map(&mut outer).collect();
        let is_outside = |at: &usize| outside.get(*at).copied().unwrap_or_default();
        let word = |token: &Token| ["against", "vs", "versus"].iter().any(|word| token.is(word));
        let against = (0..tokens.len()).filter(is_outside).find(|at| tokens.get(*at).is_some_and(word))?;
        let comma = (against..tokens.len())
            .filter(is_outside)
            .find(|at| tokens.get(*at).is_some_and(|token| token.text == ","));
        let end = comma.unwrap_or(tokens.len());
        let part = |from: usize, to: usize| tokens.get(from..to).unwrap_or_default().to_vec();
        let damage = comma.map(|comma| part(comma + 1, tokens.len()));
        Some(Self { roll: part(0, against), target: part(against, end), damage })
    }

    /// Dice that are compared on their side of `against` are counted: `5d6>=5 vs 3d6>=5`.
    fn count_dice(&mut self, line: &mut Line) {
        for (part, skip) in [(&mut self.roll, 0), (&mut self.target, 1)] {
            let rest = part.get(skip..).unwrap_or_default();
            let compares = rest.iter().any(|token| sign(&token.text).is_some());
            if let Some((at, length, found)) = find(rest, "^ K d S C $").filter(|_| compares) {
                let counted = made(&found.expand(" {count}(d{S} {C})"), &span(rest));
                part.splice(at + skip..at + skip + length, counted);
                line.is_changed = true;
                line.note(COUNTED.to_owned());
            }
        }
    }

    /// The number behind `against`, where it is one.
    fn number(&self) -> Option<i64> {
        match &*self.target {
            [_, number] => number.number(),
            _ => None,
        }
    }

    fn reach(&self, advantage: Option<Advantage>) -> Option<Reach> {
        let target = self.number().filter(|target| *target < 1_000_000)?;
        let mut rest = &*self.roll;
        if let (Some(_), [.., _]) = (advantage, rest)
            && let Some((0, length, _)) = find(rest, "^ best|worst of N times d 20")
        {
            rest = rest.get(length..)?;
        } else {
            let (_, length, _) = find(rest, "^ 1 d 20").or_else(|| find(rest, "^ d 20"))?;
            rest = rest.get(length..)?;
        }
        let mut bonus = 0_i64;
        for pair in rest.chunks(2) {
            let [sign, number] = pair else { return None };
            let number = number.number().filter(|number| *number < 1_000_000)?;
            match &*sign.text {
                "+" => bonus = bonus.checked_add(number)?,
                "-" | "\u{2212}" => bonus = bonus.checked_sub(number)?,
                _ => return None,
            }
        }
        Some(Reach { needs: target - bonus, bonus, advantage })
    }

    /// Damage with a critical: of the faces that hit, those from the critical's lowest roll more. A 20 hits and
    /// a 1 misses, so the target stays within reach.
    fn with_critical(&mut self, line: &mut Line, critical: Critical, reach: &Reach) -> Result<(), String> {
        if !(2..=20).contains(&critical.face) {
            return Err(format!("a d20 has no critical from {}; write  crit 19-20", critical.face));
        }
        let needs = reach.needs.clamp(2, 20);
        if needs != reach.needs {
            let number = made(&format!(" {}", needs + reach.bonus), &span(&self.target));
            self.target.splice(1.., number);
        }
        line.is_changed = true;
        let Some(damage) = self.damage.clone() else {
            line.note("a 20 hits, and a 1 misses; damage stands behind a comma".to_owned());
            return Ok(());
        };
        let more = match critical.times {
            Some(times) => {
                let mut more = made(&format!("sum of {times} times ("), &span(&damage));
                more.extend(tight(damage.clone()));
                more.extend(made(")", &span(&damage)));
                more
            }
            None => doubled(&damage)?,
        };
        let (hits, critical_hits) = (reach.ways(needs), reach.ways(critical.face.max(needs)));
        let shared = divisor(hits, critical_hits);
        let (of, in_all) = (critical_hits / shared, hits / shared);
        self.damage = Some(if of == in_all {
            spaced(more)
        } else {
            let chance = made(&format!(" if chance({of} in {in_all}) else"), &span(&damage));
            [spaced(more), chance, spaced(damage)].concat()
        });
        let rolled = match critical.times {
            Some(times) => format!("all damage is rolled {times} times"),
            None => "the dice are doubled".to_owned(),
        };
        line.note(format!("{of} in {in_all} of the hits are critical: {rolled}; a 20 hits, and a 1 misses"));
        Ok(())
    }

    fn note_target(&self, line: &mut Line) {
        if let [_, low, minus, high] = &*self.target
            && let (Some(low), "-", Some(high)) = (low.number(), &*minus.text, high.number())
        {
            line.note(format!(
                "the target is {low} - {high} = {}; a roll has one target",
                low.saturating_sub(high)
            ));
        }
        let counts = line.notes.iter().any(|note| note == COUNTED);
        if !counts && self.target.iter().any(|token| token.text == "d") {
            line.note("equal rolls hit".to_owned());
        }
    }

    /// Several attacks in one value: their damage added, or their hits counted.
    fn repeated(self, many: i64, at: &Range<usize>) -> Vec<Token> {
        let target = spaced(self.target.get(1..).unwrap_or_default().to_vec());
        let comparison = [spaced(self.roll), made(" >=", at), target].concat();
        match self.damage {
            None => {
                let begin = made(&format!("count of {many} times ("), at);
                [begin, tight(comparison), made(")", at)].concat()
            }
            Some(damage) => {
                let mut begin = made(&format!("sum of {many} times ("), at);
                let damage = if damage.iter().any(|token| token.is("if")) {
                    [made("(", at), tight(damage), made(")", at)].concat()
                } else {
                    tight(damage)
                };
                begin.extend(damage);
                [begin, made(" if", at), comparison, made(" else 0)", at)].concat()
            }
        }
    }

    fn joined(self) -> Vec<Token> {
        let comma = self.damage.as_ref().map(|damage| made(",", &span(damage))).unwrap_or_default();
        [self.roll, self.target, comma, self.damage.unwrap_or_default()].concat()
    }
}

impl Line {
    /// A value that is rolled several times.
    fn repeat(&mut self, many: i64) {
        let from = span(&self.tokens);
        let value = core::mem::take(&mut self.tokens);
        let is_condition = value.iter().any(|token| sign(&token.text).is_some());
        let word = if is_condition { "count" } else { "sum" };
        let begin = made(&format!("{word} of {many} times ("), &from);
        self.tokens = [begin, tight(value), made(")", &from)].concat();
        self.note(format!("rolled {many} times; a result that is multiplied is written  (...) * {many}"));
    }
}

/// Damage with twice the dice.
fn doubled(damage: &[Token]) -> Result<Vec<Token>, String> {
    if damage.iter().any(|token| token.text.chars().all(char::is_alphabetic) && token.text != "d") {
        return Err("only plain dice are doubled: 1d20+5 against 15, 2d6+3, crit 19-20".to_owned());
    }
    let mut doubled: Vec<Token> = Vec::new();
    for (at, token) in damage.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| damage.get(at)).and_then(Token::number);
        if token.text != "d" {
            doubled.push(token.clone());
            continue;
        }
        let many = before.unwrap_or(1).saturating_mul(2);
        let space =
            if before.is_some() { doubled.pop() } else { Some(token.clone()) }.is_some_and(|one| one.space);
        doubled.push(Token { text: many.to_string(), from: token.from.clone(), space });
        doubled.push(Token { space: false, ..token.clone() });
    }
    Ok(doubled)
}

fn divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one.max(1) } else { divisor(other, one % other) }
}
