//! The rolled example: one strike or turn, told die by die.

use crate::dom::{El, button, effect, el};
use crate::format;
use crate::link::Throw;
use crate::signals::*;
use crate::state::{Asked, Page};
use crate::tallies;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use tohit_resolver::{Ask, Event, Figure, Rolled, decimal};

/// A log shows no more faces of one roll than this; the rest is counted.
const MOST_FACES: usize = 60;
/// Seeds drawn here stay short enough to be read out.
const SEEDS: u64 = 1_000_000;

/// The log, its seed, and the way to roll again.
pub(crate) fn view(page: Page) -> El {
    let [throw, tallied] = tallies::view(page);
    let header = el("header")
        .child(&el("h2").attr("id", "log-heading").text("One example, rolled"))
        .child(&turn(page))
        .child(&seed(page))
        .child(&button("Roll again").class("again").press(move || {
            page.throw.update(|throw| throw.seed = drawn(throw.seed));
        }))
        .child(&throw);
    el("section")
        .class("log")
        .attr("aria-labelledby", "log-heading")
        .child(&header)
        .child(&el("div").class_if("stale", move || page.is_stale()).children(example(page)))
        .child(&tallied)
}

/// Whether a whole turn is rolled, where a turn has more than one strike.
fn turn(page: Page) -> El {
    let tick = el("input").attr("type", "checkbox");
    let follow = tick.clone();
    effect(move || follow.set_property("checked", &page.throw.get().turn.into()));
    let ticked = tick.clone();
    let tick = tick.on("change", move |_| {
        let turn = ticked.is_checked();
        page.throw.update(|throw| throw.turn = turn);
    });
    el("label").class("turn").class_if("gone", move || !page.has_turn()).child(&tick).text("whole turn")
}

fn seed(page: Page) -> El {
    let field = el("input").attr("type", "text").attr("inputmode", "numeric").attr("autocomplete", "off");
    let follow = field.clone();
    effect(move || follow.set_property("value", &page.throw.get().seed.to_string().into()));
    let typed = field.clone();
    let field = field.on("change", move |_| match typed.value().trim().parse() {
        Ok(seed) => page.throw.update(|throw| throw.seed = seed),
        Err(_) => typed.set_property("value", &page.throw.get_untracked().seed.to_string().into()),
    });
    el("label").class("seed").text("seed").child(&field)
}

/// Another seed.
fn drawn(before: u64) -> u64 {
    let mut bytes = [0u8; 8];
    let drawn = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    // A browser that draws nothing still rolls other dice.
    if drawn.is_ok() { u64::from_le_bytes(bytes) % SEEDS } else { before.wrapping_add(1) }
}

/// The lines of the example, and how it ends.
struct Told {
    events: El,
    verdict: El,
    lines: RefCell<Vec<(Line, El)>>,
    /// What they tell of.
    of: RefCell<Option<(Arc<Asked>, Throw)>>,
}

/// The example, which follows what is asked. A key is pressed for the answer: the example comes after the frame that shows that one.
fn example(page: Page) -> [El; 2] {
    let (events, verdict) = (el("ol").class("events"), el("p").class("verdict"));
    let parts = [events.clone(), verdict.clone()];
    let told = Rc::new(Told { events, verdict, lines: RefCell::default(), of: RefCell::default() });
    effect(move || {
        page.now.track();
        page.throw.track();
        if told.of.borrow().is_none() {
            told.follow(page);
            return;
        }
        let told = Rc::downgrade(&told);
        after_frame(move || {
            if let Some(told) = told.upgrade() {
                told.follow(page);
            }
        });
    });
    parts
}

impl Told {
    /// Tells of what is asked now. A line that says what it said before stays as it is: a key changes few of them, and to make all anew took longer
    /// than all else that a key changes.
    fn follow(&self, page: Page) {
        let (asked, throw) = (page.here().asked.clone(), page.throw.get_untracked());
        let is_same = |(of, by): &(Arc<_>, _)| Arc::ptr_eq(of, &asked) && *by == throw;
        if self.of.borrow().as_ref().is_some_and(is_same) {
            return;
        }
        self.of.replace(Some((asked, throw)));
        let rolled = untrack(|| page.roll());
        let lines = rolled.as_ref().map_or_else(Vec::new, |rolled| lines(told(rolled)));
        let mut shown = self.lines.borrow_mut();
        while shown.len() > lines.len() {
            if let Some((_, gone)) = shown.pop() {
                gone.0.remove();
            }
        }
        for (place, line) in lines.into_iter().enumerate() {
            match shown.get_mut(place) {
                Some((before, _)) if *before == line => {}
                Some((before, element)) => {
                    let now = line.drawn();
                    let _ = element.0.replace_with_with_node_1(&now.0);
                    (*before, *element) = (line, now);
                }
                None => {
                    let now = line.drawn();
                    self.events.node().append(&now.0);
                    shown.push((line, now));
                }
            }
        }
        self.verdict.set_text(&rolled.map_or_else(String::new, |rolled| ends(page, &rolled)));
    }
}

