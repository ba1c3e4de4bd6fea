//! Limits hold everywhere: every built-in function with arguments that are large, under a limit
//! of addresses that the system keeps. Whatever a function makes of them, the program goes on:
//! no signal, no panic, and no end of the program by the guard of the allocator, because Octave's
//! error for it can be caught.
//!
//! `cargo test --workspace --test everywhere -- --ignored --nocapture` tries all calls; every day
//! it is a sample of them.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "the test writes the programs it runs")]

use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Functions that end the program, wait for somebody, or change what is outside of it.
const ELSEWHERE: &[&str] = &[
    "exit",
    "quit",
    "input",
    "keyboard",
    "pause",
    "system",
    "unlink",
    "delete",
    "rmdir",
    "mkdir",
    "rename",
    "movefile",
    "copyfile",
    "kill",
    "more",
    "diary",
    "clc",
    "cd",
    "chdir",
    "fclose",
    "run",
    "source",
    "save",
    "beep",
    "yes_or_no",
];

/// Lists of arguments.
const ARGUMENTS: &[&str] = &[
    "zeros(700)",
    "ones(1,4e5)",
    "repmat('a',1,1e6)",
    "1e5",
    "1e9",
    "2^40",
    "Inf",
    "NaN",
    "-1",
    "1:1e8",
    "cell(1,1e5)",
    "true(900)",
    "zeros(700),2",
    "2,1e9",
    "1e9,1e9",
    "'abc',1e8",
    "repmat('a',1,1e6),'a'",
    "{1,2},1e8",
    "ones(1,1e5),ones(1,1e5)",
    "2^40,-1",
    "1e5,1e5",
    "1:1e8,2",
    "zeros(700),1e9,2",
    "1,1e9,1e9",
    "repmat('a',1,1e6),'a','bbbbbbbbbb'",
    "1,2,1e9",
    "ones(1,4e5),[],2",
];

/// How many kilobytes of addresses a program may use.
const KILOBYTES: usize = 900_000;

