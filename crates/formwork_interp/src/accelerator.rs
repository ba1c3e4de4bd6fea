//! Statements that somebody else runs faster.
//!
//! Before each statement the interpreter asks its [`Accelerator`], if it has one, whether
//! it runs that statement, and perhaps some that follow, on its own. The accelerator reads
//! variables and says what is to be stored; it has no other effect. So whenever it meets
//! what it is not made for, it gives up, and the interpreter runs the same statements.
//!
//! Loops that have begun are taken over, too, where that does what going on would: see
//! [`Interpreter::is_taken_over`] and [`Interpreter::is_rest_taken_over`].

use std::rc::{Rc, Weak};

use formwork_hir::body::{Anonymous, AnonymousId, Body, CallId, Stmt};
use formwork_hir::{Called, FunctionId, Meaning, Names, Rest, Sight, SlotId, StmtId};
use formwork_runtime::{FunctionHandle, Range, Result, Value};
use rustc_hash::FxHashMap;

use crate::closure::{BoundFunction, Closure};
use crate::code::{Callable, Code};
use crate::frame::Slot;
use crate::interpreter::Interpreter;

/// Runs statements in the place of the interpreter.
pub trait Accelerator {
    /// Runs some of `statements`, from the first on, or gives up.
    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated>;

    /// Whether it is worth asking for so many turns that are left of a loop.
    fn takes_rests(&self, turns: usize) -> bool;
}

/// The variables of the running function, and what names mean in it.
pub trait Variables: Names {
    /// The value of a variable; `None` if it has none, or one that others see, too.
    fn value(&self, slot: SlotId) -> Option<Value>;

    /// Whether a variable may be set without anybody else seeing it.
    fn is_own(&self, slot: SlotId) -> bool;

    /// Whether a variable has no value, so that its name means a function.
    fn is_unset(&self, slot: SlotId) -> bool;

    /// A number that changes whenever calls may have come to mean something else. While it
    /// stays, what [`Names::meaning`] said still holds.
    fn meanings(&self) -> u64;

    /// How many calls may be open at once beyond the running one.
    fn room(&self) -> usize;
}

/// What was run.
#[derive(Clone, Debug, Default)]
pub struct Accelerated {
    /// How many statements; at least one.
    pub statements: usize,
    /// What is to be stored. The other variables stay as they are.
    pub stored: Vec<(SlotId, Value)>,
}

/// Whole numbers up to here are what they are written.
const MOST_WHOLE: f64 = (1_u64 << 53) as f64;

/// The rests of loops, made when they are first asked for.
#[derive(Default)]
pub(crate) struct Rests {
    known: FxHashMap<(FunctionId, StmtId), Option<Rc<Rest>>>,
}

impl Rests {
    fn of(&mut self, body: &Rc<Body>, stmt: &Stmt) -> Option<Rc<Rest>> {
        let known = self.known.entry((body.id, stmt.id));
        known.or_insert_with(|| Rest::of(body, stmt).map(Rc::new)).clone()
    }
}

/// The running function, as an accelerator sees it.
struct Running<'i, 'h> {
    interpreter: &'i mut Interpreter<'h>,
    code: &'i Rc<Code>,
    /// The rest of a loop that it is about to run, if it is one.
    rest: Option<Left>,
}

/// What is left of a loop over whole numbers.
struct Left {
    rest: Rc<Rest>,
    next: f64,
    last: f64,
}

impl Running<'_, '_> {
    /// The value of a variable that only the rest of a loop has.
    fn hidden(&self, slot: SlotId) -> Option<f64> {
        let left = self.rest.as_ref()?;
        match slot {
            slot if slot == left.rest.next => Some(left.next),
            slot if slot == left.rest.last => Some(left.last),
            _ => None,
        }
    }
}

impl Variables for Running<'_, '_> {
    fn value(&self, slot: SlotId) -> Option<Value> {
        if let Some(number) = self.hidden(slot) {
            return Some(Value::double(number));
        }
        match self.interpreter.slot(slot) {
            Slot::Value(value) => Some(value.clone()),
            Slot::Unset | Slot::Shared(_) => None,
        }
    }

    fn is_unset(&self, slot: SlotId) -> bool {
        self.hidden(slot).is_none() && !self.interpreter.slot(slot).is_set()
    }

    fn is_own(&self, slot: SlotId) -> bool {
        if self.hidden(slot).is_some() {
            return false;
        }
        match self.interpreter.slot(slot) {
            Slot::Value(_) | Slot::Unset => true,
            Slot::Shared(_) => false,
        }
    }

    fn meanings(&self) -> u64 {
        self.interpreter.definitions
    }

    fn room(&self) -> usize {
        (self.interpreter.limits.recursion + 1).saturating_sub(self.interpreter.frames.len())
    }
}

impl Running<'_, '_> {
    /// The code of a body that was met.
    fn code_of(&self, body: &Rc<Body>) -> Option<Rc<Code>> {
        if self.rest.as_ref().is_some_and(|left| Rc::ptr_eq(body, &left.rest.body)) {
            return Some(Rc::clone(self.code));
        }
        if body.id == self.code.body.id {
            return Some(Rc::clone(self.code));
        }
        self.interpreter.seen.get(&body.id).and_then(Weak::upgrade)
    }

