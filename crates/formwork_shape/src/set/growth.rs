//! Loops over one array: closed forms for regular growth, widening otherwise.

use crate::extent::{ExtentId, Extents, Interval, Origin, Unknown};
use crate::semantics::Truth;
use crate::shape::{Algebra, ShapeId, Tuple};

/// How one extent changes from iteration to iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Not at all.
    Stable,
    /// By the same amount every time.
    Regular(ExtentId),
    /// In some other way: a fresh size stands for it.
    Irregular,
}

/// What a loop does to the shape of one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopShape {
    /// Iterations that were unrolled before the pattern set in.
    pub peeled: u32,
    /// The shapes before each unrolled iteration, the first is the initial one.
    pub prefix: Vec<ShapeId>,
    /// The shape at the loop head once `counter` iterations have run, at least
    /// the unrolled ones; mentions the counter where growth is regular.
    pub head: ShapeId,
    /// The shape after `trips` iterations, at least the unrolled ones.
    pub exit: ShapeId,
    /// How each axis changes.
    pub growth: Vec<Growth>,
}

/// Iterations unrolled at most before a pattern is sought again.
const MAXIMUM_PEELED: u32 = 2;

/// The shape of an array that a loop body maps from one shape to the next.
///
/// `site` names the loop, for fresh sizes. `counter` is the number of
/// iterations that have run at the head, `trips` their total. The body is
/// called a bounded number of times.
pub fn loop_shape(
    algebra: &mut Algebra,
    site: u32,
    initial: ShapeId,
    counter: ExtentId,
    trips: ExtentId,
    mut body: impl FnMut(&mut Algebra, ShapeId) -> ShapeId,
) -> LoopShape {
    let mut prefix = Vec::new();
    let mut current = initial;
    for peeled in 0..=MAXIMUM_PEELED {
        let next = body(algebra, current);
        if next == current {
            let rank = algebra.as_tuple(current).map_or(0, |tuple| tuple.len());
            let growth = vec![Growth::Stable; rank];
            return LoopShape { peeled, prefix, head: current, exit: current, growth };
        }
        let found = regular(algebra, site, current, next, &mut body);
        if let Some((start, growth)) = found {
            let done = algebra.extents_mut().literal(i64::from(peeled));
            let since = algebra.extents_mut().subtract(counter, done);
            let total = algebra.extents_mut().subtract(trips, done);
            let head = advance(algebra, &start, &growth, since);
            let exit = advance(algebra, &start, &growth, total);
            return LoopShape { peeled, prefix, head, exit, growth };
        }
        prefix.push(current);
        current = next;
    }
    widened(algebra, site, prefix, current, &mut body)
}

fn at(tuple: &Tuple, axis: usize) -> ExtentId {
    tuple.get(axis).copied().unwrap_or(Extents::ONE)
}

/// The growth of every axis, if all are stable or regular.
fn regular(
    algebra: &mut Algebra,
    site: u32,
    first: ShapeId,
    second: ShapeId,
    body: &mut impl FnMut(&mut Algebra, ShapeId) -> ShapeId,
) -> Option<(Tuple, Vec<Growth>)> {
    let (x, y) = (algebra.as_tuple(first)?, algebra.as_tuple(second)?);
    let rank = x.len().max(y.len());
    // A generic iterate: every extent that changed is a fresh size, at least
    // the first value (growth is checked to be upward below).
    let mut generic = Tuple::new();
    let mut fresh = Vec::new();
    for axis in 0..rank {
        let (before, after) = (at(&x, axis), at(&y, axis));
        if algebra.extents_mut().equal(before, after) == Truth::Yes {
            generic.push(before);
            fresh.push(None);
            continue;
        }
        let low = algebra.extents().interval(before).low().unwrap_or(0).max(0);
        let origin = Origin::Fresh {
            site,
            output: u32::try_from(axis).unwrap_or(u32::MAX),
            description: format!("size {} at iteration", axis + 1),
        };
        let size = algebra.extents_mut().name(origin, Interval::at_least(low));
        generic.push(size);
        fresh.push(Some(size));
    }
    let generic_shape = algebra.tuple(generic.iter().copied());
    let result = body(algebra, generic_shape);
    let z = algebra.as_tuple(result)?;
    let mut growth = Vec::new();
    for axis in 0..rank.max(z.len()) {
        match fresh.get(axis).copied().flatten() {
            None => {
                let (before, after) = (at(&generic, axis), at(&z, axis));
                if algebra.extents_mut().equal(before, after) != Truth::Yes {
                    return None;
                }
                growth.push(Growth::Stable);
            }
            Some(size) => {
                let extents = algebra.extents_mut();
                let delta = extents.subtract(at(&z, axis), size);
                let step = extents.subtract(at(&y, axis), at(&x, axis));
                // The same step from the first iterate as from a generic one,
                // upward, and independent of every changing size.
                let upward = extents.at_most(Extents::ZERO, delta) == Truth::Yes;
                let independent = fresh.iter().flatten().all(|&other| {
                    let unknown = extents.as_unknown(other);
                    unknown
                        .is_none_or(|unknown: Unknown| !extents.unknowns(delta).contains(&unknown))
                });
                if !upward || !independent || extents.equal(delta, step) != Truth::Yes {
                    return None;
                }
                growth.push(Growth::Regular(delta));
            }
        }
    }
    Some((x, growth))
}

