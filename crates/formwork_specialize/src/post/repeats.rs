//! Elements that are read again while nothing changes them, in variables.
//!
//! `y = x(k) * x(k); z = x(k);` becomes `x_k = x(k); y = x_k * x_k; z = x_k;`, and
//! `y(k) = e; z = y(k);` becomes `y_k = e; y(k) = y_k; z = y_k;`: Octave takes several times as
//! long to find an element as to find a variable. Only where reading the element cannot fail and
//! it is surely read first where the variable is set, so that nothing is read that was not.

use cranelift_entity::PrimaryMap;
use formwork_runtime::Class;
use rustc_hash::FxHashSet;

use super::flow::is_fixed;
use crate::residual::{
    Block, Expr, ExprKind, Function, Link, Place, Stmt, StmtKind, VarId, Variable,
};
use crate::walk::visit_statements;

/// How many reads of a loop weigh as much as one before it.
const OFTEN: usize = 4;

/// How many reads are worth a variable.
const WORTH: usize = 2;

/// An element of an array: subscripts are numbers and variables.
#[derive(Clone, PartialEq, Debug)]
struct Element {
    array: VarId,
    subscripts: Vec<Subscript>,
}

#[derive(Clone, PartialEq, Debug)]
enum Subscript {
    Number(f64),
    Var(VarId),
}

/// Keeps elements that are read again in variables; says how many.
pub(crate) fn keep(function: &mut Function) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let mut body = std::mem::take(&mut function.body);
    let count = block(&mut body, &mut function.vars);
    function.body = body;
    count
}

fn block(body: &mut Block, vars: &mut PrimaryMap<VarId, Variable>) -> usize {
    let mut count = 0;
    let mut at = 0;
    while at < body.len() {
        while let Some(element) = repeated(body, at, vars) {
            let to = end_of_run(body, at, &element);
            let known = first_read(&body[at], &element).cloned();
            let Some(value) = known else { break };
            let var = name(&element, vars);
            let held = Expr { kind: ExprKind::Var(var), ..value.clone() };
            replace(&mut body[at..to], &element, &held);
            let mut set = Stmt::silent(StmtKind::Assign(Place::whole(var), value));
            set.comments = std::mem::take(&mut body[at].comments);
            body.insert(at, set);
            at += 1;
            count += 1;
        }
        if let Some((element, held)) = stored_and_read(body, at, vars) {
            let var = name(&element, vars);
            let held = Expr { kind: ExprKind::Var(var), sure: true, known: held };
            let to = end_of_run(body, at + 1, &element);
            replace(&mut body[at + 1..to], &element, &held);
            split(body, at, held);
            at += 1;
            count += 1;
        }
        for inner in body[at].kind.blocks_mut() {
            count += block(inner, vars);
        }
        at += 1;
    }
    count
}

/// The variable that is made for an element.
fn name(element: &Element, vars: &mut PrimaryMap<VarId, Variable>) -> VarId {
    let mut name = vars[element.array].name.to_string();
    for subscript in &element.subscripts {
        match subscript {
            Subscript::Number(number) => name.push_str(&format!("_{number}")),
            Subscript::Var(var) => name.push_str(&format!("_{}", vars[*var].name)),
        }
    }
    vars.push(Variable { name: name.into(), exposed: false })
}

/// An element that a statement surely reads, and that is read often enough before it changes.
fn repeated(body: &[Stmt], at: usize, vars: &PrimaryMap<VarId, Variable>) -> Option<Element> {
    let mut found: Vec<Element> = Vec::new();
    for root in always(&body[at]) {
        sure_reads(root, &mut |expr| {
            if let Some(element) = element_of(expr)
                && !found.contains(&element)
            {
                found.push(element);
            }
        });
    }
    found.into_iter().find(|element| {
        is_own(element, vars) && {
            let to = end_of_run(body, at, element);
            to > at && reads(&body[at..to], element) >= WORTH
        }
    })
}

/// A statement that stores an element which is read before it changes again: the element, and what
/// is known of it.
fn stored_and_read(
    body: &[Stmt],
    at: usize,
    vars: &PrimaryMap<VarId, Variable>,
) -> Option<(Element, crate::residual::Known)> {
    let StmtKind::Assign(place, value) = &body[at].kind else { return None };
    let plain = value.known.real
        && value.known.class == Some(Class::Double)
        && value.known.is_scalar()
        && place.store.exact
        && !body[at].prints
        && !matches!(value.kind, ExprKind::Const(_) | ExprKind::Var(_));
    let element = plain.then(|| element_at(place.var, &place.links)).flatten()?;
    let to = end_of_run(body, at + 1, &element);
    let again = is_own(&element, vars) && reads(&body[at + 1..to], &element) > 0;
    again.then(|| (element, value.known.clone()))
}

/// Whether nobody else can change an element.
fn is_own(element: &Element, vars: &PrimaryMap<VarId, Variable>) -> bool {
    let own = |var: VarId| !vars[var].exposed && &*vars[var].name != "ans";
    own(element.array)
        && element.subscripts.iter().all(|subscript| match subscript {
            Subscript::Number(_) => true,
            Subscript::Var(var) => own(*var),
        })
}

/// The first statement that does not see the element as it is at the beginning.
fn end_of_run(body: &[Stmt], from: usize, element: &Element) -> usize {
    let mut names: FxHashSet<VarId> = FxHashSet::default();
    names.insert(element.array);
    for subscript in &element.subscripts {
        if let Subscript::Var(var) = subscript {
            names.insert(*var);
        }
    }
    for (place, stmt) in body.iter().enumerate().skip(from) {
        let mut changes = false;
        visit_statements(std::slice::from_ref(stmt), &mut |inner| {
            changes |= inner.kind.targets().iter().any(|var| names.contains(var))
                && !stores_another(inner, element);
        });
        if changes {
            // What an assignment reads is read before it is made.
            return if matches!(stmt.kind, StmtKind::Assign(..)) { place + 1 } else { place };
        }
    }
    body.len()
}

