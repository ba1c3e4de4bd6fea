//! Function handles: what they call and what they captured.

use crate::call::closure::Closure;
use std::rc::Rc;

use formwork_builtins::Row;
use formwork_domain::{AbstractValue, ClassSet, Contents, HandleId};
use formwork_hir::body::{Anonymous, AnonymousId, Body, CallId, Unit};
use formwork_runtime::Class;
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;

use crate::call::Call;
use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::{FailureKind, Inner};
use crate::state::frame::{Frame, Slot};
use crate::trace::{AnonymousCall, Made, VariantId};

impl Analyst<'_> {
    fn handle_value(&mut self, closure: Closure) -> AbstractValue {
        // The same function with the same captures is the same handle; old ones are few
        // where it matters, and new ones cost nothing.
        let recent = self.calls.closures.len().saturating_sub(64);
        let place = self.calls.closures[recent..].iter().position(|known| *known == closure);
        let id = match place {
            Some(place) => recent + place,
            None => {
                self.calls.closures.push(closure);
                self.calls.closures.len() - 1
            }
        };
        let id = HandleId(u32::try_from(id).unwrap_or(u32::MAX));
        AbstractValue {
            contents: Some(Contents::Handle(id)),
            ..AbstractValue::new(ClassSet::only(Class::FunctionHandle), Some(Algebra::SCALAR))
        }
    }

    pub(crate) fn named_handle(&mut self, call: CallId) -> AbstractValue {
        let name = Rc::clone(&self.frame().body.calls[call].name);
        let target = self.target(call);
        self.handle_value(Closure::Named(name, target))
    }

    pub(crate) fn handle_by_name(&mut self, name: &str) -> AbstractValue {
        let target = self.named_target(name);
        self.handle_value(Closure::Named(name.into(), target))
    }

    pub(crate) fn anonymous_handle(&mut self, body: &Rc<Body>, id: AnonymousId) -> AbstractValue {
        let anonymous = Rc::clone(&body.anonymous[id]);
        let captured = anonymous
            .captures
            .iter()
            .map(|(outer, _)| {
                self.let_parser_go(*outer);
                let state = self.frame().slot(*outer).clone();
                self.note_read(&state.value);
                match state.defined {
                    Truth::No => None,
                    Truth::Yes | Truth::Maybe => Some((*self.settled(&state.value)).clone()),
                }
            })
            .collect();
        let unit = Rc::clone(&self.frame().unit);
        self.handle_value(Closure::Anonymous { unit, anonymous, captured })
    }

    /// The built-in function that a handle surely calls.
    pub(super) fn builtin_of_handle(&self, handle: &AbstractValue) -> Option<&'static Row> {
        let Some(Contents::Handle(id)) = handle.contents else { return None };
        match self.calls.closures.get(id.0 as usize)? {
            Closure::Named(name, ResolvedName::Builtin(row)) => {
                (!self.names.defined.is_redefined(name)).then_some(*row)
            }
            Closure::Named(..) | Closure::Anonymous { .. } => None,
        }
    }

    /// Calls a function handle.
    pub(crate) fn call_handle(
        &mut self,
        body: &Rc<Body>,
        handle: &AbstractValue,
        args: Option<Vec<AbstractValue>>,
        nargout: usize,
        span: Span,
    ) -> Many {
        let Some(Contents::Handle(id)) = handle.contents else {
            self.escape_operands();
            self.forget_exposed();
            return if nargout <= 1 { Many::one(AbstractValue::unknown()) } else { Many::Open };
        };
        let Some(closure) = self.calls.closures.get(id.0 as usize).cloned() else {
            self.escape_operands();
            return Many::Open;
        };
        match closure {
            Closure::Named(name, target) => {
                let again = matches!(target, ResolvedName::Function(..) | ResolvedName::Builtin(_))
                    && self.names.defined.is_redefined(&name);
                let target = if again { ResolvedName::Unwritten } else { target };
                self.call(body, &target, &name, Call { args, exprs: &[], nargout, span })
            }
            Closure::Anonymous { unit, anonymous, captured } => {
                let Some(args) = args else {
                    self.escape_operands();
                    self.escape_handles_in(handle);
                    self.forget_exposed();
                    return Many::one(AbstractValue::unknown());
                };
                self.call_anonymous((id, unit, &anonymous), &captured, args, (nargout, span))
            }
        }
    }

    /// A call of an anonymous function that is not followed.
    fn anonymous_not_followed(
        &mut self,
        anonymous: &Rc<Anonymous>,
        captured: &[Option<AbstractValue>],
    ) -> Many {
        self.escape_operands();
        for name in names_called(&anonymous.body) {
            if let ResolvedName::Function(unit, body) = self.named_target(&name) {
                self.unsee(&unit, &body);
            }
        }
        captured.iter().flatten().for_each(|value| self.escape_handles_in(value));
        Many::one(AbstractValue::unknown())
    }

    /// Whether an anonymous function does not take so many arguments: then the call fails.
    fn is_given_too_much(&mut self, inner: &Body, given: usize, span: Span) -> bool {
        let most = inner.inputs.len();
        if given <= most || inner.varargin.is_some() {
            return false;
        }
        let kind = FailureKind::Arguments { name: "@<anonymous>".into(), given, most };
        self.fail(span, kind, &[], None);
        true
    }

    fn call_anonymous(
        &mut self,
        (handle, unit, anonymous): (HandleId, Rc<Unit>, &Rc<Anonymous>),
        captured: &[Option<AbstractValue>],
        args: Vec<AbstractValue>,
        (nargout, span): (usize, Span),
    ) -> Many {
        const DEPTH: usize = 24;
        if self.frames.len() > DEPTH || self.exhausted() {
            return self.anonymous_not_followed(anonymous, captured);
        }
        self.budget.steps += 1;
        let inner = Rc::clone(&anonymous.body);
        if self.is_given_too_much(&inner, args.len(), span) {
            return Many::one(AbstractValue::unknown());
        }
        let unit_of_it = Rc::clone(&unit);
        let mut frame = Frame::new(unit, Rc::clone(&inner));
        for ((_, own), value) in anonymous.captures.iter().zip(captured) {
            if let Some(value) = value {
                let state = Slot::new(Rc::new(value.clone()), Truth::Yes);
                frame.set(*own, state);
            }
        }
        frame.entry_assumptions = self.facts.assumptions().len();
        let variant = self.new_variant(&unit_of_it, &inner, Some(&args), Some(nargout));
        self.frames.push(frame);
        self.open_block();
        self.calls.flow.followed();
        self.bind_arguments(&inner, args, nargout);
        let values = if self.alive() {
            self.values(&inner, anonymous.value, nargout)
        } else {
            Many::one(AbstractValue::unknown())
        };
        let alive = self.alive();
        let scene = self.end_scene();
        self.close_block();
        if let (Some(tracer), Some(variant)) = (&mut self.tracer, variant) {
            let kept = &mut tracer.trace.variants[variant];
            kept.anonymous = Some(AnonymousCall {
                anonymous: Rc::clone(anonymous),
                handle,
                captured: captured.to_vec(),
                scene,
            });
            kept.returns = alive;
            kept.outputs = match &values {
                Many::Known(values) => Some(values.to_vec()),
                Many::Open => None,
            };
        }
        let mut failed = None;
        if let Some(frame) = self.frames.pop() {
            let record = &frame.record;
            let doubt = record.doubt(&inner.source).filter(|_| alive);
            self.doubt_call("@<anonymous>", doubt, span);
            failed = record.sure_failure().map(|failure| {
                Rc::new(Inner { source: Rc::clone(&inner.source), failure: failure.clone() })
            });
            self.keep_outcomes(&inner.source, frame.record);
            self.changed_from_inside(frame.reach);
            // What it called may have changed what others share with this function.
            self.forget_exposed();
        }
        if !alive {
            match failed {
                Some(inner) => {
                    let kind = FailureKind::Call { name: "@<anonymous>".into(), inner };
                    self.fail(span, kind, &[], None);
                }
                None => self.frame_mut().alive = false,
            }
        }
        self.note_made_by(variant, nargout, &values);
        values
    }

    fn note_made_by(&mut self, variant: Option<VariantId>, nargout: usize, values: &Many) {
        match variant {
            // Who asks for no output is given one only if there is one: no function says that.
            // Nor does one say that there may be any number.
            Some(variant) if nargout > 0 && matches!(values, Many::Known(_)) => {
                self.note_made(Made::Function(variant));
            }
            _ => self.forget_made(),
        }
    }
}

/// What an anonymous function calls by name, with the anonymous functions inside it.
pub(crate) fn names_called(body: &Body) -> Vec<Rc<str>> {
    let own = body.calls.values().map(|call| Rc::clone(&call.name));
    let inside = body.anonymous.values().flat_map(|anonymous| names_called(&anonymous.body));
    own.chain(inside).collect()
}
