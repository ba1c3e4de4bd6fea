//! `remove-dead-code`: what nobody uses is not computed. Guards and loops that may not end are
//! kept: a program that fails goes on failing.
//!
//! What is needed is marked from the results, the guards and the like, each value and each
//! statement once, however deep they are nested; then the rest is swept away.

use rustc_hash::{FxHashMap, FxHashSet};

use super::purity::{has_own_effect, is_pure};
use crate::ir::{Block, Function, Module, Op, Operand, Operation, Statement, ValueId};

/// Drops what nobody uses.
pub(super) fn run(module: &Module, function: &mut Function) -> usize {
    let mut body = std::mem::take(&mut function.body);
    let (live, needed) = {
        let mut marker = Marker::new(module, function);
        marker.enter(&body, None);
        for number in std::mem::take(&mut marker.roots) {
            marker.need(number);
        }
        marker.mark_all(&body.results);
        marker.finish();
        (marker.live, marker.needed)
    };
    let mut number = 0;
    let changes = sweep(&mut body, &live, &needed, &mut number);
    function.body = body;
    changes
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// It is a result of a statement.
    Result(usize, usize),
    /// A loop carries it.
    Carried(usize, usize),
    /// It is an index of a with-loop.
    Index(usize),
}

/// Finds what is needed. Statements are numbered in the order of the text, a statement
/// before those in it.
struct Marker<'a> {
    module: &'a Module,
    function: &'a Function,
    statements: Vec<(&'a Statement, Option<usize>)>,
    origins: FxHashMap<ValueId, Origin>,
    /// The values that are needed.
    live: FxHashSet<ValueId>,
    /// Whether statements are needed.
    needed: Vec<bool>,
    /// Statements that do more than compute.
    roots: Vec<usize>,
    /// The copies in the blocks of statements.
    copies: FxHashMap<usize, Vec<usize>>,
    values: Vec<ValueId>,
}

impl<'a> Marker<'a> {
    fn new(module: &'a Module, function: &'a Function) -> Marker<'a> {
        Marker {
            module,
            function,
            statements: Vec::new(),
            origins: FxHashMap::default(),
            live: FxHashSet::default(),
            needed: Vec::new(),
            roots: Vec::new(),
            copies: FxHashMap::default(),
            values: Vec::new(),
        }
    }

    /// Numbers the statements of a block, and finds those that do more than compute.
    fn enter(&mut self, block: &'a Block, around: Option<usize>) {
        for statement in &block.statements {
            let number = self.statements.len();
            self.statements.push((statement, around));
            self.needed.push(false);
            for (place, &result) in statement.results.iter().enumerate() {
                self.origins.insert(result, Origin::Result(number, place));
            }
            match &statement.op {
                Op::Loop(repeat) => {
                    for (place, (value, _)) in repeat.carried.iter().enumerate() {
                        self.origins.insert(*value, Origin::Carried(number, place));
                    }
                }
                op => {
                    for value in op.inner_values() {
                        self.origins.insert(value, Origin::Index(number));
                    }
                }
            }
            for inner in statement.op.blocks() {
                self.enter(inner, Some(number));
            }
            let is_kept = match (&statement.op, around) {
                // Copies go with `propagate-copies`, which looks at their names.
                (Op::Copy(_), None) => true,
                (Op::Copy(_), Some(around)) => {
                    self.copies.entry(around).or_default().push(number);
                    false
                }
                // What is in them is asked on its own.
                (op @ (Op::If { .. } | Op::Loop(_) | Op::With(_)), _) => {
                    has_own_effect(self.function, op)
                }
                (op, _) => !is_pure(self.module, self.function, op),
            };
            if is_kept {
                self.roots.push(number);
            }
        }
    }

    fn mark(&mut self, operand: &Operand) {
        if let Operand::Value(value) = operand
            && self.live.insert(*value)
        {
            self.values.push(*value);
        }
    }

    fn mark_all<'o>(&mut self, operands: impl IntoIterator<Item = &'o Operand>) {
        for operand in operands {
            self.mark(operand);
        }
    }

    /// A statement is needed: so is what decides whether and how it runs.
    fn need(&mut self, number: usize) {
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            if std::mem::replace(&mut self.needed[number], true) {
                continue;
            }
            stack.extend(self.copies.remove(&number).unwrap_or_default());
            let (statement, around) = self.statements[number];
            match &statement.op {
                Op::If { condition, .. } => self.mark(condition),
                Op::Loop(repeat) => self.mark_all(&repeat.condition.results),
                Op::With(with) => {
                    for part in &with.parts {
                        self.mark_all(part.lower.iter().chain([&part.upper]));
                    }
                    for value in statement.op.inner_values() {
                        self.mark(&Operand::Value(value));
                    }
                }
                // The guarded value only if somebody uses it.
                Op::Guard { check, value: _ } => self.mark_all(check.condition.operands()),
                op => {
                    self.mark_all(op.operands());
                    for &result in &statement.results {
                        self.mark(&Operand::Value(result));
                    }
                }
            }
            stack.extend(around);
        }
    }

    /// A result of a statement is needed.
    fn need_result(&mut self, number: usize, place: usize) {
        self.need(number);
        let (statement, _) = self.statements[number];
        match &statement.op {
            Op::If { condition: _, then, otherwise } => {
                self.mark_all(then.results.get(place));
                self.mark_all(otherwise.results.get(place));
            }
            Op::Loop(repeat) => {
                if let Some((carried, first)) = repeat.carried.get(place) {
                    self.mark(&Operand::Value(*carried));
                    self.mark(first);
                    self.mark_all(repeat.body.results.get(place));
                }
                self.mark_all(statement.results.get(place).map(|&one| Operand::Value(one)).iter());
            }
            Op::With(with) => {
                match with.operations.get(place) {
                    Some(Operation::Genarray { shape, default }) => {
                        self.mark(shape);
                        self.mark(default);
                    }
                    Some(Operation::Modarray { array }) => self.mark(array),
                    Some(Operation::Fold { prim: _, neutral }) => self.mark(neutral),
                    None => {}
                }
                if let Some(Some(reuse)) = with.reuse.get(place) {
                    self.mark(&Operand::Value(reuse.source));
                }
                for part in &with.parts {
                    self.mark_all(part.body.results.get(place));
                }
            }
            Op::Guard { check: _, value } => self.mark_all(value),
            _ => {}
        }
    }

    /// Follows everything that is marked.
    fn finish(&mut self) {
        loop {
            while let Some(value) = self.values.pop() {
                // A value needs its rank and its shape.
                if let Some(attributes) = &self.function.values[value].attributes {
                    self.mark(&attributes.rank);
                    self.mark(&attributes.shape);
                }
                match self.origins.get(&value) {
                    Some(&(Origin::Result(number, place) | Origin::Carried(number, place))) => {
                        self.need_result(number, place);
                    }
                    Some(&Origin::Index(number)) => self.need(number),
                    None => {}
                }
            }
            // Of what must stay for its effect, something is left to be its result.
            for number in 0..self.statements.len() {
                let (statement, _) = self.statements[number];
                if self.needed[number] && keeps_all(statement, &self.live) {
                    for &result in &statement.results {
                        self.mark(&Operand::Value(result));
                    }
                }
            }
            if self.values.is_empty() {
                return;
            }
        }
    }
}

