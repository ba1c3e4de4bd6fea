//! What can be folded: blocks, functions, sections, long comments and statements.

use serde_json::{Value, json};

use crate::protocol::{Answer, DocumentParams};
use crate::state::Seen;

pub(super) fn folds(seen: &Seen<'_>, _: &DocumentParams) -> Answer {
    let folds = seen.names.index.outline.folds.iter();
    let all: Vec<Value> = folds
        .filter_map(|&(span, is_comment)| {
            let range = seen.range(span)?;
            // What ends at the beginning of a line does not have that line.
            let last = range.end.line - u32::from(range.end.character == 0 && range.end.line > 0);
            let kind = is_comment.then_some("comment");
            let mut fold = json!({ "startLine": range.start.line, "endLine": last });
            if let Some(kind) = kind {
                fold["kind"] = json!(kind);
            }
            (last > range.start.line).then_some(fold)
        })
        .collect();
    Ok(json!(all))
}
