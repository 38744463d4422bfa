//! Chosen fights and duels: floats against fractions, and odds against thrown fights. Random ones:
//! `random_fights.rs`.
use crate::common::chi_square::{by_outcome, chi_square, limit};
use crate::random_fights::convolved;
use tohit_resolver::{DuelRoll, Extent, First, Fraction, Json, Means, Ruleset, Spread, from_link};

/// Fights that differ in what they carry, in their length and in the strikes of a turn.
const FIGHTS: [&str; 19] = [
    "powder/melee?attacker.preset=fred&defender.preset=troll-with-its-club&defender.hp=30",
    "powder/melee?attacker.preset=baezlbub&defender.preset=fred&defender.hp=45",
    "crawl/melee?defender.preset=orc",
    "crawl/monster-melee?attacker.preset=troll&defender.hp=70&defender.shield=shield",
    "crawl/ranged?defender.preset=ogre",
    "angband/melee?attacker.class=warrior&attacker.level=30&attacker.totals.blows=4&defender.preset=cave-spider",
    "angband/monster-melee?attacker.preset=cave-spider&defender.hp=60",
    "angband/fired?defender.hp=40",
    "pixel-dungeon?defender.hp=12",
    "pixel-dungeon/melee?attacker.subclass=gladiator&attacker.weapon.max=12&defender.hp=25",
    "pixel-dungeon/melee?attacker.weapon.enchantment=grim&attacker.weapon.max=9&defender.hp=30",
    "dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=jackal",
    "angband42/thrown?attacker.preset=gnome-mage-level-10&attacker.object.preset=flask-of-oil&defender.hp=30",
    "shattered/melee?attacker.preset=warrior-start&defender.preset=gnoll-scout",
    "brogue/melee?attacker.preset=new-hero&defender.preset=monkey",
    "nethack/melee?attacker.preset=new-valkyrie&defender.preset=gnome-lord",
    "dominions/melee?defender.preset=heavy-infantry-40",
    "dominions/sequence?attacker.preset=vanjarl&defender.preset=heavy-infantry-40&situation.attackers=5",
    "dominions/sequence?defender.hp=25&defender.mistform=true&defender.images=2&defender.luck=true&situation.attackers=3",
];

fn read(link: &str) -> (&'static Ruleset, Json) {
    from_link(link).unwrap()
}

/// How many are tried, where that is asked for; else the usual few.
fn asked_for(variable: &str, usual: u32) -> u32 {
    std::env::var(variable).map_or(usual, |many| many.parse().unwrap())
}

/// Floats are what fractions say, and all sums to 1.
#[test]
fn fights_in_floats_agree_with_fractions() {
    for link in FIGHTS {
        let (rules, document) = read(link);
        let floats = rules.fight::<f64>(&document).unwrap_or_else(|e| panic!("{link}: {e:?}"));
        let all: f64 = floats.turns.all().map(|(_, p)| p).sum();
        assert!((all - 1.0).abs() < 1e-12, "{link}: {all}");
        let strikes: f64 = floats.strikes.all().map(|(_, p)| p).sum();
        assert!((strikes - 1.0).abs() < 1e-12, "{link}: {strikes}");
        let mean = floats.turns.mean();
        // A gladiator's combo grows without end: the mean is not a sum that ends.
        assert_eq!(floats.means.is_none(), link.contains("gladiator"), "{link}");
        let turns = floats.means.map_or(mean, |means| means.turns);
        assert!((turns / mean - 1.0).abs() < 1e-9, "{link}: {turns} {mean}");
        // A long fight's fractions may be past the stated size.
        if let Ok(exact) = rules.fight::<Fraction>(&document) {
            for ((turn, float), (same, exact)) in floats.turns.entries.iter().zip(&exact.turns.entries) {
                assert!(turn == same && (float - exact.to_f64()).abs() < 1e-12, "{link}, turn {turn}");
            }
            let sum: Fraction = exact.turns.all().map(|(_, p)| p).sum();
            assert_eq!(sum, Fraction::from(1), "{link}");
            if let Some(Means { turns: exact, .. }) = exact.means {
                assert!((turns / exact.to_f64() - 1.0).abs() < 1e-11, "{link}: {turns} {exact}");
            }
        }
    }
}

