//! Persistent variables that might as well be variables of the call.
//!
//! A persistent variable is *private* if no call can tell whether the calls before left
//! something in it: it could be made anew by every call. Then a call can be followed, and a
//! residual written, as if it were. Two ways to use one are recognised:
//!
//! - `persistent x = value`;
//! - `persistent x …; if isempty (x) … end`, the first statement that names it, with nothing
//!   but assignments and methods of a parser in the branch.
//!
//! What the first call stores must depend on nothing (*closed*), so that every call would
//! store the same. Two kinds of parts may differ from call to call, if every call that reads
//! them sets them before (*stale* parts): fields of a struct, and what parsing leaves in an
//! `inputParser`. Between setting and reading, nothing may be called that could call the
//! function again. All this is seen from the text of the function alone, whatever its
//! arguments are. That storing the first value does not fail is left to whoever follows a
//! call: a branch that fails half-way would leave the variable half made. Where the first
//! value depends on the call in stale parts, storing it may fail in one call and not in
//! another; so either all calls of the function in a residual make it anew or none does
//! ([`Analyst::is_varied`]).
//!
//! Assumed: operators and built-ins call nothing but the functions they are given.

use crate::call::private_variables::{Private, Start};
use std::rc::Rc;

use formwork_builtins::{BuiltinId, Effects, Operation, ParserMethod, Row, SizeQuestion};
use formwork_hir::body::{
    Access, Assign, Block, Body, BodyKind, CallId, Declaration, ExprId, ExprKind, For, Link, Root,
    Stmt, StmtKind, Target,
};
use formwork_hir::flow::{Forward, forward};
use formwork_hir::walk::{statements, subexpressions};
use formwork_hir::{FunctionId, SlotId};
use formwork_runtime::Value;
use formwork_runtime::parser::PARSER_PROPERTIES;
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::Analyst;
use crate::report::record::DefinitionKind;
use crate::trace::sure::Judge;
use crate::trace::{Scene, StepKind};

/// What parsing leaves in a parser.
const PARSED: [&str; 3] = ["Results", "Unmatched", "UsingDefaults"];

/// Whether a built-in never gives a cell array.
fn gives_numbers(row: &Row) -> bool {
    matches!(row.operation, Operation::Measure(_) | Operation::Map(_) | Operation::Fill(_))
}

impl Private {
    /// How a variable gets its value, if it is private.
    pub(crate) fn start(&self, slot: SlotId) -> Option<Start> {
        self.starts.get(&slot).copied()
    }

    /// The variables that a branch gives values to.
    pub(crate) fn of_branch(&self, number: usize) -> impl Iterator<Item = SlotId> {
        let wanted = Start::Branch(number);
        self.starts.iter().filter(move |(_, start)| **start == wanted).map(|(&slot, _)| slot)
    }

    /// The private variables of a function; `builtin` tells which built-in a name means.
    pub(crate) fn of(
        body: &Body,
        builtin: &mut dyn FnMut(CallId) -> Option<&'static Row>,
    ) -> Private {
        let mut found = Private::default();
        let plain = body.kind == BodyKind::Function
            && body.nested.is_empty()
            && body.shared.is_empty()
            && body.arguments.is_empty()
            && !body.calls.values().any(|call| call.effects().see_variables());
        if !plain {
            return found;
        }
        let rows = body.calls.keys().filter_map(|call| Some((call, builtin(call)?))).collect();
        let mut scan = Scan { body, rows, slots: FxHashMap::default() };
        scan.find_starts();
        let inside = body.exprs.values().any(|expr| {
            matches!(&expr.kind, ExprKind::Assign(assign) | ExprKind::PostIncrement(assign)
                if assign.targets.iter().any(|target| scan.is_own(target)))
        });
        if inside {
            return found;
        }
        scan.find_stores(&body.statements, true);
        let mut fresh = Fresh::default();
        scan.walk(&mut fresh);
        for (slot, variable) in scan.slots {
            if let (Some(start), false) = (variable.start, variable.refused) {
                if variable.varies {
                    found.varying.insert(slot);
                }
                found.starts.insert(slot, start);
            }
        }
        found
    }
}

/// A persistent variable.
#[derive(Default)]
struct Variable {
    start: Option<Start>,
    /// Whether it has no value where it is declared.
    unset: bool,
    /// Whether it is an `inputParser`.
    parser: bool,
    /// The fields of the struct that it is at first.
    fields: Vec<Rc<str>>,
    /// Those that differ from call to call.
    stale: FxHashSet<Rc<str>>,
    /// Whether its first value depends on the call in some of them.
    varies: bool,
    /// Whether the statement that gives it its value has been passed.
    ready: bool,
    /// Whether it is not private after all.
    refused: bool,
}

