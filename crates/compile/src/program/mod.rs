//! The compiled program: names, words, fields and modes are resolved, for each mode by itself. Every
//! reference has a target.

pub(crate) mod bytes;
mod entries;
mod fields;
mod marks;
mod mentions;
mod nodes;
mod var_set;

pub use bytes::DecodeError;
pub use fields::{Default, FieldShape, Fields, ProgramField};
pub use marks::{Mark, Marks};
pub use nodes::{NodeEntry, Nodes, Sheets};
pub use nodes::{each_part, field_bits};
pub use tohit_syntax::ast::{Binary, Reference, Sampling, ShowEnd, Span, Unary};
pub use var_set::VarSet;

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_odds::number::Number;
use tohit_syntax::ast;

/// An interned word, ending, mode or field name, by its place among [`Program::words`]. Equal words of
/// several lists are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Word(pub u32);

impl Word {
    /// `number`, the field of the place of an item in its list: the first word of every program.
    pub const NUMBER: Self = Self(0);
}

/// A variable of the strike: a carried variable, a line, `earlier`, `left`, `own`, or the item of a turn. At most
/// [`MOST_NAMES`] in a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VarId(pub u8);

/// Limit of [`VarId`]s in a mode: with the additions of an end they fit in a [`VarSet`].
pub const MOST_NAMES: usize = 96;

/// A parameter of a figure, the item of a loop, or `it`: each has a number of its own in its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Local(pub u16);

/// An expression, by its place among [`Mode::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u32);

/// A row of a column.
pub type Row = ast::Row<Id>;

/// An end of the strike. `next` has each variable that changes, with its new value over the old ones,
/// conditions included.
pub type End = ast::End<Id, (VarId, Id)>;

/// Items of a loop.
pub type Items = ast::Items<Id>;

/// Repetition: a count, or the items of a loop.
pub type Repetition = ast::Repetition<Id, Local>;

/// Aggregate function over several values.
pub type Collect = ast::Collect<Id>;

/// A question to a pool of dice.
pub type Question = ast::Question<Id, Local>;

/// Open-ended dice.
pub type OpenDice = ast::OpenDice<Id>;

/// Strikes of a turn.
pub type Strikes = ast::Strikes<Id, VarId>;

/// Cell of a table.
pub type Cell = ast::Cell<Word>;

/// Key of a row of a table.
pub type Key = ast::Key<Word>;

/// A checked rule text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The game's name.
    pub title: String,
    /// Title of the document that the text implements.
    pub document: Option<String>,
    /// The checksum of its text, see [`Program::is_compiled_from`].
    pub checksum: u32,
    /// The length of each line of its text in bytes, with the line feed at its end.
    pub lines: Vec<u32>,
    /// Interned words, endings, modes and field names; a [`Word`] is a place here.
    pub words: Vec<String>,
    /// The modes; the first is the default.
    pub modes: Vec<Mode>,
    /// Endings of a strike, in the order of their declaration.
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

/// Ending of a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Name of the ending.
    pub word: Word,
    /// Class of the ending.
    pub class: Class,
}

/// Class of an ending.
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
    /// Names of the classes in a text.
    pub const WORDS: [(&str, Self); 5] = [
        ("miss", Self::Miss),
        ("blocked", Self::Blocked),
        ("stopped", Self::Stopped),
        ("hit", Self::Hit),
        ("critical", Self::Critical),
    ];

    /// True for the classes of hits.
    #[must_use]
    pub const fn hits(self) -> bool {
        matches!(self, Self::Stopped | Self::Hit | Self::Critical)
    }
}

