//! Array IR to loop form.
//!
//! Arrays are buffers of elements in the order of the module's layout. A shape is a list of
//! extents where the rank is known, a buffer of them where it is not. With-loops become
//! nests of loops over known axes; over arrays of unknown rank one flat loop, where the body
//! uses its index only to select from arrays of the loop's own shape; otherwise a loop that
//! counts an index vector up.
//!
//! Integers become indices, which must not overflow. What has no form here yet is a
//! [`Limitation`], never wrong code.

mod condition;
mod home;
mod primitive;
mod statement;
mod with;

use std::fmt;

use cranelift_entity::SecondaryMap;
use formwork_array::Place as SourcePlace;
use formwork_array::ir;
use rustc_hash::FxHashMap;

use crate::loops::{
    Function, FunctionBuilder, FunctionId, Module, Place, ScalarType, TypeError, VariableId,
};
use home::{Home, Ints};

/// Something that cannot be lowered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limitation {
    /// What.
    pub message: String,
    /// Where.
    pub place: SourcePlace,
}

impl fmt::Display for Limitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Limitation {}

type Lowered<T> = Result<T, Limitation>;

/// The loop form of the functions that a program wrote and those they call. Parameters and
/// results are as [`Entry`](crate::loops::Entry) says: a scalar is a variable; an array of
/// known rank a buffer and an index for each extent; any other a buffer and a buffer of extents.
///
/// # Errors
///
/// If something has no loop form yet.
pub fn lower_module(module: &ir::Module) -> Lowered<Module> {
    let mut lowered = Module::new();
    let mut ids: FxHashMap<ir::FunctionId, FunctionId> = FxHashMap::default();
    let wanted = module.used_functions();
    for &id in &wanted {
        // Functions may call each other in any order: all are declared first.
        let empty: Function = FunctionBuilder::new(module.functions[id].name.clone()).finish();
        ids.insert(id, lowered.add(empty));
    }
    for &id in &wanted {
        let function = Lowerer::lower(module, &ids, &module.functions[id])?;
        lowered.replace(ids[&id], function);
    }
    Ok(lowered)
}

struct Lowerer<'m> {
    module: &'m ir::Module,
    ids: &'m FxHashMap<ir::FunctionId, FunctionId>,
    source: &'m ir::Function,
    builder: FunctionBuilder,
    homes: SecondaryMap<ir::ValueId, Option<Home>>,
    place: SourcePlace,
}

/// The scalar type of a base type.
fn scalar_type(base: ir::BaseType) -> ScalarType {
    match base {
        ir::BaseType::Bool => ScalarType::Bool,
        ir::BaseType::Int => ScalarType::Index,
        ir::BaseType::Int8 => ScalarType::I8,
        ir::BaseType::Int16 => ScalarType::I16,
        ir::BaseType::Int32 => ScalarType::I32,
        ir::BaseType::Int64 => ScalarType::I64,
        ir::BaseType::Uint8 => ScalarType::U8,
        ir::BaseType::Uint16 => ScalarType::U16,
        ir::BaseType::Uint32 => ScalarType::U32,
        ir::BaseType::Uint64 => ScalarType::U64,
        ir::BaseType::Float => ScalarType::F32,
        ir::BaseType::Double => ScalarType::F64,
        ir::BaseType::Complex => ScalarType::C64,
    }
}

impl<'m> Lowerer<'m> {
    fn lower(
        module: &'m ir::Module,
        ids: &'m FxHashMap<ir::FunctionId, FunctionId>,
        source: &'m ir::Function,
    ) -> Lowered<Function> {
        let builder = FunctionBuilder::new(source.name.clone());
        let place = SourcePlace::default();
        let mut lowerer =
            Lowerer { module, ids, source, builder, homes: SecondaryMap::new(), place };
        for &parameter in &source.parameters {
            let data = &source.values[parameter];
            let home = lowerer.declare(&data.name, &data.ty);
            for place in home.places() {
                lowerer.builder.parameter(place);
            }
            lowerer.homes[parameter] = Some(home);
        }
        lowerer.block(&source.body)?;
        for (result, ty) in source.body.results.iter().zip(&source.results) {
            let home = lowerer.declare("result", ty);
            lowerer.assign_home(&home, result)?;
            for place in home.places() {
                lowerer.builder.result(place);
            }
        }
        Ok(lowerer.builder.finish())
    }

    fn limit<T>(&self, message: impl Into<String>) -> Lowered<T> {
        Err(Limitation { message: message.into(), place: self.place })
    }

    /// The builder refused operands, which would be a defect of this module.
    fn typed<T>(&self, result: Result<T, TypeError>) -> Lowered<T> {
        result.map_err(|error| Limitation { message: error.to_string(), place: self.place })
    }

    fn index_variable(&mut self, name: &str) -> VariableId {
        self.builder.variable(name, ScalarType::Index)
    }

    /// New storage for a value of a type.
    fn declare(&mut self, name: &str, ty: &ir::Type) -> Home {
        let element = scalar_type(ty.base);
        match ty.class.rank() {
            Some(0) => Home::Scalar(self.builder.variable(name, element)),
            Some(rank) => {
                let buffer = self.builder.buffer(name, element);
                let extents = (0..rank)
                    .map(|axis| self.index_variable(&format!("{name}_n{axis}")))
                    .map(home::Atom::Variable)
                    .collect();
                Home::Array { buffer, shape: Ints::Known(extents) }
            }
            None => {
                let buffer = self.builder.buffer(name, element);
                let shape = self.builder.buffer(format!("{name}_shape"), ScalarType::Index);
                Home::Array { buffer, shape: Ints::Buffer(shape) }
            }
        }
    }
}

impl Home {
    /// What is passed for it.
    fn places(&self) -> Vec<Place> {
        match self {
            Home::Scalar(variable) => vec![Place::Variable(*variable)],
            Home::Array { buffer, shape } => {
                let mut places = vec![Place::Buffer(*buffer)];
                match shape {
                    Ints::Known(atoms) => {
                        places.extend(atoms.iter().filter_map(|atom| match atom {
                            home::Atom::Variable(variable) => Some(Place::Variable(*variable)),
                            home::Atom::Constant(_) => None,
                        }));
                    }
                    Ints::Buffer(shape) => places.push(Place::Buffer(*shape)),
                }
                places
            }
            Home::Elements(_) | Home::Flat { .. } => Vec::new(),
        }
    }
}
