//! How the text that a function gives was quoted, as far as messages tell: Octave's
//! functions lose or keep it depending on how they are written.

use formwork_runtime::{Quote, Result, Value};

use crate::context::Values;

/// What a function gives, its text quoted as said.
pub(crate) fn requoted(outcome: Result<Values>, quote: Quote) -> Result<Values> {
    let mut values = outcome?;
    for value in &mut values {
        if let Value::Char(_, mark) = value {
            *mark = quote;
        }
    }
    Ok(values)
}

/// What a function gives, its text and the texts of its cells in single quotes.
pub(crate) fn all_single(outcome: Result<Values>) -> Result<Values> {
    let mut values = requoted(outcome, Quote::Single)?;
    for value in &mut values {
        if let Value::Cell(cell) = value
            && cell.as_slice().iter().any(is_doubled)
        {
            for text in cell.make_mut() {
                if let Value::Char(_, mark) = text {
                    *mark = Quote::Single;
                }
            }
        }
    }
    Ok(values)
}

fn is_doubled(value: &Value) -> bool {
    matches!(value, Value::Char(_, Quote::Double))
}

/// How text made of these values is quoted: doubly if one of them is.
pub(crate) fn joined(values: &[Value]) -> Quote {
    let doubled = values.iter().any(|value| match value {
        Value::Cell(cell) => cell.as_slice().iter().any(is_doubled),
        other => is_doubled(other),
    });
    if doubled { Quote::Double } else { Quote::Single }
}

/// An evaluator whose text is quoted as said.
macro_rules! quoted {
    (all Single, $evaluator:expr) => {
        |cx, args, nargout| crate::kit::quotes::all_single($evaluator(cx, args, nargout))
    };
    ($quote:ident, $evaluator:expr) => {
        |cx, args, nargout| {
            crate::kit::quotes::requoted(
                $evaluator(cx, args, nargout),
                formwork_runtime::Quote::$quote,
            )
        }
    };
    // As the arguments are, together.
    ($evaluator:expr) => {
        |cx, args, nargout| {
            let quote = crate::kit::quotes::joined(&args);
            crate::kit::quotes::requoted($evaluator(cx, args, nargout), quote)
        }
    };
}

pub(crate) use quoted;
