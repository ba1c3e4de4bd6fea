//! Which rules count where: options, and the `formwork.toml` nearest to each file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use formwork_check::Rule;
use formwork_infer::Assumption;
use formwork_shape::Semantics;
use formwork_syntax::{Dialect, SyntaxErrorCode};

use super::report::{Found, shown};
use crate::closest::closest_rule;
use crate::config::{Config, RuleSeverity};
use crate::diagnostic::Level;
use crate::paths::{folder_of, normal};
use crate::source::Texts;

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// What was asked to be checked: files and folders, as they were named. What is remembered is
    /// kept apart for each such list.
    pub paths: Vec<PathBuf>,
    /// How files are read.
    pub dialect: Option<Dialect>,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for besides the checked files.
    pub search_path: Vec<PathBuf>,
    /// The folders of files that are not checked, but whose functions can be called
    /// ([`function_folders`](super::function_folders)).
    pub folders_around: Arc<Vec<PathBuf>>,
    /// What is assumed of parameters, if not what the configuration says.
    pub assume: Option<Assumption>,
    /// The configuration, if not the nearest to each file.
    pub config: Option<PathBuf>,
    /// Rules that count, if not those of the configuration.
    pub select: Vec<String>,
    /// Rules that do not count.
    pub ignore: Vec<String>,
    /// Findings that are known, if not those that the configuration names.
    pub baseline: Option<PathBuf>,
    /// What is done with the baseline besides using it.
    pub baseline_action: BaselineAction,
    /// The commit since which lines must have changed whose findings count.
    pub diff_base: Option<String>,
    /// Where files that have not changed are remembered, if they are.
    pub cache: Option<PathBuf>,
    /// What stands for files that are open in an editor.
    pub texts: Texts,
    /// Set when nobody wants to know any more: then what is found is not complete.
    pub stop: Arc<AtomicBool>,
}

/// What is done with a baseline besides using it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BaselineAction {
    /// Nothing.
    #[default]
    Keep,
    /// It is written anew with what is found now.
    Update,
    /// Entries that are found no more are removed.
    Prune,
}

/// Which rules count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSelection {
    /// Only these, if any are named: names, short ids, or beginnings of ids.
    pub select: Vec<String>,
    /// Not these.
    pub ignore: Vec<String>,
}

impl RuleSelection {
    /// Whether findings of a rule count.
    #[must_use]
    pub fn includes(&self, code: &str, id: &str) -> bool {
        let among = |list: &[String]| list.iter().any(|text| names(text, code, id));
        (self.select.is_empty() || among(&self.select)) && !among(&self.ignore)
    }

    /// What of it names no rule.
    #[must_use]
    pub fn unknown(&self) -> Vec<String> {
        unknown(self.select.iter().chain(&self.ignore))
    }
}

/// Whether a text means a rule: its name, its short id, or the beginning of its id.
fn names(text: &str, code: &str, id: &str) -> bool {
    let begins = |id: &str| {
        id.get(..text.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(text))
    };
    text.eq_ignore_ascii_case(code) || (!text.is_empty() && begins(id))
}

/// The texts that mean no rule.
fn unknown<'t>(texts: impl IntoIterator<Item = &'t String>) -> Vec<String> {
    let is_known =
        |text: &str| Rule::ALL.into_iter().any(|rule| names(text, rule.code(), rule.id()));
    texts.into_iter().filter(|text| !is_known(text)).cloned().collect()
}

/// What holds for one file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How it is read.
    pub dialect: Option<Dialect>,
    /// Folders in which functions are looked for.
    pub search_path: Vec<PathBuf>,
    /// What is assumed of parameters.
    pub assume: Assumption,
    /// Which rules count.
    pub rules: RuleSelection,
    /// How bad findings of rules are, those of inner folders last.
    pub severity: Vec<Severities>,
    /// Findings that are known.
    pub baseline: Option<PathBuf>,
}

/// How bad findings of rules are, by names, short ids and beginnings of ids.
type Severities = BTreeMap<String, RuleSeverity>;

impl Settings {
    /// The findings that count, each as bad as it is here. What is wrong with the text itself
    /// always counts.
    pub(super) fn judge(&self, mut found: Vec<Found>) -> Vec<Found> {
        found.retain_mut(|finding| {
            if Rule::find(&finding.code).is_none() {
                return true;
            }
            let severity = self.severity_of(&finding.code, &finding.id);
            finding.level = match severity {
                None => finding.level,
                Some(RuleSeverity::Off) => return false,
                Some(RuleSeverity::Note) => Level::Note,
                Some(RuleSeverity::Warning) => Level::Warning,
                Some(RuleSeverity::Error) => Level::Error,
            };
            self.rules.includes(&finding.code, &finding.id)
        });
        found
    }

