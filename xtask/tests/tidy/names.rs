//! What is known of a built-in stands in its row: no other crate decides anything by its name.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::{code_of, root, rust_files};

/// Where a word is meant that happens to be the name of a built-in, too, and why.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    ("formwork_infer/src/call/attributes.rs", &["numel", "real", "size"], "words of options"),
    ("formwork_infer/src/call/builtin.rs", &["all", "var"], "words of options"),
    ("formwork_infer/src/call/fold.rs", &["rows"], "the option of set functions"),
    ("formwork_infer/src/call/belief.rs", &["rows"], "the option of set functions"),
    ("formwork_infer/src/stmt/condition.rs", &["var"], "the kind that `exist` is asked for"),
    ("formwork_lower/src/to_array_ir/call.rs", &["var"], "the kind that `exist` is asked for"),
    ("formwork_hir/src/members.rs", &["addlistener"], "a method of handle classes"),
    ("formwork_infer/src/entry/spec.rs", &["any", "real"], "words of argument specifications"),
    ("formwork_interp/src/access.rs", &["i", "j"], "of four names of the unit, these two alone"),
    ("formwork_specialize/src/lift/array.rs", &["Inf", "NaN"], "how numbers are written"),
];

/// The crates that know the table and decide something about programs. Those that show results
/// to people use words like `error` and `version`.
const CRATES: &[&str] = &[
    "formwork_check",
    "formwork_hir",
    "formwork_infer",
    "formwork_interp",
    "formwork_jit",
    "formwork_lower",
    "formwork_specialize",
];

/// The literals of a text that are compared with something or matched on.
fn decided_on(code: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut rest = code;
    let mut before = "";
    while let Some(open) = rest.find('"') {
        let inside = &rest[open + 1..];
        let Some(close) = inside.find('"') else { break };
        let (literal, after) = (&inside[..close], inside[close + 1..].trim_start());
        let ahead = if open > 0 { &rest[..open] } else { before };
        let ahead = ahead.trim_end();
        let matched = after.starts_with("=>")
            || (after.starts_with('|') && !after.starts_with("||"))
            || after.starts_with("if ")
            || after.starts_with(']')
            || (ahead.ends_with('|') && !ahead.ends_with("||"))
            || ahead.ends_with("==")
            || ahead.ends_with("!=")
            || ahead.ends_with("Some(")
            || ahead.ends_with(',')
                && (after.starts_with(',') || after.starts_with(')'))
                && ahead.trim_end_matches(',').ends_with('"')
            || ahead.ends_with('[');
        let is_name = literal.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if matched && is_name && !literal.is_empty() {
            found.insert(literal);
        }
        before = &rest[..open + close + 2];
        rest = &inside[close + 1..];
    }
    found
}

#[test]
fn what_is_compared_is_found() {
    let code = r#"match x { "sum" | "prod" => 1, "max" if y => 2 } a == "min" && B.contains(["any", "all"]) f("size")"#;
    let found: Vec<&str> = decided_on(code).into_iter().collect();
    assert_eq!(found, ["all", "any", "max", "min", "prod", "sum"]);
}

#[test]
fn nobody_decides_by_the_name_of_a_builtin() {
    let names: BTreeSet<&str> = formwork_builtins::rows().map(|row| row.name).collect();
    assert!(EXCEPTIONS.len() <= 10, "what is known of a built-in belongs in its row");
    let mut problems = Vec::new();
    let mut unused: BTreeSet<(&str, &str)> = EXCEPTIONS
        .iter()
        .flat_map(|(file, words, _)| words.iter().map(|word| (*file, *word)))
        .collect();
    for name in CRATES {
        let folder = root().join("crates").join(name).join("src");
        let mut files: Vec<PathBuf> = Vec::new();
        rust_files(&folder, &mut files);
        assert!(!files.is_empty(), "{name} was not found");
        for path in files {
            let code = code_of(&path);
            for word in decided_on(&code).into_iter().filter(|word| names.contains(word)) {
                let excepted = EXCEPTIONS
                    .iter()
                    .find(|(file, words, _)| path.ends_with(file) && words.contains(&word));
                match excepted {
                    Some((file, ..)) => {
                        unused.retain(|(other, known)| other != file || *known != word);
                    }
                    None => problems.push(format!("{}: {word}", path.display())),
                }
            }
        }
    }
    assert!(problems.is_empty(), "say it in the row, or take a BuiltinId: {problems:#?}");
    assert!(unused.is_empty(), "these exceptions are not needed: {unused:?}");
}
