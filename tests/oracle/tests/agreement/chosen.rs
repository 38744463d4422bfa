//! Chosen texts: every kind of line, and fights and duels with each rule of the language.

use crate::duels::assert_duel_agrees;
use crate::fights::assert_fight_agrees;
use crate::strikes::assert_strike_agrees;
use crate::{Fields, compiled, scenario};
use tohit_engine::{First, Scenario};
use tohit_odds::Arithmetic;
use tohit_oracle::Order;

const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good | great\n";

const STRIKES: [&str; 25] = [
    "strike\n  end miss if d20 + 5 < 12\n  end hit lose 1d8",
    "strike\n  a = 2d6\n  b = a\n    - d4\n    * 2 if a > 7\n    at least 0\n  end miss if b = 0\n  end hit lose a + b",
    "strike\n  a = d6\n  b = d6\n  c = a - b\n    = it * it\n    + roll(0..it)\n  end good lose c if a = b\n  end hit lose c",
    "strike\n  a = roll(-3..3)\n  b = abs(a) d 4\n  end miss if b > 5 and chance(1 in 3) or a = 0\n  end hit lose b + max(a, 0)",
    "strike\n  p = 4 times d4\n  a = best 2 of p\n  b = worst of p\n  c = most alike in p\n  e = count of (it >= 3) in p\n  end good lose 9 * a + b if e > 1\n  end hit lose sum of p + c + e",
    "strike\n  n = d3 - 1\n  t = d4\n  p = n times (t * d3)\n  end hit lose 10 * count of (it > t) in p + best of p if worst of p < t\n  end good lose best n of p + worst (t - 1) of p",
    "few = 2\nstrike\n  p = d3 times (2d3 - 3)\n  end good lose abs(sum of (it * it - 1) in p) if worst few of p < 0\n  end hit lose max(0, sum of p) + most alike in p",
    "roll die = 3 if chance(1 in 3) else d4\nstrike\n  p = 5 times die\n  q = 2 times d2\n  end good lose sum of p if best of p = 3 * worst of q\n  end hit lose count of (it mod 2 = 1) in p",
    "carry fives = 2\ncarry ones = 2\nturn 2\nstrike\n  p = 2 drawn from pick(5: fives, 1: ones)\n  drawn = count of (it = 5) in p\n  next fives = fives - drawn\n  next ones = ones - (2 - drawn)\n  end miss if worst of p = 5\n  end hit lose sum of p",
    "strike\n  p = 0 times d6\n  end hit lose best of p + most alike in p + 5",
    "strike\n  a = open d6 from 4 up to 2 times\n  end good lose a if a > 9\n  end hit lose a + open 2d4 less 1 up to (d3) times",
    "few = 2\nstrike\n  a = open 2d3 up to few times less 2 from (few + 1)\n  end hit lose a + open d4 from 9",
    "few = 2\nstrike\n  p = 3 times open d4 from 3 up to 1 times\n  end good lose best few of p if worst of p > 4\n  end hit lose most alike in p",
    "strike\n  a = best of 2 times d4\n  b = worst 2 of 3 times d3\n  c = sum of a times d2\n  end hit lose a + b + c",
    "strike\n  a = count of (d6 > i) for i in 1..3\n  b = sum of roll(i..2 * i) for i in 1..3\n  end hit lose a + b",
    "strike\n  a = pick(i in 1..5: i * i)\n  w =\n    good if a > 3\n    great if chance(a in 5)\n    else hit\n  end (w) lose a",
    "strike\n  a = d4\n  b = pick(a + 1: a, 9: 3)\n  end hit lose b + d6-1",
    "roll top = best few of 3 times d4\nfew = 2\nstrike\n  end hit lose top",
    "roll twice(n) = n + n * d2\nstrike\n  a = twice(d4)\n  b = twice(d4) - a\n    at least 0\n  end hit lose b",
    "strike\n  a = d6\n    = d6 if it < 3\n    = it + d4 if it > 4 and chance(1 in 2)\n  end hit lose a",
    "strike\n  a = d3 - 1\n  end good lose a if chance(a in 0)\n  end hit lose a",
    "strike\n  a = d6\n  end good lose 1 if d8 in a..a + 2 | 8\n  end hit lose 2 if (a in 1 | 3..4) and not (2d4 in 5..6)\n  end miss",
    // A case and a pick take a bare word, then a bare name.
    "base = 3\nhit_of(x) =\n  base if x in 1..2\n  x    if x > 4\n  else left otherwise 7\nstrike\n  a = d6\n  b = pick(a: 2, base: 1)\n  w =\n    good if b = 6\n    else hit\n  end (w) lose hit_of(a) + b",
    // Unreachable values are not evaluated: this one would be too large.
    "strike\n  a = d6\n  b = a if a < 7 else sum of 9999 times d9999\n  end hit lose a + b",
    // Later lines only compare a name.
    "strike\n  face = d20\n  plus = 2d4\n  end miss if face + plus < 14 and face < 20\n  again = 0\n    = d20 if face = 20\n  end great lose plus if again > 15\n  end good lose 2 if face > 17\n  end hit lose plus",
];

