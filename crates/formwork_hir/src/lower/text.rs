//! The text of an anonymous function as `func2str` gives it.

use formwork_syntax::{
    Assign, BinaryOp, Dialect, ExprId, ExprKind, IndexBracket, Param, Quote, Row, StringLiteral,
    Tree, UnaryOp, with_enough_stack,
};

/// The text of `@(params) value` in GNU Octave's spacing. Numbers and parentheses are
/// as the author wrote them.
pub(super) fn anonymous_text(tree: &Tree, params: &[Param], value: ExprId) -> String {
    let mut writer = Writer { tree, out: String::new(), in_rows: false };
    writer.anonymous(params, value, " ");
    writer.out
}

/// The text of the handle that `source`, an anonymous function, makes; `None` if it is
/// none.
#[must_use]
pub fn handle_text(source: &str) -> Option<String> {
    let parsed = formwork_syntax::parse(format!("f = {source};").as_bytes(), Dialect::default());
    if !parsed.errors.is_empty() {
        return None;
    }
    let tree = &parsed.tree;
    // The outermost one is made last.
    let functions = tree.exprs().filter_map(|(_, expr)| match &expr.kind {
        ExprKind::AnonymousFunction { params, body } => Some((params, *body)),
        _ => None,
    });
    functions.last().map(|(params, body)| anonymous_text(tree, params, body))
}

/// An expression as GNU Octave prints it, in one line; what cannot be read is as it was.
#[must_use]
pub fn expression_text(source: &[u8]) -> String {
    let source = String::from_utf8_lossy(source);
    // A comment may stand at the end of a line.
    let printed = handle_text(&format!("@() ({source}\n)"));
    printed
        .as_deref()
        .and_then(|text| text.strip_prefix("@() (")?.strip_suffix(')'))
        .map_or_else(|| source.clone().into_owned(), str::to_owned)
}

struct Writer<'t> {
    tree: &'t Tree,
    out: String,
    /// Whether what is written stands directly in `[…]` or `{…}`, where a blank would end an
    /// element.
    in_rows: bool,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// One inside another has no blank before its body.
    fn anonymous(&mut self, params: &[Param], value: ExprId, blank: &str) {
        self.push("@(");
        for (index, param) in params.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.push(param.name.map_or("~", |name| self.tree.name(name)));
            if let Some(default) = param.default {
                self.push(" = ");
                self.expr(default);
            }
        }
        self.push(")");
        self.push(blank);
        self.expr(value);
    }

    fn list(&mut self, ids: &[ExprId]) {
        for (index, &id) in ids.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.expr(id);
        }
    }

    fn rows(&mut self, rows: &[Row]) {
        let around = std::mem::replace(&mut self.in_rows, true);
        for (index, row) in rows.iter().enumerate() {
            if index > 0 {
                self.push("; ");
            }
            self.list(row);
        }
        self.in_rows = around;
    }

    fn expr(&mut self, id: ExprId) {
        let expr = self.tree.expr(id);
        let parens = usize::from(expr.parens);
        self.push(&"(".repeat(parens));
        let around = self.in_rows;
        let part = matches!(
            expr.kind,
            ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::DynamicField { .. }
        );
        self.in_rows &= !(part && parens > 0);
        with_enough_stack(|| self.bare(id));
        self.in_rows = around;
        self.push(&")".repeat(parens));
    }

    fn bare(&mut self, id: ExprId) {
        let tree = self.tree;
        match &tree.expr(id).kind {
            ExprKind::Error => {}
            ExprKind::Name(name) => self.push(tree.name(*name)),
            ExprKind::Number(_) => {
                let span = tree.expr(id).span;
                let source = tree.source().get(span.range()).unwrap_or_default();
                let text = String::from_utf8_lossy(source).into_owned();
                self.push(text.trim_matches(['(', ')', ' ']));
            }
            ExprKind::Text(literal) => self.text_literal(*literal),
            ExprKind::Colon => self.push(":"),
            ExprKind::End => self.push("end"),
            ExprKind::Ignored => self.push("~"),
            ExprKind::Unary(op, operand) => {
                self.push(match op {
                    UnaryOp::Not => "!",
                    other => other.text(),
                });
                self.expr(*operand);
            }
            ExprKind::Postfix(op, operand) => {
                self.expr(*operand);
                self.push(op.text());
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(*left);
                let text = match op {
                    BinaryOp::NotEqual => "!=",
                    other => other.text(),
                };
                self.push(&format!(" {text} "));
                self.expr(*right);
            }
            ExprKind::Range { start, step, stop } => {
                self.expr(*start);
                for &part in step.iter().chain(Some(stop)) {
                    self.push(":");
                    self.expr(part);
                }
            }
            ExprKind::Index { base, args, bracket } => self.index(*base, args, *bracket),
            ExprKind::Field { base, name } => {
                self.expr(*base);
                self.push(&format!(".{}", tree.name(*name)));
            }
            ExprKind::DynamicField { base, name } => self.dynamic_field(*base, *name),
            ExprKind::Matrix(rows) => {
                self.push("[");
                self.rows(rows);
                self.push("]");
            }
            ExprKind::Cell(rows) if rows.iter().all(|row| row.is_empty()) => self.push("{}(0x0)\n"),
            ExprKind::Cell(rows) => {
                self.push("{");
                self.rows(rows);
                self.push("}");
            }
            ExprKind::FunctionHandle(path) => {
                self.push(&format!("@{}", tree.qualified_name(path)));
            }
            ExprKind::AnonymousFunction { params, body } => self.anonymous(params, *body, ""),
            ExprKind::MetaClass(path) => self.push(&format!("?{}", tree.qualified_name(path))),
            ExprKind::SuperMethod { method, class } => {
                self.expr(*method);
                self.push(&format!("@{}", tree.qualified_name(class)));
            }
            ExprKind::Assign(assign) => self.assign(assign),
        }
    }

    fn text_literal(&mut self, literal: StringLiteral) {
        let value = self.tree.string_value(literal);
        if literal.quote == Quote::Single {
            // A quote inside is not doubled again.
            self.push(&format!("'{}'", String::from_utf8_lossy(&value)));
        } else {
            let text = escaped(&value);
            self.push(&format!("\"{text}\""));
        }
    }

    fn index(&mut self, base: ExprId, args: &[ExprId], bracket: IndexBracket) {
        self.expr(base);
        let (open, close) = match bracket {
            IndexBracket::Paren => ("(", ")"),
            IndexBracket::Brace => ("{", "}"),
        };
        self.push(if self.in_rows { "" } else { " " });
        self.push(open);
        let around = std::mem::replace(&mut self.in_rows, false);
        self.list(args);
        self.in_rows = around;
        self.push(close);
    }

    fn dynamic_field(&mut self, base: ExprId, name: ExprId) {
        self.expr(base);
        self.push(".(");
        let around = std::mem::replace(&mut self.in_rows, false);
        self.expr(name);
        self.in_rows = around;
        self.push(")");
    }

    fn assign(&mut self, assign: &Assign) {
        if assign.bracketed {
            self.push("[");
        }
        self.list(&assign.targets);
        if assign.bracketed {
            self.push("]");
        }
        let op = assign.op.map_or("", BinaryOp::text);
        self.push(&format!(" {op}= "));
        self.expr(assign.value);
    }
}

/// A text in double quotes, special characters escaped.
fn escaped(value: &[u8]) -> String {
    let mut out = String::new();
    for character in String::from_utf8_lossy(value).chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\0' => out.push_str("\\0"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            other => out.push(other),
        }
    }
    out
}
