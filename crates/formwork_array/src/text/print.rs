//! The IR as SaC-mini. What is printed reads back to a program of the same meaning.
//!
//! Temporaries are printed inside the expression that uses them, where they are used
//! once, in the same block, and their attributes are constants.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::parse::precedence;
use crate::ir::{
    Block, Check, Condition, Function, Index, Layout, Module, Op, Operand, Operation, Overload,
    Part, Statement, ValueId, With, for_each_block,
};

/// The module, with the functions that the program wrote.
#[must_use]
pub fn print_module(module: &Module) -> String {
    let mut text = String::new();
    if module.layout == Layout::ColumnMajor {
        text.push_str("layout column_major;\n\n");
    }
    for decl in module.externs.values() {
        let parameters: Vec<String> = decl
            .parameters
            .iter()
            .enumerate()
            .map(|(number, ty)| format!("{ty} x{number}"))
            .collect();
        let results: Vec<String> = decl.results.iter().map(ToString::to_string).collect();
        let pure = if decl.pure { "pure " } else { "" };
        let _ = writeln!(
            text,
            "extern {pure}{} {}({});\n",
            results.join(", "),
            decl.name,
            parameters.join(", ")
        );
    }
    let functions: Vec<String> = module
        .functions
        .values()
        .filter(|function| function.is_source)
        .map(|function| print_function(module, function))
        .collect();
    text.push_str(&functions.join("\n"));
    text
}

/// One function.
#[must_use]
pub fn print_function(module: &Module, function: &Function) -> String {
    let mut printer = Printer {
        module,
        function,
        names: FxHashMap::default(),
        nested: FxHashMap::default(),
        text: String::new(),
        indent: 0,
    };
    printer.choose_names();
    printer.print();
    printer.text
}

struct Printer<'m> {
    module: &'m Module,
    function: &'m Function,
    names: FxHashMap<ValueId, String>,
    /// The operations that are printed where they are used.
    nested: FxHashMap<ValueId, &'m Op>,
    text: String,
    indent: usize,
}

impl<'m> Printer<'m> {
    fn choose_names(&mut self) {
        let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut outside: FxHashSet<ValueId> = FxHashSet::default();
        let function = self.function;
        let data = &function.values;
        let mut order: Vec<ValueId> = function.parameters.clone();
        for_each_block(&function.body, &mut |block| {
            for statement in &block.statements {
                order.extend(&statement.results);
                order.extend(statement.op.inner_values());
                for operand in statement.op.operands() {
                    *uses.entry_of(operand) += 1;
                }
                let inner = statement.op.inner_values();
                for value in statement.results.iter().chain(&inner) {
                    if let Some(attributes) = &data[*value].attributes {
                        outside.extend(attributes.rank.value());
                        outside.extend(attributes.shape.value());
                    }
                }
            }
            for operand in &block.results {
                *uses.entry_of(operand) += 1;
            }
        });
        collect_nested(function, &function.body, &uses, &outside, &mut self.nested);
        let mut taken: FxHashSet<String> = FxHashSet::default();
        for value in order {
            if self.nested.contains_key(&value) || self.names.contains_key(&value) {
                continue;
            }
            let wanted = if data[value].name.is_empty() { "_t" } else { data[value].name.as_str() };
            let mut name = wanted.to_owned();
            let mut number = 0;
            while taken.contains(&name) || (number == 0 && wanted == "_t") {
                number += 1;
                name = format!("{wanted}_{number}");
            }
            taken.insert(name.clone());
            self.names.insert(value, name);
        }
    }

    fn print(&mut self) {
        let function = self.function;
        let results: Vec<String> = function.results.iter().map(ToString::to_string).collect();
        let parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|&value| format!("{} {}", function.values[value].ty, self.names[&value]))
            .collect();
        let name = function_name(&function.name);
        let _ = writeln!(self.text, "{} {name}({})\n{{", results.join(", "), parameters.join(", "));
        self.indent = 1;
        self.block(&function.body);
        self.text.push_str("}\n");
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block(&mut self, block: &'m Block) {
        for statement in &block.statements {
            if statement.results.first().is_some_and(|result| self.nested.contains_key(result)) {
                continue;
            }
            self.statement(statement);
        }
        let results: Vec<String> =
            block.results.iter().map(|result| self.operand(result, 0)).collect();
        self.line(&format!("return({});", results.join(", ")));
    }

    fn target(&self, value: ValueId) -> String {
        let name = &self.names[&value];
        match &self.function.values[value].attributes {
            Some(attributes) => {
                format!(
                    "({})[{}] {name}",
                    self.operand(&attributes.rank, 0),
                    self.operand(&attributes.shape, 0)
                )
            }
            None => name.clone(),
        }
    }

