//! Formwork's façade: configuration, pipelines over many files, rendering.
//!
//! The crates below compute; this one reads files, runs them in parallel, and
//! turns what they found into text or JSON. It has no logic of its own about
//! programs.

mod algebra;
mod build;
mod case_file;
mod check;
mod closest;
mod config;
mod config_keys;
mod contexts;
mod diagnostic;
mod discover;
mod doctor;
mod editor;
mod host;
mod installed;
mod language;
mod limits;
mod names;
mod native;
mod outside;
mod parse_files;
mod paths;
mod patterns;
mod program;
mod program_host;
mod progress;
mod render;
mod repl;
mod run;
mod sac;
pub mod self_tests;
mod shapes;
mod source;
mod specialize;
mod specialize_page;
mod workers;

pub use algebra::{AlgebraAnswer, AlgebraVerdict, algebra, algebra_tables};
pub use build::{Built, Emit, Output, ProgramError};
pub use check::{
    BaselineAction, BaselineOutcome, CheckFormat, CheckOptions, CheckReport, CheckSummary,
    CheckedFile, FixText, Found, Hidden, HiddenCount, Location, Provoked, RuleCount, RuleSelection,
    Settings, apply_fixes, check_file_by_steps, check_files, explain, function_folders, prove,
    render_check, render_statistics_json, rules, rules_page, unified_diff,
};
pub use closest::closest_rule;
pub use config::{CheckConfig, Config, ConfigError, FolderConfig, RuleSeverity};
pub use config_keys::{ConfigKey, EXAMPLE_CONFIG, config_keys};
pub use diagnostic::{Diagnostic, Level, Related};
pub use discover::{Exclusion, Inputs, discover, discover_except};
pub use doctor::{Checkup, DoctorOptions, Examined, Health, doctor};
pub use editor::{
    FunctionName, Meaning, NameIndex, Occurrence, Outline, Symbol, SymbolKind, VariableId,
    builtin_names, builtin_text, finds_by_name, is_name, is_special, name_index, name_indexes,
    outline_of,
};
pub use host::DiskHost;
pub use installed::package_folders;
pub use language::foreign_language;
pub use names::file_names;
pub use native::{EmbeddedProgram, MatlabOptions, NativeOptions, build_matlab};
pub use outside::Disk;
pub use parse_files::{FileReport, ParseOptions, ParseReport, parse_files};
pub use program::ProgramSettings;
pub use progress::{Working, working, working_on};
pub use render::{OutputFormat, RenderOptions, Summary, render_diagnostics, render_parse_json};
pub use repl::{Answer, Repl, help, needs_more};
pub use run::{RunOptions, RunOutcome, error_text, new_interpreter, run_program};
pub use sac::{SacOptions, build_sac, is_sac, run_sac};
pub use shapes::{
    Shapes, ShapesError, ShapesOptions, VariableFact, VariableKind, WhyAnswer, full_type_text,
    shapes, type_text,
};
pub use source::{Source, Stamp, Texts, write_file};
pub use specialize::{SpecializeError, SpecializeOptions, specialize_file, specialize_report};
pub use specialize_page::specialize_page;

pub use formwork_specialize::{Goal, PrintOptions, Specialized};

pub use formwork_infer::Assumption;
pub use formwork_native::load::CAllocator;
pub use formwork_shape::Semantics;
pub use formwork_syntax::{Dialect, print as print_tree};
