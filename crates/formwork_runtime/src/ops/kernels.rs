//! What the operators do with single elements, for who compiles them.

pub use super::complex::{
    Real, order as order_complex, power as power_complex, power_of_real, power_real, power_whole,
    product as product_complex,
};
pub use super::integer::Saturating;
pub use super::power::{
    scalar as power_scalar, to_double as power_to_double, whole as power_among_integers,
};
pub use super::remainder::{modulo, modulo_single, remaining, remaining_single};
