//! A rule text as it is run: every name, word, field and mode looked up, for each mode by itself. Nothing here can name what does not exist.

pub(crate) mod bytes;
mod fields;
mod marks;
mod mentions;
mod nodes;

pub use bytes::DecodeError;
pub use fields::{Default, Field, Fields, Shape};
pub use marks::{Mark, Marks};
pub use nodes::{Expr, Nodes, Sheets};
pub use nodes::{each_part, field_bits};
pub use tohit_syntax::ast::{Binary, Reference, ShowEnd, Span, Unary};

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_odds::number::Number;
use tohit_syntax::ast;

/// A word, ending, mode or field name, by its place among [`Program::words`]. Equal words are one, whichever list they stand in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Word(pub u32);

impl Word {
    /// `number`, what an item of a list knows of itself: every text has this word, and has it first.
    pub const NUMBER: Self = Self(0);
}

/// A name that the strike knows: what is carried, a line, `earlier`, `left`, or the item of a turn. At most [`MOST_NAMES`] in a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VarId(pub u8);

impl VarId {
    /// The set of this one.
    #[must_use]
    pub const fn bit(self) -> u128 {
        1 << (self.0 as u32 % 128)
    }
}

/// Limit of [`VarId`]s in a mode: a set of them, with the additions of an end, is one number.
pub const MOST_NAMES: usize = 96;

/// A value that a figure takes, the item of a collection, or `it`: each has a place of its own in its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Local(pub u16);

/// An expression, by its place among [`Mode::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u32);

/// A row of a column.
pub type Row = ast::Row<Id>;

/// An end of the strike. What it carries on is each name that changes, and its new value, which reads the old ones; conditions are in it.
pub type End = ast::End<Id, (VarId, Id)>;

/// What is gone through.
pub type Items = ast::Items<Id>;

/// How often, or for what.
pub type Over = ast::Over<Id, Local>;

/// How values are put together.
pub type Collect = ast::Collect<Id>;

/// A question to a pool of dice.
pub type Question = ast::Question<Id, Local>;

/// How many strikes a turn has.
pub type Strikes = ast::Strikes<Id, VarId>;

/// What stands in a table.
pub type Cell = ast::Cell<Word>;

/// What a row of a table is for.
pub type Key = ast::Key<Word>;

/// A checked rule text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The game's name.
    pub title: String,
    /// The document that it implements.
    pub document: Option<String>,
    /// The checksum of its text, see [`Program::is_compiled_from`].
    pub checksum: u32,
    /// The length of each line of its text in bytes, with the line feed at its end.
    pub lines: Vec<u32>,
    /// Every word, ending, mode and field name; a [`Word`] is a place here.
    pub words: Vec<String>,
    /// The modes; the first is the default.
    pub modes: Vec<Mode>,
    /// The ways in which a strike can end, in the order in which they are declared.
    pub endings: Vec<Ending>,
    /// The examples.
    pub examples: Vec<Example>,
}

impl Program {
    /// The mode of that name, by its place.
    #[must_use]
    pub fn mode(&self, name: &str) -> Option<usize> {
        self.modes.iter().position(|mode| self.word(mode.word) == name)
    }

    /// The text of a word.
    #[must_use]
    pub fn word(&self, word: Word) -> &str {
        self.words.get(word.0 as usize).map_or("", String::as_str)
    }

    /// The line of a place in the text, from 1.
    #[must_use]
    pub fn line(&self, at: u32) -> usize {
        let ends = self.lines.iter().scan(0_u32, |end, length| {
            *end = end.saturating_add(*length);
            Some(*end)
        });
        ends.take_while(|end| *end <= at).count() + 1
    }

    /// True for the text that the program was compiled from.
    #[must_use]
    pub fn is_compiled_from(&self, text: &str) -> bool {
        self.checksum == bytes::checksum(text.as_bytes())
    }
}

/// One way in which a strike can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Its name.
    pub word: Word,
    /// What it counts for.
    pub class: Class,
}

/// What an ending counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// No hit.
    Miss,
    /// No hit: warded off.
    Blocked,
    /// A hit that does nothing.
    Stopped,
    /// A hit.
    Hit,
    /// A hit that is better than usual.
    Critical,
}

impl Class {
    /// How a text calls them.
    pub const WORDS: [(&str, Self); 5] = [
        ("miss", Self::Miss),
        ("blocked", Self::Blocked),
        ("stopped", Self::Stopped),
        ("hit", Self::Hit),
        ("critical", Self::Critical),
    ];

