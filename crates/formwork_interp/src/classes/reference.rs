//! What all objects of classes of handles can do: be deleted, tell of events, be copied.

use std::rc::Rc;

use formwork_builtins::{Args, DESTRUCTOR, HandleMethod, Values, none, one};
use formwork_runtime::{Array, Error, Member, Object, Referent, Result, Value};

use super::{UserClass, class_of};
use crate::interpreter::Interpreter;

/// What listeners of a property wait for, behind its name.
const OF_PROPERTIES: [&str; 4] = ["PostSet", "PreSet", "PostGet", "PreGet"];

impl Interpreter<'_> {
    /// Calls a method that every class of handles has.
    pub(crate) fn reference_method(&mut self, method: HandleMethod, args: Args) -> Result<Values> {
        let Some(Value::Object(object)) = args.first() else {
            return Err(Error::plain("the first argument must be an object of a handle class"));
        };
        let object = Rc::clone(object);
        match method {
            HandleMethod::IsValid => {
                let valid = |member: &Member| match member {
                    Member::Reference(referent) => referent.valid.get(),
                    Member::Fields(_) => true,
                };
                let answers = object.members().iter().map(valid).collect();
                one(Value::Bool(Array::new(object.dims(), answers)))
            }
            HandleMethod::Delete => {
                for member in object.members() {
                    if let Member::Reference(referent) = member {
                        referent.valid.set(false);
                    }
                }
                none()
            }
            HandleMethod::AddListener => self.add_listener(&object, &args),
            HandleMethod::Notify => self.notify(&object, &args),
            HandleMethod::Copy => self.copy_object(&object),
        }
    }

    /// `addlistener (object, event, callback)`, or with a property and what is waited for.
    fn add_listener(&mut self, object: &Rc<Object>, args: &Args) -> Result<Values> {
        let (name, callback) = match &args[1..] {
            [event, callback] => (text_of(event)?, callback),
            [property, what, callback] => {
                let what = text_of(what)?;
                if !OF_PROPERTIES.contains(&&*what) {
                    return Err(Error::plain(format!("addlistener: unknown event '{what}'")));
                }
                (format!("{}.{what}", text_of(property)?), callback)
            }
            _ => return Err(Error::invalid_call("addlistener")),
        };
        let Some(class) = class_of(object) else {
            return Err(Error::plain("addlistener: invalid object"));
        };
        match name.split_once('.') {
            Some((property, _)) if class.property(property).is_none() => {
                return Err(Error::plain(format!(
                    "addlistener: property '{property}' is not defined for class '{}'",
                    class.name
                )));
            }
            None if !has_event(&class, &name) => {
                return Err(no_event(&class, &name));
            }
            _ => {}
        }
        let mut made = self.library_object("event.listener")?;
        self.set_property(&mut made, "EventName", Value::text(&name))?;
        self.set_property(&mut made, "Callback", callback.clone())?;
        for member in object.members() {
            if let Member::Reference(referent) = member {
                referent.listeners.borrow_mut().push((name.as_str().into(), made.clone()));
            }
        }
        one(made)
    }

    /// `notify (object, event)`
    fn notify(&mut self, object: &Rc<Object>, args: &Args) -> Result<Values> {
        let (name, data) = match &args[1..] {
            [event] => (text_of(event)?, None),
            [event, data] => (text_of(event)?, Some(data.clone())),
            _ => return Err(Error::invalid_call("notify")),
        };
        let Some(class) = class_of(object) else { return none() };
        if !has_event(&class, &name) {
            return Err(no_event(&class, &name));
        }
        for number in 1..=object.numel() {
            let source = Value::from(object.gathered(&Value::count(number))?);
            let mut data = match &data {
                Some(data) => data.clone(),
                None => self.library_object("event.EventData")?,
            };
            self.set_property(&mut data, "Source", source.clone())?;
            self.set_property(&mut data, "EventName", Value::text(&name))?;
            self.tell(&source, &name, &source, &data)?;
        }
        none()
    }

    /// Calls the listeners of an event, in the order in which they came.
    fn tell(&mut self, source: &Value, name: &str, said: &Value, data: &Value) -> Result<()> {
        let Value::Object(object) = source else { return Ok(()) };
        let Some(referent) = object.reference() else { return Ok(()) };
        let listeners: Vec<Value> = referent
            .listeners
            .borrow()
            .iter()
            .filter(|(event, _)| **event == *name)
            .map(|(_, listener)| listener.clone())
            .collect();
        for listener in listeners {
            if !self.is_listening(&listener)? {
                continue;
            }
            let callback = self.property_values(&listener, "Callback")?;
            let Some(callback) = callback.into_iter().next() else { continue };
            let args: Args = smallvec::smallvec![said.clone(), data.clone()];
            self.call_value(&callback, args, 0)?;
        }
        Ok(())
    }

    fn is_listening(&mut self, listener: &Value) -> Result<bool> {
        let valid = match listener {
            Value::Object(object) => object.reference().is_some_and(|one| one.valid.get()),
            _ => false,
        };
        if !valid {
            return Ok(false);
        }
        let enabled = self.property_values(listener, "Enabled")?;
        enabled.first().map_or(Ok(false), formwork_runtime::ops::is_true)
    }

    /// Tells the listeners of a property that it was set or is about to be.
    pub(crate) fn tell_of_property(
        &mut self,
        referent: &Referent,
        object: &Value,
        property: &str,
        what: &str,
    ) -> Result<()> {
        if referent.listeners.borrow().is_empty() {
            return Ok(());
        }
        let name = format!("{property}.{what}");
        let waits = referent.listeners.borrow().iter().any(|(event, _)| **event == *name);
        if !waits {
            return Ok(());
        }
        let mut data = self.library_object("event.PropertyEvent")?;
        let source = Value::structure([("Name", Value::text(property))]);
        self.set_property(&mut data, "AffectedObject", object.clone())?;
        self.set_property(&mut data, "Source", source.clone())?;
        self.set_property(&mut data, "EventName", Value::text(what))?;
        self.tell(object, &name, &source, &data)
    }

    /// Calls the destructor of an object whose last copy is gone.
    pub(crate) fn destroy(&mut self, object: &Value) -> Result<()> {
        let Value::Object(inner) = object else { return Ok(()) };
        match class_of(inner) {
            Some(class) => self.destroy_as(&class, object),
            None => Ok(()),
        }
    }

    /// Calls the destructor of a class and those of its superclasses.
    fn destroy_as(&mut self, class: &Rc<UserClass>, object: &Value) -> Result<()> {
        let own = class.method(DESTRUCTOR).filter(|method| method.definer == class.name);
        if let Some(method) = own.map(Rc::clone) {
            let code = self.method_code(&method)?;
            self.call_code(&code, smallvec::smallvec![object.clone()], 0, None)?;
        }
        for base in &class.bases {
            self.destroy_as(base, object)?;
        }
        Ok(())
    }

    /// A copy of an object that does not share what it consists of.
    fn copy_object(&mut self, object: &Rc<Object>) -> Result<Values> {
        let mut copies = Vec::with_capacity(object.numel());
        for member in object.members() {
            let fields = match member {
                Member::Reference(referent) => referent.fields.borrow().0.clone(),
                Member::Fields(fields) => fields.0.clone(),
            };
            let copy = Object::new(Rc::clone(object.class()), fields);
            copies.extend(copy.members().iter().cloned());
        }
        let copied = Object::array(Rc::clone(object.class()), object.dims(), copies);
        one(copied.map(Value::from).ok_or_else(Error::too_large)?)
    }
}

fn has_event(class: &UserClass, name: &str) -> bool {
    class.events.iter().any(|event| **event == *name) || name == DESTROYED
}

/// The event that every class of handles has.
const DESTROYED: &str = "ObjectBeingDestroyed";

fn no_event(class: &UserClass, name: &str) -> Box<Error> {
    Error::plain(format!("Event '{name}' is not defined for class '{}'", class.name))
}

fn text_of(value: &Value) -> Result<String> {
    match value.as_text() {
        Some(text) => Ok(text.into_owned()),
        None => Err(Error::plain("the name of an event must be a string")),
    }
}
