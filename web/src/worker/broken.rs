//! Link that reproduces a crash of the program, which is a defect in itself.

use crate::model::custom_rules;
use crate::model::link;
use crate::worker::protocol::Kind;
use tohit_resolver::{Json, Ruleset};

/// Message in an answer's place.
pub(crate) const SAYS: &str = "the program broke off over this, by a mistake of its own";

/// Link of a request; for a duel, of the first side.
pub(crate) fn link(rules: &'static Ruleset, kind: Kind, question: &Json) -> String {
    let part = |name| question.get(name).unwrap_or(&Json::Null);
    let scenario = match kind {
        Kind::Study { .. } => {
            let Json::Text(study) = part("link") else { return String::new() };
            return custom_rules::added(study.clone(), rules);
        }
        Kind::Duel { .. } => part("mine"),
        _ => question,
    };
    custom_rules::added(link::write(rules, scenario, link::FIRST), rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::ruleset;

    #[test]
    fn the_link_asks_the_same_again() {
        let rules = ruleset("powder").unwrap();
        let json = |text: &str| Json::parse(text).unwrap();
        let document = json(r#"{"ruleset":"powder","mode":"melee","attacker":{"physical_level":7}}"#);
        let asks = |kind, question: Json| {
            let link = link(rules, kind, &question);
            assert_eq!(link::read(rules, &link).unwrap().document, document, "{link}");
        };
        asks(Kind::Exact, document.clone());
        let study = "powder/melee?attacker.physical_level=1..9&show=hit";
        let question = [("link", Json::from(study)), ("now", document)].into_iter().collect::<Json>();
        assert_eq!(link(rules, Kind::Study { from: 0, desk: 0 }, &question), study);
    }
}
