//! Loops.

use std::collections::BTreeSet;

use formwork_array::ir::{BaseType, Block, Loop, Op, Operand, Prim, Scalar, Type, ValueId};
use formwork_hir::SlotId;
use formwork_hir::body::{Body, ExprId, ExprKind, For, Stmt, StmtKind, Target};
use formwork_hir::query::{has_break, has_return};
use formwork_hir::walk::statements;
use formwork_syntax::Span;

use super::grow::Ahead;
use super::merge::untouched;
use super::range::{FAR, Numbers, Ranged, Reals, Wholes, Written};
use super::{Lowered, Lowerer, Special, Val, Variable, Whole};
use crate::kind::{Base, Form, Kind};
use crate::reason::Reason;
use crate::state::State;

/// What a loop carries from turn to turn.
#[derive(Default)]
struct Carried {
    /// Values and what they are at first.
    values: Vec<(ValueId, Operand)>,
    /// The variables.
    variables: Vec<CarriedVariable>,
    /// Whether the loop was left, if something in it may leave it.
    left: Option<usize>,
    /// Whether the function returned, if something in it may.
    returned: Option<usize>,
}

/// Where a loop carries a variable.
struct CarriedVariable {
    slot: SlotId,
    /// Its value, or the whole number that it is.
    value: usize,
    /// Its state, if that may change.
    state: Option<usize>,
    /// Its length, if it grows.
    length: Option<usize>,
    /// The bounds of the whole number, if it is carried as one.
    whole: Option<(i64, i64)>,
    ranged: CarriedRange,
}

/// What is known at the head of a loop about whether a variable is a range.
#[derive(Clone, Copy)]
enum CarriedRange {
    /// It is none, if it is set.
    No,
    /// It is one, if it is set: the range of the three values from this one on.
    From(usize),
    Perhaps,
}

/// What the statements of a loop set.
#[derive(Default)]
struct Sets {
    all: BTreeSet<SlotId>,
    /// Those that a loop inside goes through, which may end up empty.
    counters: BTreeSet<SlotId>,
}

impl Lowerer<'_, '_> {
    pub(super) fn while_loop(
        &mut self,
        condition: ExprId,
        body: &[Stmt],
        span: Span,
    ) -> Lowered<()> {
        self.turns(
            body,
            span,
            None,
            |this, _| this.condition(condition),
            |this, _| this.block(body),
        )
        .map(drop)
    }

    pub(super) fn until_loop(
        &mut self,
        body: &[Stmt],
        condition: ExprId,
        span: Span,
    ) -> Lowered<()> {
        let test = |this: &mut Self, turn: &Operand| {
            let first = this.prim(Prim::Eq, &[turn.clone(), Operand::int(0)], span)?;
            let yes = Operand::scalar(Scalar::Bool(true));
            this.choose(
                first,
                |_| Ok(yes),
                |this| {
                    let over = this.truth(condition)?;
                    this.prim(Prim::Not, &[over], span)
                },
                span,
            )
        };
        self.turns(body, span, None, test, |this, _| this.block(body)).map(drop)
    }

    pub(super) fn for_loop(&mut self, each: &For, span: Span) -> Lowered<()> {
        let Target::Place { slot, links, span: place } = &each.target else {
            return self.refuse("a loop without a variable", span);
        };
        let (slot, place) = (*slot, *place);
        if !links.is_empty() || each.key.is_some() {
            return self.refuse("a loop whose variable is a part of one", span);
        }
        let mut inner = Sets::default();
        collect_block(&each.body, self.body, &mut inner);
        if inner.counters.contains(&slot) {
            return self.refuse("a loop inside has the same variable", span);
        }
        let ExprKind::Range(start, step, stop) = self.body.exprs[each.iterable].kind else {
            return self.for_elements(each, slot, place, span);
        };
        let (start, step, count) = match self.numbers(start, step, stop, span)? {
            Numbers::Whole(Wholes { start, step, count, .. }) => (start, step, count),
            Numbers::Real(range) => return self.for_reals(each, slot, place, &range, span),
        };
        let known = count.as_int().map(|count| start.high + step * (count - 1).max(0));
        let known = known.filter(|_| start.low == start.high);
        let stop_at = known.unwrap_or(if step > 0 { FAR } else { -FAR });
        let turn_value = |this: &mut Self, turn: &Operand| -> Lowered<Val> {
            let way = this.prim(Prim::Mul, &[turn.clone(), Operand::int(step)], span)?;
            let whole = this.prim(Prim::Add, &[start.operand.clone(), way], span)?;
            let operand =
                this.prim(Prim::Convert(BaseType::Double), std::slice::from_ref(&whole), span)?;
            let (low, high) = if step > 0 { (start.low, stop_at) } else { (stop_at, start.high) };
            let whole = Whole { operand: whole, low, high };
            Ok(Val { whole: Some(whole), ..Val::new(operand, Kind::NUMBER) })
        };
        let limit = count.clone();
        self.turns(
            &each.body,
            span,
            Some((slot, count.clone())),
            |this, turn| this.prim(Prim::Lt, &[turn.clone(), limit], span),
            |this, turn| {
                let value = turn_value(this, turn)?;
                this.write(slot, value, place)?;
                this.block(&each.body)
            },
        )?;
        self.leave_empty(slot, count, span)
    }

