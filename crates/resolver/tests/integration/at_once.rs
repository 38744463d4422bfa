//! Duels in which both sides strike at once: refused only where a strike that can come gives hit points back.
use crate::common::chi_square::{by_outcome, limit};
use tohit_resolver::{Dice, First, from_link};

/// A duel of each game with strikes that give something back, and the entries with which the attacker's do.
const DRAINS: [[&str; 3]; 4] = [
    [
        "nethack/melee?defender.hp=12",
        "nethack/monster?defender.hp=15",
        "attacker.weapon.artifact=stormbringer&attacker.weapon.kind=runesword",
    ],
    ["dcss/melee?defender.hp=12", "dcss/monster?defender.hp=15", "attacker.weapon.brand=vampirism"],
    [
        "shattered/melee?defender.hp=20",
        "shattered/monster?defender.hp=20",
        "attacker.weapon.enchantment=vampiric",
    ],
    ["brogue/ally?defender.hp=20", "brogue/monster?defender.hp=20", "attacker.drains=true"],
];

#[test]
fn simultaneous_strikes_where_no_hit_points_return() {
    for [mine, theirs, gives] in DRAINS {
        let [(rules, mine), (_, drains), (_, theirs)] =
            [mine, &format!("{mine}&{gives}"), theirs].map(|link| from_link(link).unwrap());
        let odds = rules.duel::<f64>([&mine, &theirs], First::Together).unwrap();
        assert!(odds.ends[0] > 0.02 && odds.ends[2] > 0.0, "{gives}: {:?}", odds.ends);
        let thrown = rules.tally_duels([&mine, &theirs], First::Together, (3, 4_000)).unwrap();
        let (sum, freedom) = by_outcome(&odds.answer().outcomes, &thrown);
        assert!(sum < limit(freedom), "{gives}: {sum} of {freedom}");
        assert!(rules.duel::<f64>([&drains, &theirs], First::Defender).is_ok(), "{gives}");
        for both in [[&drains, &theirs], [&theirs, &drains]] {
            let refused = rules.duel::<f64>(both, First::Together).unwrap_err();
            assert_eq!(
                refused[0].to_string(),
                "a strike here gives hit points back, or reads or costs the striker's own, so the two cannot strike at once: let one side strike first"
            );
            assert_eq!(rules.roll_duel(both, First::Together, &Dice::default()).unwrap_err(), refused);
        }
    }
}
