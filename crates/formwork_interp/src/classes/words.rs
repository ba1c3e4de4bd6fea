//! What only means something where classes are: `method@Super (…)`, `?Class`, and what stands behind
//! the name of a class.

use std::rc::Rc;

use formwork_builtins::{Args, Values};
use formwork_hir::ClassWord;
use formwork_hir::body::{Access, ExprId, Link, Root};
use formwork_runtime::{Error, Result, Value};

use super::build::CONSTANT;
use super::{Method, UserClass};
use crate::code::{Callable, Code};
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// The values of such an expression, with what follows it; nothing if it is none.
    pub(crate) fn class_word(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        links: &[Link],
        nargout: usize,
    ) -> Option<Result<Values>> {
        let word = code.body.class_words.get(&id)?.clone();
        Some(match word {
            ClassWord::Meta(class) => {
                let meta = self.meta_class(&class);
                meta.and_then(|meta| self.follow(code, meta, links, nargout, None))
            }
            ClassWord::Super { name, class } => {
                self.super_call(code, &name, &class, links, nargout)
            }
        })
    }

    fn super_call(
        &mut self,
        code: &Rc<Code>,
        name: &str,
        class: &str,
        links: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        let (args, rest) = match links {
            [Link::Paren(arguments), rest @ ..] => (self.list(code, &arguments.exprs)?, rest),
            rest => (Args::new(), rest),
        };
        let output = code.body.outputs.first().map(|&slot| &code.body.slots[slot].name);
        let constructs = output.is_some_and(|output| **output == *name)
            && self.current_class().is_some_and(|own| *own.short_name() == *code.body.name);
        let Some(base) = self.class_in_sight(class)? else {
            if constructs && formwork_builtins::language_base(class).is_some() {
                // What the language has itself to inherit from has nothing to set up.
                let slot = code.body.outputs[0];
                return Ok(self.slot(slot).get().into_iter().collect());
            }
            if let Some(method) = formwork_builtins::HandleMethod::of(name) {
                return self.reference_method(method, args);
            }
            return Err(Error::plain(format!("class not found: {class}")));
        };
        let wanted = if rest.is_empty() { nargout } else { 1 };
        let values = if constructs {
            self.call_super_constructor(code, &base, args)?
        } else {
            match base.method(name).map(Rc::clone) {
                Some(method) => self.call_method(&method, args, wanted)?,
                None => return self.super_builtin(name, &base, args, wanted),
            }
        };
        match (rest, values.first()) {
            ([], _) if constructs && nargout == 0 => Ok(Values::new()),
            ([], _) => Ok(values),
            (rest, Some(value)) => self.follow(code, value.clone(), rest, nargout, None),
            (_, None) => Err(Error::plain("indexing undefined value")),
        }
    }

    /// A method that every object has.
    fn super_builtin(
        &mut self,
        name: &str,
        base: &UserClass,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        match formwork_builtins::find(name) {
            Some(row) => self.call_builtin(row, args, nargout),
            None => {
                Err(Error::plain(format!("no method '{name}' found in superclass {}", base.name)))
            }
        }
    }

    /// Calls a method whoever may do so has asked for.
    pub(crate) fn call_method(
        &mut self,
        method: &Rc<Method>,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        let code = self.method_code(method)?;
        self.call_code(&code, args, nargout, None)
    }

    /// `package.name…` of a package that was not in sight when the text was read.
    pub(crate) fn dotted_call(
        &mut self,
        code: &Rc<Code>,
        access: &Access,
        nargout: usize,
    ) -> Option<Result<Values>> {
        let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return None };
        let fields = access.links.iter().map_while(|link| match link {
            Link::Field(name) => Some(Rc::clone(name)),
            Link::Paren(_) | Link::Brace(_) | Link::DynamicField(_) => None,
        });
        let mut names = vec![code.body.calls[call].name.to_string()];
        for field in fields {
            let longer = format!("{}.{field}", names[names.len() - 1]);
            names.push(longer);
        }
        for (used, name) in names.iter().enumerate().skip(1).rev() {
            let found = match self.find_callable(code, name) {
                Some(found) => Some(found),
                None => self.library_class(name).ok().flatten().map(Callable::Class),
            };
            let Some(callable) = found else { continue };
            let rest = &access.links[used..];
            if let (Callable::Class(class), [Link::Field(_) | Link::DynamicField(_), ..]) =
                (&callable, rest)
            {
                return Some(self.class_member(code, class, rest, nargout));
            }
            return Some(self.given(code, rest).and_then(|(args, rest)| {
                let wanted = if rest.is_empty() { nargout } else { 1 };
                let values = self.call_or_dispatch(name, &callable, args, wanted)?;
                if rest.is_empty() {
                    return Ok(values);
                }
                self.follow_values(code, values, rest, nargout)
            }));
        }
        None
    }

    /// `Class.member…`: a constant, a static method, a constant of the enumeration.
    pub(crate) fn class_member(
        &mut self,
        code: &Rc<Code>,
        class: &Rc<UserClass>,
        links: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        let (name, rest) = match links {
            [Link::Field(name), rest @ ..] => (Rc::clone(name), rest),
            [Link::DynamicField(id), rest @ ..] => (self.field_name(code, *id)?, rest),
            _ => return Err(Error::plain("invalid use of a class")),
        };
        if let Some(value) = self.enumerator(class, &name)? {
            return self.follow(code, value, rest, nargout, None);
        }
        if let Some(method) = class.method(&name).map(Rc::clone) {
            if !method.attributes.is_static {
                return Err(Error::plain(format!("method '{name}' is not static")));
            }
            self.allow_method(class, &method)?;
            let (args, rest) = match rest {
                [Link::Paren(arguments), rest @ ..] => (self.list(code, &arguments.exprs)?, rest),
                rest => (Args::new(), rest),
            };
            let wanted = if rest.is_empty() { nargout } else { 1 };
            let values = self.call_method(&method, args, wanted)?;
            return self.follow_values(code, values, rest, nargout);
        }
        let Some(property) = class.property(&name) else {
            return Err(Error::plain(format!("no such method or property '{name}'")));
        };
        if !property.attributes.is_constant {
            return Err(Error::plain(format!("property '{name}' is not constant")));
        }
        let value = self.constant(class, property)?;
        self.follow(code, value, rest, nargout, None)
    }

    /// What follows the values of a call.
    pub(crate) fn follow_values(
        &mut self,
        code: &Rc<Code>,
        values: Values,
        rest: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        match (rest, values.into_iter().next()) {
            ([], Some(value)) if nargout <= 1 => Ok(smallvec::smallvec![value]),
            (rest, Some(value)) => self.follow(code, value, rest, nargout, None),
            ([], None) => Ok(Values::new()),
            (_, None) => Err(Error::plain("indexing undefined value")),
        }
    }

    /// A constant of the enumeration of a class.
    pub(crate) fn enumerator(
        &mut self,
        class: &Rc<UserClass>,
        name: &str,
    ) -> Result<Option<Value>> {
        let Some((name, code)) = class.enumerators.iter().find(|(own, _)| **own == *name) else {
            return Ok(None);
        };
        if let Some(value) = class.constants.borrow().get(name) {
            return Ok(Some(value.clone()));
        }
        let Value::Cell(arguments) = self.first_value(&Rc::clone(code))? else {
            return Ok(None);
        };
        let args: Args = arguments.as_slice().iter().cloned().collect();
        let mut object = self.new_object(class)?;
        if let (Some(property), Value::Object(made)) = (class.property(CONSTANT), &mut object)
            && let Some(place) = property.place
        {
            Rc::make_mut(made).replace_field(place, Value::text(&**name));
        }
        let value = self.run_constructor(class, object, args)?;
        class.constants.borrow_mut().insert(Rc::clone(name), value.clone());
        Ok(Some(value))
    }

    /// Which constant of the enumeration of its class a value is.
    pub(crate) fn enumerator_name(&self, class: &UserClass, value: &Value) -> Option<Rc<str>> {
        let Value::Object(object) = value else { return None };
        let name = object.field(class.property(CONSTANT)?.place?)?;
        name.as_text().map(|name| name.as_ref().into()).filter(|name: &Rc<str>| !name.is_empty())
    }
}
