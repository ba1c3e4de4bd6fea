//! Calls of built-ins, step by step: arity, what is more than rules ([`Analyst::special_builtin`]),
//! folding, refusals, then the rules of the row.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects, Operation, Row};
use formwork_domain::{AbstractValue, ClassSet, ValueFact};
use formwork_hir::body::{Body, ExprId};
use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_syntax::Span;
use smallvec::SmallVec;

use crate::call::fold::Folded;
use crate::call::{Call, is_double_quoted};
use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;

impl Analyst<'_> {
    pub(super) fn call_builtin(
        &mut self,
        body: &Rc<Body>,
        row: &'static Row,
        call: Call<'_>,
    ) -> Many {
        let call = match self.call_with_strings(body, row, call) {
            Ok(values) => return values,
            Err(call) => call,
        };
        let Call { args, exprs, nargout, span } = call;
        if row.effects != Effects::PURE
            && row.effects != Effects::OUTPUT
            && !row.effects.include(Effects::CALLS)
        {
            self.escape_operands();
        }
        let Some(mut args) = args else { return self.call_with_unknown_list(row, nargout) };
        for argument in &mut args {
            if let Some(shape) = argument.shape {
                argument.shape = Some(self.resolve(shape));
            }
        }
        if let Some(values) = self.refused_count(row, &args, nargout, span) {
            return values;
        }
        let cell = |value: &AbstractValue| value.classes == ClassSet::only(Class::Cell);
        let string = self.may_run_in_matlab() && args.iter().any(is_double_quoted);
        if (string && row.matlab.tells_strings())
            || (self.may_run_in_matlab() && row.matlab.other_contents)
            // Old versions gave a cell array back.
            || (row.is(BuiltinId::Cell) && args.iter().any(cell))
        {
            return self.unknown_call(row, nargout);
        }
        if let Some(values) = self.special_builtin(body, row, &args, exprs, nargout, span) {
            return values;
        }
        if row.effects.include(Effects::RAISES) {
            self.frame_mut().alive = false;
            return Many::one(AbstractValue::unknown());
        }
        if let Some(values) = self.folded_call(row, &args, nargout, span) {
            return values;
        }
        if let Some(message) = self.sized_refusal(row, &args, nargout)
            && !self.frame().dynamic_scope
        {
            return self.refused(row, &args, span, Some(message));
        }
        if let Some(message) = self.refusal_of_samples(row, &args, nargout) {
            let values: Vec<&AbstractValue> = args.iter().collect();
            self.fail(span, FailureKind::Sizes(row.name.into()), &values, Some(message));
            return Many::one(AbstractValue::unknown());
        }
        self.note_effects(row, &args, nargout);
        let outputs = self.outputs_by_rules(body, row, &mut args, exprs, nargout);
        let outputs = self.legal_outputs(row, &args, outputs, nargout, span);
        if matches!(row.operation, Operation::Fill(_)) {
            let listed = matches!(&args[..], [only] if !only.is_scalar());
            self.assume_several_elements(&outputs, listed);
        }
        outputs
    }

    /// On an ordinary call there is something in what is made: several elements along every extent, but
    /// for those of a list, which says rows and columns as they come.
    fn assume_several_elements(&mut self, outputs: &Many, listed: bool) {
        let Many::Known(values) = outputs else { return };
        let made = values.first().and_then(|value| value.shape);
        let Some(shape) = made.filter(|_| self.ordinary.is_some() && self.alive()) else { return };
        let Some(extents) = self.algebra.as_tuple(shape) else { return };
        let two = self.algebra.extents_mut().literal(2);
        for extent in extents {
            // What is left over may be nothing.
            let inner = self.algebra.extents().unclamped(extent);
            let left_over = inner.is_some_and(|inner| !self.is_number_and_more(inner));
            let several = Requirement::AtMost(two, inner.unwrap_or(extent));
            if !left_over
                && !listed
                && self.facts.truth(&mut self.algebra, &several) == Truth::Maybe
            {
                self.facts.assume(&mut self.algebra, several);
            }
        }
    }

    /// Whether a size is a number of which nothing is taken away: `max (d)` or `max (d) + 1`.
    fn is_number_and_more(&mut self, size: ExtentId) -> bool {
        let extents = self.algebra.extents_mut();
        let more = extents.constant_term(size);
        let constant = extents.literal(more);
        let rest = extents.subtract(size, constant);
        more >= 0 && extents.as_unknown(rest).is_some()
    }

    /// A call with arguments of which not even the number is known.
    fn call_with_unknown_list(&mut self, row: &'static Row, nargout: usize) -> Many {
        self.escape_operands();
        if row.effects.include(Effects::WRITES_SCOPE) {
            self.run_unknown_text();
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        if row.effects.include(Effects::CALLS) {
            self.forget_exposed();
        }
        if row.effects.include(Effects::RAISES) {
            self.frame_mut().alive = false;
        }
        if nargout == 0 && row.effects.include(Effects::QUIET) {
            return Many::Known(SmallVec::new());
        }
        match self.outputs_of_any_call(row, nargout) {
            Some(outputs) => Many::Known(outputs),
            None => Many::unknown_if_asked(nargout),
        }
    }

    /// What a call gives whatever its arguments are.
    fn outputs_of_any_call(
        &mut self,
        row: &'static Row,
        nargout: usize,
    ) -> Option<SmallVec<[AbstractValue; 1]>> {
        let strings =
            self.may_run_in_matlab() && (row.matlab.tells_strings() || row.matlab.other_contents);
        if nargout == 0 || strings {
            return None;
        }
        let outputs = formwork_builtins::outputs_of_any_call(row, nargout, &mut self.algebra)?;
        Some(outputs.into())
    }

    /// What a call with a number of arguments that the row does not take gives.
    fn refused_count(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        if row.inputs.accepts(args.len()) {
            return None;
        }
        // Whether the language refuses it, or only this table does, decides.
        if !self.is_trusted_to_count(row, args) || self.frame().dynamic_scope {
            return Some(self.unknown_call(row, nargout));
        }
        let name: Rc<str> = row.name.into();
        let message = format!("Invalid call to {name}");
        self.fail(span, FailureKind::Invalid(name), &[], Some(message));
        Some(Many::one(AbstractValue::unknown()))
    }

    /// A call that fails.
    fn refused(
        &mut self,
        row: &Row,
        args: &[AbstractValue],
        span: Span,
        message: Option<String>,
    ) -> Many {
        let values: Vec<&AbstractValue> = args.iter().collect();
        self.fail(span, FailureKind::Builtin(row.name.into()), &values, message);
        Many::one(AbstractValue::unknown())
    }

    /// What a call with constants is computed to be, or reads from a file, or fails with.
    fn folded_call(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        let constants: Vec<&Value> =
            args.iter().map(AbstractValue::constant).collect::<Option<_>>()?;
        if row.effects.include(Effects::FILES)
            && self.trace().is_some_and(|trace| trace.reads_files)
        {
            let host = self.program.host();
            let context = &mut self.memo.null_context;
            match crate::call::fold::read(context, host, row, &constants, nargout) {
                Ok(values) => return Some(self.constants(&values)),
                Err(reason) => self.note_unread(row.name, span, &reason),
            }
        }
        let known = self.known_options();
        let context = &mut self.memo.null_context;
        match crate::call::fold::evaluate(context, row, &constants, nargout, known) {
            Folded::Gives(values) => Some(self.constants(&values)),
            Folded::Fails(error)
                if !self.frame().dynamic_scope && self.is_trusted(row, args, &error.message) =>
            {
                Some(self.refused(row, args, span, Some(error.message.clone())))
            }
            Folded::Fails(_) | Folded::Unknown => None,
        }
    }

    /// Values that are known.
    fn constants(&mut self, values: &[Value]) -> Many {
        Many::Known(
            values.iter().map(|value| AbstractValue::of(value, &mut self.algebra)).collect(),
        )
    }

    /// What a call may change besides its outputs.
    fn note_effects(&mut self, row: &Row, args: &[AbstractValue], nargout: usize) {
        // What is loaded for somebody who asks for it is given to nobody else.
        let given = row.is(BuiltinId::Load) && nargout > 0;
        if row.effects.include(Effects::WRITES_SCOPE) && !given {
            self.run_unknown_text();
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        if row.effects.include(Effects::CALLS) {
            self.forget_exposed();
            for value in args {
                self.escape_function(value);
            }
            if let Some(function) = args.first() {
                self.call_by_name(function);
            }
        }
    }

    /// What the rules of the row say, with names for the sizes that arguments say.
    fn outputs_by_rules(
        &mut self,
        body: &Rc<Body>,
        row: &'static Row,
        args: &mut [AbstractValue],
        exprs: &[ExprId],
        nargout: usize,
    ) -> Vec<AbstractValue> {
        if row.counts_marks {
            self.mark_variables(body, exprs, args);
        }
        if let Some(sizes) = row.sizes {
            for (place, value) in args.iter_mut().enumerate().skip(sizes.first) {
                if let Some(&id) = exprs.get(place) {
                    *value = self.with_names(body, id, value.clone(), sizes.strict);
                    *value = self.with_floor(body, id, value);
                }
            }
        }
        let mut outputs = formwork_builtins::infer_outputs(row, args, nargout, &mut self.algebra);
        if self.may_run_in_matlab()
            && row.matlab.keeps_strings()
            && args.iter().any(|value| value.classes.may_be_object())
        {
            for output in &mut outputs {
                output.classes = ClassSet::ALL;
                output.contents = None;
            }
        }
        if row.is(BuiltinId::Bsxfun)
            && let (Some(classes), Some(output)) =
                (self.classes_of_pairs(args), outputs.first_mut())
        {
            output.classes = output.classes.intersection(classes);
        }
        let named = self.named_sizes(body, row, args, exprs);
        if let Some(named) = &named {
            self.size_by_names(row, named, &mut outputs);
        }
        self.learn_from_builtin(body, row, args, exprs);
        if let Some(named) = named {
            self.learn_names(named);
        }
        if outputs.iter().any(|output| output.shape.is_none()) {
            *self.found.blame.entry(row.name.to_owned()).or_default() += 1;
        }
        outputs
    }

    /// The outputs of a call that succeeds: their shapes are legal. If one cannot be, it fails.
    fn legal_outputs(
        &mut self,
        row: &'static Row,
        args: &[AbstractValue],
        outputs: Vec<AbstractValue>,
        nargout: usize,
        span: Span,
    ) -> Many {
        let illegal = outputs.iter().filter_map(|output| output.shape).any(|shape| {
            self.algebra.is_legal(shape) == Truth::No
                || self.facts.truth(&mut self.algebra, &Requirement::Legal(shape)) == Truth::No
        });
        if illegal {
            return self.refused(row, args, span, None);
        }
        let outputs: SmallVec<[AbstractValue; 1]> =
            outputs.into_iter().map(|output| self.settled_output(output)).collect();
        self.check_alive();
        if row.outputs.is_empty() && nargout > 0 {
            // Some give what they would print to who asks for it.
            return Many::one(AbstractValue::unknown());
        }
        if row.outputs.is_empty() {
            return Many::Known(SmallVec::new());
        }
        if outputs.len() < nargout {
            if row.more_outputs || self.frame().dynamic_scope {
                return Many::unknown(nargout);
            }
            let (name, most) = (row.name.into(), outputs.len());
            self.fail(span, FailureKind::Outputs { name, wanted: nargout, most }, &[], None);
        }
        if nargout == 0 && row.effects.include(Effects::QUIET) {
            return Many::Known(SmallVec::new());
        }
        // What is called for what it does gives a value at times only to who asks for it.
        if nargout == 0 && row.effects != Effects::PURE && row.effects != Effects::OUTPUT {
            return Many::Open;
        }
        Many::Known(outputs)
    }

    /// An output with a legal shape, in the terms that the facts prefer.
    fn settled_output(&mut self, output: AbstractValue) -> AbstractValue {
        let shape = output.shape.map(|shape| {
            if self.algebra.is_legal(shape) != Truth::Yes {
                self.facts.assume_legal(&mut self.algebra, shape);
            }
            self.resolve(shape)
        });
        let value = match output.value {
            ValueFact::Integer(extent) => {
                let extent = self.facts.representative(self.algebra.extents_mut(), extent);
                match self.algebra.extents().as_literal(extent) {
                    Some(number) if output.classes.single() == Some(Class::Double) => {
                        ValueFact::Const(Value::double(number as f64))
                    }
                    _ => ValueFact::Integer(extent),
                }
            }
            other => other,
        };
        AbstractValue { shape, value, ..output }
    }

    /// A built-in that is called in a way of which nothing is known.
    fn unknown_call(&mut self, row: &'static Row, nargout: usize) -> Many {
        if row.effects.include(Effects::WRITES_SCOPE) {
            self.give_up();
            self.frame_mut().dynamic_scope = true;
        }
        self.escape_operands();
        if row.effects.include(Effects::CALLS) {
            self.forget_exposed();
        }
        Many::unknown_if_asked(nargout)
    }
}
