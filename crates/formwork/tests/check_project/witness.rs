//! Calls that prove findings.

use crate::Folder;

const WRONG: &str =
    "function y = f (A, k)\n  [n, m] = size (A);\n  y = A * ones (n, 1) + m + k;\nend\n";

#[test]
fn a_call_is_shown_and_run() {
    let folder = Folder::new("witness");
    folder.write("f.m", WRONG);
    let shown = folder.check(&["f.m"]);
    assert!(shown.stdout.contains("try f (rand ("), "{shown:?}");
    assert!(!shown.stdout.contains("op1 is 3x2"), "{shown:?}");
    let json = folder.check(&["--witness", "--output-format", "json", "f.m"]).json();
    let one = &json["diagnostics"][0];
    let call = one["call"].as_str().expect("a call");
    assert!(call.starts_with("f (rand ("), "{call}");
    let said = one["runtime_error"].as_str().expect("an error");
    assert!(said.starts_with("operator *: nonconformant arguments"), "{said}");
}

#[test]
fn a_call_that_does_not_end_is_given_up() {
    let folder = Folder::new("witness-endless");
    let endless = WRONG.replace("  y = A", "  while true, endwhile\n  y = A");
    folder.write("f.m", &endless);
    let run = folder.check(&["--witness", "f.m"]);
    assert!(run.status.is_some(), "{run:?}");
}
