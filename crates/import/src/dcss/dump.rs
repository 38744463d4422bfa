//! Parts of a character dump: its title, the sheet, the lists below it, the inventory and the skills.

use crate::text::{decimal, whole};

/// Game and version of a dump's title: `Dungeon Crawl Stone Soup version 0.30.1 (webtiles) character file.`
pub(super) fn title(text: &str) -> Option<(&str, &str)> {
    text.lines().take(40).find_map(|line| {
        let named = line.trim().strip_suffix("character file.")?;
        let (game, rest) = named.split_once(" version ")?;
        Some((game.trim(), rest.split_ascii_whitespace().next()?))
    })
}

/// Second number of a version: 30 of `0.30.1-17-gabc`.
pub(super) fn minor(version: &str) -> Option<i64> {
    whole(version.strip_prefix("0.")?)
}

/// Use of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Wielded,
    /// The second weapon of a coglin.
    Offhand,
    Worn,
    Quivered,
    /// Carried, or melded with a form.
    None,
}

/// An item of the inventory.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    /// Heading above it: `Hand Weapons`.
    pub(super) class: &'t str,
    /// Line without the letter.
    pub(super) line: String,
}

/// Marks behind a name, and the use that they tell.
const USES: [(&str, Use); 12] = [
    ("(weapon)", Use::Wielded),
    ("(in hand)", Use::Wielded),
    ("(offhand)", Use::Offhand),
    ("(worn)", Use::Worn),
    ("(left hand)", Use::Worn),
    ("(right hand)", Use::Worn),
    ("(around neck)", Use::Worn),
    ("(on tentacle)", Use::Worn),
    ("(installed)", Use::Worn),
    ("(haunted)", Use::Worn),
    ("(quivered)", Use::Quivered),
    ("(quivered ammo)", Use::Quivered),
];

impl Item<'_> {
    pub(super) fn used(&self) -> Use {
        let mark = USES.iter().find(|(mark, _)| self.line.contains(mark));
        mark.map_or(Use::None, |(_, used)| *used)
    }

    /// Parts of the braces: the brand and the properties of an artefact.
    pub(super) fn braces(&self) -> impl Iterator<Item = &str> {
        crate::text::bracketed(&self.line, '{', '}').flat_map(|part| part.split(',')).map(str::trim)
    }

    /// Words of all braces: `rF+`, `Slay+3`.
    pub(super) fn properties(&self) -> impl Iterator<Item = &str> {
        self.braces().flat_map(str::split_ascii_whitespace)
    }

    /// Name without brackets, braces, article and number; and its enchantment.
    pub(super) fn name(&self) -> (Option<i64>, &str) {
        let name = self.line.split([' ']).scan(0, |at, word| {
            let begin = *at;
            *at = begin + word.len() + 1;
            Some((begin, word))
        });
        let ends = name.filter(|(_, word)| word.starts_with(['(', '{'])).map(|(begin, _)| begin).next();
        let mut name = self.line.get(..ends.unwrap_or(self.line.len())).unwrap_or_default().trim();
        let mut plus = None;
        loop {
            let (word, rest) = name.split_once(' ').unwrap_or((name, ""));
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit()) && !word.is_empty();
            if word.starts_with(['+', '-']) && whole(word).is_some() {
                plus = whole(word);
            } else if !(is_number
                || ["a", "an", "the", "cursed", "uncursed", "chaotic", "replica"].contains(&word))
            {
                return (plus, name);
            }
            if rest.is_empty() {
                return (plus, "");
            }
            name = rest.trim_start();
        }
    }

    /// True where the braces have a property or an ego, such as `Harm`.
    pub(super) fn has(&self, property: &str) -> bool {
        self.properties().any(|word| word.eq_ignore_ascii_case(property))
    }

    /// True for an artefact, whose brand stands in braces.
    pub(super) fn is_artefact(&self) -> bool {
        self.line.starts_with("the ")
    }
}

