//! Insertion of symbolic array attributes: every definition gets a rank and a shape,
//! which are operands of the language and computed by ordinary statements.
//!
//! The scheme is that of figures 4 and 5 of "On Optimising Shape-Generic Array Programs
//! Using Symbolic Structural Information" (Trojahner, Grelck, Scholz), extended to branches,
//! loops, guards and library calls, whose results are treated like those of functions.

use rustc_hash::FxHashMap;

use crate::diagnostic::TextPosition;
use crate::ir::{
    Attributes, BaseType, Block, Function, FunctionId, Index, Module, NameOrigin, Op, Operand,
    Operation, Prim, Statement, Type, ValueId,
};

/// Inserts the attributes that are missing in all functions; how many definitions got some.
pub fn insert_attributes(module: &mut Module) -> usize {
    let ids: Vec<FunctionId> = module.functions.keys().collect();
    let mut count = 0;
    for id in ids {
        let mut function = module.functions[id].clone();
        count += insert_into(module, &mut function);
        module.functions[id] = function;
    }
    count
}

/// Inserts the attributes that are missing in one function of a module.
pub fn insert_into(module: &Module, function: &mut Function) -> usize {
    let body = std::mem::take(&mut function.body);
    let had_some = function.attributed;
    let mut inserter = Inserter {
        module,
        function,
        renaming: FxHashMap::default(),
        mirrors: vec![FxHashMap::default()],
        count: 0,
    };
    let mut statements = Vec::new();
    if !had_some {
        let parameters = inserter.function.parameters.clone();
        for parameter in parameters {
            inserter.mirror(parameter, &mut statements, TextPosition::default());
        }
    }
    let body = inserter.block(body, statements);
    let count = inserter.count;
    function.body = body;
    function.attributed = true;
    count
}

/// Gives the values of a function the attributes that their types tell, and no others: what a
/// compiler without symbolic attributes knows.
pub(crate) fn insert_types(_module: &Module, function: &mut Function) -> usize {
    if function.attributed {
        return 0;
    }
    for data in function.values.values_mut() {
        data.attributes = data.ty.class.known().map(Attributes::known);
    }
    function.attributed = true;
    1
}

struct Inserter<'m, 'f> {
    module: &'m Module,
    function: &'f mut Function,
    /// Values that `saabind` gave another name.
    renaming: FxHashMap<ValueId, ValueId>,
    /// Attributes made for values that cannot carry any, by open block.
    mirrors: Vec<FxHashMap<ValueId, Attributes>>,
    count: usize,
}

impl Inserter<'_, '_> {
    fn rename(&self, operand: &mut Operand) {
        if let Operand::Value(value) = operand
            && let Some(other) = self.renaming.get(value)
        {
            *value = *other;
        }
    }

    /// A new value whose name is derived from that of another.
    fn derived(&mut self, of: ValueId, suffix: &str, ty: Type, attributes: Attributes) -> ValueId {
        let name = self.function.values[of].name.clone();
        let base = name.trim_end_matches('\'').to_owned();
        let value = if base.is_empty() {
            self.function.temporary(ty)
        } else {
            // As good as the name it is made from: a shape keeps it where a variable is equal.
            let origin =
                if name == base { self.function.values[of].origin } else { NameOrigin::Source };
            self.function.value(format!("{base}{suffix}"), origin, ty)
        };
        self.function.values[value].attributes = Some(attributes);
        value
    }

