//! Scalar primitives.

use formwork_array::ir::{BaseType, Operand, Prim};

use super::lowerer::{Lowered, Lowerer};
use super::types::scalar_type;
use crate::loops::{BinaryOp, ExprId, Scalar, ScalarType, UnaryOp, VariableId};

/// What becomes of a primitive.
enum Lowering {
    /// An operation of one operand.
    Unary(UnaryOp),
    /// An operation of two operands.
    Binary(BinaryOp),
    /// The first of two operands, or the second if that compares so with the first.
    Select(BinaryOp),
    /// A conversion.
    Convert(BaseType),
}

/// How each primitive is computed in the loop form.
const fn lowering(prim: Prim) -> Lowering {
    match prim {
        Prim::Neg => Lowering::Unary(UnaryOp::Negate),
        Prim::Not => Lowering::Unary(UnaryOp::Not),
        Prim::Abs => Lowering::Unary(UnaryOp::Abs),
        Prim::Sqrt => Lowering::Unary(UnaryOp::Sqrt),
        Prim::Exp => Lowering::Unary(UnaryOp::Exp),
        Prim::Log => Lowering::Unary(UnaryOp::Log),
        Prim::Sin => Lowering::Unary(UnaryOp::Sin),
        Prim::Cos => Lowering::Unary(UnaryOp::Cos),
        Prim::Tan => Lowering::Unary(UnaryOp::Tan),
        Prim::Asin => Lowering::Unary(UnaryOp::Asin),
        Prim::Acos => Lowering::Unary(UnaryOp::Acos),
        Prim::Atan => Lowering::Unary(UnaryOp::Atan),
        Prim::Sinh => Lowering::Unary(UnaryOp::Sinh),
        Prim::Cosh => Lowering::Unary(UnaryOp::Cosh),
        Prim::Tanh => Lowering::Unary(UnaryOp::Tanh),
        Prim::Expm1 => Lowering::Unary(UnaryOp::Expm1),
        Prim::Log1p => Lowering::Unary(UnaryOp::Log1p),
        Prim::Log2 => Lowering::Unary(UnaryOp::Log2),
        Prim::Log10 => Lowering::Unary(UnaryOp::Log10),
        Prim::Round => Lowering::Unary(UnaryOp::Round),
        Prim::Fix => Lowering::Unary(UnaryOp::Fix),
        Prim::Sign => Lowering::Unary(UnaryOp::Sign),
        Prim::Floor => Lowering::Unary(UnaryOp::Floor),
        Prim::Ceil => Lowering::Unary(UnaryOp::Ceil),
        Prim::Real => Lowering::Unary(UnaryOp::Real),
        Prim::Imag => Lowering::Unary(UnaryOp::Imag),
        Prim::Conj => Lowering::Unary(UnaryOp::Conj),
        Prim::Convert(to) => Lowering::Convert(to),
        Prim::Add => Lowering::Binary(BinaryOp::Add),
        Prim::Sub => Lowering::Binary(BinaryOp::Subtract),
        Prim::Mul => Lowering::Binary(BinaryOp::Multiply),
        Prim::Div => Lowering::Binary(BinaryOp::Divide),
        Prim::Mod => Lowering::Binary(BinaryOp::Remainder),
        Prim::Pow => Lowering::Binary(BinaryOp::Power),
        Prim::Atan2 => Lowering::Binary(BinaryOp::Atan2),
        Prim::Hypot => Lowering::Binary(BinaryOp::Hypot),
        Prim::Modulo => Lowering::Binary(BinaryOp::Modulo),
        Prim::Remainder => Lowering::Binary(BinaryOp::Remainder),
        Prim::And => Lowering::Binary(BinaryOp::And),
        Prim::Or => Lowering::Binary(BinaryOp::Or),
        Prim::Eq => Lowering::Binary(BinaryOp::Equal),
        Prim::Ne => Lowering::Binary(BinaryOp::NotEqual),
        Prim::Lt => Lowering::Binary(BinaryOp::Less),
        Prim::Le => Lowering::Binary(BinaryOp::LessEqual),
        Prim::Gt => Lowering::Binary(BinaryOp::Greater),
        Prim::Ge => Lowering::Binary(BinaryOp::GreaterEqual),
        Prim::MakeComplex => Lowering::Binary(BinaryOp::Complex),
        Prim::Min => Lowering::Select(BinaryOp::Less),
        Prim::Max => Lowering::Select(BinaryOp::Greater),
    }
}

