//! The interface to C: with the allocator, the only unsafe code of the crate.
//!
//! Why it is sound:
//!
//! - The types below are those of the header that `c/header.rs` writes, field by field,
//!   with the sizes that C gives them (`int32_t`, `int64_t`, pointers, arrays of `char`).
//! - A library is only loaded if it exports `fw_release` and `fw_new`, which only what we
//!   emit does; that what it exports as `NAME_call` has the type of entries is a promise
//!   of the header. A symbol is kept together with its library, which is unloaded later.
//! - The flag that tells code to stop is an atomic byte, which C reads as a volatile one
//!   and never writes; it outlives the call.
//! - Descriptions of arguments point to slices that live until the call returns; the C
//!   only reads them (`const`), which its printer guarantees: borrowed buffers are never
//!   written, and the verifier checks that.
//! - Descriptions of results start as null. What C puts there is memory of its allocator
//!   with as many elements as the extents say; it is copied out, with checks of class,
//!   rank and extents, and handed back to C's `fw_release` once. Truth values are read as
//!   bytes. Large results are taken over where [`allocator`] allows that; what C is handed
//!   back then has no elements.
//! - Callbacks get the host as `context`, a pointer to a `HostContext` on the stack of the
//!   call, which outlives it and is not used by anyone else while C runs. They do not
//!   unwind into C: a panic of the host is caught and becomes an error.
#![expect(unsafe_code, reason = "calling compiled code; the argument is above")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;
use std::sync::atomic::AtomicU8;

use num_complex::Complex;

use super::{CallError, LoadError, allocator};
use crate::array::{Array, ArrayView, Elements, ElementsView};
use crate::loops::{ArrayClass, RuntimeHost, ScalarType, as_name};

const OK: c_int = 0;
const FAILED: c_int = 1;

/// `fw_error`
#[repr(C)]
struct RawError {
    identifier: [c_char; 64],
    message: [c_char; 512],
}

/// `fw_array`
#[repr(C)]
#[derive(Clone, Copy)]
struct RawArray {
    data: *mut c_void,
    class_id: i32,
    is_complex: i32,
    rank: i64,
    extents: *mut i64,
}

const NOTHING: RawArray = RawArray {
    data: ptr::null_mut(),
    class_id: 0,
    is_complex: 0,
    rank: 0,
    extents: ptr::null_mut(),
};

/// `fw_operation`
type RawOperation = unsafe extern "C" fn(
    *mut c_void,
    *const RawArray,
    i64,
    *mut RawArray,
    i64,
    *mut RawError,
) -> c_int;

/// `fw_runtime`
#[repr(C)]
struct RawRuntime {
    context: *mut c_void,
    operations: *const RawOperation,
    stop: *const AtomicU8,
    reserve: extern "C" fn(i64) -> c_int,
}

/// Whether so many bytes may be taken: zero if so. What is asked is plain data of this
/// thread; nothing here unwinds.
extern "C" fn reserve(bytes: i64) -> c_int {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    c_int::from(formwork_runtime::memory::reserve_bytes(bytes).is_err())
}

/// An entry.
type RawEntry = unsafe extern "C" fn(
    *const RawArray,
    i64,
    *mut RawArray,
    i64,
    *const RawRuntime,
    *mut RawError,
) -> c_int;

type RawRelease = unsafe extern "C" fn(*mut RawArray);
type RawNew = unsafe extern "C" fn(i64, i64) -> *mut c_void;

/// An entry of a library; it is only called together with that.
pub(super) struct Function {
    name: String,
    call: RawEntry,
}

/// A shared object with described entries.
pub(super) struct Loaded {
    library: libloading::Library,
    release: RawRelease,
    new: RawNew,
    operations: Vec<String>,
}

/// What callbacks are given: who carries operations out, and how C gets memory.
struct HostContext<'h> {
    host: &'h mut dyn RuntimeHost,
    new: RawNew,
    operations: &'h [String],
}

/// How many operations a file may call: there is a callback for each.
const MOST_OPERATIONS: usize = 64;

