//! What draws data: one row for each function, which says what kind of object it makes of which
//! data. Their arguments are read by `lines` and `draw`.

use super::contour;
use super::draw::{self, Data, Drawing};
use super::lines::{self, Plot};
use super::{HANDLE, HANDLES, SHOWN};
use crate::graphics::Kind;
use crate::row::{Arity, Effects, Output, Row, row};
use crate::rules::special::unrunnable;
use crate::rules::{ClassRule, ShapeRule};

/// Handles, or the corners of what would be drawn.
const CORNERS: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Special)];

const CONTOURS: &[Output] = &[
    Output::new(ShapeRule::Unknown, ClassRule::Special),
    Output::new(ShapeRule::Unknown, ClassRule::Special),
];

const fn drawn(name: &'static str, outputs: &'static [Output], evaluate: crate::Evaluator) -> Row {
    const EFFECTS: Effects = SHOWN.and(Effects::QUIET);
    row(name, Arity::at_least(0), outputs, EFFECTS, evaluate, "Draws; kept as a record.")
        .own_classes(unrunnable::handle)
        .more_outputs()
}

/// A function that draws lines of its data.
macro_rules! plot {
    ($name:literal, $space:literal, $logarithmic:expr) => {
        drawn($name, HANDLES, |cx, args, nargout| {
            const PLOT: Plot = Plot { name: $name, in_space: $space, logarithmic: $logarithmic };
            lines::draw(cx, PLOT, args, nargout)
        })
    };
}

/// A function that makes one object of its data.
macro_rules! one {
    ($name:literal, $kind:ident, $least:literal, $data:ident) => {
        one!($name, $kind, $least, $data, false)
    };
    ($name:literal, $kind:ident, $least:literal, $data:ident, $adds:literal) => {
        drawn($name, HANDLE, |cx, args, nargout| {
            const DRAWING: Drawing = Drawing {
                name: $name,
                kind: Kind::$kind,
                least: $least,
                data: Data::$data,
                by_column: false,
                adds: $adds,
            };
            draw::draw(cx, DRAWING, args, nargout)
        })
    };
}

/// A function that makes an object for each column, by one of the functions of `draw`.
macro_rules! several {
    ($name:literal, $kind:ident, $least:literal, $data:ident, $with:path, $outputs:expr) => {
        drawn($name, $outputs, |cx, args, nargout| {
            const DRAWING: Drawing = Drawing {
                name: $name,
                kind: Kind::$kind,
                least: $least,
                data: Data::$data,
                by_column: true,
                adds: false,
            };
            $with(cx, DRAWING, args, nargout)
        })
    };
}

/// A function that draws contours.
macro_rules! contours {
    ($name:literal, $data:ident, $areas:literal) => {
        drawn($name, CONTOURS, |cx, args, nargout| {
            const DRAWING: Drawing = Drawing {
                name: $name,
                kind: Kind::Group,
                least: 1,
                data: Data::$data,
                by_column: false,
                adds: false,
            };
            contour::contours(cx, (DRAWING, $areas), args, nargout)
        })
    };
}

pub(crate) const ROWS: &[Row] = &[
    plot!("plot", false, &[]).everyday(),
    plot!("semilogx", false, &["xscale"]),
    plot!("semilogy", false, &["yscale"]),
    plot!("loglog", false, &["xscale", "yscale"]),
    plot!("plot3", true, &[]),
    drawn("line", HANDLES, lines::line),
    several!("bar", Group, 1, Bars, draw::without_corners, CORNERS),
    several!("barh", Group, 1, Bars, draw::without_corners, CORNERS),
    several!("area", Group, 1, Flat, draw::draw, HANDLES),
    several!("stem", Group, 1, Flat, draw::draw, HANDLES),
    several!("stairs", Group, 1, Flat, draw::stairs, CORNERS),
    several!("errorbar", Group, 2, Points, draw::draw, HANDLES),
    several!("loglogerr", Group, 2, Points, draw::draw, HANDLES),
    several!("semilogxerr", Group, 2, Points, draw::draw, HANDLES),
    several!("semilogyerr", Group, 2, Points, draw::draw, HANDLES),
    several!("polar", Line, 1, Other, draw::draw, HANDLES),
    several!("compass", Line, 1, Other, draw::draw, HANDLES),
    several!("feather", Line, 1, Other, draw::draw, HANDLES),
    several!("fill", Patch, 3, Points, draw::draw, HANDLES),
    several!("fill3", Patch, 4, Space, draw::draw, HANDLES),
    several!("ribbon", Surface, 1, Other, draw::draw, HANDLES),
    several!("gplot", Line, 2, Other, draw::without_corners, CORNERS),
    several!("fplot", Line, 1, Other, draw::without_corners, CORNERS),
    several!("ezplot", Line, 1, Other, draw::draw, HANDLES),
    several!("ezplot3", Line, 3, Other, draw::draw, HANDLES),
    several!("ezpolar", Line, 1, Other, draw::draw, HANDLES),
    several!("streamline", Line, 2, Other, draw::draw, HANDLES),
    several!("slice", Surface, 1, Other, draw::draw, HANDLES),
    several!("pareto", Group, 1, Flat, draw::draw, HANDLES),
    several!("plotmatrix", Line, 1, Other, draw::draw, HANDLES),
    one!("comet", Line, 1, Flat),
    one!("comet3", Line, 1, Space),
    one!("scatter", Group, 2, Points),
    one!("scatter3", Group, 2, Space),
    one!("stem3", Group, 1, Space),
    one!("quiver", Group, 2, Other),
    one!("quiver3", Group, 2, Other),
    one!("surf", Surface, 1, Height),
    one!("surfc", Surface, 1, Height),
    one!("surfl", Surface, 1, Height),
    one!("mesh", Surface, 1, Height),
    one!("meshc", Surface, 1, Height),
    one!("meshz", Surface, 1, Height),
    one!("waterfall", Surface, 1, Height),
    one!("pcolor", Surface, 1, Height),
    one!("surface", Surface, 0, Height, true),
    one!("ezsurf", Surface, 1, Other),
    one!("ezsurfc", Surface, 1, Other),
    one!("ezmesh", Surface, 1, Other),
    one!("ezmeshc", Surface, 1, Other),
    one!("trisurf", Patch, 3, Other),
    one!("trimesh", Patch, 3, Other),
    one!("triplot", Line, 3, Other),
    one!("tetramesh", Patch, 2, Other),
    one!("patch", Patch, 0, Points, true),
    one!("rectangle", Group, 0, Other, true),
    one!("image", Image, 0, Picture),
    one!("imagesc", Image, 1, Picture),
    one!("imshow", Image, 1, Picture),
    one!("spy", Line, 1, Other),
    one!("treeplot", Line, 1, Other),
    one!("etreeplot", Line, 1, Other),
    one!("rgbplot", Line, 1, Other),
    contours!("contour", Height, false),
    contours!("contour3", Height, false),
    contours!("contourf", Height, true),
    contours!("ezcontour", Other, false),
    contours!("ezcontourf", Other, true),
    drawn(
        "plotyy",
        &[
            Output::new(ShapeRule::Row, ClassRule::Special),
            Output::new(ShapeRule::Unknown, ClassRule::Special),
            Output::new(ShapeRule::Unknown, ClassRule::Special),
        ],
        draw::plotyy,
    ),
];
