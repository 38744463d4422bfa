//! Links of fights: the scenario of the mode, and what it does not read as links of other modes, `against=`
//! of the reply and `also=` of the others.

use super::roles::SIDES;
use super::{Fight, Reply};
use crate::document::presets_in;
use crate::json::Json;
use crate::link::{self, decode, encode};
use crate::problem::Problem;
use crate::rulesets::{document_of_link, ruleset_of_link, to_link, wrong_in_link};
use crate::text::Ruleset;

/// Pair with the scenario in which the struck fighter strikes back.
const AGAINST: &str = "against";
/// Pair with the scenario of another mode.
const ALSO: &str = "also";

/// Link of a scenario beside that of a fight's mode.
enum Beside {
    /// The scenario in which the struck fighter strikes back.
    Against(String),
    /// The scenario of another mode.
    Also(String),
}

impl Beside {
    fn link(&self) -> &String {
        let (Self::Against(link) | Self::Also(link)) = self;
        link
    }
}

/// A link's pairs of a fight: the link of the scenario, and those beside it in their order.
fn parted(link: &str) -> (String, Vec<Beside>) {
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let (mut beside, mut rest) = (Vec::new(), Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some((AGAINST, text)) => beside.push(Beside::Against(decode(text))),
            Some((ALSO, text)) => beside.push(Beside::Also(decode(text))),
            Some(("extent" | "first", _)) => {}
            _ => rest.push(pair),
        }
    }
    let scenario = if rest.is_empty() { place.to_owned() } else { format!("{place}?{}", rest.join("&")) };
    (scenario, beside)
}

/// The link of a scenario, without a game that it carries.
fn write(rules: &Ruleset, document: &Json) -> String {
    let mode = rules.about().mode_of(document);
    link::write(rules.id(), mode, document, rules.form(mode))
}

/// True for scenarios with the same entries, in whatever order.
fn are_same(rules: &Ruleset, one: &Json, other: &Json) -> bool {
    let pairs = |document: &Json| {
        let mode = rules.about().mode_of(document);
        let mut pairs = link::pairs(document, rules.form(mode));
        pairs.sort_unstable();
        (mode, pairs)
    };
    pairs(one) == pairs(other)
}

impl Fight<'static> {
    /// The fight of a link: `ruleset/mode?path=value&…&against=LINK&also=LINK`. Without `against` the struck
    /// fighter strikes back with what the scenario says about both.
    ///
    /// # Errors
    /// Problems of the link itself; problems of its values are the scenario's.
    pub fn from_link(link: &str) -> Result<Self, Vec<Problem>> {
        let rules = ruleset_of_link(link).map_err(|problem| vec![problem])?;
        Self::of_link(rules, link)
    }
}

impl<'a> Fight<'a> {
    /// The fight of a link to a ruleset.
    ///
    /// # Errors
    /// Errors of [`Fight::from_link`].
    pub fn of_link(rules: &'a Ruleset, link: &str) -> Result<Self, Vec<Problem>> {
        let (scenario, beside) = parted(link);
        let parts = [&scenario].into_iter().chain(beside.iter().map(Beside::link));
        let problems: Vec<Problem> = parts.flat_map(|link| wrong_in_link(link)).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let fight = Self::of(rules, &document_of_link(rules, &scenario));
        Ok(fight.joined(link.split_once('?').map_or("", |(_, query)| query)))
    }

    /// The fight of this scenario as a page opens it, with the pairs of its link. A link that is no duel and says
    /// nothing of the reply leaves the usual things to the struck fighter, as if it were chosen by name.
    #[must_use]
    pub fn opened(&self, pairs: &str, is_duel: bool) -> Self {
        let (_, beside) = parted(&format!("?{pairs}"));
        let says_reply = beside.iter().any(|beside| matches!(beside, Beside::Against(_)));
        let begun = if is_duel || says_reply { self.clone() } else { self.with_usual_reply() };
        begun.joined(pairs)
    }

    fn with_usual_reply(&self) -> Self {
        let [_, struck] = SIDES;
        self.with_usual_things(struck, &[])
    }