    /// Whether findings of a rule count.
    pub(super) fn looks_for(&self, code: &str, id: &str) -> bool {
        self.rules.includes(code, id) && self.severity_of(code, id) != Some(RuleSeverity::Off)
    }

    /// How bad findings of a rule are, if somebody said so: in the innermost folder, and there by
    /// its name or id before a beginning of ids, of which the longest counts.
    fn severity_of(&self, code: &str, id: &str) -> Option<RuleSeverity> {
        self.severity.iter().rev().find_map(|layer| {
            layer
                .iter()
                .filter(|(text, _)| names(text, code, id))
                .max_by_key(
                    |(text, _)| if text.len() >= id.len() { usize::MAX } else { text.len() },
                )
                .map(|(_, severity)| *severity)
        })
    }
}

/// What is said of a name that is none of a rule.
fn no_such_rule(name: &str) -> String {
    match closest_rule(name) {
        Some(code) => format!("no rule is called '{name}'; did you mean '{code}'?"),
        None => format!("no rule is called '{name}'; `formwork explain` lists them"),
    }
}

/// What is wrong with the names of rules in a configuration.
fn mistakes(config: &Config) -> Vec<String> {
    let file = config.file.as_deref().map(shown).unwrap_or_default();
    let check = &config.check;
    let mut all = Vec::new();
    let mut tell = |table: &str, select: &[String], ignore: &[String], severity: &Severities| {
        let mut say =
            |key: &str, message: String| all.push(format!("{file}: {table}{key}: {message}"));
        for (key, list) in [("select", select), ("ignore", ignore)] {
            for name in unknown(list) {
                say(&format!("] {key}"), no_such_rule(&name));
            }
        }
        for name in unknown(severity.keys()) {
            let is_syntax = SyntaxErrorCode::find(&name).is_some()
                || name.to_ascii_uppercase().starts_with("FW0");
            say(
                ".severity]",
                match is_syntax {
                    true => format!(
                        "'{name}' is about the text itself: a file with a syntax error is not \
                     analysed, so its severity stays; leave such files out with `exclude`"
                    ),
                    false => no_such_rule(&name),
                },
            );
        }
    };
    tell("[check", &check.select, &check.ignore, &check.severity);
    for (folder, own) in &check.folders {
        let table = format!("[check.folders.\"{}\"", shown(folder));
        tell(&table, &own.select, &own.ignore, &own.severity);
    }
    all
}

/// What holds for each file.
pub(super) fn for_files(
    files: &[PathBuf],
    options: &CheckOptions,
    problems: &mut Vec<String>,
) -> Vec<Settings> {
    let mut by_folder: BTreeMap<PathBuf, Settings> = BTreeMap::new();
    let given = RuleSelection { select: options.select.clone(), ignore: options.ignore.clone() };
    for unknown in given.unknown() {
        problems.push(no_such_rule(&unknown));
    }
    files
        .iter()
        .map(|file| {
            let folder = folder_of(file);
            by_folder
                .entry(folder.to_path_buf())
                .or_insert_with(|| settings(folder, options, problems))
                .clone()
        })
        .collect()
}

fn settings(folder: &Path, options: &CheckOptions, problems: &mut Vec<String>) -> Settings {
    let config = match Config::load(options.config.as_deref(), folder) {
        Ok(config) => config,
        Err(error) => {
            let message = error.to_string();
            if !problems.contains(&message) {
                problems.push(message);
            }
            Config::default()
        }
    };
    let mut rules = RuleSelection {
        select: if options.select.is_empty() {
            config.check.select.clone()
        } else {
            options.select.clone()
        },
        ignore: [&config.check.ignore[..], &options.ignore].concat(),
    };
    let mut severity = vec![config.check.severity.clone()];
    let absolute = normal(folder);
    for (place, per_folder) in &config.check.folders {
        if absolute.starts_with(normal(place)) {
            rules.ignore.extend(per_folder.ignore.iter().cloned());
            severity.push(per_folder.severity.clone());
            if !per_folder.select.is_empty() && options.select.is_empty() {
                rules.select.clone_from(&per_folder.select);
            }
        }
    }
    for message in mistakes(&config) {
        if !problems.contains(&message) {
            problems.push(message);
        }
    }
    Settings {
        dialect: options.dialect.or(config.dialect),
        search_path: config.path,
        assume: options.assume.or(config.assume).unwrap_or_default(),
        rules,
        severity,
        baseline: options.baseline.clone().or(config.check.baseline),
    }
}
