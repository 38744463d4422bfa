//! What stands around the sheets of a scenario: its ruleset and its mode.

use crate::about::AboutRules;
use crate::json::Json;
use crate::problem::{Problem, hint};
use crate::sheet::SheetSpec;

static NOTHING: Json = Json::Object(Vec::new());

/// The sections of a document, and what is wrong around them.
pub(crate) fn sections<'a>(
    about: &AboutRules,
    form: &SheetSpec,
    document: &'a Json,
    problems: &mut Vec<Problem>,
) -> &'a Json {
    problems.extend(wrong_mode(about, document));
    if let Some(given) = document.get("ruleset")
        && *given != Json::from(about.id)
    {
        let message = format!("{given} is not allowed here; it must be {}", Json::from(about.id));
        problems.push(Problem { path: "ruleset".to_owned(), message });
    }
    let Json::Object(entries) = document else {
        let message = format!("{} is not allowed; a scenario is an object", document.kind());
        problems.push(Problem { path: String::new(), message });
        return &NOTHING;
    };
    let known = || form.fields.iter().map(|field| field.name).chain(["ruleset", "mode"]);
    for (name, _) in entries.iter().filter(|(name, _)| !known().any(|known| known == name)) {
        let message = format!("there is no such field{}", hint(name, known()));
        problems.push(Problem { path: name.clone(), message });
    }
    document
}

/// What is wrong with the mode that a document names.
fn wrong_mode(about: &AboutRules, document: &Json) -> Option<Problem> {
    let modes = || about.modes.iter().map(|mode| mode.id);
    let (given, hint) = match document.get("mode")? {
        Json::Text(id) if about.mode(id).is_some() => return None,
        Json::Text(id) => (Json::from(id.as_str()).to_string(), hint(id, modes())),
        other => (other.kind().to_owned(), String::new()),
    };
    let allowed = modes().collect::<Vec<_>>().join(", ");
    let message = format!("{given} is not allowed; it must be one of {allowed}{hint}");
    Some(Problem { path: "mode".to_owned(), message })
}
