//! Comments that say something to tools.

use formwork_syntax::{Annotation, CommentId, Directive, ExprId, ExprKind, Number, VariableFact};

use super::Lowerer;
use crate::body::{Note, VariableNote};

impl Lowerer<'_> {
    /// What a comment says, if it says something to tools that can be made sense of.
    pub(super) fn note(&mut self, id: CommentId) -> Option<Note> {
        let tree = self.tree;
        let Directive::Annotation(annotation) = &tree.comment(id).directive else { return None };
        Some(match annotation {
            Annotation::Variable { name, fact } => {
                let said = self.variable_note(fact)?;
                Note::Variable(self.slot_named(tree.name(*name)), said)
            }
            Annotation::Nargin(count) => Note::Nargin(self.whole(*count)?),
            Annotation::Nargout(count) => Note::Nargout(self.whole(*count)?),
            Annotation::Unroll => Note::Unroll,
            Annotation::NoUnroll => Note::NoUnroll,
            Annotation::Preserve(name) => Note::Preserve(tree.name(*name).into()),
            Annotation::NoInterpret(name) => Note::NoInterpret(tree.name(*name).into()),
        })
    }

    fn variable_note(&self, fact: &VariableFact) -> Option<VariableNote> {
        Some(match fact {
            VariableFact::Size(size) => VariableNote::Size(self.extents(*size)?),
            VariableFact::Ndims(count) => VariableNote::Ndims(self.whole(*count)?),
            VariableFact::Widen(axis) => VariableNote::Widen(self.whole(*axis)?),
            VariableFact::Real(real) => VariableNote::Real(*real),
            VariableFact::Logical(logical) => VariableNote::Logical(*logical),
            VariableFact::Class(name) => VariableNote::Class(self.tree.name(*name).into()),
            VariableFact::RealDouble => VariableNote::RealDouble,
            VariableFact::RealScalar => VariableNote::RealScalar,
            VariableFact::Defined => VariableNote::Defined,
            VariableFact::Undefined => VariableNote::Undefined,
        })
    }

    /// The extents of a list: what is no number is not given.
    fn extents(&self, id: ExprId) -> Option<Box<[Option<u64>]>> {
        let ExprKind::Matrix(rows) = &self.tree.expr(id).kind else { return None };
        let [row] = &rows[..] else { return None };
        Some(row.iter().map(|&element| self.whole(element)).collect())
    }

    /// A number that is written out.
    fn whole(&self, id: ExprId) -> Option<u64> {
        match self.tree.expr(id).kind {
            ExprKind::Number(Number::Whole(value)) => Some(value),
            ExprKind::Number(Number::Real(value)) if value >= 0.0 && value.fract() == 0.0 => {
                Some(value as u64)
            }
            _ => None,
        }
    }
}
