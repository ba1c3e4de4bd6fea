//! `[a, b] = …`: outputs that are known are assigned on their own.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::body::{Access, Assign, ExprId, ExprKind as From, Link as FromLink, Target};
use formwork_infer::trace::{Made, Scene};
use formwork_runtime::Value;

use super::{Emitter, Making, writable};
use crate::residual::{Callee, Expr, ExprKind, Place, Stmt as Kept, StmtKind as Kind};

/// The outputs of a call and where they go.
struct Outputs<'a> {
    /// Their values, where they are known.
    known: Vec<Option<Value>>,
    /// `None` for `~`.
    places: &'a [Option<Place>],
}

impl Outputs<'_> {
    fn are_all_known(&self) -> bool {
        self.known.iter().zip(self.places).all(|(known, place)| known.is_some() || place.is_none())
    }

    /// Assigns those that are known.
    fn assign_known(&self, out: &mut Vec<Kept>) {
        for (known, place) in self.known.iter().zip(self.places) {
            if let (Some(value), Some(place)) = (known, place) {
                let value = Expr::constant(value.clone());
                out.push(Kept::silent(Kind::Assign(place.clone(), value)));
            }
        }
    }
}

impl Emitter {
    /// `[a, b] = …`
    pub(super) fn assign_many(
        &mut self,
        making: &mut Making<'_>,
        assign: &Assign,
        targets: &[Target],
        scene: &Scene,
        prints: bool,
        out: &mut Vec<Kept>,
    ) {
        let id = assign.value;
        let places: Vec<Option<Place>> =
            targets.iter().map(|target| self.place(making, scene, target)).collect();
        let plain = places.iter().flatten().all(|place| place.links.is_empty());
        let mut vars: Vec<_> = places.iter().flatten().map(|place| place.var).collect();
        vars.sort_unstable();
        let distinct = vars.windows(2).all(|pair| pair[0] != pair[1]);
        if plain
            && distinct
            && !prints
            && !scene.ends
            && let Some(values) = scene.lists.get(&id)
        {
            let known = (0..targets.len())
                .map(|place| values.get(place).and_then(writable).cloned())
                .collect();
            let outputs = Outputs { known, places: &places };
            if self.assign_apart(making, scene, id, &outputs, out) {
                return;
            }
        }
        let value = self.rebuilt(making, scene, id);
        out.push(Kept::new(Kind::Multi(places, value), prints));
    }

    /// Assigns outputs some of which may be known one by one; says whether that was done.
    fn assign_apart(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: ExprId,
        outputs: &Outputs<'_>,
        out: &mut Vec<Kept>,
    ) -> bool {
        if outputs.are_all_known() && making.judge(scene).is_removable(id) {
            outputs.assign_known(out);
            return true;
        }
        let body = Rc::clone(making.body);
        let From::Access(access) = &body.exprs[id].kind else { return false };
        match scene.made.get(&id) {
            Some(made @ Made::Function(variant)) => {
                // Of what comes in `varargout` nothing is left out: the rest would move up.
                let named = making.trace.variants[*variant].body.outputs.len();
                let needed: Vec<bool> = outputs
                    .known
                    .iter()
                    .zip(outputs.places)
                    .map(|(known, place)| known.is_none() && place.is_some())
                    .collect();
                let given: Vec<bool> =
                    needed.iter().enumerate().map(|(at, &needed)| needed || at >= named).collect();
                let call = self.call_giving(making, scene, (id, made), access, Some(given.clone()));
                let Some(call) = call.filter(|call| self.gives_some(call)) else { return false };
                let rest: Vec<Option<Place>> = outputs
                    .places
                    .iter()
                    .zip(needed.iter().zip(&given))
                    .filter(|(_, (_, given))| **given)
                    .map(|(place, (needed, _))| place.clone().filter(|_| *needed))
                    .collect();
                let call = Expr::unknown(call);
                let kind = match &rest[..] {
                    [] => Kind::Expr(call),
                    [Some(place)] => Kind::Assign(place.clone(), call),
                    _ => Kind::Multi(rest, call),
                };
                out.push(Kept::silent(kind));
                outputs.assign_known(out);
                true
            }
            Some(Made::Builtin(row)) if row.is(BuiltinId::Size) => {
                self.split_size(making, scene, access, outputs, out)
            }
            _ => false,
        }
    }

    /// Whether a call gives only the outputs that were asked for: that of a function that
    /// is kept as it is gives all of them.
    fn gives_some(&self, call: &ExprKind) -> bool {
        match call {
            ExprKind::Call(Callee::Function(id), _) => self.requests.values().any(|own| own == id),
            _ => false,
        }
    }

    /// `[a, b] = size (x)` where some of the extents are known.
    fn split_size(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        access: &Access,
        outputs: &Outputs<'_>,
        out: &mut Vec<Kept>,
    ) -> bool {
        let Outputs { known, places } = outputs;
        let [FromLink::Paren(arguments)] = &access.links[..] else { return false };
        let [id] = &arguments.exprs[..] else { return false };
        let From::Var(slot) = making.body.exprs[*id].kind else { return false };
        // Where every extent is known it is not read any more.
        if !making.judge(scene).is_removable(*id) {
            return false;
        }
        // The last output counts all extents that are left.
        let Some(value) = scene.values.get(id) else { return false };
        let rank = value
            .shape
            .and_then(|shape| making.algebra.maximum_rank(shape))
            .map(|rank| rank as usize);
        let reads = places.iter().flatten().any(|place| place.var == making.var(slot));
        if known.iter().all(Option::is_none) || rank.is_none_or(|rank| rank > places.len()) || reads
        {
            return false;
        }
        let Some(row) = formwork_builtins::find(BuiltinId::Size.name()) else { return false };
        for (axis, (known, place)) in known.iter().zip(*places).enumerate() {
            let Some(place) = place else { continue };
            let value = match known {
                Some(value) => Expr::constant(value.clone()),
                None => {
                    let array = self.rebuilt(making, scene, *id);
                    let axis = Expr::constant(Value::count(axis + 1));
                    let sure = array.sure;
                    let kind = ExprKind::Call(Callee::Builtin(row), vec![array, axis]);
                    Expr { sure, ..Expr::unknown(kind) }
                }
            };
            out.push(Kept::silent(Kind::Assign(place.clone(), value)));
        }
        true
    }
}