/// Stale parts that the call has set.
#[derive(Clone, Default)]
struct Fresh(FxHashSet<(SlotId, Rc<str>)>);

impl Fresh {
    fn join(&mut self, other: &Fresh) {
        self.0.retain(|part| other.0.contains(part));
    }
}

struct Scan<'b> {
    body: &'b Body,
    rows: FxHashMap<CallId, &'static Row>,
    slots: FxHashMap<SlotId, Variable>,
}

impl Scan<'_> {
    fn is_own(&self, target: &Target) -> bool {
        matches!(target, Target::Place { slot, .. } if self.slots.contains_key(slot))
    }

    fn refuse(&mut self, slot: SlotId) {
        if let Some(variable) = self.slots.get_mut(&slot) {
            variable.refused = true;
        }
    }

    /// The declarations and the branches that give values.
    fn find_starts(&mut self) {
        let body = self.body;
        for stmt in &body.statements {
            let StmtKind::Declare(all) = &stmt.kind else { continue };
            for one in all.iter().filter(|one| !one.global) {
                let output = body.outputs.contains(&one.slot);
                let twice = self.slots.contains_key(&one.slot);
                let mut variable = Variable { refused: output || twice, ..Variable::default() };
                match one.value {
                    Some(value) => {
                        variable.start = Some(Start::Declaration);
                        variable.refused |= !self.is_start(value, &mut variable, true);
                    }
                    None => variable.unset = true,
                }
                self.slots.insert(one.slot, variable);
            }
        }
        for (number, stmt) in body.statements.iter().enumerate() {
            let Some((slot, block)) = self.guard(stmt) else { continue };
            let Some(made) = self.made_in(block).filter(|made| made.contains_key(&slot)) else {
                continue;
            };
            for (slot, variable) in made {
                let start = Some(Start::Branch(number));
                let refused = self.slots.get(&slot).is_none_or(|own| own.start.is_some());
                self.slots.insert(slot, Variable { start, refused, unset: true, ..variable });
            }
        }
    }

    /// `if isempty (x) … end` for a persistent variable without a value at first.
    fn guard<'s>(&self, stmt: &'s Stmt) -> Option<(SlotId, &'s Block)> {
        let StmtKind::If(clauses, None) = &stmt.kind else { return None };
        let [(condition, block)] = &clauses[..] else { return None };
        let ExprKind::Access(access) = &self.body.exprs[*condition].kind else { return None };
        let (Root::Call(call), [Link::Paren(arguments)]) = (access.root, &access.links[..]) else {
            return None;
        };
        let [argument] = &arguments.exprs[..] else { return None };
        let ExprKind::Var(slot) = self.body.exprs[*argument].kind else { return None };
        let named = self
            .rows
            .get(&call)
            .is_some_and(|row| row.operation == Operation::AskSize(SizeQuestion::IsEmpty));
        let unset = self.slots.get(&slot).is_some_and(|variable| variable.unset);
        (named && unset).then_some((slot, block))
    }

    /// The variables that a branch makes, if it does nothing else.
    fn made_in(&self, block: &Block) -> Option<FxHashMap<SlotId, Variable>> {
        let mut made: FxHashMap<SlotId, Variable> = FxHashMap::default();
        for stmt in block {
            if stmt.prints {
                return None;
            }
            match &stmt.kind {
                StmtKind::Assign(assign) => {
                    let [Target::Place { slot, links, .. }] = &assign.targets[..] else {
                        return None;
                    };
                    let own = self.slots.get(slot).is_some_and(|variable| variable.unset);
                    if !own || assign.op.is_some() || assign.bracketed {
                        return None;
                    }
                    if links.is_empty() {
                        let mut variable = Variable::default();
                        if !self.is_start(assign.value, &mut variable, false) {
                            return None;
                        }
                        made.insert(*slot, variable);
                        continue;
                    }
                    let [Link::Field(name)] = &links[..] else { return None };
                    let variable = made.get_mut(slot)?;
                    if !self.is_closed(assign.value) {
                        return None;
                    }
                    if !variable.parser {
                        variable.fields.push(Rc::clone(name));
                    }
                }
                StmtKind::Expr(id) => {
                    let (slot, method, args) = self.method(*id)?;
                    let parser = made.get(&slot).is_some_and(|variable| variable.parser);
                    let closed = args.iter().all(|&arg| self.is_closed(arg));
                    if !parser || !method.adds() || !closed {
                        return None;
                    }
                    // A function that checks may call anything.
                    let checks = args.iter().any(|&arg| match &self.body.exprs[arg].kind {
                        ExprKind::Handle(call) => !self.calls_nothing(*call),
                        ExprKind::Anonymous(_) => true,
                        _ => false,
                    });
                    if checks {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(made)
    }

    /// `p.method (…)` or `method (p, …)` for a variable: it, the method and the arguments.
    fn method(&self, id: ExprId) -> Option<(SlotId, ParserMethod, &[ExprId])> {
        let ExprKind::Access(access) = &self.body.exprs[id].kind else { return None };
        match (access.root, &access.links[..]) {
            (Root::Var(slot) | Root::VarOrCall(slot, _), [Link::Field(name), rest @ ..]) => {
                let args: &[ExprId] = match rest {
                    [] => &[],
                    [Link::Paren(arguments)] => &arguments.exprs,
                    _ => return None,
                };
                Some((slot, ParserMethod::of(name)?, args))
            }
            (Root::Call(call), [Link::Paren(arguments)]) => {
                let name = self.rows.get(&call)?.name;
                let (first, args) = arguments.exprs.split_first()?;
                let ExprKind::Var(slot) = self.body.exprs[*first].kind else { return None };
                Some((slot, ParserMethod::of(name)?, args))
            }
            _ => None,
        }
    }

    /// Whether a built-in calls nothing, whatever it is given.
    fn calls_nothing(&self, call: CallId) -> bool {
        self.rows.get(&call).is_some_and(|row| {
            let effects = row.effects;
            !effects.include(Effects::CALLS) && !effects.look_around()
        })
    }

    /// Whether an expression is what every call would store, but for fields of a struct.
    fn is_start(&self, id: ExprId, variable: &mut Variable, may_vary: bool) -> bool {
        let ExprKind::Access(access) = &self.body.exprs[id].kind else {
            return self.is_closed(id);
        };
        let (Root::Call(call), links) = (access.root, &access.links[..]) else { return false };
        let args: &[ExprId] = match links {
            [] => &[],
            [Link::Paren(arguments)] => &arguments.exprs,
            _ => return false,
        };
        match self.rows.get(&call).and_then(|row| row.id) {
            Some(BuiltinId::InputParser) => {
                variable.parser = true;
                args.is_empty()
            }
            Some(BuiltinId::Struct) if args.len().is_multiple_of(2) => {
                for pair in args.chunks_exact(2) {
                    let ExprKind::Const(name) = &self.body.exprs[pair[0]].kind else {
                        return false;
                    };
                    let Some(name) = name.as_text().filter(|_| name.is_char()) else {
                        return false;
                    };
                    let name: Rc<str> = name.as_ref().into();
                    if variable.fields.contains(&name) {
                        return false;
                    }
                    if !self.is_closed(pair[1]) {
                        if !may_vary || !self.is_one_value(pair[1]) {
                            return false;
                        }
                        variable.varies = true;
                        variable.stale.insert(Rc::clone(&name));
                    }
                    variable.fields.push(name);
                }
                true
            }
            _ => self.is_closed(id),
        }
    }

    /// Whether a field of `struct (…)` surely is one value: a list in a cell array would make
    /// an array of structs.
    fn is_one_value(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            ExprKind::Cell(rows) => {
                let [row] = &rows[..] else { return false };
                let [inner] = &row[..] else { return false };
                matches!(self.body.exprs[*inner].kind, ExprKind::Cell(_) | ExprKind::Const(_))
            }
            ExprKind::Access(access) => match access.root {
                Root::Call(call) => {
                    self.rows.get(&call).is_some_and(|row| gives_numbers(row))
                        && matches!(&access.links[..], [] | [Link::Paren(_)])
                }
                Root::Var(_) | Root::VarOrCall(..) | Root::Value(_) => false,
            },
            _ => false,
        }
    }

    /// Whether an expression depends on nothing: it gives the same in every call.
    fn is_closed(&self, id: ExprId) -> bool {
        formwork_syntax::with_enough_stack(|| self.is_closed_here(id))
    }

    fn is_closed_here(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Const(_) => true,
            ExprKind::Unary(_, operand) => self.is_closed(*operand),
            ExprKind::Binary(_, left, right) => self.is_closed(*left) && self.is_closed(*right),
            ExprKind::Range(first, step, last) => [Some(*first), *step, Some(*last)]
                .into_iter()
                .flatten()
                .all(|part| self.is_closed(part)),
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                rows.iter().flatten().all(|&part| self.is_closed(part))
            }
            ExprKind::Handle(_) => true,
            ExprKind::Anonymous(id) => self.body.anonymous[*id].captures.is_empty(),
            ExprKind::Access(access) => {
                let Root::Call(call) = access.root else { return false };
                let args: &[ExprId] = match &access.links[..] {
                    [] => &[],
                    [Link::Paren(arguments)] => &arguments.exprs,
                    _ => return false,
                };
                self.rows.get(&call).is_some_and(|row| row.effects == Effects::PURE)
                    && args.iter().all(|&arg| self.is_closed(arg))
            }
            ExprKind::Var(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Lazy(..)
            | ExprKind::Assign(_)
            | ExprKind::PostIncrement(_)
            | ExprKind::Invalid(_) => false,
        }
    }

    /// Finds the parts that calls set, and refuses variables that are set in other ways.
    fn find_stores(&mut self, block: &[Stmt], top: bool) {
        for (number, stmt) in block.iter().enumerate() {
            if top && self.slots.values().any(|one| one.start == Some(Start::Branch(number))) {
                continue;
            }
            match &stmt.kind {
                StmtKind::Assign(assign) => {
                    for target in &assign.targets {
                        let Target::Place { slot, links, .. } = target else { continue };
                        let Some(variable) = self.slots.get_mut(slot) else { continue };
                        match &links[..] {
                            [Link::Field(name)]
                                if is_plain(assign)
                                    && !stmt.prints
                                    && !variable.parser
                                    && variable.fields.contains(name) =>
                            {
                                variable.stale.insert(Rc::clone(name));
                            }
                            _ => variable.refused = true,
                        }
                    }
                }
                StmtKind::For(each) => {
                    for slot in [Some(&each.target), each.key.as_ref()].into_iter().flatten() {
                        slot.slot().into_iter().for_each(|slot| self.refuse(slot));
                    }
                }
                StmtKind::Try(attempt) => attempt.error.into_iter().for_each(|s| self.refuse(s)),
                StmtKind::Declare(all) if !top => {
                    all.iter().for_each(|one| self.refuse(one.slot));
                }
                StmtKind::Declare(all) => {
                    all.iter().filter(|one| one.global).for_each(|one| self.refuse(one.slot));
                }
                _ => {}
            }
            for block in stmt.blocks() {
                self.find_stores(block, false);
            }
        }
    }

    /// Goes through the statements of the body in order.
    fn walk(&mut self, fresh: &mut Fresh) {
        let body = self.body;
        for (number, stmt) in body.statements.iter().enumerate() {
            let start = Some(Start::Branch(number));
            if self.slots.values().any(|one| one.start == start) {
                for variable in self.slots.values_mut() {
                    variable.ready |= variable.start == start;
                }
                continue;
            }
            forward(self, std::slice::from_ref(stmt), fresh);
        }
    }

    fn expr_stmt(&mut self, id: ExprId, prints: bool, fresh: &mut Fresh) {
        if let Some((slot, method, args)) = self.method(id)
            && self.slots.get(&slot).is_some_and(|variable| variable.parser)
        {
            let (parses, args) = (method == ParserMethod::Parse, args.to_vec());
            for arg in args {
                self.read(arg, fresh);
            }
            let ready = self.slots.get(&slot).is_some_and(|variable| variable.ready);
            if !parses || !ready || prints {
                self.refuse(slot);
            }
            fresh.0.extend(PARSED.map(|part| (slot, part.into())));
            return;
        }
        self.read(id, fresh);
    }

    fn assign(&mut self, assign: &Assign, fresh: &mut Fresh) {
        self.read(assign.value, fresh);
        for id in assign.targets.iter().flat_map(Target::subscripts) {
            self.read(id, fresh);
        }
        for target in &assign.targets {
            if let Target::Place { slot, links, .. } = target
                && self.slots.contains_key(slot)
                && let [Link::Field(name)] = &links[..]
            {
                if !self.slots.get(slot).is_some_and(|variable| variable.ready) {
                    self.refuse(*slot);
                }
                fresh.0.insert((*slot, Rc::clone(name)));
            }
        }
    }

    /// Checks what an expression reads. Where it calls something, whoever is called may have
    /// set stale parts.
    fn read(&mut self, id: ExprId, fresh: &mut Fresh) {
        if self.calls_out(id) {
            fresh.0.clear();
        }
        let body = self.body;
        for (_, expr) in subexpressions(body, id) {
            match &expr.kind {
                ExprKind::Var(slot) => self.read_whole(*slot, fresh),
                ExprKind::Anonymous(inner) => {
                    for (slot, _) in &body.anonymous[*inner].captures {
                        self.read_whole(*slot, fresh);
                    }
                }
                ExprKind::Access(access) => {
                    if let Some(slot) = access.variable() {
                        self.read_place(slot, &access.links, fresh);
                    }
                }
                _ => {}
            }
        }
    }

    fn read_whole(&mut self, slot: SlotId, fresh: &Fresh) {
        let Some(variable) = self.slots.get_mut(&slot) else { return };
        let settled = variable.stale.iter().all(|part| fresh.0.contains(&(slot, Rc::clone(part))));
        variable.refused |= variable.parser || !variable.ready || !settled;
    }

    fn read_place(&mut self, slot: SlotId, links: &[Link], fresh: &Fresh) {
        let Some(variable) = self.slots.get_mut(&slot) else { return };
        let [Link::Field(name), ..] = links else { return self.read_whole(slot, fresh) };
        let set = fresh.0.contains(&(slot, Rc::clone(name)));
        let fine = if variable.parser {
            let parsed = PARSED.contains(&&**name);
            PARSER_PROPERTIES.contains(&&**name) && (!parsed || set)
        } else {
            !variable.stale.contains(name) || set
        };
        variable.refused |= !variable.ready || !fine;
    }

    /// Whether a statement may call something that calls this function.
    fn may_come_back(&self, stmt: &Stmt) -> bool {
        statements(std::slice::from_ref(stmt))
            .any(|stmt| stmt.operands().into_iter().any(|id| self.calls_out(id)))
    }

    /// Whether an expression may call something that calls this function.
    fn calls_out(&self, id: ExprId) -> bool {
        subexpressions(self.body, id).any(|(_, expr)| match &expr.kind {
            ExprKind::Access(access) => self.access_calls_out(access),
            _ => false,
        })
    }

    fn access_calls_out(&self, access: &Access) -> bool {
        // What is in a variable may be a function.
        let by_value = |links: &[Link]| links.iter().any(|link| matches!(link, Link::Paren(_)));
        match access.root {
            Root::Call(call) => {
                let rest = match &access.links[..] {
                    [Link::Paren(_), rest @ ..] => rest,
                    rest => rest,
                };
                !self.calls_nothing(call) || by_value(rest)
            }
            Root::VarOrCall(slot, call) => {
                !self.slots.contains_key(&slot)
                    && (!self.calls_nothing(call) || by_value(&access.links))
            }
            Root::Var(slot) if self.slots.get(&slot).is_some_and(|own| own.parser) => false,
            Root::Var(_) | Root::Value(_) => by_value(&access.links),
        }
    }
}

impl Forward for Scan<'_> {
    type State = Fresh;

    fn expr(&mut self, id: ExprId, fresh: &mut Fresh) {
        self.read(id, fresh);
    }

    fn simple(&mut self, stmt: &Stmt, fresh: &mut Fresh) {
        match &stmt.kind {
            StmtKind::Expr(id) => self.expr_stmt(*id, stmt.prints, fresh),
            StmtKind::Assign(assign) => self.assign(assign, fresh),
            StmtKind::Declare(all) => {
                for one in all {
                    if let Some(value) = one.value {
                        self.read(value, fresh);
                    }
                    if let Some(variable) = self.slots.get_mut(&one.slot) {
                        variable.ready |= variable.start == Some(Start::Declaration);
                    }
                }
            }
            _ => {}
        }
    }

    fn join(&mut self, _: &Stmt, paths: Vec<Fresh>) -> Fresh {
        paths
            .into_iter()
            .reduce(|mut all, path| {
                all.join(&path);
                all
            })
            .unwrap_or_default()
    }

    fn enter(&mut self, stmt: &Stmt, fresh: &mut Fresh) {
        if self.may_come_back(stmt) {
            fresh.0.clear();
        }
    }

    fn iterate(&mut self, each: &For, fresh: &mut Fresh) {
        for target in std::iter::once(&each.target).chain(&each.key) {
            target.subscripts().for_each(|id| self.read(id, fresh));
        }
    }

    fn until(&mut self, _: &[Stmt], condition: ExprId, head: &mut Fresh, _: &mut Fresh) {
        self.read(condition, head);
    }

    fn leave(&mut self, _: &Stmt, head: Fresh, _: Fresh) -> Fresh {
        head
    }
}

