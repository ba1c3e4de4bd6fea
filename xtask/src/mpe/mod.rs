//! `cargo xtask table mpe`: how much faster residual programs are than the originals, in
//! GNU Octave and in Formwork's own interpreter, beside what the thesis found.
#![expect(clippy::print_stdout, reason = "a chore reports")]
#![expect(clippy::disallowed_methods, reason = "a chore writes programs and runs them")]

mod rows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use formwork_driver::{Goal, PrintOptions, ProgramSettings, SpecializeOptions, specialize_file};

pub(crate) use rows::{LONGEST, SHIPPED};

use rows::{Parameter, Row, rows};

/// Where the programs are.
const FOLDER: &str = "examples/mpe";

/// How often each program is specialized to see how long that takes.
const SPECIALIZED: usize = 3;

/// What was measured of a program.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) thesis: f64,
    /// Time of the original over time of the residual in Octave, if it is installed.
    pub(crate) octave: Option<f64>,
    /// The same in Formwork's interpreter.
    pub(crate) formwork: Option<f64>,
    /// Milliseconds that specializing took.
    pub(crate) millis: f64,
    /// Lines of the residual.
    pub(crate) lines: usize,
    /// What went wrong.
    pub(crate) wrong: Option<String>,
}

pub(crate) fn run() -> ExitCode {
    println!("| program | thesis | Octave | Formwork | specialized in | lines |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut wrong = false;
    for measured in measure(false) {
        let ratio =
            |ratio: Option<f64>| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}×"));
        println!(
            "| {} | {:.2}× | {} | {} | {:.1} ms | {} |",
            measured.name,
            measured.thesis,
            ratio(measured.octave),
            ratio(measured.formwork),
            measured.millis,
            measured.lines
        );
        if let Some(message) = &measured.wrong {
            println!("  {message}");
            wrong = true;
        }
    }
    ExitCode::from(u8::from(wrong))
}

/// Specializes every program and times it; `quick` leaves the long one out.
pub(crate) fn measure(quick: bool) -> Vec<Measured> {
    let folder = std::env::temp_dir().join(format!("formwork-mpe-{}", std::process::id()));
    let _ = fs::create_dir_all(&folder);
    let octave = Command::new("octave-cli").arg("--version").output().is_ok();
    let library = crate::files::octave_library();
    let rows = rows().into_iter().filter(|row| !quick || row.name != LONGEST);
    let rows = rows.filter_map(|row| match row.library {
        Some(part) => library.as_ref().map(|library| (row, Some(library.join(part)))),
        None => Some((row, None)),
    });
    let measured =
        rows.map(|(row, library)| measure_row(&row, &folder, library.as_deref(), octave)).collect();
    let _ = fs::remove_dir_all(&folder);
    measured
}

fn measure_row(row: &Row, folder: &Path, library: Option<&Path>, octave: bool) -> Measured {
    let mut measured = Measured {
        name: row.name,
        thesis: row.thesis,
        octave: None,
        formwork: None,
        millis: 0.0,
        lines: 0,
        wrong: None,
    };
    let residual = format!("{}_residual", row.file);
    let (text, millis) = specialize(row, &options(row, &residual, library));
    measured.millis = millis;
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            measured.wrong = Some(error);
            return measured;
        }
    };
    measured.lines = text.lines().count();
    let _ = fs::write(folder.join(format!("{residual}.m")), &text);
    let all: Vec<&str> = row.parameters.iter().map(|parameter| parameter.value).collect();
    let left: Vec<&str> = row
        .parameters
        .iter()
        .filter(|parameter| !parameter.is_fixed())
        .map(|parameter| parameter.value)
        .collect();
    let path = folder.join("timing.m");
    let _ = fs::write(&path, script(row, &residual, &all, &left));
    if octave {
        measured.octave = ratio_in_octave(folder);
        if measured.octave.is_none() {
            measured.wrong = Some("it gives something else in Octave".to_owned());
        }
    }
    if let Some(binary) = formwork() {
        measured.formwork = ratio_in_formwork(&binary, folder, library, &path);
        if measured.formwork.is_none() {
            measured.wrong = Some("it gives something else in Formwork".to_owned());
        }
    }
    measured
}

