//! One field: its label, its control, what is to be said about it, and the way back.

use super::at::{At, Seen, readable};
use super::{cell, chips, choice, list, nested, number};
use crate::dom::{El, button, el};
use crate::panels::Panels;
use crate::signals::Set;
use crate::state::Page;
use std::rc::Rc;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// A control, and how it is told what is to be seen.
pub(crate) struct Control {
    pub(crate) element: El,
    pub(crate) tell: Box<dyn Fn(&Seen)>,
}

/// A field.
pub(crate) fn view(page: Page, at: At) -> El {
    match at.shape {
        Shape::Sheet(spec) => nested::always(page, &at, spec),
        Shape::Nullable(Shape::Sheet(spec)) => nested::on_demand(page, at, spec),
        Shape::List { of, least, most, .. } => match of.inner() {
            Shape::Sheet(spec) => list::view(page, at, spec, (least, most)),
            Shape::Choice(variants) => {
                let label = el("span").class("label").attr("id", &at.label_id()).text(at.about.label);
                frame(page, &at, "field wide", label, chips::control(page, &at, variants))
            }
            _ => row(page, &at, cell::places(page, &at)),
        },
        Shape::Bool => row(page, &at, tick(page, &at)),
        Shape::Choice(variants) => row(page, &at, choice::control(page, &at, variants, false)),
        Shape::Nullable(Shape::Choice(variants)) => {
            row(page, &at, choice::control(page, &at, variants, true))
        }
        Shape::Nullable(Shape::Bool) => row(page, &at, choice::yes_or_no(page, &at)),
        Shape::Cell { .. } | Shape::Nullable(Shape::Cell { .. }) => row(page, &at, cell::place(page, &at)),
        _ => row(page, &at, number::control(page, &at)),
    }
}

fn tick(page: Page, at: &At) -> Control {
    let this = operable(el("input").attr("type", "checkbox"), at);
    let (path, ticked, told) = (at.path.clone(), this.clone(), this.clone());
    Control {
        element: this.on("change", move |_| page.set(&path, ticked.is_checked().into())),
        tell: Box::new(move |seen| {
            told.set_property("checked", &(seen.value == Json::Bool(true)).into());
            told.set_property("disabled", &seen.idle.is_some().into());
        }),
    }
}

/// Names a control, and says what describes it: its help, and what is wrong.
pub(crate) fn operable(control: El, at: &At) -> El {
    let id = at.id();
    control.attr("id", &id).attr("aria-describedby", &format!("{id}-help {id}-note"))
}

/// A field whose label belongs to one control.
fn row(page: Page, at: &At, control: Control) -> El {
    let mut label = el("label").attr("for", &at.id()).text(at.about.label);
    if !at.about.unit.is_empty() {
        label = label.child(&el("span").class("unit").text(at.about.unit));
    }
    frame(page, at, "field", label, control)
}

/// Label, control, the way back, and notes.
pub(crate) fn frame(page: Page, at: &At, class: &'static str, label: El, control: Control) -> El {
    let this = helping(page, at, el("div")).child(&label).child(&control.element);
    let back = back(page, at);
    let note = note(at);
    let told = (this.clone(), back.as_ref().map(|back| back.tell.clone()), note.clone());
    at.watch(page, move |seen| {
        (control.tell)(seen);
        let (this, back, note) = &told;
        let state = [
            (seen.idle.is_some(), " idle"),
            (seen.is_changed, " changed"),
            (seen.problem.is_some(), " wrong"),
        ];
        let states = state.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name);
        this.set("class", &[class].into_iter().chain(states).collect::<String>());
        if let Some(back) = back {
            back(seen);
        }
        note.set_text(seen.problem.as_deref().or(seen.idle).unwrap_or_default());
    });
    this.children(back.map(|back| back.element)).child(&help(at)).child(&note)
}

/// Shows the field's help wherever help is shown, while one points at it or is in it.
pub(crate) fn helping(page: Page, at: &At, element: El) -> El {
    // Only the page of its own has a place for it.
    if !page.panels.has(Panels::WHOLE) {
        return element;
    }
    let help = at.about.help;
    let show = move |_| page.help.set(help.to_owned());
    element.on("focusin", show).on("mouseenter", show)
}

/// What the field does.
pub(crate) fn help(at: &At) -> El {
    el("p").class("help").attr("id", &format!("{}-help", at.id())).text(at.about.help)
}

/// Where it is said what is wrong with the field, or why it does not count.
pub(crate) fn note(at: &At) -> El {
    el("p").class("note").attr("id", &format!("{}-note", at.id()))
}

/// The way back.
pub(crate) struct Back {
    pub(crate) element: El,
    pub(crate) tell: Rc<dyn Fn(&Seen)>,
}

/// The way back to preset or default. Of a list, the whole goes back.
pub(crate) fn back(page: Page, at: &At) -> Option<Back> {
    if at.in_list {
        return None;
    }
    let path = at.path.clone();
    let element = button("↺").press(move || page.put_back(&path));
    let (told, shape, label) = (element.clone(), at.shape, at.about.label.to_ascii_lowercase());
    let tell = move |seen: &Seen| {
        told.set("class", if seen.is_changed { "back" } else { "back gone" });
        if !seen.is_changed {
            return;
        }
        let says = format!("Put {label} back to {}", readable(shape, &seen.before));
        told.set("aria-label", &says);
        told.set("title", &says);
    };
    Some(Back { element, tell: Rc::new(tell) })
}
