//! Functions of the program: lowering them as a whole, and calling them.

use std::rc::Rc;

use formwork_array::ir::{
    self, BaseType, Block, Builder, FunctionId, Module, Op, Operand, Prim, Scalar, Type,
};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprId, Stmt, Storage};
use formwork_syntax::{Span, with_enough_stack};

use super::known::Item;
use super::range::Ranged;
use super::{Lowered, Lowerer, Special, Val, given as given_value};
use crate::callees::{Callee, CalleeKey, Callees, Progress, Signature, Whole};
use crate::given::{Entry, Function, Known, Passed};
use crate::kind::{Form, Kind};
use crate::lowering::lower_callee;
use crate::reason::Reason;

/// What is lowered.
pub(crate) struct Task<'a> {
    pub(super) name: String,
    pub(super) body: &'a Rc<Body>,
    pub(super) statements: &'a [Stmt],
    pub(super) entry: &'a Entry<'a>,
    /// How the function is called, if it is lowered as a whole.
    pub(super) call: Option<&'a Signature>,
}

impl<'a> Task<'a> {
    /// Statements of a body that go on from what its variables are.
    pub(crate) fn region(
        name: String,
        body: &'a Rc<Body>,
        statements: &'a [Stmt],
        entry: &'a Entry<'a>,
    ) -> Task<'a> {
        Task { name, body, statements, entry, call: None }
    }

    /// A whole function.
    pub(crate) fn function(signature: &'a Signature) -> Task<'a> {
        let body = signature.target.body();
        let letters = body.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
        let name = match &signature.target {
            CalleeKey::Function(_) => letters.collect(),
            CalleeKey::Anonymous(..) => "anonymous".to_owned(),
        };
        Task { name, body, statements: &body.statements, entry: &|_| None, call: Some(signature) }
    }

    /// The function that stands for this one in its own recursion.
    pub(super) fn declared(&self, callees: &Callees) -> Option<FunctionId> {
        match callees.progress(self.call?)? {
            Progress::Open { declared, .. } => *declared,
            Progress::Done(_) | Progress::Refused(_) => None,
        }
    }
}

impl Lowerer<'_, '_> {
    /// With how many arguments the function is called, if that is known.
    pub(super) fn nargin(&self) -> Option<usize> {
        self.task.call.map(|call| call.arguments.len())
    }

    /// How many outputs are asked for, if that is known.
    pub(super) fn nargout(&self) -> Option<usize> {
        self.task.call.map(|call| call.outputs)
    }

    /// All of a function: its results.
    pub(super) fn function(&mut self, call: &Signature) -> Lowered<Vec<Operand>> {
        let span = self.body.span;
        let wanted = self.can_be_called(call)?;
        let recursive = self.callees.is_recursive(call, self.names);
        let mut given = Vec::new();
        let mut rest = Vec::new();
        for (number, argument) in call.arguments.iter().enumerate() {
            let slot = self.body.inputs.get(number).map(|input| input.slot);
            let name = match slot {
                Some(Some(slot)) => self.name_of(slot),
                Some(None) => "unused".to_owned(),
                None => "varargin".to_owned(),
            };
            let item = self.parameters(&name, argument)?;
            match slot {
                Some(Some(slot)) => given.push((slot, item)),
                Some(None) => {}
                None => rest.push(item),
            }
        }
        given.extend(self.body.varargin.map(|slot| (slot, Known::Cells(rest))));
        if let CalleeKey::Anonymous(anonymous, captured) = &call.target {
            for (&(_, slot), part) in anonymous.0.captures.iter().zip(captured) {
                let Some(part) = part else { continue };
                given.push((slot, self.parameters(&self.name_of(slot), part)?));
            }
        }
        if recursive {
            self.room = Some(self.builder.parameter("room", Type::scalar(BaseType::Int)));
            self.walked.takes_room = true;
        }
        for (slot, item) in given {
            self.set_at_entry(slot, &item, span)?;
        }
        self.scene.returned = Some(Operand::scalar(Scalar::Bool(false)));
        if let CalleeKey::Anonymous(anonymous, _) = &call.target {
            return self.anonymous_results(anonymous.0.value, call.outputs);
        }
        self.block(self.task.statements)?;
        self.tell_results(call, &wanted);
        let mut results = Vec::new();
        for slot in wanted {
            let value = self.read(slot, span)?;
            let Some(kind) =
                kind_given(&value).filter(|kind| kind.form != Form::Range || !recursive)
            else {
                return self.refuse("a result that may be a range or something else", span);
            };
            self.walked.outputs.push((slot, kind, false));
            results.push(value.operand);
        }
        Ok(results)
    }

