//! Tables of shapes packed into machine words, and the operators on them.
//!
//! A word holds one small field per axis: 0 is the extent 1, other codes are
//! other extents, and a flag marks the illegal shape. Missing axes are zero,
//! which is what dropping trailing ones means. Loops are branch-free so that
//! the compiler can vectorise them.

use crate::semantics::Semantics;

/// A packed shape.
pub(crate) trait Word: Copy + Eq + std::hash::Hash + Default {
    /// Bits per field.
    const BITS: u32;
    /// Number of fields.
    const FIELDS: u32;

    fn from_code(code: u32, field: u32) -> Self;
    fn or(self, other: Self) -> Self;
    fn code(self, field: u32) -> u32;
    fn is_illegal(self) -> bool;

    fn strict(a: Self, b: Self) -> Self;
    fn expand(a: Self, b: Self) -> Self;
    fn product(a: Self, b: Self) -> Self;
    fn left_divide(a: Self, b: Self) -> Self;
    fn right_divide(a: Self, b: Self) -> Self;
    fn power(a: Self, b: Self) -> Self;
    fn transpose(a: Self) -> Self;
}

macro_rules! word {
    ($word:ty, bits: $bits:expr, fields: $fields:expr) => {
        impl Word for $word {
            const BITS: u32 = $bits;
            const FIELDS: u32 = $fields;

            #[inline(always)]
            fn from_code(code: u32, field: u32) -> Self {
                (code << (field * $bits)) as $word
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn code(self, field: u32) -> u32 {
                u32::from(self >> (field * $bits)) & ((1 << $bits) - 1)
            }
            #[inline(always)]
            fn is_illegal(self) -> bool {
                self & FLAG != 0
            }
            #[inline(always)]
            fn strict(a: Self, b: Self) -> Self {
                let fits = (a == 0) | (b == 0) | (a == b);
                seal(a | b, fits)
            }
            #[inline(always)]
            fn expand(a: Self, b: Self) -> Self {
                let conflict = present(a) & present(b) & present(a ^ b);
                seal(a | b, conflict == 0)
            }
            #[inline(always)]
            fn product(a: Self, b: Self) -> Self {
                let scalar = (a == 0) | (b == 0);
                let fits = (((a >> $bits) ^ b) & FIRST == 0) & ((a | b) & HIGHER == 0);
                let product = (a & FIRST) | (b & SECOND);
                let value = if scalar { a | b } else { product };
                seal(value | ((a | b) & FLAG), scalar | fits)
            }
            #[inline(always)]
            fn left_divide(a: Self, b: Self) -> Self {
                let scalar = a == 0;
                let fits = ((a ^ b) & FIRST == 0) & ((a | b) & HIGHER == 0);
                let quotient = ((a >> $bits) & FIRST) | (b & SECOND);
                let value = if scalar { b } else { quotient };
                seal(value | ((a | b) & FLAG), scalar | fits)
            }
            #[inline(always)]
            fn right_divide(a: Self, b: Self) -> Self {
                let scalar = b == 0;
                let fits = ((a ^ b) & SECOND == 0) & ((a | b) & HIGHER == 0);
                let quotient = (a & FIRST) | ((b & FIRST) << $bits);
                let value = if scalar { a } else { quotient };
                seal(value | ((a | b) & FLAG), scalar | fits)
            }
            #[inline(always)]
            fn power(a: Self, b: Self) -> Self {
                let scalar = (a == 0) | (b == 0);
                let base = a | b;
                let square = (((base >> $bits) ^ base) & FIRST == 0) & (base & HIGHER == 0);
                seal(base, scalar & square)
            }
            #[inline(always)]
            fn transpose(a: Self) -> Self {
                let swapped = ((a >> $bits) & FIRST) | ((a & FIRST) << $bits);
                seal(swapped | (a & FLAG), a & HIGHER == 0)
            }
        }

        const FLAG: $word = 1 << (<$word>::BITS - 1);
        const FIRST: $word = (1 << $bits) - 1;
        const SECOND: $word = FIRST << $bits;
        const HIGHER: $word = ((1 << ($bits * $fields)) - 1) & !(FIRST | SECOND);

        /// The lowest bit of each field that is not zero.
        #[inline(always)]
        fn present(x: $word) -> $word {
            let mut lows: $word = 0;
            let mut field = 0;
            while field < $fields {
                lows |= 1 << (field * $bits);
                field += 1;
            }
            let mut any = x;
            let mut shift = 1;
            while shift < $bits {
                any |= x >> shift;
                shift += 1;
            }
            any & lows
        }

        /// The value, or exactly the flag if it is illegal.
        #[inline(always)]
        fn seal(value: $word, fits: bool) -> $word {
            if fits & (value & FLAG == 0) { value } else { FLAG }
        }
    };
}

mod narrow {
    use super::Word;
    word!(u8, bits: 2, fields: 3);
}

mod wide {
    use super::Word;
    word!(u16, bits: 3, fields: 5);
}

/// The binary operators of the theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    Elementwise(Semantics),
    Product,
    LeftDivide,
    RightDivide,
    Power,
}

/// The values of a term at every assignment of its support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableOf<N, W> {
    Narrow(N),
    Wide(W),
}

/// An owned table.
pub(crate) type Table = TableOf<Vec<u8>, Vec<u16>>;

fn zip<W: Word>(a: &[W], b: &[W], combine: impl Fn(W, W) -> W) -> Vec<W> {
    a.iter().zip(b).map(|(&a, &b)| combine(a, b)).collect()
}

fn binary<W: Word>(operator: Binary, a: &[W], b: &[W]) -> Vec<W> {
    match operator {
        Binary::Elementwise(Semantics::Strict) => zip(a, b, W::strict),
        Binary::Elementwise(Semantics::Expand) => zip(a, b, W::expand),
        Binary::Product => zip(a, b, W::product),
        Binary::LeftDivide => zip(a, b, W::left_divide),
        Binary::RightDivide => zip(a, b, W::right_divide),
        Binary::Power => zip(a, b, W::power),
    }
}

impl Table {
    /// Applies an operator at every assignment. Tables of different widths
    /// belong to different supports and are never combined.
    pub(crate) fn binary(operator: Binary, a: &Table, b: &Table) -> Option<Table> {
        match (a, b) {
            (TableOf::Narrow(a), TableOf::Narrow(b)) => {
                Some(TableOf::Narrow(binary(operator, a, b)))
            }
            (TableOf::Wide(a), TableOf::Wide(b)) => Some(TableOf::Wide(binary(operator, a, b))),
            _ => None,
        }
    }

    /// The number of assignments.
    pub(crate) fn len(&self) -> usize {
        match self {
            TableOf::Narrow(words) => words.len(),
            TableOf::Wide(words) => words.len(),
        }
    }

    /// Whether the value at an assignment is illegal, and its packed form.
    pub(crate) fn word(&self, assignment: usize) -> (bool, u16) {
        match self {
            TableOf::Narrow(words) => {
                let word = words[assignment];
                (word.is_illegal(), u16::from(word))
            }
            TableOf::Wide(words) => (words[assignment].is_illegal(), words[assignment]),
        }
    }

    pub(crate) fn transpose(&self) -> Table {
        match self {
            TableOf::Narrow(a) => TableOf::Narrow(a.iter().map(|&a| Word::transpose(a)).collect()),
            TableOf::Wide(a) => TableOf::Wide(a.iter().map(|&a| Word::transpose(a)).collect()),
        }
    }
}
