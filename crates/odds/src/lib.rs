//! Exact probabilities, and the numbers of their parameters.
//!
//! A [`Weight`] is a probability whose representation depends on its [`Arithmetic`]: a float for interactive
//! answers, the residue of a fraction modulo a prime for exact odds. [`exact::fractions`] rebuilds the
//! fractions from their residues modulo a few primes.
//!
//! ```
//! use tohit_odds::{Arithmetic, exact};
//!
//! /// The chance of at least one 6 in four rolls.
//! let six = |ar: &Arithmetic| ar.less(ar.one(), ar.power(ar.ratio(5, 6), 4));
//! let floats = Arithmetic::Floats;
//! assert!((floats.to_float(six(&floats)) - 0.5177).abs() < 1e-4);
//! let fractions = exact::fractions(8, |prime| {
//!     let ar = Arithmetic::Prime(prime.clone());
//!     vec![ar.residue(six(&ar))]
//! });
//! assert_eq!(fractions.unwrap()[0].to_string(), "671/1296");
//! ```

pub mod exact;
mod fraction;
pub mod number;
mod prime;
mod weight;

pub use fraction::{Fraction, NotANumber};
pub use number::Number;
pub use prime::Prime;
pub use weight::{Arithmetic, Weight, WeightSum};
