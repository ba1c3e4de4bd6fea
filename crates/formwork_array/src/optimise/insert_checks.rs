//! `insert-checks`: every operation that means nothing for some arguments gets a
//! guard in front of it. From then on operations are computed without looking, and
//! guards are what is left to prove.

use crate::attributes::insert_into;
use crate::diagnostic::TextPosition;
use crate::eval::words;
use crate::ir::{
    Attributes, BaseType, Block, Check, Condition, Function, Index, Module, Op, Operand, Operation,
    Statement, Type,
};

/// Guards the operations of a function.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    if function.guarded {
        return 0;
    }
    if !function.attributed {
        insert_into(module, function);
    }
    let body = std::mem::take(&mut function.body);
    let mut guarder = Guarder { function, count: 0 };
    let body = guarder.block(body);
    let count = guarder.count;
    function.body = body;
    function.guarded = true;
    // Functions without guards are changed, too: they are known to need none.
    count.max(1)
}

struct Guarder<'f> {
    function: &'f mut Function,
    count: usize,
}

impl Guarder<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Vec::with_capacity(block.statements.len());
        for mut statement in block.statements {
            for inner in statement.op.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            self.statement(&mut statement, &mut out);
            out.push(statement);
        }
        Block { statements: out, results: block.results }
    }

    /// The shape of an operand; of a bare parameter, computed here.
    fn shape(
        &mut self,
        operand: &Operand,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Operand {
        if let Some(attributes) = self.function.attributes_of(operand) {
            return attributes.shape;
        }
        let value = self.function.temporary(Type::of_rank(BaseType::Int, 1));
        out.push(Statement::one(value, Op::Shape(operand.clone()), place));
        Operand::Value(value)
    }

    fn guard(
        &mut self,
        condition: Condition,
        message: &str,
        operand: &mut Operand,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) {
        let data = match operand {
            Operand::Value(value) => self.function.values[*value].clone(),
            Operand::Constant(array) => crate::ir::ValueData {
                name: String::new(),
                origin: crate::ir::NameOrigin::Temporary,
                ty: Type::of(array),
                attributes: Some(Attributes::known(array.shape())),
            },
        };
        let result = self.function.values.push(data);
        self.function.values[result].name.clear();
        self.function.values[result].origin = crate::ir::NameOrigin::Temporary;
        let check = Check { condition, message: message.into(), place };
        out.push(Statement::one(result, Op::Guard { check, value: Some(operand.clone()) }, place));
        *operand = Operand::Value(result);
        self.count += 1;
    }

    fn expect_scalar(
        &mut self,
        operand: &mut Operand,
        message: &str,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) {
        if !self.function.is_scalar(operand) {
            let shape = self.shape(operand, place, out);
            self.guard(
                Condition::ShapesEqual(shape, Operand::ints(&[])),
                message,
                operand,
                place,
                out,
            );
            if let Some(value) = operand.value() {
                self.function.values[value].ty = Type::scalar(self.function.values[value].ty.base);
                self.function.values[value].attributes = Some(Attributes::scalar());
            }
        }
    }

    fn statement(&mut self, statement: &mut Statement, out: &mut Vec<Statement>) {
        let place = statement.place;
        match &mut statement.op {
            Op::Sel { index, array } => {
                let shape = self.shape(array, place, out);
                let condition = Condition::IndexWithin { index: index.clone(), shape };
                self.guard(condition, words::INDEX, array, place, out);
            }
            Op::Modarray { array, index, value } => {
                let shape = self.shape(array, place, out);
                let condition = Condition::IndexWithin { index: index.clone(), shape };
                self.guard(condition, words::INDEX, array, place, out);
                self.expect_scalar(value, words::SCALAR, place, out);
            }
            Op::Reshape { shape, array } => {
                let from = self.shape(array, place, out);
                self.guard(
                    Condition::CountsEqual(shape.clone(), from),
                    words::COUNT,
                    array,
                    place,
                    out,
                );
            }
            Op::Prim(prim, operands) => {
                if let [left, right] = operands.as_mut_slice()
                    && prim.needs_divisor(self.function.type_of(left).base)
                {
                    self.guard(
                        Condition::NonZero(right.clone()),
                        words::DIVISION,
                        right,
                        place,
                        out,
                    );
                }
            }
            Op::Vector(elements) => {
                let Some((first, others)) = elements.split_first_mut() else { return };
                if self.function.is_scalar(first)
                    && others.iter().all(|other| self.function.is_scalar(other))
                {
                    return;
                }
                let shape = self.shape(first, place, out);
                for other in others {
                    let own = self.shape(other, place, out);
                    let condition = Condition::ShapesEqual(shape.clone(), own);
                    self.guard(condition, words::CELL, other, place, out);
                }
            }
            Op::With(with) => self.with(with, place, out),
            Op::Copy(_)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::If { .. }
            | Op::Loop(_)
            | Op::Guard { .. }
            | Op::Extern { .. } => {}
        }
    }

    fn with(&mut self, with: &mut crate::ir::With, place: TextPosition, out: &mut Vec<Statement>) {
        for operation in &mut with.operations {
            if let Operation::Genarray { shape, default: _ } = operation {
                self.guard(
                    Condition::NonNegative(shape.clone()),
                    words::NEGATIVE,
                    shape,
                    place,
                    out,
                );
            }
        }
        let mut outers = Vec::new();
        for operation in &with.operations {
            outers.push(match operation {
                Operation::Genarray { shape, default: _ } => Some(shape.clone()),
                Operation::Modarray { array } => Some(self.shape(&array.clone(), place, out)),
                Operation::Fold { .. } => None,
            });
        }
        for part in &mut with.parts {
            if let Some(lower) = &mut part.lower {
                let length = self.shape(&part.upper, place, out);
                let own = self.shape(&lower.clone(), place, out);
                self.guard(Condition::ShapesEqual(own, length), words::BOUND, lower, place, out);
            }
            if let Index::Scalars(values) = &part.index {
                let condition =
                    Condition::Length(part.upper.clone(), Operand::int(values.len() as i64));
                self.guard(condition, words::BOUND, &mut part.upper, place, out);
            }
            for outer in outers.iter().flatten() {
                let condition = Condition::RangeWithin {
                    lower: part.lower.clone(),
                    upper: part.upper.clone(),
                    shape: outer.clone(),
                };
                self.guard(condition, words::RANGE, &mut part.upper, place, out);
            }
        }
        let operations = with.operations.clone();
        for part in &mut with.parts {
            let mut results = std::mem::take(&mut part.body.results);
            for (operation, result) in operations.iter().zip(&mut results) {
                let statements = &mut part.body.statements;
                match operation {
                    Operation::Genarray { shape: _, default } => {
                        if !(self.function.is_scalar(default) && self.function.is_scalar(result)) {
                            let inner = self.shape(default, place, statements);
                            let own = self.shape(&result.clone(), place, statements);
                            self.guard(
                                Condition::ShapesEqual(own, inner),
                                words::CELL,
                                result,
                                place,
                                statements,
                            );
                        }
                    }
                    Operation::Modarray { .. } | Operation::Fold { .. } => {
                        self.expect_scalar(result, words::SCALAR, place, statements);
                    }
                }
            }
            part.body.results = results;
        }
    }
}
