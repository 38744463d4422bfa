//! Games of one's own that this browser keeps, each under a number: the text as typed, the rules played last,
//! and the scenario. Only texts that were typed or opened here are kept: the game of a link becomes one with
//! its first change.

use crate::model::custom_rules::{self, OWN};
use crate::platform::storage;
use leptos::prelude::*;
use std::cell::RefCell;
use tohit_resolver::text::{Bundle, LinkedRules};
use tohit_resolver::{Ruleset, ruleset};

type Rules = &'static Ruleset;

/// Key prefix of the games.
const KEY: &str = "game/";
/// Key prefix of the game whose text is typed over a ruleset of the program, as long as the window is open.
const TYPED: &str = "typed/";
/// Key of the game that was left with the window: its number, and the ids that its link may have.
const LEFT: &str = "left game";
/// Pair of a link to a game: `own?game=3`.
const PAIR: &str = "own?game=";
/// Limit on the ids of earlier versions.
const MOST_IDS: usize = 40;

/// A game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OwnGame {
    pub(crate) number: u32,
    /// Time of the last change, in ms since 1970.
    pub(crate) when: f64,
    /// Ids of the played rules: the present ones, then earlier ones.
    ids: Vec<String>,
    /// Id of the base ruleset; empty if there is none.
    pub(crate) base: String,
    /// Mode and fields of the link, such as `/strike?attacker.skill=9`.
    pub(crate) scenario: String,
    /// The played rules, as the text of a bundle; empty before the first.
    pub(crate) played: String,
    /// The bundle as typed, whether or not it reads.
    pub(crate) typed: String,
}

/// Destination of the typed text.
#[derive(Clone, Debug, Default)]
pub(crate) enum GamePlace {
    /// The game of the opened rules, or else a new one.
    #[default]
    OfRules,
    /// A new game, or else one with the same text.
    New,
    /// The game under a number, as long as nobody else writes it: its value here is the stored one.
    Kept { number: u32, value: String },
}

/// Text that is not stored yet.
struct Pending {
    /// Id of the rules that are played.
    played: String,
    base: String,
    bundle: Bundle,
}

/// State of the page's editor.
#[derive(Default)]
struct Desk {
    place: GamePlace,
    pending: Option<Pending>,
    /// Id of the rules that are played as they were typed.
    plays: String,
    /// Id of the ruleset of the program over which the text was typed, until it is played.
    over: Option<String>,
    /// Game that a link or the window's last visit asks for, with the ids of the rules that it is shown
    /// beside.
    asked: Option<(u32, Vec<String>)>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    /// True after a value that was not stored.
    static FULL: ArcRwSignal<bool> = ArcRwSignal::new(false);
    /// Number of changes of the list of games.
    static CHANGES: ArcRwSignal<u32> = ArcRwSignal::new(0);
}

impl OwnGame {
    /// Reads a stored value.
    fn parse(number: u32, value: &str) -> Option<Self> {
        let mut lines = value.splitn(6, '\n');
        let mut line = || lines.next();
        let (when, ids, base, scenario) = (line()?.parse().ok()?, line()?, line()?, line()?);
        let long: usize = line()?.parse().ok()?;
        let (played, typed) = line()?.split_at_checked(long)?;
        Some(Self {
            number,
            when,
            ids: ids.split(' ').filter(|id| !id.is_empty()).map(str::to_owned).collect(),
            base: base.to_owned(),
            scenario: scenario.to_owned(),
            played: played.to_owned(),
            typed: if typed.is_empty() { played.to_owned() } else { typed.to_owned() },
        })
    }

    /// The value to be stored. A text that is played as typed stands there once.
    fn value(&self) -> String {
        let Self { when, base, scenario, played, .. } = self;
        let typed = if self.typed == *played { "" } else { &self.typed };
        format!("{when}\n{}\n{base}\n{scenario}\n{}\n{played}{typed}", self.ids.join(" "), played.len())
    }

    fn key(&self) -> String {
        format!("{KEY}{}", self.number)
    }

    /// Stores it, in place of its older value, which stays where there is no room.
    fn store(&self) -> bool {
        let is_kept = storage::keep(&self.key(), &self.value());
        FULL.with(|full| full.set(!is_kept));
        if is_kept {
            CHANGES.with(|changes| changes.update(|changes| *changes = changes.wrapping_add(1)));
        }
        is_kept
    }

    fn place(&self) -> GamePlace {
        GamePlace::Kept { number: self.number, value: self.value() }
    }

