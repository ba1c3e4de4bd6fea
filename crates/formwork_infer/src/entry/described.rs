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
//!
//! A call that is written as a whole is described by its arguments (`called`).

use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, Fields};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, Unit};
use formwork_runtime::Class;
use formwork_shape::shape::Algebra;
use rustc_hash::FxHashMap;

use crate::engine::Analyst;
use crate::entry::spec::{ArgumentSpec, SpecError, SpecKind, described};
use crate::entry::supplied::WrittenExpr;
use crate::trace::{Destination, Supplied};

/// What is said of parameters.
#[derive(Debug, Default)]
pub(crate) struct Described {
    /// Those of which something is said, by name.
    pub(crate) values: FxHashMap<String, AbstractValue>,
    /// The fields that were described, by the parameter: the path of each (`opts.n`).
    pub(crate) fields: Vec<(String, String, AbstractValue)>,
    /// The expressions that were written for parameters and fields.
    pub(crate) supplied: Vec<Supplied>,
    /// What was written for `varargin`, and how many elements that has.
    pub(crate) rest: Option<(AbstractValue, usize)>,
    /// The call that was written, if it was written as a whole.
    pub(crate) call: Option<CalledWith>,
}

/// A call that was written as a whole.
#[derive(Debug)]
pub(crate) struct CalledWith {
    /// Its arguments.
    pub(crate) args: Vec<AbstractValue>,
    /// How many outputs it asks for, if that is known.
    pub(crate) nargout: Option<usize>,
    /// The names in it that nothing defines.
    pub(crate) names: Vec<Rc<str>>,
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
        unit: &Rc<Unit>,
        body: &Rc<Body>,
        specs: &[ArgumentSpec],
    ) -> Result<Described, SpecError> {
        let mut all = Described::default();
        // What is said of a parameter comes before what is said of its fields.
        let (fields, whole): (Vec<_>, Vec<_>) = specs.iter().partition(|spec| spec.is_field());
        let mut passed_over = None;
        for spec in whole.into_iter().chain(fields) {
            let slot = match parameter_slot(body, spec) {
                Err(error) if spec.optional => {
                    passed_over = Some(error);
                    continue;
                }
                found => found?,
            };
            if body.varargin == Some(slot) {
                self.described_rest(unit, spec, slot, &mut all)?;
                continue;
            }
            let value = match &spec.kind {
                SpecKind::Value(text) => {
                    let to = match spec.is_field() {
                        true => {
                            let names = spec.name.split('.').skip(1).map(Rc::from);
                            Destination::Field(slot, names.collect())
                        }
                        false => Destination::Parameter(slot),
                    };
                    let supplied = self.supply(unit, to, text, &[])?;
                    let value = supplied.value.clone();
                    all.supplied.push(supplied);
                    value
                }
                kind @ SpecKind::Type { .. } => described(&mut self.algebra, &spec.name, kind)
                    .unwrap_or_else(AbstractValue::unknown),
            };
            if spec.is_field() {
                all.set_field(spec, value)?;
            } else {
                self.describe_once(&mut all, spec, value)?;
            }
        }
        // A file of which nothing has a parameter is not the one that was meant.
        match passed_over.filter(|_| all.values.is_empty() && all.supplied.is_empty()) {
            Some(error) => Err(error),
            None => Ok(all),
        }
    }

    /// Sets what a parameter is; one that has a value may be described besides, as what it is.
    fn describe_once(
        &self,
        all: &mut Described,
        spec: &ArgumentSpec,
        value: AbstractValue,
    ) -> Result<(), SpecError> {
        let Some(earlier) = all.values.get(&spec.name) else {
            all.values.insert(spec.name.clone(), value);
            return Ok(());
        };
        let sizes = (earlier.size(&self.algebra), value.size(&self.algebra));
        let differ = matches!(&sizes, (Some(a), Some(b)) if a != b);
        if differ || earlier.classes.intersection(value.classes).is_empty() {
            return Err(SpecError(format!(
                "the value of '{}' is not what is said of it: {}",
                spec.name, spec.kind
            )));
        }
        Ok(())
    }

    /// What is written for `varargin`: its elements one by one, or a cell array of a known size.
    fn described_rest(
        &mut self,
        unit: &Rc<Unit>,
        spec: &ArgumentSpec,
        slot: SlotId,
        all: &mut Described,
    ) -> Result<(), SpecError> {
        let (SpecKind::Value(text), false) = (&spec.kind, spec.is_field()) else {
            return Err(SpecError(format!(
                "'{}' can only be given as a whole: write 'varargin={{2, 0.3}}'",
                spec.name
            )));
        };
        let cells = WrittenExpr::read(text, self.program.dialect())?.cells();
        if let Some(cells) = cells {
            let mut elements = Vec::new();
            for (place, text) in cells.iter().enumerate() {
                let supplied = self.supply(unit, Destination::Rest(place), text, &[])?;
                elements.push(supplied.value.clone());
                all.supplied.push(supplied);
            }
            all.rest = Some((self.cell_row(elements), cells.len()));
            return Ok(());
        }
        let supplied = self.supply(unit, Destination::Parameter(slot), text, &[])?;
        let size = supplied.value.size(&self.algebra).map(|size| size.extents().to_vec());
        let count = match size.as_deref() {
            Some(&[0, 0]) => Some(0),
            Some(&[1, columns]) => usize::try_from(columns).ok(),
            _ => None,
        };
        let is_cell = supplied.value.classes.single() == Some(Class::Cell);
        let Some(count) = count.filter(|_| is_cell) else {
            return Err(SpecError(format!(
                "'{text}' is no row of cells: write 'varargin={{2, 0.3}}'"
            )));
        };
        all.rest = Some((supplied.value.clone(), count));
        all.supplied.push(supplied);
        Ok(())
    }
}

/// The parameter that a description is about.
fn parameter_slot(body: &Body, spec: &ArgumentSpec) -> Result<SlotId, SpecError> {
    let name = spec.parameter();
    let slots = body.inputs.iter().filter_map(|input| input.slot).chain(body.varargin);
    let found = slots.into_iter().find(|&slot| *body.slots[slot].name == *name);
    found.ok_or_else(|| {
        let all = body.inputs.iter().filter_map(|input| input.slot).chain(body.varargin);
        let all: Vec<&str> = all.map(|slot| &*body.slots[slot].name).collect();
        let which = match &all[..] {
            [] => "it has none".to_owned(),
            all => format!("its parameters are {}", all.join(", ")),
        };
        SpecError(format!("'{name}' is no parameter of {}: {which}", body.name))
    })
}
