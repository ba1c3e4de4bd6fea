//! How much memory a program may use, and what is said when there is no more.
//!
//! Two look after it. Kernels ask `formwork_runtime::memory` before they make a large array, and
//! a program can catch the error. What does not ask, or asks for little and gets nothing, comes
//! to the allocator's guard: it ends the program with the same words, instead of the process
//! being aborted.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use formwork_native::load::Guard;
use formwork_runtime::{Error, memory};

/// How many bytes a program may use that says nothing else: all there are.
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Whether somebody asked for that limit.
static IS_WISHED: AtomicBool = AtomicBool::new(false);
/// Whether addresses count instead of pages, because the system counts them.
static COUNTS_ADDRESSES: AtomicBool = AtomicBool::new(false);
/// Whether the program is being ended.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Limits the memory of the programs of this thread.
pub(crate) fn limit_memory(wished: Option<usize>) {
    let addresses = address_limit();
    let physical = physical_bytes().unwrap_or(usize::MAX);
    let (bytes, counts_addresses) = match (wished, addresses) {
        (Some(bytes), _) => (bytes, false),
        (None, Some(addresses)) if addresses < physical => (addresses, true),
        (None, _) => (physical, false),
    };
    let beyond = if wished.is_some() { memory::Beyond::Stops } else { memory::Beyond::Fails };
    let in_use = if counts_addresses { address_bytes } else { resident_bytes };
    memory::set_limit(bytes, in_use, beyond);
    MOST.store(bytes, Ordering::Relaxed);
    IS_WISHED.store(wished.is_some(), Ordering::Relaxed);
    COUNTS_ADDRESSES.store(counts_addresses, Ordering::Relaxed);
    Guard { may_take, refuse }.install();
}

fn may_take(bytes: usize) -> bool {
    let most = MOST.load(Ordering::Relaxed);
    let in_use =
        if COUNTS_ADDRESSES.load(Ordering::Relaxed) { address_bytes() } else { resident_bytes() };
    most == usize::MAX || in_use.saturating_add(bytes) <= most
}

/// Ends the program. What was printed is not lost.
fn refuse(bytes: usize) {
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        // There is not even memory to say so: the allocator fails.
        return;
    }
    // Whoever reads may have gone; that is no error of the program.
    let _ = std::io::stdout().lock().flush();
    let is_wished = IS_WISHED.load(Ordering::Relaxed);
    let mut errors = std::io::stderr().lock();
    let _ = if is_wished {
        let most = MOST.load(Ordering::Relaxed);
        writeln!(
            errors,
            "error: out of memory: {bytes} bytes more would pass the limit of {most} bytes"
        )
    } else {
        writeln!(errors, "error: {}", Error::too_large().message)
    };
    std::process::exit(if is_wished { 2 } else { 1 });
}

/// The memory this process uses, but for pages of files, such as those of the executable
/// itself: what the program takes is limited. 0 where that cannot be told.
pub(crate) fn resident_bytes() -> usize {
    statistics(|pages| pages(1).saturating_sub(pages(2)))
}

/// The addresses this process uses. 0 where that cannot be told.
fn address_bytes() -> usize {
    statistics(|pages| pages(0))
}

#[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
fn statistics(count: impl Fn(&dyn Fn(usize) -> usize) -> usize) -> usize {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages =
        |field| text.split_whitespace().nth(field).and_then(|word| word.parse().ok()).unwrap_or(0);
    count(&pages) * 4096
}

/// How many addresses the system lets this process use, if it counts them.
#[cfg(unix)]
fn address_limit() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As);
    limit.current.and_then(|bytes| usize::try_from(bytes).ok())
}

#[cfg(not(unix))]
fn address_limit() -> Option<usize> {
    None
}

/// The memory of the machine.
#[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
fn physical_bytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
