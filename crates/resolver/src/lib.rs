//! Scenarios in, exact combat odds out.
//!
//! A scenario is a document (see [`json`]); each [`Ruleset`] reads it into typed sheets, refuses what is not legal with every problem at once,
//! and answers it. The rules stand in one folder for each game; nothing here knows a widget, a file or a clock.
//!
//! ```
//! use tohit_resolver::{Json, ruleset_of};
//!
//! let scenario = Json::parse(r#"{ "ruleset": "powder", "defender": { "natural_ac": 8 } }"#).unwrap();
//! let rules = ruleset_of(&scenario).unwrap();
//! let answer = rules.resolve_exact(&scenario, rules.presets()).unwrap();
//! assert_eq!(answer.hit.unwrap().to_string(), "19/40");
//! ```

mod angband;
pub mod answer;
mod beside;
mod crawl;
mod dominions;
mod envelope;
pub mod explain;
pub mod json;
mod link;
mod listed;
mod named;
mod pixel_dungeon;
mod place;
mod powder;
pub mod preset;
mod problem;
mod readings;
pub mod roll;
mod ruleset;
pub mod schema;
pub mod sheet;
pub mod text;

pub use answer::{Answer, Extra, Probability, Spread};
pub use beside::{rules_of, under_rules};
pub use explain::Explanation;
pub use json::Json;
pub use named::{NAMED, Named, named_in, named_in_link};
pub use preset::{Library, Preset};
pub use problem::{Path, Problem, errors_json, nearest};
pub use roll::{Dice, Rolled};
pub use ruleset::{
    AboutRules, Game, Mode, Of, Outcome, OutcomeKind, RULESETS, Ruleset, add, added, document_of_link,
    from_link, ruleset, ruleset_of, rulesets, to_link,
};
/// What answers and logs are made of.
pub use tohit_odds::{Ask, Event, Figure, Fraction, Log, Moments, Span, decimal, quantile};
