//! Calls of built-ins.

use std::rc::Rc;

use formwork_array::ir::{BaseType, Op, Operand, Prim, Scalar};
use formwork_hir::Meaning;
use formwork_hir::body::{CallId, ExprId, ExprKind};
use formwork_syntax::Span;

use super::expression::number_value;
use super::{Lowered, Lowerer, Val, Variable};
use crate::kind::{Base, Form, Kind};
use crate::lowering::Reliance;
use crate::region::State;

impl Lowerer<'_, '_> {
    pub(super) fn call(&mut self, call: CallId, arguments: &[ExprId], span: Span) -> Lowered<Val> {
        let first = self.outputs(call, arguments, 1, span)?.into_iter().next();
        match first {
            Some(value) => Ok(value),
            None => self.refuse("a call without a value", span),
        }
    }

    /// The outputs of a call; at least one if any is asked for.
    pub(super) fn outputs(
        &mut self,
        call: CallId,
        arguments: &[ExprId],
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        let name = Rc::clone(&self.body.calls[call].name);
        let meaning = self.names.meaning(self.body, call);
        let reliance = Reliance { body: Rc::clone(self.body), call, meaning: meaning.clone() };
        if !self.walked.relied.contains(&reliance) {
            self.walked.relied.push(reliance);
        }
        if meaning == Meaning::Builtin
            && let Some(value) = self.asked_of_names(&name, arguments, span)?
        {
            return Ok(vec![value]);
        }
        let mut values = Vec::new();
        for &argument in arguments {
            values.push(self.expr(argument)?);
        }
        match meaning {
            Meaning::Builtin if count <= 1 => {
                self.builtin(&name, &values, span).map(|value| vec![value])
            }
            Meaning::Builtin => self.refuse(format!("several outputs of `{name}`"), span),
            Meaning::User(callee) => self.call_user(&callee, call, values, count, span),
            Meaning::Unknown => self.refuse(format!("`{name}` is no function that is found"), span),
        }
    }

    /// What is asked of the call or of a variable itself: `nargin`, `exist ("x", "var")`.
    fn asked_of_names(
        &mut self,
        name: &str,
        arguments: &[ExprId],
        span: Span,
    ) -> Lowered<Option<Val>> {
        let count = match (name, arguments) {
            ("nargin", []) => self.nargin(),
            ("nargout", []) => self.nargout(),
            ("exist", [variable, what]) if self.text(*what).as_deref() == Some("var") => {
                let Some(variable) = self.text(*variable) else { return Ok(None) };
                return self.exists(&variable, span).map(Some);
            }
            _ => return Ok(None),
        };
        match count {
            Some(count) => Ok(Some(number_value(count as f64))),
            None => self.refuse(format!("`{name}` of a call that is not known"), span),
        }
    }

    /// A literal text.
    fn text(&self, id: ExprId) -> Option<String> {
        match &self.body.exprs[id].kind {
            ExprKind::Const(value) => value.as_text().map(|text| text.into_owned()),
            _ => None,
        }
    }

    /// Whether a variable has a value, as a number.
    fn exists(&mut self, name: &str, span: Span) -> Lowered<Val> {
        let slot = self.body.slots.iter().find(|(_, one)| *one.name == *name).map(|(slot, _)| slot);
        let variable = slot.and_then(|slot| self.scene.variables.get(&slot).cloned());
        if variable.as_ref().is_some_and(Variable::is_set) {
            return Ok(number_value(1.0));
        }
        if self.task.call.is_none() {
            return self.refuse("a variable that may have a value before", span);
        }
        let Some(variable) = variable else { return Ok(number_value(0.0)) };
        let untouched = Operand::int(State::UNTOUCHED);
        let set = self.prim(Prim::Ne, &[variable.state, untouched], span)?;
        let (one, zero) = (Operand::int(1), Operand::int(0));
        let exists = self.choose(set, |_| Ok(one), |_| Ok(zero), span)?;
        self.whole_value(exists, 1, span)
    }

    fn builtin(&mut self, name: &str, arguments: &[Val], span: Span) -> Lowered<Val> {
        match (name, arguments) {
            ("pi", []) => Ok(number_value(std::f64::consts::PI)),
            ("true", []) => Ok(Val::new(Operand::scalar(Scalar::Bool(true)), Kind::TRUTH)),
            ("false", []) => Ok(Val::new(Operand::scalar(Scalar::Bool(false)), Kind::TRUTH)),
            ("numel", [value]) => self.count(value, span),
            ("length", [value]) if value.kind.form != Form::Matrix => self.count(value, span),
            ("rows", [value]) => self.size(value, 0, span),
            ("columns", [value]) => self.size(value, 1, span),
            ("size", [value, dimension]) => {
                let whole = dimension.whole.as_ref().and_then(|whole| whole.operand.as_int());
                match whole {
                    Some(1) => self.size(value, 0, span),
                    Some(2) => self.size(value, 1, span),
                    _ => self.refuse("a dimension that is not 1 or 2", span),
                }
            }
            ("zeros", [rows, columns]) => self.filled(0.0, rows, columns, span),
            ("ones", [rows, columns]) => self.filled(1.0, rows, columns, span),
            ("abs" | "floor" | "ceil" | "sqrt", [value]) if value.kind.base == Base::Double => {
                self.mapped(name, value, span)
            }
            ("mod" | "rem", [left, right])
                if left.kind == Kind::NUMBER && right.kind == Kind::NUMBER =>
            {
                self.remainder(left, right, name == "rem", span)
            }
            ("sum", [value]) if value.kind == Kind::NUMBER => Ok(value.clone()),
            ("sum", [value])
                if value.kind.base == Base::Double
                    && matches!(value.kind.form, Form::Row | Form::Column) =>
            {
                // One number is its own sum, also a negative zero.
                let count = self.extent(value, 0, span)?;
                let several = self.prim(Prim::Ne, &[count, Operand::int(1)], span)?;
                let operand = self.guard(several, &value.operand, "a sum of one", span)?;
                let value = &Val::new(operand, value.kind);
                let zero = Operand::scalar(Scalar::Double(0.0));
                let sum = self.fold(value, Prim::Add, zero, span)?;
                Ok(Val::new(sum, Kind::NUMBER))
            }
            _ => self.refuse(format!("`{name}` of such arguments"), span),
        }
    }

