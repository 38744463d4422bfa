//! One of several names.

use super::at::At;
use super::field::{Control, operable};
use crate::dom::el;
use crate::state::Page;
use tohit_resolver::Json;
use tohit_resolver::sheet::Variant;

/// The value of the option that leaves it to the rules.
const AUTOMATIC: &str = "";

/// A choice; a nullable one may be left to the rules.
pub(crate) fn control(page: Page, at: &At, variants: &'static [Variant], nullable: bool) -> Control {
    let options = variants.iter().map(|variant| (variant.name, variant.label())).collect();
    select(page, at, options, nullable, |name| name.into())
}

/// Yes, no, or left to the rules.
pub(crate) fn yes_or_no(page: Page, at: &At) -> Control {
    let options = ["yes", "no"].map(|name| (name, name.to_owned())).into();
    select(page, at, options, true, |name| (name == "yes").into())
}

fn select(
    page: Page,
    at: &At,
    mut options: Vec<(&'static str, String)>,
    nullable: bool,
    value: fn(&str) -> Json,
) -> Control {
    if nullable {
        options.insert(0, (AUTOMATIC, "auto".to_owned()));
    }
    let options = options.into_iter().map(|(name, label)| el("option").attr("value", name).text(&label));
    let this = operable(el("select").children(options), at);
    let (path, chosen, told) = (at.path.clone(), this.clone(), this.clone());
    Control {
        element: this.on("change", move |_| {
            let name = chosen.value();
            page.set(&path, if nullable && name == AUTOMATIC { Json::Null } else { value(&name) });
        }),
        tell: Box::new(move |seen| {
            told.set_property("value", &seen.text().into());
            told.set("aria-invalid", if seen.problem.is_some() { "true" } else { "" });
            told.set_property("disabled", &seen.idle.is_some().into());
        }),
    }
}
