//! Anonymous functions that stay what they are: `@(…) …` as it is written.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Anonymous, Body, CallId, ExprId, ExprKind as From, Link as FromLink, Root,
};
use formwork_runtime::Value;
use formwork_syntax::Span;

use super::{Emitter, Making};
use crate::residual::{Callee, Expr, ExprKind, Link};

/// The anonymous function around an expression.
#[derive(Clone, Copy)]
struct Inside<'a> {
    body: &'a Body,
    /// The names of its parameters, and of those of the anonymous functions around it.
    params: &'a [Rc<str>],
}

impl Inside<'_> {
    /// A parameter, or a variable that is captured.
    fn name(&self, making: &mut Making<'_>, slot: SlotId) -> ExprKind {
        let name = &self.body.slots[slot].name;
        if self.params.contains(name) {
            ExprKind::Param(Rc::clone(name))
        } else {
            ExprKind::Var(making.named(name))
        }
    }
}

/// The names of the parameters of an anonymous function.
fn parameter_names(body: &Body) -> Vec<Rc<str>> {
    let named = body.inputs.iter().map(|input| match input.slot {
        Some(slot) => Rc::clone(&body.slots[slot].name),
        None => "~".into(),
    });
    named.chain(body.varargin.map(|_| "varargin".into())).collect()
}

impl Emitter {
    /// `@(…) …`: what it captures stays a variable, so that its text stays what it was.
    pub(super) fn anonymous(
        &mut self,
        making: &mut Making<'_>,
        anonymous: &Anonymous,
        span: Span,
    ) -> ExprKind {
        let params = parameter_names(&anonymous.body);
        let inside = Inside { body: &anonymous.body, params: &params };
        let value = self.expr_inside(making, inside, anonymous.value);
        let written = making.body.source.text().get(span.range());
        let written = written.and_then(|text| std::str::from_utf8(text).ok());
        ExprKind::Anonymous(params, Box::new(value), written.map(Rc::from))
    }

    /// An expression of an anonymous function as it is written.
    fn expr_inside(&mut self, making: &mut Making<'_>, inside: Inside<'_>, id: ExprId) -> Expr {
        let boxed = |this: &mut Self, making: &mut Making<'_>, id: ExprId| {
            Box::new(this.expr_inside(making, inside, id))
        };
        let kind = match &inside.body.exprs[id].kind {
            From::Const(value) => ExprKind::Const(value.clone()),
            From::Var(slot) => inside.name(making, *slot),
            From::Colon => ExprKind::Colon,
            From::End => ExprKind::End,
            From::Unary(op, operand) => ExprKind::Unary(*op, boxed(self, making, *operand)),
            From::Binary(op, left, right) => {
                let left = boxed(self, making, *left);
                ExprKind::Binary(*op, left, boxed(self, making, *right))
            }
            From::AndAlso(left, right) => {
                let left = boxed(self, making, *left);
                ExprKind::AndAlso(left, boxed(self, making, *right))
            }
            From::OrElse(left, right) => {
                let left = boxed(self, making, *left);
                ExprKind::OrElse(left, boxed(self, making, *right))
            }
            From::Lazy(op, left, right) => {
                let left = boxed(self, making, *left);
                ExprKind::Lazy(*op, left, boxed(self, making, *right))
            }
            From::Range(first, step, last) => {
                let first = boxed(self, making, *first);
                let step = step.map(|step| boxed(self, making, step));
                ExprKind::Range(first, step, boxed(self, making, *last))
            }
            From::Matrix(rows) => ExprKind::Matrix(self.rows_inside(making, inside, rows)),
            From::Cell(rows) => ExprKind::Cell(self.rows_inside(making, inside, rows)),
            From::Handle(call) => {
                let target = inside.body.calls[*call].clone();
                ExprKind::Handle(self.callee_by_name(making, &target))
            }
            From::Anonymous(nested) => {
                let nested = &inside.body.anonymous[*nested];
                let own = parameter_names(&nested.body);
                let all: Vec<Rc<str>> = own.iter().chain(inside.params).cloned().collect();
                let within = Inside { body: &nested.body, params: &all };
                let value = self.expr_inside(making, within, nested.value);
                ExprKind::Anonymous(own, Box::new(value), None)
            }
            From::Access(access) => self.access_inside(making, inside, access),
            From::Assign(_) | From::PostIncrement(_) => ExprKind::Const(Value::empty()),
            From::Invalid(message) => ExprKind::Call(
                Callee::Name(BuiltinId::Error.name().into()),
                vec![Expr::constant(Value::text(message.message()))],
            ),
        };
        Expr::unknown(kind)
    }

    fn list_inside(
        &mut self,
        making: &mut Making<'_>,
        inside: Inside<'_>,
        exprs: &[ExprId],
    ) -> Vec<Expr> {
        exprs.iter().map(|&id| self.expr_inside(making, inside, id)).collect()
    }

    fn rows_inside(
        &mut self,
        making: &mut Making<'_>,
        inside: Inside<'_>,
        rows: &[Box<[ExprId]>],
    ) -> Vec<Vec<Expr>> {
        rows.iter().map(|row| self.list_inside(making, inside, row)).collect()
    }

    fn access_inside(
        &mut self,
        making: &mut Making<'_>,
        inside: Inside<'_>,
        access: &Access,
    ) -> ExprKind {
        let root = match access.root {
            Root::VarOrCall(slot, call) => {
                let own = &inside.body.slots[slot].name;
                let is_variable = inside.params.contains(own) || making.by_name.contains_key(own);
                if is_variable { Root::Var(slot) } else { Root::Call(call) }
            }
            root => root,
        };
        let (root, links) = match root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => {
                (inside.name(making, slot), &access.links[..])
            }
            Root::Value(id) => (self.expr_inside(making, inside, id).kind, &access.links[..]),
            Root::Call(call) => self.call_inside(making, inside, call, &access.links),
        };
        if links.is_empty() {
            return root;
        }
        let links = links
            .iter()
            .map(|link| match link {
                FromLink::Paren(arguments) => {
                    Link::Paren(self.list_inside(making, inside, &arguments.exprs))
                }
                FromLink::Brace(arguments) => {
                    Link::Brace(self.list_inside(making, inside, &arguments.exprs))
                }
                FromLink::Field(name) => Link::Field(Rc::clone(name)),
                FromLink::DynamicField(id) => {
                    Link::DynamicField(Box::new(self.expr_inside(making, inside, *id)))
                }
            })
            .collect();
        ExprKind::Index(Box::new(Expr::unknown(root)), links)
    }

    /// A call by name, and the links that are left behind its arguments.
    fn call_inside<'l>(
        &mut self,
        making: &mut Making<'_>,
        inside: Inside<'_>,
        call: CallId,
        links: &'l [FromLink],
    ) -> (ExprKind, &'l [FromLink]) {
        let target = inside.body.calls[call].clone();
        let callee = self.callee_by_name(making, &target);
        match links {
            [FromLink::Paren(arguments), rest @ ..] => {
                let args = self.list_inside(making, inside, &arguments.exprs);
                (ExprKind::Call(callee, args), rest)
            }
            rest => (ExprKind::Call(callee, Vec::new()), rest),
        }
    }
}
