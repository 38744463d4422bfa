//! Syntax tree of a rule text. Names are not resolved.

mod parts;

pub use parts::{Cell, Collect, End, Items, Key, OpenDice, Question, Reference, Repetition, Row, Strikes};
use serde::{Deserialize, Serialize};
use tohit_odds::number::Number;

/// Range of bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A part of the tree with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The part.
    pub it: T,
    /// Place in the text.
    pub span: Span,
}

/// A name or word with its place.
pub type Name = Spanned<String>;

/// A whole text, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// The game's name.
    pub title: String,
    /// Title of the document that the text implements.
    pub document: Option<String>,
    /// The modes; empty if the text names none.
    pub modes: Vec<Name>,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement with the modes that it holds in.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The modes; empty for all.
    pub modes: Vec<Name>,
    /// Content of the statement.
    pub says: StatementKind,
    /// Span of the first line.
    pub span: Span,
}

/// Content of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `list NAME: a | b`
    List(Name, Vec<Name>),
    /// `record NAME` and its fields.
    Record(Name, Vec<FieldDeclaration>),
    /// `sheet NAME` and its fields.
    Sheet(Name, Vec<FieldDeclaration>),
    /// `switches PATH by PATH`
    Switches(Switches),
    /// `table NAME columns` and its rows.
    Table(Name, Vec<Spanned<Cell<String>>>, Vec<TableRow>),
    /// `name = ...`, `name(a, b) = ...`, `roll name = ...`
    Figure(FigureDeclaration),
    /// `endings` and its lines: class and words.
    Endings(Vec<(Name, Vec<Name>)>),
    /// `carry NAME = VALUE`, also `carry NAME this turn = ...`, `this body`, or `on foe`
    Carry {
        /// Name of the carried variable.
        name: Name,
        /// True where each turn resets the variable.
        this_turn: bool,
        /// Reset with each body of the side that is struck.
        this_body: bool,
        /// Left on the other side, whose strikes read it.
        on_foe: bool,
        /// Initial value.
        value: Expr,
    },
    /// `strike` and its lines.
    Strike(Vec<StrikeLine>),
    /// `turn ...`
    Turn {
        /// Strikes of the turn.
        strikes: Strikes<Expr, Name>,
        /// True where the turn goes on when the defender has fallen.
        regardless: bool,
        /// Condition; where it fails, the turn is one strike.
        when: Option<Expr>,
    },
    /// `bodies PATH`
    Bodies(Path),
    /// `turn lasts VALUE`
    Lasts(Expr),
    /// `later PATH = VALUE, ... if ...`
    Later(Vec<(Path, Spanned<Literal>)>, Option<Expr>),
    /// `between turns` and its lines.
    Between(Vec<Assignment>),
    /// `falls when ...`
    Falls(Expr),
    /// `show a, b = c if d`: dotted name, the value if it is not the figure of that name, and the condition.
    Show(Vec<(Path, Option<Expr>, Option<Expr>)>),
    /// `show kill this strike`, `show kill this turn`, `show fate this turn`
    ShowEnd(ShowEnd),
    /// `show NAME this turn`, of a carried variable
    ShowCarried(Name),
    /// `answer turn`
    AnswerTurn,
    /// `show tail ...`
    ShowTail(Expr),
    /// `refuse PATH if ... "message"`
    Refuse {
        /// The field that is refused.
        field: Path,
        /// Condition of the refusal.
        when: Expr,
        /// Message to the player.
        message: Option<String>,
    },
    /// `example ...`
    Example(ExampleDeclaration),
}

/// Settings of switches by edition.
#[derive(Clone, Debug, PartialEq)]
pub struct Switches {
    /// The sheet that holds the switches.
    pub fields: Path,
    /// The field that names the edition.
    pub by: Path,
    /// The editions, in the order of the columns.
    pub editions: Vec<Name>,
    /// The switches.
    pub rows: Vec<Switch>,
}

/// A row of a table of switches.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// The name of the switch.
    pub name: Name,
    /// Setting in each edition.
    pub words: Vec<Name>,
}

/// Result of `show ... this ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShowEnd {
    /// Probability that one strike fells the defender.
    KillThisStrike,
    /// Probability that a turn fells the defender.
    KillThisTurn,
    /// Unhurt, wounded or killed.
    FateThisTurn,
}

/// Names with dots between: `situation.switches.twenty`, `attacker.parts.0.dice`.
pub type Path = Spanned<Vec<String>>;

