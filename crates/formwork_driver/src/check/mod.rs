//! `formwork check`: what is wrong with the programs below some paths, and when.
//!
//! `file` checks one file, with the calls that it shows itself (`crate::contexts`); `project` knows which
//! files there are, so that they see each other; `words` puts findings into words; `provoked` tells failures where
//! they happen; `suppress` and
//! `settings` say which of them count, `baseline` which are known already (`fingerprint` tells that
//! they are the same), `changes` which are about lines that changed; `report` is what they become;
//! `cache` remembers files that have not changed; `format` writes reports, `fix` repairs files,
//! `reference` tells of the rules.

mod baseline;
mod cache;
mod changes;
mod file;
mod fingerprint;
mod fix;
pub(crate) mod format;
mod project;
mod provoked;
mod reference;
mod report;
mod settings;
mod statistics;
mod suppress;
mod witness;
mod words;

use std::path::{Path, PathBuf};
use std::time::Instant;

use formwork_check::Rule;

use crate::progress;
use crate::source::Source;
use crate::workers;

pub use fix::{apply_fixes, unified_diff};
pub use format::{CheckFormat, render_check, render_statistics_json};
pub use project::function_folders;
pub use provoked::Provoked;
pub use reference::rules_page;
pub use report::{
    BaselineOutcome, CheckReport, CheckSummary, CheckedFile, FixText, Found, Hidden, Location,
};
pub use settings::{BaselineAction, CheckOptions, RuleSelection, Settings};
pub use statistics::{HiddenCount, RuleCount};
pub use witness::prove;

use cache::Cache;
use changes::Changes;
use file::{Kept, Tell};
use project::{Project, View};

/// Checks files in parallel. The result does not depend on the number of threads.
#[must_use]
pub fn check_files(files: &[PathBuf], options: &CheckOptions) -> CheckReport {
    check_telling(files, options, None)
}

/// Checks one file, as [`check_files`] does. Who waits is told what was found so far whenever the
/// file was walked in one more way: it may change until all is returned.
#[must_use]
pub fn check_file_by_steps(
    file: &Path,
    options: &CheckOptions,
    tell: &(dyn Fn(Vec<Found>) + Sync),
) -> Vec<Found> {
    let report = check_telling(&[file.to_path_buf()], options, Some(tell));
    report.files.into_iter().flat_map(|file| file.found).collect()
}

fn check_telling(files: &[PathBuf], options: &CheckOptions, tell: Option<Tell<'_>>) -> CheckReport {
    let started = Instant::now();
    let mut problems = Vec::new();
    let changes = match options.diff_base.as_deref().map(|base| Changes::since(base, files)) {
        Some(Ok(changes)) => Some(changes),
        Some(Err(problem)) => return CheckReport::without_files(problem),
        None => None,
    };
    let settings = settings::for_files(files, options, &mut problems);
    let project = Project::read(files, options, &settings);
    let (views, view_of) = View::all(&project);
    let cache = options
        .cache
        .as_deref()
        .map(|folder| Cache::open(folder, &project, (&views, &view_of), &settings));
    let bar = progress::bar(files.len(), "checking");
    let mut outcomes = workers::each(files.len(), Kept::default, |kept, which| {
        if project.files[which].foreign.is_some() {
            return (Vec::new(), false);
        }
        let remembered = cache.as_ref().and_then(|cache| cache.get(which));
        let outcome = match remembered {
            Some(found) => (found, true),
            None => {
                let place = (which, view_of[which]);
                let tell_early = |found: Vec<Found>| {
                    if let Some(tell) = tell {
                        let source = project.files[which].source.clone();
                        tell(so_far(source, found, &settings[which]));
                    }
                };
                let tell: Option<Tell<'_>> = tell.is_some().then_some(&tell_early);
                let checked = file::check(&project, &views, place, (&settings[which], tell), kept);
                if let Some(cache) = &cache {
                    kept.remember(cache, &views, place, &checked);
                }
                (checked.found, false)
            }
        };
        bar.inc(1);
        outcome
    });
    bar.finish_and_clear();
    if let Some(cache) = cache {
        cache.save(&project);
    }
    provoked::move_to_callees(&project, &mut outcomes);
    let remembered = outcomes.iter().filter(|(_, remembered)| *remembered).count();
    let mut passed_over = Vec::new();
    let (mut files, settings): (Vec<CheckedFile>, Vec<Settings>) = project
        .files
        .into_iter()
        .zip(outcomes)
        .zip(settings)
        .filter_map(|((input, (found, _)), settings)| match input.foreign {
            Some(language) => {
                passed_over.push((input.path, language));
                None
            }
            None => Some((suppress::apply(input.source, found, &settings), settings)),
        })
        .unzip();
    let baseline = baseline::apply(&mut files, &settings, options.baseline_action, &mut problems);
    if let Some(changes) = &changes {
        files.iter_mut().for_each(|file| changes.apply(file));
    }
    project::name_once(&mut files);
    let micros = started.elapsed().as_micros();
    CheckReport { files, problems, passed_over, baseline, remembered, micros }
}

/// What of the findings of a file counts that may not be all: of these nobody knows which
/// suppressions are good for nothing.
fn so_far(source: Source, found: Vec<Found>, settings: &Settings) -> Vec<Found> {
    let mut file = suppress::apply(source, found, settings);
    file.found.retain(|found| found.code != Rule::UnusedSuppression.code());
    // What is wrong with the baseline is told at the end.
    let (settings, action) = (std::slice::from_ref(settings), BaselineAction::Keep);
    baseline::apply(std::slice::from_mut(&mut file), settings, action, &mut Vec::new());
    project::name_once(std::slice::from_mut(&mut file));
    file.found
}

/// The documentation of a rule, by its name or its short id.
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    Rule::find(code).map(Rule::documentation)
}

/// All rules: name, short id and what they are about.
#[must_use]
pub fn rules() -> Vec<(&'static str, &'static str, &'static str)> {
    Rule::ALL.into_iter().map(|rule| (rule.code(), rule.id(), rule.title())).collect()
}
