//! Struct arrays.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::dims::Dims;
use crate::value::Value;

/// An array of structs: its size, and for each field, in order, as many values as
/// there are elements, column by column.
#[derive(Clone, Debug)]
pub struct StructArray {
    dims: Dims,
    fields: IndexMap<Rc<str>, Vec<Value>, FxBuildHasher>,
}

impl Drop for StructArray {
    fn drop(&mut self) {
        for (_, values) in std::mem::take(&mut self.fields) {
            crate::release::release(values);
        }
    }
}

impl StructArray {
    /// A 1x1 struct without fields.
    #[must_use]
    pub fn scalar() -> StructArray {
        StructArray::without_fields(Dims::SCALAR)
    }

    /// A struct array of that size without fields.
    #[must_use]
    pub fn without_fields(dims: Dims) -> StructArray {
        StructArray { dims, fields: IndexMap::default() }
    }

    /// Its size.
    #[must_use]
    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    /// How many elements it has.
    #[must_use]
    pub fn numel(&self) -> usize {
        self.dims.numel()
    }

    /// How many fields it has.
    #[must_use]
    pub fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// The names of its fields, in order.
    pub fn field_names(&self) -> impl ExactSizeIterator<Item = &Rc<str>> {
        self.fields.keys()
    }

    /// The fields with their values, in order.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&Rc<str>, &[Value])> {
        self.fields.iter().map(|(name, values)| (name, &values[..]))
    }

    /// The values of a field, one per element.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&[Value]> {
        self.fields.get(name).map(|values| &values[..])
    }

    /// The values of a field for writing, one per element.
    pub fn field_mut(&mut self, name: &str) -> Option<&mut [Value]> {
        self.fields.get_mut(name).map(|values| &mut values[..])
    }

    /// The values of a field for writing; the field is added, `[]` everywhere, if it
    /// is not there.
    pub fn field_or_add(&mut self, name: &str) -> &mut [Value] {
        let numel = self.numel();
        if !self.fields.contains_key(name) {
            self.fields.insert(name.into(), vec![Value::empty(); numel]);
        }
        self.fields.get_mut(name).map_or(&mut [], |values| &mut values[..])
    }

    /// Sets the values of a field, one per element, adding the field if need be.
    ///
    /// # Panics
    ///
    /// If there are not as many values as elements: a bug in the caller.
    pub fn set_field(&mut self, name: &str, values: Vec<Value>) {
        assert_eq!(values.len(), self.numel(), "one value per element");
        match self.fields.get_mut(name) {
            Some(old) => *old = values,
            None => {
                self.fields.insert(name.into(), values);
            }
        }
    }

    /// Sets a field of a 1x1 struct.
    ///
    /// # Panics
    ///
    /// If it is not 1x1: a bug in the caller.
    pub fn set_scalar_field(&mut self, name: &str, value: Value) {
        self.set_field(name, vec![value]);
    }

    /// A field of a 1x1 struct.
    #[must_use]
    pub fn scalar_field(&self, name: &str) -> Option<&Value> {
        match self.field(name) {
            Some([value]) => Some(value),
            _ => None,
        }
    }

    /// Removes a field; the order of the others stays. Tells whether it was there.
    pub fn remove_field(&mut self, name: &str) -> bool {
        self.fields.shift_remove(name).is_some()
    }

    /// Its parts.
    #[must_use]
    pub fn into_parts(self) -> (Dims, IndexMap<Rc<str>, Vec<Value>, FxBuildHasher>) {
        let mut own = self;
        (own.dims.clone(), std::mem::take(&mut own.fields))
    }

    /// The struct array with these fields, each with one value per element.
    ///
    /// # Panics
    ///
    /// If some field has not as many values as there are elements: a bug in the caller.
    #[must_use]
    pub fn from_parts(
        dims: Dims,
        fields: IndexMap<Rc<str>, Vec<Value>, FxBuildHasher>,
    ) -> StructArray {
        let numel = dims.numel();
        assert!(fields.values().all(|values| values.len() == numel), "one value per element");
        StructArray { dims, fields }
    }

    /// The same elements with another size, which has as many.
    #[must_use]
    pub fn reshaped(self, dims: Dims) -> StructArray {
        let (_, fields) = self.into_parts();
        StructArray::from_parts(dims, fields)
    }
}
