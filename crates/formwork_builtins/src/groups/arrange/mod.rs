//! Rearranging elements: `reshape`, `permute`, `repmat`, `cat`, `circshift`.

mod join;
mod order;
mod places;
mod size;
mod triangle;

use formwork_runtime::Class;

use crate::kit::quotes::quoted;
use crate::row::{Evidence, Operation, Output, Row, SizeArguments, Strings};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::contents;
use crate::rules::facts::integers;
use crate::rules::facts::limits;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row(
        "reshape",
        2,
        2,
        SPECIAL,
        quoted!(Single, size::reshape),
        "The same elements with another size.",
    )
    .strings(Strings::Cells)
    .variadic()
    .own_shape(special::arrange::reshape)
    .contents(contents::same)
    .bounds(limits::arranged)
    .vetted()
    .sizes(SizeArguments::after(1))
    .operation(Operation::Reshape),
    row("resize", 2, 2, RESIZED, size::resize, "Cuts an array or fills it up to another size.")
        .variadic()
        .folding(crate::folding::sized_after::<1>)
        .vetted(),
    row("postpad", 2, 4, SPECIAL, size::postpad, "Fills up at the end to a length, or cuts there.")
        .folding(crate::folding::small_after::<1>)
        .own_shape(special::arrange::padded)
        .own_classes(special::classes::postpad)
        .compared(Evidence::Numbers),
    row("prepad", 2, 4, SPECIAL, size::prepad, "Fills up in front to a length, or cuts there.")
        .folding(crate::folding::small_after::<1>)
        .own_shape(special::arrange::padded)
        .own_classes(special::classes::postpad)
        .compared(Evidence::Numbers),
    row("vec", 1, 2, SPECIAL, size::vec, "All elements as a column, or along a dimension.")
        .strings(Strings::Cells)
        .own_shape(special::arrange::vec)
        .contents(contents::same)
        .integers(integers::turned)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Vectorise),
    row(
        "squeeze",
        1,
        1,
        SPECIAL,
        quoted!(Single, size::squeeze),
        "Leaves out dimensions of extent one.",
    )
    .strings(Strings::Cells)
    .own_shape(special::arrange::squeeze)
    .contents(contents::same)
    .integers(integers::kept)
    .bounds(limits::arranged)
    .vetted()
    .operation(Operation::Squeeze),
    row(
        "permute",
        2,
        2,
        SPECIAL,
        quoted!(Single, order::permute),
        "Puts the dimensions into another order.",
    )
    .strings(Strings::Cells)
    .own_shape(special::arrange::permute)
    .contents(contents::same)
    .bounds(limits::arranged)
    .vetted()
    .operation(Operation::Permute),
    row("ipermute", 2, 2, SPECIAL, order::ipermute, "Undoes what permute does.")
        .strings(Strings::Cells)
        .own_shape(special::arrange::ipermute)
        .bounds(limits::arranged)
        .compared(Evidence::Numbers),
    row("shiftdim", 1, 2, SHIFTED, order::shiftdim, "Shifts the order of the dimensions.")
        .strings(Strings::Cells)
        .own_shape(special::arrange::shiftdim)
        .bounds(limits::arranged)
        .compared(Evidence::Numbers),
    row(
        "circshift",
        2,
        3,
        SAME,
        order::circshift,
        "Shifts elements, those that fall off coming back.",
    )
    .strings(Strings::Cells)
    .own_shape(special::like_first)
    .contents(contents::same)
    .bounds(limits::arranged)
    .vetted()
    .operation(Operation::Circshift),
    row(
        "shift",
        2,
        3,
        SAME,
        order::shift,
        "Shifts elements along one dimension, as circshift does.",
    )
    .strings(Strings::Cells)
    .own_shape(special::like_first),
    row("flip", 1, 2, SAME, order::flip, "Turns the elements round along a dimension.")
        .strings(Strings::Cells)
        .contents(contents::same)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Flip(None)),
    row("fliplr", 1, 1, SAME, order::fliplr, "Turns the columns round.")
        .strings(Strings::Cells)
        .contents(contents::same)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Flip(Some(1))),
    row("flipud", 1, 1, SAME, order::flipud, "Turns the rows round.")
        .strings(Strings::Cells)
        .contents(contents::same)
        .bounds(limits::arranged)
        .vetted()
        .operation(Operation::Flip(Some(0))),
    row(
        "rot90",
        1,
        2,
        SPECIAL,
        quoted!(Single, order::rot90),
        "Turns a matrix by quarters, counterclockwise.",
    )
    .strings(Strings::Cells)
    .own_shape(special::arrange::rot90)
    .bounds(limits::arranged)
    .vetted(),
    row("rotdim", 1, 3, SPECIAL, order::rotdim, "Turns an array by quarters in a plane.")
        .strings(Strings::Cells)
        .compared(Evidence::Numbers),
    row(
        "repmat",
        2,
        2,
        SPECIAL,
        quoted!(Single, join::repmat),
        "Repeats an array along its dimensions.",
    )
    .strings(Strings::Cells)
    .variadic()
    .folding(crate::folding::sized_after::<1>)
    .own_shape(special::arrange::repmat)
    .contents(contents::same)
    .bounds(limits::arranged)
    .vetted()
    .sizes(SizeArguments::after(1))
    .operation(Operation::Repmat),
    row("horzcat", 0, 0, HORIZONTAL, join::horzcat, "Joins arrays side by side.")
        .strings(Strings::Own)
        .variadic()
        .integers(integers::side_by_side)
        .bounds(limits::joined)
        .vetted(),
    row("vertcat", 0, 0, VERTICAL, join::vertcat, "Joins arrays on top of each other.")
        .strings(Strings::Own)
        .variadic()
        .integers(integers::stacked)
        .bounds(limits::joined)
        .vetted(),
    row("cat", 1, 1, JOINED, join::cat, "Joins arrays along a dimension.")
        .strings(Strings::Own)
        .variadic()
        .own_shape(special::arrange::cat)
        .bounds(limits::joined_along)
        .vetted(),
    row("blkdiag", 1, 1, BLOCKS, join::blkdiag, "A matrix with blocks along its diagonal.")
        .variadic()
        .own_shape(special::arrange::blkdiag)
        .own_classes(special::classes::blkdiag)
        .compared(Evidence::Numbers),
    row("triu", 1, 3, SPECIAL, quoted!(Single, triangle::triu), "The upper triangle, zeros below.")
        .own_shape(special::arrange::triangle)
        .bounds(limits::with_zero)
        .vetted(),
    row("tril", 1, 3, SPECIAL, quoted!(Single, triangle::tril), "The lower triangle, zeros above.")
        .own_shape(special::arrange::triangle)
        .bounds(limits::with_zero)
        .vetted(),
    row(
        "diag",
        1,
        3,
        SPECIAL,
        quoted!(Single, triangle::diag),
        "A diagonal as a vector, or a matrix with it.",
    )
    .own_shape(special::arrange::diag)
    .bounds(limits::with_zero)
    .vetted(),
    row("sub2ind", 2, 2, PLACE, places::sub2ind, "Linear indices from subscripts.")
        .variadic()
        .own_shape(special::arrange::ind2sub)
        .real(Realness::Always)
        .vetted(),
    row("ind2sub", 2, 2, PLACES, places::ind2sub, "Subscripts from linear indices.")
        .own_shape(special::arrange::ind2sub)
        .real(Realness::Always)
        .vetted(),
];

const SPECIAL: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Like(0))];
const SAME: &[Output] = &[Output::new(ShapeRule::Like(0), ClassRule::Like(0))];
const RESIZED: &[Output] = &[Output::new(ShapeRule::SizeArguments(1), ClassRule::Like(0))];
const SHIFTED: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Like(0)),
    Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double)),
];
const HORIZONTAL: &[Output] =
    &[Output::new(ShapeRule::Concatenate { from: 0, dimension: 1 }, ClassRule::Concatenation(0))];
const VERTICAL: &[Output] =
    &[Output::new(ShapeRule::Concatenate { from: 0, dimension: 0 }, ClassRule::Concatenation(0))];
const JOINED: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Concatenation(1))];
const BLOCKS: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Special)];
const PLACE: &[Output] = &[Output::new(ShapeRule::Like(1), ClassRule::Is(Class::Double))];
const PLACES: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Is(Class::Double))];
