//! Says when what is shown is not the answer to what is entered, and why.

use crate::document::join;
use crate::dom::{El, button, el};
use crate::format;
use crate::sheet;
use crate::state::{Now, Page, Standing};
use tohit_resolver::Problem;
use tohit_resolver::sheet::Shape;

/// The problems of the document, and what is shown meanwhile.
pub(crate) fn view(page: Page) -> El {
    let key = move || page.now().problems.iter().map(ToString::to_string).collect();
    el("div").attr("role", "status").live(key, move || {
        let now = page.here();
        let wrong = format::count(now.problems.len(), "entry is", "entries are");
        let shown = match crate::signals::untrack(|| page.standing()) {
            Standing::Last => "This is the last good answer",
            Standing::Mended => "This is the answer without what is wrong",
            Standing::Fresh | Standing::Computing => return Vec::new(),
        };
        let problems = el("div")
            .class("problems")
            .child(&el("p").text(&format!("{shown}: {wrong} not allowed.")))
            .child(&el("ul").children(now.problems.iter().map(|problem| line(&now, problem))))
            .child(&button("Leave out what is wrong").class("quiet").press(move || page.mend()));
        vec![problems]
    })
}

/// A problem, and the way to its field.
fn line(now: &Now, problem: &Problem) -> El {
    let text = format!("{}.", format::sentence(&problem.message));
    let (name, control) = place(now, &problem.path);
    if name.is_empty() {
        return el("li").text(&text);
    }
    let this = button(&name).class("link");
    let here = this.clone();
    let go = move || {
        if let Some(control) = here.find(&control) {
            control.focus();
        }
    };
    el("li").child(&this.press(go)).text(&format!(": {text}"))
}

/// A path in the words of the form, and the name of its control.
fn place(now: &Now, path: &str) -> (String, String) {
    let mut words: Vec<String> = Vec::new();
    let mut shape = Some(Shape::Sheet(now.form()));
    let mut control = String::new();
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let (word, inner) = match shape.map(Shape::inner) {
            Some(Shape::Sheet(spec)) => {
                let field = spec.field(step);
                (field.map_or(step, |field| field.about.label).to_owned(), field.map(|field| field.shape))
            }
            Some(Shape::List { of, .. }) => {
                (step.parse::<usize>().map_or(step.to_owned(), |index| (index + 1).to_string()), Some(*of))
            }
            _ => (step.to_owned(), None),
        };
        // What stands inside a field has no control of its own.
        if shape.is_some() {
            control = join(&control, step);
        }
        words.push(word);
        shape = inner;
    }
    (words.join(" › "), sheet::id(&control))
}