/// Whether a statement stores an element that surely is another one.
fn stores_another(stmt: &Stmt, element: &Element) -> bool {
    let StmtKind::Assign(place, _) = &stmt.kind else { return false };
    let other = element_at(place.var, &place.links).filter(|_| place.store.exact);
    other.is_some_and(|other| {
        other.array == element.array
            && other.subscripts.len() == element.subscripts.len()
            && other
                .subscripts
                .iter()
                .zip(&element.subscripts)
                .any(|pair| matches!(pair, (Subscript::Number(a), Subscript::Number(b)) if a != b))
    })
}

/// The expressions that are evaluated whenever a statement is come to, before anything else.
fn always(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Expr(_) | StmtKind::Assign(..) | StmtKind::Multi(..) => stmt.kind.exprs(),
        StmtKind::If(clauses, _) => clauses.first().map(|(test, _)| test).into_iter().collect(),
        StmtKind::Switch(subject, ..) => vec![subject],
        StmtKind::For(place, value, _) if place.links.is_empty() => vec![value],
        StmtKind::For(..)
        | StmtKind::While(..)
        | StmtKind::DoUntil(..)
        | StmtKind::Delete(_)
        | StmtKind::Update(..)
        | StmtKind::Try(..)
        | StmtKind::UnwindProtect(..)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return
        | StmtKind::Declare(..) => Vec::new(),
    }
}

/// Calls `see` for what is evaluated whenever an expression is.
fn sure_reads<'a>(expr: &'a Expr, see: &mut dyn FnMut(&'a Expr)) {
    see(expr);
    match &expr.kind {
        ExprKind::AndAlso(left, _) | ExprKind::OrElse(left, _) | ExprKind::Lazy(_, left, _) => {
            sure_reads(left, see);
        }
        ExprKind::Anonymous(..) => {}
        _ => {
            for child in expr.children() {
                sure_reads(child, see);
            }
        }
    }
}

/// The element that an expression reads, if it cannot fail.
fn element_of(expr: &Expr) -> Option<Element> {
    let ExprKind::Index(base, links) = &expr.kind else { return None };
    let ExprKind::Var(array) = base.kind else { return None };
    let numbers =
        |class: Class| class.is_numeric() || matches!(class, Class::Logical | Class::Char);
    (expr.sure && expr.known.is_scalar() && base.known.class.is_some_and(numbers))
        .then(|| element_at(array, links))
        .flatten()
}

fn element_at(array: VarId, links: &[Link]) -> Option<Element> {
    let [Link::Paren(subscripts)] = links else { return None };
    let subscripts = subscripts
        .iter()
        .map(|subscript| match &subscript.kind {
            ExprKind::Const(value)
                if value.class() == Class::Double && value.numel() == 1 && !value.is_complex() =>
            {
                value.to_f64().map(Subscript::Number)
            }
            ExprKind::Var(var) if *var != array && subscript.known.is_scalar() => {
                Some(Subscript::Var(*var))
            }
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?;
    (!subscripts.is_empty()).then_some(Element { array, subscripts })
}

/// How often an element is read, those in loops counting more.
fn reads(body: &[Stmt], element: &Element) -> usize {
    let mut count = 0;
    for stmt in body {
        let mut own = 0;
        for root in stmt.kind.exprs() {
            own += reads_in(root, element);
        }
        count += if matches!(stmt.kind, StmtKind::While(..)) { own * OFTEN } else { own };
        let often =
            matches!(stmt.kind, StmtKind::While(..) | StmtKind::DoUntil(..) | StmtKind::For(..));
        for inner in stmt.kind.blocks() {
            count += reads(inner, element) * if often { OFTEN } else { 1 };
        }
    }
    count
}

fn reads_in(expr: &Expr, element: &Element) -> usize {
    if matches!(expr.kind, ExprKind::Anonymous(..)) {
        return 0;
    }
    let own = usize::from(element_of(expr).is_some_and(|found| found == *element));
    own + expr.children().into_iter().map(|child| reads_in(child, element)).sum::<usize>()
}

fn first_read<'a>(stmt: &'a Stmt, element: &Element) -> Option<&'a Expr> {
    let mut found = None;
    for root in always(stmt) {
        sure_reads(root, &mut |expr| {
            if found.is_none() && element_of(expr).is_some_and(|one| one == *element) {
                found = Some(expr);
            }
        });
    }
    found
}

/// Reads the variable in place of the element.
fn replace(body: &mut [Stmt], element: &Element, held: &Expr) {
    for stmt in body {
        for root in stmt.kind.exprs_mut() {
            replace_in(root, element, held);
        }
        for inner in stmt.kind.blocks_mut() {
            replace(inner, element, held);
        }
    }
}

fn replace_in(expr: &mut Expr, element: &Element, held: &Expr) {
    if matches!(expr.kind, ExprKind::Anonymous(..)) {
        return;
    }
    if element_of(expr).is_some_and(|found| found == *element) {
        expr.kind = held.kind.clone();
        return;
    }
    for child in expr.children_mut() {
        replace_in(child, element, held);
    }
}

/// `place = value` as `own = value; place = own`.
fn split(body: &mut Block, at: usize, held: Expr) {
    let ExprKind::Var(own) = held.kind else { return };
    let StmtKind::Assign(_, value) = &mut body[at].kind else { return };
    let value = std::mem::replace(value, held);
    let mut kept = Stmt::silent(StmtKind::Assign(Place::whole(own), value));
    kept.comments = std::mem::take(&mut body[at].comments);
    body.insert(at, kept);
}
