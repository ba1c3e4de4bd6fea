//! Nested parenthesised lists.

use super::Sink;
use crate::span::Span;

/// Writes a tree as nested lists, statements on lines of their own.
#[derive(Default)]
pub(super) struct Sexpr {
    out: String,
    level: usize,
    /// For each open list, whether it is a block.
    lists: Vec<bool>,
    /// Whether the innermost open node is shown as its text alone.
    bare: Vec<bool>,
    /// Whether something was written since the last opening bracket.
    written: bool,
}

impl Sexpr {
    pub(super) fn finish(mut self) -> String {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn separate(&mut self) {
        if self.lists.last() == Some(&true) {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            let blanks = self.level.saturating_sub(1) * 2;
            self.out.extend(std::iter::repeat_n(' ', blanks));
        } else if self.written {
            self.out.push(' ');
        }
        self.written = true;
    }
}

impl Sink for Sexpr {
    fn begin(&mut self, kind: &'static str, _span: Span) {
        // Names and numbers speak for themselves.
        let bare = matches!(kind, "name" | "number");
        self.bare.push(bare);
        self.separate();
        if !bare {
            self.out.push('(');
            self.out.push_str(kind);
        }
        // Inside a node, items follow each other on the line.
        self.lists.push(false);
    }

    fn end(&mut self) {
        self.lists.pop();
        if self.bare.pop() == Some(false) {
            self.out.push(')');
        }
        self.written = true;
    }

    fn field(&mut self, _name: &'static str) {}

    fn begin_list(&mut self, block: bool) {
        if block {
            self.level += 1;
        } else {
            self.separate();
            self.out.push('[');
            self.written = false;
        }
        self.lists.push(block);
    }

    fn end_list(&mut self) {
        if self.lists.pop() == Some(true) {
            self.level -= 1;
        } else {
            self.out.push(']');
        }
        self.written = true;
    }

    fn text(&mut self, name: &'static str, value: &[u8]) {
        if self.bare.last() == Some(&true) && name != "text" {
            // Trivia of a bare node.
            self.out.push('|');
            self.out.push_str(&value.escape_ascii().to_string());
            self.out.push('|');
            return;
        }
        if self.bare.last() == Some(&false) {
            self.separate();
        }
        match name {
            "before" | "before_close" => {
                self.out.push('|');
                self.out.push_str(&value.escape_ascii().to_string());
                self.out.push('|');
            }
            "value" | "words" | "comment" => {
                self.out.push('"');
                self.out.push_str(&value.escape_ascii().to_string());
                self.out.push('"');
            }
            _ => self.out.push_str(&String::from_utf8_lossy(value)),
        }
    }

    fn texts(&mut self, name: &'static str, values: &[&[u8]]) {
        for value in values {
            self.text(name, value);
        }
    }

    fn flag(&mut self, name: &'static str) {
        self.separate();
        self.out.push(':');
        self.out.push_str(name);
    }
}
