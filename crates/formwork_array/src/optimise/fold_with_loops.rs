//! `fold-with-loops`: where an element of an array is used that a with-loop computes, the
//! element is computed there. When nobody uses the array any more, it is never built.

use rustc_hash::FxHashMap;

use super::rewrite::{Def, Defs, cost, is_pure_block, rewrite_all, whole_genarray};
use crate::diagnostic::Place;
use crate::ir::{
    Attributes, BaseType, Block, Function, Index, Module, Op, Operand, Renaming, Statement, Type,
    ValueId, copy_block,
};

/// Elements that cost no more are computed wherever they are used.
const CHEAP: usize = 4;
/// Elements that cost more are not computed a second time.
const AFFORDABLE: usize = 60;

/// Folds producers into consumers.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let uses = count_uses(function);
    rewrite_all(function, &mut |function, defs, statement, out| {
        let Op::Sel { index, array } = &statement.op else {
            out.push(statement);
            return false;
        };
        let (index, array) = (index.clone(), array.clone());
        let Some((producer, body)) = find_producer(module, function, defs, &uses, &index, &array)
        else {
            out.push(statement);
            return false;
        };
        let mut renaming = rename_index(function, defs, producer, index, statement.place, out);
        let copy = copy_block(None, &body, function, &mut renaming, &|_| {});
        out.extend(copy.statements);
        for (&result, operand) in statement.results.iter().zip(copy.results) {
            out.push(Statement::one(result, Op::Copy(operand), statement.place));
        }
        true
    })
}

/// Names for the index of a producer: that of the consumer.
pub(super) fn rename_index(
    function: &mut Function,
    defs: &Defs,
    producer: Index,
    index: Operand,
    place: Place,
    out: &mut Vec<Statement>,
) -> Renaming {
    let mut renaming = Renaming::default();
    match producer {
        Index::Vector(value) => {
            renaming.insert(value, index);
        }
        Index::Scalars(values) => {
            let known = defs.elements(&index);
            for (axis, value) in values.into_iter().enumerate() {
                let element = match known.as_ref().and_then(|elements| elements.get(axis)) {
                    Some(element) => element.clone(),
                    None => {
                        let element = function.temporary(Type::scalar(BaseType::Int));
                        function.values[element].attributes = Some(Attributes::scalar());
                        let at = Operand::ints(&[axis as i64]);
                        let op = Op::Sel { index: at, array: index.clone() };
                        out.push(Statement::one(element, op, place));
                        Operand::Value(element)
                    }
                };
                renaming.insert(value, element);
            }
        }
    }
    renaming
}

/// The index and the body that compute the elements of an array, if it pays to
/// compute this one again.
fn find_producer(
    module: &Module,
    function: &Function,
    defs: &Defs,
    uses: &FxHashMap<ValueId, usize>,
    index: &Operand,
    array: &Operand,
) -> Option<(Index, Block)> {
    let resolved = defs.resolve(array);
    let Some(Op::With(with)) = defs.op(&resolved) else { return None };
    let (_, producer, body) = whole_genarray(defs, with)?;
    if !body.results.iter().all(|result| function.is_scalar(result))
        || !is_pure_block(module, function, body)
    {
        return None;
    }
    let price = cost(body);
    let once = resolved.value().and_then(|value| uses.get(&value)).copied() == Some(1)
        && (resolved == *array
            || array.value().and_then(|value| uses.get(&value)).copied() == Some(1));
    let pays = price <= CHEAP || (once && price <= AFFORDABLE && is_own_index(defs, index));
    pays.then(|| (producer.clone(), body.clone()))
}

/// Whether an index is the index of a with-loop itself, so that no element is used twice.
pub(super) fn is_own_index(defs: &Defs, index: &Operand) -> bool {
    match defs.get(&defs.resolve(index)) {
        Some(Def::IndexVector(_)) => true,
        _ => defs.elements(index).is_some_and(|elements| {
            let is_scalar = |element: &Operand| {
                matches!(defs.get(&defs.resolve(element)), Some(Def::IndexScalar(..)))
            };
            !elements.is_empty() && elements.iter().all(is_scalar)
        }),
    }
}

/// How often values are used; what a loop uses that is defined outside of it, it uses often.
fn count_uses(function: &Function) -> FxHashMap<ValueId, usize> {
    let mut counter = Counter { uses: FxHashMap::default(), depths: FxHashMap::default() };
    counter.block(&function.body, 0);
    counter.uses
}

struct Counter {
    uses: FxHashMap<ValueId, usize>,
    /// In how many loops values are defined; parameters in none.
    depths: FxHashMap<ValueId, usize>,
}

impl Counter {
    fn block(&mut self, block: &Block, depth: usize) {
        for statement in &block.statements {
            for operand in statement.op.operands() {
                self.operand(operand, depth);
            }
            let inside = depth + usize::from(matches!(statement.op, Op::Loop(_)));
            for inner in statement.op.blocks() {
                self.block(inner, inside);
            }
            for &result in &statement.results {
                self.depths.insert(result, depth);
            }
        }
        for result in &block.results {
            self.operand(result, depth);
        }
    }

    fn operand(&mut self, operand: &Operand, depth: usize) {
        let Operand::Value(value) = operand else { return };
        let own = self.depths.get(value).copied().unwrap_or(0);
        *self.uses.entry(*value).or_default() += if depth > own { 2 } else { 1 };
    }
}
