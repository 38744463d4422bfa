//! Fights and duels of small texts: means known by hand, refusals, and the work that they take.

use tohit_engine::{DiceSource, Duel, Extent, FightDetail, FightOdds, First, Run, Scenario};
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};

/// Most turns of a list.
const MOST_TURNS: i64 = 10_000;

fn ratio(numer: i64, denom: i64) -> Fraction {
    Fraction::new(numer, denom)
}

fn with<T>(text: &str, entries: &[(&str, &str)], ask: impl FnOnce(&Scenario<'_>) -> T) -> T {
    let text = format!(
        "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet defender\n  hp: 1..99 ?\n{text}\n"
    );
    let game = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let entries: Vec<(String, String)> =
        entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    ask(&game.scenario(0, game.sheets(0, &entries).unwrap()).unwrap())
}

/// Reciprocals of the means of a fight, as fractions.
fn paces(scenario: &Scenario<'_>) -> Option<Vec<Fraction>> {
    scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 2).unwrap().pace?;
    let fractions = exact::fractions(400, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let pace = scenario.fight(&ar, FightDetail::WHOLE, 2).unwrap().pace.unwrap();
        let all = [pace.turns, pace.strikes, pace.lost].into_iter().chain(pace.time);
        all.map(|weight| ar.residue(weight)).collect()
    });
    Some(fractions.unwrap())
}

#[test]
fn a_mean_is_a_fraction_known_by_hand() {
    // Reciprocals of the turns, of the strikes, and of 1 more than the damage.
    let pace = |text: &str, hp: &str| with(text, &[("defender.hp", hp)], paces);
    // A coin: 2 strikes; d2 against 2: one strike for a 2, two for a 1 of every two, and 3 are lost by a 2
    // after a 1.
    assert_eq!(
        pace("strike\n  end miss if chance(1/2)\n  end hit lose 1", "1"),
        Some(vec![ratio(1, 2), ratio(1, 2), ratio(1, 2)])
    );
    assert_eq!(pace("strike\n  end hit lose d2", "2"), Some(vec![ratio(2, 3), ratio(2, 3), ratio(4, 13)]));
    // An endless die of 21/5, again after a 1.
    let endless = pace("strike\n  end hit lose open d6", "2");
    assert_eq!(endless, Some(vec![ratio(6, 7), ratio(6, 7), ratio(10, 59)]));
    // The third strike begins after two turns of three quarters, in the middle of the third usual one.
    let slow = pace("turn lasts 3/4\nstrike\n  end hit lose 1", "3");
    assert_eq!(slow, Some(vec![ratio(1, 3), ratio(1, 3), ratio(1, 4), ratio(2, 5)]));
    // The second strike begins after a first of two on average.
    let rolled = "carry time this turn = 0\nturn lasts time\nstrike\n  swing = d3\n  next time = swing\n  end hit lose 1";
    assert_eq!(pace(rolled, "2"), Some(vec![ratio(1, 2), ratio(1, 2), ratio(1, 3), ratio(1, 3)]));
    // Three a turn against 7: the seventh strike, in the third turn.
    assert_eq!(
        pace("turn 3\nstrike\n  end hit lose 1", "7"),
        Some(vec![ratio(1, 3), ratio(1, 7), ratio(1, 8)])
    );
}

#[test]
fn who_may_stand_for_ever_has_no_mean() {
    let never = "strike\n  end miss";
    with(never, &[("defender.hp", "3")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        assert!(fight.pace.is_none() && fight.turns.values.is_empty());
        assert_eq!(fight.turns.rest.map(|(_, weight)| Arithmetic::Floats.to_float(weight)), Some(1.0));
    });
    let broken = "carry whole = yes\nstrike\n  next whole = no if d4 = 1\n  end miss if not whole or d2 = 1\n  end hit lose 1";
    with(broken, &[("defender.hp", "2")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        assert!(fight.pace.is_none());
    });
    with(never, &[], |scenario| {
        let stop = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap_err();
        assert_eq!(stop.message, "a fight needs the defender's hit points");
    });
}

#[test]
fn a_fight_that_is_told_less_far_is_the_same() {
    let (ar, turn) = (Arithmetic::Floats, "turn 3\nstrike\n  end miss if d3 = 1\n  end hit lose d4");
    with(turn, &[("defender.hp", "30")], |scenario| {
        let fight = |means, turns| scenario.fight(&ar, FightDetail { means, turns }, 9).unwrap();
        let whole = fight(true, usize::MAX);
        let pace = |fight: &FightOdds| fight.pace.map(|pace| [pace.turns, pace.strikes]);
        assert_eq!(pace(&fight(true, 0)), pace(&whole));
        assert!(fight(true, 0).turns.values.is_empty());
        let three = fight(false, 3);
        assert!(three.pace.is_none());
        let first = |values: &[(i64, Weight)], most| {
            values.iter().filter(|(value, _)| *value <= most).copied().collect::<Vec<_>>()
        };
        assert_eq!(three.turns.values, first(&whole.turns.values, 3));
        assert_eq!(three.strikes.values, first(&whole.strikes.values, 9));
        assert_eq!(three.turns.rest.map(|(next, _)| next), Some(4));
    });
    // The whole list stands for a mean that there is not.
    let broken = "carry whole = yes\nstrike\n  next whole = no if d4 = 1\n  end miss if not whole or d2 = 1\n  end hit lose 1";
    with(broken, &[("defender.hp", "2")], |scenario| {
        let fight = |turns| scenario.fight(&ar, FightDetail { means: true, turns }, 9).unwrap();
        assert_eq!(fight(0).turns.values, fight(usize::MAX).turns.values);
        assert!(!fight(0).turns.values.is_empty());
    });
}

