//! A function in C: its head, declarations, body, and what is done on the way out.

use std::fmt::Write as _;

use cranelift_entity::{EntityRef as _, SecondaryMap};

use super::helpers::{Helper, Helpers, Support};
use super::literal::{c_type, element_c_type, literal, string};
use super::names::{FunctionNames, ModuleNames, in_comment};
use super::options::Options;
use super::scope::{Declaration, declarations};
use super::signature::{Signature, Usage};
use crate::loops::{
    Binding, BufferId, Function, FunctionId, Module, StatementKind, TOO_DEEP, VariableId,
};

/// What all functions of a file share.
pub(super) struct FilePrinter<'m> {
    pub(super) module: &'m Module,
    pub(super) names: ModuleNames,
    pub(super) signatures: SecondaryMap<FunctionId, Signature>,
    pub(super) operations: Vec<String>,
    pub(super) options: &'m Options,
}

/// Prints one function.
pub(super) struct FunctionPrinter<'m> {
    pub(super) file: &'m FilePrinter<'m>,
    pub(super) helpers: &'m mut Helpers,
    pub(super) function: &'m Function,
    pub(super) signature: &'m Signature,
    pub(super) names: FunctionNames,
    pub(super) declarations: Vec<Declaration>,
    pub(super) usage: Usage,
    /// Whether there is something to do on the way out.
    pub(super) cleans_up: bool,
    /// Whether anything jumps to the way out.
    pub(super) jumps: bool,
    /// Whether the loop around is a counted one that looks in every iteration whether to stop.
    pub(super) looks: bool,
    pub(super) line: u32,
    pub(super) out: String,
}

impl FilePrinter<'_> {
    /// The head of a function, without a semicolon or a body.
    pub(super) fn head(&self, id: FunctionId) -> String {
        let function = self.module.function(id);
        let signature = &self.signatures[id];
        let names = FunctionNames::of(&self.names, function);
        let mut parameters = Vec::new();
        for place in function.parameters() {
            let c = place_c_type(function, *place);
            match place {
                Binding::Variable(variable) => {
                    parameters.push(format!("{c} {}", names.variables[variable.index()]));
                }
                Binding::Buffer(buffer) => {
                    let name = &names.buffers[buffer.index()];
                    parameters.push(format!("const {c} *restrict {name}"));
                    if signature.lengths.contains(*buffer) {
                        parameters.push(format!("int64_t {name}_length"));
                    }
                }
            }
        }
        let direct = signature.direct_result(function);
        if direct.is_none() {
            for (place, name) in function.results().iter().zip(&names.outputs) {
                let c = place_c_type(function, *place);
                match place {
                    Binding::Variable(_) => parameters.push(format!("{c} *{name}")),
                    Binding::Buffer(_) => {
                        parameters.push(format!("{c} **{name}"));
                        parameters.push(format!("int64_t *{name}_length"));
                    }
                }
            }
        }
        if signature.uses_runtime {
            parameters.push("const fw_runtime *runtime".to_owned());
        }
        if signature.counts_depth {
            parameters.push("int depth".to_owned());
        }
        if signature.tells_status {
            parameters.push("int *status".to_owned());
        }
        if signature.may_fail {
            parameters.push("fw_error *error".to_owned());
        }
        if parameters.is_empty() {
            parameters.push("void".to_owned());
        }
        let result = match direct {
            Some(scalar) => c_type(scalar),
            None if signature.may_fail => "int",
            None => "void",
        };
        let name = self.names.function(id);
        wrapped(&format!("{result} {name}("), &parameters, ")")
    }
}

/// A head with its parameters, on as many lines as they need.
pub(super) fn wrapped(before: &str, parameters: &[String], after: &str) -> String {
    let flat = format!("{before}{}{after}", parameters.join(", "));
    if flat.len() <= 100 {
        return flat;
    }
    let indent = " ".repeat(before.len());
    let mut text = before.to_owned();
    let mut column = before.len();
    for (number, parameter) in parameters.iter().enumerate() {
        if number > 0 {
            text.push(',');
            if column + parameter.len() + 2 > 98 {
                let _ = write!(text, "\n{indent}");
                column = indent.len();
            } else {
                text.push(' ');
                column += 2;
            }
        }
        text.push_str(parameter);
        column += parameter.len();
    }
    text.push_str(after);
    text
}