/// A field of a record or sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDeclaration {
    /// Name of the field.
    pub name: Name,
    /// Type of the field.
    pub kind: Spanned<FieldKind>,
    /// `?`: may be left out.
    pub may_be_left_out: bool,
    /// `or none`: may be none.
    pub may_be_none: bool,
    /// Default after `=`.
    pub default: Option<Spanned<Literal>>,
}

/// Type of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// `a..b`
    Whole(i64, i64),
    /// `exact a..b`
    Exact(Number, Number),
    /// `flag`
    Flag,
    /// `one | two`
    Words(Vec<Name>),
    /// The name of a list or record.
    Named(Name),
    /// `some of LIST` or `some of a | b`
    Some(Box<Spanned<FieldKind>>),
    /// `mark a..b`
    Mark((i64, i64), (i64, i64)),
    /// `list of a..b TYPE`
    List(u32, u32, Box<Spanned<FieldKind>>),
    /// `{ fields }`
    Fields(Vec<FieldDeclaration>),
}

/// A default, a value in an example, or in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A number, perhaps negative.
    Number(Number),
    /// `18/50`: two whole numbers with a stroke between them and no space. A fraction elsewhere.
    Mark(i64, i64),
    /// A word, `yes`, `no` or `none`; more than one for a set.
    Words(Vec<String>),
    /// `{ a: 1; b: 2 }`
    Fields(Vec<(Name, Spanned<Literal>)>),
    /// Items, one after the other.
    Items(Vec<Spanned<Literal>>),
    /// Quoted text: a preset's name, in an example.
    Text(String),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The keys, any of which fits.
    pub keys: Vec<Spanned<Key<String>>>,
    /// The cells.
    pub cells: Vec<Spanned<Cell<String>>>,
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureDeclaration {
    /// Name of the figure.
    pub name: Name,
    /// Parameters.
    pub takes: Vec<Name>,
    /// True where every mention rolls anew.
    pub rolled: bool,
    /// Rows of the figure.
    pub column: Body,
}

/// A column of rows, or cases.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Rows, each a function of the value so far; the first row has no condition.
    Rows(Vec<Row<Expr>>),
    /// Cases, of which the first that applies counts. The conditions include those of blocks; the last case
    /// has none.
    Cases(Vec<Row<Expr>>),
}

/// A line of a strike.
#[derive(Clone, Debug, PartialEq)]
pub enum StrikeLine {
    /// `name = ...`, `show name = ...`
    Value {
        /// Name of the line, with dots only in `show a.b = ...`.
        name: Path,
        /// True where the answer has the distribution of the line.
        show: bool,
        /// The rows.
        column: Body,
        /// Place in the text.
        span: Span,
        /// The section of the document.
        reference: Reference,
    },
    /// `next name = value if condition`, for all endings below.
    Next(Assignment),
    /// `end ...`
    End(End<Expr, Assignment>),
}

impl StrikeLine {
    /// Span of the line.
    pub const fn span(&self) -> Span {
        match self {
            Self::Value { span, .. } | Self::Next(Assignment { span, .. }) | Self::End(End { span, .. }) => {
                *span
            }
        }
    }
}

/// `next name = value if condition`
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// Name of the carried variable.
    pub name: Name,
    /// New value.
    pub value: Expr,
    /// Condition; where it fails, the variable keeps its value.
    pub when: Option<Expr>,
    /// Place in the text.
    pub span: Span,
}

/// `example in MODE in turn with PATH = VALUE, ... roll VALUES -> ENDING lose N`
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleDeclaration {
    /// Mode; the first if none is named.
    pub mode: Option<Name>,
    /// True where the rolls are those of a whole turn.
    pub turn: bool,
    /// The fields.
    pub with: Vec<(Path, Spanned<Literal>)>,
    /// The rolls: numbers, words, `yes` and `no`.
    pub rolls: Vec<Name>,
    /// Expected ending; for a turn, that of its last strike.
    pub ending: Name,
    /// Expected loss of the defender, in hit points.
    pub lose: i64,
}

/// An expression with its place.
pub type Expr = Spanned<Box<ExprKind>>;

