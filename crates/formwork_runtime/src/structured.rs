//! Values that are diagonal or permutation matrices: how they are kept, and making them.

use crate::array::Array;
use crate::dims::Dims;
use crate::structure::Structure;
use crate::value::Value;

/// Takes the same expression for the array of whichever floating-point variant a value
/// has: no other class has structured matrices.
macro_rules! with_floats {
    ($value:expr, $array:ident => $body:expr, $rest:pat => $otherwise:expr) => {
        match $value {
            Value::Double($array) => $body,
            Value::Complex($array) => $body,
            Value::Single($array) => $body,
            Value::ComplexSingle($array) => $body,
            $rest => $otherwise,
        }
    };
}

impl Value {
    /// How Octave keeps it.
    #[inline]
    #[must_use]
    pub fn kept_as(&self) -> Structure {
        with_floats!(self, array => array.kept_as(), _ => Structure::Full)
    }

    /// The same elements as a full matrix.
    #[must_use]
    pub fn full(self) -> Value {
        if self.kept_as() == Structure::Full {
            return self;
        }
        self.marked(Structure::Full)
    }

    /// The diagonal matrix with the diagonal of this matrix. Everything beside the
    /// diagonal becomes zero, and complex numbers real if they all are. A scalar and
    /// what is no matrix of floating-point numbers stays as it is.
    #[must_use]
    pub fn diagonal(self) -> Value {
        fn cleared<T: Clone + Default>(array: Array<T>) -> Array<T> {
            let (dims, mut data) = array.into_parts();
            let rows = dims.rows();
            for (place, element) in data.iter_mut().enumerate() {
                if place % rows != place / rows {
                    *element = T::default();
                }
            }
            Array::new(dims, data).with_structure(Structure::Diagonal)
        }
        if !self.dims().is_matrix() {
            return self;
        }
        match self {
            Value::Double(array) => Value::Double(cleared(array)),
            Value::Single(array) => Value::Single(cleared(array)),
            Value::Complex(array) => {
                Value::Complex(cleared(array)).narrowed().marked(Structure::Diagonal)
            }
            Value::ComplexSingle(array) => {
                Value::ComplexSingle(cleared(array)).narrowed().marked(Structure::Diagonal)
            }
            other => other,
        }
    }

    /// The same elements, which are those of a permutation matrix, kept as one.
    #[must_use]
    pub fn permutation(self) -> Value {
        self.marked(Structure::Permutation)
    }

    fn marked(self, structure: Structure) -> Value {
        match self {
            Value::Double(array) => Value::Double(array.with_structure(structure)),
            Value::Complex(array) => Value::Complex(array.with_structure(structure)),
            Value::Single(array) => Value::Single(array.with_structure(structure)),
            Value::ComplexSingle(array) => Value::ComplexSingle(array.with_structure(structure)),
            other => other,
        }
    }

    /// What an element by element function has made of a matrix of that structure,
    /// where zeros stay zeros: diagonal matrices stay diagonal.
    #[must_use]
    pub fn mapped_from(self, structure: Structure) -> Value {
        match structure {
            Structure::Full => self,
            Structure::Diagonal => self.diagonal(),
            Structure::Permutation => self.full(),
        }
    }

    /// The diagonal of a matrix of floating-point numbers as a column.
    pub(crate) fn diagonal_column(&self) -> Value {
        fn picked<T: Clone>(array: &Array<T>) -> Array<T> {
            let (rows, columns) = (array.dims().rows(), array.dims().columns());
            let data = array.as_slice();
            Array::column((0..rows.min(columns)).map(|k| data[k * (rows + 1)].clone()).collect())
        }
        match self {
            Value::Double(array) => Value::Double(picked(array)),
            Value::Complex(array) => Value::Complex(picked(array)),
            Value::Single(array) => Value::Single(picked(array)),
            Value::ComplexSingle(array) => Value::ComplexSingle(picked(array)),
            other => other.clone(),
        }
    }

    /// The diagonal matrix of that size with these elements on its diagonal, and zeros
    /// where they do not suffice.
    pub(crate) fn diagonal_of(elements: &Value, rows: usize, columns: usize) -> Value {
        fn spread<T: Clone + Default>(
            elements: &Array<T>,
            rows: usize,
            columns: usize,
        ) -> Array<T> {
            let mut data = vec![T::default(); rows * columns];
            for (k, element) in elements.as_slice().iter().take(rows.min(columns)).enumerate() {
                data[k * (rows + 1)] = element.clone();
            }
            Array::new(Dims::matrix(rows, columns), data)
        }
        match elements {
            Value::Double(a) => Value::Double(spread(a, rows, columns)),
            Value::Complex(a) => Value::Complex(spread(a, rows, columns)),
            Value::Single(a) => Value::Single(spread(a, rows, columns)),
            Value::ComplexSingle(a) => Value::ComplexSingle(spread(a, rows, columns)),
            other => other.clone(),
        }
        .narrowed()
        .marked(Structure::Diagonal)
    }
}
