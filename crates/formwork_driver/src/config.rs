//! `formwork.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use formwork_infer::Assumption;
use formwork_syntax::Dialect;
use serde::Deserialize;

use crate::paths::normal;

/// What a user configured.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The dialect, if set.
    pub dialect: Option<Dialect>,
    /// Folders in which functions are looked for, made absolute.
    pub path: Vec<PathBuf>,
    /// What `shapes` and `check` assume of parameters without a description, if set.
    pub assume: Option<Assumption>,
    /// What `check` looks for.
    pub check: CheckConfig,
    /// The file it was read from, if there is one.
    pub file: Option<PathBuf>,
}

/// What `check` looks for.
#[derive(Clone, Debug, Default)]
pub struct CheckConfig {
    /// Only these rules, if any are named.
    pub select: Vec<String>,
    /// Not these.
    pub ignore: Vec<String>,
    /// How bad findings of rules are, by names, short ids and beginnings of ids.
    pub severity: BTreeMap<String, RuleSeverity>,
    /// Patterns of files below folders that are not checked, relative to the configuration.
    pub exclude: Vec<String>,
    /// Patterns of the only files below folders that are checked, if there are any.
    pub include: Vec<String>,
    /// The file with findings that are known, made absolute.
    pub baseline: Option<PathBuf>,
    /// What holds in folders besides, by their absolute paths.
    pub folders: Vec<(PathBuf, FolderConfig)>,
}

/// What holds in a folder.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FolderConfig {
    /// Only these rules, if any are named.
    #[serde(default)]
    pub select: Vec<String>,
    /// Not these.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// How bad findings of rules are there.
    #[serde(default)]
    pub severity: BTreeMap<String, RuleSeverity>,
}

/// How bad the findings of a rule are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RuleSeverity {
    /// They do not count.
    Off,
    /// Worth knowing.
    Note,
    /// Wrong under a condition.
    Warning,
    /// Wrong.
    Error,
}

/// The file as written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    dialect: Option<String>,
    #[serde(default)]
    path: Vec<PathBuf>,
    assume: Option<String>,
    #[serde(default)]
    check: CheckTable,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    #[serde(default)]
    select: Vec<String>,
    #[serde(default)]
    ignore: Vec<String>,
    #[serde(default)]
    severity: BTreeMap<String, RuleSeverity>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    include: Vec<String>,
    baseline: Option<PathBuf>,
    #[serde(default)]
    folders: BTreeMap<PathBuf, FolderConfig>,
}

/// A configuration that cannot be used.
#[derive(Debug)]
pub struct ConfigError {
    path: PathBuf,
    message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// The configuration in `file`, or in the `formwork.toml` of `start` or the
    /// nearest folder above it, or the default.
    ///
    /// # Errors
    ///
    /// If there is one and it cannot be read or is not well formed.
    #[expect(clippy::disallowed_methods, reason = "the driver is where files are read")]
    pub fn load(file: Option<&Path>, start: &Path) -> Result<Config, ConfigError> {
        let found = match file {
            Some(file) => Some(file.to_path_buf()),
            None => Config::nearest(start),
        };
        let Some(file) = found else { return Ok(Config::default()) };
        let fail = |message: String| ConfigError { path: file.clone(), message };
        let text = std::fs::read_to_string(&file).map_err(|error| fail(error.to_string()))?;
        let absolute = normal(&file);
        let folder = absolute.parent().unwrap_or(Path::new("."));
        let config = Config::parse(&text, folder).map_err(fail)?;
        Ok(Config { file: Some(file), ..config })
    }

    /// The `formwork.toml` of `start`, or of the nearest folder above it.
    pub(crate) fn nearest(start: &Path) -> Option<PathBuf> {
        let start = normal(start);
        start.ancestors().map(|folder| folder.join("formwork.toml")).find(|file| file.is_file())
    }

    /// The configuration that `text` in a file in `folder` states.
    fn parse(text: &str, folder: &Path) -> Result<Config, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let dialect = file.dialect.as_deref().map(str::parse).transpose()?;
        let assume = file.assume.as_deref().map(str::parse).transpose()?;
        let folders = file.check.folders;
        let check = CheckConfig {
            select: file.check.select,
            ignore: file.check.ignore,
            severity: file.check.severity,
            exclude: file.check.exclude,
            include: file.check.include,
            baseline: file.check.baseline.map(|path| folder.join(path)),
            folders: folders.into_iter().map(|(path, own)| (folder.join(path), own)).collect(),
        };
        let path = file.path.iter().map(|path| folder.join(path)).collect();
        Ok(Config { dialect, path, assume, check, file: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file() {
        let config =
            Config::parse("dialect = \"octave\"\npath = [\"lib\"]", Path::new("/p")).unwrap();
        assert_eq!(config.dialect, Some(Dialect::Octave));
        assert_eq!(config.path, [PathBuf::from("/p/lib")]);
        let config = Config::parse("assume = \"numeric\"", Path::new("/p")).unwrap();
        assert_eq!(config.assume, Some(Assumption::Numeric));
    }

    #[test]
    fn mistakes_are_told() {
        let unknown = Config::parse("dialct = \"octave\"", Path::new("/p")).unwrap_err();
        assert!(unknown.contains("unknown field `dialct`"), "{unknown}");
        let wrong = Config::parse("dialect = \"perl\"", Path::new("/p")).unwrap_err();
        assert!(wrong.contains("expected auto, matlab or octave"), "{wrong}");
        let wrong = Config::parse("assume = \"text\"", Path::new("/p")).unwrap_err();
        assert!(wrong.contains("expected nothing or numeric"), "{wrong}");
        let text = "[check.severity]\n\"growing-array\" = \"fatal\"";
        let wrong = Config::parse(text, Path::new("/p")).unwrap_err();
        assert!(wrong.contains("line 2"), "{wrong}");
        assert!(wrong.contains("expected one of `off`, `note`, `warning`, `error`"), "{wrong}");
    }

    /// The fields of a table that is read, as the error for an unknown one lists them.
    fn fields(text: &str) -> Vec<String> {
        let message = Config::parse(text, Path::new("/p")).unwrap_err();
        let (_, listed) = message.split_once("expected ").expect("it lists them");
        listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn every_key_is_documented() {
        use crate::config_keys::{EXAMPLE_CONFIG, config_keys};
        let mut read = Vec::new();
        for (prefix, text) in [
            ("", "nothing-like-that = 1"),
            ("check.", "[check]\nnothing-like-that = 1"),
            ("check.folders.PATH.", "[check.folders.a]\nnothing-like-that = 1"),
        ] {
            read.extend(fields(text).into_iter().map(|name| format!("{prefix}{name}")));
        }
        read.retain(|name| name != "check" && name != "check.folders");
        let mut documented: Vec<&str> = config_keys().iter().map(|key| key.name).collect();
        read.sort();
        documented.sort_unstable();
        assert_eq!(read, documented);
        for key in documented {
            let last = key.rsplit('.').next().unwrap();
            assert!(EXAMPLE_CONFIG.contains(last), "{key}");
        }
        Config::parse(EXAMPLE_CONFIG, Path::new("/p")).unwrap();
    }
}
