//! Join and widening of abstract values: what covers two of them.
//!
//! Both sides are generalised together: two extents that differ become one fresh unknown, and the
//! same two become the same unknown wherever they stand. So what is equal on both paths stays equal
//! behind them. At the head of a loop ([`Mode`]) the join widens: what changes is given up, so that
//! the walks of the loop come to an end.
//!
//! Invariant: the result covers both sides, with the unknowns of the join set to the left or to the
//! right extents, all at once.
//!
//! ```text
//! if c, a = ones (2, 3); b = ones (3, 2);      a: 2 x 3    b: 3 x 2
//! else, a = ones (5, 4); b = ones (4, 5); end  a: 5 x 4    b: 4 x 5
//!                                              a: m x n    b: n x m    so a * b is legal
//! ```

use std::rc::Rc;

use formwork_runtime::{Class, Value};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval, Origin};
use formwork_shape::shape::{Algebra, Node, ShapeId};
use rustc_hash::FxHashMap;

use crate::bounds::Bounds;
use crate::contents::{Contents, Fields};
use crate::shapes::{is_among, members, spelled_out};
use crate::value::{AbstractValue, ValueFact};

/// What kind of place it is where paths meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// After a branch: every case counts.
    Join,
    /// At the head of a loop: what changes is given up, so that it ends.
    Widen,
}

/// The most shapes a choice is made among.
const CHOICES: usize = 6;

/// The most shapes that a choice grows to at the head of a loop.
const GROWN: usize = 3;

/// How deep containers are generalised element by element.
const DEPTH: usize = 6;

/// Whether two extents are equal on the left path (`true`) or on the right one.
pub type Equality<'a> = &'a dyn Fn(&mut Algebra, bool, ExtentId, ExtentId) -> bool;

/// Where two paths meet.
pub struct Joiner<'a> {
    algebra: &'a mut Algebra,
    mode: Mode,
    /// The bounds of extents on the left and on the right path, where tighter than
    /// the arena's.
    left: &'a dyn Fn(ExtentId) -> Option<Interval>,
    right: &'a dyn Fn(ExtentId) -> Option<Interval>,
    /// Whether two extents are equal on one of the paths.
    equal: Option<Equality<'a>>,
    description: String,
    extents: FxHashMap<(ExtentId, ExtentId), ExtentId>,
    shapes: FxHashMap<(ShapeId, ShapeId), ShapeId>,
    depth: usize,
}

