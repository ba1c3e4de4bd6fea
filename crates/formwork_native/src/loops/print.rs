//! The text form of modules, which the reader takes.

use std::fmt::{self, Write as _};

use rustc_hash::FxHashSet;

use super::entry::{Entry, EntryValue, Extent, Layout};
use super::form::{
    Argument, Binding, BlockId, ExprId, Expression, Failure, Fill, Function, FunctionId, Module,
    Piece, RuntimeArgument, RuntimeResult, Statement, StatementKind,
};
use super::names::unique_names;
use super::operator::UnaryOp;

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, function) in self.functions.values().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            let mut text = String::new();
            Printer::new(self, function).function(&mut text)?;
            f.write_str(&text)?;
        }
        for entry in &self.entries {
            writeln!(f)?;
            write_entry(f, self, entry)?;
        }
        Ok(())
    }
}

fn write_entry(f: &mut fmt::Formatter<'_>, module: &Module, entry: &Entry) -> fmt::Result {
    let list =
        |values: &[EntryValue]| values.iter().map(entry_value).collect::<Vec<_>>().join(", ");
    let function = &module.functions[entry.function].name;
    writeln!(
        f,
        "entry {} = {function}({}) -> ({})",
        entry.name,
        list(&entry.arguments),
        list(&entry.results)
    )
}

fn entry_value(value: &EntryValue) -> String {
    let complex = if value.complex { "complex " } else { "" };
    let class = value.class.name();
    let layout = match &value.layout {
        Layout::Scalar => String::new(),
        Layout::AnyRank => "[*]".to_owned(),
        Layout::Array(extents) => {
            let extents: Vec<String> = extents
                .iter()
                .map(|extent| match extent {
                    Extent::Known(extent) => extent.to_string(),
                    Extent::Passed => "?".to_owned(),
                })
                .collect();
            format!("[{}]", extents.join(", "))
        }
    };
    format!("{}: {complex}{class}{layout}", value.name)
}

