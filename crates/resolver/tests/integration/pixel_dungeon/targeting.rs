//! The projectile's path.

use super::{exact, game};
use crate::common::logs::figures;
use tohit_odds::Fraction;
use tohit_resolver::{Answer, Dice, Extra, Json, Probability};

type Place = (i64, i64);

fn fly(targeting: &str) -> Answer<Fraction> {
    exact(&format!(r#"{{"mode":"targeting","targeting":{{{targeting}}}}}"#))
}

fn json(answer: &Answer<Fraction>, name: &str) -> Json {
    let extra = answer.more.iter().find(|(known, _)| *known == name).map(|(_, extra)| extra);
    let all: Answer<Fraction> = Answer {
        more: extra.map(|extra| ("it", extra.clone())).into_iter().collect(),
        ..Answer::new("", "")
    };
    all.json().get("it").cloned().unwrap_or(Json::Null)
}

fn text(answer: &Answer<Fraction>, name: &str) -> String {
    json(answer, name).to_string()
}

fn places(answer: &Answer<Fraction>, name: &str) -> Vec<Place> {
    let number = |value: &Json| value.to_string().parse::<i64>().unwrap();
    let Json::List(cells) = json(answer, name) else { return Vec::new() };
    cells.iter().map(|cell| (number(cell.at("0").unwrap()), number(cell.at("1").unwrap()))).collect()
}

fn to(origin: Place, tap: Place, more: &str) -> Answer<Fraction> {
    fly(&format!(
        r#""width":64,"height":64,"origin":[{},{}],"tap":[{},{}]{more}"#,
        origin.0, origin.1, tap.0, tap.1
    ))
}

/// "Cell(0) = 0 ... Cell(1) = 17 ... Cell(14) = 126, Cell(15) = 143": the default is the page's rectangle of 16 by 9 cells.
#[test]
fn the_pages_rectangle() {
    let answer = fly("");
    let cells = text(&answer, "formula_cells");
    assert_eq!(cells, "[0,17,18,35,36,53,54,71,72,89,90,107,108,125,126,143]");
    // The page's own words: the row is the cell's number without its column, over 16.
    let rows: Vec<i64> = places(&answer, "visited").iter().map(|(_, y)| *y).collect();
    assert_eq!(rows, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
    assert_eq!(text(&answer, "reason"), "\"tap\"");
}

/// "If you have obstacles at (7,4) and (5,4), you can still hit (8,5) by targeting A, because A goes through (6,4) and (8,5)."
#[test]
fn of_the_pages_table_only_a_does() {
    let through: Vec<i64> = (1..=15)
        .filter(|y| {
            let path = places(&to((1, 1), (16, *y), ""), "visited");
            [(6, 4), (8, 5)].iter().all(|cell| path.contains(cell))
                && [(7, 4), (5, 4)].iter().all(|cell| !path.contains(cell))
        })
        .collect();
    assert_eq!(through, [10]);
    let blocked = to((1, 1), (16, 10), r#","walls":[[7,4],[5,4]],"creatures":[[8,5]]"#);
    assert_eq!(
        (text(&blocked, "stop"), text(&blocked, "reason")),
        ("[8,5]".to_owned(), "\"creature\"".to_owned())
    );
}

/// "All other directions should be obtainable from flipping this table."
#[test]
fn every_direction_is_a_mirror_image() {
    for (dx, dy) in [(15, 8), (7, 7), (9, 0), (5, 4), (1, 1), (2, 1)] {
        let path = |x: i64, y: i64| -> Vec<Place> {
            let visited = places(&to((30, 30), (30 + x, 30 + y), ""), "visited");
            visited.iter().map(|(x, y)| (x - 30, y - 30)).collect()
        };
        let straight = path(dx, dy);
        assert_eq!(straight.len() as i64, dx + 1);
        for (right, down) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let flipped: Vec<Place> = straight.iter().map(|(x, y)| (right * x, down * y)).collect();
            assert_eq!(path(right * dx, down * dy), flipped);
            let turned: Vec<Place> = flipped.iter().map(|(x, y)| (*y, *x)).collect();
            assert_eq!(path(down * dy, right * dx), turned);
        }
    }
}

#[test]
fn what_stops_a_projectile() {
    let line = |projectile: &str, more: &str| {
        let answer = fly(&format!(
            r#""width":12,"height":3,"origin":[1,1],"tap":[5,1],"projectile":"{projectile}"{more}"#
        ));
        format!("{} {} {}", text(&answer, "stop"), text(&answer, "reason"), text(&answer, "struck"))
    };
    for (projectile, more, expected) in [
        ("thrown", "", r#"[5,1] "tap" []"#),
        ("wand", "", r#"[11,1] "wall" []"#),
        ("piercing", "", r#"[11,1] "wall" []"#),
        ("thrown", r#","walls":[[4,1]]"#, r#"[3,1] "wall" []"#),
        ("thrown", r#","walls":[[2,1]]"#, r#"[1,1] "wall" []"#),
        ("thrown", r#","cover":[[4,1]]"#, r#"[4,1] "cover" []"#),
        ("thrown", r#","cover":[[5,1]]"#, r#"[5,1] "cover" []"#),
        ("thrown", r#","creatures":[[4,1],[5,1]]"#, r#"[4,1] "creature" [[4,1]]"#),
        ("thrown", r#","creatures":[[5,1]]"#, r#"[5,1] "creature" [[5,1]]"#),
        ("thrown", r#","creatures":[[6,1]]"#, r#"[5,1] "tap" []"#),
        ("wand", r#","creatures":[[6,1],[8,1]]"#, r#"[6,1] "creature" [[6,1]]"#),
        ("piercing", r#","creatures":[[6,1],[8,1]]"#, r#"[11,1] "wall" [[6,1],[8,1]]"#),
        ("piercing", r#","range":6,"creatures":[[6,1],[8,1]]"#, r#"[7,1] "range" [[6,1]]"#),
        ("wand", r#","range":2"#, r#"[11,1] "wall" []"#),
        ("wand", r#","creatures":[[4,1]],"walls":[[4,1]]"#, r#"[3,1] "wall" []"#),
        ("wand", r#","creatures":[[4,1]],"cover":[[4,1]]"#, r#"[4,1] "cover" [[4,1]]"#),
        ("piercing", r#","creatures":[[3,1],[4,1],[6,1]],"cover":[[4,1]]"#, r#"[4,1] "cover" [[3,1],[4,1]]"#),
        ("wand", r#","walls":[[-3,1],[70,1],[1000000,0]]"#, r#"[11,1] "wall" []"#),
    ] {
        assert_eq!(line(projectile, more), expected, "{projectile} {more}");
    }
}

/// The tiles to tap are those whose flight strikes a creature there, and no others.
#[test]
fn the_tiles_to_tap() {
    let obstacles =
        r#""width":15,"height":11,"origin":[4,3],"walls":[[6,4],[7,6],[9,5],[2,2]],"cover":[[8,3],[5,7]]"#;
    for projectile in ["thrown", "wand", "piercing"] {
        for wanted in [(9, 6), (8, 3), (6, 4), (11, 3), (0, 0), (5, 9)] {
            let (x, y) = wanted;
            let set = format!(r#"{obstacles},"projectile":"{projectile}","range":7"#);
            let answer = fly(&format!(r#"{set},"tap":[9,9],"wanted":[{x},{y}]"#));
            let mut expected = Vec::new();
            for tap in (0..11).flat_map(|y| (0..15).map(move |x| (x, y))).filter(|tap| *tap != (4, 3)) {
                let flight = fly(&format!(r#"{set},"creatures":[[{x},{y}]],"tap":[{},{}]"#, tap.0, tap.1));
                if places(&flight, "struck").contains(&wanted) {
                    expected.push(tap);
                }
            }
            assert_eq!(places(&answer, "taps"), expected, "{projectile} {wanted:?}");
            assert_eq!(text(&answer, "direct"), expected.contains(&wanted).to_string());
        }
    }
    let hidden =
        fly(r#""width":9,"height":9,"origin":[0,0],"tap":[8,0],"wanted":[8,8],"walls":[[0,1],[1,0],[1,1]]"#);
    assert_eq!((text(&hidden, "taps"), text(&hidden, "direct")), ("[]".to_owned(), "false".to_owned()));
}

#[test]
fn the_log_tells_the_path() {
    let document =
        Json::parse(r#"{"mode":"targeting","targeting":{"tap":[3,1],"creatures":[[2,1]]}}"#).unwrap();
    let rolled = game().roll(&document, Dice::default()).unwrap();
    assert_eq!((rolled.outcome, rolled.damage), ("creature", 0));
    assert_eq!(
        figures(&rolled.log).map(|(name, figure)| format!("{name} = {figure}")).collect::<Vec<_>>(),
        [
            "Cell(0) = (0, 0)",
            "Cell(1) = (1, 0)",
            "Cell(2) = (2, 1)",
            "creature struck = (2, 1)",
            "stopped by = creature"
        ]
    );
    let Some(Json::List(log)) = rolled.json().get("log").cloned() else { panic!() };
    assert_eq!(log[2].to_string(), r#"{"note":"Cell(2)","value":[2,1]}"#);
    for (reason, _) in [("tap", 0), ("wall", 0), ("cover", 0), ("creature", 0), ("range", 0)] {
        assert!(game().about().outcomes.iter().any(|outcome| outcome.id == reason));
    }
}

/// In this mode nothing is a chance.
#[test]
fn a_path_has_no_chances() {
    let answer = fly("");
    assert!(answer.hit.is_none() && answer.damage.is_none() && answer.outcomes.is_empty());
    fn chances<P: Probability>(extra: &Extra<P>) -> usize {
        match extra {
            Extra::Chance(_) | Extra::Spread(_) => 1,
            Extra::Figure(_) => 0,
            Extra::Group(parts) => parts.iter().map(|(_, part)| chances(part)).sum(),
            Extra::List(parts) => parts.iter().map(chances).sum(),
        }
    }
    assert_eq!(answer.more.iter().map(|(_, extra)| chances(extra)).sum::<usize>(), 0);
}

/// Every place lies on the map, and what is wrong says how far that goes.
#[test]
fn a_place_lies_on_the_map() {
    let wrong = |tap: &str| {
        let document = format!(r#"{{"mode":"targeting","targeting":{{"width":9,"height":7,"tap":{tap}}}}}"#);
        let document = Json::parse(&document).unwrap();
        let problems = game().complete(&document).1;
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(wrong("[8,6]"), [""; 0]);
    let goes = "the map goes from [0, 0] to [8, 6]";
    assert_eq!(wrong("[9,6]"), [format!("targeting.tap: [9, 6] is not allowed; {goes}")]);
    assert_eq!(wrong("[8,7]"), [format!("targeting.tap: [8, 7] is not allowed; {goes}")]);
}
