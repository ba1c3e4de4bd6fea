//! Where paths part, and the unknowns that are made where they join.

use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Scope;
use formwork_shape::shape::ShapeId;

/// Where a path began.
#[derive(Clone, Copy)]
pub(crate) struct Fork {
    pub(crate) mark: usize,
    pub(crate) assumed: usize,
    pub(crate) scope: Scope,
}

/// What a join made up.
#[derive(Default, Clone, Debug)]
pub(crate) struct FreshUnknowns {
    pub(crate) extents: Vec<(ExtentId, (ExtentId, ExtentId))>,
    pub(crate) shapes: Vec<(ShapeId, (ShapeId, ShapeId))>,
}

impl FreshUnknowns {
    /// What this and another join made up.
    pub(crate) fn with(mut self, more: FreshUnknowns) -> FreshUnknowns {
        self.extents.extend(more.extents);
        self.shapes.extend(more.shapes);
        self
    }
}
