//! Statements in C.

use cranelift_entity::EntityRef as _;

use super::function::{FunctionPrinter, wrapped};
use super::helpers::{Helper, Support};
use super::literal::{c_type, element_c_type, string};
use super::names::in_comment;
use super::poll::Poll;
use super::scope::Declaration;
use super::unchecked::is_call;
use crate::loops::{
    Binding, BlockId, BufferId, ExprId, Expression, Failure, Fill, Piece, ScalarType, Statement,
    StatementKind, VariableId,
};

/// An array of more elements is made anew rather than filled with zeros again.
const LARGE: usize = 1 << 14;

impl FunctionPrinter<'_> {
    /// The statements of a block. `is_tail`: the way out follows.
    pub(super) fn block(&mut self, block: BlockId, level: usize, is_tail: bool) {
        let function = self.function;
        let statements = function.block(block);
        if self.signature.goes_on && statements.iter().any(is_call) {
            self.poll(level);
        }
        for (number, statement) in statements.iter().enumerate() {
            let is_last = is_tail && number + 1 == statements.len();
            self.comment(statement, level);
            self.statement(statement, (block, number), level, is_last);
        }
    }

    fn comment(&mut self, statement: &Statement, level: usize) {
        if statement.line == 0 || statement.line == self.line {
            return;
        }
        self.line = statement.line;
        let index = usize::try_from(statement.line - 1).unwrap_or(usize::MAX);
        match self.file.options.source_lines.get(index) {
            Some(text) => {
                let text = in_comment(text.trim());
                self.put(level, format!("/* {}: {text} */", statement.line));
            }
            None => self.put(level, format!("/* line {} */", statement.line)),
        }
    }

    fn statement(
        &mut self,
        statement: &Statement,
        place: (BlockId, usize),
        level: usize,
        is_last: bool,
    ) {
        match &statement.kind {
            StatementKind::Assign { variable, value } => {
                self.assign(*variable, *value, place, level);
            }
            StatementKind::Store { buffer, index, value } => {
                let (index, value) = (self.expression(*index), self.expression(*value));
                let name = self.buffer(*buffer);
                self.put(level, format!("{name}[{index}] = {value};"));
            }
            StatementKind::Allocate { buffer, length, fill } => {
                let is_first = self.is_first_touch(*buffer, place);
                self.allocate((*buffer, *length, *fill), is_first, level);
            }
            StatementKind::Reserve { buffer, capacity } => {
                let reserve = self.helpers.need(Helper::Support(Support::Reserve));
                let capacity = self.expression(*capacity);
                let name = self.buffer(*buffer);
                self.enlarge(
                    *buffer,
                    &format!("{reserve}({name}, &{name}_capacity, {capacity}, sizeof *{name})"),
                    level,
                );
            }
            StatementKind::Grow { buffer, length } => {
                let grow = self.helpers.need(Helper::Support(Support::Grow));
                let length = self.expression(*length);
                let name = self.buffer(*buffer);
                self.enlarge(
                    *buffer,
                    &format!(
                        "{grow}({name}, &{name}_length, &{name}_capacity, {length}, sizeof *{name})"
                    ),
                    level,
                );
            }
            StatementKind::Free { buffer } => {
                let name = self.buffer(*buffer);
                self.put(level, format!("free({name});"));
                self.put(level, format!("{name} = NULL;"));
                self.set_length(*buffer, "0", level);
            }
            StatementKind::Copy { target, source } => self.copy(*target, *source, level),
            StatementKind::Swap { left, right } => self.swap(*left, *right, level),
            StatementKind::For { variable, from, to, step, independent, body } => {
                self.for_loop((*variable, *from, *to, *step), *independent, *body, level);
            }
            StatementKind::While { condition, body } => self.while_loop(*condition, *body, level),
            StatementKind::If { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, level, is_last);
            }
            StatementKind::Break => self.put(level, "break;"),
            StatementKind::Continue => self.put(level, "continue;"),
            StatementKind::Return => {
                if !is_last {
                    self.exit("FW_OK", level);
                }
            }
            StatementKind::Fail(failure) => self.failure(failure, level),
            StatementKind::Call { function, arguments, results } => {
                self.call(*function, arguments, results, level);
            }
            StatementKind::CallRuntime { operation, arguments, results } => {
                self.call_runtime(operation, arguments, results, level);
            }
        }
    }

    fn while_loop(&mut self, condition: ExprId, body: BlockId, level: usize) {
        let condition = self.expression(condition);
        self.put(level, format!("while ({condition}) {{"));
        self.poll(level + 1);
        let outer = std::mem::replace(&mut self.looks, false);
        self.block(body, level + 1, false);
        self.looks = outer;
        self.put(level, "}");
    }

    fn assign(
        &mut self,
        variable: VariableId,
        value: ExprId,
        place: (BlockId, usize),
        level: usize,
    ) {
        let name = self.variable(variable);
        let value = self.expression(value);
        let Declaration::Here { block, statement, constant } = self.declarations[variable.index()]
        else {
            self.put(level, format!("{name} = {value};"));
            return;
        };
        if (block, statement) != place {
            self.put(level, format!("{name} = {value};"));
            return;
        }
        let c = c_type(self.function.variable(variable).scalar_type());
        let is_constant = if constant { "const " } else { "" };
        self.put(level, format!("{is_constant}{c} {name} = {value};"));
        if !self.usage.variables_read[variable.index()] {
            self.put(level, format!("(void){name};"));
        }
    }

    /// Leaves the function with a status.
    pub(super) fn exit(&mut self, status: &str, level: usize) {
        if self.cleans_up {
            if status != "FW_OK" && status != self.status() {
                self.put(level, format!("{} = {status};", self.status()));
            }
            self.put(level, "goto done;");
            self.jumps = true;
        } else if let [Binding::Variable(variable)] = self.function.results()
            && !self.signature.may_fail
        {
            let name = self.variable(*variable);
            self.put(level, format!("return {name};"));
        } else if self.signature.may_fail {
            self.put(level, format!("return {status};"));
        } else {
            self.put(level, "return;");
        }
    }

    fn exit_if_null(&mut self, name: &str, level: usize) {
        let out_of_memory = self.helpers.need(Helper::Support(Support::OutOfMemory));
        self.put(level, format!("if ({name} == NULL) {{"));
        self.exit(&format!("{out_of_memory}(error)"), level + 1);
        self.put(level, "}");
    }

    /// The length of a buffer, where it is kept, is now this; so is its capacity.
    pub(super) fn set_length(&mut self, buffer: BufferId, length: &str, level: usize) {
        let name = self.buffer(buffer);
        if self.signature.lengths.contains(buffer) {
            self.put(level, format!("{name}_length = {length};"));
        }
        if self.signature.capacities.contains(buffer) {
            self.put(level, format!("{name}_capacity = {length};"));
        }
    }

    fn is_simple(&self, id: ExprId) -> bool {
        matches!(
            self.function.expression(id),
            Expression::Constant(_) | Expression::Variable(_) | Expression::Length(_)
        )
    }

    /// Whether nothing of the body touches a buffer before a statement of it, so that the
    /// buffer is still empty there.
    fn is_first_touch(&self, buffer: BufferId, (block, number): (BlockId, usize)) -> bool {
        let function = self.function;
        let touches = |statement: &Statement| {
            statement.kind.written().contains(&buffer)
                || statement.kind.borrowed().contains(&buffer)
        };
        block == function.body()
            && function.block(block)[..number].iter().all(|before| {
                let mut touched = touches(before);
                for inner in before.kind.blocks() {
                    function.visit_statements(inner, |statement| touched |= touches(statement));
                }
                !touched
            })
    }

    fn allocate(
        &mut self,
        (buffer, length, fill): (BufferId, ExprId, Fill),
        is_first: bool,
        level: usize,
    ) {
        let allocate = self.helpers.need(Helper::Support(Support::Allocate));
        let name = self.buffer(buffer);
        let zero = fill == Fill::Zero;
        let simple = self.is_simple(length)
            && !matches!(self.function.expression(length), Expression::Length(id) if id == buffer);
        let mut length = self.expression(length);
        let mut level = level;
        if !simple {
            // The new length may be an element of the old one.
            self.put(level, "{");
            level += 1;
            self.put(level, format!("const int64_t {name}_given_length = {length};"));
            length = format!("{name}_given_length");
        }
        // Elements without a value may as well be the old ones.
        let keeps = !is_first && self.signature.lengths.contains(buffer);
        if keeps {
            // Much memory comes as zeros from the system, a page when it is touched.
            let large = if zero { format!(" || {length} > {LARGE}") } else { String::new() };
            self.put(level, format!("if ({name} == NULL || {name}_length != {length}{large}) {{"));
            level += 1;
        }
        if !is_first {
            self.put(level, format!("free({name});"));
        }
        self.put(level, format!("{name} = {allocate}({length}, sizeof *{name}, {zero});"));
        self.exit_if_null(&name, level);
        self.set_length(buffer, &length, level);
        if keeps && zero {
            self.put(level - 1, "} else {");
            self.put(level, format!("memset({name}, 0, (size_t){name}_length * sizeof *{name});"));
        }
        for _ in 0..usize::from(keeps) + usize::from(!simple) {
            level -= 1;
            self.put(level, "}");
        }
    }

    /// Tells the C compiler that the iterations of the loop that follows do not need each other.
    fn mark_independent(&mut self, independent: bool, level: usize) {
        if independent {
            self.put(level, super::header::INDEPENDENT);
        }
    }

    fn enlarge(&mut self, buffer: BufferId, call: &str, level: usize) {
        let name = self.buffer(buffer);
        let c = element_c_type(self.function.buffer(buffer).element_type());
        self.put(level, "{");
        self.put(level + 1, format!("{c} *const {name}_grown = {call};"));
        self.exit_if_null(&format!("{name}_grown"), level + 1);
        self.put(level + 1, format!("{name} = {name}_grown;"));
        self.put(level, "}");
    }

    fn copy(&mut self, target: BufferId, source: BufferId, level: usize) {
        let duplicate = self.helpers.need(Helper::Support(Support::Duplicate));
        let (to, from) = (self.buffer(target), self.buffer(source));
        self.put(level, format!("free({to});"));
        self.put(level, format!("{to} = {duplicate}({from}, {from}_length, sizeof *{to});"));
        self.exit_if_null(&to, level);
        self.set_length(target, &format!("{from}_length"), level);
    }

    fn swap(&mut self, left: BufferId, right: BufferId, level: usize) {
        let (a, b) = (self.buffer(left), self.buffer(right));
        let c = element_c_type(self.function.buffer(left).element_type());
        self.put(level, "{");
        self.put(level + 1, format!("{c} *const {a}_given = {a};"));
        self.put(level + 1, format!("{a} = {b};"));
        self.put(level + 1, format!("{b} = {a}_given;"));
        for (kept, part) in [
            (self.signature.lengths.contains(left), "length"),
            (self.signature.capacities.contains(left), "capacity"),
        ] {
            if kept {
                self.put(level + 1, format!("const int64_t {a}_old_{part} = {a}_{part};"));
                self.put(level + 1, format!("{a}_{part} = {b}_{part};"));
                self.put(level + 1, format!("{b}_{part} = {a}_old_{part};"));
            }
        }
        self.put(level, "}");
    }

    fn for_loop(
        &mut self,
        (variable, from, to, step): (VariableId, ExprId, ExprId, i64),
        independent: bool,
        body: BlockId,
        level: usize,
    ) {
        let name = self.variable(variable);
        let fixed = self.is_fixed(to, body);
        let poll = self.poll_of((from, to), body);
        let (from, to) = (self.expression(from), self.expression(to));
        let sign = if step > 0 { "<" } else { ">" };
        let next = match step {
            1 => format!("{name}++"),
            -1 => format!("{name}--"),
            2.. => format!("{name} += {step}"),
            _ => format!("{name} -= {}", step.unsigned_abs()),
        };
        if poll == Poll::Strips {
            let (from, to) = self.open_strips(&name, (&from, &to, step), level);
            let head = format!("for (int64_t {name} = {from}; {name} {sign} {to}; {next}) {{");
            self.mark_independent(independent, level + 1);
            self.put(level + 1, head);
            self.block(body, level + 2, false);
            self.put(level + 1, "}");
            self.put(level, "}");
            return;
        }
        let (start, end) = if fixed {
            (format!("int64_t {name} = {from}"), to)
        } else {
            (format!("int64_t {name} = {from}, {name}_end = {to}"), format!("{name}_end"))
        };
        self.mark_independent(independent, level);
        self.put(level, format!("for ({start}; {name} {sign} {end}; {next}) {{"));
        if poll == Poll::Iterations {
            self.poll(level + 1);
        }
        let outer = std::mem::replace(&mut self.looks, poll == Poll::Iterations);
        self.block(body, level + 1, false);
        self.looks = outer;
        self.put(level, "}");
    }

    /// Whether the bound of a loop can be computed again and again: it is a constant or
    /// a variable that the loop does not assign.
    fn is_fixed(&self, bound: ExprId, body: BlockId) -> bool {
        let variable = match self.function.expression(bound) {
            Expression::Constant(_) => return true,
            Expression::Variable(variable) => variable,
            Expression::Load(..)
            | Expression::Length(_)
            | Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Select(..)
            | Expression::Cast(..) => return false,
        };
        let mut fixed = true;
        self.function.visit_statements(body, |statement| {
            fixed &= !statement.kind.assigned().contains(&variable);
        });
        fixed
    }

    fn conditional(
        &mut self,
        condition: ExprId,
        then: BlockId,
        otherwise: BlockId,
        level: usize,
        is_last: bool,
    ) {
        let function = self.function;
        let condition = self.expression(condition);
        self.put(level, format!("if ({condition}) {{"));
        self.block(then, level + 1, is_last);
        // A chain of conditions stays on one level.
        let mut otherwise = otherwise;
        while let [statement] = function.block(otherwise)
            && let StatementKind::If { condition, then, otherwise: rest } = &statement.kind
        {
            let condition = self.expression(*condition);
            self.put(level, format!("}} else if ({condition}) {{"));
            self.comment(statement, level + 1);
            self.block(*then, level + 1, is_last);
            otherwise = *rest;
        }
        if !function.block(otherwise).is_empty() {
            self.put(level, "} else {");
            self.block(otherwise, level + 1, is_last);
        }
        self.put(level, "}");
    }

    fn failure(&mut self, failure: &Failure, level: usize) {
        let fail = self.helpers.need(Helper::Support(Support::Fail));
        // Adjacent string literals are one: `"x" PRId64 "y"`.
        let mut format = String::new();
        let mut text = String::new();
        let mut operands = vec!["error".to_owned(), string(&failure.identifier)];
        for piece in &failure.message {
            match piece {
                Piece::Text(piece) => text.push_str(&piece.replace('%', "%%")),
                Piece::Operand(id) => {
                    let scalar = self.function.type_of(*id);
                    let (specification, argument) = match scalar {
                        ScalarType::F64 => {
                            let show = self.helpers.need(Helper::Support(Support::ShowDouble));
                            let operand = self.expression(*id);
                            text.push_str("%s");
                            (None, format!("{show}({operand}, (char[32]){{0}})"))
                        }
                        _ if scalar.is_unsigned() => {
                            (Some("PRIu64"), format!("(uint64_t){}", self.cast_operand(*id)))
                        }
                        _ => (Some("PRId64"), format!("(int64_t){}", self.cast_operand(*id))),
                    };
                    if let Some(specification) = specification {
                        text.push('%');
                        format.push_str(&format!("{} {specification} ", string(&text)));
                        text.clear();
                    }
                    operands.push(argument);
                }
            }
        }
        if !text.is_empty() || format.is_empty() {
            format.push_str(&string(&text));
        }
        // A message without operands is an operand itself.
        if operands.len() == 2 {
            let plain: String = failure
                .message
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Text(text) => Some(text.as_str()),
                    Piece::Operand(_) => None,
                })
                .collect();
            operands.extend(["\"%s\"".to_owned(), string(&plain)]);
        } else {
            operands.insert(2, format.trim_end().to_owned());
        }
        let before =
            if self.cleans_up { format!("{} = ", self.status()) } else { "return ".to_owned() };
        let call = wrapped(&format!("{before}{fail}("), &operands, ")");
        let call = call.strip_prefix(&before).unwrap_or(&call).to_owned();
        self.exit(&call, level);
    }
}
