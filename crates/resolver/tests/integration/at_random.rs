//! Scenarios at random, thousands of every ruleset: what holds for each of them.
//!
//! `TOHIT_SCENARIOS=100000` asks for so many of each.
use crate::common::chi_square::{by_damage, by_outcome, limit};
use crate::common::random::Scenarios;
use crate::common::{compare, same_float};
use tohit_resolver::{Answer, Fraction, Json, RollExtent, Ruleset, from_link, ruleset, to_link};

/// So many legal scenarios of each ruleset, if nobody asks for more.
const SCENARIOS: usize = 10_000;
/// One of so many is answered in fractions too, and once more from the whole document.
const EXACT: usize = 50;
/// One of so many is thrown too, so often.
const THROWN: usize = 500;
const THROWS: u32 = 4_000;
/// One of so many is asked whether more of something helps whom it should.
const BETTER: usize = 10;

/// What each ruleset says helps who strikes, and then whoever is struck: one more of it does nothing for the other side.
const HELPS: [(&str, &[&str], &[&str]); 5] = [
    ("powder", &["physical_level", "to_hit_bonus", "weapon.enchantment"], &["natural_ac", "shield.ac"]),
    ("crawl", &["dexterity", "slaying_to_hit", "weapon.to_hit_plus", "skills.fighting"], &["ev", "ac", "sh"]),
    ("angband", &["level", "gear_to_hit", "weapon.to_hit", "gear_to_dam"], &["ac"]),
    (
        "pixel-dungeon",
        &["level", "ring_of_accuracy", "damage.max"],
        &["level", "ring_of_evasion", "barkskin"],
    ),
    (
        "dominions",
        &["attack", "weapon.attack", "strength"],
        &["defence", "item_defence", "natural_protection"],
    ),
];

fn wanted() -> usize {
    std::env::var("TOHIT_SCENARIOS").map_or(SCENARIOS, |many| many.parse().unwrap())
}

fn hold(id: &str) {
    let ruleset = ruleset(id).unwrap();
    let mut scenarios = Scenarios::new(ruleset, 7);
    let (mut legal, mut drawn, mut exact, mut thrown, mut better) = (0, 0, 0, 0, 0);
    while legal < wanted() {
        drawn += 1;
        let document = scenarios.next();
        let Ok(answer) = ruleset.resolve::<f64>(&document) else { continue };
        legal += 1;
        sums_to_one(&answer, &document);
        let whole = stays_itself(ruleset, &document);
        if legal % EXACT == 0 {
            assert_eq!(ruleset.resolve::<f64>(&whole).as_ref(), Ok(&answer), "{document}");
            exact += usize::from(agrees_exactly(ruleset, &document, &answer));
        }
        if legal % BETTER == 0 {
            better += helps_whom_it_should(ruleset, &whole, &answer);
        }
        if legal % THROWN == 0 {
            thrown += usize::from(is_thrown_so(ruleset, &document, &answer));
        }
    }
    println!("{id}: {legal} legal of {drawn} drawn, {exact} exact, {thrown} thrown, {better} a step on");
    assert!(legal * 10 > drawn, "{id}: only {legal} of {drawn} were legal");
    assert!(exact * EXACT * 2 > legal, "{id}: only {exact} could be answered in fractions");
    assert!(better * BETTER > legal, "{id}: only {better} steps could be taken");
}

fn sums_to_one(answer: &Answer<f64>, document: &Json) {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-12;
    let sum: f64 = answer.outcomes.iter().map(|(_, p)| p).sum();
    assert!(answer.outcomes.is_empty() || near(sum), "{document}: outcomes {sum}");
    let chances = answer.outcomes.iter().map(|(_, p)| p).chain(&answer.hit);
    let damages = [&answer.damage, &answer.turn_damage].into_iter().flatten().flat_map(|all| all.all());
    for chance in chances.chain(damages.map(|(_, p)| p)) {
        assert!((0.0..=1.0).contains(chance), "{document}: {chance}");
    }
    for damage in answer.damage.iter().chain(&answer.turn_damage) {
        let sum: f64 = damage.all().map(|(_, p)| p).sum();
        assert!(near(sum), "{document}: damage {sum}");
        assert!(damage.all().all(|(_, p)| (0.0..=1.0 + 1e-12).contains(p)), "{document}");
        assert!(damage.entries.is_sorted_by(|(one, _), (other, _)| one < other), "{document}");
    }
}