    /// Whether it counts as a hit.
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::Stopped | Self::Hit | Self::Critical)
    }
}

/// The rules of one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Mode {
    /// Its name.
    pub word: Word,
    /// The sheets: attacker, defender, situation, in the order of the text. [`Node::Sheet`] is a place here.
    pub sheets: Sheets,
    /// Every expression.
    pub nodes: Nodes,
    /// The figures.
    pub figures: Vec<Figure>,
    /// The tables.
    pub tables: Vec<Table>,
    /// Names of the strike's variables; a [`VarId`] is a place here.
    pub names: Vec<String>,
    /// What is carried from strike to strike; these have the first slots, in this order.
    pub carries: Vec<Carry>,
    /// `earlier`, if the strike or a figure reads it.
    pub earlier: Option<VarId>,
    /// `left`, if the strike or a figure reads it. The rule of dying reads it as [`Falls::left`].
    pub left: Option<VarId>,
    /// The strike.
    pub strike: Vec<Line>,
    /// The turn; without one there is none.
    pub turn: Option<Turn>,
    /// The field with the number of attackers, each of which is a body of its own: its sheet, and the names from there on.
    pub bodies: Option<Vec<Word>>,
    /// How long a turn lasts, by what is carried at its end; one of the game's usual turns, if nothing is said.
    pub lasts: Option<Id>,
    /// What is otherwise from the second turn of a fight on.
    pub later: Vec<Later>,
    /// What becomes of what is left and carried when a turn is over.
    pub between: Option<Between>,
    /// When the defender falls.
    pub falls: Falls,
    /// Figures that are answered beside the odds.
    pub shows: Vec<Show>,
    /// What is asked of dying.
    pub show_ends: Vec<ShowEnd>,
    /// How many digits of an endless spread are listed.
    pub tail: Option<Id>,
    /// What is refused over several fields.
    pub refuses: Vec<Refuse>,
}

impl Mode {
    /// Whether an expression is yes or no, whatever the scenario.
    pub fn is_yes_or_no(&self, id: Id) -> bool {
        match self.nodes.0.get(id.0 as usize).map(|expr| &expr.node) {
            Some(
                Node::Flag(_)
                | Node::Chance(..)
                | Node::Is(..)
                | Node::Has(..)
                | Node::HasValue(..)
                | Node::Given(_)
                | Node::Unary(Unary::Not, _)
                | Node::Binary(
                    Binary::Equal
                    | Binary::NotEqual
                    | Binary::Less
                    | Binary::LessOrEqual
                    | Binary::More
                    | Binary::MoreOrEqual
                    | Binary::And
                    | Binary::Or,
                    ..,
                ),
            ) => true,
            Some(Node::Figure(place, _)) => {
                self.figures.get(usize::from(*place)).is_some_and(|figure| self.is_yes_or_no(figure.value))
            }
            _ => false,
        }
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    /// A number.
    Number(Number),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Word),
    /// All words of a list, as a set: what `pick(list)` and `for x in list` go through.
    Words(Arc<[Word]>),
    /// A sheet, by its place.
    Sheet(u8),
    /// A name of the strike.
    Name(VarId),
    /// A value that was passed, an item, or `it`.
    Local(Local),
    /// A field of a record, or a column of a table's row.
    Dot(Id, Word),
    /// A figure, with the values that it takes.
    Figure(u16, Box<[Id]>),
    /// A table's row for a key; with a column the cell. Of a table with one column it is the cell already.
    Table(u16, Id, Option<Id>),
    /// An operation on two values. `Less` and its like of two words go by [`Node::Rank`].
    Binary(Binary, Id, Id),
    /// An operation on one value.
    Unary(Unary, Id),
    /// The place of a word in its list, from 0; what `<` between words compares.
    Rank(Id, Arc<[Word]>),
    /// The condition, the value if it holds, the value otherwise.
    If(Id, Id, Id),
    /// Whether it is one of these words.
    Is(Id, Box<[Word]>),
    /// Whether a set holds one of these words.
    Has(Id, Box<[Word]>),
    /// Whether a set or list holds a value.
    HasValue(Id, Id),
    /// Whether it is there.
    Given(Id),
    /// The first, if it is there, else the second.
    Otherwise(Id, Id),
    /// So many dice of so many sides, added.
    Dice(Id, Id),
    /// A whole number from one to the other, evenly.
    Roll(Id, Id),
    /// So many open-ended dice, of so many sides; the highest face counts so much less.
    Open(Id, Id, Id),
    /// Yes with a chance of so many in so many.
    Chance(Id, Id),
    /// One of several, each with its weight and its condition.
    Pick(Box<[(Id, Id, Option<Id>)]>),
    /// An item, by a weight that may read it.
    PickItem(Local, Items, Id),
    /// Values put together.
    Collect(Collect, Over, Id),
    /// The chance that a condition holds: stands only in weights of picks and in chances, alone or between `+` and `-`.
    Odds(Id),
    /// A column of rows, read downwards. The local is `it`.
    Column(Local, Box<[Row]>),
    /// Pool: number of dice, die, and the questions asked of one throw. Its value holds the answers.
    Pool(Id, Id, Box<[Question]>),
    /// The answer of a pool, by the place of the question.
    Answer(Id, u16),
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub takes: Box<[Local]>,
    /// Whether it is rolled at every mention; otherwise it is fixed for the scenario and what it takes.
    pub rolled: bool,
    /// Its value.
    pub value: Id,
    /// Where it stands.
    pub span: Span,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns: words, or numbers.
    pub columns: Vec<Cell>,
    /// Its rows: for each key the cells, as many as there are columns. The first key that fits counts.
    pub rows: Vec<(Key, Arc<[Cell]>)>,
}

