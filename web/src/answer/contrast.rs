//! Answers side by side: a column each, bars and numbers in line, and how much each differs from the first.

use super::more;
use super::outcomes::class;
use super::overlay::{self, Sides};
use crate::dom::{El, effect, el};
use crate::format;
use crate::summary::{Damage, Summary};
use std::cell::RefCell;
use std::sync::Arc;
use tohit_resolver::AboutRules;

/// One number of an answer.
struct Number {
    value: f64,
    says: String,
    is_chance: bool,
}

impl Number {
    fn chance(p: f64) -> Self {
        Self { value: p, says: format::percent(p), is_chance: true }
    }

    fn average(damage: &Damage) -> Self {
        Self { value: damage.mean, says: damage.average(), is_chance: false }
    }

    /// How much more it is: of chances, in percentage points.
    fn beside(&self, first: &Self) -> String {
        format::difference((self.value - first.value) * if self.is_chance { 100.0 } else { 1.0 })
    }
}

/// The numbers of an answer, in the order of the rows.
fn numbers(summary: &Summary) -> Vec<Option<Number>> {
    let mut numbers = vec![summary.hit.map(Number::chance)];
    numbers.extend(summary.outcomes.iter().map(|p| p.map(Number::chance)));
    numbers.extend([&summary.damage, &summary.turn].map(|damage| damage.as_ref().map(Number::average)));
    numbers
}

struct Cell {
    says: El,
    beside: El,
    bar: El,
}

impl Cell {
    fn new() -> Self {
        let part = |class: &str| el("span").class(class);
        Self { says: part("number"), beside: part("beside"), bar: part("bar") }
    }

    fn view(&self) -> El {
        el("td").child(&el("span").class("text").child(&self.says).child(&self.beside)).child(&self.bar)
    }

    fn tell(&self, number: Option<&Number>, first: Option<&Number>) {
        self.says.set_text(number.map_or("–", |number| &number.says));
        let beside = number.zip(first).map(|(number, first)| number.beside(first));
        self.beside.set_text(&beside.unwrap_or_default());
        let share = number.filter(|number| number.is_chance).map_or(0.0, |number| number.value);
        self.bar.set_style("width", &format!("{}%", format::decimal(share * 100.0, 3)));
    }
}

struct Row {
    line: El,
    cells: Vec<Cell>,
}

/// The table and the damage drawn over each other. The first of the columns is what the others are compared with. An answer may not be here yet.
pub(crate) fn view(
    about: &'static AboutRules,
    caption: &str,
    heads: Vec<El>,
    answers: impl Fn() -> Vec<Arc<Summary>> + 'static,
) -> El {
    let how_many = heads.len();
    let row = |label: &str, class: &str| {
        let cells: Vec<Cell> = (0..how_many).map(|_| Cell::new()).collect();
        for cell in &cells {
            cell.bar.set("class", &format!("bar {class}"));
        }
        let head = el("th").attr("scope", "row").text(label);
        Row { line: el("tr").child(&head).children(cells.iter().map(Cell::view)), cells }
    };
    let outcomes = about.outcomes.iter().enumerate();
    let mut rows = vec![row("To hit", "all")];
    rows.extend(outcomes.map(|(place, outcome)| row(outcome.label, &class(about.outcomes, place))));
    rows.extend(["Damage a strike, on average", "Damage a turn, on average"].map(|label| row(label, "none")));
    let (figures, before) = (el("tbody"), RefCell::new(Vec::new()));
    let heads = heads.into_iter().enumerate().map(|(place, head)| {
        let key = el("i").class(&format!("key side-{place}"));
        el("th").attr("scope", "col").child(&key).child(&head)
    });
    let corner = el("td").child(&el("span").class("unseen").text("Figure"));
    let table = el("table")
        .class("contrast")
        .child(&el("caption").class("unseen").text(caption))
        .child(&el("thead").child(&el("tr").child(&corner).children(heads)))
        .child(&el("tbody").children(rows.iter().map(|row| row.line.clone())))
        .child(&figures);
    table.set_style("--columns", &how_many.to_string());
    let (drawing, draw) = overlay::view(how_many);
    effect(move || {
        let sides = answers();
        let numbers: Vec<Vec<Option<Number>>> = sides.iter().map(|side| numbers(side)).collect();
        for (place, row) in rows.iter().enumerate() {
            let here = || numbers.iter().map(|numbers| numbers.get(place).and_then(Option::as_ref));
            let first = here().next().flatten();
            // Throws are not asked for everything: what none of the others knows is no row.
            let others = here().zip(&sides).skip(1);
            let is_known = others.into_iter().any(|(number, side)| number.is_some() || !side.is_here());
            row.line.set_class("absent", !is_known || !here().flatten().any(|number| number.value > 0.0));
            let is_same = |number: &Number| first.is_some_and(|first| number.beside(first) == "=");
            row.line.set_class("unlike", !here().flatten().all(is_same));
            for (column, (cell, number)) in row.cells.iter().zip(here()).enumerate() {
                cell.tell(number, first.filter(|_| column > 0));
            }
        }
        let unlike = unlike(&sides);
        if *before.borrow() != unlike {
            figures.set_text("");
            for (label, texts) in &unlike {
                let cells = texts.iter().map(|text| el("td").child(&el("span").class("number").text(text)));
                let head = el("th").attr("scope", "row").text(label);
                figures.node().append(&el("tr").class("unlike").child(&head).children(cells).0);
            }
            before.replace(unlike);
        }
        draw(&sides);
    });
    el("div").child(&table).child(&drawing)
}

/// The derived figures that are not the same in every column, with what each says.
fn unlike(sides: &Sides) -> Vec<(String, Vec<String>)> {
    let says = |side: &Arc<Summary>| -> Vec<(String, String)> {
        more::flat(&side.more).into_iter().map(|(label, part)| (label, part.says())).collect()
    };
    let all: Vec<_> = sides.iter().map(says).collect();
    let Some((first, _)) = all.split_first().filter(|_| all.iter().all(|side| !side.is_empty())) else {
        return Vec::new();
    };
    let texts = |label: &str| -> Vec<String> {
        let text = |side: &Vec<(String, String)>| {
            let found = side.iter().find(|(known, _)| known == label);
            found.map_or_else(|| "–".to_owned(), |(_, text)| text.clone())
        };
        all.iter().map(text).collect()
    };
    let rows = first.iter().map(|(label, says)| (label.clone(), says, texts(label)));
    rows.filter(|(_, says, texts)| texts.iter().any(|text| text != *says))
        .map(|(label, _, texts)| (label, texts))
        .collect()
}
