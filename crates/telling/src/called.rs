//! What somebody or something is called in the middle of a sentence.

use tohit_resolver::Preset;
use tohit_resolver::sheet::in_line;

/// A creature's name in a sentence: with an article, unless it is its own name.
pub(crate) fn called(preset: &Preset, name: &str) -> String {
    let is_own = name.contains(',')
        || (preset.group.contains("example") && !name.contains(' '))
        || (preset.group.starts_with("Monsters of") && has_capitals(name) && !name.contains(" of "));
    if is_own {
        return name.to_owned();
    }
    format!("the {}", small(name))
}

/// What somebody carries, in the middle of a sentence; what is one of its kind keeps its name.
pub(crate) fn thing(preset: &Preset) -> String {
    let name = numberless(preset.name);
    let is_own = preset.group.starts_with("Artifact") || name.contains(" of ");
    if is_own { small(name) } else { name.to_ascii_lowercase() }
}

/// A name without the game's own number: "Hoof 56".
pub(crate) fn numberless(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit()).strip_suffix(' ').unwrap_or(name)
}

/// Whether not only the first word of a name has a capital.
fn has_capitals(name: &str) -> bool {
    name.split(' ').skip(1).any(|word| word.starts_with(|letter: char| letter.is_ascii_uppercase()))
}

/// A name that is no name of somebody, in the middle of a sentence; where each word has a capital, they stay.
fn small(name: &str) -> String {
    if has_capitals(name) { name.to_owned() } else { in_line(name) }
}

pub(crate) fn with_article(name: &str) -> String {
    let is_vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if is_vowel { "an" } else { "a" })
}
