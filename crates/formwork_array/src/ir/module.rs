//! A module: functions that call each other, and what they call.

use cranelift_entity::PrimaryMap;

use super::array::Layout;
use super::base::BaseType;
use super::call_graph::callees;
use super::function::Function;
use super::ids::{ExternId, FunctionId};
use super::op::{ExternDecl, Overload};
use super::types::Type;

/// Functions that call each other.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Module {
    /// The functions.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// The library functions.
    pub externs: PrimaryMap<ExternId, ExternDecl>,
    /// In which order elements lie.
    pub layout: Layout,
    /// The function `(++)` on vectors of integers, which attributes are made with.
    pub concatenate: Option<FunctionId>,
}

impl Module {
    /// The function of this name; of overloaded ones the first.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// The functions that the program wrote and those that they call, in order.
    #[must_use]
    pub fn used_functions(&self) -> Vec<FunctionId> {
        let mut used: Vec<FunctionId> =
            self.functions.keys().filter(|&id| self.functions[id].is_source).collect();
        let mut next = 0;
        while next < used.len() {
            for callee in callees(&self.functions[used[next]]) {
                if !used.contains(&callee) {
                    used.push(callee);
                }
            }
            next += 1;
        }
        used
    }

    /// The types of the parameters of a function.
    #[must_use]
    pub fn parameter_types(&self, function: FunctionId) -> Vec<Type> {
        let function = &self.functions[function];
        function.parameters.iter().map(|&value| function.values[value].ty.clone()).collect()
    }

    /// The types of the results of a target on arguments of these types.
    #[must_use]
    pub fn target_results(&self, target: Overload, arguments: &[BaseType]) -> Vec<Type> {
        match target {
            Overload::Prim(prim) => prim.result(arguments).map(Type::scalar).into_iter().collect(),
            Overload::Function(function) => self.functions[function].results.clone(),
        }
    }
}
