//! Following the chain of a definition back to where something was lost first.

use formwork_hir::SlotId;
use formwork_hir::body::{Body, Stmt};
use formwork_hir::walk::statements;
use formwork_infer::{Analysis, DefinitionKind, FunctionRecord, UseDef, use_def};
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::loss::Loss;
use super::question::line_of;
use super::reason::Reason;
use crate::shapes::words::type_text;

/// How many definitions a chain has at most.
const LONGEST: usize = 100;

/// A definition: the function in one of the ways it is called, and which of its definitions.
pub(super) type Place = (usize, usize);

/// What comes next in a chain.
#[derive(Debug)]
pub(super) enum Next {
    /// A definition that has lost it before.
    Follow(Place),
    /// The first loss was here.
    Stop(Reason),
}

/// A search for a first loss.
pub(super) struct Search<'a> {
    pub(super) analysis: &'a mut Analysis,
    pub(super) loss: Loss,
    chains: FxHashMap<usize, UseDef>,
    seen: FxHashSet<Place>,
    steps: Vec<Place>,
    /// A definition that was met again, and had lost it: the search is in a loop.
    pub(super) circle: Option<Place>,
    /// How deep the search for callers is.
    pub(super) depth: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(analysis: &'a mut Analysis, loss: Loss) -> Search<'a> {
        Search {
            analysis,
            loss,
            chains: FxHashMap::default(),
            seen: FxHashSet::default(),
            steps: Vec::new(),
            circle: None,
            depth: 0,
        }
    }

    /// The chain from a definition back to its first loss, and what happened there.
    pub(super) fn first_loss(mut self, function: usize, which: usize) -> (Vec<Place>, Reason) {
        let mut at = (function, which);
        loop {
            self.steps.push(at);
            self.seen.insert(at);
            if self.steps.len() > LONGEST {
                let reason = self.unexplained(at);
                return (self.steps, reason);
            }
            match self.next(at) {
                Next::Follow(next) => at = next,
                Next::Stop(reason) => return (self.steps, reason),
            }
        }
    }

    fn next(&mut self, at: Place) -> Next {
        self.circle = None;
        match self.function(at.0).definitions[at.1].kind {
            DefinitionKind::Param => self.parameter(at),
            DefinitionKind::LoopPhi => self.loop_head(at),
            DefinitionKind::JoinPhi => self.join(at),
            DefinitionKind::Assign | DefinitionKind::Temp => self.assignment(at),
        }
    }

    pub(super) fn function(&self, place: usize) -> &FunctionRecord {
        &self.analysis.functions[place]
    }

    /// The definitions that one is made of.
    pub(super) fn operands(&mut self, (function, which): Place) -> Vec<usize> {
        let record = &self.analysis.functions[function];
        let chains = self
            .chains
            .entry(function)
            .or_insert_with(|| use_def(&record.body, &record.definitions));
        chains.operands.get(which).cloned().unwrap_or_default()
    }

    /// Whether a definition has lost it, too.
    pub(super) fn is_lost(&mut self, (function, which): Place) -> bool {
        let value = self.analysis.functions[function].definitions[which].value.clone();
        self.loss.is_in(&value, &mut self.analysis.algebra)
    }

    /// The first of some definitions of a function that has lost it and was not met before.
    pub(super) fn follow(&mut self, function: usize, candidates: &[usize]) -> Option<Next> {
        for &which in candidates {
            let place = (function, which);
            if !self.is_lost(place) {
                continue;
            }
            if !self.seen.contains(&place) {
                return Some(Next::Follow(place));
            }
            self.circle = Some(place);
        }
        None
    }

    /// Whether the chain came through such a function.
    pub(super) fn is_open(&self, is_it: impl Fn(&Body) -> bool) -> bool {
        self.steps.iter().any(|&(function, _)| is_it(&self.function(function).body))
    }

    fn loop_head(&mut self, at: Place) -> Next {
        let operands = self.operands(at);
        let head = self.function(at.0).definitions[at.1].span.start;
        let is_before = |this: &Self, which: usize| {
            let one = &this.function(at.0).definitions[which];
            one.span.start < head || one.kind == DefinitionKind::Param
        };
        let (before, inside): (Vec<usize>, Vec<usize>) =
            operands.into_iter().partition(|&which| is_before(self, which));
        let next = self.follow(at.0, &before).or_else(|| self.follow(at.0, &inside));
        next.unwrap_or_else(|| Next::Stop(self.widened(at)))
    }

    fn join(&mut self, at: Place) -> Next {
        let operands = self.operands(at);
        if let Some(next) = self.follow(at.0, &operands) {
            return next;
        }
        if let Some(place) = self.circle {
            return Next::Stop(self.widened(place));
        }
        let function = self.function(at.0);
        let mut parts: Vec<(u32, String)> = operands
            .iter()
            .map(|&which| {
                let one = &function.definitions[which];
                (line_of(function, one), type_text(&one.value, &self.analysis.algebra))
            })
            .collect();
        parts.dedup();
        if parts.len() < 2 {
            return Next::Stop(self.unexplained(at));
        }
        let line = line_of(function, &function.definitions[at.1]);
        Next::Stop(Reason::Join { line, parts })
    }

    /// A loop gives a variable something else each time.
    pub(super) fn widened(&self, (function, which): Place) -> Reason {
        let function = self.function(function);
        let definition = &function.definitions[which];
        match loop_around(&function.body, definition.span) {
            Some(span) => {
                let line = |at: u32| function.source.place(at).line;
                let lines = (line(span.start), line(span.end.saturating_sub(1)));
                Reason::Loop { name: definition.name.to_string(), lines }
            }
            None => self.unexplained_text(function, definition.span),
        }
    }

    /// The definitions of a variable that reach an expression in what makes a definition, or the
    /// last one before a place.
    pub(super) fn reaching(
        &mut self,
        (function, which): (usize, Option<usize>),
        slot: SlotId,
        at: Span,
    ) -> Vec<usize> {
        let name = std::rc::Rc::clone(&self.function(function).body.slots[slot].name);
        if let Some(which) = which {
            let mut own = self.operands((function, which));
            own.retain(|&one| self.function(function).definitions[one].name == name);
            if !own.is_empty() {
                return own;
            }
        }
        let definitions = self.function(function).definitions.iter().enumerate();
        let before = definitions
            .filter(|(_, one)| one.kind != DefinitionKind::Temp && one.name == name)
            .filter(|(_, one)| one.span.end <= at.start);
        before.map(|(which, _)| which).next_back().into_iter().collect()
    }
}

/// Where the innermost loop stands that a place is in.
fn loop_around(body: &Body, at: Span) -> Option<Span> {
    let is_around = |stmt: &&Stmt| {
        stmt.is_loop() && stmt.span.start <= at.start && at.end <= stmt.span.end.max(at.start)
    };
    statements(&body.statements).filter(is_around).last().map(|stmt| stmt.span)
}