/// Strike that depends on fields in part.
const FIELDS: &str = "strike\n  end miss if d20 < defender.ac and not attacker.brave\n  damage = sum of p.dice d p.sides + p.number for p in attacker.parts\n    * 2 if attacker.brave\n  end good lose damage if given defender.hp and damage >= defender.hp\n  end hit lose damage\n";

/// Sheets for [`FIELDS`], and the hit points that are given.
const SHEETS: [(&str, &str, &Fields<'_>); 3] = [
    ("{ dice: 1 }", "no", &[]),
    ("{ dice: 0 } { dice: 2 }", "no", &[("defender", "hp", 7)]),
    ("{ dice: 0 } { dice: 0 } { dice: 1; sides: 6 }", "yes", &[]),
];

const FIGHTS: [&str; 24] = [
    "strike\n  end miss if d6 < 3\n  end hit lose d4",
    "falls when left < 0\nturn 3\nstrike\n  end miss if chance(1/2)\n  end good lose 1 kill if chance(1/9)\n  end hit lose 2d2",
    "turn 2\nstrike\n  f = d4\n  end miss if f = 1\n  end good lose f if given left and f >= left\n  end hit lose 1",
    "carry c = 0\nturn 2\nstrike\n  end miss if d3 = 1\n    next c = 0\n  next c = min(c + 1, 2)\n  end hit lose c",
    "carry b this turn = 1\ncarry m = yes\nturn 3\nstrike\n  end miss if chance(1 in b + 1)\n    next b = b + 1\n  gone = chance(1/3)\n  next m = no if gone\n  end hit lose 1 if m\n  end good lose d3",
    "turn 3\nstrike\n  end miss if d6 + earlier < 4\n  end hit lose d2 * (earlier + 1)",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3 } = { sides: 2 } { sides: 5 }\nturn each b in attacker.blows\nstrike\n  end miss if chance(2/3)\n  end hit lose 1 d b.sides",
    "turn 2 regardless\ncarry still = 3\nstrike\n  next still = max(still - 1, 0)\n  end miss if still > 0 or d5 = 1\n  end hit lose 1",
    "strike\n  end miss if chance(4/5)\n  end hit lose 3",
    "turn lasts 3/4\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "carry time this turn = 0\nturn 2\nturn lasts (1 + time) / 2\nstrike\n  swing = d3\n  next time = time + swing\n  end miss if swing = 2 or d4 = 1\n  end hit lose swing",
    "sheet attacker\n  charging: flag = yes\n  pace: exact 1/2..5 = 3\nlater attacker.charging = no, attacker.pace = 2/3\nturn lasts attacker.pace\nstrike\n  end miss if d6 < 4 and not attacker.charging\n  end hit lose d3 + (1 if attacker.charging else 0)",
    "sheet attacker\n  fresh: flag = yes\nlater attacker.fresh = no\ncarry c = 1\nturn 2\nstrike\n  next c = 3 - c\n  end miss if d4 > c or (given left and left > 3 and attacker.fresh)\n  end hit lose c",
    "carry guard = yes\nturn 3\nstrike\n  aim = d6 + earlier\n  end miss if aim < 4\n  clean = aim > 6\n  end miss if guard and chance(1/3)\n    next guard = no\n  wound = d2 + (1 if clean else 0)\n  end good lose wound if given left and wound >= left\n  end hit lose wound",
    "turn 2\nbetween turns\n  next left = left + 1\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "between turns\n  next left = left - 1\nstrike\n  end miss if d3 < 3\n  end hit lose 2",
    "carry rage = 0\nbetween turns\n  next rage = max(rage - 1, 0)\nturn 2\nstrike\n  end miss if d4 = 1\n    next rage = min(rage + 2, 3)\n  end hit lose 1 + rage",
    "carry rage = 0\ncarry blow this turn = 1\nfalls when left < 0\nbetween turns\n  next left = left + 1 if rage < 2\n  next rage = 2 if left < 3\nturn 2\nturn lasts 1/2 + rage\nstrike\n  next blow = blow + 1\n  end miss if d3 = 1\n  end hit lose blow + rage",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3; strikes: 0..9 = 1 } = { sides: 2 } { strikes: 2 }\nturn 2 times each b in attacker.blows times b.strikes\nstrike\n  end miss if d6 + earlier < 5\n  end hit lose 1 d b.sides",
    "sheet attacker\n  blows: list of 1..3 { sides: 1..9 = 3; saps: flag } = { sides: 3; saps: yes } { sides: 2 }\nturn each b in attacker.blows\nstrike\n  end miss if d4 = 1\n  aim = 1 d b.sides\n  wound =\n    (min(aim, left))   if b.saps and given left\n    else (aim)\n  end good lose wound if wound = 2\n  end hit lose wound",
    // A rolled number of strikes.
    "turn d 3\nstrike\n  end miss if d6 < 3\n  end hit lose d4",
    "sheet attacker\n  extra: 0..9 = 1\ncarry c = 0\nturn d4 - 3 + attacker.extra\nstrike\n  end miss if d3 = 1\n    next c = 0\n  next c = min(c + 1, 2)\n  end hit lose c",
    "roll blows = pick(1: 2, 3: 1)\nsheet attacker\n  quick: flag = yes\nlater attacker.quick = no\nturn blows\nturn lasts 1/2 + rage\ncarry rage = 0\nstrike\n  next rage = 1\n  end miss if d4 = 1\n  end good lose 1 if given left and left < 3\n  end hit lose d2 + earlier + (1 if attacker.quick else 0)",
    "turn 2 * (d3 - 1)\nbetween turns\n  next left = left + 1\nstrike\n  end miss if d6 + earlier < 4\n  end hit lose d3",
];

