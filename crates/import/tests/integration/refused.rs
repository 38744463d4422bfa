//! Bytes that are no character: one sentence says what they are and what is read.

use crate::fixtures::of_game;

const SHATTERED: &str = "shatteredpixel.shatteredpixeldungeon";
const HERO: &str = r#""hero":{"class":"MAGE","STR":10,"lvl":1,"HP":20,"HT":20}"#;

fn refusal(bytes: &[u8]) -> String {
    tohit_import::read(bytes).err().unwrap_or_else(|| panic!("{} bytes are read", bytes.len()))
}

#[test]
fn refusals_say_what_it_is_and_what_is_read() {
    let dump = |title: &str| format!("  [{title} Character Dump]\n\n Name   Bo\n");
    let crawl = |game: &str, version: &str| {
        format!(" {game} version {version} (webtiles) character file.\n\nHealth: 3/9\n").into_bytes()
    };
    let nethack = |title: &str| format!("{title} - last build Mon Feb 16 2023.\n\nHP:3(9)\n").into_bytes();
    let save = |package: &str, rest: &str| {
        format!("{{\"badges\":{{\"__className\":\"com.{package}.Badges\"}},{rest}}}").into_bytes()
    };
    for (bytes, begins) in [
        (Vec::new(), "this is empty;"),
        (b" \n\n".to_vec(), "this is empty;"),
        (b"A letter to my aunt.".to_vec(), "this is no text of a known game;"),
        (vec![0, 159, 146, 150, 1, 2, 3, 7], "this is no text;"),
        (vec![b'x'; 1024 * 1024 + 1], "this has more than 1048576 bytes;"),
        (dump("Angband 3.4.1").into_bytes(), "this is a character dump of Angband 3.4.1;"),
        (dump("Angband 4.3.0").into_bytes(), "this is a character dump of Angband 4.3.0;"),
        (
            dump("FrogComposband 7.1.salmiak").into_bytes(),
            "this is a character dump of FrogComposband 7.1.salmiak, another game;",
        ),
        (crawl("Dungeon Crawl Stone Soup", "0.22.1"), "this is a character dump of Dungeon Crawl 0.22.1;"),
        (crawl("Dungeon Crawl Stone Soup", "0.36-a0"), "this is a character dump of Dungeon Crawl 0.36-a0;"),
        (crawl("Bloatcrawl 2", "0.23.1"), "this is a character dump of Bloatcrawl 2 0.23.1, another game;"),
        (
            crawl("Dungeon Crawl Stone Soup", "0.30.1"),
            "this is a part of a character dump of Dungeon Crawl 0.30.1;",
        ),
        (save("watabou.pixeldungeon", "\"hero\":{}"), "this is a save of Pixel Dungeon, another game;"),
        (save(SHATTERED, "\"level\":{}"), "this is another file of Shattered Pixel Dungeon, without a hero;"),
        (save(SHATTERED, "\"records\":[{}]"), "this is a list of ranks of Shattered Pixel Dungeon, without"),
        (save(SHATTERED, "\"hero\":{\"class\":\"MAGE\"}"), "this is a part of a save of Shattered"),
        (save(SHATTERED, "\"hero\":{"), "this is a part of a save, or a changed one;"),
        (save(SHATTERED, &format!("\"version\":500,{HERO}")), "this is a save of a release before 2.0;"),
        (
            vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 77, 1],
            "this is a packed file that is cut off or too large;",
        ),
        (dump("Angband 4.2.5").into_bytes(), "this is a part of a character dump of Angband 4.2.5;"),
        (nethack("Unix NetHack Version 3.4.3"), "this is a dump of NetHack 3.4.3;"),
        (nethack("Unix xNetHack Version 9.0"), "this is a dump of xNetHack 9.0, another game;"),
        (nethack("Unix SLASH'EM Version 0.0.8E0F1"), "this is a dump of SLASH'EM 0.0.8E0F1, another game;"),
        (nethack("Unix NetHack Version 3.6.7"), "this is a part of a dumplog of NetHack 3.6.7,"),
        (b"Background:\nBasics:\nYour armor class is 3.\n".to_vec(), "this is a part of the text of ^X,"),
    ] {
        let said = refusal(&bytes);
        assert!(said.starts_with(begins) && said.contains(" is read"), "{said}");
        assert!(!said.contains('\n') && said.len() < 250, "{said}");
    }
}

/// A text that is cut off anywhere is refused, or read as far as it goes.
#[test]
fn cut_texts_are_refused_or_read() {
    for (name, bytes) in of_game("") {
        for end in (0..bytes.len()).step_by(397) {
            if let Err(said) = tohit_import::read(&bytes[..end]) {
                assert!(said.contains(" is read"), "{name}: {said}");
            }
        }
    }
}

/// Packed files with a changed byte anywhere are refused or read.
#[test]
fn changed_packed_files_are_refused_or_read() {
    let (_, bytes) = of_game("").into_iter().find(|(_, bytes)| bytes.starts_with(&[0x1f, 0x8b])).unwrap();
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x55;
        if let Err(said) = tohit_import::read(&bytes) {
            assert!(said.contains(" is read"), "{at}: {said}");
        }
    }
}
