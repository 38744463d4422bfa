//! Tests of the reader and the writer of JSON.

use super::*;

#[test]
fn writes_what_it_reads() {
    for text in [
        r#"{"a":[1,-2.50,3e-7,"x\n\"y\" \\ ü"],"b":{},"c":[],"d":null,"e":true}"#,
        r#"[[[{"deep":[false]}]]]"#,
        "-0.5",
    ] {
        assert_eq!(Json::parse(text).map(|json| json.to_string()), Ok(text.to_owned()));
    }
    assert_eq!(Json::parse(r#""\u00fc\ud83c\udfb2\/""#), Ok(Json::from("ü🎲/")));
    assert_eq!(Json::parse(r#""\b\f\r\t""#), Ok(Json::from("\u{8}\u{c}\r\t")));
}

#[test]
fn refuses_what_is_not_json() {
    for text in [
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "NaN",
        "nul",
        "\"",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\u{1}\"",
        "[1 2]",
        "{\"a\":1 \"b\":2}",
        "{} {}",
        "{\"a\":1,\"a\":2}",
        "'a'",
        "--1",
    ] {
        assert!(Json::parse(text).is_err(), "{text:?}");
    }
    assert!(Json::parse(&"[".repeat(100_000)).is_err());
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(Json::parse(&nested(MOST_DEPTH + 1)).is_ok() && Json::parse(&nested(MOST_DEPTH + 2)).is_err());
    assert!(Json::parse(&format!("\"{}\"", "x".repeat(MOST_BYTES))).is_err());
    let error = Json::parse("{\n  \"a\": x\n}").unwrap_err();
    assert_eq!(error, "not JSON: expected a value at line 2, column 8, found 'x'");
}

#[test]
fn small_floats_stay_short() {
    assert_eq!(Json::from(0.365).to_string(), "0.365");
    assert_eq!(Json::from(1.5e-30).to_string(), "1.5e-30");
    assert_eq!(Json::from(1e-5).to_string(), "0.00001");
    assert_eq!(Json::from(0.0).to_string(), "0");
    assert_eq!(Json::from(f64::NAN).to_string(), "null");
}

#[test]
fn finds_by_path() {
    let json = Json::parse(r#"{"a":{"b":[{"c":5}]}}"#).unwrap();
    assert_eq!(json.at("a.b.0.c"), Some(&Json::from(5)));
    assert_eq!(json.at("a.b.1.c"), None);
    assert_eq!(json.at("a.x"), None);
}
