//! `cellfun` and `arrayfun`: a function that is called for each element.
//!
//! The call is walked once with an element that stands for all; what happens in it happens any
//! number of times. With uniform output the results are the elements of an array as large as the
//! arguments, else each stands in a cell.

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation, Row};
use formwork_domain::{AbstractValue, ClassSet, Contents, ValueFact};
use formwork_hir::body::Body;
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{Class, Value};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Semantics, Truth};
use formwork_syntax::Span;

use crate::engine::Analyst;
use crate::expr::Many;
use crate::report::failure::FailureKind;
use crate::report::remark::RemarkKind;

/// The arguments after the function.
struct Mapped {
    /// The arrays whose elements are taken.
    data: Vec<AbstractValue>,
    /// Whether results are joined.
    uniform: bool,
    /// Whether all options are known.
    handled: bool,
}

impl Analyst<'_> {
    /// The outputs of `cellfun` or `arrayfun`; `None`: they are as any other's.
    pub(super) fn mapped(
        &mut self,
        body: &Rc<Body>,
        row: &Row,
        args: &[AbstractValue],
        nargout: usize,
        span: Span,
    ) -> Option<Many> {
        let (function, rest) = args.split_first()?;
        // Some names mean something else to `cellfun` than to everybody else.
        let own = |name: String| formwork_builtins::is_name_of_cellfun(&name);
        if row.is(BuiltinId::Cellfun) && function.text().is_some_and(own) {
            return None;
        }
        let Mapped { data, uniform, handled } = self.data_and_options(rest);
        let fail = |this: &mut Self, message: String| {
            let values: Vec<&AbstractValue> = args.iter().collect();
            this.fail(span, FailureKind::Builtin(row.name.into()), &values, Some(message));
            Some(Many::one(AbstractValue::unknown()))
        };
        if let Some(message) = self.mapping_refusal(row, function, &data) {
            return fail(self, message);
        }
        if !handled || data.is_empty() {
            return None;
        }
        let elements: Vec<AbstractValue> =
            data.iter().map(|value| self.element_for_all(row, value)).collect();
        for (value, element) in data.iter().zip(&elements) {
            self.escape_lost(&[value], &[element]);
        }
        // What happens in a call happens any number of times.
        let fork = self.fork();
        let results = self.call_value(body, function, Some(elements), nargout.max(1), span);
        let lived = self.alive();
        self.leave(fork);
        self.forget_exposed();
        let uniform_calls = lived && uniform && nargout > 0;
        if let Some(message) = self.ordinary_mapping_refusal(row, &data, &results, uniform_calls) {
            let values: Vec<&AbstractValue> = args.iter().collect();
            self.fail(span, FailureKind::Sizes(row.name.into()), &values, Some(message));
            return Some(Many::one(AbstractValue::unknown()));
        }
        if uniform_calls
            && (self.gives_no_scalar(&data, &results)
                || self.end_gives_no_scalar(body, function, (row, &data), span))
        {
            let name = row.name;
            let message = format!("{name}: all values must be scalars when UniformOutput = true");
            return fail(self, message);
        }
        if uniform_calls && let Many::Known(values) = &results {
            // What may be a text may be an option.
            let sure = data[1..].iter().all(|value| !value.classes.contains(Class::Char));
            let texts = sure
                && values.first().is_some_and(|one| {
                    one.classes.single() == Some(Class::Char) && !one.is_scalar()
                });
            self.remark(RemarkKind::TextResults, span, &[], texts);
        }
        // Arrays of one element go with all elements of the others.
        let shapes: Option<Vec<ShapeId>> = data.iter().map(|value| value.shape).collect();
        let shape = shapes.and_then(|shapes| {
            let together = |a, b| self.algebra.elementwise(Semantics::Strict, a, b);
            shapes.into_iter().reduce(together)
        });
        // Nobody asks: without an element, or of a function without a value, there is none.
        if nargout == 0 {
            return Some(Many::Open);
        }
        let known = match results {
            Many::Known(values) if lived => values.into_vec(),
            Many::Known(_) | Many::Open => Vec::new(),
        };
        let outputs = (0..nargout).map(|place| {
            let result = known.get(place).cloned().unwrap_or_else(AbstractValue::unknown);
            self.collected(&result, shape, uniform)
        });
        Some(Many::Known(outputs.collect()))
    }

    /// Whether a function that `arrayfun` calls gives no scalar for the first or the last element of
    /// arrays that are known.
    fn end_gives_no_scalar(
        &mut self,
        body: &Rc<Body>,
        function: &AbstractValue,
        (row, data): (&Row, &[AbstractValue]),
        span: Span,
    ) -> bool {
        if !row.is(BuiltinId::Arrayfun) {
            return false;
        }
        [false, true].into_iter().any(|last| {
            let element = |this: &mut Self, value: &AbstractValue| {
                let constant = value.constant().filter(|constant| constant.numel() > 1)?;
                let place = Value::count(if last { constant.numel() } else { 1 });
                let element = formwork_runtime::index::index(constant, &[place]).ok()?;
                Some(AbstractValue::of(&element, &mut this.algebra))
            };
            let elements: Option<Vec<AbstractValue>> =
                data.iter().map(|value| element(self, value)).collect();
            let Some(elements) = elements else { return false };
            let fork = self.fork();
            let results = self.call_value(body, function, Some(elements), 1, span);
            let lived = self.alive();
            self.leave(fork);
            lived && self.gives_no_scalar(data, &results)
        })
    }

    /// The classes that `bsxfun` gives with a built-in function of pairs of elements: those of one
    /// pair, also where there is none.
    pub(super) fn classes_of_pairs(&mut self, args: &[AbstractValue]) -> Option<ClassSet> {
        let [function, left, right] = args else { return None };
        let row = self.builtin_of_handle(function)?;
        let pairs = matches!(row.operation, Operation::Pair(_) | Operation::Extreme(_))
            || BinaryOp::of_function(row.name).is_some();
        if !pairs || left.classes.may_be_object() || right.classes.may_be_object() {
            return None;
        }
        let one = |value: &AbstractValue| AbstractValue {
            complex: value.complex,
            ..AbstractValue::new(value.classes, Some(Algebra::SCALAR))
        };
        let pair = [one(left), one(right)];
        let outputs = formwork_builtins::infer_outputs(row, &pair, 1, &mut self.algebra);
        outputs.first().map(|output| output.classes)
    }

    /// What is said on an ordinary call, where arrays have elements and sizes are not equal by chance.
    fn ordinary_mapping_refusal(
        &mut self,
        row: &Row,
        data: &[AbstractValue],
        results: &Many,
        uniform: bool,
    ) -> Option<String> {
        self.ordinary.as_ref()?;
        let shapes: Vec<ShapeId> = data.iter().filter_map(|value| value.shape).collect();
        let apart = shapes.windows(2).any(|pair| {
            let count = |this: &mut Self, shape| {
                let shape = this.resolve(shape);
                this.algebra.count(shape)
            };
            let equal = Requirement::Equal(count(self, pair[0]), count(self, pair[1]));
            self.facts.truth(&mut self.algebra, &equal) == Truth::No
        });
        if apart {
            return Some(format!("{}: dimensions mismatch", row.name));
        }
        let first = match results {
            Many::Known(values) => values.first()?.clone(),
            Many::Open => return None,
        };
        (uniform && self.has_several(&first))
            .then(|| format!("{}: all values must be scalars when UniformOutput = true", row.name))
    }

    /// Takes the options from the arguments.
    fn data_and_options(&mut self, rest: &[AbstractValue]) -> Mapped {
        let mut mapped = Mapped { data: Vec::new(), uniform: true, handled: true };
        let mut place = 0;
        while place < rest.len() {
            // A name may be cut short.
            let option =
                rest[place].text().map(|text| text.to_ascii_lowercase()).and_then(|text| {
                    let known = ["uniformoutput", "errorhandler"];
                    known.into_iter().find(|name| text.len() >= 2 && name.starts_with(&text))
                });
            match option {
                Some("uniformoutput") if mapped.data.len() == place || !mapped.data.is_empty() => {
                    match rest.get(place + 1).map(|value| self.truth_of(value)) {
                        Some(Truth::Yes) => {}
                        Some(Truth::No) => mapped.uniform = false,
                        _ => mapped.handled = false,
                    }
                    place += 2;
                }
                Some("errorhandler") if !mapped.data.is_empty() => {
                    mapped.handled = false;
                    place += 2;
                }
                _ => {
                    mapped.data.push(rest[place].clone());
                    place += 1;
                }
            }
        }
        mapped
    }

    /// An element that stands for all of an argument.
    fn element_for_all(&mut self, row: &Row, value: &AbstractValue) -> AbstractValue {
        if row.is(BuiltinId::Cellfun) {
            let every = match (&value.contents, value.elements(&mut self.algebra)) {
                (Some(Contents::Every(every)), _) => Some((**every).clone()),
                (_, Some(elements)) => self.every_of(&elements),
                _ => None,
            };
            return every.map_or_else(AbstractValue::unknown, |every| {
                formwork_domain::one_of_many(&mut self.algebra, &every)
            });
        }
        let bounds = self.bounds(value).map_or(ValueFact::Any, ValueFact::Within);
        AbstractValue {
            classes: value.classes,
            complex: value.complex,
            shape: Some(Algebra::SCALAR),
            value: if value.complex == Truth::No { bounds } else { ValueFact::Any },
            contents: None,
        }
    }

    /// The array, or the cell array, of what calls give.
    fn collected(
        &mut self,
        result: &AbstractValue,
        shape: Option<ShapeId>,
        uniform: bool,
    ) -> AbstractValue {
        if !uniform {
            let every = formwork_domain::one_of_many(&mut self.algebra, result);
            return AbstractValue {
                contents: Some(Contents::Every(Rc::new(every))),
                ..AbstractValue::new(ClassSet::only(Class::Cell), shape)
            };
        }
        let keeps = result.constant().is_none_or(Value::is_scalar);
        let bounds = self.bounds(result).filter(|_| keeps);
        // Without an element the class is double.
        let empty_possible = shape
            .and_then(|shape| self.algebra.as_concrete(shape))
            .is_none_or(|size| size.count() == 0);
        let mut classes = result.classes;
        if empty_possible {
            classes = classes.union(ClassSet::only(Class::Double));
        }
        let value = match bounds {
            Some(bounds) if result.complex == Truth::No => ValueFact::Within(bounds),
            _ => ValueFact::Any,
        };
        // Of several results some may be real.
        let complex = if result.complex == Truth::No { Truth::No } else { Truth::Maybe };
        AbstractValue { classes, complex, shape, value, contents: None }
    }
}
