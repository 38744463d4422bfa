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

/// Dice of `D20` with a small letter.
pub(crate) fn capital_dice(name: &str) -> Option<String> {
    let faces = name.strip_prefix('D')?;
    let digits = !faces.is_empty() && faces.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| format!("d{faces}"))
}