impl<'a> Joiner<'a> {
    /// A joiner; what becomes unknown is described by `description`.
    pub fn new(
        algebra: &'a mut Algebra,
        mode: Mode,
        left: &'a dyn Fn(ExtentId) -> Option<Interval>,
        right: &'a dyn Fn(ExtentId) -> Option<Interval>,
    ) -> Joiner<'a> {
        Joiner {
            algebra,
            mode,
            left,
            right,
            equal: None,
            description: String::new(),
            extents: FxHashMap::default(),
            shapes: FxHashMap::default(),
            depth: 0,
        }
    }

    /// The same, where it can be asked what is equal on each path.
    #[must_use]
    pub fn asking(mut self, equal: Equality<'a>) -> Joiner<'a> {
        self.equal = Some(equal);
        self
    }

    /// The same, of something of that name.
    #[must_use]
    pub fn of(mut self, name: &str) -> Joiner<'a> {
        name.clone_into(&mut self.description);
        self
    }

    /// The unknown extents that the join made, each for a pair.
    #[must_use]
    pub fn unknown_extents(&self) -> Vec<(ExtentId, (ExtentId, ExtentId))> {
        let mut made: Vec<_> = self.extents.iter().map(|(&pair, &made)| (made, pair)).collect();
        made.sort_unstable();
        made
    }

    /// The shapes that the join made, each for a pair.
    #[must_use]
    pub fn unknown_shapes(&self) -> Vec<(ShapeId, (ShapeId, ShapeId))> {
        let mut made: Vec<_> = self.shapes.iter().map(|(&pair, &made)| (made, pair)).collect();
        made.sort_unstable();
        made
    }

    /// What a variable is after the join.
    pub fn values(&mut self, name: &str, a: &AbstractValue, b: &AbstractValue) -> AbstractValue {
        if a == b {
            return a.clone();
        }
        name.clone_into(&mut self.description);
        self.joined(a, b)
    }

    fn joined(&mut self, a: &AbstractValue, b: &AbstractValue) -> AbstractValue {
        if a == b {
            return a.clone();
        }
        let value = self.facts(a, b);
        let shape = match (a.shape, b.shape) {
            (Some(x), Some(y)) => Some(self.shape(x, y)),
            _ => None,
        };
        let complex = if a.complex == b.complex { a.complex } else { Truth::Maybe };
        self.depth += 1;
        let contents = if self.depth > DEPTH { None } else { self.contents(a, b) };
        self.depth -= 1;
        AbstractValue { classes: a.classes.union(b.classes), complex, shape, value, contents }
    }

    fn bounds_of(&self, side: Side, extent: ExtentId) -> Interval {
        let known = match side {
            Side::Left => (self.left)(extent),
            Side::Right => (self.right)(extent),
        };
        known.unwrap_or_else(|| self.algebra.extents().interval(extent))
    }

    /// One extent for two.
    pub fn extent(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if a == b {
            return a;
        }
        if let Some(&known) = self.extents.get(&(a, b)) {
            return known;
        }
        if let (Some(equal), Mode::Join) = (self.equal, self.mode) {
            // What both are on one path stands for both on either.
            let met = if equal(self.algebra, true, a, b) {
                Some(b)
            } else if equal(self.algebra, false, a, b) {
                Some(a)
            } else {
                None
            };
            if let Some(met) = met {
                return met;
            }
        }
        let (x, y) = (self.bounds_of(Side::Left, a), self.bounds_of(Side::Right, b));
        let bounds = match self.mode {
            Mode::Join => x.hull(y),
            Mode::Widen => widened(x, y),
        };
        let congruence = match self.mode {
            Mode::Join => {
                self.algebra.extents().congruence(a).hull(self.algebra.extents().congruence(b))
            }
            Mode::Widen => formwork_shape::extent::Congruence::ANY,
        };
        // An interval of one value would make it that literal: right on both paths.
        let site = u32::try_from(self.algebra.extents().len()).unwrap_or(u32::MAX);
        let origin = Origin::Fresh { site, output: 0, description: self.description.clone() };
        let made = self.algebra.extents_mut().name_with(origin, bounds, congruence);
        self.extents.insert((a, b), made);
        made
    }

    /// The extents of a shape; at the head of a loop also those of a term of known rank,
    /// because the next walk makes a longer term of it.
    fn extents_of(&mut self, shape: ShapeId) -> Option<Vec<ExtentId>> {
        match self.mode {
            Mode::Join => self.algebra.as_tuple(shape).map(|extents| extents.to_vec()),
            Mode::Widen => spelled_out(self.algebra, shape),
        }
    }

    /// One shape for two.
    pub fn shape(&mut self, a: ShapeId, b: ShapeId) -> ShapeId {
        if a == b {
            return a;
        }
        if let (Some(x), Some(y)) = (self.extents_of(a), self.extents_of(b)) {
            let at =
                |tuple: &[ExtentId], axis: usize| tuple.get(axis).copied().unwrap_or(Extents::ONE);
            let name = self.description.clone();
            let extents: Vec<ExtentId> = (0..x.len().max(y.len()))
                .map(|axis| {
                    self.description = format!("size({name},{})", axis + 1);
                    self.extent(at(&x, axis), at(&y, axis))
                })
                .collect();
            self.description = name;
            return self.algebra.tuple(extents);
        }
        if let Some(&known) = self.shapes.get(&(a, b)) {
            return known;
        }
        let mut all = members(self.algebra, a);
        let (before, more) = (all.len(), members(self.algebra, b));
        let unknown = |algebra: &Algebra, shape: ShapeId| match algebra.node(shape) {
            Node::Variable(variable) => algebra.variable_name(*variable).0.contains('#'),
            _ => false,
        };
        // Each walk over a loop makes new unknown shapes: a choice among them is none. Nor
        // does a choice grow for long: what still changes is given up.
        let mut gives_up = self.mode == Mode::Widen
            && all.iter().chain(&more).any(|&one| unknown(self.algebra, one));
        for member in more {
            let known = match self.mode {
                _ if gives_up => break,
                Mode::Join => all.contains(&member),
                Mode::Widen => is_among(self.algebra, member, &all),
            };
            if !known {
                all.push(member);
            }
        }
        let grows = before > 1 && all.len() > before && all.len() > GROWN;
        gives_up |= self.mode == Mode::Widen && grows;
        if gives_up {
            let made = self.algebra.fresh_variable(&self.description);
            self.shapes.insert((a, b), made);
            return made;
        }
        let small = |algebra: &Algebra, shape: ShapeId| algebra.size(shape) <= 64;
        let made = if all.len() <= CHOICES && all.iter().all(|&one| small(self.algebra, one)) {
            let (&last, rest) = all.split_last().unwrap_or((&a, &[]));
            rest.iter().rev().fold(last, |chosen, &other| {
                let selector = self.algebra.selector(&self.description);
                self.algebra.select(selector, other, chosen)
            })
        } else {
            self.algebra.fresh_variable(&self.description)
        };
        self.shapes.insert((a, b), made);
        made
    }

    fn facts(&mut self, a: &AbstractValue, b: &AbstractValue) -> ValueFact {
        if a.value == b.value {
            return a.value.clone();
        }
        if matches!(a.value, ValueFact::Any) || matches!(b.value, ValueFact::Any) {
            return ValueFact::Any;
        }
        let symbolic = |value: &AbstractValue| {
            let counted = matches!(value.value, ValueFact::Integer(_));
            let number = |class: Class| class.is_numeric() || (counted && class == Class::Char);
            value.is_scalar() && value.classes.all(number) && !has_negative_zero(value)
        };
        if symbolic(a)
            && symbolic(b)
            && let (Some(x), Some(y)) = (a.as_integer(self.algebra), b.as_integer(self.algebra))
        {
            return ValueFact::Integer(self.extent(x, y));
        }
        match (&a.value, &b.value) {
            (ValueFact::Floor(x), ValueFact::Floor(y)) => {
                return ValueFact::Floor(self.extent(*x, *y));
            }
            (ValueFact::Marked(x), ValueFact::Marked(y)) => {
                return ValueFact::Marked(self.extent(*x, *y));
            }
            (ValueFact::Ramp { first: x, step }, ValueFact::Ramp { first: y, step: other })
                if step == other =>
            {
                return ValueFact::Ramp { first: self.extent(*x, *y), step: *step };
            }
            (ValueFact::SizeOf(x), ValueFact::SizeOf(y)) => {
                return ValueFact::SizeOf(self.shape(*x, *y));
            }
            _ => {}
        }
        let vector = |value: &AbstractValue| {
            matches!(
                value.value,
                ValueFact::Integers(_) | ValueFact::SizeOf(_) | ValueFact::Const(_)
            ) && value.classes.all(Class::is_numeric)
                && !has_negative_zero(value)
        };
        let along = |algebra: &Algebra, value: &AbstractValue| {
            matches!(value.value, ValueFact::Integers(_) | ValueFact::SizeOf(_))
                || value.size(algebra).is_some_and(|size| {
                    size.is_matrix() && (size.extent(0) == 1 || size.extent(1) == 1)
                })
        };
        if vector(a)
            && vector(b)
            && along(self.algebra, a)
            && along(self.algebra, b)
            && let (Some(x), Some(y)) = (a.as_integers(self.algebra), b.as_integers(self.algebra))
            && x.len() == y.len()
            && x.len() <= 8
        {
            return ValueFact::Integers(
                x.iter().zip(&y).map(|(&x, &y)| self.extent(x, y)).collect(),
            );
        }
        let numeric = |value: &AbstractValue| {
            value.classes.all(|class| class.is_numeric() || class == Class::Logical)
        };
        if !numeric(a) || !numeric(b) {
            return ValueFact::Any;
        }
        match (self.numbers(Side::Left, a), self.numbers(Side::Right, b)) {
            (Some(x), Some(y)) => ValueFact::Within(match self.mode {
                Mode::Join => x.hull(y),
                Mode::Widen => x.widened(y),
            }),
            _ => ValueFact::Any,
        }
    }

    /// The bounds of the elements on a path.
    fn numbers(&mut self, side: Side, value: &AbstractValue) -> Option<Bounds> {
        if let ValueFact::Integer(extent) = value.value {
            return Some(Bounds::of_interval(self.bounds_of(side, extent)));
        }
        value.bounds(self.algebra)
    }

    fn contents(&mut self, a: &AbstractValue, b: &AbstractValue) -> Option<Contents> {
        if let (Some(Contents::Handle(x)), Some(Contents::Handle(y))) = (&a.contents, &b.contents) {
            return (x == y).then_some(Contents::Handle(*x));
        }
        if let (Some(x), Some(y)) = (a.fields(self.algebra), b.fields(self.algebra)) {
            return Some(Contents::Fields(Rc::new(self.fields(&x, &y))));
        }
        if let (Some(x), Some(y)) = (a.elements(self.algebra), b.elements(self.algebra))
            && x.len() == y.len()
            && a.shape == b.shape
        {
            return Some(Contents::Elements(
                x.iter().zip(y.iter()).map(|(x, y)| self.joined(x, y)).collect(),
            ));
        }
        let (x, y) = (self.every(a)?, self.every(b)?);
        Some(Contents::Every(Rc::new(match (x, y) {
            (None, None) => {
                return Some(Contents::Elements(Rc::new([]))).filter(|_| a.shape == b.shape);
            }
            (Some(one), None) | (None, Some(one)) => one,
            (Some(x), Some(y)) => self.joined(&x, &y),
        })))
    }

    /// What every element of a cell array is; an inner `None` if it has none.
    #[expect(clippy::option_option, reason = "nothing known and no element are two things")]
    fn every(&mut self, value: &AbstractValue) -> Option<Option<AbstractValue>> {
        if let Some(Contents::Every(every)) = &value.contents {
            return Some(Some((**every).clone()));
        }
        let elements = value.elements(self.algebra)?;
        let Some((first, rest)) = elements.split_first() else { return Some(None) };
        Some(Some(rest.iter().fold(first.clone(), |all, one| union(self.algebra, &all, one))))
    }

    fn fields(&mut self, a: &Fields, b: &Fields) -> Fields {
        let mut met = Fields { known: Vec::new(), open: a.open || b.open };
        for (name, value) in &a.known {
            match b.get(name) {
                Some(other) => met.known.push((Rc::clone(name), self.joined(value, other))),
                None => met.open = true,
            }
        }
        if met.known.len() < b.known.len() {
            met.open = true;
        }
        met
    }
}

