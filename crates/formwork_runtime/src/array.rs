//! Column-major N-d arrays that share their storage until somebody writes.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::dims::Dims;
use crate::memory;
use crate::structure::Structure;

/// An array of one element type. A scalar lives in the array itself; everything else
/// is shared storage, copied when written to while shared.
#[derive(Clone, Debug)]
pub struct Array<T>(Repr<T>);

#[derive(Clone, Debug)]
enum Repr<T> {
    Scalar(T),
    /// Never 1x1.
    Heap(Rc<Dense<T>>),
}

#[derive(Debug)]
struct Dense<T> {
    dims: Dims,
    data: Vec<T>,
    /// Lost as soon as somebody may write.
    structure: Structure,
    /// Whether they are places that were found or sorted, which Octave keeps as such;
    /// lost likewise.
    places: bool,
    /// Which storage Octave has them in, if other arrays are or were in it, too: parts that
    /// are read with subscripts stay in that of the whole. Lost likewise.
    storage: OnceCell<Rc<()>>,
}

impl<T: Clone> Clone for Dense<T> {
    fn clone(&self) -> Dense<T> {
        memory::demand::<T>(self.data.len());
        Dense {
            dims: self.dims.clone(),
            data: self.data.clone(),
            structure: self.structure,
            places: self.places,
            storage: OnceCell::new(),
        }
    }
}

impl<T> Dense<T> {
    /// Somebody may write: the elements are nothing but elements, and where they were
    /// shared in Octave they have been copied.
    fn forget(&mut self) {
        self.structure = Structure::Full;
        self.places = false;
        self.storage = OnceCell::new();
    }
}

impl<T: Clone> Array<T> {
    /// A 1x1 array.
    #[inline]
    #[must_use]
    pub const fn scalar(value: T) -> Array<T> {
        Array(Repr::Scalar(value))
    }

    /// The array of this size with these elements, column by column.
    ///
    /// # Panics
    ///
    /// If the number of elements is not that of the size: a bug in the caller.
    #[must_use]
    pub fn new(dims: Dims, data: Vec<T>) -> Array<T> {
        assert_eq!(dims.numel(), data.len(), "an array of size {dims} has {} elements", data.len());
        if dims.is_scalar()
            && let Some(value) = data.first()
        {
            return Array::scalar(value.clone());
        }
        Array(Repr::Heap(Rc::new(Dense {
            dims,
            data,
            structure: Structure::Full,
            places: false,
            storage: OnceCell::new(),
        })))
    }

    /// A 1xn array.
    #[must_use]
    pub fn row(data: Vec<T>) -> Array<T> {
        Array::new(Dims::matrix(1, data.len()), data)
    }

    /// An nx1 array.
    #[must_use]
    pub fn column(data: Vec<T>) -> Array<T> {
        Array::new(Dims::matrix(data.len(), 1), data)
    }

    /// An array with the same element everywhere.
    #[must_use]
    pub fn filled(dims: Dims, value: T) -> Array<T> {
        let numel = dims.numel();
        memory::demand::<T>(numel);
        Array::new(dims, vec![value; numel])
    }

    /// A 0x0 array.
    #[must_use]
    pub fn empty() -> Array<T> {
        Array::new(Dims::EMPTY, Vec::new())
    }

    /// Its size.
    #[inline]
    #[must_use]
    pub fn dims(&self) -> &Dims {
        const SCALAR: &Dims = &Dims::SCALAR;
        match &self.0 {
            Repr::Scalar(_) => SCALAR,
            Repr::Heap(dense) => &dense.dims,
        }
    }

    /// How many elements it has.
    #[inline]
    #[must_use]
    pub fn numel(&self) -> usize {
        match &self.0 {
            Repr::Scalar(_) => 1,
            Repr::Heap(dense) => dense.data.len(),
        }
    }

    /// How Octave keeps it.
    #[inline]
    #[must_use]
    pub fn kept_as(&self) -> Structure {
        match &self.0 {
            Repr::Scalar(_) => Structure::Full,
            Repr::Heap(dense) => dense.structure,
        }
    }

