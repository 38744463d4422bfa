//! Find, order, weigh and explain, each beside the plainest way to the same.

use super::{along, fraction, study, table, wrong};
use tohit_resolver::Extent;
use tohit_resolver::study::{Interval, Probability, Study};
use tohit_resolver::{Fraction, Json};

/// A game whose chance to hit goes up and down again.
const WAVES: &str = "rules 1 \"Waves\"\nsheet attacker\n  skill: 0..20 = 5\nendings\n  miss: miss\n  hit: hit\naim = abs(attacker.skill - 10)\nstrike\n  end hit lose 1d4 if d10 <= aim\n  end miss\n";

fn intervals<P: Probability>(study: &Study<'_>) -> Vec<(usize, usize)> {
    table::<P>(study).found.iter().map(|found| (found.from, found.to)).collect()
}

#[test]
fn every_interval_is_found_and_edges_are_decided_in_fractions() {
    let waves = tohit_resolver::Ruleset::read("waves", WAVES, &[], tohit_resolver::Library::default());
    let waves = waves.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let of = |condition: &str| {
        let link = format!("waves/strike?attacker.skill=*&find={condition}");
        let study = Study::parse(&waves, &link).unwrap();
        let (floats, exact) = (intervals::<f64>(&study), intervals::<Fraction>(&study));
        assert_eq!(floats, exact, "{condition}");
        exact
    };
    assert_eq!(of("hit>=3/10"), [(0, 7), (13, 20)]);
    assert_eq!(of("hit>0.3"), [(0, 6), (14, 20)]);
    assert_eq!(of("hit<30%25"), [(8, 12)]);
    assert_eq!(of("hit<=3/10"), [(7, 13)]);
    assert_eq!(of("hit=3/10"), [(7, 7), (13, 13)]);
    assert_eq!(of("miss=7/10"), [(7, 7), (13, 13)]);
    assert_eq!(of("damage.median>=1"), [(0, 4), (16, 20)]);
    assert_eq!(of("damage>=3>=1/4"), [(0, 5), (15, 20)]);
    assert_eq!(of("hit>1"), []);
}

/// The chance to kill is known wherever the defender has hit points, whether the rules show it or not.
#[test]
fn the_chance_to_kill_is_that_of_the_first_turn() {
    for link in [
        "dominions/melee?defender.hp=3..6&show=kill,kill<=1",
        "crawl/melee?defender.hp=3..6&show=kill,kill<=1",
    ] {
        let study = study(link);
        for row in study.rows::<Fraction>(0..study.cells()) {
            assert!(row.values[0].is_some() && row.values[0] == row.values[1], "{link}: {row:?}");
        }
        let floats = table::<f64>(&study);
        assert!(floats.rows.iter().all(|row| row.values[0].is_some() && row.values[0] == row.values[1]));
    }
    let at = |link: &str| (intervals::<f64>(&study(link)), intervals::<Fraction>(&study(link)));
    assert_eq!(at("dominions/melee?defender.hp=3..6&find=kill>=1/10"), (vec![(0, 2)], vec![(0, 2)]));
    let (floats, exact) = at("crawl/melee?defender.hp=3..6&find=kill>=1/10");
    assert!(floats == exact && floats.first().is_some_and(|first| first.0 == 0), "{floats:?}");
    // Without hit points the other measures of the row stay.
    let none = table::<f64>(&study("crawl/melee?defender.hp=null&show=hit,kill"));
    assert!(
        none.rows[0].refused.is_empty()
            && none.rows[0].values[0].is_some()
            && none.rows[0].values[1].is_none()
    );
    let gap = study("crawl/melee?defender.hp=5&or=crawl/melee?defender.hp%3D3&explain=kill");
    let values: Vec<Fraction> = table(&gap)
        .rows
        .iter()
        .map(|row: &tohit_resolver::study::StudyRow<Fraction>| row.values[0].clone().unwrap())
        .collect();
    assert_eq!(gap.shares().unwrap()[0].share, &values[1] - &values[0]);
}

