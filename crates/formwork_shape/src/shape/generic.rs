//! The generic reading of a shape: what it is where none of its sizes is exceptional.
//!
//! `sum (X)` of an n×p matrix is 1×p, but 1×1 if n is 1. Its exact shape is a term that says so;
//! its *generic reading* is 1×p with the *condition* n ≠ 1. It is found by putting sizes that are at
//! least 2 in for the unknowns, and held against the term for each of the *exceptional* values below
//! that. A shape variable of unknown rank is read as a matrix.
//!
//! Invariant: where the conditions hold and the variables of `matrices` are matrices, the reading is
//! the shape, if that is legal.

use super::{Algebra, Node, ShapeId, Substitution, VariableId, VariableKind};
use crate::extent::{ExtentId, Extents, Interval, NameId};
use rustc_hash::FxHashMap;

/// Shapes of more unknown sizes than this have no generic reading.
const MAXIMUM_SIZES: usize = 8;

/// Of more unknown sizes than this none may be exceptional: nobody looks which of them matter.
const TRIED_SIZES: usize = 4;

/// How a shape reads where no size is exceptional.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenericReading {
    /// A tuple of extents.
    pub shape: ShapeId,
    /// What must hold of sizes.
    pub conditions: Vec<(ExtentId, Usual)>,
    /// Arrays that must be matrices.
    pub matrices: Vec<VariableId>,
}

/// Which values of a size are not exceptional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Usual {
    /// All of them.
    Any,
    /// This one alone.
    Only(i64),
    /// All but this one.
    Not(i64),
    /// This one and those above.
    AtLeast(i64),
}

/// A value that is put in for a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// Some negative number.
    Negative,
    /// An exceptional number.
    Number(i64),
    /// A number above all of these.
    Generic,
}

impl Usual {
    fn includes(self, case: Case) -> bool {
        match (self, case) {
            (Usual::Only(number), Case::Number(other)) => number == other,
            (Usual::Only(_), Case::Negative | Case::Generic) => false,
            (Usual::Any, _) | (_, Case::Generic) => true,
            (Usual::Not(_), Case::Negative) => true,
            (Usual::Not(number), Case::Number(other)) => number != other,
            (Usual::AtLeast(_), Case::Negative) => false,
            (Usual::AtLeast(least), Case::Number(other)) => other >= least,
        }
    }
}

/// A size that is not known, and what stands for it.
struct Size {
    /// What it is in the shape.
    own: ExtentId,
    /// The name that is put in for it where it is not exceptional, and as an extent.
    alias: (NameId, ExtentId),
    negative: ExtentId,
    cases: Vec<Case>,
}

impl Size {
    fn put_in(&self, case: Case, extents: &mut Extents) -> ExtentId {
        match case {
            Case::Negative => self.negative,
            Case::Number(number) => extents.literal(number),
            Case::Generic => self.alias.1,
        }
    }
}

/// The unknowns of a shape: each is a size, or two for a matrix.
#[derive(Default)]
struct Parts {
    sizes: Vec<Size>,
    names: Vec<(NameId, usize)>,
    variables: Vec<(VariableId, usize)>,
}

impl Algebra {
    /// How a shape reads if its sizes are at least `least`; `None` if that is no tuple, or none
    /// that is of use: what it costs is to find the conditions.
    pub fn generic_reading(
        &mut self,
        shape: ShapeId,
        least: i64,
        is_of_use: impl FnOnce(&mut Algebra, ShapeId) -> bool,
    ) -> Option<GenericReading> {
        let parts = self.parts_of(shape, least)?;
        let usual: Vec<Case> = vec![Case::Generic; parts.sizes.len()];
        let reading = self.read_as_cases(shape, &parts, &usual);
        if !matches!(self.node(reading), Node::Tuple(_)) {
            return self.reading_with_one(shape, &parts, least, is_of_use);
        }
        let back: FxHashMap<NameId, ExtentId> =
            parts.sizes.iter().map(|size| (size.alias.0, size.own)).collect();
        let back = Substitution { names: back, ..Substitution::default() };
        let own = self.substitute(reading, &back);
        if !is_of_use(self, own) {
            return None;
        }
        let chosen = if parts.sizes.len() > TRIED_SIZES {
            vec![Usual::AtLeast(least); parts.sizes.len()]
        } else {
            let exceptions = self.exceptions(shape, reading, &parts);
            cheapest(&parts, &exceptions, least)
        };
        let conditions = parts.sizes.iter().zip(chosen);
        let conditions = conditions
            .filter(|(_, usual)| *usual != Usual::Any)
            .map(|(size, usual)| (size.own, usual))
            .collect();
        let matrices = parts.variables.iter().map(|(variable, _)| *variable).collect();
        Some(GenericReading { shape: own, conditions, matrices })
    }

