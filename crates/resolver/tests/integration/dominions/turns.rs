//! Mode sequence: many strikes, against a twin that follows every state by lists (rules 6).

use super::{document, dominions, exact, extra, fight, floats, mean, outcome, scripted, turn};
use crate::common::logs::told;
use std::collections::BTreeMap;
use tohit_odds::Fraction;
use tohit_resolver::{Answer, Extra, RollExtent, Rolled};

fn fates<P: Clone>(answer: &Answer<P>) -> Vec<(&'static str, P)> {
    let Extra::Group(parts) = extra(answer, "turn_outcomes") else { panic!("no outcomes of the turn") };
    let of = |part: &Extra<P>| if let Extra::Chance(p) = part { p.clone() } else { panic!("no chance") };
    parts.iter().map(|(name, part)| (*name, of(part))).collect()
}

/// A turn of one strike is that strike.
#[test]
fn one_strike_is_a_turn() {
    for defender in [
        "",
        r#""luck":true,"images":2"#,
        r#""hp":3,"mistform":true,"ethereal":true"#,
        r#""repel_weapon":{"length":4}"#,
    ] {
        let (single, whole) = (exact(&fight("", defender, "")), exact(&turn("", defender, "")));
        assert_eq!(single.damage, whole.damage);
        assert_eq!(whole.damage, whole.turn_damage);
        assert_eq!(single.outcomes, whole.outcomes);
        let sum = |end: &str| {
            outcome(&single, &format!("clean-{end}")) + outcome(&single, &format!("shield-{end}"))
        };
        let fates = fates(&whole);
        assert_eq!(fates[1], ("wounded", sum("wound")));
        assert_eq!(fates[2], ("killed", sum("kill")));
    }
}

