//! Parts of a character dump: its title, the sheet, the grid of resistances and the lists of items.

use crate::text::{after, after_in_line, cell, whole};

/// Game and version of a dump's title, `[Angband 4.2.5 Character Dump]`.
pub(super) fn title(text: &str) -> Option<(&str, &str)> {
    text.lines().take(40).find_map(|line| {
        let within = line.trim().strip_prefix('[')?.strip_suffix(']')?;
        let named =
            within.strip_suffix(" Character Dump").or_else(|| within.strip_suffix(" Character Sheet"))?;
        named.rsplit_once(' ')
    })
}

/// Third number of a version: 5 of `4.2.5-17-gabc`.
pub(super) fn patch(version: &str) -> Option<i64> {
    whole(version.strip_prefix("4.2.")?)
}

/// An item of a list.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    /// Letter or number before it.
    pub(super) label: char,
    /// Its name.
    pub(super) name: &'t str,
    /// Its description, in one line.
    pub(super) about: String,
}

/// A dump in parts.
pub(super) struct Dump<'t> {
    /// Rows of the sheet.
    pub(super) sheet: &'t str,
    /// Rows between the sheet and the equipment.
    grid: &'t str,
    pub(super) worn: Vec<Item<'t>>,
    pub(super) pack: Vec<Item<'t>>,
    pub(super) quiver: Vec<Item<'t>>,
    pub(super) home: Vec<Item<'t>>,
    text: &'t str,
}

/// Most items of a part: no bag of the game holds more.
const MOST_ITEMS: usize = 100;

/// A line that heads a part: `[Character Equipment]`.
fn heading(line: &str) -> Option<&str> {
    line.trim().strip_prefix('[')?.strip_suffix(']')
}

/// Text of a part.
fn part<'t>(text: &'t str, title: &str) -> &'t str {
    let mut begin = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        match (heading(line), begin) {
            (Some(_), Some(begin)) => return text.get(begin..at).unwrap_or_default(),
            (Some(name), None) if name == title => begin = Some(at + line.len()),
            _ => {}
        }
        at += line.len();
    }
    begin.and_then(|begin| text.get(begin..)).unwrap_or_default()
}

/// Items of a part: `a) a Dagger (1d4) (+0,+0)`, with indented lines about it below.
fn items(part: &str) -> Vec<Item<'_>> {
    let mut items: Vec<Item<'_>> = Vec::new();
    for line in part.lines() {
        let mut letters = line.chars();
        match (letters.next(), letters.next(), letters.as_str().strip_prefix(' ')) {
            (Some(label), Some(')'), Some(name)) if label.is_ascii_alphanumeric() => {
                if items.len() == MOST_ITEMS {
                    break;
                }
                items.push(Item { label, name: name.trim(), about: String::new() });
            }
            (Some(' '), ..) => {
                if let Some(item) = items.last_mut() {
                    // An empty line ends a sentence that has no full stop, such as where the item was found.
                    item.about.push_str(if line.trim().is_empty() { "." } else { " " });
                    item.about.push_str(line.trim());
                }
            }
            _ => {}
        }
    }
    items
}

impl<'t> Dump<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let (front, _) = text.split_once("[Character Equipment]").unwrap_or((text, ""));
        let (sheet, grid) = match front.find("\nResistances") {
            Some(at) => front.split_at(at),
            None => (front, ""),
        };
        let of = |title: &str| items(part(text, title));
        Self {
            sheet,
            grid,
            worn: of("Character Equipment"),
            pack: of("Character Inventory"),
            quiver: of("Character Quiver"),
            home: of("Home Inventory"),
            text,
        }
    }

    /// True where the sheet has its main rows, and the list of what is worn begins.
    pub(super) fn has_sheet(&self) -> bool {
        ["Race", "Class", "HP", "Level", "Armor", "Blows"].iter().all(|label| self.cell(label).is_some())
            && self.stat("STR").is_some()
            && self.text.contains("[Character Equipment]")
    }

    /// The cell behind a label.
    pub(super) fn cell(&self, label: &str) -> Option<&'t str> {
        after(self.sheet, label).map(cell).filter(|cell| !cell.is_empty())
    }

    /// Cells behind a label that stands in several rows, such as to-hit with blows and with shots.
    pub(super) fn cells(&self, label: &'t str) -> impl Iterator<Item = &'t str> {
        self.sheet.lines().filter_map(move |line| after_in_line(line, label)).map(cell)
    }

    /// A row of the statistics: what stands behind `STR:`.
    pub(super) fn stat(&self, name: &str) -> Option<Stat> {
        self.sheet.lines().find_map(|line| {
            let at = line.to_ascii_uppercase().find(&format!("{name}:"));
            let at = at.or_else(|| line.to_ascii_uppercase().find(&format!("{name}!")))?;
            Stat::of(line.get(at + name.len()..)?.trim_start_matches([':', '!']))
        })
    }

    /// The row of a resistance: a mark for each slot, and one of the character's own.
    pub(super) fn row(&self, label: &str) -> Option<&'t str> {
        self.grid.lines().find_map(|line| {
            let marks = line.trim_start().strip_prefix(label)?.strip_prefix(':')?;
            let marks = marks.split_ascii_whitespace().next()?;
            marks.chars().all(|mark| !mark.is_alphanumeric()).then_some(marks)
        })
    }

    /// True where an option of the game is set.
    pub(super) fn option(&self, name: &str) -> bool {
        let mark = format!("({name})");
        self.text.lines().any(|line| line.contains(&mark) && line.contains(": yes"))
    }
}

