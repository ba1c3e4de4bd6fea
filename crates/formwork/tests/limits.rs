//! What stops a program that would not stop, and what it says.
#![expect(clippy::disallowed_methods, reason = "the tests write the programs they run")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("formwork_{name}_{}.m", std::process::id()));
    std::fs::write(&path, text).expect("the folder for scratch files can be written");
    path
}

fn run(name: &str, text: &str, options: &[&str]) -> Output {
    let path = program(name, text);
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .arg("run")
        .args(options)
        .arg(&path)
        .output()
        .expect("the program starts");
    let _ = std::fs::remove_file(&path);
    output
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_time_out_ends_an_endless_loop() {
    let output = run("endless", "disp(1)\nwhile true, end\n", &["--timeout", "0.3"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("time limit"), "{}", stderr(&output));
    assert_eq!(output.stdout, b"1\n", "what was printed before is not lost");
}

#[test]
fn a_time_out_ends_an_endless_cellfun() {
    let text = "c = num2cell(1:1000); while true, r = cellfun(@(x) x + 1, c); end\n";
    let output = run("cellfun", text, &["--timeout", "0.3"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_memory_limit_ends_a_growing_program() {
    let text = "c = {}; while true, c{end+1} = ones(100, 100); end\n";
    let output = run("growing", text, &["--max-memory", "300M"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("out of memory"), "{}", stderr(&output));
}

#[test]
fn a_loop_that_changes_a_vector_needs_one_copy_of_it() {
    let text = "x = ones(1e7, 1);\n\
                for i = 1:1000:1e7\n    x(i) = x(i) + 1;\n    x(i:i+9) = x(i:i+9) * 2;\nend\n\
                s.x = x; clear x\n\
                for i = 1:1000:1e7\n    s.x(i) = s.x(i) + 1;\nend\n\
                disp(s.x(1:3)')\n";
    let output = run("in_place", text, &["--max-memory", "104M"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "   5   2   2\n");
    // The limit is looked after every few milliseconds: the copy has to stay a while.
    let copied = format!("{text}y = s.x; y(1) = 0; t = tic; while toc(t) < 1, end\n");
    let output = run("copied", &copied, &["--max-memory", "104M"]);
    assert_eq!(output.status.code(), Some(2), "two copies do not fit");
}

#[test]
fn two_gigabytes_at_once_are_refused_below_a_limit() {
    let output = run("large", "x = zeros(16384, 16384);\n", &["--max-memory", "1G"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("out of memory"), "{}", stderr(&output));
}

#[test]
fn more_than_the_machine_has_is_an_error_to_catch() {
    let text = "try, x = zeros(1e6, 1e6, 10); catch e, disp(e.message), end\ndisp('on')\n";
    let output = run("huge", text, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("out of memory or dimension too large"), "{text}");
    assert!(text.ends_with("on\n"), "{text}");
}

#[test]
fn runaway_recursion_is_an_error_to_catch() {
    let text = "1;\nfunction r = f(n), r = f(n + 1); end\n\
                try, f(1); catch e, disp(e.message), end\nf(1)\n";
    let output = run("recursion", text, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "max_recursion_depth exceeded\n");
    assert!(stderr(&output).contains("max_recursion_depth exceeded"), "{}", stderr(&output));
}

#[test]
fn an_error_says_where_it_was_called_from() {
    let text = "1;\nfunction g(), error('my:id', 'bad %d', 3); end\ng()\n";
    let output = run("fails", text, &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.starts_with("error: bad 3\nerror: called from\n    g at line 2"), "{text}");
}

#[test]
fn exit_gives_its_status() {
    let output = run("exit", "disp(1), exit(7), disp(2)\n", &[]);
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(output.stdout, b"1\n");
}

#[test]
fn a_missing_file_is_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(["run", "no_such_file.m"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no_such_file.m"), "{}", stderr(&output));
}

#[test]
#[cfg(unix)]
fn ctrl_c_stops_a_program_cleanly() {
    let text = "disp('started')\nunwind_protect\n  while true, end\n\
                unwind_protect_cleanup\n  disp('cleaned')\nend\n";
    let path = program("interrupted", text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .arg("run")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if !sent.is_ok_and(|status| status.success()) {
        let _ = child.kill();
        let _ = child.wait();
        println!("skipped: there is no kill command");
        return;
    }
    let started = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if started.elapsed() > Duration::from_secs(20) {
            let _ = child.kill();
            let _ = child.wait();
            panic!("it did not stop");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("it has ended");
    let _ = std::fs::remove_file(&path);
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "started\ncleaned\n");
}

#[test]
fn what_asks_nobody_for_memory_is_refused_below_a_limit() {
    for (name, text) in [
        ("range", "disp(1), x = (1:3e8) * 2.5; disp(2)\n"),
        ("negated", "disp(1), x = -(1:3e8); y = x; y(3) = 1; disp(2)\n"),
        ("compared", "disp(1), x = (1:3e9) == 3; disp(2)\n"),
        ("sum", "disp(1), x = sum(1:1e10); disp(2)\n"),
        ("replaced", "disp(1), x = strrep(repmat('a', 1, 2e8), 'a', 'bbb'); disp(2)\n"),
        ("matched", "disp(1), x = regexprep(repmat('a', 1, 2e8), 'a', 'bbb'); disp(2)\n"),
    ] {
        let output = run(name, text, &["--max-memory", "500M"]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains("out of memory"), "{name}: {}", stderr(&output));
        assert_eq!(output.stdout, b"1\n", "{name}: what was printed before is not lost");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_memory_is_octaves_error_and_no_abort() {
    for (name, text) in [
        ("range", "disp(1), x = 1:1e10; x(1) = 5;\n"),
        ("transposed", "disp(1), x = (1:1e10)';\n"),
        ("sum", "disp(1), x = sum(1:1e10);\n"),
        ("running", "disp(1), x = cumsum(1:3e8);\n"),
        ("replaced", "disp(1), x = strrep(repmat('a', 1, 6e7), 'a', repmat('b', 1, 20));\n"),
        ("matched", "disp(1), x = regexprep(repmat('a', 1, 6e7), 'a', repmat('b', 1, 20));\n"),
        ("joined", "disp(1), x = repmat('a', 1, 4e8); y = [x x];\n"),
        ("cells", "disp(1), c = {}; while true, c{end + 1} = rand(1, 1e6); end\n"),
    ] {
        let path = program(&format!("starved_{name}"), text);
        let command = format!(
            "ulimit -v 900000; exec '{}' run '{}'",
            env!("CARGO_BIN_EXE_formwork"),
            path.display()
        );
        let output = Command::new("sh").args(["-c", &command]).output().expect("the shell starts");
        let _ = std::fs::remove_file(&path);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", stderr(&output));
        let words = "error: out of memory or dimension too large for Octave's index type\n";
        assert!(stderr(&output).starts_with(words), "{name}: {}", stderr(&output));
        assert_eq!(output.stdout, b"1\n", "{name}: what was printed before is not lost");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn arrays_that_are_asked_for_can_be_caught() {
    let text = "try, x = zeros(1, 4e8); catch e, disp(e.message), end\ndisp('on')\n";
    let path = program("starved_caught", text);
    let command = format!(
        "ulimit -v 900000; exec '{}' run '{}'",
        env!("CARGO_BIN_EXE_formwork"),
        path.display()
    );
    let output = Command::new("sh").args(["-c", &command]).output().expect("the shell starts");
    let _ = std::fs::remove_file(&path);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text, "out of memory or dimension too large for Octave's index type\non\n");
}
