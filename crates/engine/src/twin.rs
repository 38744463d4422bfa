//! A slow, plain twin of the odds: every way in which the dice of a throw can fall, one after the other, each with its fraction. What it says, the engine
//! must say: the log and the odds are one strike.

use crate::Run;
use crate::evaluator::scalar::{Chooser, Draw};
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::value::Value;
use std::collections::BTreeMap;
use tohit_compile::program::{Id, Word};
use tohit_odds::{Arithmetic, Fraction, Prime, exact};
use tohit_syntax::diagnostics::Diagnostic;

/// Dice that fall in one way after the other.
#[derive(Default)]
struct Branches {
    /// For each roll which of its values it shows, and how many there are.
    path: Vec<(usize, usize)>,
    place: usize,
    share: Option<Fraction>,
}

fn ratio(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

fn values(ask: &Draw) -> Vec<(Value, Fraction)> {
    match ask {
        Draw::Range(from, to) => (*from..=*to).map(|face| (face.into(), ratio(1, to - from + 1))).collect(),
        Draw::Dice(dice, sides) => {
            let mut sums: BTreeMap<i64, i64> = BTreeMap::from([(0, 1)]);
            for _ in 0..*dice {
                let mut next = BTreeMap::new();
                for (sum, ways) in sums {
                    for face in 1..=*sides {
                        *next.entry(sum + face).or_insert(0) += ways;
                    }
                }
                sums = next;
            }
            let all = sides.pow(u32::try_from(*dice).unwrap());
            sums.into_iter().map(|(sum, ways)| (sum.into(), ratio(ways, all))).collect()
        }
        Draw::Chance(chance) => {
            let yes = chance.long();
            let no = ratio(1, 1) - yes.clone();
            vec![(true.into(), yes), (false.into(), no)]
        }
        Draw::Pick(choices) => {
            let all: Fraction = choices.iter().map(|(_, weight)| weight.long()).sum();
            choices.iter().map(|(value, weight)| (value.clone(), weight.long() / all.clone())).collect()
        }
        Draw::Open(..) | Draw::Odds(_) | Draw::PickOdds(_) => panic!("not walked through: {ask:?}"),
    }
}

impl Chooser for Branches {
    fn roll(&mut self, _: &Scenario<'_>, _: Id, ask: Draw) -> Result<Value, Diagnostic> {
        let values = values(&ask);
        if self.place == self.path.len() {
            self.path.push((0, values.len()));
        }
        let (value, share) = values[self.path[self.place].0].clone();
        self.place += 1;
        self.share = Some(self.share.take().map_or(share.clone(), |all| all * share));
        Ok(value)
    }
}

type Ends = BTreeMap<(String, i64), Fraction>;

/// How a strike can end: its word, what is lost and gained, whether it kills, and the strike's names then.
pub(crate) type Ending = (Word, [i64; 2], bool, Vec<Value>);

/// Every way in which a strike that begins so can end.
pub(crate) fn ways(
    scenario: &Scenario<'_>,
    plan: &ReducedStrike,
    begin: &[Value],
) -> Vec<(Ending, Fraction)> {
    let mut ways = Branches::default();
    let mut ends = Vec::new();
    loop {
        ways.place = 0;
        ways.share = None;
        let mut names = begin.to_vec();
        let (ending, lost, kill) = scenario.throw_strike(plan, &mut ways, &mut names).unwrap();
        ends.push(((ending, lost, kill, names), ways.share.take().unwrap_or_else(|| ratio(1, 1))));
        // The next way: the last roll that has another value shows it.
        while ways.path.last().is_some_and(|(shown, all)| shown + 1 == *all) {
            ways.path.pop();
        }
        match ways.path.last_mut() {
            Some((shown, _)) => *shown += 1,
            None => return ends,
        }
        assert!(ends.len() < 200_000, "too many ways for a slow walk");
    }
}

/// Every way in which one strike can end.
fn walked(scenario: &Scenario<'_>) -> Ends {
    let (places, shown) = scenario.places().unwrap();
    let mut ends = Ends::new();
    for ((ending, [lost, _], ..), share) in
        ways(scenario, &ReducedStrike::new(scenario), &scenario.names_at(places.get(shown)))
    {
        *ends.entry((word(scenario, ending), lost)).or_insert_with(|| ratio(0, 1)) += share;
    }
    ends
}

fn word(scenario: &Scenario<'_>, word: Word) -> String {
    scenario.word(word).to_owned()
}

/// The same from the odds.
fn reckoned(scenario: &Scenario<'_>) -> Ends {
    let (places, shown) = scenario.places().unwrap();
    let one = crate::scenario::positions::StrikePosition { item: None, earlier: 0 };
    let place = places.get(shown).unwrap_or(&one);
    let mut keys = Vec::new();
    let fractions = exact::fractions(60, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        scenario.begin();
        let mut turns = crate::turn::TurnEvaluator::new(scenario, ReducedStrike::new(scenario), &ar);
        let carried = turns.carried();
        let struck = turns.strike(place, &carried, scenario.hit_points(), false).unwrap();
        keys = struck
            .outs
            .iter()
            .map(|out| (word(scenario, out.ending.unwrap()), out.lose.whole().unwrap()))
            .collect();
        struck.outs.iter().map(|out| ar.residue(out.weight)).collect()
    });
    let mut ends = Ends::new();
    for (key, fraction) in keys.into_iter().zip(fractions.unwrap()) {
        *ends.entry(key).or_insert_with(|| ratio(0, 1)) += fraction;
    }
    ends
}

