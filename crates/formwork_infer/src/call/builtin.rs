//! Built-ins that read the call they stand in, call others, or teach something.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Lesson, Row};
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_runtime::{Array, Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::Extents;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;
use smallvec::SmallVec;

use crate::call::Call;
use crate::engine::Analyst;
use crate::expr::Many;

impl Analyst<'_> {
    /// The values of a built-in that is more than its rules.
    pub(crate) fn special_builtin(
        &mut self,
        body: &Rc<Body>,
        row: &'static Row,
        args: &[AbstractValue],
        exprs: &[ExprId],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        match row.id? {
            BuiltinId::Nargin if args.is_empty() => Some(Many::one(self.frame().nargin.clone())),
            BuiltinId::Nargout if args.is_empty() => Some(Many::one(self.frame().nargout.clone())),
            BuiltinId::Feval => {
                let (function, rest) = args.split_first()?;
                Some(self.call_value(body, function, Some(rest.to_vec()), nargout, span))
            }
            // Only who asks gets what was set before.
            BuiltinId::Warning if nargout == 0 => Some(Many::Known(SmallVec::new())),
            BuiltinId::Str2func => self.function_of_text(args),
            BuiltinId::Cellfun | BuiltinId::Arrayfun => self.mapped(body, row, args, nargout, span),
            BuiltinId::Assert => self.asserted(body, args, exprs),
            // The old way to make an object.
            BuiltinId::Class if args.len() > 1 => Some(Many::one(AbstractValue::unknown())),
            BuiltinId::Error => {
                // A struct without a message, and a message without text, raise nothing.
                if self.raises(body, args, exprs) {
                    self.frame_mut().alive = false;
                }
                Some(Many::Known(SmallVec::new()))
            }
            // There are none where a program is not read as MATLAB's.
            BuiltinId::Isstring if !self.reads_matlab() => {
                Some(Many::one(AbstractValue::of(&Value::bool(false), &mut self.algebra)))
            }
            BuiltinId::Narginchk => Some(self.checked_count(args)),
            BuiltinId::Exist => self.exist(args),
            BuiltinId::Validateattributes => {
                self.validated_beforehand(args, span);
                self.validate_attributes(body, args, exprs);
                Some(Many::Known(SmallVec::new()))
            }
            BuiltinId::Clear => {
                self.clear(args);
                Some(Many::Known(SmallVec::new()))
            }
            BuiltinId::Eval => self.evaluate_text(args, nargout),
            BuiltinId::Deal => self.dealt(row, args, nargout, span),
            BuiltinId::Isfield => self.is_field(args),
            BuiltinId::InputParser if nargout <= 1 => Some(Many::one(self.new_parser())),
            BuiltinId::Size if nargout <= 1 => self.known_size(args),
            _ => None,
        }
    }

    /// Whether `error` surely has something to say.
    fn raises(&mut self, body: &Rc<Body>, args: &[AbstractValue], exprs: &[ExprId]) -> bool {
        let Some(first) = args.first() else { return true };
        let identifier = |text: &str| text.contains(':') && !text.contains([' ', '%', '\n']);
        let place =
            usize::from(args.len() > 1 && first.text().is_some_and(|text| identifier(&text)));
        let template = &args[place];
        if template.classes != ClassSet::only(Class::Char) {
            return false;
        }
        if let Some(text) = template.text() {
            // What is not replaced by something that may be empty.
            return if args.len() == place + 1 { !text.is_empty() } else { has_words(&text) };
        }
        if args.len() > place + 1 {
            return false;
        }
        if let Some(ExprKind::Access(access)) = exprs.get(place).map(|&id| &body.exprs[id].kind)
            && let Some((name, [words, ..])) = self.call_parts(body, access)
            && BuiltinId::of(&name) == Some(BuiltinId::Sprintf)
            && let Some(words) = self.frame().values.get(words).and_then(AbstractValue::text)
        {
            return has_words(&words);
        }
        let Some(shape) = template.shape else { return false };
        let count = self.algebra.count(shape);
        let some = Requirement::AtMost(Extents::ONE, count);
        self.facts.truth(&mut self.algebra, &some) == Truth::Yes
    }

    /// The size of an array as a whole, if it is known.
    fn known_size(&mut self, args: &[AbstractValue]) -> Option<Many> {
        let [array] = args else { return None };
        let is_array = |class: Class| {
            class.is_numeric()
                || matches!(class, Class::Logical | Class::Char | Class::Cell | Class::Struct)
        };
        if array.classes.is_empty() || !array.classes.all(is_array) {
            return None;
        }
        let size = array.size(&self.algebra)?;
        let extents: Vec<f64> = size.extents().iter().map(|&extent| extent as f64).collect();
        let row = Array::row(extents);
        Some(Many::one(AbstractValue::of(&Value::Double(row), &mut self.algebra)))
    }

    /// Calls a function that is a value: a handle, or the text of a name.
    pub(crate) fn call_value(
        &mut self,
        body: &Rc<Body>,
        function: &AbstractValue,
        args: Option<Vec<AbstractValue>>,
        nargout: usize,
        span: Span,
    ) -> Many {
        if function.classes == ClassSet::only(Class::FunctionHandle) {
            return self.call_handle(body, function, args, nargout, span);
        }
        if let Some(name) = function.text() {
            let target = self.named_target(&name);
            return self.call(body, &target, &name, Call { args, exprs: &[], nargout, span });
        }
        self.escape_operands();
        self.call_by_name(function);
        self.forget_exposed();
        if nargout == 0 {
            return Many::Open;
        }
        Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect())
    }

    /// `str2func`
    fn function_of_text(&mut self, args: &[AbstractValue]) -> Option<Many> {
        let first = args.first()?;
        match first.text() {
            Some(name) if !name.starts_with('@') => Some(Many::one(self.handle_by_name(&name))),
            Some(_) => {
                self.run_unknown_text();
                None
            }
            None => {
                self.call_by_name(first);
                None
            }
        }
    }

    /// `assert`: behind it the condition holds.
    fn asserted(
        &mut self,
        body: &Rc<Body>,
        args: &[AbstractValue],
        exprs: &[ExprId],
    ) -> Option<Many> {
        let first = args.first()?;
        if self.truth_of(first) == Truth::No && args.len() == 1 {
            self.frame_mut().alive = false;
        }
        let condition = args.len() == 1 || (is_text(args.get(1)) && !is_text(Some(first)));
        if let (Some(&id), true) = (exprs.first(), condition) {
            self.learn(body, id, true);
        }
        Some(Many::Known(SmallVec::new()))
    }

    /// `narginchk`: behind it the number of arguments is within bounds.
    fn checked_count(&mut self, args: &[AbstractValue]) -> Many {
        if let [low, high] = args
            && let ValueFact::Integer(count) = self.frame().nargin.value
        {
            if let Some(low) = low.as_integer(&mut self.algebra) {
                self.assume(Requirement::AtMost(low, count));
            }
            if let Some(high) = high.as_integer(&mut self.algebra) {
                self.assume(Requirement::AtMost(count, high));
            }
            self.arguments_known();
        }
        Many::Known(SmallVec::new())
    }

    /// `deal`
    fn dealt(
        &mut self,
        row: &Row,
        args: &[AbstractValue],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        match args {
            [] => None,
            [one] => Some(Many::Known((0..nargout.max(1)).map(|_| one.clone()).collect())),
            many if many.len() == nargout.max(1) => {
                Some(Many::Known(many.iter().cloned().collect()))
            }
            [_, _, ..] => {
                let values: Vec<&AbstractValue> = args.iter().collect();
                let kind = crate::report::failure::FailureKind::Builtin(row.name.into());
                let message = "deal: nargin > 1 and nargin != nargout".to_owned();
                self.fail(span, kind, &values, Some(message));
                Some(Many::one(AbstractValue::unknown()))
            }
        }
    }

    fn exist(&mut self, args: &[AbstractValue]) -> Option<Many> {
        let name = args.first()?.text()?;
        let is_variable = match args.get(1) {
            Some(kind) => kind.text().as_deref() == Some("var"),
            // Of a name alone it may be anything else, unless there is such a variable.
            None => false,
        };
        if args.len() > 2 || (args.len() == 2 && !is_variable) || self.frame().dynamic_scope {
            return None;
        }
        let defined =
            self.frame().find(&name).map_or(Truth::No, |slot| self.frame().slot(slot).defined);
        if defined != Truth::Yes && !is_variable {
            return None;
        }
        match defined {
            Truth::Yes => {
                Some(Many::one(AbstractValue::of(&Value::double(1.0), &mut self.algebra)))
            }
            Truth::No => Some(Many::one(AbstractValue::of(&Value::double(0.0), &mut self.algebra))),
            Truth::Maybe => {
                let value = AbstractValue::of_class_and_shape(Class::Double, Algebra::SCALAR);
                Some(Many::one(value.with_value(ValueFact::Within(formwork_domain::Bounds::TRUTH))))
            }
        }
    }

    fn is_field(&mut self, args: &[AbstractValue]) -> Option<Many> {
        let [value, name] = args else { return None };
        let name = name.text()?;
        if value.classes != ClassSet::only(Class::Struct) {
            return None;
        }
        let fields = value.fields(&mut self.algebra)?;
        let found = match (fields.get(&name), fields.open) {
            (Some(_), _) => true,
            (None, false) => false,
            (None, true) => return None,
        };
        Some(Many::one(AbstractValue::of(&Value::bool(found), &mut self.algebra)))
    }

    /// `clear` with names alone.
    fn clear(&mut self, args: &[AbstractValue]) {
        self.frame_mut().clears = true;
        let names: Option<Vec<String>> = args.iter().map(AbstractValue::text).collect();
        let plain = names.as_ref().is_some_and(|names| {
            !names.is_empty()
                && names
                    .iter()
                    .all(|name| !name.starts_with('-') && !name.contains(['*', '?', '[']))
                && !names.iter().any(|name| formwork_builtins::is_cleared_kind(name))
        });
        let slots: Vec<formwork_hir::SlotId> = match (plain, names) {
            (true, Some(names)) => {
                names.iter().filter_map(|name| self.frame().find(name)).collect()
            }
            _ => {
                let all: Vec<formwork_hir::SlotId> = self.frame().slot_ids().collect();
                let cleared = args.is_empty();
                let mut texts = args.iter().filter_map(AbstractValue::text);
                let kinds = ["all", "variables", "-all", "-a", "-variables", "-v"];
                if cleared || texts.any(|name| kinds.contains(&&*name)) {
                    self.frame_mut().inherits = false;
                }
                for slot in all {
                    // Nothing is set by being cleared.
                    if cleared {
                        self.forget(slot, Truth::No);
                    } else if self.frame().slot(slot).defined != Truth::No {
                        self.forget(slot, Truth::Maybe);
                    }
                }
                return;
            }
        };
        for slot in slots {
            self.forget(slot, Truth::No);
        }
    }

    /// `eval` of a text that is known runs that text here.
    fn evaluate_text(&mut self, args: &[AbstractValue], nargout: usize) -> Option<Many> {
        let [text] = args else { return None };
        let text = text.text()?;
        let path = self.frame().body.source.path.clone();
        let unit = self.program.lower_text(text.as_bytes(), &path).ok()?;
        let unit = Rc::new(unit);
        self.define_functions(&unit);
        let script = Rc::clone(&unit.bodies[unit.script?]);
        if self.tracing() {
            // The text stays; what it does is known here all the same.
            self.open_block();
            self.run_text(&unit, &script);
            self.close_block();
            self.frame_mut().dynamic_scope = true;
        } else {
            self.run_text(&unit, &script);
        }
        // Where outputs are asked for, an expression leaves `ans` as it was.
        if nargout > 0 && self.alive() {
            let ans = self.frame().body.ans;
            self.forget(ans, Truth::Maybe);
        }
        // What the expression in it gives is not followed.
        Some(Many::Known((0..nargout).map(|_| AbstractValue::unknown()).collect()))
    }

    /// What a built-in that succeeded says of its arguments.
    pub(crate) fn learn_from_builtin(
        &mut self,
        body: &Rc<Body>,
        row: &Row,
        args: &[AbstractValue],
        exprs: &[ExprId],
    ) {
        match row.lesson {
            Lesson::SquareAfterwards => {
                // Some take all arrays without elements.
                let some = |size: formwork_shape::concrete::ConcreteShape| size.count() > 0;
                if let Some(value) = args.first()
                    && let Some(shape) = value.shape
                    && value.size(&self.algebra).is_none_or(some)
                {
                    self.facts.assume_square_or_empty(&mut self.algebra, shape);
                }
            }
            _ => {
                if let Some(sizes) = row.sizes {
                    for place in sizes.first..args.len() {
                        self.size_argument(body, args, exprs, place, sizes.strict);
                    }
                }
            }
        }
        self.check_alive();
    }
}

/// Whether a template says something whatever is put into it.
fn has_words(template: &str) -> bool {
    let mut rest = template.chars().peekable();
    while let Some(next) = rest.next() {
        if next != '%' {
            return true;
        }
        if rest.peek() == Some(&'%') {
            return true;
        }
        while rest.next_if(|next| !next.is_ascii_alphabetic()).is_some() {}
        rest.next();
    }
    false
}

fn is_text(value: Option<&AbstractValue>) -> bool {
    value.is_some_and(|value| value.classes == ClassSet::only(Class::Char))
}
