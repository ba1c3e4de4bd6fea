//! `validateattributes`.

use formwork_runtime::{Class, Error, Result, Value};

use crate::context::{Args, Context, Values, none};

pub(super) fn validateattributes(
    cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let Some(classes) = args[1].cell_texts() else {
        return Err(Error::with_id(
            "Octave:invalid-type",
            "validateattributes: CLASSES must be a cell array of strings",
        ));
    };
    let Value::Cell(attributes) = &args[2] else {
        return Err(Error::with_id(
            "Octave:invalid-type",
            "validateattributes: ATTRIBUTES must be a cell array",
        ));
    };
    let what = described(&args[3..])?;
    check_class(&what, &args[0], &classes)?;
    let mut rest = attributes.as_slice().iter();
    while let Some(attribute) = rest.next() {
        let name = attribute.as_text().unwrap_or_default();
        check(cx, &what, &args[0], &name, &mut rest)?;
    }
    none()
}

/// How messages call the value.
fn described(args: &[Value]) -> Result<String> {
    let position = |value: &Value| {
        let number = value.to_f64().filter(|_| value.is_numeric() && value.is_scalar());
        number.filter(|number| *number > 0.0 && number.fract() == 0.0)
    };
    let Some(first) = args.first() else { return Ok("input".to_owned()) };
    let function = match first.as_text() {
        Some(name) => format!("{name}: "),
        None => {
            return match position(first) {
                Some(number) if args.len() == 1 => Ok(format!("input {number}")),
                _ => Err(Error::with_id(
                    "Octave:invalid-input-arg",
                    "validateattributes: 4th input argument must be ARG_IDX or FUNC_NAME",
                )),
            };
        }
    };
    let Some(second) = args.get(1) else { return Ok(format!("{function}input")) };
    let Some(variable) = second.as_text() else {
        return Err(Error::with_id(
            "Octave:invalid-type",
            "validateattributes: VAR_NAME must be a string",
        ));
    };
    match args.get(2).map(position) {
        None => Ok(format!("{function}{variable}")),
        Some(Some(number)) => Ok(format!("{function}{variable} (argument #{number})")),
        Some(None) => Err(Error::with_id(
            "Octave:invalid-input-arg",
            "validateattributes: ARG_IDX must be a positive integer",
        )),
    }
}

fn check_class(what: &str, value: &Value, classes: &[Vec<u8>]) -> Result<()> {
    let class = value.class();
    let is = |name: &Vec<u8>| match &name[..] {
        b"numeric" => class.is_numeric(),
        b"float" => class.is_float(),
        b"integer" => class.is_integer(),
        name => name == value.class_name().as_bytes(),
    };
    if classes.is_empty() || classes.iter().any(is) {
        return Ok(());
    }
    let mut names: Vec<String> = Vec::new();
    for name in classes {
        let name = String::from_utf8_lossy(name).into_owned();
        let member: fn(Class) -> bool = match name.to_ascii_lowercase().as_str() {
            "numeric" => Class::is_numeric,
            "float" => Class::is_float,
            "integer" => Class::is_integer,
            _ => {
                names.push(name);
                continue;
            }
        };
        names.extend(Class::ALL.into_iter().filter(|&c| member(c)).map(|c| c.name().to_owned()));
    }
    names.sort();
    names.dedup();
    let names = names.join(" ");
    Err(Error::with_id(
        "Octave:invalid-type",
        format!("{what} must be of class:\n\n  {names}\n\nbut was of class {}", value.class_name()),
    ))
}

/// The elements as doubles.
fn numbers(value: &Value, function: &str) -> Result<Vec<f64>> {
    match value.to_f64_array() {
        Some(array) => Ok(array.as_slice().to_vec()),
        None => Err(Error::plain(format!("{function}: not defined for {}", value.class()))),
    }
}

