//! The whole page, the calculators in articles, and their start.

pub(crate) mod address;
pub(crate) mod app;
pub(crate) mod embed;
mod file_drop;
#[cfg(not(target_arch = "wasm32"))]
pub mod first_view;
pub(crate) mod second_file;
