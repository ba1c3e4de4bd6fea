//! A call as the rules see it, and what they ask of its arguments.

use formwork_domain::{AbstractValue, ClassSet, either};
use formwork_runtime::{Class, Value};
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::shape::{Algebra, ShapeId, Tuple};
use formwork_shape::{Dialect, Reduction, Truth};

use super::own::OwnRules;
use crate::row::Lesson;

/// What arithmetic takes.
pub(super) const ARRAYS: ClassSet = ClassSet::ARRAYS;

/// A call, and which of its outputs is asked about.
pub(crate) struct Call<'a> {
    /// The name of the function.
    pub(super) name: &'static str,
    /// The rules that it has of its own.
    pub(super) own: &'a OwnRules,
    /// What is learned of its arguments.
    pub(super) lesson: Lesson,
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
    /// All of them: MATLAB's `'all'`.
    All,
    /// Several of them: MATLAB's `[1 2]`.
    Several,
    /// Some dimension, or none.
    Unknown,
}

/// Which way a vector lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    /// One element.
    Scalar,
    /// One row, perhaps of one element.
    Row,
    /// One column, perhaps of one element.
    Column,
    /// Surely no vector.
    Other,
    /// It may be one.
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

    /// Whether an argument is a text that is known, and not empty.
    pub(super) fn is_filled_text(&self, place: usize) -> bool {
        self.is_text(place) && self.constant(place).is_some_and(|text| !text.is_empty())
    }

    /// Whether an argument, if there is one, may be text.
    pub(super) fn may_be_text(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| argument.classes.contains(Class::Char))
    }

    /// The dimension that an argument says.
    pub(super) fn dimension(&self, place: usize) -> Dimension {
        let Some(argument) = self.args.get(place) else { return Dimension::Default };
        if is_only(argument, Class::Char) {
            return match argument.text().as_deref() {
                Some("all") => Dimension::All,
                _ => Dimension::Default,
            };
        }
        match argument.constant() {
            Some(value) if value.is_empty() => Dimension::Default,
            Some(value) if !value.is_scalar() => Dimension::Several,
            Some(value) => match value.to_f64().filter(|_| value.is_scalar()) {
                Some(number) if (1.0..1e6).contains(&number) && number.fract() == 0.0 => {
                    Dimension::Known(number as u32 - 1)
                }
                _ => Dimension::Unknown,
            },
            None => Dimension::Unknown,
        }
    }

    /// The extents of an argument whose rank is bounded. A call that succeeds had
    /// arguments, so their shapes are legal.
    pub(super) fn extents(&mut self, place: usize) -> Option<Tuple> {
        let shape = self.shape(place)?;
        self.extents_of(shape)
    }

    /// The extents of a shape whose rank is bounded.
    pub(super) fn extents_of(&mut self, shape: ShapeId) -> Option<Tuple> {
        if let Some(tuple) = self.algebra.as_tuple(shape) {
            return Some(tuple);
        }
        let rank = self.algebra.maximum_rank(shape)?.max(2);
        Some((0..rank).map(|axis| self.algebra.extent(shape, axis)).collect())
    }

    /// The extents of an argument that is surely a matrix.
    pub(super) fn matrix_extents(&mut self, place: usize) -> Option<(ExtentId, ExtentId)> {
        match self.extents(place)?.as_slice() {
            &[rows, columns] => Some((rows, columns)),
            _ => None,
        }
    }

    /// The number of elements of an argument.
    pub(super) fn count(&mut self, place: usize) -> Option<ExtentId> {
        let shape = self.shape(place)?;
        Some(self.algebra.count(shape))
    }

    /// The number of dimensions of an argument.
    pub(super) fn rank(&mut self, place: usize) -> ExtentId {
        let most = match self.extents(place).as_deref() {
            Some([_, _]) => return self.literal(2),
            Some(extents) => {
                let last = extents.last().copied().unwrap_or(Extents::ONE);
                if self.is_one(last).is_no() {
                    return self.literal(extents.len());
                }
                i64::try_from(extents.len()).ok()
            }
            None => None,
        };
        let bounds = match most {
            Some(most) => Interval::new(2, most).unwrap_or(Interval::at_least(2)),
            None => Interval::at_least(2),
        };
        self.algebra.fresh_extent("ndims", bounds)
    }

    /// Whether an extent is one.
    pub(super) fn is_one(&self, extent: ExtentId) -> Truth {
        self.algebra.extents().is_one(extent)
    }

    /// Whether an extent is surely not zero.
    pub(super) fn is_nonzero(&self, extent: ExtentId) -> bool {
        self.algebra.extents().is_zero(extent).is_no()
    }

    /// Which way an argument lies.
    pub(super) fn orientation(&mut self, place: usize) -> Orientation {
        let Some(shape) = self.shape(place) else { return Orientation::Unknown };
        self.orientation_of(shape)
    }

    /// Which way an array of this shape lies.
    pub(super) fn orientation_of(&mut self, shape: ShapeId) -> Orientation {
        let Some(extents) = self.extents_of(shape) else { return Orientation::Unknown };
        let ones: Vec<Truth> = extents.iter().map(|&extent| self.is_one(extent)).collect();
        let higher = ones.iter().skip(2).fold(Truth::Yes, |all, &one| all.and(one));
        match (ones[0], ones[1], higher) {
            (_, _, Truth::No) => Orientation::Other,
            (Truth::Yes, Truth::Yes, Truth::Yes) => Orientation::Scalar,
            (Truth::Yes, _, Truth::Yes) => Orientation::Row,
            (_, Truth::Yes, Truth::Yes) => Orientation::Column,
            (Truth::No, Truth::No, _) => Orientation::Other,
            _ => Orientation::Unknown,
        }
    }

    /// The number an argument is, if it is a scalar constant.
    pub(super) fn number(&self, place: usize) -> Option<f64> {
        let value = self.constant(place)?;
        value.to_f64().filter(|_| value.is_scalar() && !value.is_char())
    }

    /// The text an argument is, if it is constant.
    pub(super) fn text(&self, place: usize) -> Option<String> {
        self.args.get(place)?.text()
    }

    /// Whether none of the arguments from one on may be text.
    pub(super) fn no_text_from(&self, place: usize) -> bool {
        (place..self.args.len()).all(|place| !self.may_be_text(place))
    }

    /// Whether an argument surely is an array of numbers, truth values or characters.
    pub(super) fn is_array(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| argument.classes.is_within(ARRAYS))
    }

    /// Whether an argument is a cell array, whatever else is known.
    pub(super) fn is_cell(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| is_only(argument, Class::Cell))
    }

    /// Whether an argument, if there is one, may be a cell array.
    pub(super) fn may_be_cell(&self, place: usize) -> bool {
        self.args.get(place).is_some_and(|argument| argument.classes.contains(Class::Cell))
    }

    /// An extent of which only bounds are known.
    pub(super) fn fresh_within(&mut self, description: &str, bounds: Interval) -> ExtentId {
        let description = format!("{description}({})", self.name);
        self.algebra.fresh_extent(&description, bounds)
    }

    /// An extent that is at most another.
    pub(super) fn fresh_at_most(&mut self, description: &str, most: ExtentId) -> ExtentId {
        self.fresh_from_to(description, 0, most)
    }

    /// An extent nobody knows, between two bounds.
    pub(super) fn fresh_from_to(
        &mut self,
        description: &str,
        least: i64,
        most: ExtentId,
    ) -> ExtentId {
        let bounds = match self.algebra.extents().interval(most).high() {
            Some(high) => Interval::new(least, high.max(least)).unwrap_or(Interval::EXTENT),
            None => Interval::at_least(least),
        };
        self.fresh_within(description, bounds)
    }

    /// A row, or 0x0.
    pub(super) fn row_or_empty(&mut self) -> Option<ShapeId> {
        let shapes = [self.row(), self.empty()];
        self.either(&shapes)
    }

    /// An extent of which nothing is known.
    pub(super) fn fresh(&mut self, description: &str) -> ExtentId {
        let description = format!("{description}({})", self.name);
        self.algebra.fresh_extent(&description, Interval::EXTENT)
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

    /// One of several shapes, if they are few: each choice makes what is computed from it
    /// larger.
    pub(super) fn either_of_few(&mut self, mut shapes: Vec<ShapeId>) -> Option<ShapeId> {
        shapes.sort_unstable();
        shapes.dedup();
        if shapes.len() <= 4 { self.either(&shapes) } else { None }
    }

    /// The shape of the greatest or least elements of the first argument along a dimension; Octave
    /// keeps the size of truth values without elements.
    pub(super) fn extremes(&mut self, dimension: Dimension) -> Option<ShapeId> {
        let shape = self.shape(0)?;
        let reduced = self.reduced(Reduction::Extremum, shape, dimension)?;
        let count = self.algebra.count(shape);
        let truths = self.args.first().is_some_and(|first| is_only(first, Class::Logical));
        match truths && !self.is_nonzero(count) {
            true => self.either(&[reduced, shape]),
            false => Some(reduced),
        }
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
            Dimension::All => Some(Algebra::SCALAR),
            Dimension::Several => None,
            Dimension::Unknown => {
                let rank = self.algebra.maximum_rank(shape)?;
                let shapes: Vec<ShapeId> =
                    (0..=rank).map(|axis| reduce(self, Some(axis))).collect();
                self.either(&shapes)
            }
        }
    }
}

