//! `assert`: a condition holds, or an observed value is the expected one.

use formwork_runtime::{Class, Error, ErrorKind, Result, Value};

use super::finding::{Finding, Shown};
use super::numbers;
use crate::context::{Args, Context, Values, none};
use crate::kit::message::message_of;

pub(super) fn assert(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    if args.len() == 1 || is_condition(&args[0], &args[1]) {
        if holds(&args[0]) {
            return none();
        }
        if args.len() == 1 {
            let text = written_arguments(cx, 1);
            return Err(Error::plain(format!("assert ({text}) failed")));
        }
        let (identifier, message) = message_of("error", &args[1..])?;
        if message.is_empty() {
            return none();
        }
        let message = message.strip_suffix('\n').unwrap_or(&message);
        return Err(Box::new(Error::new(identifier, message)));
    }
    if args.len() > 3 {
        return Err(Error::invalid_call("assert"));
    }
    if numbers::are_identical(&args[0], &args[1]) {
        return none();
    }
    let mut report = String::new();
    let findings = compare(cx, &mut report, &args[0], &args[1], args.get(2))?;
    if !findings.is_empty() {
        let text = written_arguments(cx, args.len());
        add_to_report(&mut report, &text, &findings);
    }
    if report.is_empty() { none() } else { Err(Error::plain(report)) }
}

/// Whether a call means `assert (condition, message, …)`.
fn is_condition(observed: &Value, expected: &Value) -> bool {
    matches!(observed, Value::Bool(_)) && expected.is_char()
}

fn holds(condition: &Value) -> bool {
    let class = condition.class();
    if condition.is_empty() || !(class.is_numeric() || class == Class::Logical) {
        return false;
    }
    match condition {
        Value::Complex(array) => array.as_slice().iter().all(|z| z.re != 0.0 || z.im != 0.0),
        Value::ComplexSingle(array) => array.as_slice().iter().all(|z| z.re != 0.0 || z.im != 0.0),
        other => {
            other.to_f64_array().is_some_and(|array| array.as_slice().iter().all(|&x| x != 0.0))
        }
    }
}

/// How the arguments of the call were written.
fn written_arguments(cx: &mut dyn Context, count: usize) -> String {
    let mut texts = cx.argument_texts();
    if texts.is_empty() {
        texts = ["cond", "expected", "tol"].map(str::to_owned).to_vec();
    }
    texts.resize(count, String::new());
    texts.join(",")
}

/// Compares; what is found inside cells and structs goes to the report at once.
fn compare(
    cx: &mut dyn Context,
    report: &mut String,
    observed: &Value,
    expected: &Value,
    tolerance: Option<&Value>,
) -> Result<Vec<Finding>> {
    let class = observed.class();
    match expected {
        Value::Char(..) => compare_text(cx, observed, expected),
        Value::Cell(wanted) => {
            let Value::Cell(cell) = observed else {
                let reason = format!("Expected cell, but observed {class}");
                return Ok(vec![Finding::whole(".", reason)]);
            };
            if cell.dims() != wanted.dims() {
                return Ok(vec![Finding::sizes(observed, expected, "Dimensions don't match")]);
            }
            let outcome = compare_all(cx, report, cell.as_slice(), wanted.as_slice(), tolerance);
            configuration(outcome, "{}", "Cell configuration error")
        }
        Value::Function(_) => {
            if class != Class::FunctionHandle {
                let reason = format!("Expected function handle, but observed {class}");
                return Ok(vec![Finding::whole("@", reason)]);
            }
            let both = smallvec::smallvec![observed.clone(), expected.clone()];
            let equal = cx.call_builtin("isequal", both, 1)?;
            let equal = equal.first().and_then(Value::to_f64) == Some(1.0);
            Ok(if equal {
                Vec::new()
            } else {
                vec![Finding::whole("@", "Function handles don't match")]
            })
        }
        Value::Struct(wanted) => {
            let Value::Struct(structs) = observed else {
                let reason = format!("Expected struct, but observed {class}");
                return Ok(vec![Finding::whole(".", reason)]);
            };
            if structs.dims() != wanted.dims() || structs.field_count() != wanted.field_count() {
                return Ok(vec![Finding::sizes(observed, expected, "Structure sizes don't match")]);
            }
            if structs.field_names().any(|name| wanted.field(name).is_none()) {
                return Ok(vec![Finding::whole(".", "Structure fieldname mismatch")]);
            }
            let mut outcome = Ok(());
            for (name, values) in structs.fields() {
                let wanted = wanted.field(name).unwrap_or_default();
                outcome = compare_all(cx, report, values, wanted, tolerance);
                if outcome.is_err() {
                    break;
                }
            }
            configuration(outcome, ".", "Structure configuration error")
        }
        _ if observed.dims() != expected.dims() => {
            Ok(vec![Finding::sizes(observed, expected, "Dimensions don't match")])
        }
        _ => {
            if tolerance.is_none()
                && let Some(reason) = strict_difference(observed, expected)
            {
                return Ok(vec![Finding::whole("()", reason)]);
            }
            numbers::compare(cx, observed, expected, tolerance)
        }
    }
}

