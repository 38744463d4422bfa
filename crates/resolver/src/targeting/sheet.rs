//! The map's fields.

use super::path::{Cells, Projectile, Tile, TileMap};
use super::{Aim, NAME};
use crate::json::Json;
use crate::sheet::{About, Field, FieldCondition, Shape, SheetSpec, Variant, about, whole as number};
use crate::text::interner;

const PROJECTILES: &[Variant] = &[
    Variant::new("thrown", Some("a thrown item")),
    Variant::new("wand", Some("a wand's bolt")),
    Variant::new("piercing", Some("a piercing ray")),
];

/// A place inside the largest map.
const PLACE: Shape = Shape::Cell { low: 0, high: 63 };
const ANYWHERE: Shape = Shape::Cell { low: -1_000_000_000, high: 1_000_000_000 };
/// Places; outside the map everything is wall.
const PLACES: Shape = Shape::List { of: &ANYWHERE, least: 0, most: 4096, distinct: false };
const SIDE: Shape = Shape::Int { low: 1, high: 64 };
const RANGE: Shape = Shape::Int { low: 1, high: 100 };

const ONLY_RAYS: &[FieldCondition] =
    &[FieldCondition::is(".projectile", &["piercing"], "Only a piercing ray has a range.")];
const EDGE: &str = "Cells beyond the edge of the map are wall.";

const NONE: Json = Json::Null;
const EMPTY: Json = Json::List(Vec::new());

fn cell((x, y): Tile) -> Json {
    Json::List(vec![x.into(), y.into()])
}

fn field(name: &'static str, shape: Shape, about: About, default: Json) -> Field {
    Field { name, shape, about, default: interner::one(default) }
}

/// The sheet as a field of a form.
pub(super) fn whole() -> Field {
    let fields = interner::all(vec![
        field("origin", PLACE, about("Thrower", "Where the projectile starts."), cell((0, 0))),
        field("tap", PLACE, about("Tapped tile", "The tile that the player taps."), cell((15, 8))),
        field(
            "wanted",
            Shape::Nullable(&PLACE),
            about(
                "Tile to hit",
                "Finds every tile to tap so that the projectile strikes a creature that stands here.",
            ),
            NONE,
        ),
        field(
            "projectile",
            Shape::Choice(PROJECTILES),
            about(
                "Projectile",
                "A thrown item ends at the tapped tile at the latest; a wand's bolt flies on; a piercing ray passes through creatures.",
            ),
            "thrown".into(),
        ),
        field(
            "range",
            Shape::Nullable(&RANGE),
            About {
                unit: "cells",
                when: ONLY_RAYS,
                ..about(
                    "Range",
                    "The most cells a piercing ray goes: the level plus 3 for the wand of disintegration; left open, it has no end.",
                )
            },
            NONE,
        ),
        field(
            "walls",
            PLACES,
            about(
                "Walls",
                "The projectile stops in the cell before: walls, statues, barricades, bookshelves, locked doors.",
            ),
            EMPTY,
        ),
        field(
            "cover",
            PLACES,
            about("Cover", "The projectile enters a closed door or high grass and stops in it."),
            EMPTY,
        ),
        field(
            "creatures",
            PLACES,
            about("Creatures", "A thrown item and a wand's bolt stop at the first one."),
            EMPTY,
        ),
        field("width", SIDE, About { unit: "cells", group: "Map", ..about("Map width", EDGE) }, 32.into()),
        field("height", SIDE, About { unit: "cells", group: "Map", ..about("Map height", EDGE) }, 32.into()),
    ]);
    let default = fields.iter().map(|field| (field.name, field.default.clone())).collect();
    let shape = Shape::Sheet(interner::one(SheetSpec { presets: None, fields }));
    let help = "The map that the projectile crosses, and where it is thrown.";
    field(NAME, shape, About { modes: &[NAME], ..about("Targeting", help) }, default)
}

fn place(json: &Json) -> Option<Tile> {
    match json {
        Json::List(pair) => match pair.as_slice() {
            [x, y] => Some((number(x)?, number(y)?)),
            _ => None,
        },
        _ => None,
    }
}

/// The map of a complete document, and the aim.
pub(super) fn read(document: &Json) -> (TileMap, Aim) {
    let get = |name: &str| document.get(NAME).and_then(|sheet| sheet.get(name));
    let places = |name: &str| match get(name) {
        Some(Json::List(all)) => all.iter().filter_map(place).collect(),
        _ => Cells::default(),
    };
    let projectile = match get("projectile") {
        Some(Json::Text(name)) if name == "wand" => Projectile::Wand,
        Some(Json::Text(name)) if name == "piercing" => Projectile::Piercing,
        _ => Projectile::Thrown,
    };
    let map = TileMap {
        width: get("width").and_then(number).unwrap_or_default(),
        height: get("height").and_then(number).unwrap_or_default(),
        origin: get("origin").and_then(place).unwrap_or_default(),
        projectile,
        range: get("range").and_then(number).filter(|_| projectile == Projectile::Piercing),
        walls: places("walls"),
        cover: places("cover"),
        creatures: places("creatures"),
    };
    let tap = get("tap").and_then(place).unwrap_or_default();
    (map, Aim { tap, wanted: get("wanted").and_then(place) })
}
