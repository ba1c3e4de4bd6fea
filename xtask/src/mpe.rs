//! `cargo xtask table mpe`: how much faster residual programs are than the originals, in
//! GNU Octave and in Formwork's own interpreter, beside what the thesis found.
#![expect(clippy::print_stdout, reason = "a chore reports")]
#![expect(clippy::disallowed_methods, reason = "a chore writes programs and runs them")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use formwork_driver::{PrintOptions, SpecializeOptions, specialize_file};

/// Where the programs are.
const FOLDER: &str = "examples/mpe";

/// How often each program is specialized to see how long that takes.
const SPECIALIZED: usize = 3;

/// The program that takes longest.
pub(crate) const LONGEST: &str = "Mars lander";

/// The program that is specialized together with the solver that Octave ships.
pub(crate) const SHIPPED: &str = "ode45 as Octave ships it: cooling";

/// A program that is specialized.
struct Row {
    name: &'static str,
    file: &'static str,
    /// The parameters: name, value in the calls that are timed, what is known of it; `=`
    /// fixes it to that value.
    parameters: Vec<(&'static str, &'static str, &'static str)>,
    outputs: usize,
    /// How often it is called for one measurement.
    times: usize,
    /// How much faster the thesis's residual was, interpreted.
    thesis: f64,
    /// The folder of Octave's library that it calls functions of.
    library: Option<&'static str>,
}

fn rows() -> Vec<Row> {
    const SERIES: &str = "[0.95 0.76 0.62 0.41; 0.23 0.46 0.79 0.94; 0.61 0.02 0.92 0.92]";
    // The thesis says of such arguments that they are `realscalar`.
    const SCALAR: &str = "real double 1x1";
    let series = |name, c, x, thesis| Row {
        name,
        file: "cheb_series",
        parameters: vec![("c", SERIES, c), ("x", "[-0.5 0.1 0.7]", x)],
        outputs: 1,
        times: 300,
        thesis,
        library: None,
    };
    let lagrange = |name, xi, thesis| Row {
        name,
        file: "lagrange_interp",
        parameters: vec![
            ("xi", "[0 1 2.5 3]", xi),
            ("yi", "[1 0 11.6 22]", "double 1x4"),
            ("x", "[0.5 1.5 2]", "double 1x?"),
        ],
        outputs: 1,
        times: 200,
        thesis,
        library: None,
    };
    let steady = |name, file, tend, h, y0, thesis| Row {
        name,
        file,
        parameters: vec![("tend", tend, SCALAR), ("h", h, SCALAR), ("y0", y0, SCALAR)],
        outputs: 2,
        times: 5,
        thesis,
        library: None,
    };
    let adaptive = |name, file, span, y0, thesis| Row {
        name,
        file,
        parameters: vec![("tspan", span, "real double 1x2"), ("y0", y0, SCALAR)],
        outputs: 2,
        times: 5,
        thesis,
        library: None,
    };
    let duct = |name, fixed: bool, thesis| {
        let known = |described| if fixed { "=" } else { described };
        Row {
            name,
            file: "duct_flow",
            parameters: vec![
                ("design", "[0.15, -0.05]", "real double 1x2"),
                ("gam", "1.4", known(SCALAR)),
                ("gas", "287", known(SCALAR)),
                ("p0", "1e5", known(SCALAR)),
                ("T0", "300", known(SCALAR)),
                ("pout", "0.85e5", known(SCALAR)),
                ("len", "1", known(SCALAR)),
                ("height", "1", known(SCALAR)),
                ("nx", "30", known("int >= 3")),
                ("cfl", "2.5", known(SCALAR)),
                ("k2", "0.5", known(SCALAR)),
                ("k4", "1/32", known(SCALAR)),
                ("stages", "[1/4, 1/3, 1/2, 1]", known("real double 1x4")),
                ("itmax", "200", known(SCALAR)),
                ("tol", "1e-7", known(SCALAR)),
                ("target", "0.8e5", known(SCALAR)),
                ("weight", "1", known(SCALAR)),
                ("penalty", "0.01", known(SCALAR)),
                ("local_step", "1", known(SCALAR)),
                ("scheme", "'central'", known("char 1x7")),
            ],
            // The cost is what is optimized.
            outputs: 1,
            times: 1,
            thesis,
            library: None,
        }
    };
    vec![
        series("Chebyshev: terms", "double ?x4", "double 1x?", 1.09),
        series("Chebyshev: c", "=", "double 1x?", 1.23),
        series("Chebyshev: c, size of x", "=", "double 1x3", 2.0),
        lagrange("Lagrange: n", "double 1x4", 1.27),
        lagrange("Lagrange: x coordinates", "=", 1.56),
        Row {
            name: "Gauss series: terms",
            file: "gauss_2f1",
            parameters: vec![
                ("a", "0.5", SCALAR),
                ("b", "3", SCALAR),
                ("c", "1.5", SCALAR),
                ("x", "0.3", SCALAR),
                ("n", "4", "="),
            ],
            outputs: 1,
            times: 300,
            thesis: 1.61,
            library: None,
        },
        steady("Euler: bell", "euler_bell", "2", "0.01", "1", 4.13),
        steady("Euler: logistic", "euler_logistic", "20", "0.1", "0.1", 1.94),
        steady("Euler: cooling", "euler_cooling", "20", "0.1", "20", 5.56),
        steady("RK4: bell", "rk4_bell", "2", "0.02", "1", 4.53),
        steady("RK4: logistic", "rk4_logistic", "20", "0.2", "0.1", 1.98),
        steady("RK4: cooling", "rk4_cooling", "20", "0.2", "20", 6.68),
        adaptive("dp45: bell", "dp45_bell", "[0 2]", "1", 1.76),
        adaptive("dp45: logistic", "dp45_logistic", "[0 20]", "0.1", 1.57),
        adaptive("dp45: cooling", "dp45_cooling", "[0 20]", "20", 2.04),
        duct("duct flow: types", false, 1.86),
        duct("duct flow: values", true, 1.92),
        Row {
            name: LONGEST,
            file: "dust_critical_height",
            parameters: vec![
                ("shock", "0.61", SCALAR),
                ("mach", "5", SCALAR),
                ("drag", "1", SCALAR),
                ("tol", "1e-3", SCALAR),
            ],
            outputs: 1,
            times: 1,
            thesis: 1.49,
            library: None,
        },
        Row {
            name: SHIPPED,
            file: "ode45_cooling",
            parameters: vec![("y0", "20", SCALAR)],
            outputs: 2,
            times: 5,
            thesis: 2.0,
            library: Some("ode"),
        },
    ]
}

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
    let fixed = |known: &str| known == "=";
    let residual = format!("{}_residual", row.file);
    let options = SpecializeOptions {
        dialect: formwork_driver::Dialect::default(),
        semantics: None,
        search_path: library.map(Path::to_path_buf).into_iter().collect(),
        function: None,
        definitions: row
            .parameters
            .iter()
            .filter(|(_, _, known)| fixed(known))
            .map(|(name, value, _)| format!("{name} = {value}"))
            .collect(),
        arguments: row
            .parameters
            .iter()
            .filter(|(_, _, known)| !fixed(known))
            .map(|(name, _, known)| format!("{name}: {known}"))
            .collect(),
        annotations: None,
        name: Some(residual.clone()),
        keep: Vec::new(),
        never_run: Vec::new(),
        unroll_limit: None,
        asserts: false,
        static_io: false,
        post: true,
        inline: true,
        reassociate: false,
    };
    let file = PathBuf::from(FOLDER).join(format!("{}.m", row.file));
    let specialize = || {
        let started = Instant::now();
        let text = specialize_file(&file, &options)
            .map_err(|error| error.to_string())
            .and_then(|made| made.text(PrintOptions::default()).map_err(|error| error.to_string()));
        (text, started.elapsed().as_secs_f64() * 1e3)
    };
    // What else the machine does only makes it longer: the least of some is what it takes.
    let (text, first) = specialize();
    measured.millis = (1..SPECIALIZED).map(|_| specialize().1).fold(first, f64::min);
    let text = match text {
        Ok(text) => text,
        Err(error) => {
            measured.wrong = Some(error);
            return measured;
        }
    };
    measured.lines = text.lines().count();
    let _ = fs::write(folder.join(format!("{residual}.m")), &text);
    let all: Vec<&str> = row.parameters.iter().map(|(_, value, _)| *value).collect();
    let left: Vec<&str> = row
        .parameters
        .iter()
        .filter(|(_, _, known)| !fixed(known))
        .map(|(_, value, _)| *value)
        .collect();
    let script = script(row, &residual, &all, &left);
    let path = folder.join("timing.m");
    let _ = fs::write(&path, &script);
    if octave {
        let output = Command::new("octave-cli")
            .args(["--norc", "-p", FOLDER, "-p"])
            .arg(folder)
            .arg("--eval")
            .arg("timing")
            .output();
        match output.map(|output| read(&output.stdout)) {
            Ok(Some(ratio)) => measured.octave = Some(ratio),
            _ => measured.wrong = Some("it gives something else in Octave".to_owned()),
        }
    }
    let binary = std::env::current_exe().ok().and_then(|path| {
        let folder = path.parent()?.to_path_buf();
        Some(folder.join("formwork"))
    });
    if let Some(binary) = binary.filter(|path| path.exists()) {
        let output = Command::new(binary)
            .args(["run", "--path", FOLDER, "--path"])
            .arg(folder)
            .args(library.into_iter().flat_map(|library| [Path::new("--path"), library]))
            .arg(&path)
            .output();
        match output.map(|output| read(&output.stdout)) {
            Ok(Some(ratio)) => measured.formwork = Some(ratio),
            _ => measured.wrong = Some("it gives something else in Formwork".to_owned()),
        }
    }
    measured
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
