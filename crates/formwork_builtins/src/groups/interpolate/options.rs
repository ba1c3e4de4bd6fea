//! Options of the solvers: `optimset`, `optimget`.

use formwork_runtime::{Error, ErrorKind, Result, StructArray, Value};

use crate::context::{Args, Context, Values, none, one};

/// The options some solver knows, in the order in which they are listed.
const KNOWN: [&str; 14] = [
    "AutoScaling",
    "ComplexEqn",
    "Display",
    "FinDiffType",
    "FunValCheck",
    "GradObj",
    "Jacobian",
    "MaxFunEvals",
    "MaxIter",
    "OutputFcn",
    "TolFun",
    "TolX",
    "TypicalX",
    "Updating",
];

/// The options a solver has when none are given.
fn defaults(solver: &str) -> Option<Vec<(&'static str, Value)>> {
    let text = |text: &str| Value::text(text);
    let number = Value::double;
    let none = Value::empty;
    Some(match solver {
        "fzero" => vec![
            ("Display", text("notify")),
            ("FunValCheck", text("off")),
            ("MaxFunEvals", number(f64::INFINITY)),
            ("MaxIter", number(f64::INFINITY)),
            ("OutputFcn", none()),
            ("TolX", number(f64::EPSILON)),
        ],
        "fminsearch" => vec![
            ("Display", text("notify")),
            ("FunValCheck", text("off")),
            ("MaxFunEvals", none()),
            ("MaxIter", none()),
            ("OutputFcn", none()),
            ("TolFun", number(1e-4)),
            ("TolX", number(1e-4)),
        ],
        "fminbnd" => vec![
            ("Display", text("notify")),
            ("FunValCheck", text("off")),
            ("MaxFunEvals", number(500.0)),
            ("MaxIter", number(500.0)),
            ("OutputFcn", none()),
            ("TolX", number(1e-4)),
        ],
        "fminunc" => vec![
            ("AutoScaling", text("off")),
            ("FunValCheck", text("off")),
            ("FinDiffType", text("forward")),
            ("GradObj", text("off")),
            ("MaxFunEvals", none()),
            ("MaxIter", number(400.0)),
            ("OutputFcn", none()),
            ("TolFun", number(1e-6)),
            ("TolX", number(1e-6)),
            ("TypicalX", none()),
        ],
        "fsolve" => vec![
            ("AutoScaling", text("off")),
            ("ComplexEqn", text("off")),
            ("FunValCheck", text("off")),
            ("FinDiffType", text("forward")),
            ("Jacobian", text("off")),
            ("MaxFunEvals", none()),
            ("MaxIter", number(400.0)),
            ("OutputFcn", none()),
            ("Updating", text("off")),
            ("TolFun", number(1e-6)),
            ("TolX", number(1e-6)),
            ("TypicalX", none()),
        ],
        "lsqnonneg" | "pqpnonneg" => vec![("MaxIter", number(1e5))],
        _ => return None,
    })
}

/// The options of a solver as a struct.
pub(super) fn solver_defaults(solver: &str) -> Value {
    Value::structure(defaults(solver).unwrap_or_default())
}

/// The name of an option as it is known, of which `given` may be the beginning.
fn complete(cx: &mut dyn Context, function: &str, given: &str) -> Result<String> {
    let lower = given.to_lowercase();
    if let Some(exact) = KNOWN.iter().find(|known| known.to_lowercase() == lower) {
        return Ok((*exact).to_owned());
    }
    let matches: Vec<&str> =
        KNOWN.iter().copied().filter(|known| known.to_lowercase().starts_with(&lower)).collect();
    match matches[..] {
        [] => {
            cx.warn("", &format!("{function}: unrecognized option: {given}"))?;
            Ok(given.to_owned())
        }
        [one] => Ok(one.to_owned()),
        _ => {
            let list = matches.join(", ");
            cx.warn("", &format!("{function}: ambiguous option: {given} ({list})"))?;
            Ok(given.to_owned())
        }
    }
}

pub(super) fn optimset(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let usage = || Error::invalid_call("optimset");
    if args.is_empty() {
        if nargout == 0 {
            let mut text = String::from("\nAll possible optimization options:\n\n");
            for known in KNOWN {
                text.push_str(&format!("  {known}\n"));
            }
            text.push('\n');
            cx.write(crate::context::Stream::Output, text.as_bytes())?;
            return none();
        }
        return one(Value::structure(KNOWN.map(|known| (known, Value::empty()))));
    }
    if args.len() == 1 && (args[0].is_char() || matches!(args[0], Value::Function(_))) {
        let name = match &args[0] {
            Value::Function(handle) => handle.text(),
            text => text.as_text().ok_or_else(usage)?.into_owned(),
        };
        if let Some(fields) = defaults(&name) {
            return one(Value::structure(fields));
        }
        // Any other function may know its own.
        return match cx.call_named(&name, smallvec::smallvec![Value::text("defaults")], 1) {
            Ok(values) if !values.is_empty() => Ok(values),
            Err(error) if error.kind != ErrorKind::Catchable => Err(error),
            _ => Err(Error::plain(format!("optimset: no defaults for function '{name}'"))),
        };
    }
    let mut options = StructArray::scalar();
    let mut rest = &args[..];
    if let Value::Struct(old) = &args[0] {
        if old.numel() != 1 {
            return Err(usage());
        }
        options = (**old).clone();
        rest = &args[1..];
        if let [Value::Struct(new)] = rest {
            for (name, values) in new.fields() {
                // A value that is empty says nothing.
                if let [value] = values
                    && !value.is_empty()
                {
                    let name = complete(cx, "optimset", name)?;
                    options.set_scalar_field(&name, value.clone());
                }
            }
            return one(options);
        }
    } else if args[0].is_empty() && !args[0].is_char() && args.len() % 2 == 1 {
        rest = &args[1..];
    }
    if rest.len() % 2 == 1 || rest.iter().step_by(2).any(|name| name.as_text().is_none()) {
        return Err(usage());
    }
    for pair in rest.chunks_exact(2) {
        let name = pair[0].as_text().ok_or_else(usage)?.into_owned();
        let name = complete(cx, "optimset", &name)?;
        options.set_scalar_field(&name, pair[1].clone());
    }
    one(options)
}

pub(super) fn optimget(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (Value::Struct(options), Some(name)) = (&args[0], args[1].as_text()) else {
        return Err(Error::invalid_call("optimget"));
    };
    let name = complete(cx, "optimget", &name)?;
    let fallback = args.get(2).cloned().unwrap_or_else(Value::empty);
    one(match options.scalar_field(&name) {
        Some(value) if !value.is_empty() => value.clone(),
        _ => fallback,
    })
}

/// An option, however its name is capitalized.
pub(super) fn option(options: Option<&Value>, name: &str) -> Option<Value> {
    let Some(Value::Struct(options)) = options else { return None };
    let (_, values) = options.fields().find(|(field, _)| field.eq_ignore_ascii_case(name))?;
    values.first().cloned()
}

/// A number among the options, or else `fallback`.
pub(super) fn number_option(options: Option<&Value>, name: &str, fallback: f64) -> f64 {
    option(options, name).and_then(|value| value.to_f64()).unwrap_or(fallback)
}

/// Whether an option says `on`.
pub(super) fn is_on(options: Option<&Value>, name: &str) -> bool {
    option(options, name).is_some_and(|value| match value.as_bytes() {
        Some(text) if value.is_char() => text.eq_ignore_ascii_case(b"on"),
        _ => value.to_f64().is_some_and(|number| number != 0.0),
    })
}
