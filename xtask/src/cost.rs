//! `cargo xtask table check-cost` and `cargo xtask table compile-time`: how the cost of `check` and of
//! compiling grows with a program. Each row is held against the shortest of its kind, in one run:
//! where cost is linear, a line (a level, a term) costs the same in all of them.
#![expect(clippy::print_stdout, reason = "a chore reports")]
#![expect(clippy::disallowed_methods, reason = "the chore writes the programs it measures")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::speed::formwork;

/// What a program is made of, by how much of it.
type Make = fn(usize) -> String;

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Plain lines, as a script.
const LINES: &[(&str, Make)] = &[
    ("scalars", |n| lines(n, |i| format!("x{} = {i} + 1;", i % 50))),
    ("fresh variables", |n| lines(n, |i| format!("x{i} = {i} + 1;"))),
    ("matrices", |n| lines(n, |i| format!("A{} = [1,2;3,{i}] * [1;2];", i % 40))),
    ("unknown matrices", |n| format!("u = input('');\n{}", lines(n, |_| "u = u * u;".to_owned()))),
    ("branches", |n| {
        let one = |i| format!("if q > {i}, y{0} = {i}; else y{0} = q; end", i % 30);
        format!("q = input('');\n{}", lines(n, one))
    }),
    ("loops", |n| lines(n, |i| format!("for k = 1:{}, w{} = k; end", i % 9 + 2, i % 30))),
    ("fields", |n| lines(n, |i| format!("s.f{} = {i};", i % 30))),
    ("calls", |n| {
        let calls = lines(n, |i| format!("z{} = small({}, {i});", i % 30, i % 9));
        format!("{calls}function r = small(a, b)\n  r = a + b;\nend\n")
    }),
    ("functions", |n| lines(n / 3, |i| format!("function r = f{i}(a)\n  r = a + {i};\nend"))),
];

/// One expression of so many terms.
const TERMS: &[(&str, Make)] = &[
    ("1+1+…", |n| format!("x = {};\n", vec!["1"; n].join("+"))),
    ("a+a+…", |n| format!("a = rand; x = {};\n", vec!["a"; n].join("+"))),
    ("[1,2,…]", |n| format!("x = [{}];\n", vec!["1"; n].join(","))),
    ("a&&a&&…", |n| format!("a = rand > 0.5; x = {};\n", vec!["a"; n].join("&&"))),
];

/// What is compiled, how much of it, and what one of it is called.
const COMPILED: &[(&str, &[usize], Make)] = &[
    ("nested loops", &[2, 4, 8, 12, 16], |n| {
        let mut text = String::from("function main\ns = 0;\nfor r = 1:400\n");
        for level in 0..n {
            let _ = writeln!(text, "for k{level} = 1:2");
        }
        text.push_str("s = s + r;\n");
        text.push_str(&"end\n".repeat(n));
        text.push_str("if s > 1e6, break, end\nend\ndisp(s)\nend\n");
        text
    }),
    ("statements", &[100, 200, 500, 1000, 2000], |n| {
        let first = lines(n, |i| format!("x{i} = {i};"));
        let again = lines(n, |i| format!("x{i} = x{} * 0.5 + {i};", (i * 7 + 1) % n));
        format!("function main\n{first}for k = 1:3000\n{again}end\ndisp(x1)\nend\n")
    }),
    ("terms", &[100, 500, 1000, 5000], |n| {
        let sum = vec!["a*k"; n].join("+");
        format!(
            "function main\na = 1.5; s = 0;\nfor k = 1:3000\ns = s + {sum};\nend\ndisp(s)\nend\n"
        )
    }),
    ("functions", &[10, 50, 100, 200], |n| {
        let calls = lines(n, |i| format!("s = s + f{i}(k);"));
        let functions = lines(n, |i| format!("function r = f{i}(k)\nr = k * {i};\nend"));
        format!("function main\ns = 0;\nfor k = 1:3000\n{calls}end\ndisp(s)\nend\n{functions}")
    }),
];

