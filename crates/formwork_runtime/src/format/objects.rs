//! Objects of the program's classes as Octave displays them: the properties that everybody sees,
//! texts and truth values written out, everything else by its size and class.

use crate::object::Object;
use crate::value::Value;

use super::containers::Printer;

impl Printer<'_> {
    /// The lines of an object, or of an array of objects.
    pub(super) fn object(&mut self, object: &Object, indent: usize) {
        let class = object.class().name();
        if object.as_record().is_some() {
            return self.line(indent, &format!("  <class {class}>"));
        }
        let view = object.view();
        if object.numel() != 1 {
            self.line(indent + 2, &format!("{class} object array with properties:"));
            self.blank();
            for (name, _) in view.iter() {
                self.line(indent + 6, name);
            }
            return;
        }
        self.line(indent + 2, &format!("{class} object with properties:"));
        self.blank();
        let width = view.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, value) in view.iter() {
            self.line(indent + 6, &format!("{name:>width$}: {}", summary(value)));
        }
    }
}

/// A value as it stands behind the name of its property.
fn summary(value: &Value) -> String {
    match value {
        Value::Char(array, _) if array.dims().rows() <= 1 => {
            String::from_utf8_lossy(array.as_slice()).into_owned()
        }
        Value::Bool(array) if array.numel() == 1 => u8::from(array.as_slice()[0]).to_string(),
        other => format!("[{} {}]", other.dims(), other.class_name()),
    }
}
