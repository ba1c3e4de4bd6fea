//! Expressions: nested ones become flat.

use super::body::{Body, Failed, Made};
use super::infer::constant_vector;
use super::overload::Resolution;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Array, BaseType, Block, Condition, Index, NameOrigin, Op, Operand, Operation, Overload, Part,
    Prim, Scalar, ShapeClass, Type, ValueId, With,
};
use crate::text::tree::{
    ExprId, ExprKind, IndexExpr, OperationExpr, PartExpr, Stmt, TargetExpr, WithExpr,
};

impl<'t> Body<'_, 't> {
    /// The operand for an expression; its last operation is called `name`.
    pub(super) fn lower_expr(&mut self, expr: ExprId, name: Option<&str>) -> Made<Operand> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.lower_expr_inner(expr, name))
    }

    fn lower_expr_inner(&mut self, expr: ExprId, name: Option<&str>) -> Made<Operand> {
        let tree = self.tree;
        let place = tree.exprs[expr].place;
        match &tree.exprs[expr].kind {
            ExprKind::Literal(literal) => self.named(place, Operand::scalar(*literal), name),
            ExprKind::Name(variable) => {
                let operand = self.lower_name(variable, place)?;
                self.named(place, operand, name)
            }
            ExprKind::Empty(base) => {
                let empty =
                    Array::new(*base, vec![0], Vec::new()).expect("no elements fit an empty shape");
                self.named(place, Operand::array(empty), name)
            }
            ExprKind::Vector(elements) => {
                let elements = elements
                    .iter()
                    .map(|&element| self.lower_expr(element, None))
                    .collect::<Made<Vec<_>>>()?;
                if elements.is_empty() {
                    return self.named(place, Operand::ints(&[]), name);
                }
                match constant_vector(&elements) {
                    Some(constant) => self.named(place, Operand::array(constant), name),
                    None => self.emit(place, Op::Vector(elements), name),
                }
            }
            ExprKind::Select(array, index) => {
                let array = self.lower_expr(*array, None)?;
                let index = match index.as_slice() {
                    [only] => self.lower_expr(*only, None)?,
                    _ => self.lower_index(place, index)?,
                };
                if self.selects_element(&index, &array) {
                    return self.emit(place, Op::Sel { index, array }, name);
                }
                self.call_one(place, "select", vec![index, array], name)
            }
            ExprKind::Choice(condition, then, otherwise) => {
                let condition = self.lower_truth(*condition)?;
                let mut blocks = Vec::new();
                for branch in [*then, *otherwise] {
                    let (result, statements) =
                        self.in_block(|body| body.lower_expr(branch, None))?;
                    blocks.push(Block { statements, results: vec![result] });
                }
                let (Some(otherwise), Some(then)) = (blocks.pop(), blocks.pop()) else {
                    return Err(Failed);
                };
                self.emit(place, Op::If { condition, then, otherwise }, name)
            }
            ExprKind::Call(function, arguments) => {
                let results = self.lower_call(place, function, arguments, &[name])?;
                self.single(place, results)
            }
            ExprKind::With(with) => {
                let results = self.lower_with(place, with, &[name])?;
                self.single(place, results)
            }
            ExprKind::If(condition, then, otherwise) => {
                let results = self.lower_if_expr(place, *condition, then, otherwise, &[name])?;
                self.single(place, results)
            }
            ExprKind::Loop(carried, condition, body) => {
                let results = self.lower_loop_expr(place, carried, condition, body, &[name])?;
                self.single(place, results)
            }
            ExprKind::Guard(value, condition) => {
                let value = self.lower_expr(*value, None)?;
                let check = self.lower_check(place, condition)?;
                let class = self.class_behind(&check.condition, &value);
                let guarded = self.emit(place, Op::Guard { check, value: Some(value) }, name)?;
                if let (Some(class), Some(value)) = (class, guarded.value()) {
                    self.function.values[value].ty.class = class;
                }
                Ok(guarded)
            }
        }
    }

    /// Whether the types tell that an index selects one element: then no function is
    /// needed, unless the program has its own.
    fn selects_element(&self, index: &Operand, array: &Operand) -> bool {
        let own = self
            .elaborator
            .by_name
            .get("select")
            .is_some_and(|defs| defs.iter().any(|def| !def.prelude));
        let rank = self.function.type_of(array).class.rank();
        let length = self.function.type_of(index).class.known().map(<[i64]>::to_vec);
        !own && rank.is_some_and(|rank| rank > 0) && length == rank.map(|rank| vec![rank as i64])
    }

    /// What a check of the shape of a value says of its type.
    fn class_behind(&self, condition: &Condition, value: &Operand) -> Option<ShapeClass> {
        let (shape, class) = match condition {
            Condition::Length(shape, length) => {
                (shape, ShapeClass::Rank(usize::try_from(length.as_int()?).ok()?))
            }
            Condition::ShapesEqual(shape, known) => (shape, ShapeClass::Known(known.as_ints()?)),
            _ => return None,
        };
        let mut statements = self.open.iter().flatten();
        let is_own = statements.any(|statement| {
            statement.results.first().copied() == shape.value()
                && statement.op == Op::Shape(value.clone())
        });
        (is_own && class.is_below(&self.function.type_of(value).class)).then_some(class)
    }

    fn single(&mut self, place: TextPosition, results: Vec<Operand>) -> Made<Operand> {
        match <[Operand; 1]>::try_from(results) {
            Ok([result]) => Ok(result),
            Err(results) => {
                let message = format!("{} values where one is needed", results.len());
                self.fail_with(place, message, Some("assign them to names: `a, b = f(x);`"))
            }
        }
    }

    fn named(
        &mut self,
        place: TextPosition,
        operand: Operand,
        name: Option<&str>,
    ) -> Made<Operand> {
        match name {
            Some(_) => self.emit(place, Op::Copy(operand), name),
            None => Ok(operand),
        }
    }

    /// An index vector of the expressions between brackets.
    pub(super) fn lower_index(&mut self, place: TextPosition, index: &[ExprId]) -> Made<Operand> {
        let elements = index
            .iter()
            .map(|&element| self.lower_expr(element, None))
            .collect::<Made<Vec<_>>>()?;
        if let [only] = elements.as_slice()
            && self.function.type_of(only).class.rank() == Some(1)
        {
            return Ok(only.clone());
        }
        if elements.is_empty() {
            return Ok(Operand::ints(&[]));
        }
        match constant_vector(&elements) {
            Some(constant) => Ok(Operand::array(constant)),
            None => self.emit(place, Op::Vector(elements), None),
        }
    }

    fn call_one(
        &mut self,
        place: TextPosition,
        function: &str,
        arguments: Vec<Operand>,
        name: Option<&str>,
    ) -> Made<Operand> {
        let results = self.call(place, function, arguments, &[name])?;
        self.single(place, results)
    }

    pub(super) fn lower_call(
        &mut self,
        place: TextPosition,
        function: &str,
        arguments: &[ExprId],
        names: &[Option<&str>],
    ) -> Made<Vec<Operand>> {
        let mut operands = Vec::new();
        let mut failed = false;
        for &argument in arguments {
            match self.lower_expr(argument, None) {
                Ok(operand) => operands.push(operand),
                Err(Failed) => failed = true,
            }
        }
        if failed {
            return Err(Failed);
        }
        self.call(place, function, operands, names)
    }

    fn call(
        &mut self,
        place: TextPosition,
        function: &str,
        arguments: Vec<Operand>,
        names: &[Option<&str>],
    ) -> Made<Vec<Operand>> {
        if let Some(constant) = constant_call(function, &arguments) {
            let name = names.first().copied().flatten();
            return Ok(vec![self.named(place, Operand::array(constant), name)?]);
        }
        if let Some(op) = built_in(function, &arguments) {
            let name = names.first().copied().flatten();
            return Ok(vec![self.emit(place, op, name)?]);
        }
        let types: Vec<Type> = arguments
            .iter()
            .map(|argument| {
                let mut ty = self.function.type_of(argument);
                if self.function.is_scalar(argument) {
                    ty.class = ShapeClass::Known(Vec::new());
                }
                ty
            })
            .collect();
        let resolution = match self.elaborator.resolve(function, &types) {
            Ok(resolution) => resolution,
            Err(message) => return self.fail(place, message),
        };
        let op = match resolution {
            Resolution::One(Overload::Prim(prim)) => Op::Prim(prim, arguments),
            Resolution::One(Overload::Function(function)) => Op::Call { function, arguments },
            Resolution::Several(targets) => {
                let shown =
                    if function.starts_with(|character: char| character.is_ascii_alphabetic()) {
                        function.to_owned()
                    } else {
                        format!("({function})")
                    };
                let message = format!("no instance of `{shown}` takes arrays of these shapes");
                Op::Dispatch {
                    targets,
                    arguments,
                    message: message.into(),
                    place: self.shown(place),
                }
            }
            Resolution::Extern(callee) => Op::Extern { callee, arguments },
        };
        Ok(self.emit_all(place, op, names)?.into_iter().map(Operand::Value).collect())
    }

    pub(super) fn lower_if_expr(
        &mut self,
        place: TextPosition,
        condition: ExprId,
        then: &'t [Stmt],
        otherwise: &'t [Stmt],
        names: &[Option<&str>],
    ) -> Made<Vec<Operand>> {
        let condition = self.lower_truth(condition)?;
        let then = self.lower_result_block(place, then)?;
        let otherwise = self.lower_result_block(place, otherwise)?;
        let results = self.emit_all(place, Op::If { condition, then, otherwise }, names)?;
        Ok(results.into_iter().map(Operand::Value).collect())
    }

    fn lower_result_block(&mut self, place: TextPosition, statements: &'t [Stmt]) -> Made<Block> {
        let all: Vec<&Stmt> = statements.iter().collect();
        let (results, statements) = self.in_block(|body| body.lower_returning(&all, place))?;
        Ok(Block { statements, results })
    }

    pub(super) fn lower_loop_expr(
        &mut self,
        place: TextPosition,
        carried: &'t [(TargetExpr, ExprId)],
        condition: &'t [Stmt],
        statements: &'t [Stmt],
        names: &[Option<&str>],
    ) -> Made<Vec<Operand>> {
        let firsts = carried
            .iter()
            .map(|(_, first)| self.lower_expr(*first, None))
            .collect::<Made<Vec<_>>>()?;
        let inner: Vec<Option<&str>> =
            carried.iter().map(|(target, _)| Some(target.name.as_str())).collect();
        let results = self.lower_repeat(place, &inner, firsts, |body, values| {
            for ((target, _), &value) in carried.iter().zip(values) {
                body.attribute(target, value)?;
                body.define(target, Some(Operand::Value(value)));
            }
            let condition = body.lower_result_block(place, condition)?;
            let block = body.lower_result_block(place, statements)?;
            Ok((condition, block))
        })?;
        for (name, &value) in names.iter().zip(&results) {
            match name {
                Some(name) => self.function.values[value].name = (*name).to_owned(),
                None => {
                    self.function.values[value].name.clear();
                    self.function.values[value].origin = NameOrigin::Temporary;
                }
            }
        }
        Ok(results.into_iter().map(Operand::Value).collect())
    }

    pub(super) fn lower_with(
        &mut self,
        place: TextPosition,
        with: &'t WithExpr,
        names: &[Option<&str>],
    ) -> Made<Vec<Operand>> {
        let mut operations = Vec::new();
        // Defaults and neutral elements that are literals take the type of the parts.
        let mut adaptable = Vec::new();
        for operation in &with.operations {
            let literal = |expr: ExprId| {
                matches!(self.tree.exprs[expr].kind, ExprKind::Literal(Scalar::Int(_)))
            };
            let (operation, adapt) = match operation {
                OperationExpr::Genarray(shape, default) => {
                    let adapt = default.is_none_or(literal);
                    let shape = self.lower_expr(*shape, None)?;
                    let default = match default {
                        Some(default) => self.lower_expr(*default, None)?,
                        None => Operand::int(0),
                    };
                    (Operation::Genarray { shape, default }, adapt)
                }
                OperationExpr::Modarray(array) => {
                    (Operation::Modarray { array: self.lower_expr(*array, None)? }, false)
                }
                OperationExpr::Fold(prim, neutral) => {
                    let adapt = literal(*neutral);
                    (
                        Operation::Fold { prim: *prim, neutral: self.lower_expr(*neutral, None)? },
                        adapt,
                    )
                }
            };
            operations.push(operation);
            adaptable.push(adapt);
        }
        let mut parts = Vec::new();
        for part in &with.parts {
            let made = self.lower_part(part)?;
            if let Some(index) = parts.iter().find_map(|earlier| shared_index(earlier, &made)) {
                let index: Vec<String> = index.iter().map(i64::to_string).collect();
                let message = format!(
                    "this generator overlaps an earlier one: both contain [{}] (make them disjoint)",
                    index.join(", ")
                );
                return self.fail(part.place, message);
            }
            parts.push(made);
        }
        for (number, (operation, adapt)) in operations.iter_mut().zip(adaptable).enumerate() {
            let base = parts
                .first()
                .and_then(|part: &Part| part.body.results.get(number))
                .map(|result| self.function.type_of(result).base);
            let (Some(base), true) = (base, adapt) else { continue };
            match operation {
                Operation::Genarray { shape: _, default: literal }
                | Operation::Fold { prim: _, neutral: literal } => {
                    if let Some(scalar) =
                        literal.constant().and_then(|constant| constant.as_scalar())
                    {
                        *literal = Operand::scalar(scalar.convert(base));
                    }
                }
                Operation::Modarray { .. } => {}
            }
        }
        let reuse = vec![None; operations.len()];
        let op = Op::With(Box::new(With { parts, operations, reuse }));
        Ok(self.emit_all(place, op, names)?.into_iter().map(Operand::Value).collect())
    }

    fn lower_part(&mut self, part: &'t PartExpr) -> Made<Part> {
        let lower = match part.lower {
            Some(lower) => Some(self.lower_expr(lower, None)?),
            None => None,
        };
        let upper = self.lower_expr(part.upper, None)?;
        let (index, body) = self
            .in_block(|body| {
                let index = body.lower_part_index(&part.index, &upper, part.place)?;
                let all: Vec<&Stmt> = part.body.iter().collect();
                let (results, statements) =
                    body.in_block(|body| body.lower_returning(&all, part.place))?;
                Ok((index, Block { statements, results }))
            })?
            .0;
        Ok(Part { lower, index, upper, body })
    }

    fn lower_part_index(
        &mut self,
        index: &'t IndexExpr,
        upper: &Operand,
        place: TextPosition,
    ) -> Made<Index> {
        let class = self.function.type_of(upper).class;
        if !class.meets(&ShapeClass::Rank(1)) {
            let ty = self.function.type_of(upper);
            return self.fail(
                place,
                format!("the upper bound of a generator is a vector of int, not {ty}"),
            );
        }
        match index {
            IndexExpr::Vector(target) => {
                let class = if class.rank() == Some(1) { class } else { ShapeClass::Rank(1) };
                let ty = Type { base: BaseType::Int, class };
                let value = self.function.value(target.name.clone(), NameOrigin::Source, ty);
                self.attribute(target, value)?;
                self.define(target, Some(Operand::Value(value)));
                Ok(Index::Vector(value))
            }
            IndexExpr::Scalars(targets) => {
                if let Some([length]) = class.known()
                    && *length != targets.len() as i64
                {
                    let message =
                        format!("{} names for an index of length {length}", targets.len());
                    return self.fail(place, message);
                }
                let mut values: Vec<ValueId> = Vec::new();
                for target in targets {
                    let ty = Type::scalar(BaseType::Int);
                    let value = self.function.value(target.name.clone(), NameOrigin::Source, ty);
                    self.attribute(target, value)?;
                    self.define(target, Some(Operand::Value(value)));
                    values.push(value);
                }
                Ok(Index::Scalars(values))
            }
        }
    }
}