    /// A loop over a range of real numbers.
    fn for_reals(
        &mut self,
        each: &For,
        slot: SlotId,
        place: Span,
        range: &Reals,
        span: Span,
    ) -> Lowered<()> {
        let limit = range.count.clone();
        self.turns(
            &each.body,
            span,
            Some((slot, range.count.clone())),
            |this, turn| this.prim(Prim::Lt, &[turn.clone(), limit], span),
            |this, turn| {
                let element = this.range_element(range, turn, span)?;
                this.write(slot, Val::new(element, Kind::NUMBER), place)?;
                this.block(&each.body)
            },
        )?;
        self.leave_empty(slot, range.count.clone(), span)
    }

    /// A loop over the elements of a row, or over the columns of something else.
    fn for_elements(&mut self, each: &For, slot: SlotId, place: Span, span: Span) -> Lowered<()> {
        let all = self.expr(each.iterable)?;
        if all.kind.base == Base::Char || all.special == Special::Empty {
            return self.refuse("a loop over a text or over nothing", span);
        }
        let (all, is_row) = match all.kind.form {
            Form::Row | Form::Range | Form::Scalar => (all, true),
            Form::Column | Form::Empty | Form::Matrix => (all, false),
            Form::Array(_) => (self.flattened(&all, span)?, false),
        };
        let form = if is_row { Form::Scalar } else { Form::Column };
        let kind = Kind { form, ..all.kind };
        let count = self.extent_along(&all, 1, span)?.unwrap_or(Operand::int(1));
        // Without turns a row of numbers leaves an empty row, and others what is not for us.
        let may_be_empty = is_row && all.kind.base == Base::Double;
        if !may_be_empty {
            let elements = self.numel(&all, span)?;
            let some = self.prim(Prim::Gt, &[elements, Operand::int(0)], span)?;
            self.require(some, "a loop over nothing", span)?;
        }
        let rows = self.extent_along(&all, 0, span)?.unwrap_or(Operand::int(1));
        let limit = count.clone();
        self.turns(
            &each.body,
            span,
            Some((slot, count.clone())),
            |this, turn| this.prim(Prim::Lt, &[turn.clone(), limit], span),
            |this, turn| {
                let shape = this.vector(vec![rows], span)?;
                let value = this.build(kind, shape, span, |this, places| {
                    this.element_at(&all, &[places[0].clone(), turn.clone()], span)
                })?;
                this.write(slot, value, place)?;
                this.block(&each.body)
            },
        )?;
        if may_be_empty {
            return self.leave_empty(slot, count, span);
        }
        if let Some(variable) = self.scene.variables.get_mut(&slot) {
            variable.state = Operand::int(State::SET);
        }
        Ok(())
    }

    /// An array of more dimensions as a matrix with as many rows.
    fn flattened(&mut self, array: &Val, span: Span) -> Lowered<Val> {
        let rows = self.extent(array, 0, span)?;
        let mut columns = Operand::int(1);
        for axis in 1..array.kind.form.rank() {
            let extent = self.extent(array, axis as i64, span)?;
            columns = self.prim(Prim::Mul, &[columns, extent], span)?;
        }
        let shape = self.vector(vec![rows, columns], span)?;
        let operand = self.op(Op::Reshape { shape, array: array.operand.clone() }, span)?;
        Ok(Val::new(operand, Kind { form: Form::Matrix, ..array.kind }))
    }

    /// A loop without turns leaves its variable empty.
    fn leave_empty(&mut self, slot: SlotId, count: Operand, span: Span) -> Lowered<()> {
        let states = [Operand::int(State::SET), Operand::int(State::EMPTY_ROW)];
        let state = match count.as_int() {
            Some(0) => states[1].clone(),
            Some(_) => states[0].clone(),
            None => {
                let some = self.prim(Prim::Gt, &[count, Operand::int(0)], span)?;
                let [set, empty] = states;
                self.choose(some, |_| Ok(set), |_| Ok(empty), span)?
            }
        };
        if let Some(variable) = self.scene.variables.get_mut(&slot) {
            variable.state = state;
        }
        Ok(())
    }

