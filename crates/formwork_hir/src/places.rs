//! What stands where in a body: expressions, targets and statements by their places in the text.
//!
//! Who asks for one place after the other must not look through the whole body each time. The
//! order is made when somebody first asks; a copy of a body makes its own.

use std::cell::OnceCell;
use std::fmt;

use formwork_runtime::ops::BinaryOp;
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, ExprId, Stmt, StmtKind, Target};
use crate::scope::SlotId;

/// The places of a body, once somebody has asked for one.
#[derive(Default)]
pub struct Places(OnceCell<Box<Index>>);

impl Clone for Places {
    /// A copy may be changed before it is asked.
    fn clone(&self) -> Places {
        Places::default()
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Places")
    }
}

struct Index {
    /// All expressions by where they stand; the outer of those at one place come later.
    exprs: Vec<(Span, ExprId)>,
    /// Statements `x += y`, by where they stand: the operator, the target and the value.
    updates: FxHashMap<Span, (BinaryOp, Span, ExprId)>,
    /// Targets of statements, with what they are given.
    targets: FxHashMap<Span, Stored>,
    /// Statements right after one that jumps away.
    after_jumps: FxHashSet<Span>,
}

/// What a target is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The variable.
    pub slot: SlotId,
    /// The value; for the variable of a loop, what it goes over.
    pub value: ExprId,
    /// Whether it is the variable of a loop.
    pub by_loop: bool,
}

impl Body {
    /// The expressions that stand exactly there, inner ones first.
    pub fn expressions_at(&self, span: Span) -> impl DoubleEndedIterator<Item = ExprId> + '_ {
        let exprs = &self.index().exprs;
        let first = exprs.partition_point(|(other, _)| *other < span);
        let count = exprs[first..].partition_point(|(other, _)| *other == span);
        exprs[first..first + count].iter().map(|&(_, id)| id)
    }

    /// The expressions that stand inside a place, by where they begin.
    pub fn expressions_within(&self, whole: Span) -> impl Iterator<Item = ExprId> + '_ {
        let exprs = &self.index().exprs;
        let first = exprs.partition_point(|(other, _)| other.start < whole.start);
        let after = exprs.partition_point(|(other, _)| other.start <= whole.end);
        let near = &exprs[first..after.max(first)];
        near.iter().filter(move |(span, _)| span.end <= whole.end).map(|&(_, id)| id)
    }

    /// The statement `x += y` that stands there: its operator, its target and its value.
    #[must_use]
    pub fn update_at(&self, span: Span) -> Option<(BinaryOp, Span, ExprId)> {
        self.index().updates.get(&span).copied()
    }

    /// What the target of a statement that stands there is given.
    #[must_use]
    pub fn stored_at(&self, span: Span) -> Option<Stored> {
        self.index().targets.get(&span).copied()
    }

    /// Whether a statement comes right after one that jumps away, in its own block.
    #[must_use]
    pub fn is_after_jump(&self, span: Span) -> bool {
        self.index().after_jumps.contains(&span)
    }

    fn index(&self) -> &Index {
        self.places.0.get_or_init(|| Box::new(Index::of(self)))
    }
}

impl Index {
    fn of(body: &Body) -> Index {
        let mut exprs: Vec<(Span, ExprId)> =
            body.exprs.iter().map(|(id, expr)| (expr.span, id)).collect();
        exprs.sort_unstable();
        let mut index = Index {
            exprs,
            updates: FxHashMap::default(),
            targets: FxHashMap::default(),
            after_jumps: FxHashSet::default(),
        };
        for (_, block) in crate::walk::blocks(&body.statements) {
            index.note_block(block);
        }
        index
    }

    fn note_block(&mut self, statements: &[Stmt]) {
        for pair in statements.windows(2) {
            if matches!(pair[0].kind, StmtKind::Return | StmtKind::Break | StmtKind::Continue) {
                self.after_jumps.insert(pair[1].span);
            }
        }
        for stmt in statements {
            match &stmt.kind {
                StmtKind::Assign(assign) => {
                    if let (Some(op), Some(Target::Place { span, .. })) =
                        (assign.op, assign.targets.first())
                    {
                        self.updates.insert(stmt.span, (op, *span, assign.value));
                    }
                    for target in &assign.targets {
                        self.note_target(target, assign.value, false);
                    }
                }
                StmtKind::For(each) => self.note_target(&each.target, each.iterable, true),
                _ => {}
            }
        }
    }

    fn note_target(&mut self, target: &Target, value: ExprId, by_loop: bool) {
        if let Target::Place { slot, span, .. } = target {
            self.targets.insert(*span, Stored { slot: *slot, value, by_loop });
        }
    }
}
