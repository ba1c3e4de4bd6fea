//! Native code: the loop form, its C, the C compiler, and calling what it made.
//!
//! # How it works
//!
//! *To loops* (`src/to_loops`) makes loop form of the optimised array IR; what it
//! cannot lower yet is a `Limitation`, never wrong code. Several values may live in one buffer; it
//! is written over only if none of them is needed behind the operation (`liveness`, `storage`), and
//! never if it is a parameter; each result of a with-loop may take over another array. Loops whose
//! turns set an element each, and read none that another iteration sets, are marked `independent`, which
//! the C compiler is told. What branches and iterations of a loop put in one place (`target`) stays in
//! the storage of the array that it grew out of, and a shape that attributes tell before the loop
//! is never assigned; new arrays are made where they are put in the end, and not filled if a loop
//! sets all their elements (`overwritten`). A loop whose arrays are computed element by element,
//! each from those in the same place, runs all its iterations for one block of elements after the
//! other, which stay in the cache (`blocked`: parts of one array, or whole arrays of one shape,
//! known or not). A function of the prelude is lowered once for each place that calls it, because
//! what fails in it fails there.
//!
//! *The loop form* (`formwork_native/src/loops`) is what every code generator reads: functions of
//! scalars and buffers, with explicit loops, allocation, growth and failure. Extents are ordinary
//! index variables. Its operations mean what the interpreter's kernels mean
//! (`formwork_runtime::ops::kernels`), because the evaluator calls them; integers saturate. What C
//! leaves undefined is a *defect*: places outside a buffer, elements that nobody wrote, indices
//! that overflow. Who makes loop forms proves that there is none or makes the program check; the
//! evaluator reports it. The text form is read back, so that tests are written in it.
//!
//! *C* (`src/c`): one function per function, memory freed on every way out, helpers defined where
//! they are used. `signature` decides the form of each function from the whole module: who gives
//! one scalar returns it (a status goes where the caller says), lengths that nobody asks for are
//! not passed, a recursive function of numbers looks for failures where it is about to call itself,
//! and nowhere else (`unchecked`). Loops begin, and their jumps end, where processors like it
//! (`compiler/find.rs`): how fast a loop is must not depend on the code in front of it. Entries
//! that take described arrays check class and shape, and say so if they do not match; loading
//! (`src/load`, the only unsafe code but for one instruction in `formwork_linalg`) and MEX files
//! (`src/mex`) call these. The program's allocator is C's (`load/allocator.rs`), so that large
//! results of compiled code are taken over instead of copied.
//!
//! *Equal bits*: `-ffp-contract=off`, never `-ffast-math`, and the compiler must not compute `sin`
//! and its like itself. All primitives on all pairs of corner values and random programs are
//! compiled under the sanitizers, with warnings as errors, and compared with the evaluator.

mod array;
pub mod c;
pub mod compiler;
pub mod load;
pub mod loops;
pub mod mex;
pub mod to_loops;

pub use array::{Array, ArrayView, Elements, ElementsView};
