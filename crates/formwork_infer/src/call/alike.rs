//! Calls that differ only in how the sizes are called of which nothing is known.
//!
//! A function need not be walked again for arguments that are those of an earlier call
//! with other names for made-up sizes: what came out of that call is right of this one
//! with the names changed, if what was known of the sizes then is known now.

use std::rc::Rc;

use formwork_domain::{AbstractValue, Contents, ValueFact};
use formwork_shape::extent::{ExtentId, Origin, Unknown};
use formwork_shape::shape::{Algebra, Node, ShapeId, Substitution, VariableId};
use rustc_hash::FxHashMap;

/// An attempt to change the names in some values so that they become others.
pub(crate) struct Alike<'a> {
    algebra: &'a Algebra,
    variables: Names<VariableId>,
    names: Names<ExtentId>,
    renaming: Substitution,
    /// Whether there is a term in which nobody looked for names: none may change.
    rigid: bool,
}

/// What names become, each another one.
struct Names<T> {
    forward: FxHashMap<T, T>,
    backward: FxHashMap<T, T>,
}

impl<T: Copy + Eq + std::hash::Hash> Names<T> {
    fn new() -> Names<T> {
        Names { forward: FxHashMap::default(), backward: FxHashMap::default() }
    }

    /// Whether one name can become another.
    fn bind(&mut self, from: T, to: T) -> bool {
        *self.forward.entry(from).or_insert(to) == to
            && *self.backward.entry(to).or_insert(from) == from
    }
}

