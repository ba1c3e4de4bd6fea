//! The class of an array after a value was stored in a part of it: `x = int8 (1:3); x(2) = 0.5`
//! stays `int8`, an empty array takes the class of what is stored. The runtime is asked once for
//! each pair of classes.

use formwork_domain::{AbstractValue, ClassSet};
use formwork_runtime::{Class, Value, index, ops};
use formwork_shape::Truth;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;

impl Analyst<'_> {
    /// The classes of an array after something was stored in it.
    pub(crate) fn stored_classes(
        &mut self,
        old: Option<&AbstractValue>,
        value: &AbstractValue,
    ) -> ClassSet {
        let Some(old) = old else { return value.classes };
        let empty = old.size(&self.algebra).map(|size| size.count() == 0);
        let stored = &mut self.memo.stored;
        let mut pairs = |empty: bool| {
            old.classes.map(|a| value.classes.map(|b| stored_class(stored, a, b, empty)))
        };
        let stored = match empty {
            Some(empty) => pairs(empty),
            None => pairs(false).union(pairs(true)),
        };
        // What may be an object stays one.
        let stored = stored.union(old.classes.intersection(ClassSet::OBJECTS));
        // What is complex fits in nothing that is not.
        if value.complex == Truth::No { stored } else { stored.union(value.classes) }
    }
}

/// The class of an array of one class after a value of another was stored in it, as the
/// runtime does it; of an array that may be empty, if it is.
fn stored_class(
    known: &mut FxHashMap<(Class, Class, bool), ClassSet>,
    old: Class,
    new: Class,
    empty: bool,
) -> ClassSet {
    *known.entry((old, new, empty)).or_insert_with(|| tried(old, new, empty))
}

fn tried(old: Class, new: Class, empty: bool) -> ClassSet {
    if old == Class::FunctionHandle && new != Class::FunctionHandle {
        return ClassSet::NONE;
    }
    let sample = |class: Class, empty: bool| -> Option<Value> {
        let number = if empty { Value::empty() } else { Value::double(1.0) };
        Some(match class {
            Class::Cell => {
                let dims = number.dims();
                Value::Cell(formwork_runtime::CellArray::filled(dims))
            }
            Class::Struct => {
                Value::from(formwork_runtime::StructArray::without_fields(number.dims()))
            }
            Class::FunctionHandle
            | Class::Map
            | Class::Exception
            | Class::Cleanup
            | Class::Parser
            | Class::String
            | Class::Object => return None,
            class => ops::cast(number, class).ok()?,
        })
    };
    let either = ClassSet::of(&[old, new]);
    let (Some(mut base), Some(value)) = (sample(old, empty), sample(new, false)) else {
        return either;
    };
    match index::assign(&mut base, &[Value::double(1.0)], value) {
        Ok(()) => ClassSet::only(base.class()),
        Err(_) => ClassSet::NONE,
    }
}
