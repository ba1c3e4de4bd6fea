//! Functions that are built in.

use formwork_array::ir::{MAX_EXTENT, Op, Operand, Prim, Scalar};
use formwork_builtins::{BuiltinId, Extreme, Fill, Lesson, Measure, Operation, Row, SizeQuestion};
use formwork_hir::body::{ExprId, ExprKind, Link, Root};
use formwork_syntax::Span;

use super::expression::number_value;
use super::reduce::Along;
use super::{Lowered, Lowerer, Special, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// What is asked of an argument as it is written, before it is read as a value.
    pub(super) fn asked_of_argument(
        &mut self,
        row: &Row,
        arguments: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let [argument] = arguments else { return Ok(None) };
        match row.operation {
            Operation::Measure(Measure::Numel | Measure::Length)
            | Operation::AskSize(SizeQuestion::IsEmpty) => {
                let slot = match &self.body.exprs[*argument].kind {
                    ExprKind::Var(slot) => *slot,
                    ExprKind::Access(access) => match (access.root, &access.links[..]) {
                        (Root::Var(slot), []) => slot,
                        (Root::VarOrCall(slot, _), []) if self.is_surely_set(slot) => slot,
                        _ => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                if row.operation == Operation::AskSize(SizeQuestion::IsEmpty) {
                    let empty = self.is_empty_variable(slot, span)?;
                    return Ok(Some(Val::new(empty, Kind::TRUTH)));
                }
                let value = self.look(slot, span)?;
                let length = row.operation == Operation::Measure(Measure::Length);
                if length && !value.kind.form.is_vector() && !value.is_scalar() {
                    return Ok(None);
                }
                self.count(&value, span).map(Some)
            }
            Operation::Fill(fill @ (Fill::Zero | Fill::One)) => {
                let ExprKind::Access(access) = &self.body.exprs[*argument].kind else {
                    return Ok(None);
                };
                let call = match access.root {
                    Root::Call(call) => call,
                    Root::VarOrCall(slot, call) => {
                        self.is_no_variable(slot, span)?;
                        call
                    }
                    Root::Var(_) | Root::Value(_) => return Ok(None),
                };
                let [Link::Paren(inner)] = &access.links[..] else { return Ok(None) };
                let is_size = self.body.calls[call].id() == Some(BuiltinId::Size)
                    && self.is_builtin(call)
                    && inner.exprs.len() == 1;
                if !is_size {
                    return Ok(None);
                }
                let like = self.expr(inner.exprs[0])?;
                let mut extents = Vec::new();
                for dimension in 0..like.kind.form.dimensions() {
                    extents.push(self.extent_along(&like, dimension, span)?);
                }
                self.filled(&extents, element_of(fill), span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The outputs of a built-in function.
    pub(super) fn builtin_outputs(
        &mut self,
        row: &Row,
        arguments: &[Val],
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        match (row.operation, arguments, count) {
            (_, _, 0 | 1) => self.builtin(row, arguments, span).map(|value| vec![value]),
            (Operation::Measure(Measure::Size), [value], count) => {
                self.several_sizes(value, count, span)
            }
            (Operation::Extreme(which), [value], 2) => {
                self.extreme_and_place(value, which == Extreme::Max, span)
            }
            _ => self.refuse(format!("several outputs of `{}`", row.name), span),
        }
    }

    fn builtin(&mut self, row: &Row, arguments: &[Val], span: Span) -> Lowered<Val> {
        let value = match row.operation {
            Operation::None
            | Operation::IsA
            | Operation::ClassName
            | Operation::CompareTexts { .. }
            | Operation::ChangeCase { .. }
            | Operation::CountInputs
            | Operation::CountOutputs
            | Operation::Exists
            | Operation::Apply
            | Operation::Assert => None,
            Operation::Constant(number) => arguments.is_empty().then(|| number_value(number)),
            Operation::Fill(Fill::Truth(truth)) if arguments.is_empty() => Some(Val::truth(truth)),
            Operation::Fill(fill) => Some(self.filled_by(arguments, element_of(fill), span)?),
            Operation::Measure(measure) => self.measured(measure, arguments, span)?,
            Operation::AskSize(question) => self.asked_of_size(question, row, arguments, span)?,
            Operation::AskClass => self.asked_of_class(row, arguments),
            Operation::IsReal => match arguments {
                [value] if value.kind.base != Base::Char => Some(Val::truth(true)),
                _ => None,
            },
            Operation::Map(mapping) => match arguments {
                [value] => Some(self.mapped(mapping, row, value, span)?),
                _ => None,
            },
            Operation::Pair(pairing) => match arguments {
                [left, right] => Some(self.paired(pairing, row, left, right, span)?),
                _ => None,
            },
            Operation::Classify(kind) => match arguments {
                [value] => Some(self.classified(kind, row, value, span)?),
                _ => None,
            },
            Operation::Extreme(which) => self.extreme(which, row, arguments, span)?,
            Operation::Reduce(reduction) => {
                self.reduced_along(Along::Reduce(reduction), row, arguments, span)?
            }
            Operation::Scan(scan) => self.reduced_along(Along::Scan(scan), row, arguments, span)?,
            Operation::Convert(class) => match (arguments, Base::of(class)) {
                ([value], Some(base)) => {
                    Some(self.as_base(value.clone().materialized(), base, span)?)
                }
                _ => None,
            },
            Operation::ToTruth => match arguments {
                [value] if value.kind.base == Base::Bool => Some(value.clone()),
                [value] if value.kind.base == Base::Double => {
                    Some(self.truths(value.clone(), span)?)
                }
                _ => None,
            },
            Operation::RealPart => match arguments {
                [value] if value.kind.base == Base::Double => Some(value.clone().materialized()),
                _ => None,
            },
            Operation::Find => match arguments {
                [value] if value.kind.form.is_vector() => Some(self.found(value, span)?),
                _ => None,
            },
            Operation::Transpose => match arguments {
                [value] => Some(self.transpose(value.clone(), span)?),
                _ => None,
            },
            Operation::Reshape
            | Operation::Permute
            | Operation::Repmat
            | Operation::Squeeze
            | Operation::Vectorise
            | Operation::Flip(_)
            | Operation::Circshift => self.arranged(row.operation, arguments, span)?,
            Operation::Dot
            | Operation::Cross
            | Operation::Norm
            | Operation::Diff
            | Operation::Linspace
            | Operation::IsEqual
            | Operation::Xor => self.of_vectors(row.operation, arguments, span)?,
        };
        match value {
            Some(value) => Ok(value),
            None => self.refuse(format!("`{}` of such arguments", row.name), span),
        }
    }

    /// What is measured of an array.
    fn measured(
        &mut self,
        measure: Measure,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        Ok(Some(match (measure, arguments) {
            (Measure::Numel, [value]) => self.count(value, span)?,
            (Measure::Length, [value]) => self.longest(value, span)?,
            (Measure::Ndims, [value]) => {
                self.is_no_less(value, span)?;
                number_value(value.kind.form.dimensions() as f64)
            }
            (Measure::Rows, [value]) => self.size(value, 0, span)?,
            (Measure::Columns, [value]) => self.size(value, 1, span)?,
            (Measure::Size, [value]) => self.sizes(value, span)?,
            (Measure::Size, [value, dimension]) => {
                let whole = dimension.whole.as_ref().and_then(|whole| whole.operand.as_int());
                match whole.and_then(|whole| usize::try_from(whole - 1).ok()) {
                    Some(dimension) => self.size(value, dimension, span)?,
                    None => return self.refuse("a dimension that is not known", span),
                }
            }
            _ => return Ok(None),
        }))
    }

    /// What is asked of the size of an array.
    fn asked_of_size(
        &mut self,
        question: SizeQuestion,
        row: &Row,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let [value] = arguments else { return Ok(None) };
        let wanted = match question {
            SizeQuestion::IsEmpty => 0,
            SizeQuestion::IsScalar => 1,
            SizeQuestion::IsRow
            | SizeQuestion::IsColumn
            | SizeQuestion::IsVector
            | SizeQuestion::IsSquare
            | SizeQuestion::IsMatrix => {
                return self.asked_of_extents(question, row, value, span).map(Some);
            }
        };
        let count = self.numel(value, span)?;
        let holds = self.prim(Prim::Eq, &[count, Operand::int(wanted)], span)?;
        Ok(Some(Val::new(holds, Kind::TRUTH)))
    }

    /// What is asked of the class: arrays are of none of the classes of other things.
    fn asked_of_class(&self, row: &Row, arguments: &[Val]) -> Option<Val> {
        let ([value], Lesson::Class { classes, exact }) = (arguments, row.lesson) else {
            return None;
        };
        let among = classes.contains(value.kind.base.class());
        (exact || !among).then(|| Val::truth(among))
    }

    /// `max (x)`, `max (x, [], n)` and `max (x, y)`
    fn extreme(
        &mut self,
        which: Extreme,
        row: &Row,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let along = Along::Extreme(which);
        match arguments {
            [value] => self.reduced(along, row, value, None, span).map(Some),
            [left, right] => {
                self.greater_or_less(left, right, which == Extreme::Max, span).map(Some)
            }
            [value, none, dimension] if none.special == Special::Empty => {
                let dimension = self.known_dimension(dimension, span)?;
                self.reduced(along, row, value, Some(dimension), span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A reduction along the first long dimension, or one that is given.
    fn reduced_along(
        &mut self,
        along: Along,
        row: &Row,
        arguments: &[Val],
        span: Span,
    ) -> Lowered<Option<Val>> {
        match arguments {
            [value] => self.reduced(along, row, value, None, span).map(Some),
            [value, dimension] => {
                let dimension = self.known_dimension(dimension, span)?;
                self.reduced(along, row, value, Some(dimension), span).map(Some)
            }
            _ => Ok(None),
        }
    }

    pub(super) fn known_dimension(&self, value: &Val, span: Span) -> Lowered<usize> {
        let whole = value.whole.as_ref().and_then(|whole| whole.operand.as_int());
        match whole.and_then(|whole| usize::try_from(whole - 1).ok()) {
            Some(dimension) if dimension < 6 => Ok(dimension),
            _ => self.refuse("a dimension that is not known", span),
        }
    }

    /// `length(x)`: the greatest extent, none if one of them is zero.
    fn longest(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        if value.is_scalar() || value.kind.form.is_vector() {
            return self.count(value, span);
        }
        let mut longest = Operand::int(1);
        for axis in 0..value.kind.form.rank() {
            let extent = self.extent(value, axis as i64, span)?;
            longest = self.prim(Prim::Max, &[longest, extent], span)?;
        }
        let count = self.numel(value, span)?;
        let none = self.prim(Prim::Eq, &[count, Operand::int(0)], span)?;
        let longest = self.choose(none, |_| Ok(Operand::int(0)), |_| Ok(longest), span)?;
        self.whole_value(longest, (0, MAX_EXTENT), span)
    }

    /// Makes sure that an array has as many dimensions as it is written with.
    fn is_no_less(&mut self, value: &Val, span: Span) -> Lowered<()> {
        let count = value.kind.form.dimensions();
        if count == 2 {
            return Ok(());
        }
        let last = self.extent(value, count as i64 - 1, span)?;
        let more = self.prim(Prim::Ne, &[last, Operand::int(1)], span)?;
        self.require(more, "an array of fewer dimensions", span)
    }

    /// `size(x)`
    fn sizes(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        self.is_no_less(value, span)?;
        let mut extents = Vec::new();
        for dimension in 0..value.kind.form.dimensions() {
            extents.push(self.size(value, dimension, span)?);
        }
        let numbers = extents.iter().map(|one| one.operand.clone()).collect();
        let operand = self.op(Op::Vector(numbers), span)?;
        let kind = Kind { base: Base::Double, form: Form::Row };
        Ok(Val { elements: Some(extents.into()), ..Val::new(operand, kind) })
    }

    /// `[n, m, …] = size(x)`: the last one is the product of what is left.
    fn several_sizes(&mut self, value: &Val, count: usize, span: Span) -> Lowered<Vec<Val>> {
        let mut sizes = Vec::new();
        for dimension in 0..count {
            sizes.push(self.size(value, dimension, span)?);
        }
        let mut rest = Operand::int(1);
        for dimension in count - 1..value.kind.form.dimensions().max(count) {
            if let Some(extent) = self.extent_along(value, dimension, span)? {
                rest = self.prim(Prim::Mul, &[rest, extent], span)?;
            }
        }
        if let Some(last) = sizes.last_mut() {
            *last =
                self.whole_value(rest.clone(), (0, rest.as_int().unwrap_or(MAX_EXTENT)), span)?;
        }
        Ok(sizes)
    }

    /// `zeros(n, m)` and the like.
    fn filled_by(&mut self, arguments: &[Val], element: Scalar, span: Span) -> Lowered<Val> {
        let mut extents = Vec::new();
        for argument in &self.given_extents(arguments, span)? {
            let extent = self.extent_from(argument, span)?;
            extents.push(Some(extent).filter(|extent| extent.as_int() != Some(1)));
        }
        if let [only] = &extents[..] {
            extents = vec![only.clone(), only.clone()];
        }
        self.filled(&extents, element, span)
    }

    /// An array of one number.
    fn filled(&mut self, extents: &[Option<Operand>], element: Scalar, span: Span) -> Lowered<Val> {
        let (form, shape) = self.form_and_shape(extents, span)?;
        let base = if element == Scalar::Bool(true) || element == Scalar::Bool(false) {
            Base::Bool
        } else {
            Base::Double
        };
        if form == Form::Scalar {
            return Ok(match element {
                Scalar::Double(number) => number_value(number),
                other => Val::new(Operand::scalar(other), Kind { base, form }),
            });
        }
        let element = Operand::scalar(element);
        let operand = self.each(shape, base, span, |_, _| Ok(element))?;
        Ok(Val::new(operand, Kind { base, form }))
    }
}

/// The element of an array that is filled.
const fn element_of(fill: Fill) -> Scalar {
    match fill {
        Fill::Zero => Scalar::Double(0.0),
        Fill::One => Scalar::Double(1.0),
        Fill::Truth(truth) => Scalar::Bool(truth),
    }
}