/// Whether a statement that stays keeps all its results, although not all are needed.
fn keeps_all(statement: &Statement, live: &FxHashSet<ValueId>) -> bool {
    let count = statement.results.iter().filter(|result| live.contains(result)).count();
    match &statement.op {
        Op::With(_) | Op::Loop(_) => count == 0,
        Op::If { .. } => count == 0 && statement.results.len() == 1,
        _ => false,
    }
}

/// Drops statements that are not needed, and results of the others that are not.
fn sweep(
    block: &mut Block,
    live: &FxHashSet<ValueId>,
    needed: &[bool],
    number: &mut usize,
) -> usize {
    let mut changes = 0;
    let mut kept = Vec::with_capacity(block.statements.len());
    for mut statement in std::mem::take(&mut block.statements) {
        let is_needed = needed[*number];
        *number += 1;
        // Also of what goes, for the numbers of what follows.
        for inner in statement.op.blocks_mut() {
            let dropped = sweep(inner, live, needed, number);
            changes += if is_needed { dropped } else { 0 };
        }
        if !is_needed {
            changes += 1;
            continue;
        }
        changes += drop_results(&mut statement, live);
        kept.push(statement);
    }
    block.statements = kept;
    changes
}

/// Results of guards, with-loops, branches and loops that nobody uses are not made.
fn drop_results(statement: &mut Statement, live: &FxHashSet<ValueId>) -> usize {
    let keep: Vec<bool> = statement.results.iter().map(|result| live.contains(result)).collect();
    let dropped = keep.iter().filter(|&&keep| !keep).count();
    if dropped == 0 {
        return 0;
    }
    match &mut statement.op {
        // Nobody uses the guarded value; the check remains.
        Op::Guard { check: _, value } => {
            statement.results.clear();
            return usize::from(value.take().is_some());
        }
        Op::With(with) => {
            retain(&mut with.operations, &keep);
            retain(&mut with.reuse, &keep);
            for part in &mut with.parts {
                retain(&mut part.body.results, &keep);
            }
        }
        Op::If { condition: _, then, otherwise } => {
            retain(&mut then.results, &keep);
            retain(&mut otherwise.results, &keep);
        }
        Op::Loop(repeat) => {
            retain(&mut repeat.carried, &keep);
            retain(&mut repeat.body.results, &keep);
        }
        _ => return 0,
    }
    retain(&mut statement.results, &keep);
    dropped
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut flags = keep.iter();
    items.retain(|_| flags.next().copied().unwrap_or(true));
}
