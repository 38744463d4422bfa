//! Exact combat odds: a scenario in, an answer out.
//!
//! ```
//! use tohit_resolver::{Fraction, from_link};
//!
//! let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
//! let answer = powder.resolve::<Fraction>(&scenario).unwrap();
//! assert_eq!(answer.hit, Some(Fraction::new(19, 40)));
//! ```
//!
//! # Terms
//!
//! - A [`Ruleset`] is the rules, words and presets of one game. [`RULESETS`] has the program's; [`Ruleset::read`]
//!   reads one of your own.
//! - A scenario is a document ([`Json`]): the mode of attack and the sheets of both sides. A permalink such as
//!   `powder/melee?defender.natural_ac=8` is the same in one line ([`from_link`], [`to_link`]). What is left out
//!   has its default ([`Ruleset::complete`]).
//! - The number type of an answer is a parameter ([`Probability`]): `f64`, or [`Fraction`] for exact numbers.
//! - A wrong document is refused with all its [`Problem`]s, each with the path of its field.
//!
//! # Where to begin
//!
//! | you want | call |
//! |---|---|
//! | the odds of a strike and of a turn | [`Ruleset::resolve`] → [`Answer`] |
//! | the turns until the defender falls | [`Ruleset::fight`] → [`FightAnswer`] |
//! | the winner, if the defender strikes back | [`Ruleset::duel`] → [`DuelAnswer`] |
//! | the decisions that lead to an outcome | [`Ruleset::explain`] → [`Explanation`] |
//! | one roll, die by die, or a thousand | [`Ruleset::roll`], [`Ruleset::tally`] → [`Rolled`] |
//! | many scenarios at once: ranges, rankings, goals | [`study::Study`] |
//! | the fields of a scenario | [`Ruleset::form`], [`schema::schema`] |
//! | creatures, weapons and armour by name | [`Ruleset::presets`] → [`Library`] |
//! | a game of your own | [`Ruleset::read`], [`text::DiceLine`] |
//!
//! Nothing here reads a file, a clock or a browser. The rules of each game are text; the crates `syntax`,
//! `compile` and `engine` read and run it.

pub mod about;
pub mod answer;
pub mod document;
mod exact;
pub mod explain;
pub mod fight;
pub mod json;
mod link;
mod listed;
pub mod log;
mod number;
mod place;
pub mod preset;
mod problem;
pub mod roll;
mod rules_field;
mod rulesets;
pub mod schema;
pub mod sheet;
pub mod study;
mod targeting;
pub mod text;

pub use about::{AboutMode, AboutOutcome, AboutRules, AnsweredStrike, Need, OutcomeKind};
pub use answer::{Answer, Extra, Spread};
pub use exact::{MapChances, Truncate};
pub use explain::Explanation;
pub use json::Json;
pub use link::{decode, encode};
pub use log::{Bounds, DrawKind, Event, FigureValue, Log, StoryLine, StoryPart};
pub use number::Probability;
pub use preset::{Library, Preset};
pub use problem::{Problem, beginning, control_character, errors_json, nearest, problem_text, quoted, shown};
pub use roll::{Dice, DuelRoll, Duellist, FightRoll, Rolled};
pub use rules_field::{rules_of, under_rules};
pub use rulesets::{
    CASES, Listing, RULESETS, add, added, allow, document_of_link, from_link, named_among, naming, ruleset,
    ruleset_of, ruleset_of_link, to_link, wrong_in_link,
};
pub use text::{DuelAnswer, FightAnswer, Means, Ruleset};
pub use tohit_engine::in_order;
pub use tohit_engine::{Extent, FightDetail, First};
pub use tohit_odds::Fraction;

/// The example of README.md, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
