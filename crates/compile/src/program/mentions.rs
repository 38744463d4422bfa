//! Names that an expression or a row mentions. They distinguish rolls with equal labels.

use super::{Id, Mode, Node, Program, Span, each_part};

impl Mode {
    /// The fields, names and figures that the expression or the row standing there mentions, dotted, in the
    /// order of the text; its condition apart.
    #[must_use]
    pub fn mentions(&self, rules: &Program, span: Span) -> Vec<String> {
        let mut found = Vec::new();
        for expr in &self.nodes.0 {
            match &expr.node {
                Node::Column(_, rows) => {
                    let row = rows.iter().find(|row| row.span == span);
                    row.into_iter().for_each(|row| self.mentioned(rules, row.value, &mut found));
                }
                node if expr.span == span => {
                    each_part(node, &mut |part, _| self.mentioned(rules, part, &mut found));
                }
                _ => {}
            }
        }
        found
    }

    /// The fields, names and figures that an expression mentions, dotted, in the order of the text.
    #[must_use]
    pub fn mentions_of(&self, rules: &Program, id: Id) -> Vec<String> {
        let mut found = Vec::new();
        each_part(self.nodes.node(id), &mut |part, _| self.mentioned(rules, part, &mut found));
        found.into_iter().chain(self.dotted(rules, id)).collect()
    }

    fn mentioned(&self, rules: &Program, id: Id, found: &mut Vec<String>) {
        match self.dotted(rules, id) {
            Some(name) if found.contains(&name) => {}
            Some(name) => found.push(name),
            None => each_part(self.nodes.node(id), &mut |part, _| self.mentioned(rules, part, found)),
        }
    }

    /// Dotted name of a sheet, variable, field or figure.
    fn dotted(&self, rules: &Program, id: Id) -> Option<String> {
        match self.nodes.node(id) {
            Node::Sheet(place) => Some(rules.word(self.sheets.get(usize::from(*place))?.0).to_owned()),
            Node::Name(slot) => self.names.get(usize::from(slot.0)).cloned(),
            Node::Dot(of, field) => Some(format!("{}.{}", self.dotted(rules, *of)?, rules.word(*field))),
            Node::Figure(place, takes) if takes.is_empty() => {
                let figure = self.figures.get(usize::from(*place))?;
                // A figure may be a short name of a field.
                let is_part = matches!(self.nodes.node(figure.value), Node::Dot(..));
                if is_part { self.dotted(rules, figure.value) } else { Some(figure.name.clone()) }
            }
            _ => None,
        }
    }
}
