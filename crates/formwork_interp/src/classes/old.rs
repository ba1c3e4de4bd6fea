//! Classes of the old kind: folders `@name`, whose constructor calls `class (structure, "name")`.
//!
//! An object of a class that inherits has its parents as fields of their names. Fields are seen by
//! the methods of the class alone; a method of a parent sees those of the parent.

use std::any::Any;
use std::path::PathBuf;
use std::rc::Rc;

use formwork_builtins::{Args, Values, one};
use formwork_runtime::{Error, Object, ObjectClass, Result, StructArray, Value, index};

use super::old_class_of;
use crate::code::Code;
use crate::interpreter::Interpreter;

/// A class of the old kind.
#[derive(Debug)]
pub(crate) struct OldClass {
    pub(crate) name: Rc<str>,
    /// Its folder.
    pub(crate) folder: PathBuf,
    pub(crate) parents: Vec<Rc<OldClass>>,
}

impl ObjectClass for OldClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_handle(&self) -> bool {
        false
    }

    fn is_a(&self, name: &str) -> bool {
        *self.name == *name || self.parents.iter().any(|parent| parent.is_a(name))
    }

    fn shown(&self) -> &[(Rc<str>, Option<usize>)] {
        &[]
    }

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}

impl Interpreter<'_> {
    /// The folder `@name` that the running function stands in, and the name.
    pub(crate) fn old_class_folder(&self) -> Option<(Rc<str>, PathBuf)> {
        let mut index = self.frames.len() - 1;
        while let Some(over) = self.frames[index].over {
            index = over;
        }
        let mut folder = self.frames[index].code.body.source.path.parent()?;
        if folder.ends_with("private") {
            folder = folder.parent()?;
        }
        let name = folder.file_name()?.to_str()?.strip_prefix('@')?;
        Some((name.into(), folder.to_path_buf()))
    }

    /// `class (structure, "name", parents…)`
    pub(crate) fn make_record(&mut self, args: Args) -> Result<Values> {
        let [structure, name, parents @ ..] = &args[..] else {
            return Err(Error::invalid_call("class"));
        };
        let name: Rc<str> = match name.as_text() {
            Some(name) => name.as_ref().into(),
            None => return Err(Error::plain("class: ID (class name) must be a string")),
        };
        let folder = self.old_class_folder().filter(|(own, _)| *own == name);
        let Some((_, folder)) = folder else {
            return Err(Error::plain(format!(
                "class: '{name}' is invalid as a class name in this context"
            )));
        };
        let Value::Struct(fields) = structure else {
            return Err(Error::plain("class: S must be a valid structure"));
        };
        let mut fields: StructArray = StructArray::clone(fields);
        let mut above = Vec::with_capacity(parents.len());
        for parent in parents {
            let class = match parent {
                Value::Object(object) => old_class_of(object),
                _ => None,
            };
            let Some(class) = class else {
                return Err(Error::plain("class: parents must be objects"));
            };
            let count = fields.numel();
            fields.set_field(&class.name, vec![parent.clone(); count]);
            above.push(class);
        }
        let class = match self.classes.old.get(&name) {
            Some(known) if known.parents.len() == above.len() => Rc::clone(known),
            _ => {
                let class = OldClass { name: Rc::clone(&name), folder, parents: above };
                let class = Rc::new(class);
                self.classes.old.insert(name, Rc::clone(&class));
                class
            }
        };
        self.classes.exist = true;
        one(Value::from(Object::record(class, fields)))
    }

    /// The method of a class of the old kind, and the class that has it.
    pub(crate) fn old_method(
        &mut self,
        class: &Rc<OldClass>,
        name: &str,
    ) -> Option<(Rc<Code>, Rc<str>)> {
        let key = (Rc::clone(&class.name), Rc::<str>::from(name));
        if let Some(known) = self.classes.old_methods.get(&key) {
            if let Some(code) = known {
                return Some((Rc::clone(code), Rc::clone(&class.name)));
            }
        } else {
            let found = self.load_old_method(class, name);
            self.classes.old_methods.insert(key, found.clone());
            if let Some(code) = found {
                return Some((code, Rc::clone(&class.name)));
            }
        }
        class.parents.iter().find_map(|parent| self.old_method(parent, name))
    }

    fn load_old_method(&mut self, class: &OldClass, name: &str) -> Option<Rc<Code>> {
        if *class.name == *name {
            return None;
        }
        let path = self.program.class_method_file(&class.folder, &class.name, name)?;
        let unit = self.load(&path).ok()?;
        unit.unit.functions.first().map(|&(_, first)| unit.code(first))
    }

    /// Whether the running function sees the fields of an object: the parents on the way to those
    /// that it sees.
    pub(crate) fn record_seen_from_here(&self, object: &Object) -> Option<Vec<Rc<str>>> {
        let class = old_class_of(object)?;
        let (own, _) = self.old_class_folder()?;
        way_to(&class, &own)
    }

    /// The values of a field, for a method of the class.
    pub(crate) fn record_field(&self, object: &Object, field: &str) -> Result<Values> {
        let Some(parents) = self.record_seen_from_here(object) else {
            return Err(Error::plain("invalid index for class"));
        };
        let Some(record) = object.as_record() else {
            return Err(Error::plain("invalid index for class"));
        };
        let mut whole = Value::from(record.clone());
        for parent in &parents {
            let inner = index::field_values(&whole, parent)?.into_iter().next();
            whole = match inner {
                Some(Value::Object(inner)) => match inner.as_record() {
                    Some(record) => Value::from(record.clone()),
                    None => return Err(Error::plain("malformed class")),
                },
                _ => return Err(Error::plain("malformed class")),
            };
        }
        index::field_values(&whole, field)
            .map(Values::from)
            .map_err(|_| Error::plain("invalid use of a N_-D array"))
    }

    /// `superiorto (…)` and `inferiorto (…)` in a constructor.
    pub(crate) fn order_classes(&mut self, args: &Args, superior: bool) -> Result<Values> {
        let function = if superior { "superiorto" } else { "inferiorto" };
        let Some((own, _)) = self.old_class_folder() else {
            return Err(Error::plain(format!(
                "{function}: invalid call from outside class constructor"
            )));
        };
        for name in args {
            let Some(other) = name.as_text() else {
                return Err(Error::plain(format!("{function}: CLASS_NAME must be a string")));
            };
            let other: Rc<str> = other.as_ref().into();
            let pair = if superior { (Rc::clone(&own), other) } else { (other, Rc::clone(&own)) };
            self.classes.superior.insert(pair);
        }
        formwork_builtins::none()
    }
}

/// The parents on the way from a class to the one of a name; none for itself.
fn way_to(class: &OldClass, name: &str) -> Option<Vec<Rc<str>>> {
    if *class.name == *name {
        return Some(Vec::new());
    }
    class.parents.iter().find_map(|parent| {
        let mut way = way_to(parent, name)?;
        way.insert(0, Rc::clone(&parent.name));
        Some(way)
    })
}
