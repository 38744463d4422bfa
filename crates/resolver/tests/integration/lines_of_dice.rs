//! Lines of dice as players write them: this language's spelling of each, its notes, or its message.

use tohit_resolver::answer::{Answer, Extra, Spread};
use tohit_resolver::text::DiceLine;
use tohit_resolver::{Fraction, Json, Library, Ruleset};

fn rules(line: &DiceLine) -> Result<Ruleset, String> {
    let first = |wrong: Vec<tohit_resolver::text::TextProblem>| wrong.into_iter().next().unwrap().message;
    let rules = Ruleset::read("odds", line.rules(), &[], Library::fetched("")).map_err(first)?;
    let played = rules.play();
    let wrong = [played.wrong, played.doubtful].concat();
    if wrong.is_empty() { Ok(rules) } else { Err(first(wrong)) }
}

/// The reading of a line, as the file of lines shows it.
fn reading(written: &str) -> Vec<String> {
    let line = match DiceLine::parse(written) {
        Ok(line) => line,
        Err((_, message)) => return vec![format!("  ! {message}")],
    };
    let mut said: Vec<String> = line.read_as().map(|ours| format!("  = {ours}")).into_iter().collect();
    said.extend(line.notes().iter().map(|note| format!("  # {note}")));
    if let Err(message) = rules(&line) {
        said.push(format!("  ! {message}"));
    }
    said
}

#[test]
fn are_read_as_listed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lines-of-dice.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut now, mut lines, mut refused) = (String::new(), 0, 0);
    for line in file.lines().filter(|line| !line.starts_with("  ")) {
        now += line;
        now.push('\n');
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let said = reading(line);
        lines += 1;
        refused += usize::from(said.iter().any(|said| said.starts_with("  !")));
        said.iter().for_each(|said| now += &format!("{said}\n"));
    }
    if std::env::var_os("TOHIT_BLESS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    for (old, new) in file.lines().zip(now.lines()) {
        assert_eq!(old, new, "run with TOHIT_BLESS=1 if this is better");
    }
    assert_eq!(file.lines().count(), now.lines().count());
    assert!(
        lines >= 126 && lines - refused >= 115 && refused * 10 <= lines,
        "{refused} of {lines} are refused"
    );
}

#[test]
fn a_line_in_our_own_spelling_stays_as_it_is() {
    let file = include_str!("../lines-of-dice.txt");
    for line in file.lines().filter(|line| !line.starts_with("  ") && !line.starts_with('#')) {
        let Ok(read) = DiceLine::parse(line) else { continue };
        let ours = read.read_as().unwrap_or(line);
        let again = DiceLine::parse(ours).unwrap();
        assert_eq!((again.read_as(), again.rules()), (None, read.rules()), "{line}");
        assert_eq!(DiceLine::parse(Ruleset::title(read.rules())).unwrap().rules(), read.rules(), "{line}");
    }
    for ours in [
        "sum of d6 for i in 1..3 against 12, 4",
        "count of 3 times (d6 > 4) >= 2",
        "d20 against 10 + 2, best 2 of 3 times d6 - 1 if chance(1 in 2) else 0",
        "floor(d20 / 2) >= 3.5",
        "n d 6 keep highest (n - 1)",
        "10 against d12, (2 * d4) div 3",
    ] {
        assert_eq!(DiceLine::parse(ours).unwrap().read_as(), None, "{ours}");
    }
}

fn mean(spread: &Spread<Fraction>) -> Fraction {
    assert!(spread.tail.is_none());
    spread.entries.iter().map(|(value, chance)| Fraction::from(*value) * chance).sum()
}

/// Chance of a condition or a hit, then the mean of a value or the damage.
fn figures(answer: &Answer<Fraction>) -> String {
    match (answer.more.first(), &answer.hit, &answer.damage) {
        (Some((_, Extra::Chance(chance))), ..) => chance.to_string(),
        (Some((_, Extra::Spread(spread))), ..) => mean(spread).to_string(),
        (_, Some(hit), Some(damage)) => format!("{hit}, {}", mean(damage)),
        _ => panic!("a line has an answer"),
    }
}

