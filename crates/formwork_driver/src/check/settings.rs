//! Which rules count where: options, and the `formwork.toml` nearest to each file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use formwork_check::Rule;
use formwork_infer::Assumption;
use formwork_shape::Semantics;
use formwork_syntax::Dialect;

use super::report::Found;
use crate::closest::closest;
use crate::config::Config;

/// What to check, and how.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// How files are read.
    pub dialect: Option<Dialect>,
    /// How elementwise operators treat different shapes.
    pub semantics: Option<Semantics>,
    /// Where functions are looked for besides the checked files.
    pub search_path: Vec<PathBuf>,
    /// What is assumed of parameters, if not what the configuration says.
    pub assume: Option<Assumption>,
    /// The configuration, if not the nearest to each file.
    pub config: Option<PathBuf>,
    /// Rules that count, if not those of the configuration.
    pub select: Vec<String>,
    /// Rules that do not count.
    pub ignore: Vec<String>,
    /// Where files that have not changed are remembered, if they are.
    pub cache: Option<PathBuf>,
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
        let among = |list: &[String]| {
            list.iter().any(|text| {
                text.eq_ignore_ascii_case(code)
                    || id.to_ascii_lowercase().starts_with(&text.to_ascii_lowercase())
            })
        };
        (self.select.is_empty() || among(&self.select)) && !among(&self.ignore)
    }

    /// What of it names no rule.
    #[must_use]
    pub fn unknown(&self) -> Vec<String> {
        self.select
            .iter()
            .chain(&self.ignore)
            .filter(|text| {
                let lower = text.to_ascii_lowercase();
                !Rule::ALL.into_iter().any(|rule| {
                    rule.code() == lower || rule.id().to_ascii_lowercase().starts_with(&lower)
                })
            })
            .cloned()
            .collect()
    }
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
}

impl Settings {
    /// Whether a finding counts. What is wrong with the text itself always does.
    pub(super) fn counts(&self, finding: &Found) -> bool {
        Rule::find(&finding.code).is_none() || self.rules.includes(&finding.code, &finding.id)
    }
}

/// What is said of a name that is none of a rule.
fn no_such_rule(name: &str) -> String {
    match closest(name, Rule::ALL.into_iter().map(Rule::code)) {
        Some(code) => format!("no rule is called '{name}'; did you mean '{code}'?"),
        None => format!("no rule is called '{name}'; `formwork explain` lists them"),
    }
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
            let folder = match file.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
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
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    for (place, per_folder) in &config.check.folders {
        if absolute.starts_with(place) {
            rules.ignore.extend(per_folder.ignore.iter().cloned());
            if !per_folder.select.is_empty() && options.select.is_empty() {
                rules.select.clone_from(&per_folder.select);
            }
        }
    }
    for unknown in rules.unknown() {
        let message = no_such_rule(&unknown);
        if !problems.contains(&message) {
            problems.push(message);
        }
    }
    Settings {
        dialect: options.dialect.or(config.dialect),
        search_path: config.path,
        assume: options.assume.or(config.assume).unwrap_or_default(),
        rules,
    }
}
