//! Finding a row by its name.

use std::sync::OnceLock;

use formwork_runtime::{Error, Result};
use rustc_hash::FxHashMap;

use crate::context::{Args, Context, Values};
use crate::groups::{GROUPS, MATLAB};
use crate::row::Row;

/// All rows, group by group.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    GROUPS.iter().copied().flatten()
}

/// The row of a function.
#[must_use]
pub fn find(name: &str) -> Option<&'static Row> {
    static BY_NAME: OnceLock<FxHashMap<&'static str, &'static Row>> = OnceLock::new();
    BY_NAME.get_or_init(|| rows().map(|row| (row.name, row)).collect()).get(name).copied()
}

/// The rows of what only MATLAB has.
pub fn matlab_rows() -> impl Iterator<Item = &'static Row> {
    MATLAB.iter().copied().flatten()
}

/// The row of a function where programs are read as MATLAB's, which has more of them, or not.
#[must_use]
pub fn find_for(name: &str, matlab: bool) -> Option<&'static Row> {
    static BY_NAME: OnceLock<FxHashMap<&'static str, &'static Row>> = OnceLock::new();
    let more = || matlab_rows().map(|row| (row.name, row)).collect();
    find(name).or_else(|| BY_NAME.get_or_init(more).get(name).copied().filter(|_| matlab))
}

/// Calls the row of a function, as if nobody had redefined it: what a built-in does is its own.
///
/// # Errors
///
/// What the function fails with.
pub fn call_row(cx: &mut dyn Context, name: &str, args: Args, nargout: usize) -> Result<Values> {
    match find(name) {
        Some(row) if row.inputs.accepts(args.len()) => row.call(cx, args, nargout),
        Some(_) => Err(Error::invalid_call(name)),
        None => cx.call_named(name, args, nargout),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_row() {
        let mut seen = rustc_hash::FxHashSet::default();
        let twice: Vec<&str> =
            rows().map(|row| row.name).filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "these have two rows: {twice:?}");
    }

    #[test]
    fn the_number_of_arguments_makes_sense() {
        for row in rows() {
            assert!(row.inputs.max.is_none_or(|max| row.inputs.min <= max), "{}", row.name);
            assert!(!row.doc.is_empty() && row.doc.ends_with('.'), "{}", row.name);
        }
    }
}
