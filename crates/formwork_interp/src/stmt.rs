//! Statements.

use std::cell::RefCell;
use std::rc::Rc;

use formwork_hir::body::{
    Declaration, ExprId, ExprKind, For, Refusal, Root, Stmt, StmtKind, Switch, Target, Try,
};
use formwork_runtime::{
    Array, CellArray, Dims, Error, ErrorKind, Result, Structure, Value, Warn as _, index,
};
use formwork_syntax::{Span, with_enough_stack};

use crate::code::Code;
use crate::frame::{SharedVariable, Slot};
use crate::interpreter::Interpreter;
use crate::lists::Operand;

/// Where execution goes after a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

impl Interpreter<'_> {
    pub(crate) fn block(&mut self, code: &Rc<Code>, statements: &[Stmt]) -> Result<Flow> {
        let mut accelerated = 0;
        for (number, stmt) in statements.iter().enumerate() {
            if self.accelerator.is_some() && number >= accelerated {
                accelerated = number + self.accelerate(code, &statements[number..])?;
            }
            if number < accelerated {
                continue;
            }
            self.at = stmt.span.start;
            let flow = match &stmt.kind {
                StmtKind::Assign(assign) => {
                    self.assign(code, assign, stmt.prints)?;
                    Flow::Next
                }
                StmtKind::Expr(id) => {
                    self.expr_stmt(code, *id, stmt.prints)?;
                    Flow::Next
                }
                _ => {
                    let flow = with_enough_stack(|| self.compound(code, stmt))?;
                    if flow == Flow::Next {
                        self.observe_end(code, stmt.span);
                    }
                    flow
                }
            };
            self.run_cleanups()?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn compound(&mut self, code: &Rc<Code>, stmt: &Stmt) -> Result<Flow> {
        match &stmt.kind {
            StmtKind::Assign(_) | StmtKind::Expr(_) => Ok(Flow::Next),
            StmtKind::If(clauses, otherwise) => {
                for (condition, body) in clauses {
                    self.at = code.body.exprs[*condition].span.start;
                    if self.condition(code, *condition)? {
                        return self.block(code, body);
                    }
                }
                match otherwise {
                    Some(body) => self.block(code, body),
                    None => Ok(Flow::Next),
                }
            }
            StmtKind::While(condition, body) => self.while_stmt(code, stmt, *condition, body),
            StmtKind::DoUntil(body, condition) => self.do_until(code, stmt, body, *condition),
            StmtKind::For(for_loop) => self.for_stmt(code, stmt, for_loop),
            StmtKind::Switch(switch) => self.switch_stmt(code, switch),
            StmtKind::Try(try_stmt) => self.try_stmt(code, try_stmt, stmt.span),
            StmtKind::Define(name, id) => {
                if let Some(unit) = code.unit.upgrade() {
                    self.define_function(name, unit.code(*id));
                }
                Ok(Flow::Next)
            }
            StmtKind::UnwindProtect(body, cleanup) => self.unwind_protect(code, body, cleanup),
            StmtKind::Break => Ok(Flow::Break),
            StmtKind::Continue => Ok(Flow::Continue),
            StmtKind::Return => Ok(Flow::Return),
            StmtKind::Declare(declarations) => {
                for declaration in declarations {
                    self.declare(code, declaration)?;
                }
                Ok(Flow::Next)
            }
            StmtKind::Block(body) => self.block(code, body),
            StmtKind::Note(_) => Ok(Flow::Next),
            StmtKind::Invalid(refusal) => Err(Error::plain(refusal.message())),
            StmtKind::Broken(_) => Err(Error::plain(Refusal::Unread.message())),
        }
    }

    fn while_stmt(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        condition: ExprId,
        body: &[Stmt],
    ) -> Result<Flow> {
        let mut turns = 0_u64;
        loop {
            self.stop.check()?;
            if self.is_taken_over(code, stmt, turns)? {
                break;
            }
            turns += 1;
            self.at = code.body.exprs[condition].span.start;
            if !self.condition(code, condition)? {
                break;
            }
            match self.block(code, body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Next)
    }

    fn do_until(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        body: &[Stmt],
        condition: ExprId,
    ) -> Result<Flow> {
        let mut turns = 0_u64;
        loop {
            self.stop.check()?;
            if self.is_taken_over(code, stmt, turns)? {
                break;
            }
            turns += 1;
            match self.block(code, body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
            self.at = code.body.exprs[condition].span.start;
            if self.plain_condition(code, condition)? {
                break;
            }
        }
        Ok(Flow::Next)
    }

    fn unwind_protect(&mut self, code: &Rc<Code>, body: &[Stmt], cleanup: &[Stmt]) -> Result<Flow> {
        let frames = self.frames.len();
        let outcome = self.block(code, body);
        debug_assert_eq!(frames, self.frames.len());
        if let Err(error) = &outcome
            && let ErrorKind::Stop(_) = error.kind
        {
            // The cleanup still runs; what stops the program stops it after.
            self.stop.reset();
        }
        let flow = self.block(code, cleanup)?;
        let outcome = outcome?;
        Ok(if flow == Flow::Next { outcome } else { flow })
    }

    fn expr_stmt(
        &mut self,
        code: &Rc<Code>,
        id: formwork_hir::body::ExprId,
        prints: bool,
    ) -> Result<()> {
        let kind = &code.body.exprs[id].kind;
        let variable = match kind {
            ExprKind::Var(slot) => self.slot(*slot).is_set().then_some(*slot),
            ExprKind::Access(access) if access.links.is_empty() => match access.root {
                Root::Var(slot) | Root::VarOrCall(slot, _) => {
                    self.slot(slot).is_set().then_some(slot)
                }
                Root::Call(_) | Root::Value(_) => None,
            },
            _ => None,
        };
        if let Some(slot) = variable {
            if prints && let Some(value) = self.slot(slot).get() {
                let name = Rc::clone(&code.body.slots[slot].name);
                self.display(&name, &value)?;
            }
            return Ok(());
        }
        // A variable that `eval` or a callee made, which the text does not know of.
        if let ExprKind::Access(access) = kind
            && access.links.is_empty()
            && let Root::Call(call) = access.root
            && let Some(value) = self.dynamic_value(&code.body.calls[call].name)
        {
            if prints {
                let name = Rc::clone(&code.body.calls[call].name);
                self.display(&name, &value)?;
            }
            return Ok(());
        }
        let values = match kind {
            ExprKind::Assign(assign) if !assign.steps => return self.assign(code, assign, prints),
            ExprKind::PostIncrement(assign) if self.step_number(code, assign, prints)? => {
                return Ok(());
            }
            ExprKind::Access(_) | ExprKind::Var(_) => self.values(code, id, 0)?,
            _ => smallvec::smallvec![self.value(code, id)?],
        };
        let several = values.len() > 1;
        for value in values {
            if prints {
                self.display("ans", &value)?;
            }
            self.set_slot(code.body.ans, value)?;
            self.observe(code, code.body.ans, code.body.exprs[id].span);
            if !several {
                break;
            }
        }
        Ok(())
    }

    fn for_stmt(&mut self, code: &Rc<Code>, stmt: &Stmt, for_loop: &For) -> Result<Flow> {
        if let Some(key) = &for_loop.key {
            return self.for_fields(code, for_loop, key);
        }
        // A range is gone through without being a value at all where it can.
        if let ExprKind::Range(start, step, stop) = &code.body.exprs[for_loop.iterable].kind
            && let Some(start) = self.number(code, *start)
            && let Some(stop) = self.number(code, *stop)
            && let Some(step) = step.map_or(Some(1.0), |step| self.number(code, step))
        {
            match formwork_runtime::Range::new(start, step, stop) {
                Some(range) if range.is_empty() => {}
                Some(range) => return self.for_range(code, stmt, for_loop, range),
                None => {
                    self.warn(
                        "Octave:infinite-loop",
                        "FOR loop limit is infinite, will stop after 9223372036854775807 steps",
                    )?;
                    let range = formwork_runtime::Range::counted(start, step, usize::MAX);
                    return self.for_range(code, stmt, for_loop, range);
                }
            }
        }
        let Operand::One(iterable) = self.operand(code, for_loop.iterable)? else {
            return Err(self.no_iterable(code, stmt.span));
        };
        let dims = iterable.dims();
        match &iterable {
            Value::Range(range) if !range.is_empty() => {
                let range = **range;
                return self.for_range(code, stmt, for_loop, range);
            }
            Value::Struct(_) if dims.is_scalar() => {
                return self.for_once(code, for_loop, iterable);
            }
            Value::Exception(_) => return self.for_once(code, for_loop, iterable),
            other if is_no_list(other) => return Err(self.no_iterable(code, stmt.span)),
            _ => {}
        }
        let (rows, columns) = dims.flattened();
        if rows == 0 || columns == 0 {
            // No turn is taken: this is no value that the body sees.
            let iterable = iterable.reshaped(Dims::matrix(rows, columns));
            let observer = self.observer.take();
            let outcome = self.assign_target(code, &for_loop.target, iterable);
            self.observer = observer;
            outcome?;
            return Ok(Flow::Next);
        }
        if rows == 1 && columns == 1 {
            return self.for_once(code, for_loop, iterable);
        }
        let matrix = if dims.is_matrix() {
            iterable
        } else {
            iterable.reshaped(Dims::matrix(rows, columns))
        };
        let colon = Value::Char(Array::scalar(b':'), formwork_runtime::Quote::Single);
        for column in 0..columns {
            self.stop.check()?;
            let value = match &matrix {
                Value::Double(array) if rows == 1 && array.kept_as() == Structure::Full => {
                    Value::double(array.as_slice()[column])
                }
                Value::Cell(cell) if rows == 1 => {
                    CellArray::row(vec![cell.as_slice()[column].clone()]).into()
                }
                _ => index::index(&matrix, &[colon.clone(), Value::count(column + 1)])?,
            };
            self.assign_target(code, &for_loop.target, value)?;
            match self.block(code, &for_loop.body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Next)
    }

    /// What a loop says of something that it cannot go through.
    #[cold]
    fn no_iterable(&self, code: &Code, span: Span) -> Box<Error> {
        let mut error = Error::plain("invalid type in for loop expression");
        if !self.without_places {
            let place = code.body.source.octave_place(span.start);
            error.message.push_str(&format!(" near line {}, column {}", place.line, place.column));
        }
        error
    }

    fn for_once(&mut self, code: &Rc<Code>, for_loop: &For, value: Value) -> Result<Flow> {
        self.assign_target(code, &for_loop.target, value)?;
        match self.block(code, &for_loop.body)? {
            Flow::Return => Ok(Flow::Return),
            Flow::Next | Flow::Break | Flow::Continue => Ok(Flow::Next),
        }
    }

    fn for_range(
        &mut self,
        code: &Rc<Code>,
        stmt: &Stmt,
        for_loop: &For,
        range: formwork_runtime::Range,
    ) -> Result<Flow> {
        let slot = match &for_loop.target {
            Target::Place { slot, links, span } if links.is_empty() => Some((*slot, *span)),
            Target::Place { .. } | Target::Ignored => None,
        };
        for (turn, number) in range.iter().enumerate() {
            self.stop.check()?;
            if self.is_rest_taken_over(code, stmt, &range, turn)? {
                break;
            }
            match slot {
                Some((slot, span)) => {
                    self.set_number(slot, number)?;
                    self.observe(code, slot, span);
                }
                None => self.assign_target(code, &for_loop.target, Value::double(number))?,
            }
            match self.block(code, &for_loop.body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Next)
    }

    /// `for [value, key] = structure`
    fn for_fields(&mut self, code: &Rc<Code>, for_loop: &For, key: &Target) -> Result<Flow> {
        let Value::Struct(structs) = self.value(code, for_loop.iterable)? else {
            return Err(Error::plain("in statement 'for [X, Y] = VAL', VAL must be a structure"));
        };
        for (name, values) in structs.fields() {
            self.stop.check()?;
            let value = match values {
                [value] => value.clone(),
                several => CellArray::new(structs.dims().clone(), several.to_vec()).into(),
            };
            self.assign_target(code, &for_loop.target, value)?;
            self.assign_target(code, key, Value::text(&**name))?;
            match self.block(code, &for_loop.body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
        }
        Ok(Flow::Next)
    }

    fn switch_stmt(&mut self, code: &Rc<Code>, switch: &Switch) -> Result<Flow> {
        let subject = self.operand(code, switch.subject)?;
        for (label, body) in &switch.cases {
            let label = self.operand(code, *label)?;
            if self.takes_case(&subject, &label)? {
                return self.block(code, body);
            }
        }
        match &switch.otherwise {
            Some(body) => self.block(code, body),
            None => Ok(Flow::Next),
        }
    }

    fn try_stmt(&mut self, code: &Rc<Code>, try_stmt: &Try, span: Span) -> Result<Flow> {
        let (ends, captured) = (self.ends.len(), self.captured.len());
        match self.block(code, &try_stmt.body) {
            Ok(flow) => Ok(flow),
            Err(error) if error.is_caught() => {
                if error.kind == ErrorKind::Limit {
                    // What the program does now is not what it does elsewhere.
                    self.environment.note(&format!("caught: {}", error.message));
                }
                let error = self.traced(error);
                self.ends.truncate(ends);
                self.captured.truncate(captured);
                self.ignored = 0;
                let value = self.caught(&error);
                if let Some(slot) = try_stmt.error {
                    self.set_slot(slot, value)?;
                    self.observe(code, slot, Span::empty(span.start));
                }
                self.block(code, &try_stmt.handler)
            }
            Err(error) => Err(error),
        }
    }

    fn declare(&mut self, code: &Rc<Code>, declaration: &Declaration) -> Result<()> {
        let slot = declaration.slot;
        let name = Rc::clone(&code.body.slots[slot].name);
        let variable: SharedVariable = if declaration.global {
            let local = match self.slot(slot) {
                Slot::Value(value) => Some(value.clone()),
                Slot::Unset | Slot::Shared(_) => None,
            };
            if local.is_some() {
                self.warn_of_local(&name)?;
            }
            match self.globals.get(&name) {
                Some(variable) => Rc::clone(variable),
                None => {
                    let value = match (local, declaration.value) {
                        (Some(local), _) => local,
                        (None, Some(value)) => self.value(code, value)?,
                        (None, None) => Value::empty(),
                    };
                    let variable = Rc::new(RefCell::new(Some(value)));
                    self.globals.insert(Rc::clone(&name), Rc::clone(&variable));
                    variable
                }
            }
        } else {
            let known = code.persistent.borrow().get(&slot).cloned();
            match known {
                Some(variable) => variable,
                None => {
                    let value = match declaration.value {
                        Some(value) => self.value(code, value)?,
                        None => Value::empty(),
                    };
                    let variable = Rc::new(RefCell::new(Some(value)));
                    code.persistent.borrow_mut().insert(slot, Rc::clone(&variable));
                    variable
                }
            }
        };
        *self.slot_mut(slot) = Slot::Shared(variable);
        Ok(())
    }

    /// Warns that a variable was used before it is declared global.
    fn warn_of_local(&mut self, name: &str) -> Result<()> {
        const ID: &str = "Octave:global-local-conflict";
        self.warn(ID, &format!("global: '{name}' is defined in the current scope.\n"))?;
        self.warn(
            ID,
            "global: in a future version, global variables must be declared before use.\n",
        )?;
        let known = self.globals.contains_key(name);
        self.warn(
            ID,
            if known {
                "global: global value overrides existing local value"
            } else {
                "global: existing local value used to initialize global variable"
            },
        )
    }

    /// Gives the variable of a loop its value.
    fn assign_target(&mut self, code: &Rc<Code>, target: &Target, value: Value) -> Result<()> {
        match target {
            Target::Ignored => Ok(()),
            Target::Place { slot, links, span } => {
                if links.is_empty() {
                    self.set_slot(*slot, value)?;
                } else {
                    self.store_at(code, *slot, links, value)?;
                }
                self.observe(code, *slot, *span);
                Ok(())
            }
        }
    }
}

/// Whether a loop goes through nothing of a value.
fn is_no_list(value: &Value) -> bool {
    match value {
        Value::Function(_) | Value::Map(_) | Value::Cleanup(_) | Value::Parser(_) => true,
        Value::Object(object) => object.as_record().is_some(),
        _ => false,
    }
}
