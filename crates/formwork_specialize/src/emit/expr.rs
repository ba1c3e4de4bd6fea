//! Expressions.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Arguments, Assign, ExprId, ExprKind as From, Link as FromLink, Root, Target,
};
use formwork_infer::trace::Scene;
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::Extents;
use formwork_shape::shape::Node;

use super::function::{element_expr, is_brace};
use super::{Emitter, Making, writable};
use crate::residual::{Callee, Expr, ExprKind, Known, Layout, Link};

/// The most elements of a known array that is written in place of a variable.
const REPEATED: usize = 16;

impl Emitter {
    /// An expression with one value.
    pub(super) fn expr(&mut self, making: &mut Making<'_>, scene: &Scene, id: ExprId) -> Expr {
        if let Some(constant) = self.folded(making, scene, id, false) {
            return constant;
        }
        self.rebuilt(making, scene, id)
    }

    /// The value of an expression, if it is known and need not be computed. A literal `[]`
    /// is something else than an empty array unless it becomes `whole` of a variable.
    pub(super) fn folded(
        &mut self,
        making: &Making<'_>,
        scene: &Scene,
        id: ExprId,
        whole: bool,
    ) -> Option<Expr> {
        let kind = &making.body.exprs[id].kind;
        match kind {
            From::Const(value) => {
                self.want_text(making.unit, value);
                return Some(Expr::constant(value.clone()));
            }
            From::Colon | From::Anonymous(_) | From::Handle(_) => return None,
            _ if self.as_written => return None,
            _ => {}
        }
        let value = writable(scene.values.get(&id)?)?;
        if matches!(kind, From::Var(_)) && value.numel() > REPEATED && !value.is_char() {
            return None;
        }
        if !whole && value.dims().as_slice() == [0, 0] {
            return None;
        }
        if !making.judge(scene).is_removable(id) {
            return None;
        }
        self.want_text(making.unit, value);
        if !matches!(kind, From::Var(_)) {
            self.counts.folded += 1;
            self.deeds(making, id).folded += 1;
        }
        Some(Expr::constant(value.clone()))
    }

