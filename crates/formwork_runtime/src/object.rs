//! Objects of the classes that a program defines.
//!
//! An object has the class that its text says, known to the runtime as an [`ObjectClass`], and the
//! values of its properties in the order in which the class counts them. There are arrays of
//! objects: each element has its own values, or refers to them if the class is one of handles. An
//! object of the old kind, which `class (structure, "name")` makes, is a struct array with a name.
//! What methods do is for whoever runs the program: nothing here calls one.
//!
//! ```text
//! p = Point (1, 2)      Fields [x, y]: copied when one of several copies is written to
//! h = Account ("me")    Reference: all copies are the same account
//! ```

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use crate::array::Array;
use crate::dims::Dims;
use crate::structs::StructArray;
use crate::value::{DueActions, Value};

/// What the runtime asks the class of an object.
pub trait ObjectClass: fmt::Debug {
    /// Its name, with the packages that it stands in.
    fn name(&self) -> &str;

    /// Whether copies of an object are the same object.
    fn is_handle(&self) -> bool;

    /// Whether it is the class of that name or inherits from it.
    fn is_a(&self, name: &str) -> bool;

    /// The properties that everybody sees, sorted by name, with their places among the values;
    /// no place for those that a method computes.
    fn shown(&self) -> &[(Rc<str>, Option<usize>)];

    /// For whoever runs it.
    fn into_any(self: Rc<Self>) -> Rc<dyn Any>;
}

/// The values of the properties of one object.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<Value>);

impl Drop for Fields {
    fn drop(&mut self) {
        crate::release::release(std::mem::take(&mut self.0));
    }
}

/// What all copies of an object of a class of handles share.
#[derive(Debug)]
pub struct Referent {
    /// The values of its properties.
    pub fields: RefCell<Fields>,
    /// Whether it has not been deleted.
    pub valid: Cell<bool>,
    /// Who is told of its events: name of the event, and the listener, which is an object, too.
    pub listeners: RefCell<Vec<(Rc<str>, Value)>>,
    class: Rc<dyn ObjectClass>,
    /// Where it goes when the last copy is gone, for its destructor.
    finish: RefCell<Option<DueActions>>,
}

impl Referent {
    /// Its destructor is not due any more.
    pub fn forget_destructor(&self) {
        self.finish.replace(None);
    }
}

impl Drop for Referent {
    fn drop(&mut self) {
        let Some(due) = self.finish.take() else { return };
        let again = Referent {
            fields: RefCell::new(self.fields.take()),
            valid: Cell::new(self.valid.get()),
            listeners: RefCell::new(self.listeners.take()),
            class: Rc::clone(&self.class),
            finish: RefCell::new(None),
        };
        // Only while the list is being emptied is it borrowed: never here.
        if let Ok(mut due) = due.try_borrow_mut() {
            due.push(Object::of_reference(Rc::new(again)).into());
        }
    }
}

/// One object of an array.
#[derive(Clone, Debug)]
pub enum Member {
    /// Of a class of values.
    Fields(Fields),
    /// Of a class of handles.
    Reference(Rc<Referent>),
}

/// What an object consists of.
#[derive(Clone, Debug)]
enum State {
    Members(Dims, Vec<Member>),
    /// Of the old kind.
    Record(StructArray),
}

/// The properties of an object with their values, as they are displayed.
pub type View = Rc<[(Rc<str>, Value)]>;

/// An object, or an array of objects of one class.
#[derive(Clone, Debug)]
pub struct Object {
    class: Rc<dyn ObjectClass>,
    state: State,
    /// What is displayed, if whoever runs the program had to compute it.
    view: Option<View>,
}

impl Object {
    /// An object with the values of its properties.
    #[must_use]
    pub fn new(class: Rc<dyn ObjectClass>, fields: Vec<Value>) -> Object {
        let member = if class.is_handle() {
            Member::Reference(Rc::new(Referent {
                fields: RefCell::new(Fields(fields)),
                valid: Cell::new(true),
                listeners: RefCell::default(),
                class: Rc::clone(&class),
                finish: RefCell::new(None),
            }))
        } else {
            Member::Fields(Fields(fields))
        };
        Object { class, state: State::Members(Dims::SCALAR, vec![member]), view: None }
    }

