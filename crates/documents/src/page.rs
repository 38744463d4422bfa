//! The frame of a page: head, way back, contents.

use crate::library::up;
use crate::markdown::{Markdown, contents};

/// From so many sections on a document has a list of them.
const MANY_SECTIONS: usize = 4;

/// The page of a document.
pub(crate) fn document(name: &str, document: &Markdown) -> String {
    let Markdown { title, sections, html } = document;
    let list = if sections.len() < MANY_SECTIONS { String::new() } else { contents(sections) };
    // The list stands behind the title.
    let body = html.replacen("</h1>\n", &format!("</h1>\n{list}"), 1);
    page(name, title, &body)
}

/// The page of a text file.
pub(crate) fn text(name: &str, path: &str, text: &str) -> String {
    let title = path.rsplit('/').next().unwrap_or(path);
    let body =
        format!("<h1>{}</h1>\n<pre tabindex=\"0\"><code>{}</code></pre>\n", escaped(title), escaped(text));
    page(name, title, &body)
}

fn page(name: &str, title: &str, body: &str) -> String {
    let docs = up(name);
    let site = format!("{docs}../");
    let title = escaped(title);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">
<title>{title} (tohit)</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="{site}icon.svg">
<link rel="stylesheet" href="{site}documents.css">
<script src="{site}documents.js"></script>
</head>
<body class="document">
<nav aria-label="Site"><a href="{site}">tohit</a> <a href="{docs}index.html">Documents</a></nav>
<main>
{body}</main>
</body>
</html>
"#
    )
}

/// Text between tags or in an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_leads_to_the_site_from_any_folder() {
        for (name, site, docs) in [("a.html", "../", ""), ("lessons/dice.rules.html", "../../", "../")] {
            let html = text(name, "dice.rules", "1 < 2 & \"x\"");
            assert!(
                html.contains(&format!("<a href=\"{site}\">tohit</a> <a href=\"{docs}index.html\">")),
                "{html}"
            );
            assert!(html.contains(&format!("href=\"{site}documents.css\"")));
            assert!(
                html.contains("1 &lt; 2 &amp; &quot;x&quot;") && html.contains("<title>dice.rules (tohit)<")
            );
        }
    }
}