/// `start + count · delta` along every growing axis.
fn advance(algebra: &mut Algebra, start: &Tuple, growth: &[Growth], count: ExtentId) -> ShapeId {
    let extents: Vec<ExtentId> = growth
        .iter()
        .enumerate()
        .map(|(axis, growth)| match growth {
            Growth::Stable | Growth::Irregular => at(start, axis),
            Growth::Regular(delta) => {
                let total = algebra.extents_mut().multiply(count, *delta);
                algebra.extents_mut().add(at(start, axis), total)
            }
        })
        .collect();
    algebra.tuple(extents)
}

/// Gives up exactness: fresh sizes where the extents differ, first with the
/// bounds seen so far, then without; a fresh shape where even the rank does.
fn widened(
    algebra: &mut Algebra,
    site: u32,
    prefix: Vec<ShapeId>,
    last: ShapeId,
    body: &mut impl FnMut(&mut Algebra, ShapeId) -> ShapeId,
) -> LoopShape {
    let seen: Vec<ShapeId> = prefix.iter().copied().chain([last]).collect();
    for attempt in 0..3u32 {
        let Some((shape, growth)) = cover(algebra, site, attempt, &seen) else { break };
        let after = body(algebra, shape);
        if contains(algebra, shape, after) {
            let peeled = 0;
            return LoopShape { peeled, prefix: Vec::new(), head: shape, exit: shape, growth };
        }
    }
    let name = format!("the array of loop {site}");
    let shape = algebra.variable(&name, crate::shape::VariableKind::AnyRank);
    LoopShape { peeled: 0, prefix: Vec::new(), head: shape, exit: shape, growth: Vec::new() }
}

/// A tuple of fresh sizes that contains the shapes seen. Later attempts have
/// looser bounds and treat every axis as changing.
fn cover(
    algebra: &mut Algebra,
    site: u32,
    attempt: u32,
    seen: &[ShapeId],
) -> Option<(ShapeId, Vec<Growth>)> {
    let tuples: Option<Vec<Tuple>> = seen.iter().map(|&shape| algebra.as_tuple(shape)).collect();
    let tuples = tuples?;
    let rank = tuples.iter().map(smallvec::SmallVec::len).max()?;
    let (mut extents, mut growth) = (Vec::new(), Vec::new());
    for axis in 0..rank {
        let first = at(&tuples[0], axis);
        let stable = tuples
            .iter()
            .all(|tuple| algebra.extents_mut().equal(first, at(tuple, axis)) == Truth::Yes);
        if stable && attempt < 2 {
            extents.push(first);
            growth.push(Growth::Stable);
            continue;
        }
        let hull = tuples
            .iter()
            .map(|tuple| algebra.extents().interval(at(tuple, axis)))
            .reduce(Interval::hull)
            .unwrap_or(Interval::EXTENT);
        let bounds = match attempt {
            0 => hull,
            1 => Interval::at_least(hull.low().unwrap_or(0)),
            _ => Interval::EXTENT,
        };
        let origin = Origin::Fresh {
            site,
            // Each attempt is a different size: bounds belong to the name.
            output: u32::try_from(axis).unwrap_or(u32::MAX).saturating_add(100 * (attempt + 1)),
            description: format!("size {} in the loop", axis + 1),
        };
        extents.push(algebra.extents_mut().name(origin, bounds));
        growth.push(Growth::Irregular);
    }
    Some((algebra.tuple(extents), growth))
}

/// Whether every value of `inner` is a value of the widened tuple: fresh sizes
/// contain what lies in their bounds, other extents must be equal.
fn contains(algebra: &mut Algebra, outer: ShapeId, inner: ShapeId) -> bool {
    let (Some(x), Some(y)) = (algebra.as_tuple(outer), algebra.as_tuple(inner)) else {
        return false;
    };
    (0..x.len().max(y.len())).all(|axis| {
        let (wide, narrow) = (at(&x, axis), at(&y, axis));
        if algebra.extents_mut().equal(wide, narrow) == Truth::Yes {
            return true;
        }
        let fresh = match algebra.extents().as_unknown(wide) {
            Some(Unknown::Name(name)) => {
                matches!(algebra.extents().origin(name), Origin::Fresh { .. })
            }
            _ => false,
        };
        let bounds = algebra.extents().interval(wide);
        let values = algebra.extents().interval(narrow);
        fresh && values.meet(bounds) == Some(values)
    })
}
