//! `cargo xtask table gains`: residual programs beside what a specialist wrote by hand, in GNU
//! Octave.
//!
//! Each program of `examples/gains` has a twin `NAME_hand.m` for the arguments that are fixed
//! here, written before anybody looked at the residual. All three must give the same.
#![expect(clippy::print_stdout, reason = "a chore reports")]
#![expect(clippy::disallowed_methods, reason = "a chore writes programs and runs them")]

mod rows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use formwork_driver::{PrintOptions, SpecializeOptions, specialize_file};

use crate::results::Sheet;
use rows::{Row, rows};

/// Where the programs are.
const FOLDER: &str = "examples/gains";

/// The part of the speed-up of the twin that is as good as all of it.
const ENOUGH: f64 = 0.8;

/// Below which a residual counts as slower: less than that is noise.
const SLOWER: f64 = 0.95;

/// What was measured of a program.
struct Measured {
    /// Seconds of the original, the residual and the twin.
    times: [f64; 3],
    /// Lines of the same.
    lines: [usize; 3],
    /// Milliseconds that specializing took.
    millis: f64,
}

pub(crate) fn run(sheet: &mut Sheet) -> ExitCode {
    let folder = std::env::temp_dir().join(format!("formwork-gains-{}", std::process::id()));
    let _ = fs::create_dir_all(&folder);
    println!(
        "| program | residual | hand | of it | lines: original, residual, hand | specialized in |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    let (mut good, mut slower, mut wrong) = (0, 0, 0);
    let rows = rows();
    for row in &rows {
        match measure(row, &folder) {
            Ok(Measured { times: [original, residual, hand], lines, millis }) => {
                let (ours, theirs) = (original / residual, original / hand);
                good += usize::from(ours >= ENOUGH * theirs);
                slower += usize::from(ours < SLOWER);
                sheet.add("gains", row.name, "by hand", Some(theirs));
                sheet.add("gains", row.name, "Formwork", Some(ours));
                let [a, b, c] = lines;
                println!(
                    "| {} | {ours:.2}× | {theirs:.2}× | {:.0} % | {a}, {b}, {c} | {millis:.1} ms |",
                    row.name,
                    100.0 * ours / theirs
                );
            }
            Err(message) => {
                wrong += 1;
                println!("| {} | {message} | | | | |", row.name);
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
    println!(
        "{good} of {} with at least {:.0} % of the speed-up of the twin; {slower} slower than the \
         original; {wrong} wrong",
        rows.len(),
        100.0 * ENOUGH
    );
    ExitCode::from(u8::from(wrong > 0 || slower > 0))
}

/// Specializes a program and times it beside its twin; an error if they do not give the same.
fn measure(row: &Row, folder: &Path) -> Result<Measured, String> {
    let file = PathBuf::from(FOLDER).join(format!("{}.m", row.name));
    let residual = format!("{}_residual", row.name);
    let options = options(row, &residual);
    let started = Instant::now();
    let made = specialize_file(&file, &options).map_err(|error| error.to_string())?;
    let text = made.text(PrintOptions::default()).map_err(|error| error.to_string())?;
    let millis = started.elapsed().as_secs_f64() * 1e3;
    fs::write(folder.join(format!("{residual}.m")), &text).map_err(|error| error.to_string())?;
    fs::write(folder.join("timing.m"), script(row)).map_err(|error| error.to_string())?;
    let output = Command::new("octave-cli")
        .args(["--norc", "-p", FOLDER, "-p"])
        .arg(folder)
        .args(["--eval", "timing"])
        .output()
        .map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let times = printed.lines().find_map(|line| line.strip_prefix("times ")).ok_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        let first = printed.lines().chain(errors.lines()).next();
        first.unwrap_or("nothing was printed").to_owned()
    })?;
    let times: Vec<f64> = times.split(' ').filter_map(|time| time.parse().ok()).collect();
    let lines = |name: &str| {
        fs::read_to_string(PathBuf::from(FOLDER).join(name)).map_or(0, |text| text.lines().count())
    };
    Ok(Measured {
        times: times.try_into().map_err(|_| "no three times".to_owned())?,
        lines: [
            lines(&format!("{}.m", row.name)),
            text.lines().count(),
            lines(&format!("{}_hand.m", row.name)),
        ],
        millis,
    })
}

fn options(row: &Row, residual: &str) -> SpecializeOptions {
    let fixed = row.fixed.iter().map(|(name, value)| format!("{name} = {value}"));
    let left = row.left.iter().map(|(name, _, known)| format!("{name}: {known}"));
    SpecializeOptions {
        definitions: fixed.collect(),
        arguments: left.collect(),
        name: Some(residual.to_owned()),
        ..SpecializeOptions::default()
    }
}

/// A script that compares what the three give, for all arguments that are tried, and prints the
/// least times.
fn script(row: &Row) -> String {
    let outputs = |letter: char| -> String {
        (1..=row.outputs).map(|place| format!("{letter}{place}")).collect::<Vec<_>>().join(", ")
    };
    let mut values = String::new();
    for (name, value) in row.fixed {
        values.push_str(&format!("{name} = {value};\n"));
    }
    for (name, value, _) in row.left {
        values.push_str(&format!("{name} = {value};\n"));
    }
    let left: Vec<&str> = row.left.iter().map(|(name, ..)| *name).collect();
    let (name, left, whole, times) = (row.name, left.join(", "), row.call, row.times);
    let (a, b, c) = (outputs('a'), outputs('b'), outputs('c'));
    format!(
        "1;\n{values}[{a}] = {name} ({whole});\n[{b}] = {name}_residual ({left});\n\
         [{c}] = {name}_hand ({left});\n\
         if ! isequal ({{{a}}}, {{{b}}})\n  printf (\"the residual differs\\n\"); exit (1);\nend\n\
         if ! isequal ({{{a}}}, {{{c}}})\n  printf (\"the twin differs\\n\"); exit (1);\nend\n\
         best = [Inf, Inf, Inf];\nfor turn = 1:15\n  \
         started = cputime; for k = 1:{times}, [{a}] = {name} ({whole}); end\n  \
         best(1) = min (best(1), cputime - started);\n  \
         started = cputime; for k = 1:{times}, [{b}] = {name}_residual ({left}); end\n  \
         best(2) = min (best(2), cputime - started);\n  \
         started = cputime; for k = 1:{times}, [{c}] = {name}_hand ({left}); end\n  \
         best(3) = min (best(3), cputime - started);\nend\n\
         printf (\"times %.9f %.9f %.9f\\n\", best);\n"
    )
}
