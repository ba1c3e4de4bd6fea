//! Functions that are not specialized: those whose state or text is seen from outside.

use formwork_hir::body::{Body, ExprKind, Stmt, StmtKind};

/// How much of a function may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeping {
    /// It may be specialized for each call.
    Nothing,
    /// There may be only one version of it, under its own name.
    Name,
    /// Its text.
    Text,
}

impl Keeping {
    /// How much of a function may be changed.
    pub(crate) fn of(body: &Body) -> Keeping {
        let shares = !body.nested.is_empty()
            || !body.shared.is_empty()
            || matches!(body.kind, formwork_hir::body::BodyKind::Nested(_));
        let defaults = body.inputs.iter().any(|input| input.default.is_some());
        if shares || defaults || !body.arguments.is_empty() || assigns_inside(body) {
            return Keeping::Text;
        }
        let names = body.calls.values().any(|call| reads_its_call(&call.name));
        if names || any(&body.statements, &|stmt| has_state(body, stmt)) {
            return Keeping::Name;
        }
        Keeping::Nothing
    }
}

/// Whether a built-in looks at the call that it stands in beyond its arguments.
fn reads_its_call(name: &str) -> bool {
    matches!(
        name,
        "inputname"
            | "evalin"
            | "assignin"
            | "mfilename"
            | "dbstack"
            | "isargout"
            | "mlock"
            | "inputParser"
            | "nargchk"
    )
}

/// Whether a statement declares a variable that outlives the call, and changes.
fn has_state(body: &Body, stmt: &Stmt) -> bool {
    let StmtKind::Declare(all) = &stmt.kind else { return false };
    all.iter().any(|one| !one.global && !formwork_infer::is_constant_persistent(body, one))
}

/// Whether there is such a statement among these and those inside them.
pub(super) fn any(statements: &[Stmt], holds: &dyn Fn(&Stmt) -> bool) -> bool {
    statements
        .iter()
        .any(|stmt| holds(stmt) || stmt.kind.blocks().into_iter().any(|block| any(block, holds)))
}

/// Whether an assignment stands inside an expression, or a loop goes over the fields of a
/// struct: neither can be written in MATLAB.
fn assigns_inside(body: &Body) -> bool {
    let whole = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Expr(id) => match &body.exprs[*id].kind {
            ExprKind::Assign(_) | ExprKind::PostIncrement(_) => 1,
            _ => 0,
        },
        _ => 0,
    };
    fn count(statements: &[Stmt], whole: &dyn Fn(&Stmt) -> usize) -> usize {
        statements
            .iter()
            .map(|stmt| {
                let inner = stmt.kind.blocks().into_iter().map(|block| count(block, whole));
                whole(stmt) + inner.sum::<usize>()
            })
            .sum()
    }
    let statements = count(&body.statements, &whole);
    let all = body
        .exprs
        .values()
        .filter(|expr| matches!(expr.kind, ExprKind::Assign(_) | ExprKind::PostIncrement(_)))
        .count();
    let fields = any(
        &body.statements,
        &|stmt| matches!(&stmt.kind, StmtKind::For(each) if each.key.is_some()),
    );
    all > statements || fields
}