/// What an error while comparing the contents of a container counts as.
fn configuration(outcome: Result<()>, place: &str, reason: &str) -> Result<Vec<Finding>> {
    match outcome {
        Ok(()) => Ok(Vec::new()),
        Err(error) if error.kind != ErrorKind::Catchable => Err(error),
        Err(_) => Ok(vec![Finding::whole(place, reason)]),
    }
}

/// Compares the contents of containers, which need not be of the same class.
fn compare_all(
    cx: &mut dyn Context,
    report: &mut String,
    observed: &[Value],
    expected: &[Value],
    tolerance: Option<&Value>,
) -> Result<()> {
    let zero = Value::double(0.0);
    let tolerance = tolerance.unwrap_or(&zero);
    for (observed, expected) in observed.iter().zip(expected) {
        if is_condition(observed, expected) {
            if holds(observed) {
                continue;
            }
            return Err(Error::plain("assert failed"));
        }
        if numbers::are_identical(observed, expected) {
            continue;
        }
        let findings = compare(cx, report, observed, expected, Some(tolerance))?;
        if !findings.is_empty() {
            add_to_report(report, "cond {i},expected {i},tol", &findings);
        }
    }
    Ok(())
}

fn compare_text(cx: &mut dyn Context, observed: &Value, expected: &Value) -> Result<Vec<Finding>> {
    let shown = Shown::of_text(expected);
    if observed.is_char() {
        if numbers::are_identical(observed, expected) {
            return Ok(Vec::new());
        }
        let observed = Shown::of_text(observed);
        return Ok(vec![Finding::new("[]", observed, shown, "Strings don't match")]);
    }
    if observed.is_numeric() {
        let number = numbers::as_text(cx, observed.clone())?;
        let observed = Shown::of_text(&number);
        let reason = "Expected string, but observed number";
        return Ok(vec![Finding::new(".", observed, shown, reason)]);
    }
    let reason = format!("Expected string, but observed {}", observed.class());
    Ok(vec![Finding::new(".", "O", shown, reason)])
}

/// Why values of one size differ in kind, when no tolerance is given.
fn strict_difference(observed: &Value, expected: &Value) -> Option<String> {
    let (class, wanted) = (observed.class(), expected.class());
    if class != wanted {
        return Some(format!("Class {class} != {wanted}"));
    }
    match (observed.is_complex(), expected.is_complex()) {
        (true, false) => Some("complex != real".to_owned()),
        (false, true) => Some("real != complex".to_owned()),
        _ => None,
    }
}

fn add_to_report(report: &mut String, arguments: &str, findings: &[Finding]) {
    if !report.is_empty() {
        report.push_str("\n\n");
    }
    report.push_str(&format!(
        "ASSERT errors for:  assert ({arguments})\n\n  Location  |  Observed  |  Expected  |  Reason"
    ));
    for finding in findings {
        report.push('\n');
        centre(report, &finding.place, finding.place.len());
        report.push(' ');
        centre(report, &finding.observed.text, finding.observed.width);
        report.push(' ');
        centre(report, &finding.expected.text, finding.expected.width);
        report.push_str("   ");
        report.push_str(&finding.reason);
    }
}

/// Writes a text in the middle of twelve columns, or wider.
fn centre(report: &mut String, text: &str, width: usize) {
    let half = width / 2;
    let missing = (6 + half).saturating_sub(text.chars().count());
    report.push_str(&" ".repeat(missing));
    report.push_str(text);
    report.push_str(&" ".repeat(6usize.saturating_sub(half)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_centred() {
        let mut report = String::new();
        add_to_report(&mut report, "x,y", &[Finding::whole("()", "Class double != single")]);
        let line = "     ()           O            E         Class double != single";
        assert_eq!(report.lines().last(), Some(line));
        let long = Finding::new("(100,100,100)", "0", "aaaaaaaaaaa", "r");
        add_to_report(&mut report, "x,y", &[long]);
        let line = "(100,100,100)      0       aaaaaaaaaaa    r";
        assert_eq!(report.lines().last(), Some(line));
    }

    #[test]
    fn conditions_are_nonempty_and_nonzero() {
        assert!(holds(&Value::row(vec![1.0, f64::NAN])));
        assert!(!holds(&Value::row(vec![1.0, 0.0])));
        assert!(!holds(&Value::empty()));
        assert!(!holds(&Value::text("a")));
    }
}