/// How a program is specialized.
fn options(row: &Row, residual: &str, library: Option<&Path>) -> SpecializeOptions {
    let parameters = row.parameters.iter();
    let (fixed, described): (Vec<&Parameter>, Vec<&Parameter>) =
        parameters.partition(|parameter| parameter.is_fixed());
    SpecializeOptions {
        call: None,
        program: ProgramSettings {
            search_path: library.map(Path::to_path_buf).into_iter().collect(),
            ..ProgramSettings::default()
        },
        function: None,
        definitions: fixed.iter().map(|one| format!("{} = {}", one.name, one.value)).collect(),
        arguments: described.iter().map(|one| format!("{}: {}", one.name, one.known)).collect(),
        annotations: None,
        name: Some(residual.to_owned()),
        keep: Vec::new(),
        never_run: Vec::new(),
        unroll_limit: None,
        asserts: false,
        static_io: false,
        post: true,
        inline: true,
        reassociate: false,
        goal: Goal::Speed,
        growth: None,
    }
}

/// The text of the residual, and how many milliseconds it takes to make it.
fn specialize(row: &Row, options: &SpecializeOptions) -> (Result<String, String>, f64) {
    let file = PathBuf::from(FOLDER).join(format!("{}.m", row.file));
    let once = || {
        let started = Instant::now();
        let text = specialize_file(&file, options)
            .map_err(|error| error.to_string())
            .and_then(|made| made.text(PrintOptions::default()).map_err(|error| error.to_string()));
        (text, started.elapsed().as_secs_f64() * 1e3)
    };
    // What else the machine does only makes it longer: the least of some is what it takes.
    let (text, first) = once();
    (text, (1..SPECIALIZED).map(|_| once().1).fold(first, f64::min))
}

/// How much faster the residual is in Octave; none if it gives something else.
fn ratio_in_octave(folder: &Path) -> Option<f64> {
    let output = Command::new("octave-cli")
        .args(["--norc", "-p", FOLDER, "-p"])
        .arg(folder)
        .arg("--eval")
        .arg("timing")
        .output();
    read(&output.ok()?.stdout)
}

/// Formwork's own program, which is built beside this one.
fn formwork() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    Some(own.parent()?.join("formwork")).filter(|path| path.exists())
}

/// How much faster the residual is in Formwork's interpreter; none if it gives something else.
fn ratio_in_formwork(
    binary: &Path,
    folder: &Path,
    library: Option<&Path>,
    script: &Path,
) -> Option<f64> {
    let output = Command::new(binary)
        .args(["run", "--path", FOLDER, "--path"])
        .arg(folder)
        .args(library.into_iter().flat_map(|library| [Path::new("--path"), library]))
        .arg(script)
        .output();
    read(&output.ok()?.stdout)
}

/// A script that compares what both give, times them in turn, and prints the least times.
fn script(row: &Row, residual: &str, all: &[&str], left: &[&str]) -> String {
    let outputs = |letter: &str| -> String {
        (1..=row.outputs).map(|place| format!("{letter}{place}")).collect::<Vec<_>>().join(", ")
    };
    let mut values = String::new();
    let mut named = |list: &[&str], letter: char| -> String {
        let mut names = Vec::new();
        for (place, value) in list.iter().enumerate() {
            values.push_str(&format!("{letter}{place} = {value};\n"));
            names.push(format!("{letter}{place}"));
        }
        names.join(", ")
    };
    let (all, left) = (named(all, 'p'), named(left, 'q'));
    let (file, times) = (row.file, row.times);
    let (before, after) = (outputs("a"), outputs("b"));
    format!(
        "1;\n{values}[{before}] = {file} ({all});\n[{after}] = {residual} ({left});\n\
         if ! isequal ({{{before}}}, {{{after}}})\n  printf (\"different\\n\");\nend\n\
         best = [Inf, Inf];\nfor turn = 1:7\n  \
         started = tic; for k = 1:{times}, [{before}] = {file} ({all}); end\n  \
         best(1) = min (best(1), toc (started));\n  \
         started = tic; for k = 1:{times}, [{after}] = {residual} ({left}); end\n  \
         best(2) = min (best(2), toc (started));\nend\n\
         printf (\"times %.9f %.9f\\n\", best(1), best(2));\n"
    )
}

/// The ratio that a script printed; none if the results differ.
fn read(output: &[u8]) -> Option<f64> {
    let text = String::from_utf8_lossy(output);
    if text.contains("different") {
        return None;
    }
    let line = text.lines().find_map(|line| line.strip_prefix("times "))?;
    let (before, after) = line.split_once(' ')?;
    let (before, after): (f64, f64) = (before.parse().ok()?, after.parse().ok()?);
    Some(before / after)
}
