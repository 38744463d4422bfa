//! Completions and manual pages, which packages hold beside the program; and how it ends when its output
//! is closed.
#![cfg(unix)]
use crate::common::{COMMANDS, PROGRAM, folder, shell, tohit};
use std::process::{Command, Stdio};

#[test]
fn every_shell_s_script_completes_every_command() {
    for name in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = tohit(&["completions", name], "").good();
        for command in COMMANDS {
            assert!(script.contains(command), "{name}: {command}");
        }
        assert!(script.contains("--exact") || script.contains("exact"), "{name}");
    }
    assert!(tohit(&["completions", "tcsh"], "").complaint(2).contains("invalid value 'tcsh'"));
}

#[test]
fn bash_completes_a_command_and_an_option() {
    let complete = |words: &str, at: usize| {
        let line = format!(
            "bash -c '. <(tohit completions bash); COMP_WORDS=({words}); COMP_CWORD={at}; \
             _tohit tohit \"${{COMP_WORDS[{at}]}}\" \"\"; echo ${{COMPREPLY[*]}}'"
        );
        shell(&line, &folder("completions")).good()
    };
    assert_eq!(complete("tohit stu", 1), "study\n");
    assert_eq!(complete("tohit resolve --ex", 2), "--exact\n");
}

#[test]
fn every_command_has_a_manual_page() {
    assert_eq!(tohit(&["man", "--list"], "").good().lines().collect::<Vec<_>>(), COMMANDS);
    let page = tohit(&["man"], "").good();
    assert!(page.contains(&format!(".TH tohit 1  \"tohit {}\"", env!("CARGO_PKG_VERSION"))), "{page}");
    for command in COMMANDS {
        // A hyphen of the text is a minus sign in roff.
        let typed = command.replace('-', "\\-");
        assert!(page.contains(&format!("tohit\\-{typed}(1)")), "{command}: {page}");
        let page = tohit(&["man", command], "").good();
        assert!(page.contains(&format!(".TH tohit-{command} 1")), "{page}");
        assert!(page.contains(".SH SYNOPSIS\n\\fBtohit ") && !page.contains("EXTRA"), "{page}");
        let (_, examples) = page.split_once("\n.SH EXAMPLES\n.nf\n").unwrap();
        let (examples, _) = examples.split_once("\n.fi").unwrap();
        assert!(examples.lines().all(|line| line.starts_with("  $ ")), "{examples}");
    }
    assert!(tohit(&["man", "resolv"], "").complaint(2).starts_with("tohit has no command \"resolv\""));
}

#[test]
fn a_closed_pipe_is_no_success_and_no_complaint() {
    let mut child = Command::new(PROGRAM)
        .args(["presets", "nethack", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(141), &b""[..]));
}
