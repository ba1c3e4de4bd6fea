//! `resolve-dispatch`: attributes decide which instance of an overloaded function a call
//! means. Where they do not, a special instance is dropped if the general one, made
//! special, turns out to do the same.

use formwork_pass::{Stage, Subject, run as run_pipeline};

use super::pipeline::{IMPROVE, Pass, Run};
use super::rewrite::rewrite_all;
use crate::eval::words;
use crate::ir::{
    Attributes, Block, Check, Condition, Function, FunctionId, Module, NameOrigin, Op, Operand,
    Overload, ShapeClass, Statement, Type,
};
use crate::verify::verify_function;

/// Functions with more statements are hardly the same as a primitive.
const MAX_STATEMENTS: usize = 80;
/// How often they are improved at most.
const MAX_ROUNDS: usize = 12;

/// Resolves dispatches.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, _defs, mut statement, out| {
        let Op::Dispatch { targets, arguments, message: _, place } = &mut statement.op else {
            out.push(statement);
            return false;
        };
        let place = *place;
        let before = targets.len();
        let classes: Vec<ShapeClass> =
            arguments.iter().map(|argument| class_of(function, argument)).collect();
        targets.retain(|target| fits(module, *target, &classes, ShapeClass::meets));
        if let Some(certain) =
            targets.iter().position(|target| fits(module, *target, &classes, ShapeClass::is_below))
        {
            targets.truncate(certain + 1);
            drop_unreachable(module, targets, &classes);
            drop_special(module, function, targets, arguments);
            if let ([target], guarded) = (targets.as_slice(), function.guarded) {
                let (target, mut arguments) = (*target, std::mem::take(arguments));
                statement.op = match target {
                    Overload::Function(function) => Op::Call { function, arguments },
                    Overload::Prim(prim) => {
                        guard_division(function, guarded, prim, &mut arguments, place, out);
                        for &result in &statement.results {
                            let data = &mut function.values[result];
                            data.ty = Type::scalar(data.ty.base);
                            data.attributes = Some(Attributes::scalar());
                        }
                        Op::Prim(prim, arguments)
                    }
                };
                statement.place = place;
                out.push(statement);
                return true;
            }
        }
        let changed = targets.len() != before;
        out.push(statement);
        changed
    })
}

fn class_of(function: &Function, argument: &Operand) -> ShapeClass {
    let class = function.type_of(argument).class;
    let Some(attributes) = function.attributes_of(argument) else { return class };
    let known = match (attributes.shape.as_ints(), attributes.rank.as_int()) {
        (Some(extents), _) => ShapeClass::Known(extents),
        (None, Some(rank)) => usize::try_from(rank).map_or(ShapeClass::Any, ShapeClass::Rank),
        (None, None) => ShapeClass::Any,
    };
    if known.is_below(&class) { known } else { class }
}

fn parameters(module: &Module, target: Overload, count: usize) -> Vec<ShapeClass> {
    match target {
        Overload::Prim(_) => vec![ShapeClass::Known(Vec::new()); count],
        Overload::Function(function) => {
            module.parameter_types(function).into_iter().map(|ty| ty.class).collect()
        }
    }
}

fn fits(
    module: &Module,
    target: Overload,
    classes: &[ShapeClass],
    relation: fn(&ShapeClass, &ShapeClass) -> bool,
) -> bool {
    let parameters = parameters(module, target, classes.len());
    classes.iter().zip(&parameters).all(|(class, parameter)| relation(class, parameter))
}

/// Drops targets that an earlier one always comes before.
fn drop_unreachable(module: &Module, targets: &mut Vec<Overload>, classes: &[ShapeClass]) {
    let mut kept: Vec<Vec<ShapeClass>> = Vec::new();
    targets.retain(|target| {
        let own = parameters(module, *target, classes.len());
        let reached: Option<Vec<ShapeClass>> =
            own.iter().zip(classes).map(|(parameter, class)| parameter.meet(class)).collect();
        let covered = reached.is_none_or(|reached| {
            kept.iter().any(|earlier| {
                reached.iter().zip(earlier).all(|(class, parameter)| class.is_below(parameter))
            })
        });
        if !covered {
            kept.push(own);
        }
        !covered
    });
}

