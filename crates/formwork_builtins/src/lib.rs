//! The table of built-in functions.
//!
//! So far it knows only their names, which name resolution asks for. Each name
//! gets its row, with arities, effects, evaluator and rules, as the runtime grows.

mod names;

/// Whether either language defines `name` without a user's file.
///
/// The functions that Octave ships as files count, too: to a program they are
/// part of the language.
#[must_use]
pub fn is_builtin(name: &str) -> bool {
    names::COMMON.binary_search(&name).is_ok() || names::MATLAB_ONLY.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_disjoint() {
        assert!(names::COMMON.is_sorted());
        assert!(names::MATLAB_ONLY.is_sorted());
        assert!(names::MATLAB_ONLY.iter().all(|name| names::COMMON.binary_search(name).is_err()));
    }

    #[test]
    fn what_everybody_uses_is_there() {
        for name in ["size", "zeros", "pi", "cellfun", "strsplit", "mustBePositive", "fft"] {
            assert!(is_builtin(name), "{name}");
        }
        assert!(!is_builtin("my_function"));
    }
}
