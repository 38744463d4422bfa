//! A fight is two fighters: everything that was entered about each, for what each does and for what is done
//! to each. The scenario of a mode, the one in which the struck fighter strikes back, and links follow from
//! it.

mod entries;
mod link;
mod roles;
mod shared_traits;

use crate::document::{by_rules, is_carried, lacks, presets_of, sheet_of};
use crate::json::Json;
use crate::sheet::SheetSpec;
use crate::text::Ruleset;
use entries::{ModeSheet, is_empty, merged, none, split};
use roles::{Roles, SIDES};

/// Section of a document with what holds between the two.
const SITUATION: &str = "situation";

/// Everything entered about a creature, for all modes.
#[derive(Clone, Debug, PartialEq)]
struct Fighter {
    /// Entries as one who strikes, and as one who is struck.
    sides: [Json; 2],
    /// The situation in which the fighter strikes.
    situation: Json,
}

/// The scenario in which a struck fighter strikes back.
#[derive(Clone, Debug, PartialEq)]
enum Reply {
    /// In this mode.
    Mode(&'static str),
    /// In a link's own scenario, whose fighters are others.
    Other(Json),
}

/// Two fighters, the mode in which one strikes the other, and how that one strikes back. Some games have more
/// fighters, such as an ally: each mode has two of them.
#[derive(Clone, Debug)]
pub struct Fight<'a> {
    rules: &'a Ruleset,
    roles: Roles,
    mode: &'static str,
    fighters: Vec<Fighter>,
    /// Chosen replies to modes; other modes have their usual one.
    replies: Vec<(&'static str, Reply)>,
    /// Entries of a document beside its fighters and the situation, such as the cells of a map.
    others: Json,
}

impl PartialEq for Fight<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.rules.id() == other.rules.id()
            && self.mode == other.mode
            && self.fighters == other.fighters
            && self.replies == other.replies
            && self.others == other.others
    }
}

