//! What is remembered of variables of which nothing is known but that they were used as sizes.

use formwork_hir::body::{Body, ExprId, ExprKind};
use formwork_hir::{FunctionId, SlotId};
use formwork_runtime::ops::BinaryOp;
use formwork_shape::extent::ExtentId;
use formwork_shape::shape::Algebra;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

use crate::expr::size::Size;

/// What the analyst remembers of variables of which nothing is known but that they were
/// used as sizes. The keys are names of integers that belong to one value of a variable.
#[derive(Default)]
pub(crate) struct SizeNames {
    /// Integers that are the first elements of values that are no text with characters.
    pub(crate) numbers: FxHashSet<ExtentId>,
    /// The extent that the last of several arguments stands for: by its first element,
    /// and by the extent if it is the name of a class.
    pub(crate) last: FxHashMap<(ExtentId, ExtentId), ExtentId>,
    /// What operations on sizes stand for that the algebra cannot express.
    pub(crate) computed_sizes: FxHashMap<(BinaryOp, Size, Size), ExtentId>,
    /// The variables that a body computes with, by where the body is; it is kept so that
    /// no other can be there.
    pub(crate) computed: FxHashMap<FunctionId, FxHashSet<SlotId>>,
}

impl SizeNames {
    /// Forgets what holds only in the iteration that is being walked.
    pub(crate) fn next_iteration(&mut self, algebra: &Algebra) {
        self.last.retain(|(_, otherwise), _| algebra.extents().as_literal(*otherwise).is_some());
        self.computed_sizes.clear();
    }

    /// Whether a body computes with a variable.
    pub(crate) fn is_computed_with(&mut self, body: &Rc<Body>, slot: SlotId) -> bool {
        self.computed.entry(body.id).or_insert_with(|| computed_with(body)).contains(&slot)
    }
}

/// The variables that are operands of arithmetic or ends of ranges.
fn computed_with(body: &Body) -> FxHashSet<SlotId> {
    let mut slots = FxHashSet::default();
    for expr in body.exprs.values() {
        let operands: SmallVec<[ExprId; 3]> = match &expr.kind {
            ExprKind::Range(first, step, last) => {
                [Some(*first), *step, Some(*last)].into_iter().flatten().collect()
            }
            // Names are compared, too, but only whether they are equal.
            ExprKind::Binary(op, left, right)
                if !matches!(
                    op,
                    BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or
                ) =>
            {
                SmallVec::from_slice(&[*left, *right])
            }
            _ => continue,
        };
        slots.extend(operands.into_iter().filter_map(|operand| match body.exprs[operand].kind {
            ExprKind::Var(slot) => Some(slot),
            _ => None,
        }));
    }
    slots
}
