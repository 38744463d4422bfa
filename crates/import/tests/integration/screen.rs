//! Lines of a game's screen, beside our figures for a fight.

use tohit_import::Screen;
use tohit_resolver::fight::Fight;

fn screen(link: &str, text: &str) -> Result<Screen, String> {
    tohit_import::screen(text.as_bytes(), &Fight::from_link(link).unwrap())
        .map_err(|problems| problems.first().unwrap().message.clone())
}

/// Subject, the game's figure, ours, and true where they are equal.
fn compared(link: &str, text: &str) -> Vec<(String, String, String, bool)> {
    let screen = screen(link, text).unwrap();
    let all = screen.compared().map(|one| {
        let ours = one.ours.clone().unwrap_or_default();
        assert_eq!(one.reason().is_empty(), one.is_equal, "{one:?}");
        (one.stated.what.clone(), one.stated.says.clone(), ours, one.is_equal)
    });
    all.collect()
}

fn line(what: &str, says: &str, ours: &str, is_equal: bool) -> (String, String, String, bool) {
    (what.to_owned(), says.to_owned(), ours.to_owned(), is_equal)
}

/// A dagger of 3 to 4, 87 % by 0.987 to the power of 10, on 15 points of health: half of 7 is 3, and four hits.
#[test]
fn brogue_tells_three_figures_of_a_strike() {
    let text = "You have a 87% chance to hit the goblin, typically hit for 20% of its\n  current health, \
                and at best, could defeat it in 4 hits.";
    let all = compared("brogue/melee?defender.hp=15", text);
    assert_eq!(
        all,
        [
            line("you hit, in percent", "87", "87", true),
            line("you hit: percent of health", "20", "20", true),
            line("you hit: hits, at best", "4", "4", true),
        ]
    );
}

/// A goblin's 2 to 5 on 30 points: 50 times 7 is 350, a share of 11; at worst six hits of 5.
#[test]
fn brogue_tells_three_figures_of_a_creature() {
    let text = "The goblin has a 44% chance to hit you, typically hits for 11% of your current health, and at \
                worst, could defeat you in 7 hits.";
    let all = compared("brogue/monster?defender.hp=30", text);
    assert_eq!(
        all,
        [
            line("it hits you, in percent", "44", "44", true),
            line("it hits you: percent of health", "11", "11", true),
            line("it hits you: hits, at best", "7", "6", false),
        ]
    );
    // The same line is about the other fighter, whatever mode the link has.
    assert_eq!(compared("brogue/melee", "It has a 44% chance to hit you.")[0].1, "44");
}

#[test]
fn angband_s_recall_tells_the_chance_of_a_blow() {
    for text in [
        "You have a 75% chance to hit such a creature in melee (if you can see it).",
        "You have a 75 percent chance to hit such a creature in melee.",
    ] {
        assert_eq!(compared("angband42/melee", text), [line("you hit, in percent", "75", "75.27", true)]);
    }
    assert!(!compared("angband42/melee", "You have a 74% chance to hit such a creature in melee")[0].3);
}

/// The case of section 14: the dice say 62.30 where the screen says 67, by its own formula.
#[test]
fn crawl_s_screen_has_its_own_formula() {
    let link = "dcss/monster?attacker.preset=orc-warrior&defender.preset=minotaur-fighter-level-1";
    let text = "It has about 67% to hit you.";
    assert_eq!(compared(link, text), [line("it hits you, in percent", "67", "62.30", false)]);
    let reason = |text| screen(link, text).unwrap().compared().next().unwrap().reason().to_owned();
    assert!(reason(text).contains("by its own formula"), "{}", reason(text));
    assert!(!reason("It has about 50% to hit you.").contains("by its own formula"));
    // Without a shield both say the same.
    let bare = "dcss/monster?defender.ev=12&defender.sh=0";
    let ours = compared(bare, "It has about 1% to hit you.").remove(0).2;
    let percent = ours.split('.').next().unwrap().to_owned();
    assert!(compared(bare, &format!("It has about {percent}% to hit you."))[0].3, "{ours}");
}

#[test]
fn crawl_tells_your_chance_with_the_weapon_alone() {
    let text = "You have about 65% to hit with your +0 hand axe and 80% to hit with your headbutt.";
    assert_eq!(compared("dcss/melee", text), [line("you hit, in percent", "65", "65.72", true)]);
}

#[test]
fn other_lines_are_refused_in_one_sentence() {
    for (link, text, begins) in [
        ("dcss/melee", "It is a goblin.", "these are no lines about a chance to hit;"),
        ("brogue/melee", "99999999999999999999% chance to hit", "these are no lines about a chance to hit;"),
        ("angband42/melee", "", "these are no lines about a chance to hit;"),
        ("brogue/melee?attacker.strength=yes", "You have a 5% chance to hit it.", "\"yes\" is not allowed"),
        ("powder/melee", "You have a 5% chance to hit it.", "the screens of Dungeon Crawl, Angband 4.2"),
    ] {
        let said = screen(link, text).err().unwrap();
        assert!(said.starts_with(begins) && !said.contains('\n'), "{said}");
    }
    let long = "1% to hit ".repeat(10_000);
    assert!(screen("dcss/melee", &long).err().unwrap().starts_with("this has more than"));
}

/// Any text is compared or refused: dumps, cut lines, and figures that are too large.
#[test]
fn any_text_is_compared_or_refused() {
    let line = "You have a 87% chance to hit it, typically hit for 9% of its current health, and at best, could \
                defeat it in 4 hits. It has about 5% to hit you. such a creature in melee %%% 1% chance to hit you,";
    let mut texts: Vec<String> = (0..line.len()).map(|end| line[..end].to_owned()).collect();
    texts.extend((0..line.len()).map(|begin| line[begin..].to_owned()));
    texts.push(line.replace(|c: char| c.is_ascii_digit(), "999999999"));
    texts.push(line.replace(|c: char| c.is_ascii_digit(), "0"));
    texts.extend(
        crate::fixtures::of_game("nethack")
            .into_iter()
            .map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned()),
    );
    let mut compared = 0;
    for link in ["dcss/monster", "brogue/thrown", "angband42/fired"] {
        for text in &texts {
            match screen(link, text) {
                Ok(screen) => compared += screen.stated.len(),
                Err(said) => assert!(said.len() > 20 && !said.contains('\n'), "{said}"),
            }
        }
    }
    assert!(compared > 300, "{compared}");
}