    /// What an anonymous function gives. Its outputs have no variables; that of `ans` stands
    /// for them.
    fn anonymous_results(&mut self, value: ExprId, outputs: usize) -> Lowered<Vec<Operand>> {
        let span = self.body.exprs[value].span;
        let mut values =
            if outputs > 1 { self.several(value, outputs, span)? } else { vec![self.expr(value)?] };
        values.truncate(outputs.max(1));
        let mut results = Vec::new();
        for value in values {
            if value.special != Special::Nothing {
                return self.refuse("`[]` as a result", span);
            }
            let value = self.settled(value, span)?;
            let recursive = self.walked.takes_room;
            let Some(kind) =
                kind_given(&value).filter(|kind| kind.form != Form::Range || !recursive)
            else {
                return self.refuse("a result that may be a range or something else", span);
            };
            self.walked.outputs.push((self.body.ans, kind, false));
            results.push(value.operand);
        }
        Ok(results)
    }

    /// The variables that are asked for.
    fn can_be_called(&self, call: &Signature) -> Lowered<Vec<SlotId>> {
        let body = self.body;
        let span = body.span;
        let plain = matches!(body.kind, BodyKind::Function | BodyKind::Anonymous)
            && body.nested.is_empty()
            && body.shared.is_empty()
            && body.slots.values().all(|slot| slot.storage == Storage::Local);
        if !plain {
            return self.refuse("a function that shares variables", span);
        }
        if !body.arguments.is_empty() {
            return self.refuse("an `arguments` block", span);
        }
        if call.arguments.len() > body.inputs.len() && body.varargin.is_none() {
            return self.refuse("more arguments than parameters", span);
        }
        if body.inputs.iter().skip(call.arguments.len()).any(|input| input.default.is_some()) {
            return self.refuse("a parameter with a default value", span);
        }
        let count = call.outputs.max(1);
        if body.kind == BodyKind::Anonymous {
            return Ok(Vec::new());
        }
        if count > body.outputs.len() {
            return self.refuse("more outputs than there are", span);
        }
        Ok(body.outputs[..count].to_vec())
    }

    /// Lets recursive calls know what is known of the results, and declares the function.
    fn tell_results(&mut self, call: &Signature, wanted: &[SlotId]) {
        let found: Option<Vec<Kind>> =
            wanted.iter().map(|slot| self.learned.kinds.get(slot).copied()).collect();
        let Some(Progress::Open { results, declared }) = self.callees.progress_mut(call) else {
            return;
        };
        if found.is_none() || *results == found {
            return;
        }
        results.clone_from(&found);
        let kinds = found.unwrap_or_default();
        if declared.is_none() && self.learned.pending {
            let mut arguments: Vec<Type> = call.kinds().iter().map(|kind| kind.ir()).collect();
            arguments.push(Type::scalar(BaseType::Int));
            *declared = Some(declare(self.builder.module_mut(), &self.task.name, arguments));
        }
        if let Some(declared) = *declared {
            let function = &mut self.builder.module_mut().functions[declared];
            function.results = kinds.iter().map(|kind| kind.ir()).collect();
            function.body.results = kinds.iter().map(|kind| kind.nothing()).collect();
        }
        if self.learned.pending {
            self.learned.changed = true;
        }
    }

    /// A call of a function of the program: its outputs. Texts are told to the function only
    /// if it is not compiled otherwise.
    pub(super) fn call_user(
        &mut self,
        function: &Function<Val>,
        name: &str,
        arguments: Vec<Item>,
        outputs: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        let wants_text = |outcome: &Lowered<_>| outcome.as_ref().is_err_and(Reason::wants_text);
        let plain = self.signature(function, &arguments, outputs, false, span)?;
        let mut outcome = self.call_signature(plain, name, span);
        if wants_text(&outcome) {
            let (told, operands) = self.signature(function, &arguments, outputs, true, span)?;
            if told.has_text() {
                outcome = self.call_signature((told, operands), name, span);
            }
        }
        if wants_text(&outcome) {
            self.want_texts();
        }
        outcome
    }

    /// How a function is called, and the arrays that are passed.
    fn signature(
        &self,
        function: &Function<Val>,
        arguments: &[Item],
        outputs: usize,
        with_texts: bool,
        span: Span,
    ) -> Lowered<(Signature, Vec<Operand>)> {
        let mut operands = Vec::new();
        let mut given = |item: &Item| {
            item.map(&mut |value: &Val| {
                if value.special != Special::Nothing {
                    return self.refuse("`[]` as an argument", span);
                }
                let Some(kind) = kind_given(value) else {
                    return self.refuse("an argument that may be a range or a matrix", span);
                };
                let text = value.text().filter(|_| with_texts);
                if text.is_none() {
                    operands.push(value.operand.clone());
                }
                Ok(Passed { kind, text })
            })
        };
        let arguments = arguments.iter().map(&mut given).collect::<Lowered<_>>()?;
        let target = match function {
            Function::Bound(body) => CalleeKey::Function(body.clone()),
            Function::Anonymous(anonymous, captured) => {
                let mut parts = Vec::new();
                for part in captured {
                    parts.push(part.as_ref().map(&mut given).transpose()?);
                }
                CalleeKey::Anonymous(anonymous.clone(), parts)
            }
            Function::Named(_) => return self.refuse("a name that is not looked up", span),
        };
        Ok((Signature { target, arguments, outputs }, operands))
    }

