//! A `main` for a function without arguments.

use super::names::entry_name;
use crate::loops::{Entry, Module};

/// The text of a `main` that calls an entry without arguments, for files that were emitted
/// with described entries. An error goes to the standard error, and the program ends with
/// the status 1, as scripts do. `None` if there is no such entry, or it takes arguments.
#[must_use]
pub fn emit_main(module: &Module, entry: &str, header_name: &str) -> Option<String> {
    let entry: &Entry = module.entries().iter().find(|own| own.name == entry)?;
    if !entry.arguments.is_empty() {
        return None;
    }
    let (results, count) = (entry.results.len().max(1), entry.results.len());
    let name = entry_name(&entry.name);
    Some(format!(
        "/* The program: written by Formwork. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include \"{header_name}\"

int main(void)
{{
    fw_array results[{results}];
    fw_error error;
    memset(results, 0, sizeof results);
    memset(&error, 0, sizeof error);
    if ({name}(NULL, 0, results, {count}, NULL, &error) != FW_OK) {{
        fprintf(stderr, \"error: %s\\n\", error.message);
        return 1;
    }}
    for (int number = 0; number < {count}; number++) {{
        fw_release(&results[number]);
    }}
    return 0;
}}
"
    ))
}
