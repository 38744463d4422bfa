//! A presets table: tab-separated text, one row for each sheet that a preset fills.

use std::collections::BTreeSet;

/// The name of the row that gives the defaults of a kind: a cell equal to its default is not written.
const DEFAULTS: &str = "*";

/// A valid table.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PresetTable {
    pub(super) rows: Vec<PresetRow>,
    /// True where a column has the group of each preset.
    pub(super) groups: bool,
    /// True where a column has the note of each preset.
    pub(super) notes: bool,
}

/// A sheet of a preset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PresetRow {
    /// Line in the table, from 1.
    pub(super) line: usize,
    pub(super) group: String,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) mode: String,
    pub(super) note: String,
    /// Field paths with their values.
    pub(super) fields: Vec<(String, String)>,
}

/// The meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Group,
    Name,
    Kind,
    Mode,
    Note,
    /// Fields in the notation of a presets file: `hp=6 weapon.sides=8`.
    Fields,
    /// A source, for people: not written.
    Source,
    /// The field of that path.
    Path(String),
}

impl Column {
    fn of(header: &str) -> Option<Self> {
        Some(match header {
            "group" => Self::Group,
            "name" => Self::Name,
            "kind" => Self::Kind,
            "mode" => Self::Mode,
            "note" => Self::Note,
            "fields" => Self::Fields,
            "source" => Self::Source,
            path if is_path(path) => Self::Path(path.to_owned()),
            _ => return None,
        })
    }
}

