//! A `main` that reads arguments, calls a function and prints its results.
//!
//! Results are printed as `formwork run` prints them: the type with the shape and a colon,
//! then the scalar on the same line, or a line for each row.

use std::fmt::Write as _;

use super::literal::{class_constant, string};
use super::names::entry_name;
use crate::loops::{Entry, Layout, Module};

/// How the program speaks of its arguments and results.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// The name of the element type of each argument.
    pub arguments: Vec<String>,
    /// The name of the element type of each result.
    pub results: Vec<String>,
    /// Whether the first index runs fastest.
    pub column_major: bool,
}

/// The text of a program around an entry, for files that were emitted with described
/// entries. Arguments are scalars, `[1, 2]`, `[[1, 2], [3, 4]]`, or
/// `reshape([2, 2], [1, 2, 3, 4])`. A failure
/// goes to the standard error and ends the program with 1, arguments that do not fit with 2.
/// `None` if there is no such entry.
#[must_use]
pub fn emit_program(
    module: &Module,
    entry: &str,
    header_name: &str,
    options: &ProgramOptions,
) -> Option<String> {
    let entry: &Entry = module.entries().iter().find(|own| own.name == entry)?;
    let name = entry_name(&entry.name);
    let (given, taken) = (entry.arguments.len(), entry.results.len());
    let mut text =
        format!("/* The program: written by Formwork. */\n#include \"{header_name}\"\n{RUNTIME}\n");
    let column_major = options.column_major;
    let _ = writeln!(
        text,
        "int main(int argc, char **argv)
{{
    fw_array arguments[{}];
    fw_array results[{}];
    fw_error error;
    memset(arguments, 0, sizeof arguments);
    memset(results, 0, sizeof results);
    memset(&error, 0, sizeof error);
    program_begin();
    if (argc != {given} + 1) {{
        fprintf(stderr, \"error: {given} arguments are needed, %d are given\\n\", argc - 1);
        return 2;
    }}",
        given.max(1),
        taken.max(1)
    );
    if given == 0 {
        text.push_str("    (void)argv;\n    (void)program_read;\n    (void)program_trouble;\n");
    }
    for (number, argument) in entry.arguments.iter().enumerate() {
        let (class, size) = (class_constant(argument.class), argument.element_type());
        let _ = writeln!(
            text,
            "    if (!program_read(&arguments[{number}], argv[{}], {class}, sizeof({}))) {{
        fprintf(stderr, \"error: %s is no %s%s\\n\", argv[{}], {}, program_trouble);
        return 2;
    }}",
            number + 1,
            super::literal::c_type(size),
            number + 1,
            string(options.arguments.get(number).map_or("argument", String::as_str)),
        );
    }
    let _ = writeln!(
        text,
        "    const int status = {name}(arguments, {given}, results, {taken}, NULL, &error);
    if (status != FW_OK) {{
        fprintf(stderr, \"error: %s\\n\",
                status == FW_NO_MATCH ? \"the arguments are not of the types of the parameters\"
                                      : error.message);
        return status == FW_NO_MATCH ? 2 : 1;
    }}"
    );
    for (number, result) in entry.results.iter().enumerate() {
        let scalar = result.layout == Layout::Scalar;
        let base = options.results.get(number).map_or("", String::as_str);
        let _ = writeln!(
            text,
            "    program_print(&results[{number}], {}, {scalar}, {column_major});",
            string(base)
        );
    }
    let _ = writeln!(text, "    for (int number = 0; number < {given}; number++) {{");
    text.push_str("        fw_release(&arguments[number]);\n    }\n");
    let _ = writeln!(text, "    for (int number = 0; number < {taken}; number++) {{");
    text.push_str("        fw_release(&results[number]);\n    }\n    return 0;\n}\n");
    Some(text)
}

const RUNTIME: &str = include_str!("program.c");
