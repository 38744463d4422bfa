//! What the page says about each roll and each decision. It is silent about damage, shields and a player's missiles: there the game's own code speaks.

use crate::explain::{Under, Why, under};

const SKILLS: &str = "Player To Hit (Melee), Skills";
const WEAPONS: &str = "Player To Hit (Melee), Weapons";
const JEWELLERY: &str = "Player To Hit (Melee), Jewellery";
const PENALTY: &str = "Player To Hit (Melee), Armour Penalty";
const ROLL: &str = "Player To Hit (Melee), The Roll";
const AFTER: &str = "Player To Hit (Melee), Post-Roll";
const RANGED: &str = "Monster To Hit (Ranged)";
const GAME: &str = "the game's own code";
/// What most rolls go into.
const TO_HIT: &[&str] = &["to-hit roll"];
const SHIELD: &[&str] = &["past the shield"];

const fn to_hit(label: &'static str, section: &'static str, says: &'static str) -> Why {
    Why::feeds(label, TO_HIT, section, says)
}

const fn guards(label: &'static str, says: &'static str) -> Why {
    Why::feeds(label, SHIELD, GAME, says)
}

const fn harms(label: &'static str, says: &'static str) -> Why {
    Why::damage(label, GAME, says)
}

/// The editions that follow the code where the page says something else.
const CODE: &[&str] = &["v05", "v09"];
const V05: &[&str] = &["v05"];
const V09: &[&str] = &["v09"];

/// What an edition of the game says.
const fn of(editions: &'static [&'static str], says: &'static str) -> Under {
    under("rules", editions, GAME, says)
}

const MISSES: &[&str] = &["misses", "hits"];
const FIST: &str =
    "By the code of 0.5, whoever can fight unarmed as well does not hold the weapon in both hands.";
const FAVOUR: &str = "Beogh's favour adds to the damage of an orcish weapon, by piety.";
const STAT: &str = "Strength, moved towards dexterity by the weapon's strength weight, raises the damage above 11 and lowers it below 9.";
const LIGHT: &str = "A weapon of speed does nine tenths of the damage, rounded up as often as the rest says.";
const FORM: &str = "A transformed limb's damage is part of a stat, rounded up as often as the rest says.";
const HALF: &str = "Half of the damage figure counts, rounded up as often as the rest says.";
const TIME: &str =
    "Bare hands take 1d10 and what armour adds, but ten tenths of a turn at least; Unarmed Combat takes off.";
const ADJUSTS: &str = "A stat makes a javelin's bonus larger or smaller, by up to what it is off the centre.";
const ENCHANTED: &str = "The launcher's and the missile's damage enchantments are rolled into a bonus.";
const BURNS: &str =
    "A brand adds to the damage that got through armour, as far as the monster does not resist.";
const SHOCK: &str = "Electricity adds 10 to 24 once in three blows, except to whoever flies or resists.";
const DRAINS: &str =
    "Draining adds a roll of up to half of the damage in two of three blows, less with resistance.";

