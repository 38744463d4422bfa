//! One scenario a line: an answer or an errors object for each, in order, whatever the lines hold.
use crate::common::{PROGRAM, Ran, folder, json, paths, tohit};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use tohit_resolver::Json;

fn lines(ran: &Ran) -> Vec<Json> {
    ran.out.lines().map(json).collect()
}

fn start() -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(["resolve", "--lines", "--ruleset", "powder"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn good_and_bad_lines_answer_in_order() {
    let long = format!("{{\"ruleset\":\"{}\"}}", "x".repeat(70_000));
    let input = [
        "{\"ruleset\":\"powder\"}",
        "{\"ruleset\":\"powder\",\"attacker\":{\"physical_level\":\"high\"}}",
        "",
        "{\"ruleset\":\"powder\",\"mode\":\"thrown\"}",
        "nonsense",
        &long,
        "{}",
        "[]",
        "{\"ruleset\":\"powder\",\"defender\":{\"natural_ac\":8}}",
    ]
    .join("\n");
    let ran = tohit(&["resolve", "--lines"], &input);
    assert_eq!(ran.status, Some(2));
    assert_eq!(ran.err, "tohit: 6 of 9 scenarios have errors; the first is on line 2\n");
    let answers = lines(&ran);
    let messages: Vec<String> = answers
        .iter()
        .map(|answer| match answer.get("mode") {
            Some(mode) => mode.to_string(),
            None => paths(answer).concat(),
        })
        .collect();
    assert_eq!(
        messages,
        ["\"melee\"", "attacker.physical_level", "", "\"thrown\"", "", "", "ruleset", "", "\"melee\""]
    );
    assert!(answers[2].to_string().contains("the line is empty"));
    assert!(answers[5].to_string().contains("the line has more than 65536 bytes"));
    let windows = tohit(&["resolve", "--lines"], format!("\u{feff}{}\r\n", input.replace('\n', "\r\n")));
    assert_eq!(windows, ran, "a mark, carriage returns and a last line break change nothing");
}

#[test]
fn good_lines_alone_are_a_success() {
    let ran = tohit(&["resolve", "--lines", "--exact", "--ruleset", "powder"], "{}\n{\"mode\":\"thrown\"}\n");
    let out = ran.good();
    assert_eq!(out.lines().map(|line| json(line).get("hit").is_some()).collect::<Vec<_>>(), [true; 2]);
    assert!(json(out.lines().next().unwrap()).get("hit") == Some(&Json::from("11/20")));
    assert_eq!(tohit(&["resolve", "--lines"], "").good(), "");
    let one = tohit(&["resolve", "--lines"], "[]");
    assert_eq!(
        (one.err.as_str(), one.status),
        ("tohit: 1 of 1 scenarios has errors; the first is on line 1\n", Some(2))
    );
}

#[test]
fn bytes_that_are_not_text_spoil_their_line_only() {
    let ran = tohit(&["resolve", "--lines", "--ruleset", "powder"], b"{}\n\"\xFF\"\n{}\n\0\n{}");
    let answers = lines(&ran);
    assert_eq!(
        answers.iter().map(|answer| answer.get("errors").is_some()).collect::<Vec<_>>(),
        [false, true, false, true, false]
    );
    assert!(answers[1].to_string().contains("not UTF-8"));
}

#[test]
fn a_line_is_as_long_as_a_document_may_be() {
    let filled = |bytes: usize| format!("{{}}{}\n{{}}\n", " ".repeat(bytes - 2));
    let words = ["resolve", "--lines", "--ruleset", "powder"];
    assert_eq!(tohit(&words, filled(65_536)).good().lines().count(), 2);
    let ran = tohit(&words, filled(65_537));
    assert_eq!(
        lines(&ran).iter().map(|answer| answer.get("errors").is_some()).collect::<Vec<_>>(),
        [true, false]
    );
    let whole = |bytes| tohit(&["resolve", "--ruleset", "powder"], filled(bytes).lines().next().unwrap());
    assert_eq!((whole(65_536).status, whole(65_537).status), (Some(0), Some(2)));
}

/// Whoever writes a line and waits for its answer gets it.
#[test]
fn an_answer_does_not_wait_for_the_next_line() {
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for mode in ["melee", "thrown", "spell"] {
        // A part of the next line does not hold the answer back.
        write!(input, "{{\"mode\":\"{mode}\"}}\n  ").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(json(&line).get("mode"), Some(&Json::from(mode)));
    }
    write!(input, "{{}}").unwrap();
    drop(input);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest.lines().count(), 1);
    assert!(child.wait().unwrap().success());
}

/// A line without end is refused before it ends, and takes no memory.
#[test]
fn a_line_without_end_is_refused_at_once() {
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let block = vec![b'['; 1 << 20];
    input.write_all(&block).unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.contains("the line has more than 65536 bytes"), "{line}");
    for _ in 0..100 {
        input.write_all(&block).unwrap();
    }
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 32 * 1024, "{kilobytes} kB at most");
    }
    input.write_all(b"\n{}\n").unwrap();
    drop(input);
    line.clear();
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"hit\""), "{line}");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_reader_that_goes_away_is_quiet_and_no_success() {
    let mut child = start();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The program may be gone before all is written.
    let _ = input.write_all("{}\n".repeat(20_000).as_bytes());
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap().as_str()), (Some(141), ""));
}

#[cfg(unix)]
#[test]
fn head_ends_every_command_quietly() {
    let folder = folder("head");
    std::fs::write(folder.join("many.jsonl"), "{}\n".repeat(50_000)).unwrap();
    for command in [
        "resolve --lines --ruleset powder many.jsonl",
        "resolve --link powder/melee",
        "roll --link powder/melee",
        "fields powder",
        "fields powder --json-schema",
        "presets powder --json",
        "rulesets",
        "help",
    ] {
        let ran =
            crate::common::shell(&format!("{{ tohit {command}; echo $? >status; }} | head -n 1"), &folder);
        assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (Some(0), "", 1), "{command}");
        let status = std::fs::read_to_string(folder.join("status")).unwrap();
        // Little output may be written whole before its reader goes.
        let is_long = command.contains("many.jsonl");
        assert!(status == "141\n" || !is_long && status == "0\n", "{command}: {status}");
    }
}
