//! Comments that suppress findings.

use crate::{BUG, Folder, GROWING};

/// What is found in one file, each as `line code`.
fn found(folder: &Folder, text: &str) -> Vec<String> {
    folder.write("main.m", text);
    let all = folder.found(&["main.m"]);
    all.into_iter().map(|one| one.trim_start_matches("main.m:").to_owned()).collect()
}

/// The program with a comment behind its last line that does something wrong.
fn bug_with(comment: &str) -> String {
    BUG.replace("A*b;", &format!("A*b;  {comment}"))
}

#[test]
fn of_a_line() {
    let folder = Folder::new("suppress-line");
    for comment in [
        "% formwork: ignore",
        "# formwork: ignore[inner-extent]",
        "%formwork:ignore[FW102, deletion]",
        "% as it should be % formwork: ignore[inner-extent]",
    ] {
        let mut left = found(&folder, &bug_with(comment));
        left.retain(|one| !one.contains("unused-suppression"));
        assert!(left.is_empty(), "{comment}: {left:?}");
    }
    let before = BUG.replace("c = A", "% formwork: ignore[FW102]\n% because\nc = A");
    assert_eq!(found(&folder, &before), [""; 0], "{before}");
    assert_eq!(
        found(&folder, &bug_with("% formwork: ignore[deletion]")),
        ["3 inner-extent", "3 unused-suppression"]
    );
    // What only looks like it.
    for comment in ["% formwork: ignored", "% `% formwork: ignore` is how to", "%#okay"] {
        assert_eq!(found(&folder, &bug_with(comment)), ["3 inner-extent"], "{comment}");
    }
}

#[test]
fn of_a_file() {
    let folder = Folder::new("suppress-file");
    let both = format!("{BUG}{GROWING}");
    assert_eq!(found(&folder, &both), ["3 inner-extent", "6 growing-array"]);
    assert_eq!(found(&folder, &format!("% formwork: ignore-file\n{both}")), [""; 0]);
    let one = format!("% What it does.\n% formwork: ignore-file[growing-array]\n{both}");
    assert_eq!(found(&folder, &one), ["5 inner-extent"]);
    let block = format!("%{{\n  What it does.\n  formwork: ignore-file[FW102]\n%}}\n{both}");
    assert_eq!(found(&folder, &block), ["10 growing-array"]);
    let last = format!("{both}  % formwork: ignore-file[FW102, growing-array]\n");
    assert_eq!(found(&folder, &last), [""; 0]);
    // Behind a statement it would be overlooked, and in a later block comment it is text.
    let trailing = bug_with("% formwork: ignore-file");
    assert_eq!(found(&folder, &trailing), ["3 inner-extent", "3 unused-suppression"]);
    let later = format!("{BUG}%{{\nformwork: ignore-file\n%}}\n");
    assert_eq!(found(&folder, &later), ["3 inner-extent"]);
    let unused = found(&folder, "% formwork: ignore-file[deletion]\nx = 1;\ndisp(x);\n");
    assert_eq!(unused, ["1 unused-suppression"]);
}

/// A marker is one where the parser sees a comment.
#[test]
fn strings_are_no_comments() {
    let folder = Folder::new("suppress-strings");
    let text = "A = ones(3, 4); b = ones(3, 1);\ndisp('% formwork: ignore'), c = A*b;\n\
                disp(\"%#ok\"), d = A*b;\n%{\n% formwork: ignore\n%}\ne = A*b;\n";
    let all = found(&folder, text);
    let lines: Vec<&String> = all.iter().filter(|one| one.contains("inner-extent")).collect();
    assert_eq!(lines, ["2 inner-extent", "3 inner-extent", "7 inner-extent"], "{all:?}");
}

