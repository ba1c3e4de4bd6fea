//! The markdown tests of the specializer: a program, what is known of its arguments, what
//! becomes of it, and calls that must do the same before and after.
//!
//! The block `args` says what the parameters are, one a line, as `--arg` does; a
//! parameter with a value disappears. In the block `run`, each line holds the arguments
//! of a call of the original; the residual is called with those that are left. The block `call`
//! holds a call as a whole, whose names are given with it; a line of `run` has their values then.
//! Each line
//! of the block `refused` holds arguments of a call of the residual, and the error. A script
//! is run before and after, and must print and leave the same. The block `beside` holds the lines
//! of both side by side. No residual may be larger than is allowed.

mod support;

use std::path::Path;

use formwork_hir::MemoryHost;
use formwork_infer::{Analyst, ArgumentSpec, Options as InferOptions, SpecKind};
use formwork_mdtest::{Block, Case, Report};
use formwork_specialize::{Options, PrintOptions, Specialized, specialize};

#[test]
fn programs_are_specialized_as_written() {
    for folder in ["thesis", "kept", "assert", "files", "scripts", "library", "arguments", "beside"]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mdtests").join(folder);
        formwork_mdtest::run(folder, |case| {
            let mut report = Report::new();
            if let Err(message) = check(case, &mut report) {
                report.fail(message);
            }
            report
        });
    }
}

/// A program before and after it was specialized, and the files beside it.
struct Pair<'a> {
    original: &'a str,
    residual: String,
    files: Vec<(&'a str, &'a str)>,
}

fn check(case: &Case, report: &mut Report) -> Result<(), String> {
    let program = case.block("matlab").ok_or("there is no program")?;
    let block = case.blocks.iter().position(|block| block.language == "residual");
    let at = block.ok_or("there is no residual")?;
    let lines = case.block("args").map(|block| block.text.lines()).into_iter().flatten();
    let specs: Vec<ArgumentSpec> = lines
        .map(ArgumentSpec::parse)
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let files: Vec<(&str, &str)> = case
        .blocks
        .iter()
        .filter(|block| block.language == "file")
        .filter_map(|block| Some((block.argument("name")?, &*block.text)))
        .collect();
    let call = case.block("call").map(|block| block.text.trim().to_owned());
    let wanted = Options { call, ..options(&case.blocks[at], &specs) };
    let made = residual(&program.text, &files, &wanted)?;
    if made.sizes.residual > made.allowed {
        report.fail(format!("{:?}, but {} are allowed", made.sizes, made.allowed));
    }
    if let Some(beside) = case.blocks.iter().position(|block| block.language == "beside") {
        report.generate(beside, beside_text(&made)?);
    }
    let text = made.text(PrintOptions::default()).map_err(|error| error.to_string())?;
    let pair = Pair { original: &program.text, residual: text, files };
    if made.program.script {
        check_script(&pair, report);
    } else {
        check_runs(case, &pair, &specs, report);
        check_refused(case, &pair, report);
    }
    report.generate(at, pair.residual);
    Ok(())
}

/// The residual beside the original: of each row the line of the original, that of the residual,
/// and what is noted.
fn beside_text(made: &Specialized) -> Result<String, String> {
    let sections = made.beside(PrintOptions::default()).map_err(|error| error.to_string())?;
    let mut out = String::new();
    for section in sections {
        let residual = section.residual.as_deref().unwrap_or("nothing");
        out.push_str(&format!("{} -> {residual}\n", section.original));
        for row in &section.rows {
            let (left, notes) = match &row.original {
                Some(line) => (line.number.to_string(), format!("{:?}", line.notes)),
                None => (String::new(), "[]".to_owned()),
            };
            let (right, text) = match &row.residual {
                Some(line) => (line.number.to_string(), line.text.trim()),
                None => (String::new(), ""),
            };
            let from = row.residual.as_ref().and_then(|line| line.from.clone());
            let from = from.map(|(function, line)| {
                format!(
                    "  <- {}{line}",
                    function.map(|name| format!("{name}:")).unwrap_or_default()
                )
            });
            let notes = if notes == "[]" { String::new() } else { format!("  {notes}") };
            let row = format!("{left:>3} |{right:>3} {text}{}{notes}", from.unwrap_or_default());
            out.push_str(row.trim_end());
            out.push('\n');
        }
    }
    Ok(out)
}

