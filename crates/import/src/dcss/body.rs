//! Body of a dump's character: mutations, forms, auxiliary attacks, and the character as one who is struck.

use super::NAMES;
use super::sheet::Hero;
use crate::character::Character;
use tohit_resolver::Json;

/// Reads the body.
pub(super) fn read(hero: &Hero<'_>, being: &str, character: &mut Character) {
    let dump = hero.dump;
    let form = NAMES.ours("forms", &hero.form);
    character.put("attacker.form", form.unwrap_or("none"));
    character.put("attacker.eyeballs", dump.mutation("eyeballs").min(3));
    character.put("attacker.reckless", dump.mutation("reckless") > 0);
    let is_felid = being.starts_with("Felid") || being.starts_with("Fe") && being.len() == 4;
    let stabs_well = is_felid || dump.mutation("stealthy paws") > 0 || hero.form == "spider-form";
    character.put("attacker.good_stab", stabs_well || hero.wears("hood of the Assassin"));
    character.put("attacker.no_stabs", dump.cell("God").is_some_and(|god| god.contains("Shining One")));
    let claws = claws(hero);
    let form_of_its_own = "a form may have attacks and figures of its own, which the text does not say";
    if hero.is_changed() || hero.form == "statue-form" {
        character.leave(["attacker.unarmed_base"], form_of_its_own);
    } else {
        character.put("attacker.unarmed_base", 3 + 2 * claws);
    }
    if hero.is_changed() {
        character.leave(["attacker.aux"], form_of_its_own);
    } else {
        let is_octopode = being.starts_with("Octopode") || being.starts_with("Op") && being.len() == 4;
        let attacks = auxiliary(hero, claws, is_octopode);
        character.put("attacker.aux", Json::List(attacks.into_iter().map(Aux::json).collect()));
    }
    struck(hero, being, character);
}

/// Claws that are not in gloves.
fn claws(hero: &Hero<'_>) -> i64 {
    let covered = hero.wears("gloves") || hero.wears("gauntlets") || hero.wears("Maulers");
    if covered { 0 } else { hero.dump.mutation("claws").min(3) }
}

/// An auxiliary attack.
struct Aux {
    /// Base chance, before the experience level.
    base: i64,
    /// Damage in hundredths.
    damage: i64,
    /// Dice of three sides.
    dice: i64,
    level: i64,
}

impl Aux {
    fn json(self) -> Json {
        let chance = (self.base * (30 + self.level) / 59).clamp(0, 100);
        let damage = match self.damage % 100 {
            0 => Json::from(self.damage / 100),
            _ => Json::Number(
                format!("{}.{:02}", self.damage / 100, self.damage % 100).trim_end_matches('0').to_owned(),
            ),
        };
        let mut entries = vec![("chance", chance.into()), ("damage", damage)];
        if self.dice > 0 {
            entries.push(("dice", self.dice.into()));
        }
        Json::Object(
            entries.into_iter().map(|(name, value): (&str, Json)| (name.to_owned(), value)).collect(),
        )
    }
}

/// Auxiliary attacks by mutations and free hands [8.1].
fn auxiliary(hero: &Hero<'_>, claws: i64, is_octopode: bool) -> Vec<Aux> {
    let has = |name: &str| hero.dump.mutation(name);
    let boots = hero.wears("boots") || hero.wears("slippers");
    let mut all = Vec::new();
    let mut add = |base: i64, points: i64, dice: i64| {
        all.push(Aux { base, damage: points, dice, level: hero.level });
    };
    if has("hooves") > 0 && !boots {
        add(100, 100 * (5 + has("hooves") * 5 / 3), 0);
    } else if has("talons") > 0 && !boots {
        add(100, 100 * (6 + has("talons")), 0);
    } else if has("tentacle spike") > 0 {
        add(100, 100 * (5 + has("tentacle spike")), 0);
    }
    if has("horns") > 0 {
        add(67, 100 * (5 + 3 * has("horns")), 0);
    }
    if has("beak") > 0 {
        add(67, 600, 0);
    }
    let tail = has("armoured tail");
    if tail > 0 || has("weakness stinger") > 0 || has("stinger") > 0 {
        let base = if tail > 0 || has("weakness stinger") > 0 { 6 } else { 0 };
        let points = base + 4 * (tail - 1).max(0) + 3 * has("stinger") + has("weakness stinger");
        add(50, 100 * points, 0);
    }
    // An off-hand punch: bare hands, and no shield unless there are more than two arms.
    let unarmed = hundredths(hero.dump.skill("Unarmed Combat"));
    let tentacles = is_octopode || has("tentacles") > 0;
    let is_free =
        tentacles || has("four strong arms") > 0 || hero.shield() == "none" && has("missing a hand") == 0;
    if hero.wielded.is_none() && is_free {
        add(5 + unarmed * 5 / 300, 500 + unarmed / 2, claws);
    }
    if has("fangs") > 0 {
        add(40, 100 * (1 + 2 * has("fangs")), 0);
    }
    if has("pseudopods") > 0 {
        add(67, 400 * has("pseudopods"), 0);
    }
    if tentacles {
        add(67, 1200, 0);
    }
    all.truncate(8);
    all
}