/// The callback of operation `NUMBER`.
///
/// # Safety
///
/// As C calls it: the context is a `HostContext`, the arrays are described.
unsafe extern "C" fn callback<const NUMBER: usize>(
    context: *mut c_void,
    arguments: *const RawArray,
    argument_count: i64,
    results: *mut RawArray,
    result_count: i64,
    error: *mut RawError,
) -> c_int {
    // SAFETY: the context is the one that `Loaded::call` passed, see the module.
    let context = unsafe { &mut *context.cast::<HostContext<'_>>() };
    let work = AssertUnwindSafe(|| {
        // SAFETY: C describes what it passes, see the module.
        unsafe { answer(context, NUMBER, (arguments, argument_count), (results, result_count)) }
    });
    let outcome = catch_unwind(work).unwrap_or_else(|_| {
        Err(("formwork:panic".to_owned(), "an operation of the runtime panicked".to_owned()))
    });
    match outcome {
        Ok(()) => OK,
        Err((identifier, message)) => {
            if !error.is_null() {
                // SAFETY: it is not null, and C's to write.
                let error = unsafe { &mut *error };
                write_text(&mut error.identifier, &identifier);
                write_text(&mut error.message, &message);
            }
            FAILED
        }
    }
}

/// Carries an operation out.
///
/// # Safety
///
/// The descriptions are C's: as many as it says, each of an array.
unsafe fn answer(
    context: &mut HostContext<'_>,
    number: usize,
    (arguments, argument_count): (*const RawArray, i64),
    (results, result_count): (*mut RawArray, i64),
) -> Result<(), (String, String)> {
    let bad = || ("formwork:interface".to_owned(), "arrays that cannot be read".to_owned());
    let name = context.operations.get(number).cloned().ok_or_else(bad)?;
    let argument_count = usize::try_from(argument_count).map_err(|_| bad())?;
    let result_count = usize::try_from(result_count).map_err(|_| bad())?;
    let mut truths = Vec::new();
    let mut given = Vec::with_capacity(argument_count);
    for place in 0..argument_count {
        // SAFETY: there are as many, see above; C does not change them before the answer.
        let array = unsafe { view_array(&*arguments.add(place)) };
        given.push(match array {
            Some(array) => Ok(array),
            None => {
                // SAFETY: the same.
                let copy = unsafe { read_array(&mut { *arguments.add(place) }, Elsewhere::Used) };
                truths.push(copy.ok_or_else(bad)?);
                Err(truths.len() - 1)
            }
        });
    }
    let given: Vec<ArrayView<'_>> = given
        .into_iter()
        .map(|array| array.unwrap_or_else(|copied: usize| truths[copied].view()))
        .collect();
    let taken = context.host.call(&name, &given, result_count)?;
    if taken.len() != result_count {
        return Err(bad());
    }
    for (place, array) in taken.into_iter().enumerate() {
        // SAFETY: there are as many, and they are C's to take.
        let raw = unsafe { &mut *results.add(place) };
        // SAFETY: `new` is C's allocator.
        unsafe { write_array(context.new, array, raw) }.ok_or_else(|| {
            (crate::loops::OUT_OF_MEMORY.0.to_owned(), crate::loops::OUT_OF_MEMORY.1.to_owned())
        })?;
    }
    Ok(())
}

/// The table of callbacks.
static CALLBACKS: [RawOperation; MOST_OPERATIONS] = {
    macro_rules! row {
        ($($n:literal)*) => { [$(callback::<$n>,)*] };
    }
    row!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
         32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61
         62 63)
};

impl Loaded {
    pub(super) fn open(path: &Path) -> Result<Loaded, LoadError> {
        let no = |error: libloading::Error| {
            LoadError::new(format!("cannot load {}: {error}", path.display()))
        };
        // A name without a folder would be searched for in the system's libraries.
        let path = if path.is_absolute() { path.to_path_buf() } else { Path::new(".").join(path) };
        // SAFETY: what we emit has no initialisers; see the module for other files.
        let library = unsafe { libloading::Library::new(&path) }.map_err(no)?;
        // SAFETY: the header gives these the types below.
        let (release, new) = unsafe {
            let release = *library.get::<RawRelease>(b"fw_release\0").map_err(no)?;
            (release, *library.get::<RawNew>(b"fw_new\0").map_err(no)?)
        };
        let operations = operation_names(&library);
        if operations.len() > MOST_OPERATIONS {
            return Err(LoadError::new(format!(
                "{} asks the runtime for more than {MOST_OPERATIONS} operations",
                path.display()
            )));
        }
        Ok(Loaded { library, release, new, operations })
    }

