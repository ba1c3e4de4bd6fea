//! Scalar primitives.

use formwork_array::ir::{BaseType, Operand, Prim};

use super::{Lowered, Lowerer, scalar_type};
use crate::loops::{BinaryOp, ExprId, Scalar, ScalarType, UnaryOp, VariableId};

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
                match prim {
                    Prim::Min | Prim::Max => {
                        let (first, second) = (self.scalar(y)?, self.scalar(x)?);
                        let op = if prim == Prim::Min { BinaryOp::Less } else { BinaryOp::Greater };
                        let condition = self.builder.binary(op, first, second);
                        let condition = self.typed(condition)?;
                        let select = self.builder.select(condition, right, left);
                        self.typed(select)
                    }
                    _ => {
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
        let op = match prim {
            Prim::Not if base == BaseType::Bool => UnaryOp::Not,
            Prim::Not => {
                let zero = self.builder.index(0);
                let equal = self.builder.binary(BinaryOp::Equal, x, zero);
                return self.typed(equal);
            }
            Prim::Neg => UnaryOp::Negate,
            Prim::Abs => UnaryOp::Abs,
            Prim::Sqrt => UnaryOp::Sqrt,
            Prim::Exp => UnaryOp::Exp,
            Prim::Log => UnaryOp::Log,
            Prim::Sin => UnaryOp::Sin,
            Prim::Cos => UnaryOp::Cos,
            Prim::Tan => UnaryOp::Tan,
            Prim::Asin => UnaryOp::Asin,
            Prim::Acos => UnaryOp::Acos,
            Prim::Atan => UnaryOp::Atan,
            Prim::Sinh => UnaryOp::Sinh,
            Prim::Cosh => UnaryOp::Cosh,
            Prim::Tanh => UnaryOp::Tanh,
            Prim::Expm1 => UnaryOp::Expm1,
            Prim::Log1p => UnaryOp::Log1p,
            Prim::Log2 => UnaryOp::Log2,
            Prim::Log10 => UnaryOp::Log10,
            Prim::Round => UnaryOp::Round,
            Prim::Fix => UnaryOp::Fix,
            Prim::Sign => UnaryOp::Sign,
            Prim::Floor => UnaryOp::Floor,
            Prim::Ceil => UnaryOp::Ceil,
            Prim::Real => UnaryOp::Real,
            Prim::Imag => UnaryOp::Imag,
            Prim::Conj => UnaryOp::Conj,
            Prim::Convert(to) => return self.convert(base, to, x),
            Prim::Add
            | Prim::Sub
            | Prim::Mul
            | Prim::Div
            | Prim::Mod
            | Prim::Pow
            | Prim::Atan2
            | Prim::Hypot
            | Prim::Modulo
            | Prim::Remainder
            | Prim::Min
            | Prim::Max
            | Prim::And
            | Prim::Or
            | Prim::Eq
            | Prim::Ne
            | Prim::Lt
            | Prim::Le
            | Prim::Gt
            | Prim::Ge
            | Prim::MakeComplex => return self.limit("a primitive of two arguments with one"),
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
        let op = match prim {
            Prim::Add => BinaryOp::Add,
            Prim::Sub => BinaryOp::Subtract,
            Prim::Mul => BinaryOp::Multiply,
            Prim::Div if base.is_integer() && base != BaseType::Int => {
                return self.limit("quotients of saturating integers round in native code");
            }
            Prim::Div => BinaryOp::Divide,
            Prim::Mod => BinaryOp::Remainder,
            Prim::Pow => BinaryOp::Power,
            Prim::Atan2 => BinaryOp::Atan2,
            Prim::Hypot => BinaryOp::Hypot,
            Prim::Modulo => BinaryOp::Modulo,
            Prim::Remainder => BinaryOp::Remainder,
            Prim::And => BinaryOp::And,
            Prim::Or => BinaryOp::Or,
            Prim::Eq => BinaryOp::Equal,
            Prim::Ne => BinaryOp::NotEqual,
            Prim::Lt => BinaryOp::Less,
            Prim::Le => BinaryOp::LessEqual,
            Prim::Gt => BinaryOp::Greater,
            Prim::Ge => BinaryOp::GreaterEqual,
            Prim::MakeComplex => BinaryOp::Complex,
            Prim::Min | Prim::Max => {
                return self.limit("the lesser and the greater are compared before");
            }
            Prim::Neg
            | Prim::Not
            | Prim::Abs
            | Prim::Sqrt
            | Prim::Exp
            | Prim::Log
            | Prim::Sin
            | Prim::Cos
            | Prim::Tan
            | Prim::Asin
            | Prim::Acos
            | Prim::Atan
            | Prim::Sinh
            | Prim::Cosh
            | Prim::Tanh
            | Prim::Expm1
            | Prim::Log1p
            | Prim::Log2
            | Prim::Log10
            | Prim::Round
            | Prim::Fix
            | Prim::Sign
            | Prim::Floor
            | Prim::Ceil
            | Prim::Real
            | Prim::Imag
            | Prim::Conj
            | Prim::Convert(_) => {
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
