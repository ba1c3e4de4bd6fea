//! What may be dropped, moved or computed twice.
//!
//! An expression may only if it has no effect and cannot fail. Whether it can fail is
//! known since it was made ([`Expr::sure`]); what it does is seen from what it calls.

use cranelift_entity::SecondaryMap;
use formwork_builtins::{BuiltinId, Effects};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_runtime::{Class, Value};

use crate::residual::{Callee, Expr, ExprKind, Function, FunctionId, Link, Program, StmtKind};
use crate::walk::visit_statements;

/// Which functions of a program do nothing but compute their outputs, and come to an end.
pub(crate) struct Purity {
    functions: SecondaryMap<FunctionId, bool>,
}

impl Purity {
    /// Looks at the whole program.
    pub(crate) fn of(program: &Program) -> Purity {
        // Each body is looked at once, as if all others were such.
        let hopeful = Purity { functions: SecondaryMap::with_default(true) };
        let mut waiting: Vec<(FunctionId, Vec<FunctionId>)> = program
            .reached()
            .into_iter()
            .filter(|&id| hopeful.body_is_pure(&program.functions[id]))
            .map(|id| (id, called(&program.functions[id])))
            .collect();
        let mut purity = Purity { functions: SecondaryMap::with_default(false) };
        // From those that call nobody upwards: functions that call themselves never get in,
        // because nobody knows whether they come to an end.
        loop {
            let before = waiting.len();
            waiting.retain(|(id, called)| {
                let pure = called.iter().all(|callee| purity.functions[*callee]);
                purity.functions[*id] = pure;
                !pure
            });
            if waiting.len() == before {
                return purity;
            }
        }
    }

    fn body_is_pure(&self, function: &Function) -> bool {
        if function.verbatim.is_some() || function.dynamic_scope {
            return false;
        }
        if function.used_vars().into_iter().any(|var| function.vars[var].exposed) {
            return false;
        }
        let mut pure = true;
        visit_statements(&function.body, &mut |stmt| {
            pure &= !stmt.displays()
                && !matches!(
                    stmt.kind,
                    // A caught error is remembered; the other loops may run for ever.
                    StmtKind::While(..)
                        | StmtKind::DoUntil(..)
                        | StmtKind::Try(..)
                        | StmtKind::UnwindProtect(..)
                        | StmtKind::Declare(..)
                )
                && stmt.kind.exprs().into_iter().all(|expr| self.is_pure(expr));
        });
        pure
    }

    /// Whether evaluating an expression does nothing but give its value, or fail.
    pub(crate) fn is_pure(&self, expr: &Expr) -> bool {
        // What an anonymous function does, it does when it is called.
        if matches!(expr.kind, ExprKind::Anonymous(..)) {
            return true;
        }
        self.node_is_pure(expr) && expr.children().into_iter().all(|child| self.is_pure(child))
    }

    /// Whether a node does nothing but give its value, or fail, if its operands do.
    pub(crate) fn node_is_pure(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(callee, _) => match callee {
                Callee::Function(id) => self.functions[*id],
                Callee::Builtin(row) => {
                    // These look at the call but change nothing; singular matrices are
                    // warned of.
                    let looks = matches!(row.id, Some(BuiltinId::Nargin | BuiltinId::Nargout));
                    looks || (row.effects == Effects::PURE && !row.is(BuiltinId::Inv))
                }
                Callee::Name(_) => false,
            },
            ExprKind::Index(base, links) => !may_call(base, links),
            ExprKind::Binary(op, left, right) => match op {
                // Singular matrices are warned of.
                BinaryOp::Divide => right.known.is_scalar(),
                BinaryOp::LeftDivide => left.known.is_scalar(),
                BinaryOp::Power => left.known.is_scalar() && right.known.is_scalar(),
                _ => true,
            },
            ExprKind::Const(_)
            | ExprKind::Var(_)
            | ExprKind::Param(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Unary(..)
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Lazy(..)
            | ExprKind::Range(..)
            | ExprKind::Matrix(_)
            | ExprKind::Cell(_)
            | ExprKind::Handle(_)
            | ExprKind::Anonymous(..) => true,
        }
    }

