//! Explanations of every shared case: they say what the answer says, each chain multiplies out, and each roll
//! has its sentence.
use crate::common::cases;
use std::collections::BTreeSet;
use tohit_resolver::explain::{Chain, Decision};
use tohit_resolver::{Answer, Explanation, Fraction, Json, Ruleset, from_link, rules_of, under_rules};

/// What no shared case rolls.
const MORE: &[&str] = &[
    "powder/thrown?defender.skills.0=moving-target&defender.moved_last_turn=true",
    "powder/melee?defender.skills.0=parry&defender.parry_weapon=both&defender.off_hand_chance=50",
    "angband/monster-melee?attacker.blows.0.effect=acid&defender.armour_pieces=3",
    "pixel-dungeon/melee?attacker.weapon.enchantment=blazing&attacker.weapon.upgrade=3&situation.surprise=true",
    "pixel-dungeon/melee?attacker.weapon.enchantment=shocking&attacker.weapon.upgrade=3",
    "pixel-dungeon/melee?attacker.weapon.enchantment=grim&attacker.weapon.upgrade=3&defender.hp=20",
    "pixel-dungeon/melee?attacker.kind=mob&defender.kind=hero&defender.armor.glyph=viscosity&defender.armor.upgrade=2",
    "pixel-dungeon/melee?attacker.hero_class=rogue&attacker.subclass=assassin&situation.surprise=true&situation.rules=game",
    "pixel-dungeon/melee?defender.resist_chance=1/2",
    "crawl/melee?attacker.shield=large-shield&attacker.armour_ev_penalty=5&attacker.skills.armour=9&attacker.amulet_of_inaccuracy=true&attacker.might=true",
    "crawl/melee?attacker.species=high-elf&attacker.weapon.race=elven&defender.backlit=true&defender.state=asleep",
    "crawl/melee?attacker.species=mountain-dwarf&attacker.weapon.race=dwarven&attacker.weapon.hands=half&situation.rules=v05&attacker.skills.unarmed_combat=9&attacker.armour_ev_penalty=8",
    "crawl/melee?attacker.species=demonspawn&attacker.weapon.demonic=true&attacker.weapon.skill=short-blades&attacker.sure_blade_turns=8&situation.rules=v05",
    "crawl/melee?attacker.wielding=nothing&attacker.confusing_touch=true&attacker.skills.unarmed_combat=9&attacker.armour_ev_penalty=5",
    "crawl/melee?attacker.wielding=nothing&attacker.form=blade-hands&attacker.strength=15&situation.rules=v09&attacker.armour_ev_penalty=5",
    "crawl/melee?attacker.wielding=nothing&attacker.form=statue&situation.rules=v09",
    "crawl/melee?attacker.wielding=nothing&attacker.form=dragon&situation.rules=v09",
    "crawl/melee?attacker.species=hill-orc&attacker.weapon.race=orcish&attacker.beogh=true&attacker.piety=50",
    "crawl/melee?attacker.weapon.brand=electrocution",
    "crawl/melee?defender.state=paralysed",
    "crawl/melee?attacker.weapon.brand=draining",
    "crawl/melee?attacker.weapon.brand=speed&situation.rules=v09",
    "crawl/ranged?attacker.launched=false&attacker.missile=javelin&attacker.slaying_damage=3&attacker.dexterity=30&attacker.strength=30",
    "crawl/ranged?attacker.launched=false&attacker.missile=dart&attacker.skills.missile=9",
    "crawl/ranged?attacker.launched=false&attacker.missile=stone&situation.rules=v09",
    "crawl/ranged?attacker.launcher_damage_plus=3&attacker.to_hit_plus=2&attacker.launcher_brand=speed&situation.rules=v09",
    "crawl/monster-ranged?attacker.projectile.kind=thrown&attacker.projectile.missile=dart",
    "dominions/melee?attacker.weapon.types.0=slash&attacker.weapon.types.1=pierce",
    "dominions/melee?situation.variants.defence_floor=true&situation.variants.limb_cap=true&situation.variants.unreachable=lower",
    "dominions/melee?attacker.weapon.length=1&defender.repel_weapon.length=4&situation.variants.repel_ties=repeller",
    "dominions/melee?defender.luck=true&situation.variants.luck_percent=50",
    "powder/spell?situation.switches.one_misses=melee-and-thrown&situation.switches.reduction=base",
    "powder/thrown?attacker.weapon.special=true-aim&attacker.skills.0=true-aim&situation.rules=game",
    "powder/melee?defender.skills.0=dodge&situation.rules=game",
    "crawl/melee?attacker.weapon.hands=half&attacker.armour_ev_penalty=8&attacker.shield=none&situation.rules=v05",
];

