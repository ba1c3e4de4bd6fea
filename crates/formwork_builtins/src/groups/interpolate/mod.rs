//! Grids, interpolation, quadrature and what looks for zeros and minima:
//! `meshgrid`, `interp1`, `integral`, `fzero`.

mod bracket;
mod golden;
mod grid;
mod lobatto;
mod minima;
mod ode;
mod options;
mod quadrature;
mod simplex;
mod solids;
mod surface;
mod table;
mod trust;

use formwork_runtime::Class;

use crate::row::{Output, Row};
use crate::row_constructors::row;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("meshgrid", 1, 3, GRID, grid::meshgrid, "The coordinates of a grid, columns along x.")
        .folding(crate::folding::few_together),
    row("ndgrid", 1, 1, NDGRID, grid::ndgrid, "The coordinates of a grid.")
        .variadic()
        .folding(crate::folding::few_together),
    row("interp1", 2, 6, CURVE, table::interp1, "Values between the points of a table.").variadic(),
    row("quadgk", 3, 3, QUAD, quadrature::quadgk, "The integral by Gauss and Kronrod.")
        .variadic()
        .calling(),
    row("integral", 3, 3, QUAD1, quadrature::integral, "The integral of a function.")
        .variadic()
        .calling(),
    row("quadcc", 3, 5, QUAD, quadrature::quadcc, "The integral of a function, with its error.")
        .calling(),
    row("quad", 3, 5, QUAD, quadrature::quad, "The integral of a function of one number.")
        .calling(),
    row("quadv", 3, 3, QUAD, quadrature::quadv, "The integral of a function of arrays.")
        .variadic()
        .calling(),
    row("quadl", 3, 3, QUAD, lobatto::quadl, "The integral of a function, to a tolerance.")
        .variadic()
        .calling(),
    row("integral2", 5, 5, QUAD, solids::integral2, "The integral over a region of the plane.")
        .variadic()
        .calling(),
    row("quad2d", 5, 5, QUAD, solids::quad2d, "The integral over a region of the plane, in tiles.")
        .variadic()
        .calling(),
    row("integral3", 7, 7, QUAD1, solids::integral3, "The integral over a region of space.")
        .variadic()
        .calling(),
    row("dblquad", 5, 7, QUAD1, solids::dblquad, "The integral over a rectangle.").calling(),
    row("triplequad", 7, 9, QUAD1, solids::triplequad, "The integral over a box.").calling(),
    row("fzero", 1, 3, FOUND, bracket::fzero, "Where a function of a number is zero.").calling(),
    row("fminbnd", 1, 4, FOUND, golden::fminbnd, "Where a function is least between bounds.")
        .calling(),
    row("fminsearch", 1, 1, FOUND, simplex::fminsearch, "Where a function is least, by a simplex.")
        .variadic()
        .calling(),
    row("fminunc", 1, 3, FOUND, trust::fminunc, "Where a function is least, by its slopes.")
        .calling(),
    row("fsolve", 1, 3, FOUND, minima::fsolve, "Where several functions are zero.").calling(),
    row("lsqnonneg", 1, 4, FOUND, minima::lsqnonneg, "Least squares without negative unknowns."),
    row("optimset", 0, 0, OPTIONS, options::optimset, "The options of a solver, set.").variadic(),
    row("optimget", 2, 3, CURVE, options::optimget, "An option of a solver."),
    row("ode45", 3, 3, FOUND, ode::ode45, "Solves differential equations, to fourth order.")
        .variadic()
        .calling(),
    row("ode23", 3, 3, FOUND, ode::ode23, "Solves differential equations, to second order.")
        .variadic()
        .calling(),
    row("odeset", 0, 0, OPTIONS, ode::odeset, "The options of a differential equation, set.")
        .variadic(),
    row("odeget", 2, 3, CURVE, ode::odeget, "An option of a differential equation."),
    row("interp2", 1, 7, PLANE, surface::interp2, "Values between the points of a grid."),
    row("interpft", 2, 3, QUAD1, surface::interpft, "Values between points, by frequencies."),
];

const GRID: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Like(0)),
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::Special, ClassRule::Special),
];
const NDGRID: &[Output] = &[Output::repeated(ShapeRule::Special, ClassRule::Special)];
const CURVE: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)];
const QUAD: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::AnyFloat),
    Output::new(ShapeRule::Scalar, ClassRule::AnyFloat),
    Output::new(ShapeRule::Scalar, ClassRule::AnyFloat),
    Output::new(ShapeRule::Scalar, ClassRule::AnyFloat),
];
const QUAD1: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
const FOUND: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];
const OPTIONS: &[Output] = &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Struct))];
const PLANE: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::AnyFloat)];
