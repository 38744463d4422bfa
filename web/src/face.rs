//! The face of each ruleset: the hue of its accent and its glyph. One that nobody has drawn yet gets a plain one.

/// How a ruleset looks.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    /// The accent's hue, in degrees of OKLCH; lightness and chroma are the style sheet's.
    pub(crate) hue: &'static str,
    /// The glyph, as the outline of a path on a field of 16 by 16.
    pub(crate) glyph: &'static str,
}

/// The face of the ruleset of that name.
pub(crate) fn face(ruleset: &str) -> Face {
    let (hue, glyph) = match ruleset {
        // A flask.
        "powder" => (
            "40",
            "M6 1h4v1.5H9.5v3.6l3.7 6.6A1.6 1.6 0 0 1 11.8 15H4.2a1.6 1.6 0 0 1-1.4-2.3l3.7-6.6V2.5H6z",
        ),
        // Stairs that lead down.
        "crawl" => ("145", "M1 2h4v3h3.5v3H12v3h3v3H1z"),
        // A ring with its stone.
        "angband" => (
            "85",
            "M8 1l2.6 2.4-1.3 1.5a5 5 0 1 1-2.6 0L5.4 3.4zM8 6.4a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z",
        ),
        // A sword in large pixels.
        "pixel-dungeon" => (
            "255",
            "M12 1h3v3h-1.5v1.5H12V7h-1.5v1.5H9V10H7.5v1.5H9V13H7.5v-1.5H6V13H4.5v1.5H1V11h1.5V9.5H4V8H2.5V6.5H4V8h1.5V6.5H7V5h1.5V3.5H10V2h2z",
        ),
        // A crown.
        "dominions" => ("320", "M1 4l3.6 3L8 2l3.4 5L15 4l-1.4 8H2.4zM2.4 13h11.2v1.6H2.4z"),
        _ => ("200", "M8 1l7 7-7 7-7-7z"),
    };
    Face { hue, glyph }
}
