//! Order and membership: `sort`, `find`, `unique`, `ismember`.

mod find;
mod items;
mod member;
pub(crate) mod rows;
mod sets;
pub(crate) mod sorting;
mod unique;

use formwork_runtime::Class;

use crate::kit::quotes::quoted;
use crate::row::{Output, Row, ScalarForm};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row(
        "sort",
        1,
        3,
        SORT,
        quoted!(Single, sorting::sort),
        "The elements in order along a dimension.",
    )
    .scalar(ScalarForm::Unary(Some)),
    row("sortrows", 1, 2, SORTROWS, rows::sortrows, "The rows of a matrix in order."),
    row("issorted", 1, 3, TRUTH, sorting::issorted, "Whether elements or rows are in order."),
    row("find", 1, 3, FIND, find::find, "Where elements are not zero, and what they are."),
    row("nonzeros", 1, 1, NONZEROS, find::nonzeros, "The elements that are not zero, as a column."),
    row("unique", 1, 4, SET, unique::unique, "The distinct elements, texts or rows."),
    row("union", 2, 4, SET, sets::union, "What is in either of two sets."),
    row("intersect", 2, 4, SET, sets::intersect, "What is in both of two sets."),
    row("setdiff", 2, 4, SET, sets::setdiff, "What is in the first of two sets only."),
    row("setxor", 2, 4, SET, sets::setxor, "What is in exactly one of two sets."),
    row("powerset", 1, 2, CELL, sets::powerset, "All subsets of a set."),
    row("ismember", 2, 4, MEMBER, member::ismember, "Whether elements are in a set, and where."),
    row("lookup", 2, 3, LOOKUP, member::lookup, "In which interval of a sorted table values lie."),
    row("nth_element", 2, 3, NTH, member::nth_element, "The elements of some ranks."),
];

const SORT: &[Output] = &[
    Output::new(ShapeRule::Like(0), ClassRule::Like(0)),
    Output::new(ShapeRule::Like(0), ClassRule::Is(Class::Double)),
];
const SORTROWS: &[Output] = &[
    Output::new(ShapeRule::Like(0), ClassRule::Like(0)),
    Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double)),
];
const TRUTH: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical))];
const NONZEROS: &[Output] = &[Output::new(ShapeRule::Column, ClassRule::Like(0))];
const FIND: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Special, ClassRule::Like(0)),
];
const SET: &[Output] = &[
    Output::new(ShapeRule::Unknown, ClassRule::Special),
    Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double)),
    Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double)),
];
const CELL: &[Output] = &[Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Cell))];
const MEMBER: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Logical)),
    Output::new(ShapeRule::Special, ClassRule::Is(Class::Double)),
];
const LOOKUP: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const NTH: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Like(0))];
