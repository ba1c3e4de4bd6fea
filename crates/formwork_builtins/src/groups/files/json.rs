//! `jsonencode` and `jsondecode`.

use formwork_files::{Malformed, json};
use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::text::char_row;

pub(super) fn jsonencode(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call("jsonencode"));
    }
    let mut names_for_missing = false;
    for pair in args[1..].chunks(2) {
        let Some(option) = pair[0].as_text().filter(|_| pair[0].is_char()) else {
            return Err(Error::plain("jsonencode: option argument must be a string"));
        };
        let Value::Bool(truth) = &pair[1] else {
            return Err(Error::plain("jsonencode: option value must be a logical scalar"));
        };
        let Some(&truth) = truth.as_scalar() else {
            return Err(Error::plain("jsonencode: option value must be a logical scalar"));
        };
        match &*option.to_ascii_lowercase() {
            "convertinfandnan" => names_for_missing = !truth,
            "prettyprint" if truth => cx.warn(
                "Octave:jsonencode:PrettyPrint-unavailable",
                "jsonencode: support for the \"PrettyPrint\" option of RapidJSON was unavailable or disabled when Octave was built",
            )?,
            "prettyprint" => {}
            _ => {
                return Err(Error::plain(
                    "jsonencode: Valid options are \"ConvertInfAndNaN\" and \"PrettyPrint\"",
                ));
            }
        }
    }
    match json::write(&args[0], names_for_missing) {
        Ok(text) => one(char_row(text)),
        Err(Malformed::Broken(what)) => Err(Error::plain(format!("jsonencode: {what}"))),
        Err(Malformed::Unsupported(what)) => Err(Error::limit(format!("jsonencode: {what}"))),
    }
}

pub(super) fn jsondecode(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len().is_multiple_of(2) {
        return Err(Error::invalid_call("jsondecode"));
    }
    let Value::Char(text, _) = &args[0] else {
        return Err(Error::plain("jsondecode: JSON_TXT must be a character string"));
    };
    let mut options = Vec::new();
    let mut valid_names = true;
    for pair in args[1..].chunks(2) {
        let Some(name) = pair[0].as_text().filter(|_| pair[0].is_char()) else {
            return Err(Error::plain("jsondecode: option argument must be a string"));
        };
        if name.eq_ignore_ascii_case("makeValidName") {
            match &pair[1] {
                Value::Bool(truth) if truth.numel() == 1 => valid_names = truth.as_slice()[0],
                _ => {
                    return Err(Error::plain("jsondecode: 'makeValidName' value must be a bool"));
                }
            }
        } else {
            options.extend_from_slice(pair);
        }
    }
    let tree = json::parse(text.as_slice()).map_err(|problem| {
        Error::plain(format!(
            "jsondecode: parse error at offset {}: {}",
            problem.offset, problem.message
        ))
    })?;
    let mut name = |member: &[u8]| -> Result<String> {
        let plain = String::from_utf8_lossy(member).into_owned();
        if !valid_names {
            return Ok(plain);
        }
        let mut args: Args = [Value::text(plain)].into_iter().collect();
        args.extend(options.iter().cloned());
        let made = cx.call_builtin("matlab.lang.makeValidName", args, 1)?;
        let made = made.first().and_then(Value::as_text).unwrap_or_default().into_owned();
        Ok(made)
    };
    one(json::decode(&tree, &mut name)?)
}
