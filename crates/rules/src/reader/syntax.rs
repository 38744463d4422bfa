//! The tree of a rule text, as it was written. Names are not looked up yet.

use crate::number::Number;

/// Where something stands: bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// Something with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct At<T> {
    /// What it is.
    pub it: T,
    /// Where it stands.
    pub span: Span,
}

/// A name or word with its place.
pub type Name = At<String>;

/// A whole text, in the order in which it is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// The edition of the language that the text is written in.
    pub edition: u32,
    /// The game's name.
    pub title: String,
    /// The text's own date.
    pub date: Option<String>,
    /// The document that it implements.
    pub document: Option<String>,
    /// The modes; empty if the text names none.
    pub modes: Vec<Name>,
    /// Everything else.
    pub statements: Vec<Statement>,
    /// Where the text's own words stand, if it ends with them: from the line `words` to the end.
    pub words: Option<Span>,
}

/// A statement with the modes that it holds in.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The modes; empty for all.
    pub modes: Vec<Name>,
    /// What it says.
    pub says: Says,
    /// Where it stands: its first line.
    pub span: Span,
    /// The section of the document, without its brackets.
    pub reference: Option<String>,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// `list NAME: a | b`
    List(Name, Vec<Name>),
    /// `record NAME` and its fields.
    Record(Name, Vec<Field>),
    /// `sheet NAME` and its fields.
    Sheet(Name, Vec<Field>),
    /// `switches PATH by PATH`: the editions and the rows.
    Switches {
        /// The sheet that holds the switches.
        fields: Path,
        /// The field that names the edition.
        by: Path,
        /// The editions, in the order of the columns.
        editions: Vec<Name>,
        /// For each switch its name, its words and its reference.
        rows: Vec<(Name, Vec<Name>, Option<String>)>,
    },
    /// `table NAME columns` and its rows.
    Table(Name, Vec<At<Cell>>, Vec<TableRow>),
    /// `name = ...`, `name(a, b) = ...`, `roll name = ...`
    Figure(Figure),
    /// `endings` and its lines: class and words.
    Endings(Vec<(Name, Vec<Name>)>),
    /// `carry NAME = VALUE`, `carry NAME this turn = VALUE`
    Carry {
        /// What is carried.
        name: Name,
        /// Whether it begins anew each turn.
        this_turn: bool,
        /// What it begins with.
        value: Expr,
    },
    /// `strike` and its lines.
    Strike(Vec<StrikeLine>),
    /// `turn ...`
    Turn {
        /// How many strikes there are.
        strikes: Strikes,
        /// Whether it goes on when the defender has fallen.
        regardless: bool,
    },
    /// `falls when ...`
    Falls(Expr),
    /// `show a, b = c if d`: dotted name, the value if it is not the figure of that name, and the condition.
    Show(Vec<(Path, Option<Expr>, Option<Expr>)>),
    /// `show kill this strike`, `show kill this turn`, `show fate this turn`
    ShowEnd(ShowEnd),
    /// `show tail ...`
    ShowTail(Expr),
    /// `refuse PATH if ... "message"`
    Refuse {
        /// The field that is refused.
        field: Path,
        /// When.
        when: Expr,
        /// What is said.
        message: Option<String>,
    },
    /// `example ...`
    Example(Example),
}

/// What `show ... this ...` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowEnd {
    /// The chance that one strike fells the defender.
    KillThisStrike,
    /// The chance that a turn does.
    KillThisTurn,
    /// Unhurt, wounded or killed.
    FateThisTurn,
}

/// How many strikes a turn has.
#[derive(Clone, Debug, PartialEq)]
pub enum Strikes {
    /// So many.
    Number(Expr),
    /// One for each item.
    Each {
        /// What an item is called.
        name: Name,
        /// The items: records, or lists of them.
        of: Vec<Expr>,
        /// Which of them the answer shows, counted from 1.
        shown: Option<Expr>,
    },
}

/// Names with dots between: `situation.switches.twenty`, `attacker.parts.0.dice`.
pub type Path = At<Vec<String>>;

/// A field of a record or sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// What it may hold.
    pub kind: At<FieldKind>,
    /// `?`: may be left out.
    pub may_be_left_out: bool,
    /// `or none`: may be none.
    pub may_be_none: bool,
    /// After `=`.
    pub default: Option<At<Default>>,
}

/// What a field may hold.
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
    Some(Box<At<FieldKind>>),
    /// `mark a..b`
    Mark((i64, i64), (i64, i64)),
    /// `list of a..b TYPE`
    List(u32, u32, Box<At<FieldKind>>),
    /// `{ fields }`
    Fields(Vec<Field>),
}

/// A default, a value in an example, or in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Default {
    /// A number, perhaps negative.
    Number(Number),
    /// `18/50`: two whole numbers with a stroke between them and no space. A fraction elsewhere.
    Mark(i64, i64),
    /// A word, `yes`, `no` or `none`; more than one for a set.
    Words(Vec<String>),
    /// `{ a: 1; b: 2 }`
    Fields(Vec<(Name, At<Default>)>),
    /// Items, one after the other.
    Items(Vec<At<Default>>),
    /// Quoted text: a preset's name, in an example.
    Text(String),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The keys, any of which fits.
    pub keys: Vec<At<Key>>,
    /// The cells.
    pub cells: Vec<At<Cell>>,
    /// The row's own reference.
    pub reference: Option<String>,
}

