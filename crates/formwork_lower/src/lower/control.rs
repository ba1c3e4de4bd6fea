//! Loops.

use std::collections::BTreeSet;

use formwork_array::ir::{BaseType, Block, Loop, Op, Operand, Prim, Scalar, Type, ValueId};
use formwork_hir::SlotId;
use formwork_hir::body::{Assign, Body, ExprId, ExprKind, For, Stmt, StmtKind, Target};
use formwork_runtime::Range;
use formwork_syntax::{Span, with_enough_stack};

use super::grow::Ahead;
use super::merge::untouched;
use super::{Lowered, Lowerer, Val, Variable, Whole};
use crate::kind::{Form, Kind};
use crate::reason::Reason;
use crate::region::State;

/// Bounds of loops beyond this are not compiled: their number of turns is exact up to here.
const FAR: i64 = 1 << 48;
/// The same for steps other than one, whose quotients are rounded.
const NEAR: i64 = 1 << 31;

/// What a loop carries from turn to turn.
#[derive(Default)]
struct Carried {
    /// Values and what they are at first.
    values: Vec<(ValueId, Operand)>,
    /// The variables.
    variables: Vec<Place>,
    /// Whether the loop was left, if something in it may leave it.
    left: Option<usize>,
    /// Whether the function returned, if something in it may.
    returned: Option<usize>,
}

/// Where a loop carries a variable.
struct Place {
    slot: SlotId,
    /// Its value, or the whole number that it is.
    value: usize,
    /// Its state, if that may change.
    state: Option<usize>,
    /// Its length, if it grows.
    length: Option<usize>,
    /// The bounds of the whole number, if it is carried as one.
    whole: Option<(i64, i64)>,
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
        let (start, step, count) = self.bounds(start, step, stop, span)?;
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

