//! A custom game in one text: rules, words and presets, the contents of a file or of a link.
//!
//! The parts stand in this order. Each part but the rules begins with a line of its own; an empty part is
//! omitted, so a text without words and presets is its rules alone:
//!
//! ```text
//! rules 1 "Goblins"
//! ...
//! === words ===
//! words "Goblins"
//! === presets ===
//! Orc | defender: ac=15
//! ```

use super::{Ruleset, RulesetFile, TextProblem};
use crate::preset::Library;
use core::fmt;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use tohit_compile::program::Program;

/// The line that begins the words.
const WORDS: &str = "=== words ===";
/// The line that begins the presets.
const PRESETS: &str = "=== presets ===";
/// Most bytes of the words. (Rules: `tohit_syntax::MOST_BYTES`.)
const MOST_WORDS: usize = 64 * 1024;
/// Most bytes of the presets.
const MOST_PRESETS: usize = 256 * 1024;
/// The word of a link that carries a game.
const PAIR: &str = "rules=";
/// Most letters of a link's deflated data. Deflate shrinks to a thousandth at most: 30 kB could hold 31 MB.
const MOST_DEFLATED: usize = 40_000;
/// Most letters of a link's plain data.
const MOST_PLAIN: usize = 4 * Bundle::MOST_BYTES / 3 + 4;

/// The three texts of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The rule text, with its own words, if any, at the end.
    pub rules: String,
    /// The words file; empty if there is none.
    pub words: String,
    /// The presets file; empty if there is none.
    pub presets: String,
}

impl Bundle {
    /// Most bytes of the text: all three parts at their longest, and the lines that begin them.
    pub const MOST_BYTES: usize = tohit_syntax::MOST_BYTES + MOST_WORDS + MOST_PRESETS + 64;

    /// Splits a text at the first line that begins each part. Line ends of Windows become plain ones.
    ///
    /// ```
    /// use tohit_resolver::text::Bundle;
    ///
    /// let bundle = Bundle::parse("rules 1 \"Goblins\"\n=== presets ===\nOrc | defender: ac=15\n");
    /// assert_eq!(bundle.presets, "Orc | defender: ac=15\n");
    /// assert!(bundle.words.is_empty());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut bundle = Self::default();
        let mut file = RulesetFile::Rules;
        for line in text.split_inclusive('\n') {
            file = match (file, line.trim_end()) {
                (RulesetFile::Rules, WORDS) => RulesetFile::Words,
                (RulesetFile::Rules | RulesetFile::Words, PRESETS) => RulesetFile::Presets,
                _ => {
                    let part = bundle.part_mut(file);
                    match line.strip_suffix("\r\n") {
                        Some(line) => part.extend([line, "\n"]),
                        None => part.push_str(line),
                    }
                    continue;
                }
            };
        }
        bundle
    }

    /// The text of a file.
    #[must_use]
    pub fn part(&self, file: RulesetFile) -> &str {
        match file {
            RulesetFile::Rules => &self.rules,
            RulesetFile::Words => &self.words,
            RulesetFile::Presets => &self.presets,
        }
    }

    /// The text of a file, to be changed.
    pub fn part_mut(&mut self, file: RulesetFile) -> &mut String {
        match file {
            RulesetFile::Rules => &mut self.rules,
            RulesetFile::Words => &mut self.words,
            RulesetFile::Presets => &mut self.presets,
        }
    }

    /// The ruleset of these texts. `base` is the original ruleset: its words and presets replace empty ones,
    /// and its words are skipped where they do not fit the rules.
    ///
    /// # Errors
    /// All problems of the rules, or else of the words; or a text that is too long. Presets are checked by
    /// [`Ruleset::wrong_presets`].
    pub fn ruleset(&self, id: &str, base: Option<&Ruleset>) -> Result<Ruleset, Vec<TextProblem>> {
        self.ruleset_of(id, base, None)
    }

    /// The ruleset of these texts without compiling the rules again: `compiled` is [`Ruleset::compiled`] of a
    /// ruleset of these texts. Bytes of another program are ignored.
    ///
    /// # Errors
    /// As for [`ruleset`](Self::ruleset).
    pub fn compiled_ruleset(
        &self,
        id: &str,
        base: Option<&Ruleset>,
        compiled: &[u8],
    ) -> Result<Ruleset, Vec<TextProblem>> {
        self.ruleset_of(id, base, Program::from_bytes(compiled).ok())
    }

    fn ruleset_of(
        &self,
        id: &str,
        base: Option<&Ruleset>,
        compiled: Option<Program>,
    ) -> Result<Ruleset, Vec<TextProblem>> {
        for (file, most) in [(RulesetFile::Words, MOST_WORDS), (RulesetFile::Presets, MOST_PRESETS)] {
            let long = self.part(file).len();
            if long > most {
                let message = format!("this part has at most {most} bytes, this one has {long}");
                return Err(vec![TextProblem { file, ..TextProblem::words(1, message) }]);
            }
        }
        match base {
            Some(base) => base.changed(id, self, compiled.as_ref()),
            None => {
                let words: Option<&str> = (!self.words.is_empty()).then_some(&self.words);
                let presets = Library::fetched(&self.presets);
                Ruleset::read_compiled(id, &self.rules, words.as_slice(), presets, compiled)
            }
        }
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules)?;
        let mut before = self.rules.as_str();
        for (begins, part) in [(WORDS, &self.words), (PRESETS, &self.presets)] {
            if part.is_empty() {
                continue;
            }
            let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
            write!(f, "{gap}{begins}\n{part}")?;
            before = part;
        }
        Ok(())
    }
}

