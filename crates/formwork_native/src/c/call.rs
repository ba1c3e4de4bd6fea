//! Calls of functions and of the runtime's operations in C.

use cranelift_entity::EntityRef as _;

use super::function::{FunctionPrinter, wrapped};
use super::helpers::{Helper, Support};
use super::literal::{c_type, class_constant, element_c_type, string};
use crate::loops::{Argument, Binding, BufferId, FunctionId, RuntimeArgument, RuntimeResult};

impl FunctionPrinter<'_> {
    /// A call of a function of the module.
    pub(super) fn call(
        &mut self,
        callee: FunctionId,
        arguments: &[Argument],
        results: &[Binding],
        level: usize,
    ) {
        let file = self.file;
        let form = &file.signatures[callee];
        let mut operands = self.passed(callee, arguments);
        let name = file.names.function(callee).to_owned();
        if form.direct_result(file.module.function(callee)).is_some() && !form.tells_status {
            if let [Binding::Variable(variable)] = results {
                let target = self.variable(*variable);
                let call = wrapped(&format!("{target} = {name}("), &operands, ");");
                self.put(level, call);
            }
            return;
        }
        let buffers: Vec<BufferId> = results
            .iter()
            .filter_map(|place| match place {
                Binding::Buffer(buffer) => Some(*buffer),
                Binding::Variable(_) => None,
            })
            .collect();
        operands.extend(self.handed_over(callee, results));
        let inner = if buffers.is_empty() { level } else { level + 1 };
        if !buffers.is_empty() {
            self.put(level, "{");
        }
        for buffer in &buffers {
            let name = self.buffer(*buffer);
            let c = element_c_type(self.function.buffer(*buffer).element_type());
            self.put(inner, format!("{c} *{name}_given = NULL;"));
            self.put(inner, format!("int64_t {name}_given_length = 0;"));
        }
        let taken = match results {
            [Binding::Variable(variable)] if form.tells_status => {
                format!("{} = ", self.variable(*variable))
            }
            _ if form.may_fail => format!("{} = ", self.status()),
            _ => String::new(),
        };
        let call = wrapped(&format!("{taken}{name}("), &operands, ");");
        self.put(inner, call);
        if form.may_fail && !self.signature.goes_on {
            self.exit_if_failed(inner);
        }
        for buffer in &buffers {
            let name = self.buffer(*buffer);
            self.put(inner, format!("free({name});"));
            self.put(inner, format!("{name} = {name}_given;"));
            self.set_length(*buffer, &format!("{name}_given_length"), inner);
        }
        if !buffers.is_empty() {
            self.put(level, "}");
        }
    }

    /// What is passed for the arguments of a call.
    fn passed(&mut self, callee: FunctionId, arguments: &[Argument]) -> Vec<String> {
        let file = self.file;
        let form = &file.signatures[callee];
        let mut operands = Vec::new();
        for (argument, parameter) in arguments.iter().zip(file.module.function(callee).parameters())
        {
            match argument {
                Argument::Value(value) => operands.push(self.expression(*value)),
                Argument::Buffer(buffer) => {
                    let name = self.buffer(*buffer);
                    operands.push(name.clone());
                    if matches!(parameter, Binding::Buffer(id) if form.lengths.contains(*id)) {
                        operands.push(format!("{name}_length"));
                    }
                }
            }
        }
        operands
    }

    /// What is passed for the results of a call, and for whatever else the callee needs.
    fn handed_over(&self, callee: FunctionId, results: &[Binding]) -> Vec<String> {
        let form = &self.file.signatures[callee];
        let mut operands = Vec::new();
        for place in results.iter().filter(|_| !form.tells_status) {
            match place {
                Binding::Variable(variable) => {
                    operands.push(format!("&{}", self.variable(*variable)));
                }
                Binding::Buffer(buffer) => {
                    let name = self.buffer(*buffer);
                    operands.push(format!("&{name}_given"));
                    operands.push(format!("&{name}_given_length"));
                }
            }
        }
        if form.uses_runtime {
            operands.push("runtime".to_owned());
        }
        if form.counts_depth {
            let deeper = if self.signature.counts_depth { "depth + 1" } else { "0" };
            operands.push(deeper.to_owned());
        }
        if form.tells_status {
            let place = if self.signature.tells_status { "status" } else { "&status" };
            operands.push(place.to_owned());
        }
        if form.may_fail {
            operands.push("error".to_owned());
        }
        operands
    }

    fn exit_if_failed(&mut self, level: usize) {
        let status = self.status();
        self.put(level, format!("if ({status} != FW_OK) {{"));
        self.exit(status, level + 1);
        self.put(level, "}");
    }

    pub(super) fn call_runtime(
        &mut self,
        operation: &str,
        arguments: &[RuntimeArgument],
        results: &[RuntimeResult],
        level: usize,
    ) {
        let file = self.file;
        let number = file.operations.iter().position(|name| name == operation).unwrap_or_default();
        let inner = level + 1;
        self.put(level, "{");
        let mut descriptions = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            descriptions.push(self.describe(place, argument, inner));
        }
        let given = if descriptions.is_empty() {
            "NULL".to_owned()
        } else {
            self.put(inner, "const fw_array fw_arguments[] = {");
            for description in &descriptions {
                self.put(inner + 1, format!("{description},"));
            }
            self.put(inner, "};");
            "fw_arguments".to_owned()
        };
        let taken = if results.is_empty() {
            "NULL".to_owned()
        } else {
            self.put(inner, format!("fw_array fw_results[{}];", results.len()));
            self.put(inner, "memset(fw_results, 0, sizeof fw_results);");
            "fw_results".to_owned()
        };
        let call = self.helpers.need(Helper::Support(Support::CallOperation));
        let operands = [
            "runtime".to_owned(),
            number.to_string(),
            string(operation),
            given,
            descriptions.len().to_string(),
            taken,
            results.len().to_string(),
            "error".to_owned(),
        ];
        let before = format!("{} = {call}(", self.status());
        self.put(inner, wrapped(&before, &operands, ");"));
        if !results.is_empty() {
            self.check_results(operation, results, inner);
        }
        self.exit_if_failed(inner);
        for (number, result) in results.iter().enumerate() {
            self.take_result(number, result, inner);
        }
        self.put(level, "}");
    }

    /// Declares what a description needs, and gives its initializer.
    fn describe(&mut self, number: usize, argument: &RuntimeArgument, level: usize) -> String {
        match argument {
            RuntimeArgument::Scalar(class, value) => {
                let scalar = self.function.type_of(*value);
                let value = self.expression(*value);
                let c = c_type(scalar);
                self.put(level, format!("{c} fw_value_{number} = {value};"));
                self.put(level, format!("int64_t fw_extents_{number}[] = {{1, 1}};"));
                let (class, complex) = (class_constant(*class), u8::from(scalar.is_complex()));
                format!("{{&fw_value_{number}, {class}, {complex}, 2, fw_extents_{number}}}")
            }
            RuntimeArgument::Array(class, buffer, extents) => {
                let rank = extents.len();
                let extents: Vec<String> =
                    extents.iter().map(|extent| self.expression(*extent)).collect();
                let list = extents.join(", ");
                self.put(level, format!("int64_t fw_extents_{number}[] = {{{list}}};"));
                let name = self.buffer(*buffer);
                let complex = self.function.buffer(*buffer).element_type().is_complex();
                let (class, complex) = (class_constant(*class), u8::from(complex));
                format!("{{(void *){name}, {class}, {complex}, {rank}, fw_extents_{number}}}")
            }
            RuntimeArgument::AnyRank(class, buffer, shape) => {
                let (name, shape) = (self.buffer(*buffer), self.buffer(*shape));
                let complex = self.function.buffer(*buffer).element_type().is_complex();
                let (class, complex) = (class_constant(*class), u8::from(complex));
                format!(
                    "{{(void *){name}, {class}, {complex}, {shape}_length, (int64_t *){shape}}}"
                )
            }
        }
    }

    /// Fails if the results are of another kind.
    fn check_results(&mut self, operation: &str, results: &[RuntimeResult], level: usize) {
        let is_array = self.helpers.need(Helper::Support(Support::IsArray));
        let conditions: Vec<String> = results
            .iter()
            .enumerate()
            .map(|(number, result)| {
                let (class, scalar, rank) = match result {
                    RuntimeResult::Scalar(class, variable) => {
                        (class, self.function.variable(*variable).scalar_type(), "-1".to_owned())
                    }
                    RuntimeResult::Array(class, buffer, extents) => (
                        class,
                        self.function.buffer(*buffer).element_type(),
                        extents.len().to_string(),
                    ),
                    RuntimeResult::AnyRank(class, buffer, _) => {
                        (class, self.function.buffer(*buffer).element_type(), "-1".to_owned())
                    }
                };
                let (class, complex) = (class_constant(*class), scalar.is_complex());
                let mut condition =
                    format!("{is_array}(&fw_results[{number}], {class}, {complex}, {rank})");
                if let RuntimeResult::Scalar(..) = result {
                    let count = self.helpers.need(Helper::Support(Support::Count));
                    condition = format!("{condition} && {count}(&fw_results[{number}]) == 1");
                }
                condition
            })
            .collect();
        let fail = self.helpers.need(Helper::Support(Support::Fail));
        let release = self.helpers.need(Helper::Support(Support::ReleaseArrays));
        let condition = conditions.join("\n        && ");
        let status = self.status();
        self.put(level, format!("if ({status} == FW_OK && !({condition})) {{"));
        self.put(
            level + 1,
            format!(
                "{status} = {fail}(error, \"formwork:unexpected-result\",\n                 \
                 \"the operation '%s' gave an array of another kind\", {});",
                string(operation)
            ),
        );
        self.put(level, "}");
        self.put(level, format!("if ({status} != FW_OK) {{"));
        self.put(level + 1, format!("{release}(fw_results, {});", results.len()));
        self.put(level, "}");
    }

    fn take_result(&mut self, number: usize, result: &RuntimeResult, level: usize) {
        let from = format!("fw_results[{number}]");
        match result {
            RuntimeResult::Scalar(_, variable) => {
                let name = self.variable(*variable);
                let c = c_type(self.function.variable(*variable).scalar_type());
                self.put(level, format!("{name} = *({c} *){from}.data;"));
                self.put(level, format!("free({from}.data);"));
                self.put(level, format!("free({from}.extents);"));
            }
            RuntimeResult::Array(_, buffer, extents) => {
                self.take_elements(*buffer, &from, level);
                for (axis, extent) in extents.iter().enumerate() {
                    let name = self.variable(*extent);
                    self.put(level, format!("{name} = {from}.extents[{axis}];"));
                }
                self.put(level, format!("free({from}.extents);"));
            }
            RuntimeResult::AnyRank(_, buffer, shape) => {
                self.take_elements(*buffer, &from, level);
                let name = self.buffer(*shape);
                self.put(level, format!("free({name});"));
                self.put(level, format!("{name} = {from}.extents;"));
                self.set_length(*shape, &format!("{from}.rank"), level);
            }
        }
    }

    fn take_elements(&mut self, buffer: BufferId, from: &str, level: usize) {
        let name = self.buffer(buffer);
        self.put(level, format!("free({name});"));
        self.put(level, format!("{name} = {from}.data;"));
        if self.signature.lengths.contains(buffer) || self.signature.capacities.contains(buffer) {
            let count = self.helpers.need(Helper::Support(Support::Count));
            self.set_length(buffer, &format!("{count}(&{from})"), level);
        }
        debug_assert!(self.usage.buffers_used[buffer.index()], "it takes a result");
    }
}
