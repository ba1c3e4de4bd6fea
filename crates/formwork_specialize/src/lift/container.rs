//! Cells and structs.

use formwork_builtins::BuiltinId;
use formwork_runtime::{Dims, StructArray, Value};

use super::array::{enclosed, sized};
use super::{Lifted, Lifter};

impl Lifter {
    /// A cell array.
    pub(super) fn cell(&mut self, dims: &Dims, data: &[Value]) -> Option<Lifted> {
        if data.is_empty() {
            return Some(if dims.is_zero_by_zero() {
                Lifted::atom("{}".to_owned())
            } else {
                sized(BuiltinId::Cell, dims)
            });
        }
        let texts: Vec<String> =
            data.iter().map(|value| Some(self.value(value)?.text)).collect::<Option<_>>()?;
        let written = enclosed(dims, &texts, '{', '}');
        if texts.iter().all(|text| text == "[]") {
            let shorter = sized(BuiltinId::Cell, dims);
            if shorter.text.len() < written.text.len() {
                return Some(shorter);
            }
        }
        Some(written)
    }

    /// A struct array.
    pub(super) fn structs(&mut self, structs: &StructArray) -> Option<Lifted> {
        let dims = structs.dims();
        if structs.field_count() == 0 {
            return if dims.is_scalar() {
                Some(Lifted::call("struct()".to_owned()))
            } else if dims.is_empty() {
                None
            } else {
                let extents: Vec<String> =
                    dims.as_slice().iter().map(ToString::to_string).collect();
                Some(Lifted::call(format!("repmat(struct(), {})", extents.join(", "))))
            };
        }
        let mut arguments = Vec::new();
        for (name, values) in structs.fields() {
            if !is_identifier(name) {
                return None;
            }
            let value = match values {
                [value] if dims.is_scalar() && !matches!(value, Value::Cell(_)) => {
                    self.value(value)?
                }
                _ => self.cell(dims, values)?,
            };
            arguments.push(format!("'{name}', {}", value.text));
        }
        Some(Lifted::call(format!("struct({})", arguments.join(", "))))
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
