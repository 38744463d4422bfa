//! Parser of studies. Pairs of a link that no study has are the scenario's.

use super::axis::{self, Axis, AxisChange, AxisPoint, MOST_CELLS};
use super::measure::Measure;
use super::sensitivity::Sensitivity;
use super::{Extent, SearchCondition, Study, shapley};
use crate::fight::Fight;
use crate::json::MOST_BYTES;
use crate::link::{Link, controls, repeated};
use crate::problem::{Problem, hint, none_of, quoted};
use crate::rulesets::{document_of_link, wrong_in_link};
use crate::sheet::SheetSpec;
use crate::text::Ruleset;
use tohit_engine::First;

/// Words of a study; no section of a scenario has such a name.
const WORDS: [&str; 11] =
    ["show", "find", "order", "explain", "seen", "extent", "against", "also", "first", "or", "switches"];
const NEIGHBOURS: char = '~';
const MOST_AXES: usize = 2;
/// Limit on the number of measures, and on the length of an observed run.
const MOST_MEASURES: usize = 200;

/// Splits a link into the scenario's link and the study's pairs, as written, joined by `&`. A scenario's link
/// has none of the latter.
#[must_use]
pub fn parted(ruleset: &Ruleset, link: &str) -> (String, String) {
    let Some((place, query)) = link.split_once('?').filter(|_| link.len() <= MOST_BYTES) else {
        return (link.to_owned(), String::new());
    };
    let whole = Link::parse(link);
    let form = ruleset.form(whole.mode.as_deref().unwrap_or_default());
    let mode = ruleset.about().mode_of(&whole.document(form));
    let is_study = |pair: &&str| {
        let pairs = Link::parse(&format!("?{pair}")).pairs;
        pairs
            .iter()
            .any(|(name, text)| is_word(name) || axis::of_field(ruleset, (form, mode), name, text).is_some())
    };
    let (study, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_study);
    let rest = rest.join("&");
    let scenario = if rest.is_empty() { place.to_owned() } else { format!("{place}?{rest}") };
    (scenario, study.join("&"))
}

/// The scenario of a link without a study. An extent or an opponent alone makes no study: nothing varies, and
/// there are no readings.
///
/// ```
/// use tohit_resolver::{ruleset, study::alone};
///
/// let powder = ruleset("powder").unwrap();
/// assert_eq!(alone(powder, "powder/melee?extent=fight").unwrap(), "powder/melee");
/// assert!(alone(powder, "powder/melee?defender.natural_ac=5..8").is_none());
/// ```
#[must_use]
pub fn alone(ruleset: &Ruleset, link: &str) -> Option<String> {
    let (scenario, words) = parted(ruleset, link);
    let says = |word: &str| {
        ["", "extent", "first", "against", "also"].contains(&word.split('=').next().unwrap_or_default())
    };
    words.split('&').all(says).then_some(scenario)
}

/// True for a word of a study, or a name with its mark.
fn is_word(name: &str) -> bool {
    WORDS.contains(&name) || name.starts_with(NEIGHBOURS)
}