    pub(super) fn operations(&self) -> &[String] {
        &self.operations
    }

    pub(super) fn function(&self, entry: &str) -> Result<Function, LoadError> {
        let symbol = format!("{}_call\0", as_name(entry));
        // SAFETY: the header gives entries this type.
        let call = unsafe { self.library.get::<RawEntry>(symbol.as_bytes()) }
            .map_err(|error| LoadError::new(format!("there is no entry {entry}: {error}")))?;
        Ok(Function { name: entry.to_owned(), call: *call })
    }

    /// Calls a function of this very library.
    pub(super) fn call(
        &self,
        function: &Function,
        arguments: &[ArrayView<'_>],
        results: usize,
        (host, stop): (&mut dyn RuntimeHost, &AtomicU8),
    ) -> Result<Result<Vec<Array>, CallError>, LoadError> {
        let mut extents: Vec<Vec<i64>> =
            arguments.iter().map(|array| array.extents().to_vec()).collect();
        let given: Vec<RawArray> = arguments
            .iter()
            .zip(&mut extents)
            .map(|(array, extents)| describe(array, extents))
            .collect();
        let mut taken = vec![NOTHING; results];
        let mut error = RawError { identifier: [0; 64], message: [0; 512] };
        let mut context = HostContext { host, new: self.new, operations: &self.operations };
        let runtime = RawRuntime {
            context: ptr::from_mut(&mut context).cast(),
            operations: CALLBACKS.as_ptr(),
            stop: ptr::from_ref(stop),
            reserve,
        };
        let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        // SAFETY: all pointers are to what lives until the call returns; see the module.
        let status = unsafe {
            (function.call)(
                given.as_ptr(),
                count(given.len()),
                taken.as_mut_ptr(),
                count(taken.len()),
                &raw const runtime,
                &raw mut error,
            )
        };
        if status == FAILED {
            let (identifier, message) = (read_text(&error.identifier), read_text(&error.message));
            return Ok(Err(CallError::Failed { identifier, message }));
        }
        if status != OK {
            return Ok(Err(CallError::NoMatch));
        }
        let mut arrays = Some(Vec::with_capacity(results));
        for raw in &mut taken {
            // SAFETY: C described what it gives; it is released once, after it was copied.
            let array = unsafe {
                let array = read_array(raw, Elsewhere::Unused);
                (self.release)(raw);
                array
            };
            match (array, &mut arrays) {
                (Some(array), Some(list)) => list.push(array),
                _ => arrays = None,
            }
        }
        arrays.map_or_else(
            || {
                let name = &function.name;
                Err(LoadError::new(format!("{name} gave an array that cannot be read")))
            },
            |arrays| Ok(Ok(arrays)),
        )
    }
}

/// The names that a library exports, in the order of the table.
fn operation_names(library: &libloading::Library) -> Vec<String> {
    let mut names = Vec::new();
    // SAFETY: the header declares an array of strings that ends with null.
    unsafe {
        if let Ok(table) = library.get::<*const *const c_char>(b"fw_operation_names\0") {
            let mut place: *const *const c_char = *table;
            while names.len() <= MOST_OPERATIONS && !(*place).is_null() {
                names.push(CStr::from_ptr(*place).to_string_lossy().into_owned());
                place = place.add(1);
            }
        }
    }
    names
}

/// A description of an array, which must outlive it. The C does not write to it.
fn describe(array: &ArrayView<'_>, extents: &mut [i64]) -> RawArray {
    macro_rules! data {
        ($($variant:ident)*) => {
            match array.elements() {
                $(ElementsView::$variant(elements) => {
                    elements.as_ptr().cast_mut().cast::<c_void>()
                })*
            }
        };
    }
    let class = ArrayClass::ALL.iter().position(|&class| class == array.class());
    RawArray {
        data: data!(Bool I8 I16 I32 I64 U8 U16 U32 U64 Index F32 F64 C32 C64),
        class_id: class.and_then(|class| i32::try_from(class).ok()).unwrap_or(-1),
        is_complex: i32::from(array.elements().scalar_type().is_complex()),
        rank: i64::try_from(extents.len()).unwrap_or(i64::MAX),
        extents: extents.as_mut_ptr(),
    }
}

/// The most axes that are believed.
const MOST_AXES: i64 = 1 << 16;

/// From so many bytes on it pays not to copy a result.
const LARGE: usize = 1 << 16;

/// Whether C goes on using the memory of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elsewhere {
    Used,
    Unused,
}

