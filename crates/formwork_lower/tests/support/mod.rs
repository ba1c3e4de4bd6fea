//! Running programs with the evaluator of the array IR in the place of native code.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::ir::{Array, FunctionId, Module, Scalar};
use formwork_array::optimise::optimise;
use formwork_array::{print_module, verify};
use formwork_builtins::Stream;
use formwork_hir::body::{Body, Stmt};
use formwork_hir::{MemoryHost, Program, SlotId};
use formwork_interp::{
    Accelerated, Accelerator, Environment, Interpreter, Limits, StopSignal, Variables,
};
use formwork_lower::{Given, Lowering, State, lower_statements, values};
use formwork_native::to_loops::lower_module;
use formwork_syntax::Dialect;

/// How often regions were run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// To their end.
    pub(crate) done: usize,
    /// With a loop, to their end.
    pub(crate) loops: usize,
    /// Until a check failed.
    pub(crate) given_up: usize,
}

/// Runs every region that can be lowered for the values at hand.
struct Evaluated {
    counts: Rc<RefCell<Counts>>,
    only_loops: bool,
}

impl Accelerator for Evaluated {
    fn takes_rests(&self, _turns: usize) -> bool {
        true
    }

    fn run(
        &mut self,
        body: &Rc<Body>,
        statements: &[Stmt],
        variables: &mut dyn Variables,
    ) -> Option<Accelerated> {
        let mut lowering = Lowering::default();
        let known = body.slots.keys().filter_map(|slot| {
            let value = variables.value(slot)?;
            Some((slot, values::given_of(&value, variables)?))
        });
        let known: BTreeMap<SlotId, Given> = known.collect();
        let entry = |slot| known.get(&slot).cloned();
        let region = lower_statements(&mut lowering, body, statements, &entry, variables).ok()?;
        let module = lowering.into_module();
        if self.only_loops && region.loops == 0 {
            return None;
        }
        verify(&module).unwrap();
        let meant = region.relied.iter().all(|one| one.holds(variables));
        let absent = region.absent.iter().all(|&slot| variables.is_unset(slot));
        let own = region.outputs.iter().all(|output| variables.is_own(output.slot));
        if !meant || !absent || !own || variables.room() < region.frames {
            return None;
        }
        let mut passed = Vec::new();
        for input in &region.inputs {
            let value = variables.value(input.slot)?;
            passed.extend(values::arrays_of(&value, &input.given, variables)?);
        }
        let passed = passed.iter().zip(region.parameters());
        let mut arguments = passed
            .map(|(value, kind)| values::to_array(value, kind))
            .collect::<Option<Vec<_>>>()?;
        if region.takes_room {
            arguments.push(Arc::new(Array::scalar(Scalar::Double(variables.room() as f64))));
        }
        let budget = Budget { steps: 2_000_000, depth: 100 };
        let results = match eval_function(&module, region.function, arguments.clone(), budget) {
            Ok(results) => results,
            Err(Failure::Check { .. } | Failure::Budget) => {
                self.counts.borrow_mut().given_up += 1;
                return None;
            }
            Err(failure @ (Failure::Unguarded(_) | Failure::Unsupported(_))) => {
                panic!("{failure}\n{}", print_module(&module))
            }
        };
        if self.only_loops {
            self.optimised_agrees(&module, region.function, &arguments, &results);
        }
        let mut results = results.into_iter();
        let mut stored = Vec::new();
        for output in &region.outputs {
            let array = results.next().unwrap();
            let state = if output.has_state {
                let state = results.next().unwrap().as_scalar().unwrap();
                State::of(state.to_double()).unwrap()
            } else {
                State::Set
            };
            match state {
                State::Untouched => {}
                State::Set => {
                    let value = values::from_array(&array, output.kind).unwrap();
                    stored.push((output.slot, value));
                }
                State::EmptySquare => stored.push((output.slot, values::empty_square())),
                State::EmptyRow => stored.push((output.slot, values::empty_row())),
            }
        }
        let mut counts = self.counts.borrow_mut();
        counts.done += 1;
        counts.loops += usize::from(region.loops > 0);
        Some(Accelerated { statements: region.length, stored })
    }
}

impl Evaluated {
    /// The optimiser changes nothing, and what it makes has a loop form.
    fn optimised_agrees(
        &self,
        module: &Module,
        function: FunctionId,
        arguments: &[Arc<Array>],
        expected: &[Arc<Array>],
    ) {
        let mut optimised = module.clone();
        optimise(&mut optimised, false).unwrap();
        verify(&optimised).unwrap();
        let budget = Budget { steps: 20_000_000, depth: 100 };
        let found = eval_function(&optimised, function, arguments.to_vec(), budget);
        assert_eq!(found.as_deref(), Ok(expected), "{}", print_module(&optimised));
        let lowered = lower_module(&optimised)
            .unwrap_or_else(|limit| panic!("{limit}\n{}", print_module(&optimised)));
        lowered.verify().unwrap();
    }
}

struct World {
    heard: Rc<RefCell<Vec<u8>>>,
    stop: StopSignal,
}

impl Environment for World {
    fn write(&mut self, _stream: Stream, bytes: &[u8]) -> bool {
        let mut heard = self.heard.borrow_mut();
        heard.extend_from_slice(bytes);
        if heard.len() > 200_000 {
            self.stop.interrupt();
        }
        true
    }

    fn now(&mut self) -> f64 {
        1.0e9
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn variable(&mut self, _name: &str) -> Option<String> {
        None
    }
}

/// Who runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// The interpreter alone.
    Interpreter,
    /// Regions of all kinds by the evaluator.
    Everything,
    /// Regions with loops by the evaluator.
    Loops,
}

/// What a program prints, and what it ends with.
pub(crate) fn behaviour(text: &str, engine: Engine) -> (String, Counts) {
    let mut host = MemoryHost::default();
    let path = Path::new("main.m");
    host.insert(path, text.as_bytes());
    let stop = StopSignal::default();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let world = World { heard: Rc::clone(&heard), stop: stop.clone() };
    let program = Program::new(&host, Dialect::Auto, Vec::new());
    let mut interpreter =
        Interpreter::new(program, Box::new(world), stop, Limits { recursion: 30 });
    // Who shares storage with whom is no part of what a program means, and `x += y` lets `x`
    // grow where it is shared.
    interpreter.let_updates_grow();
    let counts = Rc::new(RefCell::new(Counts::default()));
    if engine != Engine::Interpreter {
        let only_loops = engine == Engine::Loops;
        let evaluated = Evaluated { counts: Rc::clone(&counts), only_loops };
        interpreter.set_accelerator(Box::new(evaluated));
    }
    let outcome = interpreter.run_file(path, Vec::new());
    let mut output = String::from_utf8_lossy(&heard.borrow()).into_owned();
    if let Err(error) = outcome {
        output.push_str(&format!("error: {}\n", error.message));
    }
    let counts = *counts.borrow();
    (output, counts)
}