/// A word of a list, such as a status or a mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: String,
    /// Text in round brackets behind it: `expiring`.
    pub(super) note: String,
}

/// A dump in parts.
pub(super) struct Dump<'t> {
    /// From the title to the list of resistances.
    top: &'t str,
    /// All that stands above the inventory.
    front: &'t str,
    pub(super) items: Vec<Item<'t>>,
    /// Names of skills, and the levels that count.
    skills: Vec<(&'t str, &'t str)>,
    has_inventory: bool,
    /// Statuses, `@:`.
    pub(super) statuses: Vec<Entry>,
    /// Mutations, `A:`.
    mutations: Vec<(String, i64)>,
    /// Passive effects, `%:`.
    pub(super) passives: Vec<Entry>,
}

/// Most items and skills: no pack of the game holds more.
const MOST: usize = 200;
/// Lines of the sheet and of the lists below it.
const MOST_FRONT: usize = 400;

impl<'t> Dump<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let inventory = find_line(text, |line| line.trim_end() == "Inventory:");
        let nothing = find_line(text, |line| line.starts_with("You aren't carrying anything"));
        let skills = find_line(text, |line| line.trim() == "Skills:");
        let end = inventory.or(nothing).or(skills).unwrap_or(text.len());
        let front = text.get(..end).unwrap_or_default();
        let table = find_line(front, |line| line.starts_with("rFire")).unwrap_or(front.len());
        let mut dump = Self {
            top: front.get(..table).unwrap_or_default(),
            front,
            items: inventory.and_then(|at| text.get(at..)).map(items).unwrap_or_default(),
            skills: skills.and_then(|at| text.get(at..)).map(skill_levels).unwrap_or_default(),
            has_inventory: inventory.is_some() || nothing.is_some(),
            statuses: Vec::new(),
            mutations: Vec::new(),
            passives: Vec::new(),
        };
        dump.statuses = dump.list('@').unwrap_or_default();
        dump.passives = dump.list('%').unwrap_or_default();
        let mutations = dump.list('A').unwrap_or_default();
        dump.mutations = mutations.iter().filter_map(mutation).collect();
        dump
    }

    /// True where the sheet, the lists, the inventory and the skills are there.
    pub(super) fn is_whole(&self) -> bool {
        let cells = ["AC", "EV", "SH", "Str", "Dex", "XL"];
        cells.iter().all(|label| self.figure(label).is_some())
            && self.list('@').is_some()
            && self.list('A').is_some()
            && self.has_inventory
            && !self.skills.is_empty()
    }

    /// The text behind a label of the sheet.
    pub(super) fn cell(&self, label: &str) -> Option<&'t str> {
        self.top.lines().skip(1).find_map(|line| {
            line.match_indices(label).find_map(|(at, _)| {
                let begins = !line.get(..at)?.ends_with(char::is_alphanumeric);
                let rest = line.get(at + label.len()..)?.strip_prefix(':')?;
                begins.then(|| rest.trim_start())
            })
        })
    }

    pub(super) fn figure(&self, label: &str) -> Option<i64> {
        self.cell(label).and_then(whole)
    }

    /// Hit points: those left, and all.
    pub(super) fn hit_points(&self) -> Option<(i64, i64)> {
        let cell = self.cell("Health").or_else(|| self.cell("HP"))?;
        let (now, rest) = cell.split_once('/')?;
        Some((whole(now)?, whole(rest)?))
    }

    /// Species and background, as the line above the sheet has them in brackets: in full, or two letters
    /// each.
    pub(super) fn being(&self) -> Option<&'t str> {
        let began = self.top.lines().find_map(|line| {
            let (being, _) = line.trim().strip_prefix("Began as ")?.split_once(" on ")?;
            Some(being.strip_prefix("a ").or_else(|| being.strip_prefix("an ")).unwrap_or(being))
        });
        began.or_else(|| {
            let line = self.top.lines().find(|line| line.contains("Turns: ") && line.contains("Time: "))?;
            let (before, _) = line.rsplit_once("Turns: ")?;
            before.rsplit_once('(')?.1.split(')').next()
        })
    }

    /// A resistance: marks of `+`, `x` and `.`, or the sign of infinity.
    pub(super) fn resistance(&self, label: &str) -> Option<i64> {
        let row = self.front.lines().find_map(|line| line.strip_prefix(label))?;
        let row = row.trim_start_matches([':', ' ']);
        let mut level: i64 = 0;
        let mut seen = false;
        for (at, mark) in row.char_indices() {
            match mark {
                '∞' => return Some(3),
                '+' => level += 1,
                'x' => level -= 1,
                '.' => {}
                // One space stands between marks.
                ' ' if row.get(at + 1..).is_some_and(|rest| rest.starts_with(['+', 'x', '.'])) => continue,
                _ => break,
            }
            seen = true;
        }
        seen.then_some(level)
    }

    /// The level of a skill that counts, in which a bracket goes before.
    pub(super) fn skill(&self, name: &str) -> &'t str {
        self.skills.iter().find(|(known, _)| *known == name).map_or("0", |(_, level)| level)
    }

    /// Level of a mutation; 0 where there is none, or a form hides it.
    pub(super) fn mutation(&self, name: &str) -> i64 {
        self.mutations.iter().find(|(known, _)| known == name).map_or(0, |(_, level)| *level)
    }

    pub(super) fn has_status(&self, name: &str) -> bool {
        self.statuses.iter().any(|status| status.name == name)
    }

    /// A list that begins with a sign and a colon and may run over several lines.
    fn list(&self, sign: char) -> Option<Vec<Entry>> {
        let mut lines = self.front.lines().take(MOST_FRONT);
        let first = lines.find_map(|line| line.strip_prefix(sign)?.strip_prefix(": "))?;
        // The list ends at an empty line, and at the next sign.
        let is_next = |line: &&str| {
            let mut letters = line.chars();
            let is_sign = letters.next().is_some() && letters.as_str().starts_with(": ");
            !(is_sign || line.trim().is_empty())
        };
        let more = lines.take_while(is_next).map(str::trim);
        let text = core::iter::once(first.trim()).chain(more).collect::<Vec<_>>().join(" ");
        let mut depth = 0_u32;
        let parts = text.split(|c| {
            match c {
                '(' | '[' => depth = depth.saturating_add(1),
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        let entries = parts.map(str::trim).filter(|part| !part.is_empty()).map(|part| {
            // A mutation that stands in brackets as a whole keeps them.
            let (name, note) = part.split_once(" (").unwrap_or((part, ""));
            Entry { name: name.to_owned(), note: note.trim_end_matches(')').to_owned() }
        });
        Some(entries.take(MOST).collect())
    }
}

/// Place of the first line that fits.
fn find_line(text: &str, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if fits(line.trim_end_matches('\n')) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Items of an inventory: ` a - a +0 club (weapon)` below the headings of their classes.
fn items(text: &str) -> Vec<Item<'_>> {
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut class = "";
    for line in text.lines().skip(1) {
        if line.trim() == "Skills:" || items.len() == MOST {
            break;
        }
        let named = line.strip_prefix(' ').and_then(|line| {
            let mut letters = line.chars();
            letters.next().filter(char::is_ascii_alphabetic)?;
            letters.as_str().strip_prefix(" - ")
        });
        // A long name may be broken within its brackets or braces.
        let is_open = |item: &Item<'_>| {
            let count = |mark: char| item.line.matches(mark).count();
            item.line.len() < 400 && (count('{') > count('}') || count('(') > count(')'))
        };
        match (named, items.last_mut()) {
            (Some(name), _) => items.push(Item { class, line: name.trim().to_owned() }),
            (None, Some(item)) if is_open(item) && line.starts_with(' ') => {
                item.line.push(' ');
                item.line.push_str(line.trim());
            }
            _ if line.starts_with(|c: char| c.is_ascii_uppercase()) => class = line.trim(),
            _ => {}
        }
    }
    items
}

/// Skills: ` + Level 12.1(16.0) Axes`.
fn skill_levels(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().skip(1).take(MOST);
    let levels = lines.take_while(|line| !line.trim().is_empty()).filter_map(|line| {
        let (_, rest) = line.split_once("Level ")?;
        let rest = rest.trim_start();
        let own = decimal(rest)?;
        let behind = rest.get(own.len()..)?;
        match behind.strip_prefix('(') {
            Some(counts) => {
                let (counts, name) = counts.split_once(')')?;
                Some((name.trim(), decimal(counts)?))
            }
            None => Some((behind.trim(), own)),
        }
    });
    levels.collect()
}

/// A mutation: `horns 2`, `[fangs 1]` for a while, `(claws 1)` hidden by a form, `robust 1[+1]`.
fn mutation(entry: &Entry) -> Option<(String, i64)> {
    let name = entry.name.trim();
    if name.starts_with('(') {
        return None;
    }
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let (name, more) = name.split_once("[+").unwrap_or((name, "0"));
    let more = whole(more).unwrap_or(0);
    let level = name.rsplit_once(' ').and_then(|(name, level)| {
        let level: i64 = level.parse().ok().filter(|level| (0..=9).contains(level))?;
        Some((name, level))
    });
    let (name, level) = level.unwrap_or((name, 1));
    Some((name.to_owned(), level.saturating_add(more).min(9)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(line: &str) -> Item<'static> {
        Item { class: "", line: line.to_owned() }
    }

    #[test]
    fn items_have_a_plus_a_name_and_a_use() {
        let axe = item("a +3 broad axe of flaming (weapon)");
        assert_eq!((axe.name(), axe.used()), ((Some(3), "broad axe of flaming"), Use::Wielded));
        let ring = item("the ring \"Ek\" (left hand) {rF+ Slay+3, Harm}");
        assert_eq!((ring.name(), ring.used()), ((None, "ring \"Ek\""), Use::Worn));
        assert_eq!(ring.properties().collect::<Vec<_>>(), ["rF+", "Slay+3", "Harm"]);
        assert_eq!(item("23 silver javelins (quivered)").name(), (None, "silver javelins"));
        assert_eq!(item("the cursed -2 spear").name(), (Some(-2), "spear"));
        assert_eq!(item("a").name(), (None, ""));
        assert_eq!(item("a +0 robe (melded)").used(), Use::None);
    }

    #[test]
    fn mutations_have_levels() {
        let of = |name: &str| mutation(&Entry { name: name.to_owned(), note: String::new() });
        let is = |name: &str, level| Some((name.to_owned(), level));
        assert_eq!(of("horns 2"), is("horns", 2));
        assert_eq!(of("[fangs 1]"), is("fangs", 1));
        assert_eq!(of("robust 1[+1]"), is("robust", 2));
        assert_eq!(of("beak"), is("beak", 1));
        assert_eq!(of("(claws 1)"), None);
    }

    #[test]
    fn the_skill_in_brackets_counts() {
        let read = skill_levels("   Skills:\n + Level 12.1(16.0) Axes\n O Level 27 Fighting\n\n - Level 1 x");
        assert_eq!(read, [("Axes", "16.0"), ("Fighting", "27")]);
    }

    #[test]
    fn marks_of_a_resistance_end_at_two_spaces() {
        let dump = Dump::of("x\nrFire    + + .     x - +0 club\nrCold    x . .\nrElec    ∞\nInventory:\n");
        let read = ["rFire", "rCold", "rElec", "rNeg"].map(|label| dump.resistance(label));
        assert_eq!(read, [Some(2), Some(-1), Some(3), None]);
    }
}
