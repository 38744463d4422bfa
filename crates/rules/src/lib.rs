//! Rule text: a page that says how one attack of a game is resolved. It is read and checked here, and run over odds and dice. Knows no game, no page.
//! The language is told in `docs/rule-text.md`.

pub mod core;
pub mod number;
pub mod reader;
pub mod run;

pub use number::Number;