    fn statement(&mut self, statement: &'m Statement) {
        let targets: Vec<String> =
            statement.results.iter().map(|&value| self.target(value)).collect();
        let left =
            if targets.is_empty() { String::new() } else { format!("{} = ", targets.join(", ")) };
        match &statement.op {
            Op::With(with) => self.with(&left, with),
            Op::If { condition, then, otherwise } => {
                let condition = self.operand(condition, 0);
                self.line(&format!("{left}if ({condition}) {{"));
                self.inner(then);
                self.line("} else {");
                self.inner(otherwise);
                self.line("};");
            }
            Op::Loop(repeat) => {
                let carried: Vec<String> = repeat
                    .carried
                    .iter()
                    .map(|(value, first)| {
                        format!("{} = {}", self.target(*value), self.operand(first, 0))
                    })
                    .collect();
                self.line(&format!("{left}loop ({}) while {{", carried.join(", ")));
                self.inner(&repeat.condition);
                self.line("} {");
                self.inner(&repeat.body);
                self.line("};");
            }
            Op::Guard { check, value } => {
                let condition = self.check(check);
                match value {
                    Some(value) => {
                        let value = self.operand(value, 0);
                        self.line(&format!("{left}guard({value}, {condition});"));
                    }
                    None => self.line(&format!("check({condition});")),
                }
            }
            Op::Copy(_)
            | Op::Prim(..)
            | Op::Dim(_)
            | Op::Shape(_)
            | Op::Sel { .. }
            | Op::Modarray { .. }
            | Op::Reshape { .. }
            | Op::Vector(_)
            | Op::Bind { .. }
            | Op::Call { .. }
            | Op::Dispatch { .. }
            | Op::Extern { .. } => {
                let right = self.op(&statement.op, 0);
                self.line(&format!("{left}{right};"));
            }
        }
    }

    fn inner(&mut self, block: &'m Block) {
        self.indent += 1;
        self.block(block);
        self.indent -= 1;
    }

    fn with(&mut self, left: &str, with: &'m With) {
        let mut head = format!("{left}with ");
        if let Some(reuse) = with.reuse.iter().flatten().next()
            && let Some(name) = self.names.get(&reuse.source)
        {
            let _ = write!(head, "reuse({name}) ");
        }
        for part in &with.parts {
            let generator = self.generator(part);
            self.line(&format!("{head}{generator} {{"));
            self.inner(&part.body);
            head = "} ".to_owned();
        }
        let operations: Vec<String> = with
            .operations
            .iter()
            .map(|operation| match operation {
                Operation::Genarray { shape, default } => {
                    format!("genarray({}, {})", self.operand(shape, 0), self.operand(default, 0))
                }
                Operation::Modarray { array } => format!("modarray({})", self.operand(array, 0)),
                Operation::Fold { prim, neutral } => {
                    format!("fold({}, {})", prim.name(), self.operand(neutral, 0))
                }
            })
            .collect();
        self.line(&format!("{head}{};", operations.join(", ")));
    }

    fn generator(&self, part: &Part) -> String {
        let lower = match &part.lower {
            Some(lower) => format!("{} <= ", self.operand(lower, 5)),
            None => String::new(),
        };
        let index = match &part.index {
            Index::Vector(value) => self.target(*value),
            Index::Scalars(values) => {
                let names: Vec<String> = values.iter().map(|&value| self.target(value)).collect();
                format!("[{}]", names.join(", "))
            }
        };
        format!("({lower}{index} < {})", self.operand(&part.upper, 5))
    }

    fn check(&self, check: &Check) -> String {
        let condition = match &check.condition {
            Condition::True(truth) => self.operand(truth, 0),
            Condition::IndexWithin { index, shape } => self.call("index_within", [index, shape]),
            Condition::ShapesEqual(left, right) => self.call("shapes_equal", [left, right]),
            Condition::CountsEqual(left, right) => self.call("counts_equal", [left, right]),
            Condition::RangeWithin { lower, upper, shape } => {
                self.call("range_within", lower.iter().chain([upper, shape]))
            }
            Condition::Length(vector, length) => self.call("has_length", [vector, length]),
            Condition::NonNegative(vector) => self.call("non_negative", [vector]),
            Condition::NonZero(number) => self.call("non_zero", [number]),
        };
        let message = check.message.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        if check.place.line == 0 {
            format!("{condition}, \"{message}\"")
        } else {
            format!("{condition}, \"{}: {message}\"", check.place)
        }
    }

