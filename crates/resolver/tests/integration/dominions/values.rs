//! Attack value and defence value: each row of the page's tables adds what it says, and only where it holds.

use super::{exact, fight, hit, value, wrong};

/// What fields change of a value, against the same scenario without them.
#[track_caller]
fn changes(name: &str, (attacker, defender, situation): (&str, &str, &str), by: i64) {
    let plain = value(&fight("", "", ""), name);
    let found = value(&fight(attacker, defender, situation), name) - plain;
    assert_eq!(found, by, "{name}: {attacker} {defender} {situation}");
}

fn attack(attacker: &str, by: i64) {
    changes("attack", (attacker, "", ""), by);
}

fn defence(defender: &str, by: i64) {
    changes("defence", ("", defender, ""), by);
}

#[test]
fn rows_of_the_attack_table() {
    attack(r#""attack":17"#, 7);
    attack(r#""weapon":{"attack":-3}"#, -4);
    attack(r#""item_attack":-4"#, -4);
    attack(r#""bless":{"attack":true}"#, 2);
    attack(r#""bless":{"quickness":true}"#, 2);
    attack(r#""bless":{"berserker":true}"#, 2);
    attack(r#""bless":{"blood_surge":true}"#, 3);
    attack(r#""bless":{"throne":-2}"#, -2);
    attack(r#""experience":3"#, 3);
    attack(r#""berserk":5"#, 5);
    attack(r#""quickened":true"#, 2);
    attack(r#""quickened":true,"bless":{"quickness":true}"#, 4);
    attack(r#""affliction_attack":-3"#, -3);
    attack(r#""frozen":true,"slimed":true"#, -5);
    for (fatigue, by) in [(19, 0), (20, -1), (99, -4), (100, -5)] {
        attack(&format!(r#""fatigue":{fatigue}"#), by);
    }
    changes("attack", ("", r#""invisible":true"#, ""), -10);
    changes("attack", (r#""spirit_sight":true"#, r#""invisible":true"#, ""), 0);
    changes("attack", (r#""blind_fighter":true"#, r#""invisible":true"#, ""), -10);
}

#[test]
fn rows_of_the_defence_table() {
    defence(r#""defence":4,"weapon_defence":3,"armour_defence":-5,"item_defence":2"#, -6 + 2 - 3 + 2);
    defence(r#""shield":{"defence":-3}"#, -2);
    defence(r#""bless":{"swiftness":true}"#, 1);
    defence(r#""bless":{"defence":true}"#, 2);
    defence(r#""bless":{"quickness":true}"#, 2);
    defence(r#""bless":{"blood_surge":true}"#, 1);
    defence(r#""bless":{"larger":true}"#, -1);
    defence(r#""bless":{"throne":4}"#, 4);
    defence(r#""experience":2"#, 2);
    defence(r#""berserk":4"#, -4);
    defence(r#""quickened":true"#, 2);
    defence(r#""affliction_defence":-3"#, -3);
    defence(r#""frozen":true,"slimed":true"#, -5);
    defence(r#""water_shield":true"#, 0);
    changes("defence", ("", r#""water_shield":true,"water_ability":"aquatic""#, r#""underwater":true"#), 5);
    for (fatigue, by) in [(9, 0), (10, -1), (99, -9)] {
        defence(&format!(r#""fatigue":{fatigue}"#), by);
    }
}

/// Rules 2.5.
#[test]
fn several_weapons() {
    attack(r#""other_weapon_lengths":[3]"#, -4);
    attack(r#""other_weapon_lengths":[3],"ambidextrous":3"#, -1);
    attack(r#""other_weapon_lengths":[3],"ambidextrous":9"#, 0);
    attack(r#""other_weapon_lengths":[-1],"weapon":{"length":-1}"#, 0);
    attack(r#""other_weapon_lengths":[-1],"weapon":{"length":4}"#, -3);
    // A bite suffers for two wielded weapons, but makes no second one itself.
    attack(r#""other_weapon_lengths":[3],"weapon":{"intrinsic":true}"#, 0);
    attack(r#""other_weapon_lengths":[3,2],"weapon":{"intrinsic":true}"#, -5);
}

/// Rules 2.6.
#[test]
fn powers() {
    for (name, scale, worth) in [
        ("chaos", r#""turmoil":2"#, 4),
        ("chaos", r#""turmoil":-3"#, -6),
        ("magic", r#""magic":1"#, 2),
        ("death", r#""death":-1"#, -2),
        ("cold", r#""cold":3"#, 6),
        ("fire", r#""cold":3"#, -6),
        ("fire", r#""cold":-2"#, 4),
        ("fire", r#""magic":5"#, 0),
    ] {
        let (power, scales) = (format!(r#""powers":{{"{name}":2}}"#), format!(r#""scales":{{{scale}}}"#));
        changes("attack", (&power, "", &scales), worth);
        changes("defence", ("", &power, &scales), worth);
    }
    let storm = r#""powers":{"storm":3}"#;
    changes("attack", (storm, "", ""), 0);
    changes("defence", ("", storm, r#""storm":true"#), 3);
    let dark = r#""powers":{"dark":3},"blind_fighter":true"#;
    attack(dark, 0);
    changes("attack", (dark, "", r#""gloom":"cave""#), 3);
    changes("attack", (dark, "", r#""darkness":"utterdark""#), 3);
    changes("attack", (dark, "", r#""gloom":"solar-eclipse","darkness":"darkness""#), 3);
}

/// Rules 2.7: the document's three points, and the ceiling between them.
#[test]
fn darkness() {
    for (darkvision, gloom, spell) in
        [(0, -3, -6), (10, -3, -6), (49, -2, -4), (50, -2, -3), (67, -1, -2), (99, -1, -1), (100, 0, 0)]
    {
        let sees = format!(r#""darkvision":{darkvision}"#);
        for place in ["cave", "deep-sea", "solar-eclipse"] {
            changes("attack", (&sees, "", &format!(r#""gloom":"{place}""#)), gloom);
        }
        for cast in ["darkness", "utterdark"] {
            changes("defence", ("", &sees, &format!(r#""darkness":"{cast}""#)), spell);
        }
        let both = r#""gloom":"cave","darkness":"darkness""#;
        changes("defence", ("", &sees, both), gloom + spell);
    }
    for sense in [r#""spirit_sight":true"#, r#""blind_fighter":true"#] {
        let both = r#""gloom":"cave","darkness":"darkness""#;
        changes("attack", (sense, "", both), 0);
        changes("defence", ("", sense, both), 0);
    }
}

#[test]
fn swamps() {
    for swamp in [r#""swamp":"swamp""#, r#""swamp":"quagmire""#] {
        changes("attack", ("", "", swamp), -1);
        changes("defence", ("", "", swamp), -1);
        changes("attack", (r#""swamp_survival":true"#, "", swamp), 0);
        changes("defence", ("", r#""swamp_survival":true"#, swamp), 0);
    }
}

/// Rules 2.8 and the rows of fighting under water.
#[test]
fn under_water() {
    let deep = r#""underwater":true"#;
    for (ability, by) in [("none", -3), ("poor-amphibian", -2), ("amphibious", 0), ("aquatic", 0)] {
        let swims = format!(r#""water_ability":"{ability}""#);
        changes("defence", ("", &swims, deep), by);
        // The sword's length of 1 besides.
        changes("attack", (&swims, "", deep), by - 1);
    }
    for (types, length, flail, by) in [
        ("slash", 3, false, -3),
        ("blunt", 3, false, -3),
        ("pierce", 3, false, 0),
        ("", 3, false, 0),
        ("slash\",\"pierce", 3, false, -1),
        ("blunt\",\"pierce", 4, true, -3),
        ("slash", -1, false, 0),
        ("blunt", 2, true, -3),
        ("pierce", 2, true, -1),
    ] {
        let types = if types.is_empty() { String::new() } else { format!("\"{types}\"") };
        let weapon = format!(
            r#""water_ability":"aquatic","weapon":{{"types":[{types}],"length":{length},"flail":{flail}}}"#
        );
        // A flail has 2 more against a shield.
        let by = by + if flail { 2 } else { 0 };
        changes("attack", (&weapon, "", deep), by);
    }
}

#[test]
fn flails_go_round_shields() {
    attack(r#""weapon":{"flail":true}"#, 2);
    changes("attack", (r#""weapon":{"flail":true}"#, r#""shield":{"parry":0}"#, ""), 0);
}

/// Rules 2.9.
#[test]
fn harassment() {
    for (defender, points, by) in [
        ("", 5, -5),
        (r#""unsurroundable":2"#, 5, -3),
        (r#""unsurroundable":9"#, 5, 0),
        (r#""mounted":true"#, 5, -2),
        (r#""mounted":true"#, 1, 0),
        (r#""mounted":true,"unsurroundable":2"#, 5, -1),
    ] {
        changes("defence", ("", defender, &format!(r#""harassment":{points}"#)), by);
    }
}

/// Rules 2: held units keep a quarter, helpless ones nothing; what is below 0 stays, or becomes 0.
#[test]
fn held_and_helpless() {
    let of = |state: &str, skill: i64, harassment: i64| {
        let defender = format!(r#""state":"{state}","defence":{skill}"#);
        value(&fight("", &defender, &format!(r#""harassment":{harassment}"#)), "defence")
    };
    for state in ["webbed", "earth-grip", "false-fetters", "netted", "entangled", "stunned"] {
        assert_eq!(
            [of(state, 17, 0), of(state, 17, 4), of(state, 2, 0), of(state, 2, 7)],
            [3, 2, 0, -7],
            "{state}"
        );
    }
    for state in ["petrified", "paralyzed", "sleeping", "encased-in-ice"] {
        assert_eq!([of(state, 17, 0), of(state, 2, 9)], [0, 0], "{state}");
    }
    let tired = |state: &str| {
        value(&fight("", &format!(r#""fatigue":100,"state":"{state}","defence":-10"#), ""), "defence")
    };
    assert_eq!([tired("none"), tired("webbed"), tired("sleeping")], [0, 0, 0]);
}

/// The better the attack and the worse defence and parry, the more strikes hit, and the more of them past the shield.
#[test]
fn hits_grow_with_attack_and_shrink_with_defence() {
    let clean = |text: &str| -> tohit_odds::Fraction {
        exact(text).outcomes.into_iter().filter(|(name, _)| name.starts_with("clean")).map(|(_, p)| p).sum()
    };
    let mut last = hit(&fight(r#""attack":-20"#, "", ""));
    for attack in (-17..=60).step_by(7) {
        let now = hit(&fight(&format!(r#""attack":{attack}"#), "", ""));
        assert!(now > last, "{attack}");
        last = now;
    }
    let mut last = hit(&fight("", r#""defence":-20"#, ""));
    for skill in (-17..=60).step_by(7) {
        let now = hit(&fight("", &format!(r#""defence":{skill}"#), ""));
        assert!(now < last, "{skill}");
        last = now;
    }
    let of_parry = |parry: i64| fight("", &format!(r#""shield":{{"parry":{parry}}}"#), "");
    for parry in [1, 2, 9, 20] {
        assert_eq!(hit(&of_parry(parry)), hit(&of_parry(0)));
        assert!(clean(&of_parry(parry)) < clean(&of_parry(parry - 1)), "{parry}");
    }
}

#[test]
fn everything_that_is_wrong_is_named() {
    let text = r#"{"attacker":{"attack":61,"powers":{"dark":11}},"defender":{"hp":20,"max_hp":19,"parts":[]},
        "situation":{"variants":{"critical":"maybe"},"tail_digits":2}}"#;
    assert_eq!(
        wrong(text),
        [
            "attacker.attack",
            "attacker.powers.dark",
            "situation.tail_digits",
            "situation.variants.critical",
            "defender.parts",
            "defender.max_hp",
        ]
    );
    assert_eq!(wrong(r#"{"defender":{"hp":20,"max_hp":20}}"#), [""; 0]);
}
