//! Functions that are not specialized: those whose state or text is seen from outside.

use formwork_builtins::BuiltinId;
use formwork_hir::body::{Body, CallTarget, ExprKind, Refusal, Root, Stmt, StmtKind};
use formwork_infer::trace::{Step, StepKind, Variant};

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
    /// How much of a function may be changed, whoever calls it.
    pub(crate) fn of(body: &Body) -> Keeping {
        let defaults = body.inputs.iter().any(|input| input.default.is_some());
        let loops = any(&body.statements, &goes_over_fields);
        let named = any(&body.statements, &|stmt| has_state(body, stmt));
        Keeping::given(body, defaults || loops, named)
    }

    /// The same of an entry: of a call that was written as a whole it is known which arguments are
    /// missing.
    pub(crate) fn of_entry(variant: &Variant) -> Keeping {
        let body = &variant.body;
        if variant.names.is_none() {
            return Keeping::of(body);
        }
        let loops = any_step(body, &variant.steps, &goes_over_keys);
        let named = any(&body.statements, &|stmt| has_state(body, stmt));
        Keeping::given(body, loops, named)
    }

    /// The same where one way to call it was followed: which arguments are missing is known,
    /// and whether it could tell what earlier calls left.
    pub(crate) fn of_call(variant: &Variant) -> Keeping {
        let loops = any_step(&variant.body, &variant.steps, &goes_over_keys);
        let usage = any_step(&variant.body, &variant.steps, &says_its_name);
        let seen = variant.looked_into;
        Keeping::given(&variant.body, loops, variant.stateful || usage || seen)
    }

    fn given(body: &Body, text: bool, state: bool) -> Keeping {
        let shares = !body.nested.is_empty()
            || !body.shared.is_empty()
            || matches!(body.kind, formwork_hir::body::BodyKind::Nested(_));
        if shares
            || text
            || !body.arguments.is_empty()
            || assigns_inside(body)
            || has_unsupported(body)
        {
            return Keeping::Text;
        }
        let names = body.calls.values().filter_map(CallTarget::id).any(reads_its_call);
        if names || state {
            return Keeping::Name;
        }
        Keeping::Nothing
    }
}

/// Whether a built-in looks at the call that it stands in beyond its arguments.
fn reads_its_call(id: BuiltinId) -> bool {
    matches!(
        id,
        BuiltinId::Inputname
            | BuiltinId::Evalin
            | BuiltinId::Assignin
            | BuiltinId::Mfilename
            | BuiltinId::Dbstack
            | BuiltinId::Isargout
            | BuiltinId::Mlock
            | BuiltinId::Nargchk
    )
}

/// Whether a statement that is come to fails with a message that names the function.
fn says_its_name(body: &Body, step: &Step) -> bool {
    let StepKind::Simple(stmt, _) = &step.kind else { return false };
    let StmtKind::Expr(id) = stmt.kind else { return false };
    let ExprKind::Access(access) = &body.exprs[id].kind else { return false };
    matches!(access.root, Root::Call(call) if body.calls[call].id() == Some(BuiltinId::PrintUsage))
}

/// Whether a statement declares a variable that outlives the call, and changes.
fn has_state(body: &Body, stmt: &Stmt) -> bool {
    let StmtKind::Declare(all) = &stmt.kind else { return false };
    all.iter().any(|one| !one.global && !formwork_infer::is_constant_persistent(body, one))
}

/// Whether there is such a statement among these and those inside them.
pub(super) fn any(statements: &[Stmt], holds: &dyn Fn(&Stmt) -> bool) -> bool {
    formwork_hir::walk::statements(statements).any(holds)
}

/// Whether a loop that was walked goes over the fields of a struct.
fn goes_over_keys(_body: &Body, step: &Step) -> bool {
    matches!(&step.kind, StepKind::For(counted, _) if counted.key.is_some())
}

/// Whether a loop goes over the fields of a struct, which cannot be written in MATLAB.
fn goes_over_fields(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::For(each) if each.key.is_some())
}

/// Whether there is such a step in the function or in a script that it runs, which has a body of
/// its own.
fn any_step(body: &Body, steps: &[Step], holds: &dyn Fn(&Body, &Step) -> bool) -> bool {
    steps.iter().any(|step| {
        let inside = match &step.kind {
            StepKind::Script(_, script, _) => script,
            _ => body,
        };
        holds(body, step)
            || step.kind.blocks().into_iter().any(|inner| any_step(inside, inner, holds))
    })
}

/// Whether there is something that only its text can say.
fn has_unsupported(body: &Body) -> bool {
    let exprs = body.exprs.values();
    exprs.into_iter().any(|expr| matches!(expr.kind, ExprKind::Invalid(Refusal::Unsupported(_))))
        || any(&body.statements, &|stmt| {
            matches!(stmt.kind, StmtKind::Invalid(Refusal::Unsupported(_)))
        })
}

/// Whether an assignment stands inside an expression, which cannot be written in MATLAB.
fn assigns_inside(body: &Body) -> bool {
    let whole = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Expr(id) => body.exprs[*id].assignment().is_some(),
        _ => false,
    };
    let statements = formwork_hir::walk::statements(&body.statements).filter(whole).count();
    let all = body.exprs.values().filter(|expr| expr.assignment().is_some()).count();
    all > statements
}
