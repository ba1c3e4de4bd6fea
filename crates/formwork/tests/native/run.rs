//! `formwork run --native`.

use std::path::Path;
use std::process::Command;

use super::{Folder, LONG_LOOP, has_compiler, same, text};

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
