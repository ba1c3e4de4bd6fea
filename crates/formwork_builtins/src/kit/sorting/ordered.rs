//! The order in which `max`, `sort` and their kin see elements.

use std::cmp::Ordering;

use formwork_runtime::{C32, C64, Element};

/// An element with an order. Not-a-numbers are told apart, never compared.
pub(crate) trait Ordered: Element {
    /// Whether it is not a number.
    fn missing(self) -> bool;

    /// Whether it comes before `other`. Complex numbers are compared by magnitude, then
    /// by angle.
    fn less(self, other: Self) -> bool;

    /// Numbers in order, then whatever is not a number.
    fn order(self, other: Self) -> Ordering {
        match (self.missing(), other.missing()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) => {
                if self.less(other) {
                    Ordering::Less
                } else if other.less(self) {
                    Ordering::Greater
                } else {
                    Ordering::Equal
                }
            }
        }
    }
}

macro_rules! ordered {
    ($($type:ty)*) => {$(
        impl Ordered for $type {
            #[inline]
            fn missing(self) -> bool {
                false
            }

            #[inline]
            fn less(self, other: $type) -> bool {
                self < other
            }

            #[inline]
            fn order(self, other: $type) -> Ordering {
                self.cmp(&other)
            }
        }
    )*};
}

ordered!(bool i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! ordered_float {
    ($real:ty, $complex:ty) => {
        impl Ordered for $real {
            #[inline]
            fn missing(self) -> bool {
                self.is_nan()
            }

            #[inline]
            fn less(self, other: $real) -> bool {
                self < other
            }
        }

        impl Ordered for $complex {
            #[inline]
            fn missing(self) -> bool {
                self.is_nan()
            }

            #[inline]
            fn less(self, other: $complex) -> bool {
                let (own, others) = (self.norm(), other.norm());
                if own == others { angle(self) < angle(other) } else { own < others }
            }
        }

        impl Angle for $complex {
            type Real = $real;

            /// The angle, where the negative axis counts as +π from both sides.
            fn angle(self) -> $real {
                let angle = self.arg();
                if angle == -(std::f64::consts::PI as $real) { -angle } else { angle }
            }
        }
    };
}

trait Angle {
    type Real;
    fn angle(self) -> Self::Real;
}

fn angle<T: Angle>(number: T) -> T::Real {
    number.angle()
}

ordered_float!(f64, C64);
ordered_float!(f32, C32);