    /// The same elements, kept so; a scalar has no structure.
    #[must_use]
    pub fn with_structure(mut self, structure: Structure) -> Array<T> {
        if self.kept_as() != structure
            && let Repr::Heap(dense) = &mut self.0
        {
            Rc::make_mut(dense).structure = structure;
        }
        self
    }

    /// Whether it has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numel() == 0
    }

    /// Its element, if it is 1x1.
    #[inline]
    #[must_use]
    pub fn as_scalar(&self) -> Option<&T> {
        match &self.0 {
            Repr::Scalar(value) => Some(value),
            Repr::Heap(_) => None,
        }
    }

    /// Its element for writing, if it is 1x1.
    #[inline]
    pub fn as_scalar_mut(&mut self) -> Option<&mut T> {
        match &mut self.0 {
            Repr::Scalar(value) => Some(value),
            Repr::Heap(_) => None,
        }
    }

    /// Its elements, column by column.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        match &self.0 {
            Repr::Scalar(value) => std::slice::from_ref(value),
            Repr::Heap(dense) => &dense.data,
        }
    }

    /// Its elements for writing; shared storage is copied first.
    #[inline]
    pub fn make_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Repr::Scalar(value) => std::slice::from_mut(value),
            Repr::Heap(dense) => {
                let dense = Rc::make_mut(dense);
                dense.forget();
                &mut dense.data
            }
        }
    }

    /// Its elements for writing if nobody shares them.
    #[inline]
    pub fn get_mut(&mut self) -> Option<&mut [T]> {
        match &mut self.0 {
            Repr::Scalar(value) => Some(std::slice::from_mut(value)),
            Repr::Heap(dense) => Rc::get_mut(dense).map(|dense| {
                dense.forget();
                &mut dense.data[..]
            }),
        }
    }

    /// Whether writing needs no copy.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        match &self.0 {
            Repr::Scalar(_) => true,
            Repr::Heap(dense) => Rc::strong_count(dense) == 1,
        }
    }

    /// The same elements, which Octave has in the storage of another array, as it has
    /// parts that lie together there.
    #[must_use]
    pub(crate) fn in_storage_of(mut self, whole: &Array<T>) -> Array<T> {
        if let (Repr::Heap(part), Repr::Heap(whole)) = (&mut self.0, &whole.0)
            && let Some(part) = Rc::get_mut(part)
        {
            part.storage = OnceCell::from(Rc::clone(whole.storage.get_or_init(Rc::default)));
        }
        self
    }

    /// The same elements, which Octave keeps as places that were found.
    #[must_use]
    pub fn marked_places(mut self) -> Array<T> {
        if let Repr::Heap(dense) = &mut self.0
            && let Some(dense) = Rc::get_mut(dense)
        {
            dense.places = true;
        }
        self
    }

    /// Whether Octave keeps them as places that were found.
    #[must_use]
    pub fn is_places(&self) -> bool {
        matches!(&self.0, Repr::Heap(dense) if dense.places)
    }

    /// Whether Octave, too, has these elements for this array alone.
    #[must_use]
    pub(crate) fn is_alone(&self) -> bool {
        match &self.0 {
            Repr::Scalar(_) => true,
            Repr::Heap(dense) => {
                let storage = dense.storage.get();
                Rc::strong_count(dense) == 1
                    && !dense.places
                    && storage.is_none_or(|storage| Rc::strong_count(storage) == 1)
            }
        }
    }

    /// Whether both share one storage, so that their elements are the same.
    #[must_use]
    pub fn shares_storage(&self, other: &Array<T>) -> bool {
        matches!((&self.0, &other.0), (Repr::Heap(a), Repr::Heap(b)) if Rc::ptr_eq(a, b))
    }

    /// Its size and elements; the elements are copied if they are shared.
    #[must_use]
    pub fn into_parts(self) -> (Dims, Vec<T>) {
        match self.0 {
            Repr::Scalar(value) => (Dims::SCALAR, vec![value]),
            Repr::Heap(dense) => match Rc::try_unwrap(dense) {
                Ok(dense) => (dense.dims, dense.data),
                Err(dense) => {
                    memory::demand::<T>(dense.data.len());
                    (dense.dims.clone(), dense.data.clone())
                }
            },
        }
    }

    /// Its elements; copied if they are shared.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.into_parts().1
    }

    /// The same elements with another size.
    ///
    /// # Panics
    ///
    /// If the number of elements differs: a bug in the caller.
    #[must_use]
    pub fn reshaped(self, dims: Dims) -> Array<T> {
        if *self.dims() == dims {
            return self.with_structure(Structure::Full);
        }
        match self.0 {
            Repr::Heap(mut dense) if !dims.is_scalar() => {
                assert_eq!(dims.numel(), dense.data.len(), "elements of an array of size {dims}");
                let Some(own) = Rc::get_mut(&mut dense) else {
                    let whole = Array(Repr::Heap(dense));
                    return Array::new(dims, whole.as_slice().to_vec()).in_storage_of(&whole);
                };
                own.dims = dims;
                own.structure = Structure::Full;
                own.places = false;
                Array(Repr::Heap(dense))
            }
            repr => Array::new(dims, Array(repr).into_vec()),
        }
    }

    /// The array of the same size with `f` of each element.
    #[must_use]
    pub fn map<U: Clone>(&self, f: impl FnMut(&T) -> U) -> Array<U> {
        let mut f = f;
        match &self.0 {
            Repr::Scalar(value) => Array::scalar(f(value)),
            Repr::Heap(dense) => {
                memory::demand::<U>(dense.data.len());
                Array(Repr::Heap(Rc::new(Dense {
                    dims: dense.dims.clone(),
                    data: dense.data.iter().map(f).collect(),
                    structure: Structure::Full,
                    places: false,
                    storage: OnceCell::new(),
                })))
            }
        }
    }

    /// `f` of each element, in place where nobody shares the storage.
    #[must_use]
    pub fn map_in_place(mut self, mut f: impl FnMut(&T) -> T) -> Array<T> {
        match self.get_mut() {
            Some(data) => {
                for element in data {
                    *element = f(element);
                }
                self
            }
            None => self.map(f),
        }
    }

    /// Writes `value` at the place `index`, which may be the one after the last of a
    /// row (or of a 0x0 array): then the row grows, its storage by doubling.
    /// Gives the value back if the place is neither.
    pub fn set_or_push(&mut self, index: usize, value: T) -> std::result::Result<(), T> {
        let numel = self.numel();
        if index < numel {
            self.make_mut()[index] = value;
            return Ok(());
        }
        if index > numel || !(self.dims().is_row() || self.dims().is_zero_by_zero()) {
            return Err(value);
        }
        match &mut self.0 {
            Repr::Scalar(first) => *self = Array::row(vec![first.clone(), value]),
            Repr::Heap(dense) if numel > 0 => {
                let dense = Rc::make_mut(dense);
                dense.forget();
                dense.data.push(value);
                dense.dims = Dims::matrix(1, dense.data.len());
            }
            Repr::Heap(_) => *self = Array::scalar(value),
        }
        Ok(())
    }

    /// Appends elements to a row of two or more (or to `self` being a 1x1), its storage
    /// growing by doubling. Tells whether it did: not if it is anything else.
    pub fn extend_row(&mut self, elements: &[T]) -> bool {
        match &mut self.0 {
            Repr::Scalar(first) => {
                if elements.is_empty() {
                    return true;
                }
                let mut data = Vec::with_capacity(elements.len() + 1);
                data.push(first.clone());
                data.extend_from_slice(elements);
                *self = Array::row(data);
            }
            Repr::Heap(dense) => {
                if !dense.dims.is_row() || dense.data.is_empty() {
                    return false;
                }
                let dense = Rc::make_mut(dense);
                dense.forget();
                dense.data.extend_from_slice(elements);
                dense.dims = Dims::matrix(1, dense.data.len());
            }
        }
        true
    }
}