fn lines(count: usize, one: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0..count {
        text.push_str(&one(number));
        text.push('\n');
    }
    text
}

/// Prints how the cost of `check` grows.
pub(crate) fn check() -> ExitCode {
    let Some(scratch) = Scratch::new("check") else { return ExitCode::FAILURE };
    println!(
        "{:18} {:>8} {:>10} {:>12} {:>8}",
        "program", "amount", "seconds", "us for one", "ratio"
    );
    for (kinds, sizes) in [(LINES, [5_000, 20_000, 100_000]), (TERMS, [5_000, 20_000, 100_000])] {
        for (name, make) in kinds {
            let mut least = None;
            for size in sizes {
                let path = scratch.write(&make(size));
                let seconds = scratch.time(&["check", "--no-cache", "--exit-zero"], &path);
                report(name, size, seconds, &mut least, None);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Prints how the time to compile grows, beside what the interpreter takes for the program.
pub(crate) fn compile() -> ExitCode {
    let Some(scratch) = Scratch::new("compile") else { return ExitCode::FAILURE };
    println!(
        "{:18} {:>8} {:>10} {:>12} {:>8} {:>12}",
        "program", "amount", "seconds", "us for one", "ratio", "interpreted"
    );
    for (name, sizes, make) in COMPILED {
        let mut least = None;
        for &size in *sizes {
            let path = scratch.write(&make(size));
            let interpreted = scratch.time(&["run"], &path);
            scratch.forget();
            let cold = scratch.time(&["run", "--native"], &path);
            let warm = scratch.time(&["run", "--native"], &path);
            let compiling = cold.zip(warm).map(|(cold, warm)| (cold - warm).max(0.0));
            report(name, size, compiling, &mut least, interpreted);
        }
    }
    ExitCode::SUCCESS
}

fn report(
    name: &str,
    size: usize,
    seconds: Option<f64>,
    least: &mut Option<f64>,
    beside: Option<f64>,
) {
    let Some(seconds) = seconds else {
        println!("{name:18} {size:>8} came to no good end within {} s", PATIENCE.as_secs());
        return;
    };
    let one = seconds * 1e6 / size as f64;
    let ratio = one / least.get_or_insert(one).max(f64::MIN_POSITIVE);
    let beside = beside.map_or_else(String::new, |beside| format!(" {beside:>11.3}s"));
    println!("{name:18} {size:>8} {seconds:>10.3} {one:>12.1} {ratio:>7.2}x{beside}");
}

/// A folder for the programs, and for what is compiled of them.
struct Scratch {
    folder: PathBuf,
    formwork: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Option<Scratch> {
        let Some(formwork) = formwork() else {
            println!("there is no formwork beside this: cargo build first");
            return None;
        };
        let folder =
            std::env::temp_dir().join(format!("formwork_cost_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).ok()?;
        Some(Scratch { folder, formwork })
    }

    fn write(&self, text: &str) -> PathBuf {
        let path = self.folder.join("main.m");
        // What could not be written cannot be run: the row says so.
        let _ = std::fs::write(&path, text);
        path
    }

    /// Throws away what was compiled.
    fn forget(&self) {
        let _ = std::fs::remove_dir_all(self.folder.join("cache"));
    }

    /// Seconds that a command takes; `None` if it takes too long or is ended by a signal.
    fn time(&self, arguments: &[&str], path: &Path) -> Option<f64> {
        let started = Instant::now();
        let mut child = Command::new(&self.formwork)
            .args(arguments)
            .arg(path)
            .env("XDG_CACHE_HOME", self.folder.join("cache"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        loop {
            if let Some(status) = child.try_wait().ok()? {
                return status.code().map(|_| started.elapsed().as_secs_f64());
            }
            if started.elapsed() > PATIENCE {
                // It may have ended by itself since.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
