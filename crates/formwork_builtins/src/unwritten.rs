//! Functions of the language that have no row, for nothing here can run them, and what they do to
//! the variables of whoever calls them.

use crate::row::Effects;
use crate::table::find;

/// What is known of functions without a row.
const UNWRITTEN: &[(&str, Effects)] =
    &[("dbstop", Effects::WRITES_SCOPE), ("syms", Effects::WRITES_SCOPE)];

/// Whether `clear` takes a word for a kind of thing instead of a name.
#[must_use]
pub fn is_cleared_kind(word: &str) -> bool {
    const KINDS: [&str; 8] =
        ["all", "classes", "functions", "global", "import", "mex", "variables", "vars"];
    KINDS.contains(&word)
}

/// Whether everybody knows a name, so that a variable of the name surprises.
#[must_use]
pub fn is_everyday(name: &str) -> bool {
    find(name).is_some_and(|row| row.everyday)
}

/// What a function of the language does besides computing its outputs, as far as its name tells;
/// of a function without a row only what it does to variables.
#[must_use]
pub fn effects_of(name: &str) -> Effects {
    match find(name) {
        Some(row) => row.effects,
        None => UNWRITTEN
            .iter()
            .find(|(unwritten, _)| *unwritten == name)
            .map_or(Effects::PURE, |(_, effects)| *effects),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_row_is_not_listed() {
        for (name, _) in UNWRITTEN {
            assert!(crate::is_builtin(name), "{name} is of no language");
            assert!(find(name).is_none(), "{name} has a row, which says it");
        }
    }
}
