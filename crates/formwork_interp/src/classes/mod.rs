//! Classes that a program defines, while it runs.
//!
//! First, some terminology. A *class* is what a `classdef` file defines, with everything it inherits
//! laid out flat: its properties are counted, and an object has their values in that order. A class
//! *of the old kind* is a folder `@name` whose constructor calls `class (structure, "name")`. The
//! *definer* of a member is the class whose file says it, which decides who may use it. A call is
//! *dispatched* if one of its arguments is an object whose class has a method of that name; only
//! then does a call cost more than it would without classes.
//!
//! ```text
//! build.rs     the class of a file          follow.rs    obj.x (2).y, obj.method (…)
//! create.rs    constructors, superclasses   change.rs    obj.x (2).y = …
//! property.rs  getting and setting one      dispatch.rs  method (obj), obj + 1, [a, b]
//! arrays.rs    arrays of objects            reference.rs delete, events, ==
//! old.rs       classes of the old kind      show.rs, ask.rs   display, methods, isprop
//! ```
//!
//! Invariants: a class is built once for each file; an object has a value for every property of its
//! class that is no constant; who changes an object of a class of values changes its own copy alone.

mod arrays;
mod ask;
mod build;
mod change;
mod create;
mod dispatch;
mod follow;
mod old;
mod property;
mod reference;
mod show;
mod words;

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

use formwork_hir::{MemberAccess, MemberAttributes};
use formwork_runtime::{Object, ObjectClass, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, LoadedUnit};
pub(crate) use build::is_constructor_file;
pub(crate) use change::Change;
pub(crate) use dispatch::{BuiltIn, has_object};
pub(crate) use follow::{END, plain_end};
pub(crate) use old::OldClass;
pub(crate) use show::holds_objects;

/// The name of the class that all classes of handles inherit from.
pub(crate) const HANDLE: &str = "handle";

/// What classes the interpreter knows.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// By the file that defines them.
    pub(crate) by_path: FxHashMap<PathBuf, Rc<UserClass>>,
    /// Files whose classes are being built.
    pub(crate) building: FxHashSet<PathBuf>,
    /// Classes of the old kind.
    pub(crate) old: FxHashMap<Rc<str>, Rc<OldClass>>,
    /// Methods of classes of the old kind.
    pub(crate) old_methods: FxHashMap<(Rc<str>, Rc<str>), Option<Rc<Code>>>,
    /// Which class of the old kind comes before which other.
    pub(crate) superior: FxHashSet<(Rc<str>, Rc<str>)>,
    /// Whether there may be objects.
    pub(crate) exist: bool,
    /// The object whose constructor is about to be called.
    pub(crate) constructing: Option<Value>,
}

/// A property of a class.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub(crate) name: Rc<str>,
    /// The class that defines it.
    pub(crate) definer: Rc<str>,
    /// Which of the values of an object is its; nothing for constants.
    pub(crate) place: Option<usize>,
    pub(crate) attributes: MemberAttributes,
    pub(crate) default: Option<Rc<Code>>,
    pub(crate) check: Option<Rc<Code>>,
    pub(crate) getter: Option<Rc<Code>>,
    pub(crate) setter: Option<Rc<Code>>,
}

/// Where the code of a method is.
#[derive(Clone, Debug)]
pub(crate) enum MethodCode {
    /// In the file of its class.
    Here(Rc<Code>),
    /// In a file of its own in the folder of the class.
    File(PathBuf),
    /// Nowhere: a class that inherits defines it.
    Missing,
}

/// A method of a class.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) name: Rc<str>,
    /// The class that defines it.
    pub(crate) definer: Rc<str>,
    pub(crate) code: MethodCode,
    pub(crate) attributes: MemberAttributes,
}

/// A class that a file defines.
#[derive(Debug)]
pub(crate) struct UserClass {
    pub(crate) name: Rc<str>,
    pub(crate) unit: Rc<LoadedUnit>,
    /// Those it inherits from directly, the language's own not among them.
    pub(crate) bases: Vec<Rc<UserClass>>,
    /// The names of all classes it inherits from, and its own.
    pub(crate) ancestors: Vec<Rc<str>>,
    pub(crate) is_handle: bool,
    pub(crate) is_abstract: bool,
    pub(crate) properties: Vec<Property>,
    pub(crate) by_property: FxHashMap<Rc<str>, usize>,
    pub(crate) methods: FxHashMap<Rc<str>, Rc<Method>>,
    pub(crate) events: Vec<Rc<str>>,
    /// The constants of its enumeration, with what gives the arguments of the constructor.
    pub(crate) enumerators: Vec<(Rc<str>, Rc<Code>)>,
    shown: Vec<(Rc<str>, Option<usize>)>,
    /// The values of a new object.
    pub(crate) defaults: OnceCell<Vec<Value>>,
    /// The values of constants and of the enumeration, once somebody has asked.
    pub(crate) constants: RefCell<FxHashMap<Rc<str>, Value>>,
}

impl ObjectClass for UserClass {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_handle(&self) -> bool {
        self.is_handle
    }

    fn is_a(&self, name: &str) -> bool {
        self.ancestors.iter().any(|ancestor| **ancestor == *name)
            || (self.is_handle && name == HANDLE)
    }

    fn shown(&self) -> &[(Rc<str>, Option<usize>)] {
        &self.shown
    }

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}

impl UserClass {
    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.by_property.get(name).map(|&place| &self.properties[place])
    }

    pub(crate) fn method(&self, name: &str) -> Option<&Rc<Method>> {
        self.methods.get(name)
    }

    /// Its name without packages, which is that of its constructor.
    pub(crate) fn short_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }

    /// Its constructor, if it has one of its own.
    pub(crate) fn constructor(&self) -> Option<&Rc<Method>> {
        self.method(self.short_name()).filter(|method| *method.definer == *self.name)
    }
}

/// The class of an object, if a file defines it.
pub(crate) fn class_of(object: &Object) -> Option<Rc<UserClass>> {
    Rc::clone(object.class()).into_any().downcast::<UserClass>().ok()
}

/// The class of an object of the old kind.
pub(crate) fn old_class_of(object: &Object) -> Option<Rc<OldClass>> {
    Rc::clone(object.class()).into_any().downcast::<OldClass>().ok()
}

/// The word for who may use a member.
pub(crate) fn access_word(access: &MemberAccess) -> &'static str {
    match access {
        MemberAccess::Public => "public",
        MemberAccess::Protected => "protected",
        MemberAccess::Private => "private",
        MemberAccess::Immutable => "immutable",
        MemberAccess::Classes(_) => "restricted",
    }
}
