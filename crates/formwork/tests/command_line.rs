//! The command line as a user meets it: exit codes, streams, formats.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use formwork_mdtest::Folder;

fn formwork(arguments: &[&str], input: &str, folder: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that never reads its input closes it early.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_good_file_exits_with_0() {
    let folder = Folder::new("good");
    folder.file("a.m", "x = [1 -2];\n");
    let output = formwork(&["parse", "--roundtrip", "."], "", &folder.0);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "1 file, 1 line: no errors, all print back to the same tree\n"
    );
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_bad_file_exits_with_1_and_shows_the_place() {
    let folder = Folder::new("bad");
    folder.file("a.m", "x = f(1, 2\ny = 3;\n");
    let output = formwork(&["parse", "a.m"], "", &folder.0);
    assert_eq!(output.status.code(), Some(1));
    let stdout = text(&output.stdout);
    for part in ["error[unclosed-bracket]", "a.m:1:6", "x = f(1, 2", "1 file, 2 lines: 1 error"] {
        assert!(stdout.contains(part), "{part} in\n{stdout}");
    }
    assert!(!stdout.contains('\u{1b}'), "no colours where nobody sees them");
}

#[test]
fn findings_as_json_follow_the_contract() {
    let output = formwork(&["parse", "-", "--output-format", "json"], "x = 3 4;\n", Path::new("."));
    assert_eq!(output.status.code(), Some(1));
    let stdout = text(&output.stdout);
    for part in [
        "\"version\":1",
        "\"code\":\"unexpected-token\"",
        "\"severity\":\"error\"",
        "\"file\":\"<stdin>\"",
        "\"line\":1",
        "\"column\":7",
        "\"condition\":null",
        "\"fix\":null",
        "\"summary\":",
    ] {
        assert!(stdout.contains(part), "{part} in\n{stdout}");
    }
}

#[test]
fn standard_input_prints_back() {
    let output = formwork(&["parse", "-", "--print"], "if a,b,end", Path::new("."));
    assert_eq!(text(&output.stdout), "if a\n    b\nend\n");
}

#[test]
fn the_tree_is_json() {
    let output = formwork(&["parse", "-", "--json"], "f -1 '\"x'", Path::new("."));
    assert_eq!(output.status.code(), Some(0));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("\"words\":[\"-1\",\"'\\\"x'\"]"), "{stdout}");
}

#[test]
fn the_path_comes_from_the_option_and_the_configuration() {
    let folder = Folder::new("path");
    folder.file("main.m", "function main()\nfar();\nfarther();\nend\n");
    folder.file("lib/far.m", "function far()\nend\n");
    folder.file("more/farther.m", "function farther()\nend\n");
    folder.file("formwork.toml", "path = [\"more\"]\n");
    let output = formwork(&["parse", "--names", "main.m", "--path", "lib"], "", &folder.0);
    let stdout = text(&output.stdout);
    assert!(stdout.contains("2:1 far: function on the path lib/far.m"), "{stdout}");
    assert!(stdout.contains("3:1 farther: function on the path"), "{stdout}");
}

#[test]
fn a_wrong_configuration_is_told() {
    let folder = Folder::new("config");
    folder.file("a.m", "x = 1;\n");
    folder.file("formwork.toml", "dialect = \"perl\"\n");
    let output = formwork(&["parse", "a.m"], "", &folder.0);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("expected auto, matlab or octave"));
}

