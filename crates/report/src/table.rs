//! Tables for spreadsheets and wikis.

use crate::escape;

/// Lines of comma-separated values.
pub fn csv(lines: impl IntoIterator<Item = Vec<String>>) -> String {
    lines.into_iter().map(|line| joined(&line, ",", escape::csv)).collect()
}

/// Lines of tab-separated values, which spreadsheets take from the clipboard.
pub fn tsv(lines: impl IntoIterator<Item = Vec<String>>) -> String {
    lines.into_iter().map(|line| joined(&line, "\t", escape::tsv)).collect()
}

fn joined(line: &[String], sign: &str, escape: fn(&str) -> String) -> String {
    line.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(sign) + "\n"
}

/// The lines of a sortable table for MediaWiki. Its caption is the title and links to the page; for a link
/// without a page, the link itself.
pub fn wikitext(link: &str, title: &str, body: impl IntoIterator<Item = String>) -> Vec<String> {
    let caption = match escape::address(link) {
        Some(address) => format!("[{address} {}]", escape::wikitext(title)),
        None => escape::wikitext(link),
    };
    let begin = ["{| class=\"wikitable sortable\"".to_owned(), format!("|+ {caption}")];
    begin.into_iter().chain(body).chain(["|}".to_owned()]).collect()
}

/// Rows of a table for MediaWiki: the first line is its head.
pub fn cells(lines: impl IntoIterator<Item = Vec<String>>) -> impl Iterator<Item = String> {
    let mut is_head = true;
    lines.into_iter().map(move |line| {
        let cells: Vec<String> = line.iter().map(|text| escape::wikitext(text)).collect();
        match core::mem::replace(&mut is_head, false) {
            true => format!("! {}", cells.join(" !! ")),
            false => format!("|-\n| {}", cells.join(" || ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> [Vec<String>; 2] {
        [["a", "b|c"], ["1,5", "say \"so\" [[x]]"]].map(|line| line.map(str::to_owned).to_vec())
    }

    #[test]
    fn a_spreadsheet_reads_every_cell() {
        assert_eq!(csv(lines()), "a,b|c\n\"1,5\",\"say \"\"so\"\" [[x]]\"\n");
        assert_eq!(tsv(lines()), "a\tb|c\n1,5\tsay \"so\" [[x]]\n");
    }

    #[test]
    fn a_wiki_reads_nothing_into_a_cell() {
        let table = |link| wikitext(link, "kills [by] level", cells(lines())).join("\n");
        let body = "! a !! b&#124;c\n|-\n| 1,5 || say \"so\" &#91;&#91;x&#93;&#93;\n|}";
        let begin = "{| class=\"wikitable sortable\"\n|+";
        assert_eq!(
            table("https://a.b/#c"),
            format!("{begin} [https://a.b/#c kills &#91;by&#93; level]\n{body}")
        );
        assert_eq!(table("powder?x=1"), format!("{begin} powder?x&#61;1\n{body}"));
        assert_eq!(table("javascript:x//#c"), format!("{begin} javascript&#58;x//&#35;c\n{body}"));
    }
}
