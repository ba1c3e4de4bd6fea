//! What the optimiser did, in numbers.

use std::collections::BTreeMap;
use std::fmt;

use super::version_loops::is_version;
use crate::ir::{Block, Function, FunctionId, Module, Op};

/// The passes whose changes are checks that are made no more.
pub(super) const CHECK_REMOVING: [&str; 2] = ["remove-checks", "version-loops"];

/// What there is in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Statements.
    pub statements: usize,
    /// With-loops.
    pub with_loops: usize,
    /// Guards, but for those of loops that run only where a test before them fails.
    pub checks: usize,
    /// Calls whose instance only a run decides.
    pub dispatches: usize,
    /// With-loops that take the storage of another array.
    pub reuses: usize,
}

impl Counts {
    /// Counts a function.
    #[must_use]
    pub fn of(function: &Function) -> Counts {
        let mut counts = Counts::default();
        counts.add_block(function, &function.body, true);
        counts
    }

    /// Checks of a loop that runs only where a test before it fails do not count.
    fn add_block(&mut self, function: &Function, block: &Block, with_checks: bool) {
        for statement in &block.statements {
            self.statements += 1;
            match &statement.op {
                Op::With(with) => {
                    self.with_loops += 1;
                    self.reuses += with.reuse.iter().flatten().count();
                }
                Op::Guard { .. } => self.checks += usize::from(with_checks),
                Op::Dispatch { .. } => self.dispatches += 1,
                Op::If { condition, then, otherwise } => {
                    let counts = with_checks && !is_version(function, condition);
                    self.add_block(function, then, with_checks);
                    self.add_block(function, otherwise, counts);
                    continue;
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
                | Op::Loop(_)
                | Op::Extern { .. } => {}
            }
            for inner in statement.op.blocks() {
                self.add_block(function, inner, with_checks);
            }
        }
    }

    fn of_module(module: &Module) -> Counts {
        let mut total = Counts::default();
        for function in module.functions.values().filter(|function| function.is_source) {
            let counts = Counts::of(function);
            total.statements += counts.statements;
            total.with_loops += counts.with_loops;
            total.checks += counts.checks;
            total.dispatches += counts.dispatches;
            total.reuses += counts.reuses;
        }
        total
    }
}

/// What the passes did to a module. Counts are of the functions that the program wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    before: Counts,
    after: Counts,
    removed: BTreeMap<FunctionId, usize>,
    functions: Vec<FunctionChecks>,
    effects: BTreeMap<&'static str, usize>,
}

/// The checks of a function that the program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionChecks {
    /// The name of the function.
    pub name: String,
    /// How many checks the source implies.
    pub implied: usize,
    /// How many of them are left; the others were proved, or are made by one test before
    /// the loop that they stood in.
    pub left: usize,
}

impl Report {
    pub(super) fn begin(module: &Module) -> Report {
        Report { before: Counts::of_module(module), ..Report::default() }
    }

    pub(super) fn end(&mut self, module: &Module) {
        self.after = Counts::of_module(module);
        let checks = |(id, function): (FunctionId, &Function)| {
            let left = Counts::of(function).checks;
            let implied = left + self.removed.get(&id).copied().unwrap_or(0);
            FunctionChecks { name: function.name.clone(), implied, left }
        };
        let source = module.functions.iter().filter(|(_, function)| function.is_source);
        self.functions = source.map(checks).collect();
    }

    pub(super) fn count(&mut self, function: FunctionId, pass: &'static str, changes: usize) {
        *self.effects.entry(pass).or_default() += changes;
        if CHECK_REMOVING.contains(&pass) {
            *self.removed.entry(function).or_default() += changes;
        }
    }

    /// The checks of each function that the program wrote.
    #[must_use]
    pub fn functions(&self) -> &[FunctionChecks] {
        &self.functions
    }

    /// What there was before.
    #[must_use]
    pub fn before(&self) -> Counts {
        self.before
    }

    /// What is left.
    #[must_use]
    pub fn after(&self) -> Counts {
        self.after
    }

    /// How many checks the program implies; a check of a function that is inlined counts
    /// wherever that happens.
    #[must_use]
    pub fn implied_checks(&self) -> usize {
        self.removed_checks() + self.after.checks
    }

    /// How many of them were proved.
    #[must_use]
    pub fn removed_checks(&self) -> usize {
        self.removed.values().sum()
    }

    /// How many changes each pass made, by its name.
    #[must_use]
    pub fn effects(&self) -> &BTreeMap<&'static str, usize> {
        &self.effects
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "checks: {} implied, {} left", self.implied_checks(), self.after.checks)?;
        writeln!(
            f,
            "with-loops: {} before, {} after",
            self.before.with_loops, self.after.with_loops
        )?;
        writeln!(
            f,
            "dispatches: {} before, {} after",
            self.before.dispatches, self.after.dispatches
        )?;
        writeln!(f, "storage reused: {}", self.after.reuses)
    }
}
