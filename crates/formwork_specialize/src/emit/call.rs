//! Calls.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects, Row};
use formwork_domain::HandleId;
use formwork_hir::body::{
    Access, Body, CallTarget, ExprId, ExprKind as From, Link as FromLink, Root, Unit,
};
use formwork_infer::trace::{Made, Scene, VariantId};
use formwork_runtime::Value;

use super::{Emitter, Keeping, Making, Request, writable};
use crate::residual::{Callee, Expr, ExprKind};

/// An argument as it is passed.
struct Argument {
    expr: Expr,
    /// Whether nothing is lost if it is not evaluated.
    removable: bool,
}

/// What runs a text among the variables of its caller.
const RUNS_TEXT: Effects = Effects::READS_SCOPE.and(Effects::WRITES_SCOPE);

impl Emitter {
    /// A call that was made; `None` if it is to be written as it was.
    pub(super) fn call(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        (id, made): (ExprId, &Made),
        access: &Access,
    ) -> Option<ExprKind> {
        self.call_giving(making, scene, (id, made), access, None)
    }

    /// The same with some of the outputs alone.
    pub(super) fn call_giving(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        (id, made): (ExprId, &Made),
        access: &Access,
        given: Option<Vec<bool>>,
    ) -> Option<ExprKind> {
        let written: &[ExprId] = match access.links.first() {
            Some(FromLink::Paren(arguments)) => &arguments.exprs,
            _ => &[],
        };
        if may_be_variable(scene, made, access) {
            self.want_made(making, made);
            return None;
        }
        // `feval (f, x)` and `f (x)` with a handle in `f` call what the handle means.
        let through = is_feval(making, scene, access, made);
        let by_handle = matches!(access.root, Root::Var(_) | Root::VarOrCall(..));
        // A handle of what is not found says so in its own words, also where it is written
        // there. A variable may have no value, and there may be no function of its name either.
        let written_there = matches!(access.root, Root::Value(_));
        if (through || by_handle || written_there) && matches!(made, Made::Unknown(_)) {
            return None;
        }
        let args = if through { written.get(1..).unwrap_or_default() } else { written };
        let lost = written.first().copied().filter(|_| through);
        if lost.is_some_and(|id| !making.judge(scene).is_removable(id) && !is_name(making, id)) {
            self.want_made(making, made);
            return None;
        }
        let call = self.call_made(making, scene, made, args, given)?;
        if through || by_handle {
            self.note_resolved(making, id);
        }
        Some(call)
    }

    /// A call of a handle that is a part of a variable, by its last link; `None` if it is to be
    /// written as it was.
    pub(super) fn call_through(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: ExprId,
        access: &Access,
    ) -> Option<ExprKind> {
        let made = scene.through.get(&id)?;
        let Some(FromLink::Paren(arguments)) = access.links.last() else { return None };
        if matches!(made, Made::Unknown(_)) || !making.judge(scene).is_removable_way(id, access) {
            return None;
        }
        let call = self.call_made(making, scene, made, &arguments.exprs, None)?;
        self.note_resolved(making, id);
        Some(call)
    }

    /// A call that was made, with its arguments as they are written.
    fn call_made(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        made: &Made,
        args: &[ExprId],
        given: Option<Vec<bool>>,
    ) -> Option<ExprKind> {
        Some(match made {
            Made::Function(variant) => self.call_variant(making, scene, *variant, args, given)?,
            Made::Unfollowed(unit, body) => {
                let callee = self.general_callee(unit, body);
                ExprKind::Call(callee, self.list(making, scene, args))
            }
            Made::Builtin(row) => self.call_builtin(making, scene, row, args),
            Made::Script => return None,
            Made::Unknown(name) => {
                // It may ask how its arguments are called.
                let around = std::mem::replace(&mut self.as_written, true);
                let args = self.list(making, scene, args);
                self.as_written = around;
                ExprKind::Call(Callee::Name(Rc::clone(name)), args)
            }
        })
    }

