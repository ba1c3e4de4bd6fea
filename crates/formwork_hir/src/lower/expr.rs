//! Expressions.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Array, C64, Dims, Quote, SaturateFrom as _, Value};
use formwork_syntax::{
    self as syntax, ExprKind as Tree, IndexBracket, Number, Param, PostfixOp, Span,
    with_enough_stack,
};

use super::{Level, Lowerer, declare};
use crate::body::{
    Access, Anonymous, Arguments, Assign, BodyKind, Expr, ExprId, ExprKind, Input, Link, Refusal,
    Root, Target,
};
use crate::collect::named_value;
use crate::resolve::Resolution;

impl Lowerer<'_> {
    pub(super) fn expr(&mut self, id: syntax::ExprId) -> ExprId {
        with_enough_stack(|| {
            let span = self.tree.expr(id).span;
            let kind = self.kind(id);
            let added = self.add(Expr { kind, span });
            if let Some(word) = self.class_word(id) {
                self.level().class_words.insert(added, word);
            }
            added
        })
    }

    fn kind(&mut self, id: syntax::ExprId) -> ExprKind {
        let tree = self.tree;
        match &tree.expr(id).kind {
            Tree::Error => ExprKind::Invalid(Refusal::Unread),
            Tree::Ignored => {
                ExprKind::Invalid(Refusal::Fails("invalid use of empty argument (~) in expression"))
            }
            Tree::MetaClass(_) | Tree::SuperMethod { .. } => {
                ExprKind::Invalid(Refusal::Unsupported("classes are not supported"))
            }
            Tree::Number(number) => ExprKind::Const(number_value(*number)),
            // In MATLAB a text in double quotes is one string.
            Tree::Text(literal)
                if tree.dialect() == syntax::Dialect::Matlab
                    && literal.quote != syntax::Quote::Single =>
            {
                ExprKind::Const(Value::string(tree.string_value(*literal)))
            }
            Tree::Text(literal) => {
                let bytes = tree.string_value(*literal).into_owned();
                let quote = match literal.quote {
                    syntax::Quote::Single => Quote::Single,
                    syntax::Quote::Double | syntax::Quote::DoubleVerbatim => Quote::Double,
                };
                let dims =
                    if bytes.is_empty() { Dims::EMPTY } else { Dims::matrix(1, bytes.len()) };
                ExprKind::Const(Value::Char(Array::new(dims, bytes), quote))
            }
            Tree::Colon => ExprKind::Colon,
            Tree::End => {
                self.end_seen = true;
                ExprKind::End
            }
            Tree::Unary(op, operand) => self.unary(*op, *operand),
            Tree::Postfix(op, operand) => self.postfix(*op, *operand),
            Tree::Binary(op, left, right) => {
                let (left, right) = (self.expr(*left), self.expr(*right));
                match op {
                    syntax::BinaryOp::OrElse => ExprKind::OrElse(left, right),
                    syntax::BinaryOp::AndAlso => ExprKind::AndAlso(left, right),
                    other => match binary_op(*other) {
                        Some(op) => ExprKind::Binary(op, left, right),
                        None => ExprKind::Invalid(Refusal::Fails("parse error")),
                    },
                }
            }
            Tree::Range { start, step, stop } => {
                let start = self.expr(*start);
                let step = step.map(|step| self.expr(step));
                ExprKind::Range(start, step, self.expr(*stop))
            }
            Tree::Name(_) | Tree::Index { .. } | Tree::Field { .. } | Tree::DynamicField { .. } => {
                self.access(id)
            }
            Tree::Matrix(rows) => ExprKind::Matrix(self.rows(rows)),
            Tree::Cell(rows) => ExprKind::Cell(self.rows(rows)),
            Tree::FunctionHandle(path) => {
                let name = tree.qualified_name(path);
                let callee = match self.names.resolution(id) {
                    Some(Resolution::Function(callee)) => Some(callee.clone()),
                    _ => None,
                };
                ExprKind::Handle(self.call(&name, callee.as_ref(), tree.expr(id).span))
            }
            Tree::AnonymousFunction { params, body } => self.anonymous(id, params, *body),
            Tree::Assign(assign) => match self.assign(assign) {
                Some(assign) => ExprKind::Assign(Box::new(assign)),
                None => ExprKind::Invalid(Refusal::Fails(
                    "invalid use of a N_-D array in indexed assignment",
                )),
            },
        }
    }

    fn rows(&mut self, rows: &[syntax::Row]) -> Box<[Box<[ExprId]>]> {
        rows.iter().map(|row| row.iter().map(|&id| self.expr(id)).collect()).collect()
    }

    fn unary(&mut self, op: syntax::UnaryOp, operand: syntax::ExprId) -> ExprKind {
        let simple = match op {
            syntax::UnaryOp::Plus => UnaryOp::Plus,
            syntax::UnaryOp::Minus => UnaryOp::Minus,
            syntax::UnaryOp::Not => UnaryOp::Not,
            syntax::UnaryOp::Increment | syntax::UnaryOp::Decrement => {
                let op = match op {
                    syntax::UnaryOp::Increment => BinaryOp::Add,
                    _ => BinaryOp::Subtract,
                };
                // Before something that is no variable, two signs.
                return match self.step(op, operand) {
                    Some(assign) => ExprKind::Assign(Box::new(assign)),
                    None => {
                        let sign = if op == BinaryOp::Add { UnaryOp::Plus } else { UnaryOp::Minus };
                        let span = self.tree.expr(operand).span;
                        let inner = self.expr(operand);
                        let inner = self.add(Expr { kind: ExprKind::Unary(sign, inner), span });
                        ExprKind::Unary(sign, inner)
                    }
                };
            }
        };
        ExprKind::Unary(simple, self.expr(operand))
    }

    fn postfix(&mut self, op: PostfixOp, operand: syntax::ExprId) -> ExprKind {
        let step = match op {
            PostfixOp::ConjugateTranspose => {
                return ExprKind::Unary(UnaryOp::ConjugateTranspose, self.expr(operand));
            }
            PostfixOp::Transpose => return ExprKind::Unary(UnaryOp::Transpose, self.expr(operand)),
            PostfixOp::Increment => BinaryOp::Add,
            PostfixOp::Decrement => BinaryOp::Subtract,
        };
        match self.step(step, operand) {
            Some(assign) => ExprKind::PostIncrement(Box::new(assign)),
            None => ExprKind::Invalid(Refusal::Fails("parse error")),
        }
    }

    /// `operand += 1` or `operand -= 1`.
    pub(super) fn step(&mut self, op: BinaryOp, operand: syntax::ExprId) -> Option<Assign> {
        let is_place = matches!(
            self.tree.expr(operand).kind,
            Tree::Name(_) | Tree::Index { .. } | Tree::Field { .. } | Tree::DynamicField { .. }
        );
        if !is_place {
            return None;
        }
        let target = self.target(operand)?;
        let span = self.tree.expr(operand).span;
        let value = self.add(Expr { kind: ExprKind::Const(Value::double(1.0)), span });
        Some(Assign {
            targets: Box::new([target]),
            bracketed: false,
            op: Some(op),
            value,
            deletes: false,
            steps: true,
        })
    }

    pub(super) fn assign(&mut self, assign: &syntax::Assign) -> Option<Assign> {
        let tree = self.tree;
        let op = match assign.op {
            Some(op) => Some(binary_op(op)?),
            None => None,
        };
        let deletes = op.is_none()
            && match &tree.expr(assign.value).kind {
                Tree::Matrix(rows) => rows.iter().all(|row| row.is_empty()),
                Tree::Text(literal) => tree.string_value(*literal).is_empty(),
                _ => false,
            };
        let value = self.expr(assign.value);
        // Text without characters deletes, too, and so does what deletes itself: `a(1) = b(1) = []`.
        let deletes = deletes
            || (op.is_none()
                && match &self.level().exprs[value].kind {
                    ExprKind::Const(text) => text.is_char() && text.dims().is_zero_by_zero(),
                    ExprKind::Assign(inner) => inner.deletes,
                    _ => false,
                });
        let targets: Option<Box<[Target]>> =
            assign.targets.iter().map(|&target| self.target(target)).collect();
        Some(Assign {
            targets: targets?,
            bracketed: assign.bracketed,
            op,
            value,
            deletes,
            steps: false,
        })
    }

    pub(super) fn target(&mut self, id: syntax::ExprId) -> Option<Target> {
        let tree = self.tree;
        let mut base = id;
        let mut chain = Vec::new();
        loop {
            match &tree.expr(base).kind {
                Tree::Name(name) => {
                    let slot = match self.names.resolution(base) {
                        Some(Resolution::Variable(slot)) => self.slot(*slot),
                        _ => self.slot_named(tree.name(*name)),
                    };
                    let links = chain.iter().rev().map(|&link| self.link(link, true)).collect();
                    return Some(Target::Place { slot, links, span: tree.expr(id).span });
                }
                Tree::Ignored if base == id => return Some(Target::Ignored),
                Tree::Index { base: inner, .. }
                | Tree::Field { base: inner, .. }
                | Tree::DynamicField { base: inner, .. } => {
                    chain.push(base);
                    base = *inner;
                }
                _ => return None,
            }
        }
    }

    /// A name, a call or an index, flattened.
    fn access(&mut self, id: syntax::ExprId) -> ExprKind {
        let tree = self.tree;
        let mut base = id;
        let mut chain = Vec::new();
        let root = loop {
            // A dotted name that names a package member is one name.
            if let Some(Resolution::Function(callee)) = self.names.resolution(base)
                && matches!(tree.expr(base).kind, Tree::Field { .. })
            {
                let name = dotted(tree, base);
                let callee = callee.clone();
                break Root::Call(self.call(&name, Some(&callee), tree.expr(base).span));
            }
            match &tree.expr(base).kind {
                Tree::Name(name) => {
                    let span = tree.expr(base).span;
                    break self.name_root(base, tree.name(*name), span);
                }
                Tree::Index { base: inner, .. }
                | Tree::Field { base: inner, .. }
                | Tree::DynamicField { base: inner, .. }
                    if tree.expr(base).parens == 0 || base == id =>
                {
                    chain.push(base);
                    base = *inner;
                }
                _ => break Root::Value(self.expr(base)),
            }
        };
        if let (Root::Var(slot), true) = (root, chain.is_empty()) {
            return ExprKind::Var(slot);
        }
        let mut links = Vec::with_capacity(chain.len());
        for (index, &link) in chain.iter().rev().enumerate() {
            let binds_end = index > 0 || matches!(root, Root::Var(_) | Root::Value(_));
            links.push(self.link(link, binds_end));
        }
        if let Tree::Name(name) = &tree.expr(base).kind
            && let Some(&first) = chain.last()
        {
            self.keep_digits(tree.name(*name), first, links.first());
        }
        ExprKind::Access(Box::new(Access { root, links: links.into() }))
    }

    /// `int64(9007199254740993)`: the class sees every digit of a number that is written
    /// there, also those that a double does not hold.
    fn keep_digits(&mut self, name: &str, call: syntax::ExprId, link: Option<&Link>) {
        let Tree::Index { args, bracket: IndexBracket::Paren, .. } = &self.tree.expr(call).kind
        else {
            return;
        };
        let ([written], Some(Link::Paren(arguments))) = (&args[..], link) else { return };
        let (Tree::Number(Number::Whole(value)), [argument]) =
            (&self.tree.expr(*written).kind, &arguments.exprs[..])
        else {
            return;
        };
        let exact = match BuiltinId::of(name) {
            _ if *value <= 1 << f64::MANTISSA_DIGITS => return,
            Some(BuiltinId::Int64) => {
                Value::Int64(Array::scalar(i64::saturate_from(i128::from(*value))))
            }
            Some(BuiltinId::Uint64) => Value::Uint64(Array::scalar(*value)),
            _ => return,
        };
        self.level().exprs[*argument].kind = ExprKind::Const(exact);
    }

    fn name_root(&mut self, id: syntax::ExprId, name: &str, span: Span) -> Root {
        match self.names.resolution(id) {
            Some(Resolution::Variable(slot)) => {
                let slot = *slot;
                Root::Var(self.slot(slot))
            }
            Some(Resolution::Function(callee)) => {
                let callee = callee.clone();
                let call = self.call(name, Some(&callee), span);
                if self.levels.first().is_some_and(|level| level.is_script) {
                    return Root::VarOrCall(self.slot_named(name), call);
                }
                Root::Call(call)
            }
            Some(Resolution::Ambiguous { slot, callee, .. }) => {
                let (slot, callee) = (*slot, callee.clone());
                let call = self.call(name, callee.as_ref(), span);
                let slot = match slot {
                    Some(slot) => self.slot(slot),
                    None => self.slot_named(name),
                };
                Root::VarOrCall(slot, call)
            }
            Some(Resolution::Package | Resolution::Undefined) | None => {
                let call = self.call(name, None, span);
                if self.levels.first().is_some_and(|level| level.is_script) {
                    return Root::VarOrCall(self.slot_named(name), call);
                }
                Root::Call(call)
            }
        }
    }

    /// One step of an access; `binds_end` if `end` in it means what is indexed.
    fn link(&mut self, id: syntax::ExprId, binds_end: bool) -> Link {
        let tree = self.tree;
        match &tree.expr(id).kind {
            Tree::Index { args, bracket, .. } => {
                let outer = std::mem::take(&mut self.end_seen);
                let exprs = args.iter().flat_map(|&arg| self.argument(arg)).collect();
                let has_end = self.end_seen;
                self.end_seen = outer || (has_end && !binds_end);
                let arguments = Arguments { exprs, has_end };
                match bracket {
                    IndexBracket::Paren => Link::Paren(arguments),
                    IndexBracket::Brace => Link::Brace(arguments),
                }
            }
            Tree::Field { name, .. } => Link::Field(tree.name(*name).into()),
            Tree::DynamicField { name, .. } => Link::DynamicField(self.expr(*name)),
            _ => Link::Field("".into()),
        }
    }

    /// An argument; `name = value` of MATLAB is two.
    fn argument(&mut self, id: syntax::ExprId) -> Vec<ExprId> {
        let tree = self.tree;
        if let (Some(value), Tree::Assign(assign)) = (named_value(tree, id), &tree.expr(id).kind)
            && let [target] = assign.targets[..]
            && let Tree::Name(name) = tree.expr(target).kind
        {
            let span = tree.expr(target).span;
            let text = ExprKind::Const(Value::text(tree.name(name)));
            return vec![self.add(Expr { kind: text, span }), self.expr(value)];
        }
        vec![self.expr(id)]
    }

    fn anonymous(
        &mut self,
        id: syntax::ExprId,
        params: &[Param],
        value: syntax::ExprId,
    ) -> ExprKind {
        let tree = self.tree;
        let outer_end = std::mem::take(&mut self.end_seen);
        let scope_slots = self.names.anonymous_params(id).to_vec();
        let mut level = Level { is_anonymous: true, ..Level::default() };
        let mut inputs = Vec::new();
        let mut varargin = None;
        for (index, param) in params.iter().enumerate() {
            let slot = param.name.map(|name| {
                let slot = declare(&mut level, tree.name(name));
                if let Some(&Some(scope_slot)) = scope_slots.get(index) {
                    level.of_scope.insert(scope_slot, slot);
                }
                slot
            });
            let is_last = index + 1 == params.len();
            if is_last && param.name.is_some_and(|name| tree.name(name) == "varargin") {
                varargin = slot;
            } else {
                inputs.push(Input { slot, default: None });
            }
        }
        // `ans` of the body is a variable of its own that nobody sees.
        let ans = level.slots.push(crate::body::Variable {
            name: "ans".into(),
            storage: crate::body::Storage::Local,
        });
        self.levels.push(level);
        let value_id = self.expr(value);
        let level = self.levels.pop().unwrap_or_default();
        let captures = level.captures.clone().into();
        let span = tree.expr(id).span;
        let kind = BodyKind::Anonymous;
        let mut body = self.finish(level, "@<anonymous>", kind, span, Box::default(), ans);
        body.inputs = inputs.into();
        body.varargin = varargin;
        let text = Rc::from(super::text::anonymous_text(tree, params, value));
        let anonymous = Anonymous { body: Rc::new(body), value: value_id, captures, text };
        self.end_seen = outer_end;
        ExprKind::Anonymous(self.level().anonymous.push(Rc::new(anonymous)))
    }
}

