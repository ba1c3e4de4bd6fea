//! Fields of structs in variables of their own.
//!
//! ```text
//! o = struct ('tol', [], 'steps', 100);     o_tol = [];
//!                                           o_steps = 100;
//! o.tol = 2 * x;                            o_tol = 2 * x;
//! y = z * o.tol + o.steps;                  y = z * o_tol + o_steps;
//! ```
//!
//! Options come as a struct and are read one by one, and Octave takes several times as long to find
//! a field as to find a variable. Only where nobody sees the struct as a whole, all that it becomes
//! as a whole are structs that are known, and no use of the field can fail.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_runtime::{Class, StructArray, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::is_fixed;
use crate::residual::{
    Callee, Expr, ExprKind, Function, Link, Place, Stmt, StmtKind, VarId, Variable,
};
use crate::walk::visit_statements;

/// A field of a variable.
type FieldOf = (VarId, Rc<str>);

/// What happens to structs, while they are looked at.
#[derive(Default)]
struct Uses {
    /// Fields that are stored, read, or there from the beginning.
    fields: FxHashSet<FieldOf>,
    /// Fields with which something else happens.
    spoilt_fields: FxHashSet<FieldOf>,
    /// Variables with which something else happens.
    spoilt: FxHashSet<VarId>,
    /// Structs that are put together by a call, with the names of their fields.
    made: Vec<(VarId, Vec<Rc<str>>)>,
    /// How often a variable is named, and how often for a field of it.
    named: FxHashMap<VarId, (usize, usize)>,
}

/// Takes structs apart; says how many fields.
pub(crate) fn separate(function: &mut Function, is_script: bool) -> usize {
    if is_script || is_fixed(function) || function.dynamic_scope {
        return 0;
    }
    let mut uses = Uses::default();
    visit_statements(&function.body, &mut |stmt| uses.statement(stmt));
    let is_own = |var: VarId| {
        let (named, for_fields) = uses.named.get(&var).copied().unwrap_or_default();
        named == for_fields
            && !uses.spoilt.contains(&var)
            && !function.vars[var].exposed
            && !function.params.contains(&Some(var))
            && !function.outputs.contains(&var)
    };
    let mut apart: Vec<FieldOf> = uses
        .fields
        .iter()
        .filter(|field| is_own(field.0) && !uses.spoilt_fields.contains(*field))
        .cloned()
        .collect();
    // What a call evaluates stays in its order: all of it is taken apart, or nothing.
    for (var, names) in &uses.made {
        if !names.iter().all(|name| apart.contains(&(*var, Rc::clone(name)))) {
            apart.retain(|(own, _)| own != var);
        }
    }
    if apart.is_empty() {
        return 0;
    }
    apart.sort();
    let count = apart.len();
    let mut parts: FxHashMap<FieldOf, VarId> = FxHashMap::default();
    for field in apart {
        let name = format!("{}_{}", function.vars[field.0].name, field.1).into();
        let var = function.vars.push(Variable { name, exposed: false });
        parts.insert(field, var);
    }
    let mut body = std::mem::take(&mut function.body);
    rewrite(&mut body, &parts);
    function.body = body;
    count
}

impl Uses {
    fn statement(&mut self, stmt: &Stmt) {
        match (whole(stmt), &stmt.kind) {
            (Some((var, fields)), kind) => {
                if matches!(kind, StmtKind::Assign(_, value) if matches!(value.kind, ExprKind::Call(..)))
                {
                    let names = fields.iter().map(|(name, _)| Rc::clone(name));
                    self.made.push((var, names.collect()));
                }
                self.fields.extend(fields.into_iter().map(|(name, _)| (var, name)));
            }
            (None, StmtKind::Assign(place, _) | StmtKind::Update(place, ..)) => {
                self.target(place, stmt.prints);
            }
            (None, StmtKind::Multi(places, _)) => {
                places.iter().flatten().for_each(|place| self.target(place, stmt.prints));
            }
            (None, kind) => self.spoilt.extend(kind.targets()),
        }
        for root in stmt.kind.exprs() {
            // A variable that stands alone sets no `ans`.
            if let (StmtKind::Expr(_), Some((field, _))) = (&stmt.kind, field_of(root)) {
                self.spoilt_fields.insert(field);
            }
            root.visit(&mut |expr| self.expr(expr));
        }
    }