/// How the block of the residual asks for it to be made.
fn options(block: &Block, specs: &[ArgumentSpec]) -> Options {
    Options {
        arguments: specs.to_vec(),
        name: Some("residual".to_owned()),
        asserts: block.argument("assert") == Some("yes"),
        static_io: block.argument("static-io") == Some("yes"),
        post: block.argument("post") != Some("no"),
        inline: block.argument("inline") != Some("no"),
        ..Options::default()
    }
}

/// The residual of a program.
fn residual(
    program: &str,
    files: &[(&str, &str)],
    options: &Options,
) -> Result<Specialized, String> {
    let mut host = MemoryHost::default();
    host.insert("original.m", program.as_bytes());
    for (name, text) in files {
        host.insert(*name, text.as_bytes());
    }
    let infer = InferOptions { budget: 4_000_000, depth: 64, far: 64, ..InferOptions::default() };
    let mut analyst = Analyst::over(&host, Vec::new(), infer);
    specialize(&mut analyst, Path::new("original.m"), options).map_err(|error| error.to_string())
}

/// A script prints and leaves the same before and after.
fn check_script(pair: &Pair<'_>, report: &mut Report) {
    let Pair { original, residual, files } = pair;
    let before = run_script("original", original, files);
    let after = run_script("residual", residual, files);
    if before != after {
        report.fail(format!("before:\n{before}\nafter:\n{after}\nof\n{residual}"));
    }
}

/// The calls of the block `run` do the same before and after.
fn check_runs(case: &Case, pair: &Pair<'_>, specs: &[ArgumentSpec], report: &mut Report) {
    let Pair { original, residual, files } = pair;
    if let Some(call) = case.block("call") {
        return check_calls(case, pair, (call, specs), report);
    }
    let params = parameters(original);
    let is_fixed = |name: &str| {
        specs.iter().any(|spec| spec.name == *name && matches!(spec.kind, SpecKind::Value(_)))
    };
    let rest = params.iter().position(|name| name == "varargin" && is_fixed(name));
    let fixed: Vec<bool> = params.iter().map(|name| is_fixed(name)).collect();
    for line in case.block("run").map(|block| block.text.lines()).into_iter().flatten() {
        let (outputs, arguments) = line.split_once(" <- ").unwrap_or(("0", line));
        let all = split_arguments(arguments);
        let left: Vec<&str> = all
            .iter()
            .enumerate()
            .filter(|(place, _)| !fixed.get(*place).copied().unwrap_or(false))
            .filter(|(place, _)| rest.is_none_or(|rest| *place < rest))
            .map(|(_, text)| *text)
            .collect();
        let before = run("original", original, files, &all, outputs);
        let after = run("residual", residual, files, &left, outputs);
        if before != after {
            report.fail(format!("{line}: before:\n{before}\nafter:\n{after}\nof\n{residual}"));
        }
    }
}

/// A call as a whole does the same before and after, whatever its names are.
fn check_calls(
    case: &Case,
    pair: &Pair<'_>,
    (call, specs): (&Block, &[ArgumentSpec]),
    report: &mut Report,
) {
    let names: Vec<&str> = call.argument("names").unwrap_or_default().split(',').collect();
    for line in case.block("run").map(|block| block.text.lines()).into_iter().flatten() {
        let (outputs, values) = line.split_once(" <- ").unwrap_or(("0", line));
        let values = split_arguments(values);
        let set = names.iter().zip(&values).map(|(name, value)| format!("{name} = {value};"));
        let fixed = specs.iter().filter_map(|spec| match &spec.kind {
            SpecKind::Value(text) => Some(format!("{} = {text};", spec.name)),
            SpecKind::Type { .. } => None,
        });
        let set: String = set.chain(fixed).collect();
        let text = call.text.trim();
        let text = text.split_once("= original").map_or(text, |(_, rest)| {
            text.get(text.len() - rest.len() - "original".len()..).unwrap_or(text)
        });
        let before = run_call("original", pair.original, &pair.files, (&set, text), outputs);
        let residual = format!("residual ({})", values.join(", "));
        let after = run_call("residual", &pair.residual, &pair.files, ("", &residual), outputs);
        if before != after {
            let residual = &pair.residual;
            report.fail(format!("{line}: before:\n{before}\nafter:\n{after}\nof\n{residual}"));
        }
    }
}

