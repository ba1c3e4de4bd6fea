//! The program and what it runs on.

use std::cmp::Ordering;

use formwork_runtime::{CellArray, Dims, Error, Result, Stop, Value};

use crate::context::{Args, Context, Values, none, one};

pub(super) fn exit(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let mut status = 0;
    for value in &args {
        match value.to_f64() {
            Some(number) if !value.is_char() => status = number as i32,
            _ if matches!(value.as_bytes(), Some(b"force" | b"cancel")) => {}
            _ => return Err(Error::plain("quit: STATUS must be an integer")),
        }
    }
    Err(Error::stop(Stop::Exit(status), ""))
}

pub(super) fn atexit(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("atexit: FCN argument must be a string"));
    };
    let add = args.get(1).and_then(Value::to_f64).is_none_or(|flag| flag != 0.0);
    let functions = &mut cx.session().at_exit;
    if add {
        functions.push(name.into_owned());
        return none();
    }
    let place = functions.iter().rposition(|function| *function == name);
    if let Some(place) = place {
        functions.remove(place);
    }
    if nargout > 0 { one(place.is_some()) } else { none() }
}

pub(super) fn argv(cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    let arguments: Vec<Value> = cx.session().arguments.iter().map(Value::text).collect();
    if arguments.is_empty() {
        return one(CellArray::filled(Dims::EMPTY));
    }
    one(CellArray::column(arguments))
}

pub(super) fn no(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(false)
}

pub(super) fn yes(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(true)
}

pub(super) fn mexext(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one("mex")
}

pub(super) fn license(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let word = args.first().and_then(Value::as_text);
    match word.as_deref() {
        None => one("GNU General Public License"),
        Some("test" | "checkout") => {
            let feature = args.get(1).and_then(Value::as_text).unwrap_or_default();
            one(Value::bool(feature.eq_ignore_ascii_case("octave")))
        }
        Some("inuse") => {
            one(Value::structure([("feature", Value::text("octave")), ("user", Value::text(""))]))
        }
        Some(_) => Err(Error::invalid_call("license")),
    }
}

/// The parts of a version: its numbers, and what follows them.
fn parts(version: &str) -> (Vec<u64>, String) {
    let mut numbers = Vec::new();
    let mut rest = version.trim();
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            break;
        }
        numbers.push(rest[..digits].parse().unwrap_or(u64::MAX));
        rest = &rest[digits..];
        match rest.strip_prefix('.') {
            Some(next) => rest = next,
            None => break,
        }
    }
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    (numbers, rest.to_owned())
}

fn compare(a: &str, b: &str) -> Ordering {
    let ((a, a_rest), (b, b_rest)) = (parts(a), parts(b));
    a.cmp(&b).then(a_rest.cmp(&b_rest))
}

pub(super) fn compare_versions(
    _cx: &mut dyn Context,
    args: Args,
    _nargout: usize,
) -> Result<Values> {
    let (Some(a), Some(b)) = (args[0].as_text(), args[1].as_text()) else {
        return Err(Error::plain("compare_versions: version numbers V1 and V2 must be strings"));
    };
    let Some(operator) = args[2].as_text() else {
        return Err(Error::plain("compare_versions: OPERATOR must be a string"));
    };
    if operator.is_empty() || operator.len() > 2 {
        return Err(Error::plain("compare_versions: OPERATOR must be 1 or 2 characters long"));
    }
    let order = compare(&a, &b);
    one(match &*operator {
        "==" => order.is_eq(),
        "<" => order.is_lt(),
        "<=" | "=<" => order.is_le(),
        ">" => order.is_gt(),
        ">=" | "=>" => order.is_ge(),
        "!=" | "~=" => order.is_ne(),
        other => {
            return Err(Error::plain(format!(
                "compare_versions: the operator \"{other}\" is not valid"
            )));
        }
    })
}

pub(super) fn ver_less_than(_cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let (Some(package), Some(version)) = (args[0].as_text(), args[1].as_text()) else {
        return Err(Error::plain("verLessThan: PACKAGE and VERSION must be strings"));
    };
    if !package.eq_ignore_ascii_case("octave") {
        return Err(Error::plain(format!("verLessThan: package \"{package}\" is not installed")));
    }
    one(compare(OCTAVE, &version).is_lt())
}

/// The version whose behaviour this is.
const OCTAVE: &str = "7.3.0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(compare("7.10.0", "7.3"), Ordering::Greater);
        assert_eq!(compare("7.3.0", "7.3"), Ordering::Equal);
        assert_eq!(compare("7.3", "7.3.1"), Ordering::Less);
        assert_eq!(compare("7.3+", "7.3"), Ordering::Greater);
    }
}