/// A game in a link: `rules=BASE.LETTERS` or `rules=BASE~LETTERS`. BASE is the id of the original ruleset, or
/// empty. LETTERS are base64url of the bundle's bytes: deflated (RFC 1951) behind `.`, plain behind `~`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedRules {
    /// Id of the original ruleset, or empty.
    pub base: String,
    /// True for deflated bytes.
    pub is_deflated: bool,
    /// The bundle as UTF-8, deflated where `is_deflated`.
    pub bytes: Vec<u8>,
}

impl LinkedRules {
    /// True where a pair of a link, such as `a.b=1`, contains a game.
    #[must_use]
    pub fn is_pair(pair: &str) -> bool {
        pair.starts_with(PAIR)
    }

    /// Reads a pair of a link; none where it is damaged or too long.
    #[must_use]
    pub fn parse(pair: &str) -> Option<Self> {
        let packed = pair.strip_prefix(PAIR)?;
        let (base, data) = packed.split_at(packed.find(['.', '~'])?);
        let is_deflated = data.starts_with('.');
        let bytes = unlettered(data.get(1..)?)?;
        let read = Self { base: base.to_owned(), is_deflated, bytes };
        read.fits().then_some(read)
    }

    /// The text of the bundle; none where it is damaged or no UTF-8. Inflating stops at the limit of a
    /// bundle.
    #[must_use]
    pub fn text(self) -> Option<String> {
        let bytes = if self.is_deflated {
            decompress_to_vec_with_limit(&self.bytes, Bundle::MOST_BYTES).ok()?
        } else {
            self.bytes
        };
        String::from_utf8(bytes).ok()
    }

    /// True where the link is short enough to be read again.
    #[must_use]
    pub fn fits(&self) -> bool {
        let most = if self.is_deflated { MOST_DEFLATED } else { MOST_PLAIN };
        self.bytes.len() <= most / 4 * 3
    }
}

impl fmt::Display for LinkedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, is_deflated, bytes } = self;
        let sign = if *is_deflated { '.' } else { '~' };
        write!(f, "{PAIR}{base}{sign}{}", letters(bytes))
    }
}

/// The letters of base64url (RFC 4648, section 5).
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes in base64url, without padding.
fn letters(bytes: &[u8]) -> String {
    let mut letters = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let all = three.iter().chain(&[0; 3]).take(3).fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        let sextets = [18, 12, 6, 0].map(|shift| LETTERS.get((all >> shift & 63) as usize));
        letters.extend(sextets.into_iter().take(three.len() + 1).flatten().copied().map(char::from));
    }
    letters
}

