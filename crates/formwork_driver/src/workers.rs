//! Work spread over threads that each keep something from one piece to the next.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does pieces `0..count` on as many threads as there are to be, and returns the results in
/// order. Each thread takes the next piece that nobody has; what it keeps begins as `kept`
/// and may make it faster, but must not change a result.
pub(crate) fn each<K, T: Send>(
    count: usize,
    kept: impl Fn() -> K + Sync,
    work: impl Fn(&mut K, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let thread = || {
        let mut kept = kept();
        let mut done = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            done.push((piece, work(&mut kept, piece)));
        }
        results.lock().expect("no thread panics while it hands over").extend(done);
    };
    thread::scope(|scope| {
        for _ in 1..rayon::current_num_threads().min(count) {
            scope.spawn(thread);
        }
        thread();
    });
    let mut results = results.into_inner().expect("no thread panics while it hands over");
    results.sort_unstable_by_key(|(piece, _)| *piece);
    results.into_iter().map(|(_, result)| result).collect()
}