/// Fractions that grow with each turn are refused; those of a fight with a single missile do not grow.
#[test]
fn exact_fights_are_refused_where_their_fractions_grow_too_long() {
    let mean_of = |link: &str| {
        let (rules, document) = read(link);
        rules.fight::<Fraction>(&document)
    };
    let refused = mean_of("angband/melee?defender.preset=nightwing").unwrap_err();
    assert!(refused[0].message.starts_with("too large for exact fractions"), "{refused:?}");
    assert!(mean_of("angband/thrown?attacker.missiles=1&attacker.object.preset=bolt&defender.hp=5").is_ok());
}

/// Within four deviations of many thrown fights.
#[test]
fn thrown_fights_agree_with_the_odds() {
    let throws = asked_for("TOHIT_THROWN_FIGHTS", 3_000);
    for link in FIGHTS {
        let (rules, document) = read(link);
        let fight = rules.fight::<f64>(&document).unwrap();
        let thrown = rules.tally(&document, 5, throws, Extent::Fight).unwrap();
        let ends: Vec<_> = thrown.iter().map(|one| one.fought.clone().unwrap()).collect();
        assert!(ends.iter().all(|one| one.fell), "{link}");
        for (what, odds, seen) in [
            ("turns", &fight.turns, ends.iter().map(|one| one.turns).collect::<Vec<_>>()),
            ("strikes", &fight.strikes, ends.iter().map(|one| one.strikes).collect()),
        ] {
            let mean = seen.iter().sum::<i64>() as f64 / f64::from(throws);
            let off = (mean - odds.mean()) / (odds.deviation() / f64::from(throws).sqrt()).max(1e-9);
            assert!(off.abs() < 4.0, "{link}: {what} {mean} against {}", odds.mean());
            for at_least in 1..=odds.median().unwrap() + 2 {
                let p = odds.at_least(at_least);
                let count = seen.iter().filter(|seen| **seen >= at_least).count() as f64;
                let throws = f64::from(throws);
                let sigma = (p * (1.0 - p) * throws).sqrt().max(1.0);
                assert!((count - p * throws).abs() < 4.5 * sigma, "{link}: {what} >= {at_least}: {count}");
            }
        }
    }
}

#[test]
fn eleven_blows_against_750_hit_points_sum_to_one() {
    let (rules, document) = read(
        "angband/melee?attacker.class=warrior&attacker.level=40&attacker.totals.blows=11&attacker.weapon.dice=3&attacker.weapon.sides=6&defender.ac=100&defender.hp=750",
    );
    let fight = rules.fight::<f64>(&document).unwrap();
    let all: f64 = fight.turns.all().map(|(_, p)| p).sum();
    assert!((all - 1.0).abs() < 1e-13, "{all}");
    assert!((fight.means.unwrap().turns / fight.turns.mean() - 1.0).abs() < 1e-11);
}

#[test]
fn fights_report_their_missing_fields() {
    let wrong = |link: &str| {
        let (rules, document) = read(link);
        let problems = rules.fight::<f64>(&document).unwrap_err();
        problems
            .into_iter()
            .map(|problem| format!("{}: {}", problem.path, problem.message))
            .collect::<Vec<_>>()
    };
    assert_eq!(wrong("powder"), ["defender.hp: a fight needs the defender's hit points"]);
    assert_eq!(wrong("angband/melee?defender.ac=-1")[0].split(':').next(), Some("defender.ac"));
    assert_eq!(wrong("pixel-dungeon/targeting"), ["mode: there is nobody to fight: it is a tool"]);
    let (rules, mine) = read("pixel-dungeon?defender.hp=12");
    let (_, theirs) = read("pixel-dungeon?attacker.accuracy=-1");
    let problems = rules.duel::<f64>([&mine, &theirs], First::Attacker).unwrap_err();
    assert_eq!(problems[0].path, "against.attacker.accuracy");
}