/// On any line of a statement it counts for the statement's first line, and for its own.
#[test]
fn of_a_statement_of_several_lines() {
    let folder = Folder::new("suppress-statements");
    let bug = |first: &str, second: &str, last: &str| {
        format!(
            "A = ones(3, 4);\nb = ones(3, 1);\nc = [A*b, ...{first}\n  1, ...{second}\n  2];{last}\n"
        )
    };
    let comment = " % formwork: ignore[inner-extent]";
    assert_eq!(found(&folder, &bug("", "", "")), ["3 inner-extent"]);
    for text in [bug(comment, "", ""), bug("", comment, ""), bug("", "", comment)] {
        assert_eq!(found(&folder, &text), [""; 0], "{text}");
    }
    let head = "A = ones(3, 4);\nb = ones(3, 1);\nif all(A*b == 1) ...\n    && b(1) % formwork: \
                ignore[FW102]\n  disp(b);\nend\n";
    let left = found(&folder, head);
    assert!(!left.iter().any(|one| one.contains("inner-extent")), "{left:?}");
    // The body of a block does not belong to its head.
    let body = "for i = A_product(1)\n  disp(i); % formwork: ignore\nend\nfunction y = \
                A_product(x)\n  y = ones(3, 4) * ones(3, 1) + x;\nend\n";
    let left = found(&folder, body);
    assert!(left.iter().any(|one| one.starts_with("5 ")), "{left:?}");
}

#[test]
fn of_the_code_analyzer() {
    let folder = Folder::new("suppress-analyzer");
    let grows = |comment: &str| GROWING.replace("i^2;", &format!("i^2; {comment}"));
    for comment in
        ["%#ok", "%#ok<AGROW>", "%#ok<NASGU, AGROW>", "%#ok<*AGROW>", "% fine %#ok<SAGROW>"]
    {
        assert_eq!(found(&folder, &grows(comment)), [""; 0], "{comment}");
    }
    for comment in ["%#ok<NASGU>", "%#ok<NOSUCHID>", "%#ok<>", "%#ok<AGROW"] {
        assert_eq!(found(&folder, &grows(comment)), ["3 growing-array"], "{comment}");
    }
    // For the whole file, wherever it stands; and never unused.
    let elsewhere = format!("{GROWING}x = 1; %#ok<*AGROW>\ndisp(x); %#ok\n");
    assert_eq!(found(&folder, &elsewhere), [""; 0]);
    let unused = "function f ()\n  y = 1; %#ok<NASGU>\nend\n";
    assert_eq!(found(&folder, unused), [""; 0]);
    let unset = "function y = f (x)\n  if x, y = 1; end\n  y = y + 1; %#ok<NODEF>\nend\n";
    assert_eq!(found(&folder, unset), [""; 0]);
}

#[test]
fn names_that_no_rule_has_are_told() {
    let folder = Folder::new("suppress-names");
    folder.write("main.m", &GROWING.replace("i^2;", "i^2; % formwork: ignore[growing-aray]"));
    let checked = folder.check(&["main.m"]);
    assert!(checked.stdout.contains("no rule is called 'growing-aray'"), "{checked:?}");
    assert!(checked.stdout.contains("did you mean 'growing-array'?"), "{checked:?}");
    assert!(checked.stdout.contains("note[growing-array]"), "{checked:?}");
    assert_eq!(checked.status, Some(0), "{checked:?}");
    folder.write("main.m", &bug_with("% formwork: ignore[inner-extent"));
    let checked = folder.check(&["main.m"]);
    assert!(checked.stdout.contains("']' is missing"), "{checked:?}");
    assert!(checked.stdout.contains("error[inner-extent]"), "{checked:?}");
    let explained = std::process::Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["explain", "growing-aray"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&explained.stderr).into_owned();
    assert!(said.contains("did you mean 'growing-array'?"), "{said}");
    folder.write("main.m", &bug_with("% formwork: ignore[]"));
    let checked = folder.check(&["main.m"]);
    assert!(checked.stdout.contains("no rule is named"), "{checked:?}");
}

/// Who hides that a file was not read hides everything else in it.
#[test]
fn syntax_errors_stay() {
    let folder = Folder::new("suppress-syntax");
    for text in
        ["% formwork: ignore-file\nx = (1;\n", "x = (1; % formwork: ignore\n", "x = (1; %#ok\n"]
    {
        let all = found(&folder, text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        assert!(!all[0].contains("unused-suppression"), "{all:?}");
    }
    // Suppressions of what was not analysed are not called unused.
    let class = "classdef thing\n  methods\n    function f (o)\n      x = 1; % formwork: ignore\n\
                 \x20   end\n  end\nend\n";
    assert_eq!(found(&folder, class), [""; 0]);
}

/// A rule that is switched off does not make its suppressions unused.
#[test]
fn rules_that_are_off_leave_suppressions_alone() {
    let folder = Folder::new("suppress-off");
    folder.write("main.m", &bug_with("% formwork: ignore[inner-extent]"));
    assert_eq!(folder.found(&["--ignore", "inner-extent", "main.m"]), [""; 0]);
}
