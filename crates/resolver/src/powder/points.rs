//! Where the page and the game differ (rules 9), and the rolls that section 1 speaks of.

use super::names::{
    AttackRolls, Digging, EnchantParts, ImprovisedLevel, Negative, OneMisses, Percentages, Reduction, Rules,
    SourcelessBonus, TrueAimOne, Twenty,
};
use super::sheet::Situation;
use crate::explain::Rule;
use tohit_odds::{Chance, Die};

/// Every point settled: by its switch, or else by whose rules are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points {
    attack_rolls: AttackRolls,
    pub(super) one_misses: OneMisses,
    pub(super) true_aim_one: TrueAimOne,
    pub(super) twenty: Twenty,
    pub(super) enchant_parts: EnchantParts,
    pub(super) reduction: Reduction,
    negative_rolls: Negative,
    pub(super) improvised_level: ImprovisedLevel,
    pub(super) sourceless_bonus: SourcelessBonus,
    pub(super) digging: Digging,
    percentages: Percentages,
}

impl Points {
    pub(super) fn of(situation: &Situation) -> Self {
        fn settle<T>(rules: Rules, switch: Option<T>, document: T, game: T) -> T {
            switch.unwrap_or(match rules {
                Rules::Document => document,
                Rules::Game => game,
            })
        }
        let (rules, switches) = (situation.rules, &situation.switches);
        Self {
            attack_rolls: settle(rules, switches.attack_rolls, AttackRolls::SkillPlusOne, AttackRolls::Skill),
            one_misses: settle(rules, switches.one_misses, OneMisses::All, OneMisses::All),
            true_aim_one: settle(rules, switches.true_aim_one, TrueAimOne::Misses, TrueAimOne::Hits),
            twenty: settle(rules, switches.twenty, Twenty::Unavoidable, Twenty::Avoidable),
            enchant_parts: settle(rules, switches.enchant_parts, EnchantParts::Every, EnchantParts::Base),
            reduction: settle(rules, switches.reduction, Reduction::Shared, Reduction::Each),
            negative_rolls: settle(rules, switches.negative_rolls, Negative::Mirrored, Negative::AsCoded),
            improvised_level: settle(
                rules,
                switches.improvised_level,
                ImprovisedLevel::None,
                ImprovisedLevel::Physical,
            ),
            sourceless_bonus: settle(
                rules,
                switches.sourceless_bonus,
                SourcelessBonus::Counted,
                SourcelessBonus::Ignored,
            ),
            digging: settle(rules, switches.digging, Digging::AttackerOrWeapon, Digging::WeaponElseAttacker),
            percentages: settle(rules, switches.percentages, Percentages::Exact, Percentages::Table),
        }
    }

    /// The points, by the names of their switches, of which an explanation speaks.
    pub(super) fn rules(self) -> [Rule; 6] {
        [
            ("attack_rolls", self.attack_rolls.name()),
            ("one_misses", self.one_misses.name()),
            ("true_aim_one", self.true_aim_one.name()),
            ("twenty", self.twenty.name()),
            ("enchant_parts", self.enchant_parts.name()),
            ("reduction", self.reduction.name()),
        ]
    }

    /// Where a roll of 1..n begins and ends (rules 1.2, 1.4). The best roll is the one nearest to the end.
    fn ends(self, n: i64) -> (i64, i64) {
        match (n, self.negative_rolls) {
            (-1..=1, _) => (n, n),
            (2.., _) => (1, n),
            (_, Negative::Mirrored) => (n, -1),
            (_, Negative::AsCoded) => (-n, -2 * n - 1),
        }
    }

    /// The best of so many rolls of 1..n.
    pub(super) fn best(self, count: u32, n: i64) -> Die {
        let (from, to) = self.ends(n);
        if count > 1 { Die::Highest { count, from, to } } else { Die::Range { from, to } }
    }

    /// A roll of 1..n with a skill: unskilled the worse of two, then the best of as many as the skill (rules 3.5).
    pub(super) fn by_skill(self, skill: u32, n: i64) -> Die {
        let (from, to) = self.ends(n);
        if skill > 0 { self.best(skill, n) } else { Die::Lowest { count: 2, from, to } }
    }

    /// The rolls of 1..maximum bonus (rules 2.18).
    pub(super) fn attack_rolls(self, skill: u32, maximum: i64) -> Die {
        match self.attack_rolls {
            AttackRolls::SkillPlusOne => self.best(skill.saturating_add(1), maximum),
            AttackRolls::Skill => self.by_skill(skill, maximum),
        }
    }

    /// Whether something with a chance in percent happens (rules 1.6).
    pub(super) fn percent(self, dice: &mut impl Chance, label: &'static str, percent: u32) -> bool {
        // In quarters the table is exact, and the roll may be a d100.
        if self.percentages == Percentages::Exact || percent.is_multiple_of(25) {
            dice.happens(label, percent.into(), 100)
        } else {
            dice.happens(label, in_table(percent).into(), 1024)
        }
    }

    /// One of several things, each with what it has of a hundred (rules 1.6).
    pub(super) fn pick<const N: usize>(
        self,
        dice: &mut impl Chance,
        label: &'static str,
        options: [(&'static str, u32); N],
    ) -> usize {
        let mut bound = 0;
        let shares = options.map(|(name, share)| match self.percentages {
            Percentages::Exact => (name, share),
            Percentages::Table => {
                let before = in_table(bound);
                bound += share;
                (name, in_table(bound) - before)
            }
        });
        dice.pick(label, &shares)
    }
}

/// How many of the table's 1024 numbers come out below so many percent: those with floor(100 x/1024) < percent.
const fn in_table(percent: u32) -> u32 {
    (percent * 1024).div_ceil(100)
}