/// Texts of duels, of which some strikes give hit points back.
const DRAINS: [&str; 8] = [
    "strike\n  wound = d4 - 1\n  end miss if wound = 0\n  end hit lose wound gain wound div 2",
    "strike\n  end miss if d3 = 1\n  end hit lose d2",
    "turn 2\nstrike\n  wound = d3\n  drunk = min(wound, left otherwise 9) if earlier = 0 else 0\n  end miss if d4 = 1\n  end good lose wound gain drunk kill if d9 = 1\n  end hit lose wound gain drunk",
    "carry full = no\nturn lasts 2/3\nbetween turns\n  next left = left + 1\nstrike\n  end miss if full and d2 = 1\n    next full = no\n  next full = yes\n  end hit lose 1 gain d2",
    "carry thirst this turn = 1\nturn 2\nstrike\n  next thirst = thirst + 1\n  end miss if d4 > 3\n  end hit lose 2 gain thirst",
    "turn d3 - 1\nstrike\n  end miss if d3 = 1\n  end hit lose d2 gain 1",
    "turn 2\nstrike\n  end miss pay 1 if d4 = 1\n  end good lose 3 pay d2 if given own and own > 2 and d2 = 1\n  end hit lose 1",
    "falls when left < 0\nturn d2\nstrike\n  end good pay 2 kill if d6 = 1\n  end hit lose d2 gain d2 pay 1",
];

fn fight_text(text: &str) -> String {
    format!(
        "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet defender\n  hp: 1..99 ?\n{text}\n"
    )
}

#[test]
fn every_kind_of_line_agrees() {
    for strike in STRIKES {
        assert_strike_agrees(&format!("{HEAD}{strike}\n"), &[]);
    }
}

#[test]
fn fields_decide_before_dice_do() {
    for (parts, brave, fields) in SHEETS {
        let sheets = format!(
            "sheet attacker\n  parts: list of 1..3 {{ dice: 0..5 = 1; sides: 0..9 = 4 }} = {parts}\n  brave: flag = {brave}\n\
             sheet defender\n  ac: 0..30 = 12\n  hp: 1..50 ?\n"
        );
        assert_strike_agrees(&format!("{HEAD}{sheets}{FIELDS}"), fields);
    }
}

