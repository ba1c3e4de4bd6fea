//! Reading how a module is called from outside.

use super::super::entry::{ArrayClass, Entry, EntryValue, Extent, Layout};
use super::{Reader, Result};

impl Reader {
    /// `entry name = function(x: double[?, 3], k: double) -> (y: complex double[*])`
    pub(super) fn entry(&mut self) -> Result<Entry> {
        self.advance();
        let name = self.expect_word()?;
        self.expect_sign("=")?;
        let function = self.expect_function()?;
        let arguments = self.list(Reader::entry_value)?;
        self.expect_sign("->")?;
        let results = self.list(Reader::entry_value)?;
        Ok(Entry { name, function, arguments, results })
    }

    fn entry_value(&mut self) -> Result<EntryValue> {
        let name = self.expect_word()?;
        self.expect_sign(":")?;
        let complex = self.is_word("complex");
        if complex {
            self.advance();
        }
        let class = self.expect_class()?;
        let layout = self.layout()?;
        Ok(EntryValue { name, class, complex, layout })
    }

    pub(super) fn expect_class(&mut self) -> Result<ArrayClass> {
        let word = self.expect_word()?;
        ArrayClass::from_name(&word)
            .ok_or_else(|| self.error(format!("there is no class `{word}`")))
    }

    fn layout(&mut self) -> Result<Layout> {
        if !self.take_sign("[") {
            return Ok(Layout::Scalar);
        }
        if self.take_sign("*") {
            self.expect_sign("]")?;
            return Ok(Layout::AnyRank);
        }
        let mut extents = Vec::new();
        loop {
            extents.push(if self.take_sign("?") {
                Extent::Passed
            } else {
                Extent::Known(self.expect_integer()?)
            });
            if !self.take_sign(",") {
                self.expect_sign("]")?;
                return Ok(Layout::Array(extents));
            }
        }
    }
}
