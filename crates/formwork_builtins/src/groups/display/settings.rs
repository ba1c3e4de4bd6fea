//! How values are displayed: `format`, `output_precision` and other settings.

use formwork_runtime::format::{Arrangement, Format, Notation};
use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, none, one};

pub(super) fn format(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if nargout > 0 {
        if !args.is_empty() {
            cx.warn("", "format: cannot change and query format simultaneously")?;
        }
        let format = &cx.session().format;
        return Ok(smallvec::smallvec![
            Value::text(format.name),
            Value::text(if format.compact { "compact" } else { "loose" }),
            Value::text(if format.uppercase { "uppercase" } else { "lowercase" }),
        ]);
    }
    if args.is_empty() {
        let arrangement = cx.session().format.arrangement;
        cx.session().format = Format { arrangement, ..Format::default() };
        return none();
    }
    let mut words = Vec::with_capacity(args.len());
    for arg in &args {
        let word = arg
            .as_text()
            .ok_or_else(|| Error::plain("format: arguments must be strings"))?
            .into_owned();
        words.push(word);
    }
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let mut state = word.to_lowercase();
        at += 1;
        if matches!(&*state, "short" | "long")
            && let Some(kind @ ("e" | "g" | "eng")) = words.get(at).map(|word| &**word)
        {
            state.push_str(kind);
            at += 1;
        }
        apply(&mut cx.session().format, &state)?;
    }
    none()
}

fn apply(format: &mut Format, state: &str) -> Result<()> {
    let (name, precision, notation) = match state {
        "short" => ("short", 5, Notation::Plain),
        "long" => ("long", 16, Notation::Plain),
        "shorte" => ("shorte", 5, Notation::Exponent),
        "longe" => ("longe", 16, Notation::Exponent),
        "shortg" => ("shortg", 5, Notation::General),
        "longg" => ("longg", 16, Notation::General),
        "shorteng" => ("shorteng", 5, Notation::Engineering),
        "longeng" => ("longeng", 16, Notation::Engineering),
        "bank" => ("bank", 5, Notation::Bank),
        "hex" => ("hex", 5, Notation::Hex),
        "native-hex" => ("native-hex", 5, Notation::Hex),
        "rat" => ("rat", 5, Notation::Rational),
        "bit" => ("bit", 5, Notation::Bits),
        "native-bit" => ("native-bit", 5, Notation::Bits),
        "free" => ("free", 5, Notation::Plain),
        "none" => ("none", 5, Notation::Plain),
        "+" => ("+", 5, Notation::Signs),
        "compact" => {
            format.compact = true;
            return Ok(());
        }
        "loose" => {
            format.compact = false;
            return Ok(());
        }
        "uppercase" => {
            format.uppercase = true;
            return Ok(());
        }
        "lowercase" => {
            format.uppercase = false;
            return Ok(());
        }
        other => {
            return Err(Error::plain(format!("format: unrecognized format state '{other}'")));
        }
    };
    *format = Format { name, precision, notation, ..format.clone() };
    Ok(())
}

pub(super) fn output_precision(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let old = cx.session().format.precision;
    if let Some(value) = args.first() {
        check_local(&args)?;
        let number = if value.is_char() { None } else { value.to_f64() };
        let number = number
            .ok_or_else(|| Error::plain("output_precision: argument must be an integer value"))?;
        if number < 0.0 {
            return Err(Error::plain("output_precision: arg must be greater than 0"));
        }
        if number.is_nan() || number >= 17.0 {
            return Err(Error::plain("output_precision: arg must be less than or equal to 16"));
        }
        cx.session().format.precision = number as u8;
        if nargout == 0 {
            return none();
        }
    }
    one(f64::from(old))
}

fn check_local(args: &Args) -> Result<()> {
    match args.get(1) {
        Some(word) if word.as_bytes() != Some(b"local") => {
            Err(Error::plain("second argument must be \"local\""))
        }
        _ => Ok(()),
    }
}

pub(super) fn more(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    match args.first().map(|word| word.as_bytes()) {
        None | Some(Some(b"on" | b"off")) => none(),
        Some(_) => Err(Error::plain("more: argument must be \"on\" or \"off\"")),
    }
}

/// A setting that is kept; some change how values are displayed.
fn kept(
    cx: &mut dyn Context,
    name: &'static str,
    default: Value,
    args: &Args,
    nargout: usize,
) -> Result<Values> {
    let old = cx.session().settings.get(name).cloned().unwrap_or(default);
    if let Some(value) = args.first() {
        check_local(args)?;
        let is_truth = matches!(old, Value::Bool(_));
        let value = match value.to_f64() {
            Some(number) if !value.is_char() && value.is_scalar() && is_truth => {
                Value::bool(number != 0.0)
            }
            Some(_) if !value.is_char() && value.is_scalar() => value.clone(),
            _ => {
                let kind = if is_truth { "a logical" } else { "an integer" };
                return Err(Error::plain(format!("{name}: argument must be {kind} value")));
            }
        };
        arrange(&mut cx.session().format.arrangement, name, &value);
        cx.session().settings.insert(name, value);
        if nargout == 0 {
            return none();
        }
    }
    one(old)
}

/// What a setting says about the display of values.
fn arrange(arrangement: &mut Arrangement, name: &str, value: &Value) {
    let number = value.to_f64().unwrap_or(0.0);
    let truth = number != 0.0;
    match name {
        "fixed_point_format" => arrangement.fixed_point = truth,
        "split_long_rows" => arrangement.split_rows = truth,
        "print_empty_dimensions" => arrangement.empty_sizes = truth,
        "print_struct_array_contents" => arrangement.contents = truth,
        "struct_levels_to_print" => arrangement.levels = number.max(0.0) as usize,
        _ => {}
    }
}

macro_rules! settings {
    ($($name:ident = $default:expr;)*) => {
        $(pub(super) fn $name(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
            kept(cx, stringify!($name), $default, &args, nargout)
        })*
    };
}

settings! {
    page_screen_output = Value::bool(false);
    page_output_immediately = Value::bool(false);
    fixed_point_format = Value::bool(false);
    print_empty_dimensions = Value::bool(true);
    split_long_rows = Value::bool(true);
    print_struct_array_contents = Value::bool(false);
    struct_levels_to_print = Value::double(2.0);
}
