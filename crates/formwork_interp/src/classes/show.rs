//! Displaying objects: classes that do it themselves, and properties that have to be computed.

use std::rc::Rc;

use formwork_builtins::{Args, BuiltinId, Stream};
use formwork_hir::MemberAccess;
use formwork_runtime::{CellArray, Object, Result, StructArray, Value, View};
use formwork_syntax::with_enough_stack;

use super::class_of;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// Prints an object, or what holds one, under a name.
    pub(crate) fn display_object(&mut self, name: &str, value: &Value) -> Result<()> {
        if let Some(method) = self.object_method(BuiltinId::Display.name(), value)? {
            self.shown_as = Some(name.into());
            let outcome = self.call_code(&method, smallvec::smallvec![value.clone()], 0, None);
            self.shown_as = None;
            return outcome.map(drop);
        }
        if let Some(method) = self.object_method(BuiltinId::Disp.name(), value)? {
            self.write_out(Stream::Output, format!("{name} =\n\n").as_bytes())?;
            let args: Args = smallvec::smallvec![value.clone()];
            self.call_code(&method, args, 0, None)?;
            return self.write_out(Stream::Output, b"\n");
        }
        if let Some(constant) = self.constant_text(value) {
            return self.write_out(Stream::Output, format!("{name} =\n\n{constant}\n").as_bytes());
        }
        let value = self.with_views(value.clone())?;
        let text = formwork_runtime::format::display(name, &value, &self.session.format);
        self.write_out(Stream::Output, &text)
    }

    /// How a constant of an enumeration is shown.
    pub(crate) fn constant_text(&self, value: &Value) -> Option<String> {
        let Value::Object(object) = value else { return None };
        let class = class_of(object).filter(|class| !class.enumerators.is_empty())?;
        let constant = self.enumerator_name(&class, value)?;
        Some(format!("  {} enumeration\n\n    {constant}\n", class.name))
    }

    /// A value whose objects know what is displayed of them.
    pub(crate) fn with_views(&mut self, value: Value) -> Result<Value> {
        Ok(match value {
            Value::Object(object) => {
                let view = self.view_of(&object)?;
                match view {
                    Some(view) => object.with_view(view).into(),
                    None => Value::Object(object),
                }
            }
            Value::Cell(cell) if holds_objects(cell.as_slice()) => {
                let mut values = Vec::with_capacity(cell.numel());
                for value in cell.as_slice() {
                    values.push(with_enough_stack(|| self.with_views(value.clone()))?);
                }
                CellArray::new(cell.dims().clone(), values).into()
            }
            Value::Struct(structs) if structs.fields().any(|(_, all)| holds_objects(all)) => {
                let mut shown = StructArray::without_fields(structs.dims().clone());
                for (name, values) in structs.fields() {
                    let mut all = Vec::with_capacity(values.len());
                    for value in values {
                        all.push(with_enough_stack(|| self.with_views(value.clone()))?);
                    }
                    shown.set_field(name, all);
                }
                shown.into()
            }
            other => other,
        })
    }

    /// The properties that everybody sees, if some have to be computed.
    fn view_of(&mut self, object: &Rc<Object>) -> Result<Option<View>> {
        let Some(class) = class_of(object) else { return Ok(None) };
        let value = Value::Object(Rc::clone(object));
        let mut view = Vec::new();
        for property in &class.properties {
            if property.attributes.get != MemberAccess::Public || property.attributes.is_hidden {
                continue;
            }
            let shown = if object.numel() == 1 {
                self.property_value(&value, object, property)?
            } else {
                Value::empty()
            };
            view.push((Rc::clone(&property.name), shown));
        }
        view.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(Some(view.into()))
    }
}

/// Whether an object is among values, or inside one of them.
pub(crate) fn holds_objects(values: &[Value]) -> bool {
    values.iter().any(|value| match value {
        Value::Object(_) => true,
        Value::Cell(cell) => with_enough_stack(|| holds_objects(cell.as_slice())),
        Value::Struct(structs) => {
            with_enough_stack(|| structs.fields().any(|(_, all)| holds_objects(all)))
        }
        _ => false,
    })
}
