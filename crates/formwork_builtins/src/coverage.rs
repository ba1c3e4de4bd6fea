//! How many outputs of the table have rules.

use crate::row::{Output, Row};
use crate::rules::{ClassRule, ShapeRule};
use crate::table::rows;

/// How many outputs of the table have a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleCoverage {
    /// Outputs of all rows.
    pub outputs: usize,
    /// Those that have a rule for the shape.
    pub shapes: usize,
    /// Those that have a rule for the class.
    pub classes: usize,
}

/// Counts the outputs that have rules. `Special` counts where its function exists.
#[must_use]
pub fn rule_coverage() -> RuleCoverage {
    let mut coverage = RuleCoverage::default();
    for row in rows() {
        for output in row.outputs {
            coverage.outputs += 1;
            coverage.shapes += usize::from(has_shape_rule(row, output));
            coverage.classes += usize::from(has_class_rule(row, output));
        }
    }
    coverage
}

/// The functions of which some output has no rule for its shape or for its class.
pub fn rows_without_rules() -> impl Iterator<Item = &'static Row> {
    rows().filter(|row| {
        row.outputs
            .iter()
            .any(|output| !has_shape_rule(row, output) || !has_class_rule(row, output))
    })
}

/// Whether something is known of the shape of an output, by its row or by a rule of its own.
#[must_use]
pub fn has_shape_rule(row: &Row, output: &Output) -> bool {
    !matches!(output.shape, ShapeRule::Unknown | ShapeRule::Special)
        || row.own.shape.is_some()
        || row.own.outputs.is_some()
}

/// Whether something is known of the class of an output.
#[must_use]
pub fn has_class_rule(row: &Row, output: &Output) -> bool {
    !matches!(output.class, ClassRule::Unknown | ClassRule::Special)
        || row.own.classes.is_some()
        || row.own.outputs.is_some()
}
