//! Expressions.

use formwork_array::ir::{Operand, Prim, Scalar};
use formwork_hir::body::{Access, ExprId, ExprKind, Link, Root};
use formwork_runtime::Value;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::{Span, with_enough_stack};

use super::{Lowered, Lowerer, Special, Val, Whole};
use crate::given::Known;
use crate::kind::{Base, Form, Kind};
use crate::values::{kind_of, to_array};

impl Lowerer<'_, '_> {
    pub(super) fn expr(&mut self, id: ExprId) -> Lowered<Val> {
        with_enough_stack(|| self.expr_inside(id))
    }

    fn expr_inside(&mut self, id: ExprId) -> Lowered<Val> {
        let body = self.body;
        let span = body.exprs[id].span;
        match &body.exprs[id].kind {
            ExprKind::Const(value) => self.constant(value, span),
            ExprKind::Var(_) | ExprKind::Access(_) if self.is_known(id) => self.known_array(id),
            ExprKind::Cell(_) | ExprKind::Handle(_) | ExprKind::Anonymous(_) => {
                self.known_array(id)
            }
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
            ExprKind::AndAlso(..) | ExprKind::OrElse(..) | ExprKind::Lazy(..) => {
                Ok(Val::new(self.truth(id)?, Kind::TRUTH))
            }
            ExprKind::Access(access) => self.access(access, span),
            ExprKind::Matrix(rows) => self.matrix(rows, span),
            ExprKind::Range(start, step, stop) => self.range(*start, *step, *stop, span),
            ExprKind::Colon => self.refuse("a colon", span),
            ExprKind::Assign(_) | ExprKind::PostIncrement(_) => {
                self.refuse("an assignment inside an expression", span)
            }
            ExprKind::Invalid(refusal) => self.refuse(refusal.message(), span),
        }
    }

    fn constant(&mut self, value: &Value, span: Span) -> Lowered<Val> {
        if let Some(number) = value.as_double() {
            return Ok(number_value(number));
        }
        let kind = kind_of(value).filter(|kind| kind.form != Form::Range);
        if kind == Some(Kind::EMPTY) {
            return Ok(nothing());
        }
        let Some((kind, array)) = kind.and_then(|kind| Some((kind, to_array(value, kind)?))) else {
            return self.refuse("a constant of another class", span);
        };
        Ok(Val::new(Operand::Constant(array), kind))
    }

    fn access(&mut self, access: &Access, span: Span) -> Lowered<Val> {
        match (access.root, &access.links[..]) {
            (Root::Var(slot), []) => self.read(slot, span),
            (Root::Var(slot), [Link::Paren(arguments)]) => {
                let array = self.look(slot, span)?;
                self.part(&array, arguments, span)
            }
            (Root::VarOrCall(slot, _), []) if self.is_surely_set(slot) => self.read(slot, span),
            (Root::VarOrCall(slot, _), [Link::Paren(arguments)]) if self.is_surely_set(slot) => {
                let array = self.look(slot, span)?;
                self.part(&array, arguments, span)
            }
            (Root::VarOrCall(slot, call), links) => {
                self.is_no_variable(slot, span)?;
                match links {
                    [] => self.call(call, &[], span),
                    [Link::Paren(arguments)] => self.call(call, &arguments.exprs, span),
                    _ => self.refuse("an access of this form", span),
                }
            }
            (Root::Call(call), []) => self.call(call, &[], span),
            (Root::Call(call), [Link::Paren(arguments)]) => self.call(call, &arguments.exprs, span),
            (Root::Value(value), links) if self.is_known(value) => {
                let [item] = &self.known_values(value, 1)?[..] else {
                    return self.refuse("several values for one", span);
                };
                match &self.follow(item.clone(), links, 1, span)?[..] {
                    [Known::Array(value), ..] => Ok(value.clone()),
                    _ => self.refuse("an access of this form", span),
                }
            }
            (Root::Value(value), [Link::Paren(arguments)]) => {
                let array = self.expr(value)?;
                self.part(&array, arguments, span)
            }
            (Root::Var(_) | Root::Call(_) | Root::Value(_), _) => {
                self.refuse("an access of this form", span)
            }
        }
    }

