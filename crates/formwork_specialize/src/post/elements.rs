//! Elements of small arrays in variables of their own.
//!
//! `s = [0, 0]; … s(1) = x + s(2); …` becomes `s_1 = 0; s_2 = 0; … s_1 = x + s_2; …`: Octave takes
//! several times as long to find an element as to find a variable. Only where each use of the array
//! names one element with a number, no use can fail, and nobody sees the array as a whole, unless
//! it becomes another such array; an output is put together at the end.

use formwork_runtime::{Class, Value, index};
use rustc_hash::FxHashMap;

use super::flow::is_fixed;
use crate::residual::{
    Expr, ExprKind, Function, Known, Layout, Link, Place, Stmt, StmtKind, VarId, Variable,
};
use crate::walk::visit_statements;

/// The most elements.
const ELEMENTS: usize = 16;

/// An array, while it is looked at.
struct Candidate {
    /// The first value that it has as a whole.
    first: Value,
    /// How often it gets a value as a whole.
    wholes: usize,
    /// How often an element is read or stored.
    uses: usize,
    /// How often it is named.
    named: usize,
    /// Arrays that it becomes, or that become it.
    partners: Vec<VarId>,
    /// Whether something else happens to it.
    spoilt: bool,
}

impl Candidate {
    fn new(first: &Value) -> Candidate {
        let partners = Vec::new();
        Candidate { first: first.clone(), wholes: 0, uses: 0, named: 0, partners, spoilt: false }
    }

    fn is_worth_it(&self) -> bool {
        !self.spoilt && self.named == self.uses && self.uses * 2 > self.first.numel() * self.wholes
    }
}

/// An array that is taken apart, with the variables of its elements.
struct Apart {
    array: Value,
    parts: Vec<VarId>,
}

/// Takes arrays apart; says how many.
pub(crate) fn separate(function: &mut Function) -> usize {
    if is_fixed(function) || function.dynamic_scope {
        return 0;
    }
    let mut found = candidates(function);
    loop {
        let before = found.len();
        found.retain(|_, one| one.is_worth_it());
        found.retain(|var, one| {
            !function.outputs.contains(var) || can_be_output(function, *var, one)
        });
        let left: Vec<VarId> = found.keys().copied().collect();
        found.retain(|_, one| one.partners.iter().all(|partner| left.contains(partner)));
        if found.len() == before {
            break;
        }
    }
    let mut all: Vec<(VarId, Candidate)> = found.into_iter().collect();
    all.sort_by_key(|(var, _)| *var);
    take_apart(function, &all);
    all.len()
}

/// The arrays that begin as a value that is known.
fn candidates(function: &Function) -> FxHashMap<VarId, Candidate> {
    let mut found: FxHashMap<VarId, Candidate> = FxHashMap::default();
    visit_statements(&function.body, &mut |stmt| {
        if let Some((var, value)) = whole(stmt)
            && !function.vars[var].exposed
            && !function.params.contains(&Some(var))
        {
            found.entry(var).or_insert_with(|| Candidate::new(value));
        }
    });
    if found.is_empty() {
        return found;
    }
    add_copies(function, &mut found);
    visit_statements(&function.body, &mut |stmt| look_at(stmt, &mut found));
    found
}

/// Adds the arrays that others become.
fn add_copies(function: &Function, found: &mut FxHashMap<VarId, Candidate>) {
    let mut copies: Vec<(VarId, VarId)> = Vec::new();
    visit_statements(&function.body, &mut |stmt| {
        let own = copied(stmt)
            .filter(|(to, _)| !function.vars[*to].exposed && !function.params.contains(&Some(*to)));
        copies.extend(own);
    });
    loop {
        let before = found.len();
        for &(to, from) in &copies {
            if !found.contains_key(&to)
                && let Some(one) = found.get(&from)
            {
                let made = Candidate::new(&one.first);
                found.insert(to, made);
            }
        }
        if found.len() == before {
            break;
        }
    }
}

