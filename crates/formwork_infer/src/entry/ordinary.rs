//! Ordinary calls: what callers pass to a function that says nothing of its parameters.
//!
//! A function of undeclared parameters may be called with anything, so that hardly an operation in
//! it *surely* fails: `x(:) * x(:)` works for a scalar. But its text shows what it is for. Who
//! measures, turns or goes through a parameter expects an array of it; who asks for rows and
//! columns under two names expects them to differ; who counts up to a parameter expects a whole
//! number. A call that is as the text expects is *ordinary*: sizes are at least 2, and sizes that
//! have to do with nothing are not equal by chance. What fails on every ordinary call is worth a
//! warning, and never an error.
//!
//! Where the text leaves it open, a function is walked in two *settings*: vectors are columns and
//! what is unclear is a matrix, or vectors are rows and what is unclear is a scalar. What fails in
//! both counts.
//!
//! ```text
//! function y = f (A, x, n, g, c)    A : r x c, both >= 2, which differ    ([r, c] = size (A))
//!   [r, c] = size (A);              x : a vector of at least 2 elements   (x(:))
//!   x = x(:);                       n : a whole number >= 2               (1:n)
//!   …                               g : stays what it is, may be called   (g (x))
//!   if nargin < 5, c = 0.5; end     c : a scalar                          (its default)
//! ```

use std::rc::Rc;

use formwork_builtins::{BuiltinId, Operation, SizeQuestion};
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Arguments, Body, CallId, ExprId, ExprKind, Link, Root, StmtKind, Target, Unit,
};
use formwork_hir::walk::{statements, subexpressions};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_shape::extent::{Extents, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::call::objects::is_in_class_folder;
use crate::engine::Analyst;
use crate::entry::assumption::contradicted;
use crate::entry::described::Described;
use crate::entry::precondition::Precondition;

/// The least that an ordinary size is.
const LEAST: i64 = 2;

/// How the text of a function uses a parameter.
#[derive(Clone, Copy, Default, Debug)]
struct Use {
    /// It is turned, reduced or stored in.
    as_array: bool,
    /// Its elements are counted, or gone through in one order.
    as_vector: bool,
    /// It has two subscripts, or its rows or columns are asked for.
    as_matrix: bool,
    /// It says how large something is, or how far a loop counts.
    as_number: bool,
    /// It is a number by default, or decides a condition.
    as_scalar: bool,
    /// It may be a function that is called.
    as_function: bool,
    /// It may have more than two dimensions.
    as_many: bool,
    /// All of its extents are asked for at once.
    lists_extents: bool,
    /// It has two subscripts somewhere, or its size is two numbers.
    has_two: bool,
    /// All of its elements are taken in one order.
    flattened: bool,
    /// It has at least so many elements.
    count: i64,
    /// It has at least so many rows and columns, if there is any sign of them.
    extents: [i64; 2],
    /// Its rows and columns have names of their own.
    asked: [bool; 2],
}

/// What a parameter is on an ordinary call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ordinary {
    /// A whole number.
    Number,
    /// A scalar.
    Scalar,
    /// A vector, with at least so many elements.
    Vector(i64),
    /// A matrix.
    Matrix {
        /// It has at least so many rows and columns.
        extents: [i64; 2],
        /// Whether it has other rows than columns.
        apart: bool,
    },
    /// An array of numbers of any rank.
    Array,
    /// A number, or an array of numbers: the text does not tell.
    Unclear,
}

/// What the parameters are on an ordinary call, of those that the text tells something of.
fn ordinary(body: &Body) -> FxHashMap<SlotId, Ordinary> {
    let not_numbers = contradicted(body);
    let parameters = body.inputs.iter().filter_map(|input| input.slot);
    let parameters: FxHashSet<SlotId> =
        parameters.filter(|slot| !not_numbers.contains(slot)).collect();
    let uses = Uses::of(body, &parameters);
    let planes = has_planes(body);
    let kinds = parameters.iter().filter_map(|&slot| {
        let kind = uses.all.get(&slot).copied().unwrap_or_default().kind()?;
        // Where there are planes, a matrix may have some, too.
        let kind = match kind {
            Ordinary::Matrix { .. } | Ordinary::Unclear if planes => Ordinary::Array,
            kind => kind,
        };
        Some((slot, kind))
    });
    kinds.collect()
}

