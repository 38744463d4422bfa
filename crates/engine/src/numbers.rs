//! Exact numbers as weights and probabilities.

use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// Weight of a number.
pub(crate) fn weight_of(number: &Number, arith: &Arithmetic) -> Weight {
    match number {
        Number::Whole(whole) if *whole >= 0 => arith.ratio(whole.unsigned_abs(), 1),
        Number::Ratio(over, under) if *over >= 0 => arith.ratio(over.unsigned_abs(), under.unsigned_abs()),
        number => arith.fraction(&number.long()),
    }
}

/// Probability `over in under`, or the truth of a certain draw.
pub(crate) fn chance(over: &Number, under: &Number) -> Result<Number, bool> {
    match over.divide(under) {
        Ok(chance) if chance.sign() > 0 && chance < Number::Whole(1) => Ok(chance),
        Ok(certain) => Err(certain.sign() > 0),
        Err(_) => Err(over.sign() > 0),
    }
}
