//! The table of built-in functions.
//!
//! One [`Row`] per function: name, arities, effects, evaluator, the shape and class
//! of each output, one line of documentation. The interpreter, inference, the
//! checker and the documentation read the same row. A row belongs to a group, a
//! folder or file below `groups/` that owns one kind of function.
//!
//! Functions that are written in the language itself stand in `library/` (`library.rs`); graphics
//! objects are records in the session (`graphics/`).
//!
//! What an evaluator needs beyond its arguments (calling back, printing, the
//! caller's variables) it asks of its [`Context`].

mod arguments;
mod complex;
mod context;
mod coverage;
mod folding;
mod graphics;
mod groups;
mod id;
mod inferred;
mod kit;
mod library;
pub mod map_access;
mod members;
mod names;
mod null_context;
mod object_method;
mod open_files;
pub mod outside;
pub mod parser_access;
mod parser_method;
mod patchwork;
mod random_state;
mod ranlib;
mod row;
mod row_constructors;
mod rules;
mod session;
mod table;
pub mod texinfo;
mod unwritten;

pub use context::{
    Args, Context, Description, Found, ObjectRequest, PathKind, Stream, Values, VariableScope,
    Workspace, none, one,
};
pub use coverage::{
    RuleCoverage, has_class_rule, has_shape_rule, rows_without_rules, rule_coverage,
};
pub use folding::Folding;
pub use graphics::Graphics;
pub use groups::{error_value, in_columns, is_compiled, is_name_of_cellfun};
pub use id::BuiltinId;
pub use inferred::find_inferred;
pub use kit::names::is_variable_name;
pub use library::{is_in_library, library_names, library_path, library_text};
pub use map_access::{map_concatenate, map_get, map_member, map_set};
pub use members::classes_with_member;
pub use null_context::NullContext;
pub use object_method::{DESTRUCTOR, HandleMethod, LanguageBase, language_base};
pub use parser_method::ParserMethod;
pub use random_state::{Distribution, RandomState, Twister};
pub use row::{
    Arity, Effects, Evaluator, Evidence, Extreme, Fill, Lesson, Mapping, Matlab, Measure,
    NumberKind, Operation, Output, Pairing, Reduction, Refusals, Row, ScalarForm, Scan,
    SizeArguments, SizeQuestion, Strings, Totality,
};
pub use rules::{ClassRule, ShapeRule, infer_outputs, outputs_of_any_call};
pub use session::{LocalChange, RaisedError, RaisedWarning, Session, WarningState, WarningStates};
pub use table::{call_row, find, find_for, matlab_rows, rows};
pub use unwritten::{effects_of, is_cleared_kind, is_everyday};

/// Whether either language defines `name` without a user's file.
///
/// The functions that Octave ships as files count, too: to a program they are
/// part of the language.
#[must_use]
pub fn is_builtin(name: &str) -> bool {
    find(name).is_some()
        || names::COMMON.binary_search(&name).is_ok()
        || names::MATLAB_ONLY.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_disjoint() {
        assert!(names::COMMON.is_sorted());
        assert!(names::MATLAB_ONLY.is_sorted());
        assert!(names::MATLAB_ONLY.iter().all(|name| names::COMMON.binary_search(name).is_err()));
    }

    #[test]
    fn what_everybody_uses_is_there() {
        for name in ["size", "zeros", "pi", "cellfun", "strsplit", "mustBePositive", "fft"] {
            assert!(is_builtin(name), "{name}");
        }
        assert!(!is_builtin("my_function"));
    }

    #[test]
    fn what_has_a_row_is_not_listed() {
        for name in names::COMMON.iter().chain(names::MATLAB_ONLY) {
            assert!(find(name).is_none(), "{name}");
        }
        for row in matlab_rows() {
            assert!(names::MATLAB_ONLY.contains(&row.name), "{}", row.name);
        }
    }
}
