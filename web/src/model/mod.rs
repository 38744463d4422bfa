//! What a calculator holds, without a view: documents, links, rules of one's own.

pub(crate) mod custom_rules;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod kept_characters;
pub(crate) mod link;
pub(crate) mod margin;
pub(crate) mod presets;
pub(crate) mod scenario;
pub(crate) mod story;
pub(crate) mod study_cells;
pub(crate) mod why;