/// `a.b.c` as a text.
fn dotted(tree: &syntax::Tree, id: syntax::ExprId) -> String {
    match &tree.expr(id).kind {
        Tree::Field { base, name } => format!("{}.{}", dotted(tree, *base), tree.name(*name)),
        Tree::Name(name) => tree.name(*name).to_owned(),
        _ => String::new(),
    }
}

fn number_value(number: Number) -> Value {
    match number {
        Number::Real(value) => Value::double(value),
        Number::Whole(value) => Value::double(value as f64),
        Number::Imaginary(value) => Value::complex(C64::new(0.0, value)),
        Number::Integer { bits, class, .. } => {
            let wide = if class.signed {
                let unused = 64 - u32::from(class.width);
                i128::from((bits << unused).cast_signed() >> unused)
            } else {
                i128::from(bits)
            };
            match (class.signed, class.width) {
                (true, 8) => Value::Int8(Array::scalar(i8::saturate_from(wide))),
                (true, 16) => Value::Int16(Array::scalar(i16::saturate_from(wide))),
                (true, 32) => Value::Int32(Array::scalar(i32::saturate_from(wide))),
                (true, _) => Value::Int64(Array::scalar(i64::saturate_from(wide))),
                (false, 8) => Value::Uint8(Array::scalar(u8::saturate_from(wide))),
                (false, 16) => Value::Uint16(Array::scalar(u16::saturate_from(wide))),
                (false, 32) => Value::Uint32(Array::scalar(u32::saturate_from(wide))),
                (false, _) => Value::Uint64(Array::scalar(u64::saturate_from(wide))),
            }
        }
    }
}

