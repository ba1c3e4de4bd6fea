//! What happened at a definition: parameters, assignments, and the expressions in them.

use formwork_builtins::Effects;
use formwork_hir::body::{
    Access, Assign, Body, CallId, ExprId, ExprKind, Link, Root, StmtKind, Target,
};
use formwork_hir::walk::{statements, subexpressions};
use formwork_hir::{Callee, SlotId};
use formwork_infer::{DefinitionKind, FunctionRecord};
use formwork_syntax::Span;

use super::chain::{Next, Place, Search};
use super::reason::Reason;

/// How far callers are looked for.
const CALLERS: usize = 4;

/// The longest text of an expression that is shown.
const LONGEST: usize = 48;

/// Where an expression stands: the function, and the definition that it makes, if it does.
pub(super) type Site = (usize, Option<usize>);

/// The text at a place, its first line.
pub(super) fn text_at(function: &FunctionRecord, span: Span) -> String {
    let text = function.source.text().get(span.range()).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    let line = text.lines().next().unwrap_or_default().trim();
    if line.chars().count() <= LONGEST && text.lines().count() <= 1 {
        return line.to_owned();
    }
    let start: String = line.chars().take(LONGEST).collect();
    format!("{}…", start.trim_end())
}

/// The assignment one of whose targets stands at a place, and which.
pub(super) fn assignment_at(body: &Body, span: Span) -> Option<(&Assign, usize)> {
    let is_there =
        |target: &Target| matches!(target, Target::Place { span: own, .. } if *own == span);
    body.assignments()
        .find_map(|assign| assign.targets.iter().position(is_there).map(|place| (assign, place)))
}

/// Whether a call in a body means a function: one of the same file by its name, or the one that
/// another file is for.
pub(super) fn means(body: &Body, call: CallId, function: &Body) -> bool {
    let target = &body.calls[call];
    let beside = body.source.path == function.source.path;
    let there = match &target.callee {
        Some(Callee::File { path, .. }) if target.local.is_none() => *path == function.source.path,
        _ => beside,
    };
    there && target.name == function.name
}