impl<'a> Study<'a> {
    /// Parses a link to that ruleset.
    ///
    /// # Errors
    /// All problems: of the scenario, of the places along the axes, of the measures.
    ///
    /// ```
    /// use tohit_resolver::{ruleset, study::Study};
    ///
    /// let powder = ruleset("powder").unwrap();
    /// let study = Study::parse(powder, "powder/melee?defender.natural_ac=0..20/5&show=hit").unwrap();
    /// assert_eq!((study.axes[0].name.as_str(), study.cells()), ("defender.natural_ac", 5));
    ///
    /// let problems = Study::parse(powder, "powder/melee?defender.natural_ac=0..20/5&show=luck").unwrap_err();
    /// assert_eq!(problems[0].path, "show");
    /// ```
    pub fn parse(ruleset: &'a Ruleset, link: &str) -> Result<Self, Vec<Problem>> {
        if link.len() > MOST_BYTES {
            let message = format!("too large: {} bytes, and {MOST_BYTES} are allowed", link.len());
            return Err(vec![Problem::at("", message)]);
        }
        let mut link = Link::parse(link);
        let controls = controls(&link);
        if !controls.is_empty() {
            return Err(controls);
        }
        let form = ruleset.form(link.mode.as_deref().unwrap_or_default());
        let mode = ruleset.about().mode_of(&link.document(form));
        let (mut words, mut axes, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        let mut problems = Vec::new();
        for (name, text) in core::mem::take(&mut link.pairs) {
            if is_word(&name) {
                words.push((name, text));
                continue;
            }
            match axis::of_field(ruleset, (form, mode), &name, &text) {
                None => plain.push((name, text)),
                Some(Ok(axis)) => axes.push(axis),
                Some(Err(message)) => problems.push(Problem::at(name, message)),
            }
        }
        // A field may have a value of its own beside its axis. Several scenarios each have an `or`, and axes
        // have their own messages.
        let is_axis = |name: &str| ["or", "switches", "also"].contains(&name) || name.starts_with(NEIGHBOURS);
        problems.extend(repeated(&words).into_iter().filter(|problem| !is_axis(&problem.path)));
        problems.extend(repeated(&plain));
        link.pairs = plain;
        let document = link.document(form);
        problems.extend(ruleset.sections(&document).1);
        let study = Self {
            ruleset,
            fight: Fight::of(ruleset, &document),
            document,
            axes,
            show: Vec::new(),
            find: None,
            order: None,
            seen: Vec::new(),
            explain: None,
            extent: Extent::Strike,
            against: None,
            also: Vec::new(),
            first: First::default(),
        };
        let mut reading = Reading { study, form, mode, problems };
        words.iter().for_each(|(name, text)| reading.word(name, text));
        if reading.is_small() {
            reading.axes_hold();
        }
        reading.whole();
        if reading.problems.is_empty() { Ok(reading.study) } else { Err(reading.problems) }
    }
}

/// A study under construction.
struct Reading<'a> {
    study: Study<'a>,
    form: &'static SheetSpec,
    mode: &'static str,
    problems: Vec<Problem>,
}