impl PresetTable {
    /// Reads a table whose kinds are among `kinds`, or returns all its mistakes.
    pub(super) fn read(text: &str, kinds: &[String]) -> Result<Self, Vec<String>> {
        let mut lines = text.trim_start_matches('\u{feff}').lines().zip(1..).filter(|(line, _)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        let Some((header, at)) = lines.next() else {
            return Err(vec!["the table is empty: its first line names the columns".to_owned()]);
        };
        let headers: Vec<&str> = header.split('\t').map(str::trim).collect();
        let columns = columns(&headers, at)?;
        let mut problems = Vec::new();
        let mut rows = Vec::new();
        for (line, number) in lines {
            match cells(line, number, &headers, &columns, kinds) {
                Ok(row) => rows.extend(row),
                Err(wrong) => problems.extend(wrong),
            }
        }
        let (defaults, mut rows): (Vec<PresetRow>, Vec<PresetRow>) =
            rows.into_iter().partition(|row| row.name == DEFAULTS);
        for row in &mut rows {
            let known = defaults.iter().filter(|known| known.kind == row.kind);
            let known: Vec<_> = known.flat_map(|known| &known.fields).collect();
            row.fields.retain(|field| !known.contains(&field));
        }
        let groups = columns.contains(&Column::Group);
        problems.extend(repeated(&rows));
        if groups {
            let bare = rows.iter().filter(|row| row.group.is_empty());
            problems.extend(bare.map(|row| wrong(row.line, "group", "is empty")));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(Self { rows, groups, notes: columns.contains(&Column::Note) })
    }
}

/// The columns that the first line names.
fn columns(headers: &[&str], at: usize) -> Result<Vec<Column>, Vec<String>> {
    let mut problems = Vec::new();
    let mut columns = Vec::new();
    for header in headers {
        match Column::of(header) {
            None => problems.push(wrong(
                at,
                header,
                "is neither a field path (`weapon.sides`) nor group, name, kind, mode, note, fields or source",
            )),
            Some(column) if columns.contains(&column) => problems.push(wrong(at, header, "stands twice")),
            Some(column) => columns.push(column),
        }
    }
    for (needed, header) in [(Column::Name, "name"), (Column::Kind, "kind")] {
        if !columns.contains(&needed) {
            problems.push(wrong(at, header, "is missing"));
        }
    }
    if problems.is_empty() { Ok(columns) } else { Err(problems) }
}

/// The rows of one line: one for each of its kinds.
fn cells(
    line: &str,
    number: usize,
    headers: &[&str],
    columns: &[Column],
    kinds: &[String],
) -> Result<Vec<PresetRow>, Vec<String>> {
    let mut row = PresetRow { line: number, ..PresetRow::default() };
    let mut filled = Vec::new();
    let mut problems = Vec::new();
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    if cells.len() > columns.len() {
        return Err(vec![format!("row {number}: {} cells for {} columns", cells.len(), columns.len())]);
    }
    for ((cell, column), header) in cells.iter().zip(columns).zip(headers) {
        let result = match column {
            Column::Group => words(cell).map(|cell| row.group = cell),
            Column::Name => words(cell).map(|cell| row.name = cell),
            Column::Mode => words(cell).map(|cell| row.mode = cell),
            Column::Note => words(cell).map(|cell| row.note = cell),
            Column::Kind => {
                filled = cell.split(',').map(str::trim).filter(|kind| !kind.is_empty()).collect();
                let unknown = filled.iter().find(|kind| !kinds.iter().any(|known| known == **kind));
                unknown.map_or(Ok(()), |kind| {
                    Err(format!(
                        "no sheet is filled by `{kind}`; the words say `presets` {}",
                        kinds.join(", ")
                    ))
                })
            }
            Column::Source => Ok(()),
            Column::Path(_) if cell.is_empty() => Ok(()),
            Column::Path(path) => field(&mut row, path, cell),
            Column::Fields => cell.split_ascii_whitespace().try_for_each(|pair| {
                let (path, value) = pair.split_once('=').unwrap_or((pair, ""));
                field(&mut row, path, value)
            }),
        };
        problems.extend(result.err().map(|problem| wrong(number, header, problem)));
    }
    if problems.is_empty() {
        let needed = [("name", row.name.is_empty()), ("kind", filled.is_empty())];
        let bare = needed.iter().filter(|(_, bare)| *bare);
        problems.extend(bare.map(|(header, _)| wrong(number, header, "is empty")));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(filled.iter().map(|kind| PresetRow { kind: (*kind).to_owned(), ..row.clone() }).collect())
}

/// Words for people; the separators of a presets file are not allowed.
fn words(cell: &str) -> Result<String, String> {
    if cell.contains(['|', '#', '[', ']']) {
        return Err(format!("`{cell}` holds one of | # [ ], which a presets file takes for its own"));
    }
    Ok(cell.to_owned())
}

/// Adds a field to a row.
fn field(row: &mut PresetRow, path: &str, value: &str) -> Result<(), String> {
    if !is_path(path) {
        return Err(format!("`{path}` is no field path, such as `hp` or `weapon.sides`"));
    }
    if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '|' || c == '#') {
        return Err(format!("`{value}` is no value of `{path}`: write it without spaces, | and #"));
    }
    if row.fields.iter().any(|(known, _)| known == path) {
        return Err(format!("`{path}` is given twice"));
    }
    row.fields.push((path.to_owned(), value.to_owned()));
    Ok(())
}

fn is_path(text: &str) -> bool {
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    text.split('.').all(is_name)
}

/// Rows that fill the same sheet of the same preset.
fn repeated(rows: &[PresetRow]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let again = rows.iter().filter(|row| !seen.insert((&row.name, &row.kind, &row.mode)));
    again
        .map(|row| wrong(row.line, "name", format!("`{}` fills `{}` in a row before", row.name, row.kind)))
        .collect()
}

fn wrong(row: usize, column: &str, problem: impl std::fmt::Display) -> String {
    format!("row {row}, column `{column}`: {problem}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PresetTable, Vec<String>> {
        PresetTable::read(text, &["weapon".to_owned(), "target".to_owned(), "creature".to_owned()])
    }

    #[test]
    fn a_row_has_its_fields_by_columns_and_as_pairs() {
        let text = "\u{feff}# drawn from the tables\nname\tkind\thp\tblow.sides\tfields\tsource\r\n\
                    Grub\ttarget\t6\t\tguard=2 traits=soft,slow\tgrub.c\r\nPike\tweapon,creature\t\t8\n";
        let table = read(text).unwrap();
        let fields: Vec<String> =
            table.rows.iter().map(|row| format!("{} {} {:?}", row.name, row.kind, row.fields)).collect();
        assert_eq!(
            fields,
            [
                r#"Grub target [("hp", "6"), ("guard", "2"), ("traits", "soft,slow")]"#,
                r#"Pike weapon [("blow.sides", "8")]"#,
                r#"Pike creature [("blow.sides", "8")]"#,
            ]
        );
        assert!(!table.groups && !table.notes);
    }

    #[test]
    fn a_default_is_not_written() {
        let table =
            read("name\tkind\thp\tspeed\n*\tcreature\t\t12\nGrub\tcreature\t6\t12\nEel\tcreature\t6\t9\n");
        let table = table.unwrap();
        let speeds: Vec<_> = table.rows.iter().map(|row| row.fields.len()).collect();
        assert_eq!(speeds, [1, 2]);
    }

    #[test]
    fn a_problem_names_its_row_and_column() {
        let cases = [
            ("", "the table is empty"),
            ("name\tkind\tHit points", "row 1, column `Hit points`: is neither a field path"),
            ("name\tkind\tkind", "row 1, column `kind`: stands twice"),
            ("name\thp", "row 1, column `kind`: is missing"),
            ("name\tkind\n\ttarget", "row 2, column `name`: is empty"),
            ("name\tkind\nGrub", "row 2, column `kind`: is empty"),
            (
                "name\tkind\nGrub\ttargets",
                "row 2, column `kind`: no sheet is filled by `targets`; the words say",
            ),
            ("name\tkind\thp\nGrub\ttarget\t6 7", "row 2, column `hp`: `6 7` is no value"),
            (
                "name\tkind\tfields\n\n# a note\nGrub\ttarget\thp",
                "row 4, column `fields`: `` is no value of `hp`",
            ),
            ("name\tkind\tfields\nGrub\ttarget\tHP=3", "row 2, column `fields`: `HP` is no field path"),
            ("name\tkind\thp\tfields\nGrub\ttarget\t6\thp=7", "row 2, column `fields`: `hp` is given twice"),
            ("name\tkind\nGr|ub\ttarget", "row 2, column `name`: `Gr|ub` holds"),
            ("name\tkind\nGrub\ttarget\t6", "row 2: 3 cells for 2 columns"),
            (
                "name\tkind\nGrub\ttarget\nGrub\ttarget",
                "row 3, column `name`: `Grub` fills `target` in a row before",
            ),
            ("name\tkind\tgroup\nGrub\ttarget\t", "row 2, column `group`: is empty"),
        ];
        for (text, problem) in cases {
            let problems = read(text).unwrap_err();
            assert!(problems.len() == 1 && problems.concat().starts_with(problem), "{text:?}: {problems:?}");
        }
        let many = read("name\tkind\nGrub\tx\nGrub\ty\n").unwrap_err();
        assert_eq!(many.len(), 2, "{many:?}");
    }
}
