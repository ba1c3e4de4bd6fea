//! What editors ask of the text of a file, without running or inferring anything: what each name
//! means and where else it stands (`names`), what the file consists of (`outline`), and what the
//! table says of a built-in.

mod names;
mod options;
mod outline;

use formwork_builtins::Effects;

pub use names::{
    FunctionName, Meaning, NameIndex, Occurrence, VariableId, name_index, name_indexes, outline_of,
};
pub use outline::{Outline, Symbol, SymbolKind};

/// What the table says of a function of the language: its call and one line of documentation.
#[must_use]
pub fn builtin_text(name: &str) -> Option<(String, &'static str)> {
    let row = formwork_builtins::find(name)?;
    let (least, most) = (row.inputs.min, row.inputs.max);
    let inputs = match most {
        Some(most) if most == least && most == 1 => "1 argument".to_owned(),
        Some(most) if most == least => format!("{most} arguments"),
        Some(most) => format!("{least} to {most} arguments"),
        None => format!("{least} arguments or more"),
    };
    let outputs = row.outputs.len();
    let outputs = if outputs == 1 { "1 output".to_owned() } else { format!("{outputs} outputs") };
    Some((format!("{name}: {inputs}, {outputs}"), row.doc))
}

/// Whether a function of the language finds variables of its caller by their names.
#[must_use]
pub fn finds_by_name(name: &str) -> bool {
    let by_name = |effects: Effects| {
        effects.include(Effects::READS_SCOPE) || effects.include(Effects::WRITES_SCOPE)
    };
    formwork_builtins::find(name).is_some_and(|row| by_name(row.effects))
}

/// Whether a variable means something because it is called like this.
#[must_use]
pub fn is_special(name: &str) -> bool {
    matches!(name, "ans" | "varargin" | "varargout")
}

/// The names of the functions of the language.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    formwork_builtins::rows().map(|row| row.name)
}

/// Whether a text can be the name of a variable or a function.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let tree = formwork_syntax::parse(text.as_bytes(), formwork_syntax::Dialect::Auto).tree;
    let whole = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let [only] = tree.body() else { return false };
    whole
        && matches!(tree.stmt(*only).kind, formwork_syntax::StmtKind::Expr(id)
            if matches!(tree.expr(id).kind, formwork_syntax::ExprKind::Name(_)))
}
