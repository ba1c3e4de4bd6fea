//! What the editor's user configured, besides `formwork.toml`.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

/// The settings, with the names that editors have for them.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Settings {
    /// `auto`, `matlab` or `octave`, if not what the configuration says.
    pub(crate) dialect: Option<String>,
    /// Where functions are looked for besides the folders of the workspace.
    pub(crate) path: Vec<PathBuf>,
    /// The configuration, if not the nearest to each file.
    pub(crate) config: Option<PathBuf>,
    pub(crate) inlay_hints: InlayHints,
}

/// Which shapes are shown beside the text.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct InlayHints {
    /// Those of variables where they are assigned.
    pub(crate) assignments: bool,
    /// Those of parameters.
    pub(crate) parameters: bool,
    /// Those of single numbers, too.
    pub(crate) scalars: bool,
}

impl Default for InlayHints {
    fn default() -> InlayHints {
        InlayHints { assignments: true, parameters: true, scalars: true }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let inlay_hints = InlayHints::default();
        Settings { dialect: None, path: Vec::new(), config: None, inlay_hints }
    }
}

impl Settings {
    /// Settings as the editor sends them, perhaps inside of `formwork`; what makes no sense is left
    /// out.
    pub(crate) fn read(value: &Value) -> Settings {
        let own = value.get("formwork").unwrap_or(value);
        Settings::deserialize(own).unwrap_or_default()
    }
}
