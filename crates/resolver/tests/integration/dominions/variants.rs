//! Each rules switch changes what it should, and nothing else.

use super::{exact, fight, value};

/// The scenarios in which a switch matters, and those in which it must not.
#[track_caller]
fn switch(setting: &str, matters: &[(&str, &str, &str)], not: &[(&str, &str, &str)]) {
    let answers = |(attacker, defender, situation): (&str, &str, &str)| {
        let comma = if situation.is_empty() { "" } else { "," };
        let switched = format!(r#"{situation}{comma}"variants":{{{setting}}}"#);
        (exact(&fight(attacker, defender, situation)), exact(&fight(attacker, defender, &switched)))
    };
    for scenario in matters {
        let (plain, switched) = answers(*scenario);
        assert!(plain != switched, "{setting} changes nothing of {scenario:?}");
    }
    for scenario in not {
        let (plain, switched) = answers(*scenario);
        assert!(plain == switched, "{setting} changes {scenario:?}");
    }
}

const HELD: &str = r#""state":"webbed""#;
const PIKE: &str = r#""repel_weapon":{"length":5}"#;
const PIERCING: &str = r#""weapon":{"types":["pierce"]}"#;
const GIANT: &str = r#""size":6,"hp":60"#;

#[test]
fn armour_defeating_hits() {
    let tired = r#""fatigue":100"#;
    switch(
        r#""critical":"manual""#,
        &[("", tired, "")],
        &[("", "", ""), ("", HELD, ""), ("", r#""fatigue":99"#, "")],
    );
    let bare = r#""head_armour":0,"body_armour":0"#;
    switch(r#""critical":"none""#, &[("", "", ""), ("", tired, "")], &[("", bare, "")]);
}

#[test]
fn ties_in_a_repel() {
    switch(r#""repel_ties":"repeller""#, &[("", PIKE, "")], &[("", "", ""), ("", r#""awe":3"#, "")]);
}

#[test]
fn the_floor_of_defence() {
    let floor = r#""defence_floor":true"#;
    switch(
        floor,
        &[("", "", r#""harassment":9"#)],
        &[
            ("", "", r#""harassment":8"#),
            ("", r#""defence":-3"#, ""),
            ("", r#""fatigue":120"#, r#""harassment":9"#),
        ],
    );
    let of = |skill: i64, harassment: i64| {
        let situation = format!(r#""harassment":{harassment},"variants":{{{floor}}}"#);
        value(&fight("", &format!(r#""defence":{skill}"#), &situation), "defence")
    };
    // What is below 0 already is not lowered, nor raised.
    assert_eq!([of(10, 5), of(10, 50), of(0, 0), of(0, 7)], [3, 0, -2, -2]);
}

#[test]
fn parry_of_the_helpless() {
    switch(
        r#""helpless_parry":false"#,
        &[("", HELD, ""), ("", r#""state":"petrified""#, ""), ("", r#""fatigue":100"#, "")],
        &[("", "", ""), ("", r#""fatigue":99"#, ""), ("", r#""state":"webbed","shield":{"parry":0}"#, "")],
    );
}

#[test]
fn shields_that_are_pierced() {
    switch(
        r#""shield_reduced":false"#,
        &[(PIERCING, "", ""), (r#""weapon":{"armour_negating":true}"#, "", "")],
        &[
            ("", "", ""),
            (PIERCING, r#""shield":{"parry":0}"#, ""),
            (r#""weapon":{"types":["pierce"],"ignores_shields":true}"#, "", ""),
        ],
    );
}

#[test]
fn parts_out_of_reach() {
    // Where all parts have the same armour, and the head none of its own, a slash still beheads.
    switch(
        r#""unreachable":"lower""#,
        &[("", r#""size":4,"hp":60,"torso_armour":20"#, ""), ("", r#""parts":["head","legs"]"#, "")],
        &[("", "", ""), ("", GIANT, "")],
    );
}

#[test]
fn limbs() {
    switch(r#""limb_cap":true"#, &[("", "", "")], &[("", r#""parts":["head","torso"]"#, "")]);
}

#[test]
fn how_much_luck() {
    switch(r#""luck_percent":50"#, &[("", r#""luck":true"#, "")], &[("", "", "")]);
}
