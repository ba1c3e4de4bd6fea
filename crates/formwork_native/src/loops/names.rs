//! Names of variables and buffers that are unique within a function.

use rustc_hash::{FxHashMap, FxHashSet};

use super::form::Function;
use super::operator::{BinaryOp, UnaryOp};
use super::scalar::ScalarType;

/// Words of the text form that cannot be names.
const WORDS: &[&str] = &[
    "func", "var", "buffer", "entry", "alloc", "zeros", "reserve", "grow", "free", "copy", "swap",
    "for", "in", "step", "while", "if", "else", "break", "continue", "return", "fail", "call",
    "runtime", "length", "select", "true", "false", "nan", "inf", "nanf32", "inff32",
];

/// The names of the variables and of the buffers of a function, in their order: their
/// own where that is a name and nobody has it, else with a number behind.
pub(crate) fn unique_names(function: &Function) -> (Vec<String>, Vec<String>) {
    let mut namer = Namer::default();
    let mut fresh = |name: &str| {
        namer.fresh(&as_name(name), |name| {
            WORDS.contains(&name)
                || ScalarType::from_name(name).is_some()
                || UnaryOp::from_name(name).is_some()
                || BinaryOp::from_name(name).is_some()
        })
    };
    let variables = function.variables.values().map(|variable| fresh(&variable.name)).collect();
    let buffers = function.buffers.values().map(|buffer| fresh(&buffer.name)).collect();
    (variables, buffers)
}

/// A name of letters, digits and underscores that begins with a letter.
pub(crate) fn as_name(text: &str) -> String {
    let mut name: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'x');
    }
    name
}

/// What names begin with whose own begin is forbidden. Nothing that is forbidden begins so.
const PREFIX: &str = "v_";

/// Gives out names, each once.
#[derive(Default)]
pub(crate) struct Namer {
    taken: FxHashSet<String>,
    next: FxHashMap<String, usize>,
}

impl Namer {
    /// Nobody gets this name.
    pub(crate) fn reserve(&mut self, name: impl Into<String>) {
        self.taken.insert(name.into());
    }

    /// `name`, or with the first number behind that nobody has and nothing forbids. What is
    /// forbidden may be any names, but those that begin with `v_` and end with a number.
    pub(crate) fn fresh(&mut self, name: &str, is_forbidden: impl Fn(&str) -> bool) -> String {
        self.fresh_family(name, &[], is_forbidden)
    }

    /// The same; names with one of the endings behind it belong to it, too.
    pub(crate) fn fresh_family(
        &mut self,
        name: &str,
        endings: &[&str],
        is_forbidden: impl Fn(&str) -> bool,
    ) -> String {
        let mut candidate = name.to_owned();
        while is_forbidden(&candidate)
            || self.taken.contains(&candidate)
            || endings.iter().any(|ending| self.taken.contains(&format!("{candidate}{ending}")))
        {
            let number = self.next.entry(name.to_owned()).or_insert(1);
            *number += 1;
            candidate = format!("{name}_{number}");
            if is_forbidden(&candidate) {
                // How the name begins is what is forbidden: no number behind it helps.
                candidate = format!("{PREFIX}{candidate}");
            }
        }
        self.taken.extend(endings.iter().map(|ending| format!("{candidate}{ending}")));
        self.taken.insert(candidate.clone());
        candidate
    }
}