/// The bytes of base64url; none of other text, or of an incomplete group.
fn unlettered(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 3);
    for four in letters.trim_end_matches('=').as_bytes().chunks(4) {
        let mut all = 0_u32;
        for place in 0..4 {
            let sextet = match four.get(place) {
                None => 0,
                Some(letter @ b'A'..=b'Z') => letter - b'A',
                Some(letter @ b'a'..=b'z') => letter - b'a' + 26,
                Some(letter @ b'0'..=b'9') => letter - b'0' + 52,
                Some(b'-' | b'+') => 62,
                Some(b'_' | b'/') => 63,
                Some(_) => return None,
            };
            all = all << 6 | u32::from(sextet);
        }
        let many = four.len().checked_sub(1).filter(|many| *many > 0)?;
        bytes.extend(all.to_be_bytes().into_iter().skip(1).take(many));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str =
        "rules 1 \"Duel\"\nendings\n  hit: hit\nsheet defender\n  ac: 0..9\nstrike\n  end hit lose 1\n";

    fn bundle(rules: &str, words: &str, presets: &str) -> Bundle {
        Bundle { rules: rules.to_owned(), words: words.to_owned(), presets: presets.to_owned() }
    }

    #[test]
    fn a_bundle_is_read_as_it_was_written() {
        for words in ["", "words \"Duel\"\n"] {
            for presets in ["", "Orc | defender: ac=5\n"] {
                let whole = bundle(RULES, words, presets);
                assert_eq!(Bundle::parse(&whole.to_string()), whole);
                assert_eq!(Bundle::parse(&whole.to_string().replace('\n', "\r\n")), whole);
            }
        }
        assert_eq!(bundle(RULES, "", "").to_string(), RULES, "rules alone are their text");
        let unended = bundle("rules", "words", "Orc |");
        assert_eq!(unended.to_string(), "rules\n=== words ===\nwords\n=== presets ===\nOrc |");
        assert_eq!(bundle("", "", "Orc |").to_string(), "=== presets ===\nOrc |");
    }

    #[test]
    fn the_first_line_of_its_kind_begins_a_part() {
        let whole = Bundle::parse("a\n=== presets ===\nb\n=== words ===\n=== presets ===\n");
        assert_eq!(whole, bundle("a\n", "", "b\n=== words ===\n=== presets ===\n"));
        assert_eq!(Bundle::parse(" === words ===\n"), bundle(" === words ===\n", "", ""));
    }

    #[test]
    fn words_and_presets_are_the_rulesets() {
        let words = "words \"Yard\"\ndefender = \"Goblin\" | \"Who is struck.\"\n  presets foe\n";
        let rules = bundle(RULES, words, "Orc | foe: ac=5\n").ruleset("own-1", None).unwrap();
        assert_eq!((rules.about().name, rules.presets().all().count()), ("Yard", 1));
        assert_eq!(rules.wrong_presets(), []);
        let wrong = bundle(RULES, "\nfoe = \"Foe\" | \"Nobody.\"\n", "").ruleset("own-2", None).unwrap_err();
        assert_eq!(
            wrong.iter().map(|one| (one.file, one.line)).collect::<Vec<_>>(),
            [(RulesetFile::Words, 2)]
        );
        let long = bundle(RULES, "", &"#".repeat(MOST_PRESETS + 1)).ruleset("own-3", None).unwrap_err();
        assert_eq!(
            long.iter().map(|one| (one.file, one.line)).collect::<Vec<_>>(),
            [(RulesetFile::Presets, 1)]
        );
    }

    #[test]
    fn rules_are_compiled_once() {
        let whole = bundle(RULES, "words \"Yard\"\n", "");
        let rules = whole.ruleset("own", None).unwrap();
        let again = whole.compiled_ruleset("own", None, &rules.compiled()).unwrap();
        assert_eq!((again.compiled(), again.about().name), (rules.compiled(), "Yard"));
        // Damaged bytes, and those of a text of another length.
        let longer = bundle(&RULES.replace("lose 1", "lose 12"), "", "");
        for bytes in [rules.compiled(), b"x".to_vec(), Vec::new()] {
            let other = longer.compiled_ruleset("own", None, &bytes).unwrap();
            assert_eq!(other.compiled(), longer.ruleset("own", None).unwrap().compiled());
        }
    }

    #[test]
    fn own_words_and_presets_take_the_place_of_those_of_the_base() {
        let base = bundle(RULES, "words \"Old\"\nend hit = \"Struck\"\n", "Orc | defender: ac=5\n");
        let base = base.ruleset("base", None).unwrap();
        let name = |words: &str| {
            let rules = bundle(RULES, words, "").ruleset("own", Some(&base)).unwrap();
            rules.about().name.to_owned()
        };
        assert_eq!(name(""), "Old, rules changed");
        assert_eq!(name("words \"New\"\n"), "New, rules changed");
        let presets = |presets: &str| {
            let rules = bundle(RULES, "", presets).ruleset("own", Some(&base)).unwrap();
            rules.presets().all().map(|preset| preset.name).collect::<Vec<_>>()
        };
        assert_eq!(presets(""), ["Orc"]);
        assert_eq!(presets("Elf | defender: ac=1\n"), ["Elf"]);
        // The game's own words must fit the rules; words of the base that do not fit are skipped.
        assert!(bundle(RULES, "foe = \"Foe\" | \"x\"\n", "").ruleset("own", Some(&base)).is_err());
    }

    #[test]
    fn a_link_carries_every_byte() {
        for long in 0..70_u8 {
            let bytes: Vec<u8> = (0..long).map(|at| at.wrapping_mul(67).wrapping_add(long)).collect();
            for (base, is_deflated) in [("", false), ("angband", true)] {
                let linked = LinkedRules { base: base.to_owned(), is_deflated, bytes: bytes.clone() };
                assert_eq!(LinkedRules::parse(&linked.to_string()), Some(linked));
            }
        }
        assert_eq!(letters(b"rules 1"), "cnVsZXMgMQ");
        assert_eq!(letters(&[0xfb, 0xff]), "-_8");
        let old = LinkedRules::parse("rules=~cnVsZXMgMQ").unwrap();
        assert_eq!(old, LinkedRules { base: String::new(), is_deflated: false, bytes: b"rules 1".to_vec() });
        let deflated = LinkedRules { is_deflated: true, ..old };
        assert_eq!(deflated.to_string(), "rules=.cnVsZXMgMQ");
    }

    #[test]
    fn inflating_stops_at_the_limit_of_a_bundle() {
        let read = |bytes: Vec<u8>| {
            let linked = LinkedRules { base: String::new(), is_deflated: true, bytes };
            LinkedRules::parse(&linked.to_string()).map(LinkedRules::text)
        };
        let deflated = |long: usize| miniz_oxide::deflate::compress_to_vec(&vec![b'\n'; long], 10);
        for long in [0, 1, Bundle::MOST_BYTES - 1, Bundle::MOST_BYTES] {
            assert_eq!(read(deflated(long)), Some(Some("\n".repeat(long))), "{long}");
        }
        for long in [Bundle::MOST_BYTES + 1, 28_000_000] {
            assert_eq!(read(deflated(long)), Some(None), "{long}");
        }
        let whole = deflated(1000);
        assert_eq!(read(whole[..whole.len() - 2].to_vec()), Some(None), "cut off");
        assert_eq!(read(b"rules 1".to_vec()), Some(None), "no deflated data");
        assert_eq!(read(miniz_oxide::deflate::compress_to_vec(b"\xff", 10)), Some(None), "no UTF-8");
        let plain = LinkedRules { base: String::new(), is_deflated: false, bytes: b"rules 1".to_vec() };
        assert_eq!(plain.text().as_deref(), Some("rules 1"));
    }

    #[test]
    fn damaged_and_overlong_links_are_none() {
        for pair in ["rules=", "rules=cnVs", "rules=~a", "rules=~!!!!", "rule=~cnVs", "rules=.cnVsZ"] {
            assert_eq!(LinkedRules::parse(pair), None, "{pair}");
        }
        for (sign, most) in [('.', MOST_DEFLATED), ('~', MOST_PLAIN)] {
            let pair = |letters: usize| format!("rules={sign}{}", "A".repeat(letters / 4 * 4));
            assert!(LinkedRules::parse(&pair(most)).is_some_and(|linked| linked.fits()));
            assert_eq!(LinkedRules::parse(&pair(most + 4)), None);
        }
    }
}