    fn call_builtin(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        row: &'static Row,
        args: &[ExprId],
    ) -> ExprKind {
        self.dynamic_scope |= row.effects.see_variables();
        if row.effects.include(RUNS_TEXT) {
            self.want_evaluated(making, scene, args);
        }
        // It shows its argument as it is written.
        let around = self.as_written;
        self.as_written |= matches!(row.id, Some(BuiltinId::Assert | BuiltinId::Display));
        let call = ExprKind::Call(Callee::Builtin(row), self.list(making, scene, args));
        self.as_written = around;
        match row.id {
            Some(BuiltinId::Nargin) if args.is_empty() => Self::count_of_arguments(making, call),
            Some(BuiltinId::Inputname) => Self::name_of_argument(making, scene, args, call),
            Some(BuiltinId::PrintUsage) if args.is_empty() => Self::usage(making.body, call),
            _ => call,
        }
    }

    /// `print_usage` of a function whose comments say how it is called: the residual has no comments,
    /// and perhaps another name.
    fn usage(body: &Body, call: ExprKind) -> ExprKind {
        let message = formwork_builtins::texinfo::invalid_call(&body.name, body.source.text());
        let Some(message) = message else { return call };
        let identifier = formwork_runtime::Error::invalid_call(&body.name).identifier;
        let texts = [&identifier, "%s", &message].map(|text| Expr::constant(Value::text(text)));
        ExprKind::Call(Callee::Name(BuiltinId::Error.name().into()), texts.to_vec())
    }

    /// `inputname` where parameters were taken away: what is fixed was given as a value, which has
    /// no name.
    fn name_of_argument(
        making: &Making<'_>,
        scene: &Scene,
        args: &[ExprId],
        call: ExprKind,
    ) -> ExprKind {
        let ExprKind::Call(callee, mut written) = call else { return call };
        let place = args.first().and_then(|id| scene.values.get(id)?.constant()?.to_f64());
        let place = place.filter(|place| *place >= 1.0 && place.fract() == 0.0);
        if let (Some(place), Some(first)) = (place.map(|place| place as usize), written.first_mut())
        {
            if making.removed.contains(&place) {
                return Expr::constant(Value::text("")).kind;
            }
            let before = making.removed.iter().filter(|removed| **removed < place).count();
            if before > 0 {
                *first = Expr::constant(Value::count(place - before));
            }
        }
        ExprKind::Call(callee, written)
    }

    /// A text that is the name of a function may be used to call it.
    pub(super) fn want_text(&mut self, unit: &Rc<Unit>, value: &Value) {
        let Some(text) = value.as_text().filter(|_| value.is_char()) else { return };
        if let Some(function) = unit.function(&text) {
            self.want_named(unit, &Rc::clone(&unit.bodies[function]));
        }
    }

    /// A text that is evaluated may call the functions beside it: those that it names, or
    /// any if it is not known.
    fn want_evaluated(&mut self, making: &Making<'_>, scene: &Scene, args: &[ExprId]) {
        let unit = Rc::clone(making.unit);
        let texts: Option<Vec<String>> = args
            .iter()
            .map(|id| Some(scene.values.get(id)?.constant()?.as_text()?.into_owned()))
            .collect();
        for (name, id) in &unit.functions {
            let called = texts.as_ref().is_none_or(|texts| {
                texts.iter().any(|text| crate::walk::words(text).any(|word| *word == **name))
            });
            let body = &unit.bodies[*id];
            if called && !matches!(body.kind, formwork_hir::body::BodyKind::Nested(_)) {
                self.want_named(&unit, body);
            }
        }
    }

    /// A function that is called by its name is there under that name.
    fn want_made(&mut self, making: &Making<'_>, made: &Made) {
        match made {
            Made::Function(id) => {
                let variant = &making.trace.variants[*id];
                if variant.anonymous.is_none() {
                    self.want_named(&Rc::clone(&variant.unit), &Rc::clone(&variant.body));
                }
            }
            Made::Unfollowed(unit, body) => self.want_named(unit, body),
            Made::Builtin(_) | Made::Script | Made::Unknown(_) => {}
        }
    }

