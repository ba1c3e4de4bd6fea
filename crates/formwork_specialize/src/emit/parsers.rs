//! Parsers of arguments that are dissolved: what parsing gives is put together where it is done.
//!
//! A program that takes options makes an `inputParser`, tells it the options, lets it take the
//! arguments apart and reads the results. If it is known which argument each result is, nothing of
//! that need happen when the residual runs:
//!
//! ```text
//! p = inputParser;                      (gone)
//! p.addParameter ("tol", 1e-3);         (gone)
//! p.parse (options, "steps", 4);        p_Results = struct ("tol", [], "steps", 4);
//!                                       p_Results.tol = options.tol;
//! o = p.Results;                        o = p_Results;
//! ```
//!
//! All or nothing: a parser is dissolved in a function if each of its calls of `parse` is one whose
//! results are known in this way, if adding its arguments surely succeeds, and if nobody reads it
//! but for properties that are known and the results.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, ParserMethod};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Access, Assign, Body, Declaration, ExprId, ExprKind as From, Link as FromLink, Root, Stmt,
    StmtKind, Target,
};
use formwork_infer::trace::{Clause, Parsed, ParsedOrigin, Scene, Step, StepKind, Variant};
use formwork_runtime::parser::RESULTS;
use formwork_runtime::{StructArray, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Emitter, Making, writable};
use crate::residual::{Expr, ExprKind, Link, Place, Stmt as Kept, StmtKind as Kind, VarId};

/// A method of a parser that is called in a statement of its own.
struct Called<'b> {
    slot: SlotId,
    method: ParserMethod,
    args: &'b [ExprId],
}

/// The method that an expression calls of a variable, if it is one of a parser.
fn called<'b>(body: &'b Body, scene: &Scene, id: ExprId) -> Option<Called<'b>> {
    if !scene.methods.contains(&id) {
        return None;
    }
    let From::Access(access) = &body.exprs[id].kind else { return None };
    let (Root::Var(slot) | Root::VarOrCall(slot, _)) = access.root else { return None };
    let [FromLink::Field(name), rest @ ..] = &access.links[..] else { return None };
    let args: &[ExprId] = match rest {
        [FromLink::Paren(arguments)] => &arguments.exprs,
        _ => &[],
    };
    Some(Called { slot, method: ParserMethod::of(name)?, args })
}

/// What the statements of a function do with the parsers in its variables.
#[derive(Default)]
struct Uses {
    /// Those that are parsed with results that are known.
    parsed: FxHashSet<SlotId>,
    /// Those with which something else happens.
    refused: FxHashSet<SlotId>,
}

impl Uses {
    fn scene(&mut self, body: &Body, scene: &Scene) {
        self.refused.extend(&scene.released);
        // Those that are called inside other expressions.
        for &id in &scene.methods {
            match called(body, scene, id) {
                Some(Called { slot, method: ParserMethod::Parse, .. }) => {
                    if scene.parsed.contains_key(&id) {
                        self.parsed.insert(slot);
                    } else {
                        self.refused.insert(slot);
                    }
                }
                Some(_) => {}
                None => self.refused.extend(body.slots.keys()),
            }
        }
    }

    fn target(&mut self, target: &Target) {
        if let Target::Place { slot, .. } = target {
            self.refused.insert(*slot);
        }
    }

    fn steps(&mut self, emitter: &mut Emitter, making: &mut Making<'_>, steps: &[Step]) {
        for step in steps {
            self.step(emitter, making, step);
            for inner in step.kind.blocks() {
                self.steps(emitter, making, inner);
            }
        }
    }

    fn step(&mut self, emitter: &mut Emitter, making: &mut Making<'_>, step: &Step) {
        let body = Rc::clone(making.body);
        let clauses = |uses: &mut Uses, all: &[Clause]| {
            all.iter().for_each(|clause| uses.scene(&body, &clause.scene));
        };
        match &step.kind {
            StepKind::Simple(stmt, scene) => {
                self.scene(&body, scene);
                self.simple(emitter, making, (stmt, scene, step.prints));
            }
            StepKind::If(all, _) => clauses(self, all),
            StepKind::Switch(_, scene, all, _) => {
                self.scene(&body, scene);
                clauses(self, all);
            }
            StepKind::While(_, scene, _) | StepKind::DoUntil(_, _, scene) => {
                self.scene(&body, scene);
            }
            StepKind::For(counted, _) => {
                self.scene(&body, &counted.scene);
                self.target(&counted.target);
                counted.key.iter().for_each(|key| self.target(key));
            }
            StepKind::Try(_, error, _) => self.refused.extend(error),
            StepKind::Declare(all, scene) => {
                self.scene(&body, scene);
                self.refused.extend(all.iter().map(|one: &Declaration| one.slot));
            }
            // It has variables of its own that are those of this function.
            StepKind::Script(..) => self.refused.extend(body.slots.keys()),
            StepKind::Field(slot, source, _) => self.refused.extend([*slot, *source]),
            // A value that is known is no parser.
            StepKind::Set(..)
            | StepKind::UnwindProtect(..)
            | StepKind::Break
            | StepKind::Continue
            | StepKind::Return
            | StepKind::Unrolled(..)
            | StepKind::Believed(_)
            | StepKind::Invalid(_) => {}
        }
    }

