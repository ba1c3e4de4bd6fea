//! How bad findings are: as the configuration says.

use crate::{BUG, Folder, GROWING};

/// Severities of what is found below the folder, each as `error code`.
fn severities(folder: &Folder, arguments: &[&str]) -> (Vec<String>, Option<i32>) {
    let checked = folder.check(&[&["--output-format", "json"], arguments].concat());
    let json = checked.json();
    let all = json["diagnostics"].as_array().expect("there is a list");
    let word = |one: &serde_json::Value, key: &str| one[key].as_str().unwrap_or("?").to_owned();
    let words = all.iter().map(|one| format!("{} {}", word(one, "severity"), word(one, "code")));
    (words.collect(), checked.status)
}

#[test]
fn of_a_rule_by_name_id_and_prefix() {
    let folder = Folder::new("severity");
    folder.write("main.m", &format!("{GROWING}{BUG}"));
    let with = |table: &str| {
        folder.write("formwork.toml", &format!("[check.severity]\n{table}\n"));
        severities(&folder, &["."])
    };
    let both = |growing: &str, inner: &str, status| {
        (vec![format!("{growing} growing-array"), format!("{inner} inner-extent")], Some(status))
    };
    assert_eq!(with(""), both("note", "error", 1));
    assert_eq!(with("growing-array = \"error\"\nFW102 = \"warning\""), both("error", "warning", 1));
    assert_eq!(with("FW1 = \"note\""), both("note", "note", 0));
    assert_eq!(with("FW = \"warning\"\nFW4 = \"error\""), both("error", "warning", 1));
    // The name and the whole id say more than a beginning.
    let table = "FW10 = \"note\"\ninner-extent = \"warning\"\nFW1 = \"error\"";
    assert_eq!(with(table), both("note", "warning", 0));
    let off = with("inner-extent = \"off\"\ngrowing-array = \"off\"");
    assert_eq!(off, (vec![], Some(0)));
    folder.write("formwork.toml", "[check.severity]\nFW1 = \"warning\"\n");
    assert_eq!(severities(&folder, &["--error-on-warning", "."]).1, Some(1));
}

#[test]
fn of_a_folder() {
    let folder = Folder::new("severity-folder");
    folder.write("new/bug.m", BUG);
    folder.write("old/bug.m", BUG);
    folder.write("old/older/bug.m", BUG);
    folder.write(
        "formwork.toml",
        "[check.severity]\nFW1 = \"warning\"\n[check.folders.old.severity]\nFW102 = \"note\"\n\
         [check.folders.\"old/older\".severity]\ninner-extent = \"off\"\n",
    );
    let (all, status) = severities(&folder, &["."]);
    assert_eq!(all, ["warning inner-extent", "note inner-extent"]);
    assert_eq!(status, Some(0));
}

#[test]
fn what_is_no_rule_or_no_severity_is_a_problem() {
    let folder = Folder::new("severity-problems");
    folder.write("main.m", "x = (1;\n");
    let with = |text: &str| {
        folder.write("formwork.toml", text);
        let checked = folder.check(&["."]);
        assert_eq!(checked.status, Some(2), "{checked:?}");
        assert!(checked.stderr.contains("formwork.toml"), "{checked:?}");
        checked
    };
    let checked = with("[check.severity]\ngrowing-aray = \"off\"\n");
    assert!(checked.stderr.contains("[check.severity]: no rule is called"), "{checked:?}");
    assert!(checked.stderr.contains("did you mean 'growing-array'?"), "{checked:?}");
    let checked = with("[check.folders.a]\nselect = [\"FW9\"]\n");
    assert!(checked.stderr.contains("select: no rule is called 'FW9'"), "{checked:?}");
    let checked = with("[check.severity]\nFW102 = \"fatal\"\n");
    assert!(checked.stderr.contains("`off`, `note`, `warning`, `error`"), "{checked:?}");
    // A syntax error cannot be lowered.
    for name in ["unexpected-token", "FW002", "FW0"] {
        let checked = with(&format!("[check.severity]\n{name} = \"off\"\n"));
        assert!(checked.stderr.contains("its severity stays"), "{checked:?}");
        assert!(checked.stdout.contains("error[unexpected-token]"), "{checked:?}");
    }
    folder.write("formwork.toml", "[check.severity]\nFW = \"off\"\n");
    let checked = folder.check(&["."]);
    assert!(checked.stdout.contains("error[unexpected-token]"), "{checked:?}");
    assert_eq!(checked.status, Some(1));
}
