//! Walking the places that subscripts name, in runs as long as possible.

use smallvec::SmallVec;

use super::subscript::Subscript;

/// Neighbouring places, as offsets into the storage.
pub(crate) enum Run<'s> {
    /// `start`, `start + step`, …
    Steps { start: usize, step: isize, len: usize },
    /// `offset + stride * place` for each place.
    Places { offset: usize, stride: usize, places: &'s [usize] },
    /// `offset + stride * k` for each `k` where the mask is true.
    Mask { offset: usize, stride: usize, mask: &'s [bool] },
}

/// One dimension of a walk, in units of elements.
enum Axis<'s> {
    Steps { step: isize, len: usize },
    Places { stride: usize, places: &'s [usize] },
    Mask { stride: usize, mask: &'s [bool] },
}

/// Calls `f` with the places of an array of these extents, as many as there are
/// subscripts, in column-major order. All places exist.
pub(crate) fn for_each_run<'s>(
    subscripts: &'s [Subscript<'s>],
    extents: &[usize],
    f: &mut impl FnMut(Run<'s>),
) {
    let mut axes: SmallVec<[Axis<'s>; 4]> = SmallVec::new();
    let mut offset = 0usize;
    let mut stride = 1usize;
    for (subscript, &extent) in subscripts.iter().zip(extents) {
        if subscript.len(extent) == 0 {
            return;
        }
        let steps = |step: isize, len: usize| Axis::Steps { step: step * stride as isize, len };
        let axis = match subscript {
            Subscript::All => steps(1, extent),
            Subscript::One(place) => {
                offset += place * stride;
                steps(1, 1)
            }
            Subscript::Steps { start, step, len } => {
                offset += start * stride;
                steps(*step, *len)
            }
            Subscript::List { places, .. } => Axis::Places { stride, places },
            Subscript::Mask { mask, .. } => Axis::Mask { stride, mask },
        };
        stride *= extent;
        if let Axis::Steps { step, len } = axis
            && let Some(Axis::Steps { step: inner_step, len: inner_len }) = axes.last_mut()
        {
            if *inner_len == 1 {
                (*inner_step, *inner_len) = (step, len);
                continue;
            }
            if len == 1 {
                continue;
            }
            if step == *inner_step * *inner_len as isize {
                *inner_len *= len;
                continue;
            }
        }
        axes.push(axis);
    }
    // A single place in front of other axes is part of the offset already.
    if axes.len() > 1 && matches!(axes[0], Axis::Steps { len: 1, .. }) {
        axes.remove(0);
    }
    walk(&axes, offset, f);
}

fn walk<'s>(axes: &[Axis<'s>], offset: usize, f: &mut impl FnMut(Run<'s>)) {
    let Some((outer, inner)) = axes.split_last() else {
        return f(Run::Steps { start: offset, step: 1, len: 1 });
    };
    if inner.is_empty() {
        return f(match *outer {
            Axis::Steps { step, len } => Run::Steps { start: offset, step, len },
            Axis::Places { stride, places } => Run::Places { offset, stride, places },
            Axis::Mask { stride, mask } => Run::Mask { offset, stride, mask },
        });
    }
    match *outer {
        Axis::Steps { step, len } => {
            let mut offset = offset;
            for _ in 0..len {
                walk(inner, offset, f);
                offset = offset.wrapping_add_signed(step);
            }
        }
        Axis::Places { stride, places } => {
            for &place in places {
                walk(inner, offset + place * stride, f);
            }
        }
        Axis::Mask { stride, mask } => {
            for (place, &set) in mask.iter().enumerate() {
                if set {
                    walk(inner, offset + place * stride, f);
                }
            }
        }
    }
}

/// The elements at the places.
pub(crate) fn gather<T: Clone>(
    data: &[T],
    subscripts: &[Subscript<'_>],
    extents: &[usize],
    numel: usize,
) -> Vec<T> {
    let mut result = Vec::with_capacity(numel);
    for_each_run(subscripts, extents, &mut |run| match run {
        Run::Steps { start, step: 1, len } => result.extend_from_slice(&data[start..start + len]),
        Run::Steps { start, step, len } if step > 0 => {
            let step = step.unsigned_abs();
            result.extend(data[start..].iter().step_by(step).take(len).cloned());
        }
        Run::Steps { start, step: -1, len } => {
            result.extend(data[start + 1 - len..=start].iter().rev().cloned());
        }
        Run::Steps { start, step, len } => {
            let step = step.unsigned_abs();
            result.extend((0..len).map(|k| data[start - k * step].clone()));
        }
        Run::Places { offset, stride: 1, places } => {
            let data = &data[offset..];
            result.extend(places.iter().map(|&place| data[place].clone()));
        }
        Run::Places { offset, stride, places } => {
            result.extend(places.iter().map(|&place| data[offset + place * stride].clone()));
        }
        Run::Mask { offset, stride: 1, mask } => {
            let picked = data[offset..].iter().zip(mask).filter(|(_, set)| **set);
            result.extend(picked.map(|(element, _)| element.clone()));
        }
        Run::Mask { offset, stride, mask } => {
            let places = mask.iter().enumerate().filter(|(_, set)| **set);
            result.extend(places.map(|(place, _)| data[offset + place * stride].clone()));
        }
    });
    result
}

/// Writes the same element to all places.
pub(crate) fn fill<T: Clone>(
    data: &mut [T],
    subscripts: &[Subscript<'_>],
    extents: &[usize],
    value: &T,
) {
    for_each_run(subscripts, extents, &mut |run| match run {
        Run::Steps { start, step: 1, len } => data[start..start + len].fill(value.clone()),
        Run::Steps { start, step, len } => {
            let mut place = start;
            for _ in 0..len {
                data[place] = value.clone();
                place = place.wrapping_add_signed(step);
            }
        }
        Run::Places { offset, stride, places } => {
            for &place in places {
                data[offset + place * stride] = value.clone();
            }
        }
        Run::Mask { offset, stride: 1, mask } => {
            for (element, &set) in data[offset..].iter_mut().zip(mask) {
                if set {
                    *element = value.clone();
                }
            }
        }
        Run::Mask { offset, stride, mask } => {
            for (place, &set) in mask.iter().enumerate() {
                if set {
                    data[offset + place * stride] = value.clone();
                }
            }
        }
    });
}

/// Writes the elements of `source` to the places, in order.
pub(crate) fn scatter<T: Clone>(
    data: &mut [T],
    subscripts: &[Subscript<'_>],
    extents: &[usize],
    source: &[T],
) {
    let mut rest = source;
    for_each_run(subscripts, extents, &mut |run| match run {
        Run::Steps { start, step: 1, len } => {
            let (now, later) = rest.split_at(len);
            data[start..start + len].clone_from_slice(now);
            rest = later;
        }
        Run::Steps { start, step, len } => {
            let (now, later) = rest.split_at(len);
            let mut place = start;
            for element in now {
                data[place] = element.clone();
                place = place.wrapping_add_signed(step);
            }
            rest = later;
        }
        Run::Places { offset, stride, places } => {
            let (now, later) = rest.split_at(places.len());
            for (&place, element) in places.iter().zip(now) {
                data[offset + place * stride] = element.clone();
            }
            rest = later;
        }
        Run::Mask { offset, stride, mask } => {
            for (place, &set) in mask.iter().enumerate() {
                if set && let Some((element, later)) = rest.split_first() {
                    data[offset + place * stride] = element.clone();
                    rest = later;
                }
            }
        }
    });
}
