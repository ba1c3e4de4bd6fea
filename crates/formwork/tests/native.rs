//! `formwork run --native` and `formwork build` of MATLAB programs, from the command line.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, files: &[(&str, &str)]) -> Folder {
        let path =
            std::env::temp_dir().join(format!("formwork-native-{}-{name}", std::process::id()));
        let folder = Folder(path);
        for (file, text) in files {
            let path = folder.0.join(file);
            let parent = path.parent().expect("it is in the folder");
            std::fs::create_dir_all(parent).expect("the temporary folder can be made");
            std::fs::write(path, text).expect("the file can be written");
        }
        folder
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .env("XDG_CACHE_HOME", self.0.join("cache"))
            .env_remove("CC");
        command
    }

    fn formwork(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }

    fn has(&self, file: &str) -> bool {
        self.0.join(file).is_file()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[expect(clippy::print_stdout, reason = "who reads the log must see what was not tested")]
fn has_compiler(test: &str) -> bool {
    let found =
        Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {test}: there is no C compiler");
    }
    found
}

/// The same output, errors and status.
fn same(one: &Output, two: &Output) {
    assert_eq!(text(&one.stdout), text(&two.stdout));
    assert_eq!(text(&one.stderr), text(&two.stderr));
    assert_eq!(one.status.code(), two.status.code());
}

const LONG_LOOP: &str = "s = 0;
for i = 1:200000
  s = s + mod (i, 7) / 3;
end
printf ('%.17g\\n', s)
";