impl Alike<'_> {
    /// How the names in some values have to be changed so that they become others, if
    /// that is all in which they differ.
    pub(crate) fn renaming(
        algebra: &Algebra,
        from: &[AbstractValue],
        to: &[AbstractValue],
    ) -> Option<Substitution> {
        let mut alike = Alike {
            algebra,
            variables: Names::new(),
            names: Names::new(),
            renaming: Substitution::default(),
            rigid: false,
        };
        let same = from.len() == to.len() && from.iter().zip(to).all(|(x, y)| alike.value(x, y));
        let allowed = !alike.rigid || alike.renaming.is_empty();
        (same && allowed).then_some(alike.renaming)
    }

    fn value(&mut self, x: &AbstractValue, y: &AbstractValue) -> bool {
        x.classes == y.classes
            && x.complex == y.complex
            && match (x.shape, y.shape) {
                (None, None) => true,
                (Some(x), Some(y)) => self.shape(x, y),
                (None, Some(_)) | (Some(_), None) => false,
            }
            && self.fact(&x.value, &y.value)
            && self.contents(x.contents.as_ref(), y.contents.as_ref())
    }

    fn fact(&mut self, x: &ValueFact, y: &ValueFact) -> bool {
        match (x, y) {
            (ValueFact::Integer(x), ValueFact::Integer(y))
            | (ValueFact::Floor(x), ValueFact::Floor(y))
            | (ValueFact::Marked(x), ValueFact::Marked(y)) => self.extent(*x, *y),
            (
                ValueFact::Ramp { first: x, step },
                ValueFact::Ramp { first: y, step: other_step },
            ) => step == other_step && self.extent(*x, *y),
            (ValueFact::Integers(xs), ValueFact::Integers(ys)) => {
                xs.len() == ys.len() && xs.iter().zip(&**ys).all(|(&x, &y)| self.extent(x, y))
            }
            (ValueFact::SizeOf(x), ValueFact::SizeOf(y)) => self.shape(*x, *y),
            (ValueFact::Between(p, q), ValueFact::Between(r, s)) => {
                self.extent(*p, *r) && self.extent(*q, *s)
            }
            (x, y) => x == y,
        }
    }

    fn contents(&mut self, x: Option<&Contents>, y: Option<&Contents>) -> bool {
        match (x, y) {
            (None, None) => true,
            (Some(Contents::Handle(x)), Some(Contents::Handle(y))) => x == y,
            (Some(Contents::Every(x)), Some(Contents::Every(y))) => self.value(x, y),
            (Some(Contents::Elements(xs)), Some(Contents::Elements(ys))) => {
                xs.len() == ys.len() && xs.iter().zip(&**ys).all(|(x, y)| self.value(x, y))
            }
            (Some(Contents::Fields(xs)), Some(Contents::Fields(ys))) => {
                xs.open == ys.open
                    && xs.known.len() == ys.known.len()
                    && Rc::clone(xs)
                        .known
                        .iter()
                        .zip(&ys.known)
                        .all(|((a, x), (b, y))| a == b && self.value(x, y))
            }
            _ => false,
        }
    }

    fn shape(&mut self, x: ShapeId, y: ShapeId) -> bool {
        match (self.algebra.node(x), self.algebra.node(y)) {
            (Node::Variable(from), Node::Variable(to)) => {
                let (from, to) = (*from, *to);
                let (old, kind) = self.algebra.variable_name(from);
                let (new, other_kind) = self.algebra.variable_name(to);
                let made_up = old.contains('#') && new.contains('#') && kind == other_kind;
                if from != to && made_up {
                    self.renaming.variables.insert(from, y);
                }
                (from == to || made_up) && self.variables.bind(from, to)
            }
            (Node::Tuple(xs), Node::Tuple(ys)) => {
                xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, &y)| self.extent(x, y))
            }
            _ => {
                self.rigid = true;
                x == y
            }
        }
    }

    fn extent(&mut self, x: ExtentId, y: ExtentId) -> bool {
        let extents = self.algebra.extents();
        if extents.as_literal(x).is_some() {
            return x == y;
        }
        match (extents.as_unknown(x), extents.as_unknown(y)) {
            (Some(Unknown::Name(from)), Some(Unknown::Name(to))) => {
                let fresh = |name| matches!(extents.origin(name), Origin::Fresh { .. });
                let made_up =
                    fresh(from) && fresh(to) && extents.name_range(from) == extents.name_range(to);
                if from != to && made_up {
                    self.renaming.names.insert(from, y);
                }
                (from == to || made_up) && self.names.bind(x, y)
            }
            (Some(Unknown::Measure(x, what)), Some(Unknown::Measure(y, other))) => {
                what == other && self.shape(x, y)
            }
            _ => {
                self.rigid = true;
                x == y
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use formwork_runtime::Class;
    use formwork_shape::extent::Interval;

    use super::*;

    fn matrix(algebra: &mut Algebra, rows: ExtentId, columns: ExtentId) -> AbstractValue {
        let shape = algebra.tuple([rows, columns]);
        AbstractValue::of_class_and_shape(Class::Double, shape)
    }

    #[test]
    fn names_change_and_what_is_equal_stays_equal() {
        let mut algebra = Algebra::new();
        let [a, b, c, d] =
            ["a", "b", "c", "d"].map(|name| algebra.fresh_extent(name, Interval::EXTENT));
        let (ab, ba) = (matrix(&mut algebra, a, b), matrix(&mut algebra, b, a));
        let (cd, dc) = (matrix(&mut algebra, c, d), matrix(&mut algebra, d, c));
        let square = matrix(&mut algebra, c, c);
        let of = |from: &[&AbstractValue], to: &[&AbstractValue]| {
            let own =
                |all: &[&AbstractValue]| all.iter().map(|&one| one.clone()).collect::<Vec<_>>();
            Alike::renaming(&algebra, &own(from), &own(to))
        };
        let found = of(&[&ab, &ba], &[&cd, &dc]).expect("they differ in names only");
        assert_eq!(found.names.len(), 2);
        assert!(of(&[&ab, &ba], &[&cd, &cd]).is_none());
        assert!(of(&[&ab], &[&square]).is_none());
        assert!(of(&[&square], &[&ab]).is_none());
        assert!(of(&[&ab], &[&ab]).expect("they are the same").is_empty());
    }
}
