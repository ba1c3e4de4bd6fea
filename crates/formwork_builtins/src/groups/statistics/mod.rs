//! Statistics: `mean`, `median`, `var`, `histc`.

mod average;
mod count;
mod quantile;
mod relation;
mod spread;

use formwork_runtime::Class;

use crate::row::{Evidence, Operation, Output, Reduction, Row};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::real;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("mean", 1, 4, REDUCED, average::mean, "The mean along a dimension.")
        .own_shape(special::statistics::mean)
        .own_classes(special::classes::mean)
        .real(Realness::Where(real::without_options))
        .bounds(limits::average)
        .vetted()
        .matlab_takes(5)
        .operation(Operation::Reduce(Reduction::Mean))
        .everyday(),
    row("median", 1, 2, MIDDLE, average::median, "The middle value along a dimension.")
        .own_shape(special::statistics::median)
        .own_classes(special::classes::mean)
        .bounds(limits::average)
        .vetted()
        .matlab_takes(5),
    row("mode", 1, 2, MODE, average::mode, "The most frequent value along a dimension.")
        .own_shape(special::statistics::mode)
        .own_classes(special::classes::mean)
        .compared(Evidence::Numbers)
        .matlab_takes(3),
    row("meansq", 1, 2, FLOAT, average::meansq, "The mean square along a dimension.")
        .own_shape(special::statistics::mean)
        .compared(Evidence::Numbers),
    row("center", 1, 2, LIKE, average::center, "Numbers with their mean taken off.")
        .own_shape(special::arrange::isprime)
        .own_classes(special::classes::range)
        .compared(Evidence::Numbers),
    row("zscore", 1, 3, ZSCORE, average::zscore, "Numbers in units of their spread.")
        .own_shape(special::arrange::isprime)
        .own_classes(special::classes::kept_or_double)
        .compared(Evidence::Numbers),
    row("var", 1, 3, FLOAT, spread::var, "The variance along a dimension.")
        .own_shape(special::statistics::var)
        .real(Realness::Always)
        .bounds(limits::natural)
        .matlab_takes(5)
        .more_outputs(),
    row("std", 1, 3, FLOAT, spread::std, "The standard deviation along a dimension.")
        .own_shape(special::statistics::var)
        .real(Realness::Always)
        .bounds(limits::natural)
        .compared(Evidence::Numbers)
        .matlab_takes(4)
        .more_outputs(),
    row("range", 1, 2, MIDDLE, spread::range, "How far apart the greatest and the least are.")
        .own_shape(special::statistics::range)
        .own_classes(special::classes::range)
        .compared(Evidence::Numbers),
    row("bounds", 1, 3, BOUNDS, spread::bounds, "The least and the greatest along a dimension.")
        .real(Realness::Open)
        .compared(Evidence::Numbers),
    row("mad", 1, 3, UNSURE, spread::mad, "The mean or median distance from the middle."),
    row("moment", 2, 4, FLOAT, spread::moment, "The mean of a power along a dimension.")
        .real(Realness::Open),
    row("skewness", 1, 3, FLOAT, spread::skewness, "How lopsided numbers are distributed.")
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers),
    row("kurtosis", 1, 3, FLOAT, spread::kurtosis, "How heavy the tails of a distribution are.")
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers),
    row("iqr", 1, 2, FLOAT, spread::iqr, "The distance between the quartiles.")
        .own_shape(special::statistics::iqr)
        .compared(Evidence::Numbers)
        .doubted_of_numbers(),
    row("quantile", 1, 4, FLOAT, quantile::quantile, "The values below which given parts lie.")
        .own_shape(special::statistics::quantile)
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers)
        .doubted_of_numbers(),
    row("prctile", 1, 3, FLOAT, quantile::prctile, "The values below which given percents lie.")
        .own_shape(special::statistics::quantile)
        .own_classes(special::classes::floating)
        .compared(Evidence::Numbers),
    row("statistics", 1, 2, UNSURE, quantile::statistics, "Nine figures that sum numbers up."),
    row("cov", 1, 3, FLOAT, relation::cov, "How variables vary together.")
        .own_shape(special::statistics::cov)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("corr", 1, 2, FLOAT, relation::corr, "The correlation of variables.")
        .own_shape(special::statistics::corr)
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("corrcoef", 1, 6, CORRCOEF, relation::corrcoef, "The matrix of correlations.")
        .compared(Evidence::Numbers)
        .doubted_of_others(),
    row("spearman", 1, 2, FLOAT, relation::spearman, "The correlation of ranks."),
    row("kendall", 1, 2, FLOAT, relation::kendall, "How often pairs are in the same order."),
    row("ranks", 1, 3, LIKE, relation::ranks, "The places numbers have in order.")
        .doubted_of_numbers(),
    row("histc", 2, 3, HIST, count::histc, "How many numbers lie between edges.")
        .own_shape(special::statistics::histc)
        .compared(Evidence::Numbers)
        .doubted_of_numbers()
        .doubted_of_others(),
    row("hist", 1, 3, HIST, count::hist, "How many numbers lie near centres; draws them.")
        .own_shape(special::statistics::hist)
        .variadic()
        .quiet()
        .doubted_of_numbers()
        .doubted_of_others(),
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
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
];
const RUNS: &[Output] = &[
    Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Row, ClassRule::Is(Class::Double)),
];
