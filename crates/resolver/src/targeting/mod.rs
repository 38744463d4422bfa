//! The projectile's path over a map, and the tile to tap to hit a creature: geometry, not chance, and so no
//! rule text. A ruleset offers it as a further mode where its words say `tool targeting`.

mod path;
mod sheet;

use crate::about::{AboutMode, AboutOutcome, AboutRules, AnsweredStrike, OutcomeKind};
use crate::answer::{Answer, Extra};
use crate::explain::Explanation;
use crate::json::Json;
use crate::log::{Event, FigureValue, Log};
use crate::problem::Problem;
use crate::roll::Rolled;
use crate::sheet::{About, Field, SheetSpec};
use crate::text::interner;
use path::{Flight, Tile, TileMap};

/// Name in the words; also that of the mode and of the sheet.
pub(crate) const NAME: &str = "targeting";

static MODE: AboutMode = AboutMode {
    id: NAME,
    label: "Targeting",
    help: "The path of a projectile over the map, and which tile to tap to hit a creature.",
    tells: AnsweredStrike::Any,
    answers_turn: false,
    turns: false,
    timed: false,
    needs: None,
    answered_by: None,
    unanswered: "A tap at a map strikes nobody.",
};

/// Endings of a projectile.
static OUTCOMES: [AboutOutcome; 5] = [
    ended("tap", "Lands on the tapped tile", OutcomeKind::Miss),
    ended("wall", "Stopped by a wall", OutcomeKind::Blocked),
    ended("cover", "Stopped in cover", OutcomeKind::Blocked),
    ended("creature", "Hits a creature", OutcomeKind::Hit),
    ended("range", "Ends at its range", OutcomeKind::Miss),
];

const fn ended(id: &'static str, label: &'static str, kind: OutcomeKind) -> AboutOutcome {
    AboutOutcome { id, label, kind, hits: matches!(kind, OutcomeKind::Hit), modes: &[NAME] }
}

/// The ruleset's modes and forms with the tool added: its own fields are limited to its own modes.
pub(crate) fn beside(
    rules: AboutRules,
    forms: Vec<&'static SheetSpec>,
) -> (AboutRules, Vec<&'static SheetSpec>) {
    let own = interner::texts(&rules.modes.iter().map(|mode| mode.id).collect::<Vec<_>>());
    let or_own = |modes: &'static [&'static str]| if modes.is_empty() { own } else { modes };
    let outcomes =
        rules.outcomes.iter().map(|outcome| AboutOutcome { modes: or_own(outcome.modes), ..*outcome });
    let fields = |form: &&'static SheetSpec| {
        let fields = form.fields.iter().map(|field| {
            let about = About { modes: or_own(field.about.modes), ..field.about };
            Field { about, ..*field }
        });
        interner::one(SheetSpec {
            presets: None,
            fields: interner::all(fields.chain([sheet::whole()]).collect()),
        })
    };
    let mut forms: Vec<&SheetSpec> = forms.iter().map(fields).collect();
    // The map is beside the sheets of the first mode: a document may keep them.
    forms.extend(forms.first().copied());
    let rules = AboutRules {
        modes: interner::all(rules.modes.iter().copied().chain([MODE]).collect()),
        outcomes: interner::all(outcomes.chain(OUTCOMES).collect()),
        ..rules
    };
    (rules, forms)
}

/// Problems with the places of a complete document.
pub(crate) fn problems(document: &Json) -> Vec<Problem> {
    let (map, throw) = sheet::read(document);
    let mut wrong = Vec::new();
    for (name, place) in [("origin", Some(map.origin)), ("tap", Some(throw.tap)), ("wanted", throw.wanted)] {
        let Some((x, y)) = place else { continue };
        let message = if !map.holds((x, y)) {
            let (right, down) = (map.width - 1, map.height - 1);
            format!("[{x}, {y}] is not allowed; the map goes from [0, 0] to [{right}, {down}]")
        } else if name != "origin" && (x, y) == map.origin {
            format!("[{x}, {y}] is not allowed; the thrower stands there")
        } else {
            continue;
        };
        wrong.push(Problem::at(format!("{NAME}.{name}"), message));
    }
    wrong
}

fn cell((x, y): &Tile) -> FigureValue {
    FigureValue::Cell(*x, *y)
}

/// A projectile's flight over a map.
pub(crate) struct Shot {
    map: TileMap,
    throw: Aim,
    flight: Flight,
}

/// The tapped tile, and the tile to hit, if any.
struct Aim {
    tap: Tile,
    wanted: Option<Tile>,
}

impl Shot {
    /// Computes the flight over the map of a complete document.
    pub(crate) fn over(document: &Json) -> Self {
        let (map, throw) = sheet::read(document);
        Self { flight: map.flight(throw.tap), map, throw }
    }

    /// The path, and the tiles to tap.
    pub(crate) fn answer<P>(&self, ruleset: &'static str) -> Answer<P> {
        let list = |figures: Vec<FigureValue>| Extra::List(figures.into_iter().map(Extra::Figure).collect());
        let cells = |cells: &[Tile]| list(cells.iter().map(cell).collect());
        let stop = self.flight.visited.last().copied().unwrap_or_default();
        let formula = self.map.formula_cells(self.throw.tap);
        let mut answer = Answer::new(ruleset, NAME);
        answer.more = vec![
            ("visited", cells(&self.flight.visited)),
            ("stop", Extra::Figure(cell(&stop))),
            ("reason", Extra::Figure(FigureValue::Word(self.flight.reason))),
            ("struck", cells(&self.flight.struck)),
            ("formula_cells", list(formula.into_iter().map(FigureValue::Int).collect())),
        ];
        if let Some(wanted) = self.throw.wanted {
            let taps = self.map.taps(wanted);
            let direct = taps.contains(&wanted);
            answer
                .more
                .extend([("taps", cells(&taps)), ("direct", Extra::Figure(FigureValue::Flag(direct)))]);
        }
        answer
    }

    /// Nothing is decided by chance.
    pub(crate) fn explanation<P>(ruleset: &'static str) -> Explanation<P> {
        Explanation { ruleset, mode: NAME, outcomes: Vec::new(), steps: Vec::new(), rolls: Vec::new() }
    }

    /// The flight as a log.
    pub(crate) fn rolled(&self) -> Rolled {
        let note = |label: &str, figure: FigureValue| Event::Note { label: label.to_owned(), figure };
        let visited = (0..)
            .zip(&self.flight.visited)
            .map(|(number, place)| note(&format!("Cell({number})"), cell(place)));
        let struck = self.flight.struck.iter().map(|place| note("creature struck", cell(place)));
        let stopped = note("stopped by", FigureValue::Word(self.flight.reason));
        let events = visited.chain(struck).chain([stopped]).collect();
        Rolled {
            outcome: self.flight.reason,
            damage: 0,
            left: None,
            fell: false,
            fought: None,
            duelled: None,
            log: Log { events, ..Log::default() },
        }
    }
}
