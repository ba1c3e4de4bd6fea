//! How many values there are in a value.
//!
//! Parts are counted where they stand, as often as they stand there: whoever walks through a value
//! meets what it shares with itself as often. A program can double that number in one statement.
//!
//! ```text
//! t = {1};                  2
//! for k = 1:30, t = {t, t}; end
//! ```

use formwork_runtime::Value;

use crate::contents::Contents;
use crate::value::{AbstractValue, ValueFact};

impl AbstractValue {
    /// Whether there are more than `most` values in what is known of it, or they stand deep in one
    /// another.
    #[must_use]
    pub fn outweighs(&self, most: usize) -> bool {
        if self.contents.is_none() && !matches!(&self.value, ValueFact::Const(_)) {
            return false;
        }
        !Count { left: most, depth: 0 }.take(self)
    }

    /// The same without what is inside.
    #[must_use]
    pub fn without_parts(self) -> AbstractValue {
        AbstractValue { value: ValueFact::Any, contents: None, ..self }
    }
}

/// How many levels of parts are gone through.
const DEPTH: usize = 200;

/// Counts values off.
struct Count {
    left: usize,
    depth: usize,
}

impl Count {
    /// Whether there are few enough of them.
    fn take(&mut self, value: &AbstractValue) -> bool {
        self.deeper(|count| {
            if let ValueFact::Const(constant) = &value.value {
                // Whatever else is known of it is said of the same parts.
                return count.take_constant(constant);
            }
            match &value.contents {
                Some(Contents::Elements(elements)) => elements.iter().all(|part| count.take(part)),
                Some(Contents::Every(every)) => count.take(every),
                Some(Contents::Fields(fields)) => {
                    fields.known.iter().all(|(_, part)| count.take(part))
                }
                Some(Contents::Handle(_)) | None => true,
            }
        })
    }

    fn take_constant(&mut self, value: &Value) -> bool {
        self.deeper(|count| match value {
            Value::Cell(cell) => cell.as_slice().iter().all(|part| count.take_constant(part)),
            Value::Struct(structs) => structs
                .fields()
                .all(|(_, values)| values.iter().all(|part| count.take_constant(part))),
            _ => true,
        })
    }

    fn deeper(&mut self, parts: impl FnOnce(&mut Count) -> bool) -> bool {
        if self.left == 0 || self.depth == DEPTH {
            return false;
        }
        self.left -= 1;
        self.depth += 1;
        let few = parts(self);
        self.depth -= 1;
        few
    }
}