/// Two that are alike win as often when they strike at once; who is first wins more.
#[test]
fn the_first_side_of_a_duel_matters() {
    for link in ["pixel-dungeon?defender.hp=5", "powder/melee?defender.hp=2"] {
        let (rules, document) = read(link);
        let duel = |first| rules.duel::<Fraction>([&document, &document], first).unwrap();
        let sum = |ends: &[Fraction; 4]| ends.iter().sum::<Fraction>();
        let at_once = duel(First::Together);
        assert_eq!(at_once.ends[0], at_once.ends[1]);
        assert_eq!(sum(&at_once.ends), Fraction::from(1));
        assert_eq!(at_once.left[0], at_once.left[1]);
        let (mine, theirs) = (duel(First::Attacker), duel(First::Defender));
        assert!(mine.ends[0] > mine.ends[1]);
        assert_eq!(mine.ends[0], theirs.ends[1]);
        assert_eq!(mine.left[0], theirs.left[1]);
        let left: Fraction = mine.left[0].all().map(|(_, p)| p).sum();
        assert_eq!(left, Fraction::from(1));
        let rounds: Fraction = mine.rounds.all().map(|(_, p)| p).sum();
        assert_eq!(rounds, Fraction::from(1));
    }
}

/// How each side strikes the other.
const DUELS: [[&str; 2]; 6] = [
    ["crawl/melee?defender.preset=ogre", "crawl/monster-melee?attacker.preset=ogre&defender.hp=60"],
    // A shield makes some blows slower than others, and a bat has three turns in one.
    [
        "crawl/melee?attacker.shield=large-shield&defender.hp=20&defender.state=asleep",
        "crawl/monster-melee?attacker.speed=30&attacker.hd=6&defender.hp=30",
    ],
    [
        "angband/melee?attacker.speed=5&attacker.level=5&defender.preset=wolf&defender.hp=60",
        "angband/monster-melee?attacker.preset=wolf&attacker.speed=15&defender.ac=5&defender.hp=20",
    ],
    [
        "pixel-dungeon?attacker.weapon.delay=3/2&situation.surprise=true&defender.hp=14",
        "pixel-dungeon?attacker.delay=2/3&defender.hp=16",
    ],
    ["powder/melee?attacker.charging=true&defender.hp=9", "powder/melee?defender.hp=7"],
    [
        "dominions/melee?attacker.charging=true&attacker.weapon.charge=true&defender.hp=20",
        "dominions/melee?defender.hp=20",
    ],
];

/// Thrown duels end as the odds say, in which round, and with what is left.
#[test]
fn thrown_duels_agree_with_the_odds() {
    for pair in DUELS {
        let [(rules, mine), (_, theirs)] = pair.map(read);
        for (name, first) in First::ALL {
            let odds = rules.duel::<f64>([&mine, &theirs], first).unwrap();
            let thrown = rules.tally_duels([&mine, &theirs], first, (3, 4_000)).unwrap();
            assert!(odds.ends[0] > 0.05 && odds.ends[1] > 0.05, "{pair:?}");
            let fits = |what: &str, odds: &Spread<f64>, of: &dyn Fn(&DuelRoll) -> i64| {
                let seen: Vec<i64> = thrown.iter().map(|one| of(one.duelled.as_ref().unwrap())).collect();
                let all: Vec<(i64, f64)> = odds.all().map(|(value, p)| (value, *p)).collect();
                assert!(seen.iter().all(|seen| all.iter().any(|(value, _)| value == seen)), "{pair:?}");
                let (sum, freedom) = chi_square(&all, seen.len(), |value| {
                    seen.iter().filter(|seen| **seen == value).count() as u32
                });
                assert!(sum < limit(freedom), "{pair:?}, {name} first: {what} {sum} of {freedom}");
            };
            fits("round", &odds.rounds, &|duel| duel.round);
            fits("attacker", &odds.left[0], &|duel| duel.sides[0].left);
            fits("defender", &odds.left[1], &|duel| duel.sides[1].left);
            let (sum, freedom) = by_outcome(&odds.answer().outcomes, &thrown);
            assert!(sum < limit(freedom), "{pair:?}, {name} first: {sum} of {freedom}");
        }
    }
}