impl Lowerer<'_> {
    pub(super) fn primitive(&mut self, prim: Prim, operands: &[Operand]) -> Lowered<ExprId> {
        match operands {
            [x] => {
                let base = self.source.type_of(x).base;
                let x = self.scalar(x)?;
                self.unary(prim, base, x)
            }
            [x, y] => {
                // Both are read twice where the primitive is made of a comparison.
                let (left, right) = (self.scalar(x)?, self.scalar(y)?);
                match lowering(prim) {
                    Lowering::Select(op) => {
                        let (first, second) = (self.scalar(y)?, self.scalar(x)?);
                        let condition = self.builder.binary(op, first, second);
                        let condition = self.typed(condition)?;
                        let select = self.builder.select(condition, right, left);
                        self.typed(select)
                    }
                    Lowering::Unary(_) | Lowering::Binary(_) | Lowering::Convert(_) => {
                        let base = self.source.type_of(x).base;
                        self.combine(prim, base, left, right)
                    }
                }
            }
            _ => self.limit("a primitive of other than one or two arguments"),
        }
    }

    /// The lesser or the greater of two; the first, if they cannot be told apart.
    pub(super) fn extreme(
        &mut self,
        prim: Prim,
        left: VariableId,
        right: VariableId,
    ) -> Lowered<ExprId> {
        let op = if prim == Prim::Min { BinaryOp::Less } else { BinaryOp::Greater };
        let (x, y) = (self.builder.read(right), self.builder.read(left));
        let condition = self.builder.binary(op, x, y);
        let condition = self.typed(condition)?;
        let (x, y) = (self.builder.read(right), self.builder.read(left));
        let select = self.builder.select(condition, x, y);
        self.typed(select)
    }

    fn unary(&mut self, prim: Prim, base: BaseType, x: ExprId) -> Lowered<ExprId> {
        let op = match lowering(prim) {
            Lowering::Unary(UnaryOp::Not) if base != BaseType::Bool => {
                let zero = self.builder.index(0);
                let equal = self.builder.binary(BinaryOp::Equal, x, zero);
                return self.typed(equal);
            }
            Lowering::Unary(op) => op,
            Lowering::Convert(to) => return self.convert(base, to, x),
            Lowering::Binary(_) | Lowering::Select(_) => {
                return self.limit("a primitive of two arguments with one");
            }
        };
        let result = self.builder.unary(op, x);
        self.typed(result)
    }

    fn convert(&mut self, from: BaseType, to: BaseType, x: ExprId) -> Lowered<ExprId> {
        if from == to {
            return Ok(x);
        }
        if to == BaseType::Bool && from != BaseType::Complex {
            let zero = self.builder.constant(scalar_type(from).zero());
            let differs = self.builder.binary(BinaryOp::NotEqual, x, zero);
            return self.typed(differs);
        }
        // To an index, a conversion cuts off, as it should.
        let cast = self.builder.cast(scalar_type(to), x);
        self.typed(cast)
    }

    /// A primitive of two arguments but those that read them twice.
    pub(super) fn combine(
        &mut self,
        prim: Prim,
        base: BaseType,
        left: ExprId,
        right: ExprId,
    ) -> Lowered<ExprId> {
        let op = match lowering(prim) {
            Lowering::Binary(BinaryOp::Divide) if base.is_integer() && base != BaseType::Int => {
                return self.limit("quotients of saturating integers round in native code");
            }
            Lowering::Binary(op) => op,
            Lowering::Select(_) => {
                return self.limit("the lesser and the greater are compared before");
            }
            Lowering::Unary(_) | Lowering::Convert(_) => {
                return self.limit("a primitive of one argument with two");
            }
        };
        let result = self.builder.binary(op, left, right);
        self.typed(result)
    }

    /// The truth value as an expression.
    pub(super) fn truth(&mut self, truth: bool) -> ExprId {
        debug_assert_eq!(Scalar::Bool(truth).scalar_type(), ScalarType::Bool);
        self.builder.constant(Scalar::Bool(truth))
    }
}
