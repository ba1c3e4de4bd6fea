//! MAT files of version 5: a header of 128 bytes, then tagged elements.
//!
//! First, some terminology. An *element* has a type, a length and data; one of at most four bytes
//! may be *small*, with type, length and data in eight bytes. A variable is an element of type
//! *matrix* whose data are elements: flags with the class, the size, the name, the contents.
//! Version 7 puts each such element into one of type *compressed*, which is a zlib stream.

mod element;
mod read;
mod write;

pub use read::{Contents, read};
pub(crate) use write::written_class;
pub use write::{append, write};

/// Whether the bytes begin as a MAT file of version 5 or 7 does.
#[must_use]
pub fn is_mat5(bytes: &[u8]) -> bool {
    matches!(bytes.get(124..128), Some([0, 1, b'I', b'M'] | [1, 0, b'M', b'I']))
}

/// Whether the bytes begin as a MAT file of version 7.3 or any other HDF5 file does.
#[must_use]
pub fn is_hdf5(bytes: &[u8]) -> bool {
    const SIGNATURE: &[u8] = b"\x89HDF\r\n\x1a\n";
    bytes.starts_with(SIGNATURE) || bytes.get(512..520) == Some(SIGNATURE)
}

/// The types of elements.
pub(crate) mod kind {
    pub(crate) const INT8: u32 = 1;
    pub(crate) const UINT8: u32 = 2;
    pub(crate) const INT16: u32 = 3;
    pub(crate) const UINT16: u32 = 4;
    pub(crate) const INT32: u32 = 5;
    pub(crate) const UINT32: u32 = 6;
    pub(crate) const SINGLE: u32 = 7;
    pub(crate) const DOUBLE: u32 = 9;
    pub(crate) const INT64: u32 = 12;
    pub(crate) const UINT64: u32 = 13;
    pub(crate) const MATRIX: u32 = 14;
    pub(crate) const COMPRESSED: u32 = 15;
    pub(crate) const UTF8: u32 = 16;
    pub(crate) const UTF16: u32 = 17;
    pub(crate) const UTF32: u32 = 18;
}

/// The classes of matrices.
pub(crate) mod class {
    pub(crate) const CELL: u32 = 1;
    pub(crate) const STRUCT: u32 = 2;
    pub(crate) const OBJECT: u32 = 3;
    pub(crate) const CHAR: u32 = 4;
    pub(crate) const SPARSE: u32 = 5;
    pub(crate) const DOUBLE: u32 = 6;
    pub(crate) const SINGLE: u32 = 7;
    pub(crate) const INT8: u32 = 8;
    pub(crate) const UINT8: u32 = 9;
    pub(crate) const INT16: u32 = 10;
    pub(crate) const UINT16: u32 = 11;
    pub(crate) const INT32: u32 = 12;
    pub(crate) const UINT32: u32 = 13;
    pub(crate) const INT64: u32 = 14;
    pub(crate) const UINT64: u32 = 15;
    pub(crate) const FUNCTION: u32 = 16;
    pub(crate) const OPAQUE: u32 = 17;
}

/// The flags of a matrix.
pub(crate) mod flag {
    pub(crate) const LOGICAL: u32 = 0x200;
    pub(crate) const GLOBAL: u32 = 0x400;
    pub(crate) const COMPLEX: u32 = 0x800;
}
