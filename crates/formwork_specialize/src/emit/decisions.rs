//! What was decided beforehand, and what was not and why: for the report.

use formwork_hir::body::{ExprId, ExprKind as From, Root};
use formwork_infer::trace::{LoopKey, Scene};
use formwork_runtime::Value;
use formwork_syntax::Span;

use super::{Deeds, Emitter, Making};
use crate::cost::{ITERATION, block_cost};
use crate::residual::{Expr, Origin, Stmt};

/// What could be decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Matter {
    /// Going through a loop beforehand.
    Loop,
    /// Which branch is taken.
    Branch,
}

impl Matter {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Matter::Loop => "loop",
            Matter::Branch => "branch",
        }
    }
}

/// Something that stays for the run to decide.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Left {
    /// What it is.
    pub matter: Matter,
    /// The function it stands in.
    pub function: String,
    /// The line of that function's file.
    pub line: u32,
    /// Why it stays.
    pub because: String,
    /// What deciding it in a run costs each time, in nanoseconds of Octave: an estimate.
    pub cost: u64,
    /// What would decide it.
    pub remedy: Option<String>,
    /// The line with its file.
    pub from: Origin,
}

impl Emitter {
    /// What was done in the line of an expression.
    pub(super) fn deeds(&mut self, making: &Making<'_>, id: ExprId) -> &mut Deeds {
        let line = Origin::of(&making.body.source, making.body.exprs[id].span);
        self.counts.deeds.entry(line).or_default()
    }

    /// Notes that a condition was decided.
    pub(super) fn note_decided(&mut self, making: &Making<'_>, condition: ExprId) {
        self.counts.decided += 1;
        self.deeds(making, condition).decided += 1;
    }

    /// Notes that a call was made direct.
    pub(super) fn note_resolved(&mut self, making: &Making<'_>, call: ExprId) {
        self.counts.resolved += 1;
        self.deeds(making, call).resolved += 1;
    }

    /// Notes that a loop was kept iteration by iteration.
    pub(super) fn note_unrolled(
        &mut self,
        making: &Making<'_>,
        key: LoopKey,
        trips: usize,
        made: &[Stmt],
    ) {
        let from = Origin::of(&making.body.source, key.1);
        let one = self.counts.loops.entry(key).or_default();
        one.function = making.body.name.to_string();
        (one.line, one.from) = (from.line, Some(from));
        one.add(trips, made);
    }

    fn leave(
        &mut self,
        making: &Making<'_>,
        (matter, span): (Matter, Span),
        (because, cost, remedy): (String, u64, Option<String>),
    ) {
        let from = Origin::of(&making.body.source, span);
        let (line, function) = (from.line, making.body.name.to_string());
        self.counts.left.push(Left { matter, function, line, because, cost, remedy, from });
    }

    /// Notes a loop over the columns of a value that stays.
    pub(super) fn leave_for(
        &mut self,
        making: &Making<'_>,
        (span, scene): (Span, &Scene),
        iterable: ExprId,
        body: &[Stmt],
    ) {
        let trips = scene.values.get(&iterable).and_then(|value| value.constant()).map(columns);
        let cost = ITERATION.saturating_mul(trips.unwrap_or(1) as u64);
        let note = match trips {
            None => self.unknown(making, scene, &[iterable], "what it goes through", cost),
            Some(trips) if self.is_forgone((making.body.id, span)) => (
                format!("its {trips} iterations would make the residual too large"),
                cost,
                Some("%# unroll before it, or --growth".to_owned()),
            ),
            Some(trips) => (
                format!(
                    "its {trips} iterations, about {} us together, are too many statements, or one \
                     of them may leave it",
                    block_cost(body).saturating_mul(trips as u64).div_ceil(1_000)
                ),
                cost,
                Some("%# unroll before it, or --unroll-limit".to_owned()),
            ),
        };
        self.leave(making, (Matter::Loop, span), note);
    }

    /// Notes a loop with a condition that stays.
    pub(super) fn leave_while(
        &mut self,
        making: &Making<'_>,
        (span, scene): (Span, &Scene),
        condition: ExprId,
        made: &Expr,
    ) {
        let note = self.unknown(making, scene, &[condition], "its condition", made.cost());
        self.leave(making, (Matter::Loop, span), note);
    }

    /// Notes a branch that stays.
    pub(super) fn leave_branch(
        &mut self,
        making: &Making<'_>,
        (span, scene): (Span, &Scene),
        condition: ExprId,
        made: &Expr,
    ) {
        let note = self.unknown(making, scene, &[condition], "its condition", made.cost());
        self.leave(making, (Matter::Branch, span), note);
    }

    /// Why something is not known, and which parameter would tell.
    fn unknown(
        &self,
        making: &Making<'_>,
        scene: &Scene,
        exprs: &[ExprId],
        what: &str,
        cost: u64,
    ) -> (String, u64, Option<String>) {
        let body = making.body;
        let mut names: Vec<&str> = Vec::new();
        let mut parameters: Vec<&str> = Vec::new();
        for &id in exprs {
            for (_, inner) in formwork_hir::walk::subexpressions(body, id) {
                let slot = match &inner.kind {
                    From::Var(slot) => Some(*slot),
                    From::Access(access) => match access.root {
                        Root::Var(slot) | Root::VarOrCall(slot, _) => Some(slot),
                        Root::Call(_) | Root::Value(_) => None,
                    },
                    _ => None,
                };
                let Some(slot) = slot else { continue };
                let known = scene.reads.get(&slot).is_some_and(|value| value.constant().is_some());
                let name = &*body.slots[slot].name;
                if known || names.contains(&name) {
                    continue;
                }
                names.push(name);
                if making.from_outside && body.inputs.iter().any(|one| one.slot == Some(slot)) {
                    parameters.push(name);
                }
            }
        }
        if names.is_empty() {
            return (format!("{what} is computed by a call that stays"), cost, None);
        }
        let remedy = (!parameters.is_empty() && parameters.len() == names.len()).then(|| {
            let all: Vec<String> = parameters.iter().map(|name| format!("-d {name}=…")).collect();
            all.join(" ")
        });
        let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        (format!("{what} depends on {}", names.join(", ")), cost, remedy)
    }

    pub(super) fn is_forgone(&self, key: LoopKey) -> bool {
        self.thrift.all || self.thrift.rolled.contains(&key)
    }
}

/// How many iterations a loop over a value has.
fn columns(value: &Value) -> usize {
    let dims = value.dims();
    if value.is_empty() {
        0
    } else {
        value.numel() / dims.as_slice().first().map_or(1, |&n| n.max(1))
    }
}
