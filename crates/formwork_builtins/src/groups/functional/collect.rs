//! The outputs of many calls as one array.
//!
//! The first output decides the class; later ones are converted to it where an
//! assignment to an element would keep the class, and change it where one would not.

use std::rc::Rc;

use formwork_runtime::{
    Array, C32, C64, CellArray, Class, Dims, Error, Integer, Quote, Result, SaturateFrom,
    StructArray, Value,
};

use super::options::Mapper;
use crate::context::Context;

/// The outputs so far.
pub(super) enum Store {
    Nothing,
    Bool(Vec<bool>),
    Double(Vec<f64>),
    Single(Vec<f32>),
    Char(Vec<u8>, Quote),
    Integer(Class, Vec<i128>),
    Complex(Vec<C64>),
    ComplexSingle(Vec<C32>),
    Cell(Vec<Value>),
    Struct(Vec<Rc<StructArray>>),
}

impl Store {
    /// Adds the output of a call.
    pub(super) fn push(
        &mut self,
        cx: &mut dyn Context,
        mapper: Mapper,
        value: Value,
        count: usize,
    ) -> Result<()> {
        // The two classes nearly all outputs have.
        match (&mut *self, &value) {
            (Store::Double(list), Value::Double(array)) if array.numel() == 1 => {
                list.push(array.as_slice()[0]);
                return Ok(());
            }
            (Store::Bool(list), Value::Bool(array)) if array.numel() == 1 => {
                list.push(array.as_slice()[0]);
                return Ok(());
            }
            _ => {}
        }
        if value.numel() != 1 {
            return Err(mapper.wrong_call("all values must be scalars when UniformOutput = true"));
        }
        match self {
            Store::Nothing => {
                *self = Store::starting_with(value, count)?;
                Ok(())
            }
            _ => self.add(cx, value),
        }
    }

    fn starting_with(value: Value, count: usize) -> Result<Store> {
        fn list<T: Clone>(first: T, count: usize) -> Vec<T> {
            let mut list = Vec::with_capacity(count);
            list.push(first);
            list
        }
        Ok(match value {
            Value::Double(array) => Store::Double(list(array.as_slice()[0], count)),
            Value::Range(range) => Store::Double(list(range.get(0), count)),
            Value::Bool(array) => Store::Bool(list(array.as_slice()[0], count)),
            Value::Single(array) => Store::Single(list(array.as_slice()[0], count)),
            Value::Char(array, quote) => Store::Char(list(array.as_slice()[0], count), quote),
            Value::Complex(array) => Store::Complex(list(array.as_slice()[0], count)),
            Value::ComplexSingle(array) => Store::ComplexSingle(list(array.as_slice()[0], count)),
            Value::Cell(cell) => Store::Cell(list(cell.as_slice()[0].clone(), count)),
            Value::Struct(structs) => Store::Struct(list(structs, count)),
            other => match other.to_wide_integers() {
                Some(array) => Store::Integer(other.class(), list(array.as_slice()[0], count)),
                None => {
                    let kind = match other.class() {
                        Class::FunctionHandle => "function handle",
                        _ => "object",
                    };
                    return Err(Error::plain(format!(
                        "octave_base_value::resize (): wrong type argument '{kind}'"
                    )));
                }
            },
        })
    }

    /// Adds an output of one element to those that are there.
    fn add(&mut self, cx: &mut dyn Context, value: Value) -> Result<()> {
        match self {
            Store::Cell(list) => {
                match value {
                    Value::Cell(cell) => list.push(cell.as_slice()[0].clone()),
                    other => list.push(other),
                }
                return Ok(());
            }
            Store::Struct(list) => {
                let Value::Struct(structs) = value else {
                    return Err(Error::plain("invalid structure assignment"));
                };
                let first = &list[0];
                let same = first.field_count() == structs.field_count()
                    && structs.field_names().all(|name| first.field(name).is_some());
                if !same {
                    return Err(Error::plain("incompatible fields in struct assignment"));
                }
                list.push(structs);
                return Ok(());
            }
            _ => {}
        }
        if value.is_complex() {
            return self.add_complex(&value);
        }
        let Some(number) = value.to_f64() else {
            return Err(Error::plain(format!(
                "operator =: no conversion for assignment of '{}' to indexed 'matrix'",
                value.class()
            )));
        };
        match self {
            Store::Double(list) => list.push(number),
            Store::Single(list) => list.push(number as f32),
            Store::Complex(list) => list.push(number.into()),
            Store::ComplexSingle(list) => list.push((number as f32).into()),
            Store::Integer(class, list) => {
                let exact = value.to_wide_integers().map(|array| array.as_slice()[0]);
                list.push(saturated(*class, exact.unwrap_or_else(|| rounded(number))));
            }
            Store::Bool(list) => match value {
                Value::Char(..) => {
                    return Err(Error::plain(
                        "octave_base_value::bool_array_value(): wrong type argument 'sq_string'",
                    ));
                }
                Value::Single(_) => {
                    *self = Store::Double(self.doubles());
                    return self.add(cx, value);
                }
                _ => {
                    if number != 0.0 && number != 1.0 {
                        cx.warn("", "value not equal to 1 or 0 converted to logical 1")?;
                    }
                    list.push(number != 0.0);
                }
            },
            Store::Char(list, _) => match value {
                Value::Char(..) | Value::Bool(_) | Value::Double(_) | Value::Range(_) => {
                    if !(0.0..256.0).contains(&number) {
                        cx.warn("", "range error for conversion to character value")?;
                    }
                    list.push(number as u8);
                }
                _ => {
                    *self = Store::Double(self.doubles());
                    return self.add(cx, value);
                }
            },
            Store::Nothing | Store::Cell(_) | Store::Struct(_) => {}
        }
        Ok(())
    }

