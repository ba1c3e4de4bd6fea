//! Copies and small constants in place of the variables that hold them.
//!
//! After `b = a`, and as long as neither changes, `b` is `a`. Not inside anonymous
//! functions, whose text shows at run time; not where a variable is displayed; and a
//! variable that is indexed only where that cannot fail, because messages name it.

use formwork_runtime::Value;
use rustc_hash::FxHashMap;

use super::bits::Bits;
use super::flow::{Flow, change_numbered, is_fixed};
use crate::residual::{Callee, Expr, ExprKind, Function, StmtKind, VarId};

/// How many elements a constant may have that is written wherever it is used.
const SMALL: usize = 1;
/// How long a text may be that is written wherever it is used.
const SHORT: usize = 16;

/// A variable that holds what something else is.
struct Copy {
    node: usize,
    var: VarId,
    source: Expr,
}

/// Replaces variables by what they are copies of; says how many.
pub(crate) fn propagate(function: &mut Function) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let flow = Flow::of(function);
    let nodes = flow.nodes_of_statements();
    let copies = copies_of(function, &flow, &nodes);
    if copies.is_empty() {
        return 0;
    }
    let mut of_var: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    for (index, copy) in copies.iter().enumerate() {
        of_var.entry(copy.var).or_default().push(index);
    }
    let available = available(&flow, &copies);
    let mut count = 0;
    change_numbered(&mut function.body, &mut |number, stmt| {
        let is_expr = matches!(stmt.kind, StmtKind::Expr(_));
        let offsets = node_offsets(&stmt.kind);
        for (expr, offset) in stmt.kind.exprs_mut().into_iter().zip(offsets) {
            if is_expr && matches!(expr.kind, ExprKind::Var(_)) {
                continue;
            }
            let Some(here) = nodes[number].get(offset).and_then(|&node| available[node].as_ref())
            else {
                continue;
            };
            let find = |var: VarId| {
                let held = of_var.get(&var)?.iter().find(|&&index| here.contains(index))?;
                Some(&copies[*held].source)
            };
            count += replace(expr, &find);
        }
    });
    count
}

fn copies_of(function: &Function, flow: &Flow<'_>, nodes: &[Vec<usize>]) -> Vec<Copy> {
    let mut copies = Vec::new();
    for (number, stmt) in flow.stmts.iter().enumerate() {
        let StmtKind::Assign(place, value) = &stmt.kind else { continue };
        if !place.links.is_empty() || function.vars[place.var].exposed {
            continue;
        }
        let is_copy = match &value.kind {
            ExprKind::Var(source) => *source != place.var && !function.vars[*source].exposed,
            ExprKind::Const(own) => is_small(own) && !value.is_null_literal(),
            _ => false,
        };
        if let (true, Some(&node)) = (is_copy, nodes[number].first()) {
            copies.push(Copy { node, var: place.var, source: value.clone() });
        }
    }
    copies
}

fn is_small(value: &Value) -> bool {
    match value {
        Value::Char(text, _) => text.dims().is_row() && text.numel() <= SHORT,
        Value::Cell(_) | Value::Struct(_) => false,
        _ => value.numel() <= SMALL,
    }
}

/// Which copies hold before each node; `None` where control never comes.
fn available(flow: &Flow<'_>, copies: &[Copy]) -> Vec<Option<Bits>> {
    let full = Bits::all(copies.len());
    // Which copies end when a variable changes, and which copy a node makes.
    let mut touched: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    let mut made: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, copy) in copies.iter().enumerate() {
        touched.entry(copy.var).or_default().push(index);
        if let ExprKind::Var(source) = copy.source.kind {
            touched.entry(source).or_default().push(index);
        }
        made.insert(copy.node, index);
    }
    let mut out: Vec<Bits> = vec![full; flow.nodes.len()];
    out[0] = Bits::new(copies.len());
    let mut before: Vec<Option<Bits>> = vec![None; flow.nodes.len()];
    loop {
        let mut changed = false;
        for (node, found) in flow.nodes.iter().enumerate().skip(1) {
            let mut preds = found.preds.iter();
            let Some(&first) = preds.next() else { continue };
            let mut state = out[first].clone();
            for &pred in preds {
                state.keep_all(&out[pred]);
            }
            before[node] = Some(state.clone());
            for (var, _) in &found.defs {
                for &index in touched.get(var).into_iter().flatten() {
                    state.remove(index);
                }
            }
            if let Some(&index) = made.get(&node) {
                state.insert(index);
            }
            if state != out[node] {
                out[node] = state;
                changed = true;
            }
        }
        if !changed {
            return before;
        }
    }
}

/// At which of the nodes of a statement its expressions are evaluated.
pub(crate) fn node_offsets(kind: &StmtKind) -> Vec<usize> {
    let count = kind.exprs().len();
    match kind {
        StmtKind::If(..) | StmtKind::Switch(..) => (0..count).collect(),
        StmtKind::DoUntil(..) => vec![1; count],
        StmtKind::For(..) => (0..count).map(|index| if index == 0 { 0 } else { 2 }).collect(),
        _ => vec![0; count],
    }
}

fn replace<'c>(expr: &mut Expr, find: &impl Fn(VarId) -> Option<&'c Expr>) -> usize {
    match &mut expr.kind {
        ExprKind::Var(var) => match find(*var) {
            Some(source) => {
                let known = std::mem::take(&mut expr.known);
                *expr = source.clone();
                if expr.known.class.is_none() {
                    expr.known = known;
                }
                1
            }
            None => 0,
        },
        ExprKind::Anonymous(..) => 0,
        ExprKind::Call(Callee::Builtin(row), _) if row.effects.look_around() => 0,
        ExprKind::Index(base, links) => {
            let mut count = 0;
            if let ExprKind::Var(var) = base.kind {
                // Which is a variable, or else the text would be read by Octave alone.
                if expr.sure
                    && let Some(source) = find(var)
                    && let ExprKind::Var(other) = source.kind
                {
                    base.kind = ExprKind::Var(other);
                    count += 1;
                }
            } else {
                count += replace(base, find);
            }
            let inside = links.iter_mut().flat_map(crate::residual::Link::children_mut);
            count + inside.map(|inner| replace(inner, find)).sum::<usize>()
        }
        _ => expr.children_mut().into_iter().map(|child| replace(child, find)).sum(),
    }
}
