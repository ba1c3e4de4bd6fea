//! How often each rule finds something.

use crate::{BUG, Folder, GROWING};

#[test]
fn count_what_is_told_and_what_is_hidden() {
    let folder = Folder::new("statistics");
    folder.write("one.m", BUG);
    folder.write("two.m", BUG);
    folder.write("grows.m", &GROWING.replace("i^2;", "i^2; %#ok<AGROW>"));
    folder.check(&["--baseline", "known.json", "--update-baseline", "two.m"]);
    let arguments = ["--statistics", "--baseline", "known.json", "."];
    let text = folder.check(&arguments);
    assert_eq!(text.status, Some(1), "{text:?}");
    let lines: Vec<&str> = text.stdout.lines().collect();
    assert_eq!(lines[0], "     1  FW102  error    inner-extent (1 hidden)");
    assert_eq!(lines[1], "     0  FW402  note     growing-array (1 hidden)");
    assert!(lines[2].contains("1 finding hidden by the baseline"), "{text:?}");
    let json = folder.check(&[&["--output-format", "json"], &arguments[..]].concat());
    assert_eq!(json.status, Some(1), "{json:?}");
    let json = json.json();
    assert_eq!(json["version"], 1);
    let [inner, growing] = &json["statistics"].as_array().expect("a list")[..] else {
        panic!("{json}");
    };
    assert_eq!((&inner["code"], &inner["id"]), (&"inner-extent".into(), &"FW102".into()));
    assert_eq!((&inner["severity"], &inner["count"]), (&"error".into(), &1.into()));
    assert_eq!(inner["hidden"]["baseline"], 1);
    assert_eq!((&growing["count"], &growing["hidden"]["comments"]), (&0.into(), &1.into()));
    assert_eq!(json["summary"]["hidden"]["baseline"], 1);
    assert!(json.get("diagnostics").is_none());
}
