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
            ("size", [value], 2) if value.kind.form.dimensions() == 2 => {
                Ok(vec![self.size(value, 0, span)?, self.size(value, 1, span)?])
            }
            ("max", [value], 2) => self.extreme_and_place(value, true, span),
            ("min", [value], 2) => self.extreme_and_place(value, false, span),
            _ => self.refuse(format!("several outputs of `{name}`"), span),
        }
    }

    fn builtin(&mut self, name: &str, arguments: &[Val], span: Span) -> Lowered<Val> {
        let truth = |truth: bool| Val::new(Operand::scalar(Scalar::Bool(truth)), Kind::TRUTH);
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
            ("ndims", [value]) if value.kind.form.dimensions() == 2 => {
                return Ok(number_value(2.0));
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
                return Ok(value.clone().written_down());
            }
            ("find", [value]) if value.kind.form.is_vector() => return self.found(value, span),
            ("reshape", [value, extents @ ..]) if extents.len() > 1 => {
                return self.reshaped(value, extents, span);
            }
            ("repmat", [value, rows, columns]) => {
                return self.repeated(value, rows, columns, span);
            }
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
                    return self.as_base(value.clone().written_down(), base, span);
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

    fn known_dimension(&self, value: &Val, span: Span) -> Lowered<usize> {
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

    /// `size(x)`
    fn sizes(&mut self, value: &Val, span: Span) -> Lowered<Val> {
        if value.kind.form.dimensions() != 2 {
            return self.refuse("the extents of more dimensions", span);
        }
        let mut extents = Vec::new();
        for dimension in 0..2 {
            extents.push(self.size(value, dimension, span)?.operand);
        }
        let operand = self.op(Op::Vector(extents), span)?;
        Ok(Val::new(operand, Kind { base: Base::Double, form: Form::Row }))
    }

    /// `zeros(n, m)` and the like.
    fn filled_by(&mut self, arguments: &[Val], element: Scalar, span: Span) -> Lowered<Val> {
        let mut extents = Vec::new();
        for argument in arguments {
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

    /// `reshape(x, n, m, …)`
    fn reshaped(&mut self, value: &Val, arguments: &[Val], span: Span) -> Lowered<Val> {
        let mut extents = Vec::new();
        for argument in arguments {
            if argument.special == Special::Empty {
                return self.refuse("an extent that is left open", span);
            }
            let extent = self.extent_from(argument, span)?;
            extents.push(Some(extent).filter(|extent| extent.as_int() != Some(1)));
        }
        if value.is_scalar() {
            return self.refuse("a number that is reshaped", span);
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { form, ..value.kind };
        if form == Form::Scalar {
            return self.refuse("an array that is reshaped to a number", span);
        }
        let operand = self.op(Op::Reshape { shape, array: value.operand.clone() }, span)?;
        Ok(Val::new(operand, kind))
    }

    /// `repmat(x, n, m)`
    fn repeated(&mut self, value: &Val, rows: &Val, columns: &Val, span: Span) -> Lowered<Val> {
        if value.kind.form.dimensions() != 2 || value.kind.base == Base::Char {
            return self.refuse("an array of more dimensions that is repeated", span);
        }
        let mut extents = Vec::new();
        let mut own = Vec::new();
        for (dimension, times) in [rows, columns].into_iter().enumerate() {
            let times = self.extent_from(times, span)?;
            let extent = self.extent_along(value, dimension, span)?;
            extents.push(match &extent {
                None if times.as_int() == Some(1) => None,
                None => Some(times),
                Some(extent) => Some(self.prim(Prim::Mul, &[extent.clone(), times], span)?),
            });
            own.push(extent);
        }
        let (form, shape) = self.form_and_shape(&extents, span)?;
        let kind = Kind { form, ..value.kind };
        self.build(kind, shape, span, |this, places| {
            let mut from = Vec::new();
            for (place, extent) in places.iter().zip(&own) {
                from.push(match extent {
                    None => Operand::int(0),
                    Some(extent) => this.prim(Prim::Mod, &[place.clone(), extent.clone()], span)?,
                });
            }
            this.element_at(value, &from, span)
        })
    }
}
