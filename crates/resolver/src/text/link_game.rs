//! Games in links: the ruleset that a link such as `own/melee?…&rules=.DATA` carries.

use super::{Bundle, LinkedRules, Ruleset};
use crate::link::Link;
use crate::problem::{Problem, quoted};
use crate::rulesets::ruleset;

/// Name of a custom game in its links.
pub(crate) const OWN: &str = "own";

/// True for the name of a custom game in its links: `own`, or `own-` with a hash, as the page writes it.
#[must_use]
pub fn is_own(name: &str) -> bool {
    name == OWN || name.starts_with("own-")
}

/// A link without the pair of its game, and that pair.
#[must_use]
pub fn without_game(link: &str) -> (String, Option<&str>) {
    let (place, query) = link.split_once('?').unwrap_or((link, ""));
    let (games, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| LinkedRules::is_pair(pair));
    let mark = if rest.concat().is_empty() { "" } else { "?" };
    (format!("{place}{mark}{}", rest.join("&")), games.first().copied())
}

impl Ruleset {
    /// The game that a pair of a link carries, under the name that the link gives it.
    ///
    /// # Errors
    /// When the pair is damaged or too long, changes rules that this program lacks, or its text has problems.
    pub fn in_link(link: &str, pair: &str) -> Result<Self, Vec<Problem>> {
        let wrong = |message: String| vec![Problem::at("rules", message)];
        let cut = || wrong("a part of the link is missing, or its game is too long".to_owned());
        let linked = LinkedRules::parse(pair).ok_or_else(cut)?;
        let base = match linked.base.as_str() {
            "" => None,
            name => {
                Some(ruleset(name).ok_or_else(|| wrong(format!("there is no ruleset {}", quoted(name))))?)
            }
        };
        let bundle = Bundle::parse(&linked.text().ok_or_else(cut)?);
        let name = Link::parse(link).ruleset;
        let game = bundle.ruleset(if name.is_empty() { OWN } else { &name }, base).map_err(|all| {
            let problem = |one| Problem::at("rules", format!("in the link's game: {one}"));
            all.iter().map(problem).collect::<Vec<_>>()
        })?;
        Ok(game.carried_by(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;
    use crate::rulesets::to_link;

    const RULES: &str = "rules 1 \"Duel\"\nendings\n  miss: miss\n  hit: hit\nsheet defender\n  ac: 0..9\nstrike\n  \
        end miss if d20 < defender.ac\n  end hit lose 1\n";

    fn pair(base: &str, text: &str) -> String {
        LinkedRules { base: base.to_owned(), is_deflated: false, bytes: text.as_bytes().to_vec() }.to_string()
    }

    #[test]
    fn a_link_carries_its_game_and_is_written_with_it() {
        let carried = pair("", RULES);
        let link = format!("own/strike?defender.ac=3&{carried}&show=hit");
        let (rest, found) = without_game(&link);
        assert_eq!((rest.as_str(), found), ("own/strike?defender.ac=3&show=hit", Some(carried.as_str())));
        let game = Ruleset::in_link(&rest, &carried).unwrap();
        assert_eq!((game.id(), game.about().name), ("own", "Duel"));
        let document = Json::parse(r#"{ "ruleset": "own", "defender": { "ac": 3 } }"#).unwrap();
        assert!(game.resolve::<f64>(&document).is_ok());
        assert_eq!(to_link(&game, &document), format!("own/strike?defender.ac=3&{carried}"));
        let default = Json::parse("{}").unwrap();
        assert_eq!(to_link(&game, &default), format!("own/strike?{carried}"));
        assert_eq!(without_game("own/strike"), ("own/strike".to_owned(), None));
        assert_eq!(without_game(&format!("own?{carried}")).0, "own");
    }

    #[test]
    fn changed_rules_keep_the_words_of_their_base() {
        let powder = ruleset("powder").unwrap();
        let changed = pair("powder", powder.rules());
        let game = Ruleset::in_link("own-1/melee", &changed).unwrap();
        assert_eq!(game.id(), "own-1");
        assert!(game.about().name.ends_with("rules changed"), "{}", game.about().name);
    }

    #[test]
    fn a_damaged_game_is_refused() {
        let said = |pair: &str| Ruleset::in_link("own", pair).unwrap_err().remove(0).to_string();
        assert_eq!(said("rules=~!!"), "rules: a part of the link is missing, or its game is too long");
        assert_eq!(said(&pair("chess", RULES)), "rules: there is no ruleset \"chess\"");
        assert!(
            said(&pair("", "rules 1")).starts_with("rules: in the link's game: rules:1:"),
            "{}",
            said(&pair("", "rules 1"))
        );
    }

    #[test]
    fn a_game_of_ones_own_may_be_called_own() {
        let game = Bundle::parse(RULES).ruleset("duel", None).unwrap();
        let named =
            |name: &str| game.resolve::<f64>(&[("ruleset", name.into())].into_iter().collect::<Json>());
        assert!(named("duel").is_ok() && named("own").is_ok());
        assert!(named("powder").is_err() && named("own-1").is_err());
        let ours = ruleset("powder").unwrap();
        assert!(ours.resolve::<f64>(&[("ruleset", "own".into())].into_iter().collect::<Json>()).is_err());
    }
}
