//! Statements: assignments, branches and loops become single-assignment form.

use rustc_hash::FxHashSet;

use super::body::{Body, Failed, Made, Scope};
use crate::diagnostic::TextPosition;
use crate::ir::{Block, Check, Condition, Loop, Op, Operand, ShapeClass, ValueId};
use crate::text::tree::{ConditionExpr, ExprId, ExprKind, Stmt, StmtKind, TargetExpr};

/// Whether every way through the statements returns.
fn always_returns(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::If(_, then, otherwise) => always_returns(then) && always_returns(otherwise),
        StmtKind::Assign(..) | StmtKind::Replace(..) | StmtKind::While(..) | StmtKind::Check(_) => {
            false
        }
    })
}

/// Whether some way through the statements returns.
fn may_return(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StmtKind::Return(_) => true,
        StmtKind::If(_, then, otherwise) => may_return(then) || may_return(otherwise),
        StmtKind::While(_, body) => may_return(body),
        StmtKind::Assign(..) | StmtKind::Replace(..) | StmtKind::Check(_) => false,
    })
}

/// The names that the statements assign to, in order.
fn assigned(statements: &[Stmt], names: &mut Vec<String>) {
    for statement in statements {
        match &statement.kind {
            StmtKind::Assign(targets, _) => {
                names.extend(targets.iter().map(|target| target.name.clone()));
            }
            StmtKind::Replace(target, _, _) => names.push(target.name.clone()),
            StmtKind::If(_, then, otherwise) => {
                assigned(then, names);
                assigned(otherwise, names);
            }
            StmtKind::While(_, body) => assigned(body, names),
            StmtKind::Check(_) | StmtKind::Return(_) => {}
        }
    }
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

impl<'t> Body<'_, 't> {
    /// Statements that end in `return`, and what they return.
    pub(super) fn lower_returning(
        &mut self,
        statements: &[&'t Stmt],
        place: TextPosition,
    ) -> Made<Vec<Operand>> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            self.lower_returning_inner(statements, place)
        })
    }

    fn lower_returning_inner(
        &mut self,
        statements: &[&'t Stmt],
        place: TextPosition,
    ) -> Made<Vec<Operand>> {
        let mut failed = false;
        for (number, statement) in statements.iter().enumerate() {
            let rest = &statements[number + 1..];
            match &statement.kind {
                StmtKind::Return(exprs) => {
                    if let Some(after) = rest.first() {
                        return self.fail(after.place, "nothing may stand behind `return`");
                    }
                    let results = exprs
                        .iter()
                        .map(|&expr| self.lower_expr(expr, None))
                        .collect::<Made<Vec<_>>>()?;
                    return if failed { Err(Failed) } else { Ok(results) };
                }
                StmtKind::If(condition, then, otherwise)
                    if may_return(then) || may_return(otherwise) =>
                {
                    return self.lower_returning_if(
                        statement.place,
                        *condition,
                        then,
                        otherwise,
                        rest,
                    );
                }
                StmtKind::If(..)
                | StmtKind::Assign(..)
                | StmtKind::Replace(..)
                | StmtKind::While(..)
                | StmtKind::Check(_) => {
                    failed |= self.lower_statement(statement).is_err();
                }
            }
        }
        if failed {
            return Err(Failed);
        }
        self.fail_with(
            place,
            "a way through this block does not end in `return`",
            Some("add `return(…);`"),
        )
    }

    fn lower_returning_if(
        &mut self,
        place: TextPosition,
        condition: ExprId,
        then: &'t [Stmt],
        otherwise: &'t [Stmt],
        rest: &[&'t Stmt],
    ) -> Made<Vec<Operand>> {
        if !rest.is_empty() && !always_returns(then) && !always_returns(otherwise) {
            return self.fail_with(
                place,
                "this `if` returns on some ways through a branch only",
                Some("return on all ways through one branch"),
            );
        }
        let condition = self.lower_truth(condition)?;
        let mut blocks = Vec::new();
        for branch in [then, otherwise] {
            let mut all: Vec<&Stmt> = branch.iter().collect();
            if !always_returns(branch) {
                all.extend(rest);
            }
            let (results, statements) = self.in_block(|body| body.lower_returning(&all, place))?;
            blocks.push(Block { statements, results });
        }
        let (Some(otherwise), Some(then)) = (blocks.pop(), blocks.pop()) else {
            return Err(Failed);
        };
        let results = self.emit_all(place, Op::If { condition, then, otherwise }, &[])?;
        Ok(results.into_iter().map(Operand::Value).collect())
    }

    fn lower_statement(&mut self, statement: &'t Stmt) -> Made<()> {
        let place = statement.place;
        let made = match &statement.kind {
            StmtKind::Assign(targets, expr) => self.lower_assignment(place, targets, *expr),
            StmtKind::Replace(target, index, value) => {
                self.lower_replacement(place, target, index, *value)
            }
            StmtKind::If(condition, then, otherwise) => {
                self.lower_if(place, *condition, then, otherwise)
            }
            StmtKind::While(condition, body) => self.lower_while(place, *condition, body),
            StmtKind::Check(condition) => self.lower_check(place, condition).and_then(|check| {
                self.emit_all(place, Op::Guard { check, value: None }, &[]).map(|_| ())
            }),
            StmtKind::Return(_) => {
                self.fail(place, "`return` may only end a function, a part or a branch")
            }
        };
        if made.is_err() {
            // What a wrong statement would have defined is not reported again.
            let mut names = Vec::new();
            assigned(std::slice::from_ref(statement), &mut names);
            for name in names {
                self.scope.insert(name, None);
            }
        }
        made
    }

    fn lower_assignment(
        &mut self,
        place: TextPosition,
        targets: &'t [TargetExpr],
        expr: ExprId,
    ) -> Made<()> {
        let names: Vec<Option<&str>> =
            targets.iter().map(|target| Some(target.name.as_str())).collect();
        let results = self.lower_multiple(expr, &names)?;
        if results.len() != targets.len() {
            let message = format!("{} names for {} values", targets.len(), results.len());
            return self.fail(place, message);
        }
        for (target, result) in targets.iter().zip(results) {
            if let Some(value) = result.value() {
                self.attribute(target, value)?;
            }
            self.define(target, Some(result));
        }
        Ok(())
    }

    /// `a[iv] = x` is `a = modarray(a, iv, x)`.
    fn lower_replacement(
        &mut self,
        place: TextPosition,
        target: &TargetExpr,
        index: &[ExprId],
        value: ExprId,
    ) -> Made<()> {
        let array = self.lower_name(&target.name, target.place)?;
        let index = self.lower_index(place, index)?;
        let value = self.lower_expr(value, None)?;
        let result = self.emit(place, Op::Modarray { array, index, value }, Some(&target.name))?;
        self.define(target, Some(result));
        Ok(())
    }

    fn lower_all(&mut self, statements: &'t [Stmt]) -> Made<()> {
        let mut made = Ok(());
        for statement in statements {
            if self.lower_statement(statement).is_err() {
                made = Err(Failed);
            }
        }
        made
    }

    fn lower_if(
        &mut self,
        place: TextPosition,
        condition: ExprId,
        then: &'t [Stmt],
        otherwise: &'t [Stmt],
    ) -> Made<()> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            let condition = self.lower_truth(condition)?;
            let mut names = Vec::new();
            assigned(then, &mut names);
            assigned(otherwise, &mut names);
            let names = unique(names);
            let mut branches: Vec<(Scope, Vec<crate::ir::Statement>)> = Vec::new();
            for branch in [then, otherwise] {
                branches.push(self.in_block(|body| {
                    body.lower_all(branch)?;
                    Ok(body.scope.clone())
                })?);
            }
            // A name that only one branch defines is not defined behind the branches.
            let (both, one): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| {
                branches.iter().all(|(scope, _)| matches!(scope.get(name), Some(Some(_))))
            });
            let mut blocks = Vec::new();
            for (scope, statements) in branches {
                let results =
                    both.iter().filter_map(|name| scope.get(name).cloned().flatten()).collect();
                blocks.push(Block { statements, results });
            }
            let (Some(otherwise), Some(then)) = (blocks.pop(), blocks.pop()) else {
                return Err(Failed);
            };
            let labels: Vec<Option<&str>> = both.iter().map(|name| Some(name.as_str())).collect();
            let results = self.emit_all(place, Op::If { condition, then, otherwise }, &labels)?;
            for (name, value) in both.into_iter().zip(results) {
                self.scope.insert(name, Some(Operand::Value(value)));
            }
            for name in one {
                self.scope.remove(&name);
            }
            Ok(())
        })
    }

    fn lower_while(
        &mut self,
        place: TextPosition,
        condition: ExprId,
        statements: &'t [Stmt],
    ) -> Made<()> {
        if may_return(statements) {
            return self.fail_with(
                place,
                "`return` inside a loop is not supported",
                Some("let the condition of the loop end it, and return behind it"),
            );
        }
        let mut names = Vec::new();
        assigned(statements, &mut names);
        let names: Vec<String> = unique(names)
            .into_iter()
            .filter(|name| matches!(self.scope.get(name), Some(Some(_))))
            .collect();
        let firsts: Vec<Operand> =
            names.iter().filter_map(|name| self.scope[name].clone()).collect();
        let labels: Vec<Option<&str>> = names.iter().map(|name| Some(name.as_str())).collect();
        let results = self.lower_repeat(place, &labels, firsts, |body, carried| {
            for (name, &value) in names.iter().zip(carried) {
                body.scope.insert(name.clone(), Some(Operand::Value(value)));
            }
            let (test, test_statements) = body.in_block(|body| body.lower_truth(condition))?;
            let condition = Block { statements: test_statements, results: vec![test] };
            let (results, statements) = body.in_block(|body| {
                body.lower_all(statements)?;
                Ok(names
                    .iter()
                    .filter_map(|name| body.scope.get(name).cloned().flatten())
                    .collect::<Vec<_>>())
            })?;
            Ok((condition, Block { statements, results }))
        })?;
        for (name, value) in names.iter().zip(results) {
            self.scope.insert(name.clone(), Some(Operand::Value(value)));
        }
        Ok(())
    }

    /// A loop whose carried values have the least types that hold in every iteration.
    pub(super) fn lower_repeat(
        &mut self,
        place: TextPosition,
        names: &[Option<&str>],
        firsts: Vec<Operand>,
        mut inside: impl FnMut(&mut Self, &[ValueId]) -> Made<(Block, Block)>,
    ) -> Made<Vec<ValueId>> {
        let mut types: Vec<_> = firsts.iter().map(|first| self.function.type_of(first)).collect();
        for round in 0.. {
            let carried: Vec<ValueId> = types
                .iter()
                .zip(names)
                .map(|(ty, name)| match name {
                    Some(name) => {
                        self.function.value(*name, crate::ir::NameOrigin::Source, ty.clone())
                    }
                    None => self.function.temporary(ty.clone()),
                })
                .collect();
            let (blocks, _) = self.in_block(|body| inside(body, &carried))?;
            let (condition, body) = blocks;
            if body.results.len() != carried.len() {
                let message =
                    format!("a loop carries {} values, not {}", carried.len(), body.results.len());
                return self.fail(place, message);
            }
            let mut stable = true;
            for ((ty, result), name) in types.iter_mut().zip(&body.results).zip(names) {
                let after = self.function.type_of(result);
                if after.base != ty.base {
                    let name = name.unwrap_or("a carried value");
                    return self
                        .fail(place, format!("`{name}` is {ty} before a loop and {after} in it"));
                }
                if !after.class.is_below(&ty.class) {
                    stable = false;
                    ty.class =
                        if round == 0 { ty.class.join(&after.class) } else { ShapeClass::Any };
                }
            }
            if stable {
                let carried = carried.into_iter().zip(firsts).collect();
                let repeat = Loop { carried, condition, body };
                return self.emit_all(place, Op::Loop(Box::new(repeat)), names);
            }
        }
        Err(Failed)
    }

    /// A condition: what only a run can tell to be a scalar is checked then.
    pub(super) fn lower_truth(&mut self, condition: ExprId) -> Made<Operand> {
        let place = self.tree.exprs[condition].place;
        let truth = self.lower_expr(condition, None)?;
        self.fit_scalar(truth, place)
    }

    /// A value that is a scalar, or becomes one by a check.
    pub(super) fn fit_scalar(&mut self, operand: Operand, place: TextPosition) -> Made<Operand> {
        let found = self.function.type_of(&operand);
        if self.function.is_scalar(&operand) || !found.class.meets(&ShapeClass::Rank(0)) {
            return Ok(operand);
        }
        let shape = self.emit(place, Op::Shape(operand.clone()), None)?;
        let condition = Condition::ShapesEqual(shape, Operand::ints(&[]));
        let check = Check {
            condition,
            message: crate::eval::words::SCALAR.into(),
            place: self.shown(place),
        };
        let guarded = self.emit(place, Op::Guard { check, value: Some(operand) }, None)?;
        if let Some(value) = guarded.value() {
            self.function.values[value].ty = crate::ir::Type::scalar(found.base);
        }
        Ok(guarded)
    }

    pub(super) fn lower_check(
        &mut self,
        place: TextPosition,
        written: &ConditionExpr,
    ) -> Made<Check> {
        let mut operands = Vec::new();
        for &operand in &written.operands {
            operands.push(self.lower_expr(operand, None)?);
        }
        if let ("holds", [truth]) = (written.name.as_str(), operands.as_mut_slice()) {
            *truth = self.fit_scalar(truth.clone(), place)?;
        }
        let (message, place) = split_place(&written.message, self.shown(place));
        let condition = match (written.name.as_str(), operands.as_slice()) {
            ("holds", [truth]) => Condition::True(truth.clone()),
            ("index_within", [index, shape]) => {
                Condition::IndexWithin { index: index.clone(), shape: shape.clone() }
            }
            ("shapes_equal", [left, right]) => Condition::ShapesEqual(left.clone(), right.clone()),
            ("counts_equal", [left, right]) => Condition::CountsEqual(left.clone(), right.clone()),
            ("range_within", [upper, shape]) => {
                Condition::RangeWithin { lower: None, upper: upper.clone(), shape: shape.clone() }
            }
            ("range_within", [lower, upper, shape]) => Condition::RangeWithin {
                lower: Some(lower.clone()),
                upper: upper.clone(),
                shape: shape.clone(),
            },
            ("has_length", [vector, length]) => Condition::Length(vector.clone(), length.clone()),
            ("non_negative", [vector]) => Condition::NonNegative(vector.clone()),
            ("non_zero", [number]) => Condition::NonZero(number.clone()),
            _ => {
                let message =
                    format!("`{}` does not take {} operands", written.name, operands.len());
                return self.fail(place, message);
            }
        };
        if let Err(message) = crate::verify::check_condition(&self.function, &condition) {
            return self.fail(place, message);
        }
        Ok(Check { condition, message: message.into(), place })
    }

    pub(super) fn lower_name(&mut self, name: &str, place: TextPosition) -> Made<Operand> {
        match self.scope.get(name) {
            Some(Some(operand)) => Ok(operand.clone()),
            Some(None) => Err(Failed),
            None => self.fail_with(
                place,
                format!("`{name}` is not defined here"),
                Some("define it before, on every way that leads here"),
            ),
        }
    }

    /// The one value or the values of an expression.
    fn lower_multiple(&mut self, expr: ExprId, names: &[Option<&str>]) -> Made<Vec<Operand>> {
        if let [name] = names {
            return Ok(vec![self.lower_expr(expr, *name)?]);
        }
        let place = self.tree.exprs[expr].place;
        let tree = self.tree;
        match &tree.exprs[expr].kind {
            ExprKind::Call(name, arguments) => self.lower_call(place, name, arguments, names),
            ExprKind::With(with) => self.lower_with(place, with, names),
            ExprKind::If(condition, then, otherwise) => {
                self.lower_if_expr(place, *condition, then, otherwise, names)
            }
            ExprKind::Loop(carried, condition, body) => {
                self.lower_loop_expr(place, carried, condition, body, names)
            }
            ExprKind::Literal(_)
            | ExprKind::Name(_)
            | ExprKind::Vector(_)
            | ExprKind::Empty(_)
            | ExprKind::Select(..)
            | ExprKind::Choice(..)
            | ExprKind::Guard(..) => {
                self.fail(place, format!("{} names for one value", names.len()))
            }
        }
    }
}

/// Printed guards carry the place of their operation before the message: `3:5: …`.
fn split_place(message: &str, place: TextPosition) -> (String, TextPosition) {
    let mut pieces = message.splitn(3, ':');
    let numbers = (
        pieces.next().and_then(|text| text.parse().ok()),
        pieces.next().and_then(|text| text.parse().ok()),
    );
    match (numbers, pieces.next()) {
        ((Some(line), Some(column)), Some(rest)) => {
            (rest.strip_prefix(' ').unwrap_or(rest).to_owned(), TextPosition { line, column })
        }
        _ => (message.to_owned(), place),
    }
}
