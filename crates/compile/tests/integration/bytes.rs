//! Programs as bytes: read back as they were, and refused where they are damaged.

use std::fs;
use std::path::Path;
use tohit_compile::compile;
use tohit_compile::program::{DecodeError, Program};

/// The name and the program of each shipped ruleset.
fn programs() -> Vec<(String, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolver/rulesets");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path.join(format!("{name}.rules"))).unwrap();
        all.push((name, compile(&text).unwrap()));
    }
    assert!(all.len() >= 10);
    all
}

#[test]
fn programs_survive_serialization() {
    for (name, program) in programs() {
        let bytes = program.to_bytes().unwrap();
        assert!(Program::from_bytes(&bytes).unwrap() == program, "{name}");
    }
}

#[test]
fn damaged_bytes_are_refused() {
    let (_, program) = programs().swap_remove(0);
    let bytes = program.to_bytes().unwrap();
    for place in (0..bytes.len()).step_by(101).chain(0..10) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let wrong = if place == 0 { DecodeError::Version } else { DecodeError::Checksum };
        assert_eq!(Program::from_bytes(&damaged).unwrap_err(), wrong, "byte {place}");
        let wrong = if place < 5 { DecodeError::Version } else { DecodeError::Checksum };
        assert_eq!(Program::from_bytes(&bytes[..place]).unwrap_err(), wrong, "only {place} bytes");
    }
    assert!(!DecodeError::Version.to_string().is_empty());
}

/// Content that fits its checksum and is no program, or another one: an error or a program, never a panic.
#[test]
fn no_content_panics() {
    let sum = |content: &[u8]| {
        content.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
    };
    let (mut refused, mut tried) = (0, 0);
    for (_, program) in programs() {
        let bytes = program.to_bytes().unwrap();
        for place in (5..bytes.len()).step_by(1009) {
            for other in [0, 1, 0x7F, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[place] = other;
                let sum = sum(&damaged[5..]);
                damaged[1..5].copy_from_slice(&sum.to_le_bytes());
                tried += 1;
                refused += usize::from(matches!(Program::from_bytes(&damaged), Err(DecodeError::Content(_))));
            }
        }
    }
    assert!(refused > 0 && refused < tried, "{refused} of {tried}");
}
