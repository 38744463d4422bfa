//! `tohit render`: what an article shows of a link, made without a browser: the page's own picture and its table.

mod markup;
mod png;

use crate::args::{Args, Grammar};
use crate::failure::Failure;
use crate::lua;
use crate::output::Output;
use crate::scenario;
use tohit_resolver::study::{Extent, Study};
use tohit_resolver::{Json, Problem, to_link};
use tohit_telling::Game;
use tohit_telling::study::graph;
use tohit_telling::summary::{resolve, resolve_exact};
use tohit_telling::told::Told;

pub(crate) const NAME: &str = "render";
pub(crate) const GRAMMAR: Grammar = Grammar {
    operand: Some("LINK"),
    switches: &["--svg", "--png", "--wikitext", "--html", "--lua", "--json", "--exact"],
    options: &["--rules"],
    apart: &[("--svg", "--exact"), ("--png", "--exact")],
};

const FORMATS: [&str; 6] = ["--svg", "--png", "--wikitext", "--html", "--lua", "--json"];

/// Writes the picture or the text.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let misused = |message: String| Failure::Arguments { message, command: NAME };
    let Some(link) = args.operand() else { return Err(misused("a link is missing".to_owned())) };
    let mut wanted = FORMATS.into_iter().filter(|format| args.has(format));
    let format = match (wanted.next(), wanted.next()) {
        (Some(format), None) => format,
        (None, _) => return Err(misused(format!("what to make is missing: {}", FORMATS.join(", ")))),
        (Some(one), Some(other)) => return Err(misused(format!("{one} and {other} cannot stand together"))),
    };
    let link = link.to_string_lossy();
    if let Some(svg) = study(&link, args)? {
        return match format {
            "--svg" => output.line(svg),
            "--png" => output.bytes(&png::of(&svg)?),
            other => {
                Err(misused(format!("{other} is for one scenario; `tohit study` writes a study's table")))
            }
        };
    }
    let told = told(&link, args)?;
    match format {
        "--svg" => output.line(picture(&told)?),
        "--png" => output.bytes(&png::of(picture(&told)?)?),
        "--wikitext" => output.text(&markup::wikitext(&told)),
        "--html" => output.text(&markup::html(&told)),
        "--lua" => output.text(&lua::module(&json(&Told { picture: None, ..told }))),
        _ => output.line(json(&told).pretty()),
    }
}

/// The picture of a study, if the link is one's.
fn study(link: &str, args: &Args) -> Result<Option<String>, Failure> {
    let (rules, link) = scenario::linked(args, link, NAME)?;
    if scenario::alone(rules, &link).is_some() {
        return Ok(None);
    }
    let study = Study::parse(rules, rules.presets(), &link).map_err(Failure::Document)?;
    let table = study.table::<f64>().map_err(Failure::Document)?;
    let game = Game { rules, presets: rules.presets(), is_own: args.value("--rules").is_some() };
    let posterior = table.weighed.as_ref().map(|weighed| weighed.posterior.as_slice());
    let graph = graph(&game, &study, &table.rows, posterior);
    graph.map(|graph| Some(graph.svg())).ok_or_else(|| {
        let message = "has nothing along which it could be drawn; `tohit study` tells it".to_owned();
        Failure::Document(vec![Problem { path: String::new(), message }])
    })
}

/// What there is to tell of a link.
fn told(link: &str, args: &Args) -> Result<Told, Failure> {
    let own = scenario::game(args, NAME)?;
    let (rules, document) =
        scenario::of_link(link, own).map_err(|problem| Failure::Document(vec![problem]))?;
    let game = Game { rules, presets: rules.presets(), is_own: own.is_some() };
    let summary = resolve(&game, &document).map_err(Failure::Document)?;
    let exact = args.has("--exact").then(|| resolve_exact(&game, &document)).transpose();
    let exact = exact.map_err(Failure::Document)?;
    // With the address that it came with, if it came with one.
    let home = link.split_once('#').map_or(String::new(), |(home, _)| format!("{home}#"));
    let link = format!("{home}{}", to_link(rules, &document));
    Ok(Told::of(&game, &document, &summary, exact.as_ref(), link, Extent::Strike))
}

fn picture(told: &Told) -> Result<&str, Failure> {
    told.picture.as_deref().ok_or_else(|| {
        let message = "has no damage to draw; --wikitext, --html and --json tell what it answers".to_owned();
        Failure::Document(vec![Problem { path: "mode".to_owned(), message }])
    })
}

fn json(told: &Told) -> Json {
    let rows = told.rows.iter().map(|row| {
        let texts = [("name", &row.name), ("says", &row.says), ("fraction", &row.fraction)];
        let texts = texts.map(|(name, text)| (name, Json::from(text.as_str())));
        texts.into_iter().chain([("chance", row.chance.into())]).collect()
    });
    let figures = told.figures.iter();
    let figures = figures.map(|(name, says)| Json::List(vec![name.as_str().into(), says.as_str().into()]));
    [
        ("sentence", told.sentence.as_str().into()),
        ("link", told.link.as_str().into()),
        ("caption", told.caption.as_str().into()),
        ("rows", Json::List(rows.collect())),
        ("figures", Json::List(figures.collect())),
        ("picture", told.picture.as_deref().map_or(Json::Null, Json::from)),
    ]
    .into_iter()
    .collect()
}
