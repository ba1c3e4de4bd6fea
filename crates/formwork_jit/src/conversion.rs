//! Conversion: values of the language as native arrays, and back.

use formwork_lower::{Base, Form, Kind, values};
use formwork_native::loops::{ArrayClass, EntryValue, Extent, Layout};
use formwork_native::to_loops::array_class;
use formwork_native::{Array, ArrayView, Elements, ElementsView};
use formwork_runtime::{Array as ValueArray, Dims, Quote, Value, memory};

/// What is said of a parameter or a result in the interface to C, and of its extents if they
/// are known.
#[must_use]
pub fn entry_value(name: &str, kind: Kind, extents: Option<&[i64]>) -> EntryValue {
    let extent = |dimension| match kind.form.axis(dimension) {
        Some(axis) => match extents.and_then(|extents| extents.get(axis)) {
            Some(&extent) => Extent::Known(extent),
            None => Extent::Passed,
        },
        None => Extent::Known(1),
    };
    let layout = match kind.form {
        Form::Scalar => Layout::Scalar,
        Form::Row | Form::Range | Form::Column | Form::Empty | Form::Matrix | Form::Array(_) => {
            Layout::Array((0..kind.form.dimensions()).map(extent).collect())
        }
    };
    EntryValue { name: name.to_owned(), class: class(kind), complex: false, layout }
}

fn class(kind: Kind) -> ArrayClass {
    match kind.base {
        Base::Char => ArrayClass::Char,
        Base::Double
        | Base::Single
        | Base::Bool
        | Base::Int8
        | Base::Int16
        | Base::Int32
        | Base::Uint8
        | Base::Uint16
        | Base::Uint32 => array_class(kind.base.ir()),
    }
}

/// Whether a value of one kind can be taken for one of another.
fn is_within(own: Kind, kind: Kind) -> bool {
    // A range is no row here, and a row no range.
    let is_range = |form| form == Form::Range;
    own.base == kind.base
        && is_range(own.form) == is_range(kind.form)
        && own.form.join(kind.form) == kind.form
}

/// The kinds that a value can be taken for, the narrowest first.
pub(crate) fn kinds_of(value: &Value) -> Vec<Kind> {
    let Some(own) = values::kind_of(value) else { return Vec::new() };
    let forms = [Form::Scalar, Form::Row, Form::Range, Form::Column, Form::Empty, Form::Matrix];
    let forms = forms.into_iter().chain((3..=MOST_DIMENSIONS).map(Form::Array));
    let kinds = forms.map(|form| Kind { form, ..own });
    kinds.filter(|kind| is_within(own, *kind)).collect()
}

/// Arrays of more dimensions are given to no region that was compiled beforehand.
const MOST_DIMENSIONS: u8 = 6;

/// Whether a value can be given for a parameter of a kind.
pub(crate) fn fits(value: &Value, kind: Kind) -> bool {
    values::kind_of(value).is_some_and(|own| is_within(own, kind))
}

/// A value whose elements are written down; `None` if there is no room for them.
pub(crate) fn materialized(value: Value) -> Option<Value> {
    let Value::Range(range) = &value else { return Some(value) };
    memory::reserve::<f64>(&value.dims()).ok()?;
    Some(Value::Double(ValueArray::row(range.iter().collect())))
}

/// A value for a parameter of a kind that it fits, its elements, which are
/// written down, where they are.
pub(crate) fn view(value: &Value, kind: Kind) -> Option<ArrayView<'_>> {
    let elements = match value {
        Value::Double(array) => ElementsView::F64(array.as_slice()),
        Value::Bool(array) => ElementsView::Bool(array.as_slice()),
        Value::Char(array, _) => ElementsView::U8(array.as_slice()),
        Value::Complex(array) => ElementsView::C64(array.as_slice()),
        Value::Single(array) => ElementsView::F32(array.as_slice()),
        Value::ComplexSingle(array) => ElementsView::C32(array.as_slice()),
        Value::Int8(array) => ElementsView::I8(array.as_slice()),
        Value::Int16(array) => ElementsView::I16(array.as_slice()),
        Value::Int32(array) => ElementsView::I32(array.as_slice()),
        Value::Int64(array) => ElementsView::I64(array.as_slice()),
        Value::Uint8(array) => ElementsView::U8(array.as_slice()),
        Value::Uint16(array) => ElementsView::U16(array.as_slice()),
        Value::Uint32(array) => ElementsView::U32(array.as_slice()),
        Value::Uint64(array) => ElementsView::U64(array.as_slice()),
        Value::Range(_)
        | Value::Strings(_)
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Object(_) => return None,
    };
    let dims = value.dims();
    let extents = (0..kind.form.dimensions()).map(|axis| i64::try_from(dims.get(axis)).ok());
    ArrayView::new(class(kind), extents.collect::<Option<_>>()?, elements)
}

/// The value that a result of a kind is.
pub(crate) fn to_value(array: Array, kind: Kind) -> Option<Value> {
    if let (Form::Range, Elements::F64(numbers)) = (kind.form, array.elements()) {
        return values::range(numbers);
    }
    let extents = array.extents().iter().map(|&extent| usize::try_from(extent).ok());
    let dims = Dims::new(&extents.collect::<Option<Vec<_>>>()?);
    let is_text = array.class() == ArrayClass::Char;
    Some(match array.into_elements() {
        Elements::F64(all) => Value::Double(ValueArray::new(dims, all)),
        Elements::Bool(all) => Value::Bool(ValueArray::new(dims, all)),
        Elements::F32(all) => Value::Single(ValueArray::new(dims, all)),
        Elements::C64(all) => Value::Complex(ValueArray::new(dims, all)),
        Elements::C32(all) => Value::ComplexSingle(ValueArray::new(dims, all)),
        Elements::I8(all) => Value::Int8(ValueArray::new(dims, all)),
        Elements::I16(all) => Value::Int16(ValueArray::new(dims, all)),
        Elements::I32(all) => Value::Int32(ValueArray::new(dims, all)),
        Elements::I64(all) => Value::Int64(ValueArray::new(dims, all)),
        Elements::U8(all) if is_text => Value::Char(ValueArray::new(dims, all), Quote::Single),
        Elements::U8(all) => Value::Uint8(ValueArray::new(dims, all)),
        Elements::U16(all) => Value::Uint16(ValueArray::new(dims, all)),
        Elements::U32(all) => Value::Uint32(ValueArray::new(dims, all)),
        Elements::U64(all) => Value::Uint64(ValueArray::new(dims, all)),
        Elements::Index(_) => return None,
    })
}
