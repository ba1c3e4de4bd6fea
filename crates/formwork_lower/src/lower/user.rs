//! Functions of the program: lowering them as a whole, and calling them.

use std::rc::Rc;

use formwork_array::ir::{
    BaseType, Block, Builder, Function, FunctionId, Module, Op, Operand, Prim, Scalar, Type,
};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, CallId, Stmt, Storage};
use formwork_syntax::{Span, with_enough_stack};

use super::range::Ranged;
use super::{Lowered, Lowerer, Special, Val, given as given_value};
use crate::kind::{Form, Kind};
use crate::lowering::{Callee, Callees, Progress, Signature, Whole, lower_callee};
use crate::reason::Reason;
use crate::region::Entry;

/// What is lowered.
pub(crate) struct Task<'a> {
    pub(super) name: String,
    pub(super) body: &'a Rc<Body>,
    pub(super) statements: &'a [Stmt],
    pub(super) entry: &'a Entry<'a>,
    /// How the function is called, if it is lowered as a whole.
    pub(super) call: Option<Call<'a>>,
}

/// How a function is called.
pub(super) struct Call<'a> {
    arguments: &'a [Kind],
    outputs: usize,
    signature: &'a Signature,
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
    pub(crate) fn function(
        body: &'a Rc<Body>,
        arguments: &'a [Kind],
        outputs: usize,
        signature: &'a Signature,
    ) -> Task<'a> {
        let letters = body.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
        Task {
            name: letters.collect(),
            body,
            statements: &body.statements,
            entry: &|_| None,
            call: Some(Call { arguments, outputs, signature }),
        }
    }

    /// The function that stands for this one in its own recursion.
    pub(super) fn declared(&self, callees: &Callees) -> Option<FunctionId> {
        match callees.progress(self.call.as_ref()?.signature)? {
            Progress::Open { declared, .. } => *declared,
            Progress::Done(_) | Progress::Refused(_) => None,
        }
    }
}

impl Lowerer<'_, '_> {
    /// With how many arguments the function is called, if that is known.
    pub(super) fn nargin(&self) -> Option<usize> {
        self.task.call.as_ref().map(|call| call.arguments.len())
    }

    /// How many outputs are asked for, if that is known.
    pub(super) fn nargout(&self) -> Option<usize> {
        self.task.call.as_ref().map(|call| call.outputs)
    }

    /// All of a function: its results.
    pub(super) fn function(&mut self, call: &Call<'_>) -> Lowered<Vec<Operand>> {
        let span = self.body.span;
        let wanted = self.can_be_called(call)?;
        let cyclic = self.callees.is_cyclic(self.body, self.names);
        let mut given = Vec::new();
        for (input, &kind) in self.body.inputs.iter().zip(call.arguments) {
            let name = match input.slot {
                Some(slot) => self.body.slots[slot].name.to_string(),
                None => "unused".to_owned(),
            };
            given.push((input.slot, kind, self.builder.parameter(name, kind.ir())));
        }
        if cyclic {
            self.room = Some(self.builder.parameter("room", Type::scalar(BaseType::Double)));
            self.walked.takes_room = true;
        }
        for (slot, kind, operand) in given {
            let Some(slot) = slot else { continue };
            self.walked.inputs.push((slot, kind));
            self.set_first(slot, given_value(operand, kind), span)?;
        }
        self.scene.returned = Some(Operand::scalar(Scalar::Bool(false)));
        self.block(self.task.statements)?;
        self.tell_results(call, &wanted);
        let mut results = Vec::new();
        for slot in wanted {
            let value = self.read(slot, span)?;
            let Some(kind) = kind_given(&value).filter(|kind| kind.form != Form::Range || !cyclic)
            else {
                return self.refuse("a result that may be a range or something else", span);
            };
            self.walked.outputs.push((slot, kind, false));
            results.push(value.operand);
        }
        Ok(results)
    }

    /// The variables that are asked for.
    fn can_be_called(&self, call: &Call<'_>) -> Lowered<Vec<SlotId>> {
        let body = self.body;
        let span = body.span;
        let plain = body.kind == BodyKind::Function
            && body.nested.is_empty()
            && body.shared.is_empty()
            && body.slots.values().all(|slot| slot.storage == Storage::Local);
        if !plain {
            return self.refuse("a function that shares variables", span);
        }
        if !body.arguments.is_empty() {
            return self.refuse("an `arguments` block", span);
        }
        if call.arguments.len() > body.inputs.len() {
            return self.refuse("more arguments than parameters", span);
        }
        if body.inputs.iter().skip(call.arguments.len()).any(|input| input.default.is_some()) {
            return self.refuse("a parameter with a default value", span);
        }
        let count = call.outputs.max(1);
        if count > body.outputs.len() {
            return self.refuse("more outputs than there are", span);
        }
        Ok(body.outputs[..count].to_vec())
    }

    /// Lets recursive calls know what is known of the results, and declares the function.
    fn tell_results(&mut self, call: &Call<'_>, wanted: &[SlotId]) {
        let found: Option<Vec<Kind>> =
            wanted.iter().map(|slot| self.learned.kinds.get(slot).copied()).collect();
        let Some(Progress::Open { results, declared }) = self.callees.progress_mut(call.signature)
        else {
            return;
        };
        if found.is_none() || *results == found {
            return;
        }
        results.clone_from(&found);
        let kinds = found.unwrap_or_default();
        if declared.is_none() && self.learned.pending {
            let mut arguments: Vec<Type> = call.arguments.iter().map(|kind| kind.ir()).collect();
            arguments.push(Type::scalar(BaseType::Double));
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

    /// A call of a function of the program: its outputs.
    pub(super) fn call_user(
        &mut self,
        callee: &Rc<Body>,
        call: CallId,
        arguments: Vec<Val>,
        outputs: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        if arguments.iter().any(|value| value.special != Special::Nothing) {
            return self.refuse("`[]` as an argument", span);
        }
        let kinds: Option<Vec<Kind>> = arguments.iter().map(kind_given).collect();
        let Some(kinds) = kinds else {
            return self.refuse("an argument that may be a range or a matrix", span);
        };
        let signature = self.callees.signature(callee, &kinds, outputs);
        let mut operands: Vec<Operand> = arguments.into_iter().map(|value| value.operand).collect();
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
                let lowered = with_enough_stack(|| {
                    lower_callee(module, callees, names, callee, &kinds, outputs)
                });
                let name = &self.body.calls[call].name;
                let lowered =
                    lowered.map_err(|reason| Reason::new(format!("`{name}`: {reason}"), span))?;
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
            let least = Operand::scalar(Scalar::Double(callee.whole.frames as f64));
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
            None => {
                let room = self.builder.parameter("room", Type::scalar(BaseType::Double));
                self.room = Some(room.clone());
                self.walked.takes_room = true;
                room
            }
        };
        let one = Operand::scalar(Scalar::Double(1.0));
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
    let mut function = Function::new(format!("{name}_declared"));
    for ty in parameters {
        let value = function.value("", formwork_array::ir::NameOrigin::Temporary, ty);
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
    room: f64,
) -> Result<FunctionId, String> {
    let results = whole.results.iter().map(|kind| kind.ir()).collect();
    let mut builder = Builder::new(module, name, results);
    let mut arguments = Vec::new();
    for (number, kind) in whole.parameters.iter().enumerate() {
        arguments.push(builder.parameter(format!("argument_{number}"), kind.ir()));
    }
    arguments.push(Operand::scalar(Scalar::Double(room)));
    let results = builder.define("", Op::Call { function: whole.function, arguments })?;
    builder.finish(results)
}
