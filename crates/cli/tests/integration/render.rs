//! What an article shows of a link: the page's picture, and its text, without a browser.
use crate::common::{folder, items, json, tohit};
use std::fs;
use std::path::Path;
use tohit_resolver::{Json, RULESETS};

const FRED: &str = "https://example.org/tohit/#powder/melee?attacker.preset=fred&attacker.charging=true&defender.preset=troll";

#[test]
fn every_ruleset_has_a_picture_with_a_description() {
    for ruleset in RULESETS {
        let about = ruleset.about();
        let svg = tohit(&["render", about.example, "--svg"], "").good();
        let rendered = json(&tohit(&["render", about.example, "--json"], "").good());
        assert_eq!(rendered.get("picture"), Some(&Json::from(svg.trim_end())));
        let Some(Json::Text(sentence)) = rendered.get("sentence") else { unreachable!() };
        let sentence = tohit_report::escape::html(sentence);
        for part in [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"",
            &format!("<title>{sentence}</title><desc>Damage of a strike: "),
            ">chance</text>",
            ">damage of a strike</text>",
            ">\u{25b2} average ",
        ] {
            assert!(svg.contains(part), "{}: {part}\n{svg}", about.id);
        }
        let sources = [about.document.to_owned(), format!("The game's own code: {}, ", about.name)];
        let is_source = |source: &String| svg.contains(&format!(">{}", tohit_report::escape::html(source)));
        assert!(sources.iter().any(is_source), "{}: {svg}", about.id);
        // Nothing that only a browser understands.
        for part in ["class=", "style=", "var(", "oklch", "rgb(", "<foreignObject", "href", "clip"] {
            assert!(!svg.contains(part), "{}: {part}\n{svg}", about.id);
        }
        assert!(items(rendered.get("rows").unwrap()).len() > 1);
    }
}

#[test]
fn a_wiki_gets_a_sentence_a_link_and_a_table() {
    let wikitext = tohit(&["render", FRED, "--wikitext", "--exact"], "").good().replace('\u{a0}', " ");
    let lines: Vec<&str> = wikitext.lines().collect();
    assert!(lines[0].starts_with("Fred (charging) hits the troll 78.6 % of the time for 15.5 damage"));
    assert!(lines[0].ends_with(&format!(" [{FRED} live calculation]")), "{}", lines[0]);
    assert_eq!(
        lines[2..6],
        [
            "{| class=\"wikitable\"",
            "|+ Fred against the troll (POWDER, wiki page for 115)",
            "|-",
            "! scope=\"row\" | To hit"
        ]
    );
    assert_eq!(lines[6], "| 78.6 % (21725/27648)");
    let html = tohit(&["render", FRED.split_once('#').unwrap().1, "--html"], "").good();
    assert!(html.starts_with("<p>Fred (charging)") && !html.contains("href") && html.ends_with("</table>\n"));
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/skirmish.rules");
    let own = ["render", "?defender.preset=goblin", "--svg", "--rules", rules.to_str().unwrap()];
    assert!(tohit(&own, "").good().contains("by rules of the author&#39;s own"));
}

/// Title and outcome of a stranger's game, in every format.
#[test]
fn names_are_text_in_every_format() {
    let folder = folder("render-names");
    let file = folder.join("own.rules");
    let title = "Goblins</co</code>de> ~~~~ https://evil.example/x";
    let text = "rules 1 \"Own\"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 < 12\n  end hit lose 1d8\n";
    let words = format!("words \"{title}\"\nend hit = \"=HYPERLINK(\\\"x\\\")\"\n");
    fs::write(&file, format!("{text}{words}")).unwrap();
    let render =
        |format: &str| tohit(&["render", "own", "--rules", file.to_str().unwrap(), format], "").good();
    assert!(render("--json").contains("Goblins</co</code>de> ~~~~ https://evil.example/x"));
    let csv = render("--csv");
    assert!(csv.starts_with("name,value,fraction\nscenario,"), "{csv}");
    assert!(csv.contains("\n\"'=HYPERLINK(\"\"x\"\")\",0.45,\n"), "{csv}");
    let dokuwiki = render("--dokuwiki");
    assert!(dokuwiki.contains("Goblins</</nowiki><nowiki>co</</nowiki><nowiki>code>de>"), "{dokuwiki}");
    let wikitext = render("--wikitext");
    assert!(!wikitext.contains("~~~") && !wikitext.contains("https:"), "{wikitext}");
    let markdown = render("--markdown");
    assert!(markdown.contains("https\\://evil\\.example/x"), "{markdown}");
    for format in ["--html", "--svg"] {
        let output = render(format);
        assert!(output.contains("Goblins&#60;/co") && !output.contains("<code"), "{output}");
    }
}

