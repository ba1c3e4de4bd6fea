//! What follows an object: `obj.x (2).y`, `obj.method (…)`, `objs (3)`, and classes that say
//! themselves what that means.

use std::rc::Rc;

use formwork_builtins::{Args, BuiltinId, HandleMethod, Values};
use formwork_hir::body::Link;
use formwork_runtime::ops::BinaryOp;
use formwork_runtime::{CellArray, Error, Object, Result, StructArray, Value, index};

use super::{Method, class_of, old_class_of};
use crate::code::Code;
use crate::interpreter::{EndObject, Interpreter};
use crate::store::Step;

impl Interpreter<'_> {
    /// The values of an object with the links that follow it, of which there is at least one.
    pub(crate) fn follow_object(
        &mut self,
        code: &Rc<Code>,
        value: &Value,
        links: &[Link],
        nargout: usize,
        name: Option<&str>,
    ) -> Result<Values> {
        let Value::Object(object) = value else { return Ok(Values::new()) };
        if let Some(method) = self.own_indexing(object, BuiltinId::Subsref)? {
            return self.own_reference(code, value, &method, links, nargout);
        }
        let [link, rest @ ..] = links else { return Ok(smallvec::smallvec![value.clone()]) };
        match link {
            Link::Paren(arguments) => {
                let args = self.subscripts(code, arguments, EndObject::Value(value.clone()))?;
                let chosen = self.object_elements(value, &args).map_err(|error| match name {
                    Some(name) => self.naming(code, error, name),
                    None => error,
                })?;
                self.follow(code, chosen, rest, nargout, None)
            }
            Link::Brace(_) if object.as_record().is_some() => {
                Err(Error::plain("invalid index for class"))
            }
            Link::Brace(_) if object.numel() != 1 => Err(not_of_array(object)),
            Link::Brace(_) => Err(Error::plain("object cannot be indexed with '{'")),
            Link::Field(field) => {
                let field = Rc::clone(field);
                self.follow_field(code, value, (&field, name), rest, nargout)
            }
            Link::DynamicField(id) => {
                let field = self.field_name(code, *id)?;
                self.follow_field(code, value, (&field, name), rest, nargout)
            }
        }
    }

    /// `obj.field…`
    fn follow_field(
        &mut self,
        code: &Rc<Code>,
        value: &Value,
        (field, name): (&str, Option<&str>),
        rest: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        let Value::Object(object) = value else { return Ok(Values::new()) };
        let Some(class) = class_of(object) else {
            let values = self.record_field(object, field)?;
            return match (&values[..], rest) {
                (_, []) => Ok(values),
                ([one], rest) => self.follow(code, one.clone(), rest, nargout, name),
                _ => Err(Error::plain("a cs-list cannot be further indexed")),
            };
        };
        if let Some(method) = class.method(field).map(Rc::clone) {
            self.allow_method(&class, &method)?;
            let mut args = Args::new();
            if !method.attributes.is_static {
                args.push(value.clone());
            }
            let (given, rest) = self.given(code, rest)?;
            args.extend(given);
            let wanted = if rest.is_empty() { nargout } else { 1 };
            let values = self.call_method(&method, args, wanted)?;
            return if rest.is_empty() {
                Ok(values)
            } else {
                self.follow_values(code, values, rest, nargout)
            };
        }
        if class.property(field).is_some() {
            let values = self.property_values(value, field)?;
            return match (&values[..], rest) {
                (_, []) => Ok(values),
                ([one], rest) => self.follow(code, one.clone(), rest, nargout, name),
                _ if values.len() > 1 => Err(not_of_array(object)),
                _ => Err(Error::plain("a cs-list cannot be further indexed")),
            };
        }
        if class.is_handle
            && let Some(method) = HandleMethod::of(field)
        {
            let (given, rest) = self.given(code, rest)?;
            let args = std::iter::once(value.clone()).chain(given).collect();
            let values = self.reference_method(method, args)?;
            return self.follow_values(code, values, rest, nargout);
        }
        if self.enumerator(&class, field)?.is_some() {
            let one = std::slice::from_ref(&Link::Field(field.into())).to_vec();
            let links: Vec<Link> = one.into_iter().chain(rest.iter().cloned()).collect();
            return self.class_member(code, &class, &links, nargout);
        }
        Err(unknown_member(field))
    }

    /// The arguments of a method, and what follows them.
    pub(crate) fn given<'l>(
        &mut self,
        code: &Rc<Code>,
        links: &'l [Link],
    ) -> Result<(Args, &'l [Link])> {
        match links {
            [Link::Paren(arguments), rest @ ..] => Ok((self.list(code, &arguments.exprs)?, rest)),
            rest => Ok((Args::new(), rest)),
        }
    }

    /// The values of a property of each object of an array.
    pub(crate) fn property_values(&mut self, value: &Value, name: &str) -> Result<Values> {
        let Value::Object(object) = value else { return Ok(Values::new()) };
        let Some(class) = class_of(object) else { return self.record_field(object, name) };
        let Some(property) = class.property(name) else { return Err(unknown_member(name)) };
        if object.numel() == 1 {
            return Ok(smallvec::smallvec![self.get_property(value, object, property)?]);
        }
        let mut values = Values::new();
        for number in 1..=object.numel() {
            let one = Value::from(object.gathered(&Value::count(number))?);
            let Value::Object(single) = &one else { continue };
            values.push(self.get_property(&one, single, property)?);
        }
        Ok(values)
    }

    /// The method of a class that says itself what indexing does, unless it is one of the class
    /// that asks.
    pub(crate) fn own_indexing(
        &mut self,
        object: &Object,
        id: BuiltinId,
    ) -> Result<Option<Rc<Code>>> {
        if let Some(class) = class_of(object) {
            let Some(method) = class.method(id.name()).map(Rc::clone) else { return Ok(None) };
            if self.current_class().is_some_and(|own| class.ancestors.contains(&own.name)) {
                return Ok(None);
            }
            return self.method_code(&method).map(Some);
        }
        let Some(class) = old_class_of(object) else { return Ok(None) };
        if self.record_seen_from_here(object).is_some() {
            return Ok(None);
        }
        Ok(self.old_method(&class, id.name()).map(|(code, _)| code))
    }

    /// Calls a class's own `subsref`.
    fn own_reference(
        &mut self,
        code: &Rc<Code>,
        value: &Value,
        method: &Rc<Code>,
        links: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        let mut steps = Vec::with_capacity(links.len());
        for link in links {
            steps.push(self.step_of(code, link, value)?);
        }
        let args: Args = smallvec::smallvec![value.clone(), described(&steps)];
        let wanted = nargout.min(
            method.body.outputs.len().max(usize::from(method.body.varargout.is_some()) * nargout),
        );
        let mut values = self.call_code(method, args, wanted, None)?;
        values.truncate(nargout.max(1));
        Ok(values)
    }

    /// A link with its arguments evaluated; `end` is that of the object.
    fn step_of(&mut self, code: &Rc<Code>, link: &Link, value: &Value) -> Result<Step> {
        Ok(match link {
            Link::Paren(arguments) => {
                let object = EndObject::Value(value.clone());
                Step::Paren(self.subscripts(code, arguments, object)?)
            }
            Link::Brace(arguments) => {
                let object = EndObject::Value(value.clone());
                Step::Brace(self.subscripts(code, arguments, object)?)
            }
            Link::Field(name) => Step::Field(Rc::clone(name)),
            Link::DynamicField(id) => Step::Field(self.field_name(code, *id)?),
        })
    }

    /// What `end` is in the subscripts of an object.
    pub(crate) fn object_end(&mut self, value: &Value) -> Result<Value> {
        let (position, count) = match self.ends.last() {
            Some(context) => (context.position, context.count),
            None => (0, 1),
        };
        let args: Args =
            smallvec::smallvec![value.clone(), Value::count(position + 1), Value::count(count)];
        if let Some(method) = self.object_method(END, value)? {
            let values = self.call_code(&method, args, 1, None)?;
            return values.into_iter().next().ok_or_else(|| Error::plain("end has no value"));
        }
        Ok(Value::count(index::end(value, position, count)))
    }

    /// Subscripts of something that is no object, in which objects say which elements they mean.
    pub(crate) fn indices_of(&mut self, list: Args, indexed: &EndObject) -> Result<Args> {
        if !super::has_object(&list) {
            return Ok(list);
        }
        let is_array = match indexed {
            EndObject::Slot(slot) => self.stack[*slot].get().is_some_and(|value| is_array(&value)),
            EndObject::Value(value) => is_array(value),
        };
        if !is_array {
            return Ok(list);
        }
        let mut subscripts = Args::new();
        for value in list {
            match self.object_method(INDEX, &value)? {
                Some(method) => {
                    let from_zero = self.call_code(&method, smallvec::smallvec![value], 1, None)?;
                    let Some(from_zero) = from_zero.into_iter().next() else { continue };
                    let one = Value::double(1.0);
                    subscripts.push(self.operate(BinaryOp::Add, from_zero, one)?);
                }
                None => subscripts.push(value),
            }
        }
        Ok(subscripts)
    }

    /// The code of a method of an object.
    pub(crate) fn object_method(&mut self, name: &str, value: &Value) -> Result<Option<Rc<Code>>> {
        let Value::Object(object) = value else { return Ok(None) };
        if let Some(class) = class_of(object) {
            let Some(method) = class.method(name).map(Rc::clone) else { return Ok(None) };
            return self.method_code(&method).map(Some);
        }
        let Some(class) = old_class_of(object) else { return Ok(None) };
        Ok(self.old_method(&class, name).map(|(code, _)| code))
    }

    /// What one step leads to in an object.
    pub(crate) fn object_step(&mut self, value: &Value, step: &Step) -> Result<Values> {
        let Value::Object(object) = value else { return Ok(Values::new()) };
        if let Some(method) = self.own_indexing(object, BuiltinId::Subsref)? {
            let steps = described(std::slice::from_ref(step));
            return self.call_code(&method, smallvec::smallvec![value.clone(), steps], 1, None);
        }
        match step {
            Step::Paren(args) => Ok(smallvec::smallvec![self.object_elements(value, args)?]),
            Step::Brace(_) => Err(Error::plain("object cannot be indexed with '{'")),
            Step::Field(name) => {
                let class = class_of(object);
                let method: Option<Rc<Method>> =
                    class.as_ref().and_then(|class| class.method(name).map(Rc::clone));
                match method {
                    Some(method) => {
                        self.call_method(&method, smallvec::smallvec![value.clone()], 1)
                    }
                    None => self.property_values(value, name),
                }
            }
        }
    }
}

