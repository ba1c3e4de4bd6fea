//! Functions and cells: everything is known of them when they are lowered, but the arrays in
//! them. A variable that holds one has further variables for these arrays, beyond those of
//! the body, which control flow carries and merges like any other.

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::{Lesson, Measure, Operation, Row, SizeQuestion};
use formwork_hir::body::{AnonymousId, Arguments, CallId, ExprId, ExprKind, Link, Root};
use formwork_hir::{Meaning, Sight, SlotId};
use formwork_runtime::Class;
use formwork_syntax::Span;

use super::range::Ranged;
use super::{Lowered, Lowerer, Special, Val, Variable, given as given_value};
use crate::given::{Function, Given, Known, Passed, Same};
use crate::kind::{Base, Kind};
use crate::lowering::{Asked, Reliance};

/// What an expression gives where more than arrays is taken.
pub(super) type Item = Known<Val>;

impl Lowerer<'_, '_> {
    /// The name of a variable, or of an array in one.
    pub(super) fn name_of(&self, slot: SlotId) -> String {
        self.body.slots.get(slot).map_or_else(|| "part".to_owned(), |one| one.name.to_string())
    }

    /// Whether a variable holds a function or cells here.
    fn holds_known(&self, slot: SlotId) -> bool {
        self.learned.known.contains_key(&slot)
            || !self.scene.variables.contains_key(&slot)
                && matches!((self.task.entry)(slot), Some(Known::Function(_) | Known::Cells(_)))
    }

    /// The variable that holds a function or cells and is read by an expression, and how.
    fn known_root(&self, id: ExprId) -> Option<(SlotId, &[Link])> {
        let (slot, links): (SlotId, &[Link]) = match &self.body.exprs[id].kind {
            ExprKind::Var(slot) => (*slot, &[]),
            ExprKind::Access(access) => match access.root {
                Root::Var(slot) => (slot, &access.links),
                Root::VarOrCall(slot, _) if self.is_surely_set(slot) => (slot, &access.links),
                Root::VarOrCall(..) | Root::Call(_) | Root::Value(_) => return None,
            },
            _ => return None,
        };
        self.holds_known(slot).then_some((slot, links))
    }

