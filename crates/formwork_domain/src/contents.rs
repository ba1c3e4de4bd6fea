//! What is known of what is inside cell arrays, structs and function handles.

use std::rc::Rc;

use crate::value::AbstractValue;

/// A function handle that an analysis keeps the target of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HandleId(pub u32);

/// What is inside a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Contents {
    /// A cell array of a size that is known: its elements, column by column.
    Elements(Rc<[AbstractValue]>),
    /// A cell array: what each element is.
    Every(Rc<AbstractValue>),
    /// A struct, or an array of structs.
    Fields(Rc<Fields>),
    /// A function handle.
    Handle(HandleId),
}

/// The fields of a struct; of a struct array, what the field is in each of its
/// elements.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fields {
    /// Those that are there, in order.
    pub known: Vec<(Rc<str>, AbstractValue)>,
    /// Whether there may be others. The order is not known then.
    pub open: bool,
}

impl Fields {
    /// The most fields that are kept apart.
    pub const BUDGET: usize = 256;

    /// A field that is surely there.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&AbstractValue> {
        self.known.iter().find(|(own, _)| &**own == name).map(|(_, value)| value)
    }

    /// Sets a field.
    pub fn set(&mut self, name: &Rc<str>, value: AbstractValue) {
        match self.known.iter().position(|(own, _)| own == name) {
            Some(place) => self.known[place].1 = value,
            None if self.known.len() < Fields::BUDGET => {
                self.known.push((Rc::clone(name), value));
            }
            None => self.open = true,
        }
    }
}

impl Contents {
    /// The most elements of a cell array that are kept apart.
    pub const BUDGET: usize = 256;
}
