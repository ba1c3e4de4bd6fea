//! SaC-mini programs that are named.

use crate::Folder;

const WRONG: &str =
    "int main(int[2,3] a, int[2] b)\n{\n  c = matmul(a, nowhere);\n  return(c);\n}\n";

#[test]
fn are_checked_in_all_formats() {
    let folder = Folder::new("sac");
    folder.write("wrong.sac", WRONG);
    folder.write("right.sac", "int main(int n) { return(n + 1); }\n");
    let right = folder.check(&["right.sac"]);
    assert_eq!(right.status, Some(0), "{right:?}");
    let checked = folder.check(&["--output-format", "concise", "wrong.sac", "right.sac"]);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(!checked.found().is_empty(), "{checked:?}");
    assert!(checked.found().iter().all(|one| one == "wrong.sac:3 sac"), "{checked:?}");
    let full = folder.check(&["wrong.sac"]);
    assert!(full.stdout.contains("--> wrong.sac:3:"), "{full:?}");
    let json = folder.check(&["--output-format", "json", "wrong.sac"]).json();
    assert_eq!(json["diagnostics"][0]["line"], 3);
    assert_eq!(json["diagnostics"][0]["severity"], "error");
    let sarif = folder.check(&["--output-format", "sarif", "wrong.sac"]).json();
    let result = &sarif["runs"][0]["results"][0];
    let index = result["ruleIndex"].as_u64().expect("it has a rule") as usize;
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][index]["id"], "sac");
    for format in ["github", "gitlab", "junit"] {
        let checked = folder.check(&["--output-format", format, "wrong.sac"]);
        assert!(checked.stdout.contains("wrong.sac"), "{checked:?}");
    }
}

/// Below folders such files may be anything: seismic data are called so, too.
#[test]
fn are_not_looked_for() {
    let folder = Folder::new("sac-folder");
    folder.write("wrong.sac", WRONG);
    folder.write("main.m", "disp(1);\n");
    assert_eq!(folder.found(&["."]), [""; 0]);
}

/// Texts of any kind are errors, not crashes.
#[test]
fn may_be_anything() {
    let folder = Folder::new("sac-broken");
    let broken = "int main( { return( ; } \u{1F600} \"".to_owned();
    for text in [String::new(), broken, "(".repeat(50_000), "\n".repeat(10)] {
        folder.write("broken.sac", &text);
        let checked = folder.check(&["--output-format", "json", "broken.sac"]);
        assert!(checked.status == Some(0) || checked.status == Some(1), "{checked:?}");
        checked.json();
    }
}
