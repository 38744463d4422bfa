//! Exact chance.
//!
//! A rule is written once, as a function of a [`Reading`]. It asks for dice and derives figures; whoever runs it decides what a die is:
//! [`Odds`] follows every face with its weight, [`Cast`] throws one face from a seed or takes it from a script. So the odds, a rolled example
//! and a worked example from a rule book are one piece of code and cannot disagree.
//!
//! ```
//! use tohit_odds::{Cast, Chance, Die, Floats, Odds, Reading, exact};
//!
//! /// Roll 1d20 + 3; on 15 or more the blow lands and does 2d6, less 4 for armour, but at least 1.
//! fn blow<R: Reading>(r: &mut R) -> R::Tally<bool> {
//!     let start = r.start(());
//!     let lands = r.stage(start, |dice, ()| {
//!         let attack = dice.roll("attack", Die::d(20)) + 3;
//!         dice.note("attack roll", attack);
//!         attack >= 15
//!     });
//!     r.tally(lands, |r, lands| {
//!         if !lands {
//!             return (false, r.fixed(0));
//!         }
//!         let damage = r.roll("damage", Die::Dice { count: 2, sides: 6 });
//!         (true, r.change(damage, |damage| (damage - 4).max(1)))
//!     })
//! }
//!
//! // As odds: 12 or more on the d20.
//! let mut odds = Odds::new(Floats);
//! let tally = blow(&mut odds);
//! assert!((tally.chance(&Floats, |lands| *lands) - 0.45).abs() < 1e-12);
//!
//! // As exact odds: 9/20 land, and 6/36 of these do 3 points (a 7).
//! let fractions = exact::fractions(16, |prime| {
//!     let mut odds = Odds::new(prime.clone());
//!     let total = blow(&mut odds).total(prime);
//!     vec![prime.residue(total.chance(prime, |damage| damage == 3))]
//! });
//! assert_eq!(fractions.unwrap()[0].to_string(), "3/40");
//!
//! // Thrown from a seed, or told what to show.
//! let (lands, damage) = blow(&mut Cast::seeded(42));
//! assert_eq!(lands, damage > 0);
//! let mut script = Cast::scripted([16.into(), 7.into()]);
//! assert_eq!(blow(&mut script), (true, 3));
//! assert!(script.finish().is_ok(), "no roll left over");
//! ```
//!
//! Speed comes from shape: inside a [stage](Reading::stage) every path is walked, between stages equal states are merged, totals that do not
//! depend on each other are [added](Reading::add) as distributions, and a comparison that alone matters is drawn as [yes or no](Chance::reaches).
//! [Open-ended dice](Chance::pair) are never listed: what a rule decides with them has a closed form.

mod cast;
mod couple;
mod die;
mod dist;
mod either;
pub mod exact;
mod fourier;
mod fraction;
mod gaps;
mod index;
mod label;
mod layers;
mod log;
mod natural;
mod odds;
pub mod open;
mod pair;
mod paths;
mod pcg;
mod piles;
mod power;
mod prime;
mod reading;
mod reduced;
mod rounds;
mod runs;
mod script;
mod shares;
mod spectrum;
mod steps;
mod strands;
mod sums;
mod tied;
mod trail;
mod weight;
mod weights;

pub use cast::Cast;
pub use couple::Couples;
pub use die::Die;
pub use dist::{Dist, Moments, Tally, Total, quantile};
pub use either::Either;
pub use fraction::{Fraction, NotANumber};
pub use label::{Figure, Label};
pub use log::{Ask, Event, Log, decimal};
pub use odds::Odds;
pub use pair::{Contest, Lead, Pair};
pub use paths::Paths;
pub use pcg::Pcg;
pub use prime::Prime;
pub use reading::{Chance, Key, Reading, State};
pub use reduced::Reduced;
pub use script::{Forced, ScriptError};
pub use steps::Steps;
pub use tied::Couple;
pub use trail::{Asked, Decision, Record, Span, Trail, Way};
pub use weight::{Arithmetic, Weight};
pub use weights::{Floats, Weights};
