//! The picture as a PNG, with letters of this system's fonts.

use crate::failure::Failure;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::io::{self, IsTerminal as _};

/// Scale of pixels, as on the page.
const SCALE: f32 = 2.0;

/// Candidates for `sans-serif`, in order of preference; no font is available everywhere.
const FAMILIES: [&str; 8] = [
    "Noto Sans",
    "DejaVu Sans",
    "Liberation Sans",
    "Arial",
    "Helvetica Neue",
    "Helvetica",
    "Segoe UI",
    "FreeSans",
];

/// Draws an SVG.
pub(crate) fn of(svg: &str) -> Result<Vec<u8>, Failure> {
    if io::stdout().is_terminal() {
        return Err(failed("a PNG is nothing for a terminal; `> picture.png` keeps it"));
    }
    let mut options = Options::default();
    options.fontdb_mut().load_system_fonts();
    let Some(family) = family(&options.fontdb) else {
        return Err(failed("cannot write on a picture: this system has no fonts; --svg needs none"));
    };
    options.fontdb_mut().set_sans_serif_family(family);
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&format!("cannot draw: {error}")))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or_else(|| failed("cannot draw: the picture is too large"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&format!("cannot draw: {error}")))
}

/// An upright font family in several widths, or else any.
fn family(fonts: &fontdb::Database) -> Option<String> {
    let names = || fonts.faces().filter_map(|face| Some((face, &face.families.first()?.0)));
    let known = FAMILIES.into_iter().find(|known| names().any(|(_, name)| name == known));
    let plain = || names().find(|(face, _)| !face.monospaced && face.style == fontdb::Style::Normal);
    known.map(str::to_owned).or_else(|| plain().or_else(|| names().next()).map(|(_, name)| name.clone()))
}

fn failed(message: &str) -> Failure {
    Failure::Io(message.to_owned())
}
