//! Sorting what consists of few sorted runs: they are found and merged.
//!
//! The order of the merges is that of powersort. Branches are taken on purpose: where
//! runs interleave regularly the processor guesses them.

/// A run that waits to be merged with the one after it.
#[derive(Clone, Copy)]
struct Waiting {
    start: usize,
    /// How deep in the tree of merges the border after this run is.
    power: u32,
}

/// Whether elements consist of runs so long that merging them pays.
pub(super) fn has_long_runs<T>(data: &[T], less: impl Fn(&T, &T) -> bool) -> bool {
    /// So many elements on the average from one turn to the next.
    const LONG: usize = 250;
    let bearable = (data.len() / LONG).max(1);
    let mut falling = false;
    let mut turns = 0;
    for pair in data.windows(2) {
        let falls = less(&pair[1], &pair[0]);
        if falls != falling {
            falling = falls;
            turns += 1;
            if turns > bearable {
                return false;
            }
        }
    }
    true
}

/// Sorts, equal ones in their order, by merging the runs there are.
pub(super) fn merge_runs<T: Copy>(data: &mut [T], less: impl Fn(&T, &T) -> bool + Copy) {
    let count = data.len();
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut spare: Vec<T> = Vec::new();
    let mut start = 0;
    let mut end = run_end(data, 0, less);
    while end < count {
        let next = run_end(data, end, less);
        let power = power(start, end, next, count);
        while let Some(top) = waiting.last().copied().filter(|top| top.power > power) {
            waiting.pop();
            merge(&mut data[top.start..end], start - top.start, &mut spare, less);
            start = top.start;
        }
        waiting.push(Waiting { start, power });
        (start, end) = (end, next);
    }
    while let Some(top) = waiting.pop() {
        merge(&mut data[top.start..end], start - top.start, &mut spare, less);
        start = top.start;
    }
}

/// Where the run that begins at `start` ends; one that falls is turned around.
fn run_end<T: Copy>(data: &mut [T], start: usize, less: impl Fn(&T, &T) -> bool) -> usize {
    let tail = &mut data[start..];
    if tail.len() < 2 {
        return start + tail.len();
    }
    let falls = less(&tail[1], &tail[0]);
    let steps = tail.windows(2).take_while(|pair| less(&pair[1], &pair[0]) == falls).count();
    if falls {
        tail[..=steps].reverse();
    }
    start + steps + 1
}

/// The depth of the border between two runs in a balanced tree over all elements.
fn power(start: usize, border: usize, end: usize, count: usize) -> u32 {
    let scale = |twice: usize| ((twice as u128) << 62) / count as u128;
    (scale(start + border) ^ scale(border + end)).leading_zeros()
}

/// Merges two sorted neighbours; of equal elements the left ones come first.
fn merge<T: Copy>(
    data: &mut [T],
    border: usize,
    spare: &mut Vec<T>,
    less: impl Fn(&T, &T) -> bool + Copy,
) {
    let (left, right) = data.split_at(border);
    let (Some(&last), Some(&first)) = (left.last(), right.first()) else { return };
    if !less(&first, &last) {
        return;
    }
    // What is already in its place at both ends need not move.
    let begin = left.partition_point(|x| !less(&first, x));
    let end = border + right.partition_point(|x| less(x, &last));
    let data = &mut data[begin..end];
    let border = border - begin;
    spare.clear();
    if border <= data.len() - border {
        spare.extend_from_slice(&data[..border]);
        merge_up(spare, data, less);
    } else {
        spare.extend_from_slice(&data[border..]);
        merge_down(spare, data, less);
    }
}

/// Merges `left` with the end of `out`, from the front.
fn merge_up<T: Copy>(left: &[T], out: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let (mut from, mut at) = (0, 0);
    let mut right = left.len();
    while from < left.len() && right < out.len() {
        if less(&out[right], &left[from]) {
            out[at] = out[right];
            right += 1;
        } else {
            out[at] = left[from];
            from += 1;
        }
        at += 1;
    }
    let rest = &left[from..];
    out[at..at + rest.len()].copy_from_slice(rest);
}

/// Merges the start of `out` with `right`, from the back.
fn merge_down<T: Copy>(right: &[T], out: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let mut left = out.len() - right.len();
    let mut from = right.len();
    let mut at = out.len();
    while left > 0 && from > 0 {
        at -= 1;
        if less(&right[from - 1], &out[left - 1]) {
            left -= 1;
            out[at] = out[left];
        } else {
            from -= 1;
            out[at] = right[from];
        }
    }
    out[at - from..at].copy_from_slice(&right[..from]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs that are compared by their first half only, so that disorder among equal
    /// ones shows.
    fn check(numbers: impl IntoIterator<Item = u32>) {
        let mut pairs: Vec<(u32, usize)> =
            numbers.into_iter().enumerate().map(|(place, number)| (number, place)).collect();
        let mut wanted = pairs.clone();
        wanted.sort_by_key(|pair| pair.0);
        merge_runs(&mut pairs, |a, b| a.0 < b.0);
        assert_eq!(pairs, wanted);
    }

    #[test]
    fn runs_of_every_kind_are_merged() {
        check([]);
        check([1]);
        check(0..1000);
        check((0..1000).rev());
        check((0..1000).map(|k| k / 3));
        check((0..1000).map(|k| 1000 - k / 3));
        check((0..1000).chain(0..10).chain(500..700));
        check((0..10).chain(0..1000).chain((0..300).rev()));
        for step in 1..200 {
            check((0..997).map(|k| k * step % 997 / 2));
        }
    }

    #[test]
    fn long_runs_are_told_from_short_ones() {
        let less = |a: &u32, b: &u32| a < b;
        let mixed: Vec<u32> = (0..10_000).map(|k| k * 7919 % 10_007).collect();
        assert!(!has_long_runs(&mixed, less));
        let rising: Vec<u32> = (0..10_000).collect();
        assert!(has_long_runs(&rising, less));
        let valley: Vec<u32> = (0..5000).rev().chain(0..5000).collect();
        assert!(has_long_runs(&valley, less));
    }
}
