//! From text to a tree.

pub mod syntax;
