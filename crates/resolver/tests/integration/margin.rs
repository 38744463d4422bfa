//! The figures in the margin of a text: what each of its lines comes to in a scenario.
use tohit_resolver::sheet::Shape;
use tohit_resolver::text::{Bundle, MarginEntry, MarginValue};
use tohit_resolver::{Library, RULESETS, Ruleset, document_of_link};

const DUEL: &str = r#"rules 1 "Duel"
modes melee, fired
endings
  miss: miss
  hit: hit | good
sheet attacker
  skill: 0..20 = 5
  weapon: sword | club = club
  strong: flag
sheet defender
  ac: 0..40 = 16
table weapons  dice
  sword        2
  club         1
bonus = attacker.skill              [1]
  + 2    if attacker.strong
  * 2
  at most 12
doubled(x) = 2 * x
roll harm(n) = n d 6
  + 1    if chance(1/2)
  at least 2
grip =
  3      if attacker.strong
  else 4
in fired
far = 3
  + 1
everywhere
strike
  face = d20
  end miss if face + bonus < defender.ac    [2]
  kind =
    good if face > 15
    else hit
  if attacker.strong
    end good
  damage = harm(weapons(attacker.weapon))
    + doubled(grip)
  end (kind) lose damage
show bonus, worth = bonus + 1
"#;

fn lines(text: &str, link: &str) -> Vec<(String, String)> {
    let rules = Ruleset::read("duel", text, &[], Library::default()).unwrap();
    let margin = rules.margin(&document_of_link(&rules, link)).unwrap();
    let line = |one: &MarginEntry| text.lines().nth(one.line - 1).unwrap().trim().to_owned();
    margin.iter().map(|one| (line(one), shown(one))).collect()
}

fn shown(present: &MarginEntry) -> String {
    let reached = (present.reached * 1e6).round() / 1e6;
    let figure = match &present.figure {
        MarginValue::Nothing => String::new(),
        MarginValue::Is(figure) => figure.to_string(),
        MarginValue::Between(least, most) => format!("{least}..{most}"),
        MarginValue::Average(mean, least, most) => {
            format!("{mean:.4} of {least}..{}", most.as_ref().map_or_else(String::new, ToString::to_string))
        }
        MarginValue::Chance(chance) => format!("{chance:.4}"),
        MarginValue::Words(words) => words.iter().map(|(word, p)| format!("{word} {p:.4} ")).collect(),
        MarginValue::Ends(chance, lost) => format!("ends {chance:.4} {lost:.4?}"),
    };
    format!("{reached} {figure}").trim().to_owned()
}

#[test]
fn every_row_has_its_value() {
    // 5 or more of 20 hit: 7..20 + 10 is 16 or more from 6 on; of those 15 faces 5 are above 15.
    let lines = lines(DUEL, "duel/melee");
    let expected = [
        ("bonus = attacker.skill              [1]", "1 10"),
        ("+ 2    if attacker.strong", "0"),
        ("* 2", "1 10"),
        ("at most 12", "1 10"),
        ("doubled(x) = 2 * x", "1 8"),
        // 1d6 is 3.5 on average; half the time 1 more; and only the 1 of a half is below 2.
        ("roll harm(n) = n d 6", "1 4.0833 of 2..7"),
        ("+ 1    if chance(1/2)", "0.5 4.0000 of 1..7"),
        ("at least 2", "1 4.0833 of 2..7"),
        ("grip =", "1 4"),
        ("3      if attacker.strong", "0"),
        ("else 4", "1 4"),
        ("far = 3", "0"),
        ("+ 1", "0"),
        ("face = d20", "1 10.5000 of 1..20"),
        ("end miss if face + bonus < defender.ac    [2]", "1 ends 0.2500 None"),
        ("kind =", "0.75 hit 0.6667 good 0.3333"),
        ("good if face > 15", "0.333333 good"),
        ("else hit", "0.666667 hit"),
        ("if attacker.strong", "0"),
        ("end good", "0"),
        ("damage = harm(weapons(attacker.weapon))", "0.75 12.0833 of 10..15"),
        ("+ doubled(grip)", "1 12.0833 of 10..15"),
        ("end (kind) lose damage", "0.75 ends 0.7500 Some(12.0833)"),
        ("show bonus, worth = bonus + 1", "1 11"),
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert_eq!((line.0.as_str(), line.1.as_str()), expected);
    }
    assert_eq!(lines.len(), expected.len());
}

