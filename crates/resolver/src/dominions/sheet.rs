//! What a Dominions scenario consists of: the two who fight, and the situation.

mod attacker;
mod defender;

pub(super) use attacker::Attacker;
pub(super) use defender::Defender;

use super::names::{Critical, Darkness, Gloom, RepelTies, Swamp, Unreachable};
use crate::sheet;
use crate::sheet::{Int, Reader, When, about, int};

const CONDITION: &str = "Condition";
const SKILLS: &str = "Skills and items";
const BLESS: &str = "Blessings and spells";
const POWERS: &str = "Powers";
const SENSES: &str = "Senses and terrain";
const BEFORE: &str = "Repel and awe";

const DARK: When = When::not("situation.gloom", &["none"], "There is neither gloom nor darkness here.")
    .or(&When::not("situation.darkness", &["none"], "There is neither gloom nor darkness here."));
const NO_SPIRIT_SIGHT: When = When::not(".spirit_sight", &["true"], "Spirit sight needs no light.");
const NO_BLIND_FIGHTER: When = When::not(".blind_fighter", &["true"], "A blind fighter needs no light.");
const SWAMP: When = When::not("situation.swamp", &["none"], "There is no swamp here.");
const UNDERWATER: When = When::is("situation.underwater", &["true"], "This fight is not under water.");
const REPELS: When = When::not("defender.repel_weapon", &["null"], "The defender has nothing to repel with.");

sheet! {
    /// The document of a scenario.
    pub(super) struct Scenario {
        attacker: Attacker = Attacker::DEFAULT, about("Attacker", "Who strikes, and with which weapon.");
        defender: Defender = Defender::DEFAULT, about("Defender", "Who is struck.");
        situation: Situation = Situation::DEFAULT,
            about("Situation", "What holds for both, and how rules that the sources leave open are read.");
    }
}

sheet! {
    /// Values of the powers that depend on light, storm and scales (rules 2.6).
    pub(super) struct Powers {
        dark: Int<0, 10> = int(0),
            about("Dark power", "Is added to attack and defence in gloom or darkness.").when(&[DARK]);
        storm: Int<0, 10> = int(0), about("Storm power", "Is added to attack and defence in a storm.")
            .when(&[When::is("situation.storm", &["true"], "There is no storm.")]);
        chaos: Int<0, 10> = int(0),
            about("Chaos power", "Times the scale of turmoil, it is added to attack and defence; order takes it away.")
            .when(&[When::not("situation.scales.turmoil", &["0"], "There is neither turmoil nor order here.")]);
        magic: Int<0, 10> = int(0),
            about("Magic power", "Times the scale of magic, it is added to attack and defence; drain takes it away.")
            .when(&[When::not("situation.scales.magic", &["0"], "There is neither magic nor drain here.")]);
        death: Int<0, 10> = int(0),
            about("Death power", "Times the scale of death, it is added to attack and defence; growth takes it away.")
            .when(&[When::not("situation.scales.death", &["0"], "There is neither death nor growth here.")]);
        cold: Int<0, 10> = int(0),
            about("Cold power", "Times the scale of cold, it is added to attack and defence; heat takes it away.")
            .when(&[TEMPERED]);
        fire: Int<0, 10> = int(0),
            about("Fire power", "Times the scale of heat, it is added to attack and defence; cold takes it away.")
            .when(&[TEMPERED]);
    }
}

const TEMPERED: When = When::not("situation.scales.cold", &["0"], "There is neither cold nor heat here.");

