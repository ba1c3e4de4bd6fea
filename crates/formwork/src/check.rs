//! `formwork check`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use formwork_driver::{
    BaselineAction, CheckFormat, CheckOptions, CheckReport, Exclusion, HiddenCount, Inputs,
    ProgramSettings, RuleCount, Semantics, Texts, apply_fixes, check_files, discover_except,
    function_folders, prove, render_check, render_statistics_json, unified_diff, working,
    working_on,
};

use crate::arguments::{CheckArguments, Shared};
use crate::output::{complain, exit, plural, write_findings, write_results};

/// Where what was found is remembered.
pub(crate) const CACHE: &str = ".formwork_cache";

/// How often a watched folder is looked at.
const PAUSE: Duration = Duration::from_millis(300);

pub(crate) fn run(shared: &Shared, arguments: &CheckArguments) -> ExitCode {
    let options = CheckOptions {
        paths: arguments.paths.clone(),
        dialect: shared.dialect,
        semantics: shared.semantics.map(Semantics::from),
        search_path: shared.path.clone(),
        assume: arguments.assume,
        config: shared.config.clone(),
        select: arguments.select.clone(),
        ignore: arguments.ignore.clone(),
        folders_around: Arc::default(),
        texts: Texts::default(),
        stop: Arc::default(),
        baseline: arguments.baseline.clone(),
        baseline_action: match (arguments.update_baseline, arguments.prune_baseline) {
            (true, _) => BaselineAction::Update,
            (false, true) => BaselineAction::Prune,
            (false, false) => BaselineAction::Keep,
        },
        diff_base: arguments.diff_base.clone(),
        cache: (!arguments.no_cache)
            .then(|| arguments.cache_dir.clone().unwrap_or_else(|| PathBuf::from(CACHE))),
    };
    if arguments.watch { watch(arguments, &options) } else { once(arguments, options) }
}

/// The files that are checked.
fn inputs(arguments: &CheckArguments, options: &CheckOptions) -> Inputs {
    let exclusion = Exclusion {
        exclude: arguments.exclude.clone(),
        config: options.config.clone(),
        force: arguments.force_exclude,
    };
    discover_except(&arguments.paths, &exclusion)
}

fn once(arguments: &CheckArguments, mut options: CheckOptions) -> ExitCode {
    let inputs = inputs(arguments, &options);
    for problem in &inputs.problems {
        complain(problem);
    }
    for passed_over in &inputs.passed_over {
        complain(&format!("passed over: {passed_over}"));
    }
    if inputs.files.is_empty() {
        return nothing_to_check(&inputs, arguments);
    }
    options.folders_around = Arc::new(function_folders(&inputs.excluded));
    let options = &options;
    let mut report = check(&inputs.files, options);
    if arguments.diff {
        return show_difference(&report, arguments);
    }
    if arguments.fix {
        let (fixed, failed) = repair(&report, arguments);
        if fixed > 0 {
            complain(&format!("{} fixed", plural(fixed, "finding")));
            report = check(&inputs.files, options);
        }
        if failed {
            return exit::usage();
        }
    }
    for problem in report.problems.iter().filter(|one| !inputs.problems.contains(one)) {
        complain(problem);
    }
    for (file, language) in &report.passed_over {
        complain(&format!("passed over: {}: {language}, not MATLAB", file.display()));
    }
    report.baseline.done.iter().for_each(|done| complain(done));
    if arguments.witness {
        let settings = ProgramSettings {
            dialect: options.dialect.unwrap_or_default(),
            semantics: options.semantics,
            search_path: options.search_path.clone(),
            ..ProgramSettings::default()
        };
        let busy = working("proving");
        prove(&mut report, &settings);
        drop(busy);
    }
    let wrote = write_report(&report, arguments);
    let usable = inputs.problems.is_empty() && report.problems.is_empty();
    if !wrote || !usable { exit::usage() } else { verdict(&report, arguments) }
}

/// Checks files while somebody may watch.
fn check(files: &[PathBuf], options: &CheckOptions) -> CheckReport {
    let _busy = working_on(files.len(), "checking");
    check_files(files, options)
}

/// Says why there is no file to check.
fn nothing_to_check(inputs: &Inputs, arguments: &CheckArguments) -> ExitCode {
    if !inputs.problems.is_empty() {
        return exit::usage();
    }
    if inputs.excluded.is_empty() {
        complain("no .m file below the given paths");
        return exit::usage();
    }
    complain(&format!("nothing to check: {} excluded", plural(inputs.excluded.len(), "file")));
    // Whoever asks for it names files without knowing which of them count.
    if arguments.force_exclude { exit::FINE } else { exit::usage() }
}

fn write_report(report: &CheckReport, arguments: &CheckArguments) -> bool {
    let format = CheckFormat::from(arguments.output_format);
    if arguments.statistics {
        return match format {
            CheckFormat::Json => write_results(render_statistics_json(report).as_bytes()),
            _ => write_findings(&statistics(report)),
        };
    }
    let mut text = render_check(report, format, true);
    match format {
        CheckFormat::Full => {
            text.push_str(&describe(report));
            write_findings(&text)
        }
        CheckFormat::Concise => {
            tell_hidden(report);
            write_findings(&text)
        }
        CheckFormat::Json => write_results(text.as_bytes()),
        CheckFormat::Sarif | CheckFormat::Github | CheckFormat::Gitlab | CheckFormat::Junit => {
            tell_hidden(report);
            write_results(text.as_bytes())
        }
    }
}

