//! Statistics: `mean`, `median`, `var`, `histc`.

mod average;
mod count;
mod quantile;
mod relation;
mod spread;

use formwork_runtime::Class;

use crate::row::{Output, Row};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("mean", 1, 4, REDUCED, average::mean, "The mean along a dimension."),
    row("median", 1, 2, MIDDLE, average::median, "The middle value along a dimension."),
    row("mode", 1, 2, MODE, average::mode, "The most frequent value along a dimension."),
    row("meansq", 1, 2, FLOAT, average::meansq, "The mean square along a dimension."),
    row("center", 1, 2, LIKE, average::center, "Numbers with their mean taken off."),
    row("zscore", 1, 3, ZSCORE, average::zscore, "Numbers in units of their spread."),
    row("var", 1, 3, FLOAT, spread::var, "The variance along a dimension."),
    row("std", 1, 3, FLOAT, spread::std, "The standard deviation along a dimension."),
    row("range", 1, 2, MIDDLE, spread::range, "How far apart the greatest and the least are."),
    row("bounds", 1, 3, BOUNDS, spread::bounds, "The least and the greatest along a dimension."),
    row("mad", 1, 3, UNSURE, spread::mad, "The mean or median distance from the middle."),
    row("moment", 2, 4, FLOAT, spread::moment, "The mean of a power along a dimension."),
    row("skewness", 1, 3, FLOAT, spread::skewness, "How lopsided numbers are distributed."),
    row("kurtosis", 1, 3, FLOAT, spread::kurtosis, "How heavy the tails of a distribution are."),
    row("iqr", 1, 2, FLOAT, spread::iqr, "The distance between the quartiles."),
    row("quantile", 1, 4, FLOAT, quantile::quantile, "The values below which given parts lie."),
    row("prctile", 1, 3, FLOAT, quantile::prctile, "The values below which given percents lie."),
    row("statistics", 1, 2, UNSURE, quantile::statistics, "Nine figures that sum numbers up."),
    row("cov", 1, 3, FLOAT, relation::cov, "How variables vary together."),
    row("corr", 1, 2, FLOAT, relation::corr, "The correlation of variables."),
    row("corrcoef", 1, 6, CORRCOEF, relation::corrcoef, "The matrix of correlations."),
    row("spearman", 1, 2, FLOAT, relation::spearman, "The correlation of ranks."),
    row("kendall", 1, 2, FLOAT, relation::kendall, "How often pairs are in the same order."),
    row("ranks", 1, 3, LIKE, relation::ranks, "The places numbers have in order."),
    row("histc", 2, 3, HIST, count::histc, "How many numbers lie between edges."),
    row("hist", 1, 3, HIST, count::hist, "How many numbers lie near centres."),
    row("run_count", 2, 3, DOUBLE, count::run_count, "How many rising runs of which length."),
    row("runlength", 1, 1, RUNS, count::runlength, "The lengths of runs of equal numbers."),
];

const REDUCED: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const FLOAT: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
const UNSURE: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)];
const MIDDLE: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const LIKE: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::AnyFloat)];
const DOUBLE: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Is(Class::Double))];
const MODE: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Cell)),
];
const ZSCORE: &[Output] = &[
    Output::new(ShapeRule::Like(0), ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
];
const BOUNDS: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::Special, ClassRule::Special),
];
const CORRCOEF: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
];
const HIST: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
];
const RUNS: &[Output] = &[
    Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
];