    fn call_signature(
        &mut self,
        (signature, mut operands): (Signature, Vec<Operand>),
        name: &str,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        let (function, results) = match self.callees.progress(&signature) {
            Some(Progress::Open { results, declared }) if self.callees.is_innermost(&signature) => {
                let (Some(results), Some(function)) = (results.clone(), *declared) else {
                    return Err(Reason::pending(span));
                };
                operands.push(self.go_deeper(span)?);
                (function, results)
            }
            _ => {
                let module = self.builder.module_mut();
                let (callees, names) = (&mut *self.callees, &mut *self.names);
                let lowered =
                    with_enough_stack(|| lower_callee(module, callees, names, &signature));
                let lowered = lowered.map_err(|reason| reason.in_call_of(name, span))?;
                self.count_callee(&lowered, &mut operands, span)?;
                (lowered.whole.function, lowered.whole.results.clone())
            }
        };
        self.at(span);
        let op = Op::Call { function, arguments: operands };
        let given = self.builder.define("", op).map_err(|message| Reason::new(message, span))?;
        let given = given.into_iter().zip(results);
        Ok(given.map(|(operand, kind)| given_value(operand, kind)).collect())
    }

    fn count_callee(
        &mut self,
        callee: &Callee,
        operands: &mut Vec<Operand>,
        span: Span,
    ) -> Lowered<()> {
        for reliance in &callee.whole.relied {
            if !self.walked.relied.contains(reliance) {
                self.walked.relied.push(reliance.clone());
            }
        }
        self.walked.frames = self.walked.frames.max(callee.whole.frames);
        self.walked.loops += callee.whole.loops.max(usize::from(callee.takes_room));
        if callee.takes_room {
            operands.push(self.go_deeper(span)?);
        } else if let Some(room) = self.room.clone().filter(|_| self.task.call.is_some()) {
            let least = Operand::int(callee.whole.frames as i64);
            let enough = self.prim(Prim::Ge, &[room.clone(), least], span)?;
            let room = self.guard(enough, &room, "calls are nested too deep", span)?;
            drop(room);
        }
        Ok(())
    }

    /// How many calls may be open beyond one that is made here.
    fn go_deeper(&mut self, span: Span) -> Lowered<Operand> {
        let room = match &self.room {
            Some(room) => room.clone(),
            // Who is called finds out before it begins.
            None if self.task.call.is_some() => {
                return self.refuse("a recursion that was not foreseen", span);
            }
            None => {
                let room = self.builder.parameter("room", Type::scalar(BaseType::Double));
                self.room = Some(room.clone());
                self.walked.takes_room = true;
                room
            }
        };
        // What a region is passed is a real number.
        let room = match self.task.call {
            Some(_) => room,
            None => self.prim(Prim::Convert(BaseType::Int), &[room], span)?,
        };
        let one = Operand::int(1);
        let enough = self.prim(Prim::Ge, &[room.clone(), one.clone()], span)?;
        let room = self.guard(enough, &room, "calls are nested too deep", span)?;
        self.prim(Prim::Sub, &[room, one], span)
    }
}

/// The kind of a value that is given to a function or back: a range is of its own.
fn kind_given(value: &Val) -> Option<Kind> {
    match (&value.ranged, value.kind.form) {
        (Ranged::No, _) => Some(value.kind),
        (Ranged::Written(_) | Ranged::Perhaps, Form::Row) => {
            Some(Kind { form: Form::Range, ..value.kind })
        }
        // What is a matrix elsewhere cannot be told from one.
        (Ranged::Written(_) | Ranged::Perhaps, _) => None,
    }
}

/// A function that stands for one that is not lowered yet. It is whole in itself, so that a
/// module in which it stays is right.
fn declare(module: &mut Module, name: &str, parameters: Vec<Type>) -> FunctionId {
    let mut function = ir::Function::new(format!("{name}_declared"));
    for ty in parameters {
        let value = function.value("", ir::NameOrigin::Temporary, ty);
        function.parameters.push(value);
    }
    function.body = Block::default();
    module.functions.push(function)
}

/// A function that calls another one with room for so many calls.
pub(crate) fn wrap(
    module: &mut Module,
    name: &str,
    whole: &Whole,
    room: i64,
) -> Result<FunctionId, String> {
    let results = whole.results.iter().map(|kind| kind.ir()).collect();
    let mut builder = Builder::new(module, name, results);
    let mut arguments = Vec::new();
    for (number, kind) in whole.parameters.iter().enumerate() {
        arguments.push(builder.parameter(format!("argument_{number}"), kind.ir()));
    }
    arguments.push(Operand::int(room));
    let results = builder.define("", Op::Call { function: whole.function, arguments })?;
    builder.finish(results)
}
