//! `formwork build` of MATLAB programs: executables, C, MEX files, listings.

use std::process::{Command, Output};

use super::{Folder, LONG_LOOP, has_compiler, same, text};

const SCALE: &str = "function [y, s] = scale (x, k)
  % Scales a row.
  n = numel (x);
  y = zeros (1, n);
  s = 0;
  for i = 1:n
    y(i) = x(i) * k;
    s = s + y(i);
  end
end
";

const MAIN: &str = "function r = main (n, word)
  if nargin < 1, n = 4; end
  if nargin < 2, word = 'none'; end
  r = 0;
  for i = 1:20000
    r = r + helper (i, n);
  end
  disp (word)
  r = r + hidden (1) + pack.inside (2);
  if n > 100
    error ('main:big', 'too big: %d', n);
  end
end
";

/// A program of several files, in folders of all kinds.
fn program(name: &str) -> Folder {
    Folder::with(
        name,
        &[
            ("src/main.m", MAIN),
            ("src/helper.m", "function r = helper (a, b)\n  r = mod (a, b) + deep (a);\nend\n"),
            ("src/private/hidden.m", "function r = hidden (x)\n  r = x + 1;\nend\n"),
            ("src/+pack/inside.m", "function r = inside (x)\n  r = x * 10;\nend\n"),
            ("lib/deep.m", "function r = deep (x)\n  r = x / 4;\nend\n"),
        ],
    )
}