pub(super) const WHYS: &[Why] = &[
    to_hit(
        "shield hinders",
        PENALTY,
        "A shield costs a point as often as its wearer lacks skill: 6 less Shields in 7; a large one 12 less Shields in 13, and three times for the smaller races.",
    ),
    to_hit("shield penalty", PENALTY, "A large shield that hinders costs 0 to 2 points each time.")
        // Rules 2.3.
        .under(&[of(V09, "What the Shields skill leaves of the shield's penalty is a die, two with a hand-and-a-half weapon.")]),
    to_hit("armour hinders", PENALTY, "Body armour's evasion penalty counts as often as penalty in Armour skill says."),
    to_hit("armour penalty", PENALTY, "Of an evasion penalty that counts, some or all is rolled into the armour penalty.")
        .under(&[of(V09, "What strength and Armour skill make of the evasion penalty is a die.")]),
    to_hit("penalty tripled, not doubled", PENALTY, "The whole penalty is multiplied by 2 or 3, each as likely, with a weapon in hand.")
        .under(&[of(V05, "The whole penalty is multiplied by 2 or 3, each as likely, with bare hands.")]),
    to_hit("could fight unarmed, by skill", GAME, FIST),
    to_hit("could fight unarmed, by armour", GAME, FIST),
    to_hit("amulet of inaccuracy", JEWELLERY, "The amulet takes off a random 0 to 5."),
    to_hit("Fighting", SKILLS, "Fighting adds 1 to its level; in the damage each level can be worth a thirtieth more.")
        .figures(&["weighted stat", "to-hit base"])
        // Rules 2.2.
        .under(&[of(CODE, "Fighting adds 0 to its level; in the damage each level can be worth a thirtieth more.")]),
    to_hit("weapon skill", SKILLS, "The weapon's skill adds 1 to its level; in the damage each level can be worth a twenty-fifth more.")
        .under(&[of(CODE, "The weapon's skill adds 0 to its level; in the damage each level can be worth a twenty-fifth more.")]),
    to_hit("elven weapon", WEAPONS, "An elf with an elven weapon gets 1d2 more."),
    to_hit("Unarmed Combat", WEAPONS, "Bare hands get up to the level of Unarmed Combat more (a bullet that the page lost)."),
    to_hit("both hands", AFTER, "A hand-and-a-half weapon without a shield, and not cursed, adds 0 to 2 after the roll; so it does to the damage.")
        // Rules 2.4.
        .under(&[of(V05, "A hand-and-a-half weapon without a shield, and not cursed, adds 0 to 2 after the roll unless you could have fought unarmed; so it does to the damage.")]),
    to_hit("Sure Blade", GAME, "A bonded short blade adds 5, and for each turn that is left perhaps 1 more, up to 10."),
    to_hit("Confusing Touch", AFTER, "Bare hands with Confusing Touch add up to the dexterity (a bullet that the page lost)."),
    to_hit("form", AFTER, "Bare hands of another form add to the roll (a bullet that the page lost)."),
    to_hit("backlit", AFTER, "A target in a glow adds 2 to 9."),
    to_hit("accuracy", GAME, "A missile's to-hit number is the average of two rolls of up to the shooter's skill or hit dice, and what is sure.")
        .figures(&["shooter's to-hit number", "aim"]),
    to_hit("archer's bonus", GAME, "An archer's bonus, the average of two rolls, counts for accuracy, or for damage with thrown weapons."),
    to_hit("launcher's accuracy enchantment", GAME, "Up to the launcher's accuracy enchantment adds to the skill that accuracy is rolled from."),
    to_hit("aim by dexterity", GAME, ADJUSTS),
    to_hit("deflected", RANGED, "Deflect Missiles leaves a random number from 0 to two thirds of the to-hit number.")
        // Rules 4.2.
        .under(&[of(CODE, "Deflect Missiles leaves a random number from 0 to two thirds of a piercing beam's to-hit number, to half of others'.")]),
    to_hit("repelled", RANGED, "Repel Missiles takes a random number from 0 to half of the to-hit number off.")
        .under(&[of(CODE, "Repel Missiles takes a random number from 0 to half off a piercing beam's to-hit number; of others' it leaves a random part.")]),
    to_hit("same fraction", GAME, "Version 0.9 asks again with the same random fraction what repelling alone would have left."),
    to_hit("evasion", GAME, "A monster's evasion is rolled before the dodge roll when a player shoots at it."),
    to_hit("dodge", GAME, "The dodge roll is the average of two rolls of up to the evasion, twice it for a player.")
        .figures(&["dodge roll"]),
    Why::decides(
        "whatever the numbers",
        GAME,
        "Of a monster's attacks 5% do not look at the numbers; the page does not mention it.",
    )
    .ways(&["the numbers count", "the numbers do not count"]),
    Why::decides(
        "hits whatever the numbers",
        GAME,
        "Of the attacks that do not look at the numbers half hit and half miss.",
    )
    .ways(MISSES),
    Why::decides(
        "to-hit roll",
        ROLL,
        "A number from 0 to one less than the to-hit number is rolled; if it exceeds the evasion, or reaches a dodge roll, the blow hits.",
    )
    .ways(MISSES)
    .figures(&["to-hit die", "armour and shield penalty", "to-hit number", "to-hit number left"])
    // Rules 2.5.
    .under(&[of(CODE, "A number from 0 to one less than the to-hit number is rolled; if it reaches the evasion or the dodge roll, the blow hits.")]),
    Why::decides("lucky hit", GAME, "One in twenty of a player's misses hits all the same.").ways(MISSES),
    Why::decides(
        "misses the helpless",
        GAME,
        "A miss hits a helpless target all the same, but for one in 10 and the Stabbing skill (2 if it is only petrifying).",
    )
    .ways(&["hits the helpless", "misses"]),
    Why::decides(
        "would hit if only repelled",
        GAME,
        "Version 0.9 names the spell that made a shot miss: deflected, if it would have hit had it only been repelled.",
    ),
    Why::decides(
        "would hit without the spell",
        GAME,
        "Version 0.9 names the spell that made a shot miss: repelled, if it would have hit without any.",
    ),
    guards("shield", "A shield's block roll is made from its class or armour, enchantment and hit dice.")
        .figures(&["shield block"]),
    guards("shield, by stats", "A quarter of a roll of the stat that the shield asks for adds to the block roll."),
    guards("shield, by skill", "A quarter of a roll of the Shields skill adds to the block roll."),
    Why::decides(
        "past the shield",
        GAME,
        "The attack gets past the shield if its roll beats the block roll; each earlier block of the turn makes another harder.",
    )
    .ways(&["blocked", "gets past"]),
    harms("stab", "Whether a blow at somebody off guard is a stab depends on Stabbing and dexterity."),
    harms("strength", STAT),
    harms("weakness", STAT),
    harms("shield in the way", "In 0.9 a shield takes a roll of its penalty off the base damage of a hand-and-a-half weapon."),
    harms("extra point", "Potential damage above 0 does a point more once in three times."),
    harms("damage roll", "Of the potential damage a roll from 0 to one less counts.").figures(&["potential damage"]),
    harms("might", "Might adds 1d10 to the damage."),
    harms("starving", "Starving takes 0 to 4 off the damage."),
    harms("statue's weight", "In 0.9 a statue does half as much again."),
    harms("damage enchantment", "The damage enchantment is rolled, up to what it is."),
    harms("dwarven weapon", "A dwarf with a dwarven weapon does 0 to 2 more."),
    harms("orcish weapon", "An orc with an orcish weapon does 0 or 1 more."),
    harms("demonic weapon", "A demonspawn with a demonic weapon does 0 to 2 more."),
    harms("Beogh's favour", FAVOUR),
    harms("Beogh's favour, span", FAVOUR),
    harms("Beogh's favour, more", FAVOUR),
    harms("light blow", LIGHT),
    harms("light shot", LIGHT),
    harms("blades", FORM),
    harms("stone fists", FORM),
    harms("dragon's claws", FORM),
    harms("gap in the armour", "A stab finds gaps: a roll by the Stabbing skill lowers the armour that counts."),
    harms("armour", "A roll from 0 to the armour class is taken off the damage.").figures(&["damage before armour"]),
    harms("brand", BURNS),
    harms("holy wrath", BURNS),
    harms("slaying", "Slaying adds to the damage: a brand by what got through, a bonus to missiles up to what it is."),
    harms("vorpal", BURNS),
    harms("electrocution", SHOCK),
    harms("shock", SHOCK),
    harms("draining", DRAINS),
    harms("drained", DRAINS),
    harms("weapon damage", "A monster's weapon adds a roll of up to its damage."),
    harms("weapon's drawback", "A monster with a weapon loses 1d3 of the damage that the weapon adds."),
    harms("damage", "The attack's own dice are rolled; a large die is split into more and smaller ones.")
        .figures(&["size of the damage die"]),
    harms("damage bonus", "Hit dice add the average of two rolls to a monster's missile."),
    harms("missile damage", "With a launcher of its own damage, the missile adds a roll of up to its damage."),
    harms("missile's enchantment", ENCHANTED),
    harms("enchantments", ENCHANTED),
    harms("extra damage", "Strength and skill add up to their bonus."),
    harms("damage by strength", ADJUSTS),
    harms("damage by dexterity", ADJUSTS),
    harms("skill", "Skill with the launcher finds vulnerable spots and multiplies the damage."),
    harms("half of the missile's damage", HALF),
    harms("half of the base damage", HALF),
    harms("time", TIME),
    harms("time, by armour", TIME),
    harms("unhindered", "Bare hands take ten tenths of a turn, less by Unarmed Combat, unless armour hinders."),
    harms("shield slows", "A shield can make a blow slower, less with the Shields skill."),
];
