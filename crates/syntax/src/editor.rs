//! Services for an editor of rule text: kinds of tokens, names that a text declares, and indentation.

use crate::keywords::{is_keyword, is_phrase};
use crate::layout::begins_words;
use crate::lexer::{is_space, scan};
use crate::token::{Token, TokenKind};
use rustc_hash::FxHashSet;

/// The kind of a stretch of text, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A word of the language.
    Keyword,
    /// A name, or a word of a list.
    Name,
    /// A number or a date.
    Number,
    /// Quoted text.
    Text,
    /// A sign.
    Sign,
    /// A note or a reference.
    Note,
    /// No token of the language.
    Wrong,
}

/// The stretches of one line, in order and without gaps: their lengths in bytes. Spaces belong to the stretch
/// before them.
#[must_use]
pub fn paints(line: &str) -> Vec<(usize, Paint)> {
    let tokens = scan(line, 0, false, &mut Vec::new()).tokens;
    let starts = tokens.iter().enumerate().map(|(place, token)| {
        let is_dotted = place > 0
            && matches!(tokens.get(place - 1), Some(Token { kind: TokenKind::Sign("."), .. }))
            && !token.space;
        let paint = if in_phrase(&tokens, place) { Paint::Keyword } else { paint(&token.kind, is_dotted) };
        (at(token.span.start), at(token.span.end), paint)
    });
    let mut stretches: Vec<(usize, Paint)> = Vec::new();
    let mut done = 0;
    let mut push = |end: usize, paint: Paint, done: &mut usize| {
        if end > *done {
            stretches.push((end - *done, paint));
            *done = end;
        }
    };
    for (start, end, paint) in starts {
        // Spaces before the token.
        push(start, Paint::Sign, &mut done);
        push(end, paint, &mut done);
    }
    // The rest of the line is spaces, a reference, and a note.
    push(line.len(), Paint::Note, &mut done);
    stretches
}

fn at(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// True for a word that is of the language beside the word before or behind it.
fn in_phrase(tokens: &[Token], place: usize) -> bool {
    let is_phrase = |first: usize| match tokens.get(first..first + 2) {
        Some([Token { kind: TokenKind::Name(first), .. }, Token { kind: TokenKind::Name(second), .. }]) => {
            is_phrase(first, second)
        }
        _ => false,
    };
    is_phrase(place) || place.checked_sub(1).is_some_and(is_phrase)
}

fn paint(kind: &TokenKind, is_dotted: bool) -> Paint {
    match kind {
        TokenKind::Name(name) if !is_dotted && is_keyword(name) => Paint::Keyword,
        TokenKind::Name(_) => Paint::Name,
        TokenKind::Number(_) | TokenKind::Date(_) => Paint::Number,
        TokenKind::Text(_) => Paint::Text,
        TokenKind::Sign(_) => Paint::Sign,
        TokenKind::Wrong(_) => Paint::Wrong,
    }
}

/// Names that a text declares, each once, in order: figures, lines, tables and lists; fields with their sheet
/// before them, such as `attacker.skill`. The text may have errors.
#[must_use]
pub fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut sheet: Option<String> = None;
    let mut brackets = 0_usize;
    for line in text.lines().take_while(|line| !begins_words(line)) {
        let rest = line.trim_start_matches(is_space);
        let tokens = scan(rest, 0, false, &mut Vec::new()).tokens;
        let is_inside = brackets > 0 && rest.len() < line.len();
        brackets = open_after(&tokens, if is_inside { brackets } else { 0 });
        if is_inside {
            continue;
        }
        let name = |place: usize| match tokens.get(place).map(|token| &token.kind) {
            Some(TokenKind::Name(name)) => Some(name.as_str()),
            _ => None,
        };
        let (Some(first), is_at_margin) = (name(0), rest.len() == line.len()) else { continue };
        let is_declared = |place: usize| {
            matches!(tokens.get(place).map(|token| &token.kind), Some(TokenKind::Sign("=" | ":" | "(")))
        };
        let mut declare = |declared: String| {
            if seen.insert(declared.clone()) {
                names.push(declared);
            }
        };
        if is_at_margin {
            sheet = None;
            match first {
                "sheet" => sheet = name(1).map(str::to_owned),
                "list" | "record" | "table" => name(1).into_iter().for_each(|name| declare(name.to_owned())),
                "roll" => {
                    name(1).filter(|_| is_declared(2)).into_iter().for_each(|name| declare(name.to_owned()))
                }
                _ if is_declared(1) && !is_keyword(first) => declare(first.to_owned()),
                _ => {}
            }
        } else if is_declared(1) && !is_keyword(first) {
            match &sheet {
                Some(sheet) => declare(format!("{sheet}.{first}")),
                None => declare(first.to_owned()),
            }
        }
    }
    names
}

/// The number of open brackets behind some tokens.
fn open_after(tokens: &[Token], before: usize) -> usize {
    tokens.iter().fold(before, |open, token| match token.kind {
        TokenKind::Sign("(" | "{") => open + 1,
        TokenKind::Sign(")" | "}") => open.saturating_sub(1),
        _ => open,
    })
}

/// The spaces of one level.
const LEVEL: usize = 2;