/// Every scenario that is explained, by name.
fn scenarios() -> Vec<(String, &'static Ruleset, Json)> {
    let cases = cases().into_iter().filter(|case| case.wrong_path().is_none());
    let cases =
        cases.map(|case| (format!("{} {}", case.ruleset.about().id, case.name), case.ruleset, case.scenario));
    let more = MORE.iter().map(|link| {
        let (ruleset, document) = from_link(link).unwrap();
        ((*link).to_owned(), ruleset, document)
    });
    let all: Vec<_> = cases.chain(more).collect();
    // Each also by the other rules that its mode knows, where it is a scenario by them.
    let others = all.iter().flat_map(|(name, ruleset, document)| {
        let rules = rules_of(ruleset, ruleset.about().mode_of(document)).iter();
        let under = |rules: &str| (format!("{name}, {rules}"), *ruleset, under_rules(document, rules));
        rules.map(move |rules| under(rules.name)).collect::<Vec<_>>()
    });
    let others = others.filter(|(_, ruleset, document)| ruleset.complete(document).1.is_empty());
    let others: Vec<_> = others.collect();
    all.into_iter().chain(others).collect()
}

fn sum<'a>(all: impl IntoIterator<Item = &'a Fraction>) -> Fraction {
    all.into_iter().fold(Fraction::default(), |sum, one| sum + one)
}

fn product(chain: &Chain<Fraction>) -> Fraction {
    chain.links.iter().fold(Fraction::from(1), |product, link| product * &link.given)
}

/// Whether floats tell the same chains as fractions.
fn alike(floats: &Explanation<f64>, exact: &Explanation<Fraction>) -> bool {
    let near = |float: f64, exact: &Fraction| (float - exact.to_f64()).abs() < 1e-12;
    let chances = |chances: Vec<f64>, exact: Vec<&Fraction>| {
        chances.len() == exact.len() && chances.iter().zip(exact).all(|(float, exact)| near(*float, exact))
    };
    let outcomes = floats.outcomes.iter().zip(&exact.outcomes).all(|(float, exact)| {
        float.outcome == exact.outcome
            && chances(
                float.chains.iter().map(|chain| chain.chance).collect(),
                exact.chains.iter().map(|chain| &chain.chance).collect(),
            )
    });
    outcomes && floats.rolls == exact.rolls && floats.steps.len() == exact.steps.len()
}

/// What is wrong with an explanation of this answer.
fn wrong(explanation: &Explanation<Fraction>, answer: &Answer<Fraction>) -> Vec<String> {
    let nothing = Fraction::default();
    let mut wrong = Vec::new();
    for (outcome, chance) in &answer.outcomes {
        let explained = explanation.outcomes.iter().find(|explained| explained.outcome == *outcome);
        if explained.map_or(&nothing, |explained| &explained.chance) != chance {
            wrong.push(format!("{outcome} has another chance"));
        }
    }
    for explained in &explanation.outcomes {
        if answer.outcome(explained.outcome).is_none() {
            wrong.push(format!("the answer has no {}", explained.outcome));
        }
        if sum(explained.chains.iter().map(|chain| &chain.chance)) != explained.chance {
            wrong.push(format!("the chains of {} do not add up", explained.outcome));
        }
        for chain in &explained.chains {
            if product(chain) != chain.chance {
                wrong.push(format!("a chain of {} does not multiply out", explained.outcome));
            }
        }
    }
    for Decision { about, reached, results } in &explanation.steps {
        let whole = sum(results.iter().map(|result| &result.given)) == Fraction::from(1);
        let ends = |place: usize| sum(results[place].ends_in.iter().map(|(_, chance)| chance));
        let add_up = (0..results.len()).all(|place| ends(place) == results[place].chance);
        if !whole || !add_up || sum(results.iter().map(|result| &result.chance)) != *reached {
            wrong.push(format!("the results of {} do not add up", about.name));
        }
        if results.iter().any(|result| result.result.is_empty()) {
            wrong.push(format!("a result of {} has no name", about.name));
        }
    }
    wrong
}

