//! A variant: native code of a candidate, for values of some kinds, and calling it.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use formwork_hir::SlotId;
use formwork_interp::{Accelerated, StopSignal, Variables};
use formwork_lower::{Kind, Region, State, values};
use formwork_native::load::EntryPoint;
use formwork_native::loops::DEEPEST_RECURSION;
use formwork_native::{Array, ArrayView, Elements};
use formwork_runtime::Value;

use crate::candidate::Candidate;
use crate::conversion::{fits, materialized, to_value, view};
use crate::report::Counts;
use crate::runtime_host::RuntimeOperations;

/// How often code may fall back before it is not tried any more, unless it mostly does not.
const MOST_FALLBACKS: usize = 3;

/// Native code of statements.
pub(crate) struct Compiled {
    region: Region,
    /// The extents that its parameters must have, where it was compiled for these alone.
    extents: Vec<Option<Vec<i64>>>,
    code: EntryPoint,
    calls: usize,
    fallbacks: usize,
    /// Why it fell back last.
    reason: Option<String>,
    /// When calls were last known to mean what they were compiled for.
    meant: u64,
}

impl Compiled {
    /// Code whose calls mean now what they mean in the region.
    pub(crate) fn new(candidate: Candidate, code: EntryPoint, meanings: u64) -> Compiled {
        let Candidate { region, extents, .. } = candidate;
        Compiled { region, extents, code, calls: 0, fallbacks: 0, reason: None, meant: meanings }
    }

    /// Whether it is for arrays of some extents alone.
    pub(crate) fn is_for_extents(&self) -> bool {
        self.extents.iter().any(Option::is_some)
    }

    /// How often it was called, and how often it fell back.
    pub(crate) const fn calls(&self) -> (usize, usize) {
        (self.calls, self.fallbacks)
    }

    /// Why it fell back last.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// The arguments of the region, if it is still in use and everything is what it was
    /// compiled for.
    pub(crate) fn arguments(&mut self, variables: &mut dyn Variables) -> Option<Vec<Value>> {
        if self.fallbacks >= MOST_FALLBACKS && self.fallbacks * 4 > self.calls {
            return None;
        }
        let region = &self.region;
        let mut arguments = Vec::with_capacity(region.inputs.len() + 1);
        for input in &region.inputs {
            let value = variables.value(input.slot)?;
            let arrays = values::arrays_of(&value, &input.given, variables)?;
            for (value, kind) in arrays.into_iter().zip(input.given.kinds()) {
                let extents = self.extents.get(arguments.len()).and_then(Option::as_ref);
                if !fits(&value, kind)
                    || extents.is_some_and(|extents| {
                        values::shape_of(&value.dims(), kind.form).as_ref() != Some(extents)
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
    /// variables that it sets. It may fall back, and then they must be what they were.
    pub(crate) fn copied_bytes(&self, arguments: &[Value]) -> usize {
        let inputs = self.region.inputs.iter();
        let slots = inputs.flat_map(|input| input.given.kinds().into_iter().map(|_| input.slot));
        let changed = slots
            .zip(arguments)
            .filter(|(slot, _)| self.region.outputs.iter().any(|output| output.slot == *slot));
        changed.map(|(_, value)| value.dims().numel() * 8).sum()
    }

    /// Calls the code with its arguments.
    pub(crate) fn call(
        &mut self,
        arguments: &[Value],
        stop: &StopSignal,
        counts: &Cell<Counts>,
    ) -> Option<Accelerated> {
        let outputs = &self.region.outputs;
        let count = outputs.len() + outputs.iter().filter(|output| output.has_state).count();
        let kinds = self.region.parameters().into_iter();
        let given = arguments.iter().zip(kinds.chain(std::iter::repeat(Kind::NUMBER)));
        let given: Vec<ArrayView<'_>> =
            given.map(|(value, kind)| view(value, kind)).collect::<Option<_>>()?;
        self.calls += 1;
        let outcome = self.code.call(&given, count, &mut RuntimeOperations, stop.flag());
        if stop.flag().load(Ordering::Relaxed) != 0 {
            // The interpreter stops at once; whether the code had fallen back nobody knows.
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
            counts.completed += usize::from(stored.is_some());
            counts.fallbacks += usize::from(stored.is_none());
            counts
        });
        if stored.is_none() {
            self.fallbacks += 1;
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