/// The calls of the block `refused` raise the errors that stand there.
fn check_refused(case: &Case, pair: &Pair<'_>, report: &mut Report) {
    let block = case.blocks.iter().position(|block| block.language == "refused");
    let Some(refused) = block else { return };
    let mut lines = String::new();
    for line in case.blocks[refused].text.lines() {
        let arguments = line.split(" -> ").next().unwrap_or_default();
        let all = split_arguments(arguments);
        let shown = run("residual", &pair.residual, &pair.files, &all, "0");
        lines.push_str(&format!("{arguments} -> {}\n", shown.trim_end()));
    }
    report.generate(refused, lines);
}

/// The arguments of a call, which semicolons separate.
fn split_arguments(arguments: &str) -> Vec<&str> {
    if arguments.is_empty() { Vec::new() } else { arguments.split("; ").collect() }
}

/// The parameters of the first function of a text.
fn parameters(text: &str) -> Vec<String> {
    let comment = |line: &&str| line.starts_with(['#', '%']);
    let head = text.lines().find(|line| !comment(line)).unwrap_or_default();
    let inside = head.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    inside
        .map(|(inside, _)| inside.split(',').map(|name| name.trim().to_owned()).collect())
        .unwrap_or_default()
}

/// What a call prints and gives, in the presence of some files.
fn run(
    name: &str,
    program: &str,
    files: &[(&str, &str)],
    arguments: &[&str],
    outputs: &str,
) -> String {
    run_call(name, program, files, ("", &format!("{name} ({})", arguments.join(", "))), outputs)
}

/// What a call prints and gives after some statements, in the presence of some files.
fn run_call(
    name: &str,
    program: &str,
    files: &[(&str, &str)],
    (before, call): (&str, &str),
    outputs: &str,
) -> String {
    let mut host = MemoryHost::default();
    for (name, text) in files {
        host.insert(*name, text.as_bytes());
    }
    host.insert(format!("{name}.m"), program.as_bytes());
    let (mut interpreter, output) = support::interpreter(&host);
    let statement = match outputs {
        "0" => format!("{call};"),
        "1" => format!("result = {call}"),
        count => {
            let count: usize = count.parse().unwrap_or(1);
            let names: Vec<String> = (1..=count).map(|place| format!("out{place}")).collect();
            format!("[{}] = {call}", names.join(", "))
        }
    };
    run_statement(&mut interpreter, &output, &format!("{before}{statement}"))
}

/// What a script prints, and the variables that it leaves.
fn run_script(name: &str, program: &str, files: &[(&str, &str)]) -> String {
    const VARIABLES: &str =
        "for name__ = who ()', printf (\"%s: \", name__{1}), disp (eval (name__{1})), end";
    let mut host = MemoryHost::default();
    for (name, text) in files {
        host.insert(*name, text.as_bytes());
    }
    host.insert(format!("{name}.m"), program.as_bytes());
    let (mut interpreter, output) = support::interpreter(&host);
    let shown = run_statement(&mut interpreter, &output, name);
    shown + &run_statement(&mut interpreter, &output, VARIABLES)
}

fn run_statement(
    interpreter: &mut formwork_interp::Interpreter<'_>,
    output: &support::Output,
    statement: &str,
) -> String {
    let outcome = interpreter.run_text(statement.as_bytes());
    let mut shown = output.take();
    if let Err(error) = outcome {
        shown.push_str(&format!("error: {}: {}\n", error.identifier, error.message));
    }
    shown
}
