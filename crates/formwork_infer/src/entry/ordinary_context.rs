//! What is known besides of a function that is walked as it is called ordinarily: the class that it is
//! a method of (`own_class`), and what its help states of its outputs (`stated_outputs`).

use std::path::PathBuf;
use std::rc::Rc;

use formwork_domain::{AbstractValue, ClassSet, Contents, Fields, ValueFact};
use formwork_hir::body::{Body, Unit};
use formwork_hir::{ClassText, SlotId};
use formwork_runtime::Class;
use formwork_shape::extent::ExtentId;
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{Algebra, Stock};
use rustc_hash::FxHashSet;

/// What is known besides of a function that is walked as it is called ordinarily.
#[derive(Default)]
pub(crate) struct OrdinaryContext {
    /// The class that it is a method of.
    pub(crate) own_class: Option<Box<OwnClass>>,
    /// What its help states of its outputs.
    pub(crate) stated_outputs: Vec<StatedOutput>,
}

/// The extents of an output as the help states them, those of the arguments' that it names.
pub(crate) struct StatedOutput {
    pub(super) slot: SlotId,
    pub(super) extents: Vec<Option<ExtentId>>,
}

/// What is known of the objects of the class whose methods are walked.
#[derive(Debug)]
pub(crate) struct OwnClass {
    pub(super) path: PathBuf,
    pub(super) unit: Rc<Unit>,
    pub(super) text: ClassText,
    /// The field that tells an object of the class from any struct.
    pub(super) mark: Rc<str>,
    /// What properties are, those that are declared first.
    pub(super) properties: Vec<(Rc<str>, AbstractValue)>,
    pub(super) declared: usize,
    /// The properties in which methods store something.
    pub(super) stored: FxHashSet<Rc<str>>,
    /// Whether the constructor is being walked.
    pub(super) constructing: bool,
    /// Whether it came to its end.
    pub(super) constructed: bool,
    /// What there was when it did.
    pub(super) stock: Stock,
    /// What of its sizes is so only by chance.
    pub(super) generic: Vec<Requirement>,
    /// What holds of its sizes if methods do not change those.
    pub(super) learned: Vec<Requirement>,
    /// The properties in which something of another size was stored, and those whose number changes.
    pub(super) broken: FxHashSet<Rc<str>>,
    pub(super) varied: FxHashSet<Rc<str>>,
}

impl OwnClass {
    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.properties[..self.declared].iter().any(|(own, _)| **own == *name)
    }

    pub(super) fn is_marked(&self, value: &AbstractValue) -> bool {
        matches!(&value.contents,
            Some(Contents::Fields(fields)) if fields.get(&self.mark).is_some())
    }

    pub(super) fn has_method(&self, name: &str) -> bool {
        self.text.methods.iter().any(|own| own == name)
    }

    pub(super) fn has_static(&self, name: &str) -> bool {
        self.text.statics.iter().any(|own| own == name)
    }

    /// An object with some properties.
    pub(super) fn object(&self, properties: &[(Rc<str>, AbstractValue)]) -> AbstractValue {
        let truth = AbstractValue::of_class_and_shape(Class::Logical, Algebra::SCALAR);
        let mut fields = Fields { known: vec![(Rc::clone(&self.mark), truth)], open: true };
        for (name, value) in properties {
            fields.set(name, value.clone());
        }
        AbstractValue {
            contents: Some(Contents::Fields(Rc::new(fields))),
            ..AbstractValue::new(ClassSet::only(Class::Struct), Some(Algebra::SCALAR))
        }
    }

    /// What of the sizes of the constructor's arguments is so only by chance counts in methods, too.
    pub(crate) fn share_by_chance(&mut self, body: &Body, by_chance: &mut Vec<Requirement>) {
        if self.constructing && *body.name == *self.text.name {
            self.generic.clone_from(by_chance);
        } else {
            by_chance.extend(self.generic.iter().cloned());
        }
    }

    /// Gives up what did not settle; whether that was anything.
    pub(super) fn settle(&mut self) -> bool {
        let before = self.properties.len();
        let broken = std::mem::take(&mut self.broken);
        let declared = self.properties.drain(..self.declared).collect::<Vec<_>>();
        self.properties.retain(|(name, _)| !broken.contains(name));
        self.properties.splice(0..0, declared);
        let varied = std::mem::take(&mut self.varied);
        let mut changed = self.properties.len() < before;
        for (_, value) in self.properties.iter_mut().filter(|(name, _)| varied.contains(name)) {
            changed |= value.value != ValueFact::Any;
            *value = AbstractValue::new(ClassSet::NUMBERS, value.shape);
        }
        changed
    }
}
