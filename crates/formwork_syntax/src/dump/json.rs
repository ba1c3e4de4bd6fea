//! JSON, written as the walk goes, so that a tree of any size and depth needs no
//! second copy in memory.

use super::{Sink, walk};
use crate::span::{LineCursor, LineIndex, Span};
use crate::tree::Tree;

/// The tree as one JSON object. Each node has `kind`, `start` and `end` (bytes),
/// `line` and `column` (from 1, of its start), and its fields.
#[must_use]
pub fn json(tree: &Tree) -> String {
    let index = LineIndex::new(tree.source());
    let places = LineCursor::new(&index, tree.source());
    let mut sink = Json { out: String::new(), pending_comma: false, places };
    walk::Walk { tree, sink: &mut sink }.file();
    sink.out
}

struct Json<'a> {
    out: String,
    pending_comma: bool,
    places: LineCursor<'a>,
}

impl Json<'_> {
    fn comma(&mut self) {
        if self.pending_comma {
            self.out.push(',');
        }
        self.pending_comma = false;
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            match character {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                control if control < ' ' => {
                    self.out.push_str(&format!("\\u{:04x}", u32::from(control)));
                }
                other => self.out.push(other),
            }
        }
        self.out.push('"');
    }
}

impl Json<'_> {
    fn bytes(&mut self, value: &[u8]) {
        match str::from_utf8(value) {
            Ok(text) => self.string(text),
            // Not UTF-8: every byte is the Latin-1 character of that number.
            Err(_) => {
                let text: String = value.iter().map(|&byte| char::from(byte)).collect();
                self.string(&text);
            }
        }
    }
}

impl Sink for Json<'_> {
    fn begin(&mut self, kind: &'static str, span: Span) {
        self.comma();
        let place = self.places.line_column(span.start);
        self.out.push_str(&format!(
            "{{\"kind\":\"{kind}\",\"start\":{},\"end\":{},\"line\":{},\"column\":{}",
            span.start, span.end, place.line, place.column
        ));
        self.pending_comma = true;
    }

    fn end(&mut self) {
        self.out.push('}');
        self.pending_comma = true;
    }

    fn field(&mut self, name: &'static str) {
        self.comma();
        self.string(name);
        self.out.push(':');
    }

    fn begin_list(&mut self, _block: bool) {
        self.comma();
        self.out.push('[');
    }

    fn end_list(&mut self) {
        self.out.push(']');
        self.pending_comma = true;
    }

    fn text(&mut self, name: &'static str, value: &[u8]) {
        self.field(name);
        self.bytes(value);
        self.pending_comma = true;
    }

    fn texts(&mut self, name: &'static str, values: &[&[u8]]) {
        self.field(name);
        self.out.push('[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.bytes(value);
        }
        self.out.push(']');
        self.pending_comma = true;
    }

    fn flag(&mut self, name: &'static str) {
        self.field(name);
        self.out.push_str("true");
        self.pending_comma = true;
    }
}
