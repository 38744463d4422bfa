//! Dice as players write them, recognised to say how they are written here.

use crate::token::{Kind, Token};

/// Dice at the end of a run of tokens, `4d6`: how many, and their faces.
pub(crate) fn dice_before(behind: &[Token]) -> Option<(i64, String)> {
    let [before @ .., d, faces] = behind else { return None };
    let (Kind::Name(word), Kind::Number(faces)) = (&d.kind, &faces.kind) else { return None };
    let many = match before.last().map(|token| &token.kind) {
        Some(Kind::Number(many)) => many.whole()?,
        _ => 1,
    };
    (word == "d").then(|| (many, faces.to_string()))
}

/// `!` right behind dice, which explode: `open d6`.
pub(crate) fn exploding(behind: &[Token]) -> Option<String> {
    let (many, faces) = dice_before(behind)?;
    let many = if many == 1 { String::new() } else { many.to_string() };
    Some(format!("dice that explode are written  open {many}d{faces}"))
}

/// `D20` and `2D6`: what it is with a small letter.
pub(crate) fn capital_dice(name: &str) -> Option<String> {
    let faces = name.strip_prefix('D')?;
    let digits = !faces.is_empty() && faces.bytes().all(|digit| digit.is_ascii_digit());
    digits.then(|| format!("d{faces}"))
}
