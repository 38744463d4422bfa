//! A program as bytes: `serde` and `postcard`, behind a version and a checksum.
//!
//! | stored | in place of |
//! |---|---|
//! | the distance from an expression back to its part | the part's [`Id`](super::Id) |
//! | the difference of a span from that of the parts | the span |
//! | nothing | what [`Nodes::add`] derives |

use super::nodes::each_part_mut;
use super::{Mode, Node, NodeEntry, Nodes, Program, Span, each_part};
use core::fmt;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Version of the format; another one is refused.
const VERSION: u8 = 5;

/// Bytes of the checksum, which follows the version.
const CHECKSUM: usize = 4;

/// The error of [`Program::from_bytes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes are too few, or of another version.
    Version,
    /// The checksum is not that of the bytes.
    Checksum,
    /// The bytes describe no program.
    Content(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version => f.write_str("this is no compiled program of this version"),
            Self::Checksum => f.write_str("the compiled program is damaged: its checksum does not fit"),
            Self::Content(why) => write!(f, "the compiled program is damaged: {why}"),
        }
    }
}

impl core::error::Error for DecodeError {}

impl Program {
    /// The program as bytes.
    ///
    /// # Errors
    /// Errors of the serialiser; none is known.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DecodeError> {
        let content = postcard::to_allocvec(self).map_err(|error| DecodeError::Content(error.to_string()))?;
        let head = [VERSION].into_iter().chain(checksum(&content).to_le_bytes());
        Ok(head.chain(content.iter().copied()).collect())
    }

    /// The program of such bytes.
    ///
    /// # Errors
    /// Bytes of another version, or damaged bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let Some((&VERSION, rest)) = bytes.split_first() else { return Err(DecodeError::Version) };
        let Some((sum, content)) = rest.split_first_chunk::<CHECKSUM>() else {
            return Err(DecodeError::Version);
        };
        if u32::from_le_bytes(*sum) != checksum(content) {
            return Err(DecodeError::Checksum);
        }
        postcard::from_bytes(content).map_err(|error| DecodeError::Content(error.to_string()))
    }
}

/// FNV-1a of 32 bits.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Mode {
    /// Derives the attributes of each expression from its parts.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut mode = Self::deserialize(deserializer)?;
        let mut nodes = Nodes(Vec::with_capacity(mode.nodes.0.len()));
        for NodeEntry { node, span, .. } in core::mem::take(&mut mode.nodes).0 {
            // A figure stands before its calls, so a program ends.
            if let Node::Figure(place, _) = node
                && mode.figures.get(usize::from(place)).is_none_or(|figure| nodes.get(figure.value).is_none())
            {
                return Err(D::Error::custom("a figure is called before it is defined"));
            }
            nodes.add(node, span, &mode.sheets, &mode.figures);
        }
        mode.nodes = nodes;
        Ok(mode)
    }
}

/// An expression as it is stored.
#[derive(Serialize, Deserialize)]
struct EncodedExpr {
    /// The node; each part is a distance.
    node: Node,
    /// Differences of the span's start and end from those of [`around`].
    start: i32,
    end: i32,
}

impl Serialize for Nodes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().enumerate().map(|(place, expr)| {
            let around = around(self.0.get(..place).unwrap_or_default(), &expr.node);
            let mut node = expr.node.clone();
            each_part_mut(&mut node, &mut |part| part.0 = distance(place, part.0));
            let start = expr.span.start.wrapping_sub(around.start).cast_signed();
            EncodedExpr { node, start, end: expr.span.end.wrapping_sub(around.end).cast_signed() }
        }))
    }
}

impl<'de> Deserialize<'de> for Nodes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Vec::<EncodedExpr>::deserialize(deserializer)?;
        let mut nodes = Vec::with_capacity(stored.len());
        for (place, EncodedExpr { mut node, start, end }) in stored.into_iter().enumerate() {
            let mut is_behind = true;
            each_part_mut(&mut node, &mut |part| {
                part.0 = distance(place, part.0);
                is_behind &= (part.0 as usize) < place;
            });
            if !is_behind {
                return Err(D::Error::custom("an expression stands before its parts"));
            }
            let around = around(&nodes, &node);
            let (start, end) = (start.cast_unsigned(), end.cast_unsigned());
            let span = Span { start: around.start.wrapping_add(start), end: around.end.wrapping_add(end) };
            nodes.push(NodeEntry::bare(node, span));
        }
        Ok(Self(nodes))
    }
}

/// The distance from a place back to another, or the place at a distance.
fn distance(place: usize, other: u32) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX).wrapping_sub(other)
}

/// The expected span of an expression: around its parts; without parts, behind the expression before it.
fn around(before: &[NodeEntry], node: &Node) -> Span {
    let mut around: Option<Span> = None;
    each_part(node, &mut |part, _| {
        let Some(NodeEntry { span, .. }) = before.get(part.0 as usize) else { return };
        let all = around.get_or_insert(*span);
        *all = Span { start: all.start.min(span.start), end: all.end.max(span.end) };
    });
    let last = before.last().map_or(0, |expr| expr.span.end);
    around.unwrap_or(Span { start: last, end: last })
}
