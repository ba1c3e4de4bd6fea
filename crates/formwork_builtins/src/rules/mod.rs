//! The shape and the class of an output, as data that inference reads.
//!
//! Arguments are counted from 0. A rule must contain what the evaluator gives for
//! every call that succeeds; `Unknown` is honest, and a gap that is counted.

pub(crate) mod call;
pub(crate) mod classes;
pub(crate) mod contents;
pub(crate) mod facts;
mod own;
pub(crate) mod real;
mod shapes;
mod sizes;
pub(crate) mod special;
pub(crate) mod together;

use formwork_domain::AbstractValue;
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;

use crate::row::{Output, Row};
use call::Call;

pub(crate) use own::{
    AnswerRule, BoundsRule, ClassFunction, ContentsRule, CountRule, OutputsRule, OwnRules,
    ShapeFunction, ValueRule,
};
pub(crate) use real::Realness;

/// The shape of an output.
#[derive(Clone, Copy, Debug)]
pub enum ShapeRule {
    /// 1x1.
    Scalar,
    /// 0x0.
    Empty,
    /// That of an argument.
    Like(u8),
    /// All arguments expanded against each other (singleton dimensions grow).
    Expand,
    /// All arguments have one shape, or are scalars.
    EqualOrScalar,
    /// The dimension given by argument `dim`, or else the first that is not one, is
    /// reduced to one as `sum` does it (0x0 gives 1x1).
    Reduce {
        /// Which argument says the dimension.
        dim: u8,
    },
    /// As `Reduce`, as `max` does it (an empty dimension stays empty).
    ReduceKeepEmpty {
        /// Which argument says the dimension.
        dim: u8,
    },
    /// The first argument, with dimensions from the arguments from this one on:
    /// none, `n`, `m, n, …`, `[m n …]`, as `zeros` reads them.
    SizeArguments(u8),
    /// As many columns as the first argument has dimensions, one row.
    SizeVector,
    /// A row of unknown length: a text, mostly.
    Row,
    /// A row of unknown length, or 0x0: a text.
    Text,
    /// A column of unknown length.
    Column,
    /// A row or a column of unknown length, in the direction of an argument that is a
    /// vector.
    VectorLike(u8),
    /// Two dimensions, unknown extents.
    Matrix,
    /// Argument 0 transposed.
    Transpose,
    /// As many rows as argument 0 has elements, one column.
    Vectorise,
    /// Argument 0 is square, and so is this.
    SameSquare,
    /// The matrix product of arguments 0 and 1.
    Product,
    /// `0 \ 1`
    LeftDivide,
    /// `0 / 1`
    RightDivide,
    /// `0 ^ 1`
    Power,
    /// The arguments from this one on, joined along dimension 0, 1, ….
    Concatenate {
        /// The first of them.
        from: u8,
        /// Along which dimension, from 0.
        dimension: u8,
    },
    /// What the function's own rule says, which the row has.
    Special,
    /// Nothing is known.
    Unknown,
}

/// The class of an output.
#[derive(Clone, Copy, Debug)]
pub enum ClassRule {
    /// Always this.
    Is(formwork_runtime::Class),
    /// That of an argument.
    Like(u8),
    /// What `+` gives for all arguments: integers win, then single, else double.
    Arithmetic,
    /// Single if any argument is, else double.
    Float,
    /// Double, or perhaps single if any argument is.
    AnyFloat,
    /// Integers and single stay, everything else becomes double: as `cumsum`.
    Sum,
    /// What concatenating the arguments from this one on gives.
    Concatenation(u8),
    /// The class that a text argument among the last ones names, else double.
    Named,
    /// What the function's own rule says, which the row has.
    Special,
    /// Nothing is known.
    Unknown,
}

/// What is known of the outputs of a call, from what is known of its arguments: one
/// for each that is asked for, at least one if the function has any.
#[must_use]
pub fn infer_outputs(
    row: &Row,
    args: &[AbstractValue],
    nargout: usize,
    algebra: &mut Algebra,
) -> Vec<AbstractValue> {
    let mut call = Call { row, args, output: 0, nargout, algebra };
    if let Some(outputs) = row.own.outputs.and_then(|rule| rule(&mut call)) {
        return outputs;
    }
    let mut inferred = Vec::new();
    for place in 0..nargout.max(1) {
        let listed = row.outputs.get(place);
        let Some(output) = listed.or(row.outputs.last().filter(|last| last.repeated)) else {
            break;
        };
        call.output = place;
        let shape = shapes::shape(output.shape, &mut call);
        let classes = classes::classes(output.class, &call);
        let mut value = AbstractValue::new(classes, shape);
        if value.complex == Truth::Maybe {
            value.complex = real::complex(row, &mut call);
        }
        facts::add(&mut value, &mut call);
        value.contents = contents::contents(&value, &mut call);
        inferred.push(value);
    }
    inferred
}

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
    for row in crate::table::rows() {
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
    crate::table::rows().filter(|row| {
        row.outputs
            .iter()
            .any(|output| !has_shape_rule(row, output) || !has_class_rule(row, output))
    })
}

fn has_shape_rule(row: &Row, output: &Output) -> bool {
    !matches!(output.shape, ShapeRule::Unknown | ShapeRule::Special)
        || row.own.shape.is_some()
        || row.own.outputs.is_some()
}

fn has_class_rule(row: &Row, output: &Output) -> bool {
    !matches!(output.class, ClassRule::Unknown | ClassRule::Special)
        || row.own.classes.is_some()
        || row.own.outputs.is_some()
}
