//! Entries that take descriptions of arrays: they check class and shape, call the
//! function and describe its results.

use std::fmt::Write as _;

use super::function::{FilePrinter, wrapped};
use super::helpers::{Helper, Helpers, Support};
use super::literal::{c_type, class_constant, element_c_type, string};
use super::names::entry_name;
use super::signature::Signature;
use crate::loops::{Binding, BufferId, Entry, EntryValue, Extent, Function, Layout, ScalarType};

pub(super) fn entry_head(entry: &Entry) -> String {
    let parameters = [
        "const fw_array *arguments",
        "int64_t argument_count",
        "fw_array *results",
        "int64_t result_count",
        "const fw_runtime *runtime",
        "fw_error *error",
    ];
    wrapped(&format!("int {}(", entry_name(&entry.name)), &parameters.map(str::to_owned), ")")
}

/// The entries of a file, and what who loads it asks for.
pub(super) fn entries(file: &FilePrinter<'_>, helpers: &mut Helpers) -> String {
    let mut text = String::new();
    for entry in file.module.entries() {
        text.push_str(&print(file, helpers, entry));
        text.push('\n');
    }
    text.push_str("void fw_release(fw_array *array)\n{\n");
    text.push_str("    free(array->data);\n    free(array->extents);\n");
    text.push_str("    array->data = NULL;\n    array->extents = NULL;\n}\n");
    text.push_str("\nvoid *fw_new(int64_t length, int64_t size);\n");
    let allocate = helpers.need(Helper::Support(Support::Allocate));
    let _ = writeln!(
        text,
        "\n/* Memory for what an operation of the runtime gives. */
void *fw_new(int64_t length, int64_t size)
{{
    return size <= 0 ? NULL : {allocate}(length, (size_t)size, false);
}}"
    );
    let names: Vec<String> = file.operations.iter().map(|name| string(name)).collect();
    if !names.is_empty() {
        let _ = writeln!(
            text,
            "\nconst char *const fw_operation_names[] = {{{}, NULL}};",
            names.join(", ")
        );
    }
    text
}

/// The buffers among the parameters of a function whose lengths are passed.
fn passes_length(signature: &Signature, place: Binding) -> bool {
    matches!(place, Binding::Buffer(buffer) if signature.lengths.contains(buffer))
}

fn print(file: &FilePrinter<'_>, helpers: &mut Helpers, entry: &Entry) -> String {
    let function = file.module.function(entry.function);
    let signature = &file.signatures[entry.function];
    let mut body = String::new();
    let mut line = |text: &str| {
        let _ = writeln!(body, "    {text}");
    };
    let counts = (entry.arguments.len(), entry.results.len());
    line(&format!("if (argument_count != {} || result_count != {}) {{", counts.0, counts.1));
    line("    return FW_NO_MATCH;");
    line("}");
    for (number, value) in entry.arguments.iter().enumerate() {
        for condition in conditions(helpers, number, value) {
            line(&format!("if (!({condition})) {{"));
            line("    return FW_NO_MATCH;");
            line("}");
        }
    }
    if entry.arguments.is_empty() {
        line("(void)arguments;");
    }
    if entry.results.is_empty() {
        line("(void)results;");
    }
    if file.options.hosted {
        line("fw_host = runtime;");
    } else if !signature.uses_runtime {
        line("(void)runtime;");
    }
    let mut operands = operands(helpers, function, signature, entry);
    let results = declare_results(&mut line, entry);
    let call = file.names.function(entry.function);
    let direct = signature.direct_result(function).is_some();
    if !direct {
        operands.extend(results.iter().flat_map(|result| result.operands.iter().cloned()));
    }
    if signature.uses_runtime {
        operands.push("runtime".to_owned());
    }
    if signature.counts_depth {
        operands.push("0".to_owned());
    }
    if signature.may_fail {
        operands.push("error".to_owned());
    }
    let before = match (direct, signature.may_fail) {
        (true, _) => format!("result_0 = {call}("),
        (false, true) => format!("const int status = {call}("),
        (false, false) => format!("{call}("),
    };
    for text in wrapped(&before, &operands, ");").lines() {
        line(text);
    }
    if signature.may_fail && !direct {
        line("if (status != FW_OK) {");
        line("    return status;");
        line("}");
    }
    describe_results(&mut line, helpers, entry);
    if entry.results.is_empty() && !signature.may_fail {
        line("(void)error;");
    }
    line("return FW_OK;");
    format!("{}\n{{\n{body}}}\n", entry_head(entry))
}

/// What must hold of an argument.
fn conditions(helpers: &mut Helpers, number: usize, value: &EntryValue) -> Vec<String> {
    let is_array = helpers.need(Helper::Support(Support::IsArray));
    let class = class_constant(value.class);
    let complex = value.complex;
    let rank = match &value.layout {
        Layout::Scalar | Layout::AnyRank => -1,
        Layout::Array(extents) => i64::try_from(extents.len()).unwrap_or(i64::MAX),
    };
    let mut conditions =
        vec![format!("{is_array}(&arguments[{number}], {class}, {complex}, {rank})")];
    match &value.layout {
        Layout::Scalar => {
            let count = helpers.need(Helper::Support(Support::Count));
            conditions.push(format!("{count}(&arguments[{number}]) == 1"));
        }
        Layout::Array(extents) => {
            for (axis, extent) in extents.iter().enumerate() {
                if let Extent::Known(extent) = extent {
                    conditions.push(format!("arguments[{number}].extents[{axis}] == {extent}"));
                }
            }
        }
        Layout::AnyRank => {}
    }
    conditions
}