/// The least index that two generators have in common, where their bounds are known.
fn shared_index(a: &Part, b: &Part) -> Option<Vec<i64>> {
    let bounds = |part: &Part| -> Option<(Vec<i64>, Vec<i64>)> {
        let upper = part.upper.constant()?.as_ints()?;
        let lower = match &part.lower {
            Some(lower) => lower.constant()?.as_ints()?,
            None => vec![0; upper.len()],
        };
        (lower.len() == upper.len()).then_some((lower, upper))
    };
    let (first, second) = (bounds(a)?, bounds(b)?);
    if first.0.len() != second.0.len() {
        return None;
    }
    (0..first.0.len())
        .map(|axis| {
            let low = first.0[axis].max(second.0[axis]);
            (low < first.1[axis].min(second.1[axis])).then_some(low)
        })
        .collect()
}

/// The operations that are called like functions.
fn built_in(name: &str, arguments: &[Operand]) -> Option<Op> {
    Some(match (name, arguments) {
        ("dim", [array]) => Op::Dim(array.clone()),
        ("shape", [array]) => Op::Shape(array.clone()),
        ("sel", [index, array]) => Op::Sel { index: index.clone(), array: array.clone() },
        ("modarray", [array, index, value]) => {
            Op::Modarray { array: array.clone(), index: index.clone(), value: value.clone() }
        }
        ("reshape", [shape, array]) => Op::Reshape { shape: shape.clone(), array: array.clone() },
        ("saabind", [rank, shape, array]) => {
            Op::Bind { rank: rank.clone(), shape: shape.clone(), array: array.clone() }
        }
        _ => return None,
    })
}

/// Constants that are written as calls: arrays of higher rank, numbers of other types.
fn constant_call(name: &str, arguments: &[Operand]) -> Option<Array> {
    let constants: Vec<_> = arguments.iter().map(Operand::constant).collect::<Option<_>>()?;
    if name == "reshape" {
        let [shape, array] = constants.as_slice() else { return None };
        return array.reshaped(&shape.as_ints()?);
    }
    let scalars: Vec<Scalar> =
        constants.iter().map(|constant| constant.as_scalar()).collect::<Option<_>>()?;
    match Prim::from_name(name, scalars.len())? {
        prim @ (Prim::Convert(_) | Prim::MakeComplex) => prim.eval(&scalars).map(Array::scalar),
        _ => None,
    }
}
