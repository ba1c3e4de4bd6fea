//! SaC-mini programs on the command line: running, compiling, and what is said of errors.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn with(name: &str, program: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("formwork-sac-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder can be made");
        std::fs::write(path.join("prog.sac"), program).expect("the file can be written");
        Folder(path)
    }

    fn formwork(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(arguments)
            .current_dir(&self.0)
            .env("XDG_CACHE_HOME", self.0.join("cache"))
            .output()
            .expect("the program starts")
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

/// Runs a program in each way and expects the same of all.
fn prints(folder: &Folder, arguments: &[&str], expected: &str) {
    for way in [&["run"][..], &["run", "--no-attributes"], &["run", "--native"]] {
        if way.contains(&"--native") && !has_compiler() {
            continue;
        }
        let output = folder.formwork(&[way, &["prog.sac", "--"], arguments].concat());
        assert_eq!(text(&output.stderr), "", "{way:?}");
        assert_eq!(text(&output.stdout), expected, "{way:?}");
        assert_eq!(output.status.code(), Some(0), "{way:?}");
    }
}

fn has_compiler() -> bool {
    Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn results_are_printed_with_type_shape_and_rows() {
    let folder = Folder::with(
        "results",
        "int, double[.], bool[2,3], int[*] main(int n, double[.] v)
         { planes = with ([i, j, k] < [2, 2, n]) { return(i * 100 + j * 10 + k); }
             genarray([2, 2, n], 0);
           return(n, v * 0.1, with ([i, j] < [2, 3]) { return(i == j); }
             genarray([2, 3], false), planes); }",
    );
    prints(
        &folder,
        &["2", "[1.0, 1e20, 25e-8]"],
        "int: 2
double[3]:
  0.1 1e19 2.5e-8
bool[2,3]:
  true false false
  false true false
int[2,2,2]:
  0 1
  10 11

  100 101
  110 111
",
    );
}

#[test]
fn corner_values_are_printed_alike() {
    let folder = Folder::with(
        "corners",
        "double[.], complex, int[*] main(double[.] x)
         { return(x, complex(1.5, -2.0), reshape([2, 0], [])); }",
    );
    prints(
        &folder,
        &["[0.0 - 0.0, 1.0 / 3.0, 0.0001, 0.00001, 1e15, 1e16, 123456.75, 5e-324, 1.0 / 0.0]"],
        "double[9]:
  0.0 0.3333333333333333 0.0001 1e-5 1000000000000000.0 1e16 123456.75 5e-324 inf
complex: 1.5-2.0i
int[2,0]:
",
    );
}

#[test]
fn arrays_of_any_rank_are_passed() {
    let folder = Folder::with("rank", "int[*], int main(int[*] a) { return(a + 1, dim(a)); }");
    prints(&folder, &["7"], "int: 8\nint: 0\n");
    prints(&folder, &["[7, 8]"], "int[2]:\n  8 9\nint: 1\n");
    prints(&folder, &["reshape([2, 2], [1, 2, 3, 4])"], "int[2,2]:\n  2 3\n  4 5\nint: 2\n");
}

#[test]
fn a_failing_check_is_shown_with_its_place() {
    let folder = Folder::with("check", "int main(int[.] a, int n)\n{\n  return(a[n]);\n}\n");
    let mut said = Vec::new();
    for way in [&["run", "--color", "never"][..], &["run", "--color", "never", "--native"]] {
        if way.contains(&"--native") && !has_compiler() {
            continue;
        }
        let output = folder.formwork(&[way, &["prog.sac", "--", "[1, 2]", "2"]].concat());
        assert_eq!(output.status.code(), Some(1), "{way:?}");
        let text = text(&output.stderr);
        assert!(text.contains("the index is outside the array"), "{text}");
        assert!(text.contains("prog.sac:3:"), "{text}");
        said.push(text);
    }
    assert!(said.windows(2).all(|pair| pair[0] == pair[1]), "{said:?}");
}

#[test]
fn errors_of_the_text_are_shown_with_their_place() {
    let folder = Folder::with("text", "int main()\n{\n  return(nothing);\n}\n");
    for arguments in [&["run", "prog.sac"][..], &["build", "--emit", "c", "prog.sac"]] {
        let output = folder.formwork(arguments);
        assert_eq!(output.status.code(), Some(1));
        let text = text(&output.stderr);
        assert!(text.contains("prog.sac:3:10") && text.contains("nothing"), "{text}");
    }
}

#[test]
fn wrong_arguments_are_a_wrong_call() {
    let folder = Folder::with("wrong", "int main(int[.] a) { return(a[0]); }");
    for (arguments, words) in [
        (&["run", "prog.sac"][..], "1 arguments are needed, 0 are given"),
        (&["run", "prog.sac", "--", "3"], "`3` is int, and int[.] is wanted"),
        (&["run", "prog.sac", "--", "[1,"], "`[1,`:"),
        (&["run", "--function", "other", "prog.sac"], "there is no function `other`"),
        (&["run", "missing.sac"], "missing.sac"),
        (&["build", "prog.sac", "--emit", "mex"], "MEX files are made of MATLAB functions"),
        (&["build", "--emit", "ir=nonsense", "prog.sac"], "remove-checks"),
        (&["build", "--emit", "nonsense", "prog.sac"], "none of exe, c, mex, ir, ir=PASS, loops"),
    ] {
        let output = folder.formwork(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = text(&output.stderr);
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}

#[test]
fn every_stage_is_written() {
    let folder = Folder::with(
        "stages",
        "int[*] twice(int[*] a) { return(a + a); }
         int[.] pair(int[*] a) { return(reshape([2], a)); }
         int main(int n) { return(n); }",
    );
    for (emit, words) in [
        ("ir", "saabind("),
        ("ir=insert-checks", "guard("),
        ("loops", "func twice("),
        ("c", "int64_t"),
    ] {
        let output = folder.formwork(&["build", "--emit", emit, "prog.sac"]);
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains(words), "{emit}: {}", text(&output.stdout));
    }
    let output = folder.formwork(&["build", "--emit", "c", "-o", "out.c", "prog.sac"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(Path::new(&folder.0.join("out.c")).is_file());
    assert!(Path::new(&folder.0.join("out.h")).is_file());
}

#[test]
fn an_executable_prints_what_run_prints() {
    if !has_compiler() {
        return;
    }
    let folder = Folder::with("exe", "double[*] main(double[*] a) { return(a / 3.0); }");
    let built = folder.formwork(&["build", "prog.sac"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let ran = Command::new(folder.0.join("prog"))
        .arg("reshape([1, 2], [1.0, 6.0])")
        .output()
        .expect("it starts");
    let evaluated = folder.formwork(&["run", "prog.sac", "--", "reshape([1, 2], [1.0, 6.0])"]);
    assert_eq!(text(&ran.stdout), "double[1,2]:\n  0.3333333333333333 2.0\n");
    assert_eq!(text(&ran.stdout), text(&evaluated.stdout));
    let refused = Command::new(folder.0.join("prog")).arg("x").output().expect("it starts");
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn without_a_c_compiler_only_machine_code_is_missing() {
    let folder = Folder::with("no-compiler", "int main() { return(1); }");
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["run", "--native", "prog.sac"])
        .current_dir(&folder.0)
        .env("CC", "no-such-compiler")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no C compiler found"), "{}", text(&output.stderr));
}

#[test]
fn the_least_integer_divided_by_minus_one_is_itself() {
    let folder = Folder::with(
        "least",
        "int, int, int main(int a, int b) { return(a / b, a % b, (a + 1) / b); }",
    );
    prints(
        &folder,
        &["-9223372036854775807 - 1", "-1"],
        "int: -9223372036854775808\nint: 0\nint: 9223372036854775807\n",
    );
    prints(&folder, &["-7", "2"], "int: -3\nint: -1\nint: -3\n");
}

#[test]
fn names_of_c_are_names_of_variables_and_functions() {
    let folder = Folder::with(
        "names",
        "int M(int mx) { M_2 = mx + 1; return(M_2); }
         int fw_error(int PRICE) { while (PRICE < 10) { PRICE = M(PRICE); } return(PRICE); }
         int main(int INT) { M = fw_error(INT); mx = M + 1; return(mx); }",
    );
    prints(&folder, &["3"], "int: 11\n");
}

#[test]
fn a_time_limit_ends_programs() {
    let folder =
        Folder::with("endless", "int main(int n) { while (n > 0) { n = n + 0; } return(n); }");
    for way in [&["run"][..], &["run", "--native"]] {
        if way.contains(&"--native") && !has_compiler() {
            continue;
        }
        let output = folder.formwork(&[way, &["--timeout", "1", "prog.sac", "--", "1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{way:?}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "error: the time limit was reached\n", "{way:?}");
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn functions_call_themselves_as_deep_as_in_the_evaluator() {
    let folder = Folder::with(
        "deep",
        "int f(int n) { r = n; if (n > 0) { r = 1 + f(n - 1); } return(r); }
         int[.] g(int n, int[.] v)
         { r = v; if (n > 0) { r = g(n - 1, v) + v; } return(r); }
         int, int[.] main(int n) { return(f(n), g(n, [1, 2])); }",
    );
    prints(&folder, &["300"], "int: 300\nint[2]:\n  301 602\n");
    prints(&folder, &["4000"], "int: 4000\nint[2]:\n  4001 8002\n");
}

#[test]
fn an_executable_reads_arguments_as_run_does() {
    if !has_compiler() {
        println!("skipped: there is no C compiler");
        return;
    }
    let folder = Folder::with(
        "arguments",
        "int[*], double[*], bool[*] main(int[*] a, double[*] b, bool[*] c)
         { return(a, b, c); }",
    );
    let built = folder.formwork(&["build", "prog.sac", "-o", "prog"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let whole = [
        ["3", "2.5", "true"],
        ["[1, -2]", "[1.0, -2.5e3]", "[true,false]"],
        ["[[1, 2], [3, 4]]", "[[1.0], [2.0]]", "[[true]]"],
        ["[]", "-1.5", "false"],
        ["reshape([2, 2], [1, 2, 3, 4])", "[0.1]", "[true]"],
        ["[- 1]", "3", "true"],
    ];
    for arguments in whole {
        let run = folder.formwork(&[&["run", "prog.sac", "--"][..], &arguments].concat());
        assert_eq!(run.status.code(), Some(0), "{arguments:?}: {}", text(&run.stderr));
        let own = Command::new(folder.0.join("prog")).args(arguments).output().expect("it starts");
        assert_eq!(text(&own.stderr), "", "{arguments:?}");
        assert_eq!(text(&own.stdout), text(&run.stdout), "{arguments:?}");
    }
    let refused = [
        "[1,,2]",
        "[1,2,]",
        "[,1]",
        "[1 2]",
        "[1,2",
        "1]",
        "",
        "x",
        "1.5",
        "true",
        "0x10",
        "+1",
        "99999999999999999999",
        "-99999999999999999999",
        "[9223372036854775808]",
        "[[1,2],[3]]",
        "[1,[2]]",
        "[[],1]",
        "reshape([2,2],[1,2,3])",
        "reshape([2,2],[1,2,3,4]) 1",
        "reshape([2][1,2])",
    ];
    for argument in refused {
        let all = ["run", "prog.sac", "--", argument, "1.0", "true"];
        assert_eq!(folder.formwork(&all).status.code(), Some(2), "{argument}");
        let own = Command::new(folder.0.join("prog")).args([argument, "1.0", "true"]).output();
        let own = own.expect("it starts");
        assert_eq!(own.status.code(), Some(2), "{argument}: {}", text(&own.stdout));
        assert!(text(&own.stderr).starts_with("error: "), "{argument}");
    }
    // Whole numbers may stand for others, but not beside them.
    let mixed = ["1", "[1, 2.5]", "true"];
    let run = folder.formwork(&[&["run", "prog.sac", "--"][..], &mixed].concat());
    let own = Command::new(folder.0.join("prog")).args(mixed).output().expect("it starts");
    assert_eq!((run.status.code(), own.status.code()), (Some(2), Some(2)));
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_ends_with_who_runs_it() {
    if !has_compiler() {
        println!("skipped: there is no C compiler");
        return;
    }
    let folder =
        Folder::with("orphan", "int main(int n) { while (n > 0) { n = n + 0; } return(n); }");
    // Compiled before, so that it runs at once.
    let compiled = folder.formwork(&["run", "--native", "prog.sac", "--", "0"]);
    assert_eq!(text(&compiled.stdout), "int: 0\n");
    let mut parent = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["run", "--native", "prog.sac", "--", "1"])
        .current_dir(&folder.0)
        .env("XDG_CACHE_HOME", folder.0.join("cache"))
        .spawn()
        .expect("the program starts");
    let children = format!("/proc/{0}/task/{0}/children", parent.id());
    let wait = |done: &dyn Fn() -> bool| {
        for _ in 0..600 {
            if done() {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        false
    };
    let child = || {
        let text = std::fs::read_to_string(&children).unwrap_or_default();
        // Asking the C compiler for its version makes children, too.
        text.split_whitespace().find_map(|number| {
            let name = std::fs::read_to_string(format!("/proc/{number}/comm")).ok()?;
            (name.trim() == "program").then(|| number.to_owned())
        })
    };
    let started = wait(&|| child().is_some());
    let number = child();
    // It has begun, and knows whose end it waits for, when it has been running for a while.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let _ = parent.kill();
    let _ = parent.wait();
    if !started {
        println!("skipped: the system does not list children");
        return;
    }
    let place = PathBuf::from(format!("/proc/{}", number.unwrap_or_default()));
    assert!(wait(&|| !place.exists()), "{} still runs", place.display());
}
