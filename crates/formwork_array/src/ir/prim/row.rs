//! What a row of the table of primitives says.

use std::cmp::Ordering;

use crate::ir::base::{BaseType, Scalar};

/// What a primitive is: its name, the types it takes, its meaning, its cost.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Its name in the text form: an operator or a function.
    pub(super) name: &'static str,
    /// The type of its value, if it takes arguments of this type.
    pub(super) result: fn(BaseType) -> Option<BaseType>,
    /// What it computes.
    pub(super) meaning: Meaning,
    /// Roughly what computing it costs.
    pub(super) cost: usize,
    /// Whether its arguments may be swapped.
    pub(super) commutes: bool,
    /// Whether it divides: of integers, it fails where the second is zero.
    pub(super) divides: bool,
}

/// What a primitive computes; nothing where it does not take such arguments.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// A function of one number.
    Unary {
        bool: Option<fn(bool) -> Scalar>,
        integer: Option<fn(BaseType, i128) -> Scalar>,
        real: Option<Real<fn(f32) -> f32, fn(f64) -> f64>>,
        complex: Option<fn(f64, f64) -> Scalar>,
    },
    /// A function of two numbers of one type. Of integers: the exact value, which is made to fit.
    Binary {
        bool: Option<fn(bool, bool) -> bool>,
        integer: Option<fn(i128, i128) -> Option<i128>>,
        real: Option<Real<fn(f32, f32) -> f32, fn(f64, f64) -> f64>>,
        complex: Option<fn((f64, f64), (f64, f64)) -> (f64, f64)>,
    },
    /// A comparison: what it says of numbers in this order; in none, if one is no number.
    Compare(fn(Option<Ordering>) -> bool),
    /// The complex number of two doubles.
    MakeComplex,
    /// The number in another type.
    Convert,
}

/// One formula in both precisions.
#[derive(Clone, Copy)]
pub(super) struct Real<Single, Double> {
    pub(super) single: Single,
    pub(super) double: Double,
}

/// Writes a formula for both precisions.
macro_rules! real {
    (|$x:ident| $value:expr) => {
        Real { single: |$x: f32| -> f32 { $value }, double: |$x: f64| -> f64 { $value } }
    };
    (|$x:ident, $y:ident| $value:expr) => {
        Real {
            single: |$x: f32, $y: f32| -> f32 { $value },
            double: |$x: f64, $y: f64| -> f64 { $value },
        }
    };
}
pub(super) use real;

/// What most primitives cost.
const CHEAP: usize = 1;
/// What a primitive costs that a processor has no instruction for.
const COSTLY: usize = 8;

impl Row {
    const fn new(
        name: &'static str,
        result: fn(BaseType) -> Option<BaseType>,
        meaning: Meaning,
    ) -> Row {
        Row { name, result, meaning, cost: CHEAP, commutes: false, divides: false }
    }

    /// A primitive of one argument.
    pub(super) const fn unary(
        name: &'static str,
        result: fn(BaseType) -> Option<BaseType>,
        meaning: Meaning,
    ) -> Row {
        Row::new(name, result, meaning)
    }

    /// A function of a real number.
    pub(super) const fn real(
        name: &'static str,
        real: Real<fn(f32) -> f32, fn(f64) -> f64>,
    ) -> Row {
        let meaning = Meaning::Unary { bool: None, integer: None, real: Some(real), complex: None };
        Row::new(name, reals, meaning)
    }

    /// A function of a complex number.
    pub(super) const fn complex(
        name: &'static str,
        result: fn(BaseType) -> Option<BaseType>,
        complex: fn(f64, f64) -> Scalar,
    ) -> Row {
        let complex = Some(complex);
        Row::new(name, result, Meaning::Unary { bool: None, integer: None, real: None, complex })
    }

    /// A primitive of two arguments.
    pub(super) const fn binary(
        name: &'static str,
        result: fn(BaseType) -> Option<BaseType>,
        meaning: Meaning,
    ) -> Row {
        Row::new(name, result, meaning)
    }

    /// A function of two real numbers.
    pub(super) const fn real_pair(
        name: &'static str,
        real: Real<fn(f32, f32) -> f32, fn(f64, f64) -> f64>,
    ) -> Row {
        let meaning =
            Meaning::Binary { bool: None, integer: None, real: Some(real), complex: None };
        Row::new(name, reals, meaning)
    }

    /// A function of two truth values.
    pub(super) const fn logical(name: &'static str, bool: fn(bool, bool) -> bool) -> Row {
        let bool = Some(bool);
        Row::new(name, bools, Meaning::Binary { bool, integer: None, real: None, complex: None })
    }

    /// A comparison.
    pub(super) const fn compare(
        name: &'static str,
        result: fn(BaseType) -> Option<BaseType>,
        holds: fn(Option<Ordering>) -> bool,
    ) -> Row {
        Row::new(name, result, Meaning::Compare(holds))
    }

    /// The same, which takes long to compute.
    pub(super) const fn costly(self) -> Row {
        Row { cost: COSTLY, ..self }
    }

    /// The same, whose arguments may be swapped.
    pub(super) const fn commuting(self) -> Row {
        Row { commutes: true, ..self }
    }

    /// The same, which divides.
    pub(super) const fn dividing(self) -> Row {
        Row { divides: true, ..self }
    }
}

/// Numbers to numbers of their type.
pub(super) fn numbers(base: BaseType) -> Option<BaseType> {
    (base != BaseType::Bool).then_some(base)
}

/// Numbers but complex ones to numbers of their type.
pub(super) fn ordered(base: BaseType) -> Option<BaseType> {
    (!matches!(base, BaseType::Bool | BaseType::Complex)).then_some(base)
}

/// Integers to integers of their type.
pub(super) fn integers(base: BaseType) -> Option<BaseType> {
    base.is_integer().then_some(base)
}

/// Real numbers to real numbers of their type.
pub(super) fn reals(base: BaseType) -> Option<BaseType> {
    matches!(base, BaseType::Float | BaseType::Double).then_some(base)
}

/// Truth values to truth values.
pub(super) fn bools(base: BaseType) -> Option<BaseType> {
    (base == BaseType::Bool).then_some(base)
}

/// Truth values and integers to truth values.
pub(super) fn truths(base: BaseType) -> Option<BaseType> {
    matches!(base, BaseType::Bool | BaseType::Int).then_some(BaseType::Bool)
}

/// Numbers to numbers, of which complex ones to doubles.
pub(super) fn moduli(base: BaseType) -> Option<BaseType> {
    match base {
        BaseType::Complex => Some(BaseType::Double),
        _ => numbers(base),
    }
}

/// Complex numbers to doubles.
pub(super) fn parts(base: BaseType) -> Option<BaseType> {
    (base == BaseType::Complex).then_some(BaseType::Double)
}

/// Complex numbers to complex numbers.
pub(super) fn complexes(base: BaseType) -> Option<BaseType> {
    (base == BaseType::Complex).then_some(base)
}

/// Doubles to complex numbers.
pub(super) fn doubles(base: BaseType) -> Option<BaseType> {
    (base == BaseType::Double).then_some(BaseType::Complex)
}

/// Everything to a truth value.
pub(super) fn all_to_bool(_base: BaseType) -> Option<BaseType> {
    Some(BaseType::Bool)
}

/// Numbers but complex ones to a truth value.
pub(super) fn ordered_to_bool(base: BaseType) -> Option<BaseType> {
    ordered(base).map(|_| BaseType::Bool)
}
