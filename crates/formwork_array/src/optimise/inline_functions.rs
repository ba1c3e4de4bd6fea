//! `inline-functions`: the bodies of functions that are not recursive take the place of
//! their calls.

use super::call_order::is_recursive;
use super::rewrite::rewrite_all;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Block, Function, FunctionId, Module, NameOrigin, Op, Renaming, Statement, copy_block,
    for_each_block, for_each_block_mut,
};

/// Functions that the program wrote with more statements stay functions.
const MAX_STATEMENTS: usize = 400;
/// A function does not grow beyond this by inlining.
const MAX_VALUES: usize = 60_000;

/// Inlines calls.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    rewrite_all(function, &mut |function, _defs, statement, out| {
        let Op::Call { function: callee, arguments } = &statement.op else {
            out.push(statement);
            return false;
        };
        if function.values.len() > MAX_VALUES || !can_inline(module, function, *callee) {
            out.push(statement);
            return false;
        }
        let source = &module.functions[*callee];
        let mut renaming = Renaming::default();
        for (&parameter, argument) in source.parameters.iter().zip(arguments) {
            renaming.insert(parameter, argument.clone());
        }
        let mut body = copy_block(Some(source), &source.body, function, &mut renaming, &|data| {
            if data.origin == NameOrigin::Source || data.origin == NameOrigin::Derived {
                data.origin = NameOrigin::Inlined;
            }
        });
        set_places(&mut body, statement.place);
        out.extend(body.statements);
        for (&result, operand) in statement.results.iter().zip(body.results) {
            out.push(Statement::one(result, Op::Copy(operand), statement.place));
        }
        true
    })
}

fn can_inline(module: &Module, function: &Function, callee: FunctionId) -> bool {
    let source = &module.functions[callee];
    // Guarded and unguarded code do not mix.
    if source.guarded != function.guarded
        || source.attributed != function.attributed
        || is_recursive(module, callee)
    {
        return false;
    }
    if !source.is_source {
        return true;
    }
    let mut statements = 0;
    for_each_block(&source.body, &mut |block| statements += block.statements.len());
    statements <= MAX_STATEMENTS
}

/// What fails in a function of the prelude fails where it is called.
fn set_places(body: &mut Block, place: TextPosition) {
    for_each_block_mut(body, &mut |block| {
        for statement in &mut block.statements {
            if statement.place.line == 0 {
                statement.place = place;
            }
            match &mut statement.op {
                Op::Guard { check, value: _ } if check.place.line == 0 => check.place = place,
                Op::Dispatch { place: own, .. } if own.line == 0 => *own = place,
                _ => {}
            }
        }
    });
}
