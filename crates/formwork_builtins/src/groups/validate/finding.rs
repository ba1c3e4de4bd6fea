//! What `assert` finds, and how it is shown.

use formwork_runtime::Value;

/// A place where the observed value is not the expected one: how the place is
/// written, both values, and why.
pub(super) struct Finding {
    pub place: String,
    pub observed: Shown,
    pub expected: Shown,
    pub reason: String,
}

/// A value in the report. Its width is what is centred: a char matrix is written
/// column by column, but counts as long as its longest side.
pub(super) struct Shown {
    pub text: String,
    pub width: usize,
}

impl From<&str> for Shown {
    fn from(text: &str) -> Shown {
        Shown { text: text.to_owned(), width: text.len() }
    }
}

impl From<String> for Shown {
    fn from(text: String) -> Shown {
        Shown { width: text.len(), text }
    }
}

impl Shown {
    pub(super) fn of_text(value: &Value) -> Shown {
        let Value::Char(array, _) = value else { return "".into() };
        let dims = array.dims();
        let longest = dims.as_slice().iter().copied().max().unwrap_or(0);
        let width = if dims.is_empty() { 0 } else { longest };
        Shown { text: String::from_utf8_lossy(array.as_slice()).into_owned(), width }
    }
}

impl Finding {
    pub(super) fn new(
        place: &str,
        observed: impl Into<Shown>,
        expected: impl Into<Shown>,
        reason: impl Into<String>,
    ) -> Finding {
        Finding {
            place: place.to_owned(),
            observed: observed.into(),
            expected: expected.into(),
            reason: reason.into(),
        }
    }

    pub(super) fn whole(place: &str, reason: impl Into<String>) -> Finding {
        Finding::new(place, "O", "E", reason)
    }

    pub(super) fn sizes(observed: &Value, expected: &Value, reason: &str) -> Finding {
        let (o, e) = (observed.dims(), expected.dims());
        Finding::new(".", format!("O({o})"), format!("E({e})"), reason)
    }
}
