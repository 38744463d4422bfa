//! Notations of programming languages and dice libraries, with their equivalents in rule text.

use super::cursor::Cursor;
use super::players::reroll;
use crate::ast::{Binary, Collect, Expr, ExprKind};
use crate::dice_notation::dice_before;
use crate::keywords::function_otherwise;
use crate::token::TokenKind;

impl Cursor<'_> {
    /// Hint for a bracket behind a name with a dot: `d20.highest(2)`, `Math.max(1, d8)`.
    pub(super) fn method(&self) -> Option<String> {
        let [before @ .., dot, name] = self.behind() else { return None };
        let (TokenKind::Sign("."), TokenKind::Name(name)) = (&dot.kind, &name.kind) else { return None };
        let Some((many, faces)) = dice_before(before) else {
            let ours = function_otherwise(name)?;
            return Some(format!("what a function gives is written  {ours}"));
        };
        let number = match self.ahead(1) {
            Some(TokenKind::Number(number)) => number.whole(),
            _ => None,
        };
        let dice = if many == 1 { format!("d{faces}") } else { format!("{many}d{faces}") };
        let kept = |word: &str| match (many, number) {
            (1, number) => format!("{word} of {} times d{faces}", number.unwrap_or(2)),
            (many, None | Some(1)) => format!("{word} of {many} times d{faces}"),
            (many, Some(number)) => format!("{word} {number} of {many} times d{faces}"),
        };
        let ours = match name.to_ascii_lowercase().as_str() {
            "highest" | "best" | "max" | "keep" | "keep_highest" | "advantage" | "kh" => kept("best"),
            "lowest" | "worst" | "min" | "keep_lowest" | "disadvantage" | "kl" => kept("worst"),
            "pool" | "times" | "repeat" => format!("{} times d{faces}", number.unwrap_or(many)),
            "explode" | "exploding" | "open" => format!("open {dice}"),
            "reroll" => return Some(reroll(Some((many, faces)))),
            "count" => format!("count of {many} times (d{faces} >= {})", number.unwrap_or(5)),
            _ => dice,
        };
        Some(format!("dice have no functions of their own; write  {ours}"))
    }

    /// Hint for a pool that is compared, `4 times d6 >= 5`: its dice are counted.
    pub(super) fn counted(&self, sign: &str) -> Option<String> {
        let (_, faces) = dice_before(self.behind())?;
        let times = self
            .behind()
            .iter()
            .position(|token| matches!(&token.kind, TokenKind::Name(word) if word == "times"))?;
        let (TokenKind::Number(many), TokenKind::Number(than)) =
            (&self.behind().get(times.checked_sub(1)?)?.kind, self.ahead(1)?)
        else {
            return None;
        };
        Some(format!("dice are counted by  count of {many} times (d{faces} {sign} {than})"))
    }

    /// Spelling of `sum of 3d6`, `best 3 of 4d6`, `count of 5d6 >= 5` and `count of 6 in 4d6`, with the numbers
    /// that were written.
    pub(super) fn written_dice(&self, name: &str, collect: &Collect<Expr>, first: &Expr) -> Option<String> {
        let whole =
            |expr: &Expr| if let ExprKind::Number(number) = &*expr.it { number.whole() } else { None };
        let dice = |expr: &Expr| match &*expr.it {
            ExprKind::Dice(many, faces) => whole(many).zip(whole(faces)),
            _ => None,
        };
        let counts = matches!(collect, Collect::Count);
        if let (Some((many, faces)), false) = (dice(first), counts) {
            return Some(match collect {
                Collect::Sum if many == 1 => format!("d{faces}"),
                Collect::Sum => format!("{many}d{faces}"),
                Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) if many == 1 => {
                    format!("{name} of {} times d{faces}", whole(kept)?.max(2))
                }
                Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) => {
                    format!("{name} {} of {many} times d{faces}", whole(kept)?)
                }
                _ => format!("{name} of {} times d{faces}", many.max(2)),
            });
        }
        if !counts {
            return None;
        }
        let (many, faces, sign, than) = match &*first.it {
            ExprKind::Dice(..) => {
                let (many, faces) = dice(first)?;
                (many, faces, "=", faces)
            }
            ExprKind::Binary(binary, left, right) => {
                let (many, faces) = dice(left)?;
                let sign = match binary {
                    Binary::Less => "<",
                    Binary::LessOrEqual => "<=",
                    Binary::More => ">",
                    Binary::MoreOrEqual => ">=",
                    Binary::Equal => "=",
                    _ => return None,
                };
                (many, faces, sign, whole(right)?)
            }
            ExprKind::Number(_) if self.sees_word("in") => {
                let (many, faces) = self.dice_ahead(5)?;
                (many, faces.parse().ok()?, "=", whole(first)?)
            }
            _ => return None,
        };
        Some(format!("count of {many} times (d{faces} {sign} {than})"))
    }
}
