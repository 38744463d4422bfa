//! Changes of the document.

use super::*;

#[test]
fn what_is_left_out_of_a_changed_document_said_nothing() {
    let links =
        include_str!("../../../../tests/old-links.txt").lines().filter_map(|line| line.split_once('\t'));
    let mut shorter = 0;
    for (link, _) in links {
        // Some are addresses.
        let link = link.rsplit('#').next().unwrap();
        let rules = link::rules_of(link).unwrap();
        let entered = link::read(rules, link).unwrap().document;
        let mut all = complete(rules, &entered).0;
        *all.member_mut("ruleset") = rules.id().into();
        // A wrong field stays as entered.
        let mut wrong = entered.clone();
        *wrong.member_mut("defender").member_mut("nothing") = 1.into();
        for document in [entered, all, wrong] {
            let before = Now::at(rules, document);
            let after = before.edited(before.document.clone());
            assert_eq!(complete(rules, &after.document), (after.complete, after.problems), "{link}");
            assert_eq!(complete(rules, &document::presets_only(&after.document)).0, after.base, "{link}");
            shorter += usize::from(after.document != before.document);
        }
    }
    assert!(shorter > 500, "{shorter}");
}

#[test]
fn a_change_in_a_part_keeps_the_default_of_the_part() {
    for (link, path, value, changed) in [
        (
            "nethack/polearm",
            "attacker.weapon.enchantment",
            Json::from(2),
            "kind=halberd&attacker.weapon.enchantment=2",
        ),
        (
            "nethack/melee",
            "attacker.weapon.kind",
            "dagger".into(),
            "kind=dagger&attacker.weapon.enchantment=1",
        ),
        ("nethack/melee", "attacker.weapon.enchantment", 1.into(), ""),
    ] {
        let rules = link::rules_of(link).unwrap();
        let before = Now::at(rules, link::read(rules, link).unwrap().document);
        let mut document = before.document.clone();
        document::put(&mut document, &before.complete, path, value);
        let after = before.edited(document);
        let changed =
            if changed.is_empty() { link.to_owned() } else { format!("{link}?attacker.weapon.{changed}") };
        assert_eq!(tohit_resolver::to_link(rules, &after.document), changed);
    }
}

/// Paths of the fields of a document, with their values.
fn leaves(value: &Json, path: &str, into: &mut Vec<(String, Json)>) {
    match value {
        Json::Object(entries) => {
            for (name, value) in entries.iter().filter(|(name, _)| name != "preset") {
                leaves(value, &document::join(path, name), into);
            }
        }
        Json::Null => {}
        value => into.push((path.to_owned(), value.clone())),
    }
}