    /// An expression built anew from its parts.
    pub(super) fn rebuilt(&mut self, making: &mut Making<'_>, scene: &Scene, id: ExprId) -> Expr {
        let body = Rc::clone(making.body);
        // What warns when it is computed is not left out, either.
        let sure = making.judge(scene).is_sure(id) && !scene.warned;
        let known = scene.values.get(&id).map(|value| known(making, value)).unwrap_or_default();
        let boxed = |this: &mut Self, making: &mut Making<'_>, id: ExprId| {
            Box::new(formwork_syntax::with_enough_stack(|| this.expr(making, scene, id)))
        };
        let kind = match &body.exprs[id].kind {
            From::Const(value) => ExprKind::Const(value.clone()),
            From::Var(slot) => return self.variable(making, *slot, sure, known),
            From::Colon => ExprKind::Colon,
            From::End => ExprKind::End,
            From::Unary(op, operand) => ExprKind::Unary(*op, boxed(self, making, *operand)),
            From::Binary(op, left, right) => {
                // Only one of two: the other says what the size is.
                if let Some(first) = self.unrepeated(making, scene, id, *left) {
                    ExprKind::Binary(*op, Box::new(first), boxed(self, making, *right))
                } else {
                    let left = boxed(self, making, *left);
                    let right = match self.unrepeated(making, scene, id, *right) {
                        Some(second) => Box::new(second),
                        None => boxed(self, making, *right),
                    };
                    ExprKind::Binary(*op, left, right)
                }
            }
            From::AndAlso(left, right) => {
                let first = boxed(self, making, *left);
                ExprKind::AndAlso(first, boxed(self, making, *right))
            }
            From::OrElse(left, right) => {
                let first = boxed(self, making, *left);
                ExprKind::OrElse(first, boxed(self, making, *right))
            }
            From::Lazy(op, left, right) => {
                // Octave warns where the second operand is not looked at: `&` is no `&&`.
                let first = boxed(self, making, *left);
                ExprKind::Lazy(*op, first, boxed(self, making, *right))
            }
            From::Range(first, step, last) => {
                let first = boxed(self, making, *first);
                let step = step.map(|step| boxed(self, making, step));
                ExprKind::Range(first, step, boxed(self, making, *last))
            }
            From::Matrix(rows) => ExprKind::Matrix(self.rows(making, scene, rows)),
            From::Cell(rows) => ExprKind::Cell(self.rows(making, scene, rows)),
            From::Access(access) => return self.access(making, scene, id, access, (sure, known)),
            From::Handle(call) => {
                let target = &body.calls[*call];
                let callee = self.callee_by_name(making, target);
                ExprKind::Handle(callee)
            }
            From::Anonymous(anonymous) => {
                let anonymous = Rc::clone(&body.anonymous[*anonymous]);
                self.anonymous(making, &anonymous, body.exprs[id].span)
            }
            From::Assign(assign) | From::PostIncrement(assign) => {
                return self.inner_value(making, assign, known);
            }
            From::Invalid(message) => ExprKind::Call(
                Callee::Name(BuiltinId::Error.name().into()),
                vec![Expr::constant(Value::text(message.message()))],
            ),
        };
        Expr { kind, sure, known }
    }

    /// The value of an assignment that stands before or after this statement; functions with
    /// others inside expressions are kept as they are.
    fn inner_value(&mut self, making: &mut Making<'_>, assign: &Assign, known: Known) -> Expr {
        match &assign.targets[..] {
            [Target::Place { slot, .. }] => self.variable(making, *slot, true, known),
            _ => Expr::constant(Value::empty()),
        }
    }

    fn variable(
        &mut self,
        making: &mut Making<'_>,
        slot: SlotId,
        sure: bool,
        known: Known,
    ) -> Expr {
        Expr { kind: ExprKind::Var(making.var(slot)), sure, known }
    }

    fn rows(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        rows: &[Box<[ExprId]>],
    ) -> Vec<Vec<Expr>> {
        rows.iter().map(|row| self.list(making, scene, row)).collect()
    }

    /// Expressions each of which may have any number of values.
    pub(super) fn list(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        exprs: &[ExprId],
    ) -> Vec<Expr> {
        let mut all = Vec::new();
        for &id in exprs {
            match self.spread(making, scene, id) {
                Some(elements) => all.extend(elements),
                None => all.push(self.expr(making, scene, id)),
            }
        }
        all
    }

    /// `varargin{:}` as its elements, where they are parameters of their own, and other
    /// lists whose values are all known.
    pub(super) fn spread(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: ExprId,
    ) -> Option<Vec<Expr>> {
        let body = Rc::clone(making.body);
        let From::Access(access) = &body.exprs[id].kind else { return None };
        let (Root::Var(slot) | Root::VarOrCall(slot, _)) = access.root else { return None };
        let [link] = &access.links[..] else { return None };
        let subscripts = is_brace(link)?;
        let [subscript] = subscripts else { return None };
        let all = matches!(body.exprs[*subscript].kind, From::Colon);
        if let Some((own, elements)) = &making.spread
            && *own == slot
        {
            if all {
                return Some(elements.iter().map(element_expr).collect());
            }
            // A subscript that is known picks some.
            let picked = scene.values.get(subscript)?.constant()?.to_f64_array()?.into_owned();
            let picked = picked.as_slice().iter();
            return picked
                .map(|&place| elements.get((place as usize).checked_sub(1)?).map(element_expr))
                .collect();
        }
        // The elements of a cell array, one by one.
        let values = scene.lists.get(&id)?;
        if !all || values.is_empty() || !making.judge(scene).is_removable(id) {
            return None;
        }
        let var = making.var(slot);
        let elements = values.iter().enumerate().map(|(place, value)| match writable(value) {
            Some(value) => Expr::constant(value.clone()),
            None => {
                let known = known(making, value);
                let root = Expr { sure: true, ..Expr::unknown(ExprKind::Var(var)) };
                let place = Expr::constant(Value::count(place + 1));
                let kind = ExprKind::Index(Box::new(root), vec![Link::Brace(vec![place])]);
                Expr { kind, sure: true, known }
            }
        });
        Some(elements.collect())
    }

    fn access(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: ExprId,
        access: &Access,
        (sure, known): (bool, Known),
    ) -> Expr {
        if let Some(property) = self.parser_property(making, scene, id, access) {
            return property;
        }
        if let Some(made) = scene.made.get(&id)
            && let Some(call) = self.call(making, scene, (id, made), access)
        {
            let rest = match &access.links[..] {
                [FromLink::Paren(_), rest @ ..] => rest,
                rest => rest,
            };
            if rest.is_empty() {
                return Expr { kind: call, sure, known };
            }
            let links = self.links(making, scene, rest);
            let root = Expr { kind: call, sure: false, known: Known::default() };
            return Expr { kind: ExprKind::Index(Box::new(root), links), sure, known };
        }
        if let Some(kind) = self.call_through(making, scene, id, access) {
            return Expr { kind, sure, known };
        }
        if let Some(elements) = self.spread(making, scene, id)
            && let [element] = &elements[..]
        {
            return element.clone();
        }
        let root = match access.root {
            // What was never read is no variable.
            Root::VarOrCall(slot, call) if !scene.reads.contains_key(&slot) => Root::Call(call),
            root => root,
        };
        let root = match root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => {
                let kind = ExprKind::Var(making.var(slot));
                let value = scene.reads.get(&slot);
                let sure = value.is_some() && !scene.risky.contains(&making.body.exprs[id].span);
                let known = value.map(|value| self::known(making, value)).unwrap_or_default();
                Expr { kind, sure, known }
            }
            Root::Value(inner) => self.expr(making, scene, inner),
            Root::Call(call) => {
                let target = making.body.calls[call].clone();
                let callee = self.callee_by_name(making, &target);
                // It may ask how its arguments are called.
                let around = self.as_written;
                self.as_written |= !matches!(callee, Callee::Builtin(_));
                let (args, rest): (Vec<Expr>, &[FromLink]) = match &access.links[..] {
                    [FromLink::Paren(arguments), rest @ ..] => {
                        (self.list(making, scene, &arguments.exprs), rest)
                    }
                    rest => (Vec::new(), rest),
                };
                self.as_written = around;
                let kind = ExprKind::Call(callee, args);
                if rest.is_empty() {
                    return Expr { kind, sure, known };
                }
                let root = Expr::unknown(kind);
                let links = self.links(making, scene, rest);
                return Expr { kind: ExprKind::Index(Box::new(root), links), sure, known };
            }
        };
        if access.links.is_empty() {
            return Expr { sure, known, ..root };
        }
        // A name that may be a variable or a function, which may ask how its arguments are called.
        let around = self.as_written;
        self.as_written |= matches!(access.root, Root::VarOrCall(..))
            && scene.risky.contains(&making.body.exprs[id].span);
        let links = self.links(making, scene, &access.links);
        self.as_written = around;
        Expr { kind: ExprKind::Index(Box::new(root), links), sure, known }
    }

    pub(super) fn links(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        links: &[FromLink],
    ) -> Vec<Link> {
        links
            .iter()
            .map(|link| match link {
                FromLink::Paren(arguments) => {
                    Link::Paren(self.subscripts(making, scene, arguments))
                }
                FromLink::Brace(arguments) => {
                    Link::Brace(self.subscripts(making, scene, arguments))
                }
                FromLink::Field(name) => Link::Field(Rc::clone(name)),
                FromLink::DynamicField(id) => {
                    let name = self.expr(making, scene, *id);
                    let field = match &name.kind {
                        ExprKind::Const(text) if text.is_char() => text.as_text(),
                        _ => None,
                    };
                    let field = field
                        .filter(|text| formwork_builtins::is_variable_name(text.as_bytes()))
                        .map(|text| Rc::from(text.as_ref()));
                    match field {
                        Some(field) => Link::Field(field),
                        None => Link::DynamicField(Box::new(name)),
                    }
                }
            })
            .collect()
    }

    fn subscripts(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        arguments: &Arguments,
    ) -> Vec<Expr> {
        self.list(making, scene, &arguments.exprs)
    }

    /// A condition: what does not decide is left out.
    pub(super) fn condition(&mut self, making: &mut Making<'_>, scene: &Scene, id: ExprId) -> Expr {
        let body = Rc::clone(making.body);
        let (left, right, is_and) = match &body.exprs[id].kind {
            From::AndAlso(left, right) => (*left, *right, true),
            From::OrElse(left, right) => (*left, *right, false),
            From::Lazy(op, left, right) => (*left, *right, *op == BinaryOp::And),
            _ => return self.expr(making, scene, id),
        };
        // `[] | x` is `[]`.
        let lazy = matches!(&body.exprs[id].kind, From::Lazy(..));
        let truth = scene.values.get(&left).filter(|value| !lazy || value.is_scalar());
        let truth = truth.and_then(|value| {
            let value = value.constant()?;
            formwork_runtime::ops::is_true(value).ok()
        });
        let scalar = scene.values.get(&right).is_some_and(AbstractValue::is_scalar);
        if truth == Some(is_and) && scalar && making.judge(scene).is_removable(left) {
            return self.condition(making, scene, right);
        }
        self.expr(making, scene, id)
    }

    /// `nargin` where parameters were taken away, or may be later.
    pub(super) fn count_of_arguments(making: &Making<'_>, call: ExprKind) -> ExprKind {
        if let Some(count) = making.nargin {
            return Expr::constant(Value::count(count)).kind;
        }
        if making.removed.is_empty() {
            return call;
        }
        let own = Expr { sure: true, ..Expr::unknown(call) };
        let removed = Expr::constant(Value::count(making.removed.len()));
        ExprKind::Binary(BinaryOp::Add, Box::new(own), Box::new(removed))
    }
}

/// What passes may want to know of a value.
pub(super) fn known(making: &Making<'_>, value: &AbstractValue) -> Known {
    const INDEXED: ClassSet = ClassSet::ARRAYS.union(ClassSet::of(&[Class::Cell, Class::Struct]));
    Known {
        class: value.classes.single(),
        array: value.classes.is_within(INDEXED),
        size: value.size(making.algebra).map(|size| size.extents().to_vec().into()),
        real: value.complex == Truth::No,
        layout: layout(making, value),
    }
}

/// Whether a value surely is a row or a column.
pub(super) fn layout(making: &Making<'_>, value: &AbstractValue) -> Layout {
    let Some(Node::Tuple(extents)) = value.shape.map(|shape| making.algebra.node(shape)) else {
        return Layout::Any;
    };
    match extents[..] {
        [rows, _] if rows == Extents::ONE => Layout::Row,
        [_, columns] if columns == Extents::ONE => Layout::Column,
        _ => Layout::Any,
    }
}