/// The rules of one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Mode {
    /// Name of the mode.
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
    /// Variables that are carried from strike to strike; they have the first slots, in this order.
    pub carries: Vec<Carry>,
    /// `earlier`, if the strike or a figure reads it.
    pub earlier: Option<VarId>,
    /// `left`, if the strike or a figure reads it. The rule of dying reads it as [`DeathRule::left`].
    pub left: Option<VarId>,
    /// `own`, if the strike or a figure reads it.
    pub own: Option<VarId>,
    /// The strike.
    pub strike: Vec<Line>,
    /// The turn; without one there is none.
    pub turn: Option<Turn>,
    /// The field with the number of attackers, each of which is a body of its own: its sheet, and the names
    /// from there on.
    pub bodies: Option<Vec<Word>>,
    /// Length of a turn, over the carried variables at its end, in normal turns of the game; 1 by default.
    pub lasts: Option<Id>,
    /// Changes of fields from the second turn of a fight on.
    pub later: Vec<LaterChange>,
    /// Assignments at the end of a turn.
    pub between: Option<EndOfTurn>,
    /// Condition under which the defender falls.
    pub falls: DeathRule,
    /// Figures in the answer beside the odds.
    pub shows: Vec<Show>,
    /// Probabilities of dying in the answer.
    pub show_ends: Vec<ShowEnd>,
    /// Carried variables whose values at the end of a turn are in the answer.
    pub show_carried: Vec<ShowCarried>,
    /// Number n that ends the list of an infinite distribution, where less than 10^-n is left.
    pub tail: Option<Id>,
    /// Constraints over several fields.
    pub refuses: Vec<Refuse>,
}

impl Mode {
    /// True where an expression is yes or no in every scenario.
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

/// Kind of an expression, with its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Node {
    /// A number.
    Number(Number),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Word),
    /// Words of a list, as the set of `pick(list)` and `for x in list`.
    Words(Arc<[Word]>),
    /// A sheet, by its place.
    Sheet(u8),
    /// A name of the strike.
    Name(VarId),
    /// An argument, an item, or `it`.
    Local(Local),
    /// A field of a record, or a column of a table's row.
    Dot(Id, Word),
    /// A figure, with the values that it takes.
    Figure(u16, Box<[Id]>),
    /// Row of a table for a key; with a column, or in a table of one column, the cell.
    Table(u16, Id, Option<Id>),
    /// An operation on two values. `Less` and its like of two words go by [`Node::Rank`].
    Binary(Binary, Id, Id),
    /// An operation on one value.
    Unary(Unary, Id),
    /// Place of a word in its list, from 0, for `<` between words.
    Rank(Id, Arc<[Word]>),
    /// The condition, the value if it holds, the value otherwise.
    If(Id, Id, Id),
    /// True where a value is one of these words.
    Is(Id, Box<[Word]>),
    /// True where a set has one of these words.
    Has(Id, Box<[Word]>),
    /// True where a set or list has a value.
    HasValue(Id, Id),
    /// True where a value is present.
    Given(Id),
    /// The first value if it is present, else the second.
    Otherwise(Id, Id),
    /// Sum of dice: their number and their sides.
    Dice(Id, Id),
    /// Uniform whole number of a range, both ends included.
    Roll(Id, Id),
    /// Sum of open-ended dice.
    Open(OpenDice),
    /// Yes with probability a / b.
    Chance(Id, Id),
    /// Weighted choice of several options, each with its weight and its condition.
    Pick(Box<[(Id, Id, Option<Id>)]>),
    /// An item, by a weight that may read it.
    PickItem(Local, Items, Id),
    /// Aggregate of repeated values.
    Collect(Collect, Repetition, Id),
    /// Probability of a condition, only in weights of picks and in chances, alone or between `+` and `-`.
    Odds(Id),
    /// A column of rows, read downwards. The local is `it`.
    Column(Local, Box<[Row]>),
    /// Pool: for each kind of dice their number and the die, and the questions asked of one throw. Its value
    /// holds the answers. Without replacement, the only die is a pick whose weights count what there is of each
    /// value.
    Pool(Box<[(Id, Id)]>, Sampling, Box<[Question]>),
    /// The answer of a pool, by the place of the question.
    Answer(Id, u16),
}

/// A figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// Name of the figure.
    pub name: String,
    /// Parameters.
    pub takes: Box<[Local]>,
    /// True where every mention rolls anew; otherwise the value is a function of scenario and arguments.
    pub rolled: bool,
    /// Value of the figure.
    pub value: Id,
    /// Place in the text.
    pub span: Span,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Name of the table.
    pub name: String,
    /// Headings of the columns: words, or numbers.
    pub columns: Vec<Cell>,
    /// Rows: for each key the cells, as many as there are columns. The first key that fits counts.
    pub rows: Vec<(Key, Arc<[Cell]>)>,
}

