//! The comments of a program that suppress findings.
//!
//! A comment is what the parser takes for one: a marker in a string is none. One behind a statement
//! counts for its line and, if the statement has several lines, for the first of them, wherever
//! in the statement it stands. One alone on a line counts for the next line that has something else.

use std::collections::BTreeSet;

use formwork_check::Rule;
use formwork_syntax::{
    CommentKind, Dialect, Span, StmtKind, SuppressedCodes, SuppressionKind, SyntaxErrorCode, Tree,
    parse, suppressions,
};

use super::{Suppression, What, analyzer};
use crate::closest::closest_rule;
use crate::sac::is_sac;
use crate::source::Source;

/// A comment that cannot be what it was meant to be: where, why, and what to do about it.
type Mistake = ((u32, u32), String, Option<String>);

/// The suppressions of a text, and what is wrong with them.
pub(super) fn read(source: &Source, dialect: Dialect) -> (Vec<Suppression>, Vec<Mistake>) {
    let text = source.text();
    // Most programs have none, and are not read again for it.
    let has = |marker: &[u8]| memchr::memmem::find(text, marker).is_some();
    if is_sac(source.path()) || (!has(b"formwork:") && !has(b"%#ok")) {
        return (Vec::new(), Vec::new());
    }
    let parsed = parse(text, dialect);
    let lines = Lines::new(source, &parsed.tree);
    let mut reader = Reader { source, lines, all: Vec::new(), mistakes: Vec::new() };
    for (_, comment) in parsed.tree.comments() {
        let own = &text[comment.span.range()];
        for found in suppressions(own, comment.span.start, comment.kind) {
            let place = Place { comment: comment.span, block: comment.kind == CommentKind::Block };
            reader.add(found, place);
        }
    }
    (reader.all, reader.mistakes)
}

/// Where a suppression stands.
struct Place {
    comment: Span,
    block: bool,
}

struct Reader<'s> {
    source: &'s Source,
    lines: Lines<'s>,
    all: Vec<Suppression>,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn add(&mut self, found: formwork_syntax::Suppression, place: Place) {
        let span = (found.span.start, found.span.end);
        let lines = match found.kind {
            SuppressionKind::AnalyzerOk => Some(self.lines.of_statement(place.comment.start)),
            SuppressionKind::Ignore => Some(self.lines.meant(place.comment)),
            SuppressionKind::IgnoreFile => {
                if place.block && !self.lines.is_before_code(place.comment) {
                    return;
                }
                if !place.block && !self.lines.is_alone(place.comment) {
                    let message = "'ignore-file' counts only on a line of its own".to_owned();
                    let help = "put the comment on a line of its own, or write 'ignore' if only \
                                this line is meant";
                    return self.mistakes.push((span, message, Some(help.to_owned())));
                }
                None
            }
        };
        let analyzer = found.kind == SuppressionKind::AnalyzerOk;
        match found.codes {
            SuppressedCodes::All => {
                self.all.push(Suppression { lines, what: What::All, span, used: analyzer });
            }
            SuppressedCodes::Unclosed if analyzer => {}
            SuppressedCodes::Unclosed => {
                let message = "this suppresses nothing: ']' is missing".to_owned();
                let help = "close the list of rules: 'ignore[rule, rule]'".to_owned();
                self.mistakes.push((span, message, Some(help)));
            }
            SuppressedCodes::Listed(codes) if codes.is_empty() && !analyzer => {
                let message = "this suppresses nothing: no rule is named".to_owned();
                let help = "name a rule, or leave the brackets out to suppress everything";
                self.mistakes.push((span, message, Some(help.to_owned())));
            }
            SuppressedCodes::Listed(codes) => {
                for code in codes {
                    let name = String::from_utf8_lossy(&self.source.text()[code.range()]);
                    let name = name.into_owned();
                    if analyzer {
                        self.add_analyzer(&name, lines.clone(), span);
                    } else {
                        self.add_rule(name, lines.clone(), (code.start, code.end));
                    }
                }
            }
        }
    }

    /// An id of MATLAB's Code Analyzer; with a star it is meant for the whole file.
    fn add_analyzer(&mut self, id: &str, lines: Option<Vec<u32>>, span: (u32, u32)) {
        let (id, lines) = match id.strip_prefix('*') {
            Some(id) => (id, None),
            None => (id, lines),
        };
        let what = What::Rules(analyzer::rules(id));
        self.all.push(Suppression { lines, what, span, used: true });
    }

    fn add_rule(&mut self, name: String, lines: Option<Vec<u32>>, span: (u32, u32)) {
        if Rule::find(&name).is_some() || SyntaxErrorCode::find(&name).is_some() {
            return self.all.push(Suppression { lines, what: What::Rule(name), span, used: false });
        }
        let help = match closest_rule(&name) {
            Some(code) => format!("did you mean '{code}'?"),
            None => "`formwork explain` lists the rules".to_owned(),
        };
        self.mistakes.push((span, format!("no rule is called '{name}'"), Some(help)));
    }
}

