//! Fields of structs and elements of cell arrays: where they were stored.
//!
//! A part that is read of a variable was stored in it, came with it from outside, or is not kept
//! apart from others. The search goes back over the definitions of the variable: what stores in
//! another part leaves this one as it is.
//!
//! ```text
//! s.n = input ('n');     reading s.n: stored on this line
//! s.m = 3;               another field
//! y = zeros (s.n, 1);
//! ```

use formwork_hir::SlotId;
use formwork_hir::body::{Access, ExprKind, Link, Target};
use formwork_infer::DefinitionKind;
use formwork_syntax::Span;

use super::chain::{Next, Place, Search};
use super::origin::{Site, assignment_at, means, text_at};
use super::reason::Reason;

/// How many definitions of a variable are looked at.
const LONGEST: usize = 200;

/// A part of a variable.
enum Part {
    Field(String),
    Element,
}

impl Part {
    fn of(link: &Link) -> Part {
        match link {
            Link::Field(name) => Part::Field(name.to_string()),
            Link::DynamicField(_) => Part::Field(String::new()),
            Link::Brace(_) | Link::Paren(_) => Part::Element,
        }
    }

    /// Whether a store to a place may store in it.
    fn is_stored_by(&self, links: &[Link]) -> bool {
        let stored = links.iter().find(|link| !matches!(link, Link::Paren(_)));
        match (self, stored) {
            (Part::Field(name), Some(Link::Field(other))) => **name == **other,
            (Part::Field(_), Some(Link::DynamicField(_)))
            | (Part::Element, Some(Link::Brace(_))) => true,
            _ => false,
        }
    }
}