/// A measure without a value is not known: nobody says that the condition holds nowhere.
#[test]
fn unknown_cells_are_listed_with_their_reason() {
    let not_known = |link: &str| {
        let (floats, exact) = (table::<f64>(&study(link)), study(link));
        let gap = |(interval, why): &(Interval, String)| (interval.from, interval.to, why.clone());
        assert!(floats.found.is_empty(), "{link}");
        let json = exact.json(&floats);
        (floats.not_known.iter().map(gap).collect::<Vec<_>>(), json.get("not_known").cloned())
    };
    let (unhurt, json) = not_known("powder/melee?attacker.physical_level=1..9&find=kill>=1/10");
    let [(0, 8, why)] = unhurt.as_slice() else { panic!("{unhurt:?}") };
    assert!(why.starts_with("a fight needs the defender's hit points"), "{why}");
    let json = json.unwrap();
    assert_eq!((json.at("0.from"), json.at("0.to")), (Some(&1.into()), Some(&9.into())));
    assert_eq!(json.at("0.why"), Some(&why.as_str().into()));
    let (long, _) =
        not_known("angband/melee?defender.hp=2500..3000/250&defender.ac=1000&find=kill.turns.90%<=99999");
    let [(0, 2, why)] = long.as_slice() else { panic!("{long:?}") };
    assert!(why.contains("too long"), "{why}");
    // What is refused is not known either, and what is known is found beside it.
    let study = study("dominions/melee?defender.max_hp=20&defender.hp=19..21&find=hit>0");
    let table = table::<f64>(&study);
    assert_eq!(table.found, [Interval { beside: None, from: 0, to: 1 }]);
    let [(Interval { beside: None, from: 2, to: 2 }, why)] = table.not_known.as_slice() else {
        panic!("{:?}", table.not_known)
    };
    assert!(why.contains("must not be below hp"), "{why}");
    assert!(
        super::table::<f64>(&super::study("powder/melee?defender.natural_ac=0..9&find=hit>1"))
            .not_known
            .is_empty()
    );
}

/// A shield that both have is no difference between them, however their links say so.
#[test]
fn a_part_that_both_have_takes_no_share() {
    for (one, other, paths) in [
        ("defender.shield={}", "defender.shield.ac%3D5", &["defender.shield.ac"][..]),
        ("defender.shield.ac=5", "defender.shield%3D{}", &["defender.shield.ac"]),
        (
            "defender.shield.ac=5",
            "defender.shield.enchantment%3D3",
            &["defender.shield.ac", "defender.shield.enchantment"],
        ),
        ("defender.natural_ac=3", "defender.shield%3D{}", &["defender.shield", "defender.natural_ac"]),
    ] {
        let link = format!("powder/melee?{one}&or=powder/melee?{other}&explain=damage.mean");
        let table = table::<Fraction>(&study(&link));
        let mut paths_found: Vec<&str> = table.shares.iter().map(|share| share.path.as_str()).collect();
        let mut paths = paths.to_vec();
        paths_found.sort_unstable();
        paths.sort_unstable();
        assert_eq!(paths_found, paths, "{link}");
        let value = |row: usize| table.rows[row].values[0].clone().unwrap();
        let sum: Fraction = table.shares.iter().map(|share| &share.share).sum();
        assert_eq!(sum, value(1) - value(0), "{link}");
        // Neither is a step at which the shield would be gone.
        if let [one, other] = table.shares.as_slice()
            && paths_found[0].contains("shield.")
        {
            assert!(one.share != Fraction::zero() && other.share != Fraction::zero());
            let alone = |with: &str| {
                let link = format!("powder/melee?defender.shield={{}}{with}&show=damage.mean");
                super::table::<Fraction>(&super::study(&link)).rows[0].values[0].clone().unwrap()
            };
            let [ac, both] = [
                alone("&defender.shield.ac=5"),
                alone("&defender.shield.ac=5&defender.shield.enchantment=3"),
            ];
            let [none, enchantment] = [alone(""), alone("&defender.shield.enchantment=3")];
            let half = Fraction::new(1, 2);
            let share = ((none - ac.clone()) + (enchantment - both)) * half;
            let of_ac = table.shares.iter().find(|share| share.path == "defender.shield.ac").unwrap();
            assert_eq!(of_ac.share, share);
        }
    }
    let weapons = "dominions/melee?defender.repel_weapon={}&or=dominions/melee?defender.repel_weapon.length%3D4&explain=hit";
    let shares = table::<Fraction>(&study(weapons)).shares;
    assert_eq!(
        shares.iter().map(|share| share.path.as_str()).collect::<Vec<_>>(),
        ["defender.repel_weapon.length"]
    );
}

#[test]
fn with_two_axes_each_place_of_the_second_has_its_own_intervals() {
    let study = study("powder/melee?defender.natural_ac=0..20&attacker.charging=*&find=hit>=1/2");
    let found = table::<f64>(&study).found;
    for (beside, charging) in [(0, "false"), (1, "true")] {
        let one = super::study(&format!(
            "powder/melee?attacker.charging={charging}&defender.natural_ac=0..20&find=hit>=1/2"
        ));
        let of_two: Vec<_> = found
            .iter()
            .filter(|found| found.beside == Some(beside))
            .map(|found| (found.from, found.to))
            .collect();
        assert_eq!(of_two, intervals::<Fraction>(&one));
    }
    assert!(found.iter().all(|Interval { from, to, .. }| from <= to));
}