impl<'a> Fight<'a> {
    /// The fight of a scenario: each fighter has what the scenario says, also in the other modes.
    #[must_use]
    pub fn of(rules: &'a Ruleset, document: &Json) -> Self {
        let roles = Roles::of(rules);
        let nobody = Fighter { sides: [none(), none()], situation: none() };
        let fighters = roles.labels.iter().map(|_| nobody.clone()).collect();
        let mode = rules.about().mode_of(document);
        let fight = Self { rules, roles, mode, fighters, replies: Vec::new(), others: none() };
        fight.with(document)
    }

    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &'a Ruleset {
        self.rules
    }

    /// The mode.
    #[must_use]
    pub fn mode(&self) -> &'static str {
        self.mode
    }

    /// Labels of who strikes and of who is struck.
    #[must_use]
    pub fn labels(&self) -> [&'static str; 2] {
        self.roles
            .of_mode(self.mode)
            .map(|fighter| self.roles.labels.get(fighter).copied().unwrap_or_default())
    }

    /// True where the fighters of another mode are those of this one, and have each other's roles.
    #[must_use]
    pub fn is_reversed(&self, mode: &str) -> bool {
        let [striker, struck] = self.roles.of_mode(self.mode);
        self.roles.of_mode(mode) == [struck, striker]
    }

    /// The fight with a fighter of another fight of the game in the place of the one with that label.
    #[must_use]
    pub fn with_fighter(&self, label: &str, of: &Self) -> Self {
        let mut fight = self.clone();
        let place = self.roles.labels.iter().position(|known| *known == label);
        let fighter = place.and_then(|place| of.fighters.get(place)).filter(|_| self.roles == of.roles);
        if let (Some(fighter), Some(place)) = (fighter, place.and_then(|place| fight.fighters.get_mut(place)))
        {
            place.clone_from(fighter);
        }
        fight
    }

    /// The same fighters in another mode.
    #[must_use]
    pub fn in_mode(&self, mode: &str) -> Self {
        let known = self.rules.about().mode(mode).map_or(self.mode, |mode| mode.id);
        Self { mode: known, ..self.clone() }
    }

    /// The scenario of the mode.
    #[must_use]
    pub fn scenario(&self) -> Json {
        self.scenario_of(self.mode, self.roles.of_mode(self.mode))
    }

    /// True where the fighters can take each other's place: either can strike in any mode.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.roles.is_symmetric && self.reply_mode().is_some() && self.other_reply().is_none()
    }

    /// The fighters in each other's places, where the game allows that: the reply is what is looked at.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut fight = self.clone();
        if let Some(reply) = self.reply_mode().filter(|_| self.can_swap()) {
            fight.fighters.reverse();
            fight.replies.retain(|(mode, _)| *mode != self.mode);
            fight.mode = reply;
            fight.choose_reply(Reply::Mode(self.mode));
        }
        fight
    }

    /// Modes in which the struck fighter can strike back; the first is the usual one.
    #[must_use]
    pub fn replies(&self) -> Vec<&'static str> {
        self.roles.replies(self.rules, self.mode)
    }

    /// The mode in which the struck fighter strikes back.
    #[must_use]
    pub fn reply_mode(&self) -> Option<&'static str> {
        let chosen = self.replies.iter().find(|(mode, _)| *mode == self.mode).map(|(_, reply)| reply);
        match chosen {
            Some(Reply::Mode(mode)) => Some(mode),
            Some(Reply::Other(document)) => Some(self.rules.about().mode_of(document)),
            None => self.replies().into_iter().next(),
        }
    }

    /// The same fight with another mode to strike back in.
    #[must_use]
    pub fn answered_in(&self, mode: &str) -> Self {
        let mut fight = self.clone();
        if let Some(mode) = self.replies().into_iter().find(|known| *known == mode) {
            fight.choose_reply(Reply::Mode(mode));
            // Seen from there, this mode answers.
            if mode != self.mode && !self.roles.is_symmetric {
                let there = fight.in_mode(mode);
                fight.replies = there.answered_by(self.mode);
            }
        }
        fight
    }

    fn answered_by(mut self, mode: &'static str) -> Vec<(&'static str, Reply)> {
        self.choose_reply(Reply::Mode(mode));
        self.replies
    }

    fn choose_reply(&mut self, reply: Reply) {
        let usual = self.replies().first().copied();
        self.replies.retain(|(mode, _)| *mode != self.mode);
        if !matches!(&reply, Reply::Mode(mode) if Some(*mode) == usual) {
            self.replies.push((self.mode, reply));
            self.replies.sort_by_key(|(mode, _)| *mode);
        }
    }

    /// A link's own reply of other fighters.
    fn other_reply(&self) -> Option<&Json> {
        self.replies.iter().find_map(|(mode, reply)| match reply {
            Reply::Other(document) if *mode == self.mode => Some(document),
            _ => None,
        })
    }

    /// The scenario in which the struck fighter strikes back.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn reply(&self) -> Result<Json, String> {
        let about = self.rules.about();
        let Some(document) = self.reply_document() else {
            let why = about.mode(self.mode).map_or("", |mode| mode.unanswered);
            let [_, struck] = self.labels();
            return Err(if why.is_empty() {
                format!("{struck} has no way to strike back here")
            } else {
                why.to_owned()
            });
        };
        match lacks(self.rules, &document).filter(|_| self.other_reply().is_none()) {
            Some(need) => {
                let mode = about.mode_of(&document);
                let label = about.mode(mode).map_or(mode, |mode| mode.label);
                Err(format!("to strike back in \u{201c}{label}\u{201d}: {}", need.asks))
            }
            None => Ok(document),
        }
    }

    /// The reply, also where it lacks a choice.
    #[must_use]
    pub fn reply_document(&self) -> Option<Json> {
        if let Some(document) = self.other_reply() {
            return Some(document.clone());
        }
        let [striker, struck] = self.roles.of_mode(self.mode);
        Some(self.scenario_of(self.reply_mode()?, [struck, striker]))
    }

    /// The scenario, and the one in which the struck fighter strikes back.
    ///
    /// # Errors
    /// The reason why nobody strikes back.
    pub fn duel(&self) -> Result<[Json; 2], String> {
        Ok([self.scenario(), self.reply()?])
    }

    /// The fight after a change of its scenario. What is entered about a fighter holds for all that the
    /// fighter does and suffers: a preset fills every sheet that it has fields for, and a field of one name
    /// in two sheets is one.
    #[must_use]
    pub fn with(&self, document: &Json) -> Self {
        let before = self.in_mode(self.rules.about().mode_of(document));
        let mut fight = before.kept(document);
        fight.share_changes(&before, before.mode, self.roles.of_mode(before.mode));
        fight
    }

    /// The fight after a change of the scenario in which the struck fighter strikes back.
    #[must_use]
    pub fn with_reply(&self, document: &Json) -> Self {
        let mut fight = self.clone();
        if let Some((_, Reply::Other(other))) = fight.replies.iter_mut().find(|(mode, _)| *mode == self.mode)
        {
            other.clone_from(document);
            return fight;
        }
        let mode = self.rules.about().mode_of(document);
        let [striker, struck] = self.roles.of_mode(self.mode);
        fight.lay(document, mode, [struck, striker]);
        fight.share_changes(self, mode, [struck, striker]);
        fight
    }

    /// The fight with exactly this scenario in its mode; the other entries of its fighters stay as they are.
    #[must_use]
    pub fn kept(&self, document: &Json) -> Self {
        let mode = self.rules.about().mode_of(document);
        let mut fight = self.in_mode(mode);
        fight.lay(document, mode, self.roles.of_mode(mode));
        let Json::Object(entries) = document else { return fight };
        let is_other = |(name, _): &&(String, Json)| {
            !SIDES.contains(&name.as_str()) && !["ruleset", "mode", SITUATION].contains(&name.as_str())
        };
        let others = Json::Object(entries.iter().filter(is_other).cloned().collect());
        let [_, elsewhere] = self.others_of(mode);
        fight.others = merged(others, elsewhere);
        fight
    }

    /// Sets the entries that a mode reads of these two fighters.
    fn lay(&mut self, document: &Json, mode: &'static str, roles: [usize; 2]) {
        let entries_of = |name: &str| document.get(name).cloned().unwrap_or_else(none);
        for (side, (name, fighter)) in SIDES.into_iter().zip(roles).enumerate() {
            let Some(spec) = self.spec(mode, side) else { continue };
            let all = self.roles.sheets(self.rules, fighter, side);
            let [_, elsewhere] = split(self.rules, self.entries(fighter, side), (mode, spec), &all);
            self.set(fighter, side, merged(entries_of(name), elsewhere));
        }
        let all = self.roles.situations(self.rules, roles[0]);
        if let Some(spec) = self.situation_spec(mode) {
            let [_, elsewhere] = split(self.rules, self.situation(roles[0]), (mode, spec), &all);
            self.set_situation(roles[0], merged(entries_of(SITUATION), elsewhere));
        }
    }

    fn scenario_of(&self, mode: &'static str, roles: [usize; 2]) -> Json {
        let mut document: Json =
            [("ruleset", Json::from(self.rules.id())), ("mode", mode.into())].into_iter().collect();
        for (side, (name, fighter)) in SIDES.into_iter().zip(roles).enumerate() {
            let Some(spec) = self.spec(mode, side) else { continue };
            let entries = self.read(fighter, side, (mode, spec));
            if !is_empty(&entries) {
                *document.member_mut(name) = entries;
            }
        }
        if let Some(spec) = self.situation_spec(mode) {
            let all = self.roles.situations(self.rules, roles[0]);
            let [entries, _] = split(self.rules, self.situation(roles[0]), (mode, spec), &all);
            if !is_empty(&entries) {
                *document.member_mut(SITUATION) = entries;
            }
        }
        let [others, _] = self.others_of(mode);
        if let Json::Object(others) = others {
            for (name, value) in others {
                *document.member_mut(&name) = value;
            }
        }
        document
    }

    /// The entries of a document beside its fighters that a mode reads, and those of other modes.
    fn others_of(&self, mode: &'static str) -> [Json; 2] {
        let modes = self.rules.about().modes.iter();
        let all: Vec<ModeSheet> = modes.map(|mode| (mode.id, self.rules.form(mode.id))).collect();
        split(self.rules, &self.others, (mode, self.rules.form(mode)), &all)
    }

    fn spec(&self, mode: &str, side: usize) -> Option<&'static SheetSpec> {
        sheet_of(self.rules.form(mode).field(SIDES.get(side)?)?.shape)
    }

    fn situation_spec(&self, mode: &str) -> Option<&'static SheetSpec> {
        sheet_of(self.rules.form(mode).field(SITUATION)?.shape)
    }

    fn entries(&self, fighter: usize, side: usize) -> &Json {
        self.fighters.get(fighter).and_then(|fighter| fighter.sides.get(side)).unwrap_or(&Json::Null)
    }

    fn set(&mut self, fighter: usize, side: usize, entries: Json) {
        if let Some(place) = self.fighters.get_mut(fighter).and_then(|fighter| fighter.sides.get_mut(side)) {
            *place = entries;
        }
    }

    fn situation(&self, fighter: usize) -> &Json {
        self.fighters.get(fighter).map_or(&Json::Null, |fighter| &fighter.situation)
    }

    fn set_situation(&mut self, fighter: usize, entries: Json) {
        if let Some(fighter) = self.fighters.get_mut(fighter) {
            fighter.situation = entries;
        }
    }

    /// Entries of a fighter that a mode reads. A fighter whose preset is for another mode keeps what it is,
    /// such as its level, without the things that it uses there.
    fn read(&self, fighter: usize, side: usize, sheet: ModeSheet) -> Json {
        let all = self.roles.sheets(self.rules, fighter, side);
        let [mut read, other] = split(self.rules, self.entries(fighter, side), sheet, &all);
        for (name, value) in presets_of(&other, "").iter().flat_map(|id| self.without_things(id, sheet)) {
            if read.get(&name).is_none() && !self.is_filled(&read, &name, sheet) {
                *read.member_mut(&name) = value;
            }
        }
        read
    }

    /// Fields of a fighter in a preset of another mode that also names weapons or armour.
    fn without_things(&self, id: &str, (mode, spec): ModeSheet) -> Vec<(String, Json)> {
        let preset = spec.presets.and_then(|target| Some((target, self.rules.presets().find(target, id)?)));
        let Some((target, preset)) = preset else { return Vec::new() };
        let is_dressed = preset.section(target).is_some_and(|fields| fields.contains(".preset="));
        if !is_dressed || is_carried(self.rules, mode, preset.group) {
            return Vec::new();
        }
        let Some(Json::Object(mut fields)) = preset.document(target, spec) else { return Vec::new() };
        fields.retain(|(_, value)| !matches!(value, Json::Object(_)));
        fields
    }

    /// True where a preset among the entries gives a value to a field.
    fn is_filled(&self, entries: &Json, name: &str, (_, spec): ModeSheet) -> bool {
        let fills = |id: &String| {
            let target = spec.presets?;
            self.rules.presets().find(target, id)?.document(target, spec)?.get(name).map(|_| ())
        };
        presets_of(entries, "").iter().any(|id| fills(id).is_some())
    }

    /// The fight under the rules of another edition, which keeps what it knows.
    #[must_use]
    pub fn under<'b>(&self, rules: &'b Ruleset) -> Fight<'b> {
        let mut fight = Fight::of(rules, &by_rules(rules, self.scenario()));
        for mode in rules.about().modes.iter().filter(|mode| self.rules.about().mode(mode.id).is_some()) {
            fight.lay_scenario(&by_rules(rules, self.in_mode(mode.id).scenario()));
        }
        for (mode, reply) in &self.replies {
            if let (Some(mode), Reply::Mode(reply)) = (rules.about().mode(mode), reply) {
                let answered = fight.in_mode(mode.id).answered_in(reply);
                fight = answered.in_mode(fight.mode);
            }
        }
        fight
    }
}