/// What is known of a value that is one of two, in no particular state.
#[must_use]
pub fn union(algebra: &mut Algebra, a: &AbstractValue, b: &AbstractValue) -> AbstractValue {
    union_as(algebra, "element", a, b)
}

/// The same for something that has a name.
#[must_use]
pub fn union_as(
    algebra: &mut Algebra,
    name: &str,
    a: &AbstractValue,
    b: &AbstractValue,
) -> AbstractValue {
    Joiner::new(algebra, Mode::Join, &|_| None, &|_| None).values(name, a, b)
}

/// Whether a constant has a zero with a sign: as a symbolic integer it would lose the sign,
/// and what is folded later would be wrong about it.
fn has_negative_zero(value: &AbstractValue) -> bool {
    value.constant().and_then(Value::to_f64_array).is_some_and(|numbers| {
        numbers.as_slice().iter().any(|number| *number == 0.0 && number.is_sign_negative())
    })
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

fn widened(before: Interval, after: Interval) -> Interval {
    let low = match (before.low(), after.low()) {
        (Some(x), Some(y)) if y >= x => Some(x),
        (_, Some(y)) if y >= 0 => Some(0),
        _ => None,
    };
    let high = match (before.high(), after.high()) {
        (Some(x), Some(y)) if y <= x => Some(x),
        // 1 is a place to stop at: what starts as 0x0 is a row from then on.
        (Some(_), Some(1)) => Some(1),
        _ => None,
    };
    match (low, high) {
        (Some(low), Some(high)) => Interval::new(low, high).unwrap_or(Interval::ALL),
        (Some(low), None) => Interval::at_least(low),
        (None, Some(high)) => Interval::at_least(-high).negated(),
        (None, None) => Interval::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pairs_stay_equal() {
        let mut algebra = Algebra::new();
        let (three, five) = (
            AbstractValue::of(&Value::double(3.0), &mut algebra),
            AbstractValue::of(&Value::double(5.0), &mut algebra),
        );
        let column = |algebra: &mut Algebra, rows: i64| {
            let rows = algebra.extents_mut().literal(rows);
            let shape = algebra.tuple([rows, Extents::ONE]);
            AbstractValue::of_class_and_shape(Class::Double, shape)
        };
        let (x, y) = (column(&mut algebra, 3), column(&mut algebra, 5));
        let mut joiner = Joiner::new(&mut algebra, Mode::Join, &|_| None, &|_| None);
        let n = joiner.values("n", &three, &five);
        let z = joiner.values("z", &x, &y);
        let ValueFact::Integer(n) = n.value else { panic!("{n:?}") };
        let shape = z.shape.expect("both are known");
        assert_eq!(algebra.extent(shape, 0), n);
        assert_eq!(algebra.extents().interval(n), Interval::new(3, 5).expect("in order"));
    }

    #[test]
    fn unlike_values_keep_their_bounds() {
        let mut algebra = Algebra::new();
        let a = AbstractValue::of(&Value::double(0.5), &mut algebra);
        let b = AbstractValue::of(&Value::row(vec![1.0, 2.0]), &mut algebra);
        let met = union(&mut algebra, &a, &b);
        for value in [Value::double(0.5), Value::row(vec![1.0, 2.0])] {
            assert!(met.contains(&value, &algebra), "{value:?} in {met:?}");
        }
        assert!(!met.contains(&Value::double(3.0), &algebra));
    }
}
