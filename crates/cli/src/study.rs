//! `tohit study`: many scenarios at once, as a table with its readings.

use crate::failure::Failure;
use crate::output::Output;
use crate::progress;
use crate::scenario::CustomGameArgs;
use crate::study_formats::{self, Format, FormattedValue, Sheet, aligned};
use tohit_report::Game;
use tohit_report::format;
use tohit_report::study::title;
use tohit_resolver::Extent;
use tohit_resolver::study::{
    Interval, Luck, Measure, Posterior, Probability, ShapleyShare, Study, StudyRow, StudyTable,
};
use tohit_resolver::{Fraction, Json};

/// Many scenarios at once: a range, all presets, neighbours
#[derive(clap::Args)]
#[command(after_help = include_str!("help/study.txt"))]
pub(crate) struct Args {
    /// A link in which something varies
    link: String,
    /// table, csv, json, markdown, wikitext, or lua: a
    /// module for Scribunto's mw.loadData, chances in
    /// percent
    #[arg(long, value_enum, default_value_t, verbatim_doc_comment)]
    format: Format,
    /// Fractions
    #[arg(long)]
    exact: bool,
    /// Time that it may take; without it 60 seconds for
    /// fights and duels, and no limit for strikes
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, verbatim_doc_comment)]
    limit: Option<u32>,
    #[command(flatten)]
    own: CustomGameArgs,
}

/// Writes the table and its readings.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let (ruleset, link) = args.own.linked(&args.link)?;
    let study = Study::parse(ruleset, &link).map_err(Failure::Document)?;
    let game = Game { rules: ruleset, is_own: ruleset.listing().is_none() };
    // The link includes the given page's address, if there is one.
    let caption = [format::on_page(&args.link, &study.to_link()), title(&game, &study)];
    // A module for a wiki contains the decimals nearest to the exact numbers, except for fights: their
    // fractions may be too large.
    let of_fights = || study.columns().iter().any(|measure| measure.extent() != Extent::Strike);
    if args.exact || args.format == Format::Lua && !of_fights() {
        write::<Fraction>(&study, caption, args, output)
    } else {
        write::<f64>(&study, caption, args, output)
    }
}

fn write<P: StudyNumber>(
    study: &Study<'_>,
    caption: [String; 2],
    args: &Args,
    output: &mut Output,
) -> Result<(), Failure> {
    let table = progress::table::<P>(study, args.limit)?;
    match args.format.written() {
        Some(written) => output.text(&written(&sheet(study, caption, &table))),
        None => output.line(study.json(&table).pretty()),
    }
}

/// A number as people read it.
pub(crate) trait StudyNumber: Probability {
    /// Number as text, in the format of the measure; a chance as a float is in percent.
    fn says(&self, measure: &Measure) -> String;
}

impl StudyNumber for f64 {
    fn says(&self, measure: &Measure) -> String {
        if measure.is_chance() {
            format!("{:.2} %", self * 100.0)
        } else if measure.is_whole() {
            self.to_string()
        } else {
            format!("{self:.3}")
        }
    }
}

impl StudyNumber for Fraction {
    fn says(&self, _: &Measure) -> String {
        self.to_string()
    }
}

/// Input of the output formats.
fn sheet<P: StudyNumber>(study: &Study<'_>, caption: [String; 2], table: &StudyTable<P>) -> Sheet {
    let shown = study.shown();
    let weighed = table.weighed.as_ref();
    let row = |row: &StudyRow<P>| {
        let likely = weighed.map(|weighed| (weighed.posterior.get(row.cell), &Measure::Hit));
        let values = row.values.iter().map(Option::as_ref).zip(&shown).chain(likely);
        let places = study.places(row.cell).into_iter().map(|place| place.value.clone()).collect();
        (places, values.map(|(value, measure)| printed(value?, measure)).collect())
    };
    let mut readings = readings(study, table);
    let refused = table.rows.iter().filter_map(|row| row.refused.first().map(|problem| (row.cell, problem)));
    for (cell, problem) in refused {
        let places: Vec<String> = study.places(cell).into_iter().map(|place| place.label()).collect();
        readings.push(format!("- {}: {problem}", places.join(", ")));
    }
    Sheet {
        link: study.to_link(),
        caption,
        is_table: study.is_table(),
        // A posterior is a column of the table.
        is_read: !study.is_table() && weighed.is_none(),
        table: study_formats::FormattedTable {
            axes: study.axes.iter().map(|axis| axis.name.clone()).collect(),
            // The posterior is the last column.
            measures: shown
                .iter()
                .map(ToString::to_string)
                .chain(weighed.map(|_| "likely".to_owned()))
                .collect(),
            rows: table.rows.iter().map(row).collect(),
        },
        read: read(study, table),
        readings,
    }
}

