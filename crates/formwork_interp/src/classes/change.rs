//! Assignments whose place lies in an object: `obj.x (2).y = …`, `s.obj.x = …`, `objs (3) = …`.

use std::rc::Rc;

use formwork_builtins::{Args, BuiltinId};
use formwork_hir::SlotId;
use formwork_runtime::{Error, Result, Value};

use super::class_of;
use super::follow::described;
use crate::frame::Slot;
use crate::interpreter::Interpreter;
use crate::store::{Step, delete_in, step_into, store_below, store_in};

/// What is done at a place.
#[derive(Debug)]
pub(crate) enum Change {
    Store(Value),
    /// `… = []`
    Delete,
}

impl Interpreter<'_> {
    /// How many steps lead from a variable to the first object on the way, if there is one.
    pub(crate) fn object_on_way(
        &self,
        slot: SlotId,
        steps: &[Step],
        change: &Change,
    ) -> Option<usize> {
        let value = self.slot(slot).get().unwrap_or_else(Value::empty);
        object_below(&value, steps, change)
    }

    /// Stores a value if an object is on the way; gives the value back if none is.
    #[inline]
    pub(crate) fn store_among_objects(
        &mut self,
        slot: SlotId,
        steps: &[Step],
        value: Value,
    ) -> Result<Option<Value>> {
        if !self.classes.exist {
            return Ok(Some(value));
        }
        let change = Change::Store(value);
        if self.object_on_way(slot, steps, &change).is_none() {
            return match change {
                Change::Store(value) => Ok(Some(value)),
                Change::Delete => Ok(None),
            };
        }
        self.change_variable(slot, steps, change).map(|()| None)
    }

    /// Changes a place of a variable in which an object stands.
    pub(crate) fn change_variable(
        &mut self,
        slot: SlotId,
        steps: &[Step],
        change: Change,
    ) -> Result<()> {
        let mut value = match self.slot_mut(slot) {
            Slot::Value(value) => std::mem::take(value),
            Slot::Shared(shared) => shared.borrow_mut().take().unwrap_or_else(Value::empty),
            Slot::Unset => Value::empty(),
        };
        let outcome = self.change(&mut value, steps, change);
        // A method that ran meanwhile cannot have seen the variable.
        match self.slot_mut(slot) {
            Slot::Shared(shared) => {
                shared.borrow_mut().replace(value);
            }
            place @ (Slot::Value(_) | Slot::Unset) => *place = Slot::Value(value),
        }
        outcome?;
        self.run_cleanups()
    }

    /// Changes a place of a value in which objects may stand.
    pub(crate) fn change(
        &mut self,
        place: &mut Value,
        steps: &[Step],
        change: Change,
    ) -> Result<()> {
        let Some(depth) = object_below(place, steps, &change) else {
            return match change {
                Change::Store(value) => store_below(place, steps, value),
                Change::Delete => delete_in(place, steps),
            };
        };
        if depth == 0 {
            return formwork_syntax::with_enough_stack(|| self.change_object(place, steps, change));
        }
        let (before, after) = steps.split_at(depth);
        let mut inner = reach(place, before)?;
        self.change(&mut inner, after, change)?;
        store_in(place, before, inner)
    }

    fn change_object(&mut self, place: &mut Value, steps: &[Step], change: Change) -> Result<()> {
        if let Value::Object(object) = &*place
            && let Some(method) = self.own_indexing(&Rc::clone(object), BuiltinId::Subsasgn)?
        {
            let value = match change {
                Change::Store(value) => value,
                Change::Delete => Value::empty(),
            };
            let args: Args = smallvec::smallvec![place.clone(), described(steps), value];
            let values = self.call_code(&method, args, 1, None)?;
            if let Some(changed) = values.into_iter().next() {
                *place = changed;
            }
            return Ok(());
        }
        if matches!(&*place, Value::Object(object) if object.as_record().is_some()) {
            return self.change_record(place, steps, change);
        }
        match (steps, change) {
            ([Step::Field(name)], Change::Store(value)) => self.set_each(place, name, value),
            ([Step::Field(name)], Change::Delete) => self.set_each(place, name, Value::empty()),
            ([Step::Field(name), rest @ ..], change) => {
                self.change_property(place, name, rest, change)
            }
            ([Step::Paren(args)], Change::Store(value)) => self.assign_elements(place, args, value),
            ([Step::Paren(args)], Change::Delete) => self.delete_elements(place, args),
            ([Step::Paren(args), rest @ ..], change) => {
                self.grow_for(place, args)?;
                let mut chosen = self.object_elements(place, args)?;
                self.change(&mut chosen, rest, change)?;
                self.assign_elements(place, args, chosen)
            }
            ([Step::Brace(_), ..], _) => {
                let class = place.class_name();
                Err(Error::plain(format!(
                    "can't perform indexing operation on array of {class} objects"
                )))
            }
            ([], Change::Store(value)) => {
                *place = value;
                Ok(())
            }
            ([], Change::Delete) => Ok(()),
        }
    }

    /// `obj.name = value`
    fn set_each(&mut self, place: &mut Value, name: &str, value: Value) -> Result<()> {
        if matches!(&*place, Value::Object(object) if object.numel() != 1) {
            return Err(Error::plain(
                "invalid dot name structure assignment because the structure array is empty.  \
                 Specify a subscript on the structure array to resolve.",
            ));
        }
        self.set_property(place, name, value)
    }

    /// `obj.name (2).y = …`: a property that nothing is said of is changed where it is.
    fn change_property(
        &mut self,
        place: &mut Value,
        name: &str,
        rest: &[Step],
        change: Change,
    ) -> Result<()> {
        let Value::Object(object) = &mut *place else { return Ok(()) };
        let Some(class) = class_of(object) else {
            return Err(Error::plain("invalid index for class assignment"));
        };
        if object.numel() != 1 {
            let class = &class.name;
            return Err(Error::plain(format!(
                "can't perform indexing operation on array of {class} objects"
            )));
        }
        if class.property(name).is_none() {
            return Err(super::follow::unknown_member(name));
        }
        let property = match class.property(name) {
            // A handle behind a dot is no part of the object: who may set the property does not
            // matter.
            Some(property) if self.holds_handle(object, property.place, rest) => property,
            _ => self.settable(&class, name)?,
        };
        let code = &self.frame().code;
        let is_own = |accessor: &Option<Rc<crate::code::Code>>| {
            accessor.as_ref().is_none_or(|accessor| Rc::ptr_eq(accessor, code))
        };
        let plain = is_own(&property.getter) && is_own(&property.setter);
        if let (true, Some(at), None) = (plain, property.place, &property.check) {
            let shared = object.reference().is_some();
            let taken = if shared {
                formwork_runtime::Object::clone(object).replace_field(at, Value::default())
            } else {
                Rc::make_mut(object).replace_field(at, Value::default())
            };
            let Some(mut inner) = taken else {
                return Err(Error::plain(format!("property '{name}' has no value")));
            };
            let outcome = self.change(&mut inner, rest, change);
            let Value::Object(object) = &mut *place else { return outcome };
            let left = if shared {
                formwork_runtime::Object::clone(object).replace_field(at, inner)
            } else {
                Rc::make_mut(object).replace_field(at, inner)
            };
            drop(left);
            return outcome;
        }
        let whole = place.clone();
        let Value::Object(object) = &whole else { return Ok(()) };
        let mut inner = self.property_value(&whole, object, property)?;
        self.change(&mut inner, rest, change)?;
        if matches!(&inner, Value::Object(object) if object.reference().is_some())
            && self.holds_handle(object, property.place, rest)
        {
            return Ok(());
        }
        self.set_property(place, name, inner)
    }

    /// Whether a property holds a single handle, below which something is changed.
    fn holds_handle(
        &self,
        object: &formwork_runtime::Object,
        place: Option<usize>,
        rest: &[Step],
    ) -> bool {
        let held = place.and_then(|place| object.field(place));
        matches!(rest.first(), Some(Step::Field(_)))
            && matches!(held, Some(Value::Object(inner)) if inner.reference().is_some())
    }

    /// Changes an object of the old kind, which only methods of its class may.
    fn change_record(&mut self, place: &mut Value, steps: &[Step], change: Change) -> Result<()> {
        let Value::Object(object) = &*place else { return Ok(()) };
        let object = Rc::clone(object);
        if let ([Step::Paren(args)], Change::Store(_)) = (steps, &change) {
            let Change::Store(value) = change else { return Ok(()) };
            return self.assign_elements(place, args, value);
        }
        if let ([Step::Paren(args)], Change::Delete) = (steps, &change) {
            return self.delete_elements(place, args);
        }
        // Octave lets everybody store in the fields, which only methods read.
        let parents = match (self.record_seen_from_here(&object), steps) {
            (Some(parents), _) => parents,
            (None, [Step::Field(_), ..]) => Vec::new(),
            (None, _) => return Err(Error::plain("invalid index for class assignment")),
        };
        if let Some(parent) = parents.first() {
            let field: Rc<str> = Rc::clone(parent);
            let mut record =
                object.as_record().cloned().unwrap_or_else(formwork_runtime::StructArray::scalar);
            let Some(mut inner) = record.scalar_field(&field).cloned() else {
                return Err(Error::plain("malformed class"));
            };
            self.change_record(&mut inner, steps, change)?;
            record.set_scalar_field(&field, inner);
            return self.replace_record(place, &object, record.into());
        }
        let mut structs = match object.as_record() {
            Some(record) => Value::from(record.clone()),
            None => return Ok(()),
        };
        drop(object);
        self.change(&mut structs, steps, change)?;
        let Value::Object(object) = &*place else { return Ok(()) };
        let like = Rc::clone(object);
        self.replace_record(place, &like, structs)
    }
}