    fn see(&mut self, code: &Rc<Code>) -> Rc<Body> {
        let body = Rc::clone(&code.body);
        self.interpreter.seen.insert(body.id, Rc::downgrade(code));
        body
    }

    fn meaning_of(&mut self, callable: Option<Callable>) -> Meaning {
        match callable {
            Some(Callable::Builtin(_)) => Meaning::Builtin,
            Some(Callable::User(callee)) => Meaning::User(self.see(&callee)),
            Some(Callable::Script(_) | Callable::Class(_)) | None => Meaning::Unknown,
        }
    }
}

impl Names for Running<'_, '_> {
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning {
        let Some(code) = self.code_of(body) else { return Meaning::Unknown };
        let callable = self.interpreter.peek(&code, call);
        self.meaning_of(callable)
    }

    fn named(&mut self, body: &Rc<Body>, name: &str, sight: Sight) -> Meaning {
        let callable = match sight {
            Sight::Everybody => self.interpreter.peek_global(name),
            Sight::Body => match self.code_of(body) {
                Some(code) => self.interpreter.peek_name(&code, name),
                None => None,
            },
        };
        self.meaning_of(callable)
    }

    fn called(&mut self, handle: &FunctionHandle) -> Option<Called> {
        match handle {
            FunctionHandle::Named(name) => Some(Called::Named(Rc::clone(name))),
            FunctionHandle::Bound(bound) => {
                let bound = bound.as_any().downcast_ref::<BoundFunction>()?;
                bound.shared.is_none().then(|| Called::Bound(self.see(&bound.code)))
            }
            FunctionHandle::Anonymous(closure) => {
                let closure = closure.as_any().downcast_ref::<Closure>()?;
                self.see(&closure.code);
                let anonymous = Rc::clone(&closure.anonymous);
                Some(Called::Anonymous(anonymous, closure.captured.clone()))
            }
        }
    }

    fn anonymous(&mut self, body: &Rc<Body>, id: AnonymousId) -> Rc<Anonymous> {
        if let Some(code) = self.code_of(body) {
            self.see(&code.anonymous(id));
        }
        Rc::clone(&body.anonymous[id])
    }
}

impl<'h> Interpreter<'h> {
    /// Asks an accelerator before each statement from now on.
    pub fn set_accelerator(&mut self, accelerator: Box<dyn Accelerator + 'h>) {
        self.accelerator = Some(accelerator);
    }

    /// Whether somebody else runs a loop to its end that has taken some turns. A loop of
    /// unknown length that begins anew does what it would have done, so that one that turns
    /// out to be long can be taken over in the middle.
    #[inline]
    pub(crate) fn is_taken_over(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        turns: u64,
    ) -> Result<bool> {
        Ok(turns > 0
            && self.accelerator.is_some()
            && self.accelerate(code, std::slice::from_ref(stmt))? > 0)
    }

    /// Whether somebody else runs what is left of a loop over a range that has taken some
    /// turns: one whose variables were not what they are now when it began.
    #[inline]
    pub(crate) fn is_rest_taken_over(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        range: &Range,
        turn: usize,
    ) -> Result<bool> {
        // Asked less and less often: it takes time, too.
        let asks = turn.is_power_of_two()
            && self
                .accelerator
                .as_ref()
                .is_some_and(|accelerator| accelerator.takes_rests(range.len() - turn));
        if asks { self.take_over_rest(code, stmt, range, turn) } else { Ok(false) }
    }

    #[cold]
    fn take_over_rest(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        range: &Range,
        turn: usize,
    ) -> Result<bool> {
        let whole = |number: f64| number.fract() == 0.0 && number.abs() < MOST_WHOLE;
        if !whole(range.base()) || !whole(range.increment()) || !whole(range.last()) {
            return Ok(false);
        }
        let Some(rest) = self.rests.of(&code.body, stmt) else { return Ok(false) };
        let left = Left { next: range.get(turn), last: range.last(), rest: Rc::clone(&rest) };
        let statements = std::slice::from_ref(&rest.stmt);
        Ok(self.accelerate_within(code, &rest.body, statements, Some(left))? > 0)
    }

    /// Has statements run by somebody else: how many were, none if nobody wants to. Who is
    /// watched runs everything itself, and so does who has variables that have no slot.
    pub(crate) fn accelerate(&mut self, code: &Rc<Code>, statements: &[Stmt]) -> Result<usize> {
        self.accelerate_within(code, &code.body, statements, None)
    }

    fn accelerate_within(
        &mut self,
        code: &Rc<Code>,
        body: &Rc<Body>,
        statements: &[Stmt],
        rest: Option<Left>,
    ) -> Result<usize> {
        if self.observer.is_some() || !self.frame().dynamic.is_empty() {
            return Ok(0);
        }
        let Some(mut accelerator) = self.accelerator.take() else { return Ok(0) };
        let mut running = Running { interpreter: self, code, rest };
        let outcome = accelerator.run(body, statements, &mut running);
        self.accelerator = Some(accelerator);
        let Some(Accelerated { statements: count, stored }) = outcome else { return Ok(0) };
        for (slot, value) in stored {
            self.set_slot(slot, value)?;
        }
        Ok(count.min(statements.len()))
    }
}