#[test]
fn usage_errors_exit_with_2() {
    for arguments in [
        &["parse", "no-such-file.m"][..],
        &["parse"],
        &["frobnicate"],
        &["parse", "-", "--dialect", "perl"],
    ] {
        let output = formwork(arguments, "", Path::new("."));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_dialect_restricts() {
    let octave_only = "x += 1;\n";
    let matlab = formwork(&["parse", "-", "--dialect", "matlab"], octave_only, Path::new("."));
    assert_eq!(matlab.status.code(), Some(1));
    let octave = formwork(&["parse", "-", "--dialect", "octave"], octave_only, Path::new("."));
    assert_eq!(octave.status.code(), Some(0));
}

#[test]
fn any_bytes_are_accepted() {
    let folder = Folder::new("bytes");
    std::fs::write(folder.0.join("latin1.m"), b"% caf\xE9\nx = '\xE9';\n").expect("written");
    std::fs::write(folder.0.join("binary.m"), (0..=255).collect::<Vec<u8>>()).expect("written");
    std::fs::write(folder.0.join("empty.m"), b"").expect("written");
    let output = formwork(&["parse", "latin1.m", "empty.m", "--roundtrip"], "", &folder.0);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let output = formwork(&["parse", "binary.m"], "", &folder.0);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn identities_of_shapes_are_decided() {
    let ask = |arguments: &[&str]| formwork(arguments, "", Path::new("."));
    let holds = ask(&["algebra", "s + (t + u) = (s + t) + u"]);
    assert_eq!(holds.status.code(), Some(0));
    assert!(text(&holds.stdout).starts_with("equal for all shapes"));
    // Lemma 1 of the algebra holds only where nothing expands.
    let lemma = "s*(s + t) = s*s + t";
    assert_eq!(ask(&["algebra", "--semantics", "strict", lemma]).status.code(), Some(0));
    let fails = ask(&["algebra", lemma]);
    assert_eq!(fails.status.code(), Some(1));
    assert!(text(&fails.stdout).starts_with("not equal: s = "), "{}", text(&fails.stdout));
    let form = ask(&["algebra", "<2,3>*<3,4>"]);
    assert_eq!(text(&form.stdout), "<2, 4>\n");
    let broken = ask(&["algebra", "s + "]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(text(&broken.stderr).contains('^'), "{}", text(&broken.stderr));
}

#[test]
fn the_tables_of_the_algebra_show_both_semantics() {
    let output = formwork(&["algebra", "--properties"], "", Path::new("."));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("semantics: expand") && stdout.contains("semantics: strict"));
}

#[test]
fn programs_are_printed_byte_for_byte() {
    let program = "x = '\u{1b}[31mred';\n";
    let output = formwork(&["parse", "-", "--print"], program, Path::new("."));
    assert_eq!(text(&output.stdout), program);
}

#[test]
fn findings_do_not_spoil_what_is_printed() {
    let output = formwork(&["parse", "-", "--print"], "x = 1\ny = 3 4\n", Path::new("."));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("x = 1\n"));
    assert!(text(&output.stderr).contains("unexpected-token"));
}

#[test]
fn names_of_a_broken_file_are_listed_with_what_is_wrong() {
    let folder = Folder::new("names");
    folder.file("a.m", "x = 1;\ny = (x\n");
    let output = formwork(&["parse", "--names", "a.m"], "", &folder.0);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1:1 x: variable"));
    assert!(text(&output.stderr).contains("unclosed-bracket"));
}

#[cfg(unix)]
#[test]
fn links_in_circles_and_to_nowhere_are_passed_over() {
    let folder = Folder::new("links");
    folder.file("a.m", "x = 1;\n");
    std::os::unix::fs::symlink(".", folder.0.join("self")).expect("links can be made");
    std::os::unix::fs::symlink("nowhere", folder.0.join("b.m")).expect("links can be made");
    let output = formwork(&["parse", "."], "", &folder.0);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("passed over"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    for arguments in [&["parse", "-"][..], &["completions", "bash"], &["algebra", "s"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let status = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::null())
            .status()
            .expect("the program runs");
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn classes_run_from_scripts_functions_and_handles() {
    let folder = Folder::new("classes");
    folder.file("Pt.m", "classdef Pt < handle\n  properties\n    x = 1;\n  end\nend\n");
    folder.file("direct.m", "p = Pt(); q = p; q.x = 3; disp(p.x)\n");
    folder.file("helper.m", "function helper()\n  q = @() Pt();\n  p = q(); disp(p.x)\nend\n");
    folder.file("indirect.m", "helper();\n");
    folder.file("dynamic.m", "p = feval('Pt'); disp(class(p))\n");
    folder.file("commented.m", "%{\nclassdef Pt\n%}\ndisp(2)\n");
    for (program, printed) in
        [("direct.m", "3\n"), ("indirect.m", "1\n"), ("dynamic.m", "Pt\n"), ("commented.m", "2\n")]
    {
        let output = formwork(&["run", program], "", &folder.0);
        assert_eq!(output.status.code(), Some(0), "{program}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), printed, "{program}");
    }
}

#[test]
fn double_quotes_make_strings_in_matlab_alone() {
    let folder = Folder::new("strings");
    for (program, matlab, octave) in [
        ("disp(class(\"abc\"))", "string\n", "char\n"),
        ("disp(numel(\"abc\"))", "1\n", "3\n"),
        ("disp(\"a\\tb\")", "a\\tb\n", "a\tb\n"),
        ("disp(class(sprintf(\"%d\", 3)))", "string\n", "char\n"),
        ("fprintf(\"%d %s\\n\", 3, 'a')", "3 a\n", "3 a\n"),
        ("eval('x = \"a\"; disp(isstring(x))')", "1\n", "0\n"),
        ("f = @() \"abc\"; disp(length(f()))", "1\n", "3\n"),
    ] {
        folder.file("a.m", &format!("{program}\n"));
        for (dialect, printed) in [("matlab", matlab), ("octave", octave), ("auto", octave)] {
            let output = formwork(&["run", "--dialect", dialect, "a.m"], "", &folder.0);
            let said = text(&output.stderr);
            assert_eq!(text(&output.stdout), printed, "{program} in {dialect}: {said}");
        }
    }
    folder.file("a.m", "x = strlength('abc')\n");
    let output = formwork(&["run", "--dialect", "octave", "a.m"], "", &folder.0);
    assert!(text(&output.stderr).contains("'strlength' undefined"), "{}", text(&output.stderr));
}

#[test]
fn functions_are_found_in_folders_that_are_added() {
    let folder = Folder::new("added");
    folder.file("lib/triple.m", "function y = triple(x)\n  y = 3 * x;\nend\n");
    folder.file("a.m", "addpath('lib'); disp(triple(2)); disp(exist('triple.m', 'file'))\n");
    let output = formwork(&["run", "a.m"], "", &folder.0);
    assert_eq!(text(&output.stdout), "6\n2\n", "{}", text(&output.stderr));
    folder.file("b.m", "pkg load nowhere\ndisp(1)\n");
    let output = formwork(&["run", "b.m"], "", &folder.0);
    assert_eq!(text(&output.stdout), "1\n");
    assert!(text(&output.stderr).contains("package nowhere is not loaded"));
}

#[test]
fn a_folder_is_no_program() {
    let folder = Folder::new("no-program");
    folder.file("inside/a.m", "x = 1\n");
    for command in ["run", "shapes", "specialize"] {
        let output = formwork(&[command, "inside"], "", &folder.0);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = text(&output.stderr);
        assert!(said.contains("inside: this is a folder"), "{command}: {said}");
    }
}