/// The log of a duel tells whose turn it is and what is left, and ends as it says.
#[test]
fn a_rolled_duel_is_logged_turn_by_turn() {
    for pair in DUELS {
        let [(rules, mine), (_, theirs)] = pair.map(read);
        let roll = |seed| {
            let dice = tohit_resolver::Dice { seed, ..Default::default() };
            rules.roll_duel([&mine, &theirs], First::Defender, &dice).unwrap()
        };
        for seed in 0..9 {
            let rolled = roll(seed);
            assert_eq!(rolled, roll(seed));
            let log = rolled.to_string();
            let DuelRoll { round, sides, .. } = rolled.duelled.clone().unwrap();
            for (side, whose) in sides.iter().zip(["the attacker", "the defender"]) {
                let last = format!("{whose}'s turn {}", side.turns);
                assert!(side.turns == 0 || log.contains(&format!("\n{last}\n")), "{log}");
                let points = format!("{whose}'s hit points");
                let noted = rolled.log.events.iter().filter_map(|event| match event {
                    tohit_resolver::Event::Note { label, figure } if *label == points => Some(figure),
                    _ => None,
                });
                let noted: Vec<_> = noted.collect();
                assert_eq!(noted.last(), Some(&&tohit_resolver::FigureValue::Int(side.left)), "{log}");
                assert!(noted.len() > 1 || side.left > 0, "{log}");
            }
            let how = match rolled.outcome {
                "win" => format!("win: the defender falls in round {round}; "),
                "lose" => format!("lose: the attacker falls in round {round}; "),
                other => panic!("{other}"),
            };
            assert!(log.lines().last().unwrap().starts_with(&how), "{log}");
            assert_eq!(rolled.damage, sides[0].damage);
        }
    }
}

/// Who is twice as fast has two turns in the time of one.
#[test]
fn the_faster_side_wins_more_often() {
    let (rules, mine) = read("crawl/melee?defender.preset=orc&defender.hp=20");
    let wins = |speed: i64| {
        let (_, theirs) = read(&format!("crawl/monster-melee?attacker.speed={speed}&defender.hp=20"));
        rules.duel::<f64>([&mine, &theirs], First::Attacker).unwrap().ends[0]
    };
    let all: Vec<f64> = [5, 10, 14, 20, 40].into_iter().map(wins).collect();
    assert!(all.is_sorted_by(|slow, fast| slow > fast), "{all:?}");
}

/// What holds for the first turn alone does so in a fight, too: however long that is, it saves a few turns.
#[test]
fn a_charge_ends_with_its_turn() {
    for (link, field) in [
        ("powder/melee?defender.hp=90", "attacker.charging=true"),
        ("pixel-dungeon?defender.hp=140", "situation.surprise=true"),
        ("crawl/melee?defender.hp=250", "defender.state=asleep"),
        ("dominions/melee?defender.hp=140&attacker.weapon.charge=true", "attacker.charging=true"),
    ] {
        let turns = |link: &str| {
            let (rules, document) = read(link);
            rules.fight::<f64>(&document).unwrap().means.unwrap().turns
        };
        let (plain, charging) = (turns(link), turns(&format!("{link}&{field}")));
        assert!(plain > 15.0 && charging < plain && charging > 0.8 * plain, "{link}: {charging} {plain}");
    }
}

