//! What the page says about each roll and each decision; where it is silent, the community's wiki and the manual speak.

use crate::explain::{Why, under};

const ATTACK: &str = "Attack Roll";
const WIKI: &str = "the community's wiki";
const DAMAGE: &[&str] = &["damage"];

pub(super) const WHYS: &[Why] = &[
    Why::feeds("repel roll", &["repel attempt"], WIKI, "The repeller's attack with the repelling weapon and two open-ended dice are added up."),
    Why::feeds("attacker's defence roll", &["repel attempt"], WIKI, "Against it stand the attacker's defence and two open-ended dice."),
    Why::decides(
        "repel attempt",
        WIKI,
        "With the longer weapon the defender may repel the strike: its attack roll against the attacker's defence roll; the attacker wins ties.",
    )
    .ways(&["fails", "succeeds"])
    // Rules 5.2.
    .under(&[under("repel_ties", &["repeller"], WIKI, "With the longer weapon the defender may repel the strike: its attack roll against the attacker's defence roll; the defender wins ties.")]),
    Why::feeds("repeller's roll", &["morale against the repeller"], WIKI, "10, what the repeller won by, and two open-ended dice are added up."),
    Why::feeds("morale roll", &["morale against the repeller", "awe"], WIKI, "The attacker's morale and two open-ended dice are added up."),
    Why::decides(
        "morale against the repeller",
        WIKI,
        "Whoever is threatened so must win a morale roll against 10 and what the repeller won by, or the strike is repelled.",
    )
    .ways(&["the strike goes on", "repelled"]),
    Why::feeds("awe roll", &["awe"], WIKI, "10, the awe and two open-ended dice are added up."),
    Why::decides("awe", WIKI, "Against awe the attacker's morale roll must be at least 10 and the awe with two open-ended dice.")
        .ways(&["the strike goes on", "awed"]),
    Why::feeds(
        "attack roll",
        &["attack against defence"],
        ATTACK,
        "The attack value, less a point for each 20 of fatigue, and two open-ended dice are added up.",
    ),
    Why::feeds(
        "defence roll",
        &["attack against defence"],
        ATTACK,
        "The defence value, less a point for each 10 of fatigue and for each earlier attack, and two open-ended dice are added up.",
    )
    // Rules 2.10.
    .under(&[under("defence_floor", &["true"], "the Dominions 6 wiki", "The defence value, less a point for each 10 of fatigue and, down to 0 at the least, for each earlier attack, and two open-ended dice are added up.")]),
    Why::decides(
        "attack against defence",
        ATTACK,
        "The strike hits if the attack roll is greater than the defence roll; it is a shield hit unless it beats the shield's parry as well. The defender wins ties.",
    ),
    Why::feeds("hit location", DAMAGE, WIKI, "Half of the hits strike the torso, a fifth each arms and legs, a tenth the head; more the head if the attacker is much larger.")
        // Rules 3.3.
        .under(&[under("unreachable", &["lower"], WIKI, "Half of the hits strike the torso, a fifth each arms and legs, a tenth the head; what is out of reach gives way to the next part below.")]),
    Why::feeds("damage type", DAMAGE, WIKI, "A weapon with several damage types does one of them, each as likely."),
    Why::feeds("damage roll", DAMAGE, ATTACK, "Strength, weapon and charge and two open-ended dice make the damage roll.").figures(&["damage value"]),
    Why::feeds("protection roll", DAMAGE, ATTACK, "Protection and two open-ended dice make the protection roll; on a shield hit the shield's protection is added."),
    Why::feeds("armour", DAMAGE, WIKI, "Where the protection dice show little, the hit defeats armour and protection counts three quarters."),
    Why::feeds("mistform ends", DAMAGE, WIKI, "Mistform takes up to 25 of the damage and ends with a large blow, a magic weapon, or once in a hundred times."),
    Why::decides(
        "damage",
        ATTACK,
        "The damage is the damage roll less the protection roll; if nothing is left, the blow is stopped.",
    )
    .named("damage against protection")
    .ways(&["stopped", "comes through"]),
    Why::decides("a mirror image is hit", WIKI, "Of the defender and its mirror images one is hit, each as likely."),
    Why::decides("passes through the ethereal", WIKI, "Three of four hits by a weapon without magic pass through the ethereal."),
    Why::decides(
        "wound",
        WIKI,
        "Damage that takes all the hit points kills; so does a slash at the head that does half of the most hit points.",
    )
    // Rules 4.9.
    .under(&[under("limb_cap", &["true"], "the Dominions 6 manual", "Damage that takes all the hit points kills, though arms and legs take at most half of the most hit points; so does a slash at the head that does half of them.")]),
    Why::decides("luck", WIKI, "Luck negates a blow that would kill three times in four.")
        // Rules 4.10.
        .under(&[under("luck_percent", &["other"], WIKI, "Luck negates a blow that would kill, as often as is entered.")]),
];
