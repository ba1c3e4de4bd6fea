//! Matrices that Octave keeps as diagonal or as permutation matrices.
//!
//! Their elements are all written down, as those of any matrix; what is kept beside
//! them is only that Octave would show and reckon otherwise. Whoever writes to such a
//! matrix, or makes another from its elements, makes a full one; the few operations
//! that keep the structure say so.

/// How Octave keeps a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Structure {
    /// Element by element.
    #[default]
    Full,
    /// By its diagonal; it need not be square.
    Diagonal,
    /// By the order of the rows of the identity.
    Permutation,
}

impl Structure {
    /// What display writes above such a matrix.
    #[must_use]
    pub(crate) const fn heading(self) -> Option<&'static str> {
        match self {
            Structure::Full => None,
            Structure::Diagonal => Some("Diagonal Matrix\n"),
            Structure::Permutation => Some("Permutation Matrix\n"),
        }
    }
}
