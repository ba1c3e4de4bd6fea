//! The comments of the original, for the statements that survive.

use std::rc::Rc;

use formwork_hir::{SourceId, SourceText};
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A comment: the line it stands in, whether it has the line to itself, and its text.
struct Comment {
    line: u32,
    alone: bool,
    text: Rc<str>,
}

/// The comments of files, and which of them have been used.
#[derive(Default)]
pub(super) struct Comments {
    files: FxHashMap<SourceId, Rc<[Comment]>>,
    used: FxHashSet<(SourceId, u32)>,
}

impl Comments {
    /// Begins a function: each may have every comment once.
    pub(super) fn begin(&mut self) {
        self.used.clear();
    }

    /// The comments in the lines directly before a statement and at the end of its line.
    pub(super) fn of(&mut self, source: &Rc<SourceText>, span: Span) -> Vec<Rc<str>> {
        let key = source.id();
        let all = Rc::clone(self.files.entry(key).or_insert_with(|| comments_of(source)));
        if all.is_empty() {
            return Vec::new();
        }
        let line = source.place(span.start).line;
        let mut found: Vec<&Comment> = Vec::new();
        let mut wanted = line;
        for comment in all.iter().rev() {
            if comment.line >= line {
                if comment.line == line && !comment.alone {
                    found.push(comment);
                }
            } else if comment.alone && comment.line + 1 == wanted {
                found.push(comment);
                wanted = comment.line;
            } else {
                break;
            }
        }
        found.reverse();
        // What stands at the end of the line comes after what stands before it.
        found.sort_by_key(|comment| comment.line);
        found
            .into_iter()
            .filter(|comment| self.used.insert((key, comment.line)))
            .map(|comment| Rc::clone(&comment.text))
            .collect()
    }
}

fn comments_of(source: &Rc<SourceText>) -> Rc<[Comment]> {
    let parsed = formwork_syntax::parse(source.text(), formwork_syntax::Dialect::default());
    let mut all: Vec<Comment> = parsed
        .tree
        .comments()
        .filter_map(|(_, comment)| {
            let text = parsed.tree.comment_text(comment);
            let text = String::from_utf8_lossy(&text).into_owned();
            // Annotations are for tools, and blocks of comments for nobody here.
            let plain = text.trim_start().trim_start_matches(['%', '#']);
            if text.contains('\n') || text.trim_start().starts_with("%#") {
                return None;
            }
            let line = source.place(comment.span.start).line;
            Some(Comment { line, alone: comment.own_line, text: plain.into() })
        })
        .collect();
    all.sort_by_key(|comment| comment.line);
    all.into()
}
