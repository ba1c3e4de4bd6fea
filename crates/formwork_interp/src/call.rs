//! Calling functions.

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::{Args, Row, Values, is_compiled};
use formwork_hir::SlotId;
use formwork_hir::body::{BodyKind, CallId, Storage};
use formwork_runtime::{CellArray, Dims, Error, FunctionHandle, Result, Value};
use formwork_syntax::with_enough_stack;
use rustc_hash::FxHashMap;

use crate::classes::{BuiltIn, has_object, holds_objects};
use crate::closure::{BoundFunction, Closure};
use crate::code::{Callable, Code};
use crate::frame::{Frame, Shared, SharedVariable, Slot};
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    pub(crate) fn call_callable(
        &mut self,
        callable: &Callable,
        args: Args,
        nargout: usize,
        shared: Option<Rc<Shared>>,
    ) -> Result<Values> {
        match callable {
            Callable::Builtin(row) => self.call_builtin(row, args, nargout),
            Callable::User(code) => self.call_code(code, args, nargout, shared),
            Callable::Script(code) => {
                if !args.is_empty() {
                    let name = &code.body.name;
                    return Err(Error::plain(format!(
                        "invalid use of script {name} in index expression"
                    )));
                }
                let over = self.frames.len() - 1;
                self.run_script(code, over)?;
                Ok(Values::new())
            }
            Callable::Class(class) => {
                let class = Rc::clone(class);
                self.construct(&class, args).map(|object| smallvec::smallvec![object])
            }
        }
    }

    pub(crate) fn call_builtin(
        &mut self,
        row: &'static Row,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        let mut nargout = nargout;
        let too_many = nargout > 1
            && nargout > row.outputs.len()
            && !row.outputs.last().is_some_and(|o| o.repeated);
        // Compiled functions do not count what is asked of them; others count what they are
        // given first if that is too much.
        let asked_first = too_many && row.inputs.max.is_none_or(|max| args.len() <= max.into());
        if !row.inputs.accepts(args.len()) && (!asked_first || is_compiled(row.name)) {
            return Err(self.with_usage(Interpreter::wrong_count(row, args.len())));
        }
        if too_many {
            if !is_compiled(row.name) {
                return Err(Error::with_id(
                    "Octave:invalid-fun-call",
                    format!("{}: function called with too many outputs", row.name),
                ));
            }
            nargout = row.outputs.len().max(1);
        }
        let args = match self.classes.exist && holds_objects(&args) {
            true => match self.built_in_of_objects(row, args)? {
                BuiltIn::Done(values) => return Ok(values),
                BuiltIn::Evaluate(args) => args,
            },
            false => args,
        };
        let values = formwork_runtime::memory::guarded(|| row.call(self, args, nargout));
        let mut values = values.map_err(|error| self.with_usage(error))?;
        values.truncate(nargout.max(1));
        Ok(values)
    }

    /// An error that says of a function of the language that it was called wrongly, with how it is
    /// called, if a manual can be asked.
    #[cold]
    fn with_usage(&mut self, mut error: Box<Error>) -> Box<Error> {
        let Some(name) = error.message.strip_prefix("Invalid call to ") else { return error };
        let body = &self.frame().code.body;
        let of_running = (&*body.name == name)
            .then(|| formwork_builtins::texinfo::invalid_call(name, body.source.text()))
            .flatten();
        if let Some(message) = of_running {
            error.message = message;
        } else if formwork_builtins::is_builtin(name)
            && let Some(known) = self.environment.described(name)
            && !known.usage.is_empty()
        {
            error.message = formwork_builtins::texinfo::with_usage(&error.message, &known.usage);
        }
        error
    }

    /// What is said about a call with a wrong number of arguments: functions that are
    /// files in Octave count them before they say how they are called.
    #[cold]
    fn wrong_count(row: &Row, given: usize) -> Box<Error> {
        if !is_compiled(row.name) && given > usize::from(row.inputs.min) {
            return Error::with_id(
                "Octave:invalid-fun-call",
                format!("{}: function called with too many inputs", row.name),
            );
        }
        Error::invalid_call(row.name)
    }

    /// Calls a function handle, or the function whose name a text is.
    pub(crate) fn call_value(
        &mut self,
        function: &Value,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        match function {
            Value::Function(handle) => match &**handle {
                FunctionHandle::Named(name) => {
                    if self.classes.exist
                        && has_object(&args)
                        && let Some(outcome) = self.dispatch(&Rc::clone(name), &args, nargout)
                    {
                        return outcome;
                    }
                    let Some(callable) = self.find_global(name) else {
                        return Err(Error::plain(format!(
                            "invalid function handle, unable to find function for @{name}"
                        )));
                    };
                    self.call_callable(&callable, args, nargout, None)
                }
                FunctionHandle::Bound(bound) => {
                    let Some(bound) = bound.as_any().downcast_ref::<BoundFunction>() else {
                        return Err(Error::plain("the handle belongs to another interpreter"));
                    };
                    let (code, shared) = (Rc::clone(&bound.code), bound.shared.clone());
                    self.call_code(&code, args, nargout, shared)
                }
                FunctionHandle::Anonymous(code) => {
                    let handle = Rc::clone(code);
                    let Some(closure) = handle.as_any().downcast_ref::<Closure>() else {
                        return Err(Error::plain("the handle belongs to another interpreter"));
                    };
                    self.call_closure(closure, args, nargout)
                }
            },
            _ => match function.as_text() {
                Some(name) => formwork_builtins::Context::call_named(self, &name, args, nargout),
                None => Err(Error::plain("not a function handle")),
            },
        }
    }

    fn call_closure(&mut self, closure: &Closure, args: Args, nargout: usize) -> Result<Values> {
        let code = &closure.code;
        let ignored = std::mem::take(&mut self.ignored);
        let colons = std::mem::take(&mut self.colons);
        self.enter(code, args.len(), nargout, ignored, closure.shared.clone())?;
        let outcome = self.bind_arguments(code, args, colons).and_then(|()| {
            for (&(_, slot), value) in closure.anonymous.captures.iter().zip(&closure.captured) {
                if let Some(value) = value {
                    *self.slot_mut(slot) = Slot::Value(value.clone());
                }
            }
            let value = closure.anonymous.value;
            self.at = code.body.exprs[value].span.start;
            if let Some(number) = self.number(code, value) {
                return Ok(smallvec::smallvec![Value::double(number)]);
            }
            with_enough_stack(|| self.values(code, value, nargout))
        });
        let outcome = outcome.map_err(|error| self.traced(error));
        self.leave()?;
        outcome
    }

    /// Calls a function of the program.
    pub(crate) fn call_code(
        &mut self,
        code: &Rc<Code>,
        args: Args,
        nargout: usize,
        shared: Option<Rc<Shared>>,
    ) -> Result<Values> {
        let ignored = std::mem::take(&mut self.ignored);
        let colons = std::mem::take(&mut self.colons);
        let body = &code.body;
        if args.len() > body.inputs.len() && body.varargin.is_none() && !self.takes_names(body) {
            return Err(Error::with_id(
                "Octave:invalid-fun-call",
                format!("{}: function called with too many inputs", body.name),
            ));
        }
        if nargout > body.outputs.len() && body.varargout.is_none() {
            return Err(Error::with_id(
                "Octave:invalid-fun-call",
                format!("{}: function called with too many outputs", body.name),
            ));
        }
        let outer = match body.kind {
            BodyKind::Nested(parent) => shared.or_else(|| self.shared_of(parent, code)),
            BodyKind::Script | BodyKind::Function | BodyKind::Anonymous => None,
        };
        let shown_as = self.shown_as.take();
        self.enter(code, args.len(), nargout, ignored, outer)?;
        if shown_as.is_some() {
            self.frame_mut().shown_as = shown_as;
        }
        if self.classes.constructing.is_some() {
            self.take_constructed(&code.body);
        }
        let outcome = with_enough_stack(|| {
            self.bind_arguments(code, args, colons)?;
            self.observe_parameters(code);
            self.block(code, &code.body.statements)?;
            self.outputs(code, nargout)
        });
        let outcome = outcome.map_err(|error| self.traced(error));
        self.leave()?;
        outcome
    }

    /// An error with the calls that led to it, if they are not yet known.
    pub(crate) fn traced(&self, mut error: Box<Error>) -> Box<Error> {
        if error.stack.is_empty() {
            error.stack = self.trace();
        }
        error
    }

    /// What a nested function shares, seen from whoever calls it.
    fn shared_of(
        &self,
        parent: formwork_hir::body::BodyId,
        callee: &Rc<Code>,
    ) -> Option<Rc<Shared>> {
        let unit = callee.unit.upgrade()?;
        let parent = unit.code(parent);
        // The caller is the function around it, or stands in that function as well.
        let mut shared = self.frame().shared.clone();
        while let Some(found) = shared {
            if Rc::ptr_eq(&found.owner, &parent) {
                return Some(found);
            }
            shared = found.outer.clone();
        }
        None
    }

    /// Opens a frame; `outer` is what the functions around it share.
    pub(crate) fn enter(
        &mut self,
        code: &Rc<Code>,
        nargin: usize,
        nargout: usize,
        ignored: u64,
        outer: Option<Rc<Shared>>,
    ) -> Result<()> {
        self.stop.check()?;
        if self.frames.len() > self.limits.recursion {
            return Err(Error::plain("max_recursion_depth exceeded"));
        }
        let at = self.at;
        self.frame_mut().at = at;
        let base = self.stack.len();
        let body = &code.body;
        self.stack.resize_with(base + body.slots.len(), Slot::default);
        let mut shared = None;
        if outer.is_some() || !body.shared.is_empty() {
            shared = Some(self.share(code, base, outer));
        }
        let call = self.calling.take();
        self.frames.push(Frame {
            code: Rc::clone(code),
            base,
            nargin,
            nargout,
            ignored,
            call,
            shared,
            dynamic: FxHashMap::default(),
            over: None,
            at: 0,
            undo: Vec::new(),
            shown_as: None,
        });
        self.base = base;
        Ok(())
    }

    /// Joins the variables of a frame with those of the functions around it.
    fn share(&mut self, code: &Rc<Code>, base: usize, outer: Option<Rc<Shared>>) -> Rc<Shared> {
        let body = &code.body;
        for (slot, variable) in &body.slots {
            if let (Storage::Outer(outer_slot), Some(outer)) = (variable.storage, &outer)
                && let Some(shared) = outer.variables.get(&outer_slot)
            {
                self.stack[base + slot.index()] = Slot::Shared(Rc::clone(shared));
            }
        }
        let mut variables: FxHashMap<SlotId, SharedVariable> = FxHashMap::default();
        for &slot in &body.shared {
            let variable = match &self.stack[base + slot.index()] {
                Slot::Shared(shared) => Rc::clone(shared),
                Slot::Unset | Slot::Value(_) => SharedVariable::default(),
            };
            self.stack[base + slot.index()] = Slot::Shared(Rc::clone(&variable));
            variables.insert(slot, variable);
        }
        Rc::new(Shared { owner: Rc::clone(code), variables, outer })
    }

    /// Closes the innermost frame; cleanups it held run.
    pub(crate) fn leave(&mut self) -> Result<()> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        self.stack.truncate(frame.base);
        drop(frame.dynamic);
        for change in frame.undo.into_iter().rev() {
            self.session.undo(change);
        }
        let caller = self.frame();
        (self.base, self.at) = (caller.base, caller.at);
        self.run_cleanups()
    }

    /// Gives the parameters their values; `colons` are the places where `:` was written, which
    /// stands for the default.
    fn bind_arguments(&mut self, code: &Rc<Code>, args: Args, colons: u64) -> Result<()> {
        let body = &code.body;
        let given = args.len();
        let mut args = args.into_iter();
        for (place, (input, value)) in body.inputs.iter().zip(args.by_ref()).enumerate() {
            let value = match input.default {
                _ if place >= 64 || colons >> place & 1 == 0 => value,
                Some(default) => self.value(code, default)?,
                None => {
                    let message = format!("no default value for argument {}", place + 1);
                    return Err(Error::plain(message));
                }
            };
            if let Some(slot) = input.slot {
                self.slot_mut(slot).set(value);
            }
        }
        if let Some(slot) = body.varargin {
            let rest: Vec<Value> = args.collect();
            let dims = if rest.is_empty() { Dims::EMPTY } else { Dims::matrix(1, rest.len()) };
            self.slot_mut(slot).set(CellArray::new(dims, rest).into());
        } else if body.kind == BodyKind::Anonymous && args.next().is_some() {
            return Err(Error::with_id(
                "Octave:invalid-fun-call",
                "@<anonymous>: function called with too many inputs",
            ));
        } else {
            let rest: Vec<Value> = args.collect();
            self.named_arguments(code, rest)?;
        }
        for input in body.inputs.iter().skip(given) {
            if let (Some(slot), Some(default)) = (input.slot, input.default) {
                let value = self.value(code, default)?;
                self.slot_mut(slot).set(value);
            }
        }
        if body.arguments.is_empty() { Ok(()) } else { self.check_arguments(code, given) }
    }

    fn outputs(&mut self, code: &Rc<Code>, nargout: usize) -> Result<Values> {
        let body = &code.body;
        let mut values = Values::new();
        for (index, &slot) in body.outputs.iter().enumerate().take(nargout.max(1)) {
            match self.slot(slot).get() {
                Some(value) => values.push(value),
                None if index == 0 && nargout == 0 => break,
                None if self.frame().ignored >> index.min(63) & 1 == 1 => {
                    values.push(Value::empty());
                }
                None => {
                    let name = &body.slots[slot].name;
                    let span = body.output_spans[index];
                    return Err(self.undefined(code, name, span.start));
                }
            }
        }
        if let Some(slot) = body.varargout
            && (values.len() < nargout || (body.outputs.is_empty() && nargout <= 1))
        {
            match self.slot(slot).get() {
                Some(Value::Cell(cell)) => {
                    let wanted = nargout.max(1) - values.len().min(nargout.max(1));
                    values.extend(cell.as_slice().iter().take(wanted).cloned());
                }
                Some(_) => {
                    return Err(Error::plain("varargout must be a cell array object"));
                }
                None => {}
            }
            if nargout > 1 && values.is_empty() {
                return Err(Error::plain("element number 1 undefined in return list"));
            }
        }
        Ok(values)
    }

    /// A handle to the function a name means here.
    pub(crate) fn make_handle(&mut self, code: &Rc<Code>, call: CallId) -> Result<Value> {
        let target = &code.body.calls[call];
        if let Some(local) = target.local
            && let Some(unit) = code.unit.upgrade()
            // The name of a function of a script may be defined anew.
            && !(unit.unit.script.is_some() && self.defined.contains_key(&target.name))
        {
            let function = unit.code(local);
            let shared = match function.body.kind {
                BodyKind::Nested(parent) => self.shared_of(parent, &function),
                BodyKind::Script | BodyKind::Function | BodyKind::Anonymous => None,
            };
            let bound = BoundFunction { code: function, shared };
            return Ok(FunctionHandle::Bound(Rc::new(bound)).into());
        }
        if let Ok(Callable::User(function)) = self.callable(code, call)
            && self.find_global(&target.name).is_none()
        {
            let bound = BoundFunction { code: function, shared: None };
            return Ok(FunctionHandle::Bound(Rc::new(bound)).into());
        }
        if self.classes.exist
            && let Some(function) = self.guarded_method(&target.name)?
        {
            // Who is given the handle may call what it was made of.
            let bound = BoundFunction { code: function, shared: None };
            return Ok(FunctionHandle::Bound(Rc::new(bound)).into());
        }
        Ok(FunctionHandle::Named(Rc::clone(&target.name)).into())
    }
}
