//! Functions that are not specialized: those whose state or text is seen from outside.

use formwork_builtins::BuiltinId;
use formwork_hir::body::{
    Assign, Body, CallTarget, Expr, ExprId, ExprKind, Link, Refusal, Root, Stmt, StmtKind, Storage,
    Target,
};
use formwork_hir::walk::subexpressions;
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
        Keeping::given(body, defaults || loops || assigns_inside(body), named)
    }

    /// The same of an entry: of a call that was written as a whole it is known which arguments are
    /// missing.
    pub(crate) fn of_entry(variant: &Variant) -> Keeping {
        let body = &variant.body;
        let defaults =
            variant.names.is_none() && body.inputs.iter().any(|input| input.default.is_some());
        let loops = any_step(body, &variant.steps, &only_its_text_says);
        let named = any(&body.statements, &|stmt| has_state(body, stmt));
        Keeping::given(body, defaults || loops, named)
    }

    /// The same where one way to call it was followed: which arguments are missing is known,
    /// and whether it could tell what earlier calls left.
    pub(crate) fn of_call(variant: &Variant) -> Keeping {
        let loops = any_step(&variant.body, &variant.steps, &only_its_text_says);
        let usage = any_step(&variant.body, &variant.steps, &says_its_name);
        let seen = variant.looked_into;
        Keeping::given(&variant.body, loops, variant.stateful || usage || seen)
    }

    fn given(body: &Body, text: bool, state: bool) -> Keeping {
        let shares = !body.nested.is_empty()
            || !body.shared.is_empty()
            || matches!(body.kind, formwork_hir::body::BodyKind::Nested(_));
        if shares || text || !body.arguments.is_empty() || has_unsupported(body) {
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

/// Whether a statement that was walked can only be said by the text of its function.
fn only_its_text_says(body: &Body, step: &Step) -> bool {
    goes_over_keys(body, step) || step_assigns_inside(body, step)
}

/// Whether an assignment stands inside an expression, which cannot be written in MATLAB, and
/// cannot be a statement of its own.
fn assigns_inside(body: &Body) -> bool {
    formwork_hir::walk::statements(&body.statements).any(|stmt| stmt_assigns_inside(body, stmt))
}

/// The same of a statement that was walked: what was found not to be reached does not matter.
fn step_assigns_inside(body: &Body, step: &Step) -> bool {
    let inside = |id: &ExprId| has_assignment(body, *id);
    match &step.kind {
        StepKind::Simple(stmt, _) => stmt_assigns_inside(body, stmt),
        StepKind::If(clauses, _) => clauses.iter().any(|clause| inside(&clause.condition)),
        StepKind::Switch(subject, _, clauses, _) => {
            inside(subject) || clauses.iter().any(|clause| inside(&clause.condition))
        }
        StepKind::While(condition, ..) | StepKind::DoUntil(_, condition, _) => inside(condition),
        StepKind::For(counted, _) => {
            inside(&counted.iterable) || counted.target.subscripts().any(|id| inside(&id))
        }
        StepKind::Declare(all, _) => all.iter().filter_map(|one| one.value).any(|id| inside(&id)),
        StepKind::Set(..)
        | StepKind::Field(..)
        | StepKind::Unrolled(..)
        | StepKind::Try(..)
        | StepKind::UnwindProtect(..)
        | StepKind::Break
        | StepKind::Continue
        | StepKind::Return
        | StepKind::Script(..)
        | StepKind::Believed(_)
        | StepKind::Invalid(_) => false,
    }
}

fn stmt_assigns_inside(body: &Body, stmt: &Stmt) -> bool {
    match body.assignment(stmt) {
        Some(assign) => assignment_assigns_inside(body, assign),
        None => stmt.operands().into_iter().any(|id| has_assignment(body, id)),
    }
}

fn assignment_assigns_inside(body: &Body, assign: &Assign) -> bool {
    if let Some(inner) = inner_assignment(body, assign) {
        return assignment_assigns_inside(body, inner.assign);
    }
    let mut subscripts = assign.targets.iter().flat_map(Target::subscripts);
    has_assignment(body, assign.value) || subscripts.any(|id| has_assignment(body, id))
}

fn has_assignment(body: &Body, id: ExprId) -> bool {
    subexpressions(body, id).any(|(_, expr)| expr.assignment().is_some())
}

/// An assignment that is the value of another.
pub(super) struct Inner<'b> {
    pub(super) assign: &'b Assign,
    /// The expression that it is.
    pub(super) id: ExprId,
    /// Whether it comes after the other one as a statement: the value of `x++` is what `x` was.
    pub(super) after: bool,
}

/// The assignment that is the value of another, if both can be statements of their own:
/// `w = x = v` is `x = v; w = x`, and `s.n = k++` is `s.n = k; k++`.
pub(super) fn inner_assignment<'b>(body: &'b Body, assign: &'b Assign) -> Option<Inner<'b>> {
    let id = assign.value;
    let (inner, after) = match &body.exprs[id].kind {
        ExprKind::Assign(inner) => (inner, false),
        ExprKind::PostIncrement(inner) => (inner, true),
        _ => return None,
    };
    let ([Target::Place { slot: outer, links, .. }], [Target::Place { slot, links: parts, .. }]) =
        (&assign.targets[..], &inner.targets[..])
    else {
        return None;
    };
    let plain = assign.op.is_none() && !assign.bracketed && !inner.bracketed && !inner.deletes;
    let simple = |expr: &Expr| match &expr.kind {
        ExprKind::Var(read) => read != slot,
        kind => matches!(
            kind,
            ExprKind::Const(_)
                | ExprKind::Colon
                | ExprKind::End
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Range(..)
        ),
    };
    let mut subscripts = assign.targets.iter().flat_map(Target::subscripts);
    let fixed = subscripts.all(|id| subexpressions(body, id).all(|(_, expr)| simple(expr)));
    // If the store fails, nobody sees that the other one was not made.
    let attempts =
        |stmt: &Stmt| matches!(stmt.kind, StmtKind::Try(_) | StmtKind::UnwindProtect(..));
    let unseen = body.slots[*slot].storage == Storage::Local
        && (!after || links.is_empty() || !any(&body.statements, &attempts));
    let dynamic = |link: &Link| matches!(link, Link::DynamicField(_));
    (plain && parts.is_empty() && outer != slot && fixed && unseen && !links.iter().any(dynamic))
        .then_some(Inner { assign: inner, id, after })
}
