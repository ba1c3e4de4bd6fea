//! The front-end target: parser, printer, names.

use std::path::Path;

use formwork_hir::{MemoryHost, Program, list_names};
use formwork_syntax::{Dialect, Parsed, SyntaxError, dump, parse, print};

/// Checks in every dialect what must hold whatever the bytes.
///
/// # Panics
///
/// If it does not.
pub fn check_parser(text: &[u8]) {
    for dialect in [Dialect::Auto, Dialect::Matlab, Dialect::Octave] {
        check_parser_in(text, dialect);
    }
    check_names(text);
}

/// Checks that every name of a program can be resolved and listed, whatever the
/// program, and that its tree can be shown.
fn check_names(text: &[u8]) {
    let mut host = MemoryHost::default();
    host.insert("main.m", text);
    let mut program = Program::new(&host, Dialect::Auto, Vec::new());
    let file = program.load(Path::new("main.m")).expect("the file is in memory");
    let names = program.resolve(file);
    let _ = list_names(program.file(file), &names);
    let _ = dump::json(&program.file(file).parsed.tree);
}

/// Checks in one dialect: reading ends, all spans lie in the text, and if there is
/// no error, printing and reading again gives the same tree and the same text.
///
/// # Panics
///
/// If something does not hold.
pub fn check_parser_in(text: &[u8], dialect: Dialect) {
    let parsed = parse(text, dialect);
    let length = u32::try_from(text.len()).expect("generated texts are small");
    for error in &parsed.errors {
        assert!(error.span.end <= length, "error beyond the text: {error:?}");
        assert!(error.span.start <= error.span.end, "error span reversed: {error:?}");
    }
    for (id, expr) in parsed.tree.exprs() {
        assert!(expr.span.end <= length, "{id} beyond the text");
        assert!(expr.span.start <= expr.span.end, "{id} has a reversed span");
    }
    let printed = print(&parsed.tree);
    let structure = dump::sexpr(&parsed.tree);
    if parsed.is_ok() {
        check_round_trip(text, &printed, &structure, dialect);
    }
}

fn check_round_trip(text: &[u8], printed: &[u8], structure: &str, dialect: Dialect) {
    let Parsed { tree, errors } = parse(printed, dialect);
    let show = || {
        format!(
            "dialect {dialect}\n--- text\n{}\n--- printed\n{}\n--- errors\n{}",
            String::from_utf8_lossy(text),
            String::from_utf8_lossy(printed),
            errors.iter().map(describe).collect::<Vec<_>>().join("\n")
        )
    };
    let again = dump::sexpr(&tree);
    assert!(
        again == structure,
        "the printed text reads back differently\n{}\n--- tree\n{structure}\n--- again\n{again}",
        show()
    );
    assert!(print(&tree) == printed, "printing twice gives different texts\n{}", show());
}

fn describe(error: &SyntaxError) -> String {
    format!("{:?} {}", error.span, error.message)
}