/// The method that says which element an object means as a subscript, counted from zero.
const INDEX: &str = "subsindex";

/// Whether subscripts of a value choose elements.
fn is_array(value: &Value) -> bool {
    value.is_arithmetic() || matches!(value, Value::Cell(_) | Value::Struct(_))
}

/// The name of the method that says what `end` is.
pub(crate) const END: &str = "end";

/// `builtin ("end", value, position, count)`
pub(crate) fn plain_end(args: &Args) -> Result<Values> {
    let [value, position, count] = &args[..] else { return Err(Error::invalid_call(END)) };
    let whole = |number: &Value| number.as_double().filter(|number| *number >= 1.0);
    let (Some(position), Some(count)) = (whole(position), whole(count)) else {
        return Err(Error::plain("end: K and N must be positive integers"));
    };
    let end = index::end(value, position as usize - 1, count as usize);
    Ok(smallvec::smallvec![Value::count(end)])
}

/// Steps as `subsref` is told of them.
pub(crate) fn described(steps: &[Step]) -> Value {
    let (mut types, mut subs) = (Vec::new(), Vec::new());
    for step in steps {
        let (kind, what) = match step {
            Step::Paren(args) => ("()", CellArray::row(args.to_vec()).into()),
            Step::Brace(args) => ("{}", CellArray::row(args.to_vec()).into()),
            Step::Field(name) => (".", Value::text(&**name)),
        };
        types.push(Value::text(kind));
        subs.push(what);
    }
    let dims = formwork_runtime::Dims::matrix(1, steps.len());
    let mut structs = StructArray::without_fields(dims);
    structs.set_field("type", types);
    structs.set_field("subs", subs);
    structs.into()
}

pub(crate) fn unknown_member(name: &str) -> Box<Error> {
    Error::plain(format!("subsref: unknown method or property: {name}"))
}

fn not_of_array(object: &Object) -> Box<Error> {
    let class = object.class().name();
    Error::plain(format!("can't perform indexing operation on array of {class} objects"))
}
