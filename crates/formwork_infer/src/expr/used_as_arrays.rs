//! Variables that the text uses as arrays.
//!
//! `x(i, j)` of a variable of which nothing is known reads an element, calls a function, or asks a
//! map for a key. Whoever asks for shapes wants to know which; and mostly the rest of the text
//! tells. A variable is *used as an array* if the text measures it (`size (x, 1)`, `numel (x)`),
//! gives it `:` or `end` as a subscript, stores below several subscripts, turns it or computes with
//! it, and nowhere treats it as a function or a map: it is not called without arguments, asked for
//! its class, given to whatever calls functions, or read with a key or a dot. Nobody measures a
//! function. This is taken for granted where shapes are asked for
//! ([`Options::returning`](crate::Options)), and nowhere else.
//!
//! ```text
//! [n, m] = size (X);          X is measured
//! t = X(i, j);                so that this is an element: 1x1
//! y = f (i, j);               f may be a function
//! ```

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects, Operation, classes_with_member};
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, Body, CallId, Expr, ExprId, ExprKind, Link, Root, StmtKind, Target,
};
use formwork_hir::walk::statements;
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use rustc_hash::FxHashSet;

use crate::engine::Analyst;

/// What an array is not.
const NO_ARRAYS: [Class; 2] = [Class::FunctionHandle, Class::Map];

/// What the text of a body says of its variables.
struct Signs<'b> {
    body: &'b Body,
    /// Those that are used as arrays are.
    arrays: FxHashSet<SlotId>,
    /// Those that may be functions or maps all the same.
    others: FxHashSet<SlotId>,
}

/// The variables that the text of a body uses as arrays, and as nothing else.
fn used_as_arrays(body: &Body) -> FxHashSet<SlotId> {
    let mut signs = Signs { body, arrays: FxHashSet::default(), others: FxHashSet::default() };
    for expr in body.exprs.values() {
        signs.expression(expr);
    }
    for stmt in statements(&body.statements) {
        if let StmtKind::Assign(assign) = &stmt.kind {
            signs.assignment(assign);
        }
    }
    for anonymous in body.anonymous.values() {
        // What it captured it uses as the same.
        let inside = used_as_arrays(&anonymous.body);
        let captures = anonymous.captures.iter();
        signs
            .arrays
            .extend(captures.filter(|(_, own)| inside.contains(own)).map(|(outer, _)| *outer));
    }
    let others = signs.others;
    signs.arrays.retain(|slot| !others.contains(slot));
    signs.arrays
}

impl Signs<'_> {
    /// The variable that an expression is.
    fn variable(&self, id: ExprId) -> Option<SlotId> {
        match &self.body.exprs[id].kind {
            ExprKind::Var(slot) => Some(*slot),
            ExprKind::Access(access) if access.links.is_empty() => access.variable(),
            _ => None,
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(
                UnaryOp::Minus | UnaryOp::Transpose | UnaryOp::ConjugateTranspose,
                operand,
            ) => self.arrays.extend(self.variable(*operand)),
            ExprKind::Binary(op, left, right)
                if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) =>
            {
                self.arrays.extend(self.variable(*left));
                self.arrays.extend(self.variable(*right));
            }
            ExprKind::Access(access) => self.access(access),
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => self.assignment(assign),
            _ => {}
        }
    }

    fn access(&mut self, access: &Access) {
        match (access.root, access.links.first()) {
            (Root::Var(slot) | Root::VarOrCall(slot, _), Some(link)) => self.link(slot, link),
            (Root::Call(call), Some(Link::Paren(arguments))) => self.call(call, &arguments.exprs),
            _ => {}
        }
    }

    fn link(&mut self, slot: SlotId, link: &Link) {
        match link {
            Link::Paren(arguments) if arguments.exprs.is_empty() => {
                self.others.insert(slot);
            }
            Link::Paren(arguments) if self.has_key(arguments) => {
                self.others.insert(slot);
            }
            Link::Paren(arguments) if self.selects_elements(arguments) => {
                self.arrays.insert(slot);
            }
            Link::Field(name) if classes_with_member(name).contains(Class::Map) => {
                self.others.insert(slot);
            }
            Link::Paren(_) | Link::Brace(_) | Link::Field(_) | Link::DynamicField(_) => {}
        }
    }

    /// Whether there is a text among subscripts that are written.
    fn has_key(&self, arguments: &Arguments) -> bool {
        arguments.exprs.iter().any(
            |id| matches!(&self.body.exprs[*id].kind, ExprKind::Const(value) if value.is_char()),
        )
    }

    /// Whether subscripts are such as only arrays have.
    fn selects_elements(&self, arguments: &Arguments) -> bool {
        let colon = |id: &ExprId| matches!(self.body.exprs[*id].kind, ExprKind::Colon);
        arguments.has_end || arguments.exprs.iter().any(colon)
    }

    fn call(&mut self, call: CallId, arguments: &[ExprId]) {
        let target = &self.body.calls[call];
        let row = target.row();
        let variables = arguments.iter().filter_map(|&id| self.variable(id));
        if let Some(Operation::Measure(_)) = row.map(|row| row.operation) {
            let measured: Vec<SlotId> = variables.take(1).collect();
            self.arrays.extend(measured);
            return;
        }
        let asks_class = row.is_some_and(|row| {
            row.effects.include(Effects::CALLS)
                || matches!(row.operation, Operation::IsA | Operation::ClassName)
                || matches!(
                    row.id,
                    Some(BuiltinId::IsFunctionHandle | BuiltinId::Func2str | BuiltinId::Exist)
                )
        });
        if asks_class || classes_with_member(&target.name).contains(Class::Map) {
            let asked: Vec<SlotId> = variables.take(1).collect();
            self.others.extend(asked);
        }
    }

    fn assignment(&mut self, assign: &Assign) {
        for target in &assign.targets {
            let Target::Place { slot, links, .. } = target else { continue };
            match links.first() {
                Some(Link::Paren(arguments)) if arguments.exprs.len() > 1 => {
                    self.arrays.insert(*slot);
                }
                Some(link) => self.link(*slot, link),
                // It is given a function.
                None if self.makes_function(assign.value) => {
                    self.others.insert(*slot);
                }
                None => {}
            }
        }
    }

    /// Whether an expression is a function, or may well be one.
    fn makes_function(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Handle(_) | ExprKind::Anonymous(_) => true,
            ExprKind::Access(access) => match access.root {
                Root::Call(call) | Root::VarOrCall(_, call) => {
                    self.body.calls[call].row().is_some_and(|row| row.is(BuiltinId::Str2func))
                }
                Root::Var(_) | Root::Value(_) => false,
            },
            _ => false,
        }
    }
}

impl Analyst<'_> {
    /// Whether a variable is taken for an array, because the text uses it as one.
    pub(crate) fn is_used_as_array(&mut self, body: &Body, slot: SlotId) -> bool {
        if !self.options.returning {
            return false;
        }
        let known = &mut self.memo.arrays;
        known.entry(body.id).or_insert_with(|| Rc::new(used_as_arrays(body))).contains(&slot)
    }

    /// What is known of a variable that may be anything, if the text uses it as an array.
    pub(crate) fn as_used(
        &mut self,
        body: &Body,
        slot: SlotId,
        value: AbstractValue,
    ) -> AbstractValue {
        let other = ClassSet::of(&NO_ARRAYS);
        let array = value.classes.minus(other);
        if value.classes == array || array.is_empty() || !self.is_used_as_array(body, slot) {
            return value;
        }
        AbstractValue { classes: array, ..value }
    }
}
