//! Readable C99 from the loop form.
//!
//! One C function per function, named as in the source. A function that cannot fail and
//! gives one scalar returns it; others hand results over through pointers, and return a
//! status if they can fail. Memory is freed on every way out. The C needs nothing but
//! the C library, has no undefined behaviour that the program does not have, and gives
//! the interpreter's bits if it is compiled without `-ffast-math` and with
//! `-ffp-contract=off`.

mod call;
mod entry;
mod expression;
mod function;
mod header;
mod helpers;
mod hosted;
mod literal;
mod names;
mod options;
mod poll;
mod print_program;
mod program;
mod reserved;
mod scope;
mod signature;
mod statement;
mod unchecked;

use std::fmt::Write as _;

use cranelift_entity::{EntityRef as _, EntitySet};

use crate::loops::{FunctionId, Module, StatementKind, VerifyError, remove_unreachable};
use function::{FilePrinter, FunctionPrinter};
use helpers::Helpers;
use names::ModuleNames;

pub use options::{CFiles, Options};
pub use print_program::{ProgramOptions, emit_program};
pub use program::emit_main;

/// The C of a module.
///
/// # Errors
///
/// If the module does not verify.
pub fn emit_c(module: &Module, options: &Options) -> Result<CFiles, VerifyError> {
    module.verify()?;
    // What is not printed must not count as used.
    let mut module = module.clone();
    remove_unreachable(&mut module);
    let module = &module;
    let exported = exported(module);
    let file = FilePrinter {
        module,
        names: ModuleNames::of(module),
        signatures: signature::signatures(module, options, &exported),
        operations: module.operations().into_iter().map(str::to_owned).collect(),
        options,
    };
    let reached = reached(module, &exported);
    let mut helpers = Helpers::default();
    let mut bodies = String::new();
    let mut prototypes = String::new();
    for (id, _) in module.functions() {
        if !reached.contains(id) {
            continue;
        }
        let head = file.head(id);
        let is_static = !exported.contains(id);
        if is_static {
            let _ = writeln!(prototypes, "static {head};");
        }
        bodies.push_str(&FunctionPrinter::new(&file, &mut helpers, id).print(&head, is_static));
        bodies.push('\n');
    }
    if options.described_entries {
        bodies.push_str(&entry::entries(&file, &mut helpers));
    }
    let header_name = format!("{}.h", options.file_name);
    let source_name = format!("{}.c", options.file_name);
    let mut definitions = helpers.definitions();
    if options.hosted {
        definitions = hosted::memory(&definitions);
    }
    let includes = header::source_includes(&format!("{definitions}{bodies}"));
    let mut source = format!("/* {source_name}: written by Formwork. */\n{includes}");
    let _ = writeln!(source, "#include \"{header_name}\"\n");
    for (name, definition) in [
        (header::INDEPENDENT, header::INDEPENDENT_DEFINITION),
        (header::RARELY, header::RARELY_DEFINITION),
        (header::COLD, header::COLD_DEFINITION),
    ] {
        if bodies.contains(name) || definitions.contains(name) {
            source.push_str(definition);
        }
    }
    for part in [definitions, prototypes, bodies] {
        source.push_str(&part);
        if !part.is_empty() && !part.ends_with("\n\n") {
            source.push('\n');
        }
    }
    while source.ends_with("\n\n") {
        source.pop();
    }
    let header = header::header(&file, &exported);
    Ok(CFiles { header_name, header, source_name, source })
}

/// The functions that others may call: those of entries, or all if there are none.
fn exported(module: &Module) -> EntitySet<FunctionId> {
    let mut exported = EntitySet::new();
    if module.entries().is_empty() {
        for (id, _) in module.functions() {
            exported.insert(id);
        }
    }
    for entry in module.entries() {
        exported.insert(entry.function);
    }
    exported
}

/// The functions that those call, and they themselves.
fn reached(module: &Module, exported: &EntitySet<FunctionId>) -> EntitySet<FunctionId> {
    let mut reached = EntitySet::new();
    let mut waiting: Vec<FunctionId> =
        module.functions().map(|(id, _)| id).filter(|id| exported.contains(*id)).collect();
    while let Some(id) = waiting.pop() {
        if !reached.insert(id) {
            continue;
        }
        let function = module.function(id);
        function.visit_statements(function.body(), |statement| {
            if let StatementKind::Call { function, .. } = statement.kind {
                waiting.push(function);
            }
        });
    }
    debug_assert!(reached.keys().all(|id| id.index() < module.functions.len()), "they are called");
    reached
}
