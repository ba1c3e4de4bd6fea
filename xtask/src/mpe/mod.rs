//! `cargo xtask table mpe`: how much faster residual programs are than the originals, in
//! GNU Octave and in Formwork's own interpreter, beside what the thesis found.
#![expect(clippy::print_stdout, reason = "a chore reports")]
#![expect(clippy::disallowed_methods, reason = "a chore writes programs and runs them")]

mod rows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use formwork_driver::{PrintOptions, ProgramSettings, SpecializeOptions, specialize_file};

pub(crate) use rows::{LONGEST, SHIPPED};

use crate::process::output_within;
use crate::results::Sheet;
use rows::{Parameter, Row, rows};

/// Where the programs are, and those that the thesis prints.
const FOLDER: &str = "examples/mpe";
const PRINTED: &str = "examples/mpe/thesis";

/// How often each program is specialized to see how long that takes.
const SPECIALIZED: usize = 3;

/// How long specializing may take where every call is followed anew.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was measured of a program.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    /// Where the thesis prints it; `None` for a program of ours.
    pub(crate) listing: Option<&'static str>,
    pub(crate) thesis: f64,
    /// Time of the original over time of the residual in Octave, if it is installed.
    pub(crate) octave: Option<f64>,
    /// Seconds of the original and the residual in Octave.
    in_octave: Option<Times>,
    /// The same in Formwork's interpreter.
    run: Option<Times>,
    /// The same compiled.
    compiled: Option<Times>,
    /// Milliseconds that specializing took.
    pub(crate) millis: f64,
    /// Milliseconds that the command takes as it is, and where every call is followed anew.
    caching: Option<(f64, f64)>,
    /// Lines of the residual.
    pub(crate) lines: usize,
    /// What went wrong.
    pub(crate) wrong: Option<String>,
}

impl Measured {
    /// Notes how many times as fast the residual is, in each engine.
    fn note(&self, sheet: &mut Sheet) {
        let listing = self.listing.map(|number| format!(" [{number}]")).unwrap_or_default();
        let label = format!("{}{listing}", self.name);
        let place = ["2005", "its own machine with MATLAB", "the thesis, tables 8.1 to 8.16"];
        sheet.quote(["mpe", &label, "thesis"], self.thesis, place);
        sheet.add("mpe", &label, "Octave", self.octave);
        sheet.add("mpe", &label, "Formwork", self.run.map(Times::ratio));
        sheet.add("mpe", &label, "compiled", self.compiled.map(Times::ratio));
    }
}

/// Seconds that the original and the residual take.
#[derive(Clone, Copy)]
struct Times {
    original: f64,
    residual: f64,
}

impl Times {
    fn ratio(self) -> f64 {
        self.original / self.residual
    }
}

pub(crate) fn run(sheet: &mut Sheet) -> ExitCode {
    println!("Speed of the residual, tables 8.1 to 8.16 (the original is 1.00)\n");
    println!("| program | listing | thesis | Octave | Formwork | specialized in | lines |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let all = measure_with(false, true, &mut |one| {
        println!(
            "| {} | {} | {:.2}× | {} | {} | {:.1} ms | {} |",
            one.name,
            one.listing.unwrap_or("ours"),
            one.thesis,
            times(one.octave),
            times(one.run.map(Times::ratio)),
            one.millis,
            one.lines
        );
        if let Some(message) = &one.wrong {
            println!("  {message}");
        }
    });
    for one in &all {
        one.note(sheet);
    }
    compiled_table(&all);
    caching_table(&all);
    ExitCode::from(u8::from(all.iter().any(|one| one.wrong.is_some())))
}

/// How many times as quick, for a table.
fn times(ratio: Option<f64>) -> String {
    ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}×"))
}

