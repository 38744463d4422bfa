//! Shapes of fields, and their defaults.

use super::mode::Checker;
use crate::program::{Default, FieldShape, Fields, Marks, ProgramField, Word};
use std::sync::Arc;
use tohit_odds::number::Number;
use tohit_syntax::ast::{self, FieldKind, Name, Spanned};
use tohit_syntax::diagnostics::{Read, either, suggestion, wrong};
use tohit_syntax::keywords::{is_no_word, type_otherwise};
use tohit_syntax::number_of;

/// Limit of the nesting of records.
const MOST_DEPTH: usize = 12;

/// Limit of the fields that a sheet or record declares: the page draws each.
const MOST_FIELDS: usize = 500;

/// Limit of the fields of a sheet or record, nested ones included: nested lists of records multiply.
const MOST_LEAVES: usize = 20_000;

/// Limit of the items of a list.
const MOST_ITEMS: u32 = 64;

impl<'a> Checker<'a> {
    /// Fields of a sheet or record. Incorrect fields are left out and reported.
    pub(super) fn fields(
        &mut self,
        fields: &mut dyn Iterator<Item = &'a ast::FieldDeclaration>,
        record: Option<&str>,
        depth: usize,
    ) -> Fields {
        let mut done: Vec<ProgramField> = Vec::new();
        let mut leaves = 0_usize;
        for field in fields {
            let name = self.words.of(&field.name.it);
            self.fields.insert(name);
            if done.iter().any(|before| before.name == name) {
                self.tell(field.name.span, format!("the field \"{}\" stands here twice", field.name.it));
                continue;
            }
            if done.len() == MOST_FIELDS {
                self.tell(field.name.span, format!("a sheet or record has at most {MOST_FIELDS} fields"));
                break;
            }
            match self.field(field, name, depth) {
                Ok(read) => {
                    leaves = leaves.saturating_add(self.leaves(&read.shape));
                    if leaves > MOST_LEAVES {
                        let message = format!("this is too large: more than {MOST_LEAVES} fields in all");
                        self.tell(field.kind.span, message);
                        break;
                    }
                    done.push(read);
                }
                Err(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
        Fields { fields: done, record: record.map(str::to_owned) }
    }

    /// Number of fields of a shape, those of all its items included.
    fn leaves(&mut self, shape: &FieldShape) -> usize {
        match shape {
            FieldShape::List(_, most, of) => self.leaves(of).saturating_mul((*most).max(1) as usize),
            FieldShape::Record(fields) => {
                if let Some((_, known)) = self.leaves_of.iter().find(|(known, _)| Arc::ptr_eq(known, fields))
                {
                    return *known;
                }
                let all = fields
                    .fields
                    .iter()
                    .map(|field| self.leaves(&field.shape))
                    .fold(0, usize::saturating_add);
                self.leaves_of.push((Arc::clone(fields), all));
                all
            }
            _ => 1,
        }
    }

    fn field(&mut self, field: &'a ast::FieldDeclaration, name: Word, depth: usize) -> Read<ProgramField> {
        let shape = self.shape(&field.kind, depth)?;
        let absent = field.may_be_left_out || field.may_be_none;
        let default = match &field.default {
            Some(given) => self.given(given, &shape, absent)?,
            None if field.may_be_left_out => Default::Absent,
            None => shape.own_default(),
        };
        Ok(ProgramField { name, shape, absent, default })
    }

    fn shape(&mut self, kind: &'a Spanned<FieldKind>, depth: usize) -> Read<FieldShape> {
        if depth > MOST_DEPTH {
            return wrong(
                kind.span,
                "records lie too deep within each other here; no record may hold itself",
            );
        }
        let ordered = |fits: bool| {
            if fits { Ok(()) } else { wrong(kind.span, "the lowest stands in front: 1..10") }
        };
        Ok(match &kind.it {
            FieldKind::Whole(from, to) => {
                ordered(from <= to)?;
                FieldShape::Whole(*from, *to)
            }
            FieldKind::Exact(from, to) => {
                ordered(from <= to)?;
                FieldShape::Exact(from.clone(), to.clone())
            }
            FieldKind::Flag => FieldShape::Flag,
            FieldKind::Words(words) => FieldShape::Words(self.list_of(words)?),
            FieldKind::Named(name) => {
                match (self.lists.get(name.it.as_str()), self.records.get(name.it.as_str())) {
                    (Some(list), _) => FieldShape::Words(Arc::clone(list)),
                    (None, Some(_)) => FieldShape::Record(self.record(&name.it, depth)),
                    (None, None) => {
                        let known = self.lists.keys().chain(self.records.keys()).copied().chain(["flag"]);
                        let hint = match type_otherwise(&name.it) {
                            Some(ours) => format!("; the type is written  {ours}"),
                            None => suggestion(&name.it, &known.collect::<Vec<_>>()),
                        };
                        return wrong(
                            name.span,
                            format!("there is no list and no record \"{}\"{hint}", name.it),
                        );
                    }
                }
            }
            FieldKind::Some(of) => match self.shape(of, depth + 1)? {
                FieldShape::Words(words) => FieldShape::Set(words),
                _ => return wrong(of.span, "\"some of\" takes a list of words"),
            },
            FieldKind::Mark(from, to) => {
                ordered(from <= to)?;
                if [from.0, from.1, to.1].iter().any(|part| *part < 0) {
                    return wrong(kind.span, "a mark has no sign: 3..18/50");
                }
                FieldShape::Mark(Marks::new(*from, *to, self.parted))
            }
            FieldKind::List(from, to, of) => {
                ordered(from <= to)?;
                if *to > MOST_ITEMS {
                    return wrong(kind.span, format!("a list has at most {MOST_ITEMS} items"));
                }
                let of = self.shape(of, depth + 1)?;
                if *from > 1 && has_list(&of) {
                    let message = "a list whose items hold lists begins with at most one item: list of 0..4";
                    return wrong(kind.span, message);
                }
                FieldShape::List(*from, *to, Box::new(of))
            }
            FieldKind::Fields(fields) => {
                FieldShape::Record(Arc::new(self.fields(&mut fields.iter(), None, depth + 1)))
            }
        })
    }

    /// Record by its name, shared by all its mentions.
    fn record(&mut self, name: &str, depth: usize) -> Arc<Fields> {
        if let Some(done) = self.read_records.get(name) {
            return Arc::clone(done);
        }
        let Some((key, fields)) = self.records.get_key_value(name).map(|(key, fields)| (*key, *fields))
        else {
            return Arc::default();
        };
        let done = Arc::new(self.fields(&mut fields.iter(), Some(key), depth + 1));
        self.read_records.insert(key, Arc::clone(&done));
        done
    }

    /// Words of a list; duplicates are refused.
    pub(super) fn list_of(&mut self, names: &[Name]) -> Read<Arc<[Word]>> {
        let mut words: Vec<Word> = Vec::with_capacity(names.len());
        for name in names {
            if is_no_word(&name.it) {
                let message =
                    format!("\"{}\" is a word of the language; choose another word for this list", name.it);
                return wrong(name.span, message);
            }
            let word = self.words.of(&name.it);
            if words.contains(&word) {
                return wrong(name.span, format!("\"{}\" stands in this list twice", name.it));
            }
            words.push(word);
            self.known.insert(word);
        }
        let list: Arc<[Word]> = words.into();
        self.all_lists.push(Arc::clone(&list));
        Ok(list)
    }

    /// Value of a default or an example for a field of this shape.
    pub(super) fn given(
        &mut self,
        given: &Spanned<ast::Literal>,
        shape: &FieldShape,
        absent: bool,
    ) -> Read<Default> {
        use ast::Literal as Given;
        let words = if let Given::Words(words) = &given.it { Some(words.as_slice()) } else { None };
        let none = words.filter(|words| *words == ["none"] || *words == ["null"]);
        let is_a_word = |none| matches!(shape, FieldShape::Words(list) if list.contains(&none));
        let word = none.and_then(|words| self.words.known(words.first()?));
        let none = none.is_some();
        let is_none = |word: &&str| ["none", "null", "None", "nil", "undefined"].contains(word);
        let lacks = !absent && matches!(words, Some([word]) if is_none(&word.as_str()));
        if let (true, FieldShape::Whole(..) | FieldShape::Exact(..)) = (lacks, shape) {
            let message = "this field is always there; one that may be left out has a ? behind its type: shield: 1..6 ?";
            return wrong(given.span, message);
        }
        if none && absent && !word.is_some_and(is_a_word) {
            return Ok(Default::Absent);
        }
        let message = match shape {
            FieldShape::Whole(from, to) => match number_of(&given.it).and_then(|number| number.whole()) {
                Some(whole) if (*from..=*to).contains(&whole) => {
                    return Ok(Default::Number(Number::from(whole)));
                }
                Some(whole) => format!("{whole} is not in {from}..{to}"),
                None => format!("here I need a whole number of {from}..{to}"),
            },
            FieldShape::Exact(from, to) => match number_of(&given.it) {
                Some(number) if (from..=to).contains(&&number) => return Ok(Default::Number(number)),
                Some(number) => format!("{number} is not in {from}..{to}"),
                None => format!("here I need a number of {from}..{to}"),
            },
            FieldShape::Mark(marks) => {
                let mark = match &given.it {
                    Given::Mark(whole, part) => Some((*whole, *part)),
                    Given::Number(number) => number.whole().map(|whole| (whole, 0)),
                    _ => None,
                };
                match mark {
                    Some(mark) if marks.holds(mark) => return Ok(Default::Mark(mark.0, mark.1)),
                    Some((number, part)) => {
                        let remedy = if part == 0 || !marks.holds((number, 0)) {
                            String::new()
                        } else if number == marks.high.0 {
                            format!("; end the range at {number}/{part:02} to allow it")
                        } else {
                            format!("; name {number}/{part:02} in a table to allow it")
                        };
                        let mark = if part == 0 { number.to_string() } else { format!("{number}/{part:02}") };
                        format!("{mark} cannot be entered; it must be {}{remedy}", marks.allowed())
                    }
                    None => "here I need a mark such as 18 or 18/50".to_owned(),
                }
            }
            FieldShape::Flag => match words {
                Some([word]) if ["yes", "true"].contains(&word.as_str()) => return Ok(Default::Flag(true)),
                Some([word]) if ["no", "false"].contains(&word.as_str()) => return Ok(Default::Flag(false)),
                _ => "here I need yes or no".to_owned(),
            },
            FieldShape::Words(list) => match words {
                Some([word]) => return self.one_of(list, word, given.span).map(Default::Word),
                Some(_) => "here I need one word; several are for \"some of\"".to_owned(),
                None => format!("here I need a word: {}", either(&self.words.texts(list))),
            },
            FieldShape::Set(_) if none => return Ok(Default::Set(Vec::new())),
            FieldShape::Set(list) => match words {
                Some(words) => {
                    let mut set = Vec::new();
                    for word in words {
                        set.push(self.one_of(list, word, given.span)?);
                    }
                    return Ok(Default::Set(set));
                }
                None => format!("here I need a word: {}", either(&self.words.texts(list))),
            },
            FieldShape::Record(fields) => match &given.it {
                Given::Fields(said) => return self.record_given(fields, said),
                _ => "here I need fields in braces: { name: value }".to_owned(),
            },
            FieldShape::List(from, to, of) => {
                let items =
                    if let Given::Items(items) = &given.it { items } else { core::slice::from_ref(given) };
                let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
                if (*from..=*to).contains(&count) {
                    let mut all = Vec::new();
                    for item in items {
                        all.push(self.given(item, of, false)?);
                    }
                    return Ok(Default::List(all));
                }
                format!("a list of {from}..{to} items has {count} here")
            }
        };
        wrong(given.span, message)
    }

    fn record_given(
        &mut self,
        fields: &Arc<Fields>,
        said: &[(Name, Spanned<ast::Literal>)],
    ) -> Read<Default> {
        let mut values: Vec<Default> = fields.fields.iter().map(|field| field.default.clone()).collect();
        for (name, value) in said {
            let word = self.words.known(&name.it);
            let place = word.and_then(|word| fields.fields.iter().position(|field| field.name == word));
            let Some((field, slot)) =
                place.and_then(|place| fields.fields.get(place).zip(values.get_mut(place)))
            else {
                let hint = suggestion(&name.it, &self.words.names(fields));
                return wrong(name.span, format!("there is no field \"{}\" here{hint}", name.it));
            };
            *slot = self.given(value, &field.shape, field.absent)?;
        }
        Ok(Default::Record(values))
    }

    /// Word of a list; other words are refused.
    pub(super) fn one_of(&self, list: &[Word], word: &str, span: ast::Span) -> Read<Word> {
        match self.words.known(word).filter(|known| list.contains(known)) {
            Some(known) => Ok(known),
            None => {
                let allowed = either(&self.words.texts(list));
                let hint = suggestion(word, &self.words.texts(list));
                wrong(span, format!("here stands {allowed}, not \"{word}\"{hint}"))
            }
        }
    }
}

fn has_list(shape: &FieldShape) -> bool {
    match shape {
        FieldShape::List(..) => true,
        FieldShape::Record(fields) => fields.fields.iter().any(|field| has_list(&field.shape)),
        _ => false,
    }
}
