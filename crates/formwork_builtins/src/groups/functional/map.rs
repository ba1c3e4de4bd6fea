//! `cellfun`, `arrayfun` and `structfun`.

use formwork_runtime::{Array, CellArray, Dims, Element, Error, Result, StructArray, Value};

use super::collect::Store;
use super::options::{Mapper, Options, function};
use super::simple;
use crate::context::{Args, Context, Values, none, one};

pub(super) fn cellfun(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    if !matches!(args[1], Value::Cell(_)) {
        return Err(Mapper::Cell.wrong_call("C must be a cell array"));
    }
    if nargout <= 1
        && let Some(result) = simple::cellfun(cx, &args)?
    {
        return one(result);
    }
    let target = function(cx, Mapper::Cell, &args[0])?;
    let options = Options::take(cx, Mapper::Cell, &mut args)?;
    let inputs = args[1..]
        .iter()
        .map(|value| match value {
            Value::Cell(cell) => Ok(Input::Cell(cell.clone())),
            _ => Err(Mapper::Cell.wrong_call("arguments must be cells")),
        })
        .collect::<Result<Vec<Input>>>()?;
    let call = Calls { mapper: Mapper::Cell, target, options, inputs };
    call.run(cx, nargout)
}

pub(super) fn arrayfun(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let target = function(cx, Mapper::Array, &args[0])?;
    let options = Options::take(cx, Mapper::Array, &mut args)?;
    let inputs = args.drain(1..).map(Input::Array).collect();
    let call = Calls { mapper: Mapper::Array, target, options, inputs };
    call.run(cx, nargout)
}

pub(super) fn structfun(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let target = function(cx, Mapper::Cell, &args[0])?;
    let options = structfun_options(cx, &mut args)?;
    let Some(Value::Struct(structs)) = args.get(1) else {
        return Err(Error::plain("struct2cell: argument S must be a structure"));
    };
    let mut extents = vec![structs.field_count()];
    extents.extend_from_slice(structs.dims().as_slice());
    let fields: Vec<&[Value]> = structs.fields().map(|(_, values)| values).collect();
    let cells = (0..structs.numel())
        .flat_map(|element| fields.iter().map(move |values| values[element].clone()))
        .collect();
    let cell = CellArray::new(Dims::new(&extents), cells);
    let uniform = options.uniform;
    let call = Calls { mapper: Mapper::Cell, target, options, inputs: vec![Input::Cell(cell)] };
    let outputs = call.run(cx, nargout.max(1))?;
    if uniform {
        return Ok(outputs);
    }
    let as_struct = |value: Value| match value {
        Value::Cell(cell) => {
            let (_, values) = cell.into_parts();
            let mut result = StructArray::without_fields(structs.dims().clone());
            let count = structs.field_count();
            for (place, name) in structs.field_names().enumerate() {
                let field = values.iter().skip(place).step_by(count.max(1)).cloned();
                result.set_field(name, field.collect());
            }
            result.into()
        }
        other => other,
    };
    Ok(outputs.into_iter().map(as_struct).collect())
}

/// The options of `structfun`, which may stand right after the struct.
fn structfun_options(cx: &mut dyn Context, args: &mut Args) -> Result<Options> {
    args.insert(1, Value::empty());
    let options = Options::take(cx, Mapper::Cell, args)?;
    args.remove(1);
    Ok(options)
}

/// Where the arguments of the calls come from.
enum Input {
    /// The contents of a cell array.
    Cell(CellArray),
    /// The elements of an array.
    Array(Value),
}

impl Input {
    fn dims(&self) -> Dims {
        match self {
            Input::Cell(cell) => cell.dims().clone(),
            Input::Array(value) => value.dims(),
        }
    }

    fn get(&self, index: usize) -> Value {
        match self {
            Input::Cell(cell) => cell.as_slice()[index].clone(),
            Input::Array(value) => element(value, index),
        }
    }
}

