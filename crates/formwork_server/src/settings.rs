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
    pub(crate) code_lens: CodeLens,
    /// The address of what is written about a rule, with `{rule}` for its name.
    pub(crate) documentation: Option<String>,
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

/// Which lenses are shown above the text.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct CodeLens {
    /// Those that specialize a function for its calls.
    pub(crate) specialize: bool,
    /// Those that run a section: for editors that know the command.
    pub(crate) sections: bool,
}

impl Default for CodeLens {
    fn default() -> CodeLens {
        CodeLens { specialize: true, sections: false }
    }
}

impl Default for InlayHints {
    fn default() -> InlayHints {
        InlayHints { assignments: true, parameters: true, scalars: true }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let inlay_hints = InlayHints::default();
        let code_lens = CodeLens::default();
        let (dialect, path, config, documentation) = (None, Vec::new(), None, None);
        Settings { dialect, path, config, inlay_hints, code_lens, documentation }
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
