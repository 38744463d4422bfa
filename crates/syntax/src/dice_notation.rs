//! Dice notations of players, recognised for hints.

use crate::token::{Token, TokenKind};

/// Number and faces of the dice at the end of a run of tokens: `4d6`.
pub(crate) fn dice_before(behind: &[Token]) -> Option<(i64, String)> {
    let [before @ .., d, faces] = behind else { return None };
    let (TokenKind::Name(word), TokenKind::Number(faces)) = (&d.kind, &faces.kind) else { return None };
    let many = match before.last().map(|token| &token.kind) {
        Some(TokenKind::Number(many)) => many.whole()?,
        _ => 1,
    };
    (word == "d").then(|| (many, faces.to_string()))
}

/// Hint for exploding dice, `d6!`: `open d6`.
pub(crate) fn exploding(behind: &[Token]) -> Option<String> {
    let (many, faces) = dice_before(behind)?;
    let many = if many == 1 { String::new() } else { many.to_string() };
    Some(format!("dice that explode are written  open {many}d{faces}"))
}

/// Hint for fudge dice, `4dF`.
pub(crate) fn fudge_dice(many: &str, name: &str) -> Option<String> {
    let sum = if many.is_empty() { String::new() } else { format!("sum of {many} times ") };
    name.eq_ignore_ascii_case("df").then(|| format!("fudge dice are written  {sum}roll(-1..1)"))
}

/// Hint for dice in square brackets, as AnyDice and chat programs write them: `[highest 1 of 2d20]`.
pub(crate) fn in_square_brackets(inside: &str) -> Option<String> {
    let words: Vec<&str> =
        inside.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let dice = words.iter().find_map(|word| {
        let (many, faces) = word.split_once('d')?;
        let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
        (digits(many) && digits(faces) && !faces.is_empty()).then_some((many, faces))
    });
    let first = words.first().copied().unwrap_or_default();
    let (many, faces) = match dice {
        Some(dice) if words.len() > 1 || !dice.0.is_empty() => dice,
        _ => return None,
    };
    let kept = words.get(1).filter(|word| word.bytes().all(|digit| digit.is_ascii_digit()) && **word != "1");
    let kept = kept.map_or_else(String::new, |kept| format!(" {kept}"));
    Some(match first {
        "explode" => format!("dice that explode are  open {many}d{faces}"),
        "highest" => format!("the highest dice are  best{kept} of {many} times d{faces}"),
        "lowest" => format!("the lowest dice are  worst{kept} of {many} times d{faces}"),
        "count" => format!("dice are counted by  count of {many} times (d{faces} = {faces})"),
        _ => "without them it is the same".to_owned(),
    })
}

/// Dice of `D20` with a small letter.
pub(crate) fn capital_dice(name: &str) -> Option<String> {
    let faces = name.strip_prefix('D')?;
    let digits = !faces.is_empty() && faces.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| format!("d{faces}"))
}
