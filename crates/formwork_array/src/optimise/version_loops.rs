//! `version-loops`: checks that a loop makes in every iteration, though before it one test can
//! tell that all of them pass, are made by that test. If it holds, a copy of the loop without
//! these checks runs; if not, the loop as it was.
//!
//! Subscripts are sums of counters and of what does not change, so the least and the greatest
//! they become are known before the loop.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::defs::Defs;
use super::linear::Linear;
use super::ranges::Ranges;
use crate::diagnostic::TextPosition;
use crate::ir::{
    Attributes, BaseType, Block, Condition, Function, MAX_EXTENT, Module, NameOrigin, Op, Operand,
    Prim, Renaming, Scalar, Statement, Type, ValueId, copy_block, for_each_block,
};

/// The name of the truth value that says which of two loops runs.
const TEST_NAME: &str = "all_pass";

/// Whether the second block of a conditional is the copy of a loop that makes all checks.
pub(super) fn is_version(function: &Function, condition: &Operand) -> bool {
    condition.value().is_some_and(|value| {
        let data = &function.values[value];
        data.origin == NameOrigin::Temporary && data.name == TEST_NAME
    })
}

/// Loops with more statements are not copied.
const MAX_STATEMENTS: usize = 600;
/// A test of more parts is not worth it.
const MAX_TESTS: usize = 48;
/// Loops in loops in loops that are copied one by one.
const MAX_DEPTH: usize = 3;

/// Makes copies of loops without checks.
pub(super) fn run(_module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let mut defs = Defs::default();
    record(function, &mut defs, &body);
    let changes = walk(function, &mut defs, &mut body, 0);
    function.body = body;
    changes
}

fn record(function: &Function, defs: &mut Defs, block: &Block) {
    for_each_block(block, &mut |block| {
        for statement in &block.statements {
            defs.record_inside(function, &statement.op);
            defs.record(statement);
        }
    });
}

fn walk(function: &mut Function, defs: &mut Defs, block: &mut Block, depth: usize) -> usize {
    let mut changes = 0;
    let mut out = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        match &mut statement.op {
            Op::Loop(_) if depth < MAX_DEPTH => {
                if let Some(plan) = plan(function, defs, &statement.op) {
                    changes += plan.dropped.len();
                    version(function, defs, statement, &plan, depth, &mut changes, &mut out);
                    continue;
                }
                for inner in statement.op.blocks_mut() {
                    changes += walk(function, defs, inner, depth + 1);
                }
            }
            Op::If { condition: _, then, otherwise } => {
                changes += walk(function, defs, then, depth);
                changes += walk(function, defs, otherwise, depth);
            }
            Op::Loop(_)
            | Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::With(_)
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Guard { .. }
            | Op::Extern { .. } => {}
        }
        out.push(statement);
    }
    block.statements = out;
    changes
}

/// What is tested, and which checks go, by their number among all checks of the loop.
#[derive(Default)]
struct Plan {
    tests: Vec<Test>,
    /// The numbers that must be small for the tests to mean something.
    small: BTreeSet<ValueId>,
    dropped: FxHashSet<usize>,
}

#[derive(Clone, PartialEq)]
enum Test {
    /// A truth value.
    Truth(Operand),
    /// A sum is not negative.
    NotNegative(Linear<ValueId>),
    /// A sum is less than an extent.
    Below(Linear<ValueId>, Operand),
}

fn plan(function: &Function, defs: &Defs, op: &Op) -> Option<Plan> {
    let mut inside: FxHashSet<ValueId> = op.inner_values().into_iter().collect();
    let mut statements = 0;
    for block in op.blocks() {
        crate::ir::for_each_definition(block, &mut |value| {
            inside.insert(value);
        });
        for_each_block(block, &mut |block| statements += block.statements.len());
    }
    let mut ranges = Ranges::default();
    note_ranges(function, defs, op, 0, &mut ranges);
    let planner = Planner { function, defs, ranges, inside };
    let mut plan = Plan::default();
    let mut number = 0;
    for block in op.blocks() {
        planner.block(block, is_condition(op, block), &mut plan, &mut number);
    }
    let worth =
        !plan.dropped.is_empty() && plan.tests.len() <= MAX_TESTS && statements <= MAX_STATEMENTS;
    worth.then_some(plan)
}

/// Whether a block computes the condition of a loop.
fn is_condition(op: &Op, block: &Block) -> bool {
    matches!(op, Op::Loop(repeat) if std::ptr::eq(&repeat.condition, block))
}

