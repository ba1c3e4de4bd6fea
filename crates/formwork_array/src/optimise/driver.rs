//! How pipelines run over the functions of a module.

use formwork_pass::{Stage, Subject, run};

use super::call_order::used_functions;
use super::pipeline::{Pass, Run};
use super::report::{CHECK_REMOVING, Report};
use crate::ir::{FunctionId, Module};
use crate::verify::{verify, verify_function};

/// A function with more values is not improved further,
const MAX_VALUES: usize = 400_000;
/// nor is one that has become so many times as long as it was,
const MAX_GROWTH: usize = 40;
/// unless it is short.
const SHORT: usize = 10_000;

/// Who looks at what passes do: whether modules are verified in any case, which passes are left
/// out, and whether to go on.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub(super) verified: bool,
    pub(super) keep_checks: bool,
    pub(super) stopped: &'a dyn Fn() -> bool,
}

impl Watch<'_> {
    pub(super) const fn new(verified: bool) -> Watch<'static> {
        Watch { verified, keep_checks: false, stopped: &|| false }
    }

    const fn is_verified(self) -> bool {
        self.verified || cfg!(debug_assertions)
    }
}

/// Runs a pipeline over one function.
pub(super) fn run_over(
    module: &mut Module,
    id: FunctionId,
    pipeline: &[Stage<'_, Run>],
    watch: Watch<'_>,
    report: &mut Report,
) -> Result<(), String> {
    run(&mut OneFunction { module, id, watch, report, max_values: MAX_VALUES }, pipeline)?;
    Ok(())
}

/// Runs passes once each, in order, over every function that is used.
pub(super) fn run_over_all(
    module: &mut Module,
    passes: &[Pass],
    watch: Watch<'_>,
    report: &mut Report,
) -> Result<(), String> {
    run(&mut AllFunctions { module, watch, report }, &[Stage::Once(passes)])?;
    Ok(())
}

struct OneFunction<'a> {
    module: &'a mut Module,
    id: FunctionId,
    watch: Watch<'a>,
    report: &'a mut Report,
    /// Passes that run until nothing changes stop where there are more.
    max_values: usize,
}

impl Subject for OneFunction<'_> {
    type Run = Run;

    fn apply(&mut self, pass: &Pass) -> Result<usize, String> {
        if (self.watch.stopped)() {
            return Err("optimising was stopped".to_owned());
        }
        let mut function = self.module.functions[self.id].clone();
        let changes = (pass.run)(self.module, &mut function);
        if changes > 0 {
            if function.is_source {
                self.report.count(self.id, pass.name, changes);
            }
            self.module.functions[self.id] = function;
        }
        Ok(changes)
    }

    fn verify(&self) -> Result<(), String> {
        verify_function(self.module, &self.module.functions[self.id])
    }

    fn is_verified(&self) -> bool {
        self.watch.is_verified()
    }

    fn is_chosen(&self, pass: &Pass) -> bool {
        !(self.watch.keep_checks && CHECK_REMOVING.contains(&pass.name))
    }

    fn begin_rounds(&mut self) {
        let length = self.module.functions[self.id].values.len();
        self.max_values = length.saturating_mul(MAX_GROWTH).clamp(SHORT, MAX_VALUES);
    }

    fn may_go_on(&self) -> bool {
        self.module.functions[self.id].values.len() <= self.max_values
    }
}

struct AllFunctions<'a> {
    module: &'a mut Module,
    watch: Watch<'a>,
    report: &'a mut Report,
}

impl Subject for AllFunctions<'_> {
    type Run = Run;

    fn apply(&mut self, pass: &Pass) -> Result<usize, String> {
        let mut changes = 0;
        for id in used_functions(self.module) {
            let (module, report) = (&mut *self.module, &mut *self.report);
            let max_values = MAX_VALUES;
            let mut one = OneFunction { module, id, watch: self.watch, report, max_values };
            changes += one.apply(pass)?;
        }
        Ok(changes)
    }

    fn verify(&self) -> Result<(), String> {
        verify(self.module)
    }

    fn is_verified(&self) -> bool {
        self.watch.is_verified()
    }
}
