//! What GitHub's code scanning demands of SARIF.

use serde_json::Value;

use crate::{BUG, Folder, GROWING};

fn text(value: &Value) -> &str {
    let text = value.as_str().unwrap_or_else(|| panic!("{value} is no text"));
    assert!(!text.trim().is_empty(), "a text is empty");
    text
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

/// A reference to a file.
fn assert_artifact(artifact: &Value) {
    let uri = text(&artifact["uri"]);
    assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\'), "{uri}");
    match artifact["uriBaseId"].as_str() {
        Some(base) => {
            assert_eq!(base, "%SRCROOT%");
            assert!(!uri.starts_with('/') && !uri.contains(':'), "{uri} is not relative");
            assert!(uri.split('/').all(|part| part != ".." && part != "."), "{uri}");
        }
        None => assert!(uri.starts_with("file:///"), "{uri} is not absolute"),
    }
}

/// From 1, and the end is behind the start; what is deleted may be empty.
fn assert_region(region: &Value, may_be_empty: bool) {
    let number = |key: &str| region[key].as_u64().unwrap_or(0);
    let start = (number("startLine"), number("startColumn"));
    assert!(start.0 >= 1 && start.1 >= 1, "{region}");
    if region.get("endLine").is_some() {
        let end = (number("endLine"), number("endColumn"));
        assert!(end > start || (may_be_empty && end == start), "{region}");
    }
}

fn assert_rule(rule: &Value) {
    let id = text(&rule["id"]);
    let name = text(&rule["name"]);
    let is_pascal = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    assert!(is_pascal && id.replace('-', "") == name.to_ascii_lowercase(), "{id}: {name}");
    assert!(text(&rule["shortDescription"]["text"]).chars().count() <= 1024, "{id}");
    assert!(text(&rule["fullDescription"]["text"]).chars().count() <= 1024, "{id}");
    text(&rule["help"]["text"]);
    text(&rule["help"]["markdown"]);
    assert!(rule.get("helpUri").is_none(), "there is no such page: {id}");
    let level = text(&rule["defaultConfiguration"]["level"]);
    assert!(["note", "warning", "error"].contains(&level), "{id}: {level}");
    let properties = &rule["properties"];
    assert!((1..=20).contains(&list(&properties["tags"]).len()), "{id}");
    list(&properties["tags"]).iter().for_each(|tag| {
        text(tag);
    });
    let precision = text(&properties["precision"]);
    assert!(["very-high", "high", "medium", "low"].contains(&precision), "{id}: {precision}");
    let severity = text(&properties["problem.severity"]);
    assert!(["error", "warning", "recommendation"].contains(&severity), "{id}: {severity}");
}

fn assert_result(result: &Value, rules: &[Value]) {
    text(&result["message"]["text"]);
    assert!(["note", "warning", "error"].contains(&text(&result["level"])), "{result}");
    let index = result["ruleIndex"].as_u64().expect("every result has a rule") as usize;
    assert_eq!(rules[index]["id"], result["ruleId"]);
    let mark = text(&result["partialFingerprints"]["primaryLocationLineHash"]);
    let (hash, count) = mark.split_once(':').expect("a hash and a count");
    assert!(u64::from_str_radix(hash, 16).is_ok() && count.parse::<u32>().is_ok(), "{mark}");
    let locations = list(&result["locations"]);
    assert_eq!(locations.len(), 1);
    let related = result.get("relatedLocations").map(list).unwrap_or_default();
    for location in locations.iter().chain(related) {
        let place = &location["physicalLocation"];
        assert_artifact(&place["artifactLocation"]);
        assert_region(&place["region"], false);
    }
    for location in related {
        text(&location["message"]["text"]);
        assert!(location["id"].is_u64());
    }
    for fix in result.get("fixes").map(list).unwrap_or_default() {
        text(&fix["description"]["text"]);
        for change in list(&fix["artifactChanges"]) {
            assert_artifact(&change["artifactLocation"]);
            for one in list(&change["replacements"]) {
                assert_region(&one["deletedRegion"], true);
                assert!(one["insertedContent"]["text"].is_string());
            }
        }
    }
}

/// What holds of every report.
fn assert_sarif(sarif: &Value) {
    assert_eq!(sarif["version"], "2.1.0");
    assert!(text(&sarif["$schema"]).contains("sarif"));
    let [run] = list(&sarif["runs"]) else { panic!("there is one run") };
    let driver = &run["tool"]["driver"];
    text(&driver["name"]);
    text(&driver["semanticVersion"]);
    let rules = list(&driver["rules"]);
    rules.iter().for_each(assert_rule);
    let ids: std::collections::BTreeSet<&str> =
        rules.iter().map(|rule| text(&rule["id"])).collect();
    assert_eq!(ids.len(), rules.len(), "each once");
    assert!(text(&run["automationDetails"]["id"]).ends_with('/'));
    let root = text(&run["originalUriBaseIds"]["%SRCROOT%"]["uri"]);
    assert!(root.starts_with("file:///") && root.ends_with('/'), "{root}");
    for invocation in list(&run["invocations"]) {
        assert!(invocation["executionSuccessful"].is_boolean());
        for said in list(&invocation["toolExecutionNotifications"]) {
            text(&said["message"]["text"]);
        }
    }
    let results = list(&run["results"]);
    assert!(results.len() <= 25_000);
    results.iter().for_each(|result| assert_result(result, rules));
    let marks = |result: &Value| {
        result["partialFingerprints"]["primaryLocationLineHash"].as_str().map(str::to_owned)
    };
    let unique: std::collections::BTreeSet<_> = results.iter().filter_map(marks).collect();
    assert_eq!(unique.len(), results.len(), "no two fingerprints are the same");
}

#[test]
fn keeps_to_what_is_demanded() {
    let folder = Folder::new("sarif");
    folder.write("src/bug one.m", &format!("{GROWING}{BUG}"));
    folder.write("src/caller.m", "x = callee(ones(3));\ny = callee(ones(3));\n");
    folder.write("src/callee.m", "function y = callee(x)\n  y = x*ones(2, 1);\nend\n");
    folder.write("broken.m", "x = (1;\n");
    folder.write("empty.m", "");
    folder.write("binary.m", "\0\0");
    folder.write("latin.m", "disp('\u{e9}'), disp(ones(3, 4)*ones(3, 1));\n");
    let inside = Folder(folder.0.join("src"));
    for (folder, paths) in [(&folder, &["."][..]), (&folder, &["src"]), (&inside, &["..", "-"])] {
        let checked = folder.check(&[&["--output-format", "sarif"], paths].concat());
        let sarif = checked.json();
        assert_sarif(&sarif);
        assert!(list(&sarif["runs"][0]["results"]).len() >= 3, "{checked:?}");
    }
    let sarif = folder.check(&["--output-format", "sarif", "."]).json();
    let results = list(&sarif["runs"][0]["results"]);
    let at = |code: &str| {
        let found = results.iter().find(|one| one["ruleId"] == code);
        &found.unwrap_or_else(|| panic!("no {code}"))["locations"][0]["physicalLocation"]
    };
    assert_eq!(at("growing-array")["artifactLocation"]["uri"], "src/bug%20one.m");
    assert_eq!(at("unreadable-file")["region"]["endColumn"], 2);
    // A file outside of the folder has its whole path.
    let sarif = inside.check(&["--output-format", "sarif", "../broken.m"]).json();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = text(&place["artifactLocation"]["uri"]);
    assert!(uri.starts_with("file:///") && uri.ends_with("/broken.m"), "{uri}");
    // A problem is not a success.
    let failed = folder.check(&["--output-format", "sarif", "--select", "nonsense", "."]).json();
    assert_eq!(failed["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

/// Fingerprints stay when lines move.
#[test]
fn knows_findings_again() {
    let folder = Folder::new("sarif-marks");
    let mark = |text: &str| {
        folder.write("bug.m", text);
        let sarif = folder.check(&["--output-format", "sarif", "bug.m"]).json();
        sarif["runs"][0]["results"][0]["partialFingerprints"].clone()
    };
    assert_eq!(mark(BUG), mark(&format!("% A line more.\n\n{BUG}")));
    assert_ne!(mark(BUG), mark(&BUG.replace("c =", "d =")));
}

/// A service refuses more; the worst are kept.
#[test]
fn has_no_more_results_than_are_taken() {
    let folder = Folder::new("sarif-many");
    let notes = "disp(1); % formwork: ignore[deletion]\n".repeat(25_010);
    folder.write("many.m", &format!("{notes}{BUG}"));
    let sarif = folder.check(&["--output-format", "sarif", "many.m"]).json();
    assert_sarif(&sarif);
    let run = &sarif["runs"][0];
    let results = list(&run["results"]);
    assert_eq!(results.len(), 25_000);
    assert_eq!(results.last().map(|last| &last["ruleId"]), Some(&"inner-extent".into()));
    let said = text(&run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]);
    assert!(said.starts_with("11 results are left out"), "{said}");
}