/// What a row of a table is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// A word.
    Word(String),
    /// From one number or mark to another; either end may be open. A single number has both ends the same. A plain number n is the mark (n, 0).
    Range(Option<(i64, i64)>, Option<(i64, i64)>),
    /// Everything else.
    Other,
}

/// What stands in a cell of a table, or over a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number.
    Number(Number),
    /// A word.
    Word(String),
    /// `yes` or `no`
    Flag(bool),
    /// `-`
    Absent,
}

/// A figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name.
    pub name: Name,
    /// What it takes.
    pub takes: Vec<Name>,
    /// Whether it is rolled at every mention.
    pub rolled: bool,
    /// Its rows.
    pub column: Column,
}

/// A column of rows, or cases.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// The value so far goes from row to row; the first row has no condition.
    Rows(Vec<Row>),
    /// The first that applies; blocks are already joined to the conditions. The last has none.
    Cases(Vec<Row>),
}

/// A row of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The value. A row such as `+ 2` is written out as `it + 2`, `at least 3` as `max(it, 3)`, `floor` as `floor(it)`.
    pub value: Expr,
    /// The condition, with those of the blocks around it in front.
    pub when: Option<Expr>,
    /// Where the row stands.
    pub span: Span,
    /// The section of the document.
    pub reference: Option<String>,
}

/// A line of a strike.
#[derive(Clone, Debug, PartialEq)]
pub enum StrikeLine {
    /// `name = ...`, `show name = ...`
    Value {
        /// Its name, with dots only in `show a.b = ...`.
        name: Path,
        /// Whether its spread is answered.
        show: bool,
        /// The rows.
        column: Column,
        /// Where it stands.
        span: Span,
        /// The section of the document.
        reference: Option<String>,
    },
    /// `next name = value if condition`, for all endings below.
    Next(Next),
    /// `end ...`
    End {
        /// The word: a fixed one, or a value.
        ending: Ending,
        /// `lose`
        lose: Option<Expr>,
        /// `gain`
        gain: Option<Expr>,
        /// `kill`
        kill: bool,
        /// The condition, with those of the blocks around it in front.
        when: Option<Expr>,
        /// The `next` lines below it.
        next: Vec<Next>,
        /// Where it stands.
        span: Span,
        /// The section of the document.
        reference: Option<String>,
    },
}

/// How a strike ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// `end miss`
    Word(Name),
    /// `end (tier)`
    Value(Expr),
}

/// `next name = value if condition`
#[derive(Clone, Debug, PartialEq)]
pub struct Next {
    /// What is carried.
    pub name: Name,
    /// What it becomes.
    pub value: Expr,
    /// When; otherwise it stays as it is.
    pub when: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// `example in MODE in turn with PATH = VALUE, ... roll VALUES -> ENDING lose N`
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The mode; the first if none is named.
    pub mode: Option<Name>,
    /// Whether a whole turn is forced.
    pub turn: bool,
    /// The fields.
    pub with: Vec<(Path, At<Default>)>,
    /// The rolls: numbers, words, `yes` and `no`.
    pub rolls: Vec<Name>,
    /// How it should end; for a turn, how its last strike ends.
    pub ending: Name,
    /// What the defender should lose.
    pub lose: i64,
}

/// An expression with its place.
pub type Expr = At<Box<Node>>;

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A number.
    Number(Number),
    /// `yes`, `no`
    Flag(bool),
    /// A name or a word, perhaps with a hyphen.
    Name(String),
    /// A word for sure: it stands bare in a pick or a case.
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
    /// `given x`
    Given(Expr),
    /// `x otherwise y`
    Otherwise(Expr, Expr),
    /// `a d b`, `2d6`
    Dice(Expr, Expr),
    /// `roll(a..b)`
    Roll(Expr, Expr),
    /// `open 2d6 less 1`: dice, sides, less.
    Open(Expr, Expr, Option<Expr>),
    /// `chance(a)`, `chance(a in b)`
    Chance(Expr, Option<Expr>),
    /// `pick(a: w if c, ...)`: what is picked, its weight, its condition.
    Pick(Vec<(Expr, Expr, Option<Expr>)>),
    /// `pick(list)`
    PickList(Expr),
    /// `pick(i in ITEMS: weight)`
    PickItem(Name, Items, Expr),
    /// `sum of X for p in ITEMS`, `best 2 of 3 times X`
    Collect(Collect, Over, Expr),
    /// `odds(c)`
    Odds(Expr),
}

/// What is gone through.
#[derive(Clone, Debug, PartialEq)]
pub enum Items {
    /// `a..b`
    Range(Expr, Expr),
    /// A list, or a set of words.
    List(Expr),
}

/// How often, or for what.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// `of N times`
    Times(Expr),
    /// `of ... for NAME in ITEMS`
    For(Name, Items),
}

/// How rolls are put together.
#[derive(Clone, Debug, PartialEq)]
pub enum Collect {
    /// Added.
    Sum,
    /// How many are yes.
    Count,
    /// The highest so many, added.
    Best(Option<Expr>),
    /// The lowest so many, added.
    Worst(Option<Expr>),
}

/// An operation on two values. `is (y)` is `Equal`, `is not` a `Not` around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// An operation on one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