/// Figures that were counted without this program.
#[test]
fn readings_mean_what_their_notation_says() {
    for (line, figures_expected) in FIGURES {
        let read = DiceLine::parse(line).unwrap();
        let answer = rules(&read).unwrap().resolve::<Fraction>(&Json::object([])).unwrap();
        assert_eq!(figures(&answer), *figures_expected, "{line} as {:?}", read.read_as());
    }
}

const FIGURES: &[(&str, &str)] = &[
    ("4d6kh3", "15869/1296"),
    ("4d6dl1", "15869/1296"),
    ("4d6d1", "15869/1296"),
    ("4d6dh1", "11347/1296"),
    ("4d6kl3", "11347/1296"),
    ("2d20kl1+5", "487/40"),
    ("4dF", "0"),
    ("d66", "77/2"),
    ("1d6/2", "3/2"),
    ("3d6x10", "105"),
    ("2d6ro<2", "25/3"),
    ("2d6 reroll 1s", "47/6"),
    ("2d6r<2", "9"),
    ("1d20r1", "11"),
    ("8d6mi2", "88/3"),
    ("10d10cs>=8", "3"),
    ("8d10>=7f1", "12/5"),
    ("count 5+ in 6d6", "2"),
    ("at least one 6 in 5d6", "4651/7776"),
    ("at least two 5+ on 6d6", "473/729"),
    ("exactly 2 sixes in 5d6", "625/3888"),
    ("no 1s in 4d6", "625/1296"),
    ("7+ on 2d6", "7/12"),
    ("3d6 under 12", "5/8"),
    ("d100 under 65", "16/25"),
    ("4d6>=5 vs 3d6>=5", "545/729, 0"),
    ("1d20+5 vs AC 15, 1d8+3 slashing damage", "11/20, 33/8"),
    ("d20+5 adv vs 15, 1d8+3", "319/400, 957/160"),
    ("1d20+5 with disadvantage vs 15, 1d8+3", "121/400, 363/160"),
    ("1d20+5 vs 15, 1d8+3 crit 19-20", "11/20, 183/40"),
    ("1d20+5 vs 15, 1d8+3, 19-20/x2", "11/20, 39/8"),
    ("1d20+5 adv vs 15, 1d8+3 crit 19-20", "319/400, 5469/800"),
    ("1d20+5 disadvantage vs 15, 1d8+3 crit", "121/400, 57/25"),
    ("1d20+7 vs 30, 1d8+3 crit 18-20", "1/20, 3/5"),
    ("1d20+20 vs 15, 1d8+3 crit", "19/20, 147/20"),
    ("3 attacks of 1d20+5 vs 15, 1d8+3", "99/8"),
    ("1d20+5 vs 15 x3", "33/20"),
    ("1d20+5 vs 15, 1d8+3 crit 19-20 x3", "549/40"),
    ("8d6 half on save 15 +3", "1727/80"),
    ("8d6 fire damage, DC 15 Dex save for half", "949/40"),
    ("8d6, save DC 15 negates", "98/5"),
    ("d{1,1,2,3}", "7/4"),
];

#[test]
fn an_error_of_a_reading_stands_at_the_characters_as_written() {
    let (place, message) = DiceLine::parse("d20 vs AC 12, 1d6!<4").unwrap_err();
    assert_eq!((place, message.contains("open d6")), (15..20, true));
    let line = DiceLine::parse("1d20+zeal vs AC 15").unwrap();
    assert_eq!(line.read_as(), Some("1d20+zeal against 15"));
    // `  rolled = ` has eleven letters.
    assert_eq!(line.place(6, 17, 4), 5..9);
    assert_eq!(line.place(7, 12, 2), 10..18);
}
