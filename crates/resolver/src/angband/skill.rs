//! Combat ability: from class, race, level, stats and equipment to the rating K that a hit roll is made with (rules 1.3 to 1.5 and 2.1 to 2.2).

use super::Style;
use super::names::{Class, Race, Rules, WeaponKind};
use super::sheet::{Player, PlayerAttacks, Weapon};

/// What a class is good for (rules 1.3). Growth is in tenths for each level, weights are in tenths of a pound.
pub(super) struct ClassTable {
    melee: i64,
    melee_growth: i64,
    /// What the game's own code has in its place (rules 10, D1).
    melee_growth_in_game: i64,
    missile: i64,
    missile_growth: i64,
    /// The most natural blows.
    pub(super) most_blows: i64,
    /// Min weapon weight (MWW).
    pub(super) least_weight: i64,
    /// Weapon speed modifier (WSM), times 10.
    pub(super) speed: i64,
}

/// Rules 1.3.
#[rustfmt::skip]
pub(super) const fn class_table(class: Class) -> ClassTable {
    const fn row(
        (melee, melee_growth, melee_growth_in_game): (i64, i64, i64),
        (missile, missile_growth): (i64, i64),
        (most_blows, least_weight, speed): (i64, i64, i64),
    ) -> ClassTable {
        ClassTable { melee, melee_growth, melee_growth_in_game, missile, missile_growth, most_blows, least_weight, speed }
    }
    match class {
        Class::Warrior => row((70, 45, 45), (55, 45), (6, 30, 5)),
        Class::Mage    => row((34, 15, 15), (20, 15), (4, 40, 2)),
        Class::Priest  => row((48, 20, 20), (35, 20), (4, 35, 3)),
        Class::Rogue   => row((60, 30, 40), (66, 30), (5, 30, 3)),
        Class::Ranger  => row((56, 45, 30), (72, 45), (5, 35, 4)),
        Class::Paladin => row((68, 30, 35), (40, 30), (5, 30, 5)),
    }
}

/// What a race adds: to melee, and to missiles (rules 1.4).
const fn race_modifiers(race: Race) -> (i64, i64) {
    match race {
        Race::Human => (0, 0),
        Race::HalfElf => (-1, 5),
        Race::Elf => (-5, 15),
        Race::Hobbit => (-10, 20),
        Race::Gnome => (-8, 12),
        Race::Dwarf => (15, 0),
        Race::HalfOrc => (12, -5),
        Race::HalfTroll => (20, -10),
        Race::Dunadan => (15, 10),
        Race::HighElf => (10, 25),
        Race::Kobold => (-5, 10),
    }
}

/// Base class ability + racial modifier + level modifier; half points of a level are dropped (rules 1.3).
fn base_skill(style: Style, player: &Player, rules: Rules) -> i64 {
    let class = class_table(player.class);
    let (melee, missile) = race_modifiers(player.race);
    let (base, growth, race) = match (style, rules) {
        (Style::Melee, Rules::Document) => (class.melee, class.melee_growth, melee),
        (Style::Melee, Rules::Game) => (class.melee, class.melee_growth_in_game, melee),
        (Style::Fired(_) | Style::Thrown, _) => (class.missile, class.missile_growth, missile),
    };
    base + growth * player.level.get() / 10 + race
}

/// By how many whole pounds a thing is too heavy (rules 1.5.6).
pub(super) fn pounds_over(player: &Player, weight: i64) -> i64 {
    (weight / 10 - player.str.row().hold).max(0)
}

/// The penalty of being stunned, to hit and to damage (rules 1.5.5).
pub(super) fn stun_penalty(player: &Player) -> i64 {
    match player.stun.get() {
        ..=0 => 0,
        1..=50 => 5,
        _ => 20,
    }
}

