//! `fold-with-loops`: where an element of an array is used that a with-loop computes, the
//! element is computed there. When nobody uses the array any more, it is never built.
//!
//! Where the element becomes part of an array that is changed, the computation must read that
//! array at the place which is changed only: what reads other places needs the array as it was,
//! so that all of it would be copied, where a new array of the changed elements does.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::cost::cost;
use super::defs::{Def, Defs, whole_genarray};
use super::places::Here;
use super::purity::is_pure_block;
use super::rewrite::rewrite_all;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Attributes, BaseType, Block, Function, Index, Module, Op, Operand, Operation, Part, Renaming,
    Statement, Type, ValueId, copy_block, for_each_block, for_each_definition,
};

/// Elements that cost no more are computed wherever they are used.
const CHEAP: usize = 4;
/// Elements that cost more are not computed a second time.
const AFFORDABLE: usize = 60;

/// Folds producers into consumers.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let uses = count_uses(function);
    let mut consumers = FxHashMap::default();
    find_consumers(&function.body, None, &mut consumers);
    rewrite_all(function, &mut |function, defs, statement, out| {
        let Op::Sel { index, array } = &statement.op else {
            out.push(statement);
            return false;
        };
        let (index, array) = (index.clone(), array.clone());
        let consumer = statement.results.first().and_then(|result| consumers.get(result));
        let consumer = consumer.map(Rc::as_ref);
        let found = find_producer(module, function, defs, &uses, consumer, (&index, &array));
        let Some((producer, body)) = found else {
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
    place: TextPosition,
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

/// The part of a with-loop that an element is selected in.
struct Consumer {
    index: Index,
    lower: Option<Operand>,
    upper: Operand,
    /// The arrays that this with-loop and those around it change.
    changed: Vec<Operand>,
    /// What is defined in the part.
    inside: FxHashSet<ValueId>,
}

impl Consumer {
    fn new(part: &Part, changed: Vec<Operand>) -> Consumer {
        let mut inside: FxHashSet<ValueId> = FxHashSet::default();
        for_each_definition(&part.body, &mut |value| {
            inside.insert(value);
        });
        let (index, lower, upper) = (part.index.clone(), part.lower.clone(), part.upper.clone());
        Consumer { index, lower, upper, changed, inside }
    }

    fn here<'a>(&'a self, function: &'a Function, defs: &'a Defs) -> Here<'a> {
        let (index, lower, upper) = (&self.index, self.lower.as_ref(), &self.upper);
        Here { function, defs, index, lower, upper }
    }
}

/// The parts that the selections of a block are in, by their results.
fn find_consumers(
    block: &Block,
    around: Option<&Rc<Consumer>>,
    found: &mut FxHashMap<ValueId, Rc<Consumer>>,
) {
    for statement in &block.statements {
        match &statement.op {
            Op::Sel { .. } => {
                if let (Some(consumer), Some(&result)) = (around, statement.results.first()) {
                    found.insert(result, consumer.clone());
                }
            }
            Op::With(with) => {
                let mut changed = around.map(|one| one.changed.clone()).unwrap_or_default();
                changed.extend(with.operations.iter().filter_map(|operation| match operation {
                    Operation::Modarray { array } => Some(array.clone()),
                    Operation::Genarray { .. } | Operation::Fold { .. } => None,
                }));
                for part in &with.parts {
                    let consumer = Rc::new(Consumer::new(part, changed.clone()));
                    find_consumers(&part.body, Some(&consumer), found);
                }
            }
            other => {
                for inner in other.blocks() {
                    find_consumers(inner, around, found);
                }
            }
        }
    }
}

/// The index and the body that compute the elements of an array, if it pays to
/// compute this one again.
fn find_producer(
    module: &Module,
    function: &Function,
    defs: &Defs,
    uses: &FxHashMap<ValueId, usize>,
    consumer: Option<&Consumer>,
    (index, array): (&Operand, &Operand),
) -> Option<(Index, Block)> {
    let resolved = defs.resolve(array);
    let Some(Op::With(with)) = defs.op(&resolved) else { return None };
    let (_, producer, body) = whole_genarray(defs, with)?;
    let [part] = with.parts.as_slice() else { return None };
    if !body.results.iter().all(|result| function.is_scalar(result))
        || !is_pure_block(module, function, body)
        || consumer.is_some_and(|consumer| needs_old(function, defs, consumer, part, index))
    {
        return None;
    }
    let price = cost(body);
    let once = resolved.value().and_then(|value| uses.get(&value)).copied() == Some(1)
        && (resolved == *array
            || array.value().and_then(|value| uses.get(&value)).copied() == Some(1));
    let used_once = || {
        is_own_index(defs, index)
            || consumer.is_some_and(|consumer| {
                consumer.here(function, defs).is_one_to_one(index, &consumer.inside)
            })
    };
    let pays = price <= CHEAP || (once && price <= AFFORDABLE && used_once());
    pays.then(|| (producer.clone(), body.clone()))
}

/// Whether computing the element at `index` in the consumer's place reads an array that the
/// consumer changes anywhere but where it is changed.
fn needs_old(
    function: &Function,
    defs: &Defs,
    consumer: &Consumer,
    producer: &Part,
    index: &Operand,
) -> bool {
    if consumer.changed.is_empty() {
        return false;
    }
    let here = consumer.here(function, defs);
    let there = Here::of(function, defs, producer);
    let is_own = |at: &Operand| {
        if here.is_own(index) && there.is_own(at) {
            return true;
        }
        let moved = here.sums(index).and_then(|place| there.moved(at, &place));
        moved.is_some_and(|place| here.are_own(&place))
    };
    let changed: Vec<Operand> = consumer.changed.iter().map(|array| storage(defs, array)).collect();
    let is_changed =
        |operand: &Operand| operand.value().is_some() && changed.contains(&storage(defs, operand));
    let mut old = false;
    for_each_block(&producer.body, &mut |block| {
        for statement in &block.statements {
            old |= match &statement.op {
                Op::Sel { index, array } => is_changed(array) && !is_own(index),
                Op::Dim(_) | Op::Shape(_) => false,
                other => other.operands().into_iter().any(is_changed),
            };
        }
    });
    old
}

/// The array whose elements an array has.
fn storage(defs: &Defs, array: &Operand) -> Operand {
    let mut array = defs.resolve(array);
    while let Some(Op::Reshape { shape: _, array: inner }) = defs.op(&array) {
        array = defs.resolve(inner);
    }
    array
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
