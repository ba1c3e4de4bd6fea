//! What a file consists of: functions, classes with their parts, sections that `%%` opens, and
//! which stretches of it can be folded.

use formwork_syntax::{StmtId, StmtKind, Tree};

use super::names::FunctionName;

/// What a part of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A class.
    Class,
    /// A property of a class.
    Property,
    /// A section that `%%` opens.
    Section,
}

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it, in bytes.
    pub span: (u32, u32),
    /// Its name, in bytes.
    pub name_span: (u32, u32),
}

/// What a file consists of.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Its parts, in the order of the text: what stands inside another follows it.
    pub symbols: Vec<Symbol>,
    /// What can be folded, and whether it is a comment.
    pub folds: Vec<((u32, u32), bool)>,
}

pub(super) fn outline(tree: &Tree, functions: &[FunctionName]) -> Outline {
    let mut outline = Outline::default();
    for function in functions {
        outline.symbols.push(Symbol {
            name: function.name.clone(),
            kind: SymbolKind::Function,
            span: function.span,
            name_span: function.name_span,
        });
    }
    let end = u32::try_from(tree.source().len()).unwrap_or(u32::MAX);
    let mut comments: Vec<(u32, u32)> = Vec::new();
    for (id, stmt) in tree.stmts() {
        let span = (stmt.span.start, stmt.span.end);
        match &stmt.kind {
            StmtKind::Comment(_) => comments.push(span),
            StmtKind::Class(class) => {
                outline.symbols.push(Symbol {
                    name: tree.name(class.name).to_owned(),
                    kind: SymbolKind::Class,
                    span,
                    name_span: (class.name_span.start, class.name_span.end),
                });
            }
            StmtKind::Member(member) => outline.symbols.extend(property(tree, id, member)),
            _ => {}
        }
        if is_block(&stmt.kind) {
            outline.folds.push((span, false));
        }
    }
    outline.sections(tree, &comments, end);
    outline.runs(tree, &comments);
    outline.symbols.sort_by_key(|one| (one.span.0, std::cmp::Reverse(one.span.1)));
    outline.folds.sort_unstable();
    outline
}

fn property(tree: &Tree, id: StmtId, member: &formwork_syntax::Member) -> Option<Symbol> {
    let formwork_syntax::MemberTarget::Name(parts) = &member.target else { return None };
    let span = tree.stmt(id).span;
    let name = tree.qualified_name(parts);
    let end = span.start + u32::try_from(name.len()).unwrap_or(0);
    let of_class = tree.stmts().any(|(_, stmt)| match &stmt.kind {
        StmtKind::ClassBlock(block) => block.body.contains(&id),
        _ => false,
    });
    of_class.then_some(Symbol {
        name,
        kind: SymbolKind::Property,
        span: (span.start, span.end),
        name_span: (span.start, end),
    })
}

impl Outline {
    /// Comments that begin with `%%` open sections, each up to the next.
    fn sections(&mut self, tree: &Tree, comments: &[(u32, u32)], end: u32) {
        let text = |span: (u32, u32)| &tree.source()[span.0 as usize..span.1 as usize];
        let opens = |span: &&(u32, u32)| {
            let text = text(**span);
            text == b"%%" || text.starts_with(b"%% ") || text.starts_with(b"## ")
        };
        // `##` is what comments of Octave begin with anyway.
        let mut starts: Vec<(u32, u32)> = comments
            .iter()
            .filter(opens)
            .filter(|one| !text(**one).starts_with(b"#"))
            .copied()
            .collect();
        starts.sort_unstable();
        for (place, &span) in starts.iter().enumerate() {
            let next = starts.get(place + 1).map_or(end, |next| next.0.saturating_sub(1));
            let title = String::from_utf8_lossy(text(span));
            let title = title.trim_start_matches('%').trim();
            let name = if title.is_empty() { "section" } else { title };
            self.symbols.push(Symbol {
                name: name.to_owned(),
                kind: SymbolKind::Section,
                span: (span.0, next),
                name_span: span,
            });
            self.folds.push(((span.0, next), false));
        }
    }

    /// Comments below one another fold together.
    fn runs(&mut self, tree: &Tree, comments: &[(u32, u32)]) {
        let mut all = comments.to_vec();
        all.sort_unstable();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for span in all {
            match runs.last_mut() {
                Some(last)
                    if tree.source()[last.1 as usize..span.0 as usize]
                        .iter()
                        .all(u8::is_ascii_whitespace) =>
                {
                    last.1 = span.1;
                }
                _ => runs.push(span),
            }
        }
        self.folds.extend(runs.into_iter().map(|run| (run, true)));
    }
}

/// Whether a statement has lines of its own to be folded.
fn is_block(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::If { .. }
        | StmtKind::While { .. }
        | StmtKind::DoUntil { .. }
        | StmtKind::For(_)
        | StmtKind::Spmd { .. }
        | StmtKind::Switch(_)
        | StmtKind::Try(_)
        | StmtKind::UnwindProtect { .. }
        | StmtKind::Function(_)
        | StmtKind::Class(_)
        | StmtKind::ClassBlock(_)
        | StmtKind::Expr(_)
        | StmtKind::Arguments(_) => true,
        StmtKind::Broken(_)
        | StmtKind::Command { .. }
        | StmtKind::Shell(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Declare { .. }
        | StmtKind::Signature(_)
        | StmtKind::Member(_)
        | StmtKind::Enumerator { .. }
        | StmtKind::Event(_)
        | StmtKind::Comment(_) => false,
    }
}
