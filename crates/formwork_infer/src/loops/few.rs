//! Loops with few iterations, all of which are known beforehand, that fill or read containers.
//!
//! What a loop does to cells and fields is found for any iteration: `c{k} = …` says of every cell
//! what holds for all of them. Where the iterations are known and few, the loop is walked once more
//! after it is solved, iteration by iteration, for the state behind it. What is recorded of the loop
//! itself stays as solving found it: it holds in every iteration.
//!
//! ```text
//! for k = 1:3
//!   c{k} = zeros (k, 1);       solved: c is 1 x 3, each element a column
//! end
//! x = c{2};                    iteration by iteration: x is 2 x 1
//! ```

use std::rc::Rc;

use formwork_domain::AbstractValue;
use formwork_hir::body::{Body, ExprKind, For, Link, Root, Target};
use formwork_hir::walk::{statements, subexpressions};
use formwork_syntax::Span;

use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::loops::unroll::{Went, columns_of};
use crate::state::fork::Fork;
use crate::state::frame::Snapshot;

/// The most iterations that are walked one by one.
const FEW: usize = 8;

/// The most statements that an iteration may have.
const SHORT: usize = 24;

impl Analyst<'_> {
    /// The state behind a loop that was solved, walked iteration by iteration, if that may tell more.
    pub(crate) fn walk_few(
        &mut self,
        body: &Rc<Body>,
        for_loop: &For,
        iterable: &AbstractValue,
        (fork, span): (&Fork, Span),
    ) -> Option<Snapshot> {
        let plain = match (&for_loop.target, &for_loop.key) {
            (Target::Place { slot, links, span }, None) if links.is_empty() => Some((*slot, *span)),
            _ => None,
        };
        let (slot, place) = plain?;
        let frame = self.frame();
        if self.tracing() || frame.sweep.is_some() || !frame.loops.is_empty() {
            return None;
        }
        let columns = iterable.constant().and_then(columns_of)?;
        if columns.is_empty() || columns.len() > FEW || !self.is_worth_it(body, for_loop) {
            return None;
        }
        let passed = self.frame().record.passed.clone();
        let returns = self.frame().returns.len();
        let mark = self.frame_mut().record.watch();
        let inner = self.fork();
        let mut ended = true;
        for column in columns {
            self.memo.short.clear();
            self.memo.sizes.next_iteration(&self.algebra);
            self.set_known(slot, column, place);
            ended = matches!(self.iteration_of(body, &for_loop.body, span), Went::On);
            if !ended || self.exhausted() {
                break;
            }
        }
        let end = (ended && self.alive() && !self.exhausted())
            .then(|| self.snapshot(fork.mark, fork.assumed));
        self.leave(inner);
        self.memo.short.clear();
        self.memo.sizes.next_iteration(&self.algebra);
        let frame = self.frame_mut();
        frame.returns.truncate(returns);
        frame.record.take_back(mark);
        frame.record.settle();
        frame.record.passed = passed;
        end
    }

    /// Whether iterations are short, each ends by itself, only what is built in is called, and
    /// elements of cells or fields are read or set.
    fn is_worth_it(&mut self, body: &Rc<Body>, for_loop: &For) -> bool {
        let block = &for_loop.body;
        if formwork_hir::query::has_jump(block)
            || formwork_hir::query::loop_depth(block) > 0
            || statements(block).take(SHORT + 1).count() > SHORT
        {
            return false;
        }
        let mut contained = false;
        let mut see = |links: &[Link]| {
            contained |= links.iter().any(|link| match link {
                Link::Brace(_) | Link::Field(_) | Link::DynamicField(_) => true,
                Link::Paren(_) => false,
            });
        };
        let mut calls = Vec::new();
        for stmt in statements(block) {
            for target in stmt.targets() {
                if let Target::Place { links, .. } = target {
                    see(links);
                }
            }
            let operands = stmt.operands();
            let inside = operands.iter().flat_map(|&operand| subexpressions(body, operand));
            for (_, expr) in inside {
                match &expr.kind {
                    ExprKind::Access(access) => {
                        see(&access.links);
                        match access.root {
                            Root::Call(call) | Root::VarOrCall(_, call) => calls.push(call),
                            Root::Var(_) | Root::Value(_) => {}
                        }
                    }
                    ExprKind::Handle(_)
                    | ExprKind::Anonymous(_)
                    | ExprKind::Assign(_)
                    | ExprKind::PostIncrement(_)
                    | ExprKind::Invalid(_) => return false,
                    _ => {}
                }
            }
        }
        contained
            && calls.into_iter().all(|call| matches!(self.target(call), ResolvedName::Builtin(_)))
    }
}