fn verdict(report: &CheckReport, arguments: &CheckArguments) -> ExitCode {
    let summary = report.summary();
    let unreadable =
        report.files.iter().any(|file| file.found.iter().any(|one| one.code == "unreadable-file"));
    let bad = summary.errors > 0 || (arguments.error_on_warning && summary.warnings > 0);
    if unreadable {
        exit::usage()
    } else if bad && !arguments.exit_zero {
        exit::findings()
    } else {
        exit::FINE
    }
}

/// Counts by rule, the most frequent first.
fn statistics(report: &CheckReport) -> String {
    let mut out = String::new();
    for RuleCount { code, id, level, count, hidden } in report.statistics() {
        let _ = write!(out, "{count:>6}  {id}  {:<7}  {code}", level.name());
        if hidden.total() > 0 {
            let _ = write!(out, " ({} hidden)", hidden.total());
        }
        out.push('\n');
    }
    out.push_str(&describe(report));
    out
}

fn describe(report: &CheckReport) -> String {
    let summary = report.summary();
    let mut parts = Vec::new();
    for (count, what) in
        [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")]
    {
        if count > 0 {
            parts.push(plural(count, what));
        }
    }
    let found = if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") };
    let files = plural(summary.files, "file");
    let mut text = format!("{files}, {}: {found}", plural(summary.lines, "line"));
    text.push_str(&fixable(report));
    match summary.classes {
        0 => {}
        1 => text.push_str("; the properties of 1 class are not followed"),
        many => {
            let _ = write!(text, "; the properties of {many} classes are not followed");
        }
    }
    if let Some(hidden) = hidden(report) {
        let _ = write!(text, "; {hidden}");
    }
    text.push('\n');
    text
}

/// Says what is hidden where the format has no place for it.
fn tell_hidden(report: &CheckReport) {
    if let Some(text) = hidden(report) {
        complain(&text);
    }
}

/// What was found and is not told, if a user may not be aware of it.
fn hidden(report: &CheckReport) -> Option<String> {
    let mut parts = Vec::new();
    let HiddenCount { comments: _, baseline, unchanged } = report.hidden_count();
    if baseline > 0 {
        parts.push(format!("{} hidden by the baseline", plural(baseline, "finding")));
    }
    if unchanged > 0 {
        parts.push(format!("{} on lines that have not changed", plural(unchanged, "finding")));
    }
    match report.baseline.stale {
        0 => {}
        1 => parts.push("1 entry of the baseline is stale (see --prune-baseline)".to_owned()),
        many => {
            parts.push(format!("{many} entries of the baseline are stale (see --prune-baseline)"));
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// How many findings can be fixed, and how.
fn fixable(report: &CheckReport) -> String {
    let fixes = report.files.iter().flat_map(|file| &file.found);
    let (safe, unsafe_): (Vec<bool>, Vec<bool>) =
        fixes.filter_map(|found| Some(found.fix.as_ref()?.safe)).partition(|safe| *safe);
    match (safe.len(), unsafe_.len()) {
        (0, 0) => String::new(),
        (safe, 0) => format!(" ({safe} can be fixed with --fix)"),
        (0, more) => format!(" ({more} can be fixed with --fix --unsafe-fixes)"),
        (safe, more) => {
            format!(" ({safe} can be fixed with --fix, {more} more with --unsafe-fixes)")
        }
    }
}

/// Writes fixed files; how many findings are fixed, and whether a file was not written.
fn repair(report: &CheckReport, arguments: &CheckArguments) -> (usize, bool) {
    let (mut fixed, mut failed) = (0, false);
    for file in &report.files {
        let (text, count) = apply_fixes(file, arguments.unsafe_fixes);
        if count == 0 || file.source.path() == Path::new("<stdin>") {
            continue;
        }
        match formwork_driver::write_file(file.source.path(), &text) {
            Ok(()) => fixed += count,
            Err(error) => {
                complain(&format!("{}: {error}", file.source.path().display()));
                failed = true;
            }
        }
    }
    (fixed, failed)
}

fn show_difference(report: &CheckReport, arguments: &CheckArguments) -> ExitCode {
    let mut out = String::new();
    for file in &report.files {
        let (text, _) = apply_fixes(file, arguments.unsafe_fixes);
        let path = file.source.path().to_string_lossy();
        out.push_str(&unified_diff(&path, file.source.text(), &text));
    }
    let any = !out.is_empty();
    if !write_results(out.as_bytes()) {
        exit::usage()
    } else if any && !arguments.exit_zero {
        exit::findings()
    } else {
        exit::FINE
    }
}

/// Checks again whenever a file changes, until somebody stops it.
fn watch(arguments: &CheckArguments, options: &CheckOptions) -> ExitCode {
    let mut before: Option<Vec<(PathBuf, Option<SystemTime>)>> = None;
    loop {
        let now = state(inputs(arguments, options).files);
        if before.as_ref() != Some(&now) {
            // The screen begins anew.
            anstream::eprint!("\u{1b}[2J\u{1b}[H");
            once(arguments, options.clone());
            complain("watching for changes (Ctrl-C ends)");
            before = Some(now);
        }
        std::thread::sleep(PAUSE);
    }
}

/// The files that are watched, and when they last changed.
fn state(files: Vec<PathBuf>) -> Vec<(PathBuf, Option<SystemTime>)> {
    files
        .into_iter()
        .map(|file| {
            let changed = file.metadata().and_then(|about| about.modified()).ok();
            (file, changed)
        })
        .collect()
}
