//! A document as HTML: headings with the ids that hosts of repositories give them, and links as `Library` says.

use crate::library::Target;
use crate::page::escaped;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeMap;

/// A heading of the second level, for the list of contents.
pub(crate) struct Section {
    pub(crate) id: String,
    pub(crate) title: String,
}

/// A rendered document.
pub(crate) struct Markdown {
    /// Text of the first heading of the first level.
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
    pub(crate) html: String,
}

impl Markdown {
    /// Renders a text whose links lead to `target`.
    pub(crate) fn read(text: &str, target: impl Fn(&str) -> Target) -> Self {
        let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
        let (title, sections) = name_headings(&mut events);
        let mut is_dead = false;
        let events = events.into_iter().filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match target(&dest_url) {
                Target::Address(address) => {
                    Some(Event::Start(Tag::Link { link_type, dest_url: address.into(), title, id }))
                }
                Target::Elsewhere => {
                    is_dead = true;
                    None
                }
            },
            // Links contain no links.
            Event::End(TagEnd::Link) if is_dead => {
                is_dead = false;
                None
            }
            event => Some(event),
        });
        let mut body = String::new();
        html::push_html(&mut body, events);
        // Text has no `<`, so these are the renderer's own. What is wide scrolls by itself, with keys, too.
        let body = body
            .replace(
                "<table>",
                "<div class=\"wide\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>",
            )
            .replace("</table>", "</table></div>")
            // A corner without words heads nothing.
            .replace("<th></th>", "<td></td>")
            .replace("<pre>", "<pre tabindex=\"0\">");
        Self { title, sections, html: body }
    }
}

/// Gives every heading its id; returns the title and the sections.
fn name_headings(events: &mut [Event<'_>]) -> (String, Vec<Section>) {
    let (mut title, mut sections) = (String::new(), Vec::new());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for place in 0..events.len() {
        let Some((Event::Start(Tag::Heading { level, id, .. }), rest)) =
            events.get_mut(place..).and_then(<[_]>::split_first_mut)
        else {
            continue;
        };
        let inside = rest.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let text: String = inside.filter_map(words).collect();
        let slug = slug(&text);
        let times = seen.entry(slug.clone()).or_default();
        let unique = if *times == 0 { slug } else { format!("{slug}-{times}") };
        *times += 1;
        if *level == HeadingLevel::H1 && title.is_empty() {
            title.clone_from(&text);
        }
        if *level == HeadingLevel::H2 {
            sections.push(Section { id: unique.clone(), title: text });
        }
        *id = Some(CowStr::from(unique));
    }
    (title, sections)
}

fn words<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// The id of a heading on GitHub: lower case, without punctuation, `-` in place of spaces.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The list of a document's sections.
pub(crate) fn contents(sections: &[Section]) -> String {
    let line =
        |section: &Section| format!("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(&section.title));
    let lines: String = sections.iter().map(line).collect();
    format!("<details class=\"contents\"><summary>On this page</summary><ul>\n{lines}</ul></details>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Markdown {
        let target = |link: &str| match link.strip_suffix(".md") {
            Some(stem) => Target::Address(format!("{stem}.html")),
            None => Target::Elsewhere,
        };
        Markdown::read(text, target)
    }

    #[test]
    fn headings_have_ids_and_links_work_or_are_text() {
        let document =
            read("# A `b`: c\n\n## JSON, by hand\n\n## JSON, by hand\n\n[one](x.md), [*two*](y.rs)\n");
        assert_eq!(document.title, "A b: c");
        let ids: Vec<&str> = document.sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["json-by-hand", "json-by-hand-1"]);
        assert!(document.html.contains("<h1 id=\"a-b-c\">A <code>b</code>: c</h1>"), "{}", document.html);
        assert!(
            document.html.contains("<p><a href=\"x.html\">one</a>, <em>two</em></p>"),
            "{}",
            document.html
        );
        assert!(contents(&document.sections).contains("<a href=\"#json-by-hand\">JSON, by hand</a>"));
    }

    #[test]
    fn what_may_be_wide_can_be_scrolled_with_keys() {
        let html = read("| | a |\n|---|---|\n| b | c |\n\n    code <table>\n").html;
        assert_eq!(html.matches("tabindex=\"0\"").count(), 2, "{html}");
        assert!(html.contains("code &lt;table&gt;") && !html.contains("<th></th>"), "{html}");
    }
}