    /// The name: the title of the text.
    pub(crate) fn name(&self) -> String {
        let title = match Ruleset::title(&self.typed) {
            "" => Ruleset::title(&self.played),
            title => title,
        };
        match (title, ruleset(&self.base)) {
            ("", None) => "Without a title".to_owned(),
            ("", Some(base)) => format!("{}, rules changed", base.about().name),
            (title, None) => title.to_owned(),
            (title, Some(_)) => format!("{title}, rules changed"),
        }
    }

    /// A link to it.
    pub(crate) fn link(&self) -> String {
        format!("{PAIR}{}", self.number)
    }

    /// Adds the id of the rules that are played now.
    fn plays(&mut self, id: &str) {
        self.ids.retain(|known| known != id);
        self.ids.insert(0, id.to_owned());
        self.ids.truncate(MOST_IDS);
    }
}

/// The game under a number.
fn of_number(number: u32) -> Option<OwnGame> {
    OwnGame::parse(number, &storage::kept(&format!("{KEY}{number}")))
}

/// All games, the latest first.
pub(crate) fn all() -> Vec<OwnGame> {
    let numbers = storage::keys(KEY).into_iter().filter_map(|number| number.parse().ok());
    let mut all: Vec<OwnGame> = numbers.filter_map(of_number).collect();
    all.sort_by(|one, other| other.when.total_cmp(&one.when));
    all
}

/// All games, tracked.
pub(crate) fn listed() -> Vec<OwnGame> {
    CHANGES.with(Clone::clone).track();
    all()
}

/// True where this browser kept no more; tracked.
pub(crate) fn is_full() -> bool {
    FULL.with(Clone::clone).get()
}

/// The place of rules that are too long for a link, as a sentence; tracked.
pub(crate) fn where_long() -> &'static str {
    if is_full() {
        "this browser keeps no more: save them as a file, or they are gone with this window."
    } else {
        "this browser alone keeps them. Save them as a file to share them."
    }
}

/// The game that a link names: `own` the latest one, `own?game=3` the third, and a link whose rules are too
/// long for it the one with its id, if only of an earlier version.
pub(crate) fn of_link(link: &str) -> Option<OwnGame> {
    if let Some(number) = link.strip_prefix(PAIR) {
        return of_number(number.parse().ok()?);
    }
    let id = link.split(['/', '?']).next()?;
    all().into_iter().find(|game| id == OWN || game.ids.iter().any(|known| known == id))
}

/// True for a link to a game by its number, which means nothing in another browser.
pub(crate) fn is_numbered(link: &str) -> bool {
    link.starts_with(PAIR)
}

/// True for a game whose present rules have this link's id.
pub(crate) fn is_latest(game: &OwnGame, link: &str) -> bool {
    game.ids.first().is_some_and(|id| link.split(['/', '?']).next() == Some(id))
}

/// Called for a game that a link opens beside these rules.
pub(crate) fn ask(game: &OwnGame, rules: Rules) {
    DESK.with_borrow_mut(|desk| desk.asked = Some((game.number, vec![rules.id().to_owned()])));
}

/// Takes over a game of an earlier version; the last one is the latest.
pub(crate) fn add(id: &str, base: &str, (scenario, is_last): (&str, bool), text: &str) -> bool {
    let mut game = OwnGame {
        number: free(),
        when: if is_last { now() } else { now() - 1000.0 },
        base: base.to_owned(),
        scenario: scenario.to_owned(),
        played: text.to_owned(),
        typed: text.to_owned(),
        ..OwnGame::default()
    };
    game.plays(id);
    game.store()
}

fn free() -> u32 {
    all().iter().map(|game| game.number).max().unwrap_or_default().wrapping_add(1)
}

fn now() -> f64 {
    if cfg!(not(target_arch = "wasm32")) { 0.0 } else { js_sys::Date::now() }
}

/// Mode and fields of a link, without its rules.
pub(crate) fn scenario_of(link: &str) -> String {
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let mode = place.find('/').and_then(|at| place.get(at..)).unwrap_or_default();
    let rest: Vec<&str> = query.split('&').filter(|pair| !LinkedRules::is_pair(pair)).collect();
    let rest = rest.join("&");
    if rest.is_empty() { mode.to_owned() } else { format!("{mode}?{rest}") }
}