/// One element of an array as an array.
fn element(value: &Value, index: usize) -> Value {
    fn scalar<T: Element>(array: &Array<T>, index: usize) -> Value {
        Value::from_array(Array::scalar(array.as_slice()[index]))
    }
    match value {
        Value::Double(array) => Value::double(array.as_slice()[index]),
        Value::Range(range) => Value::double(range.get(index)),
        Value::Bool(array) => Value::bool(array.as_slice()[index]),
        Value::Char(array, quote) => Value::Char(Array::scalar(array.as_slice()[index]), *quote),
        Value::Complex(array) => scalar(array, index).narrowed(),
        Value::Single(array) => scalar(array, index),
        Value::ComplexSingle(array) => scalar(array, index).narrowed(),
        Value::Int8(array) => scalar(array, index),
        Value::Int16(array) => scalar(array, index),
        Value::Int32(array) => scalar(array, index),
        Value::Int64(array) => scalar(array, index),
        Value::Uint8(array) => scalar(array, index),
        Value::Uint16(array) => scalar(array, index),
        Value::Uint32(array) => scalar(array, index),
        Value::Uint64(array) => scalar(array, index),
        Value::Strings(array) => Value::Strings(Array::scalar(array.as_slice()[index].clone())),
        Value::Cell(cell) => CellArray::row(vec![cell.as_slice()[index].clone()]).into(),
        Value::Struct(structs) => {
            let mut result = StructArray::scalar();
            for (name, values) in structs.fields() {
                result.set_scalar_field(name, values[index].clone());
            }
            result.into()
        }
        Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => value.clone(),
    }
}

struct Calls {
    mapper: Mapper,
    target: Value,
    options: Options,
    inputs: Vec<Input>,
}

impl Calls {
    /// The size all inputs have; those of one element are repeated.
    fn dims(&self) -> Result<Dims> {
        let mut common = Dims::SCALAR;
        let mut decided = false;
        for input in &self.inputs {
            let dims = input.dims();
            if dims.numel() == 1 {
                if !decided {
                    common = dims;
                }
                continue;
            }
            if decided && dims != common {
                return Err(self.mapper.wrong_argument("dimensions mismatch"));
            }
            common = dims;
            decided = true;
        }
        Ok(common)
    }

    fn run(self, cx: &mut dyn Context, nargout: usize) -> Result<Values> {
        let dims = self.dims()?;
        let count = dims.numel();
        let repeated: Vec<bool> = self.inputs.iter().map(|i| i.dims().numel() == 1).collect();
        let wanted = nargout.max(1);
        let mut uniform: Vec<Store> = Vec::new();
        let mut general: Vec<Vec<Value>> = Vec::new();
        if self.options.uniform {
            uniform.resize_with(wanted, || Store::Nothing);
        } else {
            general.resize_with(wanted, || Vec::with_capacity(count));
        }
        for index in 0..count {
            let args = || -> Args {
                self.inputs
                    .iter()
                    .zip(&repeated)
                    .map(|(input, &one)| input.get(if one { 0 } else { index }))
                    .collect()
            };
            let outputs = match cx.call(&self.target, args(), nargout) {
                Ok(outputs) => outputs,
                Err(error) => match &self.options.handler {
                    Some(handler) if error.is_caught() => {
                        let mut args = args();
                        args.insert(0, described(&error, index));
                        cx.call(handler, args, nargout)?
                    }
                    _ => return Err(error),
                },
            };
            if outputs.len() < nargout {
                let message = "function returned fewer than nargout values";
                return Err(self.mapper.wrong_call(message));
            }
            for (place, value) in outputs.into_iter().take(wanted).enumerate() {
                if self.options.uniform {
                    uniform[place].push(cx, self.mapper, value, count)?;
                } else {
                    general[place].push(value);
                }
            }
        }
        // A function called for its effects may give nothing at all.
        if nargout == 0 && (count > 0 || self.options.uniform) {
            let nothing = if self.options.uniform {
                matches!(uniform[0], Store::Nothing)
            } else {
                general[0].is_empty()
            };
            if nothing {
                return none();
            }
        }
        if self.options.uniform {
            return Ok(uniform.into_iter().map(|store| store.finish(dims.clone())).collect());
        }
        let cell = |mut values: Vec<Value>| {
            values.resize_with(count, Value::empty);
            Value::from(CellArray::new(dims.clone(), values))
        };
        Ok(general.into_iter().map(cell).collect())
    }
}

/// What an error handler is told.
fn described(error: &Error, index: usize) -> Value {
    Value::structure([
        ("identifier", Value::text(&*error.identifier)),
        ("message", Value::text(&error.message)),
        ("index", Value::count(index + 1)),
    ])
}