    fn call<'o>(&self, name: &str, arguments: impl IntoIterator<Item = &'o Operand>) -> String {
        let arguments: Vec<String> =
            arguments.into_iter().map(|argument| self.operand(argument, 0)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// A call by name: infix where it is an operator.
    fn apply(&self, name: &str, arguments: &[Operand], least: u8) -> String {
        let is_word =
            name.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_');
        match arguments {
            _ if is_word => self.call(name, arguments),
            [only] => format!("{name}{}", self.operand(only, 9)),
            [left, right] => match precedence(name) {
                Some(level) => {
                    let text = format!(
                        "{} {name} {}",
                        self.operand(left, level),
                        self.operand(right, level + 1)
                    );
                    if level < least { format!("({text})") } else { text }
                }
                None => self.call(&function_name(name), arguments),
            },
            _ => self.call(&function_name(name), arguments),
        }
    }

    /// An operand where operators of at least this level may stand.
    fn operand(&self, operand: &Operand, least: u8) -> String {
        match operand {
            Operand::Constant(array) => {
                let text = array.to_string();
                if least > 7 && text.starts_with('-') { format!("({text})") } else { text }
            }
            Operand::Value(value) => match self.nested.get(value) {
                Some(op) => self.op(op, least),
                None => self.names.get(value).cloned().unwrap_or_else(|| format!("{value}")),
            },
        }
    }

    fn op(&self, op: &Op, least: u8) -> String {
        match op {
            Op::Copy(operand) => self.operand(operand, least),
            Op::Prim(prim, operands) => self.apply(prim.name(), operands, least),
            Op::Dim(array) => self.call("dim", [array]),
            Op::Shape(array) => self.call("shape", [array]),
            Op::Sel { index, array } => self.call("sel", [index, array]),
            Op::Modarray { array, index, value } => self.call("modarray", [array, index, value]),
            Op::Reshape { shape, array } => self.call("reshape", [shape, array]),
            Op::Vector(elements) => {
                let elements: Vec<String> =
                    elements.iter().map(|element| self.operand(element, 0)).collect();
                format!("[{}]", elements.join(", "))
            }
            Op::Bind { rank, shape, array } => self.call("saabind", [rank, shape, array]),
            Op::Call { function, arguments } => {
                self.apply(&self.module.functions[*function].name, arguments, least)
            }
            Op::Dispatch { targets, arguments, message: _, place: _ } => {
                let name = match targets.first() {
                    Some(Overload::Prim(prim)) => prim.name(),
                    Some(Overload::Function(function)) => {
                        self.module.functions[*function].name.as_str()
                    }
                    None => "nothing",
                };
                self.apply(name, arguments, least)
            }
            Op::Extern { callee, arguments } => {
                self.call(&self.module.externs[*callee].name, arguments)
            }
            Op::With(_) | Op::If { .. } | Op::Loop(_) | Op::Guard { .. } => {
                // Never nested: see `can_nest`.
                String::new()
            }
        }
    }
}

fn function_name(name: &str) -> String {
    if name.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_') {
        name.to_owned()
    } else {
        format!("({name})")
    }
}

trait UseCount {
    fn entry_of(&mut self, operand: &Operand) -> &mut usize;
}

impl UseCount for FxHashMap<ValueId, usize> {
    /// The count of an operand; constants share one that nobody reads.
    fn entry_of(&mut self, operand: &Operand) -> &mut usize {
        let value = operand.value().unwrap_or_else(|| ValueId::from_u32(u32::MAX - 1));
        self.entry(value).or_default()
    }
}

fn can_nest(op: &Op) -> bool {
    match op {
        Op::Prim(prim, _) => !prim.divides(),
        Op::Dim(_)
        | Op::Shape(_)
        | Op::Sel { .. }
        | Op::Modarray { .. }
        | Op::Reshape { .. }
        | Op::Vector(_) => true,
        Op::Copy(_)
        | Op::Bind { .. }
        | Op::With(_)
        | Op::Call { .. }
        | Op::Dispatch { .. }
        | Op::If { .. }
        | Op::Loop(_)
        | Op::Guard { .. }
        | Op::Extern { .. } => false,
    }
}

/// Finds the temporaries that are printed where they are used.
fn collect_nested<'m>(
    function: &'m Function,
    block: &'m Block,
    uses: &FxHashMap<ValueId, usize>,
    outside: &FxHashSet<ValueId>,
    nested: &mut FxHashMap<ValueId, &'m Op>,
) {
    let mut used_here: FxHashSet<ValueId> = FxHashSet::default();
    for statement in &block.statements {
        used_here.extend(statement.op.operands().into_iter().filter_map(Operand::value));
        if let Op::Loop(_) = statement.op {
            // The first values of a loop are read back before its names are in sight; all is well.
        }
        for inner in statement.op.blocks() {
            collect_nested(function, inner, uses, outside, nested);
        }
    }
    used_here.extend(block.results.iter().filter_map(Operand::value));
    for statement in &block.statements {
        let [result] = statement.results.as_slice() else { continue };
        let data = &function.values[*result];
        let plain = data.attributes.as_ref().is_none_or(|attributes| {
            attributes.rank.constant().is_some() && attributes.shape.constant().is_some()
        });
        let once =
            uses.get(result) == Some(&1) && used_here.contains(result) && !outside.contains(result);
        if data.name.is_empty() && plain && once && can_nest(&statement.op) {
            nested.insert(*result, &statement.op);
        }
    }
}
