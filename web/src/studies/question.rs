//! The question: the controls' choices as a study's link, and a link as choices.

use super::fields::{self, LabelledField, Slot, Wide};
use super::words::presets_held;
use crate::actions::study_link::{TURNS, WIN, measure};
use crate::model::link::with;
use crate::model::scenario::Now;
use crate::sheet;
use crate::store::{ScenarioStore, Stores, StudyQuestion};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::summary::Summary;
use tohit_resolver::Extent;
use tohit_resolver::document;
use tohit_resolver::sheet::in_line;
use tohit_resolver::study::{AxisPoint, Study};
use tohit_resolver::{Json, encode, to_link};

impl StudyQuestion {
    /// The questions that are always offered, in their order.
    pub(super) const ROW: [Self; 5] = [Self::Best, Self::Helps, Self::Need, Self::Luck, Self::Rules];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Helps => "What helps most?",
            Self::Best => "Which is best?",
            Self::Matters => "How much does it matter?",
            Self::Rules => "Do the rules matter?",
            Self::Apart => "What makes the difference?",
            Self::Linked => "As the link asks",
            Self::Need => "What do I need?",
            Self::Luck => "Was that bad luck?",
        }
    }
}

/// No sheet in particular: any field takes a step.
pub(super) const EVERYTHING: &str = "*";

/// Answer where a sheet has no presets.
const NO_CHOICE: &str = "There is nothing to choose among here.";

/// The choices.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    pub(super) stores: Stores,
    pub(super) question: RwSignal<StudyQuestion>,
    pub(super) slot: RwSignal<String>,
    /// Sheet whose fields take a step, or `EVERYTHING`; where empty, the asker's.
    pub(super) whose: RwSignal<String>,
    /// Names of its presets, with commas between them; all where there are none.
    pub(super) names: RwSignal<String>,
    pub(super) field: RwSignal<String>,
    /// A second field; none where it is empty.
    pub(super) other: RwSignal<String>,
    pub(super) measure: RwSignal<String>,
    /// The words of a link without equivalent choices, or else the source of the ranges of the chosen fields.
    pub(super) linked: RwSignal<String>,
    /// The groups of presets that are layers.
    over: Memo<Vec<&'static str>>,
    /// The sheets that have a field which can take a step, by their names and labels.
    pub(super) sheets: Memo<Vec<(&'static str, &'static str)>>,
}

impl Choices {
    pub(super) fn new(stores: Stores, question: RwSignal<StudyQuestion>) -> Self {
        let Stores { scenario, .. } = stores;
        let place = Memo::new(move |_| scenario.now.with(|now| now.place()));
        // Read, and not only tracked: a memo without a reader knows of no change.
        let over = move |_: Option<&_>| place.with(|_| fields::over(&scenario.here()));
        Self {
            stores,
            question,
            slot: RwSignal::default(),
            whose: RwSignal::default(),
            names: RwSignal::default(),
            field: RwSignal::default(),
            other: RwSignal::default(),
            measure: RwSignal::default(),
            linked: RwSignal::default(),
            over: Memo::new(over),
            sheets: Memo::new(move |_| scenario.now.with(|now| sheets(scenario, now))),
        }
    }

