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

mod blocked;
mod bounds;
mod call;
mod cells;
mod condition;
mod control;
mod counted;
mod dispatch;
mod liveness;
mod overwritten;
mod primitive;
mod reuse;
mod statement;
mod storage;
mod target;
mod with;

use std::fmt;

use cranelift_entity::SecondaryMap;
use formwork_array::Place as SourcePlace;
use formwork_array::ir;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::loops::{
    ArrayClass, BufferId, Entry, EntryValue, Extent, Function, FunctionBuilder, FunctionId, Layout,
    Module, Place, ScalarType, TypeError, VariableId,
};
use blocked::Current;
use bounds::Bounds;
use liveness::Liveness;
use overwritten::overwritten;
use reuse::Moment;
use storage::{Ints, Storage};

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
/// results are as [`Entry`] says: a scalar is a variable; an array of known rank a buffer and
/// an index for each extent that its type leaves open; any other a buffer and a buffer of
/// extents.
///
/// # Errors
///
/// If something has no loop form yet.
pub fn lower_module(module: &ir::Module) -> Lowered<Module> {
    let roots = module.functions.keys().filter(|&id| module.functions[id].is_source);
    lower_from(module, roots.collect())
}

/// The loop form of one function and those it calls, with an entry for it that has its name.
///
/// # Errors
///
/// If something has no loop form yet.
pub fn lower_program(module: &ir::Module, root: ir::FunctionId) -> Lowered<Module> {
    let mut lowered = lower_from(module, vec![root])?;
    let source = &module.functions[root];
    let value = |name: String, ty: &ir::Type| EntryValue {
        name,
        class: array_class(ty.base),
        complex: ty.base == ir::BaseType::Complex,
        layout: match &ty.class {
            ir::ShapeClass::Any => Layout::AnyRank,
            class if class.rank() == Some(0) => Layout::Scalar,
            ir::ShapeClass::Rank(rank) => Layout::Array(vec![Extent::Passed; *rank]),
            ir::ShapeClass::Known(shape) => {
                Layout::Array(shape.iter().map(|&extent| Extent::Known(extent)).collect())
            }
        },
    };
    let arguments = source
        .parameters
        .iter()
        .map(|&parameter| &source.values[parameter])
        .map(|data| value(data.name.clone(), &data.ty))
        .collect();
    let results = source
        .results
        .iter()
        .enumerate()
        .map(|(number, ty)| value(format!("result_{number}"), ty))
        .collect();
    let first = lowered.functions().next().map(|(function, _)| function);
    if let Some(function) = first {
        lowered.add_entry(Entry { name: source.name.clone(), function, arguments, results });
    }
    Ok(lowered)
}

fn lower_from(module: &ir::Module, roots: Vec<ir::FunctionId>) -> Lowered<Module> {
    let mut requests = Requests::default();
    for root in roots {
        requests.function(module, root, SourcePlace::default());
    }
    let mut next = 0;
    while let Some(&(source, outer, id)) = requests.queue.get(next) {
        next += 1;
        let source = &module.functions[source];
        let name = requests.lowered.function(id).name().to_owned();
        let (function, others) = Lowerer::lower(module, requests, source, (name, outer));
        requests = others;
        requests.lowered.replace(id, function?);
    }
    Ok(requests.lowered)
}

/// The functions that are lowered or are going to be.
#[derive(Default)]
struct Requests {
    lowered: Module,
    ids: FxHashMap<(ir::FunctionId, SourcePlace), FunctionId>,
    /// How many functions have a name.
    names: FxHashMap<String, usize>,
    queue: Vec<(ir::FunctionId, SourcePlace, FunctionId)>,
}

impl Requests {
    /// The loop form of a function as it is called at a place. What fails in a function of
    /// the prelude fails where that is called, so each place has one of its own.
    fn function(
        &mut self,
        module: &ir::Module,
        source: ir::FunctionId,
        place: SourcePlace,
    ) -> FunctionId {
        let function = &module.functions[source];
        let place = if function.is_source { SourcePlace::default() } else { place };
        if let Some(&known) = self.ids.get(&(source, place)) {
            return known;
        }
        let used = self.names.entry(function.name.clone()).or_default();
        *used += 1;
        let name = match *used {
            1 => function.name.clone(),
            number => format!("{}_{number}", function.name),
        };
        // Functions may call each other in any order: they are declared first.
        let id = self.lowered.add(FunctionBuilder::new(name).finish());
        self.ids.insert((source, place), id);
        self.queue.push((source, place, id));
        id
    }
}