    fn scalar(
        &mut self,
        of: ValueId,
        suffix: &str,
        op: Op,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Operand {
        let value = self.derived(of, suffix, Type::scalar(BaseType::Int), Attributes::scalar());
        out.push(Statement::one(value, op, place));
        Operand::Value(value)
    }

    /// Rank and shape of an operand, made from `dim` and `shape` if it carries none.
    fn attributes(
        &mut self,
        operand: &Operand,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Attributes {
        if let Some(attributes) = self.function.attributes_of(operand) {
            return attributes;
        }
        let Operand::Value(value) = operand else { return Attributes::scalar() };
        if let Some(known) = self.mirrors.iter().find_map(|mirrors| mirrors.get(value)) {
            return known.clone();
        }
        let attributes = match self.function.values[*value].ty.class.known() {
            Some(extents) => Attributes::known(extents),
            None => self.measure(*value, *value, place, out),
        };
        if let Some(innermost) = self.mirrors.last_mut() {
            innermost.insert(*value, attributes.clone());
        }
        attributes
    }

    /// Rank and shape of `array` as `dim` and `shape` give them, named after `of`.
    fn measure(
        &mut self,
        of: ValueId,
        array: ValueId,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Attributes {
        let rank = self.function.values[array].ty.class.rank();
        let array = Operand::Value(array);
        if let Some(rank) = rank {
            let length = rank as i64;
            let vector = Type::known(BaseType::Int, vec![length]);
            let whole = self.derived(of, "s", vector.clone(), Attributes::known(&[length]));
            out.push(Statement::one(whole, Op::Shape(array), place));
            let extents: Vec<Operand> = (0..length)
                .map(|axis| {
                    let op =
                        Op::Sel { index: Operand::ints(&[axis]), array: Operand::Value(whole) };
                    self.scalar(of, &format!("s{axis}"), op, place, out)
                })
                .collect();
            let shape = self.derived(of, "s'", vector, Attributes::known(&[length]));
            out.push(Statement::one(shape, Op::Vector(extents), place));
            return Attributes { rank: Operand::int(length), shape: Operand::Value(shape) };
        }
        let rank = self.scalar(of, "d", Op::Dim(array.clone()), place, out);
        let length =
            self.derived(of, "ss", Type::known(BaseType::Int, vec![1]), Attributes::known(&[1]));
        out.push(Statement::one(length, Op::Vector(vec![rank.clone()]), place));
        let attributes = Attributes { rank: Operand::int(1), shape: Operand::Value(length) };
        let shape = self.derived(of, "s", Type::of_rank(BaseType::Int, 1), attributes);
        out.push(Statement::one(shape, Op::Shape(array), place));
        Attributes { rank, shape: Operand::Value(shape) }
    }

    /// Figure 5: what a parameter or the result of a call is bound to. The value gets
    /// a prime, and its old name goes to the one that `saabind` makes.
    fn mirror(&mut self, value: ValueId, out: &mut Vec<Statement>, place: TextPosition) {
        self.count += 1;
        let ty = self.function.values[value].ty.clone();
        if ty.is_scalar() {
            self.function.values[value].attributes = Some(Attributes::scalar());
            return;
        }
        let (rank, shape, attributes) = match ty.class.known() {
            Some(extents) => {
                // The type says so: the value itself can carry them.
                let known = Attributes::known(extents);
                self.function.values[value].attributes = Some(known.clone());
                let rank = self.scalar(value, "d", Op::Copy(known.rank.clone()), place, out);
                let length = extents.len() as i64;
                let vector = Type::known(BaseType::Int, vec![length]);
                let shape = self.derived(value, "s", vector, Attributes::known(&[length]));
                out.push(Statement::one(shape, Op::Copy(known.shape.clone()), place));
                (rank, Operand::Value(shape), known)
            }
            None => {
                let attributes = self.measure(value, value, place, out);
                (attributes.rank.clone(), attributes.shape.clone(), attributes)
            }
        };
        let data = self.function.values[value].clone();
        let bound = self.function.value(data.name.clone(), data.origin, ty);
        self.function.values[bound].attributes = Some(attributes);
        if !data.name.is_empty() {
            self.function.values[value].name.push('\'');
            self.function.values[value].origin = data.origin.min(NameOrigin::Derived);
        }
        out.push(Statement::one(
            bound,
            Op::Bind { rank, shape, array: Operand::Value(value) },
            place,
        ));
        self.renaming.insert(value, bound);
    }

    fn block(&mut self, block: Block, mut out: Vec<Statement>) -> Block {
        self.mirrors.push(FxHashMap::default());
        for statement in block.statements {
            self.statement(statement, &mut out);
        }
        let mut results = block.results;
        for result in &mut results {
            self.rename(result);
        }
        self.mirrors.pop();
        Block { statements: out, results }
    }

    fn set(&mut self, value: ValueId, attributes: Attributes) {
        let data = &mut self.function.values[value];
        if data.attributes.is_none() {
            // What the type knows is better than what an operand says.
            data.attributes = Some(match (data.ty.class.known(), data.ty.class.rank()) {
                (Some(extents), _) => Attributes::known(extents),
                (None, Some(rank)) => {
                    Attributes { rank: Operand::int(rank as i64), shape: attributes.shape }
                }
                (None, None) => attributes,
            });
            self.count += 1;
        }
    }

    fn statement(&mut self, mut statement: Statement, out: &mut Vec<Statement>) {
        for operand in statement.op.operands_mut() {
            self.rename(operand);
        }
        let place = statement.place;
        let results = statement.results.clone();
        let missing =
            results.iter().any(|&result| self.function.values[result].attributes.is_none());
        self.inside(&mut statement.op, place, out);
        if !missing {
            out.push(statement);
            return;
        }
        let first = results.first().copied();
        let attributes = match (&statement.op, first) {
            (Op::Copy(operand), _) => Some(self.attributes(&operand.clone(), place, out)),
            (Op::Prim(..) | Op::Dim(_) | Op::Sel { .. }, _) => Some(Attributes::scalar()),
            (Op::Shape(array), Some(result)) => {
                let rank = self.attributes(&array.clone(), place, out).rank;
                let shape = self.length_vector(result, "s", &rank, place, out);
                Some(Attributes { rank: Operand::int(1), shape })
            }
            (Op::Reshape { shape, .. }, Some(result)) => {
                let shape = shape.clone();
                let rank = self.length_of(result, "d", &shape, place, out);
                Some(Attributes { rank, shape })
            }
            (Op::Modarray { array, .. }, _) => Some(self.attributes(&array.clone(), place, out)),
            (Op::Vector(elements), Some(result)) => {
                let count = elements.len() as i64;
                let inner = match elements.first().cloned() {
                    Some(element) => self.attributes(&element, place, out),
                    None => Attributes::scalar(),
                };
                Some(self.nested(result, &Operand::ints(&[count]), &inner, place, out))
            }
            (Op::Bind { rank, shape, .. }, _) => {
                Some(Attributes { rank: rank.clone(), shape: shape.clone() })
            }
            (Op::Guard { value: Some(value), .. }, _) => {
                Some(self.attributes(&value.clone(), place, out))
            }
            (Op::With(with), _) => {
                let operations = with.operations.clone();
                for (&result, operation) in results.iter().zip(operations) {
                    let attributes = match operation {
                        Operation::Genarray { shape, default } => {
                            let inner = self.attributes(&default, place, out);
                            self.nested(result, &shape, &inner, place, out)
                        }
                        Operation::Modarray { array } => self.attributes(&array, place, out),
                        Operation::Fold { .. } => Attributes::scalar(),
                    };
                    self.set(result, attributes);
                }
                None
            }
            (
                Op::Call { .. }
                | Op::Dispatch { .. }
                | Op::If { .. }
                | Op::Loop(_)
                | Op::Extern { .. }
                | Op::Guard { value: None, .. },
                _,
            )
            | (Op::Shape(_) | Op::Reshape { .. } | Op::Vector(_), None) => {
                self.call_results(statement, out);
                return;
            }
        };
        if let (Some(attributes), Some(result)) = (attributes, first) {
            self.set(result, attributes);
        }
        out.push(statement);
    }

    /// Results of which only a run knows the shape, or the declaration of a library function.
    fn call_results(&mut self, statement: Statement, out: &mut Vec<Statement>) {
        let place = statement.place;
        let results = statement.results.clone();
        let declared = match &statement.op {
            Op::Extern { callee, arguments } => {
                Some((self.module.externs[*callee].shapes.clone(), arguments.clone()))
            }
            _ => None,
        };
        out.push(statement);
        for (number, &result) in results.iter().enumerate() {
            if self.function.values[result].attributes.is_some() {
                continue;
            }
            let shape = declared
                .as_ref()
                .and_then(|(shapes, arguments)| Some((shapes[number]?, arguments)));
            match shape {
                Some((function, arguments)) if !self.function.values[result].ty.is_scalar() => {
                    let op = Op::Call { function, arguments: arguments.clone() };
                    let vector = self.derived(
                        result,
                        "s",
                        Type::of_rank(BaseType::Int, 1),
                        Attributes::scalar(),
                    );
                    self.function.values[vector].attributes = None;
                    out.push(Statement::one(vector, op, place));
                    self.mirror(vector, out, place);
                    let mut shape = Operand::Value(vector);
                    self.rename(&mut shape);
                    let rank = self.length_of(result, "d", &shape, place, out);
                    let data = self.function.values[result].clone();
                    let bound = self.function.value(data.name, data.origin, data.ty);
                    self.function.values[bound].attributes =
                        Some(Attributes { rank: rank.clone(), shape: shape.clone() });
                    self.function.values[result].name.push('\'');
                    out.push(Statement::one(
                        bound,
                        Op::Bind { rank, shape, array: Operand::Value(result) },
                        place,
                    ));
                    self.renaming.insert(result, bound);
                    self.count += 1;
                }
                _ => self.mirror(result, out, place),
            }
        }
    }

    /// The number of elements of a shape vector.
    fn length_of(
        &mut self,
        of: ValueId,
        suffix: &str,
        shape: &Operand,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Operand {
        let known = match shape.as_ints() {
            Some(extents) => Some(extents.len() as i64),
            None => self
                .function
                .type_of(shape)
                .class
                .known()
                .and_then(|length| length.first().copied()),
        };
        if let Some(length) = known {
            return Operand::int(length);
        }
        let length = self.attributes(shape, place, out).shape;
        let op = Op::Sel { index: Operand::ints(&[0]), array: length };
        self.scalar(of, suffix, op, place, out)
    }

    /// The vector with the rank as its only element.
    fn length_vector(
        &mut self,
        of: ValueId,
        suffix: &str,
        rank: &Operand,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Operand {
        if let Some(rank) = rank.as_int() {
            return Operand::ints(&[rank]);
        }
        let value =
            self.derived(of, suffix, Type::known(BaseType::Int, vec![1]), Attributes::known(&[1]));
        out.push(Statement::one(value, Op::Vector(vec![rank.clone()]), place));
        Operand::Value(value)
    }

    /// Rank and shape of an array of outer shape `outer` with cells of `inner`.
    fn nested(
        &mut self,
        of: ValueId,
        outer: &Operand,
        inner: &Attributes,
        place: TextPosition,
        out: &mut Vec<Statement>,
    ) -> Attributes {
        if inner.is_scalar() {
            let rank = self.length_of(of, "d", outer, place, out);
            return Attributes { rank, shape: outer.clone() };
        }
        let length = self.length_of(of, "sd", outer, place, out);
        let sum = |left: i64, right: i64| Operand::int(left + right);
        let rank = match (length.as_int(), inner.rank.as_int()) {
            (Some(left), Some(right)) => sum(left, right),
            _ => self.scalar(
                of,
                "d",
                Op::Prim(Prim::Add, vec![length, inner.rank.clone()]),
                place,
                out,
            ),
        };
        if let (Some(outer), Some(inner)) = (outer.as_ints(), inner.shape.as_ints()) {
            return Attributes { rank, shape: Operand::ints(&[outer, inner].concat()) };
        }
        let lengths = self.length_vector(of, "ss", &rank, place, out);
        let Some(concatenate) = self.module.concatenate else {
            return Attributes { rank, shape: outer.clone() };
        };
        let attributes = Attributes { rank: Operand::int(1), shape: lengths.clone() };
        let shape = self.derived(of, "s", Type::of_rank(BaseType::Int, 1), attributes);
        let joined = self.derived(of, "s'", Type::of_rank(BaseType::Int, 1), Attributes::scalar());
        self.function.values[joined].attributes = None;
        let arguments = vec![outer.clone(), inner.shape.clone()];
        out.push(Statement::one(joined, Op::Call { function: concatenate, arguments }, place));
        let bind =
            Op::Bind { rank: Operand::int(1), shape: lengths, array: Operand::Value(joined) };
        out.push(Statement::one(shape, bind, place));
        Attributes { rank, shape: Operand::Value(shape) }
    }

    fn inside(&mut self, op: &mut Op, place: TextPosition, out: &mut Vec<Statement>) {
        match op {
            Op::With(with) => {
                for part in &mut with.parts {
                    match &part.index {
                        Index::Vector(value) => {
                            let value = *value;
                            let shape = self.attributes(&part.upper.clone(), place, out).shape;
                            self.set(value, Attributes { rank: Operand::int(1), shape });
                        }
                        Index::Scalars(values) => {
                            for &value in &values.clone() {
                                self.set(value, Attributes::scalar());
                            }
                        }
                    }
                    part.body = self.block(std::mem::take(&mut part.body), Vec::new());
                }
            }
            Op::If { condition: _, then, otherwise } => {
                *then = self.block(std::mem::take(then), Vec::new());
                *otherwise = self.block(std::mem::take(otherwise), Vec::new());
            }
            Op::Loop(repeat) => {
                let carried: Vec<ValueId> =
                    repeat.carried.iter().map(|(value, _)| *value).collect();
                for block in [&mut repeat.condition, &mut repeat.body] {
                    let mut statements = Vec::new();
                    for &value in &carried {
                        if self.function.values[value].attributes.is_none()
                            || self.renaming.contains_key(&value)
                        {
                            let name = self.function.values[value].name.clone();
                            self.renaming.remove(&value);
                            self.function.values[value].name =
                                name.trim_end_matches('\'').to_owned();
                            self.mirror(value, &mut statements, place);
                        }
                    }
                    *block = self.block(std::mem::take(block), statements);
                }
            }
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Guard { .. }
            | Op::Extern { .. } => {}
        }
    }
}
