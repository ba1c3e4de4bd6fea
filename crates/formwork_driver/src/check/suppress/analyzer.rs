//! What the ids of MATLAB's Code Analyzer stand for among our rules.

use formwork_check::Rule;

/// Ids with the rules that say the same. Whoever wrote `%#ok<AGROW>` has looked at the array that
/// grows; an id that is not here is about something that Formwork does not look for.
const TABLE: &[(&str, &[Rule])] = &[
    // The variable appears to change size on every iteration, in a function and in a script.
    ("AGROW", &[Rule::GrowingArray]),
    ("SAGROW", &[Rule::GrowingArray]),
    // The value assigned here appears to be unused; one of several outputs.
    ("NASGU", &[Rule::UnusedResult]),
    ("ASGLU", &[Rule::UnusedResult]),
    // The variable might be used before it is defined.
    ("NODEF", &[Rule::UndefinedVariable, Rule::PossiblyUndefined]),
    // The output might not be set.
    (
        "STOUT",
        &[Rule::UndefinedVariable, Rule::PossiblyUndefined, Rule::MissingValue, Rule::UnsetOutput],
    ),
    // This statement cannot be reached.
    ("UNRCH", &[Rule::UnreachableCode]),
];

/// The rules that an id stands for; none if Formwork has no such rule.
pub(super) fn rules(id: &str) -> &'static [Rule] {
    TABLE.iter().find(|(known, _)| id.eq_ignore_ascii_case(known)).map_or(&[], |(_, rules)| rules)
}