/// A skill in hundredths.
fn hundredths(level: &str) -> i64 {
    let (whole, part) = level.split_once('.').unwrap_or((level, "0"));
    let tenths: i64 = part.get(..1).and_then(|tenth| tenth.parse().ok()).unwrap_or(0);
    whole.parse::<i64>().unwrap_or(0).clamp(0, 27) * 100 + tenths * 10
}

/// The character as one who is struck.
fn struck(hero: &Hero<'_>, being: &str, character: &mut Character) {
    let dump = hero.dump;
    for (label, path, least) in
        [("AC", "defender.ac", i64::MIN), ("EV", "defender.ev", i64::MIN), ("SH", "defender.sh", 0)]
    {
        match dump.figure(label) {
            Some(value) => character.put(path, value.max(least)),
            None => character.leave([path], "its cell on the sheet was not understood"),
        }
    }
    // The dead have none left.
    match dump.hit_points().map(|(now, most)| if now > 0 { now } else { most }) {
        Some(points) => character.put("defender.hp", points),
        None => character.leave(["defender.hp"], "its cell on the sheet was not understood"),
    }
    character.put("defender.shield", hero.shield());
    for (label, path, most) in [
        ("rFire", "defender.res_fire", 3),
        ("rCold", "defender.res_cold", 3),
        ("rNeg", "defender.res_neg", 3),
        ("rElec", "defender.res_elec", 1),
        ("rCorr", "defender.res_corr", 3),
    ] {
        let least = if path.ends_with("neg") || path.ends_with("corr") { 0 } else { -3 };
        match dump.resistance(label) {
            Some(level) => character.put(path, level.clamp(least, most)),
            None => character.leave([path], "its row of the sheet is not there"),
        }
    }
    kind(hero, being, character);
    character.put("defender.translucent", dump.mutation("translucent skin").min(3));
    character.put("defender.shapeshifted", !hero.form.is_empty());
    character.leave(
        ["defender.mutations"],
        "the text does not say which mutations were born with, and silver does not count those",
    );
}

/// Kind of being of the character, and whether water drowns it.
fn kind(hero: &Hero<'_>, being: &str, character: &mut Character) {
    // Species in full, or by its two letters.
    let is_of = |name: &str| match name.len() {
        2 => being.len() == 4 && being.starts_with(name),
        _ => being.starts_with(name),
    };
    let of_species = NAMES.section("kinds").find(|(name, _)| is_of(name)).map(|(_, kind)| kind);
    let of_form = NAMES.ours("kinds", &hero.form);
    let is_vampire = is_of("Vampire") || is_of("Vp");
    let kind = match (of_form, is_vampire) {
        _ if hero.dump.has_status("petrified") => Some("nonliving"),
        (Some(kind), _) => Some(kind),
        (None, true) => hero.dump.has_status("bloodless").then_some("undead"),
        (None, false) if is_of("Demonspawn") || is_of("Ds") => None,
        (None, false) if ["tree-form", "fungus-form"].contains(&hero.form.as_str()) => None,
        (None, false) => Some(of_species.unwrap_or("natural")),
    };
    match kind {
        Some(kind) => character.put("defender.holiness", kind),
        None if is_vampire => {
            character.leave(["defender.holiness"], "a vampire with blood is partly living");
        }
        None if hero.form.is_empty() => {
            character
                .leave(["defender.holiness"], "holy wrath takes demonspawn for demons; all else does not");
        }
        None => character.leave(["defender.holiness"], "these rules have no kind for this form"),
    }
    let is_lifeless = kind.is_some_and(|kind| kind != "natural" && kind != "demonic");
    let swims = NAMES.section("swimmers").any(|(name, _)| is_of(name));
    let may_swim = is_of("Dr") || is_vampire || hero.is_changed() || is_of("Draconian");
    match (is_lifeless, swims) {
        (true, _) => character.put("defender.res_drown", 1),
        (false, _) if may_swim => {
            character.leave(
                ["defender.res_drown"],
                "it depends on the form or the colour, which the text does not say",
            );
        }
        (false, swims) => character.put("defender.res_drown", i64::from(swims)),
    }
}
