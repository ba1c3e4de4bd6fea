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

use crate::folding;
use crate::row::{Evidence, Output, Row};
use crate::row_constructors::row;
use crate::rules::Realness;
use crate::rules::special;
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("meshgrid", 1, 3, GRID, grid::meshgrid, "The coordinates of a grid, columns along x.")
        .folding(crate::folding::few_together)
        .own_shape(special::construct::meshgrid)
        .own_classes(special::classes::meshgrid)
        .vetted()
        .lenient_in_matlab(),
    row("ndgrid", 1, 1, NDGRID, grid::ndgrid, "The coordinates of a grid.")
        .variadic()
        .folding(crate::folding::few_together)
        .own_shape(special::construct::ndgrid)
        .own_classes(special::classes::meshgrid)
        .vetted()
        .more_outputs(),
    row("interp1", 2, 6, CURVE, table::interp1, "Values between the points of a table.")
        .variadic()
        .own_shape(special::functional::interp1)
        .own_classes(special::classes::interp1)
        .compared(Evidence::Numbers),
    row("quadgk", 3, 3, QUAD, quadrature::quadgk, "The integral by Gauss and Kronrod.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral)
        .doubted_of_numbers(),
    row("integral", 3, 3, QUAD1, quadrature::integral, "The integral of a function.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral),
    row("quadcc", 3, 5, QUAD, quadrature::quadcc, "The integral of a function, with its error.")
        .calling()
        .own_shape(special::functional::integral),
    row("quad", 3, 5, QUAD, quadrature::quad, "The integral of a function of one number.")
        .calling()
        .own_shape(special::functional::integral)
        .doubted_of_numbers()
        .doubted_of_others(),
    row("quadv", 3, 3, QUAD, quadrature::quadv, "The integral of a function of arrays.")
        .variadic()
        .calling()
        .own_classes(special::classes::quadv),
    row("quadl", 3, 3, QUAD, lobatto::quadl, "The integral of a function, to a tolerance.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral),
    row("integral2", 5, 5, QUAD, solids::integral2, "The integral over a region of the plane.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral),
    row("quad2d", 5, 5, QUAD, solids::quad2d, "The integral over a region of the plane, in tiles.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral),
    row("integral3", 7, 7, QUAD1, solids::integral3, "The integral over a region of space.")
        .variadic()
        .calling()
        .own_shape(special::functional::integral),
    row("dblquad", 5, 7, QUAD1, solids::dblquad, "The integral over a rectangle.")
        .calling()
        .own_shape(special::functional::integral),
    row("triplequad", 7, 9, QUAD1, solids::triplequad, "The integral over a box.")
        .calling()
        .own_shape(special::functional::integral),
    row("fzero", 1, 3, FOUND, bracket::fzero, "Where a function of a number is zero.")
        .calling()
        .own_shape(special::functional::fzero)
        .own_classes(special::classes::fzero)
        .doubted_of_numbers()
        .doubted_of_others()
        .more_outputs(),
    row("fminbnd", 1, 4, FOUND, golden::fminbnd, "Where a function is least between bounds.")
        .calling()
        .own_shape(special::functional::fzero)
        .own_classes(special::classes::fzero)
        .more_outputs(),
    row("fminsearch", 1, 1, FOUND, simplex::fminsearch, "Where a function is least, by a simplex.")
        .variadic()
        .calling()
        .own_shape(special::functional::fminsearch)
        .own_classes(special::classes::fzero)
        .more_outputs(),
    row("fminunc", 1, 3, FOUND, trust::fminunc, "Where a function is least, by its slopes.")
        .calling()
        .own_shape(special::functional::fminsearch)
        .own_classes(special::classes::fzero)
        .more_outputs(),
    row("fsolve", 1, 3, FOUND, minima::fsolve, "Where several functions are zero.")
        .calling()
        .own_shape(special::functional::fminsearch)
        .own_classes(special::classes::fzero)
        .doubted_of_numbers()
        .more_outputs(),
    row("lsqnonneg", 1, 4, FOUND, minima::lsqnonneg, "Least squares without negative unknowns.")
        .doubted_of_numbers()
        .more_outputs(),
    row("optimset", 0, 0, OPTIONS, options::optimset, "The options of a solver, set.")
        .variadic()
        .calling()
        .folding(folding::several)
        .own_shape(special::construct::optimset)
        .own_classes(special::classes::optimset)
        .other_contents_in_matlab(),
    row("optimget", 2, 3, CURVE, options::optimget, "An option of a solver.")
        .other_contents_in_matlab(),
    row("ode45", 3, 3, FOUND, ode::ode45, "Solves differential equations, to fourth order.")
        .variadic()
        .calling()
        .own_shape(special::functional::ode45)
        .own_classes(special::classes::ode45)
        .doubted_of_numbers()
        .more_outputs(),
    row("ode23", 3, 3, FOUND, ode::ode23, "Solves differential equations, to second order.")
        .variadic()
        .calling()
        .own_shape(special::functional::ode45)
        .own_classes(special::classes::ode45)
        .doubted_of_numbers()
        .more_outputs(),
    row("odeset", 0, 0, OPTIONS, ode::odeset, "The options of a differential equation, set.")
        .variadic(),
    row("odeget", 2, 3, CURVE, ode::odeget, "An option of a differential equation."),
    row("interp2", 1, 7, PLANE, surface::interp2, "Values between the points of a grid.")
        .own_classes(special::classes::interp1)
        .compared(Evidence::Numbers),
    row("interpft", 2, 3, QUAD1, surface::interpft, "Values between points, by frequencies.")
        .own_classes(special::classes::interpft)
        .real(Realness::Open)
        .compared(Evidence::Numbers)
        .doubted_of_numbers(),
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