    /// The chosen measure, or else that of the shown extent.
    pub(super) fn measure(self) -> &'static str {
        let stores = self.stores;
        // Weapons differ in strikes a turn: a ranking goes by the whole turn.
        let is_best = self.question.get() == StudyQuestion::Best;
        let has_end =
            |summary: &Arc<Summary>| summary.fight.as_ref().is_some_and(|fight| fight.mean.is_some());
        // Shares of a difference are fractions, which turns to kill have in short fights alone.
        let is_apart = self.question.get() == StudyQuestion::Apart;
        let shown = match stores.extent_shown() {
            Extent::Duel => measure(stores, WIN, TURNS),
            _ if is_apart => "turn.mean",
            Extent::Fight => measure(stores, "kill.time.mean", TURNS),
            _ if stores.answer.summary.with(has_end) => measure(stores, "kill.time.mean", TURNS),
            Extent::Strike if !is_best => "damage.mean",
            _ => "turn.mean",
        };
        measure(stores, &self.measure.get(), shown)
    }

    /// Sheet whose fields take a step, or `EVERYTHING`; by default the asker's: users rarely change the
    /// other.
    pub(super) fn whose(self, now: &Now) -> String {
        let chosen = self.whose.get();
        self.sheets.with(|sheets| {
            let called = |wanted: &str| sheets.iter().find(|(name, _)| *name == wanted);
            match called(&chosen).or(called(now.asker())).or(sheets.first()) {
                Some((name, _)) if chosen != EVERYTHING => (*name).to_owned(),
                _ => EVERYTHING.to_owned(),
            }
        })
    }

    /// The slots that have several presets.
    pub(super) fn slots(self, now: &Now) -> Vec<Slot> {
        self.over.with(|over| fields::slots(now, over))
    }

    /// The chosen slot, or else the first.
    pub(super) fn slot(self, now: &Now) -> Option<Slot> {
        let (chosen, slots) = (self.slot.get(), self.slots(now));
        let first = slots.first().cloned();
        slots.into_iter().find(|slot| slot.name() == chosen).or(first)
    }

    /// The typed names that fit no preset of the slot.
    pub(super) fn unknown(self, now: &Now) -> Vec<String> {
        let slot = self.slot(now);
        slot.map_or_else(Vec::new, |slot| {
            self.over.with(|over| fields::unknown(now, over, &slot, &self.names.get()))
        })
    }

    /// Suppositions of a ranking: the numbers of the fighter and of his thing stay, one skill for all weapons
    /// among them, or the list's things come without them.
    pub(super) fn supposed(self, now: &Now) -> String {
        let Some(slot) = self.slot(now).filter(|slot| slot.sheet().contains('.') || slot.is_layer()) else {
            return String::new();
        };
        let axis = self.over.with(|over| fields::axis(now, over, &slot, ""));
        let supposed =
            axis.ok().and_then(|(document, axis)| Supposed::of(now, slot.sheet(), &document, &axis));
        supposed.map_or_else(String::new, |supposed| supposed.said())
    }

    /// The chosen field, or else the default field.
    pub(super) fn field(self, now: &Now) -> Option<LabelledField> {
        let chosen = self.field.get();
        let is_chosen = |at: &LabelledField| at.is_ranged() && at.path == chosen;
        fields::all(now).into_iter().find(is_chosen).or_else(|| fields::asked_first(now))
    }

    /// The second field, if chosen and different.
    pub(super) fn other(self, now: &Now) -> Option<LabelledField> {
        let chosen = self.other.get();
        let other = fields::all(now).into_iter().find(|at| at.is_ranged() && at.path == chosen)?;
        self.field(now).filter(|at| at.path != other.path).map(|_| other)
    }

    /// The study's link, or the error.
    pub(super) fn link(self) -> Result<String, String> {
        let now = self.stores.scenario.now.get();
        let question = self.question.get();
        let mut document = now.asked.document.clone();
        let linked = self.linked.get();
        let range = |at: &LabelledField, wide: Wide| {
            let mut given =
                linked.split('&').filter_map(|pair| pair.strip_prefix(&at.path)?.strip_prefix('='));
            let text = given.next().map_or_else(|| fields::range(&now, at, wide), str::to_owned);
            format!("{}={text}", at.path)
        };
        let words = match question {
            StudyQuestion::Helps => {
                format!("~{}&order={}", self.whose(&now).trim_start_matches(EVERYTHING), self.measure())
            }
            StudyQuestion::Rules => format!("switches=*&order={}", self.measure()),
            StudyQuestion::Best => {
                let slot = self.slot(&now).ok_or(NO_CHOICE)?;
                let (open, axis) =
                    self.over.with(|over| fields::axis(&now, over, &slot, &self.names.get()))?;
                document = open;
                format!("{axis}&order={}", self.measure())
            }
            StudyQuestion::Matters => {
                let at = self.field(&now).ok_or("No field here has a range.")?;
                match self.other(&now) {
                    Some(other) => {
                        let (across, up) = (range(&at, Wide::Mapped), range(&other, Wide::Mapped));
                        format!("{across}&{up}&show={}", self.measure())
                    }
                    None => format!("{}&show={}", range(&at, Wide::Drawn), self.measure()),
                }
            }
            StudyQuestion::Apart => {
                let pin = self.stores.compare.pins.with(|pins| pins.first().cloned());
                document = pin.ok_or("Pin a fight to compare with first.")?.seen_from(&now).document;
                let here = to_link(now.rules, &now.asked.document);
                format!("or={}&explain={}", encode(&here), self.measure())
            }
            StudyQuestion::Linked => linked,
            StudyQuestion::Need | StudyQuestion::Luck => return Err(String::new()),
        };
        Ok(with(&to_link(now.rules, &document), &words))
    }

    /// Sets the choices to a link's study, as far as there are any.
    pub(super) fn take(self, asked: &str) {
        self.linked.set(asked.to_owned());
        let now = self.stores.scenario.here();
        let scenario = to_link(now.rules, &now.asked.document);
        let parsed = Study::parse(now.rules, &with(&scenario, asked));
        if let Ok(study) = &parsed {
            self.guess(&now, study);
            let same = untrack(|| self.link())
                .and_then(|link| Study::parse(now.rules, &link).map_err(|_| String::new()));
            if same.is_ok_and(|same| same.to_link() == study.to_link()) {
                return;
            }
        }
        self.linked.set(asked.to_owned());
        self.question.set(StudyQuestion::Linked);
    }

    /// Drops the question of a link.
    pub(super) fn forget_link(self) {
        self.linked.set(String::new());
        if self.question.get_untracked() == StudyQuestion::Linked {
            self.question.set(StudyQuestion::default());
        }
    }

    /// The choices that come nearest to a study.
    fn guess(self, now: &Now, study: &Study<'_>) {
        let name = |at: usize| study.axes.get(at).map_or("", |axis| axis.name.as_str());
        let field = |at: usize| if name(at).contains('.') { name(at).to_owned() } else { String::new() };
        let measure = study.order.iter().chain(study.show.first());
        self.measure.set(measure.map(ToString::to_string).next().unwrap_or_default());
        self.field.set(field(0));
        self.other.set(field(1));
        let ranges = study.axes.iter().map(|axis| format!("{}={}", axis.name, axis.text()));
        self.linked.set(ranges.collect::<Vec<_>>().join("&"));
        let name = name(0);
        let slot = self.slots(now).into_iter().find(|slot| {
            let of = self.over.with_untracked(|over| fields::axis(now, over, slot, ""));
            of.is_ok_and(|(_, text)| text.split('=').next() == Some(name))
        });
        self.slot.set(slot.as_ref().map(Slot::name).unwrap_or_default());
        let places = study.axes.first().map(|axis| axis.places.as_slice()).unwrap_or_default();
        let are_some = slot.as_ref().is_some_and(|slot| places.len() < slot.count);
        let names = places.iter().filter(|_| are_some).map(AxisPoint::label);
        self.names.set(names.collect::<Vec<_>>().join(", "));
        if let Some(whose) = name.strip_prefix('~') {
            self.whose.set(if whose.is_empty() { EVERYTHING } else { whose }.to_owned());
        }
        self.question.set(match name {
            name if name.starts_with('~') => StudyQuestion::Helps,
            "switches" => StudyQuestion::Rules,
            "or" => StudyQuestion::Apart,
            _ if slot.is_some() => StudyQuestion::Best,
            _ => StudyQuestion::Matters,
        });
    }

    /// Sets a choice, and drops the words of the link.
    pub(super) fn choose(self, signal: RwSignal<String>, value: String) {
        self.linked.set(String::new());
        signal.set(value);
    }
}

