//! Functions of one assignment, inside expressions.

use formwork_runtime::ops::BinaryOp;
use rustc_hash::FxHashMap;

use super::super::effects::{Purity, has_value, is_single};
use super::{Candidates, size};
use crate::residual::{
    Callee, Expr, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, VarId,
};
use crate::walk::change_statements;

/// How many elements a constant may have that is written more than once.
const SMALL: usize = 4;

/// Inlines into the expressions of a function; says how many calls.
pub(super) fn inline(
    program: &mut Program,
    caller: FunctionId,
    candidates: &Candidates,
    purity: &Purity,
) -> usize {
    let mut count = 0;
    let body = std::mem::take(&mut program.functions[caller].body);
    let exposed: Vec<VarId> = {
        let vars = program.functions[caller].vars.iter();
        vars.filter(|(_, variable)| variable.exposed).map(|(var, _)| var).collect()
    };
    // Its body is in our hands.
    let mut own = program.functions[caller].clone();
    own.body = body;
    let around = own.clone();
    let mut body = own.body;
    let inliner = Inliner { program, around: &around, candidates, purity, exposed: &exposed };
    change_statements(&mut body, &mut |stmt| count += inliner.statement(stmt));
    program.functions[caller].body = body;
    count
}

struct Inliner<'a> {
    program: &'a Program,
    /// The caller as it was.
    around: &'a Function,
    candidates: &'a Candidates,
    purity: &'a Purity,
    exposed: &'a [VarId],
}

impl Inliner<'_> {
    fn statement(&self, stmt: &mut Stmt) -> usize {
        let is_condition =
            matches!(stmt.kind, StmtKind::If(..) | StmtKind::While(..) | StmtKind::DoUntil(..));
        let mut count = 0;
        let keeps_root = matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Multi(..));
        let roots = stmt.kind.exprs_mut();
        let last = roots.len().saturating_sub(1);
        for (index, root) in roots.into_iter().enumerate() {
            // The text of an anonymous function shows.
            if matches!(root.kind, ExprKind::Anonymous(..)) {
                continue;
            }
            for child in root.children_mut() {
                count += self.expr(child);
            }
            // The root of these is not asked for one value.
            if keeps_root && index == last {
                continue;
            }
            if let Some(value) = self.inlined(root) {
                // In a condition `|` and `&` do not always look at both sides.
                let lazy = matches!(value.kind, ExprKind::Binary(BinaryOp::Or | BinaryOp::And, ..));
                if !(is_condition && lazy) || self.purity.is_removable(&value) {
                    *root = value;
                    count += 1;
                }
            }
        }
        count
    }

    fn expr(&self, expr: &mut Expr) -> usize {
        // The text of an anonymous function shows.
        if matches!(expr.kind, ExprKind::Anonymous(..)) {
            return 0;
        }
        let mut count: usize = expr.children_mut().into_iter().map(|child| self.expr(child)).sum();
        if let Some(value) = self.inlined(expr) {
            *expr = value;
            count += 1;
        }
        count
    }

    /// What a call becomes.
    fn inlined(&self, call: &Expr) -> Option<Expr> {
        let ExprKind::Call(Callee::Function(id), args) = &call.kind else { return None };
        if !self.candidates.accepts(self.program, *id) {
            return None;
        }
        let function = &self.program.functions[*id];
        let value = only_value(function)?;
        if !is_single(value) || !has_value(value, self.program) || size(value) > 60 {
            return None;
        }
        if args.len() != function.params.len() || !args.iter().all(is_single) {
            return None;
        }
        if !args.iter().all(|arg| has_value(arg, self.program)) {
            return None;
        }
        let mut result = self.substituted(function, value, args)?;
        // What the call was known to be, its value is.
        if result.known.class.is_none() {
            result.known = call.known.clone();
        }
        Some(result)
    }

    fn substituted(&self, function: &Function, value: &Expr, args: &[Expr]) -> Option<Expr> {
        let mut order = Order::default();
        order.expr(value, false, self.purity)?;
        let all_pure =
            self.purity.is_pure(value) && args.iter().all(|arg| self.purity.is_pure(arg));
        let mut given: FxHashMap<VarId, &Expr> = FxHashMap::default();
        // The place of the last argument that does something or may fail.
        let mut last = None;
        for (param, arg) in function.params.iter().zip(args) {
            let uses: Vec<&Use> = match param {
                Some(var) => order.uses.iter().filter(|own| own.var == *var).collect(),
                None => Vec::new(),
            };
            if let Some(var) = param {
                given.insert(*var, arg);
            }
            if !all_pure && self.reads_exposed(arg) {
                return None;
            }
            let removable = self.purity.is_removable(arg);
            let simple = match &arg.kind {
                ExprKind::Var(_) => removable,
                ExprKind::Const(value) => value.numel() <= SMALL && !arg.is_null_literal(),
                _ => false,
            };
            if uses.len() > 1 && !simple {
                return None;
            }
            for own in &uses {
                if own.is_base && !self.is_same_base(function, own, arg) {
                    return None;
                }
                if arg.is_null_literal() {
                    return None;
                }
            }
            if !removable {
                let [only] = uses[..] else { return None };
                if only.conditional || last.is_some_and(|last| only.at < last) {
                    return None;
                }
                last = Some(only.at);
            }
        }
        // Whatever the function itself does must come after that.
        if last.is_some_and(|last| order.first_event.is_some_and(|event| event < last)) {
            return None;
        }
        let mut result = value.clone();
        let mut complete = true;
        result.change(&mut |expr| {
            if let ExprKind::Var(var) = expr.kind {
                match given.get(&var) {
                    Some(arg) => *expr = (*arg).clone(),
                    None => complete = false,
                }
            }
        });
        complete.then_some(result)
    }

    /// Whether what is indexed in a function can be an argument: a variable, and if indexing it may
    /// fail, one of the same name, which the message shows.
    fn is_same_base(&self, function: &Function, own: &Use, arg: &Expr) -> bool {
        let ExprKind::Var(var) = arg.kind else { return false };
        own.sure
            || (self.around.vars[var].name == function.vars[own.var].name
                && super::keeps_name(self.around, var))
    }

    fn reads_exposed(&self, expr: &Expr) -> bool {
        !self.exposed.is_empty()
            && expr.any(
                &mut |expr| matches!(&expr.kind, ExprKind::Var(var) if self.exposed.contains(var)),
            )
    }
}