    fn simple(
        &mut self,
        emitter: &mut Emitter,
        making: &mut Making<'_>,
        (stmt, scene, prints): (&Stmt, &Scene, bool),
    ) {
        let body = Rc::clone(making.body);
        match &stmt.kind {
            StmtKind::Expr(id) => {
                let whole = called(&body, scene, *id);
                for &inner in scene.methods.iter().filter(|inner| *inner != id) {
                    self.refused.extend(called(&body, scene, inner).map(|one| one.slot));
                }
                if let Some(Called { slot, args, .. }) = whole {
                    let fits = scene.parsed.get(id).is_none_or(|parsed| {
                        emitter.count(making, scene, args) == Some(parsed.given)
                            && is_writable(parsed)
                    });
                    if prints || !fits || !making.judge(scene).changes_own_object(*id) {
                        self.refused.insert(slot);
                    }
                }
            }
            StmtKind::Assign(assign) => {
                self.refused.extend(
                    scene.methods.iter().filter_map(|id| Some(called(&body, scene, *id)?.slot)),
                );
                let droppable = !prints
                    && assign.targets.len() == 1
                    && making.judge(scene).is_droppable_assign(assign)
                    && (is_property(assign) || is_new(&body, assign));
                if !droppable {
                    assign.targets.iter().for_each(|target| self.target(target));
                }
            }
            _ => {}
        }
    }
}

/// Whether what each result is can be written.
fn is_writable(parsed: &Parsed) -> bool {
    parsed.results.iter().all(|(_, value, origin)| {
        *origin != ParsedOrigin::Parser
            || value.constant().is_some_and(|_| writable(value).is_some())
    })
}

/// `p.name = value`
fn is_property(assign: &Assign) -> bool {
    matches!(&assign.targets[..], [Target::Place { links, .. }] if matches!(links[..], [FromLink::Field(_)]))
}

/// `p = inputParser`
fn is_new(body: &Body, assign: &Assign) -> bool {
    let whole = matches!(&assign.targets[..], [Target::Place { links, .. }] if links.is_empty());
    let From::Access(access) = &body.exprs[assign.value].kind else { return false };
    let Root::Call(call) = access.root else { return false };
    whole && body.calls[call].id() == Some(BuiltinId::InputParser)
}

impl Emitter {
    /// Finds the parsers of a function that are dissolved, each with the variable of its results.
    pub(super) fn dissolve_parsers(&mut self, making: &mut Making<'_>, variant: &Variant) {
        if variant.dynamic_scope || self.as_written {
            return;
        }
        let mut uses = Uses::default();
        uses.steps(self, making, &variant.steps);
        let body = Rc::clone(making.body);
        let Uses { parsed, refused } = uses;
        let mut slots: Vec<SlotId> = parsed
            .difference(&refused)
            .filter(|slot| !body.inputs.iter().any(|input| input.slot == Some(**slot)))
            .filter(|slot| !body.outputs.contains(slot))
            .copied()
            .collect();
        slots.sort_unstable();
        making.parsers = slots
            .into_iter()
            .map(|slot| {
                let mut name = format!("{}_Results", body.slots[slot].name);
                while body.slots.values().any(|one| *one.name == *name) {
                    name.push('_');
                }
                (slot, making.named(&name.into()))
            })
            .collect();
    }

    /// How many values the arguments of a call are, if the emitted ones are as many.
    fn count(&mut self, making: &mut Making<'_>, scene: &Scene, args: &[ExprId]) -> Option<usize> {
        let mut count = 0;
        for &id in args {
            count += match self.spread(making, scene, id) {
                Some(elements) => elements.len(),
                None => {
                    scene.values.get(&id)?;
                    1
                }
            };
        }
        Some(count)
    }