/// Called where rules are opened other than by typing: the text of their game, if it is not the played one.
pub(crate) fn opened(rules: Rules) -> Option<Bundle> {
    flush();
    let id = rules.id();
    let asked = DESK.with_borrow_mut(|desk| {
        desk.plays.clear();
        desk.asked.take_if(|(_, ids)| ids.iter().any(|known| known == id))
    });
    let own = custom_rules::of(rules);
    let found = match (asked, &own) {
        (Some((number, _)), _) => of_number(number),
        (None, Some(_)) => all().into_iter().find(|game| game.ids.first().is_some_and(|known| known == id)),
        (None, None) => {
            storage::kept_here(&format!("{TYPED}{id}")).and_then(|number| of_number(number.parse().ok()?))
        }
    };
    let place = found.as_ref().map_or(GamePlace::OfRules, OwnGame::place);
    DESK.with_borrow_mut(|desk| desk.place = place);
    let game = found?;
    let is_played = own.is_some_and(|own| own.bundle.to_string() == game.typed);
    (!is_played).then(|| Bundle::parse(&game.typed))
}

/// The place of the typed text.
pub(crate) fn place() -> GamePlace {
    flush();
    DESK.with_borrow(|desk| desk.place.clone())
}

/// Sets the place of the typed text.
pub(crate) fn put(place: GamePlace) {
    DESK.with_borrow_mut(|desk| {
        desk.pending = None;
        desk.place = place;
    });
}

/// Number of the game that the typed text goes to.
pub(crate) fn present() -> Option<u32> {
    DESK.with_borrow(|desk| match desk.place {
        GamePlace::Kept { number, .. } => Some(number),
        _ => None,
    })
}

/// Called after each key: the text is stored by the next `flush`. `played` are the rules that are played
/// meanwhile.
pub(crate) fn typed(played: Rules, base: Option<Rules>, bundle: Bundle) {
    let base = base.map_or_else(String::new, |base| base.id().to_owned());
    let pending = Pending { played: played.id().to_owned(), base, bundle };
    DESK.with_borrow_mut(|desk| desk.pending = Some(pending));
}

/// Called where the typed text equals the rules of the program: nothing is typed over them any more.
pub(crate) fn untyped(rules: Rules) {
    storage::keep_here(&format!("{TYPED}{}", rules.id()), "");
    put(GamePlace::New);
}

/// Stores the typed text: at each pause, and where the window is left. False where this browser keeps no
/// more.
pub(crate) fn flush() -> bool {
    let Some(pending) = DESK.with_borrow_mut(|desk| desk.pending.take()) else { return true };
    let text = pending.bundle.to_string();
    let place = DESK.with_borrow(|desk| desk.place.clone());
    let mut game = game_of(&place, &pending, &text);
    if game.typed != text || game.base != pending.base {
        game.base.clone_from(&pending.base);
        game.typed = text;
        game.when = now();
        if !game.store() {
            // The next flush tries again.
            DESK.with_borrow_mut(|desk| desk.pending = Some(pending));
            return false;
        }
    }
    if !custom_rules::is_own(&pending.played) {
        storage::keep_here(&format!("{TYPED}{}", pending.played), &game.number.to_string());
    }
    DESK.with_borrow_mut(|desk| {
        desk.place = game.place();
        desk.over = Some(pending.played);
    });
    true
}

/// The game that a typed text goes to.
fn game_of(place: &GamePlace, pending: &Pending, text: &str) -> OwnGame {
    let found = match place {
        GamePlace::Kept { number, value } => of_number(*number).filter(|game| game.value() == *value),
        GamePlace::New => all().into_iter().find(|game| game.typed == text && game.base == pending.base),
        GamePlace::OfRules => {
            all().into_iter().find(|game| game.ids.first().is_some_and(|id| *id == pending.played))
        }
    };
    found.unwrap_or_else(|| {
        let mut game = OwnGame { number: free(), ..OwnGame::default() };
        let own = ruleset(&pending.played).and_then(custom_rules::of);
        if let Some(own) = own.filter(|own| own.base == pending.base && !matches!(place, GamePlace::New)) {
            game.played = own.bundle.to_string();
            game.plays(own.rules.id());
        }
        game
    })
}

/// Called where the typed text is played.
pub(crate) fn plays(rules: Rules) {
    DESK.with_borrow_mut(|desk| rules.id().clone_into(&mut desk.plays));
}

