//! What an editor may ask for, one file for each thing.

mod actions;
mod calls;
mod commands;
mod completion;
pub(crate) mod diagnostics;
mod folding;
mod hints;
mod hover;
mod lens;
mod navigation;
mod rename;
mod signature;
mod symbols;
mod tokens;
mod written;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams, ItemParams, QueryParams};
use crate::state::{Seen, State};
use crate::uri;

/// What the server can do.
pub(crate) fn capabilities() -> Value {
    json!({
        "diagnosticProvider": { "interFileDependencies": true, "workspaceDiagnostics": false },
        "inlayHintProvider": true,
        "hoverProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "completionProvider": { "triggerCharacters": [".", "'", "\""] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "semanticTokensProvider": { "legend": tokens::legend(), "full": true },
        "callHierarchyProvider": true,
        "codeLensProvider": {},
        "executeCommandProvider": { "commands": commands::ALL },
    })
}

/// Whether an answer needs the shapes of a document's variables.
pub(crate) fn needs_shapes(method: &str) -> bool {
    matches!(method, "textDocument/inlayHint" | "textDocument/hover" | "textDocument/completion")
}

/// Whether an answer needs all that is found in the text as it is now, and not what is found first.
pub(crate) fn needs_all(method: &str) -> bool {
    method == "textDocument/diagnostic"
}

/// The answer to a request; nothing if nobody knows what is asked for.
pub(crate) fn answer(state: &State, method: &str, params: Value) -> Option<Answer> {
    type Feature = fn(&Seen<'_>, &DocumentParams) -> Answer;
    let feature: Feature = match method {
        "textDocument/diagnostic" => diagnostics::pulled,
        "textDocument/inlayHint" => hints::hints,
        "textDocument/hover" => hover::hover,
        "textDocument/codeAction" => actions::actions,
        "textDocument/definition" => navigation::definition,
        "textDocument/references" => navigation::references,
        "textDocument/documentHighlight" => navigation::highlights,
        "textDocument/prepareRename" => rename::prepare,
        "textDocument/rename" => rename::rename,
        "textDocument/documentSymbol" => symbols::of_document,
        "textDocument/foldingRange" => folding::folds,
        "textDocument/completion" => completion::completion,
        "textDocument/signatureHelp" => signature::help,
        "textDocument/semanticTokens/full" => tokens::tokens,
        "textDocument/prepareCallHierarchy" => calls::prepare,
        "textDocument/codeLens" => lens::lenses,
        "workspace/symbol" => {
            return Some(
                read(params)
                    .and_then(|query: QueryParams| symbols::of_workspace(state, &query.query)),
            );
        }
        "callHierarchy/incomingCalls" => {
            return Some(
                read(params).and_then(|item: ItemParams| calls::incoming(state, &item.item)),
            );
        }
        "callHierarchy/outgoingCalls" => {
            return Some(
                read(params).and_then(|item: ItemParams| calls::outgoing(state, &item.item)),
            );
        }
        "workspace/executeCommand" => return Some(commands::execute(state, &params)),
        _ => return None,
    };
    Some(read(params).and_then(|params: DocumentParams| {
        let path = uri::to_path(&params.text_document.uri);
        match path.as_deref().and_then(|path| state.see(path)) {
            Some(seen) => feature(&seen, &params),
            None => Ok(Value::Null),
        }
    }))
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}