/// How it ended.
fn ends(page: Page, rolled: &Rolled) -> String {
    let outcomes = page.here().about().outcomes;
    let label =
        outcomes.iter().find(|outcome| outcome.id == rolled.outcome).map_or(rolled.outcome, |one| one.label);
    let does_damage = page.summary.with_untracked(|summary| summary.damage.is_some());
    let damage =
        if does_damage { format!(": {} damage", format::whole(rolled.damage)) } else { String::new() };
    format!("{}{damage}", format::sentence(label))
}

/// The events without those at the end that only say what the verdict says.
fn told(rolled: &Rolled) -> &[Event] {
    let mut events = rolled.log.events.as_slice();
    while let Some((Event::Note { label, figure }, before)) = events.split_last() {
        let says_the_same = match label.to_string().as_str() {
            "outcome" => figure.to_string() == rolled.outcome,
            "damage" => *figure == Figure::Int(rolled.damage),
            _ => false,
        };
        if !says_the_same {
            break;
        }
        events = before;
    }
    events
}

/// A line of the example.
#[derive(PartialEq)]
struct Line {
    name: String,
    event: Event,
}

/// A line for each event. A figure that only says what a roll just came to gives its name to the roll.
fn lines(events: &[Event]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut rest = events.iter().peekable();
    while let Some(event) = rest.next() {
        let name = match (event, rest.peek()) {
            (Event::Roll { value, .. }, Some(Event::Note { label, figure })) if value == figure => {
                rest.next();
                label
            }
            (Event::Roll { label, .. } | Event::Note { label, .. } | Event::Heading(label), _) => label,
        };
        lines.push(Line { name: format::sentence(&name.to_string()), event: event.clone() });
    }
    lines
}

impl Line {
    fn drawn(&self) -> El {
        let name = self.name.as_str();
        match &self.event {
            Event::Heading(_) => el("li").class("part").text(name),
            Event::Note { figure, .. } => {
                el("li").class("figure").text(name).child(&el("b").text(&format!("= {}", shown(figure))))
            }
            Event::Roll { ask, faces, kept, value, forced, .. } => {
                let kept = kept.filter(|_| faces.len() > 1);
                let dice =
                    faces.iter().take(MOST_FACES).enumerate().map(|(place, face)| die(*face, place, kept));
                let mut line = el("li")
                    .class("roll")
                    .text(name)
                    .children(asked(ask))
                    .child(&el("span").class("dice").children(dice));
                if faces.len() > MOST_FACES {
                    line = line.text(&format!("and {} more", faces.len() - MOST_FACES));
                }
                let shown_by_die = match (faces.as_slice(), kept) {
                    ([only], _) => Some(*only),
                    (faces, Some(kept)) => faces.get(kept).copied(),
                    _ => None,
                };
                if shown_by_die.map(Figure::Int).as_ref() != Some(value) {
                    line = line.child(&el("b").text(&format!("→ {}", shown(value))));
                }
                if *forced { line.text(" (forced)") } else { line }
            }
        }
    }
}

/// A die: where not all count, the one that does is marked and the others are struck through.
fn die(face: i64, place: usize, kept: Option<usize>) -> El {
    let (tag, class) = match kept {
        None => ("span", "die"),
        Some(kept) if kept == place => ("mark", "die"),
        Some(_) => ("s", "die"),
    };
    el(tag).class(class).text(&format::whole(face))
}

/// What was rolled, where that takes a few words.
fn asked(ask: &Ask) -> Option<El> {
    let takes_few = !matches!(ask, Ask::Pick(_));
    takes_few.then(|| el("span").class("ask").text(&ask.to_string()))
}

fn shown(figure: &Figure) -> String {
    match figure {
        Figure::Int(value) => format::whole(*value),
        Figure::Ratio(value) => decimal(value),
        other => other.to_string(),
    }
}
