//! Functions that are built in.

use formwork_array::ir::{MAX_EXTENT, Op, Operand, Prim, Scalar};
use formwork_hir::body::{ExprId, ExprKind, Link, Root};
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Special, Val};
use crate::kind::{Base, Form, Kind};

impl Lowerer<'_, '_> {
    /// What is asked of an argument as it is written, before it is read as a value.
    pub(super) fn asked_of_argument(
        &mut self,
        name: &str,
        arguments: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let [argument] = arguments else { return Ok(None) };
        match name {
            "numel" | "length" | "isempty" => {
                let slot = match &self.body.exprs[*argument].kind {
                    ExprKind::Var(slot) => *slot,
                    ExprKind::Access(access) => match (access.root, &access.links[..]) {
                        (Root::Var(slot), []) => slot,
                        (Root::VarOrCall(slot, _), []) if self.is_surely_set(slot) => slot,
                        _ => return Ok(None),
                    },
                    _ => return Ok(None),
                };
                if name == "isempty" {
                    let empty = self.is_empty_variable(slot, span)?;
                    return Ok(Some(Val::new(empty, Kind::TRUTH)));
                }
                let value = self.look(slot, span)?;
                if name == "length" && !value.kind.form.is_vector() && !value.is_scalar() {
                    return Ok(None);
                }
                self.count(&value, span).map(Some)
            }
            "zeros" | "ones" => {
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
                let is_size = &*self.body.calls[call].name == "size"
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
                let number = if name == "ones" { 1.0 } else { 0.0 };
                self.filled(&extents, Scalar::Double(number), span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The outputs of a built-in function.
    pub(super) fn builtin_outputs(
        &mut self,
        name: &str,
        arguments: &[Val],
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        match (name, arguments, count) {
            (_, _, 0 | 1) => self.builtin(name, arguments, span).map(|value| vec![value]),
            ("size", [value], count) => self.several_sizes(value, count, span),
            ("max", [value], 2) => self.extreme_and_place(value, true, span),
            ("min", [value], 2) => self.extreme_and_place(value, false, span),
            _ => self.refuse(format!("several outputs of `{name}`"), span),
        }
    }

    fn builtin(&mut self, name: &str, arguments: &[Val], span: Span) -> Lowered<Val> {
        let truth = |truth: bool| Val::new(Operand::scalar(Scalar::Bool(truth)), Kind::TRUTH);
        if let Some(value) = self.arranged(name, arguments, span)? {
            return Ok(value);
        }
        if let Some(value) = self.of_vectors(name, arguments, span)? {
            return Ok(value);
        }
        match (name, arguments) {
            ("pi", []) => return Ok(number_value(std::f64::consts::PI)),
            ("e", []) => return Ok(number_value(std::f64::consts::E)),
            ("eps", []) => return Ok(number_value(f64::EPSILON)),
            ("Inf" | "inf", []) => return Ok(number_value(f64::INFINITY)),
            ("NaN" | "nan", []) => return Ok(number_value(f64::NAN)),
            ("true", []) => return Ok(truth(true)),
            ("false", []) => return Ok(truth(false)),
            ("numel", [value]) => return self.count(value, span),
            ("length", [value]) => return self.longest(value, span),
            ("ndims", [value]) => {
                self.is_no_less(value, span)?;
                return Ok(number_value(value.kind.form.dimensions() as f64));
            }
            ("isempty", [value]) => {
                let count = self.numel(value, span)?;
                let none = self.prim(Prim::Eq, &[count, Operand::int(0)], span)?;
                return Ok(Val::new(none, Kind::TRUTH));
            }
            ("isscalar", [value]) => {
                let count = self.numel(value, span)?;
                let one = self.prim(Prim::Eq, &[count, Operand::int(1)], span)?;
                return Ok(Val::new(one, Kind::TRUTH));
            }
            ("isnumeric", [value]) => {
                let base = value.kind.base;
                return Ok(truth(base.is_float() || base.is_integer()));
            }
            ("isfloat", [value]) => return Ok(truth(value.kind.base.is_float())),
            ("isinteger", [value]) => return Ok(truth(value.kind.base.is_integer())),
            ("ischar", [value]) => return Ok(truth(value.kind.base == Base::Char)),
            ("islogical" | "isbool", [value]) => {
                return Ok(truth(value.kind.base == Base::Bool));
            }
            ("isreal", [value]) if value.kind.base != Base::Char => return Ok(truth(true)),
            ("iscell" | "isstruct" | "iscellstr" | "is_function_handle", [_]) => {
                return Ok(truth(false));
            }
            ("rows", [value]) => return self.size(value, 0, span),
            ("columns", [value]) => return self.size(value, 1, span),
            ("size", [value]) => return self.sizes(value, span),
            ("size", [value, dimension]) => {
                let whole = dimension.whole.as_ref().and_then(|whole| whole.operand.as_int());
                return match whole.and_then(|whole| usize::try_from(whole - 1).ok()) {
                    Some(dimension) => self.size(value, dimension, span),
                    None => self.refuse("a dimension that is not known", span),
                };
            }
            ("zeros", extents) => return self.filled_by(extents, Scalar::Double(0.0), span),
            ("ones", extents) => return self.filled_by(extents, Scalar::Double(1.0), span),
            ("true", extents) => return self.filled_by(extents, Scalar::Bool(true), span),
            ("false", extents) => return self.filled_by(extents, Scalar::Bool(false), span),
            ("isnan" | "isinf" | "isfinite", [value]) => {
                return self.classified(name, value, span);
            }
            ("logical", [value]) if value.kind.base == Base::Bool => return Ok(value.clone()),
            ("logical", [value]) if value.kind.base == Base::Double => {
                return self.truths(value.clone(), span);
            }
            ("real" | "conj", [value]) if value.kind.base == Base::Double => {
                return Ok(value.clone().materialized());
            }
            ("find", [value]) if value.kind.form.is_vector() => return self.found(value, span),
            ("transpose" | "ctranspose", [value]) => return self.transpose(value.clone(), span),
            (
                "sum" | "prod" | "mean" | "any" | "all" | "cumsum" | "cumprod",
                [value, dimension],
            ) => {
                let along = self.known_dimension(dimension, span)?;
                if let Some(value) = self.reduced(name, value, Some(along), span)? {
                    return Ok(value);
                }
            }
            ("max" | "min", [value, none, dimension]) if none.special == Special::Empty => {
                let along = self.known_dimension(dimension, span)?;
                if let Some(value) = self.reduced(name, value, Some(along), span)? {
                    return Ok(value);
                }
            }
            (_, [value]) => {
                if let Some(base) = Base::conversion(name) {
                    return self.as_base(value.clone().materialized(), base, span);
                }
                if let Some(value) = self.mapped(name, value, span)? {
                    return Ok(value);
                }
                if let Some(value) = self.reduced(name, value, None, span)? {
                    return Ok(value);
                }
            }
            (_, [left, right]) => {
                if let Some(value) = self.paired(name, left, right, span)? {
                    return Ok(value);
                }
            }
            _ => {}
        }
        self.refuse(format!("`{name}` of such arguments"), span)
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