#[test]
fn an_order_is_the_same_each_time_and_ties_keep_their_places() {
    let study = study("angband/melee?~attacker&order=damage.mean");
    let (once, again) = (table::<f64>(&study), table::<f64>(&study));
    let cells = |table: &tohit_resolver::study::StudyTable<f64>| {
        table.rows.iter().map(|row| row.cell).collect::<Vec<_>>()
    };
    assert_eq!(cells(&once), cells(&again));
    let exact = table::<Fraction>(&study);
    assert_eq!(cells(&once), exact.rows.iter().map(|row| row.cell).collect::<Vec<_>>());
    let column = study.columns().iter().position(|measure| measure.to_string() == "damage.mean").unwrap();
    for pair in exact.rows.windows(2) {
        let [one, other] = [0, 1].map(|at| pair[at].values[column].clone().unwrap());
        assert!(one > other || (one == other && pair[0].cell < pair[1].cell));
    }
    // What differs in the last bit alone is alike, also to either side of a round number.
    assert!(0.5.rank(&0.5_f64.next_down()).is_eq() && 0.5.rank(&0.5_f64.next_up()).is_eq());
    let fewest = super::study("powder/melee?defender.natural_ac=5..8&order=miss");
    assert_eq!(cells(&table(&fewest)), [0, 1, 2, 3], "fewer misses are better");
}