/// Whether that is enough for a small product of matrices. How many addresses that reserves depends on
/// the caches of the machine; where it is more, nothing can be said of other calls.
fn is_enough() -> bool {
    static ENOUGH: OnceLock<bool> = OnceLock::new();
    *ENOUGH.get_or_init(|| {
        let limited = format!(
            "echo 'x = ones (300) * ones (300);' | (ulimit -v {KILOBYTES} && \"$0\" run -)"
        );
        let status = Command::new("sh")
            .args(["-c", &limited, env!("CARGO_BIN_EXE_formwork")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    })
}

/// How long one program may take. A call that takes longer is told of; how fast the machine is
/// decides nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many calls one program makes.
const BATCH: usize = 150;

/// All calls.
fn calls() -> Vec<String> {
    let names = formwork_builtins::rows().map(|row| row.name);
    names
        .filter(|name| !ELSEWHERE.contains(name))
        .flat_map(|name| ARGUMENTS.iter().map(move |arguments| format!("{name}({arguments})")))
        .collect()
}

/// How a program of some calls ended.
enum End {
    /// All calls came to an end.
    Done,
    /// It took too long in that call.
    Late(usize),
    /// It ended in that call: how, and what it said.
    Broken(usize, String),
}

fn run(calls: &[String]) -> End {
    let mut text = String::from("warning('off', 'all');\n");
    for (place, call) in calls.iter().enumerate() {
        text.push_str(&format!("fprintf(stderr, '@%d\\n', {place});\n"));
        text.push_str(&format!("try, {call}; catch, end\n"));
    }
    text.push_str("fprintf(stderr, '@%d\\n', -1);\n");
    // Tests of one process run side by side.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let scratch =
        std::env::temp_dir().join(format!("formwork_everywhere_{}_{run}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("the folder for scratch files can be written");
    let path: PathBuf = scratch.join("calls.m");
    std::fs::write(&path, text).expect("the folder for scratch files can be written");
    let limited = format!("ulimit -v {KILOBYTES} && exec \"$0\" run \"$1\"");
    let mut child = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_formwork")])
        .arg(&path)
        .env("RUST_BACKTRACE", "0")
        .current_dir(&scratch)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stderr.take().expect("it was asked for");
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        // What was read before an error is what there is.
        let _ = pipe.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break Some(status);
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = reader.join().expect("the reader ends with the pipe");
    let _ = std::fs::remove_dir_all(&scratch);
    let marks: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix('@')).collect();
    let last = marks.last().copied().unwrap_or("0");
    match status {
        _ if last == "-1" => End::Done,
        None => End::Late(last.parse().unwrap_or(0)),
        Some(status) => {
            let words: Vec<&str> = said.lines().filter(|line| !line.starts_with('@')).collect();
            let last = last.parse().unwrap_or(0);
            // What we do not support ends the program: that is no matter of limits.
            let unsupported = words.iter().any(|line| line.contains("not supported"));
            let how = if unsupported { String::new() } else { format!("{status}: {words:?}") };
            End::Broken(last, how)
        }
    }
}

/// Tries calls, program by program; gives those that broke one.
#[expect(clippy::print_stdout, reason = "who reads the log must see what took long")]
fn try_all(calls: &[String]) -> Vec<String> {
    if !is_enough() {
        println!("skipped: a small product takes more than {KILOBYTES} kB of addresses here");
        return Vec::new();
    }
    let mut broken = Vec::new();
    let mut first = 0;
    while first < calls.len() {
        let batch = &calls[first..calls.len().min(first + BATCH)];
        first += match run(batch) {
            End::Done => batch.len(),
            End::Late(place) => {
                println!("{} took too long", batch[place]);
                place + 1
            }
            End::Broken(place, how) => {
                if !how.is_empty() {
                    broken.push(format!("{} ended the program: {how}", batch[place]));
                }
                place + 1
            }
        };
    }
    broken
}

#[test]
fn a_sample_of_large_calls_is_survived() {
    let all = calls();
    // A prime, so that all arguments have their turn with some function.
    let sample: Vec<String> = all.iter().step_by(37).cloned().collect();
    let broken = try_all(&sample);
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
#[ignore = "takes many minutes"]
fn all_large_calls_are_survived() {
    let broken = try_all(&calls());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn what_cannot_fail_is_refused_and_can_be_caught() {
    // Each of these writes a range down, copies or widens where nothing can fail.
    let all = [
        "any(1:1e8)",
        "asin(1:1e8)",
        "(1:1e8)(:)'.^2",
        "kendall(ones(5000,2))",
        "compan(ones(1,3e4))",
        "double(repmat('a',1,1e6))*ones(1,1)",
        "sprintf('%.100000f',1)",
        "assert(repmat('a',1,4e5),'a')",
        "strrep(repmat('a',1,1e7),'a',repmat('b',1,100))",
        "regexprep(repmat('a',1,1e6),'a',repmat('b',1,1000))",
    ];
    let broken = try_all(&all.map(str::to_owned));
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// What a program of one call under a limit of memory did wrong, if anything.
fn misbehaves_under_a_limit(call: &str, number: usize) -> Option<String> {
    let name = format!("formwork_limited_{}_{number}.m", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, format!("warning('off', 'all');\ntry, x = {call}; catch, end\n"))
        .expect("the folder for scratch files can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["run", "--max-memory", "200M", "--timeout", "60"])
        .arg(&path)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .expect("the program starts");
    let _ = std::fs::remove_file(&path);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let fine = match output.status.code() {
        Some(0) => true,
        // What we do not support is an error that cannot be caught.
        Some(1) => said.contains("not supported"),
        Some(2) => said.contains("out of memory") || said.contains("time limit"),
        _ => false,
    };
    (!fine).then(|| format!("{call}: {}: {said}", output.status))
}

#[test]
fn a_sample_of_large_calls_keeps_to_a_limit_of_memory() {
    let all = calls();
    // Another prime than above.
    let sample = all.iter().step_by(211).enumerate();
    let broken: Vec<String> =
        sample.filter_map(|(number, call)| misbehaves_under_a_limit(call, number)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
#[ignore = "takes many minutes"]
fn all_large_calls_keep_to_a_limit_of_memory() {
    let all = calls();
    let broken: Vec<String> = all
        .iter()
        .enumerate()
        .filter_map(|(number, call)| misbehaves_under_a_limit(call, number))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
