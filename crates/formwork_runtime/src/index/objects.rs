//! Elements of arrays of objects: what an operation does to the places of an array is found out
//! with an array of numbers.

use std::rc::Rc;

use crate::error::{Error, Result};
use crate::object::{Member, Object};
use crate::value::Value;

impl Object {
    /// The objects with these numbers, as [`Object::positions`] counts them.
    ///
    /// # Errors
    ///
    /// If there is no object of such a number.
    pub fn gathered(&self, positions: &Value) -> Result<Object> {
        let Some(numbers) = positions.to_f64_array() else {
            return Err(Error::limit("objects are not arranged in such a way"));
        };
        let dims = numbers.dims().clone();
        let missing = || Error::plain("no such object in the array");
        let class = Rc::clone(self.class());
        if let Some(record) = self.as_record() {
            let whole = Value::from(record.clone());
            return match super::read::index(&whole, std::slice::from_ref(positions))? {
                Value::Struct(chosen) => {
                    Ok(Object::record(class, Rc::unwrap_or_clone(chosen).reshaped(dims)))
                }
                _ => Err(missing()),
            };
        }
        let place = |&number: &f64| (number as usize).checked_sub(1);
        let members = numbers
            .as_slice()
            .iter()
            .map(|number| place(number).and_then(|place| self.members().get(place)).cloned());
        let members: Option<Vec<Member>> = members.collect();
        Object::array(class, dims, members.ok_or_else(missing)?).ok_or_else(missing)
    }
}