/// The operator of the runtime; `None` for the two that are control flow.
pub(super) fn binary_op(op: syntax::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        syntax::BinaryOp::OrElse | syntax::BinaryOp::AndAlso => return None,
        syntax::BinaryOp::Or => BinaryOp::Or,
        syntax::BinaryOp::And => BinaryOp::And,
        syntax::BinaryOp::Less => BinaryOp::Less,
        syntax::BinaryOp::LessEqual => BinaryOp::LessEqual,
        syntax::BinaryOp::Equal => BinaryOp::Equal,
        syntax::BinaryOp::NotEqual => BinaryOp::NotEqual,
        syntax::BinaryOp::GreaterEqual => BinaryOp::GreaterEqual,
        syntax::BinaryOp::Greater => BinaryOp::Greater,
        syntax::BinaryOp::Add => BinaryOp::Add,
        syntax::BinaryOp::Subtract => BinaryOp::Subtract,
        syntax::BinaryOp::Multiply => BinaryOp::Multiply,
        syntax::BinaryOp::Divide => BinaryOp::Divide,
        syntax::BinaryOp::LeftDivide => BinaryOp::LeftDivide,
        syntax::BinaryOp::ElementMultiply => BinaryOp::ElementMultiply,
        syntax::BinaryOp::ElementDivide => BinaryOp::ElementDivide,
        syntax::BinaryOp::ElementLeftDivide => BinaryOp::ElementLeftDivide,
        syntax::BinaryOp::Power => BinaryOp::Power,
        syntax::BinaryOp::ElementPower => BinaryOp::ElementPower,
    })
}