    /// A loop over the elements of a row.
    fn for_elements(&mut self, each: &For, slot: SlotId, place: Span, span: Span) -> Lowered<()> {
        let row = self.expr(each.iterable)?;
        let kind = Kind { form: Form::Scalar, ..row.kind };
        if kind != Kind::NUMBER || !matches!(row.kind.form, Form::Row | Form::Scalar) {
            return self.refuse("a loop over something else than a row of numbers", span);
        }
        let count = self.numel(&row, span)?;
        let limit = count.clone();
        self.turns(
            &each.body,
            span,
            Some((slot, count.clone())),
            |this, turn| this.prim(Prim::Lt, &[turn.clone(), limit], span),
            |this, turn| {
                let element = this.element_at(&row, &[Operand::int(0), turn.clone()], span)?;
                this.write(slot, Val::new(element, kind), place)?;
                this.block(&each.body)
            },
        )?;
        self.leave_empty(slot, count, span)
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

    /// The first element, the step and the number of elements of a range of whole numbers.
    pub(super) fn bounds(
        &mut self,
        start: ExprId,
        step: Option<ExprId>,
        stop: ExprId,
        span: Span,
    ) -> Lowered<(Whole, i64, Operand)> {
        let step = match step {
            None => 1,
            Some(step) => {
                let value = self.expr(step)?;
                match value.whole.and_then(|whole| whole.operand.as_int()) {
                    Some(step) if step != 0 && step.abs() <= 1 << 15 => step,
                    _ => return self.refuse("a step that is no small constant", span),
                }
            }
        };
        let most = if step.abs() == 1 { FAR } else { NEAR };
        let start = self.bound(start, most, true, span)?;
        let stop = self.bound(stop, most, false, span)?;
        if let (Some(start_at), Some(stop_at)) = (start.operand.as_int(), stop.operand.as_int()) {
            let range = Range::new(start_at as f64, step as f64, stop_at as f64);
            let count = range.and_then(|range| i64::try_from(range.len()).ok());
            return match count {
                Some(count) => Ok((start, step, Operand::int(count))),
                None => self.refuse("a range that is too long", span),
            };
        }
        let way = self.prim(Prim::Sub, &[stop.operand, start.operand.clone()], span)?;
        let quotient = match step {
            1 => way,
            -1 => self.prim(Prim::Neg, &[way], span)?,
            // Cut off towards zero: between no turn and one it is wrong by one, and fixed below.
            step => {
                let quotient = self.prim(Prim::Div, &[way.clone(), Operand::int(step)], span)?;
                let ahead = if step > 0 { Prim::Ge } else { Prim::Le };
                let some = self.prim(ahead, &[way, Operand::int(0)], span)?;
                self.choose(some, |_| Ok(quotient), |_| Ok(Operand::int(-1)), span)?
            }
        };
        let count = self.prim(Prim::Add, &[quotient, Operand::int(1)], span)?;
        let count = self.prim(Prim::Max, &[count, Operand::int(0)], span)?;
        Ok((start, step, count))
    }

    /// A bound of a range: a whole number, not too far away, and, where it becomes an
    /// element, no negative zero.
    fn bound(&mut self, id: ExprId, most: i64, element: bool, span: Span) -> Lowered<Whole> {
        let value = self.expr(id)?;
        if value.kind != Kind::NUMBER {
            return self.refuse("a range of something else than numbers", span);
        }
        if let Some(whole) = value.whole.clone().filter(|whole| whole.clone().within(most)) {
            return Ok(whole);
        }
        let number = &value.operand;
        let size = self.prim(Prim::Abs, std::slice::from_ref(number), span)?;
        let far = Operand::scalar(Scalar::Double(most as f64));
        let near = self.prim(Prim::Le, &[size, far], span)?;
        let mut number = self.guard(near, number, "a bound is far away", span)?;
        if element {
            number = self.no_negative_zero(&number, span)?;
        }
        let operand = self.as_whole(&number, span)?;
        Ok(Whole { operand, low: -most, high: most })
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
            let grows = self.learned.growing.contains(&slot);
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
            if let Some(before) = before.length {
                let inner = self.builder.inner_value("length", Type::scalar(BaseType::Int));
                carried.values.push((inner, before));
                length = Some(Operand::Value(inner));
            }
            carried.variables.push(Place {
                slot,
                value: place,
                state: state_place,
                length: length_place,
                whole: whole.as_ref().map(|whole| (whole.low, whole.high)),
            });
            let operand = Operand::Value(value);
            self.scene.variables.insert(slot, Variable { operand, state, whole, length });
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
            if let (Some(place), Some(length)) = (place.length, variable.length) {
                results[place] = length;
            }
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
                let grows = self.learned.growing.contains(slot);
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
            self.scene.variables.insert(place.slot, Variable { operand, state, whole, length });
        }
        if let Some(place) = carried.returned {
            self.scene.returned = Some(results[place].clone());
        }
        Ok(())
    }
}

/// Whether a `return` stands in the statements.
fn has_return(statements: &[Stmt]) -> bool {
    with_enough_stack(|| {
        statements.iter().any(|stmt| match &stmt.kind {
            StmtKind::Return => true,
            kind => kind.blocks().into_iter().any(has_return),
        })
    })
}

/// Whether a `break` in the statements leaves the loop they belong to.
fn has_break(statements: &[Stmt]) -> bool {
    with_enough_stack(|| {
        statements.iter().any(|stmt| match &stmt.kind {
            StmtKind::Break => true,
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..) => false,
            kind => kind.blocks().into_iter().any(has_break),
        })
    })
}

fn collect_block(statements: &[Stmt], body: &Body, sets: &mut Sets) {
    with_enough_stack(|| {
        for stmt in statements {
            match &stmt.kind {
                StmtKind::Assign(assign) => collect_targets(assign, sets),
                StmtKind::Expr(id) => match &body.exprs[*id].kind {
                    ExprKind::Assign(assign) => collect_targets(assign, sets),
                    ExprKind::PostIncrement(assign) => {
                        collect_targets(assign, sets);
                        sets.all.insert(body.ans);
                    }
                    _ => {}
                },
                StmtKind::For(each) => {
                    if let Target::Place { slot, .. } = &each.target {
                        sets.all.insert(*slot);
                        sets.counters.insert(*slot);
                    }
                }
                _ => {}
            }
            for inner in stmt.kind.blocks() {
                collect_block(inner, body, sets);
            }
        }
    });
}

fn collect_targets(assign: &Assign, sets: &mut Sets) {
    for target in &assign.targets {
        if let Target::Place { slot, .. } = target {
            sets.all.insert(*slot);
        }
    }
}