/// How many steps lead from a value to the first object on the way, if there is one: the object
/// itself is one only if something is done in it.
fn object_below(value: &Value, steps: &[Step], change: &Change) -> Option<usize> {
    let mut value = value.clone();
    for (depth, step) in steps.iter().enumerate() {
        if matches!(value, Value::Object(_)) {
            return Some(depth);
        }
        // `x(3) = object` makes an array of objects of nothing.
        let is_last = depth + 1 == steps.len();
        if is_last
            && matches!(step, Step::Paren(_))
            && matches!(change, Change::Store(Value::Object(_)))
            && matches!(&value, Value::Double(array) if array.is_empty())
        {
            return Some(depth);
        }
        value = match (step, &value) {
            (Step::Field(_), Value::Struct(_))
            | (Step::Brace(_), Value::Cell(_))
            | (Step::Paren(_), Value::Struct(_) | Value::Map(_)) => {
                let next = step_into(&value, step).ok()?;
                match &next[..] {
                    [one] => one.clone(),
                    _ => return None,
                }
            }
            _ => return None,
        };
    }
    None
}

/// What steps lead to.
fn reach(place: &Value, steps: &[Step]) -> Result<Value> {
    let mut value = place.clone();
    for step in steps {
        let next = step_into(&value, step)?;
        value = next.into_iter().next().unwrap_or_else(Value::empty);
    }
    Ok(value)
}
