//! How the text of a function uses its parameters: as arrays, as vectors, as numbers that count.
//!
//! ```text
//! n = size (A, 1);            A has rows and columns
//! for k = 1:n                 n counts
//!   s = s + w(k) * A(k,:);    w has one subscript that counts: a vector
//! end
//! ```

use formwork_builtins::{BuiltinId, Effects, Lesson, Operation, Row, SizeQuestion};
use formwork_hir::SlotId;
use formwork_hir::body::{
    Anonymous, Arguments, Assign, Body, CallId, Expr, ExprId, ExprKind, Link, Root, StmtKind,
    Target,
};
use formwork_hir::query::{are_compared, read_beyond_comparisons};
use formwork_hir::walk::{statements, subexpressions};
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_syntax::with_enough_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::entry::calls_in_text::{compared_with_none, compared_with_other, counters};
use crate::entry::scaled::scaled;

/// The least that an ordinary size is.
pub(super) const LEAST: i64 = 2;

/// How the text of a function uses a parameter.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Use {
    /// It is turned, reduced or stored in.
    pub(super) as_array: bool,
    /// Its elements are counted, or gone through in one order.
    pub(super) as_vector: bool,
    /// It has two subscripts, or its rows or columns are asked for.
    pub(super) as_matrix: bool,
    /// It says how large something is, or how far a loop counts.
    pub(super) as_number: bool,
    /// It is a number by default, or decides a condition.
    pub(super) as_scalar: bool,
    /// It may be a function that is called.
    pub(super) as_function: bool,
    /// It may have more than two dimensions.
    pub(super) as_many: bool,
    /// Rows, columns and planes have names of their own.
    pub(super) has_planes: bool,
    /// Whether it has one row, column or plane is asked, or how many dimensions.
    pub(super) rank_asked: bool,
    /// All of its extents are asked for at once.
    pub(super) lists_extents: bool,
    /// It has two subscripts somewhere, or its size is two numbers.
    pub(super) has_two: bool,
    /// All of its elements are taken in one order.
    pub(super) flattened: bool,
    /// Its elements are gone through, or counted: there may be more of them than the text names.
    pub(super) goes_on: bool,
    /// It has at least so many elements.
    pub(super) count: i64,
    /// It has at least so many rows and columns, if there is any sign of them.
    pub(super) extents: [i64; 2],
    /// Its rows and columns have names of their own.
    pub(super) asked: [bool; 2],
    /// It is repeated along one dimension: a column or a row, perhaps.
    pub(super) repeated: bool,
    /// It stands beside text in one row.
    pub(super) as_text: bool,
    /// It is made a vector before anything else: `x = x(:)`.
    pub(super) made_vector: bool,
    /// Its elements are gone through by row and column.
    pub(super) by_places: bool,
    /// It has as many rows as columns, though both have names.
    pub(super) square: bool,
}

impl Use {
    /// Adds how a parameter is used elsewhere.
    fn add(&mut self, other: Use) {
        self.as_array |= other.as_array;
        self.as_vector |= other.as_vector;
        self.as_matrix |= other.as_matrix;
        self.as_number |= other.as_number;
        self.as_scalar |= other.as_scalar;
        self.as_function |= other.as_function;
        self.as_many |= other.as_many;
        self.has_planes |= other.has_planes;
        self.rank_asked |= other.rank_asked;
        self.lists_extents |= other.lists_extents;
        self.has_two |= other.has_two;
        self.flattened |= other.flattened;
        self.goes_on |= other.goes_on;
        self.repeated |= other.repeated;
        self.as_text |= other.as_text;
        self.made_vector |= other.made_vector;
        self.by_places |= other.by_places;
        self.square |= other.square;
        self.count = self.count.max(other.count);
        for axis in 0..2 {
            self.extents[axis] = self.extents[axis].max(other.extents[axis]);
            self.asked[axis] |= other.asked[axis];
        }
    }
}

