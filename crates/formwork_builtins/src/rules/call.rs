//! A call as the rules see it, and what they ask of its arguments.

use formwork_domain::{AbstractValue, ClassSet, either, fresh_extent};
use formwork_runtime::{Class, Value};
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, Reduction};

/// A call, and which of its outputs is asked about.
pub(super) struct Call<'a> {
    pub(super) name: &'static str,
    pub(super) args: &'a [AbstractValue],
    pub(super) output: usize,
    pub(super) nargout: usize,
    pub(super) algebra: &'a mut Algebra,
}

/// What an argument says about a dimension.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimension {
    /// It is not there.
    Default,
    /// This one, from 0.
    Known(u32),
    /// Some dimension, or none.
    Unknown,
}

impl<'a> Call<'a> {
    /// The shape of an argument.
    pub(super) fn shape(&self, place: usize) -> Option<ShapeId> {
        self.args.get(place)?.shape
    }

    /// The size of an argument, if all of it is known.
    pub(super) fn size(&self, place: usize) -> Option<ConcreteShape> {
        self.algebra.as_concrete(self.shape(place)?)
    }

    /// The classes of an argument; all of them if it is not there.
    pub(super) fn classes(&self, place: usize) -> ClassSet {
        self.args.get(place).map_or(ClassSet::ALL, |argument| argument.classes)
    }

    /// The value of an argument, if it is known.
    pub(super) fn constant(&self, place: usize) -> Option<&'a Value> {
        self.args.get(place)?.constant()
    }

    /// Whether an argument is text, whatever else is known.
    pub(super) fn is_text(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| is_only(argument, Class::Char))
    }

    /// Whether an argument, if there is one, may be text.
    pub(super) fn may_be_text(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| argument.classes.contains(Class::Char))
    }

    /// The dimension that an argument says.
    pub(super) fn dimension(&self, place: usize) -> Dimension {
        let Some(argument) = self.args.get(place) else { return Dimension::Default };
        if is_only(argument, Class::Char) {
            return Dimension::Default;
        }
        match argument.constant() {
            Some(value) if value.is_empty() => Dimension::Default,
            Some(value) => match value.to_f64().filter(|_| value.is_scalar()) {
                Some(number) if (1.0..1e6).contains(&number) && number.fract() == 0.0 => {
                    Dimension::Known(number as u32 - 1)
                }
                _ => Dimension::Unknown,
            },
            None => Dimension::Unknown,
        }
    }

    /// An extent of which nothing is known.
    pub(super) fn fresh(&mut self, description: &str) -> ExtentId {
        let description = format!("{description}({})", self.name);
        fresh_extent(self.algebra, &description, Interval::EXTENT)
    }

    /// A literal extent.
    pub(super) fn literal(&mut self, extent: usize) -> ExtentId {
        self.algebra.extents_mut().literal(i64::try_from(extent).unwrap_or(i64::MAX))
    }

    /// 1 x k.
    pub(super) fn row(&mut self) -> ShapeId {
        let columns = self.fresh("columns");
        self.algebra.tuple([Extents::ONE, columns])
    }

    /// k x 1.
    pub(super) fn column(&mut self) -> ShapeId {
        let rows = self.fresh("rows");
        self.algebra.tuple([rows, Extents::ONE])
    }

    /// m x n.
    pub(super) fn matrix(&mut self) -> ShapeId {
        let (rows, columns) = (self.fresh("rows"), self.fresh("columns"));
        self.algebra.tuple([rows, columns])
    }

    /// 0 x 0.
    pub(super) fn empty(&mut self) -> ShapeId {
        self.algebra.tuple([Extents::ZERO, Extents::ZERO])
    }

    /// One of several shapes.
    pub(super) fn either(&mut self, shapes: &[ShapeId]) -> Option<ShapeId> {
        either(self.algebra, self.name, shapes)
    }

    /// A shape with a dimension reduced.
    pub(super) fn reduced(
        &mut self,
        style: Reduction,
        shape: ShapeId,
        dimension: Dimension,
    ) -> Option<ShapeId> {
        let reduce =
            |call: &mut Call<'_>, axis| call.algebra.reduce(style, axis, Dialect::Octave, shape);
        match dimension {
            Dimension::Default => Some(reduce(self, None)),
            Dimension::Known(axis) => Some(reduce(self, Some(axis))),
            Dimension::Unknown => {
                let rank = self.algebra.maximum_rank(shape)?;
                let shapes: Vec<ShapeId> =
                    (0..=rank).map(|axis| reduce(self, Some(axis))).collect();
                self.either(&shapes)
            }
        }
    }
}

/// Whether a value has this class and no other.
pub(super) fn is_only(value: &AbstractValue, class: Class) -> bool {
    value.classes == ClassSet::only(class)
}
