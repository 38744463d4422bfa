//! The presets of a ruleset with all their figures, for programs.

use crate::json::Json;
use crate::preset::{ASIDES, Library, Preset};
use crate::schema::forms;
use crate::sheet::SheetSpec;
use crate::text::Ruleset;

impl Library {
    /// Every preset, in order, with all figures.
    #[must_use]
    pub fn json(&self, ruleset: &Ruleset) -> Json {
        let forms = forms(ruleset);
        let mut sheets: Vec<(&str, Option<&SheetSpec>)> = Vec::new();
        let mut sheet_of = |kind| match sheets.iter().find(|(known, _)| *known == kind) {
            Some((_, sheet)) => *sheet,
            None => {
                let sheet = forms.iter().find_map(|(_, form)| sheet_in(form, kind));
                sheets.push((kind, sheet));
                sheet
            }
        };
        Json::List(self.all().map(|preset| figures(preset, &mut sheet_of)).collect())
    }
}

fn figures(preset: Preset, sheet_of: &mut impl FnMut(&'static str) -> Option<&'static SheetSpec>) -> Json {
    let sheets: Json =
        preset.fills().filter_map(|kind| Some((kind, preset.document(kind, sheet_of(kind)?)?))).collect();
    let aside = |name: &'static str| preset.section(name).map(|text| (name, Json::from(text)));
    [("id", preset.id().into()), ("name", preset.name.into()), ("group", preset.group.into())]
        .into_iter()
        .chain(ASIDES.into_iter().filter_map(aside))
        .chain([("fills", sheets)])
        .collect()
}

/// The sheet that presets of a kind fill, somewhere in another.
fn sheet_in(spec: &'static SheetSpec, kind: &str) -> Option<&'static SheetSpec> {
    spec.fields.iter().find_map(|field| {
        let inner = field.shape.part()?;
        if inner.presets == Some(kind) { Some(inner) } else { sheet_in(inner, kind) }
    })
}