    fn of_reference(referent: Rc<Referent>) -> Object {
        let class = Rc::clone(&referent.class);
        let members = vec![Member::Reference(referent)];
        Object { class, state: State::Members(Dims::SCALAR, members), view: None }
    }

    /// An array of objects; `None` if there are not as many as the size says.
    #[must_use]
    pub fn array(class: Rc<dyn ObjectClass>, dims: Dims, members: Vec<Member>) -> Option<Object> {
        (dims.checked_numel() == Some(members.len())).then(|| Object {
            class,
            state: State::Members(dims, members),
            view: None,
        })
    }

    /// An object of the old kind.
    #[must_use]
    pub fn record(class: Rc<dyn ObjectClass>, fields: StructArray) -> Object {
        Object { class, state: State::Record(fields), view: None }
    }

    /// Its class.
    #[must_use]
    pub fn class(&self) -> &Rc<dyn ObjectClass> {
        &self.class
    }

    /// Its size.
    #[must_use]
    pub fn dims(&self) -> Dims {
        match &self.state {
            State::Members(dims, _) => dims.clone(),
            State::Record(fields) => fields.dims().clone(),
        }
    }

    /// How many objects there are.
    #[must_use]
    pub fn numel(&self) -> usize {
        match &self.state {
            State::Members(_, members) => members.len(),
            State::Record(fields) => fields.numel(),
        }
    }

    /// The objects of an array; none for one of the old kind.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        match &self.state {
            State::Members(_, members) => members,
            State::Record(_) => &[],
        }
    }

    /// The struct that an object of the old kind is.
    #[must_use]
    pub fn as_record(&self) -> Option<&StructArray> {
        match &self.state {
            State::Members(..) => None,
            State::Record(fields) => Some(fields),
        }
    }

    /// The same, to write to.
    pub fn record_mut(&mut self) -> Option<&mut StructArray> {
        match &mut self.state {
            State::Members(..) => None,
            State::Record(fields) => Some(fields),
        }
    }

    /// The value of a property of a single object.
    #[must_use]
    pub fn field(&self, place: usize) -> Option<Value> {
        match self.members() {
            [Member::Fields(fields)] => fields.0.get(place).cloned(),
            [Member::Reference(referent)] => {
                referent.fields.try_borrow().ok()?.0.get(place).cloned()
            }
            _ => None,
        }
    }

    /// Gives a property of a single object another value; what it had is returned.
    pub fn replace_field(&mut self, place: usize, value: Value) -> Option<Value> {
        let State::Members(_, members) = &mut self.state else { return None };
        match &mut members[..] {
            [Member::Fields(fields)] => {
                fields.0.get_mut(place).map(|field| std::mem::replace(field, value))
            }
            [Member::Reference(referent)] => {
                let mut fields = referent.fields.try_borrow_mut().ok()?;
                fields.0.get_mut(place).map(|field| std::mem::replace(field, value))
            }
            _ => None,
        }
    }

    /// What all copies of a single object of a class of handles share.
    #[must_use]
    pub fn reference(&self) -> Option<&Rc<Referent>> {
        match self.members() {
            [Member::Reference(referent)] => Some(referent),
            _ => None,
        }
    }

    /// When the last copy of this object of a class of handles is gone, it goes to a list.
    pub fn finish_in(&self, due: &DueActions) {
        if let Some(referent) = self.reference() {
            referent.finish.replace(Some(Rc::clone(due)));
        }
    }

    /// The numbers of the objects, in an array as large as this one.
    #[must_use]
    pub fn positions(&self) -> Value {
        let numbers = (1..=self.numel()).map(|number| number as f64).collect();
        Value::Double(Array::new(self.dims(), numbers))
    }

    /// The same object with what is displayed of it.
    #[must_use]
    pub fn with_view(&self, view: View) -> Object {
        Object { view: Some(view), ..self.clone() }
    }

    /// The properties that are displayed, with their values.
    #[must_use]
    pub fn view(&self) -> View {
        if let Some(view) = &self.view {
            return Rc::clone(view);
        }
        let shown = self.class.shown().iter();
        shown
            .map(|(name, place)| {
                let value = place.and_then(|place| self.field(place));
                (Rc::clone(name), value.unwrap_or_else(Value::empty))
            })
            .collect()
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Value {
        Value::Object(Rc::new(object))
    }
}
