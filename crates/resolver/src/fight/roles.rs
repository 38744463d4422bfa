//! Roles of a game's modes: which fighter strikes and which is struck. The words say it; without them the
//! labels of the sheets do: "You" against "Monster" in one mode, "Monster" against "You" in another.

use crate::about::AboutMode;
use crate::document::sheet_of;
use crate::sheet::SheetSpec;
use crate::text::Ruleset;

/// Sections of a document: of who strikes, and of who is struck.
pub(super) const SIDES: [&str; 2] = ["attacker", "defender"];

/// The fighters of a game, and their roles in its modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Roles {
    /// Labels of the fighters.
    pub(super) labels: Vec<&'static str>,
    /// Modes, each with the index of its striker and of who is struck.
    modes: Vec<(&'static str, [usize; 2])>,
    /// True where no two modes have reversed roles: either fighter can then strike in any mode.
    pub(super) is_symmetric: bool,
}

impl Roles {
    /// The roles of a ruleset's modes.
    pub(super) fn of(rules: &Ruleset) -> Self {
        let about = rules.about();
        let said = about.fighters;
        let by_words = |mode: &AboutMode| {
            said.iter().enumerate().find_map(|(striker, fighter)| {
                let (struck, _) = fighter.strikes.iter().find(|(_, modes)| modes.contains(&mode.id))?;
                Some([striker, said.iter().position(|fighter| fighter.id == *struck)?])
            })
        };
        let labels = |mode: &AboutMode| {
            let form = rules.form(mode.id);
            SIDES.map(|side| form.field(side).map_or("", |field| field.about.label))
        };
        let first = about.modes.first().map_or([""; 2], labels);
        let by_labels = |mode: &AboutMode| {
            let [striker, struck] = labels(mode);
            let is_reversed = first[0] != first[1] && [struck, striker] == first;
            if is_reversed { [1, 0] } else { [0, 1] }
        };
        let modes =
            about.modes.iter().map(|mode| (mode.id, by_words(mode).unwrap_or_else(|| by_labels(mode))));
        let modes: Vec<_> = modes.collect();
        let labels =
            if said.is_empty() { first.to_vec() } else { said.iter().map(|fighter| fighter.label).collect() };
        let is_reversed =
            |[striker, struck]: [usize; 2]| modes.iter().any(|(_, roles)| *roles == [struck, striker]);
        let is_symmetric = !modes.iter().any(|(_, roles)| is_reversed(*roles));
        Self { labels, modes, is_symmetric }
    }

    /// Index of the striker of a mode, and of who is struck.
    pub(super) fn of_mode(&self, mode: &str) -> [usize; 2] {
        self.modes.iter().find(|(id, _)| *id == mode).map_or([0, 1], |(_, roles)| *roles)
    }

    /// Modes in which those who are struck in `mode` can strike back: the first is the usual one.
    pub(super) fn replies(&self, rules: &Ruleset, mode: &str) -> Vec<&'static str> {
        let about = rules.about();
        let Some(this) = about.mode(mode) else { return Vec::new() };
        let [striker, struck] = self.of_mode(mode);
        let mut replies: Vec<&'static str> = if !this.unanswered.is_empty() {
            Vec::new()
        } else if self.is_symmetric {
            let others = about.modes.iter().filter(|other| other.id != mode && other.unanswered.is_empty());
            core::iter::once(this.id).chain(others.map(|other| other.id)).collect()
        } else {
            let is_reversed = |(_, roles): &&(&str, [usize; 2])| *roles == [struck, striker];
            self.modes.iter().filter(is_reversed).map(|(mode, _)| *mode).collect()
        };
        replies.sort_by_key(|reply| this.answered_by != Some(*reply));
        replies
    }

    /// The sheets of a fighter as one who strikes (side 0), or is struck (side 1), each with its mode.
    pub(super) fn sheets(
        &self,
        rules: &Ruleset,
        fighter: usize,
        side: usize,
    ) -> Vec<(&'static str, &'static SheetSpec)> {
        let has_role = |(_, roles): &&(&str, [usize; 2])| {
            roles.get(side) == Some(&fighter) || self.is_symmetric && roles.contains(&fighter)
        };
        let name = SIDES.get(side).copied().unwrap_or_default();
        let modes = self.modes.iter().filter(has_role).map(|(mode, _)| *mode);
        modes.filter_map(|mode| Some((mode, sheet_of(rules.form(mode).field(name)?.shape)?))).collect()
    }

    /// The sheets of the situation in which a fighter strikes, each with its mode.
    pub(super) fn situations(
        &self,
        rules: &Ruleset,
        fighter: usize,
    ) -> Vec<(&'static str, &'static SheetSpec)> {
        let strikes = |(_, [striker, struck]): &&(&str, [usize; 2])| {
            *striker == fighter || self.is_symmetric && *struck == fighter
        };
        let modes = self.modes.iter().filter(strikes).map(|(mode, _)| *mode);
        modes.filter_map(|mode| Some((mode, sheet_of(rules.form(mode).field("situation")?.shape)?))).collect()
    }
}
