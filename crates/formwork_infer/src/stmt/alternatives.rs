//! Shapes that are one of several, of which a condition rules some out.
//!
//! ```text
//! if nargin < 2, w = []; end      w is 0x0, or what was given
//! if isempty (w), w = 1; end      behind it w is 1x1, or what was given
//! ```

use formwork_domain::AbstractValue;
use formwork_hir::SlotId;
use formwork_shape::shape::{Algebra, Node, ShapeId};

use crate::engine::Analyst;

/// Those of the shapes that have elements, or may have some; `None` if there are none.
fn with_elements(algebra: &mut Algebra, shape: ShapeId) -> Option<ShapeId> {
    match *algebra.node(shape) {
        Node::Select(selector, a, b) => {
            match (with_elements(algebra, a), with_elements(algebra, b)) {
                (Some(a), Some(b)) => Some(algebra.select(selector, a, b)),
                (one, other) => one.or(other),
            }
        }
        _ => algebra.as_concrete(shape).is_none_or(|size| size.count() > 0).then_some(shape),
    }
}

impl Analyst<'_> {
    /// There are elements in an array, which may be a variable: its shape then.
    pub(super) fn without_empties(&mut self, slot: Option<SlotId>, shape: ShapeId) -> ShapeId {
        if let Some(slot) = slot {
            let value = (*self.frame().slot(slot).value).clone();
            let left = value.shape.and_then(|shape| with_elements(&mut self.algebra, shape));
            if let (Some(own), Some(left)) = (value.shape, left)
                && own != left
            {
                self.refine(slot, AbstractValue { shape: Some(left), ..value });
            }
        }
        with_elements(&mut self.algebra, shape).unwrap_or(shape)
    }
}
