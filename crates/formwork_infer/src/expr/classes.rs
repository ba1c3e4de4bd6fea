//! Which classes an operation takes, as the runtime has it: it is tried on samples.

use formwork_builtins::NullContext;
use formwork_domain::AbstractValue;
use formwork_runtime::ops::{self, BinaryOp, UnaryOp};
use formwork_runtime::{Array, CellArray, Class, Dims, StructArray, Value, index};
use rustc_hash::FxHashMap;

/// A sample of a class, one element or some; `None` if there is none.
fn sample(class: Class, scalar: bool) -> Option<Value> {
    let dims = if scalar { Dims::SCALAR } else { Dims::matrix(2, 2) };
    let numbers = Value::Double(Array::filled(dims, 1.0));
    Some(match class {
        Class::Cell => Value::Cell(CellArray::filled(numbers.dims())),
        Class::Struct => Value::from(StructArray::without_fields(numbers.dims())),
        Class::FunctionHandle
        | Class::Map
        | Class::Exception
        | Class::Cleanup
        | Class::Parser
        | Class::String
        | Class::Object => {
            return None;
        }
        class => ops::cast(numbers, class).ok()?,
    })
}

/// What the runtime says of operators on classes, each of which is one element or an array.
#[derive(Default)]
pub(crate) struct Refusals {
    known: FxHashMap<(BinaryOp, Class, bool, Class, bool), Option<String>>,
}

impl Refusals {
    /// What it says of two classes; `None` if it takes them.
    fn of(&mut self, op: BinaryOp, a: (Class, bool), b: (Class, bool)) -> Option<String> {
        let answer = self.known.entry((op, a.0, a.1, b.0, b.1)).or_insert_with(|| {
            let (left, right) = (sample(a.0, a.1)?, sample(b.0, b.1)?);
            let outcome = ops::binary(op, left, right, &mut NullContext::default());
            outcome.err().map(|error| error.message.clone())
        });
        answer.clone()
    }
}

/// Why an operator fails on two values whatever their elements are.
pub(crate) fn binary_refusal(
    refusals: &mut Refusals,
    op: BinaryOp,
    left: &AbstractValue,
    right: &AbstractValue,
) -> Option<String> {
    let mut first = None;
    if left.classes.is_empty() || right.classes.is_empty() {
        return None;
    }
    // An object takes what it likes.
    if left.classes.may_be_object() || right.classes.may_be_object() {
        return None;
    }
    for a in left.classes.iter() {
        for b in right.classes.iter() {
            // One element of each is the least that an operator can be asked.
            refusals.of(op, (a, true), (b, true))?;
            let said = refusals.of(op, (a, left.is_scalar()), (b, right.is_scalar()));
            first = first.or(said);
        }
    }
    first
}

/// Why an operator fails on a value whatever its elements are.
pub(crate) fn unary_refusal(op: UnaryOp, operand: &AbstractValue) -> Option<String> {
    let mut first = None;
    if operand.classes.may_be_object() {
        return None;
    }
    for class in operand.classes.iter() {
        let error = ops::unary(op, sample(class, operand.is_scalar())?).err()?;
        first = first.or(Some(error.message.clone()));
    }
    first
}

/// Why `value{…}` fails whatever is in the value. What may be of several classes is what some
/// operation or function made of something unknown: of an object it makes what it likes.
pub(crate) fn brace_refusal(value: &AbstractValue) -> Option<String> {
    let class = value.classes.single().filter(|class| *class != Class::Cell)?;
    if class == Class::FunctionHandle {
        return Some("function handle cannot be indexed with {".to_owned());
    }
    if class == Class::Map {
        return Some("containers.Map: only '()' indexing is supported".to_owned());
    }
    let sample = sample(class, value.is_scalar())?;
    let error = index::index_cell(&sample, &[Value::double(1.0)]).err()?;
    Some(error.message.clone())
}

/// Why `value.name` fails whatever is in the value; see `brace_refusal`.
pub(crate) fn dot_refusal(value: &AbstractValue) -> Option<String> {
    let class = value.classes.single().filter(|class| *class != Class::Struct)?;
    if class == Class::FunctionHandle {
        return Some("function handle cannot be indexed with .".to_owned());
    }
    let sample = sample(class, value.is_scalar())?;
    let error = index::field_values(&sample, "field").err()?;
    Some(error.message.clone())
}