#[test]
fn many_turns_of_many_lengths_are_followed_as_far_as_that_is_quick() {
    let duel = |text: &str| {
        with(text, &[("defender.hp", "99")], |scenario| {
            scenario.duel(scenario, First::Attacker, &Arithmetic::Floats, 12)
        })
    };
    let many = "carry time this turn = 0\nturn lasts (1 + time) / 1000\nstrike\n  swing = roll(0..999)\n  next time = swing\n  end miss if chance(99/100)\n  end hit lose 1";
    let Duel { win, lose, rounds, .. } = duel(many).unwrap();
    let open = rounds.rest.map(|(_, open)| open).unwrap();
    let ar = Arithmetic::Floats;
    assert!((ar.to_float(ar.sum([win, lose, open])) - 1.0).abs() < 1e-9);
    let quick =
        "turn 6\nturn lasts 1/10000\nstrike\n  end miss if chance(9999999/10000000)\n  end hit lose d98";
    assert_eq!(duel(quick).unwrap_err().message, "too large: a round has more turns than can be followed");
}

#[test]
fn a_strike_is_worked_out_once_for_all_levels_unless_it_reads_them() {
    let text = |mention: &str| {
        format!(
            "sheet attacker\n  blows: list of 1..3 {{ sides: 1..9 = 3; saps: flag }} = {{ sides: 4 }} {{ sides: 6 }}\n\
             turn each b in attacker.blows\nstrike\n  end miss if d4 = 1\n  wound = 2 d b.sides\n{mention}  end hit lose wound"
        )
    };
    let mention = "  end good lose left - 1 if b.saps and given left and wound > left\n";
    let fought = |text: String, entries: &[(&str, &str)]| {
        with(&text, &[entries, &[("defender.hp", "90")]].concat(), |scenario| {
            let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
            (scenario.work(), fight)
        })
    };
    let (plain, without) = fought(text(""), &[]);
    let (unread, with) = fought(text(mention), &[]);
    assert_eq!(format!("{without:?}"), format!("{with:?}"));
    assert!(unread < plain * 11 / 10, "{unread} steps, {plain} without the line");
    let (read, _) = fought(text(mention), &[("attacker.blows.1.saps", "yes")]);
    assert!(read > plain * 11 / 10, "{read} steps, {plain} without the line");
}

#[test]
fn a_fight_without_harm_is_not_followed_turn_by_turn() {
    let steps = |text: &str| {
        with(text, &[("defender.hp", "90")], |scenario| {
            let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
            let (turn, weight) = fight.turns.rest.unwrap();
            assert_eq!(turn, MOST_TURNS + 1, "{text}");
            assert!((Arithmetic::Floats.to_float(weight) - 1.0).abs() < 1e-12, "{text}");
            scenario.work()
        })
    };
    let bursts =
        "carry whole = yes\nturn 2\nstrike\n  end miss if not whole\n  next whole = no\n  end hit lose d6";
    for text in ["strike\n  end miss", bursts] {
        let work = steps(text);
        assert!(work < 20_000, "{work} steps: {text}");
    }
}

const GAINS_NOTHING: &str = "strike\n  wound = d2\n  end miss if d3 = 1\n  end hit lose wound gain 0 * wound";

/// Duels without any drain equal duels of two independent fights.
#[test]
fn who_gains_nothing_fights_as_ever() {
    let ends = |text: &str| {
        with(text, &[("defender.hp", "7")], |mine| {
            let Duel { win, lose, rounds, left, .. } =
                mine.duel(mine, First::Attacker, &Arithmetic::Floats, 9).unwrap();
            let left = left.iter().flat_map(|left| left.values.iter().map(|(_, weight)| *weight));
            let rounds = rounds.values.into_iter().map(|(_, weight)| weight);
            let all = [win, lose].into_iter().chain(left).chain(rounds);
            all.map(|weight| Arithmetic::Floats.to_float(weight)).collect::<Vec<_>>()
        })
    };
    let (drained, plain) = (ends(GAINS_NOTHING), ends(&GAINS_NOTHING.replace(" gain 0 * wound", "")));
    assert_eq!(drained.len(), plain.len());
    assert!(
        drained.iter().zip(&plain).all(|(one, other)| (one - other).abs() < 1e-14),
        "{drained:?} {plain:?}"
    );
}

