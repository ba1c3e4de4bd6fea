//! Expressions.

use formwork_array::ir::{Array, BaseType, Op, Operand, Prim, Scalar};
use formwork_hir::body::{Access, ExprId, ExprKind, Link, Root};
use formwork_runtime::Value;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{Span, with_enough_stack};

use super::{Lowered, Lowerer, Val, Whole};
use crate::kind::{Base, Form, Kind};
use crate::values::kind_of;

impl Lowerer<'_, '_> {
    pub(super) fn expr(&mut self, id: ExprId) -> Lowered<Val> {
        with_enough_stack(|| self.expr_inside(id))
    }

    fn expr_inside(&mut self, id: ExprId) -> Lowered<Val> {
        let body = self.body;
        let span = body.exprs[id].span;
        match &body.exprs[id].kind {
            ExprKind::Const(value) => self.constant(value, span),
            ExprKind::Var(slot) => self.read(*slot, span),
            ExprKind::End => self.end(span),
            ExprKind::Unary(op, operand) => {
                let operand = self.expr(*operand)?;
                self.unary(*op, operand, span)
            }
            ExprKind::Binary(op, left, right) => {
                let left = self.expr(*left)?;
                let right = self.expr(*right)?;
                self.binary(*op, left, right, span)
            }
            ExprKind::AndAlso(..) | ExprKind::OrElse(..) => {
                Ok(Val::new(self.truth(id)?, Kind::TRUTH))
            }
            ExprKind::Access(access) => self.access(access, span),
            ExprKind::Matrix(rows) => self.matrix(rows, span),
            ExprKind::Range(..) => self.refuse("a range, which is kept as one", span),
            ExprKind::Colon => self.refuse("a colon", span),
            ExprKind::Cell(_) => self.refuse("a cell array", span),
            ExprKind::Handle(_) | ExprKind::Anonymous(_) => self.refuse("a function handle", span),
            ExprKind::Assign(_) | ExprKind::PostIncrement(_) => {
                self.refuse("an assignment inside an expression", span)
            }
            ExprKind::Invalid(message) => self.refuse(*message, span),
        }
    }

    fn constant(&mut self, value: &Value, span: Span) -> Lowered<Val> {
        match (kind_of(value), value) {
            (Some(Kind::NUMBER), _) => match value.as_double() {
                Some(number) => Ok(number_value(number)),
                None => self.refuse("a number that is not compiled", span),
            },
            (Some(Kind::TRUTH), Value::Bool(array)) => {
                let truth = array.as_scalar().copied().unwrap_or_default();
                Ok(Val::new(Operand::scalar(Scalar::Bool(truth)), Kind::TRUTH))
            }
            _ => self.refuse("a constant of another class", span),
        }
    }

    fn access(&mut self, access: &Access, span: Span) -> Lowered<Val> {
        match (access.root, &access.links[..]) {
            (Root::Var(slot), []) => self.read(slot, span),
            (Root::Var(slot), [Link::Paren(arguments)]) => {
                let array = self.read(slot, span)?;
                self.element(&array, arguments, span)
            }
            (Root::VarOrCall(slot, _), []) if self.is_surely_set(slot) => self.read(slot, span),
            (Root::VarOrCall(slot, _), [Link::Paren(arguments)]) if self.is_surely_set(slot) => {
                let array = self.read(slot, span)?;
                self.element(&array, arguments, span)
            }
            (Root::VarOrCall(slot, call), []) if self.is_taken_for_function(slot) => {
                self.call(call, &[], span)
            }
            (Root::VarOrCall(slot, call), [Link::Paren(arguments)])
                if self.is_taken_for_function(slot) =>
            {
                self.call(call, &arguments.exprs, span)
            }
            (Root::VarOrCall(..), _) => {
                self.refuse("a name that is a variable or a function", span)
            }
            (Root::Call(call), []) => self.call(call, &[], span),
            (Root::Call(call), [Link::Paren(arguments)]) => self.call(call, &arguments.exprs, span),
            (Root::Var(_) | Root::Call(_) | Root::Value(_), _) => {
                self.refuse("an access of this form", span)
            }
        }
    }

    /// Scalars in brackets.
    fn matrix(&mut self, rows: &[Box<[ExprId]>], span: Span) -> Lowered<Val> {
        let width = rows.first().map_or(0, |row| row.len());
        if rows.iter().any(|row| row.len() != width) {
            return self.refuse("rows of different lengths", span);
        }
        if width == 0 {
            let kind = Kind { base: Base::Double, form: Form::Matrix };
            let empty = Array::new(BaseType::Double, vec![0, 0], Vec::new());
            let empty = empty.expect("no elements fit an empty shape");
            return Ok(Val::new(Operand::array(empty), kind));
        }
        let mut values = Vec::new();
        for column in 0..width {
            for row in rows {
                values.push(self.expr(row[column])?);
            }
        }
        if values.iter().any(|value| !value.is_scalar()) {
            return self.refuse("arrays that are joined", span);
        }
        if let [only] = &values[..] {
            return Ok(only.clone());
        }
        let all_truths = values.iter().all(|value| value.kind.base == Base::Bool);
        let base = if all_truths { Base::Bool } else { Base::Double };
        let mut elements = Vec::new();
        for value in values {
            elements.push(self.as_base(value, base, span)?.operand);
        }
        let form = Form::of(rows.len(), width);
        let vector = self.op(Op::Vector(elements), span)?;
        let operand = match form {
            Form::Scalar | Form::Row | Form::Column => vector,
            Form::Matrix => {
                let shape = Operand::ints(&[rows.len() as i64, width as i64]);
                self.op(Op::Reshape { shape, array: vector }, span)?
            }
        };
        Ok(Val::new(operand, Kind { base, form }))
    }

