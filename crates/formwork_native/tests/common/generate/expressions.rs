//! Random expressions.

use formwork_native::loops::{
    BinaryOp, BufferId, ExprId, ScalarType, UnaryOp, VariableId, can_cast,
};

use super::{Generator, constant};

impl Generator<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        self.builder.binary(op, left, right).expect("the types fit")
    }

    /// A place of a buffer that is not empty.
    pub(super) fn place(&mut self, buffer: BufferId) -> ExprId {
        let index = self.index(2);
        let length = self.builder.length(buffer);
        self.binary(BinaryOp::Modulo, index, length)
    }

    /// An index whose modulus is small.
    pub(super) fn small_index(&mut self) -> ExprId {
        let index = self.index(2);
        let bound = self.builder.index(11);
        self.binary(BinaryOp::Remainder, index, bound)
    }

    pub(super) fn index(&mut self, depth: usize) -> ExprId {
        let readable: Vec<VariableId> = self
            .variables
            .iter()
            .filter(|(_, scalar)| *scalar == ScalarType::Index)
            .map(|&(variable, _)| variable)
            .chain(self.counters.iter().copied())
            .collect();
        match self.rng.u8(0..9) {
            0..=2 if !readable.is_empty() => {
                let variable = self.pick(&readable);
                self.builder.read(variable)
            }
            3..=5 if depth > 0 => {
                let op = self.pick(&[
                    BinaryOp::Add,
                    BinaryOp::Subtract,
                    BinaryOp::Multiply,
                    BinaryOp::Min,
                    BinaryOp::Max,
                    BinaryOp::Modulo,
                    BinaryOp::ExtentProduct,
                    BinaryOp::Divide,
                ]);
                let (left, right) = (self.index(depth - 1), self.index(depth - 1));
                self.binary(op, left, right)
            }
            6 if depth > 0 => {
                let scalar = self.pick(&[ScalarType::F64, ScalarType::U64, ScalarType::I8]);
                let value = self.expression(scalar, depth - 1);
                let value = self.builder.cast(ScalarType::Index, value).expect("it is real");
                let bound = self.builder.index(1000);
                self.binary(BinaryOp::Remainder, value, bound)
            }
            7 if !self.buffers.is_empty() => {
                let list = self.buffers.clone();
                let (buffer, _) = self.pick(&list);
                self.builder.length(buffer)
            }
            _ => {
                let value = constant(self.rng, ScalarType::Index);
                self.builder.constant(value)
            }
        }
    }

    pub(super) fn expression(&mut self, scalar: ScalarType, depth: usize) -> ExprId {
        if scalar == ScalarType::Index {
            return self.index(depth);
        }
        match self.rng.u8(0..12) {
            0..=4 if depth > 0 => {
                let fitting: Vec<(BinaryOp, ScalarType, ScalarType)> = BinaryOp::ALL
                    .iter()
                    .flat_map(|&op| {
                        ScalarType::ALL.into_iter().flat_map(move |left| {
                            ScalarType::ALL.into_iter().map(move |right| (op, left, right))
                        })
                    })
                    .filter(|(op, left, right)| op.result_type(*left, *right) == Some(scalar))
                    .collect();
                let (op, left, right) = self.pick(&fitting);
                let (left, right) =
                    (self.expression(left, depth - 1), self.expression(right, depth - 1));
                self.binary(op, left, right)
            }
            5 | 6 if depth > 0 => {
                let fitting: Vec<(UnaryOp, ScalarType)> = UnaryOp::ALL
                    .iter()
                    .flat_map(|&op| ScalarType::ALL.into_iter().map(move |operand| (op, operand)))
                    .filter(|(op, operand)| op.result_type(*operand) == Some(scalar))
                    .collect();
                let (op, operand) = self.pick(&fitting);
                let operand = self.expression(operand, depth - 1);
                self.builder.unary(op, operand).expect("the type fits")
            }
            7 if depth > 0 => {
                let from = self.pick(&ScalarType::ALL);
                if !can_cast(from, scalar) {
                    return self.leaf(scalar);
                }
                let value = self.expression(from, depth - 1);
                self.builder.cast(scalar, value).expect("it can be cast")
            }
            8 if depth > 0 => {
                let condition = self.expression(ScalarType::Bool, depth - 1);
                let (yes, no) =
                    (self.expression(scalar, depth - 1), self.expression(scalar, depth - 1));
                self.builder.select(condition, yes, no).expect("the types fit")
            }
            _ => self.leaf(scalar),
        }
    }

    pub(super) fn leaf(&mut self, scalar: ScalarType) -> ExprId {
        let fits = |(_, own): &&(VariableId, ScalarType)| *own == scalar;
        let variables: Vec<VariableId> =
            self.variables.iter().filter(fits).map(|&(id, _)| id).collect();
        let fits = |(_, own): &&(BufferId, ScalarType)| *own == scalar;
        let buffers: Vec<BufferId> = self.buffers.iter().filter(fits).map(|&(id, _)| id).collect();
        match self.rng.u8(0..3) {
            0 if !buffers.is_empty() => {
                let buffer = self.pick(&buffers);
                let index = self.place(buffer);
                self.builder.load(buffer, index).expect("it is an index")
            }
            1 if !variables.is_empty() => {
                let variable = self.pick(&variables);
                self.builder.read(variable)
            }
            _ => {
                let value = constant(self.rng, scalar);
                self.builder.constant(value)
            }
        }
    }
}
