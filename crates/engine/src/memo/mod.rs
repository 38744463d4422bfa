//! Memo of the strikes of one turn.

pub(crate) mod suffix;
#[cfg(test)]
mod tests;