fn note_ranges(function: &Function, defs: &Defs, op: &Op, depth: usize, ranges: &mut Ranges) {
    if let Op::Loop(repeat) = op {
        ranges.note(function, defs, repeat, depth);
    }
    for block in op.blocks() {
        for statement in &block.statements {
            note_ranges(function, defs, &statement.op, depth + 1, ranges);
        }
    }
}

struct Planner<'p> {
    function: &'p Function,
    defs: &'p Defs,
    ranges: Ranges,
    /// What the loop defines.
    inside: FxHashSet<ValueId>,
}

impl Planner<'_> {
    fn is_outside(&self, operand: &Operand) -> bool {
        operand.value().is_none_or(|value| !self.inside.contains(&value))
    }

    /// The operand, or what it is a name for, that is there before the loop.
    fn before(&self, operand: &Operand) -> Option<Operand> {
        if self.is_outside(operand) {
            return Some(operand.clone());
        }
        let resolved = self.defs.resolve(operand);
        self.is_outside(&resolved).then_some(resolved)
    }

    /// Plans for the checks of a block and the blocks in it. The last condition of a loop is
    /// computed where its counter is beyond its range: nothing is said of checks there.
    fn block(&self, block: &Block, in_condition: bool, plan: &mut Plan, number: &mut usize) {
        for statement in &block.statements {
            let Op::Guard { check, .. } = &statement.op else { continue };
            *number += 1;
            if in_condition {
                continue;
            }
            let mut small = plan.small.clone();
            if let Some(tests) = self.tests(&check.condition, &mut small) {
                for test in tests {
                    if !plan.tests.contains(&test) {
                        plan.tests.push(test);
                    }
                }
                plan.small = small;
                plan.dropped.insert(*number - 1);
            }
        }
        for statement in &block.statements {
            for inner in statement.op.blocks() {
                let in_condition = in_condition || is_condition(&statement.op, inner);
                self.block(inner, in_condition, plan, number);
            }
        }
    }

    /// What is tested in the place of a condition.
    fn tests(&self, condition: &Condition, small: &mut BTreeSet<ValueId>) -> Option<Vec<Test>> {
        match condition {
            Condition::True(truth) => Some(vec![Test::Truth(self.before(truth)?)]),
            Condition::IndexWithin { index, shape } => {
                let index = self.defs.elements(index)?;
                let shape = self.defs.elements(shape)?;
                if index.len() != shape.len() {
                    return None;
                }
                let mut tests = Vec::new();
                for (subscript, extent) in index.iter().zip(&shape) {
                    let sum = Linear::of(self.function, self.defs, subscript)?;
                    let outside = |value: ValueId| !self.inside.contains(&value);
                    let least = self.ranges.extreme(&sum, false, &outside, small)?;
                    let greatest = self.ranges.extreme(&sum, true, &outside, small)?;
                    match (least.terms.is_empty(), least.constant >= 0) {
                        (true, true) => {}
                        (true, false) => return None,
                        (false, _) => tests.push(Test::NotNegative(least)),
                    }
                    tests.push(Test::Below(greatest, self.before(extent)?));
                }
                Some(tests)
            }
            Condition::ShapesEqual(..)
            | Condition::CountsEqual(..)
            | Condition::RangeWithin { .. }
            | Condition::Length(..)
            | Condition::NonNegative(_)
            | Condition::NonZero(_) => None,
        }
    }
}

/// Statements that end in a truth value.
struct Writer<'w> {
    function: &'w mut Function,
    statements: Vec<Statement>,
    place: TextPosition,
}