    fn add_complex(&mut self, value: &Value) -> Result<()> {
        let wide = value.to_c64_array().map(|array| array.as_slice()[0]).unwrap_or_default();
        let narrow = C32::new(wide.re as f32, wide.im as f32);
        match self {
            Store::Complex(list) => list.push(wide),
            Store::ComplexSingle(list) => list.push(narrow),
            Store::Single(list) => {
                let mut list: Vec<C32> = list.iter().map(|&x| x.into()).collect();
                list.push(narrow);
                *self = Store::ComplexSingle(list);
            }
            Store::Integer(..) if value.class() == Class::Single => {
                let mut list: Vec<C32> =
                    self.doubles().into_iter().map(|x| (x as f32).into()).collect();
                list.push(narrow);
                *self = Store::ComplexSingle(list);
            }
            _ => {
                let mut list: Vec<C64> = self.doubles().into_iter().map(C64::from).collect();
                list.push(wide);
                *self = Store::Complex(list);
            }
        }
        Ok(())
    }

    /// The real elements as doubles.
    fn doubles(&self) -> Vec<f64> {
        match self {
            Store::Bool(list) => list.iter().map(|&x| f64::from(u8::from(x))).collect(),
            Store::Double(list) => list.clone(),
            Store::Single(list) => list.iter().map(|&x| x.into()).collect(),
            Store::Char(list, _) => list.iter().map(|&x| x.into()).collect(),
            Store::Integer(_, list) => list.iter().map(|&x| x as f64).collect(),
            Store::Nothing
            | Store::Complex(_)
            | Store::ComplexSingle(_)
            | Store::Cell(_)
            | Store::Struct(_) => Vec::new(),
        }
    }

    /// The array of that size; without any outputs, `[]` of class double.
    pub(super) fn finish(self, dims: Dims) -> Value {
        fn integers<T: Integer>(dims: Dims, list: &[i128]) -> Value {
            let list = list.iter().map(|&x| <T as SaturateFrom<i128>>::saturate_from(x));
            Value::from_array(Array::new(dims, list.collect()))
        }
        match self {
            Store::Nothing => Value::Double(Array::filled(dims, 0.0)),
            Store::Bool(list) => Value::Bool(Array::new(dims, list)),
            Store::Double(list) => Value::Double(Array::new(dims, list)),
            Store::Single(list) => Value::Single(Array::new(dims, list)),
            Store::Char(list, quote) => Value::Char(Array::new(dims, list), quote),
            Store::Complex(list) => Value::Complex(Array::new(dims, list)),
            Store::ComplexSingle(list) => Value::ComplexSingle(Array::new(dims, list)),
            Store::Cell(list) => CellArray::new(dims, list).into(),
            Store::Integer(class, list) => match class {
                Class::Int8 => integers::<i8>(dims, &list),
                Class::Int16 => integers::<i16>(dims, &list),
                Class::Int32 => integers::<i32>(dims, &list),
                Class::Int64 => integers::<i64>(dims, &list),
                Class::Uint8 => integers::<u8>(dims, &list),
                Class::Uint16 => integers::<u16>(dims, &list),
                Class::Uint32 => integers::<u32>(dims, &list),
                _ => integers::<u64>(dims, &list),
            },
            Store::Struct(list) => {
                let mut result = StructArray::without_fields(dims);
                for name in list[0].field_names() {
                    let values = list
                        .iter()
                        .map(|structs| structs.scalar_field(name).cloned().unwrap_or_default());
                    result.set_field(name, values.collect());
                }
                result.into()
            }
        }
    }
}

fn rounded(number: f64) -> i128 {
    number.round() as i128
}

fn saturated(class: Class, number: i128) -> i128 {
    let (low, high): (i128, i128) = match class {
        Class::Int8 => (i8::MIN.into(), i8::MAX.into()),
        Class::Int16 => (i16::MIN.into(), i16::MAX.into()),
        Class::Int32 => (i32::MIN.into(), i32::MAX.into()),
        Class::Int64 => (i64::MIN.into(), i64::MAX.into()),
        Class::Uint8 => (0, u8::MAX.into()),
        Class::Uint16 => (0, u16::MAX.into()),
        Class::Uint32 => (0, u32::MAX.into()),
        _ => (0, u64::MAX.into()),
    };
    number.clamp(low, high)
}