#[test]
fn explanations_agree_with_answers_in_every_case() {
    let mut failures = Vec::new();
    // The shared cases are many of a kind.
    for (name, ruleset, scenario) in scenarios().into_iter().step_by(3) {
        let answer = match ruleset.resolve::<Fraction>(&scenario) {
            Ok(answer) => answer,
            // A few cases have an answer in decimals alone.
            Err(problems) if problems[0].message.starts_with("too large for exact fractions") => continue,
            Err(problems) => {
                failures.push(format!("{name}: {}", problems[0]));
                continue;
            }
        };
        match ruleset.explain::<Fraction>(&scenario) {
            Ok(explanation) => {
                let floats = ruleset.explain::<f64>(&scenario).unwrap();
                if !alike(&floats, &explanation) {
                    failures.push(format!("{name}: floats and fractions part"));
                }
                let wrong = wrong(&explanation, &answer);
                failures.extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
            }
            Err(problems) => failures.push(format!("{name}: {}", problems[0])),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_step_and_roll_has_its_row_and_its_section() {
    let mut silent = BTreeSet::new();
    for (_, ruleset, scenario) in scenarios() {
        let explanation = ruleset.explain::<f64>(&scenario).unwrap();
        let wrong =
            explanation.rolls_and_decisions().filter(|roll| roll.section.is_empty() || roll.rule.is_empty());
        silent.extend(wrong.map(|roll| format!("{} {}: {}", ruleset.id(), roll.name, roll.rule)));
    }
    assert!(silent.is_empty(), "{}", silent.into_iter().collect::<Vec<_>>().join("\n"));
}

/// A roll stands with the first step that it decides; what only does damage stands alone.
#[test]
fn a_roll_goes_into_the_first_step_that_reads_it() {
    let link = "powder/melee?attacker.preset=fred&attacker.charging=true&defender.preset=troll";
    let (ruleset, document) = from_link(link).unwrap();
    let explanation = ruleset.explain::<f64>(&document).unwrap();
    let into = |roll: &tohit_resolver::explain::Roll| {
        roll.into.map(|step| explanation.steps[step].about.name.as_str())
    };
    let rolls: Vec<_> = explanation.rolls.iter().map(|roll| (roll.name.as_str(), into(roll))).collect();
    assert_eq!(
        rolls,
        [
            ("hit roll", Some("natural 1")),
            ("modifier", Some("attack roll")),
            ("body part", Some("attack roll")),
            ("natural AC roll", Some("attack roll")),
            ("threat", Some("threat roll")),
        ]
    );
    let figures =
        |step: &Decision<f64>| step.about.figures.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let read: Vec<_> = explanation.steps.iter().map(figures).collect();
    assert_eq!(read, [vec!["hit roll"], vec!["hit roll", "attack roll", "AC roll"], vec![]]);
    // A row of one line is all there, one of several says that there is more.
    let row = |name: &str| explanation.rolls.iter().find(|roll| roll.name == name).unwrap().rule.as_str();
    assert_eq!([row("hit roll"), row("body part")], ["hit_roll = d20", "struck = pick( …"]);
    let (ruleset, document) = from_link("angband/fired").unwrap();
    let explanation = ruleset.explain::<f64>(&document).unwrap();
    let alone: Vec<_> =
        explanation.rolls.iter().filter(|roll| roll.into.is_none()).map(|roll| &*roll.name).collect();
    assert_eq!(alone, ["breaks", "damage"]);
}

/// A figure whose row depends on a switch has the section of that row, for switches of words and for flags.
#[test]
fn a_switch_moves_the_section() {
    for (link, name, elsewhere) in [
        (
            "crawl/melee?attacker.armour_ev_penalty=4&situation.rules=",
            "armour and shield penalty",
            ["document", "v09"],
        ),
        ("dominions/melee?situation.variants.defence_floor=", "attack against defence", ["false", "true"]),
    ] {
        let [one, other] = elsewhere.map(|rules| {
            let (ruleset, document) = from_link(&format!("{link}{rules}")).unwrap();
            let explanation = ruleset.explain::<f64>(&document).unwrap();
            let roll = explanation.rolls_and_decisions().find(|roll| roll.name == name).unwrap();
            (roll.section, roll.says)
        });
        assert!(one.0 != other.0 && one.1 != other.1, "{link}: {one:?} {other:?}");
    }
}