#[test]
fn an_executable_needs_neither_its_files_nor_formwork() {
    let folder = program("exe");
    let cases: [&[&str]; 4] = [&[], &["7"], &["3", "[1 2"], &["101"]];
    let expected: Vec<Output> = cases
        .iter()
        .map(|case| {
            folder.formwork(&[&["run", "--path", "lib", "src/main.m", "--"], *case].concat())
        })
        .collect();
    assert_eq!(expected[3].status.code(), Some(1));
    let built = folder.formwork(&["build", "--path", "lib", "src/main.m", "-o", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    for gone in ["src", "lib", "cache"] {
        let _ = std::fs::remove_dir_all(folder.0.join(gone));
    }
    let elsewhere = folder.0.join("elsewhere");
    std::fs::create_dir_all(&elsewhere).expect("the folder can be made");
    for (case, expected) in cases.iter().zip(&expected) {
        let ran = Command::new(folder.0.join("out"))
            .args(*case)
            .current_dir(&elsewhere)
            .env_clear()
            .output()
            .expect("it starts");
        same(&ran, expected);
    }
    // Nothing that looks like an option is one of Formwork's.
    let ran = Command::new(folder.0.join("out")).args(["2", "--version"]).output();
    let ran = ran.expect("it starts");
    assert!(text(&ran.stdout).starts_with("--version\n"), "{}", text(&ran.stdout));
}

#[test]
fn a_damaged_executable_says_so() {
    let folder = program("damaged");
    let built = folder.formwork(&["build", "--path", "lib", "src/main.m", "-o", "out"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let path = folder.0.join("out");
    let mut bytes = std::fs::read(&path).expect("it can be read");
    let place = bytes.len() - 100;
    bytes[place] ^= 1;
    std::fs::write(&path, bytes).expect("it can be written");
    let ran = Command::new(&path).output().expect("it starts");
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("damaged"), "{}", text(&ran.stderr));
}

#[test]
fn a_function_of_a_file_can_be_run_and_built() {
    let script = "disp ('script')\nfunction r = twice (x)\n  r = 2 * x;\nend\n";
    let folder = Folder::with("function", &[("prog.m", script)]);
    let ran = folder.formwork(&["run", "--function", "twice", "prog.m", "--", "21"]);
    assert_eq!((text(&ran.stdout), text(&ran.stderr)), ("ans = 42\n".into(), String::new()));
    let built = folder.formwork(&["build", "--function", "twice", "prog.m", "-o", "twice"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    same(&Command::new(folder.0.join("twice")).arg("21").output().expect("it starts"), &ran);
}

#[test]
fn c_of_a_function_compiles_alone() {
    let folder = Folder::with("c", &[("scale.m", SCALE)]);
    let named =
        ["build", "scale.m", "--emit", "c", "--arg", "x: double 1x?", "--arg", "k: double 1x1"];
    let listed = ["build", "scale.m", "--emit", "c", "--args", "double 1x?, double 1x1"];
    let (one, two) = (folder.formwork(&named), folder.formwork(&listed));
    same(&one, &two);
    assert_eq!(text(&one.stderr), "");
    assert!(text(&one.stdout).contains("int scale("), "{}", text(&one.stdout));
    let made = folder.formwork(&[&listed[..], &["-o", "out.c"]].concat());
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    if !has_compiler("c_of_a_function_compiles_alone") {
        return;
    }
    let main = "#include <stdio.h>\n#include <stdlib.h>\n#include \"out.h\"\n\
                int main(void) {\n  double x[] = {1, 2.5}, *y, s; int64_t length, n; fw_error error;\n\
                if (scale(x, 2, 3.0, &y, &length, &n, &s, &error) != FW_OK) return 1;\n\
                printf(\"%d %g %g %g\\n\", (int)n, y[0], y[1], s); free(y); return 0; }\n";
    std::fs::write(folder.0.join("main.c"), main).expect("it can be written");
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "out.c", "-lm", "-o", "c"];
    let compiled = Command::new("cc").args(flags).current_dir(&folder.0).output().expect("it runs");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let ran = Command::new(folder.0.join("c")).output().expect("it starts");
    assert_eq!(text(&ran.stdout), "2 3 7.5 10.5\n");
}

#[test]
fn stages_of_regions_and_functions_are_listed() {
    let folder = Folder::with("stages", &[("prog.m", LONG_LOOP), ("scale.m", SCALE)]);
    for (arguments, words) in [
        (&["build", "prog.m", "--emit", "ir"][..], "// prog.m:2-4: (double 1x1 s) -> "),
        (&["build", "prog.m", "--emit", "ir=insert-checks"], "region_prog_"),
        (&["build", "prog.m", "--emit", "loops"], "entry region_"),
        (&["build", "scale.m", "--emit", "ir", "--args", "double 1x?, double 1x1"], "scale("),
        (
            &["build", "scale.m", "--emit", "loops", "--args", "double 1x?, double 1x1"],
            "entry scale",
        ),
    ] {
        let output = folder.formwork(arguments);
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(words), "{arguments:?}: {}", text(&output.stdout));
    }
    let output = folder.formwork(&["build", "prog.m", "--emit", "loops", "-o", "out.txt"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
    assert!(folder.has("out.txt"));
}

#[test]
fn what_cannot_be_made_is_said() {
    let folder = Folder::with(
        "wrong",
        &[
            ("prog.m", LONG_LOOP),
            ("scale.m", SCALE),
            ("broken.m", "x = (1\n"),
            ("fields.m", "function r = fields (x)\n  r = 1;\n  c.a = x;\nend\n"),
        ],
    );
    for (arguments, status, words) in [
        (&["build", "missing.m"][..], 2, "missing.m: no such file"),
        (&["build", "prog.m", "--emit", "nonsense"], 2, "none of exe, c, mex, ir, ir=PASS, loops"),
        (&["build", "prog.m", "--emit", "ir=nonsense"], 2, "remove-checks"),
        (&["build", "prog.m", "-o", "no/such/folder"], 2, "no/such/folder: No such file"),
        (&["build", "prog.m", "-o", "."], 2, "it is a folder"),
        (&["build", "prog.m", "-o", "prog.m"], 2, "would be written over"),
        (&["build", "prog.m", "--function", "nothing"], 2, "nothing"),
        (&["build", "prog.m", "--arg", "x: double 1x1"], 2, "--emit c"),
        (&["build", "prog.m", "--no-attributes"], 2, "SaC-mini"),
        (&["build", "prog.m", "--emit", "c"], 2, "prog.m is a script"),
        (&["build", "broken.m"], 1, "parse error"),
        (&["build", "scale.m", "--emit", "c"], 2, "what is `x`? Describe it: --arg"),
        (&["build", "scale.m", "--emit", "c", "--args", "double 1x1"], 2, "has 2 parameters"),
        (&["build", "scale.m", "--emit", "c", "--args", "nonsense, 1"], 2, "nonsense"),
        (
            &[
                "build",
                "scale.m",
                "--emit",
                "mex",
                "--args",
                "double 1x?, double 1x1",
                "-o",
                "other.mex",
            ],
            2,
            "must be called scale.mex",
        ),
        (&["build", "fields.m", "--emit", "c", "--args", "double 1x1"], 1, "fields.m:3:"),
        (&["run", "prog.m", "--function", "nothing"], 1, "defines no function 'nothing'"),
    ] {
        let output = folder.formwork(arguments);
        let said = text(&output.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

#[test]
fn octave_calls_a_mex_file_as_the_function() {
    if !has_compiler("octave_calls_a_mex_file_as_the_function") {
        return;
    }
    let octave = |folder: &Folder, program: &str| {
        Command::new("octave-cli")
            .args(["--no-gui", "--no-history", "-qf", "--eval", program])
            .current_dir(&folder.0)
            .output()
            .ok()
    };
    let source = Folder::with("mex-source", &[("scale.m", SCALE)]);
    let questions = "
[y, s] = scale ([1 2.5], 3)
y = scale ([], 3)
y = scale ([1; 2], 2)
y = scale (single ([1 2]), 2)
y = scale (7, 2)
try, scale ({1}, 2), catch e, disp (e.message), end
try, scale ([1 2]), catch e, disp (regexprep (e.message, 'near.*', '')), end
";
    let Some(expected) = octave(&source, questions) else {
        println!("skipped: octave_calls_a_mex_file_as_the_function: there is no GNU Octave");
        return;
    };
    let built = source.formwork(&[
        "build",
        "scale.m",
        "--emit",
        "mex",
        "--args",
        "double 1x?, double 1x1",
        "--args",
        "double ?x1, double 1x1",
    ]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    assert!(source.has("scale.mex") && source.has("scale_text.m"));
    let target = Folder::with("mex-target", &[("nothing.m", "")]);
    for file in ["scale.mex", "scale_text.m"] {
        std::fs::copy(source.0.join(file), target.0.join(file)).expect("it can be copied");
    }
    let found = octave(&target, questions).expect("it ran before");
    assert_eq!(text(&found.stdout), text(&expected.stdout), "{}", text(&found.stderr));
    let which = octave(&target, "disp (exist ('scale'))").expect("it ran before");
    assert_eq!(text(&which.stdout), "3\n", "it is the MEX file that is called");
}

#[test]
fn variables_may_have_names_of_c() {
    if !has_compiler("variables_may_have_names_of_c") {
        return;
    }
    // Begins that are reserved, macros and functions of C's headers, words of C, our own.
    let names = [
        "M", "mx", "mex", "PRICE", "INTEREST", "INT8", "UINT", "SCN", "DBL_x", "FP_1", "M_PI",
        "fw_error", "FW_OK", "x_t", "y_call", "SIZE_MAX", "RAND_MAX", "EOF", "DOMAIN", "errno",
        "fopen", "strtok", "register", "auto", "goto_", "main", "I", "stderr", "v_M", "v_M_2",
    ];
    let mut program = String::new();
    for name in names {
        program.push_str(&format!(
            "{name} = 0; for k = 1:30000, {name} = {name} + k; end, disp ({name})\n\
             {name} = zeros (1, 3); for k = 1:30000, {name}(2) = {name}(1) + k; end, disp ({name})\n"
        ));
    }
    let folder = Folder::with("names", &[("prog.m", &program)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    assert_eq!(text(&interpreted.stderr), "");
    let native = folder.formwork(&["run", "--native", "--report", "prog.m"]);
    assert_eq!(text(&native.stdout), text(&interpreted.stdout));
    let places = 2 * names.len();
    let said = text(&native.stderr);
    assert!(said.contains(&format!("native code: {places} of {places} places compiled")), "{said}");
}