/// A text with two spaces for each level of its lines and no spaces at the ends of lines. Lines inside of
/// brackets move with the line that they belong to. Only margins change, so the text means the same; a note
/// stands as deep as the line above it allows.
#[must_use]
pub fn formatted(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    // The margins of the lines whose lines below are not complete, each deeper than the one before.
    let mut above: Vec<usize> = Vec::new();
    let (mut brackets, mut is_words) = (0_usize, false);
    // The margin of the line at hand before and after.
    let mut moved = (0_usize, 0_usize);
    for line in text.lines() {
        let line = line.trim_end_matches(is_space);
        let rest = line.trim_start_matches(is_space);
        let margin: usize = line
            .get(..line.len() - rest.len())
            .unwrap_or_default()
            .chars()
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum();
        is_words |= begins_words(line) && brackets == 0;
        let is_note = rest.starts_with('#');
        let goes_on = brackets > 0 && (margin > moved.0 || rest.starts_with([')', '}']));
        let new = if rest.is_empty() {
            0
        } else if goes_on {
            (margin + moved.1).saturating_sub(moved.0)
        } else if is_note {
            LEVEL * above.iter().filter(|above| **above < margin).count()
        } else {
            above.retain(|above| *above < margin);
            let new = LEVEL * above.len();
            above.push(margin);
            (moved, brackets) = ((margin, new), 0);
            new
        };
        if !is_words && !rest.is_empty() && !is_note {
            brackets = open_after(&scan(rest, 0, goes_on, &mut Vec::new()).tokens, brackets);
        }
        done.extend(core::iter::repeat_n(' ', new));
        done.push_str(rest);
        done.push('\n');
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "rules 1 \"Duel\"  # a game\nsheet attacker\n  skill: 0..20 = 5\n  sword: { dice: 1..9;\n    sides: 1..12 }\nlist kind: fire | ice\naim(x) = attacker.skill\n  + 2 if x\ntable sizes  bonus\n  1..3       2\nstrike\n  face = d20\n  if face = 20\n    # a note\n    end hit lose max(1,\n      2)\n  end miss\nwords \"Duel\"\nattacker.skill = \"Skill (so\"\n  group \"Arms\"\n";

    #[test]
    fn a_line_is_painted_by_its_tokens() {
        let painted = |line: &str| {
            let mut rest = line;
            let stretch = |(long, paint)| {
                let (this, after) = rest.split_at(long);
                rest = after;
                (this.trim().to_owned(), paint)
            };
            let all: Vec<(String, Paint)> = paints(line).into_iter().map(stretch).collect();
            assert_eq!(rest, "", "the whole line is painted");
            all.into_iter().filter(|(text, _)| !text.is_empty()).collect::<Vec<_>>()
        };
        let own = |text: &str, paint| (text.to_owned(), paint);
        // Side by side two words are of the language; each alone may be a name.
        let kinds = |line: &str| painted(line).into_iter().map(|(_, paint)| paint).collect::<Vec<_>>();
        let [keyword, name, sign, number] = [Paint::Keyword, Paint::Name, Paint::Sign, Paint::Number];
        assert_eq!(kinds("answer turn"), [keyword, keyword]);
        assert_eq!(kinds("answer = foe"), [name, sign, name]);
        assert_eq!(kinds("carry heat on foe = 1"), [keyword, name, keyword, keyword, sign, number]);
        assert_eq!(kinds("hand = 2 drawn from deck"), [name, sign, number, keyword, keyword, name]);
        assert_eq!(
            painted("  + 2.5 if attacker.if & \u{fc}ber \"x\"  [2.1] # note"),
            [
                own("+", Paint::Sign),
                own("2.5", Paint::Number),
                own("if", Paint::Keyword),
                own("attacker", Paint::Name),
                own(".", Paint::Sign),
                own("if", Paint::Name),
                own("&", Paint::Wrong),
                own("\u{fc}ber", Paint::Name),
                own("\"x\"", Paint::Text),
                own("[2.1] # note", Paint::Note),
            ]
        );
        assert_eq!(painted("d20"), [own("d", Paint::Keyword), own("20", Paint::Number)]);
        assert_eq!(painted("# all of it"), [own("# all of it", Paint::Note)]);
        assert_eq!(paints(""), []);
    }

    #[test]
    fn declared_names_are_found_with_their_sheet() {
        assert_eq!(names(TEXT), ["attacker.skill", "attacker.sword", "kind", "aim", "sizes", "face"]);
    }

    #[test]
    fn margins_are_two_spaces_for_each_level_and_nothing_else_changes() {
        assert_eq!(formatted(TEXT), TEXT, "what is right stays");
        let wide = TEXT.replace("\n  ", "\n     ").replace("\n       ", "\n         ");
        assert_ne!(wide, TEXT);
        let trees = |text: &str| {
            let tree = crate::parse(text);
            assert_eq!(tree.1, []);
            tree.0.statements.len()
        };
        assert_eq!(trees(&formatted(&wide)), trees(TEXT));
        assert_eq!(formatted("a = 1   \n\t+ 2\n\n\t# note\nb = 2"), "a = 1\n  + 2\n\n  # note\nb = 2\n");
        // A bracket that is never closed holds up no other line.
        assert_eq!(formatted("a = (1\nb = 2\n      + 3\n"), "a = (1\nb = 2\n  + 3\n");
        for text in [TEXT, &wide, "  a\n b\nc", "(((\n  ("] {
            let once = formatted(text);
            assert_eq!(formatted(&once), once);
        }
    }
}
