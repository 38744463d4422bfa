//! Names of creatures and items in the middle of a sentence.

use tohit_resolver::Preset;
use tohit_resolver::sheet::in_line;

/// A creature's name in a sentence: with an article, unless it is a proper name.
pub(crate) fn called(preset: &Preset, name: &str) -> String {
    let is_own = name.contains(',')
        || (preset.group.contains("example") && !name.contains(' '))
        || (preset.group.starts_with("Monsters of") && has_capitals(name) && !name.contains(" of "));
    if is_own {
        return name.to_owned();
    }
    format!("the {}", small(name))
}

/// An item's name in the middle of a sentence; a unique item keeps its capitals.
pub(crate) fn thing(preset: &Preset) -> String {
    let name = numberless(preset.name);
    let is_own = preset.group.starts_with("Artifact") || name.contains(" of ");
    if is_own { small(name) } else { name.to_ascii_lowercase() }
}

/// A name without the game's own number: "Hoof 56".
pub(crate) fn numberless(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).strip_suffix(' ').unwrap_or(name)
}

/// True where a word after the first has a capital.
fn has_capitals(name: &str) -> bool {
    name.split(' ').skip(1).any(|word| word.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

/// A common noun in the middle of a sentence; capitals stay where a later word has one.
fn small(name: &str) -> String {
    if has_capitals(name) { name.to_owned() } else { in_line(name) }
}

/// A name with its article, by pronunciation: "a unicorn", "an hour".
pub(crate) fn with_article(name: &str) -> String {
    /// Beginnings pronounced unlike their first letter.
    const OTHERWISE: [&str; 8] = ["eu", "heir", "hon", "hour", "one", "uni", "use", "usu"];
    let begins = |with: &str| name.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
    let is_vowel = ["a", "e", "i", "o", "u"].into_iter().any(begins) != OTHERWISE.into_iter().any(begins);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}

/// True for a name of the reader: "you", "You (war axe)", but not "Young blue dragon".
pub fn is_you(name: &str) -> bool {
    let is_longer = name.as_bytes().get(3).is_some_and(u8::is_ascii_alphabetic);
    !is_longer && name.get(..3).is_some_and(|begin| begin.eq_ignore_ascii_case("you"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_goes_by_the_sound() {
        for (article, names) in [
            (
                "a",
                "unicorn uniform eunuch eudemon one-eyed user usurper Unique level goblin hobbit half-elf union",
            ),
            ("an", "hour honest heir Orc elf imp undead Uruk umber unseen ogre Umbar"),
        ] {
            for name in names.split(' ') {
                assert_eq!(with_article(name), format!("{article} {name}"));
            }
        }
    }

    #[test]
    fn only_the_reader_is_you() {
        assert!(
            ["you", "You", "You (war axe)", "you with a dagger", "You, 9 hit points"].into_iter().all(is_you)
        );
        assert!(!["Young blue dragon", "young", "Youth", "", "the you", "yo"].into_iter().any(is_you));
    }
}
