//! Sorting real numbers: by whole numbers in the same order, so that comparing two is
//! one instruction, and spread over buckets first where there are many.

use std::cmp::Ordering;

use formwork_runtime::Element;

use super::runs::{has_long_runs, merge_runs};

/// Real elements. Their keys are whole numbers in the same order; zeros of both signs
/// have the same key, and what is not a number has a key of no meaning.
pub(crate) trait Keyed: Element + PartialOrd {
    /// The key.
    fn key(self) -> u64;

    /// About where the number lies: never less for a greater number.
    fn about(self) -> f64;
}

macro_rules! keyed_integer {
    ($($type:ty)*) => {$(
        impl Keyed for $type {
            #[inline]
            fn key(self) -> u64 {
                // The least number becomes 0.
                (i128::from(self) - i128::from(<$type>::MIN)) as u64
            }

            #[inline]
            fn about(self) -> f64 {
                self as f64
            }
        }
    )*};
}

keyed_integer!(i8 i16 i32 i64 u8 u16 u32 u64);

impl Keyed for bool {
    #[inline]
    fn key(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn about(self) -> f64 {
        f64::from(u8::from(self))
    }
}

impl Keyed for f64 {
    #[inline]
    fn key(self) -> u64 {
        // Adding zero makes negative zeros positive. Negative numbers are in the
        // opposite order of their bits.
        let bits = (self + 0.0).to_bits();
        let turned = (bits as i64 >> 63) as u64;
        bits ^ (turned | 1 << 63)
    }

    #[inline]
    fn about(self) -> f64 {
        self
    }
}

impl Keyed for f32 {
    #[inline]
    fn key(self) -> u64 {
        f64::from(self).key()
    }

