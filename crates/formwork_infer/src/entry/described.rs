//! What is said of the parameters of one function: values for them, and for their fields.
//!
//! A description names a parameter (`x: double 3x4`) or a field of one (`opts.n: double 1x1`,
//! `opts.grid.h: 1xn`). A parameter of which fields are described is one struct; it may have other
//! fields, of which nothing is said. Fields that are described are listed like parameters.
//!
//! ```text
//! opts.n: double 1x1        opts : struct 1x1, with a field n : double 1x1 and perhaps others
//! opts.m = 4
//! ```

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, Fields};
use formwork_hir::body::Body;
use formwork_runtime::Class;
use formwork_shape::shape::Algebra;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::entry::spec::{ArgumentSpec, SpecError, SpecKind, described};

/// What is said of parameters.
#[derive(Debug, Default)]
pub(crate) struct Described {
    /// Those of which something is said, by name.
    pub(crate) values: FxHashMap<String, AbstractValue>,
    /// The fields that were described, by the parameter: the path of each (`opts.n`).
    pub(crate) fields: Vec<(String, String, AbstractValue)>,
}

impl Described {
    /// Whether nothing but fields of a parameter was described.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        self.fields.iter().any(|(parameter, ..)| parameter == name)
    }

    /// Sets a field of a parameter.
    fn set_field(&mut self, spec: &ArgumentSpec, value: AbstractValue) -> Result<(), SpecError> {
        let mut path = spec.name.split('.');
        let parameter = path.next().unwrap_or_default().to_owned();
        let names: Vec<&str> = path.collect();
        let whole = self.values.entry(parameter.clone()).or_insert_with(one_struct);
        if !store(whole, &names, value.clone()) {
            let message = "what is said of it is said of no struct with fields of its own";
            return Err(SpecError(format!("'{}' is no field: {message}", spec.name)));
        }
        self.fields.push((parameter, spec.name.clone(), value));
        Ok(())
    }
}

/// A struct of which no field is known.
fn one_struct() -> AbstractValue {
    let fields = Fields { known: Vec::new(), open: true };
    AbstractValue {
        contents: Some(Contents::Fields(Rc::new(fields))),
        ..AbstractValue::new(ClassSet::only(Class::Struct), Some(Algebra::SCALAR))
    }
}

/// Stores a value in a field; false if there is no struct to store it in.
fn store(whole: &mut AbstractValue, names: &[&str], value: AbstractValue) -> bool {
    let [name, rest @ ..] = names else { return false };
    if whole.classes.single() != Some(Class::Struct) || !whole.is_scalar() {
        return false;
    }
    let mut fields = match &whole.contents {
        Some(Contents::Fields(fields)) => (**fields).clone(),
        Some(_) => return false,
        None => Fields { known: Vec::new(), open: true },
    };
    let name: Rc<str> = (*name).into();
    let value = if rest.is_empty() {
        if fields.get(&name).is_some() {
            return false;
        }
        value
    } else {
        let mut inner = fields.get(&name).cloned().unwrap_or_else(one_struct);
        if !store(&mut inner, rest, value) {
            return false;
        }
        inner
    };
    fields.set(&name, value);
    whole.contents = Some(Contents::Fields(Rc::new(fields)));
    true
}

impl Analyst<'_> {
    /// The values that descriptions of the parameters of a function stand for.
    pub(crate) fn described(
        &mut self,
        body: &Body,
        specs: &[ArgumentSpec],
    ) -> Result<Described, SpecError> {
        for spec in specs {
            let known = body.inputs.iter().any(|input| {
                input.slot.is_some_and(|slot| *body.slots[slot].name == *spec.parameter())
            });
            if !known {
                let name = spec.parameter();
                return Err(SpecError(format!("'{name}' is no parameter of {}", body.name)));
            }
        }
        let mut all = Described::default();
        // What is said of a parameter comes before what is said of its fields.
        let (fields, whole): (Vec<_>, Vec<_>) = specs.iter().partition(|spec| spec.is_field());
        for spec in whole.into_iter().chain(fields) {
            let value = match &spec.kind {
                SpecKind::Value(text) => self.value_of_text(text)?,
                kind @ SpecKind::Type { .. } => described(&mut self.algebra, &spec.name, kind)
                    .unwrap_or_else(AbstractValue::unknown),
            };
            if spec.is_field() {
                all.set_field(spec, value)?;
            } else {
                all.values.insert(spec.name.clone(), value);
            }
        }
        Ok(all)
    }
}
