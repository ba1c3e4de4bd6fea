//! A class as its file defines it, lowered for whoever runs programs.
//!
//! Defaults, validators and the methods that read or set a property are bodies of their own, which
//! stand here and not among the functions of the unit: nobody calls them by name, and who analyses
//! programs reads what a class says of its objects off its text (`class.rs`).
//!
//! ```text
//! classdef Meter < handle
//!   properties (SetAccess = private)
//!     total (1,1) double = 0        default: a body that gives 0; check: one that converts
//!   end
//!   methods
//!     function set.total (o, v) …   setter
//! ```

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::body::{Body, BodyId, ExprId};

/// Who may use a member of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MemberAccess {
    /// Everybody.
    #[default]
    Public,
    /// The class and those that inherit from it.
    Protected,
    /// The class.
    Private,
    /// Only the constructor sets it.
    Immutable,
    /// The class and these.
    Classes(Rc<[Rc<str>]>),
}

/// What the attributes of a block or a class say.
#[derive(Clone, Debug, Default)]
pub struct MemberAttributes {
    /// Who may get a property, or call a method.
    pub get: MemberAccess,
    /// Who may set a property.
    pub set: MemberAccess,
    /// One value for the class.
    pub is_constant: bool,
    /// Computed by a method.
    pub is_dependent: bool,
    /// Another class defines it.
    pub is_abstract: bool,
    /// Nobody is shown it.
    pub is_hidden: bool,
    /// A method that takes no object.
    pub is_static: bool,
    /// No class inherits from it.
    pub is_sealed: bool,
}

/// A property of a class.
#[derive(Clone, Debug)]
pub struct PropertyUnit {
    /// Its name.
    pub name: Rc<str>,
    /// What is said of its block.
    pub attributes: MemberAttributes,
    /// Gives its default.
    pub default: Option<Rc<Body>>,
    /// Brings a value to the declared size and class, and checks it.
    pub check: Option<Rc<Body>>,
    /// The method that gets it.
    pub getter: Option<Rc<Body>>,
    /// The method that sets it.
    pub setter: Option<Rc<Body>>,
}

/// A method of a class.
#[derive(Clone, Debug)]
pub struct MethodUnit {
    /// Its name.
    pub name: Rc<str>,
    /// Its body; nothing if it is abstract or stands in a file of its own.
    pub body: Option<BodyId>,
    /// What is said of its block.
    pub attributes: MemberAttributes,
}

/// A constant of an enumeration.
#[derive(Clone, Debug)]
pub struct EnumeratorUnit {
    /// Its name.
    pub name: Rc<str>,
    /// Gives a cell with the arguments of the constructor.
    pub arguments: Rc<Body>,
}

/// A class.
#[derive(Clone, Debug, Default)]
pub struct ClassUnit {
    /// Its name, without packages.
    pub name: Rc<str>,
    /// The classes it inherits from, as they are written.
    pub superclasses: Vec<Rc<str>>,
    /// What is said of the class.
    pub attributes: MemberAttributes,
    /// Its properties.
    pub properties: Vec<PropertyUnit>,
    /// Its methods.
    pub methods: Vec<MethodUnit>,
    /// Its events.
    pub events: Vec<Rc<str>>,
    /// The constants of its enumeration.
    pub enumerators: Vec<EnumeratorUnit>,
    pub(crate) by_name: FxHashMap<Rc<str>, usize>,
}

impl ClassUnit {
    pub(crate) fn finish(&mut self) {
        for (place, method) in self.methods.iter().enumerate() {
            self.by_name.entry(Rc::clone(&method.name)).or_insert(place);
        }
    }

    /// The method of that name.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&MethodUnit> {
        self.by_name.get(name).map(|&place| &self.methods[place])
    }
}

/// An expression that only means something where classes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassWord {
    /// `name@class`: a method of the superclass, or its constructor before the object.
    Super {
        /// The method, or the object that is being made.
        name: Rc<str>,
        /// The superclass.
        class: Rc<str>,
    },
    /// `?class`
    Meta(Rc<str>),
}

/// Such expressions of a body, which are no others to whoever analyses it.
pub type ClassWords = FxHashMap<ExprId, ClassWord>;