/// The value of a function that is one assignment to its only output.
fn only_value(function: &Function) -> Option<&Expr> {
    let ([stmt], [output]) = (&function.body[..], &function.outputs[..]) else { return None };
    match &stmt.kind {
        StmtKind::Assign(place, value) if place.links.is_empty() && place.var == *output => {
            Some(value)
        }
        _ => None,
    }
}

/// A place that reads a variable.
struct Use {
    var: VarId,
    /// When, counted in nodes.
    at: usize,
    /// Whether it is perhaps not reached.
    conditional: bool,
    /// Whether it is indexed there, and if so, whether that surely succeeds.
    is_base: bool,
    sure: bool,
}

/// In which order an expression reads variables and does other things.
#[derive(Default)]
struct Order {
    now: usize,
    uses: Vec<Use>,
    /// When something first may fail or have an effect.
    first_event: Option<usize>,
}

impl Order {
    /// `None` if the expression must not be taken apart.
    fn expr(&mut self, expr: &Expr, conditional: bool, purity: &Purity) -> Option<()> {
        match &expr.kind {
            ExprKind::Var(var) => {
                self.reading(*var, conditional, false, true);
                return Some(());
            }
            ExprKind::Anonymous(..) => {
                // Its text shows the names of what it captures.
                let captures = expr.any(&mut |expr| matches!(expr.kind, ExprKind::Var(_)));
                return (!captures).then_some(());
            }
            ExprKind::Index(base, links) => {
                match base.kind {
                    ExprKind::Var(var) => self.reading(var, conditional, true, expr.sure),
                    _ => self.expr(base, conditional, purity)?,
                }
                for part in links.iter().flat_map(|link| link.children()) {
                    self.expr(part, conditional, purity)?;
                }
            }
            ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => {
                self.expr(left, conditional, purity)?;
                self.expr(right, true, purity)?;
            }
            _ => {
                for child in expr.children() {
                    self.expr(child, conditional, purity)?;
                }
            }
        }
        self.now += 1;
        if self.first_event.is_none() && !(expr.sure && purity.node_is_pure(expr)) {
            self.first_event = Some(self.now);
        }
        Some(())
    }

    fn reading(&mut self, var: VarId, conditional: bool, is_base: bool, sure: bool) {
        self.now += 1;
        self.uses.push(Use { var, at: self.now, conditional, is_base, sure });
    }
}