/// A statistic: 3 to 18, then 18/10 as 28, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    /// Without modifiers.
    base: i64,
    /// Of race, class and equipment together.
    bonus: i64,
    /// Value as it counts.
    pub(super) now: i64,
    /// True where it is drained.
    pub(super) is_drained: bool,
}

impl Stat {
    fn of(row: &str) -> Option<Self> {
        // `+ 3` is `+3`.
        let row = row.replace("+ ", "+").replace("- ", "-");
        let mut parts = row.split_ascii_whitespace();
        let base = value(parts.next()?)?;
        let mut bonus = 0_i64;
        for _ in 0..3 {
            bonus = bonus.saturating_add(whole(parts.next()?)?);
        }
        let best = value(parts.next()?)?;
        let now = parts.next().and_then(value);
        Some(Self { base, bonus, now: now.unwrap_or(best), is_drained: now.is_some() })
    }

    /// The statistic with another bonus of equipment. Nothing where it is drained: the text does not say to
    /// what.
    pub(super) fn changed(self, by: i64) -> Option<i64> {
        if by == 0 {
            return Some(self.now);
        }
        let bonus = self.bonus.checked_add(by)?.clamp(-100, 100);
        let step = |value: i64| match (bonus > 0, value) {
            (true, 18..) => value + 10,
            (true, _) => value + 1,
            (false, 28..) => value - 10,
            (false, 19..) => 18,
            (false, 4..) => value - 1,
            (false, _) => value,
        };
        (!self.is_drained).then(|| (0..bonus.abs()).fold(self.base, |value, _| step(value)))
    }
}

/// A statistic as written: `17`, `18/50`, `18/***`.
fn value(text: &str) -> Option<i64> {
    match text.split_once('/') {
        Some(("18", part)) if part.contains('*') => Some(18 + 220),
        Some(("18", part)) => {
            part.parse::<i64>().ok().filter(|part| (0..1000).contains(part)).map(|part| 18 + part)
        }
        Some(_) => None,
        None => text.parse::<i64>().ok().filter(|value| (1..=18).contains(value)),
    }
}

/// A statistic as the rules write it.
pub(super) fn mark(value: i64) -> String {
    match value.clamp(3, 238) {
        value @ ..=18 => value.to_string(),
        value => format!("18/{:02}", value - 18),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_have_a_base_and_modifiers() {
        let stat = Stat::of("  18/42  +1  -3  +2  18/42").unwrap();
        assert_eq!((stat.now, stat.changed(0), stat.changed(2)), (60, Some(60), Some(80)));
        assert_eq!(stat.changed(-4), Some(18 + 2));
        let drained = Stat::of("   17  + 1  + 0  + 0  18  15").unwrap();
        assert_eq!((drained.now, drained.is_drained, drained.changed(1)), (15, true, None));
        assert_eq!(Stat::of(" 18/100 +0 +0 +9 18/***").unwrap().now, 238);
        assert_eq!(
            ["3", "18", "18/07", "18/***"].map(|text| mark(value(text).unwrap())),
            ["3", "18", "18/07", "18/220"]
        );
    }

    #[test]
    fn titles_name_the_game_and_its_version() {
        assert_eq!(title("\n  [Angband 4.2.5 Character Dump]\n"), Some(("Angband", "4.2.5")));
        assert_eq!(title(" [First Age Angband 1.0 Character Dump]"), Some(("First Age Angband", "1.0")));
        assert_eq!(title("[Options]"), None);
        assert_eq!((patch("4.2.5-17-g1"), patch("4.2")), (Some(5), None));
    }

    #[test]
    fn items_have_their_descriptions() {
        let items = items("a) a Dagger\n     Slays\n     undead.\n\nnote\nb) x\n");
        assert_eq!((items.len(), items[0].about.as_str(), items[1].name), (2, " Slays undead.", "x"));
    }
}
