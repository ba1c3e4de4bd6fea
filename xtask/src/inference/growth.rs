//! `cargo xtask table growth`: how the cost of inference and of specializing grows with the
//! program.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use formwork_hir::MemoryHost;
use formwork_infer::{Analyst, Options};

/// How long programs are.
pub(crate) const LINES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// How deep loops are nested.
pub(crate) const DEPTHS: [usize; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

/// Seconds to analyse a program, best of some.
fn seconds(text: &str, times: usize) -> (f64, usize) {
    let mut host = MemoryHost::default();
    let path = Path::new("grown.m");
    host.insert(path, text.as_bytes());
    let mut best = f64::INFINITY;
    let mut definitions = 0;
    for _ in 0..times {
        let started = Instant::now();
        let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
        // It is a program: the text is ours.
        let _ = analyst.analyse_file(path, None, &[]);
        let analysis = analyst.finish();
        best = best.min(started.elapsed().as_secs_f64());
        definitions = analysis.functions.iter().map(|one| one.definitions.len()).sum();
    }
    (best, definitions)
}

/// Microseconds per line of a program of that many lines.
pub(crate) fn per_line(lines: usize) -> f64 {
    let text = long_program(lines);
    let count = text.lines().count();
    let times = if lines > 20_000 { 1 } else { 3 };
    seconds(&text, times).0 * 1e6 / count as f64
}

/// Microseconds for a nest of loops of that depth, and its lines.
pub(crate) fn nest(depth: usize) -> (f64, usize) {
    let text = nested_program(depth);
    let lines = text.lines().count();
    (seconds(&text, 3).0 * 1e6, lines)
}

/// Microseconds to specialize a nest of loops of that depth, all of which stay, and its
/// lines.
pub(crate) fn specialized_nest(depth: usize) -> (f64, usize) {
    let text = nested_program(depth);
    let mut host = MemoryHost::default();
    let path = Path::new("grown.m");
    host.insert(path, text.as_bytes());
    let options = formwork_specialize::Options { post: true, inline: true, ..Default::default() };
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let started = Instant::now();
        let mut analyst = Analyst::over(&host, Vec::new(), Options::default());
        let made = formwork_specialize::specialize(&mut analyst, path, &options);
        // It is a program: the text is ours.
        let _ = made.and_then(|made| made.text(formwork_specialize::PrintOptions::default()));
        best = best.min(started.elapsed().as_secs_f64());
    }
    (best * 1e6, text.lines().count())
}

/// Functions of some twenty lines each, with branches, loops, growth and calls.
fn long_program(lines: usize) -> String {
    let mut text = String::new();
    let mut count = 0;
    let mut number = 0;
    while count < lines {
        let callee = if number == 0 { "abs".to_owned() } else { format!("part{}", number - 1) };
        let function = format!(
            "function [r, q] = part{number} (x, n)\n  m = zeros (n, 3);\n  v = [];\n\
             \x20 for i = 1:n\n    m(i, :) = [i, 2 * i, i ^ 2];\n    v(end+1) = i;\n  end\n\
             \x20 s.total = sum (v);\n  if isempty (x)\n    x = 1;\n  else\n    x = x + 1;\n  end\n\
             \x20 k = 0;\n  while k < 10\n    k = k + 1;\n    if k > 5, break; end\n  end\n\
             \x20 w = {{m, v, s}};\n  r = m' * m;\n  q = {callee} (r);\nend\n"
        );
        count += function.lines().count();
        text.push_str(&function);
        number += 1;
    }
    text
}

/// One nest of loops, each level with something that changes.
fn nested_program(depth: usize) -> String {
    let mut text = String::from("function r = nest (n)\n  r = [];\n  t = 0;\n");
    for level in 1..=depth {
        let _ = writeln!(text, "  for i{level} = 1:n\n  a{level} = zeros (i{level}, n);");
        let _ = writeln!(text, "  t = t + numel (a{level});");
    }
    text.push_str("  r = [r, t];\n");
    for _ in 0..depth {
        text.push_str("  end\n");
    }
    text.push_str("end\n");
    text
}

/// Prints the table.
pub(crate) fn run() -> ExitCode {
    println!("{:>8} {:>14}", "lines", "us per line");
    for lines in LINES {
        println!("{lines:>8} {:>14.2}", per_line(lines));
    }
    println!(
        "{:>8} {:>14} {:>14} {:>14} {:>14}",
        "depth", "us", "us per line", "specialize us", "us per line"
    );
    for depth in DEPTHS {
        let (time, lines) = nest(depth);
        let (specialized, _) = specialized_nest(depth);
        println!(
            "{depth:>8} {time:>14.1} {:>14.2} {specialized:>14.1} {:>14.2}",
            time / lines as f64,
            specialized / lines as f64
        );
    }
    ExitCode::SUCCESS
}