/// Called where the address has a new link of custom rules: their game has them, and the scenario. Rules that
/// nobody typed here are left alone.
pub(crate) fn wrote(rules: Rules, link: &str) {
    let Some(own) = custom_rules::of(rules) else { return };
    if !flush() {
        return;
    }
    let id = rules.id();
    let (place, is_typed) = DESK.with_borrow(|desk| (desk.place.clone(), desk.plays == id));
    let kept = match &place {
        GamePlace::Kept { number, value } => of_number(*number).filter(|game| game.value() == *value),
        _ => None,
    };
    let is_it = |game: &OwnGame| game.ids.first().is_some_and(|known| known == id);
    let is_here = kept.as_ref().is_some_and(|game| is_typed || is_it(game));
    let Some(mut game) = kept.filter(|_| is_here).or_else(|| all().into_iter().find(is_it)) else { return };
    let before = game.clone();
    if is_here && is_typed {
        let played = own.bundle.to_string();
        if game.base == own.base && game.played != played {
            game.played = played;
        }
        game.plays(id);
        if let Some(over) = DESK.with_borrow_mut(|desk| desk.over.take()) {
            storage::keep_here(&format!("{TYPED}{over}"), "");
        }
    }
    game.scenario = scenario_of(link);
    if game == before {
        return;
    }
    game.when = now();
    if game.store() && is_here {
        DESK.with_borrow_mut(|desk| desk.place = game.place());
    }
}

/// Called where the window is left: whether the address took its last link is not known, so the game is found
/// by both.
pub(crate) fn leave(before: &str, now: &str) {
    let [before, now] = [before, now].map(|link| link.split(['/', '?']).next().unwrap_or_default());
    let left = present().map(|number| format!("{number} {before} {now}"));
    storage::keep_here(LEFT, &left.unwrap_or_default());
}

/// Called at the start: the game that was left with this window is asked for.
pub(crate) fn arrive() {
    let Some(left) = storage::kept_here(LEFT) else { return };
    storage::keep_here(LEFT, "");
    let mut words = left.split(' ');
    let number = words.next().and_then(|number| number.parse().ok());
    let ids: Vec<String> = words.map(str::to_owned).collect();
    DESK.with_borrow_mut(|desk| desk.asked = desk.asked.take().or_else(|| Some((number?, ids))));
}

/// Removes a game; `restore` brings it back.
pub(crate) fn remove(game: &OwnGame) {
    if present() == Some(game.number) {
        put(GamePlace::New);
    }
    storage::keep(&game.key(), "");
    CHANGES.with(|changes| changes.update(|changes| *changes = changes.wrapping_add(1)));
}

/// Brings a removed game back.
pub(crate) fn restore(game: &OwnGame) -> bool {
    OwnGame { number: free(), ..game.clone() }.store()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_stored() {
        for (played, typed) in [("", "rules 1 \"A\"\n"), ("é\n", "é\n"), ("rules\n\n", "rules 1\nmore\n")] {
            let game = OwnGame {
                number: 3,
                when: 1_795_000_000_123.0,
                ids: vec!["own-1".to_owned(), "own-2".to_owned()],
                base: "angband".to_owned(),
                scenario: "/melee?attacker.level=3".to_owned(),
                played: played.to_owned(),
                typed: typed.to_owned(),
            };
            assert_eq!(OwnGame::parse(3, &game.value()), Some(game));
        }
        for wrong in ["", "1\n\n\n\n", "1\n\n\n\n9\nabc", "x\n\n\n\n0\n", "1\n\n\n\n1\né"] {
            assert_eq!(OwnGame::parse(1, wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_scenario_is_a_link_without_game_and_rules() {
        for (link, scenario) in [
            ("own", ""),
            ("own-1/strike", "/strike"),
            ("own-1?rules=.AA", ""),
            ("own-1/strike?a.b=1&rules=.AA&seed=7", "/strike?a.b=1&seed=7"),
        ] {
            assert_eq!(scenario_of(link), scenario);
        }
    }

    #[test]
    fn a_game_is_named_by_the_title_of_its_text() {
        let name = |base: &str, played: &str, typed: &str| {
            let [base, played, typed] = [base, played, typed].map(str::to_owned);
            OwnGame { base, played, typed, ..OwnGame::default() }.name()
        };
        assert_eq!(name("", "rules 1 \"Old\"", "rules 1 \"New\""), "New");
        assert_eq!(name("", "rules 1 \"Old\"", "rules 1"), "Old");
        assert_eq!(name("angband", "", "rules 1 \"Angband\""), "Angband, rules changed");
        assert_eq!(name("", "", "loose"), "Without a title");
    }
}