    /// The fight with the scenarios of `against` and `also` among the pairs of a link.
    #[must_use]
    pub fn joined(&self, pairs: &str) -> Self {
        let (_, beside) = parted(&format!("?{pairs}"));
        let (mut fight, own) = (self.clone(), self.scenario());
        for beside in beside {
            let document = document_of_link(self.rules, beside.link());
            match beside {
                Beside::Against(_) => fight.answer(document),
                Beside::Also(_) => fight.lay_beside(&document, &own),
            }
        }
        fight
    }

    /// Takes a scenario of another mode beside the link's own. Presets hold in several modes: those of the link's
    /// own scenario stay.
    fn lay_beside(&mut self, document: &Json, own: &Json) {
        self.lay_scenario(document);
        if presets_in(&self.scenario()) != presets_in(own) {
            self.lay_scenario(own);
        }
    }

    /// Takes a scenario as the one in which the struck fighter strikes back.
    pub(crate) fn answer(&mut self, document: Json) {
        let mode = self.rules.about().mode_of(&document);
        let is_reply = self.replies().contains(&mode);
        if is_reply {
            let [striker, struck] = self.roles.of_mode(self.mode);
            self.lay(&document, mode, [struck, striker]);
            self.choose_reply(Reply::Mode(mode));
        }
        // A scenario of other fighters, or one that those of this fight cannot hold.
        let holds = self.reply_document().is_some_and(|reply| are_same(self.rules, &reply, &document));
        if !is_reply || !holds {
            self.choose_reply(Reply::Other(document));
        }
    }

    pub(crate) fn lay_scenario(&mut self, document: &Json) {
        let mode = self.rules.about().mode_of(document);
        self.lay(document, mode, self.roles.of_mode(mode));
    }

    /// Pairs of a page's link, for what the scenario does not say about other modes: [`Fight::opened`] reads them.
    #[must_use]
    pub fn pairs(&self, is_duel: bool) -> String {
        let begun = Self::of(self.rules, &self.scenario());
        let (pairs, says_reply) =
            self.pairs_from(if is_duel { begun.clone() } else { begun.with_usual_reply() }, false);
        if is_duel || !says_reply {
            return pairs;
        }
        self.pairs_from(begun, true).0
    }

    /// The link of the scenario, and what other modes need beside it: empty where they follow from it.
    #[must_use]
    pub fn link_parts(&self) -> (String, String) {
        let scenario = to_link(self.rules, &self.scenario());
        let read = Self::of(self.rules, &document_of_link(self.rules, &scenario));
        (scenario, self.pairs_from(read, false).0)
    }

    /// Pairs that make this fight of the one that is read before them, and true where they say the reply, which
    /// they do in any case where `must_reply`.
    fn pairs_from(&self, mut read: Self, must_reply: bool) -> (String, bool) {
        let rules = self.rules;
        let (mut more, mut says_reply) = (Vec::new(), false);
        let (about, own) = (rules.about(), self.scenario());
        for mode in about.modes.iter().filter(|mode| mode.id != self.mode) {
            let [mine, known] = [self, &read].map(|fight| fight.in_mode(mode.id).scenario());
            if !self.is_reversed(mode.id) && !are_same(rules, &mine, &known) {
                more.push(format!("{ALSO}={}", encode(&write(rules, &mine))));
                read.lay_beside(&mine, &own);
            }
        }
        // Reversed modes: the reply alone, as far as it says all about them.
        let reply = self.reply_document();
        let known = read.reply_document();
        if let Some(reply) = reply
            && (must_reply || !known.is_some_and(|known| are_same(rules, &reply, &known)))
        {
            says_reply = true;
            more.push(format!("{AGAINST}={}", encode(&write(rules, &reply))));
            read.answer(reply);
        }
        for mode in about.modes.iter().filter(|mode| mode.id != self.mode && self.is_reversed(mode.id)) {
            let [mine, known] = [self, &read].map(|fight| fight.in_mode(mode.id).scenario());
            if !are_same(rules, &mine, &known) {
                more.push(format!("{ALSO}={}", encode(&write(rules, &mine))));
                read.lay_beside(&mine, &own);
            }
        }
        (more.join("&"), says_reply)
    }

    /// The link of the whole fight.
    #[must_use]
    pub fn to_link(&self) -> String {
        let (scenario, more) = self.link_parts();
        if more.is_empty() {
            return scenario;
        }
        format!("{scenario}{}{more}", if scenario.contains('?') { '&' } else { '?' })
    }
}
