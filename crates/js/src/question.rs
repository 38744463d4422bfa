//! A question as text, and its answer as text.

use tohit_resolver::{Dice, Json, Library, Problem, Ruleset, errors_json, named_in};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What is wanted.
    pub kind: &'a str,
    /// About which document.
    pub document: &'a str,
    /// How; an object.
    pub options: &'a str,
    /// The ruleset's presets.
    pub presets: &'a Library,
}

impl Question<'_> {
    /// The answer, or the errors object.
    #[must_use]
    pub fn put(&self, rules: &Ruleset) -> String {
        self.answer(rules).unwrap_or_else(|problems| errors_json(&problems)).to_string()
    }

    fn answer(&self, rules: &Ruleset) -> Result<Json, Vec<Problem>> {
        let options = &Json::parse(self.options).map_err(|message| wrong("", message))?;
        let scenario = || scenario(rules, self.document);
        let presets = self.presets;
        let has = |name: &str| options.get(name) == Some(&Json::Bool(true));
        match self.kind {
            "resolve" if has("exact") => Ok(rules.resolve_exact(&scenario()?, presets)?.json()),
            "resolve" => Ok(rules.resolve(&scenario()?, presets)?.json()),
            "explain" if has("exact") => Ok(rules.explain_exact(&scenario()?, presets)?.json()),
            "explain" => Ok(rules.explain(&scenario()?, presets)?.json()),
            "roll" => Ok(rules.roll(&scenario()?, presets, dice(options, has("turn"))?)?.json()),
            "presets" => Ok(presets.json(rules)),
            kind => Err(wrong("", format!("there is no question {kind}"))),
        }
    }
}

/// The document, if it is one for these rules.
fn scenario(rules: &Ruleset, document: &str) -> Result<Json, Vec<Problem>> {
    let document = Json::parse(document).map_err(|message| wrong("", message))?;
    let named = named_in(&document).map_err(|problem| vec![problem])?;
    let about = rules.about();
    if named.id == about.id {
        return Ok(document);
    }
    Err(wrong(
        "ruleset",
        format!("the rules of {} are not loaded; init loads those that it is told to", named.name),
    ))
}

/// Where the faces come from: the seed's digits, or a list of faces.
fn dice(options: &Json, turn: bool) -> Result<Dice, Vec<Problem>> {
    let seed = match options.get("seed") {
        None => 0,
        Some(Json::Text(digits)) => digits.parse().map_err(|_| {
            wrong(
                "seed",
                format!("{digits} is not allowed; it must be a whole number from 0 to {}", u64::MAX),
            )
        })?,
        Some(other) => return Err(wrong("seed", format!("{} is not allowed", other.kind()))),
    };
    let script = match options.get("script") {
        None => None,
        Some(Json::List(items)) => {
            let mut faces = Vec::new();
            for (place, item) in items.iter().enumerate() {
                let (Json::Number(text) | Json::Text(text)) = item else {
                    return Err(wrong(&format!("script.{place}"), format!("{} is not allowed", item.kind())));
                };
                let Ok(face) = text.parse();
                faces.push(face);
            }
            Some(faces)
        }
        Some(other) => {
            return Err(wrong("script", format!("{} is not allowed; it must be a list", other.kind())));
        }
    };
    Ok(Dice { seed, script, turn })
}

fn wrong(path: &str, message: String) -> Vec<Problem> {
    vec![Problem { path: path.to_owned(), message }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::NAMED;
    use tohit_resolver::rulesets::POWDER;

    fn ask(kind: &str, document: &str, options: &str) -> Json {
        let presets = Library::fetched("Rat | defender: natural_ac=8".to_owned());
        let answer = Question { kind, document, options, presets: &presets }.put(POWDER);
        Json::parse_up_to(&answer, usize::MAX).unwrap()
    }

    fn wrong_at(answer: &Json) -> Vec<String> {
        let path = |place| answer.at(&format!("errors.{place}.path")).map(Json::to_string);
        (0..).map_while(path).collect()
    }

    #[test]
    fn questions_are_answered() {
        let rat = r#"{"ruleset":"powder","defender":{"preset":"rat"}}"#;
        let hit = |options| ask("resolve", rat, options).get("hit").cloned();
        assert_eq!(hit(r#"{"exact":true}"#), Some("19/40".into()));
        let float = |json: Json| json.to_string().parse::<f64>().unwrap();
        assert!(hit("{}").is_some_and(|hit| (float(hit) - 0.475).abs() < 1e-12));
        let told = ask("explain", rat, r#"{"exact":true}"#);
        assert!(told.at("steps.0.section").is_some(), "{told}");
        let rolled = |options| ask("roll", rat, options);
        assert!(rolled(r#"{"seed":"18446744073709551615"}"#).get("damage").is_some());
        assert_ne!(rolled(r#"{"seed":"1"}"#), rolled(r#"{"seed":"2"}"#));
        assert_eq!(ask("presets", "", "{}").at("0.fills.defender.natural_ac"), Some(&8.into()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_path() {
        let plain = r#"{"ruleset":"powder"}"#;
        for (kind, document, options, path) in [
            ("resolve", "", "{}", r#""""#),
            ("resolve", "{}", "{}", r#""ruleset""#),
            ("resolve", r#"{"ruleset":"crawl"}"#, "{}", r#""ruleset""#),
            ("resolve", r#"{"ruleset":"powder","mode":"shout"}"#, "{}", r#""mode""#),
            ("resolve", plain, "", r#""""#),
            ("rezolve", plain, "{}", r#""""#),
            ("roll", plain, r#"{"seed":"-1"}"#, r#""seed""#),
            ("roll", plain, r#"{"seed":1}"#, r#""seed""#),
            ("roll", plain, r#"{"script":7}"#, r#""script""#),
            ("roll", plain, r#"{"script":[1,null]}"#, r#""script.1""#),
        ] {
            assert_eq!(wrong_at(&ask(kind, document, options)), [path], "{kind} {document} {options}");
        }
    }

    #[test]
    fn the_scripts_and_types_name_every_ruleset() {
        let (script, types) = (include_str!("../npm/index.js"), include_str!("../npm/answers.d.ts"));
        for named in NAMED {
            for file in [".js", ".fields.js", "_bg.wasm", ".txt"] {
                assert!(script.contains(&format!("\"./{}{file}\"", named.id)), "{}{file}", named.id);
            }
            let words = named
                .id
                .split('-')
                .map(|word| word.get(..1).unwrap().to_uppercase() + word.get(1..).unwrap());
            let scenario = words.collect::<String>() + "Scenario";
            assert!(types.contains(&scenario), "{scenario}");
        }
        assert_eq!(script.matches("import(\"").count(), 2 * NAMED.len());
    }
}
