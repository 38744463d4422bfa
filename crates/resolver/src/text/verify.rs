//! Check of presets and fights: each preset fits the sheets that it fills, and each fight is answered.

use super::{Ruleset, TextProblem};
use crate::about::AboutMode;
use crate::json::Json;
use crate::problem::{FIELD_OF, hint};
use crate::rules_field::{rules_of, under_rules};
use crate::rulesets::document_of_link;
use crate::sheet::{Shape, SheetSpec};
use crate::study::parted;

impl Ruleset {
    /// Tries each preset in each place that it fits: the problems.
    #[must_use]
    pub fn wrong_presets(&self) -> Vec<TextProblem> {
        let library = self.presets();
        let modes = self.about().modes;
        let places: Vec<(&AboutMode, Vec<PresetPlace>)> =
            modes.iter().map(|mode| (mode, places(self.form(mode.id)))).collect();
        let kinds = || places.iter().flat_map(|(_, places)| places).map(|(_, kind, _)| *kind);
        let mut wrong = Vec::new();
        let mut seen: Vec<(String, &str)> = Vec::new();
        for (line, kind, from) in library.borrowed() {
            for wanted in [kind, from] {
                if !kinds().any(|known| known == wanted) {
                    let message = format!(
                        "no sheet of the rules is filled by presets called `{wanted}`{}",
                        hint(wanted, kinds())
                    );
                    wrong.push(TextProblem::presets(line, message));
                }
            }
        }
        for (line, preset) in library.numbered() {
            let Some(preset) = preset else {
                let message = "a preset is written `Name | SHEET: field=value field=value`".to_owned();
                wrong.push(TextProblem::presets(line, message));
                continue;
            };
            for (kind, rules) in preset.editions() {
                let known = modes.iter().flat_map(|mode| rules_of(self, mode.id));
                if preset.section(kind).is_none() || !known.into_iter().any(|known| known.name == rules) {
                    let message =
                        format!("`{kind}@{rules}` needs a section `{kind}`, and rules called `{rules}`");
                    wrong.push(TextProblem::presets(line, message));
                }
            }
            for kind in preset.fills() {
                if !kinds().any(|known| known == kind) {
                    let mut hint = hint(kind, kinds());
                    if hint.is_empty() {
                        let known = kinds().fold(Vec::new(), |mut all, kind| {
                            all.extend((!all.contains(&kind)).then_some(kind));
                            all
                        });
                        let known = if known.is_empty() { "none yet".to_owned() } else { known.join(", ") };
                        hint = format!(
                            "; they are called: {known}; a line `presets {kind}` in the words, below a sheet or a record, adds this one"
                        );
                    }
                    let message = format!("no sheet of the rules is filled by presets called `{kind}`{hint}");
                    wrong.push(TextProblem::presets(line, message));
                    continue;
                }
                let this = (preset.id(), kind);
                if seen.contains(&this) {
                    let message = format!("there is a {kind} called `{}` already", this.0);
                    wrong.push(TextProblem::presets(line, message));
                    continue;
                }
                seen.push(this);
                let own = places.iter().filter(|(mode, _)| preset.fits(mode.id));
                let problem = own.into_iter().find_map(|(mode, places)| {
                    let (path, _, sheet) = places.iter().find(|(_, known, _)| *known == kind)?;
                    let editions = rules_of(self, mode.id).iter().map(|rules| Some(rules.name));
                    [None].into_iter().chain(editions).find_map(|edition| {
                        let document = with(mode.id, path, preset.document_in(kind, edition, sheet)?);
                        let document =
                            edition.map_or_else(|| document.clone(), |rules| under_rules(&document, rules));
                        self.complete(&document).1.into_iter().next()
                    })
                });
                wrong.extend(problem.map(|problem| {
                    let mut message = problem.to_string();
                    if let Some((_, mode)) = message.split_once(FIELD_OF) {
                        message = format!("{message}; a preset of that mode ends with  | mode: {mode}");
                    }
                    TextProblem::presets(line, message)
                }));
            }
        }
        wrong
    }
}

impl Ruleset {
    /// Answers each fight of the words: the problems.
    #[must_use]
    pub fn wrong_fights(&self) -> Vec<TextProblem> {
        let about = self.about();
        let words: Vec<&str> = self.words().lines().collect();
        let wrong = about.fights.iter().filter_map(|(label, link)| {
            let (mode, _) = link.split_once('?').unwrap_or((link, ""));
            let mode = mode.split_once('/').map_or("", |(_, mode)| mode);
            let problem = match about.mode(mode) {
                Some(_) => {
                    // Axes and measures belong to the study.
                    let (scenario, _) = parted(self, link);
                    self.complete(&document_of_link(self, &scenario)).1.first().map(ToString::to_string)
                }
                None => {
                    let modes: Vec<&str> = about.modes.iter().map(|mode| mode.id).collect();
                    Some(format!("there is no mode `{mode}`; there are: {}", modes.join(", ")))
                }
            }?;
            let line = words.iter().position(|line| line.starts_with("fight") && line.contains(label));
            Some(TextProblem::words(line.map_or(1, |line| line + 1), format!("the fight: {problem}")))
        });
        wrong.collect()
    }
}

/// A place of a form that presets fill: path, kind of the presets, and sheet.
type PresetPlace = (String, &'static str, &'static SheetSpec);

fn places(form: &'static SheetSpec) -> Vec<PresetPlace> {
    let mut found = Vec::new();
    for field in form.fields {
        let Shape::Sheet(spec) = field.shape.inner() else { continue };
        found.extend(spec.presets.map(|kind| (field.name.to_owned(), kind, spec)));
        let inner = places(spec).into_iter();
        found.extend(inner.map(|(path, kind, spec)| (format!("{}.{path}", field.name), kind, spec)));
    }
    found
}

/// A scenario with a sheet written out field by field, so that every field is checked.
fn with(mode: &str, path: &str, filled: Json) -> Json {
    let mut document: Json = Json::object([("mode", mode.into())]);
    *path.split('.').fold(&mut document, |sheet, step| sheet.member_mut(step)) = filled;
    document
}
