//! The types of the results of operations.

use crate::ir::{
    Array, BaseType, Function, Module, Op, Operand, Operation, Overload, Prim, Scalar, ShapeClass,
    Type,
};

/// The types of the results of an operation, or what is wrong with it. Shapes that
/// only a run can tell to be wrong are not wrong here.
pub(crate) fn infer_op(module: &Module, function: &Function, op: &Op) -> Result<Vec<Type>, String> {
    check_shapes(function, op)?;
    result_types(module, function, op)
}

/// What the types alone show to be wrong with the shapes of operands. Behind a check
/// that is sure to fail, an optimised program may be wrong in this way.
fn check_shapes(function: &Function, op: &Op) -> Result<(), String> {
    match op {
        Op::Sel { index, array } => {
            expect_vector(function, index, "the index of `sel`")?;
            expect_length(function, index, &function.type_of(array), "sel")
        }
        Op::Modarray { array, index, value } => {
            expect_vector(function, index, "the index of `modarray`")?;
            let ty = function.type_of(array);
            expect_length(function, index, &ty, "modarray")?;
            let value = function.type_of(value);
            if value.class.meets(&ShapeClass::Rank(0)) {
                Ok(())
            } else {
                Err(format!("`modarray` puts a {value} into a {ty}; it takes a {}", ty.base))
            }
        }
        Op::Reshape { shape, array: _ } => expect_vector(function, shape, "the shape of `reshape`"),
        Op::Vector(elements) => {
            for pair in elements.windows(2) {
                let (left, right) = (function.type_of(&pair[0]), function.type_of(&pair[1]));
                if !left.class.meets(&right.class) {
                    return Err(format!(
                        "a vector of {left} and {right}: elements have one type and shape"
                    ));
                }
            }
            Ok(())
        }
        Op::Bind { rank: _, shape, array: _ } => {
            expect_vector(function, shape, "the shape of `saabind`")
        }
        Op::With(with) => {
            for part in &with.parts {
                for bound in part.lower.iter().chain([&part.upper]) {
                    expect_vector(function, bound, "a bound of a generator")?;
                }
            }
            for operation in &with.operations {
                if let Operation::Genarray { shape, default: _ } = operation {
                    expect_vector(function, shape, "the shape of `genarray`")?;
                }
            }
            Ok(())
        }
        Op::Copy(_)
        | Op::Prim(..)
        | Op::Dim(_)
        | Op::Shape(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => Ok(()),
    }
}

/// The types of the results of an operation whose shapes are not looked at.
pub(crate) fn result_types(
    module: &Module,
    function: &Function,
    op: &Op,
) -> Result<Vec<Type>, String> {
    let one = |ty: Type| Ok(vec![ty]);
    match op {
        Op::Copy(operand) => one(function.type_of(operand)),
        Op::Prim(prim, operands) => one(prim_type(function, *prim, operands)?),
        Op::Dim(_) => one(Type::scalar(BaseType::Int)),
        Op::Shape(operand) => one(match function.type_of(operand).class.rank() {
            Some(rank) => Type::known(BaseType::Int, vec![rank as i64]),
            None => Type::of_rank(BaseType::Int, 1),
        }),
        Op::Sel { index, array } => {
            expect_ints(function, index, "the index of `sel`")?;
            one(Type::scalar(function.type_of(array).base))
        }
        Op::Modarray { array, index, value } => {
            expect_ints(function, index, "the index of `modarray`")?;
            let ty = function.type_of(array);
            let value = function.type_of(value);
            if value.base != ty.base {
                return Err(format!(
                    "`modarray` puts a {value} into a {ty}; it takes a {}",
                    ty.base
                ));
            }
            one(ty)
        }
        Op::Reshape { shape, array } => {
            expect_ints(function, shape, "the shape of `reshape`")?;
            let base = function.type_of(array).base;
            one(Type { base, class: class_of_shape(function, shape) })
        }
        Op::Vector(elements) => one(vector_type(function, elements)?),
        Op::Bind { rank, shape, array } => one(bound_type(function, rank, shape, array)?),
        Op::With(with) => infer_with(function, with),
        Op::Call { function: callee, arguments } => {
            let parameters = module.parameter_types(*callee);
            if parameters.len() != arguments.len() {
                return Err(format!(
                    "`{}` takes {} arguments",
                    module.functions[*callee].name,
                    parameters.len()
                ));
            }
            Ok(module.functions[*callee].results.clone())
        }
        Op::Dispatch { targets, arguments, message: _, place: _ } => {
            dispatch_types(module, function, targets, arguments)
        }
        Op::If { condition, then, otherwise } => {
            let ty = function.type_of(condition);
            if ty.base != BaseType::Bool || !function.is_scalar(condition) {
                return Err(format!("a condition is a bool, not {ty}"));
            }
            let types = |operands: &[Operand]| -> Vec<Type> {
                operands.iter().map(|operand| function.type_of(operand)).collect()
            };
            join_all(&types(&then.results), &types(&otherwise.results))
        }
        Op::Loop(repeat) => {
            Ok(repeat.carried.iter().map(|(value, _)| function.values[*value].ty.clone()).collect())
        }
        Op::Guard { check: _, value } => {
            Ok(value.iter().map(|value| function.type_of(value)).collect())
        }
        Op::Extern { callee, arguments: _ } => Ok(module.externs[*callee].results.clone()),
    }
}

/// The type of the value of a primitive.
fn prim_type(function: &Function, prim: Prim, operands: &[Operand]) -> Result<Type, String> {
    for operand in operands {
        if !function.is_scalar(operand) {
            let ty = function.type_of(operand);
            return Err(format!("`{}` takes scalars, not {ty}", prim.name()));
        }
    }
    let bases: Vec<BaseType> =
        operands.iter().map(|operand| function.type_of(operand).base).collect();
    prim.result(&bases).map(Type::scalar).ok_or_else(|| {
        let bases: Vec<&str> = bases.iter().map(|base| base.name()).collect();
        format!("`{}` does not take {}", prim.name(), bases.join(" and "))
    })
}

/// The type of a vector of elements.
fn vector_type(function: &Function, elements: &[Operand]) -> Result<Type, String> {
    let Some(first) = elements.first() else {
        return Ok(Type::of(&Array::ints(&[])));
    };
    let mut joined = function.type_of(first);
    for element in elements {
        let ty = function.type_of(element);
        if ty.base != joined.base {
            return Err(format!("a vector of {joined} and {ty}: elements have one type and shape"));
        }
        joined.class = joined.class.join(&ty.class);
    }
    let outer = ShapeClass::Known(vec![elements.len() as i64]);
    Ok(Type { base: joined.base, class: nest(&outer, &joined.class) })
}

/// The type of an array that is said to have a rank and a shape.
fn bound_type(
    function: &Function,
    rank: &Operand,
    shape: &Operand,
    array: &Operand,
) -> Result<Type, String> {
    expect_ints(function, shape, "the shape of `saabind`")?;
    let mut ty = function.type_of(array);
    let bound = match rank.as_int().and_then(|rank| usize::try_from(rank).ok()) {
        Some(rank) if shape.constant().is_none() => ShapeClass::Rank(rank),
        _ => class_of_shape(function, shape),
    };
    if bound.is_below(&ty.class) {
        ty.class = bound;
    }
    Ok(ty)
}

/// The types of the results of whichever target is called.
fn dispatch_types(
    module: &Module,
    function: &Function,
    targets: &[Overload],
    arguments: &[Operand],
) -> Result<Vec<Type>, String> {
    let bases: Vec<BaseType> =
        arguments.iter().map(|argument| function.type_of(argument).base).collect();
    let mut joined: Option<Vec<Type>> = None;
    for &target in targets {
        let types = module.target_results(target, &bases);
        joined = Some(match joined {
            None => types,
            Some(before) => join_all(&before, &types)?,
        });
    }
    joined.ok_or_else(|| "a call without a target".to_owned())
}

fn infer_with(function: &Function, with: &crate::ir::With) -> Result<Vec<Type>, String> {
    let mut types = Vec::new();
    for part in &with.parts {
        for bound in part.lower.iter().chain([&part.upper]) {
            expect_ints(function, bound, "a bound of a generator")?;
        }
        if part.body.results.len() != with.operations.len() {
            return Err("a part returns one value for each operation of its with-loop".to_owned());
        }
    }
    for (number, operation) in with.operations.iter().enumerate() {
        let ty = match operation {
            Operation::Genarray { shape, default } => {
                expect_ints(function, shape, "the shape of `genarray`")?;
                let default = function.type_of(default);
                Type {
                    base: default.base,
                    class: nest(&class_of_shape(function, shape), &default.class),
                }
            }
            Operation::Modarray { array } => function.type_of(array),
            Operation::Fold { prim, neutral } => {
                let ty = function.type_of(neutral);
                if prim.divides()
                    || !function.is_scalar(neutral)
                    || prim.result(&[ty.base, ty.base]) != Some(ty.base)
                {
                    return Err(format!("`fold` with `{}` does not begin with {ty}", prim.name()));
                }
                Type::scalar(ty.base)
            }
        };
        for part in &with.parts {
            let value = function.type_of(&part.body.results[number]);
            if value.base != ty.base {
                return Err(format!("a part gives {value} where the with-loop makes {ty}"));
            }
        }
        types.push(ty);
    }
    Ok(types)
}

fn join_all(left: &[Type], right: &[Type]) -> Result<Vec<Type>, String> {
    if left.len() != right.len() {
        return Err("not the same number of values on both ways".to_owned());
    }
    left.iter()
        .zip(right)
        .map(|(left, right)| {
            if left.base == right.base {
                Ok(Type { base: left.base, class: left.class.join(&right.class) })
            } else {
                Err(format!("{left} on one way and {right} on the other"))
            }
        })
        .collect()
}

/// The class of arrays whose shape vector is this operand.
pub(crate) fn class_of_shape(function: &Function, shape: &Operand) -> ShapeClass {
    if let Some(extents) = shape.as_ints() {
        return ShapeClass::Known(extents);
    }
    match function.type_of(shape).class.known() {
        Some([0]) => ShapeClass::Known(Vec::new()),
        Some([length]) => usize::try_from(*length).map_or(ShapeClass::Any, ShapeClass::Rank),
        _ => ShapeClass::Any,
    }
}

/// The class of arrays of arrays.
pub(crate) fn nest(outer: &ShapeClass, inner: &ShapeClass) -> ShapeClass {
    match (outer.known(), inner.known()) {
        (Some(outer), Some(inner)) => ShapeClass::Known([outer, inner].concat()),
        _ => match (outer.rank(), inner.rank()) {
            (Some(outer), Some(inner)) => ShapeClass::Rank(outer + inner),
            _ => ShapeClass::Any,
        },
    }
}

fn expect_ints(function: &Function, operand: &Operand, what: &str) -> Result<(), String> {
    let ty = function.type_of(operand);
    if ty.base == BaseType::Int {
        Ok(())
    } else {
        Err(format!("{what} is a vector of int, not {ty}"))
    }
}

fn expect_vector(function: &Function, operand: &Operand, what: &str) -> Result<(), String> {
    let ty = function.type_of(operand);
    if ty.base == BaseType::Int && ty.class.meets(&ShapeClass::Rank(1)) {
        Ok(())
    } else {
        Err(format!("{what} is a vector of int, not {ty}"))
    }
}

fn expect_length(
    function: &Function,
    index: &Operand,
    array: &Type,
    what: &str,
) -> Result<(), String> {
    match (function.type_of(index).class.known(), array.class.rank()) {
        (Some([length]), Some(rank)) if *length != rank as i64 => Err(format!(
            "`{what}` takes an index as long as the rank of the array: {rank} for {array}, not {length}"
        )),
        _ => Ok(()),
    }
}

/// A constant vector of constants, if they are of one type and shape.
pub(crate) fn constant_vector(elements: &[Operand]) -> Option<Array> {
    let constants: Vec<_> = elements.iter().map(Operand::constant).collect::<Option<_>>()?;
    let first = constants.first()?;
    if constants.iter().any(|other| other.shape() != first.shape() || other.base() != first.base())
    {
        return None;
    }
    if !first.shape().is_empty() {
        // The order of the elements would depend on the layout.
        return None;
    }
    let data: Vec<Scalar> =
        constants.iter().flat_map(|array| array.data().iter().copied()).collect();
    Array::new(first.base(), vec![elements.len() as i64], data)
}