/// What stands on which line.
struct Lines<'s> {
    source: &'s Source,
    /// First and last line of statements, and of expressions in them, that have several.
    long: Vec<(u32, u32)>,
    /// Lines that only have a comment.
    comments: BTreeSet<u32>,
    /// Where the first statement begins.
    code: u32,
}

impl<'s> Lines<'s> {
    fn new(source: &'s Source, tree: &Tree) -> Lines<'s> {
        let line = |at: u32| source.line_column(at).line;
        let statements = tree.stmts().filter(|(_, stmt)| is_simple(&stmt.kind));
        let spans = statements.map(|(_, stmt)| stmt.span);
        let spans = spans.chain(tree.exprs().map(|(_, expr)| expr.span));
        // Whether a span has a line end in it is asked without looking for its lines.
        let text = source.text();
        let is_long = |span: &Span| {
            text.get(span.range()).is_some_and(|own| memchr::memchr2(b'\n', b'\r', own).is_some())
        };
        let mut long: Vec<(u32, u32)> =
            spans.filter(is_long).map(|span| (line(span.start), line(span.end))).collect();
        long.sort_unstable();
        long.dedup();
        let code = tree
            .body()
            .iter()
            .map(|&id| tree.stmt(id))
            .find(|stmt| !matches!(stmt.kind, StmtKind::Comment(_)))
            .map_or(u32::MAX, |stmt| stmt.span.start);
        let mut lines = Lines { source, long, comments: BTreeSet::new(), code };
        for (_, comment) in tree.comments() {
            if lines.is_alone(comment.span) {
                lines.comments.extend(line(comment.span.start)..=line(comment.span.end));
            }
        }
        lines
    }

    fn line(&self, at: u32) -> u32 {
        self.source.line_column(at).line
    }

    /// Whether nothing but blanks stands before a comment on its line.
    fn is_alone(&self, comment: Span) -> bool {
        let before = &self.source.text()[..comment.start as usize];
        let blanks = before.iter().rev().take_while(|byte| !matches!(byte, b'\n' | b'\r'));
        blanks.copied().all(|byte| byte.is_ascii_whitespace())
    }

    /// Whether a comment stands before all statements.
    fn is_before_code(&self, comment: Span) -> bool {
        comment.start < self.code
    }

    /// The line of a place, and the first line of the statement it is in.
    fn of_statement(&self, at: u32) -> Vec<u32> {
        let own = self.line(at);
        let mut first = own;
        // What one expression begins, another may hold.
        while let Some(&(earlier, _)) =
            self.long.iter().find(|(from, to)| *from < first && first <= *to)
        {
            first = earlier;
        }
        if first == own { vec![own] } else { vec![first, own] }
    }

    /// The lines that a comment of ours is about.
    fn meant(&self, comment: Span) -> Vec<u32> {
        let mut lines = self.of_statement(comment.start);
        if self.is_alone(comment) {
            let own = self.line(comment.start);
            lines.retain(|line| *line != own);
            let next = (own + 1..).find(|line| !self.comments.contains(line));
            lines.extend(next);
        }
        lines
    }
}

/// Whether a statement has no statements in it.
fn is_simple(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Expr(_)
        | StmtKind::Command { .. }
        | StmtKind::Shell(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Declare { .. }
        | StmtKind::Signature(_)
        | StmtKind::Member(_)
        | StmtKind::Enumerator { .. }
        | StmtKind::Event(_) => true,
        StmtKind::Broken(_)
        | StmtKind::If { .. }
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
        | StmtKind::Arguments(_)
        | StmtKind::Comment(_) => false,
    }
}
