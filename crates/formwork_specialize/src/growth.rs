//! How large a residual may become, and what is given up where it became too large.
//!
//! A loop that is kept iteration by iteration and a function that is kept in many versions make
//! a residual quick and long. Nobody reads a program that is many times as long as the one it
//! came from, and Octave reads it before it runs it. So sizes are compared once a residual is
//! made; if it is too large, what made it grow most and gains least is given up, and the program
//! is walked again. What a comment asks for (`%# unroll`) is never given up; all else is, if it
//! must be: then every loop stays one, every function has one version, and what is known is not
//! written out ([`Plainness`]). So the factor is kept, and not only aimed at.
//!
//! The *size* of a program is how many statements it has, and one for so many operations in
//! them ([`OPERATIONS`]), which is about how many lines it has. The *original* is everything that
//! was walked: a function of a library that the residual has a version of counts, once.

use formwork_hir::body::{Body, ExprKind as FromKind};
use formwork_infer::trace::{LoopKey, Step, StepKind, Thrift, Trace};
use formwork_runtime::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::emit::UnrolledLoop;
use crate::residual::{ExprKind, Function, FunctionId, Program, Stmt, StmtKind};
use crate::walk::visit_statements;

/// What a residual is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// It is quick, and not many times as large as the original.
    #[default]
    Speed,
    /// It is not larger than the original.
    Size,
}

impl Goal {
    /// How many times as large as the original a residual may be.
    #[must_use]
    pub const fn factor(self) -> f64 {
        match self {
            Goal::Speed => 2.0,
            Goal::Size => 1.0,
        }
    }

    /// How large a residual may be in any case: what is that small is read at a glance.
    const fn in_any_case(self) -> usize {
        match self {
            Goal::Speed => 40,
            Goal::Size => 0,
        }
    }
}

/// How often a program is walked at most.
pub(crate) const WALKS: usize = 6;

/// Which part of what a residual has too much is not given up at once.
const PART: usize = 4;

/// How many operations weigh as much as a statement.
const OPERATIONS: usize = 16;

/// How many characters of a constant weigh as much as an operation.
const CHARACTERS: usize = 8;

/// How much of what is known a residual shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plainness {
    /// All that makes it quicker.
    Improved,
    /// What is known stays computed as it is written, and calls stay calls.
    Plain,
}

/// How large a program and its residual are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// All functions that were walked.
    pub original: usize,
    /// All functions that are printed.
    pub residual: usize,
}

impl Sizes {
    /// How large the residual may be.
    pub(crate) fn allowed(self, goal: Goal, factor: Option<f64>) -> usize {
        let factor = factor.unwrap_or(goal.factor());
        let scaled = self.original as f64 * factor;
        // Numbers beyond those of memory become the largest.
        (scaled as usize).max(goal.in_any_case())
    }
}

/// The sizes of what was walked and of what came of it.
pub(crate) fn sizes(trace: Option<&Trace>, program: &Program) -> Sizes {
    let mut seen = FxHashSet::default();
    let mut original = 0;
    for variant in trace.iter().flat_map(|trace| trace.variants.values()) {
        let mut add = |body: &Body| {
            if seen.insert(body.id) {
                original += size_of_body(body);
            }
        };
        add(&variant.body);
        scripts(&variant.steps, &mut add);
        variant.supplied.iter().for_each(|supplied| add(&supplied.body));
    }
    let mut residual = 0;
    for id in program.reached() {
        let function = &program.functions[id];
        let size = size_of_function(function);
        residual += size;
        if function.verbatim.is_some() {
            original += size;
        }
    }
    Sizes { original, residual }
}

/// The scripts that are run by statements.
fn scripts(steps: &[Step], see: &mut impl FnMut(&Body)) {
    for step in steps {
        if let StepKind::Script(_, body, _) = &step.kind {
            see(body);
        }
        for inner in step.kind.blocks() {
            scripts(inner, see);
        }
    }
}

fn size_of_body(body: &Body) -> usize {
    let operations: usize = body
        .exprs
        .values()
        .map(|expr| match &expr.kind {
            FromKind::Const(value) => size_of_constant(value),
            _ => 1,
        })
        .sum();
    formwork_hir::walk::statements(&body.statements).count() + operations / OPERATIONS
}

/// How many operations weigh as much as a constant: by how long its text is.
fn size_of_constant(value: &Value) -> usize {
    const FEW: usize = 2;
    if value.numel() <= FEW {
        return 1;
    }
    let length = match value {
        Value::Char(..) => value.numel(),
        _ => crate::lift::lift(value).map_or(0, |lifted| lifted.text.len()),
    };
    length.div_ceil(CHARACTERS).max(1)
}

