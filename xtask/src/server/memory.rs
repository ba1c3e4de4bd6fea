//! How much memory a server has with a whole project open.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::child::Server;
use crate::files;

/// How many files are open at the end.
const OPEN: usize = 16;

/// How often each is changed.
const EDITS: i32 = 4;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Opens files of a project one after the other and edits each: how many lines the project has, and
/// how much memory the server had at the end and at most.
pub(super) fn measure(root: &Path) -> Result<(usize, (f64, f64)), String> {
    let paths: Vec<PathBuf> = files::program_files(root);
    let lines =
        paths.iter().map(|path| files::read(path).iter().filter(|one| **one == b'\n').count());
    let lines = lines.sum();
    let mut server = Server::start()?;
    let uri = |path: &Path| format!("file://{}", path.display());
    let silent = || "the server says nothing".to_owned();
    let params = json!({ "rootUri": uri(root), "capabilities": {} });
    server.ask("initialize", &params, PATIENCE)?.ok_or_else(silent)?;
    for path in paths.iter().step_by((paths.len() / OPEN).max(1)).take(OPEN) {
        let text = String::from_utf8_lossy(&files::read(path)).into_owned();
        let document =
            json!({ "uri": uri(path), "languageId": "matlab", "version": 1, "text": text });
        server.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
        let document = json!({ "textDocument": { "uri": uri(path) } });
        for version in 2..2 + EDITS {
            let text = format!("{text}\n% {version}\n");
            let own = json!({ "uri": uri(path), "version": version });
            let change = json!({ "textDocument": own, "contentChanges": [{ "text": text }] });
            server.notify("textDocument/didChange", change)?;
            server.ask("textDocument/diagnostic", &document, PATIENCE)?.ok_or_else(silent)?;
            server.ask("textDocument/inlayHint", &document, PATIENCE)?.ok_or_else(silent)?;
        }
    }
    server.ask("workspace/symbol", &json!({ "query": "a" }), PATIENCE)?.ok_or_else(silent)?;
    Ok((lines, server.memory()))
}