/// The variable that becomes another one as a whole.
fn copied(stmt: &Stmt) -> Option<(VarId, VarId)> {
    let StmtKind::Assign(place, value) = &stmt.kind else { return None };
    let ExprKind::Var(from) = value.kind else { return None };
    let plain = place.links.is_empty() && !stmt.prints && value.sure && from != place.var;
    plain.then_some((place.var, from))
}

fn look_at(stmt: &Stmt, found: &mut FxHashMap<VarId, Candidate>) {
    if let Some((to, from)) = copied(stmt)
        && let (Some(target), Some(source)) = (found.get(&to), found.get(&from))
        && target.first.dims() == source.first.dims()
    {
        if let Some(one) = found.get_mut(&to) {
            one.wholes += 1;
            one.partners.push(from);
        }
        if let Some(one) = found.get_mut(&from) {
            one.named += 1;
            one.uses += 1;
            one.partners.push(to);
        }
        return;
    }
    for var in stmt.kind.targets() {
        let Some(one) = found.get_mut(&var) else { continue };
        match whole(stmt) {
            Some((_, value)) if value.dims() == one.first.dims() => one.wholes += 1,
            None if stored(stmt, &one.first).is_some() => {
                one.uses += 1;
                one.named += 1;
            }
            Some(_) | None => one.spoilt = true,
        }
    }
    for root in stmt.kind.exprs() {
        root.visit(&mut |expr| match &expr.kind {
            ExprKind::Var(var) => {
                if let Some(one) = found.get_mut(var) {
                    one.named += 1;
                }
            }
            ExprKind::Index(base, _) => {
                if let ExprKind::Var(var) = base.kind
                    && let Some(one) = found.get_mut(&var)
                    && read(expr, &one.first).is_some()
                {
                    one.uses += 1;
                }
            }
            ExprKind::Anonymous(_, value, _) => {
                // Its text shows.
                for (var, one) in found.iter_mut() {
                    one.spoilt |= value.reads(*var);
                }
            }
            _ => {}
        });
    }
}

/// An assignment of a small array of real numbers to a variable.
fn whole(stmt: &Stmt) -> Option<(VarId, &Value)> {
    let StmtKind::Assign(place, value) = &stmt.kind else { return None };
    let ExprKind::Const(value) = &value.kind else { return None };
    let small = (2..=ELEMENTS).contains(&value.numel()) && value.dims().as_slice().len() == 2;
    let numbers = value.class() == Class::Double && !value.is_complex();
    (place.links.is_empty() && !stmt.prints && small && numbers).then_some((place.var, value))
}

/// Which element is stored by a statement that cannot fail.
fn stored(stmt: &Stmt, array: &Value) -> Option<usize> {
    let StmtKind::Assign(place, value) = &stmt.kind else { return None };
    let plain = value.known.real
        && value.known.class == Some(Class::Double)
        && value.known.is_scalar()
        && place.store.exact
        && !stmt.prints;
    plain.then(|| element(&place.links, array)).flatten()
}

/// Which element is read by an expression that cannot fail.
fn read(expr: &Expr, array: &Value) -> Option<usize> {
    let ExprKind::Index(_, links) = &expr.kind else { return None };
    expr.sure.then(|| element(links, array)).flatten()
}

/// The place, counted from 1, that numbers name.
fn element(links: &[Link], array: &Value) -> Option<usize> {
    let [Link::Paren(subscripts)] = links else { return None };
    let number = |expr: &Expr, most: usize| match &expr.kind {
        ExprKind::Const(value) if value.class() == Class::Double && value.numel() == 1 => {
            (1..=most).find(|&place| value.to_f64() == Some(place as f64))
        }
        _ => None,
    };
    let dims = array.dims();
    let [rows, columns] = dims.as_slice() else { return None };
    match &subscripts[..] {
        [one] => number(one, array.numel()),
        [row, column] => {
            let (row, column) = (number(row, *rows)?, number(column, *columns)?);
            Some((column - 1) * rows + row)
        }
        _ => None,
    }
}

