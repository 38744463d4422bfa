//! What is particular to missiles: multiplier, shots, range, what counts of a thrown thing, and breakage (rules 1.7 and 5.4).

use super::names::{Class, LauncherKind, ObjectKind, Rules};
use super::sheet::{Launcher, Player, Thrown};
use super::skill::pounds_over;
use tohit_odds::Fraction;

/// The energy of a normal turn.
const TURN: i64 = 100;

/// What a launcher makes of a shot.
#[derive(Clone, Copy)]
pub(super) struct Shots {
    /// By what it multiplies the damage.
    pub(super) multiplier: i64,
    /// How many shots a turn has.
    pub(super) number: i64,
}

impl Shots {
    /// Who cannot hold the launcher loses extra might, extra shots and a ranger's shots (rules 10, D7).
    pub(super) fn of(player: &Player, launcher: &Launcher) -> Self {
        let held = pounds_over(player, launcher.weight.get()) == 0;
        let extra = |extra: i64| if held { extra } else { 0 };
        let multiplier = match launcher.kind {
            LauncherKind::Sling | LauncherKind::ShortBow => 2,
            LauncherKind::LongBow | LauncherKind::LightCrossbow => 3,
            LauncherKind::HeavyCrossbow => 4,
        } + extra(launcher.extra_might.get());
        let number = (1 + extra(launcher.extra_shots.get()) + extra(ranger_shots(player, launcher))).max(1);
        let totals = &player.totals;
        Self {
            multiplier: totals.multiplier.map_or(multiplier, |known| known.get()),
            number: totals.shots.map_or(number, |known| known.get()),
        }
    }

    /// Rounded down (rules 10, D10).
    pub(super) fn energy_per_shot(self) -> i64 {
        TURN / self.number.max(1)
    }

    /// In squares.
    pub(super) fn range(self) -> i64 {
        10 + 5 * self.multiplier
    }
}

/// A ranger with a bow shoots once more from level 20 on, and once more again from level 40 on.
fn ranger_shots(player: &Player, launcher: &Launcher) -> i64 {
    let bow = matches!(launcher.kind, LauncherKind::ShortBow | LauncherKind::LongBow);
    if player.class != Class::Ranger || !bow {
        return 0;
    }
    i64::from(player.level.get() >= 20) + i64::from(player.level.get() >= 40)
}

/// How far a thing can be thrown, in squares.
pub(super) fn throwing_range(player: &Player) -> i64 {
    let strength = player.str.row().adjusted_strength;
    ((strength + 20) * 10 / player.object.weight.get().max(10)).min(10)
}

impl Thrown {
    /// Whether it is a weapon or ammunition.
    pub(super) const fn is_weapon(&self) -> bool {
        use ObjectKind as Kind;
        matches!(
            self.kind,
            Kind::Shot | Kind::Arrow | Kind::Bolt | Kind::Sword | Kind::Polearm | Kind::Hafted | Kind::Digger
        )
    }

    /// The bonus to hit of a weapon; other things have none.
    pub(super) const fn to_hit_as_weapon(&self) -> i64 {
        if self.is_weapon() { self.to_hit.get() } else { 0 }
    }
}

impl LauncherKind {
    /// The ammunition that fits.
    pub(super) const fn ammunition(self) -> ObjectKind {
        match self {
            Self::Sling => ObjectKind::Shot,
            Self::ShortBow | Self::LongBow => ObjectKind::Arrow,
            Self::LightCrossbow | Self::HeavyCrossbow => ObjectKind::Bolt,
        }
    }
}

/// How likely a missile breaks.
pub(super) struct Breakage {
    pub(super) on_hit: Fraction,
    pub(super) on_miss: Fraction,
}

impl Breakage {
    /// Rules 5.4.
    pub(super) fn of(kind: ObjectKind, artifact: bool, distance: i64, rules: Rules) -> Self {
        let percent = if artifact { 0 } else { breakage_percent(kind, rules) };
        // By the document it is doubled where something is hit less than 3 squares away.
        let near = rules == Rules::Document && distance < 3;
        let doubled = if near { (2 * percent).min(100) } else { percent };
        let share = |percent: i64| Fraction::new(percent, 100);
        Self { on_hit: share(doubled), on_miss: share(percent) }
    }
}

const fn breakage_percent(kind: ObjectKind, rules: Rules) -> i64 {
    use ObjectKind as Kind;
    let (document, game) = match kind {
        Kind::Flask => (100, 100),
        Kind::Potion | Kind::Bottle | Kind::Food => (50, 100),
        Kind::Junk => (10, 100),
        Kind::Arrow => (30, 35),
        Kind::Scroll | Kind::Light | Kind::Skeleton => (30, 50),
        Kind::Bolt | Kind::Shot | Kind::Wand | Kind::Spike => (20, 25),
        Kind::Sword | Kind::Polearm | Kind::Hafted | Kind::Digger | Kind::Other => (10, 10),
    };
    match rules {
        Rules::Document => document,
        Rules::Game => game,
    }
}