/// Tables 8.7 to 8.9, 8.12 and 8.18: residuals and compiling, each and together.
fn compiled_table(all: &[Measured]) {
    println!("\nResidual and compiler, tables 8.7 to 8.9, 8.12, 8.18 (original in Octave: 1.00)\n");
    println!(
        "| program | listing | Octave: residual | run: original | run: residual | compiled: \
         original | compiled: residual |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for one in all {
        let Some(octave) = one.in_octave else { continue };
        let faster = |seconds: Option<f64>| times(seconds.map(|seconds| octave.original / seconds));
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            one.name,
            one.listing.unwrap_or("ours"),
            faster(Some(octave.residual)),
            faster(one.run.map(|times| times.original)),
            faster(one.run.map(|times| times.residual)),
            faster(one.compiled.map(|times| times.original)),
            faster(one.compiled.map(|times| times.residual)),
        );
    }
}

/// Tables 8.11 and 8.17: what it is worth to remember calls.
fn caching_table(all: &[Measured]) {
    println!("\nSpecializing where every call is followed anew, tables 8.11, 8.17\n");
    println!("| program | listing | as it is | anew |");
    println!("| --- | --- | --- | --- |");
    for one in all {
        let Some((remembered, anew)) = one.caching else { continue };
        let source = one.listing.unwrap_or("ours");
        let most = PATIENCE.as_secs_f64() * 1e3;
        let anew = if anew < most { format!("{anew:.0} ms") } else { format!("> {most:.0} ms") };
        println!("| {} | {source} | {remembered:.0} ms | {anew} |", one.name);
    }
}

/// Specializes every program and times it; `quick` leaves the long one out.
pub(crate) fn measure(quick: bool) -> Vec<Measured> {
    measure_with(quick, false, &mut |_| {})
}

/// The same, perhaps compiled, too, and followed anew; `tell` is told of each.
fn measure_with(quick: bool, compiled: bool, tell: &mut dyn FnMut(&Measured)) -> Vec<Measured> {
    let folder = std::env::temp_dir().join(format!("formwork-mpe-{}", std::process::id()));
    let _ = fs::create_dir_all(&folder);
    let octave = Command::new("octave-cli").arg("--version").output().is_ok();
    let library = crate::files::octave_library();
    let rows = rows().into_iter().filter(|row| !quick || row.name != LONGEST);
    let rows = rows.filter_map(|row| match row.library {
        Some(part) => library.as_ref().map(|library| (row, Some(library.join(part)))),
        None => Some((row, None)),
    });
    let measured = rows
        .map(|(row, library)| {
            let mut measured = measure_row(&row, &folder, library.as_deref(), octave);
            if compiled && measured.wrong.is_none() {
                measured.compiled = times_compiled(&folder, library.as_deref());
                // The programs of tables 8.11 and 8.17 take long.
                if row.times == 1 {
                    let remembered = millis_of(&row, library.as_deref(), None);
                    let anew = millis_of(&row, library.as_deref(), Some("--no-cache-variants"));
                    measured.caching = remembered.zip(anew);
                }
            }
            tell(&measured);
            measured
        })
        .collect();
    let _ = fs::remove_dir_all(&folder);
    measured
}

fn measure_row(row: &Row, folder: &Path, library: Option<&Path>, octave: bool) -> Measured {
    let mut measured = Measured {
        name: row.name,
        listing: row.listing,
        thesis: row.thesis,
        octave: None,
        in_octave: None,
        run: None,
        compiled: None,
        millis: 0.0,
        caching: None,
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
        measured.in_octave = times_in_octave(folder);
        measured.octave = measured.in_octave.map(Times::ratio);
        if measured.octave.is_none() {
            measured.wrong = Some("it gives something else in Octave".to_owned());
        }
    }
    if let Some(binary) = formwork() {
        measured.run = times_in_formwork(&binary, folder, library, &path);
        if measured.run.is_none() {
            measured.wrong = Some("it gives something else in Formwork".to_owned());
        }
    }
    measured
}

/// How a program is specialized.
fn options(row: &Row, residual: &str, library: Option<&Path>) -> SpecializeOptions {
    let parameters = row.parameters.iter();
    let (fixed, others): (Vec<&Parameter>, Vec<&Parameter>) =
        parameters.partition(|parameter| parameter.is_fixed());
    let described = others.iter().filter(|parameter| parameter.is_described());
    SpecializeOptions {
        program: ProgramSettings {
            search_path: library.map(Path::to_path_buf).into_iter().collect(),
            ..ProgramSettings::default()
        },
        definitions: fixed.iter().map(|one| format!("{} = {}", one.name, one.value)).collect(),
        arguments: described.map(|one| format!("{}: {}", one.name, one.known)).collect(),
        name: Some(residual.to_owned()),
        growth: row.growth,
        ..SpecializeOptions::default()
    }
}