    fn want_named(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) {
        let Callee::Function(id) = self.general_callee(unit, body) else {
            self.program.outside.push(Rc::clone(&body.name));
            return;
        };
        if !self.program.named.contains(&id) {
            self.program.named.push(id);
        }
    }

    fn call_variant(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: VariantId,
        written: &[ExprId],
        given: Option<Vec<bool>>,
    ) -> Option<ExprKind> {
        let variant = &making.trace.variants[id];
        let (unit, body) = (Rc::clone(&variant.unit), Rc::clone(&variant.body));
        if variant.anonymous.is_some() {
            return self.call_anonymous_variant(making, scene, id, written);
        }
        let keeping = Keeping::of_call(variant);
        // To a parameter with a default, a colon stands for that.
        let colon = body.inputs.iter().any(|input| input.default.is_some())
            && written.iter().any(|&id| matches!(making.body.exprs[id].kind, From::Colon));
        let preserved = self.preserved.iter().any(|name| **name == *body.name)
            || making.trace.preserved.contains(&body.name);
        let args = if keeping == Keeping::Nothing && !preserved && !colon {
            self.arguments(making, scene, written)
        } else {
            None
        };
        let Some(args) = args
            .filter(|args| variant.args.as_ref().is_some_and(|known| known.len() == args.len()))
        else {
            return Some(self.call_general(making, scene, &unit, &body, written));
        };
        Some(self.call_passing(making, id, args, given))
    }

    /// A call of a variant, with the arguments that it does not know or that must be
    /// evaluated.
    fn call_passing(
        &mut self,
        making: &Making<'_>,
        variant: VariantId,
        args: Vec<Argument>,
        given: Option<Vec<bool>>,
    ) -> ExprKind {
        let known = making.trace.variants[variant].args.as_deref().unwrap_or_default();
        let passed: Vec<bool> = args
            .iter()
            .zip(known)
            .map(|(arg, known)| !(arg.removable && writable(known).is_some()))
            .collect();
        self.counts.arguments += passed.iter().filter(|&&passed| !passed).count();
        let captured = self.captured_for(making, variant);
        let mut all = Self::captured_args(making, &captured);
        let request = Request { variant, passed: passed.clone(), given, captured };
        let function = self.request(making.trace, request);
        let passed = args.into_iter().zip(passed);
        all.extend(passed.filter_map(|(arg, passed)| passed.then_some(arg.expr)));
        ExprKind::Call(Callee::Function(function), all)
    }

    /// The handles that a variant is called through or given, and of which it is known here what
    /// they captured.
    fn captured_for(&self, making: &Making<'_>, variant: VariantId) -> Vec<HandleId> {
        let variant = &making.trace.variants[variant];
        let mut handles = Self::handles_in(making, variant.args.as_deref().unwrap_or_default());
        if let Some(call) = &variant.anonymous {
            let inside = call.captured.iter().flatten().cloned().collect::<Vec<_>>();
            handles.extend(Self::handles_in(making, &inside));
            handles.extend(making.captured.contains_key(&call.handle).then_some(call.handle));
            handles.sort_unstable_by_key(|handle| handle.0);
            handles.dedup();
        }
        handles
    }

    fn call_general(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        written: &[ExprId],
    ) -> ExprKind {
        let callee = self.general_callee(unit, body);
        // It may ask how its arguments are called.
        let around = self.as_written;
        self.as_written |= body.calls.values().any(|call| call.id() == Some(BuiltinId::Inputname));
        let call = ExprKind::Call(callee, self.list(making, scene, written));
        self.as_written = around;
        call
    }

