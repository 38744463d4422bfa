//! Names of a game's texts: `NAME.names` in the game's folder says which of ours they are, and presets are found by
//! the name of an item.

use crate::text::words;
use tohit_resolver::{Preset, Ruleset};

/// A names file: sections of lines `theirs = ours`.
#[derive(Clone, Copy)]
pub(crate) struct Names(pub(crate) &'static str);

impl Names {
    /// Pairs of a section, in order.
    pub(crate) fn section(self, title: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = self.0.lines().map(str::trim).skip_while(move |line| {
            line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) != Some(title)
        });
        let pairs = lines.skip(1).take_while(|line| !line.starts_with('['));
        let pairs = pairs.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
        pairs.map(|(theirs, ours)| (theirs.trim(), ours.trim()))
    }

    /// Our name for theirs, in any case.
    pub(crate) fn ours(self, title: &str, theirs: &str) -> Option<&'static str> {
        self.section(title).find(|(known, _)| known.eq_ignore_ascii_case(theirs)).map(|(_, ours)| ours)
    }
}

/// The preset whose name an item's name begins with, or else contains: the longest of a sheet in these
/// groups.
pub(crate) fn preset_of(
    rules: &Ruleset,
    target: &str,
    is_group: impl Fn(&str) -> bool,
    item: &str,
) -> Option<Preset> {
    let item = words(item);
    let found = |begins: bool| {
        let presets = rules.presets().of(target).filter(|preset| is_group(preset.group));
        let fits = presets.filter_map(|preset| {
            let name = words(preset.name);
            let is_in = !name.is_empty()
                && if begins {
                    item.starts_with(&name)
                } else {
                    item.windows(name.len()).any(|part| part == name)
                };
            is_in.then_some((name.len(), preset))
        });
        // The first of the longest.
        fits.fold(
            None,
            |best: Option<(usize, Preset)>, next| {
                if best.is_none_or(|(length, _)| next.0 > length) { Some(next) } else { best }
            },
        )
    };
    found(true).or_else(|| found(false)).map(|(_, preset)| preset)
}
