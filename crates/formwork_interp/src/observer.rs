//! Watching a program run: what its variables become.

use std::rc::Rc;

use formwork_hir::SlotId;
use formwork_hir::body::Body;
use formwork_runtime::Value;
use formwork_syntax::Span;

use crate::code::Code;
use crate::interpreter::Interpreter;

/// Sees every value that is stored in a variable.
pub trait Observer {
    /// The assignment at `span` has changed a variable, which is now `value`.
    fn stored(&mut self, body: &Rc<Body>, slot: SlotId, span: Span, value: &Value);

    /// A function was called, and a parameter is `value`.
    fn entered(&mut self, body: &Rc<Body>, slot: SlotId, value: &Value);

    /// The statement at `span`, which has statements inside, has ended: which variables
    /// are to be shown?
    fn asks_for(&mut self, _body: &Rc<Body>, _span: Span) -> Vec<SlotId> {
        Vec::new()
    }

    /// Such a variable, which is `value` after the statement.
    fn passed(&mut self, _body: &Rc<Body>, _slot: SlotId, _span: Span, _value: &Value) {}
}

impl<'h> Interpreter<'h> {
    /// Shows every value that is stored from now on to an observer.
    pub fn set_observer(&mut self, observer: Box<dyn Observer + 'h>) {
        self.observer = Some(observer);
    }

    /// Shows a variable that was stored to, if somebody watches.
    #[inline]
    pub(crate) fn observe(&mut self, code: &Rc<Code>, slot: SlotId, span: Span) {
        if self.observer.is_some() {
            self.show_store(code, slot, span);
        }
    }

    #[cold]
    fn show_store(&mut self, code: &Rc<Code>, slot: SlotId, span: Span) {
        let Some(value) = self.slot(slot).get() else { return };
        if let Some(observer) = &mut self.observer {
            observer.stored(&code.body, slot, span, &value);
        }
    }

    /// Shows what a statement with statements inside left behind, if somebody watches.
    #[inline]
    pub(crate) fn observe_end(&mut self, code: &Rc<Code>, span: Span) {
        if self.observer.is_some() {
            self.show_end(code, span);
        }
    }

    #[cold]
    fn show_end(&mut self, code: &Rc<Code>, span: Span) {
        let Some(observer) = &mut self.observer else { return };
        for slot in observer.asks_for(&code.body, span) {
            let Some(value) = self.slot(slot).get() else { continue };
            if let Some(observer) = &mut self.observer {
                observer.passed(&code.body, slot, span, &value);
            }
        }
    }

    /// Shows the parameters of the function that was entered, if somebody watches.
    #[inline]
    pub(crate) fn observe_parameters(&mut self, code: &Rc<Code>) {
        if self.observer.is_some() {
            self.show_parameters(code);
        }
    }

    #[cold]
    fn show_parameters(&mut self, code: &Rc<Code>) {
        let inputs = code.body.inputs.iter().filter_map(|input| input.slot);
        for slot in inputs.chain(code.body.varargin) {
            let Some(value) = self.slot(slot).get() else { continue };
            if let Some(observer) = &mut self.observer {
                observer.entered(&code.body, slot, &value);
            }
        }
    }
}