    /// A loop: `test` and `turn` get the number of the turn, from 0.
    fn turns(
        &mut self,
        body: &[Stmt],
        span: Span,
        counter: Option<(SlotId, Operand)>,
        test: impl FnOnce(&mut Self, &Operand) -> Lowered<Operand>,
        turn: impl FnOnce(&mut Self, &Operand) -> Lowered<()>,
    ) -> Lowered<()> {
        self.walked.loops += 1;
        let mut sets = Sets::default();
        collect_block(body, self.body, &mut sets);
        sets.all.extend(counter.iter().map(|(slot, _)| *slot));
        let known = sets.all.iter().filter_map(|slot| self.learned.known.get(slot));
        let parts: Vec<SlotId> = known.flat_map(|one| one.arrays()).copied().collect();
        sets.all.extend(parts);
        let around = self.scene.leaving.take();
        let returns = has_return(body);
        let leaves = returns || has_break(body);
        let mut carried = self.carry(&sets, leaves, returns);
        let number = self.builder.inner_value("turn", Type::scalar(BaseType::Int));
        carried.values.push((number, Operand::int(0)));
        let number = Operand::Value(number);
        let left = carried.left.map(|place| Operand::Value(carried.values[place].0));

        self.builder.open();
        self.refresh(&carried, span)?;
        let go_on = self.go_on(left, |this| test(this, &number), span)?;
        let condition = self.close(vec![go_on], span)?;

        let never = Operand::scalar(Scalar::Bool(false));
        self.scene.leaving = Some((never.clone(), never));
        self.builder.open();
        self.refresh(&carried, span)?;
        let ahead = counter.filter(|_| !leaves).map(|(_, count)| Ahead {
            count,
            turn: number.clone(),
            conditions: self.conditions,
        });
        let outer = std::mem::replace(&mut self.ahead, ahead);
        turn(self, &number)?;
        self.ahead = outer;
        let next = self.prim(Prim::Add, &[number, Operand::int(1)], span)?;
        let results = self.carried_on(&carried, next, span)?;
        let body = self.close(results, span)?;
        self.finish_loop(carried, condition, body, &sets, span)?;
        self.scene.leaving = around;
        Ok(())
    }

    /// The test of a loop that its statements may leave.
    fn go_on(
        &mut self,
        left: Option<Operand>,
        test: impl FnOnce(&mut Self) -> Lowered<Operand>,
        span: Span,
    ) -> Lowered<Operand> {
        let Some(left) = left else { return test(self) };
        let no = Operand::scalar(Scalar::Bool(false));
        self.choose(left, |_| Ok(no), test, span)
    }

    /// What a loop carries, and the scene at its head.
    fn carry(&mut self, sets: &Sets, may_break: bool, may_return: bool) -> Carried {
        let mut carried = Carried::default();
        for &slot in &sets.all {
            let Some(&kind) = self.learned.kinds.get(&slot) else { continue };
            let grows = self.learned.growth_axis(slot, kind).is_some();
            let before =
                self.scene.variables.get(&slot).cloned().unwrap_or_else(|| untouched(kind, grows));
            let name = self.name_of(slot);
            let as_whole = before
                .whole
                .clone()
                .filter(|_| kind == Kind::NUMBER && self.learned.places.contains(&slot))
                .filter(|_| !self.learned.fractional.contains(&slot))
                .filter(|whole| whole.clone().within(FAR));
            let falls = self.learned.falling.contains(&slot);
            let place = carried.values.len();
            let (value, whole) = match as_whole {
                Some(whole) => {
                    let low = if falls { -FAR } else { whole.low };
                    let value = self.builder.inner_value(&name, Type::scalar(BaseType::Int));
                    carried.values.push((value, whole.operand.clone()));
                    let operand = Operand::Value(value);
                    (value, Some(Whole { operand, low, high: FAR }))
                }
                None => {
                    let value = self.builder.inner_value(&name, kind.ir());
                    carried.values.push((value, before.operand.clone()));
                    (value, None)
                }
            };
            let fixed = before.is_set()
                && !sets.counters.contains(&slot)
                && !self.learned.emptied.contains(&slot);
            let mut state = before.state.clone();
            let state_place = (!fixed).then_some(carried.values.len());
            if !fixed {
                let inner = self.builder.inner_value("state", Type::scalar(BaseType::Int));
                carried.values.push((inner, state));
                state = Operand::Value(inner);
            }
            let length_place = before.length.is_some().then_some(carried.values.len());
            let mut length = None;
            if let Some(before) = before.length.clone() {
                let inner = self.builder.inner_value("length", Type::scalar(BaseType::Int));
                carried.values.push((inner, before));
                length = Some(Operand::Value(inner));
            }
            let (range_place, ranged) = self.carry_range(slot, &before, &mut carried);
            carried.variables.push(CarriedVariable {
                slot,
                value: place,
                state: state_place,
                length: length_place,
                whole: whole.as_ref().map(|whole| (whole.low, whole.high)),
                ranged: range_place,
            });
            let operand = Operand::Value(value);
            let nothing = Variable::holding(operand);
            let variable = Variable { state, whole, length, ranged, ..nothing };
            self.scene.variables.insert(slot, variable);
        }
        if may_break {
            carried.left = Some(carried.values.len());
            let left = self.builder.inner_value("left", Type::scalar(BaseType::Bool));
            carried.values.push((left, Operand::scalar(Scalar::Bool(false))));
        }
        if may_return && let Some(before) = self.scene.returned.clone() {
            carried.returned = Some(carried.values.len());
            let returned = self.builder.inner_value("returned", Type::scalar(BaseType::Bool));
            carried.values.push((returned, before));
            self.scene.returned = Some(Operand::Value(returned));
        }
        carried
    }

