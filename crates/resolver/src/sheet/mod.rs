//! Sheets: the fields of a scenario, as data. The reader checks documents by them; forms, permalinks, the
//! JSON Schema and the help are derived from them.

mod entry;
mod field;
mod mark;
pub(crate) mod number;

pub(crate) use entry::{Reader, overlay};
pub(crate) use field::is_named;
pub use field::{About, Field, FieldCondition, Shape, SheetSpec, Variant, about, in_line};
pub(crate) use mark::{read_mark, write_mark};
pub(crate) use number::{whole, write_exact};
pub use tohit_compile::program::Marks;