/// Formats a number for people, for programs, and in percent where it is a chance.
fn printed<P: StudyNumber>(value: &P, measure: &Measure) -> FormattedValue {
    let percent = P::of(&Fraction::from(if measure.is_chance() { 100 } else { 1 }));
    // Programs get the number as JSON has it.
    Some([value.says(measure), value.json().plain(), (value.clone() * percent).float().to_string()])
}

/// Readings of the table, for programs.
fn read<P: StudyNumber>(
    study: &Study<'_>,
    table: &StudyTable<P>,
) -> Vec<(&'static str, study_formats::FormattedTable)> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let place = |axis: usize, place: usize| {
        let place = study.axes.get(axis).and_then(|axis| axis.places.get(place));
        place.map_or(Json::Null, |place| place.value.clone())
    };
    let mut read = Vec::new();
    if study.find.is_some() {
        let beside = study.axes.get(1).map(|axis| axis.name.clone());
        let axes = beside.into_iter().chain(["from".to_owned(), "to".to_owned()]).collect();
        let row = |found: &Interval| {
            let ends = [place(0, found.from), place(0, found.to)];
            (found.beside.map(|at| place(1, at)).into_iter().chain(ends).collect::<Vec<_>>(), Vec::new())
        };
        let axes: Vec<String> = axes;
        let rows = table.found.iter().map(row).collect();
        read.push(("find", study_formats::FormattedTable { axes: axes.clone(), measures: Vec::new(), rows }));
        let because = |(interval, why): &(Interval, String)| {
            let (mut places, values) = row(interval);
            places.push(why.as_str().into());
            (places, values)
        };
        if !table.not_known.is_empty() {
            let axes = axes.into_iter().chain(["not known".to_owned()]).collect();
            let rows = table.not_known.iter().map(because).collect();
            read.push(("not_known", study_formats::FormattedTable { axes, measures: Vec::new(), rows }));
        }
    }
    if let Some(measure) = &study.explain {
        let row = |share: &ShapleyShare| {
            let places = [&share.path, &share.from, &share.to].map(|text| text.as_str().into());
            (places.into(), vec![printed(&P::of(&share.share), measure)])
        };
        let (axes, measures) = (names(&["path", "from", "to"]), vec![measure.to_string()]);
        let rows = table.shares.iter().map(row).collect();
        read.push(("explain", study_formats::FormattedTable { axes, measures, rows }));
    }
    if let Some(Luck { strikes, total, of_hits, worse, better }) = &table.luck {
        let axes = names(&["strikes", if *of_hits { "hits" } else { "damage" }]);
        let places = vec![i64::try_from(*strikes).unwrap_or(i64::MAX).into(), (*total).into()];
        let values = [worse, better].map(|chance| printed(chance, &Measure::Hit)).into();
        let measures = names(&["worse", "better"]);
        read.push(("luck", study_formats::FormattedTable { axes, measures, rows: vec![(places, values)] }));
    }
    read
}

/// Readings of the table, a line each.
fn readings<P: StudyNumber>(study: &Study<'_>, table: &StudyTable<P>) -> Vec<String> {
    let mut lines = found(study, table);
    lines.extend(table.weighed.iter().flat_map(|weighed| probably(study, weighed)));
    lines.extend(table.luck.iter().map(lucky));
    if let Some(measure) = &study.explain {
        lines.extend(shares::<P>(measure, table));
    }
    lines
}