impl Search<'_> {
    /// What a part of a variable is that is read.
    pub(super) fn part(
        &mut self,
        site: Site,
        span: Span,
        access: &Access,
        (slot, link): (SlotId, &Link),
    ) -> Next {
        if let Some(next) = self.part_of_parameter(site.0, access, slot) {
            return next;
        }
        let reaching = self.reaching(site, slot, span);
        let mut open: Vec<Place> = reaching.iter().rev().map(|&which| (site.0, which)).collect();
        let part = Part::of(link);
        let mut looked = Vec::new();
        while let Some(place) = open.pop() {
            if looked.contains(&place) || looked.len() > LONGEST {
                continue;
            }
            looked.push(place);
            if let Some(next) = self.part_at(place, &part, access, &mut open) {
                return next;
            }
        }
        let function = self.function(site.0);
        let line = function.source.place(span.start).line;
        let text = text_at(function, span);
        let name = function.body.slots[slot].name.to_string();
        Next::Stop(match part {
            Part::Field(_) => Reason::Field { text, line },
            Part::Element => Reason::Cell { text, line, name },
        })
    }

    /// A part of a parameter that is listed like one: `opts.n`, `varargin{2}`.
    fn part_of_parameter(
        &mut self,
        function: usize,
        access: &Access,
        slot: SlotId,
    ) -> Option<Next> {
        let record = self.function(function);
        let mut path = record.body.slots[slot].name.to_string();
        let mut found = None;
        for link in &access.links {
            match link {
                Link::Field(name) => path = format!("{path}.{name}"),
                Link::Brace(arguments) => {
                    let text = arguments
                        .exprs
                        .first()
                        .map(|&id| text_at(record, record.body.exprs[id].span));
                    path = format!("{path}{{{}}}", text.unwrap_or_default());
                }
                Link::DynamicField(_) | Link::Paren(_) => break,
            }
            let is_it = |one: &formwork_infer::Definition| {
                one.kind == DefinitionKind::Param && *one.name == *path
            };
            found = record.definitions.iter().position(is_it).or(found);
        }
        found.and_then(|which| self.follow(function, &[which]))
    }

    /// What a part was at a definition of the variable, or the definitions before it, which are
    /// put on the list.
    fn part_at(
        &mut self,
        place: Place,
        part: &Part,
        access: &Access,
        open: &mut Vec<Place>,
    ) -> Option<Next> {
        let function = self.function(place.0);
        let body = std::rc::Rc::clone(&function.body);
        let definition = &function.definitions[place.1];
        let (kind, span) = (definition.kind, definition.span);
        let name = std::rc::Rc::clone(&definition.name);
        match kind {
            DefinitionKind::Param => self.part_from_outside(place, access, open),
            DefinitionKind::JoinPhi | DefinitionKind::LoopPhi => {
                open.extend(self.operands(place).into_iter().rev().map(|which| (place.0, which)));
                None
            }
            DefinitionKind::Temp => None,
            DefinitionKind::Assign => {
                let Some((assign, at)) = assignment_at(&body, span) else {
                    return self.follow(place.0, &[place.1]);
                };
                let Target::Place { links, slot, span } = &assign.targets[at] else { return None };
                let site = (place.0, Some(place.1));
                if links.is_empty() {
                    return self.whole(site, assign.value, place, open);
                }
                let stored = part.is_stored_by(links);
                let found = stored.then(|| self.expression(site, assign.value)).flatten();
                if found.is_none() {
                    let before = self.reaching(site, *slot, *span);
                    let own = before.into_iter().filter(|&which| which != place.1);
                    let own =
                        own.filter(|&which| self.function(place.0).definitions[which].name == name);
                    open.extend(own.map(|which| (place.0, which)));
                }
                found
            }
        }
    }

    /// A variable that was set as a whole, of which a part was lost.
    fn whole(
        &mut self,
        site: Site,
        value: formwork_hir::body::ExprId,
        place: Place,
        open: &mut Vec<Place>,
    ) -> Option<Next> {
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        match &body.exprs[value].kind {
            ExprKind::Var(slot) => {
                let reaching = self.reaching(site, *slot, body.exprs[value].span);
                open.extend(reaching.into_iter().map(|which| (site.0, which)));
                None
            }
            ExprKind::Access(access) if !access.links.is_empty() || access.variable().is_none() => {
                self.part_of_call(site, value, place)
            }
            _ => self.follow(place.0, &[place.1]),
        }
    }

    /// What a call or a part of something else gave, of which a part was lost.
    fn part_of_call(
        &mut self,
        site: Site,
        value: formwork_hir::body::ExprId,
        place: Place,
    ) -> Option<Next> {
        // What the call gave is itself a loss, or what it gave is not kept apart.
        if let Some(next) = self.follow(place.0, &[place.1]) {
            return Some(next);
        }
        let body = std::rc::Rc::clone(&self.function(site.0).body);
        let ExprKind::Access(access) = &body.exprs[value].kind else { return None };
        let formwork_hir::body::Root::Call(call) = access.root else {
            return self.expression(site, value);
        };
        let name = &body.calls[call].name;
        let is_own = self.analysis.functions.iter().any(|one| means(&body, call, &one.body));
        if is_own || formwork_builtins::is_builtin(name) {
            None
        } else {
            self.expression(site, value)
        }
    }

    /// A part of a parameter of which nothing is said, or that callers give: what they give is put
    /// on the list.
    fn part_from_outside(
        &mut self,
        place: Place,
        access: &Access,
        open: &mut Vec<Place>,
    ) -> Option<Next> {
        let function = self.function(place.0);
        let mut path = function.definitions[place.1].name.to_string();
        for link in &access.links {
            match link {
                Link::Field(name) => path = format!("{path}.{name}"),
                Link::Brace(_) => path.push_str("{…}"),
                Link::DynamicField(_) => path.push_str(".(…)"),
                Link::Paren(_) => break,
            }
        }
        let name = function.name.to_string();
        if function.entry {
            let first = self.analysis.functions.first();
            let described = first.is_some_and(|first| first.entry && *first.name == *name);
            let function = (!described).then_some(name);
            return Some(Next::Stop(Reason::Parameter { path, function }));
        }
        let given = self.given(place);
        if given.is_empty() {
            return Some(Next::Stop(Reason::Caller { path, function: name }));
        }
        open.extend(given);
        None
    }

    /// The variables that callers give a parameter.
    fn given(&mut self, (function, which): Place) -> Vec<Place> {
        let record = self.function(function);
        let parameter = std::rc::Rc::clone(&record.definitions[which].name);
        let body = std::rc::Rc::clone(&record.body);
        let is_it = |slot: SlotId| body.slots[slot].name == parameter;
        let place = body.inputs.iter().position(|input| input.slot.is_some_and(is_it));
        let Some(place) = place else { return Vec::new() };
        let mut found = Vec::new();
        for (site, argument) in self.arguments(&body, place) {
            let expr = self.function(site.0).body.exprs[argument].clone();
            if let ExprKind::Var(slot) = expr.kind {
                let reaching = self.reaching(site, slot, expr.span);
                found.extend(reaching.into_iter().map(|which| (site.0, which)));
            }
        }
        found
    }
}
