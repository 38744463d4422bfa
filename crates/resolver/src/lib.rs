//! Scenarios in, exact combat odds out.
//!
//! A scenario is a document (see [`json`]); each [`Ruleset`] reads it into typed sheets, refuses an invalid one with all problems at once, and answers it. The
//! rules are in one folder for each game; no code here depends on a widget, a file or a clock.
//!
//! ```
//! use tohit_resolver::{Fraction, Json, ruleset_of};
//!
//! let scenario = Json::parse(r#"{ "ruleset": "powder", "defender": { "natural_ac": 8 } }"#).unwrap();
//! let rules = ruleset_of(&scenario).unwrap();
//! let answer = rules.resolve::<Fraction>(&scenario).unwrap();
//! assert_eq!(answer.hit.unwrap().to_string(), "19/40");
//! ```

pub mod about;
pub mod answer;
mod exact;
pub mod explain;
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
pub use problem::{Problem, beginning, control_character, errors_json, nearest, quoted, shown};
pub use roll::{Dice, DuelRoll, Duellist, FightRoll, Rolled};
pub use rules_field::{rules_of, under_rules};
pub use rulesets::{
    CASES, Listing, RULESETS, add, added, allow, document_of_link, from_link, named_among, naming, ruleset,
    ruleset_of, ruleset_of_link, to_link, wrong_in_link,
};
pub use text::{DuelAnswer, FightAnswer, Means, Ruleset};
pub use tohit_engine::in_order;
pub use tohit_engine::{FightDetail, First, RollExtent};
pub use tohit_odds::Fraction;
