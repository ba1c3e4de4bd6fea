//! Grids, interpolation, quadrature and what looks for zeros and minima:
//! `meshgrid`, `interp1`, `integral`, `fzero`.

mod grid;
mod quadrature;
mod solids;
mod table;

use super::reduce::row;
use crate::row::{Output, Row};
use crate::rules::{ClassRule, ShapeRule};

pub(crate) const ROWS: &[Row] = &[
    row("meshgrid", 1, 3, GRID, grid::meshgrid, "The coordinates of a grid, columns along x."),
    row("ndgrid", 1, 1, NDGRID, grid::ndgrid, "The coordinates of a grid.").variadic(),
    row("interp1", 2, 6, CURVE, table::interp1, "Values between the points of a table.").variadic(),
];

const GRID: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Like(0)),
    Output::new(ShapeRule::Special, ClassRule::Special),
    Output::new(ShapeRule::Special, ClassRule::Special),
];
const NDGRID: &[Output] = &[Output::repeated(ShapeRule::Special, ClassRule::Special)];
const CURVE: &[Output] = &[Output::new(ShapeRule::Unknown, ClassRule::Unknown)];
const QUAD: &[Output] = &[
    Output::new(ShapeRule::Special, ClassRule::Float),
    Output::new(ShapeRule::Scalar, ClassRule::Float),
    Output::new(ShapeRule::Scalar, ClassRule::Float),
    Output::new(ShapeRule::Scalar, ClassRule::Float),
];
const QUAD1: &[Output] = &[Output::new(ShapeRule::Special, ClassRule::Float)];
