//! `tohit article`: writes the answers of a list of links beside them, and checks that they are unchanged.

use crate::failure::Failure;
use crate::input::{Input, Lines};
use crate::output::Output;
use crate::scenario::{self, CustomGameArgs};
use std::fmt::Write as _;
use std::io::Read;
use std::path::PathBuf;
use tohit_resolver::sheet::Variant;
use tohit_resolver::{Answer, DuelAnswer, Fraction, Json, Problem, Ruleset, Spread, rules_of, under_rules};

/// What an article's links answer, and whether it has changed
#[derive(clap::Args)]
#[command(after_help = include_str!("help/article.txt"))]
pub(crate) struct Args {
    /// Links, one a line; - is standard input
    #[arg(value_name = "LINKS.txt")]
    file: PathBuf,
    /// Tell every answer that is not what the file says
    #[arg(long)]
    check: bool,
    /// Compare with the answers under these rules, such as
    /// a new edition: a value of situation.rules
    #[arg(long, value_name = "RULES", requires = "check", verbatim_doc_comment)]
    edition: Option<String>,
    #[command(flatten)]
    own: CustomGameArgs,
}

/// Longest fraction to print; a longer one appears as a decimal, and the fingerprint pins its exact value.
const LONGEST: usize = 48;
/// Least chance that a decimal tells.
const LEAST: f64 = 5e-9;
/// Name of the fingerprint of the whole answer.
const WHOLE: &str = "all";

/// Writes the present answers beside the links, or the changes.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let game = args.own.game()?;
    let input = Input::open(Some(&args.file), from)?;
    if args.check {
        return check(input, game, args, output);
    }
    let (mut all, mut bad, mut first) = (0, 0, 0);
    let mut lines = input.lines();
    while let Some(line) = next(&mut lines)? {
        let Some((link, _)) = entry(&line) else {
            output.line(line)?;
            continue;
        };
        let figures = figures(link, game, None);
        let answer = figures.as_ref().map_or_else(|problems| refused(problems), written);
        output.line(format_args!("{link}\t{answer}"))?;
        all += 1;
        if figures.is_err() {
            bad += 1;
            first = if bad == 1 { lines.number() } else { first };
        }
    }
    if bad == 0 { Ok(()) } else { Err(Failure::Lines { of: "links", bad, all, first }) }
}

/// Every answer that differs from the file, with the remark above it, which names the article.
fn check(
    input: Input<'_>,
    game: Option<&'static Ruleset>,
    args: &Args,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = args.file.to_string_lossy();
    let (mut all, mut known, mut changed, mut report) = (0, 0, 0, String::new());
    let mut article = String::new();
    let mut lines = input.lines();
    while let Some(line) = next(&mut lines)? {
        let Some((link, held)) = entry(&line) else {
            if let Some(remark) = line.strip_prefix("# ") {
                article = format!("  article {remark}\n");
            }
            continue;
        };
        all += 1;
        known += usize::from(args.edition.as_deref().is_none_or(|rules| knows(link, game, rules)));
        let differences = differences(held, figures(link, game, args.edition.as_deref()));
        if !differences.is_empty() {
            changed += 1;
            let gap = if report.is_empty() { "" } else { "\n" };
            let differences = differences.join("\n");
            let _ = write!(report, "{gap}{name}:{}: {link}\n{article}{differences}", lines.number());
        }
    }
    if let (Some(rules), 0, 1..) = (&args.edition, known, all) {
        let summary =
            format!("{name}: no link knows the rules {rules}; `tohit fields RULESET` names those of a game");
        return Err(Failure::Checked { report: String::new(), summary });
    }
    match (all, changed) {
        (0, _) => Err(Failure::Checked { report, summary: format!("{name} has no links") }),
        (1, 0) => output.line(format_args!("{name}: the answer is the same")),
        (_, 0) => output.line(format_args!("{name}: all {all} answers are the same")),
        _ => {
            let have = if changed == 1 { "is not what it was" } else { "are not what they were" };
            Err(Failure::Checked { report, summary: format!("{name}: {changed} of {all} answers {have}") })
        }
    }
}

