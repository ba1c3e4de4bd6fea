//! The keys of `formwork.toml`, as its documentation lists them. A test holds them against what is
//! read (`config.rs`).

/// A key of `formwork.toml`.
#[derive(Clone, Copy, Debug)]
pub struct ConfigKey {
    /// Its name, with the tables around.
    pub name: &'static str,
    /// What it may be.
    pub value: &'static str,
    /// What holds without it.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const fn key(
    name: &'static str,
    value: &'static str,
    default: &'static str,
    meaning: &'static str,
) -> ConfigKey {
    ConfigKey { name, value, default, meaning }
}

const SEVERITY: &str = "a table from rules to `\"off\"`, `\"note\"`, `\"warning\"`, `\"error\"`";

const KEYS: &[ConfigKey] = &[
    key(
        "dialect",
        "`\"auto\"`, `\"matlab\"`, `\"octave\"`",
        "`\"auto\"`",
        "As what files are read.",
    ),
    key("path", "a list of folders", "none", "Where functions are looked for, besides."),
    key(
        "assume",
        "`\"nothing\"`, `\"numeric\"`",
        "`\"nothing\"`",
        "What `shapes` and `check` take parameters for of which nothing is said.",
    ),
    key("check.select", "a list of rules", "all", "Only these rules count."),
    key("check.ignore", "a list of rules", "none", "These do not."),
    key("check.severity", SEVERITY, "that of the rule", "How bad findings are."),
    key("check.exclude", "a list of patterns", "none", "Files below folders that are left out."),
    key(
        "check.include",
        "a list of patterns",
        "all",
        "The only files below folders that are checked.",
    ),
    key("check.baseline", "a file", "none", "Findings that are known, as with `--baseline`."),
    key("check.folders.PATH.select", "a list of rules", "all", "As above, in this folder."),
    key(
        "check.folders.PATH.ignore",
        "a list of rules",
        "none",
        "As above, in this folder, besides.",
    ),
    key("check.folders.PATH.severity", SEVERITY, "that around", "As above, in this folder."),
];

/// A configuration with every key.
pub const EXAMPLE_CONFIG: &str = r#"dialect = "octave"
path = ["lib", "vendor"]
assume = "numeric"

[check]
select = ["FW1", "FW2", "growing-array"]
ignore = ["undefined-function"]
exclude = ["third_party/**", "*_gen.m", "!important_gen.m"]
include = ["src/**"]
baseline = "formwork-baseline.json"

[check.severity]
growing-array = "off"
FW1 = "warning"

[check.folders."old/code"]
select = ["FW1"]
ignore = ["FW4"]

[check.folders."old/code".severity]
inner-extent = "note"
"#;

/// The keys.
#[must_use]
pub fn config_keys() -> &'static [ConfigKey] {
    KEYS
}