fn operands(
    helpers: &mut Helpers,
    function: &Function,
    signature: &Signature,
    entry: &Entry,
) -> Vec<String> {
    let mut operands = Vec::new();
    let mut places = function.parameters().iter().copied();
    let next = |places: &mut dyn Iterator<Item = Binding>| {
        places.next().unwrap_or(Binding::Buffer(BufferId::from_u32(0)))
    };
    for (number, value) in entry.arguments.iter().enumerate() {
        let c = c_type(value.element_type());
        let place = next(&mut places);
        match &value.layout {
            Layout::Scalar => operands.push(format!("*(const {c} *)arguments[{number}].data")),
            Layout::Array(_) | Layout::AnyRank => {
                operands.push(format!("arguments[{number}].data"));
                if passes_length(signature, place) {
                    let count = helpers.need(Helper::Support(Support::Count));
                    operands.push(format!("{count}(&arguments[{number}])"));
                }
            }
        }
        match &value.layout {
            Layout::Scalar => {}
            Layout::Array(extents) => {
                for (axis, extent) in extents.iter().enumerate() {
                    if *extent == Extent::Passed {
                        next(&mut places);
                        operands.push(format!("arguments[{number}].extents[{axis}]"));
                    }
                }
            }
            Layout::AnyRank => {
                let place = next(&mut places);
                operands.push(format!("arguments[{number}].extents"));
                if passes_length(signature, place) {
                    operands.push(format!("arguments[{number}].rank"));
                }
            }
        }
    }
    operands
}

/// What takes a result.
struct Taken {
    operands: Vec<String>,
}

fn declare_results(line: &mut impl FnMut(&str), entry: &Entry) -> Vec<Taken> {
    let mut results = Vec::new();
    for (number, value) in entry.results.iter().enumerate() {
        let name = format!("result_{number}");
        let c = c_type(value.element_type());
        let element = element_c_type(value.element_type());
        let mut operands = vec![format!("&{name}")];
        match &value.layout {
            Layout::Scalar => {
                let zero = if value.complex { "{0, 0}" } else { "0" };
                line(&format!("{c} {name} = {zero};"));
            }
            Layout::Array(extents) => {
                line(&format!("{element} *{name} = NULL;"));
                line(&format!("int64_t {name}_length = 0;"));
                operands.push(format!("&{name}_length"));
                let list: Vec<String> = extents
                    .iter()
                    .map(|extent| match extent {
                        Extent::Known(extent) => extent.to_string(),
                        Extent::Passed => "0".to_owned(),
                    })
                    .collect();
                line(&format!("int64_t {name}_extents[] = {{{}}};", list.join(", ")));
                for (axis, extent) in extents.iter().enumerate() {
                    if *extent == Extent::Passed {
                        operands.push(format!("&{name}_extents[{axis}]"));
                    }
                }
            }
            Layout::AnyRank => {
                line(&format!("{element} *{name} = NULL;"));
                line(&format!("int64_t {name}_length = 0;"));
                line(&format!("{} *{name}_extents = NULL;", c_type(ScalarType::Index)));
                line(&format!("int64_t {name}_rank = 0;"));
                operands.push(format!("&{name}_length"));
                operands.push(format!("&{name}_extents"));
                operands.push(format!("&{name}_rank"));
            }
        }
        results.push(Taken { operands });
    }
    results
}

fn describe_results(line: &mut impl FnMut(&str), helpers: &mut Helpers, entry: &Entry) {
    if entry.results.is_empty() {
        return;
    }
    let describe = helpers.need(Helper::Support(Support::Describe));
    let release = helpers.need(Helper::Support(Support::ReleaseArrays));
    let out_of_memory = helpers.need(Helper::Support(Support::OutOfMemory));
    line("bool described = true;");
    for (number, value) in entry.results.iter().enumerate() {
        let name = format!("result_{number}");
        let (class, complex) = (class_constant(value.class), value.complex);
        line(&format!("results[{number}].data = NULL;"));
        line(&format!("results[{number}].extents = NULL;"));
        let (data, rank, extents) = match &value.layout {
            Layout::Scalar => {
                let duplicate = helpers.need(Helper::Support(Support::Duplicate));
                line(&format!("const int64_t {name}_extents[] = {{1, 1}};"));
                line(&format!("void *{name}_data = {duplicate}(&{name}, 1, sizeof {name});"));
                line(&format!("described = described && {name}_data != NULL;"));
                (format!("{name}_data"), "2".to_owned(), format!("{name}_extents"))
            }
            Layout::Array(extents) => {
                line(&format!("(void){name}_length;"));
                (name.clone(), extents.len().to_string(), format!("{name}_extents"))
            }
            Layout::AnyRank => {
                line(&format!("(void){name}_length;"));
                (name.clone(), format!("{name}_rank"), format!("{name}_extents"))
            }
        };
        line(&format!(
            "if (!{describe}(&results[{number}], {data}, {class}, {complex}, {rank}, {extents})) {{"
        ));
        line(&format!("    free({data});"));
        line("    described = false;");
        line("}");
        if value.layout == Layout::AnyRank {
            line(&format!("free({name}_extents);"));
        }
    }
    line("if (!described) {");
    line(&format!("    {release}(results, {});", entry.results.len()));
    line(&format!("    return {out_of_memory}(error);"));
    line("}");
}
