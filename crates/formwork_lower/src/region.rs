//! Regions: which statements are compiled together.
//!
//! A *region* is consecutive statements of a body that become one function of the array IR. Its
//! *inputs* are the variables that are read before they are set, each with the kind that it is taken
//! for; its *outputs* those that are set and that somebody may look at. A statement that cannot be
//! lowered ends a region; [`Worth`] says which regions are kept.
//!
//! Invariant: a region has no effect until it comes to its end, so that a run which is not what it
//! was compiled for can be interpreted from the first statement on.
//!
//! ```text
//! s = 0;
//! for k = 1:numel (x)      one region: input x (a row of doubles), outputs s and k
//!   s = s + x(k) ^ 2;
//! end
//! disp (s)                 not lowered: the region ends before it
//! ```

use std::rc::Rc;

use formwork_array::ir::FunctionId;
use formwork_hir::body::{Body, BodyKind, Stmt};
use formwork_hir::{Names, SlotId};
use formwork_syntax::{Span, with_enough_stack};

use crate::callees::Reliance;
use crate::given::Given;
use crate::kind::Kind;
use crate::lowering::Lowering;
use crate::reason::Reason;
use crate::to_array_ir::{Task, Walked, lower};

/// A variable that a region reads. A parameter is passed for each array that is in it; of a
/// function handle these are the captured ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The variable.
    pub slot: SlotId,
    /// What it must be.
    pub given: Given,
}

/// A result of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The variable.
    pub slot: SlotId,
    /// What it is.
    pub kind: Kind,
    /// Whether a second result, a real number, says its [`State`]; otherwise it is set.
    pub has_state: bool,
}

/// Statements that became one function.
#[derive(Clone, Debug)]
pub struct Region {
    /// Where its first statement begins and its last one ends.
    pub span: Span,
    /// How many statements of their block it is.
    pub length: usize,
    /// The variables whose arrays are the parameters of the function, in order. A run with
    /// other values is interpreted.
    pub inputs: Vec<Input>,
    /// Those of the variables that grow in the region.
    pub growing: Vec<SlotId>,
    /// Whether a last parameter, a real number, says how many calls may be open at once
    /// beyond the running one.
    pub takes_room: bool,
    /// How many such calls there must be room for in any case.
    pub frames: usize,
    /// The results of the function, in order; before the values come into the variables,
    /// none of them may be shared with another function.
    pub outputs: Vec<Output>,
    /// What calls must still mean.
    pub relied: Vec<Reliance>,
    /// Variables that must not have a value: their names were taken for those of functions.
    pub absent: Vec<SlotId>,
    /// The function.
    pub function: FunctionId,
    /// Conditions that the statements demand of sizes, subscripts and definedness.
    pub checks: usize,
    /// Those of them that are known to hold when the region is made.
    pub removed: usize,
    /// How many loops are in it and in the functions that it calls; recursion counts as one.
    pub loops: usize,
}

impl Region {
    /// What the parameters are, but for the last one that says how many calls may be open.
    #[must_use]
    pub fn parameters(&self) -> Vec<Kind> {
        self.inputs.iter().flat_map(|input| input.given.kinds()).collect()
    }
}

/// Which regions are worth a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Those with a loop.
    Loops,
    /// All.
    Everything,
}

/// What was found in a body.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The regions, in the order of the text.
    pub regions: Vec<Region>,
    /// Why the other statements are not compiled.
    pub reasons: Vec<Reason>,
}

/// The regions of a body, as functions of a module. `entry` says what variables are where
/// a statement begins; it may be wrong.
pub fn regions(
    lowering: &mut Lowering,
    body: &Rc<Body>,
    entry: &dyn Fn(&Stmt, SlotId) -> Option<Given>,
    names: &mut dyn Names,
    worth: Worth,
) -> Found {
    let mut finder = Finder { lowering, body, entry, names, worth, found: Found::default() };
    match body.kind {
        BodyKind::Anonymous => {}
        BodyKind::Script | BodyKind::Function | BodyKind::Nested(_) => {
            finder.block(&body.statements);
        }
    }
    finder.found
}

/// The longest region at the begin of `statements`.
///
/// # Errors
///
/// If the first statement cannot be compiled, why; or why the last of them that could
/// have been is not worth it.
pub fn lower_statements(
    lowering: &mut Lowering,
    body: &Rc<Body>,
    statements: &[Stmt],
    entry: &dyn Fn(SlotId) -> Option<Given>,
    names: &mut dyn Names,
) -> Result<Region, Reason> {
    let mut rest = statements;
    loop {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            return Err(Reason::new("there are no statements", body.span));
        };
        let name = format!("{}_{}", identifier(&body.name), first.span.start);
        let task = Task::region(name, body, rest, entry);
        match lower(&mut lowering.module, &mut lowering.callees, names, &task) {
            Ok((function, walked)) => {
                let span = Span::new(first.span.start, last.span.end);
                return Ok(region(function, walked, span, rest.len()));
            }
            Err(stuck) if stuck.statement == 0 => return Err(stuck.reason),
            Err(stuck) => rest = &rest[..stuck.statement],
        }
    }
}

fn region(function: FunctionId, walked: Walked, span: Span, length: usize) -> Region {
    let input = |(slot, given)| Input { slot, given };
    let output = |(slot, kind, has_state)| Output { slot, kind, has_state };
    Region {
        span,
        length,
        inputs: walked.inputs.into_iter().map(input).collect(),
        growing: walked.growing,
        outputs: walked.outputs.into_iter().map(output).collect(),
        takes_room: walked.takes_room,
        frames: walked.frames,
        relied: walked.relied,
        absent: walked.absent,
        function,
        checks: walked.implied,
        removed: walked.removed,
        loops: walked.loops,
    }
}

/// A name that the text form of the IR takes.
fn identifier(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("region_{}", letters.collect::<String>())
}

struct Finder<'a> {
    lowering: &'a mut Lowering,
    body: &'a Rc<Body>,
    entry: &'a dyn Fn(&Stmt, SlotId) -> Option<Given>,
    names: &'a mut dyn Names,
    worth: Worth,
    found: Found,
}

impl Finder<'_> {
    fn block(&mut self, statements: &[Stmt]) {
        let mut rest = statements;
        while let Some(first) = rest.first() {
            let entry = |slot: SlotId| (self.entry)(first, slot);
            match lower_statements(self.lowering, self.body, rest, &entry, self.names) {
                Ok(region) => {
                    rest = &rest[region.length..];
                    if region.loops > 0 || self.worth == Worth::Everything {
                        self.found.regions.push(region);
                    }
                }
                Err(reason) => {
                    self.found.reasons.push(reason);
                    for inner in first.kind.blocks() {
                        with_enough_stack(|| self.block(inner));
                    }
                    rest = &rest[1..];
                }
            }
        }
    }
}