    /// A statement about a parser that is dissolved; whether it is one.
    pub(super) fn parser_statement(
        &mut self,
        making: &mut Making<'_>,
        stmt: &Stmt,
        scene: &Scene,
        out: &mut Vec<Kept>,
    ) -> bool {
        if making.parsers.is_empty() {
            return false;
        }
        let body = Rc::clone(making.body);
        match &stmt.kind {
            StmtKind::Expr(id) => {
                let Some(Called { slot, args, .. }) = called(&body, scene, *id) else {
                    return false;
                };
                let Some(&results) = making.parsers.get(&slot) else { return false };
                if let Some(parsed) = scene.parsed.get(id) {
                    self.parsed_results(making, scene, (parsed, args), results, out);
                }
                true
            }
            StmtKind::Assign(assign) => {
                let [Target::Place { slot, .. }] = &assign.targets[..] else { return false };
                let Some(&results) = making.parsers.get(slot) else { return false };
                if is_new(&body, assign) {
                    let nothing = Value::Struct(Rc::new(StructArray::scalar()));
                    let place = Place::whole(results);
                    out.push(Kept::silent(Kind::Assign(place, Expr::constant(nothing))));
                }
                true
            }
            _ => false,
        }
    }

    /// Puts the results of parsing together.
    fn parsed_results(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        (parsed, args): (&Parsed, &[ExprId]),
        results: VarId,
        out: &mut Vec<Kept>,
    ) {
        // Every argument is evaluated, once.
        let mut items = self.list(making, scene, args);
        for (place, item) in items.iter_mut().enumerate() {
            if !matches!(item.kind, ExprKind::Var(_) | ExprKind::Const(_)) {
                let name = format!("{}_{}", making.vars[results].name, place + 1);
                let var = making.named(&name.into());
                let value = std::mem::replace(item, sure(ExprKind::Var(var)));
                out.push(Kept::silent(Kind::Assign(Place::whole(var), value)));
            }
        }
        let mut known = StructArray::scalar();
        let mut others = Vec::new();
        for (name, value, origin) in &parsed.results {
            match writable(value) {
                Some(value) => known.set_scalar_field(name, value.clone()),
                None => {
                    known.set_scalar_field(name, Value::empty());
                    others.push((name, origin));
                }
            }
        }
        let whole = Expr::constant(Value::Struct(Rc::new(known)));
        out.push(Kept::silent(Kind::Assign(Place::whole(results), whole)));
        for (name, origin) in others {
            let value = match origin {
                ParsedOrigin::Parser => continue,
                ParsedOrigin::Argument(place) => items.get(*place).cloned(),
                ParsedOrigin::Field(place, field) => items.get(*place).map(|item| {
                    let links = vec![Link::Field(Rc::clone(field))];
                    sure(ExprKind::Index(Box::new(item.clone()), links))
                }),
            };
            let links = vec![Link::Field(Rc::clone(name))];
            let place = Place { links, ..Place::whole(results) };
            if let Some(value) = value {
                out.push(Kept::silent(Kind::Assign(place, value)));
            }
        }
    }

    /// What a property of a parser that is dissolved is read as.
    pub(super) fn parser_property(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: ExprId,
        access: &Access,
    ) -> Option<Expr> {
        let (Root::Var(slot) | Root::VarOrCall(slot, _)) = access.root else { return None };
        let results = *making.parsers.get(&slot)?;
        let [FromLink::Field(name), rest @ ..] = &access.links[..] else { return None };
        let root = sure(ExprKind::Var(results));
        if &**name != RESULTS {
            // It is known, or the parser would not be dissolved.
            return scene.values.get(&id)?.constant().map(|value| Expr::constant(value.clone()));
        }
        if rest.is_empty() {
            return Some(root);
        }
        let is_sure = !scene.risky.contains(&making.body.exprs[id].span);
        let links = self.links(making, scene, rest);
        let kind = ExprKind::Index(Box::new(root), links);
        Some(Expr { sure: is_sure, ..Expr::unknown(kind) })
    }
}

/// An expression that surely succeeds.
fn sure(kind: ExprKind) -> Expr {
    Expr { sure: true, ..Expr::unknown(kind) }
}

/// The parsers of a function that are dissolved, with the variables of their results.
pub(super) type Dissolved = FxHashMap<SlotId, VarId>;