    /// A place where something is stored.
    fn target(&mut self, place: &Place, prints: bool) {
        match &place.links[..] {
            [Link::Field(name)] if !prints => {
                self.fields.insert((place.var, Rc::clone(name)));
            }
            // Messages name what is changed.
            [Link::Field(name), ..] if !prints => {
                self.spoilt_fields.insert((place.var, Rc::clone(name)));
            }
            _ => {
                self.spoilt.insert(place.var);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => self.named.entry(*var).or_default().0 += 1,
            ExprKind::Index(..) => {
                if let Some((field, _)) = field_of(expr) {
                    self.named.entry(field.0).or_default().1 += 1;
                    if expr.sure {
                        self.fields.insert(field);
                    } else {
                        // What it says where it fails depends on the others.
                        self.spoilt.insert(field.0);
                    }
                }
            }
            // Its text shows.
            ExprKind::Anonymous(_, value, _) => value.visit(&mut |inner| {
                if let ExprKind::Var(var) = inner.kind {
                    self.spoilt.insert(var);
                }
            }),
            _ => {}
        }
    }
}

/// The field that an expression reads, or reads something of, and what it reads of it.
fn field_of(expr: &Expr) -> Option<(FieldOf, &[Link])> {
    let ExprKind::Index(base, links) = &expr.kind else { return None };
    let (ExprKind::Var(var), [Link::Field(name), rest @ ..]) = (&base.kind, &links[..]) else {
        return None;
    };
    Some(((*var, Rc::clone(name)), rest))
}

/// The variable that becomes a 1x1 struct as a whole, and the fields of that.
fn whole(stmt: &Stmt) -> Option<(VarId, Vec<(Rc<str>, Expr)>)> {
    let StmtKind::Assign(place, value) = &stmt.kind else { return None };
    if !place.links.is_empty() || stmt.prints {
        return None;
    }
    match &value.kind {
        ExprKind::Const(Value::Struct(known)) if known.dims().numel() == 1 => {
            let fields = known.fields().filter_map(|(name, values)| {
                Some((Rc::from(&**name), Expr::constant(values.first()?.clone())))
            });
            Some((place.var, fields.collect()))
        }
        ExprKind::Call(Callee::Builtin(row), args) if row.is(BuiltinId::Struct) => {
            let pairs = args.chunks(2).map(|pair| match pair {
                [name, value] if is_one_value(value) => Some((name_in(name)?, value.clone())),
                _ => None,
            });
            let fields: Vec<(Rc<str>, Expr)> = pairs.collect::<Option<_>>()?;
            let twice = |(place, (name, _)): (usize, &(Rc<str>, Expr))| {
                fields[..place].iter().any(|(other, _)| other == name)
            };
            (!fields.iter().enumerate().any(twice)).then_some((place.var, fields))
        }
        _ => None,
    }
}

/// The name of a field, if an argument of `struct` surely is one.
fn name_in(expr: &Expr) -> Option<Rc<str>> {
    let ExprKind::Const(value @ Value::Char(..)) = &expr.kind else { return None };
    let name = value.as_text()?;
    formwork_builtins::is_variable_name(name.as_bytes()).then(|| name.as_ref().into())
}

/// Whether an argument of `struct` is the value of one field of one struct.
fn is_one_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(value) => value.class() != Class::Cell,
        _ => expr.known.class.is_some_and(|class| class != Class::Cell),
    }
}

fn rewrite(block: &mut Vec<Stmt>, parts: &FxHashMap<FieldOf, VarId>) {
    for mut stmt in std::mem::take(block) {
        for inner in stmt.kind.blocks_mut() {
            rewrite(inner, parts);
        }
        for root in stmt.kind.exprs_mut() {
            root.change(&mut |expr| {
                let Some((field, rest)) = field_of(expr) else { return };
                let Some(&part) = parts.get(&field) else { return };
                let var = ExprKind::Var(part);
                expr.kind = if rest.is_empty() {
                    var
                } else {
                    let base = Expr { sure: true, ..Expr::unknown(var) };
                    ExprKind::Index(Box::new(base), rest.to_vec())
                };
            });
        }
        for place in stmt.kind.places_mut() {
            if let [Link::Field(name)] = &place.links[..]
                && let Some(&part) = parts.get(&(place.var, Rc::clone(name)))
            {
                *place = Place::whole(part);
            }
        }
        match begun(&stmt, parts) {
            Some(mut all) => {
                if let Some(first) = all.first_mut() {
                    first.comments = std::mem::take(&mut stmt.comments);
                }
                block.extend(all);
            }
            None => block.push(stmt),
        }
    }
}

/// What an assignment of a struct that is taken apart becomes; the fields that stay together are
/// left in it.
fn begun(stmt: &Stmt, parts: &FxHashMap<FieldOf, VarId>) -> Option<Vec<Stmt>> {
    let (var, fields) = whole(stmt)?;
    if !parts.keys().any(|(own, _)| *own == var) {
        return None;
    }
    let assign = |place: Place, value: Expr| Stmt {
        from: stmt.from,
        ..Stmt::silent(StmtKind::Assign(place, value))
    };
    let mut left = StructArray::scalar();
    let mut all = Vec::new();
    for (name, value) in fields {
        match (parts.get(&(var, Rc::clone(&name))), value.kind) {
            (Some(&part), kind) => all.push(assign(Place::whole(part), Expr { kind, ..value })),
            // Of a call all is taken apart.
            (None, ExprKind::Const(value)) => left.set_scalar_field(&name, value),
            (None, _) => return None,
        }
    }
    if left.field_count() > 0 {
        all.push(assign(Place::whole(var), Expr::constant(Value::Struct(Rc::new(left)))));
    }
    Some(all)
}