    /// An anonymous function that is called becomes a function if what it needs of what it captured
    /// is known or passed; else it is called through its handle.
    fn call_anonymous_variant(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        id: VariantId,
        written: &[ExprId],
    ) -> Option<ExprKind> {
        let variant = &making.trace.variants[id];
        let anonymous = &variant.anonymous.as_ref()?.anonymous;
        let count = variant.args.as_ref()?.len();
        let fits = anonymous.body.varargin.is_none() && count <= anonymous.body.inputs.len();
        if !fits || variant.nargout.is_some_and(|count| count > 1) {
            return None;
        }
        let captured = self.captured_for(making, id);
        let request = Request { variant: id, passed: vec![true; count], given: None, captured };
        if !self.is_closed(making.trace, making.algebra, &request) {
            return None;
        }
        let args = self.arguments(making, scene, written)?;
        if args.len() != variant.args.as_ref()?.len() {
            return None;
        }
        Some(self.call_passing(making, id, args, None))
    }

    /// Arguments one by one; `None` if one of them is a list that cannot be taken apart.
    fn arguments(
        &mut self,
        making: &mut Making<'_>,
        scene: &Scene,
        written: &[ExprId],
    ) -> Option<Vec<Argument>> {
        let mut args = Vec::new();
        for &id in written {
            if let Some(elements) = self.spread(making, scene, id) {
                let all = elements.into_iter();
                args.extend(all.map(|expr| Argument { expr, removable: true }));
                continue;
            }
            let none = scene.lists.get(&id).is_some_and(Vec::is_empty);
            if none && making.judge(scene).is_removable(id) {
                continue;
            }
            let many = scene.lists.get(&id).is_some_and(|list| list.len() != 1);
            if many || !scene.values.contains_key(&id) {
                return None;
            }
            let removable = making.judge(scene).is_removable(id);
            let mut expr = self.expr(making, scene, id);
            if matches!(expr.kind, ExprKind::Colon) {
                expr = Expr::constant(formwork_runtime::Value::text(":"));
            }
            args.push(Argument { expr, removable });
        }
        Some(args)
    }

    /// What a name means to whoever calls it in ways that nobody follows.
    pub(super) fn callee_by_name(&mut self, making: &Making<'_>, target: &CallTarget) -> Callee {
        self.callee_in(making.unit, target)
    }

    /// The same in a file.
    pub(super) fn callee_in(&mut self, unit: &Rc<Unit>, target: &CallTarget) -> Callee {
        // What stands in a text of somebody else means functions of the file last.
        let beside = || unit.function(&target.name).filter(|_| target.callee.is_none());
        let local = target.local.or_else(beside);
        if let Some(local) = local {
            let body = Rc::clone(&unit.bodies[local]);
            if matches!(body.kind, formwork_hir::body::BodyKind::Nested(_)) {
                // It stands in the text of the function around it.
                return Callee::Name(Rc::clone(&target.name));
            }
            return self.general_callee(unit, &body);
        }
        let key = (unit.source.id(), Rc::clone(&target.name));
        if let Some((unit, body)) = self.called.get(&key).cloned() {
            return self.general_callee(&unit, &body);
        }
        match formwork_builtins::find(&target.name) {
            Some(row) => Callee::Builtin(row),
            None => Callee::Name(Rc::clone(&target.name)),
        }
    }
}

/// Whether a call that was not followed names a variable, if there is one when it runs, or
/// else a function: then the name stays.
fn may_be_variable(scene: &Scene, made: &Made, access: &Access) -> bool {
    let (Root::VarOrCall(slot, _), Made::Unfollowed(..)) = (access.root, made) else {
        return false;
    };
    scene.reads.get(&slot).is_some_and(|value| value.classes.may_be_object())
}

/// Whether an expression only names a function.
fn is_name(making: &Making<'_>, id: ExprId) -> bool {
    matches!(making.body.exprs[id].kind, From::Handle(_) | From::Const(_))
}

/// Whether a call was made through `feval`.
fn is_feval(making: &Making<'_>, scene: &Scene, access: &Access, made: &Made) -> bool {
    let call = match access.root {
        Root::Call(call) => call,
        Root::VarOrCall(slot, call) if !scene.reads.contains_key(&slot) => call,
        Root::VarOrCall(..) | Root::Var(_) | Root::Value(_) => return false,
    };
    making.body.calls[call].id() == Some(BuiltinId::Feval)
        && !matches!(made, Made::Builtin(row) if row.is(BuiltinId::Feval))
}