struct Printer<'m> {
    module: &'m Module,
    function: &'m Function,
    variables: Vec<String>,
    buffers: Vec<String>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Printer<'m> {
        let (variables, buffers) = unique_names(function);
        Printer { module, function, variables, buffers }
    }

    fn variable(&self, id: super::form::VariableId) -> &str {
        &self.variables[cranelift_entity::EntityRef::index(id)]
    }

    fn buffer(&self, id: super::form::BufferId) -> &str {
        &self.buffers[cranelift_entity::EntityRef::index(id)]
    }

    fn place(&self, place: Binding) -> &str {
        match place {
            Binding::Variable(id) => self.variable(id),
            Binding::Buffer(id) => self.buffer(id),
        }
    }

    fn places(&self, places: &[Binding]) -> String {
        let list: Vec<String> = places
            .iter()
            .map(|&place| {
                let brackets = if matches!(place, Binding::Buffer(_)) { "[]" } else { "" };
                format!("{}: {}{brackets}", self.place(place), self.function.place_type(place))
            })
            .collect();
        list.join(", ")
    }

    fn function(&self, out: &mut String) -> fmt::Result {
        let function = self.function;
        for line in &function.documentation {
            writeln!(out, "# {line}")?;
        }
        let parameters = self.places(&function.parameters);
        let results = self.places(&function.results);
        writeln!(out, "func {}({parameters}) -> ({results}) {{", function.name)?;
        let is_declared = |place: Binding| {
            function.parameters.contains(&place) || function.results.contains(&place)
        };
        let used = self.used();
        for (id, variable) in &function.variables {
            let place = Binding::Variable(id);
            if used.contains(&place) && !is_declared(place) && !self.is_counter(id) {
                writeln!(out, "  var {}: {}", self.variable(id), variable.scalar)?;
            }
        }
        for (id, buffer) in &function.buffers {
            if used.contains(&Binding::Buffer(id)) && !is_declared(Binding::Buffer(id)) {
                writeln!(out, "  buffer {}: {}", self.buffer(id), buffer.element)?;
            }
        }
        self.block(out, function.body, 1)?;
        writeln!(out, "}}")
    }

    /// The variables and buffers that statements name.
    fn used(&self) -> FxHashSet<Binding> {
        let mut used = FxHashSet::default();
        self.function.visit_statements(self.function.body, |statement| {
            used.extend(statement.kind.assigned().into_iter().map(Binding::Variable));
            used.extend(statement.kind.written().into_iter().map(Binding::Buffer));
            used.extend(statement.kind.borrowed().into_iter().map(Binding::Buffer));
            for root in statement.kind.expressions() {
                self.function.visit_expression(root, |_, expression| match expression {
                    Expression::Variable(id) => {
                        used.insert(Binding::Variable(id));
                    }
                    Expression::Load(id, _) | Expression::Length(id) => {
                        used.insert(Binding::Buffer(id));
                    }
                    Expression::Constant(_)
                    | Expression::Unary(..)
                    | Expression::Binary(..)
                    | Expression::Select(..)
                    | Expression::Cast(..) => {}
                });
            }
        });
        used
    }

    /// Whether a loop declares the variable.
    fn is_counter(&self, id: super::form::VariableId) -> bool {
        self.function.blocks.values().flatten().any(|statement| {
            matches!(statement.kind, StatementKind::For { variable, .. } if variable == id)
        })
    }

    fn block(&self, out: &mut String, block: BlockId, level: usize) -> fmt::Result {
        for statement in &self.function.blocks[block] {
            self.statement(out, statement, level)?;
        }
        Ok(())
    }

    fn statement(&self, out: &mut String, statement: &Statement, level: usize) -> fmt::Result {
        let indent = "  ".repeat(level);
        out.push_str(&indent);
        if statement.line > 0 {
            write!(out, "@{} ", statement.line)?;
        }
        match &statement.kind {
            StatementKind::Assign { variable, value } => {
                writeln!(out, "{} = {}", self.variable(*variable), self.expression(*value))
            }
            StatementKind::Store { buffer, index, value } => {
                let (index, value) = (self.expression(*index), self.expression(*value));
                writeln!(out, "{}[{index}] = {value}", self.buffer(*buffer))
            }
            StatementKind::Allocate { buffer, length, fill } => {
                let word = match fill {
                    Fill::Undefined => "alloc",
                    Fill::Zero => "zeros",
                };
                writeln!(out, "{word} {}, {}", self.buffer(*buffer), self.expression(*length))
            }
            StatementKind::Reserve { buffer, capacity } => {
                writeln!(out, "reserve {}, {}", self.buffer(*buffer), self.expression(*capacity))
            }
            StatementKind::Grow { buffer, length } => {
                writeln!(out, "grow {}, {}", self.buffer(*buffer), self.expression(*length))
            }
            StatementKind::Free { buffer } => writeln!(out, "free {}", self.buffer(*buffer)),
            StatementKind::Copy { target, source } => {
                writeln!(out, "copy {}, {}", self.buffer(*target), self.buffer(*source))
            }
            StatementKind::Swap { left, right } => {
                writeln!(out, "swap {}, {}", self.buffer(*left), self.buffer(*right))
            }
            StatementKind::For { variable, from, to, step, independent, body } => {
                let (from, to) = (self.expression(*from), self.expression(*to));
                write!(out, "for {} in {from}..{to}", self.variable(*variable))?;
                if *step != 1 {
                    write!(out, " step {step}")?;
                }
                if *independent {
                    write!(out, " independent")?;
                }
                writeln!(out, " {{")?;
                self.block(out, *body, level + 1)?;
                writeln!(out, "{indent}}}")
            }
            StatementKind::While { condition, body } => {
                writeln!(out, "while {} {{", self.expression(*condition))?;
                self.block(out, *body, level + 1)?;
                writeln!(out, "{indent}}}")
            }
            StatementKind::If { condition, then, otherwise } => {
                writeln!(out, "if {} {{", self.expression(*condition))?;
                self.block(out, *then, level + 1)?;
                if !self.function.blocks[*otherwise].is_empty() {
                    writeln!(out, "{indent}}} else {{")?;
                    self.block(out, *otherwise, level + 1)?;
                }
                writeln!(out, "{indent}}}")
            }
            StatementKind::Break => writeln!(out, "break"),
            StatementKind::Continue => writeln!(out, "continue"),
            StatementKind::Return => writeln!(out, "return"),
            StatementKind::Fail(failure) => self.failure(out, failure),
            StatementKind::Call { function, arguments, results } => {
                self.call(out, *function, arguments, results)
            }
            StatementKind::CallRuntime { operation, arguments, results } => {
                self.call_runtime(out, operation, arguments, results)
            }
        }
    }

    fn call(
        &self,
        out: &mut String,
        function: FunctionId,
        arguments: &[Argument],
        results: &[Binding],
    ) -> fmt::Result {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(value) => self.expression(*value),
                Argument::Buffer(buffer) => self.buffer(*buffer).to_owned(),
            })
            .collect();
        let results: Vec<&str> = results.iter().map(|place| self.place(*place)).collect();
        let name = &self.module.functions[function].name;
        writeln!(out, "call {name}({}) -> ({})", arguments.join(", "), results.join(", "))
    }

    fn call_runtime(
        &self,
        out: &mut String,
        operation: &str,
        arguments: &[RuntimeArgument],
        results: &[RuntimeResult],
    ) -> fmt::Result {
        let arguments: Vec<String> =
            arguments.iter().map(|argument| self.runtime_argument(argument)).collect();
        let results: Vec<String> =
            results.iter().map(|result| self.runtime_result(result)).collect();
        let (arguments, results) = (arguments.join(", "), results.join(", "));
        writeln!(out, "runtime {operation:?}({arguments}) -> ({results})")
    }

    fn failure(&self, out: &mut String, failure: &Failure) -> fmt::Result {
        let mut text = String::new();
        let mut operands = Vec::new();
        for piece in &failure.message {
            match piece {
                Piece::Text(piece) => {
                    text.push_str(&piece.replace('{', "{{").replace('}', "}}"));
                }
                Piece::Operand(operand) => {
                    text.push_str("{}");
                    operands.push(self.expression(*operand));
                }
            }
        }
        writeln!(out, "fail {:?} {text:?} ({})", failure.identifier, operands.join(", "))
    }

    fn runtime_argument(&self, argument: &RuntimeArgument) -> String {
        match argument {
            RuntimeArgument::Scalar(class, value) => {
                format!("{} ({})", class.name(), self.expression(*value))
            }
            RuntimeArgument::Array(class, buffer, extents) => {
                let extents: Vec<String> =
                    extents.iter().map(|extent| self.expression(*extent)).collect();
                format!("{} {}[{}]", class.name(), self.buffer(*buffer), extents.join(", "))
            }
            RuntimeArgument::AnyRank(class, buffer, shape) => {
                format!("{} {}[*{}]", class.name(), self.buffer(*buffer), self.buffer(*shape))
            }
        }
    }

    fn runtime_result(&self, result: &RuntimeResult) -> String {
        match result {
            RuntimeResult::Scalar(class, variable) => {
                format!("{} {}", class.name(), self.variable(*variable))
            }
            RuntimeResult::Array(class, buffer, extents) => {
                let extents: Vec<&str> =
                    extents.iter().map(|extent| self.variable(*extent)).collect();
                format!("{} {}[{}]", class.name(), self.buffer(*buffer), extents.join(", "))
            }
            RuntimeResult::AnyRank(class, buffer, shape) => {
                format!("{} {}[*{}]", class.name(), self.buffer(*buffer), self.buffer(*shape))
            }
        }
    }

    fn expression(&self, id: ExprId) -> String {
        self.tight(id, 0)
    }

    /// The expression, in parentheses if it binds less tightly than `level`.
    fn tight(&self, id: ExprId, level: u8) -> String {
        match self.function.expression(id) {
            Expression::Constant(value) => value.to_string(),
            Expression::Variable(variable) => self.variable(variable).to_owned(),
            Expression::Load(buffer, index) => {
                format!("{}[{}]", self.buffer(buffer), self.expression(index))
            }
            Expression::Length(buffer) => format!("length({})", self.buffer(buffer)),
            Expression::Unary(op, operand) => {
                let is_constant =
                    matches!(self.function.expression(operand), Expression::Constant(_));
                match op {
                    UnaryOp::Negate if !is_constant => format!("-{}", self.tight(operand, 7)),
                    UnaryOp::Not => format!("!{}", self.tight(operand, 7)),
                    _ => format!("{}({})", op.name(), self.expression(operand)),
                }
            }
            Expression::Binary(op, left, right) => match op.infix() {
                Some((sign, own)) => {
                    let text =
                        format!("{} {sign} {}", self.tight(left, own), self.tight(right, own + 1));
                    if own < level { format!("({text})") } else { text }
                }
                None => {
                    format!("{}({}, {})", op.name(), self.expression(left), self.expression(right))
                }
            },
            Expression::Select(condition, yes, no) => format!(
                "select({}, {}, {})",
                self.expression(condition),
                self.expression(yes),
                self.expression(no)
            ),
            Expression::Cast(to, value) => format!("{to}({})", self.expression(value)),
        }
    }
}