/// The uses of parameters.
pub(super) struct Uses<'b> {
    body: &'b Body,
    parameters: &'b FxHashSet<SlotId>,
    /// Variables that only count.
    counters: FxHashSet<SlotId>,
    /// Calls whose results are compared with 0.
    compared_with_none: FxHashSet<CallId>,
    /// Calls that measure a variable both ways, to see how it lies.
    compared_with_other: FxHashSet<CallId>,
    pub(super) all: FxHashMap<SlotId, Use>,
    /// Variables that are a parameter but for numbers that it is combined with.
    scaled: FxHashMap<SlotId, SlotId>,
    /// What is handed as it is to other functions of the user: in which call, and in which place.
    pub(super) passed: Vec<(SlotId, CallId, usize)>,
}

impl<'b> Uses<'b> {
    pub(super) fn of(body: &'b Body, parameters: &'b FxHashSet<SlotId>) -> Uses<'b> {
        let mut uses = Uses {
            body,
            parameters,
            counters: counters(body),
            compared_with_none: compared_with_none(body),
            compared_with_other: compared_with_other(body),
            all: FxHashMap::default(),
            scaled: scaled(body, parameters),
            passed: Vec::new(),
        };
        body.exprs.values().for_each(|expr| uses.expression(expr));
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
                StmtKind::For(each) => uses.note(each.iterable, |one| {
                    one.as_vector = true;
                    one.goes_on = true;
                }),
                StmtKind::If(clauses, _) => {
                    clauses.iter().for_each(|(condition, _)| uses.condition(*condition));
                }
                StmtKind::While(condition, _) | StmtKind::DoUntil(_, condition) => {
                    uses.condition(*condition);
                }
                StmtKind::Assign(assign) => uses.assignment(assign),
                _ => {}
            }
        }
        for anonymous in body.anonymous.values() {
            uses.captured(anonymous);
        }
        uses
    }

    /// What an expression says of the parameters in it.
    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) => {
                self.array(*operand);
            }
            // Who turns something to multiply it with a variable expects an array of that.
            ExprKind::Binary(BinaryOp::Multiply, left, right)
                if matches!(
                    self.body.exprs[*left].kind,
                    ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, _)
                ) =>
            {
                self.array(*right);
            }
            // Who turns a row of sums to combine it with the matrix expects a matrix.
            ExprKind::Binary(op, left, right) if self.is_beside_turned(*op, *left, *right) => {
                for operand in [*left, *right] {
                    self.note(operand, |one| {
                        one.as_matrix = true;
                        one.has_two = true;
                        one.asked = [true, true];
                    });
                }
            }
            // Nobody divides by a number from the left.
            ExprKind::Binary(BinaryOp::LeftDivide, left, _) => self.divides_from_left(*left),
            // Who divides by a matrix has asked for its size before.
            ExprKind::Binary(
                BinaryOp::Divide | BinaryOp::Power | BinaryOp::ElementPower,
                _,
                right,
            ) => self.divisor(*right),
            // `[' ' name]`
            ExprKind::Matrix(rows) => {
                if let [row] = &**rows
                    && row.iter().any(|&part| self.is_text(part))
                {
                    row.iter().for_each(|&part| self.note(part, |one| one.as_text = true));
                }
            }
            ExprKind::Range(first, step, last) => {
                for operand in [Some(*first), *step, Some(*last)].into_iter().flatten() {
                    self.number(operand);
                }
            }
            ExprKind::Access(access) => match (access.root, access.links.first()) {
                (Root::Var(slot), Some(Link::Paren(arguments))) => {
                    self.subscripts(slot, arguments);
                }
                (Root::Call(call), Some(Link::Paren(arguments))) => {
                    self.call(call, &arguments.exprs);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// What an assignment says of what it measures, flattens or gives a number.
    fn assignment(&mut self, assign: &Assign) {
        if let [Target::Place { slot, links, .. }] = &assign.targets[..]
            && links.is_empty()
            && self.is_flattened(*slot, assign.value)
            && let Some(one) = self.parameter(*slot)
        {
            one.as_vector = true;
            one.goes_on = true;
            one.made_vector = true;
        }
        if let [Target::Place { slot, links, .. }] = &assign.targets[..]
            && links.is_empty()
            && self.is_scalar(assign.value)
            && let Some(one) = self.parameter(*slot)
        {
            one.as_scalar = true;
        }
        let sized = self.sized(assign.value);
        if let (Some(slot), [rows, columns]) = (sized, &assign.targets[..]) {
            let asked = [rows, columns].map(|target| target.slot().is_some());
            let square = self.is_square_by_name(slot, rows.slot(), columns.slot());
            if let Some(one) = self.parameter(slot) {
                one.as_matrix = true;
                one.has_two = true;
                one.asked = [one.asked[0] | asked[0], one.asked[1] | asked[1]];
                one.square |= square;
            }
        }
        // A list of all extents may be longer than two.
        if let (Some(slot), [_]) = (sized, &assign.targets[..])
            && let Some(one) = self.parameter(slot)
        {
            one.lists_extents = true;
        }
        // More sizes than two are asked for.
        if let (Some(slot), [_, _, rest @ ..]) = (sized, &assign.targets[..])
            && !rest.is_empty()
            && let Some(one) = self.parameter(slot)
        {
            one.as_many = true;
            one.has_planes |= matches!(rest, [plane] if plane.slot().is_some());
        }
    }

    /// What an anonymous function makes of the parameters that it captures.
    fn captured(&mut self, anonymous: &Anonymous) {
        let captures = anonymous.captures.iter();
        let captures: FxHashMap<SlotId, SlotId> = captures
            .filter(|(outer, _)| self.parameters.contains(outer))
            .map(|(outer, own)| (*own, *outer))
            .collect();
        if captures.is_empty() {
            return;
        }
        let own: FxHashSet<SlotId> = captures.keys().copied().collect();
        for (slot, inside) in Uses::of(&anonymous.body, &own).all {
            let outside = self.all.entry(captures[&slot]).or_default();
            outside.add(inside);
        }
    }

    /// Whether a matrix whose rows and columns get names has as many of the one as of the other: the
    /// text asks whether the two are equal, or never reads one of them and does with the matrix what
    /// only a square one takes.
    fn is_square_by_name(
        &self,
        matrix: SlotId,
        rows: Option<SlotId>,
        columns: Option<SlotId>,
    ) -> bool {
        let (Some(rows), Some(columns)) = (rows, columns) else { return false };
        if are_compared(self.body, rows, columns) {
            return true;
        }
        let read = read_beyond_comparisons(self.body);
        if read.contains(&rows) && read.contains(&columns) {
            return false;
        }
        self.body.exprs.values().any(|expr| match &expr.kind {
            ExprKind::Binary(BinaryOp::Power, base, _) => self.variable(*base) == Some(matrix),
            ExprKind::Access(access) => match (access.root, access.links.first()) {
                (Root::Call(call), Some(Link::Paren(arguments))) => {
                    let row = self.body.calls[call].row();
                    let wants_square = row.is_some_and(|row| {
                        row.is(BuiltinId::Trace) || row.lesson == Lesson::SquareAfterwards
                    });
                    let first = arguments.exprs.first();
                    wants_square && first.and_then(|&id| self.variable(id)) == Some(matrix)
                }
                _ => false,
            },
            _ => false,
        })
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

    fn scalar(&mut self, id: ExprId) {
        self.note(id, |one| one.as_scalar = true);
    }

    fn divides_from_left(&mut self, id: ExprId) {
        self.note(id, |one| {
            one.as_matrix = true;
            one.extents = one.extents.map(|extent| extent.max(LEAST));
        });
    }

    /// Whether an expression is a literal number.
    fn is_scalar(&self, id: ExprId) -> bool {
        with_enough_stack(|| self.is_scalar_here(id))
    }

    fn is_scalar_here(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Const(value) => value.to_f64().is_some() && !value.is_char(),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Not, operand) => self.is_scalar(*operand),
            _ => false,
        }
    }

    /// Whether an expression is text that stands there.
    fn is_text(&self, id: ExprId) -> bool {
        matches!(&self.body.exprs[id].kind, ExprKind::Const(value) if value.is_char())
    }

    /// `X - mean(X)'`: whether an elementwise operator is applied to a variable and to what a reduction
    /// of it leaves, turned.
    fn is_beside_turned(&self, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let each = matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::ElementMultiply
                | BinaryOp::ElementDivide
        );
        let turned = |id: ExprId, array: SlotId| {
            let ExprKind::Unary(UnaryOp::Transpose | UnaryOp::ConjugateTranspose, operand) =
                self.body.exprs[id].kind
            else {
                return false;
            };
            let ExprKind::Access(access) = &self.body.exprs[operand].kind else { return false };
            let (Root::Call(call), [Link::Paren(arguments)]) = (access.root, &access.links[..])
            else {
                return false;
            };
            let reduces = self.body.calls[call].row().is_some_and(Row::reduces);
            reduces
                && arguments.exprs.first().is_some_and(|&first| self.variable(first) == Some(array))
        };
        let pair = |one: ExprId, other: ExprId| {
            self.variable(one).is_some_and(|array| turned(other, array))
        };
        each && (pair(left, right) || pair(right, left))
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
        with_enough_stack(|| self.is_flattened_here(slot, id))
    }

    fn is_flattened_here(&self, slot: SlotId, id: ExprId) -> bool {
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
        with_enough_stack(|| self.condition_here(id));
    }

    fn condition_here(&mut self, id: ExprId) {
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
                                one.rank_asked = true;
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
        with_enough_stack(|| self.divisor_here(id));
    }

    fn divisor_here(&mut self, id: ExprId) {
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
        with_enough_stack(|| self.number_here(id));
    }

    fn number_here(&mut self, id: ExprId) {
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
        let scaled = self.scaled.get(&slot).copied();
        let Some(one) = self.parameter(scaled.unwrap_or(slot)) else { return };
        if subscripts.iter().all(|subscript| *subscript == Subscript::Other) {
            if scaled.is_some() {
                return;
            }
            one.as_function = true;
            return;
        }
        let least = |subscript: &Subscript| match subscript {
            Subscript::Literal(number) => *number,
            Subscript::Several | Subscript::Counted | Subscript::Last => LEAST,
            Subscript::All | Subscript::Other => 0,
        };
        match &subscripts[..] {
            [only] => {
                let number = least(only);
                one.goes_on |= matches!(only, Subscript::Several | Subscript::Counted);
                one.count = one.count.max(number);
                // The first element is asked for of a scalar, too, and `p(:)` of any array.
                one.as_vector |= number >= LEAST;
                one.as_array |= *only == Subscript::All;
                one.flattened |= *only == Subscript::All;
            }
            [row, column] => {
                one.has_two = true;
                one.by_places |= subscripts.iter().all(|one| *one == Subscript::Counted);
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
        match body.exprs[id].kind {
            ExprKind::Colon => return Subscript::All,
            ExprKind::End => return Subscript::Last,
            _ => {}
        }
        match self.goes_through(id) {
            true if self.variable(id).is_some() => Subscript::Counted,
            true => Subscript::Several,
            false => Subscript::Other,
        }
    }

    /// Whether an expression is a range, or computed of `end` or of a variable that counts.
    fn goes_through(&self, id: ExprId) -> bool {
        with_enough_stack(|| self.goes_through_here(id))
    }

    fn goes_through_here(&self, id: ExprId) -> bool {
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
        let Some(row) = called.row() else {
            // What another function of the user does with it, the text does not show.
            for (place, &argument) in arguments.iter().enumerate() {
                if let Some(slot) = self.variable(argument)
                    && self.parameters.contains(&slot)
                {
                    self.passed.push((slot, call, place));
                }
            }
            return;
        };
        let id = called.id();
        let Some((&first, others)) = arguments.split_first() else { return };
        match row.operation {
            // Whether there is nothing is asked of whatever it is.
            Operation::Measure(_) if self.compared_with_none.contains(&call) => {}
            Operation::Measure(_) if self.compared_with_other.contains(&call) => {
                self.note(first, |one| {
                    one.as_array = true;
                    one.repeated = true;
                });
            }
            Operation::Measure(_) => self.measure(id, first, others),
            // Who asks whether it is a vector takes other arrays, too.
            Operation::AskSize(question) if question != SizeQuestion::IsEmpty => {
                self.note(first, |one| {
                    one.as_many = true;
                    one.rank_asked = true;
                });
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
            // Polynomials and signals have several elements, both of them.
            _ if id == Some(BuiltinId::Conv) => {
                for &argument in arguments.iter().take(2) {
                    self.note(argument, |one| {
                        one.as_vector = true;
                        one.goes_on = true;
                    });
                }
            }
            // Who goes round counts with a number.
            _ if matches!(id, Some(BuiltinId::Mod | BuiltinId::Rem)) => {
                others.iter().for_each(|&argument| self.scalar(argument));
            }
            // Nobody inverts a number like that.
            _ if id == Some(BuiltinId::Inv) => self.divides_from_left(first),
            // What a function calls is one.
            _ if row.effects.include(Effects::CALLS) => {
                self.note(first, |one| one.as_function = true);
            }
            Operation::Reduce(_) | Operation::Scan(_) | Operation::Diff => {
                let axis = others.last().and_then(|&axis| self.literal(axis));
                self.along(first, axis, row.operation == Operation::Diff);
            }
            Operation::Fill(_) => arguments.iter().for_each(|&argument| self.number(argument)),
            // One argument is a list of sizes.
            Operation::Repmat | Operation::Reshape if others.len() > 1 => {
                others.iter().for_each(|&argument| self.number(argument));
                if row.operation == Operation::Repmat {
                    self.repeated(first, others);
                }
            }
            _ => {}
        }
    }

    /// A variable is repeated so often along each dimension.
    fn repeated(&mut self, array: ExprId, times: &[ExprId]) {
        let once = times.iter().filter(|&&one| self.literal(one) == Some(0)).count();
        if once + 1 == times.len() {
            self.note(array, |one| one.repeated = true);
        }
    }

    /// A measure of a variable is asked for.
    fn measure(&mut self, id: Option<BuiltinId>, first: ExprId, others: &[ExprId]) {
        let asked = match (id, others) {
            (Some(BuiltinId::Rows), []) => Some(0),
            (Some(BuiltinId::Columns), []) => Some(1),
            (Some(BuiltinId::Size), [axis]) => self.literal(*axis),
            _ => None,
        };
        // `length` is also asked of square matrices.
        let counted = id == Some(BuiltinId::Numel);
        let ranked = id == Some(BuiltinId::Ndims);
        self.note(first, |one| one.rank_asked |= ranked);
        self.note(first, |one| match asked {
            Some(axis @ (0 | 1)) => {
                one.as_matrix = true;
                one.asked[axis] = true;
            }
            Some(_) => one.as_many = true,
            None if counted => {
                one.as_vector = true;
                one.goes_on = true;
            }
            None => {
                one.as_array = true;
                one.goes_on = true;
            }
        });
    }

    /// An array is reduced or differenced along a dimension: who names the second one expects it.
    fn along(&mut self, array: ExprId, axis: Option<usize>, differs: bool) {
        let Some(axis @ (0 | 1)) = axis else { return };
        self.note(array, |one| {
            if axis == 1 {
                one.as_matrix = true;
                one.has_two = true;
            }
            if differs {
                one.as_array = true;
                one.extents[axis] = one.extents[axis].max(LEAST);
            }
        });
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

/// What a subscript tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subscript {
    /// A number that stands there.
    Literal(i64),
    /// It goes through several.
    Several,
    /// It is a variable that counts.
    Counted,
    /// `end`
    Last,
    /// `:`
    All,
    /// Nothing.
    Other,
}