impl Use {
    fn kind(self) -> Option<Ordinary> {
        let is_array = self.as_array || self.as_vector || self.as_matrix;
        // Whose extents are asked for one by one, and whose elements are taken in a row, may have more.
        let open_rank = self.lists_extents || self.flattened && self.asked.contains(&true);
        if self.as_many || open_rank && !self.has_two {
            return Some(Ordinary::Array);
        }
        if !is_array {
            return match (self.as_function, self.as_number, self.as_scalar) {
                (true, ..) => None,
                (false, true, _) => Some(Ordinary::Number),
                (false, false, true) => Some(Ordinary::Scalar),
                (false, false, false) => Some(Ordinary::Unclear),
            };
        }
        // What is a number as well as an array may be either.
        if self.as_number || self.as_scalar {
            return Some(Ordinary::Array);
        }
        if self.as_vector && !self.as_matrix {
            return Some(Ordinary::Vector(self.count.max(LEAST)));
        }
        let least = |axis: usize| {
            let asked = if self.asked[axis] { LEAST } else { 1 };
            self.extents[axis].max(asked)
        };
        let apart = self.asked == [true, true];
        Some(Ordinary::Matrix { extents: [least(0), least(1)], apart })
    }
}

/// The uses of parameters.
struct Uses<'b> {
    body: &'b Body,
    parameters: &'b FxHashSet<SlotId>,
    /// Variables that only count.
    counters: FxHashSet<SlotId>,
    all: FxHashMap<SlotId, Use>,
}

impl<'b> Uses<'b> {
    fn of(body: &'b Body, parameters: &'b FxHashSet<SlotId>) -> Uses<'b> {
        let counters = counters(body);
        let mut uses = Uses { body, parameters, counters, all: FxHashMap::default() };
        for expr in body.exprs.values() {
            match &expr.kind {
                ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) => {
                    uses.array(*operand);
                }
                // Who divides by a matrix has asked for its size before.
                ExprKind::Binary(
                    BinaryOp::Divide | BinaryOp::Power | BinaryOp::ElementPower,
                    _,
                    right,
                ) => uses.divisor(*right),
                ExprKind::Range(first, step, last) => {
                    for operand in [Some(*first), *step, Some(*last)].into_iter().flatten() {
                        uses.number(operand);
                    }
                }
                ExprKind::Access(access) => match (access.root, access.links.first()) {
                    (Root::Var(slot), Some(Link::Paren(arguments))) => {
                        uses.subscripts(slot, arguments);
                    }
                    (Root::Call(call), Some(Link::Paren(arguments))) => {
                        uses.call(call, &arguments.exprs);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        for stmt in statements(&body.statements) {
            for target in stmt.targets() {
                if let Target::Place { slot, links, .. } = target
                    && let Some(Link::Paren(_)) = links.first()
                    && let Some(one) = uses.parameter(*slot)
                {
                    one.as_array = true;
                }
            }
            match &stmt.kind {
                StmtKind::For(each) => uses.note(each.iterable, |one| one.as_vector = true),
                StmtKind::If(clauses, _) => {
                    clauses.iter().for_each(|(condition, _)| uses.condition(*condition));
                }
                StmtKind::While(condition, _) | StmtKind::DoUntil(_, condition) => {
                    uses.condition(*condition);
                }
                StmtKind::Assign(assign) => {
                    if let [Target::Place { slot, links, .. }] = &assign.targets[..]
                        && links.is_empty()
                        && uses.is_flattened(*slot, assign.value)
                        && let Some(one) = uses.parameter(*slot)
                    {
                        one.as_vector = true;
                    }
                    if let [Target::Place { slot, links, .. }] = &assign.targets[..]
                        && links.is_empty()
                        && uses.is_scalar(assign.value)
                        && let Some(one) = uses.parameter(*slot)
                    {
                        one.as_scalar = true;
                    }
                    let sized = uses.sized(assign.value);
                    if let (Some(slot), [rows, columns]) = (sized, &assign.targets[..]) {
                        let asked = [rows, columns].map(|target| target.slot().is_some());
                        if let Some(one) = uses.parameter(slot) {
                            one.as_matrix = true;
                            one.has_two = true;
                            one.asked = [one.asked[0] | asked[0], one.asked[1] | asked[1]];
                        }
                    }
                    // A list of all extents may be longer than two.
                    if let (Some(slot), [_]) = (sized, &assign.targets[..])
                        && let Some(one) = uses.parameter(slot)
                    {
                        one.lists_extents = true;
                    }
                    // More sizes than two are asked for.
                    if let (Some(slot), [_, _, _, ..]) = (sized, &assign.targets[..])
                        && let Some(one) = uses.parameter(slot)
                    {
                        one.as_many = true;
                    }
                }
                _ => {}
            }
        }
        uses
    }

    fn parameter(&mut self, slot: SlotId) -> Option<&mut Use> {
        self.parameters.contains(&slot).then(|| self.all.entry(slot).or_default())
    }

    /// The variable that an expression is.
    fn variable(&self, id: ExprId) -> Option<SlotId> {
        match &self.body.exprs[id].kind {
            ExprKind::Var(slot) => Some(*slot),
            ExprKind::Access(access) if access.links.is_empty() => access.variable(),
            _ => None,
        }
    }

    /// Notes something of the parameter that an expression is, if it is one.
    fn note(&mut self, id: ExprId, what: impl FnOnce(&mut Use)) {
        if let Some(slot) = self.variable(id)
            && let Some(one) = self.parameter(slot)
        {
            what(one);
        }
    }

    fn array(&mut self, id: ExprId) {
        self.note(id, |one| one.as_array = true);
    }

    /// Whether an expression is a literal number.
    fn is_scalar(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Const(value) => value.to_f64().is_some() && !value.is_char(),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Not, operand) => self.is_scalar(*operand),
            _ => false,
        }
    }

