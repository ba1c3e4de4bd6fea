//! Failures that a call in another file provokes: told at the line that fails.

use crate::Folder;

const AREA: &str = "function a = area(v)\np = v(:,1) * v(:,2);\na = sum(p);\nend\n";

#[test]
fn a_failing_line_is_told_once_with_the_calls_as_its_reason() {
    let folder = Folder::new("provoked");
    folder.write("area.m", AREA);
    folder.write("demo.m", "a = area([0 0; 1 0; 1 1]);\ndisp(a);\n");
    folder.write("test_area.m", "v = [0 0; 2 0; 2 2];\nassert(area(v) == 2);\n");
    let json = folder.check(&["--output-format", "json", "."]).json();
    let found: Vec<&serde_json::Value> =
        json["diagnostics"].as_array().into_iter().flatten().collect();
    let errors: Vec<&&serde_json::Value> =
        found.iter().filter(|one| one["severity"] == "error").collect();
    assert_eq!(errors.len(), 1, "{found:?}");
    assert_eq!(errors[0]["file"], "area.m");
    assert_eq!(errors[0]["line"], 2);
    assert_eq!(errors[0]["code"], "inner-extent");
    let related: Vec<String> = errors[0]["related"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| format!("{}:{}", one["file"].as_str().unwrap_or_default(), one["line"]))
        .collect();
    assert_eq!(related, ["demo.m:1", "test_area.m:2"]);
}

#[test]
fn a_call_into_a_file_that_is_not_checked_is_told_where_it_stands() {
    let folder = Folder::new("provoked-alone");
    folder.write("lib/area.m", AREA);
    folder.write("demo.m", "a = area([0 0; 1 0; 1 1]);\ndisp(a);\n");
    assert_eq!(folder.found(&["--path", "lib", "demo.m"]), ["demo.m:1 failing-call"]);
}

#[test]
fn a_suppression_where_it_fails_counts() {
    let folder = Folder::new("provoked-suppressed");
    folder.write("area.m", &AREA.replace("v(:,2);", "v(:,2);  % formwork: ignore[inner-extent]"));
    folder.write("demo.m", "a = area([0 0; 1 0; 1 1]);\ndisp(a);\n");
    assert!(folder.found(&["."]).is_empty(), "{:?}", folder.found(&["."]));
}