impl<'m> FunctionPrinter<'m> {
    pub(super) fn new(
        file: &'m FilePrinter<'m>,
        helpers: &'m mut Helpers,
        id: FunctionId,
    ) -> FunctionPrinter<'m> {
        let function = file.module.function(id);
        let signature = &file.signatures[id];
        let usage = Usage::of(function);
        let owns = function
            .buffers
            .keys()
            .any(|buffer| usage.buffers_used[buffer.index()] && !function.is_borrowed(buffer));
        let direct = signature.direct_result(function).is_some();
        let writes_results = !direct && !function.results().is_empty();
        // A result that is returned on all ways out must be declared in front of them.
        let in_place = direct && !signature.tells_status;
        FunctionPrinter {
            file,
            helpers,
            function,
            signature,
            names: FunctionNames::of(&file.names, function),
            declarations: declarations(function, in_place),
            usage,
            cleans_up: owns || writes_results || signature.tells_status,
            jumps: false,
            looks: false,
            line: 0,
            out: String::new(),
        }
    }

    pub(super) fn variable(&self, id: VariableId) -> String {
        self.names.variables[id.index()].clone()
    }

    pub(super) fn buffer(&self, id: BufferId) -> String {
        self.names.buffers[id.index()].clone()
    }

    pub(super) fn put(&mut self, level: usize, text: impl AsRef<str>) {
        for line in text.as_ref().lines() {
            for _ in 0..level {
                self.out.push_str("    ");
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    /// The function with its head.
    pub(super) fn print(mut self, head: &str, is_static: bool) -> String {
        let mut text = String::new();
        for line in self.function.documentation() {
            let _ = writeln!(text, "/* {} */", in_comment(line));
        }
        let is_inline = if is_static { "static " } else { "" };
        let _ = writeln!(text, "{is_inline}{head}\n{{");
        self.declare();
        if self.signature.counts_depth {
            self.check_depth();
        }
        if self.signature.is_recursive && !self.signature.goes_on {
            self.poll(1);
        }
        self.block(self.function.body(), 1, true);
        self.leave();
        text.push_str(&self.out);
        text.push_str("}\n");
        text
    }

    fn declare(&mut self) {
        let function = self.function;
        if self.signature.may_fail
            && !self.signature.tells_status
            && (self.cleans_up || self.has_calls())
        {
            self.put(1, "int status = FW_OK;");
        }
        for (id, variable) in &function.variables {
            let name = self.variable(id);
            let is_parameter = function.parameters().contains(&Binding::Variable(id));
            let read = self.usage.variables_read[id.index()];
            if self.declarations[id.index()] == Declaration::Top {
                let zero = match variable.scalar_type() {
                    scalar if scalar.is_complex() => "{0, 0}".to_owned(),
                    scalar => literal(scalar.zero()),
                };
                self.put(1, format!("{} {name} = {zero};", c_type(variable.scalar_type())));
                if !read {
                    self.put(1, format!("(void){name};"));
                }
            } else if is_parameter && !read {
                self.put(1, format!("(void){name};"));
            }
        }
        for (id, buffer) in &function.buffers {
            let name = self.buffer(id);
            if function.is_borrowed(id) {
                if !self.usage.buffers_loaded[id.index()] {
                    self.put(1, format!("(void){name};"));
                }
                continue;
            }
            if !self.usage.buffers_used[id.index()] {
                continue;
            }
            self.put(1, format!("{} *{name} = NULL;", element_c_type(buffer.element_type())));
            if self.signature.lengths.contains(id) {
                self.put(1, format!("int64_t {name}_length = 0;"));
            }
            if self.signature.capacities.contains(id) {
                self.put(1, format!("int64_t {name}_capacity = 0;"));
            }
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    /// Fails before the stack overflows.
    fn check_depth(&mut self) {
        let fail = self.helpers.need(Helper::Support(Support::Fail));
        let (identifier, message) = (string(TOO_DEEP.0), string(TOO_DEEP.1));
        self.put(1, format!("if (depth >= {}) {{", self.file.options.deepest));
        self.exit(&format!("{fail}(error, {identifier}, \"%s\", {message})"), 2);
        self.put(1, "}");
    }

    /// The status.
    pub(super) fn status(&self) -> &'static str {
        if self.signature.tells_status { "*status" } else { "status" }
    }

    fn has_calls(&self) -> bool {
        let mut found = false;
        self.function.visit_statements(self.function.body(), |statement| {
            found |= matches!(
                statement.kind,
                StatementKind::Call { .. } | StatementKind::CallRuntime { .. }
            );
        });
        found
    }

    /// Frees what is owned, hands over the results and returns.
    fn leave(&mut self) {
        let function = self.function;
        if self.jumps {
            self.out.push_str("done:\n");
        }
        for id in function.buffers.keys() {
            let is_result = function.results().contains(&Binding::Buffer(id));
            if self.usage.buffers_used[id.index()] && !function.is_borrowed(id) && !is_result {
                let name = self.buffer(id);
                self.put(1, format!("free({name});"));
            }
        }
        if self.signature.direct_result(function).is_some() {
            if let [Binding::Variable(variable)] = function.results() {
                let name = self.variable(*variable);
                self.put(1, format!("return {name};"));
            }
            return;
        }
        let buffers: Vec<(String, bool)> = function
            .results()
            .iter()
            .filter_map(|place| match place {
                Binding::Buffer(id) => Some((self.buffer(*id), true)),
                Binding::Variable(_) => None,
            })
            .collect();
        if self.signature.may_fail && !buffers.is_empty() {
            self.put(1, "if (status != FW_OK) {");
            for (name, _) in &buffers {
                self.put(2, format!("free({name});"));
                self.put(2, format!("{name} = NULL;"));
                self.put(2, format!("{name}_length = 0;"));
            }
            self.put(1, "}");
        }
        for (place, output) in function.results().iter().zip(self.names.outputs.clone()) {
            match place {
                Binding::Variable(id) => {
                    let name = self.variable(*id);
                    self.put(1, format!("*{output} = {name};"));
                }
                Binding::Buffer(id) => {
                    let name = self.buffer(*id);
                    self.put(1, format!("*{output} = {name};"));
                    self.put(1, format!("*{output}_length = {name}_length;"));
                }
            }
        }
        if self.signature.may_fail {
            let has_status = self.cleans_up || self.has_calls();
            self.put(1, if has_status { "return status;" } else { "return FW_OK;" });
        }
    }
}

/// The type of a variable, or of the elements of a buffer.
fn place_c_type(function: &Function, place: Binding) -> &'static str {
    let scalar = function.place_type(place);
    match place {
        Binding::Variable(_) => c_type(scalar),
        Binding::Buffer(_) => element_c_type(scalar),
    }
}