    /// Whether an expression may be left out: it has no effect and cannot fail.
    pub(crate) fn is_removable(&self, expr: &Expr) -> bool {
        self.is_pure(expr) && is_sure(expr)
    }
}

/// The functions that a function calls itself, not through handles.
fn called(function: &Function) -> Vec<FunctionId> {
    fn collect(expr: &Expr, found: &mut Vec<FunctionId>) {
        match &expr.kind {
            ExprKind::Anonymous(..) => return,
            ExprKind::Call(Callee::Function(id), _) => found.push(*id),
            _ => {}
        }
        for child in expr.children() {
            collect(child, found);
        }
    }
    let mut found = Vec::new();
    visit_statements(&function.body, &mut |stmt| {
        for expr in stmt.kind.exprs() {
            collect(expr, &mut found);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

impl Purity {
    /// Whether a condition may be left out: asking for its truth cannot fail either.
    pub(crate) fn is_droppable_condition(&self, expr: &Expr) -> bool {
        let has_truth = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Lazy(..) => true,
            ExprKind::Binary(op, ..) => matches!(
                op,
                BinaryOp::Less
                    | BinaryOp::LessEqual
                    | BinaryOp::Equal
                    | BinaryOp::NotEqual
                    | BinaryOp::GreaterEqual
                    | BinaryOp::Greater
                    | BinaryOp::And
                    | BinaryOp::Or
            ),
            ExprKind::Const(Value::Double(numbers)) => {
                numbers.as_slice().iter().all(|number| !number.is_nan())
            }
            // NaN is no truth value.
            _ => expr.known.class.is_some_and(|class| {
                is_plain(class) && !matches!(class, Class::Double | Class::Single)
            }),
        };
        has_truth && self.is_removable(expr)
    }

    /// Whether the subject of a `switch` may be left out: containers cannot be compared.
    pub(crate) fn is_droppable_subject(&self, subject: &Expr) -> bool {
        subject.known.class.is_some_and(is_plain) && self.is_removable(subject)
    }

    /// Whether a label of a `switch` may be left out: containers cannot be compared, but a
    /// cell array is the labels that it holds.
    pub(crate) fn is_droppable_label(&self, label: &Expr) -> bool {
        let is_plain_label = |label: &Expr| label.known.class.is_some_and(is_plain);
        let comparable = match &label.kind {
            ExprKind::Const(Value::Cell(labels)) => {
                labels.as_slice().iter().all(|label| is_plain(label.class()))
            }
            ExprKind::Cell(rows) => rows.iter().flatten().all(is_plain_label),
            _ => is_plain_label(label),
        };
        comparable && self.is_removable(label)
    }
}

fn is_plain(class: Class) -> bool {
    class.is_numeric() || matches!(class, Class::Logical | Class::Char)
}

/// Whether an expression cannot fail.
pub(crate) fn is_sure(expr: &Expr) -> bool {
    let inside = !matches!(expr.kind, ExprKind::Anonymous(..));
    expr.sure && (!inside || expr.children().into_iter().all(is_sure))
}

/// Whether an index may call a function handle.
fn may_call(base: &Expr, links: &[Link]) -> bool {
    let known =
        base.known.array || base.known.class.is_some_and(|class| class != Class::FunctionHandle);
    let mut links = links.iter();
    let first_calls = matches!(links.next(), Some(Link::Paren(_))) && !known;
    first_calls || links.any(|link| matches!(link, Link::Paren(_)))
}

/// Whether an expression has exactly one value, where it has any: a list of the elements
/// of a cell may have more or none.
pub(crate) fn is_single(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Index(_, links) => {
            expr.known.class.is_some() || matches!(&links[..], [Link::Paren(_)])
        }
        ExprKind::Colon | ExprKind::End => false,
        _ => true,
    }
}

/// Whether an expression surely has a value, not being a call that may return none.
pub(crate) fn has_value(expr: &Expr, program: &Program) -> bool {
    match &expr.kind {
        ExprKind::Call(Callee::Builtin(row), _) => !row.outputs.is_empty(),
        ExprKind::Call(Callee::Function(id), _) => {
            expr.sure && !program.functions[*id].outputs.is_empty()
        }
        ExprKind::Call(Callee::Name(_), _) => false,
        ExprKind::Index(base, links) => !may_call(base, links),
        _ => true,
    }
}
