//! A game in a link, as the page's "Share" writes it: `own/MODE?PATH=VALUE&rules=.DATA`. The data is the
//! game's bundle, deflated.

use crate::failure::Failure;
use crate::game::GameFiles;
use crate::input::whole;
use miniz_oxide::deflate::compress_to_vec;
use std::io;
use std::path::Path;
use tohit_resolver::text::LinkedRules;
use tohit_resolver::{Json, Ruleset, to_link};

/// Compression level: best.
const LEVEL: u8 = 10;

/// The link of a scenario of the rules in a file.
pub(crate) fn link(file: &Path, ruleset: &Ruleset, scenario: &Json) -> Result<String, Failure> {
    let bundle = GameFiles::open(file, &mut io::empty())?.bundle();
    let bytes = compress_to_vec(bundle.to_string().as_bytes(), LEVEL);
    let linked = LinkedRules { base: String::new(), is_deflated: true, bytes };
    if !linked.fits() {
        let message = "the game is too long for a link; save it as one file, which the page opens";
        return Err(Failure::Document(vec![whole(message.to_owned())]));
    }
    let link = to_link(ruleset, scenario);
    let rest = link.strip_prefix(ruleset.id()).unwrap_or_default();
    let mark = if rest.contains('?') { '&' } else { '?' };
    Ok(format!("own{rest}{mark}{linked}"))
}