/// Whether an assignment stores one value, as it is.
fn is_plain(assign: &Assign) -> bool {
    assign.op.is_none() && !assign.bracketed && !assign.deletes && assign.targets.len() == 1
}

impl Analyst<'_> {
    /// Whether calls of a function were followed as if it kept nothing
    /// although its first call may fail where others do not: then no call of it may be one
    /// that keeps something.
    #[must_use]
    pub fn is_varied(&self, body: FunctionId) -> bool {
        self.calls.varied.contains(&body)
    }

    fn private_of(&mut self, body: &Rc<Body>) -> Rc<Private> {
        if let Some(known) = self.names.privates.get(&body.id) {
            return Rc::clone(known);
        }
        let found = Private::of(body, &mut |call| match self.target(call) {
            crate::call::resolved_name::ResolvedName::Builtin(row) => Some(row),
            _ => None,
        });
        let found = Rc::new(found);
        self.names.privates.insert(body.id, Rc::clone(&found));
        found
    }

    /// Declares a persistent variable as one of the call, if it is private and its first
    /// value surely can be stored; tells whether that is so.
    pub(crate) fn declare_private(
        &mut self,
        body: &Rc<Body>,
        declaration: &Declaration,
        span: Span,
    ) -> bool {
        if declaration.global {
            return false;
        }
        let slot = declaration.slot;
        let private = self.private_of(body);
        let varies = private.varying.contains(&slot);
        let may = self.frame().called && !(varies && self.calls.closed_only);
        let start = private.start(slot).filter(|_| may);
        let done = match start {
            Some(Start::Declaration) => declaration.value.is_some_and(|value| {
                self.begin_scene();
                let first = self.value(body, value);
                let scene = self.end_scene();
                let sure = self.alive()
                    && self.tracer.as_ref().is_some_and(|tracer| {
                        Judge::new(body, &scene, &tracer.trace).is_removable(value)
                    });
                if sure {
                    if varies {
                        self.calls.varied.insert(body.id);
                    }
                    self.define(slot, first, span, DefinitionKind::Assign);
                    let stmt = crate::entry::assignment(body, slot, value);
                    self.step(StepKind::Simple(stmt, scene), span, false);
                }
                sure
            }),
            Some(Start::Branch(number)) => {
                let sure = self.branch_succeeds(body, number, span);
                if sure {
                    self.set_known(slot, Value::empty(), span);
                }
                sure
            }
            None => false,
        };
        if !done && !crate::stmt::is_constant_persistent(body, declaration) {
            self.frame_mut().stateful = true;
        }
        done
    }

    /// Whether a branch that gives private variables their values surely succeeds, and does
    /// nothing else.
    fn branch_succeeds(&mut self, body: &Rc<Body>, number: usize, span: Span) -> bool {
        if let Some(&known) = self.frame().branches.get(&number) {
            return known;
        }
        let Some(StmtKind::If(clauses, None)) = body.statements.get(number).map(|stmt| &stmt.kind)
        else {
            return false;
        };
        let private = self.private_of(body);
        let mut slots: Vec<SlotId> = private.of_branch(number).collect();
        slots.sort_unstable();
        let dynamic = self.tracer.as_ref().map_or(0, |tracer| tracer.dynamic);
        let fork = self.fork();
        let mark = self.frame_mut().record.watch();
        self.open_block();
        for slot in slots {
            self.set_known(slot, Value::empty(), span);
        }
        for (_, block) in clauses {
            self.block(body, block);
        }
        let steps = self.close_block();
        let alive = self.alive();
        self.frame_mut().record.take_back(mark);
        self.frame_mut().record.settle();
        self.leave(fork);
        if let Some(tracer) = &mut self.tracer {
            tracer.dynamic = dynamic;
        }
        let nothing = Scene::default();
        let sure = alive
            && self.tracer.as_ref().is_some_and(|tracer| {
                Judge::new(body, &nothing, &tracer.trace).are_removable(body, &steps)
            });
        self.frame_mut().branches.insert(number, sure);
        sure
    }
}