struct Lowerer<'m> {
    module: &'m ir::Module,
    requests: Requests,
    source: &'m ir::Function,
    builder: FunctionBuilder,
    liveness: Liveness,
    bounds: Bounds,
    /// New arrays whose elements are set before they are read.
    overwritten: FxHashSet<ir::ValueId>,
    storages: SecondaryMap<ir::ValueId, Option<Storage>>,
    /// The values that live in a buffer, or did.
    inhabitants: SecondaryMap<BufferId, Vec<ir::ValueId>>,
    /// Where new arrays are put in the end, if nothing else speaks against it.
    preferred: SecondaryMap<ir::ValueId, Option<BufferId>>,
    /// Shapes whose elements are counted, and the counts, where they are in sight.
    counts: Vec<(ir::Operand, VariableId)>,
    /// The block of elements that a loop is run for.
    blocked: Option<Current>,
    place: SourcePlace,
    /// Where the function is called, if it has no places of its own.
    outer: SourcePlace,
}

/// The class of an array of a base type.
#[must_use]
pub fn array_class(base: ir::BaseType) -> ArrayClass {
    match base {
        ir::BaseType::Bool => ArrayClass::Logical,
        ir::BaseType::Int | ir::BaseType::Int64 => ArrayClass::Int64,
        ir::BaseType::Int8 => ArrayClass::Int8,
        ir::BaseType::Int16 => ArrayClass::Int16,
        ir::BaseType::Int32 => ArrayClass::Int32,
        ir::BaseType::Uint8 => ArrayClass::Uint8,
        ir::BaseType::Uint16 => ArrayClass::Uint16,
        ir::BaseType::Uint32 => ArrayClass::Uint32,
        ir::BaseType::Uint64 => ArrayClass::Uint64,
        ir::BaseType::Float => ArrayClass::Single,
        ir::BaseType::Double | ir::BaseType::Complex => ArrayClass::Double,
    }
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
        requests: Requests,
        source: &'m ir::Function,
        (name, outer): (String, SourcePlace),
    ) -> (Lowered<Function>, Requests) {
        let mut lowerer = Lowerer {
            module,
            requests,
            source,
            builder: FunctionBuilder::new(name),
            liveness: Liveness::of(source),
            bounds: Bounds::of(source),
            overwritten: overwritten(source),
            storages: SecondaryMap::new(),
            inhabitants: SecondaryMap::new(),
            preferred: SecondaryMap::new(),
            counts: Vec::new(),
            blocked: None,
            place: SourcePlace::default(),
            outer,
        };
        match lowerer.function() {
            Ok(()) => (Ok(lowerer.builder.finish()), lowerer.requests),
            Err(limitation) => (Err(limitation), lowerer.requests),
        }
    }

    fn function(&mut self) -> Lowered<()> {
        let source = self.source;
        for &parameter in &source.parameters {
            let data = &source.values[parameter];
            let storage = self.declare(&data.name, &data.ty);
            for place in storage.places() {
                self.builder.parameter(place);
            }
            self.set_storage(parameter, storage);
        }
        self.block(&source.body)?;
        let results = &source.body.results;
        for (result, ty) in results.iter().zip(&source.results) {
            let storage = self.declare("result", ty);
            self.hand_over(&storage, result, results, Moment::End)?;
            for place in storage.places() {
                self.builder.result(place);
            }
        }
        Ok(())
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
    fn declare(&mut self, name: &str, ty: &ir::Type) -> Storage {
        let element = scalar_type(ty.base);
        match ty.class.rank() {
            Some(0) => Storage::Scalar(self.builder.variable(name, element)),
            Some(rank) => {
                let buffer = self.builder.buffer(name, element);
                let extents = match ty.class.known() {
                    Some(shape) => shape.iter().copied().map(storage::Atom::Constant).collect(),
                    None => (0..rank)
                        .map(|axis| self.index_variable(&format!("{name}_n{axis}")))
                        .map(storage::Atom::Variable)
                        .collect(),
                };
                Storage::Array { buffer, shape: Ints::Known(extents) }
            }
            None => {
                let buffer = self.builder.buffer(name, element);
                let shape = self.builder.buffer(format!("{name}_shape"), ScalarType::Index);
                Storage::Array { buffer, shape: Ints::Buffer(shape) }
            }
        }
    }
}

impl Storage {
    /// What is passed for it.
    fn places(&self) -> Vec<Place> {
        match self {
            Storage::Scalar(variable) => vec![Place::Variable(*variable)],
            Storage::Array { buffer, shape } => {
                let mut places = vec![Place::Buffer(*buffer)];
                match shape {
                    Ints::Known(atoms) => {
                        places.extend(atoms.iter().filter_map(|atom| match atom {
                            storage::Atom::Variable(variable) => Some(Place::Variable(*variable)),
                            storage::Atom::Constant(_) => None,
                        }));
                    }
                    Ints::Buffer(shape) => places.push(Place::Buffer(*shape)),
                }
                places
            }
            Storage::Elements(_) | Storage::Flat { .. } => Vec::new(),
        }
    }
}