#[test]
fn every_rule_of_fights_agrees() {
    for text in FIGHTS {
        for hp in [1, 2, 5, 8] {
            assert_fight_agrees(&fight_text(text), &[("defender", "hp", hp)], 14);
        }
    }
}

/// Duels of two texts with these hit points of the defender and of the attacker.
fn assert_pairs_agree(texts: &[&str], pairs: &[(usize, usize, [i64; 2])], orders: &[(Order, First)]) {
    for (mine, theirs, hp) in pairs {
        let programs = [mine, theirs].map(|text| compiled(&fight_text(texts[*text])));
        let fields = hp.map(|hp| [("defender", "hp", hp)]);
        for order in orders {
            assert!(assert_duel_agrees(&programs, [&fields[0], &fields[1]], *order, i64::MAX).is_some());
        }
    }
}

const ORDERS: [(Order, First); 3] = [
    (Order::AttackerFirst, First::Attacker),
    (Order::DefenderFirst, First::Defender),
    (Order::Together, First::Together),
];

#[test]
fn every_rule_of_duels_agrees() {
    let pairs = [
        (0, 2, [3, 4]),
        (1, 4, [5, 2]),
        (5, 3, [4, 6]),
        (8, 7, [4, 1]),
        (9, 0, [4, 4]),
        (10, 9, [5, 3]),
        (11, 10, [4, 5]),
        (12, 11, [3, 4]),
        (13, 16, [4, 3]),
        (14, 17, [3, 4]),
        (17, 15, [3, 5]),
        (20, 21, [4, 3]),
        (22, 23, [3, 5]),
    ];
    assert_pairs_agree(&FIGHTS, &pairs, &ORDERS);
}

#[test]
fn every_rule_of_drain_agrees() {
    let pairs = [(0, 1, [3, 4]), (1, 2, [4, 3]), (3, 0, [3, 3]), (4, 3, [3, 2]), (5, 0, [3, 3])];
    assert_pairs_agree(&DRAINS, &pairs, &ORDERS[..2]);
    let program = compiled(&fight_text(DRAINS[0]));
    let drains = scenario(&program, &[("defender", "hp", 3)]);
    let refused = drains.duel(&drains, First::Together, &Arithmetic::Floats, 1).unwrap_err();
    assert!(refused.message.contains("gives hit points back"));
}

/// Texts with a gain that no strike of these scenarios comes to: by a field, and by what is carried. The last
/// one has several bodies.
const DRY: [&str; 3] = [
    "sheet attacker\n  fangs: 0..1\nstrike\n  wound = d3\n  drunk = wound div 2\n    = 0 if attacker.fangs = 0\n  end miss if d4 = 1\n  end hit lose wound gain drunk",
    "carry thirst = 0\nstrike\n  next thirst = min(thirst, 1)\n  end miss if d3 = 1\n  end good lose 1 if d4 = 1\n  end hit lose 2 gain thirst",
    "sheet attacker\n  fangs: 0..1\nsheet situation\n  attackers: 1..9 = 2\nbodies situation.attackers\nturn situation.attackers\nstrike\n  end miss if d3 = 1\n  end hit lose 1 gain d2 if attacker.fangs = 1 and earlier = 0\n  end good lose 1",
];

#[test]
fn both_strike_at_once_where_no_strike_gives_anything_back() {
    let together = [(Order::Together, First::Together)];
    assert_pairs_agree(&DRY, &[(0, 1, [3, 4]), (1, 0, [4, 3]), (2, 2, [2, 3])], &together);
    for text in [DRY[0], DRY[2]] {
        let program = compiled(&fight_text(text));
        let drains = scenario(&program, &[("defender", "hp", 4), ("attacker", "fangs", 1)]);
        let dry = scenario(&program, &[("defender", "hp", 4)]);
        let refused = |mine: &Scenario<'_>, theirs: &Scenario<'_>| {
            mine.duel(theirs, First::Together, &Arithmetic::Floats, 6).is_err()
        };
        assert!(refused(&drains, &dry) && refused(&dry, &drains) && !refused(&dry, &dry), "{text}");
    }
}
