//! What decided on the way: recorded, it changes no odds, and the chances of the trails are the odds.

use std::collections::BTreeMap;
use tohit_odds::{Ask, Chance, Die, Floats, Key, Odds, Reading, Record, Span, Tally, Trail, Way};

/// A blow with a bit of everything: a roll that is compared later, a part that is the same for all, and what only feeds it.
fn blow<R: Reading>(r: &mut R) -> R::Tally<&'static str> {
    let start = r.start(());
    let attack = r.stage(start, |dice, ()| {
        let roll = dice.roll("attack", Die::d(6));
        dice.decided("attack", &[], if roll == 6 { "six" } else { "less" });
        dice.note("attack roll", roll);
        roll
    });
    let met = r.then(attack, |r, attack| {
        let ward = r.once(Key("ward", [0; 3]), |r| {
            let start = r.start(());
            let ward = r.stage(start, |dice, ()| {
                let thick = dice.happens("thick", 1, 3);
                let size = if dice.happens("ward", 1, 2) { 3 } else { 1 };
                size + i64::from(thick)
            });
            r.total(ward, |ward| ward)
        });
        let wards = r.states(ward);
        r.stage(wards, |dice, ward| {
            dice.decided("pierces", &[("attack", attack), ("ward", ward)], attack > ward);
            attack > ward
        })
    });
    let parried = r.stage(met, |dice, pierces| match pierces {
        true if dice.reaches("parry", Die::d(4), 4) => "parried",
        // Nobody parries this.
        true if dice.happens("luck", 0, 10) => "lucky",
        true => "hit",
        false => "stopped",
    });
    r.tally(parried, |r, end| (end, r.fixed(i64::from(end == "hit"))))
}

/// The chances of the trails, in words.
fn trails(record: &Record, tally: &Tally<&'static str, f64>) -> BTreeMap<String, f64> {
    let words = |trail: Trail| {
        let decisions = record.decisions(trail).into_iter().map(|(_, decision)| {
            let label = record.asked()[decision.asked].label;
            match decision.way {
                Way::Flag(flag) => format!("{label} {flag}"),
                Way::Word(word) => format!("{label} {word}"),
                Way::Marks(marks) => format!("{label} {marks}"),
            }
        });
        decisions.collect::<Vec<_>>().join(", ")
    };
    tally.trails().map(|(end, trail, chance)| (format!("{} -> {end}", words(trail)), chance)).collect()
}

#[test]
fn a_record_tells_every_trail_and_changes_no_odds() {
    let mut plain = Odds::new(Floats);
    let expected = blow(&mut plain);
    assert!(plain.record().is_none());
    assert!(expected.trails().all(|(_, trail, _)| trail == Trail::default()));

    let mut odds =
        Odds::recording(Floats, |label| ["attack", "ward", "pierces", "parry", "luck"].contains(&label));
    let tally = blow(&mut odds);
    for end in ["stopped", "parried", "hit"] {
        let chance = |tally: &Tally<&'static str, f64>| tally.chance(&Floats, |known| *known == end);
        assert!((chance(&tally) - chance(&expected)).abs() < 1e-15, "{end}");
    }
    // Of 6 × 6 ways: attack, thick (1 in 3), ward (1 in 2).
    let sixths = |n: f64| n / 36.0;
    let wanted = [
        ("attack less, ward false, pierces false -> stopped", sixths(3.0 + 1.0)),
        ("attack less, ward false, pierces true, parry false, luck false -> hit", sixths(11.0 * 0.75)),
        ("attack less, ward false, pierces true, parry true -> parried", sixths(11.0 * 0.25)),
        ("attack less, ward true, pierces false -> stopped", sixths(9.0 + 1.0)),
        ("attack less, ward true, pierces true, parry false, luck false -> hit", sixths(5.0 * 0.75)),
        ("attack less, ward true, pierces true, parry true -> parried", sixths(5.0 * 0.25)),
        ("attack six, ward false, pierces true, parry false, luck false -> hit", sixths(3.0 * 0.75)),
        ("attack six, ward false, pierces true, parry true -> parried", sixths(3.0 * 0.25)),
        ("attack six, ward true, pierces true, parry false, luck false -> hit", sixths(3.0 * 0.75)),
        ("attack six, ward true, pierces true, parry true -> parried", sixths(3.0 * 0.25)),
    ];
    let record = odds.record().unwrap();
    let found = trails(record, &tally);
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), wanted.map(|(trail, _)| trail));
    for (trail, chance) in wanted {
        assert!((found[trail] - chance).abs() < 1e-15, "{trail}: {} and not {chance}", found[trail]);
    }
}

