//! Findings that a project has and does not want to hear of again: its baseline.
//!
//! A baseline is a JSON file with one line for each finding, sorted, so that differences are small.
//! Which finding is which, [`Fingerprint`] says; that a file was not read is never in it. Only
//! entries about what was looked for can be stale: files that were checked or are gone, and rules
//! that are not switched off.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use formwork_check::Rule;
use serde::{Deserialize, Serialize};

use super::fingerprint::{Fingerprint, path_from};
use super::report::{BaselineOutcome, CheckedFile, Hidden, shown};
use super::settings::{BaselineAction, Settings};
use crate::paths::folder_of;
use crate::source::{Source, write_file};

const VERSION: u32 = 1;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    findings: Vec<Entry>,
}

/// Findings that are alike.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    rule: String,
    text: String,
    message: String,
    count: usize,
}

/// How often findings are known.
type Counts = BTreeMap<Fingerprint, usize>;

/// Hides what the baselines have, which may be written anew.
pub(super) fn apply(
    files: &mut [CheckedFile],
    settings: &[Settings],
    action: BaselineAction,
    problems: &mut Vec<String>,
) -> BaselineOutcome {
    let mut outcome = BaselineOutcome::default();
    let named: BTreeSet<PathBuf> = settings.iter().filter_map(|one| one.baseline.clone()).collect();
    if named.is_empty() && action != BaselineAction::Keep {
        let option = match action {
            BaselineAction::Prune => "--prune-baseline",
            BaselineAction::Update | BaselineAction::Keep => "--update-baseline",
        };
        problems.push(format!(
            "{option}: which baseline? Name it with --baseline FILE, or with `baseline` in [check] \
             of formwork.toml"
        ));
    }
    for path in named {
        let mut own: Vec<(&mut CheckedFile, &Settings)> = files
            .iter_mut()
            .zip(settings)
            .filter(|(_, settings)| settings.baseline.as_ref() == Some(&path))
            .collect();
        if let Err(problem) = one(&path, &mut own, action, &mut outcome) {
            problems.push(format!("{}: {problem}", shown(&path)));
        }
    }
    outcome
}

fn one(
    path: &Path,
    files: &mut [(&mut CheckedFile, &Settings)],
    action: BaselineAction,
    outcome: &mut BaselineOutcome,
) -> Result<(), String> {
    let folder = folder_of(path);
    let known = match read(path) {
        Ok(known) => known,
        // What cannot be read is written anew.
        Err(_) if action == BaselineAction::Update => Counts::new(),
        Err(problem) => return Err(problem),
    };
    let (mut kept, mut judged) = (Counts::new(), Counts::new());
    let looked_for = LookedFor::new(files, folder);
    for (fingerprint, count) in known {
        let list = if looked_for.includes(&fingerprint) { &mut judged } else { &mut kept };
        list.insert(fingerprint, count);
    }
    if action == BaselineAction::Update {
        judged = count(files, folder);
    }
    let mut left = judged.clone();
    hide(files, folder, &mut left);
    left.retain(|_, count| *count > 0);
    match action {
        BaselineAction::Keep => outcome.stale += left.len(),
        BaselineAction::Update => {
            let findings: usize = judged.values().sum();
            let text = counted(findings, "finding", "findings");
            outcome.done.push(format!("{}: {text} in the baseline", shown(path)));
        }
        BaselineAction::Prune => {
            let text = counted(left.len(), "stale entry", "stale entries");
            outcome.done.push(format!("{}: {text} removed", shown(path)));
        }
    }
    let changed = match action {
        BaselineAction::Keep => false,
        BaselineAction::Update => true,
        BaselineAction::Prune => !left.is_empty(),
    };
    if changed {
        for (fingerprint, count) in judged {
            let gone = left.get(&fingerprint).copied().unwrap_or_default();
            if count > gone {
                kept.insert(fingerprint, count - gone);
            }
        }
        write_file(path, written(kept).as_bytes())
            .map_err(|error| format!("the baseline cannot be written: {error}"))?;
    }
    Ok(())
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What a run says something about.
struct LookedFor {
    /// By the paths of files, the rules that count there.
    rules: BTreeMap<String, BTreeSet<&'static str>>,
    folder: PathBuf,
}

impl LookedFor {
    fn new(files: &[(&mut CheckedFile, &Settings)], folder: &Path) -> LookedFor {
        let rules = files.iter().map(|(file, settings)| {
            let counts = |rule: &Rule| settings.looks_for(rule.code(), rule.id());
            let rules = Rule::ALL.into_iter().filter(counts).map(Rule::code).collect();
            (path_from(folder, file.source.path()), rules)
        });
        LookedFor { rules: rules.collect(), folder: folder.to_path_buf() }
    }

    /// Whether an entry should be found if it still holds.
    fn includes(&self, entry: &Fingerprint) -> bool {
        match self.rules.get(&entry.path) {
            // A rule that is gone finds nothing.
            Some(rules) => Rule::find(&entry.rule).is_none() || rules.contains(&*entry.rule),
            None => !self.folder.join(&entry.path).exists(),
        }
    }
}

fn count(files: &[(&mut CheckedFile, &Settings)], folder: &Path) -> Counts {
    let mut counts = Counts::new();
    for (file, _) in files {
        for found in file.found.iter().filter(|found| !found.is_about_the_file()) {
            *counts.entry(Fingerprint::new(file, found, folder)).or_default() += 1;
        }
    }
    counts
}

/// Moves what is known to what is hidden, the first of several that are alike first.
fn hide(files: &mut [(&mut CheckedFile, &Settings)], folder: &Path, left: &mut Counts) {
    for (file, _) in files {
        let all = std::mem::take(&mut file.found);
        for found in all {
            let known = (!found.is_about_the_file())
                .then(|| left.get_mut(&Fingerprint::new(file, &found, folder)))
                .flatten()
                .filter(|count| **count > 0);
            match known {
                Some(count) => {
                    *count -= 1;
                    file.hidden.push((found, Hidden::Baseline));
                }
                None => file.found.push(found),
            }
        }
    }
}

fn read(path: &Path) -> Result<Counts, String> {
    let again = "`formwork check --update-baseline` writes it anew";
    let source = match Source::read_file(path) {
        Ok(source) => source,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(format!(
                "there is no such baseline; `formwork check --baseline {} --update-baseline` writes \
                 one",
                shown(path)
            ));
        }
        Err(error) => return Err(error.to_string()),
    };
    let stored: Stored = serde_json::from_slice(source.text())
        .map_err(|error| format!("this is no baseline: {error}; {again}"))?;
    if stored.version != VERSION {
        return Err(format!(
            "a baseline of version {}, where {VERSION} is known; {again}",
            stored.version
        ));
    }
    let mut counts = Counts::new();
    for Entry { path, rule, text, message, count } in stored.findings {
        *counts.entry(Fingerprint { path, rule, text, message }).or_default() += count;
    }
    Ok(counts)
}

/// A line for each entry.
fn written(counts: Counts) -> String {
    let lines: Vec<String> = counts
        .into_iter()
        .map(|(Fingerprint { path, rule, text, message }, count)| {
            let entry = Entry { path, rule, text, message, count };
            format!("    {}", serde_json::to_string(&entry).expect("texts and a number are JSON"))
        })
        .collect();
    let list =
        if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) };
    format!("{{\n  \"version\": {VERSION},\n  \"findings\": {list}\n}}\n")
}