    /// A value with elements of another class.
    pub(super) fn as_base(&mut self, value: Val, base: Base, span: Span) -> Lowered<Val> {
        match (value.kind.base, base) {
            (Base::Double, Base::Double) | (Base::Bool, Base::Bool) => Ok(value),
            (Base::Bool, Base::Double) => {
                self.elementwise(&[value], Base::Double, span, |this, operands| {
                    this.prim(Prim::Convert(BaseType::Double), operands, span)
                })
            }
            (Base::Double, Base::Bool) => self.refuse("a number as a truth value", span),
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Val, span: Span) -> Lowered<Val> {
        match op {
            UnaryOp::Plus if value.kind.base == Base::Double => Ok(value),
            UnaryOp::Plus => self.as_base(value, Base::Double, span),
            UnaryOp::Minus => {
                if let Some(number) = value.operand.constant().and_then(|one| one.as_scalar())
                    && let Scalar::Double(number) = number
                {
                    return Ok(number_value(-number));
                }
                let value = self.as_base(value, Base::Double, span)?;
                self.elementwise(&[value], Base::Double, span, |this, operands| {
                    this.prim(Prim::Neg, operands, span)
                })
            }
            UnaryOp::Not if value.is_scalar() => {
                let truth = self.is_true(&value, span)?;
                Ok(Val::new(self.prim(Prim::Not, &[truth], span)?, Kind::TRUTH))
            }
            UnaryOp::Not if value.kind.base == Base::Bool => {
                self.elementwise(&[value], Base::Bool, span, |this, operands| {
                    this.prim(Prim::Not, operands, span)
                })
            }
            UnaryOp::Not => self.refuse("the truth of numbers", span),
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => self.transpose(value, span),
        }
    }

    /// A vector keeps its elements when it is turned.
    fn transpose(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let form = match value.kind.form {
            Form::Scalar => return Ok(value),
            Form::Row => Form::Column,
            Form::Column => Form::Row,
            Form::Matrix => return self.refuse("the transpose of a matrix", span),
        };
        Ok(Val::new(value.operand, Kind { form, ..value.kind }))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        left: Val,
        right: Val,
        span: Span,
    ) -> Lowered<Val> {
        let scalars = left.is_scalar() && right.is_scalar();
        let prim = match op {
            BinaryOp::Add => Prim::Add,
            BinaryOp::Subtract => Prim::Sub,
            BinaryOp::ElementMultiply => Prim::Mul,
            BinaryOp::Multiply if left.is_scalar() || right.is_scalar() => Prim::Mul,
            BinaryOp::ElementDivide => Prim::Div,
            BinaryOp::Divide if right.is_scalar() => Prim::Div,
            BinaryOp::ElementLeftDivide | BinaryOp::LeftDivide if scalars => {
                return self.binary(BinaryOp::ElementDivide, right, left, span);
            }
            BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::LeftDivide
            | BinaryOp::ElementLeftDivide => return self.refuse("an operation on matrices", span),
            BinaryOp::Power | BinaryOp::ElementPower => {
                let two = Operand::scalar(Scalar::Double(2.0));
                if !scalars || left.kind.base != Base::Double || right.operand != two {
                    return self.refuse("a power that is no square of a number", span);
                }
                return self.binary(BinaryOp::Multiply, left.clone(), left, span);
            }
            BinaryOp::Less => Prim::Lt,
            BinaryOp::LessEqual => Prim::Le,
            BinaryOp::Equal => Prim::Eq,
            BinaryOp::NotEqual => Prim::Ne,
            BinaryOp::GreaterEqual => Prim::Ge,
            BinaryOp::Greater => Prim::Gt,
            BinaryOp::And | BinaryOp::Or => {
                let prim = if op == BinaryOp::And { Prim::And } else { Prim::Or };
                if !scalars {
                    return self.refuse("`&` or `|` of arrays", span);
                }
                let left = self.is_true(&left, span)?;
                let right = self.is_true(&right, span)?;
                return Ok(Val::new(self.prim(prim, &[left, right], span)?, Kind::TRUTH));
            }
        };
        let left = self.as_base(left, Base::Double, span)?;
        let right = self.as_base(right, Base::Double, span)?;
        let whole = match prim {
            Prim::Add | Prim::Sub => self.whole_sum(prim, &left, &right, span)?,
            _ => None,
        };
        let compares =
            matches!(prim, Prim::Lt | Prim::Le | Prim::Eq | Prim::Ne | Prim::Ge | Prim::Gt);
        let base = if compares { Base::Bool } else { Base::Double };
        let mut value = self.elementwise(&[left, right], base, span, |this, operands| {
            this.prim(prim, operands, span)
        })?;
        value.whole = whole;
        Ok(value)
    }
}

/// A constant number.
pub(super) fn number_value(number: f64) -> Val {
    let whole = Whole::constant(number);
    Val { operand: Operand::scalar(Scalar::Double(number)), kind: Kind::NUMBER, whole }
}