/// What is carried from strike to strike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carry {
    /// What it begins with.
    pub value: Id,
    /// Whether it begins anew each turn.
    pub this_turn: bool,
    /// Reset with each body of the side that is struck.
    pub this_body: bool,
}

/// A line of the strike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// A name gets its value.
    Value {
        /// The name.
        slot: VarId,
        /// Its value.
        value: Id,
        /// Under what name its spread is answered, if it is: more than one word for a group.
        show: Option<Vec<String>>,
        /// Where it stands.
        span: Span,
        /// The section of the document.
        reference: Reference,
    },
    /// The strike ends.
    End(End),
}

impl Line {
    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Value { span, .. } | Self::End(End { span, .. }) => *span,
        }
    }
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// How many strikes.
    pub strikes: Strikes,
    /// Whether it goes on when the defender has fallen.
    pub regardless: bool,
    /// Where it is so; otherwise a turn is its first strike, and nothing is said of it.
    pub when: Option<Id>,
    /// Countdown of the strikes, where their number is rolled.
    pub countdown: Option<VarId>,
}

impl Turn {
    /// Lines of the strike that belong to a [`Turn::countdown`]; they stand in front of all others.
    pub const COUNTING_LINES: usize = 2;
    /// Countdown before the number is rolled.
    pub const UNROLLED: i64 = -1;
    /// Countdown after a strike that is not made, because the number is reached.
    pub const OVER: i64 = -2;
}

/// A field that holds something else from the second turn of a fight on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Later {
    /// The field: its sheet, and the names from there on.
    pub field: Vec<Word>,
    /// What it holds then.
    pub value: Default,
    /// Where it does; always, if nothing is said.
    pub when: Option<Id>,
}

/// What becomes of what is left and carried when a turn of a fight is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    /// What stands for the hit points that are left.
    pub left: Local,
    /// What is left then; as much as before, if nothing is said.
    pub leaves: Option<Id>,
    /// What is carried then.
    pub next: Vec<(VarId, Id)>,
}

/// The rule of dying.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Falls {
    /// What stands for the hit points that are left.
    pub left: Local,
    /// Whether the defender falls.
    pub when: Id,
    /// The field of the hit points, if the defender has it.
    pub hit_points: Option<Id>,
}

/// A figure that is answered beside the odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Show {
    /// Its name; more than one for a group.
    pub name: Vec<String>,
    /// Its value.
    pub value: Id,
    /// When it is answered; always, if nothing is said.
    pub when: Option<Id>,
}

/// Something that is refused over several fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refuse {
    /// The field: dotted.
    pub field: String,
    /// When.
    pub when: Id,
    /// What is said.
    pub message: Option<String>,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Its mode, by its place.
    pub mode: usize,
    /// Whether a whole turn is forced.
    pub turn: bool,
    /// The fields: dotted path, and the value as a link writes it.
    pub with: Vec<(String, String)>,
    /// The rolls.
    pub rolls: Vec<String>,
    /// How it should end.
    pub ending: Word,
    /// What the defender should lose.
    pub lose: i64,
    /// Where it stands.
    pub span: Span,
}