    /// The variables that an expression measures.
    fn measured(&self, id: ExprId) -> Vec<SlotId> {
        let body = self.body;
        let measured = subexpressions(body, id).filter_map(|(_, expr)| {
            let ExprKind::Access(access) = &expr.kind else { return None };
            let (Root::Call(call), Some(Link::Paren(arguments))) =
                (access.root, access.links.first())
            else {
                return None;
            };
            let row = body.calls[call].row()?;
            let first = *arguments.exprs.first()?;
            matches!(row.operation, Operation::Measure(_)).then(|| self.variable(first))?
        });
        measured.collect()
    }

    /// Whether a value is computed of all elements of a variable: `x(:)`, perhaps turned.
    fn is_flattened(&self, slot: SlotId, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) => {
                self.is_flattened(slot, *operand)
            }
            ExprKind::Binary(_, left, right) => {
                self.is_flattened(slot, *left) || self.is_flattened(slot, *right)
            }
            ExprKind::Access(access) if access.variable() == Some(slot) => {
                let [Link::Paren(arguments)] = &access.links[..] else { return false };
                let [only] = arguments.exprs[..] else { return false };
                matches!(self.body.exprs[only].kind, ExprKind::Colon)
            }
            _ => false,
        }
    }

    /// Who decides by a parameter whether something is done takes it for a scalar.
    fn condition(&mut self, id: ExprId) {
        match self.body.exprs[id].kind {
            ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
                self.condition(left);
                self.condition(right);
            }
            ExprKind::Lazy(_, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.condition(operand),
            ExprKind::Binary(
                BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual,
                left,
                right,
            ) => {
                let ordered = !matches!(
                    self.body.exprs[id].kind,
                    ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, ..)
                );
                for (one, other) in [(left, right), (right, left)] {
                    if ordered || self.is_scalar(other) {
                        self.note(one, |one| one.as_scalar = true);
                    }
                    // Who asks whether there is one element, row or column takes that, too.
                    if matches!(&self.body.exprs[other].kind,
                        ExprKind::Const(value) if value.to_f64() == Some(1.0))
                    {
                        for slot in self.measured(one) {
                            if let Some(one) = self.parameter(slot) {
                                one.as_many = true;
                            }
                        }
                    }
                }
            }
            ExprKind::Var(_) => self.note(id, |one| one.as_scalar = true),
            _ => {}
        }
    }

    /// The parameters in a divisor or an exponent are scalars.
    fn divisor(&mut self, id: ExprId) {
        self.note(id, |one| one.as_scalar = true);
        if let ExprKind::Binary(
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide,
            left,
            right,
        ) = self.body.exprs[id].kind
        {
            self.divisor(left);
            self.divisor(right);
        }
    }

    /// The parameters in what a size is computed of are numbers.
    fn number(&mut self, id: ExprId) {
        if let Some(slot) = self.variable(id)
            && let Some(one) = self.parameter(slot)
        {
            one.as_number = true;
            return;
        }
        match self.body.exprs[id].kind {
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, operand) => self.number(operand),
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide,
                left,
                right,
            ) => {
                self.number(left);
                self.number(right);
            }
            _ => {}
        }
    }

    /// `p (…)`: an array if the subscripts are as those of arrays are, else perhaps a function.
    fn subscripts(&mut self, slot: SlotId, arguments: &Arguments) {
        let subscripts: Vec<Subscript> =
            arguments.exprs.iter().map(|&id| self.subscript(id)).collect();
        let Some(one) = self.parameter(slot) else { return };
        if subscripts.iter().all(|subscript| *subscript == Subscript::Other) {
            one.as_function = true;
            return;
        }
        let least = |subscript: &Subscript| match subscript {
            Subscript::Literal(number) => *number,
            Subscript::Several | Subscript::Counted => LEAST,
            Subscript::All | Subscript::Other => 0,
        };
        match &subscripts[..] {
            [only] => {
                let number = least(only);
                one.count = one.count.max(number);
                // The first element is asked for of a scalar, too, and `p(:)` of any array.
                one.as_vector |= number >= LEAST;
                one.as_array |= *only == Subscript::All;
                one.flattened |= *only == Subscript::All;
            }
            [row, column] => {
                one.has_two = true;
                let mut asked = [row, column].map(least);
                // Of a vector nobody would ask for the `k`-th row.
                if subscripts.contains(&Subscript::Counted) && subscripts.contains(&Subscript::All)
                {
                    asked = [LEAST, LEAST];
                }
                one.extents = [one.extents[0].max(asked[0]), one.extents[1].max(asked[1])];
                // `p(:,1)` is also asked of one row.
                one.as_matrix |= asked.iter().any(|&number| number >= LEAST)
                    || [row, column].contains(&&Subscript::All);
            }
            _ => one.as_many = true,
        }
    }

    fn subscript(&self, id: ExprId) -> Subscript {
        let body = self.body;
        if let ExprKind::Const(value) = &body.exprs[id].kind {
            let number = value.to_f64().filter(|number| *number >= 1.0 && number.fract() == 0.0);
            // Beyond that it is no sign of a size.
            let number = number.filter(|number| *number <= 64.0);
            return number.map_or(Subscript::Other, |number| Subscript::Literal(number as i64));
        }
        if matches!(body.exprs[id].kind, ExprKind::Colon) {
            return Subscript::All;
        }
        match self.goes_through(id) {
            true if self.variable(id).is_some() => Subscript::Counted,
            true => Subscript::Several,
            false => Subscript::Other,
        }
    }

    /// Whether an expression is a range, or computed of `end` or of a variable that counts.
    fn goes_through(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::End | ExprKind::Range(..) => true,
            ExprKind::Var(slot) => self.counters.contains(slot),
            ExprKind::Unary(_, operand) => self.goes_through(*operand),
            ExprKind::Binary(_, left, right) => {
                self.goes_through(*left) || self.goes_through(*right)
            }
            ExprKind::Matrix(rows) => rows.iter().flatten().any(|&part| self.goes_through(part)),
            _ => false,
        }
    }

    fn call(&mut self, call: CallId, arguments: &[ExprId]) {
        let called = &self.body.calls[call];
        let Some(row) = called.row() else { return };
        let id = called.id();
        let Some((&first, others)) = arguments.split_first() else { return };
        match row.operation {
            Operation::Measure(_) => {
                let asked = match (id, others) {
                    (Some(BuiltinId::Rows), []) => Some(0),
                    (Some(BuiltinId::Columns), []) => Some(1),
                    (Some(BuiltinId::Size), [axis]) => self.literal(*axis),
                    _ => None,
                };
                // `length` is also asked of square matrices.
                let counted = id == Some(BuiltinId::Numel);
                self.note(first, |one| match asked {
                    Some(axis @ (0 | 1)) => {
                        one.as_matrix = true;
                        one.asked[axis] = true;
                    }
                    Some(_) => one.as_many = true,
                    None if counted => one.as_vector = true,
                    None => one.as_array = true,
                });
            }
            // Who asks whether it is a vector takes other arrays, too.
            Operation::AskSize(question) if question != SizeQuestion::IsEmpty => {
                self.note(first, |one| one.as_many = true);
            }
            Operation::Reduce(_)
            | Operation::Scan(_)
            | Operation::Extreme(_)
            | Operation::Find
            | Operation::Diff
            | Operation::Flip(_)
                if others.is_empty() =>
            {
                self.array(first);
            }
            Operation::Fill(_) => arguments.iter().for_each(|&argument| self.number(argument)),
            // One argument is a list of sizes.
            Operation::Repmat | Operation::Reshape if others.len() > 1 => {
                others.iter().for_each(|&argument| self.number(argument));
            }
            _ => {}
        }
    }

    /// The axis that a literal names, from 0.
    fn literal(&self, id: ExprId) -> Option<usize> {
        let ExprKind::Const(value) = &self.body.exprs[id].kind else { return None };
        let number = value.to_f64().filter(|number| (1.0..=64.0).contains(number))?;
        Some(number as usize - 1)
    }

    /// The variable in `size (x)`.
    fn sized(&self, id: ExprId) -> Option<SlotId> {
        let ExprKind::Access(access) = &self.body.exprs[id].kind else { return None };
        match (access.root, &access.links[..]) {
            (Root::Call(call), [Link::Paren(arguments)])
                if self.body.calls[call].id() == Some(BuiltinId::Size) =>
            {
                match arguments.exprs[..] {
                    [argument] => self.variable(argument),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether a function works on arrays of more than two dimensions: something has three subscripts, or
/// the number 3 says which dimension, or how many, in a call or a list of dimensions.
fn has_planes(body: &Body) -> bool {
    let is_three = |id: &ExprId| matches!(&body.exprs[*id].kind, ExprKind::Const(value) if value.to_f64() == Some(3.0));
    body.exprs.values().any(|expr| match &expr.kind {
        ExprKind::Access(access) => match (access.root, access.links.first()) {
            (Root::Var(_), Some(Link::Paren(arguments))) => arguments.exprs.len() > 2,
            (Root::Call(call), Some(Link::Paren(arguments))) => {
                let takes = body.calls[call].row().is_some_and(|row| {
                    row.reduces()
                        || matches!(row.operation, Operation::Reshape | Operation::Measure(_))
                        || row.id == Some(BuiltinId::Cat)
                });
                takes && arguments.exprs.iter().any(is_three)
            }
            _ => false,
        },
        ExprKind::Matrix(rows) => match &**rows {
            // A permutation of three dimensions.
            [row] => {
                row.len() == 3
                    && row.iter().any(is_three)
                    && row.iter().all(|id| {
                        matches!(&body.exprs[*id].kind, ExprKind::Const(value)
                    if value.to_f64().is_some_and(|number| (1.0..=3.0).contains(&number)))
                    })
            }
            _ => false,
        },
        _ => false,
    })
}

/// What a subscript tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subscript {
    /// A number that stands there.
    Literal(i64),
    /// It goes through several.
    Several,
    /// It is a variable that counts.
    Counted,
    /// `:`
    All,
    /// Nothing.
    Other,
}

/// The variables of loops that count.
fn counters(body: &Body) -> FxHashSet<SlotId> {
    let counted = statements(&body.statements).filter_map(|stmt| match &stmt.kind {
        StmtKind::For(each) => match (&each.target, &body.exprs[each.iterable].kind) {
            (Target::Place { slot, links, .. }, ExprKind::Range(..)) if links.is_empty() => {
                Some(*slot)
            }
            _ => None,
        },
        _ => None,
    });
    counted.collect()
}

impl Analyst<'_> {
    /// Walks the functions of a file once more, each as it is called ordinarily. What is found then
    /// is kept apart ([`FunctionRecord::ordinary`](crate::FunctionRecord)).
    pub fn analyse_ordinary_calls(&mut self, path: &std::path::Path) {
        let Some(unit) = self.unit(path) else { return };
        let bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
        for body in bodies {
            let script = matches!(body.kind, formwork_hir::body::BodyKind::Script);
            if script || body.name.is_empty() || body.inputs.is_empty() {
                continue;
            }
            self.analyse_ordinary_call(&unit, &body);
        }
    }

    fn analyse_ordinary_call(&mut self, unit: &Rc<Unit>, body: &Rc<Body>) {
        let learned = self.found.learned.remove(&body.id).unwrap_or_default();
        let mut kinds = ordinary(body);
        // The methods of a class take objects: all of them, or the first argument at least.
        if is_in_class_folder(&unit.source.path) {
            kinds.clear();
        } else if self.is_class(&unit.source.path.clone())
            && let Some(slot) = body.inputs.first().and_then(|input| input.slot)
        {
            kinds.remove(&slot);
        }
        let is_open = |kind: &Ordinary| matches!(kind, Ordinary::Vector(_) | Ordinary::Unclear);
        let settings: &[Setting] = match kinds.values().any(is_open) {
            true => &[Setting::Upright, Setting::Flat],
            false => &[Setting::Upright],
        };
        // Who calls a function that only its file can call has made sure of what it is called with.
        let is_private =
            unit.functions.first().is_none_or(|(_, first)| unit.bodies[*first].id != body.id);
        for setting in settings {
            self.begin_entry(body);
            let before = self.found.functions.len();
            let (assumed, generic) = self.as_called_ordinarily(body, &kinds, &learned, *setting);
            self.ordinary = Some(if is_private { Rc::new([]) } else { generic.into() });
            self.walk_entry(unit, body, &Described::default(), &assumed);
            self.ordinary = None;
            for function in &mut self.found.functions[before..] {
                function.ordinary = true;
            }
            // Another setting can only show that what was found is no problem.
            if !self.found.functions[before].has_something_to_say() {
                break;
            }
        }
    }

    /// What is assumed of parameters on an ordinary call, and what of their sizes is so wherever the
    /// function does not make sure of the contrary.
    fn as_called_ordinarily(
        &mut self,
        body: &Rc<Body>,
        kinds: &FxHashMap<SlotId, Ordinary>,
        learned: &Precondition,
        setting: Setting,
    ) -> (Precondition, Vec<Requirement>) {
        let mut assumed = Precondition::default();
        let mut generic = Vec::new();
        let mut slots: Vec<(SlotId, Ordinary)> =
            kinds.iter().map(|(slot, kind)| (*slot, *kind)).collect();
        slots.sort_unstable_by_key(|(slot, _)| *slot);
        for (slot, kind) in slots {
            let known = learned.value(slot).map_or(ClassSet::ALL, |value| value.classes);
            let classes = known.intersection(ClassSet::NUMBERS);
            if classes.is_empty() {
                continue;
            }
            let name = Rc::clone(&body.slots[slot].name);
            let kind = match (kind, setting) {
                (Ordinary::Unclear, Setting::Upright) => {
                    Ordinary::Matrix { extents: [1, 1], apart: false }
                }
                (Ordinary::Unclear, Setting::Flat) => Ordinary::Scalar,
                _ => kind,
            };
            let value = match kind {
                Ordinary::Number => {
                    let number = self.fresh(&name, Interval::at_least(LEAST));
                    AbstractValue::integer(number, &self.algebra)
                }
                Ordinary::Scalar => AbstractValue::new(classes, Some(Algebra::SCALAR)),
                Ordinary::Vector(count) => {
                    let count = self.fresh(&format!("numel({name})"), Interval::at_least(count));
                    let shape = match setting {
                        Setting::Flat => self.algebra.tuple([Extents::ONE, count]),
                        Setting::Upright => self.algebra.tuple([count, Extents::ONE]),
                    };
                    AbstractValue::new(classes, Some(shape))
                }
                Ordinary::Matrix { extents: least, apart } => {
                    let rows = self.fresh(&format!("size({name},1)"), Interval::at_least(least[0]));
                    let columns =
                        self.fresh(&format!("size({name},2)"), Interval::at_least(least[1]));
                    if apart {
                        generic.push(Requirement::Different(rows, columns));
                    }
                    let shape = self.algebra.tuple([rows, columns]);
                    if least == [1, 1] {
                        let not_one = |extent| Requirement::Different(extent, Extents::ONE);
                        assumed.learn(Requirement::any([not_one(rows), not_one(columns)]));
                    }
                    AbstractValue::new(classes, Some(shape))
                }
                Ordinary::Array | Ordinary::Unclear => {
                    let shape = self.algebra.variable(&name, VariableKind::AnyRank);
                    AbstractValue::new(classes, Some(shape))
                }
            };
            assumed.set(slot, value);
        }
        (assumed, generic)
    }
}

/// What the text leaves open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    /// Vectors are columns, and what is unclear is a matrix.
    Upright,
    /// Vectors are rows, and what is unclear is a scalar.
    Flat,
}
