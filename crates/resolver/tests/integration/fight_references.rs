//! Fights and duels against figures from apart: means, lists that lose no mass, and the shared fights, turn
//! by turn.
use tohit_resolver::{Extent, First, Fraction, Json, Library, Ruleset, Spread, from_link};

fn read(link: &str) -> (&'static Ruleset, Json) {
    from_link(link).unwrap()
}

#[test]
fn mean_damage_counts_overkill() {
    let lost = |link: &str| {
        let (ruleset, document) = read(link);
        let means = ruleset.fight::<f64>(&document).unwrap().means.unwrap();
        let rolled = ruleset.tally(&document, 7, 4_000, Extent::Fight).unwrap();
        let thrown = rolled.iter().map(|one| one.damage as f64).sum::<f64>() / rolled.len() as f64;
        assert!((thrown - means.lost).abs() < means.lost / 30.0, "{link}: {thrown}, {}", means.lost);
        means.lost
    };
    // Sums over the hit points, worked out apart from this program.
    let near = |link: &str, mean: f64| assert!((lost(link) - mean).abs() < 1e-3, "{link}");
    near("dominions", 14.2616);
    near("dominions/melee?defender.parts=head&defender.head_armour=0&defender.hp=40", 35.1898);
    near(
        "pixel-dungeon/melee?attacker.weapon.enchantment=grim&attacker.weapon.upgrade=5&defender.hp=30",
        37.883,
    );
}

#[test]
fn long_lists_lose_no_mass_and_no_chance_is_above_one() {
    let spread = |spread: &Spread<f64>| {
        let sum: f64 = spread.all().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-11 && spread.all().all(|(_, chance)| *chance <= 1.0), "{sum}");
    };
    for (link, remark) in [
        ("powder/melee?defender.hp=10&defender.resists=physical", true),
        ("powder/melee?defender.hp=1000&defender.natural_ac=100", false),
        ("angband/melee?defender.hp=3000&defender.ac=1000", true),
    ] {
        let (ruleset, document) = read(link);
        let fight = ruleset.fight::<f64>(&document).unwrap();
        spread(&fight.turns);
        spread(&fight.strikes);
        assert_eq!(
            fight.answer().json().to_string().contains("\"remark\":\"the list closes early"),
            remark,
            "{link}"
        );
    }
    let (ruleset, document) = read("powder/melee?defender.hp=10&defender.resists=physical");
    let duel = ruleset.duel::<f64>([&document, &document], First::Attacker).unwrap();
    assert_eq!(duel.ends, [0.0, 0.0, 0.0, 1.0]);
    duel.left.iter().chain([&duel.rounds]).for_each(spread);
}

#[test]
fn several_attackers_are_several_bodies() {
    let ten =
        "dominions/sequence?attacker.preset=heavy-infantry-40&defender.preset=vanjarl&situation.attackers=";
    let (ruleset, one) = read(&format!("{ten}1"));
    let back = read("dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40").1;
    let win =
        |many: i64| ruleset.duel::<f64>([&read(&format!("{ten}{many}")).1, &back], First::Attacker).unwrap();
    let ten = read(&format!("{ten}10")).1;
    let won = win(10);
    // Computed apart from this program, with mirror images that come back each turn: about 67 %. By the rules
    // they end with the first wound.
    let file = |ending| {
        let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets");
        std::fs::read_to_string(format!("{rulesets}/dominions/dominions.{ending}")).unwrap()
    };
    let text = file("rules").replace("carry images this body", "carry images this turn");
    let again =
        Ruleset::read("dominions", &text, &[&file("words")], Library::fetched(&file("presets"))).unwrap();
    let renewed = again.duel::<f64>([&ten, &back], First::Attacker).unwrap().ends[0];
    assert!((renewed - 0.67).abs() < 0.005, "{renewed}");
    assert!((renewed + 0.1..0.92).contains(&won.ends[0]), "{:?}", won.ends);
    assert!(win(1).ends[0] < 0.1 && win(5).ends[0] < won.ends[0] && won.ends[0] < win(15).ends[0]);
    // Swapped sides are the same duel.
    let turned = ruleset.duel::<f64>([&back, &ten], First::Defender).unwrap();
    assert!((turned.ends[1] - won.ends[0]).abs() < 1e-12);
    // Thrown, they win as often.
    let rolled = ruleset.tally_duels([&ten, &back], First::Attacker, (3, 4_000)).unwrap();
    let wins = rolled.iter().filter(|one| one.outcome == "win").count() as f64 / 4_000.0;
    assert!((wins - won.ends[0]).abs() < 0.03, "{wins}");
    ruleset.duel::<f64>([&one, &back], First::Attacker).unwrap();
}

#[test]
fn a_duel_of_too_many_bodies_is_refused_in_words() {
    let (ruleset, many) = read("dominions/sequence?defender.hp=400&situation.attackers=50");
    let problems = ruleset.duel::<f64>([&many, &many], First::Attacker).unwrap_err();
    assert!(
        problems[0].message.starts_with("too large: a fight or duel of so many hit points"),
        "{problems:?}"
    );
}

/// Fights from programs apart from this one: the chance that the defender has fallen by each turn.
#[test]
fn fights_of_the_shared_cases_fall_by_each_turn_as_often() {
    let text = include_str!("../../../../tests/fights.json");
    let Ok(Json::List(cases)) = Json::parse_up_to(text, usize::MAX) else { panic!("the fights are a list") };
    for case in &cases {
        let name = case.get("name").unwrap();
        let rules = tohit_resolver::ruleset(&crate::common::text_of(case.get("ruleset").unwrap())).unwrap();
        let Some(Json::List(expected)) = case.get("fight") else { panic!("{name}") };
        let expected: Vec<Fraction> =
            expected.iter().map(|chance| crate::common::text_of(chance).parse().unwrap()).collect();
        let scenario = case.get("scenario").unwrap();
        let floats = rules.fight::<f64>(scenario).unwrap().turns;
        let exact = rules.fight::<Fraction>(scenario);
        for (turn, expected) in (1..).zip(&expected) {
            let near = floats.at_most(turn).unwrap();
            assert!((near - expected.to_f64()).abs() < 1e-12, "{name}, turn {turn}: {near} {expected}");
            let listed = exact.as_ref().ok().and_then(|fight| fight.turns.at_most(turn));
            assert!(listed.is_none_or(|listed| listed == *expected), "{name}, turn {turn}");
        }
        assert!(exact.is_ok() || expected.len() < 9, "{name}");
    }
    assert!(cases.len() >= 6);
}