fn agree(text: &str, entries: &[(&str, &str)]) {
    let rules = tohit_compile::compile(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let game = rules;
    let entries: Vec<(String, String)> =
        entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let sheets = game.sheets(0, &entries).unwrap();
    let scenario = game.scenario(0, sheets).unwrap();
    let (walked, reckoned) = (walked(&scenario), reckoned(&scenario));
    let all: Fraction = walked.values().sum();
    assert_eq!(all, ratio(1, 1), "{text}");
    assert_eq!(walked, reckoned, "{text}");
}

const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good | great\n";

#[test]
fn every_kind_of_line_is_what_its_throws_are() {
    for strike in [
        "strike\n  end miss if d20 + 5 < 12\n  end hit lose 1d8",
        "strike\n  a = 2d6\n  b = a\n    - d4\n    * 2 if a > 7\n    at least 0\n  end miss if b = 0\n  end hit lose a + b",
        "strike\n  a = d6\n  b = d6\n  c = a - b\n    = it * it\n    + roll(0..it)\n  end good lose c if a = b\n  end hit lose c",
        "strike\n  a = roll(-3..3)\n  b = abs(a) d 4\n  end miss if b > 5 and chance(1 in 3) or a = 0\n  end hit lose b + max(a, 0)",
        "strike\n  a = best of 2 times d4\n  b = worst 2 of 3 times d3\n  c = sum of a times d2\n  end hit lose a + b + c",
        "strike\n  a = count of (d6 > i) for i in 1..3\n  b = sum of roll(i..2 * i) for i in 1..3\n  end hit lose a + b",
        "strike\n  a = pick(i in 1..5: i * i)\n  w =\n    good if a > 3\n    great if chance(a in 5)\n    else hit\n  end (w) lose a",
        "strike\n  a = d4\n  b = pick(a + 1: a, 9: 3)\n  end hit lose b + d6-1",
        "roll top = best few of 3 times d4\nfew = 2\nstrike\n  end hit lose top",
        "roll twice(n) = n + n * d2\nstrike\n  a = twice(d4)\n  b = twice(d4) - a\n    at least 0\n  end hit lose b",
        "strike\n  a = d6\n    = d6 if it < 3\n    = it + d4 if it > 4 and chance(1 in 2)\n  end hit lose a",
        "strike\n  a = d3 - 1\n  end good lose a if chance(a in 0)\n  end hit lose a",
        "strike\n  p = 4 times d4\n  a = best 2 of p\n  b = worst of p\n  c = most alike in p\n  e = count of (it >= 3) in p\n  end good lose 9 * a + b if e > 1\n  end hit lose sum of p + c + e",
        "strike\n  n = d3 - 1\n  t = d4\n  p = n times (t * d3)\n  end hit lose 10 * count of (it > t) in p + best of p if worst of p < t\n  end good lose best n of p + worst (t - 1) of p",
        "few = 2\nstrike\n  p = d3 times (2d3 - 3)\n  end good lose abs(sum of (it * it - 1) in p) if worst few of p < 0\n  end hit lose sum of p + most alike in p",
        "roll die = 3 if chance(1 in 3) else d4\nstrike\n  p = 5 times die\n  q = 2 times d2\n  end good lose sum of p if best of p = 3 * worst of q\n  end hit lose count of (it mod 2 = 1) in p",
        "strike\n  p = 0 times d6\n  end hit lose best of p + most alike in p + 5",
        // What no face leads to is not worked out: it would be too large.
        "strike\n  a = d6\n  b = a if a < 7 else sum of 9999 times d9999\n  end hit lose a + b",
    ] {
        agree(&format!("{HEAD}{strike}\n"), &[]);
    }
}

#[test]
fn what_is_asked_later_only_changes_nothing() {
    agree(
        &format!(
            "{HEAD}strike\n  face = d20\n  plus = 2d4\n  end miss if face + plus < 14 and face < 20\n  again = 0\n    = d20 if face = 20\n  end great lose plus if again > 15\n  end good lose 2 if face > 17\n  end hit lose plus\n"
        ),
        &[],
    );
}

#[test]
fn fields_decide_before_dice_do() {
    let text = format!(
        "{HEAD}sheet attacker\n  parts: list of 1..3 {{ dice: 0..5 = 1; sides: 0..9 = 4 }}\n  brave: flag\nsheet defender\n  ac: 0..30 = 12\n  hp: 1..50 ?\nsheet situation\n  far: flag\n\
         strike\n  end miss if d20 < defender.ac and not attacker.brave\n  damage = sum of p.dice d p.sides + p.number for p in attacker.parts\n    * 2 if attacker.brave\n  end good lose damage if given defender.hp and damage >= defender.hp\n  end hit lose damage\n"
    );
    agree(&text, &[]);
    agree(&text, &[("attacker.parts.1.dice", "2"), ("defender.hp", "7")]);
    agree(&text, &[("attacker.brave", "yes"), ("attacker.parts.2.sides", "6")]);
}

/// How the strike of a text ends.
fn ends(strike: &str) -> Ends {
    let game =
        tohit_compile::compile(&format!("{HEAD}{strike}\n")).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    reckoned(&game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap())
}

#[test]
fn an_endless_roll_beside_itself_is_the_less_and_the_more_of_both() {
    let ends = |great: &str, good: &str| {
        ends(&format!(
            "strike\n  r = open 2d6 less 1\n  end great if {great}\n  end good if {good}\n  end miss"
        ))
    };
    assert_eq!(
        ends("max(r, 20 - r) < 14", "min(r, 20 - r) > 4"),
        ends("r > 6 and r < 14", "r > 4 and r < 16")
    );
}

#[test]
fn odds_as_weights_are_the_chances_they_are() {
    let weighed = "strike\n  n = 2d4\n  lands = pick(hit: odds(d10 <= n), good: odds(d6 <= n) - odds(d10 <= n), miss: 1 - odds(d6 <= n))\n  end (lands)";
    // Both tests go by one draw, of which the harder is the smaller part.
    let plain = "strike\n  n = 2d4\n  at_ten = n / 10\n    at most 1\n  at_six = n / 6\n    at most 1\n  draw = roll(1..30)\n  end hit if draw <= 30 * at_ten\n  end good if draw <= 30 * at_six\n  end miss";
    assert_eq!(ends(weighed), ends(plain));
}

/// What a turn comes to in floats: what is lost, and the chance that the defender falls.
fn turn(text: &str, hp: &str) -> (Vec<(i64, f64)>, f64) {
    let game = tohit_compile::compile(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let sheets = game.sheets(0, &[("defender.hp".to_owned(), hp.to_owned())]).unwrap();
    let scenario = game.scenario(0, sheets).unwrap();
    let ar = Arithmetic::Floats;
    let turn = scenario.odds(&ar, false).unwrap().turn.unwrap();
    let lost = turn.losses.values.iter().map(|(lost, weight)| (*lost, ar.to_float(*weight))).collect();
    (lost, ar.to_float(turn.kill.unwrap()))
}

#[test]
fn two_endless_rolls_of_a_turn_are_two() {
    let text = format!("{HEAD}turn 2\nstrike\n  end hit lose open 1d2\n");
    let game = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    let losses = scenario.odds(&Arithmetic::Floats, false).unwrap().turn.unwrap().losses.values;
    // A 2 is thrown again: 1 with a half, 3 with a quarter, ...; so 2 with a quarter, 4 with twice an eighth.
    let chance = |lost: i64| losses.iter().find(|(known, _)| *known == lost);
    let chance = |lost| chance(lost).map_or(0.0, |(_, chance)| Arithmetic::Floats.to_float(*chance));
    assert_eq!([2, 3, 4].map(chance), [0.25, 0.0, 0.25]);
}

#[test]
fn a_turn_knows_what_is_left_and_who_has_fallen() {
    let head = format!("{HEAD}sheet defender\n  hp: 1..99 ?\nshow kill this turn\n");
    let asks = format!(
        "{head}turn 3\nstrike\n  end miss if chance(1/2)\n  end hit lose 1 if given left and left > 0\n  end good lose 1\n"
    );
    assert_eq!(turn(&asks, "6"), (vec![(0, 0.125), (1, 0.375), (2, 0.375), (3, 0.125)], 0.0));
    assert_eq!(turn(&asks, "2"), (vec![(0, 0.125), (1, 0.375), (2, 0.5)], 0.5));
    let on = |regardless: &str| {
        format!(
            "{head}turn 2{regardless}\nstrike\n  end great lose 1 kill if chance(1/4)\n  end hit lose 5\n"
        )
    };
    assert_eq!(turn(&on(""), "30"), (vec![(1, 0.25), (6, 0.1875), (10, 0.5625)], 0.4375));
    assert_eq!(turn(&on(" regardless"), "30"), (vec![(2, 0.0625), (6, 0.375), (10, 0.5625)], 0.4375));
    assert_eq!(turn(&on(" regardless"), "3").1, 1.0);
    let thrice = format!("{head}turn 3 regardless\nstrike\n  end miss if chance(1/2)\n  end hit lose d2\n");
    let all =
        [(0, 0.125), (1, 0.1875), (2, 0.28125), (3, 0.203125), (4, 0.140625), (5, 0.046875), (6, 0.015625)];
    assert_eq!(turn(&thrice, "2"), (all.to_vec(), 0.6875));
}

#[test]
fn a_turn_goes_round_and_each_strikes_as_often_as_is_said() {
    let each = |turn: &str| {
        format!(
            "{HEAD}sheet defender\n  hp: 1..99 ?\nsheet attacker\n  rounds: -9..999 = 2\n  b: {{ id: 0..9 = 7; many: 0..999 = 1 }}\n  more: list of 2..2 {{ id: 0..9; many: 0..999 }} = {{ id: 5; many: 2 }} {{ id: 3 }}\nshow kill this turn\nturn {turn} regardless\nstrike\n  end hit lose b.id * 10 ^ min(earlier, 9)\n"
        )
    };
    // The digits tell who strikes, from the last to the first.
    let lost = |text: &str| turn(&each(text), "1").0;
    for (said, digits) in [
        ("each b in attacker.b, attacker.more", 357),
        ("each b in attacker.b, attacker.more times b.many", 557),
        ("attacker.rounds times each b in attacker.b, attacker.more", 357_357),
        ("attacker.rounds times each b in attacker.b, attacker.more times b.many", 557_557),
        ("attacker.rounds times each b in attacker.b times b.many + 1", 7777),
        ("each b in attacker.b, attacker.more times 4 - b.many * 2", 333_377),
    ] {
        assert_eq!(lost(said), vec![(digits, 1.0)], "{said}");
    }
    // Where no item strikes there is nothing to tell, and past a thousand strikes none is followed.
    let asked = |entries: &[(&str, &str)]| {
        let text = each("attacker.rounds times each b in attacker.b, attacker.more times b.many");
        let game = tohit_compile::compile(&text).unwrap();
        let entries: Vec<(String, String)> =
            entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        let sheets = game.sheets(0, &entries).unwrap();
        game.scenario(0, sheets).unwrap().odds(&Arithmetic::Floats, false).map(|odds| odds.turn.is_some())
    };
    let refused = |entries: &[(&str, &str)]| asked(entries).unwrap_err().message.clone();
    assert_eq!(refused(&[("attacker.rounds", "-1")]), "there is no strike in a turn");
    let none = [("attacker.b.many", "0"), ("attacker.more.0.many", "0"), ("attacker.more.1.many", "0")];
    assert_eq!(refused(&none), "there is no strike in a turn");
    assert_eq!(
        refused(&[("attacker.rounds", "334")]),
        "too large: 1002 strikes a turn; at most 1000 are allowed"
    );
    assert!(asked(&[("attacker.rounds", "333")]).unwrap());
}

#[test]
fn what_is_lost_and_is_no_count_is_said_with_a_remedy() {
    for (lost, says) in [
        ("n - 2", "what is lost can be -1; write  max(0, ...)"),
        ("n / 2", "what is lost can be 1/2; divide with  div"),
    ] {
        let text = format!("rules 1 \"Lost\"\nendings\n  hit: h\nstrike\n  n = d2\n  end h lose {lost}\n");
        let game = tohit_compile::compile(&text).unwrap();
        let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
        assert_eq!(scenario.odds(&Arithmetic::Floats, false).unwrap_err().message, says, "{lost}");
    }
}