sheet! {
    /// What holds for both.
    pub(super) struct Situation {
        attackers: Int<1, 50> = int(1), about(
            "Attackers",
            "How many of them strike this one defender in a turn, all alike, each with every strike of its weapon.",
        ).modes(&["sequence"]);
        harassment: Int<0, 200> = int(0), about(
            "Harassment",
            "Each attack that the defender suffered this turn before this strike takes 1 from its defence.",
        );
        gloom: Gloom = Gloom::None,
            about("Gloom", "In caves, in the deep sea and in an eclipse attack and defence are 3 lower, for who sees badly in the dark.")
            .group(PLACE);
        darkness: Darkness = Darkness::None,
            about("Darkness", "By these spells attack and defence are 6 lower, for who sees badly in the dark.")
            .group(PLACE);
        swamp: Swamp = Swamp::None,
            about("Swamp", "Attack and defence are 1 lower without swamp survival.").group(PLACE);
        underwater: bool = false, about(
            "Under water",
            "Attack and defence are up to 3 lower, and weapons that slash or strike lose their length in attack.",
        ).group(PLACE);
        storm: bool = false, about("Storm", "Storm power counts.").group(PLACE);
        scales: Scales = Scales::DEFAULT,
            about("Scales", "The province's scales; powers count as often as they are high.").group(PLACE);
        attack_roll: Option<Int<2, 200>> = None,
            about("Attack roll", "What the attack roll's two open-ended dice show together; empty, they are rolled.")
            .group(DICE);
        defence_roll: Option<Int<2, 200>> = None,
            about("Defence roll", "What the defence roll's two open-ended dice show together; empty, they are rolled.")
            .group(DICE);
        tail_digits: Int<3, 30> = int(12), about(
            "End of the list",
            "Damage has no end: its list closes with what is less likely than 1 in 10 to this power, put together.",
        ).unit("digits").group(DICE);
        variants: Variants = Variants::DEFAULT,
            about("Variants", "Readings of rules that the sources leave open, or that other editions have.")
            .group("Rules switches");
    }
}

const PLACE: &str = "Terrain and light";
const DICE: &str = "Dice";

sheet! {
    /// The dominion's scales, each side of which has a name.
    pub(super) struct Scales {
        turmoil: Int<-5, 5> = int(0), about("Turmoil", "Below 0 it is order.");
        magic: Int<-5, 5> = int(0), about("Magic", "Below 0 it is drain.");
        death: Int<-5, 5> = int(0), about("Death", "Below 0 it is growth.");
        cold: Int<-5, 5> = int(0), about("Cold", "Below 0 it is heat.");
    }
}

sheet! {
    /// Readings of what the sources leave open.
    pub(super) struct Variants {
        critical: Critical = Critical::Wiki, about(
            "Armour-defeating hits",
            "A low protection roll loses a quarter of the armour: 2 or less, more for the tired and the held; or never.",
        );
        repel_ties: RepelTies = RepelTies::Repelee,
            about("Ties in a repel", "Who wins them changed between two revisions of the wiki.").when(&[REPELS]);
        defence_floor: bool = false,
            about("Defence floor", "Harassment does not push defence below 0, as in Dominions 6.");
        helpless_parry: bool = true,
            about("Helpless parry", "A shield parries even for a unit that is held, helpless or at 100 fatigue.");
        shield_reduced: bool = true,
            about("Shields are pierced", "Piercing and armour-piercing weapons lower the shield's protection as they lower armour.");
        unreachable: Unreachable = Unreachable::Reroll,
            about("Parts out of reach", "What becomes of a hit on a part that is too high up, or missing.");
        limb_cap: bool = false,
            about("Limb cap", "A hit on arms or legs does at most half of the full hit points, as in Dominions 6.");
        luck_percent: Int<0, 100> = int(75),
            about("Luck", "How often luck turns a killing blow: 75% in Dominions 5, 50% in 4.").unit("%")
            .when(&[When::is("defender.luck", &["true"], "The defender has no luck.")]);
    }
}

impl Scenario {
    /// What one field means for another.
    pub(super) fn check(&self, reader: &mut Reader<'_>) {
        if let Some(max_hp) = self.defender.max_hp
            && max_hp < self.defender.hp
        {
            let message = format!(
                "{} is not allowed; it must not be below hp, {}",
                max_hp.get(),
                self.defender.hp.get()
            );
            reader.problem_at("defender.max_hp", message);
        }
    }
}
