//! Sorting real numbers: by whole numbers in the same order, so that comparing two is
//! one instruction, and spread over buckets first where there are many.

use formwork_runtime::Element;

use super::runs::sort_long_runs;

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
pub(super) fn sort_numbers<T: Keyed>(run: &mut [T], compare: fn(&T, &T) -> std::cmp::Ordering) {
    if !sort_long_runs(run, |a, b| a < b) {
        spread(run, |x| x.about(), |bucket| bucket.sort_unstable_by(compare));
    }
}

/// The places of numbers, none of which is missing, in sorted order; equal ones keep
/// theirs. `places` says which elements of `run` are meant, in rising order.
pub(super) fn sorted_number_places<T: Keyed>(
    run: &[T],
    places: impl ExactSizeIterator<Item = usize> + Clone,
    down: bool,
) -> Vec<usize> {
    let key = |place: usize| if down { !run[place].key() } else { run[place].key() };
    // A key and a place are packed into one number: the key loses the bits that all
    // have in common, and if that is not enough its lowest ones.
    let (mut least, mut greatest, mut differing) = (u64::MAX, 0, 0);
    let first = places.clone().next().map_or(0, key);
    for place in places.clone() {
        let key = key(place);
        least = least.min(key);
        greatest = greatest.max(key);
        differing |= key ^ first;
    }
    if differing == 0 {
        return places.collect();
    }
    let even = differing.trailing_zeros();
    let base = least >> even;
    let wide = u64::BITS - ((greatest >> even) - base).leading_zeros();
    let narrow = u64::BITS - (run.len() as u64).leading_zeros();
    let lost = (wide + narrow).saturating_sub(u64::BITS);
    let mask = (1 << narrow) - 1;
    let mut packed: Vec<u64> = places
        .map(|place| (((key(place) >> even) - base) >> lost) << narrow | place as u64)
        .collect();
    if !sort_long_runs(&mut packed, |a, b| a < b) {
        let sign = if down { -1.0 } else { 1.0 };
        let about = |pack: &u64| sign * run[(pack & mask) as usize].about();
        spread(&mut packed, about, <[u64]>::sort_unstable);
    }
    let mut order: Vec<usize> = packed.iter().map(|pack| (pack & mask) as usize).collect();
    if lost > 0 {
        // Where what was kept of the keys is equal, all of them decides.
        let mut start = 0;
        for group in packed.chunk_by(|a, b| a >> narrow == b >> narrow) {
            if group.len() > 1 {
                order[start..start + group.len()].sort_by_key(|&place| key(place));
            }
            start += group.len();
        }
    }
    order
}

/// Sorts by spreading over buckets of about equal width, each of which `small` sorts.
fn spread<T: Copy>(data: &mut [T], about: impl Fn(&T) -> f64, mut small: impl FnMut(&mut [T])) {
    const MANY: usize = 4096;
    const EACH: usize = 32;
    let count = data.len();
    if count < MANY || count > u32::MAX as usize {
        return small(data);
    }
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for x in &*data {
        let number = about(x);
        least = if number < least { number } else { least };
        greatest = if number > greatest { number } else { greatest };
    }
    let buckets = count / EACH;
    let scale = (buckets - 1) as f64 / (greatest - least);
    if !(scale.is_finite() && scale > 0.0 && least.is_finite()) {
        return small(data);
    }
    // Rounding may go one bucket too far, but never out of order.
    let bucket = |x: &T| (((about(x) - least) * scale) as u32 as usize).min(buckets - 1);
    let mut ends = vec![0u32; buckets];
    for x in &*data {
        ends[bucket(x)] += 1;
    }
    let fullest = ends.iter().copied().max().unwrap_or(0);
    if fullest as usize > count / 2 {
        return small(data);
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let source = data.to_vec();
    for x in &source {
        let end = &mut ends[bucket(x)];
        data[*end as usize] = *x;
        *end += 1;
    }
    drop(source);
    let mut start = 0;
    for &end in &ends {
        let end = end as usize;
        if end > start + 1 {
            small(&mut data[start..end]);
        }
        start = end;
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
                assert_eq!(sorted_number_places(numbers, 0..numbers.len(), down), wanted);
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
            sort_numbers(&mut numbers, f64::total_cmp);
            assert!(numbers.is_sorted());
            let mut skewed: Vec<f64> = random(count).iter().map(|x| (x * 1400.0).exp()).collect();
            sort_numbers(&mut skewed, f64::total_cmp);
            assert!(skewed.is_sorted());
        }
    }
}
