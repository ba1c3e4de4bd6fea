//! The element types of which runs can be sorted.
//!
//! Sorting is stable, also downwards. What is not a number goes to the end, or to the
//! front when sorting downwards.

use std::cmp::Ordering;

use formwork_runtime::{Array, C32, C64};

use super::keys::{Keyed, for_each_number_place, sort_numbers};
use super::ordered::Ordered;

/// An element type that runs of it can be sorted.
pub(crate) trait Sortable: Ordered {
    /// Whether both are numbers, and the first may stand before the second.
    fn may_precede(first: Self, second: Self, down: bool) -> bool;

    /// Whether both are numbers, and the first must stand before the second.
    fn must_precede(first: Self, second: Self, down: bool) -> bool;

    /// Sorts, equal ones in their order.
    fn sort_run(run: &mut [Self], down: bool);

    /// Gives `each` the places of the elements in sorted order, from 0.
    fn for_each_place(run: &[Self], down: bool, each: impl FnMut(usize));

    /// The places of the elements in sorted order, from 0.
    fn sorted_places(run: &[Self], down: bool) -> Vec<usize> {
        let mut places = Vec::with_capacity(run.len());
        Self::for_each_place(run, down, |place| places.push(place));
        places
    }
}

/// The places of real elements in sorted order, what is not a number at the end.
fn for_each_real_place<T: Keyed + Ordered>(run: &[T], down: bool, mut each: impl FnMut(usize)) {
    if !run.iter().any(|x| x.missing()) {
        return for_each_number_place(run, down, each);
    }
    let (missing, present): (Vec<usize>, Vec<usize>) =
        (0..run.len()).partition(|&place| run[place].missing());
    let numbers: Vec<T> = present.iter().map(|&place| run[place]).collect();
    if down {
        missing.iter().for_each(|&place| each(place));
    }
    for_each_number_place(&numbers, down, |place| each(present[place]));
    if !down {
        missing.iter().for_each(|&place| each(place));
    }
}

