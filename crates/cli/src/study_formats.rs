//! The formats of a study's table.

use crate::lua::string;
use core::fmt::Write as _;
use tohit_report::escape;
use tohit_report::table;
use tohit_resolver::Json;

/// A number for people, for programs, and in percent where it is a chance.
pub(crate) type FormattedValue = Option<[String; 3]>;

/// A study's tables, as text.
pub(crate) struct Sheet {
    pub(crate) link: String,
    /// Link and title of a wiki's caption.
    pub(crate) caption: [String; 2],
    /// True where people see the rows.
    pub(crate) is_table: bool,
    /// True where programs get a reading in place of the rows.
    pub(crate) is_read: bool,
    pub(crate) table: FormattedTable,
    /// Readings by name, for programs; for people, a line each.
    pub(crate) read: Vec<(&'static str, FormattedTable)>,
    pub(crate) readings: Vec<String>,
}

/// The values along the axes, and the measures.
pub(crate) struct FormattedTable {
    pub(crate) axes: Vec<String>,
    pub(crate) measures: Vec<String>,
    pub(crate) rows: Vec<(Vec<Json>, Vec<FormattedValue>)>,
}

/// A format.
#[derive(Clone, Copy, Default, PartialEq, clap::ValueEnum)]
pub(crate) enum Format {
    #[default]
    Table,
    Csv,
    Json,
    Markdown,
    Wikitext,
    Lua,
}

impl Format {
    /// The writer of a text format.
    pub(crate) fn written(self) -> Option<fn(&Sheet) -> String> {
        match self {
            Self::Table => Some(in_lines),
            Self::Csv => Some(csv),
            Self::Json => None,
            Self::Markdown => Some(markdown),
            Self::Wikitext => Some(wikitext),
            Self::Lua => Some(lua),
        }
    }
}

impl FormattedTable {
    fn head(&self) -> Vec<String> {
        self.axes.iter().chain(&self.measures).cloned().collect()
    }