    /// How a shape reads that is legal only where one of its sizes is 1: `[1, X]` of an n×p matrix is
    /// 1×(p+1), and n is 1.
    fn reading_with_one(
        &mut self,
        shape: ShapeId,
        parts: &Parts,
        least: i64,
        is_of_use: impl FnOnce(&mut Algebra, ShapeId) -> bool,
    ) -> Option<GenericReading> {
        if parts.sizes.len() > TRIED_SIZES || !parts.variables.is_empty() {
            return None;
        }
        let mut only = None;
        for (name, place) in &parts.names {
            let mut cases = vec![Case::Generic; parts.sizes.len()];
            if !parts.sizes[*place].cases.contains(&Case::Number(1)) {
                continue;
            }
            cases[*place] = Case::Number(1);
            let reading = self.read_as_cases(shape, parts, &cases);
            if matches!(self.node(reading), Node::Tuple(_)) {
                if only.is_some() {
                    return None;
                }
                only = Some((*name, parts.sizes[*place].own));
            }
        }
        let (name, own) = only?;
        let one = Substitution {
            names: [(name, Extents::ONE)].into_iter().collect(),
            ..Substitution::default()
        };
        let known = self.substitute(shape, &one);
        let known = self.resolve(known);
        let mut reading = self.generic_reading_of(known, least, Box::new(is_of_use))?;
        reading.conditions.insert(0, (own, Usual::Only(1)));
        Some(reading)
    }

    /// The same as `generic_reading`, whatever kind of function decides.
    fn generic_reading_of(
        &mut self,
        shape: ShapeId,
        least: i64,
        is_of_use: Box<dyn FnOnce(&mut Algebra, ShapeId) -> bool + '_>,
    ) -> Option<GenericReading> {
        self.generic_reading(shape, least, is_of_use)
    }

    /// The unknowns of a shape; `None` if there are too many.
    fn parts_of(&mut self, shape: ShapeId, least: i64) -> Option<Parts> {
        let found = self.unknowns(&[shape], &[]);
        let mut parts = Parts::default();
        for name in found.names {
            let (interval, _) = self.extents().name_range(name);
            if interval.low().is_some_and(|low| low >= least) {
                continue;
            }
            let own = self.extents().extent_of_unknown(crate::extent::Unknown::Name(name))?;
            parts.names.push((name, parts.sizes.len()));
            let size = self.size_of(own, interval, least)?;
            parts.sizes.push(size);
        }
        for variable in found.variables {
            let own = self.variables[variable.0 as usize].shape;
            if self.variable_name(variable).1 == VariableKind::Matrix {
                return None;
            }
            parts.variables.push((variable, parts.sizes.len()));
            for axis in 0..2 {
                let extent = self.extent(own, axis);
                let size = self.size_of(extent, Interval::EXTENT, least)?;
                parts.sizes.push(size);
            }
        }
        (parts.sizes.len() <= MAXIMUM_SIZES).then_some(parts)
    }

