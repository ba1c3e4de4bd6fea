//! How a function was called, and calls made to see what they do.

use formwork_runtime::{CellArray, Dims, Error, Result, StructArray, Value};

use crate::context::{Args, Context, Values, VariableScope, none, one};

/// A bound of `narginchk` and `nargoutchk`.
fn bound(name: &str, what: &str, value: &Value) -> Result<f64> {
    match value.to_f64() {
        Some(number) if value.is_numeric() && value.is_scalar() => Ok(number),
        _ => Err(Error::plain(format!("{name}: {what} must be a numeric scalar"))),
    }
}

fn bounds(name: &str, args: &[Value]) -> Result<(f64, f64)> {
    let min = bound(name, "MINARGS", &args[0])?;
    let max = bound(name, "MAXARGS", &args[1])?;
    if min > max {
        return Err(Error::plain(format!("{name}: MINARGS cannot be larger than MAXARGS")));
    }
    Ok((min, max))
}

pub(super) fn narginchk(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (min, max) = bounds("narginchk", &args)?;
    let count = cx.workspace(VariableScope::Here).nargin().unwrap_or(0) as f64;
    if count < min {
        return Err(Error::plain("narginchk: not enough input arguments"));
    }
    if count > max {
        return Err(Error::plain("narginchk: too many input arguments"));
    }
    none()
}

pub(super) fn nargoutchk(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len() > 2 {
        return count_message("nargoutchk", "output", &args);
    }
    let (min, max) = bounds("nargoutchk", &args)?;
    let count = cx.workspace(VariableScope::Here).nargout().unwrap_or(0) as f64;
    if count < min {
        return Err(Error::plain("nargoutchk: Not enough output arguments"));
    }
    if count > max {
        return Err(Error::plain("nargoutchk: Too many output arguments"));
    }
    none()
}

pub(super) fn nargchk(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    count_message("nargchk", "input", &args)
}

/// The message about a number that is not between bounds, as text or as a struct.
fn count_message(name: &str, what: &str, args: &[Value]) -> Result<Values> {
    let number = |value: &Value| value.to_f64().unwrap_or(f64::NAN);
    let (min, max, count) = (number(&args[0]), number(&args[1]), number(&args[2]));
    if min > max {
        return Err(Error::plain(format!("{name}: MINARGS must be <= MAXARGS")));
    }
    let as_struct = match args.get(3).map(Value::as_bytes) {
        None | Some(Some(b"string")) => false,
        Some(Some(b"struct")) => true,
        _ => {
            return Err(Error::plain(format!(
                "{name}: output type must be either string or struct"
            )));
        }
    };
    let problem = if count < min {
        Some("not enough")
    } else if count > max {
        Some("too many")
    } else {
        None
    };
    let message = problem.map(|problem| format!("{problem} {what} arguments"));
    if !as_struct {
        return one(message.unwrap_or_default());
    }
    let identifier =
        problem.map(|problem| format!("Octave:{name}:{}-{what}s", problem.replace(' ', "-")));
    let numel = usize::from(message.is_some());
    let mut result = StructArray::without_fields(Dims::matrix(numel, 1));
    result.set_field("message", message.into_iter().map(Value::from).collect());
    result.set_field("identifier", identifier.into_iter().map(Value::from).collect());
    one(Value::from(result))
}

pub(super) fn print_usage(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = match args.first() {
        Some(value) => match value.as_text() {
            Some(text) => text.into_owned(),
            None => return Err(Error::plain("print_usage: input argument must be a string")),
        },
        None => cx.workspace(VariableScope::Here).function_name(),
    };
    if name.is_empty() {
        return Err(Error::with_id(
            "Octave:invalid-context",
            "print_usage: only valid inside functions\n",
        ));
    }
    Err(Error::invalid_call(&name))
}

pub(super) fn nthargout(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let is_function = |value: &Value| matches!(value, Value::Function(_)) || value.is_string();
    let (wanted, total, function) = if is_function(&args[1]) {
        (&args[0], None, 1)
    } else if args.len() > 2 && is_function(&args[2]) {
        (&args[0], Some(&args[1]), 2)
    } else {
        return Err(Error::invalid_call("nthargout"));
    };
    let positive = |value: &Value| {
        let array = value.to_f64_array()?;
        let whole = |&x: &f64| x > 0.0 && x.fract() == 0.0 && x < 1e9;
        array.as_slice().iter().all(whole).then(|| array.as_slice().to_vec())
    };
    let wrong = || Error::plain("nthargout: N and NTOT must consist of positive integers");
    let places = positive(wanted).ok_or_else(wrong)?;
    let largest = places.iter().copied().fold(0.0, f64::max);
    let count = match total {
        None => largest,
        Some(total) => positive(total).and_then(|all| all.first().copied()).ok_or_else(wrong)?,
    } as usize;
    let outputs =
        cx.call(&args[function], args[function + 1..].iter().cloned().collect(), count)?;
    let mut results = Vec::with_capacity(places.len());
    for place in places {
        let place = place as usize;
        match outputs.get(place - 1) {
            Some(value) => results.push(value.clone()),
            None if place <= count => results.push(Value::empty()),
            None => {
                return Err(Error::with_id(
                    "Octave:index-out-of-bounds",
                    format!("outargs({place}): out of bound {count} (dimensions are 1x{count})"),
                ));
            }
        }
    }
    match <[Value; 1]>::try_from(results) {
        Ok([value]) => one(value),
        Err(results) => one(CellArray::row(results)),
    }
}

pub(super) fn fail(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let text = |value: &Value| match value.as_bytes() {
        Some(bytes) => Ok(bytes.to_vec()),
        None => Err(Error::invalid_call("fail")),
    };
    let code = text(&args[0])?;
    let of_warnings = args.get(1).is_some_and(|value| value.as_bytes() == Some(b"warning"));
    let pattern = match args.get(1 + usize::from(of_warnings)) {
        Some(value) => text(value)?,
        None => Vec::new(),
    };
    let what = if of_warnings { "warning" } else { "error" };
    let shown = match &pattern[..] {
        b"" => ".".to_owned(),
        pattern => String::from_utf8_lossy(pattern).into_owned(),
    };
    let got = if of_warnings {
        let before = std::mem::take(&mut cx.session().last_warning);
        let outcome = cx.evaluate_text(&code, VariableScope::Here, 0);
        let raised = std::mem::replace(&mut cx.session().last_warning, before);
        outcome?;
        (!raised.message.is_empty()).then_some(raised.message)
    } else {
        match cx.evaluate_text(&code, VariableScope::Here, 0) {
            Ok(_) => None,
            Err(error) if error.kind != formwork_runtime::ErrorKind::Catchable => {
                return Err(error);
            }
            Err(error) => Some(error.message),
        }
    };
    let Some(got) = got else {
        return Err(Error::plain(format!("expected {what} <{shown}> but got none")));
    };
    if !pattern.is_empty() {
        let arguments = smallvec::smallvec![
            Value::text(&got),
            Value::text(&pattern),
            Value::text("once"),
            Value::text("match")
        ];
        let found = cx.call_builtin("regexp", arguments, 1)?;
        if found.first().is_none_or(Value::is_empty) {
            return Err(Error::plain(format!("expected {what} <{shown}>\nbut got <{got}>")));
        }
    }
    if nargout == 0 { none() } else { one(true) }
}
