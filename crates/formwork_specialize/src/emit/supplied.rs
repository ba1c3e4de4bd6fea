//! How an entry begins: its parameters, and what was written for the others from outside.
//!
//! What is a constant is assigned; of everything else the statements are emitted that computed it.
//! A parameter of a call to which one of its names is passed is a parameter of the residual itself.
//!
//! ```text
//! -d 'f=@(x) x^2' -d n=4       f = @(x) x^2; n = 4;
//! --call 'solve(@(x) k*x, a)'  parameters k and a; f = @(x) k*x;
//! -d opts.tol=1e-6             opts.tol = 1e-6; unless only other fields are read
//! ```

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::Body;
use formwork_infer::trace::{Destination, Supplied, Variant};
use formwork_runtime::{CellArray, Value};
use rustc_hash::FxHashMap;

use super::function::element_expr;
use super::overwritten::overwritten;
use super::{Element, Emitter, Making, writable};
use crate::residual::{Expr, ExprKind, Link, Place, Stmt, StmtKind, VarId, Variable};
use crate::walk::visit_statements;

/// How an entry begins.
#[derive(Default)]
pub(super) struct Start {
    /// Its parameters.
    pub(super) params: Vec<Option<VarId>>,
    /// What gives the others their values.
    pub(super) block: Vec<Stmt>,
    /// Fields of parameters that get a value.
    pub(super) fields: Vec<FieldStore>,
    /// The variables that the names of a call are.
    pub(super) names: FxHashMap<Rc<str>, VarId>,
}

/// The field of a parameter that gets a value.
pub(super) struct FieldStore {
    var: VarId,
    path: Vec<Rc<str>>,
    /// The statements that store it.
    pub(super) block: Vec<Stmt>,
}

impl FieldStore {
    /// Whether somebody may read the field.
    pub(super) fn is_read(&self, block: &[Stmt], outputs: &[VarId]) -> bool {
        let mut read = outputs.contains(&self.var);
        visit_statements(block, &mut |stmt| {
            for expr in stmt.kind.exprs() {
                read |= self.is_read_in(expr);
            }
        });
        read
    }

    fn is_read_in(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Var(var) => *var == self.var,
            ExprKind::Index(root, links) if matches!(root.kind, ExprKind::Var(var) if var == self.var) =>
            {
                let mut other = false;
                for (link, field) in links.iter().zip(&self.path) {
                    match link {
                        Link::Field(name) if name == field => {}
                        Link::Field(_) => {
                            other = true;
                            break;
                        }
                        Link::Paren(_) | Link::Brace(_) | Link::DynamicField(_) => break,
                    }
                }
                // The root is the first child.
                !other || expr.children().into_iter().skip(1).any(|inner| self.is_read_in(inner))
            }
            _ => expr.children().into_iter().any(|inner| self.is_read_in(inner)),
        }
    }
}

/// What was written for an entry, if it is nothing but constants for whole parameters.
pub(super) fn constants(variant: &Variant) -> Option<Vec<(SlotId, Value)>> {
    if variant.names.is_some() {
        return None;
    }
    let constant = |supplied: &Supplied| match supplied.to {
        Destination::Parameter(slot) if variant.body.varargin != Some(slot) => {
            Some((slot, writable(&supplied.value)?.clone()))
        }
        Destination::Parameter(_)
        | Destination::Field(..)
        | Destination::Rest(_)
        | Destination::Name(_)
        | Destination::Ignored => None,
    };
    variant.supplied.iter().map(constant).collect()
}

/// Which name of the call is all that was written, if it is one.
fn plain_name(variant: &Variant, supplied: &Supplied) -> Option<Rc<str>> {
    let name = supplied.text.trim();
    variant.names.as_ref()?.iter().find(|own| ***own == *name).cloned()
}

/// A variable for a name of the call. Messages show the names of the function's own variables:
/// those keep theirs.
fn own_name(body: &Body, name: &Rc<str>) -> Variable {
    let taken = body.slots.values().any(|slot| slot.name == *name);
    let name = if taken { format!("{name}_given").into() } else { Rc::clone(name) };
    Variable { name, exposed: false }
}

/// Whether a name of the call stands in what was written.
fn mentions(supplied: &Supplied, name: &str) -> bool {
    crate::walk::words(&supplied.text).any(|word| word == name)
}

