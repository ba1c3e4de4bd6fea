//! The prelude: functions that every program finds, written in SaC-mini.

use std::sync::OnceLock;

use super::DefId;
use crate::text::parse::parse;
use crate::text::tree::Tree;

const TEXT: &str = include_str!("prelude.sac");

/// The operators and functions that the prelude extends to arrays, element by element.
const LIFTED_UNARY: [(&str, &[&str]); 4] = [
    ("!", &["bool", "int"]),
    ("-", &["int", "float", "double", "complex"]),
    ("abs", &["int", "float", "double"]),
    ("sqrt", &["float", "double"]),
];

const LIFTED_BINARY: [&str; 17] = [
    "+", "-", "*", "/", "%", "min", "max", "pow", "&&", "||", "==", "!=", "<", "<=", ">", ">=",
    "complex",
];

/// The tree of the prelude, which is read once.
pub(super) fn tree() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(|| {
        let (tree, errors) = parse(&text());
        debug_assert!(errors.is_empty(), "the prelude reads without error: {errors:?}");
        tree
    })
}

/// The whole text: the written part and the lifted operators.
pub(super) fn text() -> String {
    let mut text = TEXT.to_owned();
    let (unary, binary) = templates(TEXT);
    for (name, bases) in LIFTED_UNARY {
        for base in bases {
            text.push_str(&instantiate(unary, name, base));
        }
    }
    for name in LIFTED_BINARY {
        for base in crate::ir::BaseType::ALL {
            let prim =
                crate::ir::Prim::from_name(name, 2).and_then(|prim| prim.result(&[base, base]));
            if let Some(result) = prim {
                text.push_str(
                    &instantiate(binary, name, base.name()).replace("RESULT", result.name()),
                );
            }
        }
    }
    text
}

/// The patterns stand in the prelude as comments, so that they are read with it.
fn templates(text: &str) -> (&str, &str) {
    let between = |start: &str| {
        let from = text.find(start).map_or(text.len(), |at| at + start.len());
        let to = text[from..].find("*/").map_or(text.len(), |length| from + length);
        &text[from..to]
    };
    (between("/* unary"), between("/* binary"))
}

fn instantiate(template: &str, name: &str, base: &str) -> String {
    let result = if name == "!" { "bool" } else { base };
    let function = if name.starts_with(|character: char| character.is_ascii_alphabetic()) {
        name.to_owned()
    } else {
        format!("({name})")
    };
    let zero = match base {
        "bool" => "false".to_owned(),
        _ => format!("{base}(0)"),
    };
    let template = if name == "!" {
        template.replace("ZERO", "false")
    } else {
        template.replace("ZERO", &zero)
    };
    template.replace("FUNCTION", &function).replace("BASE", base).replace("UNARY", result)
}

/// The definition of `(++)` on vectors of integers.
pub(super) fn concatenate(tree: &Tree) -> DefId {
    let is_it = |function: &crate::text::tree::FunDef| {
        function.name == "++"
            && function
                .parameters
                .iter()
                .all(|parameter| parameter.ty.base == Some(crate::ir::BaseType::Int))
    };
    let number = tree.functions.iter().position(is_it).expect("the prelude defines it");
    DefId { prelude: true, number }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_prelude_reads_without_error() {
        let (tree, errors) = crate::text::parse::parse(&super::text());
        assert!(errors.is_empty(), "{errors:?}");
        assert!(tree.functions.len() > 100, "the lifted operators are there");
    }
}
