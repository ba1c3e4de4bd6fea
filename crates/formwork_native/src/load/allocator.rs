//! Memory that compiled code and the program share.
//!
//! A program whose global allocator is [`CAllocator`] takes over the arrays that compiled
//! code gives, instead of copying them: what C got from `malloc` is what this allocator gives.
//!
//! Why it is sound:
//!
//! - The allocator gives what `malloc`, `calloc` and `aligned_alloc` give, and frees by `free`, whatever
//!   the layout: so every block that C's `malloc` or `calloc` gave is a block of this allocator,
//!   of any layout that is no larger and no more aligned than `malloc` promises.
//! - Blocks are taken over only if this is the global allocator. It is if it was ever asked
//!   for memory: nobody else calls it, since it can be had as a global allocator only through
//!   the attribute, and its methods are unsafe to call otherwise.
//! - On systems where a library may have a C runtime of its own nothing is taken over.
#![expect(unsafe_code, reason = "an allocator; the argument is above")]

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// What `malloc` aligns to on the systems this is used on.
const ALIGNMENT: usize = 2 * size_of::<usize>();

static IN_USE: AtomicBool = AtomicBool::new(false);

/// C's allocator as the global one.
#[derive(Clone, Copy, Debug, Default)]
pub struct CAllocator;

// SAFETY: these are C's functions, which promise what the trait asks for. Sizes are not zero;
// `aligned_alloc` gets sizes that are multiples of the alignment.
unsafe impl GlobalAlloc for CAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !IN_USE.load(Ordering::Relaxed) {
            IN_USE.store(true, Ordering::Relaxed);
        }
        // SAFETY: see above.
        let block = unsafe {
            if layout.align() <= ALIGNMENT {
                malloc(layout.size())
            } else {
                aligned_alloc(layout.align(), layout.size().next_multiple_of(layout.align()))
            }
        };
        block.cast()
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see above; there is room for as many bytes as are set to zero.
        unsafe {
            if layout.align() <= ALIGNMENT {
                return calloc(1, layout.size()).cast();
            }
            let block = self.alloc(layout);
            if !block.is_null() {
                block.write_bytes(0, layout.size());
            }
            block
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, _layout: Layout) {
        // SAFETY: it came from one of C's functions.
        unsafe { free(block.cast()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: it came from one of C's functions; what is more aligned than `realloc` keeps
        // moves to a block of its own.
        unsafe {
            if layout.align() <= ALIGNMENT {
                return realloc(block.cast(), size).cast();
            }
            let wanted = Layout::from_size_align_unchecked(size, layout.align());
            let moved = self.alloc(wanted);
            if !moved.is_null() {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
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