/// As a link, and written out whole, it is the same fight.
fn stays_itself(ruleset: &Ruleset, document: &Json) -> Json {
    let (whole, problems) = ruleset.complete(document);
    assert!(problems.is_empty(), "{document}: {problems:?}");
    let link = to_link(ruleset, document);
    let (named, read) = from_link(&link).unwrap();
    assert_eq!(named.id(), ruleset.id());
    assert_eq!(ruleset.complete(&read), (whole.clone(), Vec::new()), "{link}");
    assert_eq!(to_link(ruleset, &read), link);
    assert_eq!(ruleset.complete(&whole), (whole.clone(), Vec::new()), "{document}");
    whole
}

/// In fractions it sums to exactly one, and floats are near them. Whether there are fractions: an answer may be too large for them.
fn agrees_exactly(ruleset: &Ruleset, document: &Json, floats: &Answer<f64>) -> bool {
    let Ok(exact) = ruleset.resolve::<Fraction>(document) else { return false };
    let one = Fraction::from(1);
    let total = |all: &mut dyn Iterator<Item = &Fraction>| all.fold(Fraction::default(), |sum, p| sum + p);
    if !exact.outcomes.is_empty() {
        assert_eq!(total(&mut exact.outcomes.iter().map(|(_, p)| p)), one, "{document}");
    }
    for damage in exact.damage.iter().chain(&exact.turn_damage) {
        assert_eq!(total(&mut damage.all().map(|(_, p)| p)), one, "{document}");
    }
    let mut wrong = Vec::new();
    // A chance that floats take for nothing is missing there.
    compare("", &exact.json(), Some(&floats.json()), &same_float, &mut wrong);
    assert!(wrong.is_empty(), "{document}: {wrong:?}");
    true
}

/// One more of what helps a side is no help to the other, neither for a hit nor for what it does. How many steps could be taken.
fn helps_whom_it_should(ruleset: &Ruleset, whole: &Json, answer: &Answer<f64>) -> usize {
    let (_, attacker, defender) = HELPS.into_iter().find(|(id, ..)| *id == ruleset.id()).unwrap();
    let sides = [("attacker", attacker, 1.0), ("defender", defender, -1.0)];
    let paths = sides
        .into_iter()
        .flat_map(|(side, names, sign)| names.iter().map(move |name| (format!("{side}.{name}"), sign)));
    // POWDER's code makes a negative roll a positive one by a slip: there less is more.
    let slips = match whole.at("situation.switches.negative_rolls") {
        None | Some(Json::Null) => whole.at("situation.rules") == Some(&"game".into()),
        Some(rolls) => *rolls == "as-coded".into(),
    };
    // Of Dominions' blows luck turns away those that kill: one that does less can do more.
    let is_lucky = whole.at("defender.luck") == Some(&true.into());
    if ruleset.id() == "powder" && slips || is_lucky {
        return 0;
    }
    let mut taken = 0;
    for (path, sign) in paths {
        let Some(Json::Number(now)) = whole.at(&path) else { continue };
        let Ok(now) = now.parse::<i64>() else { continue };
        let mut more = whole.clone();
        let place = path.split('.').fold(&mut more, |inside, name| inside.member_mut(name));
        *place = (now + 1).into();
        let Ok(then) = ruleset.resolve::<f64>(&more) else { continue };
        taken += 1;
        let mean = |answer: &Answer<f64>| answer.damage.as_ref().map(|damage| damage.mean());
        for (what, before, after) in [("hit", answer.hit, then.hit), ("damage", mean(answer), mean(&then))] {
            let Some((before, after)) = before.zip(after) else { continue };
            let gain = (after - before) * sign;
            assert!(
                gain > -1e-9 * before.max(1.0),
                "{path}, one more: {what} {before} becomes {after}\n{whole}"
            );
        }
    }
    taken
}

/// What its dice do over many throws is what its odds say. Whether it has any.
fn is_thrown_so(ruleset: &Ruleset, document: &Json, answer: &Answer<f64>) -> bool {
    let Some(damage) = &answer.damage else { return false };
    let thrown = ruleset.tally(document, 20_111_005, THROWS, RollExtent::Strike).unwrap();
    for (what, (sum, freedom)) in
        [("outcomes", by_outcome(&answer.outcomes, &thrown)), ("damage", by_damage(damage, &thrown))]
    {
        assert!(sum <= limit(freedom), "{document}: {what}: chi-square {sum:.1} over {freedom}");
    }
    true
}

#[test]
fn powder() {
    hold("powder");
}

#[test]
fn crawl() {
    hold("crawl");
}

#[test]
fn angband() {
    hold("angband");
}

#[test]
fn pixel_dungeon() {
    hold("pixel-dungeon");
}

#[test]
fn dominions() {
    hold("dominions");
}
