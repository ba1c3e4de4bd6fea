//! Every function of the table that could reach outside, under `formwork run --sandbox`.
//!
//! Which functions these are is read from the rows: all whose effects are more than drawing random
//! numbers and calling what they are given. Each is called in many ways with paths outside of the
//! working folder, commands and an address of this machine. Nothing outside may change, be read or be
//! called, and nothing may be started. The same calls without the sandbox must be seen to reach
//! out, or they would show nothing.
#![expect(clippy::disallowed_methods, reason = "the test makes files for programs to reach")]

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What only somebody who has read the file outside can print.
const SECRET: &str = "73091";

/// What a started process writes.
const STARTED: &str = "started";

/// A program takes no longer than this, or it is ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many functions one program calls.
const TOGETHER: usize = 10;

/// A working folder with files outside of it.
struct Place {
    root: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Place {
    fn new(name: &str) -> Place {
        let root =
            std::env::temp_dir().join(format!("formwork-table-{}-{name}", std::process::id()));
        let mut place = Place { root, before: BTreeMap::new() };
        place.renew();
        place
    }

    /// Makes everything as it was.
    fn renew(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
        for folder in ["work", "empty", "full"] {
            std::fs::create_dir_all(self.root.join(folder)).expect("it can be made");
        }
        std::fs::write(self.root.join("full/secret.m"), format!("disp({SECRET})\n"))
            .expect("it can be written");
        std::fs::write(self.root.join("secret.txt"), format!("{SECRET} 2\n"))
            .expect("it can be written");
        std::fs::write(self.root.join("work/own.txt"), "3 4\n").expect("it can be written");
        self.before = self.outside();
    }

    /// All that is outside, with what is in it.
    fn outside(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.root.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).expect("it is a folder").flatten() {
                let path = entry.path();
                if path == self.root.join("work") {
                    continue;
                }
                if path.is_dir() {
                    found.insert(path.clone(), Vec::new());
                    open.push(path);
                } else {
                    found.insert(path.clone(), std::fs::read(&path).unwrap_or_default());
                }
            }
        }
        found
    }

    /// What a program prints in the working folder, and how long it may take.
    fn run(&self, program: &str, options: &[&str]) -> String {
        std::fs::write(self.root.join("work/program.m"), program).expect("it can be written");
        let printed = self.root.join("work/printed");
        let file = std::fs::File::create(&printed).expect("it can be made");
        let copy = file.try_clone().expect("it can be copied");
        let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
            .args(["run", "--no-octave-library"])
            .args(options)
            .arg("program.m")
            .current_dir(self.root.join("work"))
            .env("HOME", self.root.join("full"))
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(copy)
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while child.try_wait().expect("it can be waited for").is_none() {
            if start.elapsed() > PATIENCE {
                let _ = child.kill();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        String::from_utf8_lossy(&std::fs::read(&printed).unwrap_or_default()).into_owned()
    }

    /// How a program was seen to reach out.
    fn reached(&self, printed: &str, listener: &TcpListener) -> Option<&'static str> {
        if listener.accept().is_ok() {
            return Some("it called an address");
        }
        if self.root.join("work").join(STARTED).exists() {
            return Some("it started a process");
        }
        if self.outside() != self.before {
            return Some("it changed what is outside");
        }
        printed.contains(SECRET).then_some("it read what is outside")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// The ways in which a function is called; what it gives is printed.
fn calls(name: &str, root: &Path, address: &str) -> String {
    let at = |name: &str| format!("'{}'", root.join(name).display());
    let command = format!("'echo out > {STARTED}'");
    let mut subjects = vec!["'../secret.txt'".to_owned(), command, format!("'{address}'")];
    subjects.extend(["secret.txt", "empty", "full", "new.txt"].map(at));
    let mut lists = vec![String::new()];
    for subject in &subjects {
        lists.push(subject.clone());
        for other in ["'own.txt'", "'w'", "1", "'x'", "'s'"] {
            lists.push(format!("{subject}, {other}"));
        }
        for first in ["'own.txt'", "x", "'x'", "'-append'", "'.'"] {
            lists.push(format!("{first}, {subject}"));
        }
        lists.push(format!("{subject}, 'x', 'y'"));
        lists.push(format!("'own.txt', {subject}, 'f'"));
        lists.push(format!("{subject}, 1, 1"));
    }
    let mut program = String::from("warning ('off', 'all'); x = [1, 2]; s.a = 1;\n");
    for list in lists {
        // With outputs, and as a statement; what was opened is read.
        program.push_str(&format!(
            "try, r = {name} ({list}); disp (r), catch e, disp (e.message), end\n\
             try, {name} ({list}); catch e, disp (e.message), end\n\
             try, disp (fread (r, 100, 'char=>char')'), fputs (r, 'new'); fclose (r); catch, end\n"
        ));
    }
    program
}

/// What a program prints behind the calls of a function.
fn mark(name: &str) -> String {
    format!("behind all calls: {name};")
}

/// How a program reaches out that is not kept from it.
const WAYS: [&str; 3] =
    ["it started a process", "it changed what is outside", "it read what is outside"];

/// Functions that were tried together, and how one of them reached out.
type Reached = Vec<(Vec<&'static str>, &'static str)>;

/// How many functions there are that could, by their number in the table, and which of them reached
/// out, several at once. Ends where all ways were seen.
fn tried(options: &[&str], name: &str, which: fn(usize) -> bool) -> (usize, Reached) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.set_nonblocking(true).expect("it can be asked without waiting");
    let address = format!("http://{}/", listener.local_addr().expect("it has an address"));
    let rows = formwork_builtins::rows().filter(|row| row.effects.reach_outside());
    let numbered = rows.enumerate().filter(|(number, _)| which(*number));
    let names: Vec<&'static str> = numbered.map(|(_, row)| row.name).collect();
    let mut place = Place::new(name);
    let mut found = Reached::new();
    let mut next = 0;
    let seen = |found: &Reached, way: &str| found.iter().any(|(_, how)| *how == way);
    while next < names.len() && !WAYS.iter().all(|way| seen(&found, way)) {
        let together = &names[next..names.len().min(next + TOGETHER)];
        let mut program = String::new();
        for name in together {
            program.push_str(&calls(name, &place.root, &address));
            program.push_str(&format!("printf (\"\\n{}\\n\");\n", mark(name)));
        }
        let printed = place.run(&program, options);
        // One that ends the program, or does not end, is the last that was tried.
        let came_back = |name: &&&str| printed.contains(&mark(name));
        let done = together.iter().take_while(came_back).count().min(together.len() - 1) + 1;
        if let Some(how) = place.reached(&printed, &listener) {
            found.push((together[..done].to_vec(), how));
        }
        next += done;
        place.renew();
    }
    (names.len(), found)
}

fn nothing_reaches_out(name: &str, which: fn(usize) -> bool) {
    let (count, reached) = tried(&["--sandbox"], name, which);
    assert!(count > 50, "only {count} functions could reach outside");
    assert!(reached.is_empty(), "of {count} functions: {reached:#?}");
}

#[test]
fn no_function_of_the_table_reaches_out_of_the_sandbox() {
    nothing_reaches_out("even", |number| number % 2 == 0);
}

/// The other half, at the same time.
#[test]
fn no_other_function_of_the_table_reaches_out_of_the_sandbox() {
    nothing_reaches_out("odd", |number| number % 2 == 1);
}

#[test]
fn without_the_sandbox_they_do() {
    let (count, reached) = tried(&[], "free", |_| true);
    for how in WAYS {
        let seen = reached.iter().any(|(_, other)| *other == how);
        assert!(seen, "{how}: none of {count} functions: {reached:#?}");
    }
}