impl Search<'_> {
    /// A parameter: of a function that was entered, or of one that somebody calls.
    pub(super) fn parameter(&mut self, at: Place) -> Next {
        let function = self.function(at.0);
        let path = function.definitions[at.1].name.to_string();
        let name = function.name.to_string();
        if function.entry {
            let first = self.analysis.functions.first();
            let described = first.is_some_and(|first| first.entry && *first.name == *name);
            return Next::Stop(Reason::Parameter { path, function: (!described).then_some(name) });
        }
        let body = std::rc::Rc::clone(&function.body);
        let is_own = |slot: SlotId| *body.slots[slot].name == *path;
        let place = body.inputs.iter().position(|input| input.slot.is_some_and(is_own));
        let found = place.and_then(|place| self.argument(&body, place));
        found.unwrap_or(Next::Stop(Reason::Caller { path, function: name }))
    }

    /// An argument of a call of a function that had lost it already.
    fn argument(&mut self, called: &Body, place: usize) -> Option<Next> {
        let all = self.arguments(called, place);
        all.into_iter().find_map(|(site, argument)| self.expression(site, argument))
    }

    /// What calls of a function give as one of its arguments.
    pub(super) fn arguments(&mut self, called: &Body, place: usize) -> Vec<(Site, ExprId)> {
        let mut found = Vec::new();
        if self.depth >= CALLERS {
            return found;
        }
        self.depth += 1;
        for (caller, record) in self.analysis.functions.iter().enumerate() {
            let body = &record.body;
            for expr in body.exprs.values() {
                let ExprKind::Access(access) = &expr.kind else { continue };
                let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { continue };
                let Some(Link::Paren(arguments)) = access.links.first() else { continue };
                let Some(&argument) = arguments.exprs.get(place) else { continue };
                if means(body, call, called) {
                    found.push(((caller, self.made_by(caller, expr.span)), argument));
                }
            }
        }
        found
    }

    /// The definition that an assignment makes whose value has an expression in it.
    fn made_by(&self, function: usize, inner: Span) -> Option<usize> {
        let function = self.function(function);
        let body = &function.body;
        function.definitions.iter().position(|one| {
            one.kind == DefinitionKind::Assign
                && body.stored_at(one.span).is_some_and(|stored| {
                    let whole = body.exprs[stored.value].span;
                    whole.start <= inner.start && inner.end <= whole.end
                })
        })
    }

    /// An assignment: what it stores, and where.
    pub(super) fn assignment(&mut self, at: Place) -> Next {
        let function = self.function(at.0);
        let definition = &function.definitions[at.1];
        let (span, name) = (definition.span, definition.name.to_string());
        let body = std::rc::Rc::clone(&function.body);
        if let Some(reason) = self.declared(at.0, span, &name) {
            return Next::Stop(reason);
        }
        let site = (at.0, Some(at.1));
        let assigned = assignment_at(&body, span);
        let next = match assigned {
            Some((assign, place)) => self.assigned(at, assign, place),
            None => {
                let stored = body.stored_at(span).map(|stored| stored.value);
                let value = stored.or_else(|| body.expressions_at(span).next_back());
                value.and_then(|value| self.expression(site, value))
            }
        };
        if let Some(next) = next {
            return next;
        }
        if let Some(place) = self.circle {
            return Next::Stop(self.widened(place));
        }
        if let Some((assign, place)) = assigned
            && let Target::Place { links, .. } = &assign.targets[place]
            && matches!(links.first(), Some(Link::Paren(_) | Link::Brace(_)))
        {
            let function = self.function(at.0);
            let line = function.source.place(span.start).line;
            let text = text_at(function, span);
            return Next::Stop(Reason::Subscript { text, line, stored: true });
        }
        Next::Stop(self.unexplained(at))
    }

    /// What an assignment gives one of its targets.
    fn assigned(&mut self, at: Place, assign: &Assign, place: usize) -> Option<Next> {
        let site = (at.0, Some(at.1));
        let Target::Place { slot, links, span } = &assign.targets[place] else { return None };
        if !links.is_empty() || assign.op.is_some() {
            // What there was before goes on.
            let before = self.reaching(site, *slot, *span);
            if let Some(next) = self.follow(at.0, &before) {
                return Some(next);
            }
            if matches!(links.first(), Some(Link::Field(_) | Link::DynamicField(_))) {
                return None;
            }
        }
        self.value(site, assign.value, place)
    }

    /// A global or persistent variable where it is declared.
    fn declared(&self, function: usize, span: Span, name: &str) -> Option<Reason> {
        let function = self.function(function);
        let body = &function.body;
        let declarations = statements(&body.statements).filter_map(|stmt| match &stmt.kind {
            StmtKind::Declare(all) if stmt.span.start == span.start => Some(all),
            _ => None,
        });
        let mut all = declarations.flatten();
        let one = all.find(|one| *body.slots[one.slot].name == *name)?;
        let line = function.source.place(span.start).line;
        Some(Reason::Shared { name: name.to_owned(), line, global: one.global })
    }

    /// What an expression gave as one of its values, if that had lost it.
    fn value(&mut self, site: Site, id: ExprId, output: usize) -> Option<Next> {
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        match &body.exprs[id].kind {
            ExprKind::Access(access) => self.access(site, id, access, output),
            _ => self.expression(site, id),
        }
    }

    /// What lost it in an expression; `None` if nothing in it did.
    pub(super) fn expression(&mut self, site: Site, id: ExprId) -> Option<Next> {
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        let expr = &body.exprs[id];
        if self.is_fine(site.0, expr.span) {
            return None;
        }
        match &expr.kind {
            ExprKind::Var(slot) => {
                let reaching = self.reaching(site, *slot, expr.span);
                self.follow(site.0, &reaching)
            }
            ExprKind::Access(access) => self.access(site, id, access, 0),
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Range(..)
            | ExprKind::Matrix(_)
            | ExprKind::Lazy(..) => {
                expr.children().into_iter().find_map(|child| self.expression(site, child))
            }
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => {
                self.expression(site, assign.value)
            }
            ExprKind::Const(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::AndAlso(..)
            | ExprKind::OrElse(..)
            | ExprKind::Cell(_)
            | ExprKind::Handle(_)
            | ExprKind::Anonymous(_)
            | ExprKind::Invalid(_) => None,
        }
    }

    /// Whether the value in the middle of an expression that stands there has lost nothing.
    fn is_fine(&mut self, function: usize, span: Span) -> bool {
        let known = self.function(function).definition_at(span);
        let value =
            known.filter(|one| one.kind == DefinitionKind::Temp).map(|one| one.value.clone());
        value.is_some_and(|value| !self.loss.is_in(&value, &mut self.analysis.algebra))
    }

    fn access(&mut self, site: Site, id: ExprId, access: &Access, output: usize) -> Option<Next> {
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        let span = body.exprs[id].span;
        match access.root {
            Root::Value(inner) => self.expression(site, inner),
            Root::Call(call) => self.call(site, span, access, (call, output)),
            Root::Var(slot) => self.variable(site, span, access, slot),
            Root::VarOrCall(slot, call) => {
                if self.reaching(site, slot, span).is_empty() {
                    self.call(site, span, access, (call, output))
                } else {
                    self.variable(site, span, access, slot)
                }
            }
        }
    }

    /// A part of a variable, or a call of the handle that it is.
    fn variable(&mut self, site: Site, span: Span, access: &Access, slot: SlotId) -> Option<Next> {
        let reaching = self.reaching(site, slot, span);
        let part = access.links.iter().find(|link| !matches!(link, Link::Paren(_)));
        if let Some(link) = part {
            return Some(self.part(site, span, access, (slot, link)));
        }
        let function = self.function(site.0);
        let line = function.source.place(span.start).line;
        let name = function.body.slots[slot].name.to_string();
        let is_handle = |&which: &usize| {
            let class = function.definitions[which].value.classes.single();
            class == Some(formwork_runtime::Class::FunctionHandle)
        };
        if !access.links.is_empty() && reaching.iter().any(is_handle) {
            let kind = |&which: &usize| function.definitions[which].kind == DefinitionKind::Param;
            let parameter = reaching.iter().any(kind);
            return Some(Next::Stop(Reason::Handle { name, line, parameter }));
        }
        if let Some(next) = self.follow(site.0, &reaching) {
            return Some(next);
        }
        let Some(Link::Paren(arguments)) = access.links.first() else { return None };
        let inside = arguments.exprs.iter().find_map(|&one| self.expression(site, one));
        if inside.is_some() || self.circle.is_some() {
            return inside;
        }
        let text = text_at(self.function(site.0), span);
        Some(Next::Stop(Reason::Subscript { text, line, stored: false }))
    }

    /// A call of a function.
    fn call(
        &mut self,
        site: Site,
        span: Span,
        access: &Access,
        (call, output): (formwork_hir::body::CallId, usize),
    ) -> Option<Next> {
        let function = self.function(site.0);
        let target = &function.body.calls[call];
        let name = target.name.to_string();
        let callee = target.callee.clone();
        let line = function.source.place(span.start).line;
        let exprs: &[ExprId] = match access.links.first() {
            Some(Link::Paren(arguments)) => &arguments.exprs,
            _ => &[],
        };
        if matches!(callee, Some(formwork_hir::Callee::Method { .. })) {
            return Some(Next::Stop(Reason::Object { text: name, line }));
        }
        let is_language = matches!(callee, Some(formwork_hir::Callee::Builtin))
            || (callee.is_none() && formwork_builtins::is_builtin(&name));
        if is_language {
            return self.builtin(site, (name, line), exprs, output);
        }
        if let Some(next) = self.callee((site.0, call), line, output) {
            return Some(next);
        }
        let is_missing = callee.is_none();
        let reason = match is_missing {
            true => Reason::Missing { function: name, line },
            false => self
                .scope_changed(self.function(site.0), span)
                .unwrap_or(Reason::Unfollowed { function: name, line }),
        };
        Some(Next::Stop(reason))
    }

    /// An output of a function of the program that had lost it when it returned.
    fn callee(&mut self, at: (usize, CallId), line: u32, output: usize) -> Option<Next> {
        let caller = std::rc::Rc::clone(&self.function(at.0).body);
        if self.is_open(|body| means(&caller, at.1, body)) {
            let function = caller.calls[at.1].name.to_string();
            return Some(Next::Stop(Reason::Recursive { function, line }));
        }
        for place in 0..self.analysis.functions.len() {
            let record = self.function(place);
            let Some(&slot) = record.body.outputs.get(output).or(record.body.varargout.as_ref())
            else {
                continue;
            };
            if !means(&caller, at.1, &record.body) {
                continue;
            }
            let own = std::rc::Rc::clone(&record.body.slots[slot].name);
            let definitions = record.definitions.iter().enumerate().rev();
            let all: Vec<usize> = definitions
                .filter(|(_, one)| one.name == own && one.kind != DefinitionKind::Temp)
                .map(|(which, _)| which)
                .collect();
            if let Some(next) = self.follow(place, &all) {
                return Some(next);
            }
        }
        None
    }

    /// A function of the language.
    fn builtin(
        &mut self,
        site: Site,
        (function, line): (String, u32),
        exprs: &[ExprId],
        output: usize,
    ) -> Option<Next> {
        let row = formwork_builtins::find(&function)
            .or_else(|| formwork_builtins::find_inferred(&function));
        let Some(row) = row else {
            return Some(Next::Stop(Reason::Unwritten { function, line }));
        };
        let outside = [Effects::FILES, Effects::WRITES_SCOPE, Effects::OUTSIDE]
            .into_iter()
            .any(|effects| row.effects.include(effects));
        let rule = row.outputs.get(output).or(row.outputs.last()).map(|output| output.shape);
        let is_unknown = matches!(rule, None | Some(formwork_builtins::ShapeRule::Unknown));
        if outside && is_unknown {
            return Some(Next::Stop(Reason::Run { function, line }));
        }
        if row.effects.include(Effects::CALLS)
            && let Some(reason) = exprs.first().and_then(|&id| self.called_handle(site, id, line))
        {
            return Some(Next::Stop(reason));
        }
        // Arguments that are sizes decide before others.
        let sizes = row.sizes.map_or(exprs.len(), |sizes| sizes.first).min(exprs.len());
        let (others, sizes) = exprs.split_at(sizes);
        let inside = sizes.iter().find_map(|&id| self.size(site, id));
        let inside = inside.or_else(|| others.iter().find_map(|&id| self.expression(site, id)));
        if inside.is_some() || self.circle.is_some() {
            return inside;
        }
        let reason = match outside {
            true => Reason::Run { function, line },
            false => Reason::Builtin { function, line },
        };
        Some(Next::Stop(reason))
    }

    /// What lost it in an argument that says how large the result is: its own, or of what it is
    /// computed from, as in `zeros (size (x))`.
    fn size(&mut self, site: Site, id: ExprId) -> Option<Next> {
        if let Some(next) = self.expression(site, id) {
            return Some(next);
        }
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        let read = subexpressions(&body, id).filter_map(|(_, expr)| match &expr.kind {
            ExprKind::Var(slot) => Some((*slot, expr.span)),
            ExprKind::Access(access) => access.variable().map(|slot| (slot, expr.span)),
            _ => None,
        });
        read.collect::<Vec<_>>().into_iter().find_map(|(slot, span)| {
            let reaching = self.reaching(site, slot, span);
            self.follow(site.0, &reaching)
        })
    }

    /// A handle that a function of the language calls, if it is a parameter or nothing is known of
    /// it.
    fn called_handle(&mut self, site: Site, id: ExprId, line: u32) -> Option<Reason> {
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        let ExprKind::Var(slot) = body.exprs[id].kind else { return None };
        let reaching = self.reaching(site, slot, body.exprs[id].span);
        let function = self.function(site.0);
        let one = &function.definitions[*reaching.first()?];
        let name = body.slots[slot].name.to_string();
        let parameter = one.kind == DefinitionKind::Param;
        one.value.contents.is_none().then_some(Reason::Handle { name, line, parameter })
    }

    /// What is said where nothing else explains a loss.
    pub(super) fn unexplained(&self, (function, which): Place) -> Reason {
        let function = self.function(function);
        let definition = &function.definitions[which];
        let body = &function.body;
        if let Some(reason) = self.scope_changed(function, definition.span) {
            return reason;
        }
        if function.cut || self.analysis.exhausted {
            return Reason::TooLong;
        }
        let value = body.stored_at(definition.span).map(|stored| body.exprs[stored.value].span);
        self.unexplained_text(function, value.unwrap_or(definition.span))
    }

    /// A call before a place that may have set any variable.
    fn scope_changed(&self, function: &FunctionRecord, at: Span) -> Option<Reason> {
        let call = function.body.calls.values().find(|call| {
            call.span.start < at.start && call.effects().include(Effects::WRITES_SCOPE)
        })?;
        let line = function.source.place(call.span.start).line;
        Some(Reason::Scope { function: call.name.to_string(), line })
    }

    pub(super) fn unexplained_text(&self, function: &FunctionRecord, span: Span) -> Reason {
        let line = function.source.place(span.start).line;
        Reason::Operation { text: text_at(function, span), line }
    }
}
