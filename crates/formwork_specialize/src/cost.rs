//! What a residual costs in GNU Octave: a table of single operations, and what expressions and
//! statements cost by it.
//!
//! Octave interprets a tree; what an operation computes is little beside getting there. The numbers
//! were measured once, with `bench/octave/costs.m` under Octave 7.3, and are in nanoseconds of that
//! machine: what matters is how they compare. Of data nothing is assumed but that it is small.

use crate::residual::{Callee, Expr, ExprKind, Link, Stmt, StmtKind};

/// Coming to a statement.
const STATEMENT: u64 = 160;
/// A constant.
const CONSTANT: u64 = 80;
/// Reading a variable.
const VARIABLE: u64 = 200;
/// An operator.
const OPERATOR: u64 = 280;
/// Taking a part of an array.
const INDEX: u64 = 1_000;
/// Storing in a part of an array.
const STORE: u64 = 1_300;
/// A field, of a struct or stored in one.
const FIELD: u64 = 1_200;
/// Putting a matrix together.
const MATRIX: u64 = 800;
/// Calling a built-in function.
const BUILTIN: u64 = 2_600;
/// Calling a function of the program.
const FUNCTION: u64 = 8_600;
/// Making a handle.
const HANDLE: u64 = 2_000;
/// Testing a condition.
const TEST: u64 = 100;
/// Comparing with a label of `switch`.
const LABEL: u64 = 1_200;
/// Beginning a loop.
const LOOP: u64 = 200;
/// An iteration of a loop.
pub(crate) const ITERATION: u64 = 60;

impl Expr {
    /// What evaluating it once costs, without what functions of the program do.
    #[must_use]
    pub fn cost(&self) -> u64 {
        let own = match &self.kind {
            ExprKind::Const(_) => CONSTANT,
            ExprKind::Var(_) | ExprKind::Param(_) => VARIABLE,
            ExprKind::Colon | ExprKind::End => CONSTANT,
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Lazy(..)
            | ExprKind::Range(..) => OPERATOR,
            ExprKind::Index(_, links) => links.iter().map(link_cost).sum(),
            ExprKind::Call(Callee::Function(_) | Callee::Name(_), _) => FUNCTION,
            ExprKind::Call(Callee::Builtin(_), _) => BUILTIN,
            ExprKind::Matrix(_) | ExprKind::Cell(_) => MATRIX,
            // What stands in an anonymous function is not evaluated here.
            ExprKind::Handle(_) | ExprKind::Anonymous(..) => return HANDLE,
        };
        own + self.children().into_iter().map(Expr::cost).sum::<u64>()
    }
}

fn link_cost(link: &Link) -> u64 {
    match link {
        Link::Paren(_) | Link::Brace(_) => INDEX,
        Link::Field(_) | Link::DynamicField(_) => FIELD,
    }
}

/// What coming to a statement once costs: of loops one iteration, of branches the dearest.
pub(crate) fn statement_cost(stmt: &Stmt) -> u64 {
    let exprs: u64 = stmt.kind.exprs().into_iter().map(Expr::cost).sum();
    let stores: u64 = stmt
        .kind
        .places()
        .into_iter()
        .map(|place| if place.links.is_empty() { 0 } else { STORE })
        .sum();
    let inner = stmt.kind.blocks().into_iter().map(|block| block_cost(block));
    let own = match &stmt.kind {
        StmtKind::If(clauses, _) => TEST * clauses.len() as u64 + inner.max().unwrap_or(0),
        StmtKind::Switch(_, cases, _) => LABEL * cases.len() as u64 + inner.max().unwrap_or(0),
        StmtKind::While(..) | StmtKind::DoUntil(..) | StmtKind::For(..) => {
            LOOP + ITERATION + inner.sum::<u64>()
        }
        StmtKind::Try(..) | StmtKind::UnwindProtect(..) => inner.sum(),
        StmtKind::Expr(_)
        | StmtKind::Assign(..)
        | StmtKind::Multi(..)
        | StmtKind::Delete(_)
        | StmtKind::Update(..)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Declare(..) => 0,
    };
    STATEMENT + own + exprs + stores
}

/// What running statements once costs.
pub(crate) fn block_cost(block: &[Stmt]) -> u64 {
    block.iter().map(statement_cost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::residual::{Place, VarId};
    use formwork_runtime::Value;

    fn assign(value: Expr) -> Stmt {
        Stmt::silent(StmtKind::Assign(Place::whole(VarId::from_u32(0)), value))
    }

    #[test]
    fn a_call_of_a_function_costs_more_than_what_is_written_out() {
        let number = || Expr::constant(Value::double(2.0));
        let call = Expr::unknown(ExprKind::Call(Callee::Name("f".into()), vec![number()]));
        let sum = ExprKind::Binary(
            formwork_runtime::ops::BinaryOp::Add,
            Box::new(number()),
            Box::new(number()),
        );
        assert!(block_cost(&[assign(call)]) > block_cost(&[assign(Expr::unknown(sum))]));
    }

    #[test]
    fn of_branches_the_dearest_counts() {
        let cheap = assign(Expr::constant(Value::double(1.0)));
        let dear = || (0..9).map(|_| cheap.clone()).collect::<Vec<_>>();
        let test = Expr::constant(Value::bool(true));
        let branch = |first: Vec<Stmt>, second: Vec<Stmt>| {
            Stmt::silent(StmtKind::If(vec![(test.clone(), first)], Some(second)))
        };
        let one = statement_cost(&branch(vec![cheap.clone()], dear()));
        let other = statement_cost(&branch(dear(), vec![cheap.clone()]));
        assert_eq!(one, other);
        assert!(one > block_cost(&dear()));
    }
}
