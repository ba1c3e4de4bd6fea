//! Assignments.

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::Values;
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, ExprKind, Link, Target};
use formwork_runtime::{CellArray, Error, Result, Structure, Value, index, ops};
use formwork_syntax::Span;
use smallvec::SmallVec;

use crate::classes::Change;
use crate::code::Code;
use crate::frame::Slot;
use crate::interpreter::{EndObject, Interpreter};
use crate::scalar::place as subscript_place;
use crate::store::{Step, Steps, copy, delete_in, step_into, store_below, store_in};

impl Interpreter<'_> {
    /// Runs an assignment and displays what it assigned if asked to.
    pub(crate) fn assign(&mut self, code: &Rc<Code>, assign: &Assign, prints: bool) -> Result<()> {
        match &assign.targets[..] {
            [Target::Place { slot, links, span }] if !assign.bracketed => {
                let slot = *slot;
                if links.is_empty() && assign.op.is_none() {
                    if let Some(number) = self.number(code, assign.value) {
                        self.set_number(slot, number)?;
                    } else if !self.append(code, slot, assign.value)? {
                        let value = self.full_value(code, assign.value)?;
                        self.set_slot(slot, value)?;
                    }
                } else if assign.op.is_none()
                    && let [Link::Paren(arguments)] = &links[..]
                    && !assign.deletes
                    && self.set_element(code, slot, arguments, assign.value)
                {
                } else if let Some(op) = assign.op {
                    self.update(code, assign, op, slot, links)?;
                } else {
                    self.store_in_part(code, assign, (slot, links), false)?;
                }
                self.observe(code, slot, *span);
                if prints { self.show(code, slot) } else { Ok(()) }
            }
            [Target::Ignored] if !assign.bracketed => self.value(code, assign.value).map(drop),
            targets => self.assign_several(code, assign, targets, prints),
        }
    }

    /// An assignment to a part of a variable inside an expression: its value is what was stored.
    pub(crate) fn assign_to_part(
        &mut self,
        code: &Rc<Code>,
        assign: &Assign,
    ) -> Result<Option<Value>> {
        let ([Target::Place { slot, links, span }], None, false) =
            (&assign.targets[..], assign.op, assign.bracketed)
        else {
            return Ok(None);
        };
        if links.is_empty() {
            return Ok(None);
        }
        let stored = self.store_in_part(code, assign, (*slot, links), true)?;
        self.observe(code, *slot, *span);
        Ok(stored)
    }

    /// Stores in a part of a variable, or deletes it; gives what was stored if it is wanted.
    fn store_in_part(
        &mut self,
        code: &Rc<Code>,
        assign: &Assign,
        (slot, links): (SlotId, &[Link]),
        wanted: bool,
    ) -> Result<Option<Value>> {
        let steps = self.steps(code, slot, links)?;
        let value = self.value(code, assign.value)?;
        let stored = wanted.then(|| value.clone());
        if assign.deletes && matches!(links.last(), Some(Link::Paren(_))) {
            self.delete(code, slot, &steps)?;
        } else {
            self.store(code, slot, &steps, value)?;
        }
        Ok(stored)
    }

    /// `x = [x, …]`, in place where that appends rows to a row; tells whether the value
    /// is of that form.
    fn append(
        &mut self,
        code: &Rc<Code>,
        slot: SlotId,
        value: formwork_hir::body::ExprId,
    ) -> Result<bool> {
        let ExprKind::Matrix(rows) = &code.body.exprs[value].kind else { return Ok(false) };
        let [row] = &rows[..] else { return Ok(false) };
        let [first, rest @ ..] = &row[..] else { return Ok(false) };
        if !matches!(code.body.exprs[*first].kind, ExprKind::Var(variable) if variable == slot)
            || !matches!(self.slot(slot), Slot::Value(_))
        {
            return Ok(false);
        }
        let rest = self.list(code, rest)?;
        if let Slot::Value(place) = self.slot_mut(slot) {
            if index::append(place, &rest) {
                return Ok(true);
            }
            let mut row = vec![place.clone()];
            row.extend(rest);
            let mixed = index::mixes_text(&row);
            let joined = index::matrix_literal(vec![row]);
            if mixed {
                index::warn_of_joined(&joined, self)?;
            }
            let joined = joined?;
            self.set_slot(slot, joined)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// `x(i) = number` and `x(i,j) = number` of a real array, in place.
    fn set_element(
        &mut self,
        code: &Rc<Code>,
        slot: SlotId,
        arguments: &formwork_hir::body::Arguments,
        value: formwork_hir::body::ExprId,
    ) -> bool {
        let object = self.base + slot.index();
        if arguments.has_end || !matches!(&self.stack[object], Slot::Value(Value::Double(_))) {
            return false;
        }
        let Some(value) = self.number(code, value) else { return false };
        match arguments.exprs[..] {
            [first] => {
                let Some(at) = self.number(code, first).and_then(subscript_place) else {
                    return false;
                };
                let Slot::Value(Value::Double(array)) = &mut self.stack[object] else {
                    return false;
                };
                if array.kept_as() != Structure::Full {
                    return false;
                }
                if at < array.numel() {
                    array.make_mut()[at] = value;
                    return true;
                }
                array.set_or_push(at, value).is_ok()
            }
            [first, second] => {
                let Some(row) = self.number(code, first).and_then(subscript_place) else {
                    return false;
                };
                let Some(column) = self.number(code, second).and_then(subscript_place) else {
                    return false;
                };
                let Slot::Value(Value::Double(array)) = &mut self.stack[object] else {
                    return false;
                };
                let [rows, columns] = *array.dims().as_slice() else { return false };
                if row >= rows || column >= columns || array.kept_as() != Structure::Full {
                    return false;
                }
                array.make_mut()[row + column * rows] = value;
                true
            }
            _ => false,
        }
    }

    fn show(&mut self, code: &Rc<Code>, slot: SlotId) -> Result<()> {
        match self.slot(slot).get() {
            Some(value) => {
                let name = Rc::clone(&code.body.slots[slot].name);
                self.display(&name, &value)
            }
            None => Ok(()),
        }
    }

    /// `x op= value`
    fn update(
        &mut self,
        code: &Rc<Code>,
        assign: &Assign,
        op: ops::BinaryOp,
        slot: SlotId,
        links: &[Link],
    ) -> Result<()> {
        if links.is_empty() {
            if let Slot::Value(Value::Double(array)) = self.slot(slot)
                && let Some(&left) = array.as_scalar()
                && let Some(right) = self.number(code, assign.value)
            {
                let result = match op {
                    ops::BinaryOp::Add => Some(left + right),
                    ops::BinaryOp::Subtract => Some(left - right),
                    ops::BinaryOp::Multiply => Some(left * right),
                    ops::BinaryOp::Divide => Some(left / right),
                    _ => None,
                };
                if let Some(result) = result {
                    *self.slot_mut(slot) = Slot::Value(Value::double(result));
                    return Ok(());
                }
            }
            let right = self.value(code, assign.value)?;
            let nothing = matches!(&code.body.exprs[assign.value].kind,
                ExprKind::Matrix(rows) if rows.iter().all(|row| row.is_empty()));
            let lent =
                self.all_shared || code.body.inputs.iter().any(|input| input.slot == Some(slot));
            if !nothing
                && let Slot::Value(place) = self.slot_mut(slot)
                && ops::update_in_place(op, place, &right, lent)?
            {
                return Ok(());
            }
            let Some(left) = self.slot(slot).get() else {
                return Err(Error::plain(if assign.steps {
                    "in x++ or ++x, x must be defined first"
                } else {
                    "in computed assignment A OP= X, A must be defined first"
                }));
            };
            if assign.steps {
                can_step(op, &left)?;
            }
            let value = self.operate(op, left, right)?;
            return self.set_slot(slot, value);
        }
        let undefined = "in computed assignment A(index) OP= X, A must be defined first";
        if !self.slot(slot).is_set() {
            self.value(code, assign.value)?;
            return Err(Error::plain(undefined));
        }
        let steps = self.steps(code, slot, links)?;
        let right = self.value(code, assign.value)?;
        let name = Rc::clone(&code.body.slots[slot].name);
        let Some(base) = self.slot(slot).get() else { return Err(Error::plain(undefined)) };
        let left = match self.follow_steps(code, &base, &steps, &name) {
            Some(left) => left?,
            None => self.follow(code, base, links, 1, Some(&name))?,
        };
        if assign.steps && left.len() != 1 {
            return Err(ops::binary_list_error(op, None, Some(&right)));
        }
        let Some(left) = left.into_iter().next() else {
            return Err(Error::plain("invalid number of elements on LHS of assignment"));
        };
        if assign.steps {
            can_step(op, &left)?;
        }
        let value = self.operate(op, left, right)?;
        self.store(code, slot, &steps, value)
    }

    /// What steps lead to in a value; `None` where they call a function or read a
    /// property.
    fn follow_steps(
        &mut self,
        code: &Rc<Code>,
        base: &Value,
        steps: &[Step],
        name: &str,
    ) -> Option<Result<Values>> {
        let mut values: Values = smallvec::smallvec![base.clone()];
        for step in steps {
            let [value] = &values[..] else {
                return Some(Err(Error::plain("a cs-list cannot be further indexed")));
            };
            let is_property = matches!((value, step), (Value::Map(_), Step::Field(_)));
            if is_property
                || matches!(value, Value::Function(_) | Value::Parser(_) | Value::Object(_))
            {
                return None;
            }
            match step_into(value, step) {
                Ok(next) => values = next,
                Err(error) if matches!(step, Step::Field(_)) => return Some(Err(error)),
                Err(error) => return Some(Err(self.naming(code, error, name))),
            }
        }
        Some(Ok(values))
    }

    /// The statement `x++` or `x--` of a number, whose value before becomes `ans`; tells
    /// whether it was one.
    pub(crate) fn step_number(
        &mut self,
        code: &Rc<Code>,
        assign: &Assign,
        prints: bool,
    ) -> Result<bool> {
        let [Target::Place { slot, links, span }] = &assign.targets[..] else { return Ok(false) };
        let Slot::Value(Value::Double(array)) = self.slot_mut(*slot) else { return Ok(false) };
        let Some(number) = array.as_scalar_mut().filter(|_| links.is_empty()) else {
            return Ok(false);
        };
        let before = *number;
        *number += if assign.op == Some(ops::BinaryOp::Add) { 1.0 } else { -1.0 };
        self.observe(code, *slot, *span);
        self.set_number(code.body.ans, before)?;
        self.observe(code, code.body.ans, *span);
        if prints {
            self.display("ans", &Value::double(before))?;
        }
        Ok(true)
    }

    /// `[a, b] = …`
    fn assign_several(
        &mut self,
        code: &Rc<Code>,
        assign: &Assign,
        targets: &[Target],
        prints: bool,
    ) -> Result<()> {
        // Subscripts first: they say how many values each target takes.
        let mut places: SmallVec<[Option<(SlotId, Span, Steps, usize)>; 4]> = SmallVec::new();
        let mut wanted = 0;
        let mut ignored = 0u64;
        for target in targets {
            match target {
                Target::Ignored => {
                    ignored |= 1u64.checked_shl(u32::try_from(wanted).unwrap_or(64)).unwrap_or(0);
                    wanted += 1;
                    places.push(None);
                }
                Target::Place { slot, links, span } => {
                    let steps = self.steps(code, *slot, links)?;
                    let count = self.count(*slot, &steps)?;
                    wanted += count;
                    places.push(Some((*slot, *span, steps, count)));
                }
            }
        }
        self.ignored = ignored;
        let values = match &code.body.exprs[assign.value].kind {
            ExprKind::Access(_) | ExprKind::Var(_) => self.values(code, assign.value, wanted),
            _ => self.value(code, assign.value).map(|value| smallvec::smallvec![value]),
        };
        self.ignored = 0;
        let values = values?;
        if values.is_empty() && wanted > 0 {
            if wanted > 1 && self.is_list(code, assign.value) {
                return Err(Error::plain("element number 1 undefined in return list"));
            }
            return Err(self.no_value(code, assign.value));
        }
        let mut number = 0;
        let mut values = values.into_iter();
        // `[varargout{1:nargout}] = f ()` passes on what `f` gives without being asked, if
        // the variable has no value yet.
        if let ([Some((slot, span, steps, 0))], Some(_)) = (&places[..], values.as_slice().first())
            && matches!(&steps[..], [Step::Brace(_)])
            && !self.slot(*slot).is_set()
        {
            let (slot, span) = (*slot, *span);
            let cell = CellArray::row(values.take(1).collect());
            self.store(code, slot, &Steps::new(), cell.into())?;
            self.observe(code, slot, span);
            return Ok(());
        }
        for place in places {
            let Some((slot, span, steps, count)) = place else {
                number += 1;
                values.next();
                continue;
            };
            let spread = self.spread(slot, &steps, count)?;
            let many = spread.unwrap_or_else(|| vec![steps]);
            for steps in many {
                number += 1;
                let Some(value) = values.next() else {
                    let message = if number == 1 {
                        "value on the right hand side of the assignment not defined".to_owned()
                    } else {
                        format!("element number {number} undefined in return list")
                    };
                    return Err(Error::plain(message));
                };
                self.store(code, slot, &steps, value)?;
            }
            self.observe(code, slot, span);
            if prints {
                self.show(code, slot)?;
            }
        }
        Ok(())
    }

    /// The links of a target with their subscripts evaluated.
    fn steps(&mut self, code: &Rc<Code>, slot: SlotId, links: &[Link]) -> Result<Steps> {
        let mut steps = Steps::new();
        for (index, link) in links.iter().enumerate() {
            let step = match link {
                Link::Paren(arguments) | Link::Brace(arguments) => {
                    let object = match (arguments.has_end, index) {
                        (true, 0) | (false, _) => EndObject::Slot(self.base + slot.index()),
                        (true, _) if !self.slot(slot).is_set() => {
                            return Err(Error::plain(
                                "invalid use of 'end': may only be used to index existing value",
                            ));
                        }
                        (true, _) => EndObject::Value(self.existing(slot, &steps)?),
                    };
                    let args = self.subscripts(code, arguments, object)?;
                    let is_map = index == 0 && matches!(self.slot(slot).get(), Some(Value::Map(_)));
                    if args.is_empty() && !is_map {
                        return Err(Error::plain("invalid empty index list"));
                    }
                    if matches!(link, Link::Paren(_)) {
                        Step::Paren(args)
                    } else {
                        Step::Brace(args)
                    }
                }
                Link::Field(name) => Step::Field(Rc::clone(name)),
                Link::DynamicField(id) => Step::Field(self.field_name(code, *id)?),
            };
            steps.push(step);
        }
        Ok(steps)
    }

    /// What some steps lead to, for `end`, which needs something that is there.
    fn existing(&mut self, slot: SlotId, steps: &[Step]) -> Result<Value> {
        let mut value = self.slot(slot).get().unwrap_or_else(Value::empty);
        let partial = |_| Error::plain("error evaluating partial expression for END");
        for step in steps {
            let list = match (step, &value) {
                (_, Value::Object(_)) => self.object_step(&value, step)?,
                (Step::Field(name), Value::Struct(_)) if !index::has_field(&value, name) => {
                    return Err(Error::with_id(
                        "Octave:invalid-indexing",
                        format!("structure has no member '{name}'"),
                    ));
                }
                (Step::Field(_), _) | (_, Value::Map(_)) => step_into(&value, step)?,
                (Step::Paren(_) | Step::Brace(_), _) => step_into(&value, step).map_err(partial)?,
            };
            value = list.into_iter().next().unwrap_or_else(Value::empty);
        }
        Ok(value)
    }

    /// What some steps lead to, `[]` if there is nothing yet.
    fn reached(&self, slot: SlotId, steps: &[Step]) -> Value {
        let mut value = self.slot(slot).get().unwrap_or_else(Value::empty);
        for step in steps {
            let list = step_into(&value, step).unwrap_or_default();
            value = list.into_iter().next().unwrap_or_else(Value::empty);
        }
        value
    }

    /// How many values a target takes.
    fn count(&self, slot: SlotId, steps: &[Step]) -> Result<usize> {
        match steps {
            [before @ .., Step::Brace(args)] => {
                let base = self.reached(slot, before);
                index::count_places(&base, args)
            }
            [before @ .., Step::Paren(args), Step::Field(_)] => {
                let base = self.reached(slot, before);
                index::count_places(&base, args)
            }
            [before @ .., Step::Field(_)] => match self.reached(slot, before) {
                Value::Struct(structs) => Ok(structs.numel()),
                _ => Ok(1),
            },
            _ => Ok(1),
        }
    }

    /// The steps to each of the places a target with several values stands for.
    fn spread(&self, slot: SlotId, steps: &[Step], count: usize) -> Result<Option<Vec<Steps>>> {
        if count == 1 {
            return Ok(None);
        }
        let (before, last_field, subscripts, base) = match steps {
            [before @ .., Step::Brace(args)] => {
                (before, None, Some(args), self.reached(slot, before))
            }
            [before @ .., Step::Paren(args), Step::Field(name)] => {
                (before, Some(name), Some(args), self.reached(slot, before))
            }
            [before @ .., Step::Field(name)] => {
                (before, Some(name), None, self.reached(slot, before))
            }
            _ => return Ok(None),
        };
        let places: Vec<Vec<Value>> = match subscripts {
            None => (1..=count).map(|number| vec![Value::count(number)]).collect(),
            Some(args) => index::each_place(&base, args)?,
        };
        let mut all = Vec::with_capacity(count);
        for place in places {
            let mut one: Steps = before.iter().map(copy).collect();
            match last_field {
                None => one.push(Step::Brace(place.into())),
                Some(name) => {
                    one.push(Step::Paren(place.into()));
                    one.push(Step::Field(Rc::clone(name)));
                }
            }
            all.push(one);
        }
        Ok(Some(all))
    }

    /// Writes a value to a place whose subscripts have not been evaluated.
    pub(crate) fn store_at(
        &mut self,
        code: &Rc<Code>,
        slot: SlotId,
        links: &[Link],
        value: Value,
    ) -> Result<()> {
        let steps = self.steps(code, slot, links)?;
        self.store(code, slot, &steps, value)
    }

    /// Writes a value to a place.
    fn store(&mut self, code: &Rc<Code>, slot: SlotId, steps: &[Step], value: Value) -> Result<()> {
        if steps.is_empty() {
            return self.set_slot(slot, value);
        }
        let Some(value) = self.store_among_objects(slot, steps, value)? else { return Ok(()) };
        self.warn_of_truth(slot, steps, &value)?;
        let name = |error: Box<Error>| {
            let name = &code.body.slots[slot].name;
            rename(error, name)
        };
        match self.slot_mut(slot) {
            Slot::Value(place) => store_in(place, steps, value).map_err(name),
            Slot::Shared(shared) => {
                let mut shared = shared.borrow_mut();
                let mut place = shared.take().unwrap_or_else(Value::empty);
                let outcome = store_in(&mut place, steps, value).map_err(name);
                *shared = Some(place);
                outcome
            }
            Slot::Unset => {
                let mut place = Value::empty();
                store_below(&mut place, steps, value).map_err(name)?;
                *self.slot_mut(slot) = Slot::Value(place);
                Ok(())
            }
        }
    }

    /// Warns if a number is written into truth values that is none.
    fn warn_of_truth(&mut self, slot: SlotId, steps: &[Step], value: &Value) -> Result<()> {
        let [before @ .., Step::Paren(_)] = steps else { return Ok(()) };
        let into_truths = match (before, self.slot(slot)) {
            ([], Slot::Value(place)) => matches!(place, Value::Bool(_)),
            _ => matches!(self.reached(slot, before), Value::Bool(_)),
        };
        if into_truths { index::warn_of_truth(value, self) } else { Ok(()) }
    }

    /// `x(…) = []`
    fn delete(&mut self, code: &Rc<Code>, slot: SlotId, steps: &[Step]) -> Result<()> {
        if self.classes.exist && self.object_on_way(slot, steps, &Change::Delete).is_some() {
            return self.change_variable(slot, steps, Change::Delete);
        }
        let name = |error: Box<Error>| rename(error, &code.body.slots[slot].name);
        match self.slot_mut(slot) {
            Slot::Value(place) => delete_in(place, steps).map_err(name),
            Slot::Shared(shared) => {
                let mut shared = shared.borrow_mut();
                let mut place = shared.take().unwrap_or_else(Value::empty);
                let outcome = delete_in(&mut place, steps).map_err(name);
                *shared = Some(place);
                outcome
            }
            Slot::Unset => {
                let mut place = Value::empty();
                delete_in(&mut place, steps).map_err(name)?;
                *self.slot_mut(slot) = Slot::Value(place);
                Ok(())
            }
        }
    }

    /// The value of the first target, as the value of an assignment.
    pub(crate) fn target_value(&mut self, code: &Rc<Code>, targets: &[Target]) -> Result<Values> {
        // Of several the first that is not ignored.
        let wanted = targets.iter().find(|target| matches!(target, Target::Place { .. }));
        let Some(Target::Place { slot, links, span }) = wanted else {
            return Ok(Values::new());
        };
        let name = Rc::clone(&code.body.slots[*slot].name);
        let Some(value) = self.slot(*slot).get() else {
            return Err(self.undefined(code, &name, span.start));
        };
        self.follow(code, value, links, 1, Some(&name))
    }
}

/// `++` and `--` are operators of their own to messages.
fn can_step(op: ops::BinaryOp, value: &Value) -> Result<()> {
    match value {
        Value::Cell(_)
        | Value::Struct(_)
        | Value::Function(_)
        | Value::Map(_)
        | Value::Exception(_)
        | Value::Cleanup(_)
        | Value::Parser(_)
        | Value::Strings(_)
        | Value::Object(_) => Err(Error::plain(format!(
            "unary operator '{}' not implemented for '{}' operands",
            if op == ops::BinaryOp::Add { "++" } else { "--" },
            ops::type_name(value)
        ))),
        _ => Ok(()),
    }
}

/// The name of the variable goes into messages that speak of an index or of `A`.
fn rename(error: Box<Error>, name: &str) -> Box<Error> {
    error.naming_variable(name)
}
