//! The text a body came from, for messages.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use formwork_syntax::{
    Dialect, ExprId, ExprKind, LineColumn, LineIndex, PostfixOp, StmtKind, Tree,
};
use rustc_hash::FxHashMap;

/// A text, among all that were read in this process: no two have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(u32);

/// A text and where its lines begin.
#[derive(Debug)]
pub struct SourceText {
    id: SourceId,
    /// The file; empty for a text that was evaluated.
    pub path: PathBuf,
    text: Vec<u8>,
    lines: LineIndex,
    /// What Octave's columns are counted with, read when somebody asks for one.
    columns: OnceCell<Columns>,
}

/// How Octave's columns differ from places in the text.
#[derive(Debug)]
struct Columns {
    /// Where blanks set elements of matrices apart.
    separators: Vec<u32>,
    /// For the start of each statement, condition and body of an anonymous function that is
    /// an expression: where Octave says that the expression stands.
    expressions: FxHashMap<u32, u32>,
}

impl Columns {
    fn of(text: &[u8]) -> Columns {
        let tree = formwork_syntax::parse(text, Dialect::default()).tree;
        let separators = separators(&tree, text);
        let mut expressions = FxHashMap::default();
        let mut note = |start: u32, id: ExprId| {
            expressions.insert(start, location(&tree, text, id));
        };
        for (_, stmt) in tree.stmts() {
            match &stmt.kind {
                StmtKind::Expr(id) => {
                    note(stmt.span.start, *id);
                    // `a = b = c` is one statement, whose assignments run one by one.
                    let mut inner = *id;
                    while let ExprKind::Assign(assign) = &tree.expr(inner).kind {
                        inner = assign.value;
                        note(tree.expr(inner).span.start, *id);
                    }
                }
                StmtKind::If { clauses, .. } => {
                    for clause in clauses {
                        note(tree.expr(clause.condition).span.start, clause.condition);
                    }
                }
                StmtKind::While { condition, .. } | StmtKind::DoUntil { condition, .. } => {
                    note(tree.expr(*condition).span.start, *condition);
                }
                // What Octave names by the word that begins it.
                _ => {}
            }
        }
        for (_, expr) in tree.exprs() {
            if let ExprKind::AnonymousFunction { body, .. } = &expr.kind {
                note(tree.expr(*body).span.start, *body);
            }
        }
        Columns { separators, expressions }
    }
}

/// Where Octave says that an expression stands: at its operator, if it has one, at the bracket
/// that closes a literal, and otherwise where it begins.
fn location(tree: &Tree, text: &[u8], id: ExprId) -> u32 {
    let mut id = id;
    loop {
        let expr = tree.expr(id);
        return match &expr.kind {
            ExprKind::Binary(_, left, _) => operator_after(text, tree.expr(*left).span.end),
            // Of `'` Octave tells the place before it.
            ExprKind::Postfix(PostfixOp::ConjugateTranspose, operand) => {
                operator_after(text, tree.expr(*operand).span.end).saturating_sub(1)
            }
            ExprKind::Postfix(_, operand) => operator_after(text, tree.expr(*operand).span.end),
            ExprKind::Assign(assign) => match assign.targets.last() {
                Some(&last) => operator_after(text, tree.expr(last).span.end),
                None => expr.span.start,
            },
            ExprKind::Range { start, .. } => {
                id = *start;
                continue;
            }
            ExprKind::Index { base, .. }
            | ExprKind::Field { base, .. }
            | ExprKind::DynamicField { base, .. } => {
                id = *base;
                continue;
            }
            ExprKind::Matrix(_) | ExprKind::Cell(_) => expr.span.end.saturating_sub(1),
            ExprKind::Text(_) => expr.span.start + 1,
            ExprKind::Error
            | ExprKind::Name(_)
            | ExprKind::Number(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Ignored
            | ExprKind::Unary(..)
            | ExprKind::FunctionHandle(_)
            | ExprKind::AnonymousFunction { .. }
            | ExprKind::MetaClass(_)
            | ExprKind::SuperMethod { .. } => expr.span.start,
        };
    }
}

/// The first byte of the operator behind an operand that ends at `end`, or behind the brackets
/// around it.
fn operator_after(text: &[u8], end: u32) -> u32 {
    let mut at = end as usize;
    while let Some(&byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b')' | b']' | b',' => at += 1,
            // A line that is continued ends here.
            b'.' if text[at..].starts_with(b"...") => {
                let rest = text[at..].iter().position(|&byte| byte == b'\n');
                at += rest.unwrap_or(3);
            }
            _ => break,
        }
    }
    u32::try_from(at).unwrap_or(end)
}

