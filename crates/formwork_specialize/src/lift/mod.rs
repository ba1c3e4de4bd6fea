//! Constants as text: the expression that reads back to the same value.
//!
//! The text gives the same bits, class, size and kind (range, diagonal matrix, quotes of
//! a text) in Octave and in Formwork, and the same value in MATLAB. What has no such text
//! is not lifted: maps, closures, cleanups, permutation matrices, ranges that no written
//! range gives, NaNs that carry something.

mod array;
mod container;
mod number;
mod text;

use std::rc::Rc;

use formwork_runtime::{FunctionHandle, Structure, Value};
use formwork_syntax::Precedence;
use rustc_hash::FxHashSet;

/// How constants are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiftOptions {
    /// To how many significant digits real numbers are rounded; `None`: they are exact.
    pub precision: Option<usize>,
}

/// The text of a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The expression, on one line.
    pub text: String,
    /// How tightly it holds together.
    pub precedence: Precedence,
}

/// How deep containers may be nested.
const MAX_DEPTH: usize = 100;

/// How many values a container may have, those within others counted where they stand: what shares
/// its parts is written as often as it has them.
const MAX_VALUES: usize = 4_000;

/// How many containers may be written again: a program that shares parts builds them in a few
/// statements.
const MAX_REPEATED: usize = 16;

/// The expression that gives `value`, if there is one.
#[must_use]
pub fn lift(value: &Value) -> Option<Lifted> {
    lift_with(value, LiftOptions::default())
}

/// The expression that gives `value`, or what is left of it under `options`.
#[must_use]
pub fn lift_with(value: &Value, options: LiftOptions) -> Option<Lifted> {
    Lifter { options, depth: 0, values: 0, met: FxHashSet::default(), repeated: 0 }.value(value)
}

/// Writes values.
struct Lifter {
    options: LiftOptions,
    depth: usize,
    /// How many values were written.
    values: usize,
    /// Where the parts of the containers are that were met.
    met: FxHashSet<usize>,
    /// How many containers had been met already.
    repeated: usize,
}

impl Lifter {
    fn value(&mut self, value: &Value) -> Option<Lifted> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return None;
        }
        match value.kept_as() {
            Structure::Full => {}
            Structure::Diagonal => return self.diagonal(value),
            Structure::Permutation => return None,
        }
        match value {
            Value::Double(array) => self.real(array.dims(), array.as_slice()),
            Value::Range(range) => self.range(range),
            Value::Complex(array) => self.complex(array.dims(), array.as_slice()),
            Value::Single(array) => self.single(array),
            Value::ComplexSingle(array) => self.complex_single(array),
            Value::Bool(array) => Some(array::logical(array)),
            Value::Char(array, quote) => Some(text::characters(array, *quote)),
            Value::Int8(array) => Some(array::integers(array)),
            Value::Int16(array) => Some(array::integers(array)),
            Value::Int32(array) => Some(array::integers(array)),
            Value::Int64(array) => Some(array::integers(array)),
            Value::Uint8(array) => Some(array::integers(array)),
            Value::Uint16(array) => Some(array::integers(array)),
            Value::Uint32(array) => Some(array::integers(array)),
            Value::Uint64(array) => Some(array::integers(array)),
            Value::Cell(cell) => {
                self.meet(cell.as_slice().as_ptr().addr(), cell.as_slice().is_empty())?;
                self.deeper(|lifter| lifter.cell(cell.dims(), cell.as_slice()))
            }
            Value::Struct(structs) => {
                self.meet(Rc::as_ptr(structs).addr(), false)?;
                self.deeper(|lifter| lifter.structs(structs))
            }
            Value::Function(handle) => match &**handle {
                FunctionHandle::Named(name) if formwork_builtins::find(name).is_some() => {
                    Some(Lifted::new(format!("@{name}"), Precedence::Index))
                }
                FunctionHandle::Named(_)
                | FunctionHandle::Bound(_)
                | FunctionHandle::Anonymous(_) => None,
            },
            Value::Strings(array) => text::strings(array),
            Value::Map(_)
            | Value::Exception(_)
            | Value::Cleanup(_)
            | Value::Parser(_)
            | Value::Object(_) => None,
        }
    }

    /// A container is met whose parts are there.
    fn meet(&mut self, place: usize, empty: bool) -> Option<()> {
        if !empty && !self.met.insert(place) {
            self.repeated += 1;
        }
        (self.repeated <= MAX_REPEATED).then_some(())
    }

    fn deeper(&mut self, write: impl FnOnce(&mut Lifter) -> Option<Lifted>) -> Option<Lifted> {
        if self.depth == MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = write(self);
        self.depth -= 1;
        result
    }
}

impl Lifted {
    fn new(text: String, precedence: Precedence) -> Lifted {
        Lifted { text, precedence }
    }

    /// A call, or what binds like one.
    fn call(text: String) -> Lifted {
        Lifted::new(text, Precedence::Index)
    }

    /// A literal or something in brackets.
    fn atom(text: String) -> Lifted {
        Lifted::new(text, Precedence::Atom)
    }

    /// `function(this)`
    fn passed_to(self, function: &str) -> Lifted {
        Lifted::call(format!("{function}({})", self.text))
    }
}

/// The names that the text of a constant mentions.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let mut previous = ' ';
    let outside = text.split(move |character: char| {
        let old = std::mem::replace(&mut previous, character);
        match quote {
            // A doubled quote closes and opens again, which comes to the same.
            Some(open) => {
                if character == open && !(open == '"' && old == '\\') {
                    quote = None;
                }
                true
            }
            // Constants are transposed only after a closing parenthesis.
            None if character == '"' || (character == '\'' && old != ')') => {
                quote = Some(character);
                true
            }
            None => !(character.is_ascii_alphanumeric() || character == '_' || character == '.'),
        }
    });
    outside.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()))
}
