//! Sets of classes.
//!
//! The classes of the language have a bit each, and one bit stands for all others: *objects* of
//! classes that a program defines, and of what MATLAB has and we do not (tables, graphics).
//!
//! ```text
//! s.f = 1      of what nothing was known of: afterwards a struct or an object
//! x + 1        afterwards x is an array; an object only if a class in sight has operators
//! ```

use std::fmt;

use formwork_runtime::Class;

/// A set of classes, one bit each, and one for objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClassSet(u32);

impl ClassSet {
    /// No class: there is no such value.
    pub const NONE: ClassSet = ClassSet(0);
    /// Objects of classes that are not part of the language.
    pub const OBJECTS: ClassSet = ClassSet(1 << Class::ALL.len());
    /// Every class: nothing is known.
    pub const ALL: ClassSet = ClassSet((1 << (Class::ALL.len() + 1)) - 1);
    /// The integer classes.
    pub const INTEGERS: ClassSet = ClassSet::of(&[
        Class::Int8,
        Class::Int16,
        Class::Int32,
        Class::Int64,
        Class::Uint8,
        Class::Uint16,
        Class::Uint32,
        Class::Uint64,
    ]);
    /// Double and single.
    pub const FLOATS: ClassSet = ClassSet::of(&[Class::Double, Class::Single]);
    /// The classes of numbers.
    pub const NUMBERS: ClassSet = ClassSet::INTEGERS.union(ClassSet::FLOATS);
    /// What arithmetic takes: numbers, truth values and text.
    pub const ARRAYS: ClassSet =
        ClassSet::NUMBERS.union(ClassSet::of(&[Class::Logical, Class::Char]));

    /// One class.
    #[must_use]
    pub const fn only(class: Class) -> ClassSet {
        ClassSet(1 << class as u32)
    }

    /// Some classes.
    #[must_use]
    pub const fn of(classes: &[Class]) -> ClassSet {
        let mut set = ClassSet::NONE;
        let mut place = 0;
        while place < classes.len() {
            set = set.union(ClassSet::only(classes[place]));
            place += 1;
        }
        set
    }

    /// What is in either.
    #[must_use]
    pub const fn union(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 | other.0)
    }

    /// What is in both.
    #[must_use]
    pub const fn intersection(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & other.0)
    }

    /// What is in this and not in the other.
    #[must_use]
    pub const fn minus(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & !other.0)
    }

    /// Whether a class is among them.
    #[must_use]
    pub const fn contains(self, class: Class) -> bool {
        self.0 & ClassSet::only(class).0 != 0
    }

    /// Whether every class of this set is among those of `other`.
    #[must_use]
    pub const fn is_within(self, other: ClassSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it may be an object of a class that is not part of the language.
    #[must_use]
    pub const fn may_be_object(self) -> bool {
        self.0 & ClassSet::OBJECTS.0 != 0
    }

    /// The class, if there is exactly one, which is part of the language.
    #[must_use]
    pub fn single(self) -> Option<Class> {
        let mut classes = self.iter();
        let single = classes.next().filter(|_| classes.next().is_none());
        single.filter(|_| !self.may_be_object())
    }

    /// The classes that are part of the language, in the order of [`Class::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Class> {
        Class::ALL.into_iter().filter(move |&class| self.contains(class))
    }

    /// Whether something holds of every class; of objects nothing does.
    pub fn all(self, holds: impl FnMut(Class) -> bool) -> bool {
        !self.may_be_object() && self.iter().all(holds)
    }

    /// The set of what a function makes of each class.
    #[must_use]
    pub fn map(self, mut f: impl FnMut(Class) -> ClassSet) -> ClassSet {
        self.iter().fold(ClassSet::NONE, |set, class| set.union(f(class)))
    }
}

impl FromIterator<Class> for ClassSet {
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> ClassSet {
        classes.into_iter().fold(ClassSet::NONE, |set, class| set.union(ClassSet::only(class)))
    }
}

impl fmt::Display for ClassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ClassSet::ALL {
            return f.write_str("any class");
        }
        if self.is_empty() {
            return f.write_str("no class");
        }
        for (place, class) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" or ")?;
            }
            f.write_str(class.name())?;
        }
        match (self.may_be_object(), self.iter().next()) {
            (true, Some(_)) => f.write_str(" or object"),
            (true, None) => f.write_str("object"),
            (false, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_its_own_place() {
        let all: ClassSet = Class::ALL.into_iter().collect();
        assert_eq!(all.union(ClassSet::OBJECTS), ClassSet::ALL);
        assert_eq!(all.iter().count(), Class::ALL.len());
        assert_eq!(ClassSet::ALL.to_string(), "any class");
    }

    #[test]
    fn sets_print_and_compare() {
        let set = ClassSet::of(&[Class::Single, Class::Double]);
        assert_eq!(set.to_string(), "double or single");
        assert!(ClassSet::only(Class::Single).is_within(set));
        assert!(!ClassSet::only(Class::Char).is_within(set));
        assert_eq!(set.single(), None);
        let opaque = ClassSet::only(Class::Struct).union(ClassSet::OBJECTS);
        assert_eq!((opaque.single(), &*opaque.to_string()), (None, "struct or object"));
        assert_eq!(set.intersection(ClassSet::only(Class::Double)).single(), Some(Class::Double));
    }
}
