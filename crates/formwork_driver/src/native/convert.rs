//! Values of the language as native arrays, and back.

use formwork_lower::{Form, Kind, values};
use formwork_native::loops::{EntryValue, Extent, Layout};
use formwork_native::lower::array_class;
use formwork_native::{Array, ArrayView, Elements, ElementsView};
use formwork_runtime::{Array as ValueArray, Dims, Quote, Value};

/// What is said of a parameter or a result in the interface to C.
pub(super) fn entry_value(name: &str, kind: Kind) -> EntryValue {
    let layout = match kind.form {
        Form::Scalar => Layout::Scalar,
        Form::Row => Layout::Array(vec![Extent::Known(1), Extent::Passed]),
        Form::Column => Layout::Array(vec![Extent::Passed, Extent::Known(1)]),
        Form::Matrix => Layout::Array(vec![Extent::Passed, Extent::Passed]),
    };
    let base = kind.base.ir();
    let complex = base == formwork_array::ir::BaseType::Complex;
    EntryValue { name: name.to_owned(), class: array_class(base), complex, layout }
}

/// The kinds that a value can be taken for, the narrowest first.
pub(super) fn kinds_of(value: &Value) -> Vec<Kind> {
    let Some(own) = values::kind_of(value) else { return Vec::new() };
    let forms = [Form::Scalar, Form::Row, Form::Column, Form::Matrix];
    let kinds = forms.into_iter().map(|form| Kind { form, ..own });
    kinds.filter(|kind| own.form.join(kind.form) == kind.form).collect()
}

/// Whether a value can be given for a parameter of a kind.
pub(super) fn fits(value: &Value, kind: Kind) -> bool {
    values::kind_of(value)
        .is_some_and(|own| own.base == kind.base && own.form.join(kind.form) == kind.form)
}

/// A value for a parameter of a kind that it fits, its elements where they are.
pub(super) fn view(value: &Value, kind: Kind) -> Option<ArrayView<'_>> {
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
        | Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_) => return None,
    };
    let dims = value.dims();
    let extents = dims.as_slice().iter().map(|&extent| i64::try_from(extent).ok());
    ArrayView::new(array_class(kind.base.ir()), extents.collect::<Option<_>>()?, elements)
}

/// The value that a result is.
pub(super) fn to_value(array: Array) -> Option<Value> {
    let extents = array.extents().iter().map(|&extent| usize::try_from(extent).ok());
    let dims = Dims::new(&extents.collect::<Option<Vec<_>>>()?);
    let is_text = array.class() == formwork_native::loops::ArrayClass::Char;
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