/// Whether an output can be put together at the end of the function.
fn can_be_output(function: &Function, var: VarId, candidate: &Candidate) -> bool {
    let dims = candidate.first.dims();
    let vector = dims.as_slice().contains(&1);
    let begins = function.body.iter().any(|stmt| whole(stmt).is_some_and(|(own, _)| own == var));
    let mut returns = false;
    visit_statements(&function.body, &mut |stmt| {
        returns |= matches!(stmt.kind, StmtKind::Return);
    });
    let once = function.outputs.iter().filter(|&&output| output == var).count() == 1;
    vector && begins && once && !returns
}

fn take_apart(function: &mut Function, all: &[(VarId, Candidate)]) {
    let mut apart: FxHashMap<VarId, Apart> = FxHashMap::default();
    for (var, candidate) in all {
        let array = candidate.first.clone();
        let name = function.vars[*var].name.clone();
        let parts: Vec<VarId> = (1..=array.numel())
            .map(|place| {
                let name = format!("{name}_{place}").into();
                function.vars.push(Variable { name, exposed: false })
            })
            .collect();
        apart.insert(*var, Apart { array, parts });
    }
    let mut body = std::mem::take(&mut function.body);
    rewrite(&mut body, &apart);
    for (var, _) in all.iter().filter(|(var, _)| function.outputs.contains(var)) {
        let whole = together(&apart[var]);
        body.push(Stmt::silent(StmtKind::Assign(Place::whole(*var), whole)));
    }
    function.body = body;
}

fn rewrite(block: &mut Vec<Stmt>, apart: &FxHashMap<VarId, Apart>) {
    let before = std::mem::take(block);
    for mut stmt in before {
        for inner in stmt.kind.blocks_mut() {
            rewrite(inner, apart);
        }
        for root in stmt.kind.exprs_mut() {
            root.change(&mut |expr| {
                let array = match &expr.kind {
                    ExprKind::Index(base, _) => match base.kind {
                        ExprKind::Var(var) => apart.get(&var),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(Apart { array, parts }) = array
                    && let Some(place) = read(expr, array)
                {
                    expr.kind = ExprKind::Var(parts[place - 1]);
                }
            });
        }
        let target = match stmt.kind.targets()[..] {
            [var] => apart.get(&var),
            _ => None,
        };
        let Some(Apart { array, parts }) = target else {
            block.push(stmt);
            continue;
        };
        if let Some(values) = elements_of(&stmt, parts.len(), apart) {
            let from = block.len();
            block.extend(parts.iter().zip(values).map(|(&part, value)| Stmt {
                from: stmt.from,
                ..Stmt::silent(StmtKind::Assign(Place::whole(part), value))
            }));
            if let Some(first) = block.get_mut(from) {
                first.comments = std::mem::take(&mut stmt.comments);
            }
            continue;
        }
        let place = stored(&stmt, array);
        if let (Some(place), StmtKind::Assign(target, _)) = (place, &mut stmt.kind) {
            *target = Place::whole(parts[place - 1]);
        }
        block.push(stmt);
    }
}

/// The elements of what an array becomes as a whole.
fn elements_of(stmt: &Stmt, count: usize, apart: &FxHashMap<VarId, Apart>) -> Option<Vec<Expr>> {
    if let Some((_, from)) = copied(stmt)
        && let Some(source) = apart.get(&from)
    {
        return Some(source.parts.iter().map(number).collect());
    }
    let (_, value) = whole(stmt)?;
    let elements = (1..=count)
        .map(|place| index::index(value, &[Value::count(place)]).ok().map(Expr::constant));
    elements.collect()
}

/// A variable that holds a number.
fn number(&var: &VarId) -> Expr {
    Expr { kind: ExprKind::Var(var), sure: true, known: Known::of(&Value::double(0.0)) }
}

/// The array of its elements.
fn together(Apart { array, parts }: &Apart) -> Expr {
    let known = Known::of(array);
    let rows = match known.layout {
        Layout::Column => parts.iter().map(|var| vec![number(var)]).collect(),
        Layout::Row | Layout::Any => vec![parts.iter().map(number).collect()],
    };
    Expr { kind: ExprKind::Matrix(rows), sure: true, known }
}
