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
use crate::row::{Evidence, Operation, Output, Row, ScalarForm, Strings};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::together;
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
    .strings(Strings::Cells)
    .scalar(ScalarForm::Unary(Some))
    .real(Realness::AlwaysOnly(1))
    .bounds(limits::arranged)
    .places(limits::places)
    .vetted()
    .matlab_takes(8)
    .everyday(),
    row("sortrows", 1, 2, SORTROWS, rows::sortrows, "The rows of a matrix in order.")
        .strings(Strings::Cells)
        .own_shape(special::order::sortrows)
        .real(Realness::AlwaysOnly(1))
        .bounds(limits::arranged)
        .places(limits::places)
        .matlab_takes(7),
    row("issorted", 1, 3, TRUTH, sorting::issorted, "Whether elements or rows are in order.")
        .strings(Strings::Cells)
        .compared(Evidence::Numbers),
    row("find", 1, 3, FIND, find::find, "Where elements are not zero, and what they are.")
        .own_shape(special::order::find)
        .own_outputs(together::find)
        .counts_marks()
        .real(Realness::AlwaysFirst(2))
        .vetted()
        .operation(Operation::Find)
        .everyday(),
    row("nonzeros", 1, 1, NONZEROS, find::nonzeros, "The elements that are not zero, as a column.")
        .own_shape(special::order::nonzeros)
        .bounds(limits::arranged),
    row("unique", 1, 4, SET, unique::unique, "The distinct elements, texts or rows.")
        .strings(Strings::Cells)
        .own_shape(special::order::unique)
        .own_classes(special::classes::unique)
        .real(Realness::AlwaysFrom(1))
        .bounds(limits::arranged)
        .compared(Evidence::Texts)
        .more_outputs(),
    row("union", 2, 4, SET, sets::union, "What is in either of two sets.")
        .strings(Strings::Cells)
        .own_shape(special::order::set)
        .own_classes(special::classes::union)
        .real(Realness::AlwaysFrom(1))
        .compared(Evidence::Numbers),
    row("intersect", 2, 4, SET, sets::intersect, "What is in both of two sets.")
        .strings(Strings::Cells)
        .own_shape(special::order::set)
        .own_classes(special::classes::union)
        .real(Realness::AlwaysFrom(1))
        .compared(Evidence::Numbers),
    row("setdiff", 2, 4, SET, sets::setdiff, "What is in the first of two sets only.")
        .strings(Strings::Cells)
        .own_shape(special::order::set)
        .own_classes(special::classes::union)
        .real(Realness::AlwaysFrom(1))
        .bounds(limits::arranged)
        .compared(Evidence::Numbers),
    row("setxor", 2, 4, SET, sets::setxor, "What is in exactly one of two sets.")
        .strings(Strings::Cells)
        .own_shape(special::order::set)
        .own_classes(special::classes::union)
        .real(Realness::AlwaysFrom(1))
        .compared(Evidence::Numbers),
    row("powerset", 1, 2, CELL, sets::powerset, "All subsets of a set."),
    row("ismember", 2, 4, MEMBER, member::ismember, "Whether elements are in a set, and where.")
        .strings(Strings::Cells)
        .own_shape(special::order::ismember)
        .real(Realness::AlwaysOnly(1))
        .places(limits::places_in_second)
        .compared(Evidence::Numbers),
    row("lookup", 2, 3, LOOKUP, member::lookup, "In which interval of a sorted table values lie.")
        .compared(Evidence::Numbers)
        .doubted_of_others(),
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
