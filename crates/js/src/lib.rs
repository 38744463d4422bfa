//! Queries of scripts, with text as input and output. `npm/index.js` converts the texts to plain objects and
//! thrown errors.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use tohit_resolver::fight::Fight;
use tohit_resolver::schema::schema;
use tohit_resolver::study::{Study, alone};
use tohit_resolver::text::{TextProblem, without_game};
use tohit_resolver::{
    Dice, Extent, First, Fraction, Json, Library, Problem, RULESETS, Ruleset, allow, document_of_link,
    errors_json, named_among, naming, quoted, shown, wrong_in_link,
};
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// Rulesets of loaded texts. Each is freed after another of its name replaces it and no query uses it.
    static LOADED: RefCell<Vec<Rc<Ruleset>>> = RefCell::default();
}

/// Ruleset in use by a query.
enum Rules {
    Shipped(&'static Ruleset),
    Loaded(Rc<Ruleset>),
}

impl Deref for Rules {
    type Target = Ruleset;

    fn deref(&self) -> &Ruleset {
        match self {
            Self::Shipped(rules) => rules,
            Self::Loaded(rules) => rules,
        }
    }
}

/// Shipped and loaded rulesets.
fn all() -> Vec<Rules> {
    let loaded = LOADED.with_borrow(|all| all.iter().cloned().map(Rules::Loaded).collect::<Vec<_>>());
    RULESETS.iter().copied().map(Rules::Shipped).chain(loaded).collect()
}

/// Answers a query of a kind, about a scenario, the link of a study, or the name of a ruleset. A scenario, or
/// its link, and the options are JSON. The answer is JSON, too: the errors object where the query is invalid.
#[must_use]
#[wasm_bindgen]
pub fn ask(kind: &str, document: &str, options: &str) -> String {
    answer(kind, document, options).unwrap_or_else(|problems| errors_json(&problems)).to_string()
}

fn answer(kind: &str, document: &str, options: &str) -> Result<Json, Vec<Problem>> {
    let read = |text: &str| Json::parse(text).map_err(|message| wrong("", message));
    let options = &read(options)?;
    let has = |name: &str| options.get(name) == Some(&Json::Bool(true));
    let (rules, scenario) = match kind {
        "presets" | "fields" => (named(document)?, Json::Null),
        "study" | "linked duel" => (of_link(document)?, Json::Null),
        _ => match read(document)? {
            Json::Text(link) => linked(&link)?,
            scenario => (of(&scenario)?, scenario),
        },
    };
    let rules: &Ruleset = &rules;
    match kind {
        "resolve" if has("exact") => Ok(rules.resolve::<Fraction>(&scenario)?.json()),
        "resolve" => Ok(rules.resolve::<f64>(&scenario)?.json()),
        "explain" if has("exact") => Ok(rules.explain::<Fraction>(&scenario)?.json()),
        "explain" => Ok(rules.explain::<f64>(&scenario)?.json()),
        "roll" => {
            let extent = if has("fight") { Extent::Fight } else { Extent::of(has("turn")) };
            let dice = dice(options, extent)?;
            let rolled = match options.get("against") {
                None => rules.roll(&scenario, dice)?,
                Some(back) if extent == Extent::Strike => {
                    rules.roll_duel([&scenario, back], first(options)?, &dice)?
                }
                Some(_) => return Err(wrong("against", "a duel goes without turn and fight".to_owned())),
            };
            Ok(rolled.json())
        }
        "fight" if has("exact") => Ok(rules.fight::<Fraction>(&scenario)?.answer().json()),
        "fight" => Ok(rules.fight::<f64>(&scenario)?.answer().json()),
        "duel" => {
            let back = match options.get("against") {
                Some(back) => back.clone(),
                None => Fight::of(rules, &scenario).reply().map_err(|why| wrong("against", why))?,
            };
            duel(rules, [&scenario, &back], first(options)?, has("exact"))
        }
        "linked duel" => {
            let study = Study::parse(rules, &without_game(document).0)?;
            let back = study.opponent(study.scenario())?;
            let first = if options.get("first").is_some() { first(options)? } else { study.first };
            duel(rules, [study.scenario(), &back], first, has("exact"))
        }
        "study" => {
            let study = Study::parse(rules, &without_game(document).0)?;
            let begun = now();
            let limit = limit(options)?.or(study.usual_seconds());
            let goes_on = |_, _| limit.is_none_or(|seconds| now() - begun < 1000.0 * f64::from(seconds));
            if has("exact") {
                Ok(study.json(&study.table_within::<Fraction>(&goes_on)?))
            } else {
                Ok(study.json(&study.table_within::<f64>(&goes_on)?))
            }
        }
        "presets" => Ok(rules.presets().json(rules)),
        "fields" => Ok(schema(rules, None)),
        kind => Err(wrong("", format!("there is no question {kind}"))),
    }
}

/// Answers a duel.
fn duel(rules: &Ruleset, documents: [&Json; 2], first: First, exact: bool) -> Result<Json, Vec<Problem>> {
    if exact {
        Ok(rules.duel::<Fraction>(documents, first)?.answer().json())
    } else {
        Ok(rules.duel::<f64>(documents, first)?.answer().json())
    }
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
extern "C" {
    /// Milliseconds of the clock.
    #[wasm_bindgen(js_namespace = Date)]
    fn now() -> f64;
}

/// Milliseconds of the clock.
#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

/// Limit of a study in seconds, if one is given.
fn limit(options: &Json) -> Result<Option<u32>, Vec<Problem>> {
    let Some(given) = options.get("limit") else { return Ok(None) };
    let read = if let Json::Number(text) = given { text.parse().ok() } else { None };
    read.map(Some).ok_or_else(|| {
        let (given, most) = (shown(given), u32::MAX);
        wrong("limit", format!("{given} is not allowed; it must be a whole number of seconds, 0 to {most}"))
    })
}

/// The ruleset of a link: the game that it carries, or the one that it names.
fn of_link(link: &str) -> Result<Rules, Vec<Problem>> {
    match without_game(link) {
        (link, Some(pair)) => Ok(Rules::Loaded(Rc::new(Ruleset::in_link(&link, pair)?))),
        (link, None) => of(&naming(&link)),
    }
}

/// The scenario of a link, and its ruleset.
fn linked(link: &str) -> Result<(Rules, Json), Vec<Problem>> {
    let rules = of_link(link)?;
    let (link, _) = without_game(link);
    let link = alone(&rules, &link).unwrap_or(link);
    let (problems, scenario) = (wrong_in_link(&link), document_of_link(&rules, &link));
    if problems.is_empty() { Ok((rules, scenario)) } else { Err(problems) }
}

fn first(options: &Json) -> Result<First, Vec<Problem>> {
    let Some(given) = options.get("first") else { return Ok(First::default()) };
    let named = if let Json::Text(name) = given { First::named(name) } else { None };
    named.ok_or_else(|| {
        wrong("first", format!("{} is not allowed; it must be attacker, defender or both", shown(given)))
    })
}

/// The ruleset that a document names.
fn of(document: &Json) -> Result<Rules, Vec<Problem>> {
    let all = all();
    let ids: Vec<&str> = all.iter().map(|rules| rules.id()).collect();
    named(named_among(document, &ids).map_err(|problem| vec![problem])?)
}

fn named(id: &str) -> Result<Rules, Vec<Problem>> {
    let rules = all().into_iter().find(|rules| rules.id() == id);
    rules.ok_or_else(|| wrong("ruleset", format!("there is no ruleset {}", quoted(id))))
}

/// Reads what a game wrote about a character, as JSON: the errors object where it is not understood.
#[must_use]
#[wasm_bindgen]
pub fn import_character(bytes: &[u8]) -> String {
    let read = tohit_import::read(bytes).map_err(|message| wrong("", message));
    read.map_or_else(|problems| errors_json(&problems), |character| character.json()).to_string()
}

/// Compares lines of a game's screen with the fight of a link, as JSON: a list, or the errors object.
#[must_use]
#[wasm_bindgen]
pub fn compare_screen(link: &str, bytes: &[u8]) -> String {
    let compared = Fight::from_link(link).and_then(|fight| tohit_import::screen(bytes, &fight));
    compared.map_or_else(|problems| errors_json(&problems), |screen| screen.json()).to_string()
}

/// Adds the ruleset of a rule text, with its words and presets, under a name. Returns an empty text, or the
/// errors object.
#[must_use]
#[wasm_bindgen]
pub fn load(name: &str, text: &str, words: &str, presets: &str) -> String {
    let words: Vec<&str> = Some(words).filter(|words| !words.is_empty()).into_iter().collect();
    let read = Ruleset::read(name, text, &words, Library::fetched(presets));
    let added = read.map_err(|all| all.iter().map(problem).collect::<Vec<_>>()).and_then(|rules| {
        allow(name).map_err(|problem| vec![Problem { path: "name".to_owned(), ..problem }])?;
        LOADED.with_borrow_mut(|all| {
            all.retain(|known| known.id() != name);
            all.push(Rc::new(rules));
        });
        Ok(())
    });
    added.map_or_else(|problems| errors_json(&problems).to_string(), |()| String::new())
}

/// Problem of a diagnostic of a text, with its line as path.
fn problem(wrong: &TextProblem) -> Problem {
    let text = wrong.to_string();
    let (path, message) = text.split_once(": ").unwrap_or(("", &text));
    Problem::at(path, message)
}

/// Source of the faces: the digits of a seed, or a list of faces.
fn dice(options: &Json, extent: Extent) -> Result<Dice, Vec<Problem>> {
    let seed = match options.get("seed") {
        None => 0,
        Some(Json::Text(digits)) => digits.parse().map_err(|_| {
            wrong(
                "seed",
                format!(
                    "{} is not allowed; it must be a whole number from 0 to {}",
                    quoted(digits),
                    u64::MAX
                ),
            )
        })?,
        Some(other) => return Err(wrong("seed", format!("{} is not allowed", other.kind()))),
    };
    let script = match options.get("script") {
        None => None,
        Some(Json::List(items)) => {
            let face = |(place, item): (usize, &Json)| match item {
                Json::Number(text) | Json::Text(text) => Ok(text.clone()),
                other => Err(wrong(&format!("script.{place}"), format!("{} is not allowed", other.kind()))),
            };
            Some(items.iter().enumerate().map(face).collect::<Result<_, _>>()?)
        }
        Some(other) => {
            return Err(wrong("script", format!("{} is not allowed; it must be a list", other.kind())));
        }
    };
    Ok(Dice { seed, script, extent })
}

fn wrong(path: &str, message: String) -> Vec<Problem> {
    vec![Problem::at(path, message)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: &str, document: &str, options: &str) -> Json {
        Json::parse_up_to(&ask(kind, document, options), usize::MAX).unwrap()
    }

    fn wrong_at(answer: &Json) -> Vec<String> {
        let path = |place| answer.at(&format!("errors.{place}.path")).map(Json::to_string);
        (0..).map_while(path).collect()
    }

    #[test]
    fn questions_are_answered() {
        let troll = r#"{"ruleset":"powder","defender":{"preset":"troll"}}"#;
        let hit = |options| asked("resolve", troll, options).get("hit").cloned();
        assert_eq!(hit(r#"{"exact":true}"#), Some("19/40".into()));
        let float = |json: Json| json.to_string().parse::<f64>().unwrap();
        assert!(hit("{}").is_some_and(|hit| (float(hit) - 0.475).abs() < 1e-12));
        let why = asked("explain", troll, r#"{"exact":true}"#);
        assert!(why.at("steps.0.section").is_some(), "{why}");
        let rolled = |options| asked("roll", troll, options);
        assert!(rolled(r#"{"seed":"18446744073709551615"}"#).get("damage").is_some());
        assert_ne!(rolled(r#"{"seed":"1"}"#), rolled(r#"{"seed":"2"}"#));
        let duel = asked(
            "roll",
            r#"{"ruleset":"powder","defender":{"hp":9}}"#,
            r#"{"against":{"defender":{"hp":7}}}"#,
        );
        assert!(duel.at("defender.left").is_some() && duel.at("attacker.turns").is_some(), "{duel}");
        let study = asked("study", "powder/melee?defender.natural_ac=7..8&show=hit", r#"{"exact":true}"#);
        assert_eq!(study.at("rows.1.values.hit"), Some(&"19/40".into()));
        assert!(asked("presets", "powder", "{}").at("0.fills").is_some());
        assert!(asked("fields", "powder", "{}").at("properties.defender").is_some());
    }

    #[test]
    fn a_link_stands_for_its_scenario() {
        let asked = |kind, link: &str| asked(kind, &Json::from(link).to_string(), r#"{"exact":true}"#);
        let troll = asked("resolve", "powder/melee?defender.natural_ac=8&extent=fight");
        assert_eq!(troll.get("hit"), Some(&"19/40".into()));
        assert!(asked("fight", "powder?defender.hp=3").get("mean_turns").is_some());
        let varies = asked("resolve", "powder/melee?defender.natural_ac=5..8");
        assert_eq!(wrong_at(&varies), [r#""defender.natural_ac""#], "{varies}");
        assert_eq!(wrong_at(&asked("resolve", "powder/melee?show=hit")), [r#""show""#]);
        assert_eq!(
            wrong_at(&asked("resolve", "powder/melee?attacker.lvl=2&attacker.lvl=3")),
            [r#""attacker.lvl""#]
        );
    }

    #[test]
    fn characters_are_read_or_refused() {
        let dump = include_bytes!("../../import/tests/characters/angband42-ranger.txt");
        let character = Json::parse_up_to(&import_character(dump), usize::MAX).unwrap();
        assert_eq!(character.get("who"), Some(&"High-Elf Ranger, level 25".into()));
        assert_eq!(character.at("fighter.attacker.weapon.preset"), Some(&"maul".into()));
        assert_eq!(character.at("stated.0.equal"), Some(&true.into()));
        let dump = include_bytes!("../../import/tests/characters/dcss-minotaur-fighter.txt");
        let packed = include_bytes!("../../import/tests/characters/shattered-mage-immune-packed.dat");
        for (bytes, who) in [(&dump[..], "Minotaur Fighter, level 15"), (&packed[..], "Mage, level 10")] {
            let character = Json::parse_up_to(&import_character(bytes), usize::MAX).unwrap();
            assert_eq!(character.get("who"), Some(&who.into()));
        }
        assert_eq!(wrong_at(&Json::parse(&import_character(b"x")).unwrap()), [r#""""#]);
    }

    #[test]
    fn lines_of_a_screen_are_compared() {
        let compare = |link: &str, text: &str| {
            Json::parse_up_to(&compare_screen(link, text.as_bytes()), usize::MAX).unwrap()
        };
        let all = compare("angband42/melee", "You have a 75% chance to hit such a creature in melee.");
        assert_eq!(
            (all.at("0.ours"), all.at("0.equal")),
            (Some(&Json::Number("75.27".into())), Some(&true.into()))
        );
        assert_eq!(wrong_at(&compare("angband42/melee", "x")), [r#""""#]);
        assert_eq!(wrong_at(&compare("angband42/melee?attacker.lvl=2", "x")), [r#""attacker.lvl""#]);
        assert_eq!(wrong_at(&compare("nowhere/melee", "x")).len(), 1);
    }

    #[test]
    fn a_text_is_a_ruleset_from_then_on() {
        let text = "rules 1 \"Duel\"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 + 5 < 12\n  end hit lose 1d8\n";
        assert_eq!(load("duel", text, "", ""), "");
        let answer = asked("resolve", r#"{"ruleset":"duel"}"#, r#"{"exact":true}"#);
        assert_eq!(answer.get("hit"), Some(&"7/10".into()));
        let wrong = |text: &str, name: &str| wrong_at(&Json::parse(&load(name, text, "", "")).unwrap());
        assert_eq!(wrong(&text.replace("d20", "d2O"), "duel"), [r#""rules:6:15""#]);
        assert_eq!(wrong(text, "powder"), [r#""name""#]);
    }

    #[test]
    fn a_text_goes_when_another_takes_its_name() {
        let text = |most: usize| {
            format!(
                "rules 1 \"Duel\"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 > {most}\n  end hit lose 1d8\n"
            )
        };
        let loaded = || LOADED.with_borrow(|all| all.iter().map(Rc::downgrade).collect::<Vec<_>>());
        assert_eq!(load("often", &text(1), "", ""), "");
        let [before] = loaded().try_into().unwrap();
        for most in 2..=12 {
            assert_eq!(load("often", &text(most), "", ""), "");
        }
        assert!(before.upgrade().is_none(), "it is freed");
        assert_eq!(loaded().len(), 1);
        let answer = asked("resolve", r#"{"ruleset":"often"}"#, r#"{"exact":true}"#);
        assert_eq!(answer.get("hit"), Some(&"3/5".into()));
        assert_eq!(wrong_at(&asked("presets", "of", "{}")), [r#""ruleset""#]);
    }

    #[test]
    fn a_name_that_is_none_is_not_repeated_whole() {
        let long = "x".repeat(1_000_000);
        for (kind, document) in [
            ("study", long.clone()),
            ("presets", long.clone()),
            ("resolve", format!("{{\"ruleset\":\"{}\"}}", "x".repeat(60_000))),
        ] {
            let said = ask(kind, &document, "{}");
            assert!(said.len() < 300 && said.contains("xxx…"), "{kind}: {} letters", said.len());
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_path() {
        let plain = r#"{"ruleset":"powder"}"#;
        for (kind, document, options, path) in [
            ("resolve", "", "{}", r#""""#),
            ("resolve", "{}", "{}", r#""ruleset""#),
            ("resolve", r#"{"ruleset":"chess"}"#, "{}", r#""ruleset""#),
            ("presets", "chess", "{}", r#""ruleset""#),
            ("resolve", r#"{"ruleset":"powder","mode":"shout"}"#, "{}", r#""mode""#),
            ("resolve", plain, "", r#""""#),
            ("study", "chess", "{}", r#""ruleset""#),
            ("study", "powder/melee?shoe=hit", "{}", r#""shoe""#),
            ("study", "powder/melee?defender.natural_ac=0..20", r#"{"limit":0}"#, r#""limit""#),
            ("study", "powder/melee?defender.natural_ac=0..20", r#"{"limit":"1"}"#, r#""limit""#),
            ("study", "powder/melee?defender.natural_ac=0..20", r#"{"limit":-1}"#, r#""limit""#),
            ("rezolve", plain, "{}", r#""""#),
            ("roll", plain, r#"{"seed":"-1"}"#, r#""seed""#),
            ("roll", plain, r#"{"seed":1}"#, r#""seed""#),
            ("roll", plain, r#"{"script":7}"#, r#""script""#),
            ("roll", plain, r#"{"script":[1,null]}"#, r#""script.1""#),
            ("roll", plain, r#"{"against":{},"fight":true}"#, r#""against""#),
            ("roll", plain, r#"{"against":{},"first":"me"}"#, r#""first""#),
        ] {
            assert_eq!(wrong_at(&asked(kind, document, options)), [path], "{kind} {document} {options}");
        }
    }
}
