//! Making objects: defaults, constructors, and those of superclasses.

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::{Args, DESTRUCTOR, Values};
use formwork_hir::ClassWord;
use formwork_hir::body::Body;
use formwork_runtime::{Error, Object, ObjectClass, Result, Value};
use formwork_syntax::with_enough_stack;

use super::{MethodCode, UserClass};
use crate::code::Code;
use crate::frame::Slot;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// Calls a class: makes an object.
    pub(crate) fn construct(&mut self, class: &Rc<UserClass>, args: Args) -> Result<Value> {
        if class.is_abstract {
            return Err(Error::plain(format!(
                "cannot instantiate object for abstract class '{}'",
                class.name
            )));
        }
        if let Some(constructor) = class.constructor() {
            let constructor = Rc::clone(constructor);
            self.allow_method(class, &constructor)?;
        }
        let object = self.new_object(class)?;
        with_enough_stack(|| self.run_constructor(class, object, args))
    }

    /// An object on which no constructor has run.
    pub(crate) fn new_object(&mut self, class: &Rc<UserClass>) -> Result<Value> {
        let fields = self.defaults(class)?;
        let object = Object::new(Rc::clone(class) as Rc<dyn ObjectClass>, fields);
        if class.is_handle && class.method(DESTRUCTOR).is_some() {
            object.finish_in(&self.session.due_cleanups);
            self.session.made_cleanups = true;
        }
        Ok(object.into())
    }

    /// The values of a new object: defaults are computed once.
    fn defaults(&mut self, class: &Rc<UserClass>) -> Result<Vec<Value>> {
        if let Some(values) = class.defaults.get() {
            return Ok(values.clone());
        }
        let mut values = Vec::with_capacity(class.properties.len());
        for property in class.properties.iter().filter(|property| property.place.is_some()) {
            let value = match &property.default {
                Some(code) => Some(self.first_value(code)?),
                None => None,
            };
            let value = match (value, &property.check) {
                (Some(value), Some(check)) => self.checked(property, check, value)?,
                (Some(value), None) => value,
                // What is declared says of what class it is without elements.
                (None, Some(check)) => self.declared_empty(check),
                (None, None) => Value::empty(),
            };
            values.push(value);
        }
        Ok(class.defaults.get_or_init(|| values).clone())
    }

    /// The value that a body without arguments gives.
    pub(crate) fn first_value(&mut self, code: &Rc<Code>) -> Result<Value> {
        let values = self.call_code(code, Args::new(), 1, None)?;
        values.into_iter().next().ok_or_else(|| Error::plain("a default has no value"))
    }

    /// Runs the constructor of a class on an object, after those of its superclasses that it does
    /// not call itself.
    pub(crate) fn run_constructor(
        &mut self,
        class: &Rc<UserClass>,
        object: Value,
        args: Args,
    ) -> Result<Value> {
        let code = match class.constructor().map(|method| &method.code) {
            Some(MethodCode::Here(code)) => Rc::clone(code),
            Some(MethodCode::File(_) | MethodCode::Missing) | None => {
                return self.run_inherited(class, object, args);
            }
        };
        let mut object = object;
        for base in class.bases.clone() {
            if !calls_constructor(&code.body, &base) {
                object = self.run_constructor(&base, object, Args::new())?;
            }
        }
        self.classes.constructing = Some(object);
        let outcome = self.call_code(&code, args, 1, None);
        self.classes.constructing = None;
        match outcome?.into_iter().next() {
            Some(value @ Value::Object(_)) => Ok(value),
            _ => Err(Error::plain(format!(
                "{}: the constructor returns no object of its class",
                class.name
            ))),
        }
    }

    /// A class without a constructor passes its arguments on to its superclass.
    fn run_inherited(&mut self, class: &Rc<UserClass>, object: Value, args: Args) -> Result<Value> {
        let mut object = object;
        let mut args = Some(args);
        for base in class.bases.clone() {
            let given = args.take().unwrap_or_default();
            object = self.run_constructor(&base, object, given)?;
        }
        Ok(object)
    }

    /// `object@Super (…)` in a constructor.
    pub(crate) fn call_super_constructor(
        &mut self,
        code: &Rc<Code>,
        base: &Rc<UserClass>,
        args: Args,
    ) -> Result<Values> {
        let Some(&slot) = code.body.outputs.first() else {
            return Err(Error::plain("a constructor without an output has no object"));
        };
        let Some(object) = self.slot(slot).get() else {
            return Err(Error::plain("the object that is being made has no value"));
        };
        let made = self.run_constructor(base, object, args)?;
        self.set_slot(slot, made.clone())?;
        Ok(smallvec::smallvec![made])
    }

    /// Puts the object that is being made into the output of its constructor.
    pub(crate) fn take_constructed(&mut self, body: &Body) {
        if let Some(object) = self.classes.constructing.take()
            && let Some(&slot) = body.outputs.first()
        {
            let place = self.base + slot.index();
            match &mut self.stack[place] {
                Slot::Shared(shared) => {
                    shared.borrow_mut().replace(object);
                }
                unset @ (Slot::Unset | Slot::Value(_)) => *unset = Slot::Value(object),
            }
        }
    }
}

/// Whether a constructor calls that of a superclass itself.
fn calls_constructor(body: &Body, base: &UserClass) -> bool {
    let Some(output) = body.outputs.first().map(|&slot| &body.slots[slot].name) else {
        return false;
    };
    body.class_words.values().any(|word| match word {
        ClassWord::Super { name, class } => {
            name == output && (**class == *base.name || **class == *base.short_name())
        }
        ClassWord::Meta(_) => false,
    })
}