/// Where blanks alone set elements of matrices and cell arrays apart, in order.
fn separators(tree: &Tree, text: &[u8]) -> Vec<u32> {
    let mut found = Vec::new();
    for (_, expr) in tree.exprs() {
        let (ExprKind::Matrix(rows) | ExprKind::Cell(rows)) = &expr.kind else { continue };
        let elements: Vec<ExprId> = rows.iter().flatten().copied().collect();
        let starts = elements.iter().skip(1).map(|&id| tree.expr(id).span.start);
        let starts = starts.chain([expr.span.end.saturating_sub(1)]);
        for (&element, start) in elements.iter().zip(starts) {
            let end = tree.expr(element).span.end;
            let closes = start + 1 == expr.span.end;
            let between = text.get(end as usize..start as usize).unwrap_or_default();
            found.extend(separator(between, closes).map(|offset| end + offset));
        }
    }
    found.sort_unstable();
    found
}

/// Where Octave puts a separator between an element and the next one, or the bracket that
/// closes: for a blank, for the end of a line that no semicolon ends, and for a line that is
/// continued.
fn separator(between: &[u8], closes: bool) -> Option<u32> {
    let line_end = between.iter().position(|&byte| byte == b'\n');
    let line = &between[..line_end.unwrap_or(between.len())];
    let comment = line.iter().position(|byte| matches!(byte, b'%' | b'#'));
    let line = &line[..comment.unwrap_or(line.len())];
    let (line, continued) = match line.windows(3).position(|part| part == b"...") {
        Some(dots) => (&line[..dots], true),
        None => (line, false),
    };
    if line.contains(&b';') {
        return None;
    }
    let has_comma = line.contains(&b',');
    match line_end {
        Some(_) if continued && (has_comma || closes) => None,
        Some(end) => u32::try_from(end + 1).ok(),
        None if has_comma || closes => None,
        None => Some(0),
    }
}

impl SourceText {
    /// Which it is.
    #[must_use]
    pub const fn id(&self) -> SourceId {
        self.id
    }

    /// A text.
    #[must_use]
    pub fn new(path: PathBuf, text: Vec<u8>) -> SourceText {
        let lines = LineIndex::new(&text);
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let id = SourceId(NEXT.fetch_add(1, Ordering::Relaxed));
        SourceText { id, path, text, lines, columns: OnceCell::new() }
    }

    /// The line and column of a place.
    #[must_use]
    pub fn place(&self, at: u32) -> LineColumn {
        self.lines.line_column(&self.text, at)
    }

    /// The line and column as Octave counts them: it puts a comma wherever a blank sets
    /// elements of a matrix apart, and counts that, too.
    #[must_use]
    pub fn octave_place(&self, at: u32) -> LineColumn {
        let mut place = self.place(at);
        let columns = self.columns.get_or_init(|| Columns::of(&self.text));
        let before = columns.separators.iter().rev().skip_while(|&&separator| separator > at);
        let here = before.take_while(|&&separator| self.place(separator).line == place.line);
        place.column += here.count() as u32;
        place
    }

    /// Where Octave says that the statement, the condition or the body of an anonymous
    /// function stands that begins at a place.
    #[must_use]
    pub fn octave_location(&self, start: u32) -> LineColumn {
        let columns = self.columns.get_or_init(|| Columns::of(&self.text));
        self.octave_place(columns.expressions.get(&start).copied().unwrap_or(start))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}