/// The next line. One that is no text ends the command, with its number.
fn next(lines: &mut Lines<'_>) -> Result<Option<String>, Failure> {
    match lines.next()? {
        None => Ok(None),
        Some(Ok(line)) => Ok(Some(line.trim_end().to_owned())),
        Some(Err(Problem { message, .. })) => {
            let path = format!("line {}", lines.number());
            Err(Failure::Document(vec![Problem { path, message }]))
        }
    }
}

/// A line's link and its recorded answer; none of an empty line or a remark, which begins with `#` and a
/// space.
fn entry(line: &str) -> Option<(&str, &str)> {
    let is_remark = line.is_empty() || line == "#" || line.starts_with("# ");
    (!is_remark).then(|| line.split_once('\t').unwrap_or((line, "")))
}

/// Figures of an answer, by name.
type Figures = Vec<(&'static str, String)>;

/// Figures of a link, under the rules of an edition where its mode offers them.
fn figures(
    link: &str,
    game: Option<&'static Ruleset>,
    edition: Option<&str>,
) -> Result<Figures, Vec<Problem>> {
    let under = |ruleset: &Ruleset, document: Json| match edition {
        Some(rules) => {
            offered(ruleset, &document, rules).map_or(document.clone(), |rules| under_rules(&document, rules))
        }
        None => document,
    };
    if let Some((ruleset, [document, back], first)) = scenario::duel_of_link(link.trim(), game)? {
        let [document, back] = [document, back].map(|document| under(ruleset, document));
        return Ok(of_duel(&ruleset.duel([&document, &back], first)?));
    }
    let (ruleset, document) = scenario::of_link(link.trim(), game)?;
    let document = under(ruleset, document);
    if let Ok(answer) = ruleset.resolve(&document) {
        return Ok(exact(&answer));
    }
    // Refused, or too large for fractions: decimals, as many as are equal on every machine.
    let answer = ruleset.resolve::<f64>(&document)?;
    Ok(named(&answer, |p| decimal(*p)))
}

/// True of a link whose mode offers these rules.
fn knows(link: &str, game: Option<&'static Ruleset>, rules: &str) -> bool {
    let duel = scenario::duel_of_link(link.trim(), game).ok().flatten();
    let one = duel.map(|(ruleset, [document, _], _)| (ruleset, document));
    let one = one.or_else(|| scenario::of_link(link.trim(), game).ok());
    one.is_some_and(|(ruleset, document)| offered(ruleset, &document, rules).is_some())
}

/// Name of these rules, if the mode of a document offers them.
fn offered(ruleset: &Ruleset, document: &Json, rules: &str) -> Option<&'static str> {
    let named = document.get("mode").map(Json::plain);
    let mode = named.or_else(|| ruleset.about().modes.first().map(|mode| mode.id.to_owned()));
    Variant::find(rules_of(ruleset, &mode?), rules).map(|known| known.name)
}

/// Figures of a duel in decimals: the list of its rounds closes earlier in fractions. Impossible ends are
/// left out.
fn of_duel(duel: &DuelAnswer<f64>) -> Figures {
    let [win, lose, both, standing] = duel.ends;
    let rare = [("both", both), ("standing", standing)].into_iter().filter(|(_, chance)| *chance >= LEAST);
    let rounds = duel.rounds.whole_mean().map(|mean| ("rounds", mean));
    let all = [("win", win), ("lose", lose)].into_iter().chain(rare).chain(rounds);
    all.map(|(name, number)| (name, decimal(number))).collect()
}

/// A decimal with as many digits as are equal on every machine.
fn decimal(number: f64) -> String {
    format!("~{number:.8}")
}