impl Writer<'_> {
    fn prim(&mut self, prim: Prim, left: Operand, right: Operand, base: BaseType) -> Operand {
        let value = self.function.temporary(Type::scalar(base));
        self.function.values[value].attributes = Some(Attributes::scalar());
        self.statements.push(Statement::one(value, Op::Prim(prim, vec![left, right]), self.place));
        Operand::Value(value)
    }

    fn compare(&mut self, prim: Prim, left: Operand, right: Operand) -> Operand {
        self.prim(prim, left, right, BaseType::Bool)
    }

    fn all(&mut self, truths: Vec<Operand>) -> Operand {
        let mut all = None;
        for truth in truths {
            all = Some(match all {
                None => truth,
                Some(before) => self.prim(Prim::And, before, truth, BaseType::Bool),
            });
        }
        all.unwrap_or_else(|| Operand::scalar(Scalar::Bool(true)))
    }

    /// A small sum: its factors and its constant are 64-bit integers.
    fn sum(&mut self, sum: &Linear<ValueId>) -> Operand {
        let mut total = None;
        for (&value, &factor) in &sum.terms {
            let mut term = Operand::Value(value);
            if factor != 1 {
                term = self.prim(Prim::Mul, term, Operand::int(factor as i64), BaseType::Int);
            }
            total = Some(match total {
                None => term,
                Some(before) => self.prim(Prim::Add, before, term, BaseType::Int),
            });
        }
        match total {
            None => Operand::int(sum.constant as i64),
            Some(total) if sum.constant == 0 => total,
            Some(total) => {
                self.prim(Prim::Add, total, Operand::int(sum.constant as i64), BaseType::Int)
            }
        }
    }

    fn test(&mut self, test: &Test) -> Operand {
        match test {
            Test::Truth(truth) => truth.clone(),
            Test::NotNegative(sum) => {
                let sum = self.sum(sum);
                self.compare(Prim::Ge, sum, Operand::int(0))
            }
            Test::Below(sum, extent) => {
                let sum = self.sum(sum);
                self.compare(Prim::Lt, sum, extent.clone())
            }
        }
    }
}

/// The test of a plan. Sums are computed only of numbers so small that they do not overflow.
fn write_test(
    function: &mut Function,
    plan: &Plan,
    place: TextPosition,
    out: &mut Vec<Statement>,
) -> Operand {
    let mut writer = Writer { function, statements: Vec::new(), place };
    let mut small = Vec::new();
    for &value in &plan.small {
        let value = Operand::Value(value);
        small.push(writer.compare(Prim::Ge, value.clone(), Operand::int(-MAX_EXTENT)));
        small.push(writer.compare(Prim::Le, value, Operand::int(MAX_EXTENT)));
    }
    let small = writer.all(small);
    out.append(&mut writer.statements);
    let mut truths = Vec::new();
    for test in &plan.tests {
        truths.push(writer.test(test));
    }
    let holds = writer.all(truths);
    let then = Block { statements: std::mem::take(&mut writer.statements), results: vec![holds] };
    let otherwise =
        Block { statements: Vec::new(), results: vec![Operand::scalar(Scalar::Bool(false))] };
    let all = function.value(TEST_NAME, NameOrigin::Temporary, Type::scalar(BaseType::Bool));
    function.values[all].attributes = Some(Attributes::scalar());
    out.push(Statement::one(all, Op::If { condition: small, then, otherwise }, place));
    Operand::Value(all)
}

/// Puts the test and both loops in the place of one.
fn version(
    function: &mut Function,
    defs: &mut Defs,
    statement: Statement,
    plan: &Plan,
    depth: usize,
    changes: &mut usize,
    out: &mut Vec<Statement>,
) {
    let place = statement.place;
    let condition = write_test(function, plan, place, out);
    let mut checked = statement.clone();
    let mut fast = statement.clone();
    let mut number = 0;
    for block in fast.op.blocks_mut() {
        drop_checks(block, plan, &mut number);
    }
    let results = fast.results.iter().map(|&value| Operand::Value(value)).collect();
    let fast = Block { statements: vec![fast], results };
    let mut fast = copy_block(None, &fast, function, &mut Renaming::default(), &|_| {});
    record(function, defs, &fast);
    for inner in &mut fast.statements {
        for block in inner.op.blocks_mut() {
            *changes += walk(function, defs, block, depth + 1);
        }
    }
    for result in &mut checked.results {
        let data = function.values[*result].clone();
        *result = function.values.push(data);
    }
    let results = checked.results.iter().map(|&value| Operand::Value(value)).collect();
    let otherwise = Block { statements: vec![checked], results };
    let op = Op::If { condition, then: fast, otherwise };
    out.push(Statement { results: statement.results, op, place });
}

/// Drops the checks of a plan, in the order in which it counted them.
fn drop_checks(block: &mut Block, plan: &Plan, number: &mut usize) {
    // As `for_each_block` goes: the statements of a block, then the blocks in them.
    block.statements.retain_mut(|statement| {
        if let Op::Guard { check: _, value } = &mut statement.op {
            *number += 1;
            if plan.dropped.contains(&(*number - 1)) {
                match value.take() {
                    Some(value) => statement.op = Op::Copy(value),
                    None => return false,
                }
            }
        }
        true
    });
    for statement in &mut block.statements {
        for inner in statement.op.blocks_mut() {
            drop_checks(inner, plan, number);
        }
    }
}