/// Kind of an expression, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Number(Number),
    /// `yes`, `no`
    Flag(bool),
    /// A name or a word, perhaps with a hyphen.
    Name(String),
    /// A bare word of a pick or a case; a name if no list has it. Of an ending always a word.
    Word(String),
    /// `it`
    It,
    /// `mode`
    Mode,
    /// `x.name`
    Dot(Expr, Name),
    /// `name(a, b)`: a figure or a table.
    Call(Name, Vec<Expr>),
    /// `a + b` and so on.
    Binary(Binary, Expr, Expr),
    /// `- a`, `not a`, `floor(a)` ...
    Unary(Unary, Expr),
    /// `x if c else y`
    If(Expr, Expr, Expr),
    /// `x is a | b`
    Is(Expr, Vec<Name>),
    /// `x has a | b`
    Has(Expr, Vec<Name>),
    /// `x has (y)`
    HasValue(Expr, Expr),
    /// `x in 3..5 | 8`: ranges, and numbers without an end.
    In(Expr, Vec<(Expr, Option<Expr>)>),
    /// `given x`
    Given(Expr),
    /// `x otherwise y`
    Otherwise(Expr, Expr),
    /// `a d b`, `2d6`
    Dice(Expr, Expr),
    /// `roll(a..b)`
    Roll(Expr, Expr),
    /// `open 2d6 less 1`
    Open(OpenDice<Expr>),
    /// `chance(a)`, `chance(a in b)`
    Chance(Expr, Option<Expr>),
    /// `pick(a: w if c, ...)`: options with their weights and conditions.
    Pick(Vec<(Expr, Expr, Option<Expr>)>),
    /// `pick(list)`
    PickList(Expr),
    /// `pick(i in ITEMS: weight)`
    PickItem(Name, Items<Expr>, Expr),
    /// `sum of X for p in ITEMS`, `best 2 of 3 times X`
    Collect(Collect<Expr>, Repetition<Expr, Name>, Expr),
    /// `odds(c)`
    Odds(Expr),
    /// `8 times d10`, `d6, d8, 2 times d10`: a pool of dice, each part a number and a die. `3 drawn from
    /// pick(5: 6, 2: 1)`: one of draws without replacement.
    Pool(Vec<(Expr, Expr)>, Sampling),
    /// `best 3 of pool`, `count of (it >= 8) in pool`, `most alike in pool`
    Ask(Question<Expr, ()>, Name),
}

impl ExprKind {
    /// Visits the direct parts of an expression.
    pub fn each_part<'a>(&'a self, each: &mut dyn FnMut(&'a Expr)) {
        match self {
            Self::Number(_) | Self::Flag(_) | Self::Name(_) | Self::Word(_) | Self::It | Self::Mode => {}
            Self::Dot(a, _) | Self::Unary(_, a) | Self::Is(a, _) | Self::Has(a, _) => each(a),
            Self::Given(a) | Self::PickList(a) | Self::Odds(a) => each(a),
            Self::Binary(_, a, b) | Self::HasValue(a, b) | Self::Otherwise(a, b) => {
                [a, b].into_iter().for_each(each)
            }
            Self::Dice(a, b) | Self::Roll(a, b) => [a, b].into_iter().for_each(each),
            Self::If(a, b, c) => [a, b, c].into_iter().for_each(each),
            Self::Chance(a, b) => {
                each(a);
                b.iter().for_each(each);
            }
            Self::Open(open) => open.parts().for_each(each),
            Self::In(a, ranges) => {
                each(a);
                for (from, to) in ranges {
                    [Some(from), to.as_ref()].into_iter().flatten().for_each(&mut *each);
                }
            }
            Self::Call(_, all) => all.iter().for_each(each),
            Self::Pick(all) => {
                for (value, weight, when) in all {
                    each(value);
                    each(weight);
                    when.iter().for_each(&mut *each);
                }
            }
            Self::PickItem(_, items, weight) => {
                items.each(each);
                each(weight);
            }
            Self::Collect(collect, over, what) => {
                collect.kept().into_iter().for_each(&mut *each);
                over.each(each);
                each(what);
            }
            Self::Pool(parts, _) => parts.iter().flat_map(|(times, die)| [times, die]).for_each(each),
            Self::Ask(question, _) => question.each(each),
        }
    }
}

/// Sampling of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sampling {
    /// Dice: each is independent of the others.
    WithReplacement,
    /// Cards or tokens: what is drawn is gone.
    WithoutReplacement,
}

/// An operation on two values. `is (y)` is `Equal`, `is not` a `Not` around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Div,
    Mod,
    Power,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    More,
    MoreOrEqual,
    And,
    Or,
    Min,
    Max,
}

impl Binary {
    /// True for comparisons.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::NotEqual | Self::Less | Self::LessOrEqual | Self::More | Self::MoreOrEqual
        )
    }
}

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unary {
    Negate,
    Not,
    Floor,
    Ceil,
    Round,
    Trunc,
    Abs,
}
