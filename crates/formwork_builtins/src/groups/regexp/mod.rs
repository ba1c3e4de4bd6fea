//! Regular expressions: `regexp`, `regexprep`.

use formwork_runtime::{Error, Result};

use crate::context::Context;
use crate::row::Row;

pub(crate) const ROWS: &[Row] = &[];

pub(crate) struct Pattern;

impl Pattern {
    pub(crate) fn new(name: &str, _pattern: &[u8]) -> Result<Pattern> {
        Err(Error::plain(format!("{name}: no regular expressions yet")))
    }

    pub(crate) fn find_all(
        &self,
        _cx: &mut dyn Context,
        _text: &[u8],
    ) -> Result<Vec<(usize, usize)>> {
        Ok(Vec::new())
    }
}
