//! The rows, by kind of function. A group is a module with its `ROWS`; a new one is
//! added here and nowhere else.

mod accumulate;
mod arrange;
mod cells;
mod constants;
mod construct;
mod convert;
mod cumulative;
mod dates;
mod display;
mod elementwise;
mod errors;
mod files;
mod folders;
mod fourier;
mod functional;
mod graphics;
mod integer;
mod interpolate;
mod linear;
mod maps;
mod objects;
mod operators;
mod order;
mod parsers;
mod polynomial;
mod predicate;
mod query;
mod random;
mod reduce;
mod regexp;
mod scan;
mod special;
mod statistics;
mod streams;
mod strings;
mod structs;
mod text;
mod validate;
mod workspace;

pub use display::in_columns;
pub use errors::error_value;
pub use functional::is_name_of_cellfun;
pub use workspace::is_compiled;

use crate::row::Row;

/// The groups of what only MATLAB has.
pub(crate) const MATLAB: &[&[Row]] = &[strings::ROWS];

/// All groups.
pub(crate) const GROUPS: &[&[Row]] = &[
    accumulate::ROWS,
    arrange::ROWS,
    cells::ROWS,
    constants::ROWS,
    construct::ROWS,
    convert::ROWS,
    cumulative::ROWS,
    dates::ROWS,
    display::ROWS,
    elementwise::division::ROWS,
    elementwise::exponential::ROWS,
    elementwise::pairs::ROWS,
    elementwise::parts::ROWS,
    elementwise::rounding::ROWS,
    elementwise::trigonometric::ROWS,
    errors::ROWS,
    files::ROWS,
    folders::ROWS,
    fourier::ROWS,
    functional::ROWS,
    graphics::ROWS,
    graphics::drawings::ROWS,
    integer::bits::ROWS,
    integer::combinations::ROWS,
    integer::divisors::ROWS,
    integer::packing::ROWS,
    integer::primes::ROWS,
    interpolate::ROWS,
    linear::ROWS,
    maps::ROWS,
    objects::ROWS,
    parsers::ROWS,
    operators::ROWS,
    order::ROWS,
    polynomial::ROWS,
    predicate::ROWS,
    query::ROWS,
    random::ROWS,
    reduce::ROWS,
    regexp::ROWS,
    scan::ROWS,
    special::cylinder::ROWS,
    special::elliptic::ROWS,
    special::erf::ROWS,
    special::gamma::ROWS,
    special::incomplete::ROWS,
    special::integrals::ROWS,
    statistics::ROWS,
    streams::ROWS,
    structs::ROWS,
    text::ROWS,
    validate::ROWS,
    workspace::ROWS,
];