    fn mapped(&mut self, name: &str, value: &Val, span: Span) -> Lowered<Val> {
        let prim = match name {
            "abs" => Prim::Abs,
            "floor" => Prim::Floor,
            "ceil" => Prim::Ceil,
            _ => Prim::Sqrt,
        };
        let values = [value.clone()];
        self.elementwise(&values, Base::Double, span, |this, operands| {
            let Some(operand) = operands.first() else {
                return this.refuse("an operation without an operand", span);
            };
            if prim != Prim::Sqrt {
                return this.prim(prim, operands, span);
            }
            let zero = Operand::scalar(Scalar::Double(0.0));
            let negative = this.prim(Prim::Lt, &[operand.clone(), zero], span)?;
            let real = this.prim(Prim::Not, &[negative], span)?;
            let operand = this.guard(real, operand, "the root is complex", span)?;
            this.prim(prim, &[operand], span)
        })
    }

    /// An array of one number; the extents are whole, and negative ones are left alone.
    fn filled(&mut self, number: f64, rows: &Val, columns: &Val, span: Span) -> Lowered<Val> {
        if rows.kind != Kind::NUMBER || columns.kind != Kind::NUMBER {
            return self.refuse("extents that are no numbers", span);
        }
        let extents = [self.extent_of(rows, span)?, self.extent_of(columns, span)?];
        let one = Some(1);
        let (form, extents) = match [extents[0].as_int(), extents[1].as_int()] {
            [rows, columns] if rows == one && columns == one => return Ok(number_value(number)),
            [rows, _] if rows == one => (Form::Row, vec![extents[1].clone()]),
            [_, columns] if columns == one => (Form::Column, vec![extents[0].clone()]),
            _ => (Form::Matrix, extents.to_vec()),
        };
        let shape = self.op(Op::Vector(extents), span)?;
        let element = Operand::scalar(Scalar::Double(number));
        let operand = self.each(shape, Base::Double, span, |_, _| Ok(element))?;
        Ok(Val::new(operand, Kind { base: Base::Double, form }))
    }

    fn extent_of(&mut self, value: &Val, span: Span) -> Lowered<Operand> {
        match &value.whole {
            Some(whole) => Ok(whole.operand.clone()),
            None => self.as_whole(&value.operand, span),
        }
    }

    /// `mod` or `rem` of whole numbers that are not negative by positive ones: there both
    /// are the remainder of integers. `mod` of a negative one is that plus the divisor.
    fn remainder(&mut self, left: &Val, right: &Val, cut: bool, span: Span) -> Lowered<Val> {
        let number = |number: f64| Operand::scalar(Scalar::Double(number));
        let mut wholes = Vec::new();
        let lowest = if cut { 0.0 } else { -4.0e15 };
        for (value, least) in [(left, lowest), (right, 1.0)] {
            let operand = &value.operand;
            let enough = self.prim(Prim::Ge, &[operand.clone(), number(least)], span)?;
            let near = self.prim(Prim::Le, &[operand.clone(), number(4.0e15)], span)?;
            let both = self.prim(Prim::And, &[enough, near], span)?;
            let mut operand = self.guard(both, operand, "a remainder of other numbers", span)?;
            if cut && value.whole.is_none() {
                operand = self.no_negative_zero(&operand, span)?;
            }
            wholes.push(match &value.whole {
                Some(whole) => whole.operand.clone(),
                None => self.as_whole(&operand, span)?,
            });
        }
        let mut rest = self.prim(Prim::Mod, &wholes, span)?;
        if !cut {
            let below = self.prim(Prim::Lt, &[rest.clone(), Operand::int(0)], span)?;
            let above = self.prim(Prim::Add, &[rest.clone(), wholes[1].clone()], span)?;
            rest = self.choose(below, |_| Ok(above), |_| Ok(rest), span)?;
        }
        let operand = self.prim(Prim::Convert(BaseType::Double), &[rest], span)?;
        Ok(Val::new(operand, Kind::NUMBER))
    }
}