/// How many elements an array of these extents has, if that makes sense.
fn count_elements(extents: &[i64]) -> Option<usize> {
    extents
        .iter()
        .try_fold(1_usize, |count, &extent| count.checked_mul(usize::try_from(extent).ok()?))
}

/// A described array; `None` if the description makes no sense. Its elements are copied, or
/// taken over: then they are no longer described.
///
/// # Safety
///
/// The pointers are to as many elements and extents as the description says, in blocks of
/// C's allocator; if they are unused elsewhere, nobody else uses them.
unsafe fn read_array(raw: &mut RawArray, elsewhere: Elsewhere) -> Option<Array> {
    let class = *ArrayClass::ALL.get(usize::try_from(raw.class_id).ok()?)?;
    let element = class.element_type(raw.is_complex != 0);
    if !(0..MOST_AXES).contains(&raw.rank) || raw.extents.is_null() {
        return None;
    }
    let rank = usize::try_from(raw.rank).ok()?;
    // SAFETY: there are as many extents.
    let extents = unsafe { std::slice::from_raw_parts(raw.extents, rank) }.to_vec();
    let count = count_elements(&extents)?;
    /// # Safety
    ///
    /// The pointer is to `count` elements, or `count` is zero.
    unsafe fn copied<T: Copy>(
        data: &mut *mut c_void,
        count: usize,
        may_take: bool,
    ) -> Option<Vec<T>> {
        if count == 0 {
            return Some(Vec::new());
        }
        if data.is_null() || !data.cast::<T>().is_aligned() {
            return None;
        }
        if may_take && count >= LARGE / size_of::<T>() {
            let taken = std::mem::replace(data, ptr::null_mut());
            // SAFETY: it is a block of C's that is not described any more.
            return Some(unsafe { allocator::take_over(taken, count) });
        }
        // SAFETY: it is neither null nor out of line, and there are as many.
        Some(unsafe { std::slice::from_raw_parts(data.cast::<T>(), count) }.to_vec())
    }
    let data = &mut raw.data;
    let may_take = elsewhere == Elsewhere::Unused && allocator::is_shared();
    // SAFETY: the class says what the elements are.
    let elements = unsafe {
        match element {
            ScalarType::Bool => {
                let bytes = copied::<u8>(data, count, may_take)?;
                Elements::Bool(bytes.into_iter().map(|byte| byte != 0).collect())
            }
            ScalarType::I8 => Elements::I8(copied(data, count, may_take)?),
            ScalarType::I16 => Elements::I16(copied(data, count, may_take)?),
            ScalarType::I32 => Elements::I32(copied(data, count, may_take)?),
            ScalarType::I64 => Elements::I64(copied(data, count, may_take)?),
            ScalarType::Index => return None,
            ScalarType::U8 => Elements::U8(copied(data, count, may_take)?),
            ScalarType::U16 => Elements::U16(copied(data, count, may_take)?),
            ScalarType::U32 => Elements::U32(copied(data, count, may_take)?),
            ScalarType::U64 => Elements::U64(copied(data, count, may_take)?),
            ScalarType::F32 => Elements::F32(copied(data, count, may_take)?),
            ScalarType::F64 => Elements::F64(copied(data, count, may_take)?),
            ScalarType::C32 => Elements::C32(copied::<Complex<f32>>(data, count, may_take)?),
            ScalarType::C64 => Elements::C64(copied::<Complex<f64>>(data, count, may_take)?),
        }
    };
    Array::new(class, extents, elements)
}