    fn size_of(&mut self, own: ExtentId, interval: Interval, least: i64) -> Option<Size> {
        let usual = match interval.high() {
            Some(high) => Interval::new(least, high)?,
            None => Interval::at_least(least),
        };
        let alias = self.fresh_extent("usual size", usual);
        let Some(crate::extent::Unknown::Name(name)) = self.extents().as_unknown(alias) else {
            return None;
        };
        let below = Interval::new(interval.low().unwrap_or(i64::MIN), -1);
        let negative = match below {
            Some(below) => self.fresh_extent("negative size", below),
            None => Extents::ZERO,
        };
        let negatives = below.map(|_| Case::Negative);
        let numbers = (0..least).filter(|&number| interval.contains(number)).map(Case::Number);
        let cases = negatives.into_iter().chain(numbers).chain([Case::Generic]).collect();
        Some(Size { own, alias: (name, alias), negative, cases })
    }

    /// The shape with a value put in for each of its sizes.
    fn read_as_cases(&mut self, shape: ShapeId, parts: &Parts, cases: &[Case]) -> ShapeId {
        let extents: Vec<ExtentId> = parts
            .sizes
            .iter()
            .zip(cases)
            .map(|(size, case)| size.put_in(*case, self.extents_mut()))
            .collect();
        let names = parts.names.iter().map(|(name, place)| (*name, extents[*place])).collect();
        let mut variables = FxHashMap::default();
        for (variable, place) in &parts.variables {
            let matrix = self.tuple([extents[*place], extents[*place + 1]]);
            variables.insert(*variable, matrix);
        }
        let all = Substitution { names, variables, ..Substitution::default() };
        // What measures an array that cannot be is no size.
        for measured in self.measured_in(shape) {
            let known = self.substitute(measured, &all);
            if self.resolve(known) == Algebra::ILLEGAL {
                return Algebra::ILLEGAL;
            }
        }
        let known = self.substitute(shape, &all);
        self.resolve(known)
    }

    /// The shapes that the extents of a tuple are measures of.
    fn measured_in(&self, shape: ShapeId) -> Vec<ShapeId> {
        let Node::Tuple(extents) = self.node(shape) else { return Vec::new() };
        let unknowns = extents.iter().flat_map(|&extent| self.extents().unknowns(extent));
        unknowns
            .filter_map(|unknown| match unknown {
                crate::extent::Unknown::Measure(measured, _) => Some(*measured),
                crate::extent::Unknown::Name(_) => None,
            })
            .collect()
    }

    /// The cases for which a shape is legal, and not known to be as it is read.
    fn exceptions(&mut self, shape: ShapeId, reading: ShapeId, parts: &Parts) -> Vec<Vec<Case>> {
        let mut found = Vec::new();
        for cases in combinations(parts) {
            if cases.iter().all(|case| *case == Case::Generic) {
                continue;
            }
            let exact = self.read_as_cases(shape, parts, &cases);
            if exact == Algebra::ILLEGAL {
                continue;
            }
            let mut names = FxHashMap::default();
            for (size, case) in parts.sizes.iter().zip(&cases) {
                let value = size.put_in(*case, self.extents_mut());
                names.insert(size.alias.0, value);
            }
            let all = Substitution { names, ..Substitution::default() };
            let expected = self.substitute(reading, &all);
            if !self.same(exact, expected).is_yes() {
                found.push(cases);
            }
        }
        found
    }
}

/// All cases of all sizes together.
fn combinations(parts: &Parts) -> Vec<Vec<Case>> {
    parts.sizes.iter().fold(vec![Vec::new()], |all, size| {
        let longer = |cases: &Vec<Case>| {
            let cases = cases.clone();
            size.cases.iter().map(move |case| cases.iter().copied().chain([*case]).collect())
        };
        all.iter().flat_map(longer).collect()
    })
}

