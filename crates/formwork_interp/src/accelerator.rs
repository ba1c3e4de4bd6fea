//! Statements that somebody else runs faster.
//!
//! Before each statement the interpreter asks its [`Accelerator`], if it has one, whether
//! it runs that statement, and perhaps some that follow, on its own. The accelerator reads
//! variables and says what is to be stored; it has no other effect. So whenever it meets
//! what it is not made for, it gives up, and the interpreter runs the same statements.

use std::rc::{Rc, Weak};

use formwork_hir::body::{Body, CallId, Stmt};
use formwork_hir::{Meaning, Names, SlotId};
use formwork_runtime::{Result, Value};

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

/// The running function, as an accelerator sees it.
struct Running<'i, 'h> {
    interpreter: &'i mut Interpreter<'h>,
    code: &'i Rc<Code>,
}

impl Variables for Running<'_, '_> {
    fn value(&self, slot: SlotId) -> Option<Value> {
        match self.interpreter.slot(slot) {
            Slot::Value(value) => Some(value.clone()),
            Slot::Unset | Slot::Shared(_) => None,
        }
    }

    fn is_unset(&self, slot: SlotId) -> bool {
        !self.interpreter.slot(slot).is_set()
    }

    fn is_own(&self, slot: SlotId) -> bool {
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

impl Names for Running<'_, '_> {
    fn meaning(&mut self, body: &Rc<Body>, call: CallId) -> Meaning {
        let code = if Rc::ptr_eq(body, &self.code.body) {
            Some(Rc::clone(self.code))
        } else {
            self.interpreter.seen.get(&Rc::as_ptr(body)).and_then(Weak::upgrade)
        };
        // What an address stands for may have been another body.
        let Some(code) = code.filter(|code| Rc::ptr_eq(body, &code.body)) else {
            return Meaning::Unknown;
        };
        match self.interpreter.peek(&code, call) {
            Some(Callable::Builtin(_)) => Meaning::Builtin,
            Some(Callable::User(callee)) => {
                let body = Rc::clone(&callee.body);
                self.interpreter.seen.insert(Rc::as_ptr(&body), Rc::downgrade(&callee));
                Meaning::User(body)
            }
            Some(Callable::Script(_)) | None => Meaning::Unknown,
        }
    }
}

impl<'h> Interpreter<'h> {
    /// Asks an accelerator before each statement from now on.
    pub fn set_accelerator(&mut self, accelerator: Box<dyn Accelerator + 'h>) {
        self.accelerator = Some(accelerator);
    }

    /// Has statements run by somebody else: how many were, none if nobody wants to. Who is
    /// watched runs everything itself, and so does who has variables that have no slot.
    pub(crate) fn accelerate(&mut self, code: &Rc<Code>, statements: &[Stmt]) -> Result<usize> {
        if self.observer.is_some() || !self.frame().dynamic.is_empty() {
            return Ok(0);
        }
        let Some(mut accelerator) = self.accelerator.take() else { return Ok(0) };
        let mut running = Running { interpreter: self, code };
        let outcome = accelerator.run(&code.body, statements, &mut running);
        self.accelerator = Some(accelerator);
        let Some(Accelerated { statements: count, stored }) = outcome else { return Ok(0) };
        for (slot, value) in stored {
            self.set_slot(slot, value)?;
        }
        Ok(count.min(statements.len()))
    }
}
