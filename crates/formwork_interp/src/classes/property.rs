//! Getting and setting one property of one object: who may, methods that do it, what is declared.

use std::rc::Rc;

use formwork_builtins::Args;
use formwork_hir::{MemberAccess, MemberAttributes};
use formwork_runtime::{Array, Class, Dims, Error, Object, Result, Value, ops};

use super::{Method, Property, UserClass, access_word, class_of};
use crate::code::Code;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// The class whose method is running.
    pub(crate) fn current_class(&self) -> Option<Rc<UserClass>> {
        let mut index = self.frames.len() - 1;
        // A text that is evaluated in a method is part of it.
        while let Some(over) = self.frames[index].over {
            index = over;
        }
        self.frames[index].code.unit.upgrade()?.class.get()?.upgrade()
    }

    /// Whether the running function may use what a class has for some alone.
    fn may_use(&self, definer: &str, access: &MemberAccess) -> bool {
        let inside = |class: &UserClass| *class.name == *definer;
        match access {
            MemberAccess::Public => true,
            MemberAccess::Private | MemberAccess::Immutable => {
                self.current_class().is_some_and(|class| inside(&class))
            }
            MemberAccess::Protected => self.current_class().is_some_and(|class| {
                inside(&class)
                    || class.ancestors.iter().any(|ancestor| **ancestor == *definer)
                    || self.inherits(definer, &class.name)
            }),
            MemberAccess::Classes(classes) => self.current_class().is_some_and(|class| {
                inside(&class) || class.ancestors.iter().any(|own| classes.contains(own))
            }),
        }
    }

    /// Whether a class inherits from another.
    fn inherits(&self, class: &str, from: &str) -> bool {
        let class = self.class_with_name(class);
        class.is_some_and(|class| class.ancestors.iter().any(|ancestor| **ancestor == *from))
    }

    /// An error if the running function may not call a method.
    pub(crate) fn allow_method(&self, _class: &UserClass, method: &Method) -> Result<()> {
        let MemberAttributes { get, .. } = &method.attributes;
        if self.may_use(&method.definer, get) {
            return Ok(());
        }
        Err(Error::plain(format!(
            "subsref: method '{}' has {} access and cannot be run in this context",
            method.name,
            access_word(get)
        )))
    }

    /// A method of the class that is running which not everybody may call.
    pub(crate) fn guarded_method(&mut self, name: &str) -> Result<Option<Rc<Code>>> {
        let method = self.current_class().and_then(|class| class.method(name).map(Rc::clone));
        match method.filter(|method| method.attributes.get != MemberAccess::Public) {
            Some(method) => self.method_code(&method).map(Some),
            None => Ok(None),
        }
    }

    /// The value of a property of an object.
    pub(crate) fn get_property(
        &mut self,
        value: &Value,
        object: &Object,
        property: &Property,
    ) -> Result<Value> {
        let attributes = &property.attributes;
        if attributes.get != MemberAccess::Public
            && !self.may_use(&property.definer, &attributes.get)
        {
            return Err(Error::plain(format!(
                "subsref: property '{}' has {} access and cannot be obtained in this context",
                property.name,
                access_word(&attributes.get)
            )));
        }
        self.property_value(value, object, property)
    }

    /// The same, whoever asks.
    pub(crate) fn property_value(
        &mut self,
        value: &Value,
        object: &Object,
        property: &Property,
    ) -> Result<Value> {
        if property.attributes.is_constant {
            let Some(class) = class_of(object) else { return Ok(Value::empty()) };
            return self.constant(&class, property);
        }
        if let Some(getter) = &property.getter
            && !Rc::ptr_eq(getter, &self.frame().code)
        {
            let getter = Rc::clone(getter);
            let values = self.call_code(&getter, smallvec::smallvec![value.clone()], 1, None)?;
            return values.into_iter().next().ok_or_else(|| {
                Error::plain(format!("the method that gets '{}' gives nothing", property.name))
            });
        }
        let stored = property.place.and_then(|place| object.field(place));
        stored.ok_or_else(|| Error::plain(format!("property '{}' has no value", property.name)))
    }

    /// The value of a constant, computed when somebody first asks.
    pub(crate) fn constant(&mut self, class: &UserClass, property: &Property) -> Result<Value> {
        if let Some(value) = class.constants.borrow().get(&property.name) {
            return Ok(value.clone());
        }
        let value = match &property.default {
            Some(code) => self.first_value(code)?,
            None => Value::empty(),
        };
        let value = match &property.check {
            Some(check) => self.checked(property, check, value)?,
            None => value,
        };
        class.constants.borrow_mut().insert(Rc::clone(&property.name), value.clone());
        Ok(value)
    }

    /// Sets a property of an object.
    pub(crate) fn set_property(
        &mut self,
        object: &mut Value,
        name: &str,
        value: Value,
    ) -> Result<()> {
        let Value::Object(inner) = &*object else {
            return Err(Error::plain("invalid use of a value as an object"));
        };
        let Some(class) = class_of(inner) else {
            return Err(Error::plain("invalid index for class assignment"));
        };
        let property = self.settable(&class, name)?;
        let watched = inner.reference().filter(|one| !one.listeners.borrow().is_empty()).cloned();
        if let Some(referent) = &watched {
            self.tell_of_property(referent, &object.clone(), name, "PreSet")?;
        }
        self.set_allowed(object, &class, property, value)?;
        match &watched {
            Some(referent) => self.tell_of_property(referent, &object.clone(), name, "PostSet"),
            None => Ok(()),
        }
    }

    fn set_allowed(
        &mut self,
        object: &mut Value,
        class: &UserClass,
        property: &Property,
        value: Value,
    ) -> Result<()> {
        if let Some(setter) = &property.setter
            && !Rc::ptr_eq(setter, &self.frame().code)
        {
            let setter = Rc::clone(setter);
            let gives = setter.body.outputs.len().min(1);
            let args: Args = smallvec::smallvec![object.clone(), value];
            let values = self.call_code(&setter, args, gives, None)?;
            if !class.is_handle
                && let Some(changed) = values.into_iter().next()
            {
                *object = changed;
            }
            return Ok(());
        }
        self.put_property(object, property, value)
    }

    /// A property that the running function may set.
    pub(crate) fn settable<'c>(&self, class: &'c UserClass, name: &str) -> Result<&'c Property> {
        let Some(property) = class.property(name) else {
            return Err(Error::plain(format!("subsasgn: unknown property: {name}")));
        };
        let attributes = &property.attributes;
        if attributes.is_constant {
            return Err(Error::plain(format!("subsasgn: cannot assign constant property: {name}")));
        }
        if attributes.set != MemberAccess::Public
            && !self.may_use(&property.definer, &attributes.set)
        {
            return Err(Error::plain(format!(
                "subsasgn: property '{name}' has {} access and cannot be set in this context",
                access_word(&attributes.set)
            )));
        }
        Ok(property)
    }

    /// Stores the value of a property once it is what is declared.
    pub(crate) fn put_property(
        &mut self,
        object: &mut Value,
        property: &Property,
        value: Value,
    ) -> Result<()> {
        let value = match &property.check {
            Some(check) => self.checked(property, check, value)?,
            None => value,
        };
        let Value::Object(inner) = object else { return Ok(()) };
        let Some(place) = property.place else { return Ok(()) };
        // What all copies of a handle share is changed where it is.
        let old = if inner.reference().is_some() {
            Object::clone(inner).replace_field(place, value)
        } else {
            Rc::make_mut(inner).replace_field(place, value)
        };
        drop(old);
        self.run_cleanups()
    }

    /// A value as it is declared to be.
    pub(crate) fn checked(
        &mut self,
        property: &Property,
        check: &Rc<Code>,
        value: Value,
    ) -> Result<Value> {
        let outcome = self.call_code(check, smallvec::smallvec![value], 1, None);
        let mut values = outcome.map_err(|mut error| {
            let said = format!("{}: Invalid argument at position 1. ", check.body.name);
            if let Some(rest) = error.message.strip_prefix(&said) {
                error.message = format!(
                    "Error setting property '{}' of class '{}'. {rest}",
                    property.name, property.definer
                );
            }
            error
        })?;
        values.pop().ok_or_else(|| Error::plain("a value was lost"))
    }

    /// What a property is that is declared and has no default.
    pub(crate) fn declared_empty(&self, check: &Rc<Code>) -> Value {
        let Some(rule) = check.body.arguments.first() else { return Value::empty() };
        let dims = match &rule.size {
            Some(size) => {
                let extents: Vec<usize> = size.iter().map(|extent| extent.unwrap_or(0)).collect();
                Dims::new(&extents)
            }
            None => Dims::EMPTY,
        };
        let class = rule.class.as_ref().map_or(Some(Class::Double), |name| Class::from_name(name));
        let zeros = |dims: Dims| Value::Double(Array::filled(dims, 0.0));
        match class {
            Some(Class::Char) if dims.is_empty() => Value::text("").reshaped(dims),
            Some(Class::Cell) => formwork_runtime::CellArray::filled(dims).into(),
            Some(class) if class.is_numeric() || class == Class::Logical => {
                ops::cast(zeros(dims), class).unwrap_or_else(|_| Value::empty())
            }
            _ => Value::empty(),
        }
    }
}