/// How many milliseconds the command takes, perhaps with a flag.
fn millis_of(row: &Row, library: Option<&Path>, flag: Option<&str>) -> Option<f64> {
    let SpecializeOptions { definitions, arguments, .. } = options(row, "residual", library);
    let mut command = Command::new(formwork()?);
    command.arg("specialize").arg(file_of(row)).args(flag);
    command.args(definitions.iter().flat_map(|one| ["-d", one]));
    command.args(arguments.iter().flat_map(|one| ["--arg", one]));
    command.args(library.into_iter().flat_map(|library| [Path::new("--path"), library]));
    let started = Instant::now();
    output_within(&mut command, PATIENCE)?;
    Some(started.elapsed().as_secs_f64() * 1e3)
}

/// Where a program is.
fn file_of(row: &Row) -> PathBuf {
    let folder = if row.listing.is_some() { PRINTED } else { FOLDER };
    PathBuf::from(folder).join(format!("{}.m", row.file))
}

/// The text of the residual, and how many milliseconds it takes to make it.
fn specialize(row: &Row, options: &SpecializeOptions) -> (Result<String, String>, f64) {
    let file = file_of(row);
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

/// What both take in Octave; none if the residual gives something else.
fn times_in_octave(folder: &Path) -> Option<Times> {
    let output = Command::new("octave-cli")
        .args(["--norc", "-p", FOLDER, "-p", PRINTED, "-p"])
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

/// What both take in Formwork's interpreter; none if the residual gives something else.
fn times_in_formwork(
    binary: &Path,
    folder: &Path,
    library: Option<&Path>,
    script: &Path,
) -> Option<Times> {
    let mut command = Command::new(binary);
    command.arg("run");
    search(&mut command, folder, library);
    read(&command.arg(script).output().ok()?.stdout)
}

/// What both take compiled; none if they cannot be, or the residual gives something else.
fn times_compiled(folder: &Path, library: Option<&Path>) -> Option<Times> {
    let program = folder.join("timing");
    let _ = fs::remove_file(&program);
    let mut command = Command::new(formwork()?);
    command.arg("build");
    search(&mut command, folder, library);
    command.arg(folder.join("timing.m")).arg("-o").arg(&program).output().ok()?;
    read(&Command::new(&program).output().ok()?.stdout)
}

/// Adds the folders in which programs look for functions.
fn search(command: &mut Command, folder: &Path, library: Option<&Path>) {
    for path in [Path::new(FOLDER), Path::new(PRINTED), folder].into_iter().chain(library) {
        command.arg("--path").arg(path);
    }
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
    let (file, times, turns) = (row.file, row.times, row.turns);
    let (before, after) = (outputs("a"), outputs("b"));
    format!(
        "1;\n{values}[{before}] = {file} ({all});\n[{after}] = {residual} ({left});\n\
         if ! isequal ({{{before}}}, {{{after}}})\n  printf (\"different\\n\");\nend\n\
         best = [Inf, Inf];\nfor turn = 1:{turns}\n  \
         started = tic; for k = 1:{times}, [{before}] = {file} ({all}); end\n  \
         best(1) = min (best(1), toc (started));\n  \
         started = tic; for k = 1:{times}, [{after}] = {residual} ({left}); end\n  \
         best(2) = min (best(2), toc (started));\nend\n\
         printf (\"times %.9f %.9f\\n\", best(1), best(2));\n"
    )
}

/// The times that a script printed; none if the results differ.
fn read(output: &[u8]) -> Option<Times> {
    let text = String::from_utf8_lossy(output);
    if text.contains("different") {
        return None;
    }
    let line = text.lines().find_map(|line| line.strip_prefix("times "))?;
    let (before, after) = line.split_once(' ')?;
    let (before, after) = (before.parse().ok()?, after.parse().ok()?);
    Some(Times { original: before, residual: after })
}