    /// Carries what a variable is written from, if it is a range before the loop and after
    /// each turn.
    fn carry_range(
        &mut self,
        slot: SlotId,
        before: &Variable,
        carried: &mut Carried,
    ) -> (CarriedRange, Ranged) {
        let written = match &before.ranged {
            Ranged::No if !self.learned.ranges.contains(&slot) => {
                return (CarriedRange::No, Ranged::No);
            }
            Ranged::Written(written) => Some(written.clone()),
            Ranged::No | Ranged::Perhaps => before.is_void().then(Written::nothing),
        };
        let Some(written) = written.filter(|_| !self.learned.mixed.contains(&slot)) else {
            return (CarriedRange::Perhaps, Ranged::Perhaps);
        };
        let place = carried.values.len();
        let [base, increment, limit] = written.parts().map(|part| {
            let value = self.builder.inner_value("range", Type::scalar(BaseType::Double));
            carried.values.push((value, part.clone()));
            Operand::Value(value)
        });
        (CarriedRange::From(place), Ranged::Written(Written { base, increment, limit }))
    }

    /// What the next turn knows of a range.
    fn carried_range(
        &mut self,
        place: &CarriedVariable,
        variable: &Variable,
        results: &mut [Operand],
    ) {
        let learned = match (place.ranged, &variable.ranged) {
            (CarriedRange::Perhaps, _) | (CarriedRange::No, Ranged::No) => false,
            (CarriedRange::No, Ranged::Written(_) | Ranged::Perhaps) => {
                !variable.is_void() && self.learned.ranges.insert(place.slot)
            }
            (CarriedRange::From(at), Ranged::Written(written)) => {
                for (number, part) in written.parts().into_iter().enumerate() {
                    results[at + number] = part.clone();
                }
                false
            }
            (CarriedRange::From(at), Ranged::No | Ranged::Perhaps) => {
                for (number, part) in Written::nothing().parts().into_iter().enumerate() {
                    results[at + number] = part.clone();
                }
                !variable.is_void() && self.learned.mixed.insert(place.slot)
            }
        };
        self.learned.changed |= learned;
    }

    /// What variables that are carried as whole numbers are as real ones, in this block.
    fn refresh(&mut self, carried: &Carried, span: Span) -> Lowered<()> {
        for place in &carried.variables {
            let Some((low, high)) = place.whole else { continue };
            let whole = Operand::Value(carried.values[place.value].0);
            let operand = self.as_double(&whole, span)?;
            if let Some(variable) = self.scene.variables.get_mut(&place.slot) {
                variable.operand = operand;
                variable.whole = Some(Whole { operand: whole, low, high });
            }
        }
        Ok(())
    }

