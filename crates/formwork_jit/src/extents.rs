//! Specialization to extents: which arrays that a region is passed have their extents compiled
//! into the code.

use std::iter::repeat;

use formwork_interp::Variables;
use formwork_lower::{Form, Region, values};
use formwork_runtime::Dims;

/// Code is first made for the extents at hand of arrays that have at most so many elements,
const FEW_ELEMENTS: usize = 128;
/// and of arrays with more of them that have short columns, which are gone through in loops
/// of a few iterations.
const MORE_ELEMENTS: usize = 1 << 14;
const SHORT_COLUMN: usize = 32;

/// The extents of the small arrays that a region is passed, but for those of variables that
/// grow, which have others the next time.
pub(crate) fn small_extents(
    region: &Region,
    variables: &mut dyn Variables,
) -> Vec<Option<Vec<i64>>> {
    let mut extents = Vec::new();
    for input in &region.inputs {
        let kinds = input.given.kinds();
        let value = variables.value(input.slot);
        let arrays = value.and_then(|value| values::arrays_of(&value, &input.given, variables));
        let arrays = arrays.unwrap_or_default().into_iter().map(Some).chain(repeat(None));
        for (kind, value) in kinds.into_iter().zip(arrays) {
            let grows = region.growing.contains(&input.slot);
            let dims = value.filter(|_| !grows).map(|value| value.dims());
            let dims = dims.filter(|dims| is_small(dims, kind.form));
            extents.push(dims.and_then(|dims| values::shape_of(&dims, kind.form)));
        }
    }
    extents
}

/// Whether code is first made for the extents of such an array.
fn is_small(dims: &Dims, form: Form) -> bool {
    let most = match form {
        Form::Matrix | Form::Array(_) if dims.get(0) <= SHORT_COLUMN => MORE_ELEMENTS,
        Form::Matrix | Form::Array(_) | Form::Row | Form::Column => FEW_ELEMENTS,
        Form::Scalar | Form::Range | Form::Empty => 0,
    };
    (1..=most).contains(&dims.numel())
}