#[test]
fn a_record_tells_what_was_asked() {
    let mut odds = Odds::recording(Floats, |label| label == "pierces");
    let tally = blow(&mut odds);
    let record = odds.record().unwrap();
    let labels: Vec<String> = record.asked().iter().map(|asked| asked.label.to_string()).collect();
    assert_eq!(
        labels,
        ["attack", "thick", "ward", "pierces", "parry"],
        "what is certain and decides nothing is left out"
    );
    let ends = |least: i64, most: i64| Span { least: least.into(), most: most.into() };
    let [.., pierces, parry] = record.asked() else { panic!("they are five") };
    assert_eq!(pierces.ask, None);
    assert_eq!(pierces.figures, [("attack".into(), ends(1, 6)), ("ward".into(), ends(1, 4))]);
    let parries = Ask::Reach { die: Die::d(4), target: 4 };
    assert_eq!(parry.ask, Some(Span { least: parries.clone(), most: parries }));
    assert_eq!(record.figures(), [("attack roll".into(), ends(1, 6))]);
    assert_eq!(trails(record, &tally).len(), 3);
}

#[test]
fn one_round_is_recorded_as_it_is_played() {
    fn round<R: Reading>(r: &mut R, times: u32) -> R::Tally<core::ops::ControlFlow<&'static str, ()>> {
        use core::ops::ControlFlow::{Break, Continue};
        r.rounds(
            times,
            (),
            4,
            |r, _, ()| {
                let start = r.start(());
                r.stage(start, |dice, ()| dice.happens("lands", 1, 2))
            },
            |r, lands| {
                let start = r.start(lands);
                r.tally(start, |r, lands| {
                    (lands, if lands { r.roll("damage", Die::d(6)) } else { r.fixed(0) })
                })
            },
            |dice, _, reached| match reached {
                true if dice.happens("undone", 1, 3) => (Continue(()), false),
                true => (Break("out"), true),
                false => (Continue(()), true),
            },
        )
    }
    let expected = round(&mut Odds::new(Floats), 1);
    let mut odds = Odds::recording(Floats, |_| true);
    let found = round(&mut odds, 1);
    let parts = |tally: &Tally<core::ops::ControlFlow<&'static str, ()>, f64>, out: bool| {
        let parts = tally.parts().filter(|(end, _, _)| end.is_break() == out);
        let mut sums = BTreeMap::new();
        for (value, weight) in parts.flat_map(|(_, _, total)| total.entries(&Floats).collect::<Vec<_>>()) {
            *sums.entry(value).or_insert(0.0) += weight;
        }
        sums
    };
    for out in [false, true] {
        let (expected, found) = (parts(&expected, out), parts(&found, out));
        assert_eq!(expected.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>());
        assert!(expected.iter().all(|(value, weight)| (weight - found[value]).abs() < 1e-15));
    }
    let record = odds.record().unwrap();
    let decisions = |(_, trail, _): (_, Trail, f64)| record.decisions(trail).len();
    let mut lengths: Vec<usize> = found.trails().map(decisions).collect();
    lengths.sort_unstable();
    // It does not land; it lands without reaching the mark; it reaches it, and is undone or not.
    assert_eq!(lengths, [1, 1, 2, 2]);
}

#[test]
fn a_record_gives_up_before_it_grows_too_long() {
    let mut odds = Odds::recording(Floats, |_| true);
    let mut state = odds.start(());
    for _ in 0..11 {
        state = odds.stage(state, |dice, ()| {
            dice.happens("this", 1, 2);
        });
    }
    assert_eq!(state.entries().count(), 1 << 11, "each trail is a state of its own");
    assert!(!odds.record().unwrap().is_full());
    for _ in 0..12 {
        state = odds.stage(state, |dice, ()| {
            dice.happens("that", 1, 2);
        });
    }
    assert!(odds.record().unwrap().is_full());
    assert!(state.entries().count() < 1 << 14);
}
