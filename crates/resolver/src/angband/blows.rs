//! The number of blows per attack (rules 1.6).

use super::sheet::Player;
use super::skill::{class_table, pounds_over};

/// Natural blows: a row for each step of dexterity, a column for each strength-weaponry index from 0 to 11 and above.
#[rustfmt::skip]
const NATURAL_BLOWS: [[i64; 12]; 12] = [
    [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3], // 3-9
    [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3], // 10-18/09
    [1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4], // 18/10-18/49
    [1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4], // 18/50-18/69
    [1, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4], // 18/70-18/89
    [1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4], // 18/90-18/99
    [2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5], // 18/100-18/109
    [2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5], // 18/110-18/119
    [2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6], // 18/120-18/129
    [2, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6], // 18/130-18/139
    [2, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6], // 18/140-18/149
    [3, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6], // 18/150+
];

/// How many blows a turn has.
pub(super) struct Blows {
    /// The strength-weaponry index (SWI), where it counts.
    pub(super) swi: Option<i64>,
    /// The blows.
    pub(super) number: i64,
}

impl Blows {
    pub(super) fn of(player: &Player) -> Self {
        let known = |number: i64| player.totals.blows.map_or(number, |known| known.get());
        // Bare hands strike once; so does a weapon that is too heavy, whatever it adds.
        let usable = player.weapon.as_ref().filter(|weapon| pounds_over(player, weapon.weight.get()) == 0);
        let Some(weapon) = usable else { return Self { swi: None, number: known(1) } };
        let class = class_table(player.class);
        let swi =
            player.str.row().adjusted_strength * class.speed / weapon.weight.get().max(class.least_weight);
        let swi = swi.min(11);
        let natural = natural_blows(player.dex.row().blows_row, swi).min(class.most_blows);
        Self { swi: Some(swi), number: known((natural + weapon.extra_blows.get()).max(1)) }
    }
}

fn natural_blows(row: usize, swi: i64) -> i64 {
    let column = usize::try_from(swi).ok();
    NATURAL_BLOWS.get(row).zip(column).and_then(|(row, column)| row.get(column)).copied().unwrap_or(1)
}