#[test]
fn a_long_loop_is_compiled_once_and_prints_the_same() {
    if !has_compiler("a_long_loop_is_compiled_once_and_prints_the_same") {
        return;
    }
    let folder = Folder::with("once", &[("prog.m", LONG_LOOP)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    same(&folder.formwork(&["run", "--native", "prog.m"]), &interpreted);
    let kept = |folder: &Path| {
        let entries = std::fs::read_dir(folder.join("cache/formwork/native"));
        entries.map_or(0, Iterator::count)
    };
    assert_eq!(kept(&folder.0), 1, "one loop is compiled and kept");
    // A compiler that refuses everything is not asked again.
    let again = folder.command(&["run", "--native", "prog.m"]).env("CC", "false").output();
    same(&again.expect("the program starts"), &interpreted);
    assert_eq!(kept(&folder.0), 1);
}

#[test]
fn short_loops_are_not_compiled() {
    let folder = Folder::with("short", &[("prog.m", "for i = 1:9, x = i; end, disp (x)\n")]);
    let output = folder.formwork(&["run", "--native", "prog.m"]);
    assert_eq!(text(&output.stdout), "9\n");
    assert!(!folder.0.join("cache/formwork/native").exists());
}

#[test]
fn errors_of_compiled_loops_are_those_of_the_program() {
    let program = "x = zeros (1, 50000);
for i = 1:60000
  y = x(i) + 1;
end
";
    let folder = Folder::with("errors", &[("prog.m", program)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    assert_eq!(interpreted.status.code(), Some(1));
    assert!(text(&interpreted.stderr).contains("out of bound"), "{}", text(&interpreted.stderr));
    same(&folder.formwork(&["run", "--native", "prog.m"]), &interpreted);
}

#[test]
fn recursion_is_compiled() {
    let program = "1;
function r = fib (n)
  if n < 2
    r = n;
  else
    r = fib (n - 1) + fib (n - 2);
  end
end
function r = down (n)
  r = 0;
  if n > 0
    r = 1 + down (n - 1);
  end
end
f = fib (24);
disp (f)
for k = 1:20000, d = down (3); end
disp (d)
try, d = down (300); catch e, disp (e.message), end
";
    let folder = Folder::with("recursion", &[("prog.m", program)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    assert_eq!(text(&interpreted.stderr), "");
    for _ in 0..2 {
        let native = folder.formwork(&["run", "--native", "prog.m"]);
        if has_compiler("recursion_is_compiled") {
            same(&native, &interpreted);
        }
    }
}

#[test]
fn limits_hold_while_native_code_runs() {
    if !has_compiler("limits_hold_while_native_code_runs") {
        return;
    }
    let endless = "disp (1)
unwind_protect
  s = 0;
  for i = 1:1e15, s = s + i; end
unwind_protect_cleanup
  disp (2)
end
";
    let nested = "k = 0; while k >= 0, k = k + 1; for i = 1:10, j = i; end, end\n";
    let large = "s = 0; for i = 1:30000, x = zeros (1e4, 1e4); s = s + x(i); end\n";
    let folder =
        Folder::with("limits", &[("endless.m", endless), ("nested.m", nested), ("large.m", large)]);
    for (arguments, words, output) in [
        (&["run", "--native", "--timeout", "2", "endless.m"][..], "time limit", "1\n2\n"),
        (&["run", "--native", "--timeout", "2", "nested.m"], "time limit", ""),
        (&["run", "--native", "--max-memory", "300M", "large.m"], "out of memory", ""),
    ] {
        let found = folder.formwork(arguments);
        assert_eq!(found.status.code(), Some(2), "{arguments:?}: {}", text(&found.stderr));
        assert!(text(&found.stderr).contains(words), "{}", text(&found.stderr));
        assert_eq!(text(&found.stdout), output, "{arguments:?}");
    }
}

#[test]
fn without_a_c_compiler_programs_are_interpreted() {
    let folder = Folder::with("none", &[("prog.m", LONG_LOOP)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    let found = folder
        .command(&["run", "--native", "prog.m"])
        .env("CC", "no-such-compiler")
        .output()
        .expect("the program starts");
    assert_eq!(text(&found.stdout), text(&interpreted.stdout));
    assert_eq!(found.status.code(), Some(0));
    assert_eq!(
        text(&found.stderr),
        "formwork: no C compiler found (tried no-such-compiler); install one, or set CC to its \
         name; what was compiled before runs as it is, the rest is interpreted\n"
    );
    let built = folder
        .command(&["build", "prog.m"])
        .env("CC", "no-such-compiler")
        .output()
        .expect("the program starts");
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    assert!(text(&built.stderr).contains("no C compiler found"), "{}", text(&built.stderr));
    let ran = Command::new(folder.0.join("prog")).output().expect("it starts");
    same(&ran, &interpreted);
}

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
fn without_a_c_compiler_the_report_says_what_is_interpreted_and_what_is_not() {
    let folder = Folder::with("cached", &[("prog.m", LONG_LOOP)]);
    let report = |compiler: Option<&str>| {
        let mut command = folder.command(&["run", "--native", "--report", "prog.m"]);
        if let Some(compiler) = compiler {
            command.env("CC", compiler);
        }
        text(&command.output().expect("the program starts").stderr)
    };
    let said = report(Some("no-such-compiler"));
    assert!(said.contains("prog.m:2: interpreted: no C compiler found"), "{said}");
    if has_compiler("without_a_c_compiler_the_report_says_what_is_interpreted_and_what_is_not") {
        report(None);
        let said = report(Some("no-such-compiler"));
        assert!(said.contains("prog.m:2: compiled"), "{said}");
        assert!(said.contains("what was compiled before runs as it is"), "{said}");
    }
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

#[test]
fn loops_that_do_not_end_do_not_end_as_native_code() {
    if !has_compiler("loops_that_do_not_end_do_not_end_as_native_code") {
        return;
    }
    let function = "function endless
  disp ('before')
  k = 0; x = 1;
  while x > 0, k = k + 1; x = 2; end
  disp ('after')
end
";
    let inner = "disp ('before'), x = 1; for k = 1:3, while x == 1, end, end, disp ('after')\n";
    let folder = Folder::with(
        "endless",
        &[
            ("empty.m", "disp ('before'); while true, end; disp ('after')\n"),
            ("until.m", "disp ('before'); do, until false; disp ('after')\n"),
            ("endless.m", function),
            ("inner.m", inner),
        ],
    );
    for file in ["empty.m", "until.m", "endless.m", "inner.m"] {
        let found = folder.formwork(&["run", "--native", "--timeout", "3", file]);
        assert_eq!(text(&found.stdout), "before\n", "{file}");
        assert_eq!(found.status.code(), Some(2), "{file}: {}", text(&found.stderr));
    }
}

#[test]
fn damaged_entries_of_the_cache_are_made_again() {
    if !has_compiler("damaged_entries_of_the_cache_are_made_again") {
        return;
    }
    let folder = Folder::with("damage", &[("prog.m", LONG_LOOP)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    let run = || same(&folder.formwork(&["run", "--native", "prog.m"]), &interpreted);
    run();
    let entries = std::fs::read_dir(folder.0.join("cache/formwork/native")).expect("it is there");
    let entry = entries.flatten().next().expect("there is one").path();
    let product = entry.join("module.so");
    let whole = std::fs::read(&product).expect("it is there");
    let mut flipped = whole.clone();
    for byte in flipped.iter_mut().skip(64).step_by(97) {
        *byte = !*byte;
    }
    for damaged in [&whole[..whole.len() / 2], &flipped, b"", b"#!/bin/sh\nexit 3\n"] {
        std::fs::write(&product, damaged).expect("it can be written");
        run();
        assert_eq!(std::fs::read(&product).expect("it is there"), whole);
    }
}

#[test]
fn new_arrays_of_zeros_are_not_filled() {
    let program = "s = 0; for k = 1:300, x = zeros (1, k); x(1) = k; s = s + x(1); end\n";
    let folder = Folder::with("zeros", &[("prog.m", program)]);
    let loops = text(&folder.formwork(&["build", "--emit", "loops", "prog.m"]).stdout);
    assert!(loops.contains("zeros x"), "{loops}");
    assert!(!loops.contains("= 0.0\n    }"), "{loops}");
}

#[test]
fn compiling_takes_as_long_as_the_program_is_long() {
    // Deep nests and long bodies: each came to minutes when passes looked at blocks again for
    // each block around them.
    let mut nest = String::from("s = 0;\n");
    for level in 0..14 {
        nest.push_str(&format!("for i{level} = 1:2\n"));
    }
    nest.push_str(&format!("s = s + i0;\n{}disp (s)\n", "end\n".repeat(14)));
    let mut long = String::from("x = 0;\nfor k = 1:31\n");
    for number in 0..1000 {
        long.push_str(&format!("x = x + k * {number};\n"));
    }
    long.push_str("end\ndisp (x)\n");
    let folder = Folder::with("long", &[("nest.m", &nest), ("long.m", &long)]);
    for file in ["nest.m", "long.m"] {
        let interpreted = folder.formwork(&["run", file]);
        let native = folder.formwork(&["run", "--native", "--timeout", "100", file]);
        same(&native, &interpreted);
    }
    let listed = folder.formwork(&["build", "--emit", "loops", "nest.m"]);
    assert_eq!(listed.status.code(), Some(0), "{}", text(&listed.stderr));
}

#[test]
fn many_processes_share_one_cache() {
    if !has_compiler("many_processes_share_one_cache") {
        return;
    }
    let folder = Folder::with("shared", &[("prog.m", LONG_LOOP)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    for _ in 0..2 {
        let all: Vec<_> = (0..8)
            .map(|_| {
                let mut command = folder.command(&["run", "--native", "prog.m"]);
                command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
                command.spawn().expect("the program starts")
            })
            .collect();
        for one in all {
            same(&one.wait_with_output().expect("it ends"), &interpreted);
        }
        // Next time what is there is damaged.
        let entries = std::fs::read_dir(folder.0.join("cache/formwork/native"));
        for entry in entries.expect("the code was kept").flatten() {
            let product = entry.path().join("module.so");
            let bytes = std::fs::read(&product).expect("the code was kept");
            std::fs::write(&product, &bytes[..bytes.len() / 2]).expect("it can be written");
        }
    }
}

#[test]
#[cfg(unix)]
fn files_that_may_not_grow_are_not_needed() {
    if !has_compiler("files_that_may_not_grow_are_not_needed") {
        return;
    }
    let folder = Folder::with("small-files", &[("prog.m", LONG_LOOP)]);
    let interpreted = folder.formwork(&["run", "prog.m"]);
    for blocks in ["0", "1", "4", "8", "16"] {
        let limited = format!("ulimit -f {blocks} && exec \"$0\" run --native prog.m");
        let output = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_formwork")])
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.0.join(format!("cache-{blocks}")))
            .env_remove("CC")
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{blocks}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), text(&interpreted.stdout), "{blocks}");
        // What was left behind is no entry.
        let again = folder
            .command(&["run", "--native", "prog.m"])
            .env("XDG_CACHE_HOME", folder.0.join(format!("cache-{blocks}")))
            .output()
            .expect("the program starts");
        same(&again, &interpreted);
    }
}