impl Emitter {
    /// How an entry begins.
    pub(super) fn start(&mut self, making: &mut Making<'_>, variant: &Variant) -> Start {
        let body = &variant.body;
        let mut start = Start::default();
        let mut names: FxHashMap<Rc<str>, VarId> = FxHashMap::default();
        let rest = |place: usize| -> Rc<str> { format!("varargin_{}", place + 1).into() };
        if let Some(all) = &variant.names {
            let fixed = |name: &Rc<str>| {
                let named = |one: &Supplied| one.to == Destination::Name(Rc::clone(name));
                variant.supplied.iter().any(named)
            };
            for name in all.iter().filter(|name| !fixed(name)) {
                let alone = |one: &&Supplied| plain_name(variant, one).as_ref() == Some(name);
                let passed = variant.supplied.iter().filter(alone);
                // What is also captured must not change.
                let once = variant.supplied.iter().filter(|one| mentions(one, name)).count() == 1;
                let kept = |slot| once || !formwork_hir::query::is_assigned(&body.statements, slot);
                let var = passed.into_iter().find_map(|one| match one.to {
                    Destination::Parameter(slot) => kept(slot).then(|| making.var(slot)),
                    Destination::Rest(_)
                    | Destination::Field(..)
                    | Destination::Name(_)
                    | Destination::Ignored => None,
                });
                let var = var.unwrap_or_else(|| making.vars.push(own_name(body, name)));
                names.insert(Rc::clone(name), var);
                start.params.push(Some(var));
            }
        } else {
            let mut removed = Vec::new();
            for (place, input) in body.inputs.iter().enumerate() {
                match input.slot {
                    Some(slot) if variant.fixes(slot) => removed.push(place + 1),
                    slot => start.params.push(slot.map(|slot| making.var(slot))),
                }
            }
            making.removed = removed.into();
            if variant.given.is_none() {
                start.params.extend(body.varargin.map(|slot| Some(making.var(slot))));
            }
        }
        let mut elements: Vec<Element> = Vec::new();
        for supplied in &variant.supplied {
            let fixed = variant.names.is_none() || matches!(supplied.to, Destination::Name(_));
            let var = match &supplied.to {
                Destination::Parameter(slot) | Destination::Field(slot, _) => making.var(*slot),
                Destination::Rest(place) => {
                    let passed = plain_name(variant, supplied);
                    let own = passed.and_then(|name| names.get(&name).copied());
                    own.unwrap_or_else(|| making.named(&rest(*place)))
                }
                Destination::Name(name) => {
                    let var = making.vars.push(own_name(body, name));
                    names.insert(Rc::clone(name), var);
                    var
                }
                Destination::Ignored => making.named(&"ignored".into()),
            };
            if let Destination::Field(_, path) = &supplied.to {
                let made = making.vars.push(Variable { name: "value".into(), exposed: false });
                let block = self.supplied(making, supplied, made, (&names, fixed));
                start.fields.push(field_store(var, path, made, block));
                continue;
            }
            let passed = plain_name(variant, supplied);
            let block = match passed.is_some_and(|name| names.get(&name) == Some(&var)) {
                true => Vec::new(),
                false => self.supplied(making, supplied, var, (&names, fixed)),
            };
            if let Destination::Rest(_) = supplied.to {
                elements.push(match &block[..] {
                    [Stmt { kind: StmtKind::Assign(_, value), .. }] => match &value.kind {
                        ExprKind::Const(value) => Element::Known(value.clone()),
                        _ => Element::Var(var),
                    },
                    _ => Element::Var(var),
                });
            }
            start.block.extend(block);
        }
        if let (Some(slot), Some(_)) = (body.varargin, variant.given) {
            self.rest(making, variant, slot, elements, &mut start);
        }
        start.names = names;
        start
    }

    /// `varargin` of an entry of which it is known how many arguments it is given.
    fn rest(
        &mut self,
        making: &mut Making<'_>,
        variant: &Variant,
        slot: SlotId,
        elements: Vec<Element>,
        start: &mut Start,
    ) {
        let whole = variant.supplied.iter().find(|one| one.to == Destination::Parameter(slot));
        let elements = match whole.map(|one| writable(&one.value)) {
            Some(Some(Value::Cell(cells))) => known_elements(cells),
            Some(_) => return,
            None => {
                let cells: Vec<Expr> = elements.iter().map(element_expr).collect();
                let rows = if cells.is_empty() { Vec::new() } else { vec![cells] };
                let cell = Expr { sure: true, ..Expr::unknown(ExprKind::Cell(rows)) };
                let target = Place::whole(making.var(slot));
                start.block.push(Stmt::silent(StmtKind::Assign(target, cell)));
                elements
            }
        };
        if !formwork_hir::query::is_assigned(&variant.body.statements, slot) {
            making.spread = Some((slot, elements));
        }
    }

    /// The statements that give a variable what was written for it.
    fn supplied(
        &mut self,
        making: &mut Making<'_>,
        supplied: &Supplied,
        var: VarId,
        (names, fixed): (&FxHashMap<Rc<str>, VarId>, bool),
    ) -> Vec<Stmt> {
        // What is fixed is evaluated beforehand, whatever that does.
        if fixed && let Some(value) = writable(&supplied.value) {
            let value = Expr::constant(value.clone());
            return vec![Stmt::silent(StmtKind::Assign(Place::whole(var), value))];
        }
        let mut by_name = names.clone();
        if let Some(&result) = supplied.body.outputs.first() {
            by_name.insert(Rc::clone(&supplied.body.slots[result].name), var);
        }
        let mut inner = Making {
            trace: making.trace,
            algebra: making.algebra,
            body: &supplied.body,
            unit: &supplied.unit,
            vars: std::mem::take(&mut making.vars),
            by_name,
            spread: None,
            overwritten: overwritten(&supplied.steps),
            captured: std::mem::take(&mut making.captured),
            parsers: FxHashMap::default(),
            removed: Rc::default(),
            from_outside: false,
            nargin: None,
            nargout: None,
        };
        let block = self.block(&mut inner, &supplied.steps);
        (making.vars, making.captured) = (inner.vars, inner.captured);
        self.keep_captures(making, supplied, names);
        block
    }
}

/// The elements of `varargin` that are constants.
fn known_elements(cells: &CellArray) -> Vec<Element> {
    cells.as_slice().iter().map(|value| Element::Known(value.clone())).collect()
}

/// Stores what a block leaves in `made` in a field.
fn field_store(var: VarId, path: &[Rc<str>], made: VarId, mut block: Vec<Stmt>) -> FieldStore {
    let links: Vec<Link> = path.iter().map(|name| Link::Field(Rc::clone(name))).collect();
    let place = Place { links, ..Place::whole(var) };
    match &mut block[..] {
        [Stmt { kind: StmtKind::Assign(target, _), .. }] if target.var == made => *target = place,
        _ => {
            let value = Expr { sure: true, ..Expr::unknown(ExprKind::Var(made)) };
            block.push(Stmt::silent(StmtKind::Assign(place, value)));
        }
    }
    FieldStore { var, path: path.to_vec(), block }
}
