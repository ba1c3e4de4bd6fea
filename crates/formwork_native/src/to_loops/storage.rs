//! Where values live.

use formwork_array::ir::Operand;

use crate::loops::{Binding, BufferId, VariableId};

/// A known or computed index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Constant(i64),
    Variable(VariableId),
}

/// A vector of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ints {
    /// Of known length.
    Known(Vec<Atom>),
    /// In a buffer.
    Buffer(BufferId),
}

/// Where a value lives.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    Scalar(VariableId),
    /// A vector of indices that is not stored anywhere.
    Elements(Vec<Atom>),
    Array {
        buffer: BufferId,
        shape: Ints,
    },
    /// The index vector of a flat loop over all elements of a shape.
    Flat {
        position: VariableId,
        shape: Operand,
    },
}

impl Storage {
    /// What is passed for it.
    pub(super) fn places(&self) -> Vec<Binding> {
        match self {
            Storage::Scalar(variable) => vec![Binding::Variable(*variable)],
            Storage::Array { buffer, shape } => {
                let mut places = vec![Binding::Buffer(*buffer)];
                match shape {
                    Ints::Known(atoms) => {
                        places.extend(atoms.iter().filter_map(|atom| match atom {
                            Atom::Variable(variable) => Some(Binding::Variable(*variable)),
                            Atom::Constant(_) => None,
                        }));
                    }
                    Ints::Buffer(shape) => places.push(Binding::Buffer(*shape)),
                }
                places
            }
            Storage::Elements(_) | Storage::Flat { .. } => Vec::new(),
        }
    }
}