/// The size of a function of the residual.
fn size_of_function(function: &Function) -> usize {
    if let Some(text) = &function.verbatim {
        let says = |line: &&str| !line.trim_start().starts_with(['%', '#']);
        return text.lines().filter(|line| !line.trim().is_empty()).filter(says).count();
    }
    let (mut statements, mut operations) = (0, 0);
    visit_statements(&function.body, &mut |stmt| {
        if names_a_step(function, stmt) {
            return;
        }
        statements += 1;
        for expr in stmt.kind.exprs() {
            expr.visit(&mut |expr| {
                operations += match &expr.kind {
                    ExprKind::Const(value) => size_of_constant(value),
                    // The variable counts.
                    ExprKind::Index(base, _) if matches!(base.kind, ExprKind::Var(_)) => 0,
                    _ => 1,
                };
            });
        }
    });
    statements + operations / OPERATIONS
}

/// Whether a statement sets `ans` to a variable, as a step such as `x++` does beside what it is for.
fn names_a_step(function: &Function, stmt: &Stmt) -> bool {
    let StmtKind::Assign(place, value) = &stmt.kind else { return false };
    place.links.is_empty()
        && &*function.vars[place.var].name == "ans"
        && matches!(value.kind, ExprKind::Var(_))
}

/// What might be given up, with how much smaller the residual would be for it.
pub(crate) struct Candidates {
    loops: Vec<(LoopKey, usize)>,
    functions: Vec<(formwork_hir::FunctionId, usize)>,
}

/// What made a residual grow.
pub(crate) fn candidates(
    program: &Program,
    loops: &FxHashMap<LoopKey, UnrolledLoop>,
    bodies: &FxHashMap<FunctionId, formwork_hir::FunctionId>,
) -> Candidates {
    let mut sizes: FxHashMap<formwork_hir::FunctionId, (usize, usize)> = FxHashMap::default();
    for id in program.reached() {
        if let Some(&body) = bodies.get(&id) {
            let size = size_of_function(&program.functions[id]);
            let (sum, most) = sizes.entry(body).or_default();
            *sum += size;
            *most = size.max(*most);
        }
    }
    let mut functions: Vec<_> = sizes
        .into_iter()
        .map(|(body, (sum, most))| (body, sum - most))
        .filter(|&(_, gain)| gain > 0)
        .collect();
    let mut loops: Vec<_> =
        loops.iter().map(|(&key, one)| (key, grown(one))).filter(|&(_, gain)| gain > 0).collect();
    // The largest first; equal ones in an order that is the same in every process.
    functions.sort_by_key(|&(body, gain)| (std::cmp::Reverse(gain), body));
    loops.sort_by_key(|&(key, gain)| (std::cmp::Reverse(gain), key));
    Candidates { loops, functions }
}

/// By how much a loop made the residual grow, as far as it gained nothing: a statement of which
/// the value is known does not stay.
fn grown(one: &UnrolledLoop) -> usize {
    let dynamic = one.statements.saturating_sub(one.known);
    let rolled = one.times * one.statements / one.trips.max(1);
    dynamic.saturating_sub(rolled)
}

impl Candidates {
    /// Gives up what should make the residual smaller by so much, of what was not tried before;
    /// tells whether there was anything. Of a function there are few versions first, then one.
    pub(crate) fn give_up(&self, thrift: &mut Thrift, tried: &mut Thrift, excess: usize) -> bool {
        // What is given up may make something else larger: a part of it first.
        let wanted = excess - excess / PART;
        let mut saved = 0;
        let mut loops = self.loops.iter().filter(|one| !tried.rolled.contains(&one.0)).peekable();
        let mut functions =
            self.functions.iter().filter(|one| !tried.one.contains(&one.0)).peekable();
        let (mut rolled, mut few, mut single) = (Vec::new(), Vec::new(), Vec::new());
        while saved < wanted {
            let from_loop = loops.peek().map(|one| one.1);
            let from_function = functions.peek().map(|one| one.1);
            if from_loop >= from_function {
                let Some(&(key, gain)) = loops.next() else { break };
                rolled.push(key);
                saved += gain;
            } else {
                let Some(&(body, gain)) = functions.next() else { break };
                if tried.few.contains(&body) {
                    single.push(body);
                } else {
                    few.push(body);
                }
                saved += gain;
            }
        }
        for all in [thrift, tried] {
            all.rolled.extend(rolled.iter().copied());
            all.few.extend(few.iter().copied());
            all.one.extend(single.iter().copied());
        }
        !rolled.is_empty() || !few.is_empty() || !single.is_empty()
    }
}