#[test]
fn unreached_lines_have_no_value() {
    let lines = lines(DUEL, "duel/fired?attacker.strong=true&attacker.weapon=sword");
    let of = |start: &str| lines.iter().find(|(line, _)| line.starts_with(start)).unwrap().1.as_str();
    assert_eq!(of("+ 2"), "1 7");
    assert_eq!(of("at most"), "1 12");
    assert_eq!(of("if attacker.strong"), "1 yes");
    assert_eq!(of("end good"), "0.85 ends 0.8500 None");
    // Nobody comes further, and nothing asks what stands there.
    for start in ["kind", "damage", "end (kind)", "roll harm", "doubled", "grip", "far"] {
        assert_eq!(of(start), "0", "{start}");
    }
}

#[test]
fn figures_of_several_items_show_minimum_and_maximum() {
    let text = "rules 1 \"Duel\"\nendings\n  hit: hit\ndoubled(x) = 2 * x\nall = doubled(2) + doubled(1) + doubled(3)\nstrike\n  end hit lose all\n";
    assert_eq!(lines(text, "duel/strike")[0].1, "1 2..6");
}

#[test]
fn endless_rolls_have_an_average() {
    let text =
        "rules 1 \"Open\"\nendings\n  hit: hit\nstrike\n  roll_ = open 2d6 less 1\n  end hit lose roll_\n";
    let rules = Ruleset::read("open", text, &[], Library::default()).unwrap();
    let margin = rules.margin(&document_of_link(&rules, "open/strike")).unwrap();
    let MarginValue::Average(mean, _, None) = margin[0].figure else { panic!("{margin:?}") };
    // A six counts 5 and is rolled again: m = (1+2+3+4+5+5)/6 + m/6.
    assert!((mean - 8.0).abs() < 1e-9, "{mean}");
}

#[test]
fn the_ends_of_every_text_share_all_strikes() {
    for rules in RULESETS {
        let links = rules.about().modes.iter().map(|mode| format!("{}/{}", rules.id(), mode.id));
        for link in links.chain([rules.about().example.to_owned()]) {
            let document = document_of_link(rules, &link);
            let Ok(margin) = rules.margin(&document) else { continue };
            if margin.is_empty() {
                // The program's own targeting is no text.
                assert!(link.ends_with("/targeting"), "{link}");
                continue;
            }
            let ends = margin.iter().filter_map(|one| match one.figure {
                MarginValue::Ends(chance, lost) => Some((chance, chance * lost.unwrap_or_default())),
                _ => None,
            });
            let (all, lost) = ends.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
            assert!((all - 1.0).abs() < 1e-9, "{link}: {all}");
            let answer = rules.resolve::<f64>(&document).unwrap();
            let damage = answer.damage.unwrap();
            let mean: f64 = damage.entries.iter().map(|(value, p)| *value as f64 * p).sum();
            assert!((mean - lost).abs() < 1e-3, "{link}: {mean} {lost}");
            assert!(margin.iter().filter(|one| one.figure != MarginValue::Nothing).count() > 5, "{link}");
            let is_reached = |one: &MarginEntry| one.reached > 0.0 || one.figure == MarginValue::Nothing;
            assert!(margin.iter().all(|one| one.reached <= 1.0 && is_reached(one)), "{link}");
            assert!(margin.windows(2).all(|pair| pair[0].line < pair[1].line), "{link}");
        }
    }
}

#[test]
fn edited_rules_keep_fitting_words_and_are_marked_as_changed() {
    let words = "words \"Duels\"\nattacker.skill = \"Skill\" | \"How well.\"\nattacker.weapon = \"Weapon\" | \"What.\"\n  group \"Arms\"\nattacker.strong = \"Strong\" | \"Hits hard.\"\n";
    let rules = Ruleset::read("duel", DUEL, &[words], Library::default()).unwrap();
    let text = DUEL.replace("  weapon:", "  arms:").replace("attacker.weapon", "attacker.arms");
    let text = text.replace("  strong:", "  mighty:").replace("attacker.strong", "attacker.mighty");
    let changed = |text: &str| Bundle::parse(text).ruleset("own", Some(&rules));
    let wrong = changed("rules 1 \"Duel\"\nstrike\n  end mis").unwrap_err();
    assert_eq!(wrong[0].line, 3);
    let changed = changed(&text).unwrap();
    let Shape::Sheet(sheet) = changed.form("melee").fields[0].shape.inner() else { panic!("a sheet") };
    let labels: Vec<&str> = sheet.fields.iter().map(|field| field.about.label).collect();
    assert_eq!(labels, ["Skill", "Arms", "Mighty"]);
    assert_eq!((changed.about().id, changed.about().name), ("own", "Duels, rules changed"));
    assert!(changed.about().document.starts_with("changed rules, which began as "));
    assert_eq!(Ruleset::title(DUEL), "Duel");
}