#[inline]
fn order<T: Ordered>(a: T, b: T) -> Ordering {
    if a.less(b) {
        Ordering::Less
    } else if b.less(a) {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Moves what is not a number to the end (or the front), keeping the order of both
/// parts; gives the numbers.
fn split_missing<T: Ordered>(run: &mut [T], down: bool) -> &mut [T] {
    let count = run.iter().filter(|x| x.missing()).count();
    if count == 0 {
        return run;
    }
    let missing: Vec<T> = run.iter().copied().filter(|x| x.missing()).collect();
    let numbers: Vec<T> = run.iter().copied().filter(|x| !x.missing()).collect();
    if down {
        run[..count].copy_from_slice(&missing);
        run[count..].copy_from_slice(&numbers);
        &mut run[count..]
    } else {
        let end = numbers.len();
        run[..end].copy_from_slice(&numbers);
        run[end..].copy_from_slice(&missing);
        &mut run[..end]
    }
}

macro_rules! sortable_integer {
    ($($type:ty)*) => {$(
        impl Sortable for $type {
            #[inline]
            fn may_precede(first: $type, second: $type, down: bool) -> bool {
                if down { first >= second } else { first <= second }
            }

            #[inline]
            fn must_precede(first: $type, second: $type, down: bool) -> bool {
                if down { first > second } else { first < second }
            }

            fn sort_run(run: &mut [$type], down: bool) {
                // Equal integers are the same: there is no order to keep among them.
                sort_numbers(run);
                if down {
                    run.reverse();
                }
            }

            fn for_each_place(run: &[$type], down: bool, each: impl FnMut(usize)) {
                for_each_real_place(run, down, each);
            }
        }
    )*};
}

sortable_integer!(bool i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! sortable_float {
    ($real:ty) => {
        impl Sortable for $real {
            #[inline]
            fn may_precede(first: $real, second: $real, down: bool) -> bool {
                if down { first >= second } else { first <= second }
            }

            #[inline]
            fn must_precede(first: $real, second: $real, down: bool) -> bool {
                if down { first > second } else { first < second }
            }

            fn sort_run(run: &mut [$real], down: bool) {
                let numbers = split_missing(run, down);
                // Zeros of both signs are equal and stay in their order.
                let zeros: Vec<$real> = if numbers.iter().any(|x| *x == 0.0 && x.is_sign_negative())
                {
                    numbers.iter().copied().filter(|x| *x == 0.0).collect()
                } else {
                    Vec::new()
                };
                sort_numbers(numbers);
                if down {
                    numbers.reverse();
                }
                if !zeros.is_empty() {
                    let start = numbers.partition_point(|x| if down { *x > 0.0 } else { *x < 0.0 });
                    numbers[start..start + zeros.len()].copy_from_slice(&zeros);
                }
            }

            fn for_each_place(run: &[$real], down: bool, each: impl FnMut(usize)) {
                for_each_real_place(run, down, each);
            }
        }
    };
}

sortable_float!(f64);
sortable_float!(f32);

macro_rules! sortable_complex {
    ($complex:ty) => {
        impl Sortable for $complex {
            fn may_precede(first: $complex, second: $complex, down: bool) -> bool {
                !first.missing()
                    && !second.missing()
                    && !(if down { first.less(second) } else { second.less(first) })
            }

            fn must_precede(first: $complex, second: $complex, down: bool) -> bool {
                !first.missing()
                    && !second.missing()
                    && if down { second.less(first) } else { first.less(second) }
            }

            fn sort_run(run: &mut [$complex], down: bool) {
                let sorted: Vec<$complex> =
                    Self::sorted_places(run, down).into_iter().map(|k| run[k]).collect();
                run.copy_from_slice(&sorted);
            }

            fn for_each_place(run: &[$complex], down: bool, mut each: impl FnMut(usize)) {
                // Magnitudes are computed once, angles when they are needed.
                let mut keys: Vec<_> = run.iter().map(|z| z.norm()).zip(0..run.len()).collect();
                let compare = |a: &(_, usize), b: &(_, usize)| {
                    let (x, y) = (run[a.1], run[b.1]);
                    match (x.missing(), y.missing()) {
                        (true, true) => Ordering::Equal,
                        (true, false) => Ordering::Greater,
                        (false, true) => Ordering::Less,
                        (false, false) if a.0 < b.0 => Ordering::Less,
                        (false, false) if a.0 > b.0 => Ordering::Greater,
                        (false, false) => order(x, y),
                    }
                };
                if down {
                    keys.sort_by(|a, b| compare(b, a));
                } else {
                    keys.sort_by(compare);
                }
                keys.into_iter().for_each(|(_, k)| each(k));
            }
        }
    };
}

sortable_complex!(C64);
sortable_complex!(C32);

/// The places of texts in sorted order.
pub(crate) fn sorted_texts<T: AsRef<[u8]>>(texts: &[T], down: bool) -> Vec<usize> {
    // The first bytes of a text, in a number, decide most comparisons.
    let key = |text: &[u8]| {
        let mut first = [0; 8];
        let count = text.len().min(8);
        first[..count].copy_from_slice(&text[..count]);
        let key = u64::from_be_bytes(first);
        if down { !key } else { key }
    };
    let mut keyed: Vec<(u64, usize)> =
        texts.iter().enumerate().map(|(place, text)| (key(text.as_ref()), place)).collect();
    let rest = |a: usize, b: usize| {
        let compared = texts[a].as_ref().cmp(texts[b].as_ref());
        if down { compared.reverse() } else { compared }
    };
    keyed.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| rest(a.1, b.1)));
    keyed.into_iter().map(|(_, place)| place).collect()
}

/// Characters as Octave orders them: as bytes with a sign.
pub(crate) fn signed(text: &Array<u8>) -> Array<i8> {
    text.map(|&byte| byte.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_first_unless_downwards() {
        let mut run = [3.0, f64::NAN, 1.0, 2.0];
        f64::sort_run(&mut run, false);
        assert_eq!(run[..3], [1.0, 2.0, 3.0]);
        assert!(run[3].is_nan());
        f64::sort_run(&mut run, true);
        assert!(run[0].is_nan());
        assert_eq!(run[1..], [3.0, 2.0, 1.0]);
    }

    #[test]
    fn equal_ones_keep_their_order() {
        assert_eq!(f64::sorted_places(&[1.0, 1.0, 2.0, 2.0], true), [2, 3, 0, 1]);
        assert_eq!(f64::sorted_places(&[0.0, -0.0, 0.0], false), [0, 1, 2]);
        let mut run = [0.0, -0.0, -1.0];
        f64::sort_run(&mut run, false);
        assert!(run[1].is_sign_positive() && run[2].is_sign_negative());
    }

    #[test]
    fn complex_numbers_go_by_magnitude_then_angle() {
        let run =
            [C64::new(1.0, 1.0), C64::new(1.0, -1.0), C64::new(-1.0, 0.0), C64::new(1.0, 0.0)];
        assert_eq!(C64::sorted_places(&run, false), [3, 2, 1, 0]);
    }
}
