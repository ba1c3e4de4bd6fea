//! Whether what is known at one time is a case of what was assumed.
//!
//! A loop is solved when the state after its body is an instance of the state at its
//! head: for some values of the unknowns that the head made up, the same for every
//! variable, each value after the body is one that the head describes.

use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Extents, Interval};
use formwork_shape::shape::{Algebra, ShapeId, Substitution};
use rustc_hash::FxHashMap;

use crate::contents::Contents;
use crate::value::{AbstractValue, ValueFact};

/// An attempt to find values for unknowns.
pub struct Subsumption<'a> {
    algebra: &'a mut Algebra,
    /// The bounds of an extent where the instance is made.
    bounds: &'a dyn Fn(ExtentId) -> Option<Interval>,
    /// Whether two extents are equal there.
    equal: &'a dyn Fn(&mut Algebra, ExtentId, ExtentId) -> bool,
    /// The extents that the head made up, and what they are.
    extents: FxHashMap<ExtentId, Option<ExtentId>>,
    /// The shapes that the head made up, and what they are.
    shapes: FxHashMap<ShapeId, Option<ShapeId>>,
    /// Polynomials over made-up extents, to be compared when all are known.
    later: Vec<(ExtentId, ExtentId)>,
}

impl<'a> Subsumption<'a> {
    /// An attempt.
    pub fn new(
        algebra: &'a mut Algebra,
        extents: impl IntoIterator<Item = ExtentId>,
        shapes: impl IntoIterator<Item = ShapeId>,
        bounds: &'a dyn Fn(ExtentId) -> Option<Interval>,
        equal: &'a dyn Fn(&mut Algebra, ExtentId, ExtentId) -> bool,
    ) -> Subsumption<'a> {
        Subsumption {
            algebra,
            bounds,
            equal,
            extents: extents.into_iter().map(|extent| (extent, None)).collect(),
            shapes: shapes.into_iter().map(|shape| (shape, None)).collect(),
            later: Vec::new(),
        }
    }

    /// Says beforehand what a made-up extent is.
    pub fn bind(&mut self, unknown: ExtentId, value: ExtentId) {
        self.extents.insert(unknown, Some(value));
    }

    /// Whether every comparison that had to wait holds, too. To be asked last.
    #[must_use]
    pub fn finish(mut self) -> bool {
        let mut substitution = Substitution::default();
        for (&unknown, &value) in &self.extents {
            use formwork_shape::extent::Unknown;
            if let (Some(Unknown::Name(name)), Some(value)) =
                (self.algebra.extents().as_unknown(unknown), value)
            {
                substitution.names.insert(name, value);
            }
        }
        std::mem::take(&mut self.later).into_iter().all(|(general, special)| {
            let general = self.algebra.substitute_extent(general, &substitution);
            general == special || (self.equal)(self.algebra, general, special)
        })
    }

    /// Whether a value is a case of another.
    pub fn value(&mut self, general: &AbstractValue, special: &AbstractValue) -> bool {
        // Equal terms with unknowns inside must still be bound.
        special.classes.is_within(general.classes)
            && (general.complex == Truth::Maybe || general.complex == special.complex)
            && match (general.shape, special.shape) {
                (None, _) => true,
                (Some(general), Some(special)) => self.shape(general, special),
                (Some(_), None) => false,
            }
            && self.fact(general, special)
            && self.contents(general, special)
    }

    fn extent(&mut self, general: ExtentId, special: ExtentId) -> bool {
        match self.extents.get(&general).copied() {
            Some(Some(bound)) => bound == special || (self.equal)(self.algebra, bound, special),
            Some(None) => {
                let have = (self.bounds)(special)
                    .unwrap_or_else(|| self.algebra.extents().interval(special));
                let want = self.algebra.extents().interval(general);
                let within = have.hull(want) == want;
                if within {
                    self.extents.insert(general, Some(special));
                }
                within
            }
            None if self.mentions_made_up(general) => {
                self.later.push((general, special));
                true
            }
            None => general == special || (self.equal)(self.algebra, general, special),
        }
    }

    fn mentions_made_up(&self, extent: ExtentId) -> bool {
        self.extents.keys().any(|&unknown| {
            self.algebra
                .extents()
                .as_unknown(unknown)
                .is_some_and(|unknown| self.algebra.extents().unknowns(extent).contains(&unknown))
        })
    }

    fn shape(&mut self, general: ShapeId, special: ShapeId) -> bool {
        match self.shapes.get(&general).copied() {
            Some(Some(bound)) => return bound == special,
            Some(None) => {
                let chosen = crate::shapes::members(self.algebra, general);
                let within = match chosen[..] {
                    [_] => true,
                    _ => crate::shapes::members(self.algebra, special)
                        .into_iter()
                        .all(|member| crate::shapes::is_among(self.algebra, member, &chosen)),
                };
                if within {
                    self.shapes.insert(general, Some(special));
                }
                return within;
            }
            None => {}
        }
        match (self.algebra.as_tuple(general), crate::shapes::spelled_out(self.algebra, special)) {
            (Some(x), Some(y)) => (0..x.len().max(y.len())).all(|axis| {
                let at = |tuple: &[ExtentId]| tuple.get(axis).copied().unwrap_or(Extents::ONE);
                self.extent(at(&x), at(&y))
            }),
            // A term over what the head made up would need it put in. Of a choice that was made
            // before only the same is a case.
            _ if self.is_over_made_up(general) => false,
            _ => {
                let one = crate::shapes::members(self.algebra, general).len() == 1;
                general == special
                    || (one && crate::shapes::is_among(self.algebra, special, &[general]))
            }
        }
    }

    fn is_over_made_up(&self, shape: ShapeId) -> bool {
        let mut open = vec![shape];
        let mut seen = 0;
        while let Some(next) = open.pop() {
            seen += 1;
            if self.shapes.contains_key(&next) || seen > 256 {
                return true;
            }
            open.extend(self.algebra.operands(next));
        }
        false
    }

    fn fact(&mut self, general: &AbstractValue, special: &AbstractValue) -> bool {
        match &general.value {
            ValueFact::Any => true,
            ValueFact::Integer(x) => {
                special.is_scalar()
                    && special.as_integer(self.algebra).is_some_and(|y| self.extent(*x, y))
            }
            ValueFact::Floor(x) => match special.value {
                ValueFact::Floor(y) => self.extent(*x, y),
                _ => special.as_integer(self.algebra).is_some_and(|y| self.extent(*x, y)),
            },
            ValueFact::Ramp { first: x, step } => match special.value {
                ValueFact::Ramp { first: y, step: other } => *step == other && self.extent(*x, y),
                _ => false,
            },
            ValueFact::Integers(xs) => {
                let xs = std::rc::Rc::clone(xs);
                special.as_integers(self.algebra).is_some_and(|ys| {
                    xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, y)| self.extent(x, y))
                })
            }
            ValueFact::SizeOf(x) => match special.value {
                ValueFact::SizeOf(y) => self.shape(*x, y),
                _ => false,
            },
            ValueFact::Between(x, y) => match special.value {
                ValueFact::Between(p, q) => self.extent(*x, p) && self.extent(*y, q),
                _ => false,
            },
            ValueFact::Marked(x) => match special.value {
                ValueFact::Marked(y) => self.extent(*x, y),
                _ => false,
            },
            ValueFact::Within(bounds) => {
                let have = match special.value {
                    ValueFact::Integer(extent) => {
                        (self.bounds)(extent).map(crate::bounds::Bounds::of_interval)
                    }
                    _ => None,
                };
                let have = have.or_else(|| special.bounds(self.algebra));
                have.is_some_and(|have| have.is_within(*bounds))
            }
            ValueFact::Const(_) => general.value == special.value,
        }
    }

    fn contents(&mut self, general: &AbstractValue, special: &AbstractValue) -> bool {
        match &general.contents {
            None => true,
            Some(Contents::Handle(x)) => special.contents == Some(Contents::Handle(*x)),
            Some(Contents::Elements(xs)) => {
                let xs = std::rc::Rc::clone(xs);
                special.elements(self.algebra).is_some_and(|ys| {
                    xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|(x, y)| self.value(x, y))
                })
            }
            Some(Contents::Every(every)) => {
                let every = std::rc::Rc::clone(every);
                if let Some(Contents::Every(other)) = &special.contents {
                    let other = std::rc::Rc::clone(other);
                    return self.value(&every, &other);
                }
                special
                    .elements(self.algebra)
                    .is_some_and(|ys| ys.iter().all(|y| self.value(&every, y)))
            }
            Some(Contents::Fields(xs)) => {
                let xs = std::rc::Rc::clone(xs);
                special.fields(self.algebra).is_some_and(|ys| {
                    (xs.open || (!ys.open && xs.known.len() == ys.known.len()))
                        && xs
                            .known
                            .iter()
                            .all(|(name, x)| ys.get(name).is_some_and(|y| self.value(x, y)))
                        && (xs.open
                            || xs.known.iter().zip(&ys.known).all(|((a, _), (b, _))| a == b))
                })
            }
        }
    }
}