/// A coin tells which side loses a hit point, so that a duel is fair.
#[test]
fn a_striker_that_pays_may_fall_first() {
    let text = "sheet attacker\n  hp: 1..9 ?\nstrike\n  end miss pay 1 if d2 = 1\n  end hit lose 1";
    with(text, &[("defender.hp", "1"), ("attacker.hp", "2")], |scenario| {
        let fight = scenario.fight(&Arithmetic::Floats, FightDetail::WHOLE, 12).unwrap();
        let falls: Vec<_> = fight
            .turns
            .values
            .iter()
            .map(|(turn, weight)| (*turn, Arithmetic::Floats.to_float(*weight)))
            .collect();
        assert_eq!(falls, [(1, 0.5), (2, 0.25)]);
        assert_eq!(fight.turns.rest.map(|(_, weight)| Arithmetic::Floats.to_float(weight)), Some(0.25));
        assert!(fight.pace.is_none());
    });
    with(text, &[("defender.hp", "2")], |mine| {
        let duel = mine.duel(mine, First::Attacker, &Arithmetic::Floats, 9).unwrap();
        assert_eq!([duel.win, duel.lose].map(|weight| Arithmetic::Floats.to_float(weight)), [0.5, 0.5]);
        let refused = mine.duel(mine, First::Together, &Arithmetic::Floats, 9).map(drop).unwrap_err();
        assert!(refused.message.contains("let one side strike first"), "{}", refused.message);
    });
}

#[test]
fn what_is_too_much_to_follow_is_refused_before_it_is_kept() {
    let text = "turn 9\nstrike\n  wound = d99\n  end miss if d99 = 1\n  end hit lose wound div 99 gain wound";
    for (hp, is_told) in [("99", true), ("9000", false)] {
        with(
            &text.replace(
                "turn 9",
                &format!(
                    "sheet defender\n  more: 0..9999 = {hp}\nfalls when left + defender.more <= 0\nturn 9"
                ),
            ),
            &[("defender.hp", "99")],
            |mine| {
                let duel = mine.duel(mine, First::Attacker, &Arithmetic::Floats, 1);
                assert_eq!(duel.map_err(|stop| stop.message.contains("too large")).is_ok(), is_told, "{hp}");
            },
        );
    }
}

/// Loss of a sample, where the dice decide nothing, and the only loss of the odds.
fn losses(scenario: &Scenario<'_>, extent: Extent) -> [i64; 2] {
    let odds = scenario.odds(&Arithmetic::Floats, false).unwrap();
    let listed = if extent == Extent::Strike { odds.strike.losses } else { odds.turn.unwrap().losses };
    let [(lost, _)] = listed.values.as_slice() else { panic!("{listed:?}") };
    [scenario.sample(&mut DiceSource::seed(1), extent, false).unwrap().lost, *lost]
}

#[test]
fn samples_count_earlier_strikes_after_a_fall_as_odds_do() {
    let text = "turn 3 regardless\nstrike\n  end hit lose 1 + earlier";
    for (hp, lost) in [("1", 6), ("5", 6), ("99", 6)] {
        let losses = with(text, &[("defender.hp", hp)], |scenario| losses(scenario, Extent::Turn));
        assert_eq!(losses, [lost, lost], "{hp} hit points");
    }
    let ends = text.replace(" regardless", "");
    for (hp, lost) in [("1", 1), ("3", 3), ("4", 6), ("99", 6)] {
        let losses = with(&ends, &[("defender.hp", hp)], |scenario| losses(scenario, Extent::Turn));
        assert_eq!(losses, [lost, lost], "{hp} hit points");
    }
}

#[test]
fn a_sampled_strike_has_its_place_in_the_turn() {
    let text = "sheet attacker\n  blows: list of 1..3 { n: 1..9 } = { n: 4 } { n: 5 } { n: 6 }\nsheet situation\n  strike: 1..3\nturn each blow in attacker.blows shown situation.strike\nstrike\n  end hit lose 10 * earlier + blow.n";
    for (strike, lost) in [("1", 4), ("2", 15), ("3", 26)] {
        let losses = with(text, &[("situation.strike", strike)], |scenario| losses(scenario, Extent::Strike));
        assert_eq!(losses, [lost, lost], "strike {strike}");
    }
}

#[test]
fn what_is_left_on_the_foe_is_followed_for_one_body_a_side() {
    let text = "sheet attacker\n  many: 1..9 = 1\nbodies attacker.many\ncarry dazed on foe = no\nturn attacker.many\nstrike\n  end miss if dazed and d2 = 1\n  next dazed = yes\n  end hit lose 1";
    let duel = |many: &str| {
        with(text, &[("defender.hp", "3"), ("attacker.many", many)], |scenario| {
            let duel = scenario.duel(scenario, First::Attacker, &Arithmetic::Floats, 12);
            duel.map(|duel| Arithmetic::Floats.to_float(duel.win)).map_err(|stop| stop.message.clone())
        })
    };
    let refused = "a duel follows what a strike leaves on the other side (carry ... on foe) for one body a side; enter 1 of each";
    assert_eq!(duel("2").unwrap_err(), refused);
    // By hand: only who was hit in the other's last turn can miss.
    assert!((duel("1").unwrap() - 11.0 / 16.0).abs() < 1e-12);
}
