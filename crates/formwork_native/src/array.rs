//! Arrays as they come from and go to the outside: a class, extents, elements in
//! column-major order.

use num_complex::Complex;

use crate::loops::{ArrayClass, Scalar, ScalarType};

macro_rules! elements {
    ($($variant:ident: $type:ty,)*) => {
        /// The elements of an array.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Elements {
            $(
                #[doc = concat!("Of type `", stringify!($type), "`.")]
                $variant(Vec<$type>),
            )*
        }

        impl Elements {
            /// No elements of a type.
            #[must_use]
            pub const fn none(scalar: ScalarType) -> Elements {
                match scalar {
                    $(ScalarType::$variant => Elements::$variant(Vec::new()),)*
                }
            }

            /// How many there are.
            #[must_use]
            pub fn len(&self) -> usize {
                match self {
                    $(Elements::$variant(elements) => elements.len(),)*
                }
            }

            /// Their type.
            #[must_use]
            pub const fn scalar_type(&self) -> ScalarType {
                match self {
                    $(Elements::$variant(_) => ScalarType::$variant,)*
                }
            }

            /// One of them.
            #[must_use]
            pub fn get(&self, index: usize) -> Option<Scalar> {
                match self {
                    $(Elements::$variant(elements) => {
                        elements.get(index).copied().map(Scalar::$variant)
                    })*
                }
            }

            /// The same, without owning them.
            #[must_use]
            pub fn view(&self) -> ElementsView<'_> {
                match self {
                    $(Elements::$variant(elements) => ElementsView::$variant(elements),)*
                }
            }

            /// Adds one at the end, if it is of their type.
            pub fn push(&mut self, value: Scalar) -> bool {
                match (self, value) {
                    $((Elements::$variant(elements), Scalar::$variant(value)) => {
                        elements.push(value);
                        true
                    })*
                    _ => false,
                }
            }
        }

        /// The elements of an array that belongs to somebody else.
        #[derive(Clone, Copy, Debug)]
        pub enum ElementsView<'a> {
            $(
                #[doc = concat!("Of type `", stringify!($type), "`.")]
                $variant(&'a [$type]),
            )*
        }

        impl ElementsView<'_> {
            /// How many there are.
            #[must_use]
            pub const fn len(&self) -> usize {
                match self {
                    $(ElementsView::$variant(elements) => elements.len(),)*
                }
            }

            /// Their type.
            #[must_use]
            pub const fn scalar_type(&self) -> ScalarType {
                match self {
                    $(ElementsView::$variant(_) => ScalarType::$variant,)*
                }
            }

            /// A copy of them.
            #[must_use]
            pub fn to_elements(&self) -> Elements {
                match self {
                    $(ElementsView::$variant(elements) => Elements::$variant(elements.to_vec()),)*
                }
            }
        }
    };
}

elements! {
    Bool: bool,
    I8: i8,
    I16: i16,
    I32: i32,
    I64: i64,
    U8: u8,
    U16: u16,
    U32: u32,
    U64: u64,
    Index: i64,
    F32: f32,
    F64: f64,
    C32: Complex<f32>,
    C64: Complex<f64>,
}

impl Elements {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Scalar> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl ElementsView<'_> {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// An array whose elements belong to somebody else.
#[derive(Clone, Debug)]
pub struct ArrayView<'a> {
    class: ArrayClass,
    extents: Vec<i64>,
    elements: ElementsView<'a>,
}

impl<'a> ArrayView<'a> {
    /// An array of these extents; `None` if there are not as many elements or they are
    /// not of that class.
    #[must_use]
    pub fn new(
        class: ArrayClass,
        extents: Vec<i64>,
        elements: ElementsView<'a>,
    ) -> Option<ArrayView<'a>> {
        let fits = class.holds(elements.scalar_type()) && count(&extents) == Some(elements.len());
        fits.then_some(ArrayView { class, extents, elements })
    }

    /// Its class.
    #[must_use]
    pub const fn class(&self) -> ArrayClass {
        self.class
    }

    /// Its extents.
    #[must_use]
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// Its elements, column by column.
    #[must_use]
    pub const fn elements(&self) -> ElementsView<'a> {
        self.elements
    }

    /// A copy of it.
    #[must_use]
    pub fn to_array(&self) -> Array {
        Array {
            class: self.class,
            extents: self.extents.clone(),
            elements: self.elements.to_elements(),
        }
    }
}

/// How many elements an array of these extents has.
fn count(extents: &[i64]) -> Option<usize> {
    let mut count = 1_i64;
    for &extent in extents {
        count = count.checked_mul(extent).filter(|_| extent >= 0)?;
    }
    usize::try_from(count).ok()
}

/// An array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    class: ArrayClass,
    extents: Vec<i64>,
    elements: Elements,
}

impl Array {
    /// An array of these extents; `None` if there are not as many elements or they are
    /// not of that class.
    #[must_use]
    pub fn new(class: ArrayClass, extents: Vec<i64>, elements: Elements) -> Option<Array> {
        let fits = class.holds(elements.scalar_type()) && count(&extents) == Some(elements.len());
        fits.then_some(Array { class, extents, elements })
    }

    /// An array of one element; `None` if that is not of the class.
    #[must_use]
    pub fn scalar(class: ArrayClass, value: Scalar) -> Option<Array> {
        let mut elements = Elements::none(value.scalar_type());
        elements.push(value);
        Array::new(class, vec![1, 1], elements)
    }

    /// The same, without owning its elements.
    #[must_use]
    pub fn view(&self) -> ArrayView<'_> {
        ArrayView {
            class: self.class,
            extents: self.extents.clone(),
            elements: self.elements.view(),
        }
    }

    /// Its class.
    #[must_use]
    pub const fn class(&self) -> ArrayClass {
        self.class
    }

    /// Whether its elements are complex.
    #[must_use]
    pub const fn is_complex(&self) -> bool {
        self.elements.scalar_type().is_complex()
    }

    /// Its extents.
    #[must_use]
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// Its elements, column by column.
    #[must_use]
    pub const fn elements(&self) -> &Elements {
        &self.elements
    }

    /// Its elements, column by column.
    #[must_use]
    pub fn into_elements(self) -> Elements {
        self.elements
    }
}
