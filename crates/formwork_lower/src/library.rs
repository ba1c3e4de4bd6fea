//! What the runtime does for compiled code.

/// The product of two matrices: an operation of the runtime.
pub const MATRIX_PRODUCT: &str = "matrix_product";

/// Who multiplies large matrices. The runtime does it in an order of its own, so that the
/// code of a region, which must give what the interpreter gives, cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LargeProducts {
    /// Who falls back to the text of the program where the code gives up.
    #[default]
    Interpreter,
    /// The runtime, which the code calls.
    Runtime,
    /// The code itself: there is nobody else.
    Code,
}