impl Reading<'_> {
    fn wrong(&mut self, path: &str, message: String) {
        self.problems.push(Problem::at(path, message));
    }

    /// True where the axes and cells stay within the limits; problems are reported.
    fn is_small(&mut self) -> bool {
        let axes = &self.study.axes;
        let cells = axes.iter().fold(1_usize, |cells, axis| cells.saturating_mul(axis.places.len()));
        let message = if axes.len() > MOST_AXES {
            let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
            format!("{} axes ({}) are too many; {MOST_AXES} are allowed", names.len(), names.join(", "))
        } else if cells > MOST_CELLS {
            let length = |axis: &Axis| format!("{} of {}", axis.places.len(), axis.name);
            let lengths: Vec<String> = axes.iter().map(length).collect();
            format!("too large: {cells} cells ({}), and {MOST_CELLS} are allowed", lengths.join(", "))
        } else {
            return true;
        };
        self.wrong("", message);
        false
    }

    /// Checks the places of the axes against their fields: the ends of a range, each item of a list.
    fn axes_hold(&mut self) {
        let mut wrong = Vec::new();
        for axis in &self.study.axes {
            let listed = axis.texts.iter().any(|text| text.contains('|'));
            let last = axis.places.len().saturating_sub(1);
            let ends = axis.places.iter().enumerate().filter(|(at, _)| listed || *at == 0 || *at == last);
            for (_, place) in ends {
                let mut document = self.study.document.clone();
                place.apply(&mut document, self.form);
                let problems = self.study.ruleset.sections(&document).1;
                wrong.extend(problems.into_iter().filter(|problem| within(&problem.path, &axis.name)));
            }
        }
        wrong.dedup();
        self.problems.extend(wrong);
    }

    /// A word of the study, with its value.
    fn word(&mut self, name: &str, text: &str) {
        match name {
            "show" => {
                for measure in self.measures(name, text, Measure::parse) {
                    // A measure is a column once, under its name.
                    if !self.study.show.contains(&measure) {
                        self.study.show.push(measure);
                    }
                }
            }
            "seen" => self.study.seen = self.measures(name, text, Measure::parse_seen),
            "order" => self.study.order = self.measures(name, text, Measure::parse).pop(),
            "explain" => self.study.explain = self.measures(name, text, Measure::parse).pop(),
            "find" => match SearchCondition::parse(text) {
                Ok(find) => {
                    self.known(name, &find.measure);
                    self.study.find = Some(find);
                }
                Err(message) => self.wrong(name, message),
            },
            "extent" => {
                if let Some(extent) = self.one_of(name, text, &Extent::ALL) {
                    self.study.extent = extent;
                }
            }
            "first" => {
                if let Some(first) = self.one_of(name, text, &First::ALL) {
                    self.study.first = first;
                }
            }
            "against" => {
                let document = document_of_link(self.study.ruleset, text);
                self.inside(name, wrong_in_link(text));
                let (_, problems) = self.study.ruleset.sections(&document);
                self.inside(name, problems);
                self.study.fight.answer(document);
                self.study.against = Some(text.to_owned());
            }
            "also" => {
                self.inside(name, wrong_in_link(text));
                self.study.fight.lay_scenario(&document_of_link(self.study.ruleset, text));
                self.study.also.push(text.to_owned());
            }
            "or" => self.pin(text),
            "switches" if text == "*" => self.around(name, text, "", true),
            "switches" => {
                let message = format!("{} is not allowed; it must be *", quoted(text));
                self.wrong(name, message);
            }
            neighbours => self.around(name, text, neighbours.trim_start_matches(NEIGHBOURS), false),
        }
    }

    /// The problems of a scenario within the link.
    fn inside(&mut self, name: &str, problems: Vec<Problem>) {
        self.problems.extend(problems.into_iter().map(|problem| problem.inside(name)));
    }

    /// The value with that name.
    fn one_of<T: Copy>(&mut self, name: &str, text: &str, all: &[(&'static str, T)]) -> Option<T> {
        let found = all.iter().find(|(known, _)| *known == text);
        if found.is_none() {
            let known: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
            self.wrong(name, none_of(&text.into(), &known));
        }
        found.map(|(_, value)| *value)
    }

    fn measures(
        &mut self,
        name: &str,
        text: &str,
        read: fn(&str) -> Result<Measure, String>,
    ) -> Vec<Measure> {
        let mut measures = Vec::new();
        let count = text.split(',').count();
        if count > MOST_MEASURES {
            self.wrong(name, format!("too large: {count} of them, and {MOST_MEASURES} are allowed"));
            return measures;
        }
        for word in text.split(',') {
            match read(word.trim()) {
                Ok(measure) => {
                    self.known(name, &measure);
                    measures.push(measure);
                }
                Err(message) => self.wrong(name, message),
            }
        }
        measures
    }

    /// Checks that the ruleset has the field or outcome of a measure.
    fn known(&mut self, name: &str, measure: &Measure) {
        let about = self.study.ruleset.about();
        let (given, known): (&str, Vec<String>) = match measure {
            Measure::Outcome(given) => {
                let can = about.outcomes.iter().filter(|outcome| outcome.can_end(self.mode));
                (given, can.map(|outcome| outcome.id.to_owned()).collect())
            }
            Measure::Value(given) => (given, self.study.ruleset.figures(self.mode)),
            _ => return,
        };
        let is_refused = || {
            let answer = self.study.answer::<f64>(&self.study.document(0), Extent::Strike);
            matches!(measure, Measure::Value(_)) && answer.is_ok_and(|answer| measure.of(&answer).is_some())
        };
        if known.iter().any(|known| known == given) || is_refused() {
            return;
        }
        let what = if matches!(measure, Measure::Outcome(_)) { "outcome" } else { "figure" };
        let hint = hint(given, known.iter().map(String::as_str));
        let message = format!("there is no {what} {}; there are {}{hint}", quoted(given), known.join(", "));
        self.wrong(name, message);
    }

    /// An axis of neighbours, or of switches.
    fn around(&mut self, name: &str, text: &str, under: &str, switches: bool) {
        if !text.is_empty() && !switches {
            return self.wrong(name, "takes no value".to_owned());
        }
        // One axis too many is reported; the others need no check.
        if self.study.axes.len() > MOST_AXES {
            return;
        }
        let (complete, _) = self.study.ruleset.complete(&self.study.document);
        let mut places = Sensitivity::places(self.form, self.mode, &complete, switches);
        places.retain(|place| match &place.change {
            AxisChange::Set(path, _) => under.is_empty() || within(path, under),
            _ => true,
        });
        if places.len() < 2 {
            let sections = self.form.fields.iter().map(|field| field.name);
            let message = format!("nothing there can be one step more or less{}", hint(under, sections));
            return self.wrong(name, message);
        }
        let texts = vec![text.to_owned()];
        self.study.axes.push(Axis { name: name.to_owned(), texts, places });
    }

    /// Adds another scenario; all of them form one axis.
    fn pin(&mut self, link: &str) {
        let document = document_of_link(self.study.ruleset, link);
        self.inside("or", wrong_in_link(link));
        let (_, problems) = self.study.ruleset.sections(&document);
        self.inside("or", problems);
        let place = AxisPoint { value: link.into(), change: AxisChange::Whole(document) };
        if let Some(pins) = self.study.axes.iter_mut().find(|axis| axis.name == "or") {
            pins.texts.push(link.to_owned());
            pins.places.push(place);
            return;
        }
        let (texts, places) = (vec![link.to_owned()], vec![AxisPoint::as_it_is(), place]);
        // The replacement of the scenario precedes the changes of other axes.
        self.study.axes.insert(0, Axis { name: "or".to_owned(), texts, places });
    }

    /// Checks of the study as a whole.
    fn whole(&mut self) {
        let axes = &self.study.axes;
        let count = axes.len();
        if let [one, other] = axes.as_slice() {
            let around = [one, other].into_iter().find(|axis| axis.name.starts_with(NEIGHBOURS));
            let wrong = match around {
                _ if one.name == other.name => Some((one, "stands there twice")),
                Some(around) => {
                    Some((around, "goes with nothing else that varies: its steps are those of one scenario"))
                }
                None => None,
            };
            if let Some((name, message)) =
                wrong.map(|(axis, message)| (axis.name.clone(), message.to_owned()))
            {
                self.wrong(&name, message);
            }
        }
        if self.study.find.is_some() && count == 0 {
            self.wrong("find", "needs something to vary, such as a range: attacker.level=1..50".to_owned());
        }
        if !self.study.seen.is_empty() && count > 1 {
            self.wrong("seen", format!("is weighed along one axis; these are {count}"));
        }
        if self.study.explain.is_some()
            && let Err(message) = shapley::changes(&self.study)
        {
            self.wrong("explain", message);
        }
        let duels = self.study.columns().iter().any(|measure| measure.extent() == Extent::Duel);
        if duels && let Err(why) = self.study.fight.reply() {
            self.problems.push(no_opponent(&why));
        }
    }
}

/// True where a path is `outer` or lies inside it.
fn within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Problem of a duel without an opponent.
pub(super) fn no_opponent(why: &str) -> Problem {
    Problem::at("against", format!("is missing, the link of who strikes back; {why}"))
}
