//! The protocol's data, as far as it is used here.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An answer, or why there is none.
pub(crate) type Answer = Result<Value, String>;

/// An answer as data.
pub(crate) fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// A place: line and character, both from 0, characters counted in the negotiated encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Position {
    pub(crate) line: u32,
    pub(crate) character: u32,
}

/// From a place up to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Range {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A stretch of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Location {
    pub(crate) uri: String,
    pub(crate) range: Range,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextEdit {
    pub(crate) range: Range,
    pub(crate) new_text: String,
}

#[derive(Deserialize)]
pub(crate) struct TextDocument {
    pub(crate) uri: String,
    #[serde(default)]
    pub(crate) version: i32,
    #[serde(default)]
    pub(crate) text: String,
}

/// Parameters that name a document, and perhaps a place or a stretch of it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: TextDocument,
    #[serde(default)]
    pub(crate) position: Position,
    #[serde(default)]
    pub(crate) range: Option<Range>,
    #[serde(default)]
    pub(crate) new_name: String,
    #[serde(default)]
    pub(crate) context: ReferenceContext,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReferenceContext {
    #[serde(default)]
    pub(crate) include_declaration: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeParams {
    pub(crate) text_document: TextDocument,
    pub(crate) content_changes: Vec<Change>,
}

/// A change of a stretch, or of the whole text.
#[derive(Deserialize)]
pub(crate) struct Change {
    pub(crate) range: Option<Range>,
    pub(crate) text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InitializeParams {
    #[serde(default)]
    pub(crate) root_uri: Option<String>,
    #[serde(default)]
    pub(crate) workspace_folders: Option<Vec<Folder>>,
    #[serde(default)]
    pub(crate) capabilities: Value,
    #[serde(default)]
    pub(crate) initialization_options: Value,
}

#[derive(Deserialize)]
pub(crate) struct Folder {
    pub(crate) uri: String,
}

/// What stands for a function in a call hierarchy.
#[derive(Deserialize)]
pub(crate) struct ItemParams {
    pub(crate) item: Item,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Item {
    pub(crate) uri: String,
    pub(crate) selection_range: Range,
}

#[derive(Deserialize)]
pub(crate) struct QueryParams {
    pub(crate) query: String,
}
