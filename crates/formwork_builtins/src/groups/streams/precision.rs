//! How `fread` and `fwrite` name the classes of bytes.

use formwork_runtime::Class;

/// The class that a name means; of text and truth values one byte each.
pub(super) fn class_of(name: &str) -> Option<Class> {
    let name: String =
        name.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    Some(match name.as_str() {
        "int8" | "integer*1" | "schar" | "signedchar" => Class::Int8,
        "uint8" | "uchar" | "unsignedchar" => Class::Uint8,
        "char" | "char*1" => Class::Char,
        "int16" | "integer*2" | "short" => Class::Int16,
        "uint16" | "ushort" | "unsignedshort" => Class::Uint16,
        "int32" | "integer*4" | "int" => Class::Int32,
        "uint32" | "uint" | "unsignedint" => Class::Uint32,
        "int64" | "integer*8" | "long" | "longlong" => Class::Int64,
        "uint64" | "ulong" | "unsignedlong" | "ulonglong" | "unsignedlonglong" => Class::Uint64,
        "single" | "float" | "float32" | "real*4" => Class::Single,
        "double" | "float64" | "real*8" => Class::Double,
        "logical" => Class::Logical,
        _ => return None,
    })
}

/// How many bytes an element has in a file.
pub(super) const fn width(class: Class) -> usize {
    match class {
        Class::Int16 | Class::Uint16 => 2,
        Class::Int32 | Class::Uint32 | Class::Single => 4,
        Class::Int64 | Class::Uint64 | Class::Double => 8,
        _ => 1,
    }
}

/// What a precision says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Precision {
    /// What is in the file.
    pub(super) stored: Class,
    /// What becomes of it.
    pub(super) given: Class,
    /// How many elements stand together between what is skipped.
    pub(super) block: usize,
}

impl Precision {
    /// Reads `uint8`, `*uint8`, `3*int16=>double`, ….
    pub(super) fn read(text: &str) -> Option<Precision> {
        let text = text.trim();
        let (stored, given) = match text.split_once("=>") {
            Some((stored, given)) => (stored.trim(), Some(given.trim())),
            None => (text, None),
        };
        if let Some(name) = stored.strip_prefix('*') {
            let class = class_of(name)?;
            return Some(Precision { stored: class, given: class, block: 1 });
        }
        let (block, name) = match stored.split_once('*') {
            Some((count, name)) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
                (count.parse().ok().filter(|&count| count > 0)?, name)
            }
            _ => (1, stored),
        };
        let stored = class_of(name)?;
        let given = match given {
            Some(name) => class_of(name)?,
            None => Class::Double,
        };
        Some(Precision { stored, given, block })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precisions_are_read() {
        let is = |text: &str, stored, given, block| {
            assert_eq!(Precision::read(text), Some(Precision { stored, given, block }), "{text}");
        };
        is("uint8", Class::Uint8, Class::Double, 1);
        is("*uint8", Class::Uint8, Class::Uint8, 1);
        is("uint8=>char", Class::Uint8, Class::Char, 1);
        is("3*int16 => single", Class::Int16, Class::Single, 3);
        is("real*8", Class::Double, Class::Double, 1);
        is("unsigned char", Class::Uint8, Class::Double, 1);
        assert_eq!(Precision::read("foo"), None);
        assert_eq!(Precision::read("0*int8"), None);
    }
}
