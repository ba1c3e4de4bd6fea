//! Native code of statements, for values of some kinds, and calling it.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use formwork_hir::SlotId;
use formwork_interp::{Accelerated, StopSignal, Variables};
use formwork_lower::{Kind, Region, State, values};
use formwork_native::load::EntryPoint;
use formwork_native::loops::DEEPEST_RECURSION;
use formwork_native::{Array, ArrayView, Elements};
use formwork_runtime::Value;

use super::candidate::Candidate;
use super::convert::{fits, materialized, to_value, view};
use super::operations::Operations;
use super::regions::NativeCounts;

/// How often code may give up before it is not tried any more, unless it mostly does not.
const MOST_FAILURES: usize = 3;

/// Native code of statements.
pub(super) struct Compiled {
    region: Region,
    /// The extents that its parameters must have, where it was compiled for these alone.
    shapes: Vec<Option<Vec<i64>>>,
    code: EntryPoint,
    calls: usize,
    failures: usize,
    /// Why it gave up last.
    reason: Option<String>,
    /// When calls were last known to mean what they were compiled for.
    meant: u64,
}

impl Compiled {
    /// Code whose calls mean now what they mean in the region.
    pub(super) fn new(candidate: Candidate, code: EntryPoint, meanings: u64) -> Compiled {
        let Candidate { region, shapes, .. } = candidate;
        Compiled { region, shapes, code, calls: 0, failures: 0, reason: None, meant: meanings }
    }

    /// Whether it is for arrays of some extents alone.
    pub(super) fn is_for_shapes(&self) -> bool {
        self.shapes.iter().any(Option::is_some)
    }

    /// How often it was called, and how often it gave up.
    pub(super) const fn calls(&self) -> (usize, usize) {
        (self.calls, self.failures)
    }

    /// Why it gave up last.
    pub(super) fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The arguments of the region, if it is still in use and everything is what it was
    /// compiled for.
    pub(super) fn arguments(&mut self, variables: &mut dyn Variables) -> Option<Vec<Value>> {
        if self.failures >= MOST_FAILURES && self.failures * 4 > self.calls {
            return None;
        }
        let region = &self.region;
        let mut arguments = Vec::with_capacity(region.inputs.len() + 1);
        for input in &region.inputs {
            let value = variables.value(input.slot)?;
            let arrays = values::arrays_of(&value, &input.given, variables)?;
            for (value, kind) in arrays.into_iter().zip(input.given.kinds()) {
                let shape = self.shapes.get(arguments.len()).and_then(Option::as_ref);
                if !fits(&value, kind)
                    || shape.is_some_and(|shape| {
                        values::shape_of(&value.dims(), kind.form).as_ref() != Some(shape)
                    })
                {
                    return None;
                }
                arguments.push(materialized(value)?);
            }
        }
        // The stack has no room for more: the code itself does not count.
        let room = variables.room().min(DEEPEST_RECURSION);
        if region.takes_room {
            arguments.push(Value::count(room));
        }
        if room < region.frames
            || !region.outputs.iter().all(|output| variables.is_own(output.slot))
            || !region.absent.iter().all(|&slot| variables.is_unset(slot))
        {
            return None;
        }
        let meanings = variables.meanings();
        if meanings != self.meant {
            if !region.relied.iter().all(|one| one.holds(variables)) {
                return None;
            }
            self.meant = meanings;
        }
        Some(arguments)
    }

    /// How many bytes of its arguments the code copies before it changes them: those of
    /// variables that it sets. It may give up, and then they must be what they were.
    pub(super) fn copied_bytes(&self, arguments: &[Value]) -> usize {
        let inputs = self.region.inputs.iter();
        let slots = inputs.flat_map(|input| input.given.kinds().into_iter().map(|_| input.slot));
        let changed = slots
            .zip(arguments)
            .filter(|(slot, _)| self.region.outputs.iter().any(|output| output.slot == *slot));
        changed.map(|(_, value)| value.dims().numel() * 8).sum()
    }

    /// Calls the code with its arguments.
    pub(super) fn call(
        &mut self,
        arguments: &[Value],
        stop: &StopSignal,
        counts: &Cell<NativeCounts>,
    ) -> Option<Accelerated> {
        let outputs = &self.region.outputs;
        let count = outputs.len() + outputs.iter().filter(|output| output.has_state).count();
        let kinds = self.region.parameters().into_iter();
        let given = arguments.iter().zip(kinds.chain(std::iter::repeat(Kind::NUMBER)));
        let given: Vec<ArrayView<'_>> =
            given.map(|(value, kind)| view(value, kind)).collect::<Option<_>>()?;
        self.calls += 1;
        let outcome = self.code.call(&given, count, &mut Operations, stop.flag());
        if stop.flag().load(Ordering::Relaxed) != 0 {
            // The interpreter stops at once; whether the code had given up nobody knows.
            return None;
        }
        let stored = match outcome {
            Ok(Ok(results)) => self.stored(results),
            Ok(Err(error)) => {
                self.reason = Some(error.to_string());
                None
            }
            Err(error) => {
                self.reason = Some(error.to_string());
                None
            }
        };
        counts.update(|mut counts| {
            counts.done += usize::from(stored.is_some());
            counts.given_up += usize::from(stored.is_none());
            counts
        });
        if stored.is_none() {
            self.failures += 1;
        }
        Some(Accelerated { statements: self.region.length, stored: stored? })
    }

    /// What variables become.
    fn stored(&self, results: Vec<Array>) -> Option<Vec<(SlotId, Value)>> {
        let mut results = results.into_iter();
        let mut stored = Vec::with_capacity(self.region.outputs.len());
        for output in &self.region.outputs {
            let array = results.next()?;
            let state = if output.has_state {
                match results.next()?.elements() {
                    Elements::F64(numbers) => State::of(*numbers.first()?)?,
                    _ => return None,
                }
            } else {
                State::Set
            };
            match state {
                State::Untouched => {}
                State::Set => stored.push((output.slot, to_value(array, output.kind)?)),
                State::EmptySquare => stored.push((output.slot, values::empty_square())),
                State::EmptyRow => stored.push((output.slot, values::empty_row())),
            }
        }
        Some(stored)
    }
}
