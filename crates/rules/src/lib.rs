//! Rule text: a page that says how one attack of a game is resolved. It is read and checked here, and run over odds and dice. Knows no game, no page.
//! The language is told in `docs/rule-text.md`.

mod check;
pub mod core;
pub mod number;
mod order;
pub mod reader;
pub mod run;

pub use check::read;
pub use number::Number;
pub use order::in_order;
pub use reader::{Problem, begins_words};
