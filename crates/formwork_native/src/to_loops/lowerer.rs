//! The state of the lowering of a function.

use std::fmt;

use cranelift_entity::SecondaryMap;
use formwork_array::TextPosition as SourcePlace;
use formwork_array::ir;
use rustc_hash::{FxHashMap, FxHashSet};

use super::blocked::Current;
use super::bounds::Bounds;
use super::liveness::Liveness;
use super::overwritten::overwritten;
use super::reuse::Moment;
use super::storage::{Atom, Ints, Storage};
use super::types::scalar_type;
use crate::loops::{
    BufferId, Function, FunctionBuilder, FunctionId, Module, ScalarType, TypeError, VariableId,
};

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

/// What a part of the lowering gives.
pub(super) type Lowered<T> = Result<T, Limitation>;

/// The functions that are lowered or are going to be.
#[derive(Default)]
pub(super) struct Requests {
    pub(super) lowered: Module,
    pub(super) ids: FxHashMap<(ir::FunctionId, SourcePlace), FunctionId>,
    /// How many functions have a name.
    pub(super) names: FxHashMap<String, usize>,
    pub(super) queue: Vec<(ir::FunctionId, SourcePlace, FunctionId)>,
}

impl Requests {
    /// The loop form of a function as it is called at a place. What fails in a function of
    /// the prelude fails where that is called, so each place has one of its own.
    pub(super) fn function(
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

/// What makes the loop form of a function.
pub(super) struct Lowerer<'m> {
    pub(super) module: &'m ir::Module,
    pub(super) requests: Requests,
    pub(super) source: &'m ir::Function,
    pub(super) builder: FunctionBuilder,
    pub(super) liveness: Liveness,
    pub(super) bounds: Bounds,
    /// New arrays whose elements are set before they are read.
    pub(super) overwritten: FxHashSet<ir::ValueId>,
    pub(super) storages: SecondaryMap<ir::ValueId, Option<Storage>>,
    /// The values that live in a buffer, or did.
    pub(super) inhabitants: SecondaryMap<BufferId, Vec<ir::ValueId>>,
    /// Where new arrays are put in the end, if nothing else speaks against it.
    pub(super) preferred: SecondaryMap<ir::ValueId, Option<BufferId>>,
    /// Shapes whose elements are counted, and the counts, where they are in sight.
    pub(super) counts: Vec<(ir::Operand, VariableId)>,
    /// The block of elements that a loop is run for.
    pub(super) blocked: Option<Current>,
    pub(super) place: SourcePlace,
    /// Where the function is called, if it has no places of its own.
    pub(super) outer: SourcePlace,
}

impl<'m> Lowerer<'m> {
    pub(super) fn lower(
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

    pub(super) fn limit<T>(&self, message: impl Into<String>) -> Lowered<T> {
        Err(Limitation { message: message.into(), place: self.place })
    }

    /// The builder refused operands, which would be a defect of this module.
    pub(super) fn typed<T>(&self, result: Result<T, TypeError>) -> Lowered<T> {
        result.map_err(|error| Limitation { message: error.to_string(), place: self.place })
    }

    pub(super) fn index_variable(&mut self, name: &str) -> VariableId {
        self.builder.variable(name, ScalarType::Index)
    }

    /// New storage for a value of a type.
    pub(super) fn declare(&mut self, name: &str, ty: &ir::Type) -> Storage {
        let element = scalar_type(ty.base);
        match ty.class.rank() {
            Some(0) => Storage::Scalar(self.builder.variable(name, element)),
            Some(rank) => {
                let buffer = self.builder.buffer(name, element);
                let extents = match ty.class.known() {
                    Some(shape) => shape.iter().copied().map(Atom::Constant).collect(),
                    None => (0..rank)
                        .map(|axis| self.index_variable(&format!("{name}_n{axis}")))
                        .map(Atom::Variable)
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
