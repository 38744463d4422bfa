//! `tohit render`: the page's picture and table of a link, for articles, without a browser.

#[cfg(feature = "png")]
mod png;

use crate::failure::Failure;
use crate::lua;
use crate::output::Output;
use crate::progress;
use crate::scenario::{self, CustomGameArgs, DuelScenario};
use tohit_report::Game;
use tohit_report::duel::{duel, words};
use tohit_report::format;
use tohit_report::share::Share;
use tohit_report::share_format::{HEIGHT, ShareFormat};
use tohit_report::study::graph;
use tohit_report::summary::{resolve, resolve_exact};
use tohit_resolver::Extent;
use tohit_resolver::study::{Study, alone};
use tohit_resolver::{Fraction, Json, Problem, encode, to_link};

/// The picture or the table for an article, without a browser
#[derive(clap::Args)]
#[command(override_usage = "tohit render --wikitext|--svg|... [OPTIONS] <LINK>")]
#[command(after_help = include_str!("../help/render.txt"))]
pub(crate) struct Args {
    /// A whole address (http or https), or what stands after its
    /// #; then the text has no link to the calculator
    #[arg(verbatim_doc_comment)]
    link: String,
    #[command(flatten)]
    format: ArticleFormat,
    /// Fractions beside the chances of the table
    #[arg(long, conflicts_with = "svg")]
    #[cfg_attr(feature = "png", arg(conflicts_with = "png"))]
    exact: bool,
    #[command(flatten)]
    own: CustomGameArgs,
}

/// Output formats.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ArticleFormat {
    /// The picture, as text and shapes in plain colours
    #[arg(long)]
    svg: bool,
    /// The same in pixels, 1600 wide, with letters of this
    /// system's fonts
    #[cfg(feature = "png")]
    #[arg(long, verbatim_doc_comment)]
    png: bool,
    /// Sentence, link and table for MediaWiki
    #[arg(long)]
    wikitext: bool,
    /// The same for DokuWiki
    #[arg(long)]
    dokuwiki: bool,
    /// The same for GitHub and others
    #[arg(long)]
    markdown: bool,
    /// The same for any page
    #[arg(long)]
    html: bool,
    /// The table for a spreadsheet
    #[arg(long)]
    csv: bool,
    /// Sentence, link, rows and figures as a module of data
    /// for Scribunto (mw.loadData)
    #[arg(long, verbatim_doc_comment)]
    lua: bool,
    /// Sentence, link, rows, figures and picture as data
    #[arg(long)]
    json: bool,
}

/// Writes the picture or the text.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    if let Some(svg) = study(args)? {
        return match args.format {
            ArticleFormat { svg: true, .. } => output.line(svg),
            #[cfg(feature = "png")]
            ArticleFormat { png: true, .. } => output.bytes(&png::of(&svg)?),
            _ => Err(Failure::arguments("this is for one scenario; `tohit study` writes a study's table")),
        };
    }
    let share = share(args)?;
    let written = |format: ShareFormat| format.text(&share, HEIGHT);
    match args.format {
        ArticleFormat { svg: true, .. } => output.line(picture(&share)?),
        #[cfg(feature = "png")]
        ArticleFormat { png: true, .. } => output.bytes(&png::of(picture(&share)?)?),
        ArticleFormat { wikitext: true, .. } => output.text(&written(ShareFormat::Wikitext)),
        ArticleFormat { dokuwiki: true, .. } => output.text(&written(ShareFormat::Dokuwiki)),
        ArticleFormat { markdown: true, .. } => output.text(&written(ShareFormat::Markdown)),
        ArticleFormat { html: true, .. } => output.text(&written(ShareFormat::Html)),
        ArticleFormat { csv: true, .. } => output.text(&written(ShareFormat::Csv)),
        ArticleFormat { lua: true, .. } => {
            output.text(&lua::module(&json(&Share { picture: None, ..share })))
        }
        _ => output.line(json(&share).pretty()),
    }
}