/// Numbers beside a list of things, as the things are tried: those that stay, and those that go with what is held.
struct Supposed {
    kept: Vec<String>,
    lost: Vec<String>,
}

impl Supposed {
    /// Compares one thing of the list, in the study's own scenario, with the present.
    fn of(now: &Now, sheet: &str, document: &Json, axis: &str) -> Option<Self> {
        let study = Study::parse(now.rules, &with(&to_link(now.rules, document), axis)).ok()?;
        let held = presets_held(now, sheet);
        let ids: Vec<String> = study.axes.first()?.places.iter().map(AxisPoint::label).collect();
        let cell = ids.iter().position(|id| !held.contains(id))?;
        let (tried, _) = document::complete(now.rules, &study.document(cell));
        // Numbers that the thing itself has are no suppositions.
        let mut unsaid = now.complete.clone();
        let spec = now.form().at(sheet).and_then(|(shape, _)| document::sheet_of(shape))?;
        let preset = now.rules.presets().find(spec.presets?, ids.get(cell)?)?;
        document::make_room(&mut unsaid, now.rules.presets(), (sheet, spec), preset);
        let side = sheet.split('.').next().unwrap_or_default();
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for at in fields::all(now) {
            let inner =
                at.path.strip_prefix(side).and_then(|path| path.strip_prefix('.')).unwrap_or_default();
            let is_counted = !inner.is_empty() && inner != "hp" && number_at(&unsaid, &at.path).is_some();
            let Some(number) =
                number_at(&now.complete, &at.path).filter(|number| is_counted && *number != 0.0)
            else {
                continue;
            };
            let says = format!("{} {}", in_line(at.label()), format::number(number));
            if number_at(&tried, &at.path) == Some(number) { kept.push(says) } else { lost.push(says) }
        }
        Some(Self { kept, lost })
    }