fn check<'v>(
    cx: &mut dyn Context,
    what: &str,
    value: &Value,
    name: &str,
    rest: &mut impl Iterator<Item = &'v Value>,
) -> Result<()> {
    let dims = value.dims();
    let class = value.class();
    let any = |test: &dyn Fn(f64) -> bool| -> Result<bool> {
        Ok(numbers(value, "validateattributes")?.into_iter().any(test))
    };
    let neighbours = |test: &dyn Fn(f64, f64) -> bool| -> Result<bool> {
        let numbers = numbers(value, "isnan")?;
        Ok(numbers.iter().any(|x| x.is_nan()) || numbers.windows(2).any(|w| test(w[0], w[1])))
    };
    let lower = name.to_ascii_lowercase();
    let (problem, id) = match lower.as_str() {
        "2d" => (dims.ndims() != 2, "Octave:expected-2d"),
        "3d" => (dims.ndims() > 3, "Octave:expected-3d"),
        "column" => (!dims.is_column(), "Octave:expected-column"),
        "row" => (!dims.is_row(), "Octave:expected-row"),
        "scalar" => (!dims.is_scalar(), "Octave:expected-scalar"),
        "vector" => (!dims.is_vector() || dims.is_empty(), "Octave:expected-vector"),
        "square" => (!dims.is_square(), "Octave:expected-square"),
        "diag" => {
            let result = cx.call_builtin("isdiag", smallvec::smallvec![value.clone()], 1)?;
            (result.first().and_then(Value::to_f64) != Some(1.0), "Octave:expected-diag")
        }
        "nonempty" => (dims.is_empty(), "Octave:expected-nonempty"),
        "nonsparse" => (false, "Octave:expected-nonsparse"),
        "binary" => {
            (class != Class::Logical && any(&|x| x != 0.0 && x != 1.0)?, "Octave:expected-binary")
        }
        "even" => (any(&|x| x.is_nan() || x % 2.0 != 0.0)?, "Octave:expected-even"),
        "odd" => (any(&|x| x.is_nan() || x.rem_euclid(2.0) != 1.0)?, "Octave:expected-odd"),
        "integer" => (!class.is_integer() && any(&|x| x.ceil() != x)?, "Octave:expected-integer"),
        "real" => {
            let real = (value.is_arithmetic() && !value.is_complex()) || value.is_char();
            (!real, "Octave:expected-real")
        }
        "finite" => (!class.is_integer() && any(&|x| !x.is_finite())?, "Octave:expected-finite"),
        "nonnan" => {
            let found = !class.is_integer() && numbers(value, "isnan")?.iter().any(|x| x.is_nan());
            (found, "Octave:expected-nonnan")
        }
        "nonnegative" => (any(&|x| x < 0.0)?, "Octave:expected-nonnegative"),
        "nonzero" => (any(&|x| x == 0.0)?, "Octave:expected-nonzero"),
        "positive" => (any(&|x| x <= 0.0)?, "Octave:expected-positive"),
        "decreasing" => (neighbours(&|a, b| b >= a)?, "Octave:expected-decreasing"),
        "increasing" => (neighbours(&|a, b| b <= a)?, "Octave:expected-increasing"),
        "nondecreasing" => (neighbours(&|a, b| b < a)?, "Octave:expected-nondecreasing"),
        "nonincreasing" => (neighbours(&|a, b| b > a)?, "Octave:expected-nonincreasing"),
        "size" | "numel" | "ncols" | "nrows" | "ndims" | ">" | ">=" | "<" | "<=" => {
            let Some(limit) = rest.next() else {
                return Err(Error::with_id(
                    "Octave:index-out-of-bounds",
                    "index (2): out of bound; value 2 out of bound 1",
                ));
            };
            return check_limit(what, value, &lower, limit);
        }
        _ => {
            return Err(Error::with_id(
                "Octave:invalid-input-arg",
                format!("validateattributes: unknown ATTRIBUTE {name}"),
            ));
        }
    };
    if problem {
        return Err(Error::with_id(id, format!("{what} must be {name}")));
    }
    Ok(())
}

/// The attributes that come with a value.
fn check_limit(what: &str, value: &Value, name: &str, limit: &Value) -> Result<()> {
    let dims = value.dims();
    let limits = numbers(limit, "validateattributes")?;
    if name == "size" {
        let fits = |(index, &wanted): (usize, &f64)| {
            wanted.is_nan() || dims.as_slice().get(index).is_some_and(|&n| n as f64 == wanted)
        };
        // A NaN beyond the last dimension stands for anything.
        if limits.len() >= dims.ndims() && limits.iter().enumerate().all(fits) {
            return Ok(());
        }
        let wanted: Vec<String> = limits
            .iter()
            .map(|x| if x.is_nan() { "N".to_owned() } else { x.to_string() })
            .collect();
        return Err(Error::with_id(
            "Octave:incorrect-size",
            format!("{what} must be of size {} but was {dims}", wanted.join("x")),
        ));
    }
    let limit = limits.first().copied().unwrap_or(f64::NAN);
    let count = |actual: usize, id: &'static str, noun: &str| {
        if actual as f64 == limit {
            return Ok(());
        }
        Err(Error::with_id(id, format!("{what} must have {limit} {noun}")))
    };
    match name {
        "numel" => return count(value.numel(), "Octave:incorrect-numel", "elements"),
        "ncols" => return count(dims.columns(), "Octave:incorrect-numcols", "columns"),
        "nrows" => return count(dims.rows(), "Octave:incorrect-numrows", "rows"),
        "ndims" => return count(dims.ndims(), "Octave:incorrect-numdims", "dimensions"),
        _ => {}
    }
    let (test, id, words): (fn(f64, f64) -> bool, _, _) = match name {
        ">" => (|x, y| x > y, "Octave:expected-greater", "greater than"),
        ">=" => (|x, y| x >= y, "Octave:expected-greater-equal", "greater than or equal to"),
        "<" => (|x, y| x < y, "Octave:expected-less", "less than"),
        _ => (|x, y| x <= y, "Octave:expected-less-equal", "less than or equal to"),
    };
    if numbers(value, "validateattributes")?.iter().all(|&x| test(x, limit)) {
        return Ok(());
    }
    Err(Error::with_id(id, format!("{what} must be {words} {limit:.6}")))
}
