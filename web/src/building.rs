//! The content of a calculator, built part by part, so that whoever builds can pause between them.

use crate::dom::{El, el};
use crate::panels::Panels;
use crate::signals::Get;
use crate::state::Page;
use crate::{answer, edits, header, log, sheet};

type Part = fn(Page) -> Vec<El>;

const PARTS: [Part; 5] = [head, question, answers, thrown, help];

/// What is built so far.
pub(crate) struct Building {
    pub(crate) page: Page,
    rest: std::slice::Iter<'static, Part>,
    built: Vec<El>,
}

impl Building {
    /// Nothing is built yet.
    pub(crate) fn new(page: Page) -> Self {
        Self { page, rest: PARTS.iter(), built: Vec::new() }
    }

    /// Builds one part more; after the last, gives all.
    pub(crate) fn next(&mut self) -> Option<Vec<El>> {
        let Some(part) = self.rest.next() else { return Some(std::mem::take(&mut self.built)) };
        self.built.extend(part(self.page));
        None
    }
}

fn head(page: Page) -> Vec<El> {
    let mut head = one(page, Panels::WHOLE, answer::line);
    head.extend(one(page, Panels::MODES, header::modes));
    head.extend(one(page, Panels::WHOLE, edits::view));
    head.push(header::intro(page));
    head
}

fn question(page: Page) -> Vec<El> {
    one(page, Panels::SHEETS, |page| el("div").class("question").children(sheet::view(page)))
}

fn answers(page: Page) -> Vec<El> {
    vec![answer::view(page)]
}

fn thrown(page: Page) -> Vec<El> {
    one(page, Panels::LOG, log::view)
}

/// The help of the field at hand.
fn help(page: Page) -> Vec<El> {
    one(page, Panels::WHOLE, |page| {
        el("p").class("helpline").attr("aria-hidden", "true").says(move || page.help.get())
    })
}

fn one(page: Page, panel: Panels, view: fn(Page) -> El) -> Vec<El> {
    if page.panels.has(panel) { vec![view(page)] } else { Vec::new() }
}