    /// A value with elements of another class.
    pub(super) fn as_base(&mut self, value: Val, base: Base, span: Span) -> Lowered<Val> {
        match (value.kind.base, base) {
            (own, base) if own == base => Ok(value),
            (_, Base::Bool | Base::Char) => self.refuse("a number as a truth value", span),
            (_, base) => {
                let whole = value.whole.clone();
                let mut value = self.elementwise(&[value], base, span, |this, operands| {
                    this.prim(Prim::Convert(base.ir()), operands, span)
                })?;
                value.whole = whole.filter(|_| base == Base::Double);
                Ok(value)
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, value: Val, span: Span) -> Lowered<Val> {
        match op {
            UnaryOp::Plus if value.kind.base.is_float() || value.kind.base.is_integer() => {
                Ok(value)
            }
            UnaryOp::Plus => self.as_base(value, Base::Double, span),
            UnaryOp::Minus => self.minus(value, span),
            UnaryOp::Not if value.is_scalar() => {
                let truth = self.is_true(&value, span)?;
                Ok(Val::new(self.prim(Prim::Not, &[truth], span)?, Kind::TRUTH))
            }
            UnaryOp::Not => {
                let truths = self.truths(value, span)?;
                self.elementwise(&[truths], Base::Bool, span, |this, operands| {
                    this.prim(Prim::Not, operands, span)
                })
            }
            UnaryOp::Transpose | UnaryOp::ConjugateTranspose => self.transpose(value, span),
        }
    }

    fn minus(&mut self, value: Val, span: Span) -> Lowered<Val> {
        if let Some(number) = value.operand.constant().and_then(|one| one.as_scalar())
            && let Scalar::Double(number) = number
        {
            return Ok(number_value(-number));
        }
        let base = value.kind.base;
        if base.is_integer() {
            let wide = self.as_base(value, Base::Double, span)?;
            let wide = self.minus(wide, span)?;
            return self.as_base(wide, base, span);
        }
        let base = if base == Base::Single { base } else { Base::Double };
        let value = self.as_base(value, base, span)?;
        let whole = match &value.whole {
            // Zero would become a negative one.
            Some(whole) if whole.low > 0 || whole.high < 0 => {
                let operand = self.prim(Prim::Neg, std::slice::from_ref(&whole.operand), span)?;
                Some(Whole { operand, low: -whole.high, high: -whole.low })
            }
            _ => None,
        };
        let mut value = self.elementwise(&[value], base, span, |this, operands| {
            this.prim(Prim::Neg, operands, span)
        })?;
        value.whole = whole;
        Ok(value)
    }

    /// The truth of each element.
    pub(super) fn truths(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let base = value.kind.base;
        if base == Base::Bool {
            return Ok(value);
        }
        let value = if base.is_float() { value } else { self.as_base(value, Base::Double, span)? };
        let zero = Operand::scalar(value.kind.base.zero());
        self.elementwise(&[value], Base::Bool, span, |this, operands| {
            let number = this.not_nan(&operands[0], span)?;
            this.prim(Prim::Ne, &[number, zero], span)
        })
    }

    /// A vector keeps its elements when it is turned.
    pub(super) fn transpose(&mut self, value: Val, span: Span) -> Lowered<Val> {
        let form = match value.kind.form {
            Form::Scalar => return Ok(value),
            Form::Row | Form::Range => Form::Column,
            Form::Column => Form::Row,
            Form::Empty | Form::Matrix => {
                let rows = self.extent(&value, 0, span)?;
                let columns = self.extent(&value, 1, span)?;
                let shape = self.vector(vec![columns, rows], span)?;
                return self.build(value.kind, shape, span, |this, places| {
                    this.element_at(&value, &[places[1].clone(), places[0].clone()], span)
                });
            }
            Form::Array(_) => return self.refuse("the transpose of more dimensions", span),
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
            BinaryOp::ElementLeftDivide => {
                return self.binary(BinaryOp::ElementDivide, right, left, span);
            }
            BinaryOp::LeftDivide if left.is_scalar() => {
                return self.binary(BinaryOp::ElementDivide, right, left, span);
            }
            BinaryOp::Multiply => return self.matrix_product(&left, &right, span),
            BinaryOp::Divide | BinaryOp::LeftDivide => {
                return self.refuse("a system of equations", span);
            }
            BinaryOp::Power if !scalars => return self.refuse("a power of a matrix", span),
            BinaryOp::Power | BinaryOp::ElementPower => return self.power(left, right, span),
            BinaryOp::Less => Prim::Lt,
            BinaryOp::LessEqual => Prim::Le,
            BinaryOp::Equal => Prim::Eq,
            BinaryOp::NotEqual => Prim::Ne,
            BinaryOp::GreaterEqual => Prim::Ge,
            BinaryOp::Greater => Prim::Gt,
            BinaryOp::And | BinaryOp::Or => {
                let prim = if op == BinaryOp::And { Prim::And } else { Prim::Or };
                let left = self.truths(left, span)?;
                let right = self.truths(right, span)?;
                return self.elementwise(&[left, right], Base::Bool, span, |this, operands| {
                    this.prim(prim, operands, span)
                });
            }
        };
        if matches!(prim, Prim::Lt | Prim::Le | Prim::Eq | Prim::Ne | Prim::Ge | Prim::Gt) {
            return self.comparison(prim, left, right, span);
        }
        self.arithmetic(prim, left, right, span)
    }

    fn arithmetic(&mut self, prim: Prim, left: Val, right: Val, span: Span) -> Lowered<Val> {
        let result = self.arithmetic_class(&left, &right, span)?;
        // Integers are reckoned in double, which holds their sums and products, or what is
        // beyond all of them.
        let within = if result == Base::Single { Base::Single } else { Base::Double };
        let left = self.as_base(left, within, span)?;
        let right = self.as_base(right, within, span)?;
        let whole = self.whole_result(prim, &left, &right, span)?;
        let progression = self.shifted(prim, &left, &right, span)?;
        let mut value = self.elementwise(&[left, right], result, span, |this, operands| {
            let number = this.prim(prim, operands, span)?;
            if within == result {
                return Ok(number);
            }
            this.prim(Prim::Convert(result.ir()), &[number], span)
        })?;
        value.whole = whole.filter(|_| result == Base::Double && value.is_scalar());
        value.progression = progression.filter(|_| result == Base::Double);
        Ok(value)
    }

    /// The class of what is reckoned from two values.
    pub(super) fn arithmetic_class(&self, left: &Val, right: &Val, span: Span) -> Lowered<Base> {
        let plain = |base| matches!(base, Base::Double | Base::Bool | Base::Char);
        match (left.kind.base, right.kind.base) {
            (one, two) if plain(one) && plain(two) => Ok(Base::Double),
            (Base::Single, two) if plain(two) || two == Base::Single => Ok(Base::Single),
            (one, Base::Single) if plain(one) => Ok(Base::Single),
            (one, two) if one.is_integer() && (one == two || plain(two)) => Ok(one),
            (one, two) if two.is_integer() && plain(one) => Ok(two),
            _ => self.refuse("classes that do not go together", span),
        }
    }

    fn comparison(&mut self, prim: Prim, left: Val, right: Val, span: Span) -> Lowered<Val> {
        let singles = [&left, &right].map(|value| value.kind.base == Base::Single);
        let within = match singles {
            [true, true] => Base::Single,
            [false, false] => Base::Double,
            _ => return self.refuse("single compared with another class", span),
        };
        if [&left, &right].iter().all(|value| value.kind.base == Base::Char)
            && !matches!(prim, Prim::Eq | Prim::Ne)
        {
            return self.refuse("the order of characters", span);
        }
        if let (Some(one), Some(two)) = (&left.whole, &right.whole) {
            let operands = [one.operand.clone(), two.operand.clone()];
            return Ok(Val::new(self.prim(prim, &operands, span)?, Kind::TRUTH));
        }
        let left = self.as_base(left, within, span)?;
        let right = self.as_base(right, within, span)?;
        self.elementwise(&[left, right], Base::Bool, span, |this, operands| {
            this.prim(prim, operands, span)
        })
    }
}

/// What `[]` is.
pub(super) fn nothing() -> Val {
    let kind = Kind::EMPTY.of_variable();
    Val { special: Special::Empty, ..Val::new(kind.nothing(), kind) }
}

/// A constant number.
pub(super) fn number_value(number: f64) -> Val {
    let whole = Whole::constant(number);
    let operand = Operand::scalar(Scalar::Double(number));
    Val { whole, ..Val::new(operand, Kind::NUMBER) }
}