/// A click on such an address would run what stands in it.
#[test]
fn only_addresses_of_sites_become_links() {
    let link = "powder/melee?defender.natural_ac=8";
    for home in [
        "javascript:void(window.pwned=1)//",
        "JaVaScRiPt:1//",
        "data:text/html,<script>1</script>",
        "vbscript:1",
    ] {
        let given = format!("{home}#{link}");
        for format in ["--html", "--wikitext", "--dokuwiki", "--markdown", "--csv", "--lua", "--json"] {
            let output = tohit(&["render", &given, format], "").good();
            assert_eq!(output, tohit(&["render", link, format], "").good(), "{given} {format}");
        }
        let study = format!("{given}..9&show=hit");
        for format in ["wikitext", "markdown", "table", "csv", "json", "lua"] {
            let output = tohit(&["study", &study, "--format", format], "").good().to_lowercase();
            assert!(!output.contains("script:") && !output.contains("data:"), "{study} {format}: {output}");
        }
    }
    for home in ["http://a.example/", "HTTPS://a.example/"] {
        let html = tohit(&["render", &format!("{home}#{link}"), "--html"], "").good();
        assert!(html.contains(&format!("<a href=\"{home}#{link}\">")), "{html}");
    }
}

/// What the page says in its links beside the scenario.
#[test]
fn a_link_of_the_page_is_its_scenario() {
    let plain = "powder/melee?defender.hp=9";
    let output = tohit(&["render", plain, "--json"], "").good();
    for more in ["seed=7", "pin.1=powder&pin.1.name=A", "compare=rules"] {
        let link = format!("{plain}&{more}");
        assert_eq!(tohit(&["render", &link, "--json"], "").good(), output, "{more}");
        assert_eq!(
            tohit(&["resolve", "--link", &link], "").good(),
            tohit(&["resolve", "--link", plain], "").good()
        );
    }
    // How much of a fight is looked at is what the picture is of and what comes first, and says nothing else
    // but until when.
    for more in ["extent=fight", "log=fight"] {
        let wikitext_of = |link: &str| tohit(&["render", link, "--wikitext"], "").good();
        let (strike, fight) = (wikitext_of(plain), wikitext_of(&format!("{plain}&{more}")));
        let is_before =
            |text: &str, one: &str, other: &str| text.find(one).unwrap() < text.find(other).unwrap();
        assert!(is_before(&strike, "Damage, average", "Turns to kill, average"), "{strike}");
        assert!(is_before(&fight, "Turns to kill, average", "Damage, average"), "{fight}");
        let lines = |text: &str| {
            let mut lines: Vec<String> =
                text.lines().map(|line| line.replace("a monster, 9 hit points (", "a monster (")).collect();
            lines.sort();
            lines
        };
        assert!(fight.contains("a monster, 9 hit points ("), "{fight}");
        assert_eq!(lines(&strike), lines(&fight));
        let svg = tohit(&["render", &format!("{plain}&{more}"), "--svg"], "").good();
        assert!(svg.contains(">turns to kill</text>"), "{more}: {svg}");
    }
    assert_eq!(tohit(&["link", "-"], r#"{"ruleset":"powder"}"#).good(), "powder/melee\n");
    let ran = tohit(&["render", "powder/melee?seed=3", "--wikitext"], "").good();
    assert!(
        ran.lines().any(|line| line == "|+ A level 5 player against a monster (POWDER, wiki page for 115)"),
        "{ran}"
    );
}

/// A curve, bars, a map: each stands alone.
#[test]
fn a_study_is_drawn() {
    for (link, title, part) in [
        (
            "crawl/melee?defender.ac=0..60&show=damage.mean",
            "damage of a strike by armour class",
            ">60</text>",
        ),
        (
            "angband/melee?attacker.weapon.preset=dagger|whip&order=damage.mean",
            "by melee weapon",
            ">Whip</text>",
        ),
        ("powder/melee?~attacker&order=hit", "by attacker: change", ">Physical level 6</text>"),
        ("powder/melee?switches=*&show=hit", "chance to hit by rule", ">As it is</text>"),
        (
            "powder/melee?defender.natural_ac=0..9&attacker.physical_level=1..9",
            "by natural AC and physical level",
            "crispEdges",
        ),
        (
            "angband/melee?defender.ac=0..150/10&seen=hit,miss",
            "probability by armour class",
            ">probability</text>",
        ),
        ("pixel-dungeon/melee?defender.hp=12&extent=fight", "killing in", ">turns to kill</text>"),
        ("powder/melee?extent=fight&seed=3", "hits", ">damage of a strike</text>"),
    ] {
        let svg = tohit(&["render", link, "--svg"], "").good();
        let head = svg.split("</title>").next().unwrap();
        assert!(head.contains("role=\"img\"") && head.contains(title), "{link}: {head}");
        assert!(svg.contains(part), "{link}: {svg}");
        for part in ["class=", "style=", "var(", "oklch", "rgb(", "NaN", "inf"] {
            assert!(!svg.contains(part), "{link}: {part}\n{svg}");
        }
    }
    let refused = tohit(&["render", "powder/melee?seen=miss,5", "--svg"], "");
    assert!(refused.err.contains("nothing along which it could be drawn"), "{}", refused.err);
    let refused = tohit(&["render", "powder/melee?~", "--wikitext"], "");
    assert!(refused.err.contains("`tohit study` writes a study's table"), "{}", refused.err);
}

/// What the table says, as data.
#[test]
fn a_data_module_equals_the_table() {
    let lua = tohit(&["render", FRED, "--lua", "--exact"], "").good();
    assert!(lua.starts_with("return {\n\t[\"sentence\"] = \"Fred (charging) hits the troll"), "{lua}");
    let row = "\t\t{\n\t\t\t[\"name\"] = \"To hit\",\n";
    assert!(
        lua.contains(row) && lua.contains("[\"fraction\"] = \"21725/27648\",\n\t\t\t[\"chance\"] = 0.78"),
        "{lua}"
    );
    assert!(lua.ends_with("}\n") && !lua.contains("<svg"));
}

#[cfg(feature = "png")]
/// Letters of a picture that has none are as white as its ground; where there is no font, that is said.
#[test]
fn png_pictures_have_letters_or_report_missing_fonts() {
    let made =
        std::process::Command::new(crate::common::PROGRAM).args(["render", FRED, "--png"]).output().unwrap();
    if made.status.code() == Some(1) {
        assert!(String::from_utf8(made.stderr).unwrap().contains("this system has no fonts"));
        return;
    }
    assert_eq!(made.status.code(), Some(0));
    let png = resvg::tiny_skia::Pixmap::decode_png(&made.stdout).unwrap();
    assert_eq!((png.width(), png.height()), (1600, 960));
    // Above the plot there is only the sentence.
    let above = png.pixels().iter().take(1600 * 100).filter(|pixel| pixel.red() < 128).count();
    assert!(above > 1000, "{above}");
}

#[test]
fn unsupported_formats_are_reported() {
    let said = |words: &[&str]| tohit(&[&["render"], words].concat(), "").complaint(2).to_owned();
    assert!(said(&["--svg"]).contains("not provided:\n  <LINK>\n"));
    assert!(said(&["powder"]).contains(
        "not provided:\n  <--svg|--png|--wikitext|--dokuwiki|--markdown|--html|--csv|--lua|--json>\n"
    ));
    assert!(
        said(&["powder", "--svg", "--png"]).starts_with("the argument '--svg' cannot be used with '--png'")
    );
    assert_eq!(tohit(&["render", "powdr", "--svg"], "").refused(), ["ruleset"]);
    assert_eq!(tohit(&["render", "powder?attacker.x=1", "--html"], "").refused(), ["attacker.x"]);
    assert_eq!(tohit(&["render", "pixel-dungeon/targeting", "--svg"], "").refused(), [""]);
    let place = tohit(&["render", "pixel-dungeon/targeting", "--wikitext"], "").good();
    assert!(place.starts_with("Lands on ") || place.starts_with("Tap "), "{place}");
}

/// The link of a duel tells who wins, as `tohit duel` does, and no strike.
#[test]
fn a_duel_is_rendered_as_a_duel() {
    let link = "https://example.org/tohit/#powder/melee?defender.hp=10&extent=duel&against=powder/melee?defender.hp%3D12";
    let odds = json(&tohit(&["duel", "--link", link], "").good());
    let rendered = json(&tohit(&["render", link, "--json", "--exact"], "").good());
    let rows = items(rendered.get("rows").unwrap());
    for (row, end) in rows.iter().zip(["win", "lose"]) {
        assert_eq!(row.get("chance"), odds.at(&format!("outcomes.{end}")), "{end}");
        assert!(row.get("fraction").unwrap().plain().contains('/'), "{end}");
    }
    let sentence = rendered.get("sentence").unwrap().plain().replace('\u{a0}', " ");
    assert!(sentence.contains(" wins 64.3 %, ") && sentence.contains(" strikes first; POWDER"), "{sentence}");
    assert!(!sentence.contains("of the time") && rendered.get("picture") == Some(&Json::Null), "{sentence}");
    let wikitext = tohit(&["render", link, "--wikitext"], "").good().replace('\u{a0}', " ");
    let begins = wikitext.lines().next().unwrap();
    assert!(begins.starts_with(sentence.as_str()), "{begins}");
    assert!(
        begins.contains("extent=duel&first=attacker&against=powder/melee%3Fdefender.hp%3D12"),
        "{begins}"
    );
    assert!(wikitext.contains("| 64.3 %\n") && wikitext.contains("! scope=\"row\" | Rounds, average"));
    let drawn = tohit(&["render", link, "--svg"], "");
    assert!(drawn.refused().len() == 1 && drawn.err.contains("there is nothing to draw"), "{}", drawn.err);
    let alone = tohit(&["render", "powder/melee?defender.hp=10&extent=duel", "--html"], "");
    assert_eq!(alone.refused(), ["against.defender.hp"]);
}