#[test]
fn posterior_weights_follow_bayes_theorem() {
    let study = study("angband/melee?defender.ac=0..100/20&seen=hit,miss,12,miss&show=hit");
    let rows: Vec<_> = study.rows::<Fraction>(0..study.cells()).collect();
    let chances: Vec<[Fraction; 2]> = (0..study.cells())
        .map(|cell| {
            let answer = study.answer::<Fraction>(&study.document(cell), Extent::Strike).unwrap();
            let entry = answer.damage.as_ref().unwrap().entries.iter().find(|(damage, _)| *damage == 12);
            [answer.hit.clone().unwrap(), entry.map(|(_, p)| p.clone()).unwrap_or_default()]
        })
        .collect();
    let likely = |[hit, twelve]: &[Fraction; 2]| {
        let miss = Fraction::one() - hit;
        hit * &miss * twelve * &miss
    };
    let sum: Fraction = chances.iter().map(likely).sum();
    let posterior: Vec<Fraction> = chances.iter().map(|chances| likely(chances) / &sum).collect();
    let weighed = study.weighed(&rows).unwrap().unwrap();
    assert_eq!(weighed.posterior, posterior);
    let mean: Fraction = posterior.iter().zip(0..).map(|(p, at)| p * Fraction::from(20 * at)).sum();
    let forecast: Fraction = posterior.iter().zip(&chances).map(|(p, [hit, _])| p * hit).sum();
    assert_eq!((weighed.mean, weighed.forecast), (Some(mean.clone()), vec![Some(forecast)]));
    let up_to = |place: usize| posterior.iter().take(place + 1).cloned().sum::<Fraction>();
    let between = weighed.between.unwrap();
    for (place, bound) in [(between.0, "1/20"), (between.1, "19/20")] {
        assert!(up_to(place) >= fraction(bound) && (place == 0 || up_to(place - 1) < fraction(bound)));
    }
    assert!(study.luck::<f64>().unwrap().is_none(), "nothing is weighed twice");
    let floats = table::<f64>(&study).weighed.unwrap();
    assert!((floats.mean.unwrap() - mean.to_f64()).abs() < 1e-9);
    assert_eq!((floats.likeliest, floats.between), (weighed.likeliest, weighed.between));
    assert!(posterior.iter().all(|p| *p <= posterior[weighed.likeliest]));
    // Weapons have no order: nothing lies between them.
    let weapons = "powder/melee?attacker.weapon.preset=club|dagger|long-sword&seen=hit,5";
    let weapons = table::<f64>(&super::study(weapons)).weighed.unwrap();
    assert!(weapons.between.is_none() && weapons.mean.is_none());
    let words = table::<f64>(&super::study("powder/melee?situation.rules=*&seen=hit,5")).weighed.unwrap();
    assert!(words.between.is_none());
    // A long run does not vanish among the floats: 200 strikes, each less likely than one in a hundred.
    let long = format!("angband/melee?defender.ac=0..100/20&seen=12{}", ",12".repeat(199));
    let long = table::<f64>(&super::study(&long)).weighed.unwrap();
    assert!((long.posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{:?}", long.posterior);
}

#[test]
fn a_run_has_its_chance() {
    // Three strikes for 5 in all, counted out: every way in which three damages sum to no more.
    let study = study("powder/melee?seen=miss,5,0");
    let damage = study.answer::<Fraction>(&study.document(0), Extent::Strike).unwrap().damage.unwrap();
    let (mut worse, mut better) = (Fraction::zero(), Fraction::zero());
    for (a, p) in damage.all() {
        for (b, q) in damage.all() {
            for (c, r) in damage.all() {
                let chance = p * q * r;
                if a + b + c <= 5 {
                    worse += &chance;
                }
                if a + b + c >= 5 {
                    better += chance;
                }
            }
        }
    }
    let luck = table::<Fraction>(&study).luck.unwrap();
    assert_eq!((luck.strikes, luck.total, luck.of_hits), (3, 5, false));
    assert_eq!((luck.worse, luck.better), (worse, better));
    let hits = super::study("powder/melee?defender.natural_ac=8&seen=hit,miss");
    let luck = table::<Fraction>(&hits).luck.unwrap();
    let hit = table::<Fraction>(&hits).rows[0].values[0].clone().unwrap();
    assert_eq!((luck.total, luck.of_hits), (1, true));
    assert_eq!(luck.worse, Fraction::one() - &hit * &hit);
    // Beside what says no more than that it hit, a damage counts as a hit, and none as a miss.
    let mixed = super::study("powder/melee?defender.natural_ac=8&seen=hit,5,0,miss");
    let luck = table::<Fraction>(&mixed).luck.unwrap();
    assert_eq!((luck.total, luck.of_hits), (2, true));
    let never = super::study("angband/melee?defender.ac=10%7C20&seen=29999");
    assert_eq!(never.table::<f64>().unwrap_err()[0].to_string(), "seen: what was seen cannot happen there");
}

#[test]
fn shares_sum_to_the_gap() {
    let other = "angband/melee%3Fattacker.level%3D40%26attacker.class%3Dpaladin%26attacker.weapon.preset%3Dlong-sword%26attacker.weapon.flags.0%3Dslay-evil%26attacker.weapon.flags.1%3Dbrand-fire%26defender.kinds.0%3Devil";
    let study = study(&format!(
        "angband/melee?attacker.level=30&defender.ac=60&attacker.weapon.flags.0=slay-evil&or={other}&explain=damage.mean"
    ));
    let table = table::<Fraction>(&study);
    let value = |row: usize| table.rows[row].values[0].clone().unwrap();
    let sum: Fraction = table.shares.iter().map(|share| &share.share).sum();
    assert_eq!(sum, value(1) - value(0));
    let paths: Vec<&str> = table.shares.iter().map(|share| share.path.as_str()).collect();
    assert_eq!(paths.len(), 6, "{paths:?}");
    assert!(paths.contains(&"attacker.weapon.flags") && paths.contains(&"defender.ac"));
    let size = |share: &Fraction| share.to_f64().abs();
    assert!(table.shares.windows(2).all(|pair| size(&pair[0].share) >= size(&pair[1].share)));
}

#[test]
fn shapley_shares_of_one_and_two_changed_fields() {
    let both = study(
        "powder/melee?or=powder/melee%3Fattacker.charging%3Dtrue%26defender.natural_ac%3D8&explain=damage.mean",
    );
    let value = |link: &str| table::<Fraction>(&study(link)).rows[0].values[0].clone().unwrap();
    let [none, charge, ac, all] = [
        "",
        "attacker.charging=true&",
        "defender.natural_ac=8&",
        "attacker.charging=true&defender.natural_ac=8&",
    ]
    .map(|query| value(&format!("powder/melee?{query}show=damage.mean")));
    let half = Fraction::new(1, 2);
    let share = |alone: &Fraction, other: &Fraction| (alone - &none + &all - other) * &half;
    let shares = table::<Fraction>(&both).shares;
    let together: Vec<&Fraction> =
        shares.iter().flat_map(|one| one.with.iter().map(|(_, more)| more)).collect();
    let more = &all - &charge - &ac + &none;
    assert!(more != Fraction::zero());
    assert_eq!(together, [&more], "beyond each alone");
    for one in shares {
        let expected =
            if one.path == "attacker.charging" { share(&charge, &ac) } else { share(&ac, &charge) };
        assert_eq!(one.share, expected, "{}", one.path);
        assert!(one.from.is_empty() && !one.to.is_empty());
    }
    assert_eq!(wrong("powder/melee?explain=hit"), ["explain: needs one other scenario: or=LINK"]);
    assert_eq!(
        wrong("powder/melee?explain=hit&or=powder/spell"),
        ["explain: both scenarios must be of one mode"]
    );
    // Ten fields may differ.
    let fields = [
        "attacker.strength",
        "attacker.dexterity",
        "attacker.skills.fighting",
        "attacker.skills.weapon",
        "attacker.skills.armour",
        "attacker.skills.shields",
        "attacker.skills.unarmed_combat",
        "attacker.armour_ev_penalty",
        "defender.ac",
        "defender.ev",
        "defender.hp",
    ];
    let changed = |many: usize| {
        let all: Vec<String> = fields.iter().take(many).map(|field| format!("{field}%3D7")).collect();
        format!("crawl/melee?explain=hit&or=crawl/melee%3F{}", all.join("%26"))
    };
    assert_eq!(study(&changed(10)).cells(), 2);
    assert_eq!(wrong(&changed(11)), ["explain: too large: 11 changed fields, and 10 are allowed"]);
}

#[test]
fn json_of_a_study_equals_its_findings() {
    let study = study("powder/melee?defender.natural_ac=5..8&find=hit<1/2&show=hit");
    let data = study.json(&table::<Fraction>(&study));
    assert_eq!(data.at("rows.3.at.0"), Some(&Json::from(8)));
    assert_eq!(data.at("rows.3.values.hit"), Some(&"19/40".into()));
    assert_eq!(data.at("find.0.to"), Some(&Json::from(8)));
    assert_eq!(data.at("axes.0.name"), Some(&"defender.natural_ac".into()));
    assert_eq!(data.get("link"), Some(&study.to_link().into()));
    assert_eq!(along(&study, 0).len(), 4);
}

#[test]
fn fights_are_sorted_and_searched_as_strikes_are() {
    // Who takes longest is last, and needs most turns.
    let rows =
        table::<f64>(&study("crawl/melee?defender.preset=orc|rat|ogre|jackal&order=kill.turns.mean")).rows;
    let means: Vec<f64> = rows.iter().map(|row| row.values[0].unwrap()).collect();
    assert!(means.is_sorted() && means.len() == 4, "{means:?}");
    let few = study("crawl/melee?defender.hp=1..20&find=kill<=3>=1/2");
    let found = table::<f64>(&few).found;
    assert_eq!(found.len(), 1);
    let at = |hp: usize| {
        let one = study(&format!("crawl/melee?defender.hp={hp}&show=kill<=3"));
        table::<f64>(&one).rows[0].values[0].unwrap()
    };
    assert!(at(found[0].to + 1) >= 0.5 && at(found[0].to + 2) < 0.5);
    // How many arrows it takes: so many do, and any number above, however soon their fights are over.
    let arrows = study(
        "angband/fired?attacker.launcher.preset=long-bow&defender.hp=30&attacker.missiles=1..99&find=kill<=99>=9/10",
    );
    let found = table::<f64>(&arrows).found;
    assert!(found.len() == 1 && found[0].from > 3 && found[0].to == 98, "{found:?}");
}

/// A better weapon wins more duels, and the shares of the difference are exact.
#[test]
fn duels_are_studied() {
    let link = "pixel-dungeon?defender.hp=6&attacker.accuracy=5..15/5&extent=duel&against=pixel-dungeon?defender.hp%3D6";
    let wins: Vec<f64> = table::<f64>(&study(link)).rows.iter().map(|row| row.values[0].unwrap()).collect();
    assert!(wins.is_sorted() && wins[0] < wins[2], "{wins:?}");
    // Fractions list limited rounds. The rest is not counted as over, and the finding equals that in
    // decimals.
    let open = |asks: &str| {
        study(&format!(
            "pixel-dungeon?defender.hp=12&attacker.accuracy=10..10&against=pixel-dungeon?defender.hp%3D10&first=both&{asks}"
        ))
    };
    let asked = open("find=win>=119/500&show=win,lose,both,standing");
    let exact = table::<Fraction>(&asked);
    let [win, lose, both, standing] = &exact.rows[0].values[..] else { panic!() };
    assert_eq!([win, lose, both], [&None; 3]);
    assert!(standing.as_ref().unwrap().is_positive());
    let floats = table::<f64>(&asked);
    assert_eq!(exact.found, floats.found);
    assert_eq!(exact.found.len(), 1);
    assert_eq!(intervals::<Fraction>(&open("find=win>=1/2")), []);
    let sum: f64 = floats.rows[0].values.iter().map(|value| value.unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}