/// With so many missiles a fight is over after so many strikes; which of them break matters only where the
/// others are picked up.
#[test]
fn a_fight_ends_with_its_missiles() {
    let bow = "angband/fired?attacker.launcher.preset=long-bow&attacker.ammo.preset=arrow&defender.hp=30";
    let oil = "angband/thrown?attacker.object.preset=flask-of-oil&defender.hp=30";
    let fight = |link: &str| {
        let (rules, document) = read(link);
        rules.fight::<f64>(&document).unwrap()
    };
    let killed = |link: &str| fight(link).answer().outcome("killed").copied().unwrap_or_default();
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} {other}");
    for (link, missiles) in [(bow, 5), (bow, 8), (oil, 3), (oil, 6)] {
        let few = format!("{link}&attacker.missiles={missiles}");
        let enough = fight(link).strikes.at_most(missiles).unwrap();
        assert!(enough > 0.0 && enough < 1.0, "{link}: {enough}");
        near(killed(&few), enough);
        assert!(fight(&few).means.is_none() && fight(&few).turns.whole_mean().is_none());
        let picked_up = killed(&format!("{few}&attacker.picked_up=true"));
        if link == oil {
            near(picked_up, enough)
        } else {
            assert!(picked_up > enough + 0.01)
        }
        let whole = "attacker.ammo.artifact=true&attacker.object.artifact=true";
        near(killed(&format!("{few}&attacker.picked_up=true&{whole}")), 1.0);
    }
    // The log ends where nothing happens any more.
    let (rules, document) = read(&format!("{}&attacker.missiles=2", bow.replace("hp=30", "hp=400")));
    let dice = tohit_resolver::Dice { seed: 3, script: None, extent: Extent::Fight };
    let rolled = rules.roll(&document, dice).unwrap();
    let fought = rolled.fought.unwrap();
    assert!(!fought.fell && fought.turns < 5, "{fought:?}");
}

/// Where nobody falls any more the list goes on to its end, but its fractions grow no longer; in a duel, too.
#[test]
fn an_empty_quiver_has_exact_fractions() {
    let (rules, two) = read("angband/thrown?attacker.missiles=2&attacker.object.preset=bolt&defender.hp=5");
    let fought = rules.fight::<Fraction>(&two).unwrap();
    let damage = rules.resolve::<Fraction>(&two).unwrap().damage.unwrap();
    let by_hand = convolved([&damage.entries, &damage.entries], (6, 0), 2);
    let turns: Vec<_> = (1..).zip(by_hand.clone()).collect();
    let open = Fraction::from(1) - by_hand.iter().sum::<Fraction>();
    assert_eq!(fought.turns, Spread { entries: turns, tail: Some((10_001, open.clone())) });
    // Both stand for ever if two bolts fell nobody, and the one that comes back does not either.
    let (_, one) = read("angband/thrown?attacker.missiles=1&attacker.object.preset=bolt&defender.hp=5");
    let duel = rules.duel::<Fraction>([&two, &one], First::Together).unwrap();
    assert_eq!(duel.ends[3], open * (Fraction::from(1) - by_hand[0].clone()));
}

/// A log of a fight has its turns, and ends with who falls.
#[test]
fn a_rolled_fight_is_logged_turn_by_turn() {
    let (rules, document) = read("pixel-dungeon?defender.hp=12");
    let dice = tohit_resolver::Dice { seed: 3, script: None, extent: Extent::Fight };
    let rolled = rules.roll(&document, dice).unwrap();
    let fought = rolled.fought.clone().unwrap();
    let log = rolled.to_string();
    assert!(fought.fell && log.contains(&format!("turn {}", fought.turns)), "{log}");
    assert!(log.ends_with(&format!("killed in turn {}, by strike {}\n", fought.turns, fought.strikes)));
    assert!(rolled.damage >= 12);
}