/// One unit with the same weapon thrice is three attackers with it, and one weapon alone is no turn.
#[test]
fn a_unit_strikes_with_each_of_its_weapons() {
    let weapon = r#"{"intrinsic":true,"damage":9}"#;
    for defender in ["", r#""luck":true,"images":2"#, r#""hp":30,"repel_weapon":{"length":4}"#] {
        let one = |more: &str| exact(&fight(&format!(r#""weapon":{weapon}{more}"#), defender, ""));
        let thrice = one(&format!(r#","more_weapons":[{weapon},{weapon}]"#));
        let three = exact(&turn(&format!(r#""weapon":{weapon}"#), defender, r#""attackers":3"#));
        assert_eq!((&thrice.damage, &thrice.turn_damage), (&three.damage, &three.turn_damage), "{defender}");
        assert_eq!(one("").turn_damage, None);
        assert_eq!(one("").damage, thrice.damage);
    }
    // Wielded ones get in each other's way, as those whose lengths alone are told.
    let wielded = |more: &str| exact(&fight(more, "", "")).hit;
    assert_eq!(wielded(r#""more_weapons":[{"length":2}]"#), wielded(r#""other_weapon_lengths":[2]"#));
    assert_eq!(wielded(r#""more_weapons":[{"length":2,"intrinsic":true}]"#), wielded(""));
}

/// Each attacker strikes with all its weapons before the next one does, with each as often as it strikes.
#[test]
fn each_attacker_strikes_with_each_of_its_weapons() {
    let lance = r#""weapon":{"damage":4,"length":4,"charge":true},"charging":true"#;
    let all = format!(
        r#"{lance},"more_weapons":[{{"length":1}},{{"intrinsic":true,"damage":10,"strength":"none"}}]"#
    );
    for defender in ["", r#""luck":true,"images":2"#, r#""hp":30,"repel_weapon":{"length":4},"awe":2"#] {
        // One attacker is a unit's turn.
        let (unit, one) = (exact(&fight(&all, defender, "")), exact(&turn(&all, defender, "")));
        assert_eq!(unit.turn_damage, one.turn_damage, "{defender}");
        assert_eq!((unit.hit, unit.outcomes, unit.damage), (one.hit, one.outcomes, one.damage), "{defender}");
        // With the same one twice each is twice as many.
        let bite = r#""weapon":{"intrinsic":true,"damage":9}"#;
        let twice = format!(r#"{bite},"more_weapons":[{{"intrinsic":true,"damage":9}}]"#);
        let (pairs, alone) =
            (turn(&twice, defender, r#""attackers":2"#), turn(bite, defender, r#""attackers":4"#));
        assert_eq!(exact(&pairs).turn_damage, exact(&alone).turn_damage, "{defender}");
        assert_eq!(fates(&exact(&pairs)), fates(&exact(&alone)), "{defender}");
    }
    // Two lengths of 4 and 1 are 5 less of attack, here as where they are told; what all strikes leave unhurt is told in their order.
    let wielded = |more: &str| exact(&turn(more, "", "")).hit;
    assert_eq!(wielded(r#""more_weapons":[{"length":2}]"#), wielded(r#""other_weapon_lengths":[2]"#));
    let [blunt, sharp] = [r#"{"length":0,"damage":2,"attack":4"#, r#"{"length":0,"damage":12,"attack":-3"#];
    let unhurt = |attacker: &str, situation: &str| {
        fates(&exact(&turn(attacker, r#""awe":1"#, situation)))[0].1.clone()
    };
    let both = format!(r#""weapon":{blunt},"attacks":2}},"more_weapons":[{sharp}}}]"#);
    let each = |place: usize, weapon: &str| {
        unhurt(&format!(r#""weapon":{weapon}}}"#), &format!(r#""harassment":{place}"#))
    };
    let by_hand = [blunt, blunt, sharp, blunt, blunt, sharp, blunt, blunt, sharp].into_iter().enumerate();
    let by_hand = by_hand.fold(Fraction::from(1), |all, (place, weapon)| all * each(place, weapon));
    assert_eq!(unhurt(&both, r#""attackers":3"#), by_hand);
}

/// More strikes than can be followed are refused, not cut off.
#[test]
fn too_many_strikes_are_refused() {
    let weapon = r#"{"attacks":10}"#;
    let six = format!(r#""weapon":{weapon},"more_weapons":[{}]"#, [weapon; 5].join(","));
    let text = turn(&six, "", r#""attackers":50"#);
    let problems = dominions().resolve::<f64>(&document(&text)).unwrap_err();
    let message = &problems[0].message;
    assert!(message.starts_with("too large: 3000 strikes a turn; at most 1000 are allowed"), "{message}");
}

/// What a strike can be made of, for the twin: an untyped weapon, one hit location, no armour-defeating hits.
#[derive(Clone, Copy, Debug)]
struct Twin {
    strikes: i64,
    attack: i64,
    damage: i64,
    protection: i64,
    parry: i64,
    hp: i64,
    images: i64,
    mistform: bool,
    ethereal: bool,
    luck: bool,
    beheads: bool,
}

type Weighted<T> = BTreeMap<T, f64>;

/// One open-ended pair, far out.
fn pair() -> Vec<(i64, f64)> {
    let single = |n: i64| 6f64.powi(-((n - 1) / 5) as i32 - 1);
    (2..150).map(|n| (n, (1..n).map(|first| single(first) * single(n - first)).sum())).collect()
}

fn gaps() -> Weighted<i64> {
    let list = pair();
    let mut gaps = Weighted::new();
    for (x, p) in &list {
        for (y, q) in &list {
            *gaps.entry(x - y).or_default() += p * q;
        }
    }
    gaps
}

impl Twin {
    fn scenario(&self, attackers: i64, attacks: i64) -> String {
        let types = if self.beheads { r#""slash""# } else { "" };
        let armour = self.protection;
        let part = if self.beheads { "head" } else { "torso" };
        turn(
            &format!(
                r#""attack":{},"strength":0,"weapon":{{"attack":0,"damage":{},"types":[{types}],"attacks":{attacks}}}"#,
                self.attack, self.damage
            ),
            &format!(
                r#""weapon_defence":0,"armour_defence":0,"defence":10,"shield":{{"parry":{},"protection":5,"defence":0}},
                "head_armour":{armour},"body_armour":{armour},"parts":["{part}"],"hp":{},"images":{},"mistform":{},"ethereal":{},"luck":{}"#,
                self.parry, self.hp, self.images, self.mistform, self.ethereal, self.luck
            ),
            &format!(r#""attackers":{attackers},"variants":{{"critical":"none"}}"#),
        )
    }

    /// The damage of a hit, before wards, on a shield or past it.
    fn wound(&self, gaps: &Weighted<i64>, shield: bool) -> Weighted<i64> {
        let mut wound = Weighted::new();
        for (gap, p) in gaps {
            let through = (self.damage + gap - self.protection - if shield { 5 } else { 0 }).max(0);
            let through = if self.beheads { through + through / 4 } else { through };
            *wound.entry(through).or_default() += p;
        }
        wound
    }

    /// Everything that a turn can lead to: damage taken, and whether it is dead.
    fn turn(&self) -> Weighted<(i64, bool)> {
        let gaps = gaps();
        let wounds = [self.wound(&gaps, false), self.wound(&gaps, true)];
        // Taken, mistform left, images left, dead.
        let mut states = Weighted::from([((0, self.mistform, self.images > 0, false), 1.0)]);
        for strike in 0..self.strikes {
            // The defender's 10 less one for each earlier strike.
            let ahead = self.attack - (10 - strike);
            let at_least = |gap: i64| -> f64 { gaps.range(gap..).map(|(_, p)| p).sum() };
            let (hit, clean) = (at_least(1 - ahead), at_least(1 + self.parry - ahead));
            let mut next = Weighted::new();
            for ((taken, mist, images, dead), weight) in states {
                if dead {
                    *next.entry((taken, mist, images, dead)).or_default() += weight;
                    continue;
                }
                *next.entry((taken, mist, images, false)).or_default() += weight * (1.0 - hit);
                for (wound, share) in wounds.iter().zip([clean, hit - clean]) {
                    for (damage, p) in wound {
                        self.ward(&mut next, (taken, mist, images), *damage, weight * share * p);
                    }
                }
            }
            states = next;
        }
        let mut ends = Weighted::new();
        for ((taken, _, _, dead), weight) in states {
            *ends.entry((taken, dead)).or_default() += weight;
        }
        ends
    }

    fn ward(
        &self,
        next: &mut Weighted<(i64, bool, bool, bool)>,
        (taken, mist, images): (i64, bool, bool),
        damage: i64,
        weight: f64,
    ) {
        let mut to = |state, weight: f64| *next.entry(state).or_default() += weight;
        if damage == 0 {
            return to((taken, mist, images, false), weight);
        }
        let mists = match (mist, damage >= 25) {
            (false, _) => vec![(damage, false, weight)],
            (true, true) => vec![((damage - 25).max(1), false, weight)],
            (true, false) => vec![(1, false, weight / 100.0), (1, true, weight * 0.99)],
        };
        for (damage, mist, mut weight) in mists {
            let mut negated = 0.0;
            if images {
                negated += weight * self.images as f64 / (self.images + 1) as f64;
                weight /= (self.images + 1) as f64;
            }
            if self.ethereal {
                negated += weight * 0.75;
                weight *= 0.25;
            }
            if self.luck && taken + damage >= self.hp {
                negated += weight * 0.75;
                weight *= 0.25;
            }
            to((taken, mist, images, false), negated);
            let dead = taken + damage >= self.hp || self.beheads && 2 * damage >= self.hp;
            to((taken + damage, mist, false, dead), weight);
        }
    }
}

const PLAIN: Twin = Twin {
    strikes: 4,
    attack: 11,
    damage: 14,
    protection: 10,
    parry: 0,
    hp: 12,
    images: 0,
    mistform: false,
    ethereal: false,
    luck: false,
    beheads: false,
};

#[test]
fn turns_equal_their_twins() {
    for twin in [
        PLAIN,
        Twin { parry: 4, strikes: 6, ..PLAIN },
        Twin { luck: true, ..PLAIN },
        Twin { images: 3, ..PLAIN },
        Twin { mistform: true, damage: 32, hp: 30, ..PLAIN },
        Twin { mistform: true, images: 2, luck: true, ethereal: true, damage: 38, parry: 3, hp: 9, ..PLAIN },
        Twin { beheads: true, hp: 20, ..PLAIN },
        Twin { beheads: true, hp: 17, luck: true, images: 1, parry: 2, strikes: 5, ..PLAIN },
        Twin { beheads: true, mistform: true, damage: 36, hp: 40, luck: true, ..PLAIN },
        Twin { hp: 200, strikes: 8, attack: 30, ..PLAIN },
    ] {
        let attacks = if twin.strikes % 2 == 0 { 2 } else { 1 };
        let answer = floats(&twin.scenario(twin.strikes / attacks, attacks));
        let expected = twin.turn();
        let spread = answer.turn_damage.clone().unwrap();
        let (end, tail) = spread.tail.unwrap();
        for value in 0..end {
            let by_hand: f64 = [true, false].iter().filter_map(|dead| expected.get(&(value, *dead))).sum();
            let found = spread.entries.iter().find(|(v, _)| *v == value).map_or(0.0, |(_, p)| *p);
            assert!((found - by_hand).abs() < 1e-12, "{twin:?} {value}: {found} {by_hand}");
        }
        let beyond: f64 = expected.iter().filter(|((taken, _), _)| *taken >= end).map(|(_, p)| p).sum();
        // In relation to itself: the list ends where it should.
        assert!((tail - beyond).abs() < 1e-3 * beyond && tail < 1e-12, "{twin:?}: {tail} {beyond}");
        let (_, before) = spread.entries.last().unwrap();
        assert!(tail + before >= 1e-12, "{twin:?}");
        let sum = |which: &dyn Fn(i64, bool) -> bool| -> f64 {
            expected.iter().filter(|((taken, dead), _)| which(*taken, *dead)).map(|(_, p)| p).sum()
        };
        let fates = fates(&answer);
        for (place, by_hand) in [
            sum(&|taken, dead| !dead && taken == 0),
            sum(&|taken, dead| !dead && taken > 0),
            sum(&|_, dead| dead),
        ]
        .into_iter()
        .enumerate()
        {
            assert!((fates[place].1 - by_hand).abs() < 1e-12, "{twin:?} {}: {by_hand}", fates[place].0);
        }
    }
}

/// With hit points to spare nothing is carried on but harassment: the damages add up.
#[test]
fn harassment_rises_from_strike_to_strike() {
    const UNTYPED: &str = r#""weapon":{"types":[]}"#;
    const TORSO: &str = r#""parts":["torso"],"hp":200"#;
    let single = |more: &str, harassment: i64| {
        let situation = format!(r#""harassment":{harassment}"#);
        mean(&floats(&fight(UNTYPED, &format!("{TORSO}{more}"), &situation)).damage.unwrap())
    };
    let whole = floats(&turn(UNTYPED, TORSO, r#""attackers":4,"harassment":3"#));
    let sum: f64 = (3..7).map(|harassment| single("", harassment)).sum();
    let found = mean(&whole.turn_damage.unwrap());
    assert!((found - sum).abs() < 1e-10, "{found} {sum}");
    // A mounted defender is harassed by every second one.
    let mounted = |harassment: i64| single(r#","mounted":true"#, harassment);
    assert_eq!(mounted(2), mounted(3));
    assert!(mounted(3) < single("", 3));
}

/// Attackers times strikes of the weapon.
#[test]
fn strikes_are_attackers_times_attacks() {
    let of = |attackers: i64, attacks: i64| {
        exact(&turn(
            &format!(r#""weapon":{{"attacks":{attacks}}}"#),
            "",
            &format!(r#""attackers":{attackers}"#),
        ))
    };
    let (four, two_by_two) = (of(4, 1), of(2, 2));
    assert_eq!(four.turn_damage, two_by_two.turn_damage);
    assert_eq!(fates(&four), fates(&two_by_two));
    assert!(four.turn_damage != of(3, 1).turn_damage);
}

/// Repel and awe are asked at every strike, the repeller harassed more each time.
#[test]
fn repel_and_awe_at_every_strike() {
    let harmless = |defender: &str| {
        let unhurt = |text: &str| fates(&exact(text))[0].1.clone();
        let alone = |harassment: i64| unhurt(&turn("", defender, &format!(r#""harassment":{harassment}"#)));
        assert_eq!(
            unhurt(&turn("", defender, r#""attackers":3"#)),
            alone(0) * alone(1) * alone(2),
            "{defender}"
        );
    };
    harmless("");
    harmless(r#""awe":5"#);
    harmless(r#""repel_weapon":{"length":4},"awe":2"#);
    harmless(r#""images":4,"ethereal":true"#);
}

#[test]
fn who_cannot_attack_does_nothing_all_turn() {
    let answer = exact(&turn(r#""fatigue":120"#, "", r#""attackers":9"#));
    let one = Fraction::from(1);
    assert_eq!(fates(&answer)[0].1, one);
    assert_eq!(answer.turn_damage.unwrap().entries, [(0, one)]);
    let rolled = scripted(&turn(r#""fatigue":120"#, "", r#""attackers":3"#), true, "");
    assert_eq!((rolled.outcome, rolled.damage), ("cannot-attack", 0));
}

/// Fixed rolls apply to every strike; the dead are struck no more.
#[test]
fn a_turn_as_a_script() {
    let fixed = r#""attackers":4,"attack_roll":100,"defence_roll":2"#;
    let defender = r#""parts":["torso"],"body_armour":0,"hp":30"#;
    let text = turn(r#""weapon":{"types":[]}"#, defender, fixed);
    // 16 and 2 against 7 is 11; and 11, and 11 of 30.
    let rolled = scripted(&text, true, "7 2 no 7 2 no 7 2");
    assert_eq!((rolled.outcome, rolled.damage), ("clean-kill", 33));
    told(&rolled, &[("defence", "8"), ("defence", "7"), ("defence", "6")]);
    let rolled = scripted(&text, true, "7 2 no 40 2 40 2 40 2");
    assert_eq!((rolled.outcome, rolled.damage), ("clean-stopped", 11));
    let rolled = scripted(&text, true, "40 2 40 2 40 2 40 2");
    assert_eq!((rolled.outcome, rolled.damage), ("clean-stopped", 0));
    // An image hit keeps the images, the first damage ends them; luck undoes the blow that kills.
    let warded = turn(r#""weapon":{"types":[]}"#, &format!(r#"{defender},"images":1,"luck":true"#), fixed);
    let rolled = scripted(&warded, true, "7 2 yes 7 2 no no 2 40 yes 6 2 no");
    assert_eq!((rolled.outcome, rolled.damage), ("clean-wound", 23));
}

/// Whole turns, thrown: as often as odds say.
#[test]
fn thrown_turns_agree_with_odds() {
    let text = turn(
        r#""strength":20"#,
        r#""mistform":true,"images":1,"luck":true,"hp":25,"repel_weapon":{"length":3}"#,
        r#""attackers":7"#,
    );
    let answer = floats(&text);
    let throws: u32 = 20_000;
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let mut damage = 0.0;
    let thrown = dominions().tally(&document(&text), 1, throws, RollExtent::Turn);
    for Rolled { outcome, damage: lost, .. } in thrown.unwrap() {
        let fate = match lost {
            _ if outcome.ends_with("kill") => "killed",
            0 => "unhurt",
            _ => "wounded",
        };
        *seen.entry(fate).or_default() += 1;
        damage += lost as f64;
    }
    let throws = f64::from(throws);
    for (name, p) in fates(&answer) {
        let count = seen.get(name).copied().unwrap_or_default();
        let deviation = (p * (1.0 - p) * throws).sqrt();
        assert!((f64::from(count) - p * throws).abs() < 4.5 * deviation, "{name}: {count} of {}", p * throws);
    }
    let spread = answer.turn_damage.unwrap();
    let (average, square) =
        (mean(&spread), spread.entries.iter().map(|(v, p)| (*v as f64).powi(2) * p).sum::<f64>());
    let deviation = ((square - average.powi(2)) / throws).sqrt();
    assert!((damage / throws - average).abs() < 4.5 * deviation, "{} {average}", damage / throws);
}

/// The list of a turn's damage ends where its digits say, in fractions as in floats.
#[test]
fn the_list_ends_where_its_digits_say() {
    for digits in [3, 12, 20, 30] {
        let text = turn("", r#""hp":15"#, &format!(r#""attackers":2,"tail_digits":{digits}"#));
        let (exact, floats) = (exact(&text), floats(&text));
        let limit = Fraction::new(1, 10).pow(digits);
        for (exact, floats) in [(exact.damage, floats.damage), (exact.turn_damage, floats.turn_damage)] {
            let (exact, floats) = (exact.unwrap(), floats.unwrap());
            let ((end, tail), (float_end, float_tail)) = (exact.tail.unwrap(), floats.tail.unwrap());
            assert_eq!(end, float_end);
            assert!(tail < limit && &tail + &exact.entries.last().unwrap().1 >= limit, "{digits}");
            let precise = tail.to_f64();
            assert!((float_tail - precise).abs() < 1e-9 * precise, "{digits}");
        }
    }
}

/// A heavy turn: all its probabilities add up.
#[test]
fn six_strikes_against_every_ward() {
    let text = turn(
        r#""attack":3,"strength":15,"weapon":{"attacks":2,"types":["pierce","slash"]}"#,
        r#""hp":20,"luck":true,"mistform":true,"images":40,"ethereal":true,"awe":9,"repel_weapon":{"length":9}"#,
        r#""attackers":3,"tail_digits":20"#,
    );
    let answer = floats(&text);
    let spread = answer.turn_damage.clone().unwrap();
    let sum: f64 = spread.entries.iter().chain(&spread.tail).map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-11, "{sum}");
    assert!(spread.tail.unwrap().1 < 1e-20);
    let sum: f64 = fates(&answer).iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-11, "{sum}");
}