/// The penalty of a priest for an edged weapon that is not blessed, to hit and to damage (rules 1.5.7).
pub(super) fn edge_penalty(player: &Player) -> i64 {
    let edged =
        |weapon: &Weapon| matches!(weapon.kind, WeaponKind::Sword | WeaponKind::Polearm) && !weapon.blessed;
    if player.class == Class::Priest && player.weapon.as_ref().is_some_and(edged) { 2 } else { 0 }
}

/// The pounds by which weapon and launcher are too heavy together; both hamper every attack (rules 1.5.6).
fn overweight(player: &Player) -> i64 {
    let weapon = player.weapon.as_ref().map_or(0, |weapon| pounds_over(player, weapon.weight.get()));
    let launcher = player.launcher.as_ref().map_or(0, |launcher| pounds_over(player, launcher.weight.get()));
    weapon + launcher
}

/// The bonus to combat skill, weapon and launcher not counted (rules 1.5).
fn bonus_to_hit(player: &Player) -> i64 {
    let spell = |active: bool, bonus: i64| if active { bonus } else { 0 };
    player.str.row().strength_to_hit
        + player.dex.row().dexterity_to_hit
        + player.armour_to_hit.get()
        + player.gear_to_hit.get()
        + spell(player.blessed, 10)
        + spell(player.heroism, 12)
        + spell(player.berserk, 24)
        - stun_penalty(player)
        - 2 * overweight(player)
        - edge_penalty(player)
}

/// How able the player is, step by step.
pub(super) struct Skill {
    /// The bonus to combat skill without weapon and launcher.
    pub(super) to_hit: i64,
    /// By how many pounds weapon and launcher are too heavy.
    pub(super) overweight: i64,
    /// From class, race and level.
    pub(super) base: i64,
    /// The bonus to combat skill.
    pub(super) combat_bonus: i64,
    /// Base skill + 3 × bonus to combat skill.
    pub(super) overall: i64,
    /// After ammunition, distance and sight.
    pub(super) k: i64,
}

impl Skill {
    pub(super) fn of(style: Style, fight: &PlayerAttacks) -> Self {
        let (player, rules) = (&fight.attacker, fight.situation.rules);
        let to_hit = bonus_to_hit(player);
        let weapon = player.weapon.as_ref().map_or(0, |weapon| weapon.to_hit.get());
        let launcher = player.launcher.as_ref().map_or(0, |launcher| launcher.to_hit.get());
        let combat_bonus = to_hit
            + match (style, rules) {
                (Style::Melee, _) => weapon,
                // By the document a throw is made with the launcher's bonus too (rules 10, D4).
                (Style::Fired(_), _) | (Style::Thrown, Rules::Document) => launcher,
                (Style::Thrown, Rules::Game) => 0,
            };
        let totals = &player.totals;
        let base = base_skill(style, player, rules);
        let combat_bonus = totals.combat_bonus.map_or(combat_bonus, |known| known.get());
        let overall = totals.skill.map_or(base + 3 * combat_bonus, |known| known.get());
        let k = rating(overall, style, fight);
        Self { to_hit, overweight: overweight(player), base, combat_bonus, overall, k }
    }
}

/// K: the skill after the missile's bonus, the distance, and sight (rules 2.1 and 2.2).
fn rating(overall: i64, style: Style, fight: &PlayerAttacks) -> i64 {
    let (player, situation) = (&fight.attacker, &fight.situation);
    let missile = match (style, situation.rules) {
        (Style::Melee, _) | (Style::Thrown, Rules::Game) => 0,
        (Style::Fired(_), _) => player.ammo.to_hit.get(),
        (Style::Thrown, Rules::Document) => player.object.to_hit_as_weapon(),
    };
    let distance = if matches!(style, Style::Melee) { 0 } else { situation.distance.get() };
    let k = overall + 3 * missile - distance;
    match (situation.visible, situation.rules) {
        (true, _) => k,
        // Rounded up (rules 10, D2).
        (false, Rules::Document) => k.div_euclid(2) + k.rem_euclid(2),
        (false, Rules::Game) => k / 2,
    }
}
