//! Arrays of objects: elements, growing, joining. What an operation does to the places of an array
//! is found out with an array of numbers.

use std::rc::Rc;

use formwork_builtins::{Args, BuiltinId};
use formwork_runtime::{Error, Member, Object, Result, StructArray, Value, index};

use super::class_of;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// `objs (…)`
    pub(crate) fn object_elements(&mut self, value: &Value, args: &[Value]) -> Result<Value> {
        let Value::Object(object) = value else { return index::index(value, args) };
        if args.is_empty() {
            return Ok(value.clone());
        }
        let positions = index::index(&object.positions(), args)?;
        object.gathered(&positions).map(Value::from)
    }

    /// `objs (…) = more`
    pub(crate) fn assign_elements(
        &mut self,
        place: &mut Value,
        args: &[Value],
        value: Value,
    ) -> Result<()> {
        let Value::Object(source) = &value else {
            return Err(self.not_storable(place, &value));
        };
        let base = match &*place {
            Value::Object(base) => Rc::clone(base),
            nothing if nothing.is_empty() => {
                let none = Value::Double(formwork_runtime::Array::empty());
                Rc::new(source.gathered(&none)?)
            }
            _ => return Err(self.not_storable(place, &value)),
        };
        if let (Some(ours), Some(theirs)) = (base.as_record(), source.as_record()) {
            let mut structs = Value::from(ours.clone());
            index::assign(&mut structs, args, Value::from(theirs.clone()))?;
            return self.replace_record(place, &base, structs);
        }
        if base.class().name() != source.class().name() {
            return Err(Error::plain(format!(
                "assignment of an object of class {} to an array of {} objects",
                source.class().name(),
                base.class().name()
            )));
        }
        let known = base.numel();
        // New objects are numbered behind the old ones; 0 is one that nobody gave.
        let mut positions = base.positions();
        let added = (1..=source.numel()).map(|number| (known + number) as f64).collect();
        let added = formwork_runtime::Array::new(source.dims(), added);
        index::assign(&mut positions, args, Value::Double(added))?;
        let pool: Vec<Member> = base.members().iter().chain(source.members()).cloned().collect();
        *place = self.arranged(&base, &positions, &pool)?;
        Ok(())
    }

    /// The array with objects of a pool where numbers stand.
    fn arranged(&mut self, like: &Object, positions: &Value, pool: &[Member]) -> Result<Value> {
        let Some(numbers) = positions.to_f64_array() else {
            return Err(Error::limit("objects are not arranged in such a way"));
        };
        let mut members = Vec::with_capacity(numbers.numel());
        for &number in numbers.as_slice() {
            match (number as usize).checked_sub(1).and_then(|place| pool.get(place)) {
                Some(member) => members.push(member.clone()),
                None => members.push(self.filler(like)?),
            }
        }
        let class = Rc::clone(like.class());
        let array = Object::array(class, numbers.dims().clone(), members);
        array.map(Value::from).ok_or_else(Error::too_large)
    }

    /// An object where none was given: what the constructor makes without arguments.
    fn filler(&mut self, like: &Object) -> Result<Member> {
        let Some(class) = class_of(like) else {
            return Err(Error::limit("objects of such a class are not made by growing"));
        };
        match self.construct(&class, Args::new())? {
            Value::Object(made) => match made.members() {
                [member] => Ok(member.clone()),
                _ => Err(Error::plain("the constructor makes no single object")),
            },
            _ => Err(Error::plain("the constructor makes no object")),
        }
    }

    /// Whether steps make an object, or an array of them, larger; then it is made so.
    pub(crate) fn grow_for(&mut self, place: &mut Value, args: &[Value]) -> Result<()> {
        let Value::Object(object) = &*place else { return Ok(()) };
        if class_of(object).is_none() || index::index(&object.positions(), args).is_ok() {
            return Ok(());
        }
        let base = Rc::clone(object);
        let mut positions = base.positions();
        let marker = Value::double(0.0);
        index::assign(&mut positions, args, marker)?;
        let pool = base.members().to_vec();
        *place = self.arranged(&base, &positions, &pool)?;
        Ok(())
    }

    /// `objs (…) = []`
    pub(crate) fn delete_elements(&mut self, place: &mut Value, args: &[Value]) -> Result<()> {
        let Value::Object(object) = &*place else { return index::delete(place, args) };
        let mut positions = object.positions();
        index::delete(&mut positions, args)?;
        let rest = object.gathered(&positions)?;
        *place = rest.into();
        Ok(())
    }

    /// `[a, b; c]` where one of them is an object.
    pub(crate) fn join_objects(&mut self, rows: Vec<Vec<Value>>) -> Result<Value> {
        let mut joined = Vec::with_capacity(rows.len());
        for row in rows {
            joined.push(self.join(BuiltinId::Horzcat, row)?);
        }
        self.join(BuiltinId::Vertcat, joined)
    }

    fn join(&mut self, id: BuiltinId, mut values: Vec<Value>) -> Result<Value> {
        if values.len() == 1 {
            return Ok(values.remove(0));
        }
        let args: Args = values.iter().cloned().collect();
        if let Some(outcome) = self.dispatch(id.name(), &args, 1) {
            let values = outcome?;
            return values.into_iter().next().ok_or_else(|| {
                Error::plain(format!("{}: the method of a class gives nothing", id.name()))
            });
        }
        // Something without elements adds nothing.
        values.retain(|value| !matches!(value, Value::Double(array) if array.is_empty()));
        let [first, ..] = &values[..] else { return Ok(Value::empty()) };
        let Value::Object(like) = first else {
            if !values.iter().any(|value| matches!(value, Value::Object(_))) {
                let rows = if id == BuiltinId::Horzcat {
                    vec![values]
                } else {
                    values.into_iter().map(|value| vec![value]).collect()
                };
                return index::matrix_literal(rows);
            }
            return Err(self.not_joined(&values));
        };
        let like = Rc::clone(like);
        let mut pool = Vec::new();
        let mut numbers = Vec::with_capacity(values.len());
        let mut records: Vec<Value> = Vec::new();
        for value in &values {
            let Value::Object(object) = value else { return Err(self.not_joined(&values)) };
            if object.class().name() != like.class().name() {
                return Err(self.not_joined(&values));
            }
            if let Some(record) = object.as_record() {
                records.push(Value::from(record.clone()));
            }
            let from = pool.len();
            let places = (1..=object.numel()).map(|number| (from + number) as f64).collect();
            numbers.push(Value::Double(formwork_runtime::Array::new(object.dims(), places)));
            pool.extend(object.members().iter().cloned());
        }
        let as_rows = |values: Vec<Value>| match id {
            BuiltinId::Horzcat => vec![values],
            _ => values.into_iter().map(|value| vec![value]).collect(),
        };
        if like.as_record().is_some() {
            let structs = index::matrix_literal(as_rows(records))?;
            let mut place = Value::Object(Rc::clone(&like));
            self.replace_record(&mut place, &like, structs)?;
            return Ok(place);
        }
        let positions = index::matrix_literal(as_rows(numbers))?;
        self.arranged(&like, &positions, &pool)
    }

    #[cold]
    fn not_joined(&self, values: &[Value]) -> Box<Error> {
        let names: Vec<String> =
            values.iter().map(|value| format!("'{}'", value.class_name())).collect();
        Error::plain(format!("concatenation operator not implemented for {} operations", {
            names.join(" by ")
        }))
    }

    #[cold]
    fn not_storable(&self, place: &Value, value: &Value) -> Box<Error> {
        Error::plain(format!(
            "operator =: no conversion for assignment of '{}' to indexed '{}'",
            value.class_name(),
            place.class_name()
        ))
    }

    /// Gives an object of the old kind other fields.
    pub(crate) fn replace_record(
        &mut self,
        place: &mut Value,
        like: &Object,
        structs: Value,
    ) -> Result<()> {
        let Value::Struct(fields) = structs else {
            return Err(Error::plain("an object of this kind is a struct"));
        };
        let fields: StructArray = Rc::unwrap_or_clone(fields);
        *place = Object::record(Rc::clone(like.class()), fields).into();
        Ok(())
    }
}