#[test]
fn a_chosen_preset_is_what_its_link_is() {
    let mut tried = 0;
    for rules in tohit_resolver::RULESETS.iter().copied() {
        for mode in rules.about().modes {
            let empty = format!("{}/{}", rules.id(), mode.id);
            let of_mode = |(_, link): &&(&str, &str)| link.split('?').next() == Some(&empty);
            let fights = rules.about().fights.iter().filter(of_mode).map(|(_, link)| (*link).to_owned());
            let starts = [empty.clone(), format!("{empty}?defender.hp=50")].into_iter().chain(fights);
            let starts: Vec<Now> = starts
                .filter_map(|link| Some(Now::at(rules, link::read(rules, &link).ok()?.document)))
                .collect();
            // A preset differs by edition: it is compared under the rules of the start.
            let edition = |now: &Now| now.complete.at(RULES).cloned();
            let mut editions: Vec<Option<Json>> = starts.iter().map(edition).collect();
            editions.sort_by_key(|edition| format!("{edition:?}"));
            editions.dedup();
            let under = |link: &str, edition: &Option<Json>| {
                let mut document = link::read(rules, link).unwrap().document;
                if let Some(edition) = edition {
                    document::put(&mut document, &Json::Null, RULES, edition.clone());
                }
                complete(rules, &document)
            };
            let attacker = rules.form(mode.id).asked("attacker", mode.id);
            let Some(spec) = attacker.and_then(|field| document::sheet_of(field.shape)) else { continue };
            let Some(target) = spec.presets else { continue };
            let presets = || {
                rules.presets().of(target).filter(|it| it.section("mode").is_none_or(|its| its == mode.id))
            };
            for (preset, here) in editions.iter().flat_map(|here| presets().map(move |preset| (preset, here)))
            {
                let id = preset.id();
                let (alone, problems) = under(&format!("{empty}?attacker.preset={id}"), here);
                let bare = under(&empty, here).0;
                let mut changed = Vec::new();
                leaves(&alone, "", &mut changed);
                changed.retain(|(path, value)| bare.at(path) != Some(value));
                let these = starts.iter().filter(|now| edition(now) == *here && problems.is_empty());
                for before in these {
                    let mut document = before.document.clone();
                    let place = (rules, mode.id);
                    document::add_preset(&mut document, &before.complete, place, ("attacker", spec), &id);
                    let after = before.edited(document);
                    for (path, value) in &changed {
                        let said = after.complete.at(path);
                        let is_more = matches!((said, value), (Some(Json::List(all)), Json::List(some)) if some.iter().all(|one| all.contains(one)));
                        let link = tohit_resolver::to_link(rules, &before.document);
                        assert!(said == Some(value) || is_more, "{link}, then {id}: {path}");
                    }
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn a_whole_weapon_takes_the_place_of_another_and_an_ego_lies_over_it() {
    let (rules, document) = tohit_resolver::from_link("angband42/melee").unwrap();
    let mut now = Now::at(rules, document);
    for (id, held) in [
        ("mace-of-disruption", "mace-of-disruption"),
        ("trident-of-wrath", "trident-of-wrath"),
        ("mace-of-disruption", "mace-of-disruption"),
        ("of-westernesse", "mace-of-disruption of-westernesse"),
        ("trident-of-wrath", "trident-of-wrath"),
        ("dagger", "dagger"),
    ] {
        let (shape, _) = now.form().at("attacker.weapon").unwrap();
        let spec = document::sheet_of(shape).unwrap();
        let mut document = now.document.clone();
        document::add_preset(&mut document, &now.complete, (rules, now.mode), ("attacker.weapon", spec), id);
        now = now.edited(document);
        assert_eq!(document::presets_of(&now.document, "attacker.weapon").join(" "), held);
    }
}

#[test]
fn wrong_fields_are_left_out_again_after_every_change() {
    let link = "powder/melee?attacker.physical_level=1000&defender.natural_ac=4";
    let (rules, document) = tohit_resolver::from_link(link).unwrap();
    let before = Now::at(rules, document);
    assert!(before.asked.is_mended);
    let mut document = before.document.clone();
    document::put(&mut document, &before.complete, "defender.natural_ac", 9.into());
    let after = before.edited(document);
    assert!(after.asked.is_mended && !after.problems.is_empty());
    assert_eq!(after.asked.document.at("defender.natural_ac"), Some(&9.into()));
}

#[test]
fn a_new_fight_and_another_mode_keep_the_rules() {
    let mut kept = 0;
    for rules in tohit_resolver::RULESETS.iter().copied() {
        for mode in rules.about().modes {
            for chosen in tohit_resolver::rules_of(rules, mode.id) {
                let link = format!("{}/{}?situation.rules={}", rules.id(), mode.id, chosen.name);
                let before = Now::at(rules, link::read(rules, &link).unwrap().document);
                let choice = before.complete.at(RULES).cloned();
                let begun = before.edited(before.begun(choice.clone()));
                assert_eq!((begun.complete.at(RULES), begun.mode), (choice.as_ref(), mode.id), "{link}");
                assert!(begun.is_empty(), "{link}");
                for other in rules.about().modes {
                    let after = Now::of_fight(before.fight.in_mode(other.id), Some(&before));
                    assert_eq!(after.mode, other.id, "{link}");
                    let knows =
                        tohit_resolver::rules_of(rules, other.id).iter().any(|one| one.name == chosen.name);
                    if knows {
                        assert_eq!(after.complete.at(RULES), choice.as_ref(), "{link} in {}", other.id);
                        kept += 1;
                    }
                }
            }
        }
    }
    assert!(kept > 50, "{kept}");
}