    /// Whether an expression may give something else than one array.
    pub(super) fn is_known(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Handle(_) | ExprKind::Anonymous(_) | ExprKind::Cell(_) => true,
            _ => self.known_root(id).is_some(),
        }
    }

    /// The values of an expression among arguments.
    pub(super) fn items(&mut self, id: ExprId) -> Lowered<Vec<Item>> {
        if self.is_known(id) {
            return self.known_values(id, 1);
        }
        Ok(vec![Known::Array(self.expr(id)?)])
    }

    pub(super) fn all_items(&mut self, ids: &[ExprId]) -> Lowered<Vec<Item>> {
        let mut items = Vec::new();
        for &id in ids {
            items.extend(self.items(id)?);
        }
        Ok(items)
    }

    /// The value of an expression that [`Lowerer::is_known`], where an array is wanted.
    pub(super) fn known_array(&mut self, id: ExprId) -> Lowered<Val> {
        let span = self.body.exprs[id].span;
        let values = self.known_values(id, 1)?;
        match <[Item; 1]>::try_from(values) {
            Ok([Known::Array(value)]) => Ok(value),
            Ok([Known::Function(_)]) => self.refuse("a function handle", span),
            Ok([Known::Cells(_)]) => self.refuse("a cell array", span),
            Err(_) => self.refuse("several values for one", span),
        }
    }

    /// The values of an expression that [`Lowerer::is_known`]; of a call, so many outputs.
    pub(super) fn known_values(&mut self, id: ExprId, count: usize) -> Lowered<Vec<Item>> {
        let body = self.body;
        let span = body.exprs[id].span;
        match &body.exprs[id].kind {
            ExprKind::Handle(call) => Ok(vec![Known::Function(self.handle(*call, span)?)]),
            ExprKind::Anonymous(id) => Ok(vec![Known::Function(self.anonymous(*id, span)?)]),
            ExprKind::Cell(rows) => match &rows[..] {
                [] => Ok(vec![Known::Cells(Vec::new())]),
                [row] => Ok(vec![Known::Cells(self.all_items(row)?)]),
                _ => self.refuse("a cell array of several rows", span),
            },
            ExprKind::Var(slot) => Ok(vec![self.known_of(*slot, span)?]),
            ExprKind::Access(access) => match access.root {
                Root::Var(slot) | Root::VarOrCall(slot, _) => {
                    let item = self.known_of(slot, span)?;
                    self.follow(item, &access.links, count, span)
                }
                Root::Call(_) | Root::Value(_) => self.refuse("an access of this form", span),
            },
            _ => self.refuse("a value of this form", span),
        }
    }

    /// The function or the cells that a variable holds.
    fn known_of(&mut self, slot: SlotId, span: Span) -> Lowered<Item> {
        if self.scene.variables.get(&slot).is_some_and(Variable::is_set)
            && let Some(pattern) = self.learned.known.get(&slot).cloned()
        {
            return pattern.map(&mut |part| self.read(*part, span));
        }
        let at_entry = (self.task.entry)(slot);
        if let Some(Known::Function(_) | Known::Cells(_)) = at_entry
            && self.learned.wanted.insert(slot)
        {
            self.learned.changed = true;
        }
        let name = self.name_of(slot);
        self.refuse(format!("`{name}` may have no value"), span)
    }

    /// What follows links from a value.
    pub(super) fn follow(
        &mut self,
        item: Item,
        links: &[Link],
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Item>> {
        let [link, rest @ ..] = links else { return Ok(vec![item]) };
        let wanted = if rest.is_empty() { count } else { 1 };
        let values = match (item, link) {
            (Known::Function(function), Link::Paren(arguments)) => {
                if arguments.has_end {
                    return self.refuse("`end` in the arguments of a function handle", span);
                }
                let arguments = self.all_items(&arguments.exprs)?;
                let outputs = self.call_function(&function, arguments, wanted, span)?;
                outputs.into_iter().map(Known::Array).collect()
            }
            (Known::Cells(cells), Link::Brace(arguments)) => {
                self.picked_cells(cells, arguments, span)?
            }
            (Known::Array(value), Link::Paren(arguments)) => {
                vec![Known::Array(self.part(&value, arguments, span)?)]
            }
            _ => return self.refuse("an access of this form", span),
        };
        if rest.is_empty() {
            return Ok(values);
        }
        match <[Item; 1]>::try_from(values) {
            Ok([value]) => self.follow(value, rest, count, span),
            Err(_) => self.refuse("several values for one", span),
        }
    }

    /// `cells{…}`, with a subscript that is known.
    fn picked_cells(
        &mut self,
        cells: Vec<Item>,
        arguments: &Arguments,
        span: Span,
    ) -> Lowered<Vec<Item>> {
        let [subscript] = &arguments.exprs[..] else {
            return self.refuse("cells by several subscripts", span);
        };
        let place = match self.body.exprs[*subscript].kind {
            ExprKind::Colon => return Ok(cells),
            ExprKind::End => Some(cells.len() as i64),
            _ if arguments.has_end => None,
            _ => self.expr(*subscript)?.whole.and_then(|whole| whole.operand.as_int()),
        };
        let place = place.and_then(|place| usize::try_from(place - 1).ok());
        match place.and_then(|place| cells.into_iter().nth(place)) {
            Some(cell) => Ok(vec![cell]),
            None => self.refuse("a cell that is not known", span),
        }
    }

    /// `@name`
    fn handle(&mut self, call: CallId, span: Span) -> Lowered<Function<Val>> {
        let target = &self.body.calls[call];
        // Of what is in another file everybody sees the name, or the call of it is refused.
        if target.local.is_none() {
            return Ok(Function::Named(Rc::clone(&target.name)));
        }
        match self.meaning(Asked::Call(call)) {
            Meaning::User(body) => Ok(Function::Bound(Same(body))),
            Meaning::Builtin | Meaning::Unknown => self.refuse("a function handle", span),
        }
    }

    /// `@(…) …`, with what its captures are now.
    fn anonymous(&mut self, id: AnonymousId, span: Span) -> Lowered<Function<Val>> {
        let anonymous = self.names.anonymous(self.body, id);
        let mut captured = Vec::new();
        for &(slot, _) in &anonymous.captures {
            captured.push(self.captured(slot, span)?);
        }
        Ok(Function::Anonymous(Same(anonymous), captured))
    }

    fn captured(&mut self, slot: SlotId, span: Span) -> Lowered<Option<Item>> {
        if self.holds_known(slot) {
            return self.known_of(slot, span).map(Some);
        }
        if !self.scene.variables.contains_key(&slot) && (self.task.entry)(slot).is_none() {
            self.is_no_variable(slot, span)?;
            return Ok(None);
        }
        Ok(Some(Known::Array(self.read(slot, span)?)))
    }

    /// What a call or a name means; the region relies on it from now on.
    pub(super) fn meaning(&mut self, asked: Asked) -> Meaning {
        let reliance = Reliance::of(self.body, asked, self.names);
        let meaning = reliance.meaning.clone();
        if !self.walked.relied.contains(&reliance) {
            self.walked.relied.push(reliance);
        }
        meaning
    }

    /// The outputs of a function that is called through a handle.
    pub(super) fn call_function(
        &mut self,
        function: &Function<Val>,
        arguments: Vec<Item>,
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        match function {
            Function::Named(name) => self.call_name(name, Sight::Everybody, arguments, count, span),
            Function::Bound(body) => {
                let name = Rc::clone(&body.0.name);
                self.call_user(function, &name, arguments, count, span)
            }
            Function::Anonymous(..) => {
                self.call_user(function, "@<anonymous>", arguments, count, span)
            }
        }
    }

    /// The outputs of what a name means.
    fn call_name(
        &mut self,
        name: &Rc<str>,
        sight: Sight,
        arguments: Vec<Item>,
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        match self.meaning(Asked::Name(Rc::clone(name), sight)) {
            Meaning::Builtin => self.call_builtin(name, arguments, count, span),
            Meaning::User(body) => {
                self.call_user(&Function::Bound(Same(body)), name, arguments, count, span)
            }
            Meaning::Unknown => self.refuse(format!("`{name}` is no function that is found"), span),
        }
    }

    /// The outputs of a built-in function that is given any values.
    pub(super) fn call_builtin(
        &mut self,
        name: &str,
        mut arguments: Vec<Item>,
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        let Some(row) = formwork_builtins::find(name) else {
            return self.refuse(format!("`{name}` of such arguments"), span);
        };
        if row.operation == Operation::Apply && !arguments.is_empty() {
            let function = arguments.remove(0);
            return self.call_value(&function, arguments, count, span);
        }
        if let ([item @ (Known::Function(_) | Known::Cells(_))], true) =
            (&arguments[..], count <= 1)
            && let Some(value) = asked_of_known(row, item)
        {
            return Ok(vec![value]);
        }
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Known::Array(value) => values.push(value),
                Known::Function(_) => {
                    return self.refuse(format!("`{name}` of a function handle"), span);
                }
                Known::Cells(_) => return self.refuse(format!("`{name}` of a cell array"), span),
            }
        }
        if count <= 1
            && let Some(value) = self.asked_of_texts(row.operation, &values, span)?
        {
            return Ok(vec![value]);
        }
        self.builtin_outputs(row, &values, count, span)
    }

    /// `feval (function, …)`
    fn call_value(
        &mut self,
        function: &Item,
        arguments: Vec<Item>,
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Val>> {
        match function {
            Known::Function(function) => self.call_function(function, arguments, count, span),
            Known::Array(value) if value.kind.base == Base::Char => {
                let name = self.known_text(value, span)?;
                let name = String::from_utf8_lossy(&name).into();
                self.call_name(&name, Sight::Body, arguments, count, span)
            }
            Known::Array(_) => self.refuse("a number that is called", span),
            Known::Cells(_) => self.refuse("a cell array", span),
        }
    }

    /// Stores a function or cells in a variable.
    pub(super) fn write_known(&mut self, slot: SlotId, item: &Item, span: Span) -> Lowered<()> {
        self.assigned.insert(slot);
        let plain = |value: &&Val| value.special == Special::Nothing && value.ranged == Ranged::No;
        if !item.arrays().iter().all(plain) {
            return self.refuse("a range or `[]` in a function or a cell", span);
        }
        self.set_known(slot, item, span)
    }

    /// Gives a variable a function or cells.
    fn set_known(&mut self, slot: SlotId, item: &Item, span: Span) -> Lowered<()> {
        let pattern = self.pattern(slot, item, span)?;
        for (&part, value) in pattern.arrays().into_iter().zip(item.arrays()) {
            self.set_first(part, value.clone(), span)?;
        }
        self.scene.variables.insert(slot, Variable::holding(Kind::TRUTH.nothing()));
        Ok(())
    }

    /// The variables for the arrays in what a variable holds, the same in all of a region.
    fn pattern(&mut self, slot: SlotId, item: &Item, span: Span) -> Lowered<Known<SlotId>> {
        let name = self.name_of(slot);
        if let Some(pattern) = self.learned.known.get(&slot) {
            if pattern.outline() == item.outline() {
                return Ok(pattern.clone());
            }
            return self.refuse(format!("`{name}` is not always the same function"), span);
        }
        if self.learned.kinds.contains_key(&slot) {
            return self.refuse(format!("`{name}` changes its class"), span);
        }
        let pattern = item.map(&mut |_| {
            let part = SlotId::new(self.body.slots.len() + self.learned.parts);
            self.learned.parts += 1;
            Ok(part)
        })?;
        self.learned.known.insert(slot, pattern.clone());
        // Nobody reads it; that the variable is set is followed with it.
        self.learned.kinds.insert(slot, Kind::TRUTH);
        self.learned.changed = true;
        Ok(pattern)
    }

    /// Parameters for the arrays of what is given.
    pub(super) fn parameters(&mut self, name: &str, given: &Given) -> Lowered<Item> {
        given.map(&mut |Passed { kind, text }| {
            if let Some(text) = text {
                return Ok(Val::of_text(text, *kind));
            }
            let operand = self.builder.parameter(name.to_owned(), kind.ir());
            Ok(given_value(operand, *kind))
        })
    }

    /// Gives a variable what it is at the entry.
    pub(super) fn set_at_entry(&mut self, slot: SlotId, item: &Item, span: Span) -> Lowered<()> {
        match item {
            Known::Array(value) => self.set_first(slot, value.clone(), span),
            Known::Function(_) | Known::Cells(_) => self.set_known(slot, item, span),
        }
    }
}

/// What a built-in function says of a function or of cells.
fn asked_of_known(row: &Row, item: &Item) -> Option<Val> {
    let truth = |truth: bool| Some(Val::truth(truth));
    let count = match item {
        Known::Array(_) => return None,
        Known::Function(_) => 1,
        Known::Cells(cells) => cells.len(),
    };
    match (row.operation, row.lesson) {
        (Operation::Measure(Measure::Numel | Measure::Length), _) => {
            Some(super::expression::number_value(count as f64))
        }
        (Operation::AskSize(SizeQuestion::IsEmpty), _) => truth(count == 0),
        (Operation::AskClass, Lesson::Class { classes, exact: true }) => {
            truth(classes.contains(match item {
                Known::Array(_) => return None,
                Known::Function(_) => Class::FunctionHandle,
                Known::Cells(_) => Class::Cell,
            }))
        }
        _ => None,
    }
}
