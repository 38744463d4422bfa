//! Lua's literals, for modules of data that `mw.loadData` reads.

use core::fmt::Write;
use tohit_resolver::Json;

/// A string.
pub(crate) fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A module that returns what the JSON says.
pub(crate) fn module(json: &Json) -> String {
    let mut out = "return ".to_owned();
    value(json, 0, &mut out);
    out + "\n"
}

fn value(json: &Json, depth: usize, out: &mut String) {
    let line = |out: &mut String, depth: usize| {
        let _ = write!(out, "\n{}", "\t".repeat(depth));
    };
    match json {
        Json::Null => *out += "nil",
        Json::Bool(_) | Json::Number(_) => *out += &json.to_string(),
        Json::Text(text) => *out += &string(text),
        Json::List(items) => {
            *out += "{";
            for item in items {
                line(out, depth + 1);
                value(item, depth + 1, out);
                *out += ",";
            }
            line(out, depth);
            *out += "}";
        }
        Json::Object(entries) => {
            *out += "{";
            for (name, item) in entries {
                line(out, depth + 1);
                let _ = write!(out, "[{}] = ", string(name));
                value(item, depth + 1, out);
                *out += ",";
            }
            line(out, depth);
            *out += "}";
        }
    }
}
