//! Expressions, with no more parentheses than precedence asks for.

use super::Printer;
use crate::stack::with_enough_stack;
use crate::tree::{
    Assign, BinaryOp, ExprId, ExprKind, IndexBracket, Number, Param, PostfixOp, Precedence, Quote,
    Row, StringLiteral, UnaryOp,
};

/// Where an expression is printed.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// Whatever binds more loosely than this gets parentheses.
    loosest: Precedence,
    /// Whether operators are printed without blanks, as inside `1:n+1`.
    tight: bool,
    /// Whether this is right of a power, which takes indices but no transpose.
    exponent: bool,
}

impl Context {
    const fn loose(loosest: Precedence) -> Context {
        Context { loosest, tight: false, exponent: false }
    }

    fn at(self, loosest: Precedence) -> Context {
        Context { loosest, ..self }
    }
}

impl Printer<'_> {
    /// An expression where anything may stand.
    pub(super) fn whole_expr(&mut self, id: ExprId) {
        self.expr(id, Context::loose(Precedence::Assign));
    }

    /// An expression where an assignment needs parentheses, as in a condition, where
    /// they show that it is meant.
    pub(super) fn value(&mut self, id: ExprId) {
        self.expr(id, Context::loose(Precedence::Anonymous));
    }

    fn expr(&mut self, id: ExprId, context: Context) {
        with_enough_stack(|| {
            let pairs = self.parentheses(id, context.loosest);
            for _ in 0..pairs {
                self.out.push(b'(');
            }
            if pairs > 0 {
                self.bare(id, Context::loose(Precedence::Assign));
            } else {
                self.bare(id, context);
            }
            for _ in 0..pairs {
                self.out.push(b')');
            }
        });
    }

    /// How many pairs of parentheses `id` gets where `loosest` is allowed.
    fn parentheses(&self, id: ExprId, loosest: Precedence) -> u8 {
        let expr = self.tree.expr(id);
        let needed = match &expr.kind {
            // `x++` is read as a step only where nothing follows it.
            ExprKind::Postfix(PostfixOp::Increment | PostfixOp::Decrement, _) => {
                loosest > Precedence::OrElse
            }
            ExprKind::Number(number) if number.is_negative() => loosest > Precedence::Prefix,
            kind => kind.precedence() < loosest,
        };
        if self.options.author_parentheses { expr.parens.max(needed.into()) } else { needed.into() }
    }

    /// What stands before the first token of `id`, if `id` owns that token. Where
    /// a statement starts there is nothing to continue, so a parenthesis is opened
    /// first; then the result is true.
    fn before(&mut self, id: ExprId) -> bool {
        if self.printed_ahead == Some(id) {
            self.printed_ahead = None;
            return false;
        }
        let trivia = self.tree.trivia_before(id);
        if trivia.is_empty() {
            return false;
        }
        let starts_statement = self.out.len() == self.statement_start;
        if starts_statement {
            self.out.push(b'(');
        }
        self.continued(trivia);
        starts_statement
    }

    fn bare(&mut self, id: ExprId, context: Context) {
        let tree = self.tree;
        let expr = tree.expr(id);
        let opened = self.before(id);
        match &expr.kind {
            ExprKind::Error => {
                let source = tree.source();
                self.out.extend_from_slice(&source[expr.span.range()]);
            }
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Number(number) => self.number(*number),
            ExprKind::Text(literal) => self.text_literal(*literal),
            ExprKind::Colon => self.out.push(b':'),
            ExprKind::End => self.text("end"),
            ExprKind::Ignored => self.out.push(b'~'),
            ExprKind::Unary(op, operand) => {
                self.text(op.text());
                self.set_sign_apart(*operand);
                self.expr(*operand, context.at(Precedence::Prefix));
            }
            ExprKind::Postfix(op, operand) => self.postfix(*op, *operand, context),
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right, context),
            ExprKind::Range { start, step, stop } => {
                let operand = Context { tight: true, ..Context::loose(Precedence::Sum) };
                self.expr(*start, operand);
                self.out.push(b':');
                if let Some(step) = step {
                    self.expr(*step, operand);
                    self.out.push(b':');
                }
                self.expr(*stop, operand);
            }
            ExprKind::Index { base, args, bracket } => {
                self.base(*base, context);
                self.index(id, args, *bracket);
            }
            ExprKind::Field { base, name } => {
                self.object(*base, context);
                self.out.push(b'.');
                self.name(*name);
            }
            ExprKind::DynamicField { base, name } => {
                self.object(*base, context);
                self.text(".(");
                self.whole_expr(*name);
                self.out.push(b')');
            }
            ExprKind::Matrix(rows) => self.rows(id, rows, b'[', b']'),
            ExprKind::Cell(rows) => self.rows(id, rows, b'{', b'}'),
            ExprKind::FunctionHandle(path) => {
                self.out.push(b'@');
                self.qualified(path);
            }
            ExprKind::AnonymousFunction { params, body } => {
                self.out.push(b'@');
                self.params(params);
                self.out.push(b' ');
                self.whole_expr(*body);
            }
            ExprKind::MetaClass(path) => {
                self.out.push(b'?');
                self.qualified(path);
            }
            ExprKind::SuperMethod { method, class } => {
                self.base(*method, context);
                self.out.push(b'@');
                self.qualified(class);
            }
            ExprKind::Assign(assign) => self.assign(assign),
        }
        if opened {
            self.out.push(b')');
        }
    }

    fn text_literal(&mut self, literal: StringLiteral) {
        self.out.push(literal.quote.character());
        self.out.extend_from_slice(self.tree.text(literal.text));
        self.out.push(literal.quote.character());
        if literal.quote == Quote::Single {
            self.string_end = self.out.len();
        }
    }

    fn assign(&mut self, assign: &Assign) {
        if assign.bracketed {
            self.out.push(b'[');
        }
        for (index, &target) in assign.targets.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.expr(target, Context::loose(Precedence::Prefix));
        }
        if assign.bracketed {
            self.out.push(b']');
        }
        self.out.push(b' ');
        if let Some(op) = assign.op {
            self.text(op.text());
        }
        self.text("= ");
        self.whole_expr(assign.value);
    }

    fn number(&mut self, number: Number) {
        self.text(&number.text());
    }

    /// Whether the text of an operand starts with this sign.
    fn starts_with_sign(&self, id: ExprId) -> bool {
        match &self.tree.expr(id).kind {
            ExprKind::Unary(op, _) => *op != UnaryOp::Not,
            ExprKind::Number(number) => number.is_negative(),
            ExprKind::Binary(_, first, _)
            | ExprKind::Range { start: first, .. }
            | ExprKind::Postfix(_, first) => {
                self.parentheses(*first, Precedence::Prefix) == 0 && self.starts_with_sign(*first)
            }
            _ => false,
        }
    }

    /// `- -x`: two signs in a row would be one operator.
    fn set_sign_apart(&mut self, operand: ExprId) {
        if self.starts_with_sign(operand) && matches!(self.out.last(), Some(b'+' | b'-')) {
            self.out.push(b' ');
        }
    }

    fn postfix(&mut self, op: PostfixOp, operand: ExprId, context: Context) {
        let start = self.out.len();
        self.expr(operand, context.at(Precedence::Power));
        if op == PostfixOp::ConjugateTranspose && self.out.len() == self.string_end {
            // A quote right after a closing quote would reopen the string.
            self.out.insert(start, b'(');
            self.out.push(b')');
        }
        self.text(op.text());
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, context: Context) {
        let precedence = op.precedence();
        self.expr(left, context.at(precedence));
        let tight =
            precedence == Precedence::Power || (context.tight && !self.starts_with_sign(right));
        if !tight {
            self.out.push(b' ');
        }
        self.text(op.text());
        if !tight {
            self.out.push(b' ');
        }
        if precedence == Precedence::Power {
            self.exponent(right, context);
        } else {
            self.expr(right, context.at(precedence.tighter()));
        }
    }

    /// The right operand of a power: signs need no parentheses, but bind only to
    /// what an index can follow.
    fn exponent(&mut self, id: ExprId, context: Context) {
        with_enough_stack(|| {
            let expr = self.tree.expr(id);
            if let ExprKind::Unary(op, operand) = expr.kind
                && !(self.options.author_parentheses && expr.parens > 0)
            {
                self.before(id);
                self.text(op.text());
                self.set_sign_apart(operand);
                self.exponent(operand, context);
            } else {
                self.expr(id, Context { exponent: true, ..context.at(Precedence::Index) });
            }
        });
    }

    /// What has a field: a number needs parentheses before the dot.
    fn object(&mut self, id: ExprId, context: Context) {
        let is_number = matches!(self.tree.expr(id).kind, ExprKind::Number(_));
        let bare = !(self.options.author_parentheses && self.tree.expr(id).parens > 0);
        if is_number && bare {
            self.out.push(b'(');
            self.bare(id, Context::loose(Precedence::Assign));
            self.out.push(b')');
        } else {
            self.base(id, context);
        }
    }

    /// What is indexed.
    fn base(&mut self, id: ExprId, context: Context) {
        let expr = self.tree.expr(id);
        let loosest = match expr.kind {
            ExprKind::FunctionHandle(_) | ExprKind::MetaClass(_)
                if !(self.options.author_parentheses && expr.parens > 0) =>
            {
                self.out.push(b'(');
                self.bare(id, Context::loose(Precedence::Assign));
                self.out.push(b')');
                return;
            }
            ExprKind::Postfix(PostfixOp::ConjugateTranspose | PostfixOp::Transpose, _)
                if !context.exponent =>
            {
                Precedence::Power
            }
            _ => Precedence::Index,
        };
        self.expr(id, Context { exponent: context.exponent, ..Context::loose(loosest) });
    }

    fn index(&mut self, id: ExprId, args: &[ExprId], bracket: IndexBracket) {
        let (open, close) = match bracket {
            IndexBracket::Paren => (b'(', b')'),
            IndexBracket::Brace => (b'{', b'}'),
        };
        self.out.push(open);
        self.list(args);
        self.continued(self.tree.trivia_before_close(id));
        self.out.push(close);
    }

    /// Expressions with commas between them.
    pub(super) fn list(&mut self, items: &[ExprId]) {
        for (index, &item) in items.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.whole_expr(item);
        }
    }

    pub(super) fn params(&mut self, params: &[Param]) {
        self.out.push(b'(');
        for (index, param) in params.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            match param.name {
                Some(name) => self.name(name),
                None => self.out.push(b'~'),
            }
            if let Some(default) = param.default {
                self.text(" = ");
                self.whole_expr(default);
            }
        }
        self.out.push(b')');
    }

    fn rows(&mut self, id: ExprId, rows: &[Row], open: u8, close: u8) {
        self.out.push(open);
        for (number, row) in rows.iter().enumerate() {
            if number > 0 {
                self.out.push(b';');
            }
            for (index, &element) in row.iter().enumerate() {
                if index > 0 {
                    self.text(", ");
                } else {
                    let leaf = self.first_leaf(element);
                    let trivia = self.tree.trivia_before(leaf);
                    if !trivia.is_empty() {
                        self.between_rows(trivia, 1);
                        self.printed_ahead = Some(leaf);
                    } else if number > 0 {
                        self.out.push(b' ');
                    }
                }
                self.value(element);
            }
        }
        self.between_rows(self.tree.trivia_before_close(id), 0);
        self.out.push(close);
    }

    /// The node that owns the first token of `id`.
    fn first_leaf(&self, mut id: ExprId) -> ExprId {
        loop {
            id = match &self.tree.expr(id).kind {
                ExprKind::Postfix(_, first)
                | ExprKind::Binary(_, first, _)
                | ExprKind::Range { start: first, .. }
                | ExprKind::Index { base: first, .. }
                | ExprKind::Field { base: first, .. }
                | ExprKind::DynamicField { base: first, .. }
                | ExprKind::SuperMethod { method: first, .. } => *first,
                ExprKind::Assign(assign) => match assign.targets.first() {
                    Some(&first) if !assign.bracketed => first,
                    _ => return id,
                },
                ExprKind::Error
                | ExprKind::Name(_)
                | ExprKind::Number(_)
                | ExprKind::Text(_)
                | ExprKind::Colon
                | ExprKind::End
                | ExprKind::Ignored
                | ExprKind::Unary(..)
                | ExprKind::Matrix(_)
                | ExprKind::Cell(_)
                | ExprKind::FunctionHandle(_)
                | ExprKind::AnonymousFunction { .. }
                | ExprKind::MetaClass(_) => return id,
            };
        }
    }
}