    fn said(&self) -> String {
        const MOST: usize = 6;
        let few = |all: &[String]| all.get(..MOST).unwrap_or(all).join(", ");
        let kept = match self.kept.as_slice() {
            [] => "all else stays as it is".to_owned(),
            kept => format!("{}, and all else as it is", few(kept)),
        };
        match self.lost.as_slice() {
            [] => format!("Supposed for each: {kept}."),
            lost => format!("Supposed for each: without your {}; {kept}.", few(lost)),
        }
    }
}

fn number_at(complete: &Json, path: &str) -> Option<f64> {
    match complete.at(path)? {
        Json::Number(text) => format::read(text),
        _ => None,
    }
}

fn sheets(scenario: ScenarioStore, now: &Now) -> Vec<(&'static str, &'static str)> {
    let paths = fields::around(scenario, &to_link(now.rules, &now.asked.document));
    let has_steps = |sheet: &str| paths.iter().any(|path| path.split('.').next() == Some(sheet));
    let sheets = sheet::sections(scenario, now).into_iter().map(|(field, _)| (field.name, field.about.label));
    sheets.filter(|(name, _)| has_steps(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_says_which_numbers_stay_and_which_go() {
        let said = |link: &str| {
            let (rules, document) = tohit_resolver::from_link(link).unwrap();
            let now = Now::at(rules, document);
            let over = fields::over(&now);
            let slot = fields::slots(&now, &over).into_iter().next().unwrap();
            let (document, axis) = fields::axis(&now, &over, &slot, "").unwrap();
            Supposed::of(&now, slot.sheet(), &document, &axis).unwrap().said()
        };
        let brogue = "brogue/monster?defender.strength=16&defender.armor.preset=banded-mail";
        let plain = "Supposed for each: strength 16, and all else as it is.";
        let without = |plus: u8| {
            format!("Supposed for each: without your enchantment {plus}; strength 16, and all else as it is.")
        };
        assert_eq!(said(brogue), plain);
        assert_eq!(said(&format!("{brogue}&defender.armor.enchant=2")), without(2));
        assert_eq!(said("brogue/monster?defender.preset=hero-at-depth-13"), without(3));
        let kept = said(
            "shattered/melee?attacker.weapon.preset=mace&attacker.weapon.upgrade=5&attacker.strength=16",
        );
        assert!(kept.contains("upgrade 5") && !kept.contains("without"), "{kept}");
        let lost = said("brogue/melee?attacker.preset=hero-at-depth-8&defender.preset=ogre");
        assert!(lost.contains("without your enchantment 2"), "{lost}");
    }
}