/// A described array where it is; `None` if the description makes no sense, or if it is one of
/// truth values, which may be more than two in C.
///
/// # Safety
///
/// The pointers are to as many elements and extents as the description says, which nobody
/// changes as long as they are used.
unsafe fn view_array<'a>(raw: &RawArray) -> Option<ArrayView<'a>> {
    let class = *ArrayClass::ALL.get(usize::try_from(raw.class_id).ok()?)?;
    if !(0..MOST_AXES).contains(&raw.rank) || raw.extents.is_null() {
        return None;
    }
    // SAFETY: there are as many extents.
    let extents =
        unsafe { std::slice::from_raw_parts(raw.extents, usize::try_from(raw.rank).ok()?) };
    let count = count_elements(extents)?;
    /// # Safety
    ///
    /// The pointer is to `count` elements, or `count` is zero.
    unsafe fn viewed<'a, T>(data: *const c_void, count: usize) -> Option<&'a [T]> {
        if count == 0 {
            return Some(&[]);
        }
        if data.is_null() || !data.cast::<T>().is_aligned() {
            return None;
        }
        // SAFETY: it is neither null nor out of line, and there are as many.
        Some(unsafe { std::slice::from_raw_parts(data.cast::<T>(), count) })
    }
    macro_rules! view {
        ($($variant:ident)*) => {
            // SAFETY: the class says what the elements are.
            unsafe {
                match class.element_type(raw.is_complex != 0) {
                    ScalarType::Bool | ScalarType::Index => return None,
                    $(ScalarType::$variant => {
                        ElementsView::$variant(viewed(raw.data, count)?)
                    })*
                }
            }
        };
    }
    let elements = view!(I8 I16 I32 I64 U8 U16 U32 U64 F32 F64 C32 C64);
    ArrayView::new(class, extents.to_vec(), elements)
}

/// The elements of an array, as a block that C frees: [`allocator::is_shared`] holds, so that
/// it is one of C's allocator.
fn hand_over(array: Array) -> *mut c_void {
    macro_rules! data {
        ($($variant:ident)*) => {
            match array.into_elements() {
                $(Elements::$variant(elements) => {
                    std::mem::ManuallyDrop::new(elements).as_mut_ptr().cast::<c_void>()
                })*
            }
        };
    }
    data!(Bool I8 I16 I32 I64 U8 U16 U32 U64 Index F32 F64 C32 C64)
}

/// Describes an array in C's memory, which is a copy of it or its own; `None` if there is none.
///
/// # Safety
///
/// `new` is C's allocator.
unsafe fn write_array(new: RawNew, array: Array, raw: &mut RawArray) -> Option<()> {
    let mut extents = array.extents().to_vec();
    let described = describe(&array.view(), &mut extents);
    let size = array.elements().scalar_type().size();
    let count = array.elements().len();
    let (length, size_of) = (i64::try_from(count).ok()?, i64::try_from(size).ok()?);
    let is_handed_over = count >= LARGE / size && allocator::is_shared();
    // SAFETY: it is the allocator of C; what it gives is as long, and written here first.
    unsafe {
        raw.data = if is_handed_over { hand_over(array) } else { new(length, size_of) };
        raw.extents = new(described.rank, 8).cast();
        if raw.data.is_null() || raw.extents.is_null() {
            // C releases what is there when it is told of the error.
            return None;
        }
        if !is_handed_over {
            let from = described.data.cast::<u8>();
            ptr::copy_nonoverlapping(from, raw.data.cast::<u8>(), count * size);
        }
        ptr::copy_nonoverlapping(extents.as_ptr(), raw.extents, extents.len());
    }
    raw.class_id = described.class_id;
    raw.is_complex = described.is_complex;
    raw.rank = described.rank;
    Some(())
}

/// A text of C, up to its end.
fn read_text(text: &[c_char]) -> String {
    let bytes: Vec<u8> =
        text.iter().map(|&c| c.to_ne_bytes()[0]).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes a text as C keeps it, as much as there is room for.
fn write_text(target: &mut [c_char], text: &str) {
    let room = target.len() - 1;
    for (place, byte) in target[..room].iter_mut().zip(text.bytes().chain(std::iter::repeat(0))) {
        *place = c_char::from_ne_bytes([byte]);
    }
    target[room] = 0;
}