/// The picture of a study, if the link is that of a study.
fn study(args: &Args) -> Result<Option<String>, Failure> {
    let (rules, link) = args.own.linked(&args.link)?;
    if alone(rules, &link).is_some() {
        return Ok(None);
    }
    let study = Study::parse(rules, &link).map_err(Failure::Document)?;
    let table = progress::table::<f64>(&study, None)?;
    let game = Game { rules, is_own: rules.listing().is_none() };
    let posterior = table.weighed.as_ref().map(|weighed| weighed.posterior.as_slice());
    let graph = graph(&game, &study, &table.rows, posterior);
    graph.map(|graph| Some(graph.svg())).ok_or_else(|| {
        let message = "has nothing along which it could be drawn; `tohit study` tells it".to_owned();
        Failure::Document(vec![Problem { path: String::new(), message }])
    })
}

/// The answer to a link in all formats.
fn share(args: &Args) -> Result<Share, Failure> {
    let own = args.own.game()?;
    if let Some(both) = scenario::duel_of_link(&args.link, own).map_err(Failure::Document)? {
        return share_of_duel(args, both).map_err(Failure::Document);
    }
    let (rules, document) = scenario::of_link(&args.link, own).map_err(Failure::Document)?;
    let game = Game { rules, is_own: rules.listing().is_none() };
    let summary = resolve(&game, &document).map_err(Failure::Document)?;
    let exact = args.exact.then(|| resolve_exact(&game, &document)).transpose();
    let exact = exact.map_err(Failure::Document)?;
    // The link includes the given page's address, if there is one.
    let link = format::on_page(&args.link, &to_link(rules, &document));
    Ok(Share::of(&game, &document, &summary, exact.as_ref(), link, scenario::extent(&args.link)))
}

/// The duel of a link in all formats but a picture.
fn share_of_duel(args: &Args, (rules, both, first): DuelScenario) -> Result<Share, Vec<Problem>> {
    let documents @ [document, back] = both.each_ref();
    let game = Game { rules, is_own: args.own.rules.is_some() };
    let summary = duel(&game, documents, first)?;
    let exact = args.exact.then(|| rules.duel::<Fraction>(documents, first)).transpose()?;
    let exact = exact.map(|duel| duel.ends.map(|chance| chance.to_string()));
    let scenario = to_link(rules, document);
    let joined = if scenario.contains('?') { '&' } else { '?' };
    let against = encode(&to_link(rules, back));
    let link = format!("{scenario}{joined}extent=duel&first={}&against={against}", first.name());
    let link = format::on_page(&args.link, &link);
    let strike = Share::of(&game, document, &resolve(&game, document)?, None, link, Extent::Duel);
    Ok(words::share(&game, documents, first, (&summary, exact.as_ref()), strike))
}

fn picture(share: &Share) -> Result<&str, Failure> {
    share.picture.as_deref().ok_or_else(|| {
        let message =
            "there is nothing to draw; --wikitext, --html and --json tell what it answers".to_owned();
        Failure::Document(vec![Problem { path: String::new(), message }])
    })
}

fn json(share: &Share) -> Json {
    let rows = share.rows.iter().map(|row| {
        let texts = [("name", &row.name), ("says", &row.says), ("fraction", &row.fraction)];
        let texts = texts.map(|(name, text)| (name, Json::from(text.as_str())));
        texts.into_iter().chain([("chance", row.chance.into())]).collect()
    });
    let figures = share.figures.iter();
    let figures = figures.map(|(name, says)| Json::List(vec![name.as_str().into(), says.as_str().into()]));
    [
        ("sentence", share.sentence.as_str().into()),
        ("link", share.link.as_str().into()),
        ("caption", share.caption.as_str().into()),
        ("rows", Json::List(rows.collect())),
        ("figures", Json::List(figures.collect())),
        ("picture", share.picture.as_deref().map_or(Json::Null, Json::from)),
    ]
    .into_iter()
    .collect()
}