fn exact(answer: &Answer<Fraction>) -> Figures {
    let number = |p: &Fraction| {
        let whole = p.to_string();
        if whole.len() > LONGEST { decimal(p.to_f64()) } else { whole }
    };
    let mut figures = named(answer, number);
    figures.push((WHOLE, mark(answer)));
    figures
}

fn named<P: tohit_resolver::Probability>(answer: &Answer<P>, number: impl Fn(&P) -> String) -> Figures {
    let mean = |spread: &Option<Spread<P>>| spread.as_ref().map(|spread| number(&spread.mean()));
    let damage = mean(&answer.damage);
    // A turn of one strike has no mean of its own.
    let turn = mean(&answer.turn_damage).filter(|turn| damage.as_ref() != Some(turn));
    let figures = [("hit", answer.hit.as_ref().map(&number)), ("damage", damage), ("turn", turn)];
    figures.into_iter().filter_map(|(name, figure)| Some((name, figure?))).collect()
}

/// Fingerprint of all chances. Impossible outcomes and derived figures are excluded, since an answer may gain
/// or lose them. Further results count only in an answer without a chance to hit.
fn mark(answer: &Answer<Fraction>) -> String {
    let mut text = String::new();
    let chance = |text: &mut String, name: &dyn std::fmt::Display, p: &Fraction| {
        if !p.is_zero() {
            let _ = writeln!(text, "{name} {p}");
        }
    };
    for (name, p) in &answer.outcomes {
        chance(&mut text, name, p);
    }
    for damage in answer.damage.iter().chain(&answer.turn_damage) {
        text.push_str("damage\n");
        damage.entries.iter().for_each(|(value, p)| chance(&mut text, value, p));
        damage.tail.iter().for_each(|(value, p)| chance(&mut text, &format_args!("{value}+"), p));
    }
    if answer.hit.is_none() {
        let more = Answer { values: Vec::new(), ..answer.clone() };
        text += &more.json().to_string();
    }
    // FNV-1a: files contain these fingerprints, so the hash is fixed.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn written(figures: &Figures) -> String {
    let each = figures.iter().map(|(name, figure)| format!("{name} {figure}"));
    each.collect::<Vec<_>>().join(", ")
}

fn refused(problems: &[Problem]) -> String {
    let each = problems.iter().map(ToString::to_string);
    format!("refused: {}", each.collect::<Vec<_>>().join("; "))
}

/// Differences between an answer and the recorded figures, a line each. Only recorded figures count: an
/// article may record the chance to hit alone.
fn differences(held: &str, now: Result<Figures, Vec<Problem>>) -> Vec<String> {
    let now = match now {
        Ok(now) => now,
        Err(problems) => return vec![format!("  {}", refused(&problems))],
    };
    if held.trim().is_empty() {
        return vec![format!("  nothing is held; now it answers: {}", written(&now))];
    }
    let mut differences = Vec::new();
    for part in held.split(',').map(str::trim) {
        let (name, before) = part.split_once(' ').unwrap_or((part, ""));
        let before = before.trim();
        match now.iter().find(|(known, _)| *known == name) {
            Some((_, figure)) if figure == before => {}
            Some((name, figure)) if *name == WHOLE => {
                differences.push(format!("  {name:<7} was {before}, is {figure}: some chance is another"));
            }
            Some((name, figure)) => {
                differences.push(format!("  {name:<7} was {}, is {}", legible(before), legible(figure)));
            }
            None => {
                let known = written(&now);
                differences.push(format!("  {part:?} is nothing that it answers, which is: {known}"));
            }
        }
    }
    differences
}

