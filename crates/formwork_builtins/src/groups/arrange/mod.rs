//! Rearranging elements: `reshape`, `permute`, `repmat`, `cat`, `circshift`.

mod join;
mod order;
mod places;
mod size;
mod triangle;

use formwork_runtime::Class;

use crate::kit::quotes::quoted;
use crate::row::{Output, Row};
use crate::row_constructors::row;
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
    .variadic(),
    row("resize", 2, 2, RESIZED, size::resize, "Cuts an array or fills it up to another size.")
        .variadic()
        .folding(crate::folding::sized_after::<1>),
    row("postpad", 2, 4, SPECIAL, size::postpad, "Fills up at the end to a length, or cuts there.")
        .folding(crate::folding::small_after::<1>),
    row("prepad", 2, 4, SPECIAL, size::prepad, "Fills up in front to a length, or cuts there.")
        .folding(crate::folding::small_after::<1>),
    row("vec", 1, 2, SPECIAL, size::vec, "All elements as a column, or along a dimension."),
    row(
        "squeeze",
        1,
        1,
        SPECIAL,
        quoted!(Single, size::squeeze),
        "Leaves out dimensions of extent one.",
    ),
    row(
        "permute",
        2,
        2,
        SPECIAL,
        quoted!(Single, order::permute),
        "Puts the dimensions into another order.",
    ),
    row("ipermute", 2, 2, SPECIAL, order::ipermute, "Undoes what permute does."),
    row("shiftdim", 1, 2, SHIFTED, order::shiftdim, "Shifts the order of the dimensions."),
    row(
        "circshift",
        2,
        3,
        SAME,
        order::circshift,
        "Shifts elements, those that fall off coming back.",
    ),
    row(
        "shift",
        2,
        3,
        SAME,
        order::shift,
        "Shifts elements along one dimension, as circshift does.",
    ),
    row("flip", 1, 2, SAME, order::flip, "Turns the elements round along a dimension."),
    row("fliplr", 1, 1, SAME, order::fliplr, "Turns the columns round."),
    row("flipud", 1, 1, SAME, order::flipud, "Turns the rows round."),
    row(
        "rot90",
        1,
        2,
        SPECIAL,
        quoted!(Single, order::rot90),
        "Turns a matrix by quarters, counterclockwise.",
    ),
    row("rotdim", 1, 3, SPECIAL, order::rotdim, "Turns an array by quarters in a plane."),
    row(
        "repmat",
        2,
        2,
        SPECIAL,
        quoted!(Single, join::repmat),
        "Repeats an array along its dimensions.",
    )
    .variadic()
    .folding(crate::folding::sized_after::<1>),
    row("horzcat", 0, 0, HORIZONTAL, join::horzcat, "Joins arrays side by side.").variadic(),
    row("vertcat", 0, 0, VERTICAL, join::vertcat, "Joins arrays on top of each other.").variadic(),
    row("cat", 1, 1, JOINED, join::cat, "Joins arrays along a dimension.").variadic(),
    row("blkdiag", 1, 1, BLOCKS, join::blkdiag, "A matrix with blocks along its diagonal.")
        .variadic(),
    row("triu", 1, 3, SPECIAL, quoted!(Single, triangle::triu), "The upper triangle, zeros below."),
    row("tril", 1, 3, SPECIAL, quoted!(Single, triangle::tril), "The lower triangle, zeros above."),
    row(
        "diag",
        1,
        3,
        SPECIAL,
        quoted!(Single, triangle::diag),
        "A diagonal as a vector, or a matrix with it.",
    ),
    row("sub2ind", 2, 2, PLACE, places::sub2ind, "Linear indices from subscripts.").variadic(),
    row("ind2sub", 2, 2, PLACES, places::ind2sub, "Subscripts from linear indices."),
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
