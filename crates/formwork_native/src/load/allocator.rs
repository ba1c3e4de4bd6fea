//! Memory that compiled code and the program share.
//!
//! A program whose global allocator is [`CAllocator`] takes over the arrays that compiled
//! code gives, instead of copying them: what C got from `malloc` is what this allocator gives.
//!
//! Why it is sound:
//!
//! - The allocator gives what `malloc` and `calloc` give, and frees by `free`, whatever the
//!   size: so every block that C's `malloc` or `calloc` gave, or another function whose blocks
//!   `free` takes, is a block of this allocator for any layout that is no larger and no more
//!   aligned than `malloc` promises. What has to be more aligned is left to the system's
//!   allocator, there and back.
//! - Blocks are taken over only if this is the global allocator. It is if it was ever asked
//!   for memory: nobody else calls it, since it can be had as a global allocator only through
//!   the attribute, and its methods are unsafe to call otherwise.
//! - What the guard is asked about is a number; what it does when there is no memory is not to
//!   come back, or to come back and let the allocator say so, as it would without a guard. It
//!   never unwinds.
//! - On systems where a library may have a C runtime of its own nothing is taken over.
#![expect(unsafe_code, reason = "an allocator; the argument is above")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// What `malloc` aligns to on the systems this is used on.
const ALIGNMENT: usize = 2 * size_of::<usize>();

static IN_USE: AtomicBool = AtomicBool::new(false);

/// Blocks that are smaller are not asked about.
const LARGE: usize = 16 << 20;

static GUARD: OnceLock<Guard> = OnceLock::new();

/// Who is asked before much memory is taken, and told when there is none: where there is no
/// more memory a program ends, and whoever runs it says with which words.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Whether a large block of so many bytes may be taken.
    pub may_take: fn(usize) -> bool,
    /// Ends the program: a block of so many bytes may not be taken, or there is none. It must
    /// not unwind.
    pub refuse: fn(usize),
}

impl Guard {
    /// Asks this one from now on, unless there is another already.
    pub fn install(self) {
        // The first one stays: programs of one process have one memory.
        let _ = GUARD.set(self);
    }
}

/// Whether a block may be taken; the guard ends the program if not.
fn may_take(size: usize) -> bool {
    if size < LARGE {
        return true;
    }
    match GUARD.get() {
        Some(guard) if !(guard.may_take)(size) => {
            (guard.refuse)(size);
            false
        }
        Some(_) | None => true,
    }
}

/// A block, or what the guard does without one.
fn or_refused(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null()
        && size > 0
        && let Some(guard) = GUARD.get()
    {
        (guard.refuse)(size);
    }
    block
}

/// C's allocator as the global one.
#[derive(Clone, Copy, Debug, Default)]
pub struct CAllocator;

impl CAllocator {
    /// Whether C has memory for a layout.
    const fn is_plain(layout: Layout) -> bool {
        layout.align() <= ALIGNMENT
    }
}

// SAFETY: these are C's functions, which promise what the trait asks for, or those of the
// system's allocator; which of them depends on the alignment alone, which stays the same.
unsafe impl GlobalAlloc for CAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !IN_USE.load(Ordering::Relaxed) {
            IN_USE.store(true, Ordering::Relaxed);
        }
        if !may_take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller promises what both ask for.
        let block = unsafe {
            if Self::is_plain(layout) { malloc(layout.size()).cast() } else { System.alloc(layout) }
        };
        or_refused(block, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !may_take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller promises what both ask for.
        let block = unsafe {
            if Self::is_plain(layout) {
                calloc(1, layout.size()).cast()
            } else {
                System.alloc_zeroed(layout)
            }
        };
        or_refused(block, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: it came from where it goes.
        unsafe {
            if Self::is_plain(layout) {
                free(block.cast());
            } else {
                System.dealloc(block, layout);
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() && !may_take(size - layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: it came from where it goes.
        let block = unsafe {
            if Self::is_plain(layout) {
                realloc(block.cast(), size).cast()
            } else {
                System.realloc(block, layout, size)
            }
        };
        or_refused(block, size)
    }
}

/// Whether C's blocks can be taken over.
pub(super) fn is_shared() -> bool {
    cfg!(unix) && IN_USE.load(Ordering::Relaxed)
}

/// The elements at a pointer, which are not copied.
///
/// # Safety
///
/// The pointer is to so many elements, it came from C's `malloc` or `calloc`, and nobody else
/// uses it or frees it. [`is_shared`] holds.
pub(super) unsafe fn take_over<T: Copy>(data: *mut c_void, count: usize) -> Vec<T> {
    debug_assert!(align_of::<T>() <= ALIGNMENT, "elements are numbers");
    // SAFETY: the global allocator takes C's blocks for its own, see the module.
    unsafe { Vec::from_raw_parts(data.cast::<T>(), count, count) }
}