/// A fraction with its decimal value.
fn legible(figure: &str) -> String {
    match figure.parse::<Fraction>() {
        Ok(fraction) if fraction.whole().is_none() => format!("{figure} ({:.6})", fraction.to_f64()),
        _ => figure.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(link: &str) -> Result<Figures, Vec<Problem>> {
        figures(link, None, None)
    }

    fn answer_of(link: &str) -> String {
        now(link).map_or_else(|problems| refused(&problems), |figures| written(&figures))
    }

    #[test]
    fn a_link_is_held_by_its_fractions_and_by_a_mark_of_all_chances() {
        let (plain, other) = (answer_of("powder/melee"), answer_of("powder/melee?defender.natural_ac=8"));
        assert!(plain.starts_with("hit 11/20, damage 2079/800, all ") && plain.len() == 48, "{plain}");
        assert!(other.starts_with("hit 19/40, damage 3591/1600, all "), "{other}");
        assert_eq!(answer_of("https://example.org/?theme=dark#powder"), plain);
        assert!(answer_of("powdr").starts_with("refused: ruleset: \"powdr\" is not allowed"));
        // A cell of a map has no chance to hit.
        let targeting = answer_of("pixel-dungeon/targeting");
        assert!(targeting.starts_with("all ") && targeting.len() == 20, "{targeting}");
        assert_ne!(targeting, answer_of("pixel-dungeon/targeting?targeting.tap=3,4"));
    }

    #[test]
    fn an_edition_changes_the_links_that_offer_it() {
        let link = "powder/melee?attacker.physical_level=8&defender.natural_ac=8";
        let under = |edition| written(&figures(link, None, Some(edition)).unwrap());
        assert!(knows(link, None, "document") && !knows(link, None, "banana"));
        assert_eq!(under("document"), answer_of(link));
        assert_eq!(under("game"), answer_of(&format!("{link}&situation.rules=game")));
        assert_ne!(under("game"), answer_of(link));
        // Rules of another game.
        assert_eq!(under("5.0"), answer_of(link));
    }

    #[test]
    fn a_duel_is_held_by_its_ends_and_its_length() {
        let back = "extent=duel&against=powder/melee?defender.hp%3D12";
        let answer = answer_of(&format!("powder/melee?defender.hp=10&{back}"));
        assert!(answer.starts_with("win ~0.64") && answer.contains(", lose ~0.3"), "{answer}");
        assert!(answer.contains(", rounds ~") && !answer.contains("hit"), "{answer}");
        let held = answer.split(", rounds").next().unwrap();
        let now = || now(&format!("powder/melee?defender.hp=10&{back}"));
        assert_eq!(differences(held, now()), [""; 0]);
        assert!(differences("win ~0.5", now()).concat().contains("was ~0.5"));
        let alone = answer_of("powder/melee?defender.hp=10&extent=duel");
        assert!(alone.starts_with("refused: against.defender.hp: "), "{alone}");
    }

    #[test]
    fn only_what_is_held_is_compared() {
        let same = |held: &str| differences(held, now("powder/melee"));
        assert_eq!(same("hit 11/20"), [""; 0]);
        assert_eq!(same("damage 2079/800,  hit 11/20"), [""; 0]);
        assert_eq!(same(&answer_of("powder/melee")), [""; 0]);
        assert_eq!(same("hit 1/2"), ["  hit     was 1/2 (0.500000), is 11/20 (0.550000)"]);
        for (held, said) in
            [("", "nothing is held"), ("hits 1/2", "\"hits 1/2\" is nothing"), ("all x", "some chance")]
        {
            assert!(same(held).concat().contains(said), "{held}: {:?}", same(held));
        }
        assert!(differences("hit 1", now("powdr")).concat().contains("refused: "));
    }

    #[test]
    fn what_cannot_happen_is_no_part_of_the_mark() {
        let mut answer: Answer<Fraction> = Answer::new("x", "y");
        answer.hit = Some(Fraction::from(1));
        answer.outcomes.push(("hit", Fraction::from(1)));
        let before = mark(&answer);
        answer.outcomes.push(("miss", Fraction::zero()));
        answer.values.push(("blows", tohit_resolver::FigureValue::Int(2)));
        assert_eq!(mark(&answer), before);
        answer.damage = Some(Spread { entries: vec![(0, Fraction::from(1))], tail: None });
        assert_ne!(mark(&answer), before);
    }
}
