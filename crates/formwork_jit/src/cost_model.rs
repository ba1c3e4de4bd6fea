//! The cost model: about how many statements a loop executes that is about to begin, as far
//! as the values at hand tell, where work on a large array counts as many. It decides what is
//! compiled, and nothing else.

use formwork_builtins::{Measure, Operation};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, Link, Root, Stmt, StmtKind};
use formwork_hir::walk::statements;
use formwork_interp::Variables;
use formwork_runtime::Value;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::with_enough_stack;

/// How many iterations a loop has of which nothing is known.
const UNKNOWN_TRIP_COUNT: f64 = 10.0;

/// How many elements the interpreter goes through while it executes a statement on numbers.
const ELEMENTS_PER_STATEMENT: f64 = 100.0;

/// How many statements a function of the program is thought to execute at least.
const STATEMENTS_OF_FUNCTION: f64 = 5.0;

/// Where a statement takes variables as a whole, or more of them than an element.
pub(crate) struct Uses {
    slots: Vec<SlotId>,
    /// How many statements stand in it.
    statements: f64,
}

impl Uses {
    pub(crate) fn of(body: &Body, stmt: &Stmt) -> Uses {
        let inside = body
            .exprs
            .values()
            .filter(|expr| stmt.span.start <= expr.span.start && expr.span.end <= stmt.span.end);
        let slots = inside.filter_map(|expr| match &expr.kind {
            ExprKind::Var(slot) => Some(*slot),
            ExprKind::Access(access) => {
                let (Root::Var(slot) | Root::VarOrCall(slot, _)) = access.root else { return None };
                let whole = match access.links.first() {
                    None => true,
                    Some(Link::Paren(arguments)) => arguments.exprs.iter().any(|&one| {
                        matches!(body.exprs[one].kind, ExprKind::Colon | ExprKind::Range(..))
                    }),
                    Some(_) => false,
                };
                whole.then_some(slot)
            }
            _ => None,
        });
        Uses { slots: slots.collect(), statements: count(stmt) }
    }

    /// How many statements stand in it.
    pub(crate) const fn statements(&self) -> f64 {
        self.statements
    }

    /// How many statements on numbers one of these statements is like.
    fn weight(&self, variables: &dyn Variables) -> f64 {
        let elements = |&slot: &SlotId| match variables.value(slot) {
            Some(value) if value.dims().numel() > 1 => value.dims().numel() as f64,
            _ => 0.0,
        };
        let elements: f64 = self.slots.iter().map(elements).sum();
        1.0 + elements / ELEMENTS_PER_STATEMENT / self.statements
    }
}

/// How many statements a statement is and contains.
fn count(stmt: &Stmt) -> f64 {
    statements(std::slice::from_ref(stmt)).count() as f64
}

/// What statements cost that are about to run.
pub(crate) struct CostModel<'a> {
    pub(crate) body: &'a Body,
    pub(crate) variables: &'a dyn Variables,
}

impl CostModel<'_> {
    /// The cost of a statement that is about to begin; of a loop of unknown length, of one
    /// iteration.
    pub(crate) fn of_candidate(&self, uses: &Uses, stmt: &Stmt) -> f64 {
        self.of_statement(stmt) * uses.weight(self.variables)
    }

    /// The same, where all statements work on numbers.
    fn of_statement(&self, stmt: &Stmt) -> f64 {
        match &stmt.kind {
            StmtKind::For(each) => {
                let count = self.trip_count(each.iterable).unwrap_or(UNKNOWN_TRIP_COUNT);
                count * (1.0 + self.block(&each.body))
            }
            StmtKind::While(_, body) | StmtKind::DoUntil(body, _) => 1.0 + self.block(body),
            // It calls a function, or nobody would ask.
            StmtKind::Assign(_) => STATEMENTS_OF_FUNCTION,
            _ => 1.0,
        }
    }

    fn block(&self, statements: &[Stmt]) -> f64 {
        statements.iter().map(|stmt| with_enough_stack(|| self.statement(stmt))).sum()
    }

    fn statement(&self, stmt: &Stmt) -> f64 {
        match &stmt.kind {
            StmtKind::For(_) => 1.0 + self.of_statement(stmt),
            StmtKind::While(..) | StmtKind::DoUntil(..) => {
                UNKNOWN_TRIP_COUNT * self.of_statement(stmt)
            }
            _ => 1.0 + stmt.kind.blocks().into_iter().map(|block| self.block(block)).sum::<f64>(),
        }
    }

    /// How many iterations a loop over an expression has: the number of its columns.
    fn trip_count(&self, id: ExprId) -> Option<f64> {
        match &self.body.exprs[id].kind {
            ExprKind::Range(from, step, to) => {
                let step = step.map_or(Some(1.0), |step| self.number(step))?;
                let count = ((self.number(*to)? - self.number(*from)?) / step).floor() + 1.0;
                (!count.is_nan()).then(|| count.max(0.0))
            }
            _ => {
                let value = self.variable(id)?;
                let (_, columns) = value.dims().flattened();
                Some(columns as f64)
            }
        }
    }

    fn variable(&self, id: ExprId) -> Option<Value> {
        let slot: SlotId = match &self.body.exprs[id].kind {
            ExprKind::Var(slot) => *slot,
            ExprKind::Access(access) if access.links.is_empty() => match access.root {
                Root::Var(slot) | Root::VarOrCall(slot, _) => slot,
                Root::Call(_) | Root::Value(_) => return None,
            },
            _ => return None,
        };
        self.variables.value(slot)
    }

    /// The value of a bound as bounds are mostly written.
    fn number(&self, id: ExprId) -> Option<f64> {
        with_enough_stack(|| match &self.body.exprs[id].kind {
            ExprKind::Const(Value::Double(array)) => array.as_scalar().copied(),
            ExprKind::Unary(UnaryOp::Minus, operand) => Some(-self.number(*operand)?),
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.number(*left)?, self.number(*right)?);
                match op {
                    BinaryOp::Add => Some(left + right),
                    BinaryOp::Subtract => Some(left - right),
                    BinaryOp::Multiply | BinaryOp::ElementMultiply => Some(left * right),
                    BinaryOp::Divide | BinaryOp::ElementDivide => Some(left / right),
                    BinaryOp::Power | BinaryOp::ElementPower => Some(left.powf(right)),
                    _ => None,
                }
            }
            ExprKind::Access(access) => match (access.root, &access.links[..]) {
                (Root::Call(call) | Root::VarOrCall(_, call), [Link::Paren(arguments)]) => {
                    let first = *arguments.exprs.first()?;
                    let value = self.variable(first)?;
                    let (rows, columns) = value.dims().flattened();
                    let row = formwork_builtins::find(&self.body.calls[call].name)?;
                    let Operation::Measure(measure) = row.operation else { return None };
                    match measure {
                        Measure::Numel => Some(value.dims().numel() as f64),
                        Measure::Length | Measure::Size => Some(rows.max(columns) as f64),
                        Measure::Rows => Some(rows as f64),
                        Measure::Columns => Some(columns as f64),
                        Measure::Ndims => None,
                    }
                }
                _ => self.scalar(id),
            },
            _ => self.scalar(id),
        })
    }

    fn scalar(&self, id: ExprId) -> Option<f64> {
        match self.variable(id)? {
            Value::Double(array) => array.as_scalar().copied(),
            _ => None,
        }
    }
}
