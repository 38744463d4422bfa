//! Fights: their lists and their means.

use crate::texts::{Kind, fight_text};
use crate::{Fields, REROLLS, TEXTS, compiled, exactly, scenario};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use tohit_engine::FightDetail;
use tohit_odds::Fraction;
use tohit_oracle::{Beyond, FightMeans, fight, fight_means};

/// Most turns that are compared one by one.
const TURNS: usize = 4;

/// Fails unless the first turns of a fight, and its means, are those of the reference. Returns true where
/// means were compared.
pub(crate) fn assert_fight_agrees(text: &str, fields: &Fields<'_>, most_turns: usize) -> bool {
    let program = compiled(text);
    let of_engine = scenario(&program, fields);
    let reference = tohit_oracle::Scenario::new(&program, fields).truncated(REROLLS, Beyond::Least);
    let detail = FightDetail { turns: most_turns, ..FightDetail::WHOLE };
    // Only the given turns of the lists are compared: a list of a fight without means is longer.
    let (mut counts, mut has_means, mut has_time) = ((0, 0), false, false);
    let all = exactly(|ar| {
        let fight = of_engine.fight(ar, detail, 2).unwrap();
        let list = fight.turns.rest.map_or(usize::MAX, |(next, _)| next as usize - 1).min(most_turns);
        counts = (list, fight.a_turn);
        let at = |values: &[(i64, _)], place: usize| {
            values.iter().find(|(value, _)| *value == place as i64).map(|(_, weight)| *weight)
        };
        let turns = (1..=list.min(most_turns)).map(|turn| at(&fight.turns.values, turn).unwrap_or_default());
        let strikes = (1..=list.min(most_turns) * fight.a_turn)
            .map(|strike| at(&fight.strikes.values, strike).unwrap_or_default());
        has_means = fight.pace.is_some();
        has_time = fight.pace.is_some_and(|pace| pace.time.is_some());
        let pace = fight.pace.iter().flat_map(|pace| [pace.turns, pace.strikes, pace.lost]);
        let time = fight.pace.and_then(|pace| pace.time);
        turns.chain(strikes).chain(pace).chain(time).collect()
    });
    let (list, a_turn) = counts;
    let expected = fight(&reference, list);
    let by_turn: Vec<Fraction> = expected.iter().map(|falls| falls.iter().sum()).collect();
    assert_eq!(all[..list], by_turn, "{fields:?} {text}");
    assert_eq!(all[list..list + list * a_turn], expected.concat(), "{fields:?} {text}");
    let paces = &all[list + list * a_turn..];
    assert_eq!(paces.len(), if has_means { 3 } else { 0 } + usize::from(has_time), "{text}");
    if !has_means {
        assert!(
            text.contains("next left")
                || text.contains(" pay ")
                || text.contains("own")
                || fight_means(&reference, 200).is_none(),
            "{text}"
        );
        return false;
    }
    let Some(FightMeans { turns, strikes, lost, time }) = fight_means(&reference, 60) else { return false };
    let one = Fraction::one();
    let mut expected =
        [one.clone() / turns, one.clone() / strikes, one.clone() / (lost + one.clone()), one / time];
    // Endless rolls beyond the truncation kill as the least of them does, and deal more.
    if text.contains("open ") {
        let (least, exact) = (expected[2].to_f64(), paces[2].to_f64());
        assert!(paces[2] < expected[2] && least - exact < 1e-3, "{exact} {least} {fields:?} {text}");
        expected[2] = paces[2].clone();
    }
    assert_eq!(paces, &expected[..paces.len()], "{fields:?} {text}");
    true
}

#[test]
fn random_fights_of_strikers_that_pay_agree() {
    let mut rng = Pcg32::seed_from_u64(13);
    for _ in 0..TEXTS {
        let text = fight_text(&mut rng, Kind::Pays);
        let fields = [("defender", "hp", rng.random_range(1..6)), ("attacker", "hp", rng.random_range(1..6))];
        assert!(!assert_fight_agrees(&text, &fields, TURNS));
    }
}

#[test]
fn random_fights_agree() {
    let mut rng = Pcg32::seed_from_u64(3);
    let mut means = 0;
    for _ in 0..TEXTS {
        let text = fight_text(&mut rng, Kind::Plain);
        let fields = [("defender", "hp", rng.random_range(1..6))];
        means += usize::from(assert_fight_agrees(&text, &fields, TURNS));
    }
    assert!(means > TEXTS / 3, "{means} fights had a mean and a small chain");
}