/// The least conditions that exclude all exceptions, one for each size.
fn cheapest(parts: &Parts, exceptions: &[Vec<Case>], least: i64) -> Vec<Usual> {
    let forms = |size: &Size| -> Vec<Usual> {
        let numbers = (0..least).map(Usual::Not).filter(|form| {
            // Of the least value there is nothing below to keep.
            size.cases.first().is_some_and(|first| form.includes(*first))
        });
        let bounds = (0..=least).map(Usual::AtLeast);
        [Usual::Any].into_iter().chain(numbers).chain(bounds).collect()
    };
    let cost = |size: &Size, usual: Usual| {
        let excluded = size.cases.iter().filter(|case| !usual.includes(**case)).count();
        if usual == Usual::Any { 0 } else { 8 + excluded }
    };
    let mut best: Option<(usize, Vec<Usual>)> = None;
    let mut open: Vec<(usize, Vec<Usual>)> = vec![(0, Vec::new())];
    while let Some((paid, chosen)) = open.pop() {
        if best.as_ref().is_some_and(|(least, _)| paid >= *least) {
            continue;
        }
        let Some(size) = parts.sizes.get(chosen.len()) else {
            let excluded = |cases: &Vec<Case>| {
                cases.iter().zip(&chosen).any(|(case, usual)| !usual.includes(*case))
            };
            if exceptions.iter().all(excluded) {
                best = Some((paid, chosen));
            }
            continue;
        };
        for form in forms(size).into_iter().rev() {
            let mut next = chosen.clone();
            next.push(form);
            open.push((paid + cost(size, form), next));
        }
    }
    best.map_or_else(|| vec![Usual::AtLeast(least); parts.sizes.len()], |(_, chosen)| chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, EmptyRule, Reduction};

    #[test]
    fn a_sum_is_a_row_unless_there_is_one_row() {
        let mut algebra = Algebra::new();
        let (n, p) = (algebra.extents_mut().variable("n"), algebra.extents_mut().variable("p"));
        let matrix = algebra.tuple([n, p]);
        let sum = algebra.reduce(Reduction::Sum, None, Dialect::Octave, matrix);
        let reading = algebra.generic_reading(sum, 2, |_, _| true).expect("it has one");
        let row = algebra.tuple([Extents::ONE, p]);
        assert_eq!(reading.shape, row);
        assert_eq!(reading.conditions, [(n, Usual::AtLeast(2))]);
        assert!(reading.matrices.is_empty());
    }

    #[test]
    fn what_can_only_be_joined_has_one_row() {
        let mut algebra = Algebra::new();
        let (n, p) = (algebra.extents_mut().variable("n"), algebra.extents_mut().variable("p"));
        let matrix = algebra.tuple([n, p]);
        let joined = algebra.concatenate(1, EmptyRule::OctaveBrackets, &[Algebra::SCALAR, matrix]);
        let columns = algebra.extent(joined, 1);
        let row = algebra.tuple([Extents::ONE, columns]);
        let reading = algebra.generic_reading(row, 2, |_, _| true).expect("it has one");
        let more = algebra.extents_mut().add(p, Extents::ONE);
        let expected = algebra.tuple([Extents::ONE, more]);
        assert_eq!(reading.shape, expected);
        assert_eq!(reading.conditions[0], (n, Usual::Only(1)));
    }

    #[test]
    fn what_is_always_so_needs_no_condition() {
        let mut algebra = Algebra::new();
        let n = algebra.extents_mut().variable("n");
        let column = algebra.tuple([n, Extents::ONE]);
        let reading = algebra.generic_reading(column, 2, |_, _| true).expect("it has one");
        assert_eq!((reading.shape, reading.conditions.len()), (column, 0));
    }

    #[test]
    fn arrays_are_read_as_matrices() {
        let mut algebra = Algebra::new();
        let x = algebra.variable("x", VariableKind::AnyRank);
        let product = {
            let turned = algebra.transpose(x);
            algebra.product(Dialect::Matlab, turned, x)
        };
        let reading = algebra.generic_reading(product, 2, |_, _| true).expect("it has one");
        let columns = algebra.extent(x, 1);
        let square = algebra.tuple([columns, columns]);
        assert_eq!(reading.shape, square);
        assert_eq!(reading.matrices.len(), 1);
        assert!(reading.conditions.is_empty(), "{:?}", reading.conditions);
    }
}
