//! The browser: events, storage, scripts, and views of one type.

pub(crate) mod browser;
pub(crate) mod compression;
pub(crate) mod erased;
pub(crate) mod files;
pub(crate) mod panels;
pub(crate) mod requests;
pub(crate) mod scripts;
pub(crate) mod search;
pub(crate) mod storage;