fn label(study: &Study<'_>, axis: usize, place: usize) -> String {
    study
        .axes
        .get(axis)
        .and_then(|axis| axis.places.get(place))
        .map(|place| place.label())
        .unwrap_or_default()
}

fn name<'s>(study: &'s Study<'_>, axis: usize) -> &'s str {
    study.axes.get(axis).map_or("", |axis| axis.name.as_str())
}

fn found<P>(study: &Study<'_>, table: &StudyTable<P>) -> Vec<String> {
    let Some(find) = &study.find else { return Vec::new() };
    if table.found.is_empty() && table.not_known.is_empty() {
        return vec![format!("{find}: nowhere")];
    }
    let places = |found: &Interval| {
        let beside = found.beside.map(|at| format!(", {} {}", name(study, 1), label(study, 1, at)));
        let (from, to) = (label(study, 0, found.from), label(study, 0, found.to));
        let to = if found.from == found.to { String::new() } else { format!(" to {to}") };
        format!("{} {from}{to}{}", name(study, 0), beside.unwrap_or_default())
    };
    let found = table.found.iter().map(|found| format!("{find}: {}", places(found)));
    let not_known = table.not_known.iter();
    let not_known =
        not_known.map(|(interval, why)| format!("{find}: not known at {}: {why}", places(interval)));
    let undecided: usize = table.not_known.iter().map(|(known, _)| known.to - known.from + 1).sum();
    let nowhere = table.found.is_empty() && undecided < table.rows.len();
    found.chain(not_known).chain(nowhere.then(|| format!("{find}: nowhere else"))).collect()
}

fn probably<P: StudyNumber>(study: &Study<'_>, weighed: &Posterior<P>) -> Vec<String> {
    let between = weighed.between.map(|(low, high)| {
        format!("; nine times in ten {} to {}", label(study, 0, low), label(study, 0, high))
    });
    let mean = weighed.mean.as_ref().map(|mean| format!(", {:.3} on average", mean.float()));
    let mut lines = vec![format!(
        "{}: most likely {}{}{}",
        name(study, 0),
        label(study, 0, weighed.likeliest),
        mean.unwrap_or_default(),
        between.unwrap_or_default()
    )];
    for (measure, forecast) in study.shown().iter().zip(&weighed.forecast) {
        let says = forecast.as_ref().map(|forecast| forecast.says(measure));
        lines.extend(says.map(|says| format!("{measure}, from what was seen: {says}")));
    }
    lines
}

fn lucky<P: StudyNumber>(luck: &Luck<P>) -> String {
    let chance = |p: &P| match p.float() {
        p if p > 0.0 => format!("1 in {:.1}", 1.0 / p),
        _ => "never".to_owned(),
    };
    let of = if luck.of_hits { "hits" } else { "damage" };
    let as_text = |p: &P| format!("{} ({})", chance(p), p.says(&Measure::Hit));
    format!(
        "{} strikes, {} {of}: a run as bad or worse {}, as good or better {}",
        luck.strikes,
        luck.total,
        as_text(&luck.worse),
        as_text(&luck.better)
    )
}

fn shares<P: StudyNumber>(measure: &Measure, table: &StudyTable<P>) -> Vec<String> {
    let signed = |share: &Fraction| {
        let plus = if share.is_positive() { "+" } else { "" };
        format!("{plus}{}", P::of(share).says(measure))
    };
    let or_default = |text: &str| if text.is_empty() { "default".to_owned() } else { text.to_owned() };
    let mut lines = vec![vec![measure.to_string(), "what differs".to_owned()]];
    for share in &table.shares {
        let what = format!("{}: {} -> {}", share.path, or_default(&share.from), or_default(&share.to));
        lines.push(vec![signed(&share.share), what]);
    }
    let gap: Fraction = table.shares.iter().map(|share| &share.share).sum();
    lines.push(vec![signed(&gap), "in all".to_owned()]);
    for (share, (other, more)) in
        table.shares.iter().flat_map(|one| one.with.iter().map(move |with| (one, with)))
    {
        let what = format!("of that from {} and {other} together, beyond each alone", share.path);
        lines.push(vec![signed(more), what]);
    }
    aligned(&lines)
}
