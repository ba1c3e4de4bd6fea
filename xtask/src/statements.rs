//! `cargo xtask oracle --statements N`: single statements of all kinds, run by GNU Octave and by
//! us.
//!
//! Some hundred statements stand in one file, each evaluated as a text after a mark. What they
//! print, the last warning and the error they end with must be the same. What differs is grouped
//! by kind of statement and by how it differs, the largest group first.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

use fastrand::Rng;
use formwork_fuzz::{SurfaceStatement, surface_statement};

use crate::programs::{Answer, RUN, output, without_usage};

/// Stands before each statement's output.
const MARK: &str = "<<formwork>>";

/// How many statements stand in one file.
const BATCH: usize = 200;

/// What is set back before each statement.
const FRESH: &str = "clear -variables; format; fixed_point_format (false); split_long_rows (true); \
    print_empty_dimensions (true); print_struct_array_contents (false); \
    struct_levels_to_print (2); output_precision (5); lastwarn ('');";

/// What the comparison found.
#[derive(Default)]
struct StatementsTally {
    alike: usize,
    total: usize,
    /// Statements with what each engine printed, by reason.
    groups: BTreeMap<String, Vec<String>>,
}

/// How many of so many statements do the same, and how many there are.
pub(crate) fn figures(count: usize, seed: u64) -> Option<(usize, usize)> {
    compare(count, seed).map(|outcome| (outcome.alike, outcome.total))
}

/// Compares `count` statements and shows `show` of each group of differences.
#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(count: usize, seed: u64, show: usize) -> ExitCode {
    let Some(outcome) = compare(count, seed) else {
        println!("skipped: GNU Octave is not installed");
        return ExitCode::SUCCESS;
    };
    let mut groups: Vec<_> = outcome.groups.iter().collect();
    groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
    for (reason, members) in groups {
        println!("== {reason}: {}", members.len());
        for member in members.iter().take(show.min(3)) {
            println!("{member}\n");
        }
    }
    let percent = 100.0 * outcome.alike as f64 / outcome.total.max(1) as f64;
    println!("{} of {} statements do the same, {percent:.1} %", outcome.alike, outcome.total);
    if outcome.alike == outcome.total { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(count: usize, seed: u64) -> Option<StatementsTally> {
    let formwork = crate::speed::formwork()?;
    let mut rng = Rng::with_seed(seed);
    // A folder of its own: files beside a program would be functions it could call.
    let folder = std::env::temp_dir().join(format!("formwork-statements-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let mut outcome = StatementsTally::default();
    let mut left = count;
    while left > 0 {
        let size = BATCH.min(left);
        let statements: Vec<_> = (0..size).map(|_| surface_statement(&mut rng)).collect();
        compare_batch(&formwork, &folder, &statements, &mut outcome)?;
        left -= size;
    }
    let _ = std::fs::remove_dir_all(&folder);
    Some(outcome)
}

/// Runs statements that stand in one file.
fn compare_batch(
    formwork: &Path,
    folder: &Path,
    statements: &[SurfaceStatement],
    outcome: &mut StatementsTally,
) -> Option<()> {
    let mut script = "1;\n".to_owned();
    for statement in statements {
        let quoted = statement.text.replace('\'', "''");
        script.push_str(&format!(
            "{FRESH} disp ('{MARK}');\n\
             try, eval ('{quoted}'); \
             catch e_, disp (['error: ' e_.message]); disp (e_.identifier); end\n\
             disp (['warning: ' lastwarn()]);\n"
        ));
    }
    let path = folder.join("formwork_statements.m");
    crate::files::write(&path, script.as_bytes());
    let answer = output(Command::new("octave-cli").args(["--norc", "-q"]).arg(&path), folder)?;
    // A statement that Octave does not finish says nothing about the language.
    if let ([_], Answer::Unfinished) = (statements, &answer) {
        return Some(());
    }
    let octaves = without_usage(&answer.text());
    if octaves.matches(MARK).count() < statements.len() && statements.len() > 1 {
        let (first, second) = statements.split_at(statements.len() / 2);
        compare_batch(formwork, folder, first, outcome)?;
        return compare_batch(formwork, folder, second, outcome);
    }
    let ours = output(Command::new(formwork).args(RUN).arg(&path), folder)?.text();
    let mut octaves = octaves.split(MARK).skip(1);
    let mut ours = ours.split(MARK).skip(1);
    for statement in statements {
        outcome.total += 1;
        let octave = octaves.next().unwrap_or_default();
        let mine = ours.next().unwrap_or_default();
        if octave == mine {
            outcome.alike += 1;
            continue;
        }
        let shown = format!(
            "{}\n  Octave: {}\n  we:     {}",
            statement.text,
            octave.trim().replace('\n', "\n          "),
            mine.trim().replace('\n', "\n          ")
        );
        let key = format!("{}, {}", statement.kind, reason(statement, octave, mine));
        outcome.groups.entry(key).or_default().push(shown);
    }
    Some(())
}

/// How two outputs differ, in a few words.
fn reason(statement: &SurfaceStatement, octave: &str, mine: &str) -> String {
    let (theirs, ours) = (failure(octave), failure(mine));
    match (theirs, ours) {
        (Some(_), None) => "only Octave fails".to_owned(),
        (None, Some(_)) => "only we fail".to_owned(),
        (Some(theirs), Some(ours)) if theirs != ours => {
            // Numbers and names apart it is one message.
            let plain = |text: &str| {
                text.chars().filter(|letter| !letter.is_ascii_digit()).take(40).collect::<String>()
            };
            format!("message \"{}\"", plain(theirs))
        }
        _ if mine.is_empty() => "we do not come so far".to_owned(),
        _ if warning(octave) != warning(mine) => "warning".to_owned(),
        _ => match statement.text.split(';').next().filter(|_| statement.kind == "format") {
            Some(format) => format.to_owned(),
            None => "output".to_owned(),
        },
    }
}

fn failure(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("error: "))
}

fn warning(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("warning: "))
}