impl Call<'_> {
    /// What a function leaves of a matrix that goes along its columns if these are longer than some
    /// length, and otherwise somewhere else: so many rows, and its own columns. What it leaves of a
    /// shorter one is another matter, of which nothing is said.
    pub(super) fn along_rows(&mut self, longer_than: i64, rows: ExtentId) -> Option<ShapeId> {
        self.along_rows_of(0, longer_than, rows)
    }

    /// The same of another argument than the first.
    pub(super) fn along_rows_of(
        &mut self,
        place: usize,
        longer_than: i64,
        rows: ExtentId,
    ) -> Option<ShapeId> {
        let &[own_rows, own_columns] = &self.extents(place)?[..] else { return None };
        Some(self.if_longer(own_rows, longer_than, [rows, own_columns]))
    }

    /// A matrix of this size if an extent is greater than a bound, and otherwise one of which nothing is
    /// known.
    pub(super) fn if_longer(
        &mut self,
        extent: ExtentId,
        longer_than: i64,
        usual: [ExtentId; 2],
    ) -> ShapeId {
        let extents = self.algebra.extents_mut();
        let bound = extents.literal(longer_than);
        let more = extents.subtract(extent, bound);
        let more = extents.clamp(more);
        let holds = extents.minimum([Extents::ONE, more]);
        self.where_it_holds(holds, usual)
    }

    /// A matrix of this size if none of some extents is zero, and otherwise one of which nothing is
    /// known: what is empty mostly becomes something else.
    pub(super) fn if_filled(&mut self, sides: &[ExtentId], usual: [ExtentId; 2]) -> ShapeId {
        let mut holds = Extents::ONE;
        for &side in sides {
            if !self.is_nonzero(side) {
                let extents = self.algebra.extents_mut();
                let filled = extents.minimum([Extents::ONE, side]);
                holds = extents.multiply(holds, filled);
            }
        }
        self.where_it_holds(holds, usual)
    }

    /// A matrix of this size where a condition is one, and one of which nothing is known where it is
    /// zero.
    fn where_it_holds(&mut self, holds: ExtentId, usual: [ExtentId; 2]) -> ShapeId {
        let [rows, columns] = usual;
        if holds == Extents::ONE {
            return self.algebra.tuple(usual);
        }
        let (other_rows, other_columns) = (self.fresh("rows"), self.fresh("columns"));
        let extents = self.algebra.extents_mut();
        let otherwise = extents.subtract(Extents::ONE, holds);
        let mut either = |one: ExtentId, other: ExtentId| {
            let (one, other) = (extents.multiply(holds, one), extents.multiply(otherwise, other));
            extents.add(one, other)
        };
        let (rows, columns) = (either(rows, other_rows), either(columns, other_columns));
        self.algebra.tuple([rows, columns])
    }
}

/// Whether a value has this class and no other.
pub(super) fn is_only(value: &AbstractValue, class: Class) -> bool {
    value.classes == ClassSet::only(class)
}
