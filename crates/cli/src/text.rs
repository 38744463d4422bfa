//! Text for a terminal.

/// Lines are no wider than this.
const WIDTH: usize = 80;

/// A paragraph broken into lines between words. The first begins with `begin`, the others with as many
/// spaces.
pub(crate) fn wrapped(begin: &str, paragraph: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in paragraph.split_whitespace() {
        let long = word.chars().count();
        if width > 0 && width + 1 + long <= WIDTH {
            text.push(' ');
            width += 1 + long;
        } else {
            if width == 0 {
                text += begin;
            } else {
                text.push('\n');
                text.extend(begin.chars().map(|_| ' '));
            }
            width = begin.chars().count() + long;
        }
        text += word;
    }
    if width > 0 {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words() {
        let widths = |text: &str| text.lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(widths(&wrapped("    ", &"seven letters ".repeat(12))), [79, 73, 25]);
        assert_eq!(widths(&wrapped("", &"x".repeat(100))), [100]);
        assert_eq!(wrapped("  - ", "one  two\n"), "  - one two\n");
        let listed = wrapped("  - ", &"word ".repeat(20));
        assert!(listed.starts_with("  - word") && listed.lines().nth(1).unwrap().starts_with("    word"));
        assert_eq!(wrapped("  - ", " "), "");
    }
}