    #[inline]
    fn about(self) -> f64 {
        f64::from(self)
    }
}

/// Sorts numbers, none of which is missing; the order among equal ones is lost.
pub(super) fn sort_numbers<T: Keyed>(run: &mut [T]) {
    if has_long_runs(run, |a, b| a < b) {
        return merge_runs(run, |a, b| a < b);
    }
    let small = |numbers: &mut [T]| {
        numbers.sort_unstable_by(|a, b| {
            if a < b {
                Ordering::Less
            } else if b < a {
                Ordering::Greater
            } else {
                Ordering::Equal
            }
        });
    };
    match Buckets::of(run.iter().map(|x| x.about())) {
        None => small(run),
        Some(buckets) => {
            let source = run.to_vec();
            buckets.fill(source.iter().map(|&x| (x.about(), x)), run, small);
        }
    }
}

/// Gives `each` the places of numbers, none of which is missing, in sorted order;
/// equal ones keep theirs.
pub(super) fn for_each_number_place<T: Keyed>(run: &[T], down: bool, mut each: impl FnMut(usize)) {
    let key = |x: T| if down { !x.key() } else { x.key() };
    // A key and a place are packed into one number: the key loses the bits that all
    // have in common, and if that is not enough its lowest ones.
    let (mut least, mut greatest, mut differing) = (u64::MAX, 0, 0);
    let first = run.first().map_or(0, |&x| key(x));
    for &x in run {
        let key = key(x);
        least = least.min(key);
        greatest = greatest.max(key);
        differing |= key ^ first;
    }
    if differing == 0 {
        return (0..run.len()).for_each(each);
    }
    let even = differing.trailing_zeros();
    let base = least >> even;
    let wide = u64::BITS - ((greatest >> even) - base).leading_zeros();
    let narrow = u64::BITS - (run.len() as u64).leading_zeros();
    let lost = (wide + narrow).saturating_sub(u64::BITS);
    let mask = (1 << narrow) - 1;
    let pack =
        |(place, &x): (usize, &T)| (((key(x) >> even) - base) >> lost) << narrow | place as u64;
    let runs =
        if down { has_long_runs(run, |a, b| a > b) } else { has_long_runs(run, |a, b| a < b) };
    let sign = if down { -1.0 } else { 1.0 };
    let buckets = if runs { None } else { Buckets::of(run.iter().map(|x| sign * x.about())) };
    let packed = match buckets {
        Some(buckets) => {
            let mut packed = vec![0; run.len()];
            let items = run.iter().enumerate().map(|item| (sign * item.1.about(), pack(item)));
            buckets.fill(items, &mut packed, <[u64]>::sort_unstable);
            packed
        }
        None => {
            let mut packed: Vec<u64> = run.iter().enumerate().map(pack).collect();
            if runs {
                merge_runs(&mut packed, |a, b| a < b);
            } else {
                packed.sort_unstable();
            }
            packed
        }
    };
    let place = |pack: &u64| (pack & mask) as usize;
    if lost == 0 {
        return packed.iter().for_each(|pack| each(place(pack)));
    }
    // Where what was kept of the keys is equal, all of them decides.
    for group in packed.chunk_by(|a, b| a >> narrow == b >> narrow) {
        if let [only] = group {
            each(place(only));
        } else {
            let mut places: Vec<usize> = group.iter().map(place).collect();
            places.sort_by_key(|&place| key(run[place]));
            places.into_iter().for_each(&mut each);
        }
    }
}

/// Buckets of equal width that numbers are spread over before they are sorted.
struct Buckets {
    least: f64,
    scale: f64,
    /// Where each bucket starts.
    starts: Vec<u32>,
}

impl Buckets {
    /// Buckets for these numbers; `None` if they are few, or lie so that spreading
    /// them would not help.
    fn of(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> Option<Buckets> {
        const MANY: usize = 4096;
        const EACH: usize = 24;
        let count = numbers.len();
        if count < MANY || count > u32::MAX as usize {
            return None;
        }
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.clone() {
            least = if number < least { number } else { least };
            greatest = if number > greatest { number } else { greatest };
        }
        let scale = (count / EACH) as f64 / (greatest - least);
        if !(scale.is_finite() && scale > 0.0 && least.is_finite()) {
            return None;
        }
        // Rounding may go a bucket too far, but never out of order.
        let mut buckets = Buckets { least, scale, starts: vec![0; count / EACH + 2] };
        for number in numbers {
            let place = buckets.place(number);
            buckets.starts[place] += 1;
        }
        let mut sum = 0;
        let mut fullest = 0;
        for start in &mut buckets.starts {
            fullest = fullest.max(*start);
            sum += std::mem::replace(start, sum);
        }
        ((fullest as usize) < count / 2).then_some(buckets)
    }

    /// The bucket of a number, by rounding: adding 2^52 leaves the whole number in the
    /// lowest bits, faster than a conversion that minds numbers out of range.
    #[inline]
    fn place(&self, number: f64) -> usize {
        let place = (number - self.least) * self.scale + 4_503_599_627_370_496.0;
        (place.to_bits() as u32 as usize).min(self.starts.len() - 1)
    }

    /// Fills the buckets with items, each of which stands beside its number, and sorts
    /// them with `small`.
    fn fill<T: Copy>(
        mut self,
        items: impl Iterator<Item = (f64, T)>,
        out: &mut [T],
        small: impl Fn(&mut [T]),
    ) {
        for (number, item) in items {
            let place = self.place(number);
            let at = &mut self.starts[place];
            out[*at as usize] = item;
            *at += 1;
        }
        // Each start has moved to its end.
        let mut start = 0;
        for &end in &self.starts {
            let end = end as usize;
            if end > start + 1 {
                small(&mut out[start..end]);
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(count: usize) -> Vec<f64> {
        let mut state = 1_u64;
        (0..count)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
            })
            .collect()
    }

    #[test]
    fn keys_are_in_the_order_of_the_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.0, -1.5, -1e-320, 0.0, 1e-320, 1.0, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| pair[0].key() < pair[1].key()));
        assert_eq!((-0.0_f64).key(), 0.0_f64.key());
        assert!((-1_i64).key() < 0_i64.key() && i64::MIN.key() == 0 && i64::MAX.key() == u64::MAX);
        assert!((-1.0_f32).key() < 0.5_f32.key());
    }

    #[test]
    fn places_are_those_of_a_stable_sort() {
        let check = |numbers: &[f64]| {
            for down in [false, true] {
                let mut wanted: Vec<usize> = (0..numbers.len()).collect();
                wanted.sort_by(|&a, &b| {
                    let (a, b) = if down { (b, a) } else { (a, b) };
                    numbers[a].partial_cmp(&numbers[b]).unwrap_or(std::cmp::Ordering::Equal)
                });
                let mut places = Vec::new();
                for_each_number_place(numbers, down, |place| places.push(place));
                assert_eq!(places, wanted);
            }
        };
        for count in [0, 1, 2, 30, 3000, 20_000] {
            let numbers = random(count);
            check(&numbers);
            check(&numbers.iter().map(|x| (x * 100.0).round()).collect::<Vec<_>>());
            check(&numbers.iter().map(|x| 1.0 + x * 1e-13).collect::<Vec<_>>());
            check(&numbers.iter().map(|x| (x * 1000.0).exp()).collect::<Vec<_>>());
            check(&(0..count).map(|k| (k % 1000) as f64).collect::<Vec<_>>());
        }
        check(&[f64::INFINITY, 1.0, f64::NEG_INFINITY, 0.0, -0.0]);
    }

    #[test]
    fn numbers_are_sorted() {
        for count in [0, 1, 100, 10_000] {
            let mut numbers = random(count);
            sort_numbers(&mut numbers);
            assert!(numbers.is_sorted());
            let mut skewed: Vec<f64> = random(count).iter().map(|x| (x * 1400.0).exp()).collect();
            sort_numbers(&mut skewed);
            assert!(skewed.is_sorted());
        }
    }
}
