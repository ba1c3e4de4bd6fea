//! The operations that native code leaves to the runtime.

use formwork_lower::MATRIX_PRODUCT;
use formwork_native::loops::{ArrayClass, NoRuntime, RuntimeHost};
use formwork_native::{Array, ArrayView, Elements, ElementsView};
use formwork_runtime::ops::product_of_reals;

/// The operations of the runtime. An error makes the code fall back, so that the
/// interpreter does the same again and tells what is wrong.
pub(crate) struct RuntimeOperations;

impl RuntimeHost for RuntimeOperations {
    fn call(
        &mut self,
        operation: &str,
        arguments: &[ArrayView<'_>],
        results: usize,
    ) -> Result<Vec<Array>, (String, String)> {
        let product = match operation {
            MATRIX_PRODUCT => matrix_product(arguments),
            _ => return NoRuntime.call(operation, arguments, results),
        };
        product.map(|array| vec![array]).ok_or_else(|| {
            ("formwork:operation".to_owned(), format!("the operation '{operation}' failed"))
        })
    }
}

fn matrix_product(arguments: &[ArrayView<'_>]) -> Option<Array> {
    let [left, right] = arguments else { return None };
    let (&[rows, depth], &[inner, columns]) = (left.extents(), right.extents()) else {
        return None;
    };
    let (ElementsView::F64(a), ElementsView::F64(b)) = (left.elements(), right.elements()) else {
        return None;
    };
    if depth != inner {
        return None;
    }
    let size = |extent: i64| usize::try_from(extent).ok();
    let product = product_of_reals((size(rows)?, size(depth)?, size(columns)?), a, b).ok()?;
    Array::new(ArrayClass::Double, vec![rows, columns], Elements::F64(product))
}
