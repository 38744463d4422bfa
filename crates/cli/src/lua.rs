//! Lua's literals, for modules of data that `mw.loadData` reads.

use core::fmt::Write;
use tohit_resolver::Json;

/// A string.
pub(crate) fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A module that returns the JSON value.
pub(crate) fn module(json: &Json) -> String {
    let mut out = "return ".to_owned();
    value(json, 0, &mut out);
    out + "\n"
}

fn value(json: &Json, depth: usize, out: &mut String) {
    let items: Vec<(Option<&str>, &Json)> = match json {
        Json::Null => return out.push_str("nil"),
        Json::Bool(_) | Json::Number(_) => return out.push_str(&json.to_string()),
        Json::Text(text) => return out.push_str(&string(text)),
        Json::List(items) => items.iter().map(|item| (None, item)).collect(),
        Json::Object(entries) => entries.iter().map(|(name, item)| (Some(name.as_str()), item)).collect(),
    };
    *out += "{\n";
    for (name, item) in items {
        *out += &"\t".repeat(depth + 1);
        // Writing into a string cannot fail.
        let _ = name.map_or(Ok(()), |name| write!(out, "[{}] = ", string(name)));
        value(item, depth + 1, out);
        *out += ",\n";
    }
    *out += &"\t".repeat(depth);
    *out += "}";
}