    /// What the next turn begins with.
    fn carried_on(
        &mut self,
        carried: &Carried,
        next: Operand,
        span: Span,
    ) -> Lowered<Vec<Operand>> {
        let mut results = vec![Operand::int(0); carried.values.len()];
        for place in &carried.variables {
            let Some(variable) = self.scene.variables.get(&place.slot).cloned() else { continue };
            results[place.value] = match place.whole {
                None => variable.operand.clone(),
                Some(bounds) => self.carried_whole(place.slot, &variable, bounds, span)?,
            };
            match place.state {
                Some(state) => results[state] = variable.state.clone(),
                // A turn may leave it empty, which the next walk knows.
                None if !variable.is_set() => {
                    self.learned.emptied.insert(place.slot);
                    self.learned.changed = true;
                }
                None => {}
            }
            if let (Some(place), Some(length)) = (place.length, variable.length.clone()) {
                results[place] = length;
            }
            self.carried_range(place, &variable, &mut results);
        }
        if let (Some(place), Some((left, _))) = (carried.left, self.scene.leaving.clone()) {
            // Who returns from a loop inside leaves this one, too.
            let returned = self.scene.returned.clone().filter(|_| carried.returned.is_some());
            results[place] = match returned {
                Some(returned) => self.either(left, returned, span)?,
                None => left,
            };
        }
        if let (Some(place), Some(returned)) = (carried.returned, &self.scene.returned) {
            results[place] = returned.clone();
        }
        // The number of the turn comes last.
        if let Some(last) = results.last_mut() {
            *last = next;
        }
        Ok(results)
    }

    /// The whole number that a variable is at the end of a turn. What it is not, or how far
    /// it falls, the next walk knows; that it does not rise too far is checked.
    fn carried_whole(
        &mut self,
        slot: SlotId,
        variable: &Variable,
        (low, high): (i64, i64),
        span: Span,
    ) -> Lowered<Operand> {
        let Some(whole) = &variable.whole else {
            self.learned.fractional.insert(slot);
            self.learned.changed = true;
            return Ok(Operand::int(0));
        };
        let mut operand = whole.operand.clone();
        if whole.low < low {
            if self.learned.falling.insert(slot) {
                self.learned.changed = true;
            }
            let above = self.prim(Prim::Ge, &[operand.clone(), Operand::int(low)], span)?;
            operand = self.guard(above, &operand, "a number is far below", span)?;
        }
        if whole.high > high {
            let below = self.prim(Prim::Le, &[operand.clone(), Operand::int(high)], span)?;
            operand = self.guard(below, &operand, "a number is far away", span)?;
        }
        Ok(operand)
    }

    fn finish_loop(
        &mut self,
        carried: Carried,
        condition: Block,
        body: Block,
        sets: &Sets,
        span: Span,
    ) -> Lowered<()> {
        let op = Op::Loop(Box::new(Loop { carried: carried.values, condition, body }));
        self.at(span);
        let results = self.builder.define("", op).map_err(|message| Reason::new(message, span))?;
        for slot in &sets.all {
            // Not carried yet: this walk is not the last, and may go on with anything.
            if let Some(&kind) = self.learned.kinds.get(slot) {
                let state = Operand::int(State::SET);
                let grows = self.learned.growth_axis(*slot, kind).is_some();
                let variable = Variable { state, ..untouched(kind, grows) };
                self.scene.variables.insert(*slot, variable);
            }
        }
        for place in carried.variables {
            let state = place.state.map_or(Operand::int(State::SET), |at| results[at].clone());
            let length = place.length.map(|at| results[at].clone());
            let (operand, whole) = match place.whole {
                None => (results[place.value].clone(), None),
                Some((low, high)) => {
                    let operand = results[place.value].clone();
                    (self.as_double(&operand, span)?, Some(Whole { operand, low, high }))
                }
            };
            let ranged = match place.ranged {
                CarriedRange::No => Ranged::No,
                CarriedRange::Perhaps => Ranged::Perhaps,
                CarriedRange::From(at) => Ranged::Written(Written {
                    base: results[at].clone(),
                    increment: results[at + 1].clone(),
                    limit: results[at + 2].clone(),
                }),
            };
            let nothing = Variable::holding(operand);
            let variable = Variable { state, whole, length, ranged, ..nothing };
            self.scene.variables.insert(place.slot, variable);
        }
        if let Some(place) = carried.returned {
            self.scene.returned = Some(results[place].clone());
        }
        Ok(())
    }
}

fn collect_block(block: &[Stmt], body: &Body, sets: &mut Sets) {
    for stmt in statements(block) {
        if let Some(assign) = body.assignment(stmt) {
            sets.all.extend(assign.slots());
        }
        match &stmt.kind {
            // `x++` as a statement leaves in `ans` what it was.
            StmtKind::Expr(id) if matches!(body.exprs[*id].kind, ExprKind::PostIncrement(_)) => {
                sets.all.insert(body.ans);
            }
            StmtKind::For(each) => {
                sets.all.extend(each.target.slot());
                sets.counters.extend(each.target.slot());
            }
            _ => {}
        }
    }
}
