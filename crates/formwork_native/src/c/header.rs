//! The header, and what the source includes.

use std::fmt::Write as _;

use cranelift_entity::EntitySet;

use super::entry::entry_head;
use super::function::FilePrinter;
use super::literal::class_constant;
use super::names::in_comment;
use crate::loops::{ArrayClass, FunctionId, as_name};

/// What stands before a loop whose iterations do not need each other.
pub(super) const INDEPENDENT: &str = "FW_INDEPENDENT";

/// How compilers are told that.
pub(super) const INDEPENDENT_DEFINITION: &str = "#if defined(__GNUC__) && !defined(__clang__)
#define FW_INDEPENDENT _Pragma(\"GCC ivdep\")
#else
#define FW_INDEPENDENT
#endif

";

/// Before a condition that hardly ever holds.
pub(super) const RARELY: &str = "FW_RARELY";

/// How compilers are told that. Each loop looks whether it shall stop, so a small chance for
/// each would make what stands behind many loops look as if it were hardly ever run.
pub(super) const RARELY_DEFINITION: &str =
    "#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9
#define FW_RARELY(condition) __builtin_expect_with_probability(condition, 0, 1.0)
#elif defined(__GNUC__)
#define FW_RARELY(condition) __builtin_expect(condition, 0)
#else
#define FW_RARELY(condition) (condition)
#endif

";

/// Before a function that is hardly ever called: what leads to it is not to be fast, and what
/// goes past it is.
pub(super) const COLD: &str = "FW_COLD";

/// How compilers are told that.
pub(super) const COLD_DEFINITION: &str = "#if defined(__GNUC__)
#define FW_COLD __attribute__((cold))
#else
#define FW_COLD
#endif

";

/// The headers of the C library that a text needs.
pub(super) fn source_includes(text: &str) -> String {
    let uses = |names: &[&str]| names.iter().any(|name| text.contains(name));
    let mut includes = String::new();
    let mut include = |needed: bool, name: &str| {
        if needed {
            let _ = writeln!(includes, "#include <{name}>");
        }
    };
    include(uses(&["DBL_", "FLT_"]), "float.h");
    include(uses(&["PRId64", "PRIu64"]), "inttypes.h");
    // Most of its functions are called by name; it costs nothing.
    include(true, "math.h");
    include(uses(&["va_list"]), "stdarg.h");
    include(uses(&["size_t", "NULL", "PTRDIFF_MAX"]), "stddef.h");
    include(uses(&["snprintf"]), "stdio.h");
    include(uses(&["malloc(", "calloc(", "realloc(", "free("]), "stdlib.h");
    include(uses(&["memcpy(", "memset("]), "string.h");
    includes
}

/// What all headers of ours declare, once per program.
fn types() -> String {
    let mut text = String::from(
        "#ifndef FW_TYPES
#define FW_TYPES

/* What functions return that can fail. */
enum { FW_OK = 0, FW_FAILED = 1, FW_NO_MATCH = 2 };

/* What went wrong. */
typedef struct fw_error {
    char identifier[64];
    char message[512];
} fw_error;

/* Complex numbers. */
typedef struct fw_c64 {
    double re, im;
} fw_c64;

typedef struct fw_c32 {
    float re, im;
} fw_c32;

",
    );
    let classes: Vec<String> = ArrayClass::ALL
        .iter()
        .enumerate()
        .map(|(number, class)| format!("    {} = {number}", class_constant(*class)))
        .collect();
    let _ = writeln!(text, "/* The classes of arrays. */\nenum {{\n{}\n}};", classes.join(",\n"));
    text.push_str(
        "
/* An array: its elements column by column, its class, and its extents. What an array
   that is given back holds is freed by who takes it. */
typedef struct fw_array {
    void *data;
    int32_t class_id;
    int32_t is_complex;
    int64_t rank;
    int64_t *extents;
} fw_array;

/* An operation of the runtime, and the table of those that a file calls. */
typedef int (*fw_operation)(void *context, const fw_array *arguments, int64_t argument_count,
                            fw_array *results, int64_t result_count, fw_error *error);

typedef struct fw_runtime {
    void *context;
    const fw_operation *operations;
    /* For code that asks: whether to stop, and whether so much memory may be taken. */
    const volatile unsigned char *stop;
    int (*reserve)(int64_t bytes);
} fw_runtime;

#endif
",
    );
    text
}

pub(super) fn header(file: &FilePrinter<'_>, exported: &EntitySet<FunctionId>) -> String {
    let name = &file.options.file_name;
    let guard = format!("{}_H", as_name(name).to_ascii_uppercase());
    let mut text = format!(
        "/* {name}.h: written by Formwork. */
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
#define restrict
extern \"C\" {{
#endif

{}
",
        types()
    );
    for (id, function) in file.module.functions() {
        if !exported.contains(id) {
            continue;
        }
        for line in function.documentation() {
            let _ = writeln!(text, "/* {} */", in_comment(line));
        }
        let _ = writeln!(text, "{};\n", file.head(id));
    }
    if file.options.described_entries {
        if !file.operations.is_empty() {
            text.push_str(
                "/* The names of the operations that the table must have, in its order. */\n\
                 extern const char *const fw_operation_names[];\n\n",
            );
        }
        text.push_str("/* Frees what a description of a result holds. */\n");
        text.push_str("void fw_release(fw_array *array);\n\n");
        for entry in file.module.entries() {
            let _ = writeln!(text, "{};\n", entry_head(entry));
        }
    }
    let _ = write!(text, "#ifdef __cplusplus\n#undef restrict\n}}\n#endif\n\n#endif\n");
    text
}
