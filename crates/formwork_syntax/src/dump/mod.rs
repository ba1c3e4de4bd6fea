//! The structure of a tree as text: for tests, for tools, and to prove that
//! printing loses nothing.
//!
//! One walk over the tree feeds a [`Sink`]; what the structure looks like on paper
//! is the sink's business. Two trees are the same if and only if their dumps are,
//! spans, layout and redundant parentheses aside.

mod json;
mod sexpr;
mod walk;

use crate::span::Span;
use crate::tree::Tree;

pub use json::json;

/// Receives the nodes of a tree, outer ones first.
trait Sink {
    /// A node starts.
    fn begin(&mut self, kind: &'static str, span: Span);
    /// It ends.
    fn end(&mut self);
    /// The next node or list is this field of the current node.
    fn field(&mut self, name: &'static str);
    /// A list of nodes starts; a block is one whose items are statements.
    fn begin_list(&mut self, block: bool);
    /// It ends.
    fn end_list(&mut self);
    /// A field that is text.
    fn text(&mut self, name: &'static str, value: &[u8]);
    /// A field that is a list of texts.
    fn texts(&mut self, name: &'static str, values: &[&[u8]]);
    /// A field that is true; false ones are left out.
    fn flag(&mut self, name: &'static str);
}

/// The tree as nested parenthesised lists, one statement a line.
#[must_use]
pub fn sexpr(tree: &Tree) -> String {
    let mut sink = sexpr::Sexpr::default();
    walk::Walk { tree, sink: &mut sink }.file();
    sink.finish()
}