/// A variable that is carried from strike to strike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Carry {
    /// Initial value.
    pub value: Id,
    /// True where each turn resets the variable.
    pub this_turn: bool,
    /// Reset with each body of the side that is struck.
    pub this_body: bool,
    /// Value for the other side: its strikes read it in its next turn as the variable of this name.
    pub on_foe: Option<VarId>,
}

/// A line of the strike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// Assignment of a value to a name.
    Value {
        /// The name.
        slot: VarId,
        /// Value of the line.
        value: Id,
        /// Name of its distribution in the answer, if it is shown: several words for a group.
        show: Option<Vec<String>>,
        /// Place in the text.
        span: Span,
        /// The section of the document.
        reference: Reference,
    },
    /// End of the strike.
    End(End),
}

impl Line {
    /// Span of the line.
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
    /// Strikes of the turn.
    pub strikes: Strikes,
    /// True where the turn goes on when the defender has fallen.
    pub regardless: bool,
    /// Condition; where it fails, a turn is its first strike, and the answer leaves turns out.
    pub when: Option<Id>,
    /// Countdown of the strikes, where their number is rolled.
    pub countdown: Option<VarId>,
    /// True where the answer is about the turn, and not about one of its strikes.
    pub is_answered: bool,
}

impl Turn {
    /// Lines of the strike that belong to a [`Turn::countdown`]; they stand in front of all others.
    pub const COUNTING_LINES: usize = 2;
    /// Countdown before the number is rolled.
    pub const UNROLLED: i64 = -1;
    /// Countdown after a strike that is not made, because the number is reached.
    pub const OVER: i64 = -2;
}

/// Change of a field from the second turn of a fight on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaterChange {
    /// The field: its sheet, and the names from there on.
    pub field: Vec<Word>,
    /// New value of the field.
    pub value: Default,
    /// Condition of the change; none for always.
    pub when: Option<Id>,
}

/// Assignments at the end of a turn of a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndOfTurn {
    /// Local of the hit points that are left.
    pub left: Local,
    /// New number of hit points that are left; none for no change.
    pub leaves: Option<Id>,
    /// New values of carried variables.
    pub next: Vec<(VarId, Id)>,
}

/// The rule of dying.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeathRule {
    /// Local of the hit points that are left.
    pub left: Local,
    /// Condition under which the defender falls.
    pub when: Id,
    /// The field of the hit points, if the defender has it.
    pub hit_points: Option<Id>,
    /// The field of the attacker's hit points, if it has it and strikes read or pay them.
    pub own: Option<Id>,
}

/// A figure in the answer beside the odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Show {
    /// Name of the figure; several words for a group.
    pub name: Vec<String>,
    /// Value of the figure.
    pub value: Id,
    /// Condition of its appearance in the answer; none for always.
    pub when: Option<Id>,
}

/// Carried variable whose values at the end of a turn are in the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShowCarried {
    /// The variable; of what strikes leave on the other side that which they assign.
    pub slot: VarId,
    /// Its name.
    pub name: String,
}

/// Constraint over several fields: a scenario that meets the condition is refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refuse {
    /// Dotted path of the field in the diagnostic.
    pub field: String,
    /// Condition of the refusal.
    pub when: Id,
    /// Message to the player.
    pub message: Option<String>,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Place of the mode.
    pub mode: usize,
    /// True where the rolls are those of a whole turn.
    pub turn: bool,
    /// The fields: dotted path, and the value as a link writes it.
    pub with: Vec<(String, String)>,
    /// The rolls.
    pub rolls: Vec<String>,
    /// Expected ending; for a turn, that of its last strike.
    pub ending: Word,
    /// Expected loss of the defender, in hit points.
    pub lose: i64,
    /// Place in the text.
    pub span: Span,
}