    /// Every row, its numbers for people or for programs; a dash or an empty text for a missing number.
    fn lines(&self, people: bool) -> impl Iterator<Item = Vec<String>> {
        self.rows.iter().map(move |(places, values)| {
            let number = |printed: &FormattedValue| match printed {
                Some([says, _, _]) if people => says.clone(),
                Some([_, plain, _]) => plain.clone(),
                None => if people { "-" } else { "" }.to_owned(),
            };
            places.iter().map(Json::plain).chain(values.iter().map(number)).collect()
        })
    }
}

/// Aligned columns: words at the left, numbers at the right.
pub(crate) fn aligned(lines: &[Vec<String>]) -> Vec<String> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or_default();
    let cell = |line: &Vec<String>, column: usize| line.get(column).cloned().unwrap_or_default();
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'));
    let shape = |column: usize| {
        let width = lines.iter().map(|line| cell(line, column).chars().count()).max().unwrap_or_default();
        (width, lines.iter().skip(1).all(|line| is_number(&cell(line, column))))
    };
    let shapes: Vec<(usize, bool)> = (0..columns).map(shape).collect();
    let written = |line: &Vec<String>| {
        let cells = shapes.iter().enumerate().map(|(column, (width, is_number))| match is_number {
            true => format!("{:>width$}", cell(line, column)),
            false => format!("{:<width$}", cell(line, column)),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    lines.iter().map(written).collect()
}

/// The table and the readings below it, as a format writes a text.
fn joined(mut table: Vec<String>, sheet: &Sheet, escape: fn(&str) -> String) -> String {
    if !table.is_empty() && !sheet.readings.is_empty() {
        table.push(String::new());
    }
    table.extend(sheet.readings.iter().map(|reading| escape(reading)));
    table.push(String::new());
    table.join("\n")
}

fn in_lines(sheet: &Sheet) -> String {
    let table = &sheet.table;
    let lines: Vec<Vec<String>> = core::iter::once(table.head()).chain(table.lines(true)).collect();
    joined(if sheet.is_table { aligned(&lines) } else { Vec::new() }, sheet, str::to_owned)
}

/// The table as CSV, or its first reading.
fn csv(sheet: &Sheet) -> String {
    let read = sheet.read.first().filter(|_| sheet.is_read);
    let asked = read.map_or(&sheet.table, |(_, read)| read);
    // Intervals whose condition is undecided follow those where it holds, with one column more.
    let not_known = sheet.read.iter().find(|(name, _)| sheet.is_read && *name == "not_known");
    let (head, undecided) = match not_known {
        Some((_, not_known)) => (not_known.head(), not_known.lines(false).collect()),
        None => (asked.head(), Vec::new()),
    };
    let lines = asked.lines(false).map(|mut line| {
        line.resize(head.len(), String::new());
        line
    });
    let lines: Vec<Vec<String>> = lines.chain(undecided).collect();
    table::csv(core::iter::once(head).chain(lines))
}

fn markdown(sheet: &Sheet) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let text = |cells: Vec<String>| line(cells.iter().map(|cell| escape::markdown(cell)).collect());
    let head = sheet.table.head();
    let rule = line(head.iter().map(|_| "---".to_owned()).collect());
    let all = [text(head), rule].into_iter().chain(sheet.table.lines(true).map(text)).collect();
    joined(if sheet.is_table { all } else { Vec::new() }, sheet, escape::markdown)
}

fn wikitext(sheet: &Sheet) -> String {
    let [address, title] = &sheet.caption;
    let body = table::cells(core::iter::once(sheet.table.head()).chain(sheet.table.lines(true)));
    let table = if sheet.is_table { table::wikitext(address, title, body) } else { Vec::new() };
    joined(table, sheet, escape::wikitext)
}

/// A module of data for Scribunto: `mw.loadData("Module:…").rows[130].hit`. A table over two axes has nested
/// rows. Each reading has a name and records of its own.
fn lua(sheet: &Sheet) -> String {
    let FormattedTable { axes, measures, rows } = &sheet.table;
    let list = |texts: &[String]| texts.iter().map(|text| string(text)).collect::<Vec<_>>().join(", ");
    let mut out = format!(
        "return {{\n\tversion = {},\n\tlink = {},\n\taxes = {{ {} }},\n\tmeasures = {{ {} }},\n\trows = {{\n",
        string(env!("CARGO_PKG_VERSION")),
        string(&sheet.link),
        list(axes),
        list(measures)
    );
    let mut sorted: Vec<&(Vec<Json>, Vec<FormattedValue>)> = rows.iter().collect();
    // Rows with the same first value form a group, in any order of the table.
    let first = |row: &(Vec<Json>, Vec<FormattedValue>)| row.0.first().map(Json::plain);
    let place =
        |row: &(Vec<Json>, Vec<FormattedValue>)| rows.iter().position(|other| first(other) == first(row));
    sorted.sort_by_key(|row| place(row));
    let mut open = None;
    for (places, values) in sorted {
        let numbers = numbers(measures, values);
        // Writing into a string cannot fail.
        let _ = match places.as_slice() {
            [] => writeln!(out, "\t\t{{ {numbers} }},"),
            [one] => writeln!(out, "\t\t[{}] = {{ {numbers} }},", literal(one)),
            [one, other, ..] => {
                if open.as_ref() != Some(one) {
                    let close = if open.is_some() { "\t\t},\n" } else { "" };
                    let _ = writeln!(out, "{close}\t\t[{}] = {{", literal(one));
                    open = Some(one.clone());
                }
                writeln!(out, "\t\t\t[{}] = {{ {numbers} }},", literal(other))
            }
        };
    }
    if open.is_some() {
        out += "\t\t},\n";
    }
    out += "\t},\n";
    for (name, FormattedTable { axes, measures, rows }) in &sheet.read {
        let _ = writeln!(out, "\t{name} = {{");
        for (places, values) in rows {
            let places = axes
                .iter()
                .zip(places)
                .map(|(name, place)| format!("[{}] = {}", string(name), literal(place)));
            let all = places.chain(Some(numbers(measures, values)).filter(|numbers| !numbers.is_empty()));
            let _ = writeln!(out, "\t\t{{ {} }},", all.collect::<Vec<_>>().join(", "));
        }
        out += "\t},\n";
    }
    out + "}\n"
}

fn literal(value: &Json) -> String {
    match value {
        Json::Number(_) | Json::Bool(_) => value.to_string(),
        other => string(&other.plain()),
    }
}

/// Numbers by the names of their measures, without missing ones.
fn numbers(measures: &[String], values: &[FormattedValue]) -> String {
    let named = |(name, printed): (&String, &FormattedValue)| {
        printed.as_ref().map(|[_, _, number]| format!("[{}] = {number}", string(name)))
    };
    measures.iter().zip(values).filter_map(named).collect::<Vec<_>>().join(", ")
}
