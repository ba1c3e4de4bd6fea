//! Symbolic extents, array shapes and their algebra.