fn guard_division(
    function: &mut Function,
    guarded: bool,
    prim: crate::ir::Prim,
    arguments: &mut [Operand],
    place: crate::TextPosition,
    out: &mut Vec<Statement>,
) {
    let [left, right] = arguments else { return };
    if !guarded || !prim.needs_divisor(function.type_of(left).base) {
        return;
    }
    let divisor = function.temporary(Type::scalar(function.type_of(right).base));
    function.values[divisor].attributes = Some(Attributes::scalar());
    let condition = Condition::NonZero(right.clone());
    let check = Check { condition, message: words::DIVISION.into(), place };
    out.push(Statement::one(divisor, Op::Guard { check, value: Some(right.clone()) }, place));
    *right = Operand::Value(divisor);
}

/// Drops primitives before a general function that does the same to scalars.
fn drop_special(
    module: &Module,
    function: &Function,
    targets: &mut Vec<Overload>,
    arguments: &[Operand],
) {
    let [Overload::Prim(prim), Overload::Function(general)] = *targets.as_slice() else { return };
    let types: Vec<Type> =
        arguments.iter().map(|argument| Type::scalar(function.type_of(argument).base)).collect();
    if function.guarded && does_the_same(module, general, prim, &types) {
        targets.remove(0);
    }
}

/// Whether a function, called with scalars and optimised, is just the primitive.
fn does_the_same(
    module: &Module,
    general: FunctionId,
    prim: crate::ir::Prim,
    types: &[Type],
) -> bool {
    let mut size = 0;
    crate::ir::for_each_block(&module.functions[general].body, &mut |block| {
        size += block.statements.len();
    });
    if !module.functions[general].guarded || size > MAX_STATEMENTS {
        return false;
    }
    let mut special = Function::new("special");
    special.guarded = true;
    special.attributed = true;
    special.results = module.functions[general].results.clone();
    let mut arguments = Vec::new();
    for ty in types {
        let parameter = special.value("", NameOrigin::Temporary, ty.clone());
        special.values[parameter].attributes = Some(Attributes::scalar());
        special.parameters.push(parameter);
        arguments.push(Operand::Value(parameter));
    }
    let Some(base) = special.results.first().map(|ty| ty.base) else { return false };
    let result = special.temporary(Type::any(base));
    let call = Op::Call { function: general, arguments: arguments.clone() };
    special.body = Block {
        statements: vec![Statement::one(result, call, crate::TextPosition::default())],
        results: vec![Operand::Value(result)],
    };
    // Without inlining of recursion and without this pass asking itself again: a call
    // inside the function that is of scalars is resolved by its attributes.
    let pipeline = [Stage::UntilStable { passes: IMPROVE, max_rounds: MAX_ROUNDS }];
    let mut special = Special { module, function: special };
    if run_pipeline(&mut special, &pipeline).is_err() {
        return false;
    }
    let special = special.function;
    match (special.body.statements.as_slice(), special.body.results.as_slice()) {
        ([statement], [result]) => {
            statement.op == Op::Prim(prim, arguments)
                && statement.results.first().copied() == result.value()
        }
        _ => false,
    }
}

/// A function that is no function of the module.
struct Special<'m> {
    module: &'m Module,
    function: Function,
}

impl Subject for Special<'_> {
    type Run = Run;

    fn apply(&mut self, pass: &Pass) -> Result<usize, String> {
        Ok((pass.run)(self.module, &mut self.function))
    }

    fn verify(&self) -> Result<(), String> {
        verify_function(self.module, &self.function)
    }
}
