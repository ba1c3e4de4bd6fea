//! What the optimiser did, in numbers.

use std::collections::BTreeMap;
use std::fmt;

use crate::ir::{Function, Module, Op, for_each_block};

/// What there is in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Statements.
    pub statements: usize,
    /// With-loops.
    pub with_loops: usize,
    /// Guards.
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
        for_each_block(&function.body, &mut |block| {
            for statement in &block.statements {
                counts.statements += 1;
                match &statement.op {
                    Op::With(with) => {
                        counts.with_loops += 1;
                        counts.reuses += with.reuse.iter().flatten().count();
                    }
                    Op::Guard { .. } => counts.checks += 1,
                    Op::Dispatch { .. } => counts.dispatches += 1,
                    _ => {}
                }
            }
        });
        counts
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
    removed: usize,
    effects: BTreeMap<&'static str, usize>,
}

impl Report {
    pub(super) fn begin(module: &Module) -> Report {
        Report { before: Counts::of_module(module), ..Report::default() }
    }

    pub(super) fn end(&mut self, module: &Module) {
        self.after = Counts::of_module(module);
    }

    pub(super) fn count(&mut self, pass: &'static str, changes: usize) {
        *self.effects.entry(pass).or_default() += changes;
        if pass == "remove-checks" {
            self.removed += changes;
        }
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
        self.removed + self.after.checks
    }

    /// How many of them were proved.
    #[must_use]
    pub fn removed_checks(&self) -> usize {
        self.removed
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
