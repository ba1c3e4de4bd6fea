//! What was compiled ahead of time: for which statements, and for variables of which kinds.
//!
//! A plan is data that travels with the code. Kinds, functions and texts are written as they are
//! shown; a value is taken for what was planned and shows alike, if it fits that.

use std::collections::BTreeMap;

use cranelift_entity::EntityRef as _;
use formwork_hir::body::{Body, Stmt};
use formwork_hir::{Names, SlotId};
use formwork_lower::{Given, Region, values};
use formwork_runtime::Value;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::conversion::kinds_of;

/// The variables that one compiled region reads, with what they were taken for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    inputs: Vec<(usize, String)>,
}

/// The plans of a program, by file and by where statements begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plans {
    places: BTreeMap<String, BTreeMap<u32, Vec<Plan>>>,
}

impl Plan {
    /// What the values of variables are to be taken for, if all of them fit.
    pub(crate) fn given(
        &self,
        known: &FxHashMap<SlotId, Value>,
        names: &mut dyn Names,
    ) -> Option<FxHashMap<SlotId, Given>> {
        let planned = self.inputs.iter().map(|(slot, shown)| {
            let slot = SlotId::new(*slot);
            let value = known.get(&slot)?;
            let kinds = kinds_of(value).into_iter().map(Given::from);
            let own = values::given_of(value, names);
            let plain = own.as_ref().map(Given::without_texts);
            let mut given = kinds.chain(own).chain(plain);
            Some((slot, given.find(|given| given.to_string() == *shown)?))
        });
        planned.collect()
    }
}

impl Plans {
    /// Adds a region of a statement.
    pub(crate) fn add(&mut self, body: &Body, stmt: &Stmt, region: &Region) {
        let inputs = region.inputs.iter();
        let plan = Plan {
            inputs: inputs.map(|input| (input.slot.index(), input.given.to_string())).collect(),
        };
        let file = self.places.entry(file_of(body)).or_default();
        let plans = file.entry(stmt.span.start).or_default();
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    }

    /// The plans for a statement.
    pub(crate) fn of(&self, body: &Body, stmt: &Stmt) -> &[Plan] {
        let file = self.places.get(&file_of(body));
        file.and_then(|file| file.get(&stmt.span.start)).map_or(&[], Vec::as_slice)
    }
}

fn file_of(body: &Body) -> String {
    body.source.path.to_string_lossy().into_owned()
}
