//! Calls and indices, one link after the other.

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::{Args, Values};
use formwork_builtins::{map_access, parser_access};
use formwork_hir::SlotId;
use formwork_hir::body::{Access, Arguments, ExprId, ExprKind, Link, Root};
use formwork_runtime::{Error, FunctionHandle, Quote, Result, Value, index};

use crate::classes::has_object;
use crate::code::{Callable, Code};
use crate::frame::Slot;
use crate::interpreter::{EndContext, EndObject, Interpreter};
use crate::lists::Operand;

impl Interpreter<'_> {
    /// The values of an access.
    pub(crate) fn access(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        access: &Access,
        nargout: usize,
    ) -> Result<Values> {
        match access.root {
            Root::Var(slot) => self.access_variable(code, id, slot, &access.links, nargout),
            Root::VarOrCall(slot, _) if self.slot(slot).is_set() => {
                self.access_variable(code, id, slot, &access.links, nargout)
            }
            Root::VarOrCall(_, call) | Root::Call(call) => {
                let target = &code.body.calls[call];
                if !self.frame().dynamic.is_empty()
                    && let Some(value) = self.dynamic_value(&target.name)
                {
                    return self.follow(code, value, &access.links, nargout, Some(&target.name));
                }
                let callable = match self.callable(code, call) {
                    Err(_) if speaks_of_end(&access.links) => {
                        return Err(Error::plain(
                            "invalid use of 'end': may only be used to index existing value",
                        ));
                    }
                    Err(error) => {
                        return self.missed_function(code, id, access, nargout, error);
                    }
                    Ok(found) => found,
                };
                if let (Callable::Class(class), Some(Link::Field(_) | Link::DynamicField(_))) =
                    (&callable, access.links.first())
                {
                    return self.class_member(code, class, &access.links, nargout);
                }
                let (args, rest) = match &access.links[..] {
                    [Link::Paren(arguments), rest @ ..] => {
                        (self.list(code, &arguments.exprs)?, rest)
                    }
                    rest => (Args::new(), rest),
                };
                let wanted = if rest.is_empty() { nargout } else { 1 };
                self.colons = match callable {
                    Callable::User(_) => colons_in(code, &access.links),
                    _ => 0,
                };
                self.calling = Some(id);
                // A function of the same file comes before the methods of classes.
                let called = if target.local.is_some() && !is_method_here(code, &target.name) {
                    self.call_callable(&callable, args, wanted, None)
                } else {
                    self.call_or_dispatch(&target.name, &callable, args, wanted)
                };
                let values = called.map_err(|error| naming_null_text(code, access, error))?;
                if rest.is_empty() {
                    return Ok(values);
                }
                let Some(value) = values.into_iter().next() else {
                    return Err(Error::plain("indexing undefined value"));
                };
                self.follow(code, value, rest, nargout, None)
            }
            Root::Value(inner) => {
                if matches!(code.body.exprs[inner].kind, ExprKind::Invalid(_))
                    && let Some(values) = self.class_word(code, inner, &access.links, nargout)
                {
                    return values;
                }
                let Operand::One(value) = self.operand(code, inner)? else {
                    return Err(Error::plain("a cs-list cannot be further indexed"));
                };
                let name = variable_in_front(code, inner);
                self.follow(code, value, &access.links, nargout, name.as_deref())
            }
        }
    }

    /// What a call gives of a name that means no function: a method of its arguments, perhaps,
    /// which are read before the function is missed.
    fn missed_function(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        access: &Access,
        nargout: usize,
        error: Box<Error>,
    ) -> Result<Values> {
        if let [Link::Field(_), ..] = &access.links[..] {
            return self.dotted_call(code, access, nargout).unwrap_or(Err(error));
        }
        let [Link::Paren(arguments), rest @ ..] = &access.links[..] else { return Err(error) };
        let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { return Err(error) };
        let args = self.list(code, &arguments.exprs)?;
        let wanted = if rest.is_empty() { nargout } else { 1 };
        self.calling = Some(id);
        match self.dispatch(&code.body.calls[call].name, &args, wanted) {
            Some(values) if rest.is_empty() => values,
            Some(values) => self.follow_values(code, values?, rest, nargout),
            None => Err(error),
        }
    }

    fn access_variable(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        slot: SlotId,
        links: &[Link],
        nargout: usize,
    ) -> Result<Values> {
        let place = self.base + slot.index();
        let value = match &self.stack[place] {
            Slot::Value(value) => value,
            Slot::Shared(_) | Slot::Unset => match self.stack[place].get() {
                Some(value) => {
                    let name = Rc::clone(&code.body.slots[slot].name);
                    return self.follow(code, value, links, nargout, Some(&name));
                }
                None => {
                    let values = self.unset_variable(code, id, slot, nargout)?;
                    return Ok(values);
                }
            },
        };
        let is_indexed = matches!(value, Value::Function(_) | Value::Map(_) | Value::Object(_));
        match links {
            [] => Ok(smallvec::smallvec![value.clone()]),
            // The object stays where it is: subscripts are read beside it.
            [Link::Paren(arguments)] if !is_indexed => {
                let object = EndObject::Slot(place);
                let subscripts = self.subscripts(code, arguments, object)?;
                let Slot::Value(value) = &self.stack[place] else {
                    return Err(Error::plain("the indexed variable has gone"));
                };
                match index::index(value, &subscripts) {
                    Ok(element) => Ok(smallvec::smallvec![element]),
                    Err(error) => Err(self.naming(code, error, &code.body.slots[slot].name)),
                }
            }
            _ => {
                let value = value.clone();
                let name = Rc::clone(&code.body.slots[slot].name);
                self.follow(code, value, links, nargout, Some(&name))
            }
        }
    }

    /// What follows a variable that has no value: a function of its name, perhaps.
    pub(crate) fn unset_variable(
        &mut self,
        code: &Rc<Code>,
        id: ExprId,
        slot: SlotId,
        nargout: usize,
    ) -> Result<Values> {
        let name = Rc::clone(&code.body.slots[slot].name);
        let links: &[Link] = match &code.body.exprs[id].kind {
            ExprKind::Access(access) => &access.links,
            _ => &[],
        };
        if let Some(value) = self.dynamic_value(&name) {
            return self.follow(code, value, links, nargout, Some(&name));
        }
        let span = code.body.exprs[id].span;
        let Some(callable) = self.find_callable(code, &name) else {
            if speaks_of_end(links) {
                return Err(Error::plain(
                    "invalid use of 'end': may only be used to index existing value",
                ));
            }
            if let [Link::Paren(arguments), ..] = links {
                let args = self.list(code, &arguments.exprs)?;
                if let (true, [_]) = (has_object(&args), links)
                    && let Some(outcome) = self.dispatch(&name, &args, nargout)
                {
                    return outcome;
                }
            }
            return Err(self.undefined(code, &name, span.start));
        };
        if let (Callable::Class(class), Some(Link::Field(_) | Link::DynamicField(_))) =
            (&callable, links.first())
        {
            return self.class_member(code, class, links, nargout);
        }
        let (args, rest) = match links {
            [Link::Paren(arguments), rest @ ..] => (self.list(code, &arguments.exprs)?, rest),
            rest => (Args::new(), rest),
        };
        let wanted = if rest.is_empty() { nargout } else { 1 };
        self.colons = match callable {
            Callable::User(_) => colons_in(code, links),
            _ => 0,
        };
        let values = self.call_or_dispatch(&name, &callable, args, wanted)?;
        match (rest, values.into_iter().next()) {
            ([], Some(value)) => Ok(smallvec::smallvec![value]),
            ([], None) => Ok(Values::new()),
            (rest, Some(value)) => self.follow(code, value, rest, nargout, None),
            (_, None) => Err(Error::plain("indexing undefined value")),
        }
    }

    /// `'name' undefined near line L, column C`
    pub(crate) fn undefined(&self, code: &Code, name: &str, at: u32) -> Box<Error> {
        let mut error = Error::undefined(name);
        if self.without_places {
            return error;
        }
        let place = code.body.source.octave_place(at);
        error.message.push_str(&format!(" near line {}, column {}", place.line, place.column));
        error
    }

    /// An error about a subscript of a variable, which may stand before a function.
    #[cold]
    pub(crate) fn naming(&mut self, code: &Rc<Code>, error: Box<Error>, name: &str) -> Box<Error> {
        let mut error = error.naming_variable(name);
        let of_subscript = error.message.starts_with(name)
            && matches!(&*error.identifier, "Octave:index-out-of-bounds" | "Octave:invalid-index");
        // The imaginary unit is not looked for under these names.
        let is_unit = matches!(name, "i" | "j");
        if of_subscript && !is_unit && self.find_callable(code, name).is_some() {
            error.message.push_str(&format!(" (note: variable '{name}' shadows function)"));
        }
        error
    }

    /// Subscripts of `object`, which is what `end` in them means.
    pub(crate) fn subscripts(
        &mut self,
        code: &Rc<Code>,
        arguments: &Arguments,
        object: EndObject,
    ) -> Result<Args> {
        if !arguments.has_end {
            let list = self.list(code, &arguments.exprs)?;
            return if self.classes.exist { self.indices_of(list, &object) } else { Ok(list) };
        }
        let count = arguments.exprs.len();
        let depth = self.ends.len();
        self.ends.push(EndContext { object, position: 0, count });
        let mut list = Args::new();
        let mut outcome = Ok(());
        for (position, &id) in arguments.exprs.iter().enumerate() {
            if let Some(context) = self.ends.get_mut(depth) {
                context.position = position;
            }
            outcome = self.push_values(code, id, &mut list);
            if outcome.is_err() {
                break;
            }
        }
        self.ends.truncate(depth);
        outcome.map(|()| list)
    }

    /// Follows links from a value.
    pub(crate) fn follow(
        &mut self,
        code: &Rc<Code>,
        mut value: Value,
        links: &[Link],
        nargout: usize,
        variable: Option<&str>,
    ) -> Result<Values> {
        let mut rest = links;
        let name = variable;
        loop {
            let [link, after @ ..] = rest else { return Ok(smallvec::smallvec![value]) };
            if matches!(value, Value::Object(_)) {
                return self.follow_object(code, &value, rest, nargout, name);
            }
            rest = after;
            let wanted = if rest.is_empty() { nargout } else { 1 };
            let values: Values = match link {
                Link::Paren(arguments) => {
                    // Of a function, `end` is the one that there is.
                    let object = EndObject::Value(value.clone());
                    let args = self.subscripts(code, arguments, object)?;
                    match &value {
                        Value::Function(function) => {
                            let is_named = matches!(**function, FunctionHandle::Named(_));
                            let link = std::slice::from_ref(link);
                            self.colons = if is_named { 0 } else { colons_in(code, link) };
                            self.call_value(&value, args, wanted)?
                        }
                        Value::Map(_) => smallvec::smallvec![map_access::map_get(&value, &args)?],
                        _ => {
                            let element =
                                index::index(&value, &args).map_err(|error| match name {
                                    Some(name) => self.naming(code, error, name),
                                    None => error,
                                })?;
                            smallvec::smallvec![element]
                        }
                    }
                }
                Link::Brace(_) if matches!(value, Value::Map(_)) => {
                    return Err(Error::plain("containers.Map: only '()' indexing is supported"));
                }
                Link::Brace(_) if matches!(value, Value::Parser(_)) => {
                    return Err(Error::plain("object cannot be indexed with '{'"));
                }
                Link::Brace(arguments) => {
                    let object = EndObject::Value(value.clone());
                    let args = self.subscripts(code, arguments, object)?;
                    index::index_cell(&value, &args)
                        .map_err(|error| match name {
                            Some(name) => self.naming(code, error, name),
                            None => error,
                        })?
                        .into()
                }
                Link::Field(field) => {
                    let field = Rc::clone(field);
                    self.field(code, &value, &field, &mut rest, nargout)?
                }
                Link::DynamicField(id) => {
                    let field = self.field_name(code, *id)?;
                    self.field(code, &value, &field, &mut rest, nargout)?
                }
            };
            if rest.is_empty() {
                return Ok(values);
            }
            let mut values = values.into_iter();
            value = match (values.next(), values.next()) {
                (Some(value), None) => value,
                (None, _) if matches!(link, Link::Paren(_)) => {
                    return Err(Error::plain("indexing produces no results"));
                }
                _ => return Err(Error::plain("a cs-list cannot be further indexed")),
            };
        }
    }

    /// `value.field`; a method of an object takes the arguments that follow.
    fn field(
        &mut self,
        code: &Rc<Code>,
        value: &Value,
        field: &str,
        rest: &mut &[Link],
        nargout: usize,
    ) -> Result<Values> {
        match value {
            Value::Map(_) | Value::Parser(_) => {
                let args = match *rest {
                    [Link::Paren(arguments), after @ ..] => {
                        let args = self.list(code, &arguments.exprs)?;
                        *rest = after;
                        args
                    }
                    _ => Args::new(),
                };
                let wanted = if rest.is_empty() { nargout } else { 1 };
                match value {
                    Value::Parser(_) => {
                        parser_access::parser_member(self, value, field, args, wanted)
                    }
                    _ => map_access::map_member(self, value, field, args, wanted),
                }
            }
            _ => Ok(index::field_values(value, field)?.into()),
        }
    }

    /// The name in `.(name)`.
    pub(crate) fn field_name(&mut self, code: &Rc<Code>, id: ExprId) -> Result<Rc<str>> {
        let value = self.operand(code, id)?;
        match value.value().and_then(Value::as_text) {
            Some(text) => Ok(text.as_ref().into()),
            None => Err(Error::plain("dynamic structure field names must be strings")),
        }
    }
}

/// Whether a name is that of the method whose file a call stands in.
fn is_method_here(code: &Code, name: &str) -> bool {
    code.unit.upgrade().is_some_and(|unit| unit.is_own_method(name))
}

/// Which arguments of a call are written as `:`. Those behind a list of any length are not told
/// apart from a text.
fn colons_in(code: &Code, links: &[Link]) -> u64 {
    let [Link::Paren(arguments), ..] = links else { return 0 };
    let mut colons = 0;
    for (place, &id) in arguments.exprs.iter().take(64).enumerate() {
        match &code.body.exprs[id].kind {
            ExprKind::Colon => colons |= 1 << place,
            ExprKind::Access(access) if access.is_list() => break,
            _ => {}
        }
    }
    colons
}

/// Octave's literals `''` and `[]` have types of their own, which messages about wrong arguments
/// name as long as they have not been assigned.
#[cold]
fn naming_null_text(code: &Code, access: &Access, mut error: Box<Error>) -> Box<Error> {
    let [Link::Paren(arguments), ..] = &access.links[..] else { return error };
    let literal = arguments.exprs.iter().find_map(|&id| match &code.body.exprs[id].kind {
        ExprKind::Const(Value::Char(text, Quote::Single)) if text.is_empty() => Some("sq_string"),
        ExprKind::Const(Value::Char(text, Quote::Double)) if text.is_empty() => Some("string"),
        ExprKind::Matrix(rows) if rows.iter().all(|row| row.is_empty()) => Some("matrix"),
        _ => None,
    });
    let Some(name) = literal else { return error };
    for (before, after) in [("wrong type argument '", "'"), (", ", ")"), ("(", ",")] {
        let shown = format!("{before}{name}{after}");
        if error.message.contains(&shown) {
            error.message =
                error.message.replacen(&shown, &format!("{before}null_{name}{after}"), 1);
            break;
        }
    }
    error
}

/// Whether `end` stands in the first subscripts of something.
fn speaks_of_end(links: &[Link]) -> bool {
    matches!(
        links.first(),
        Some(Link::Paren(arguments) | Link::Brace(arguments)) if arguments.has_end
    )
}

/// The variable that a value comes from: of `(v.f (1))(9)` an error names it, too.
fn variable_in_front(code: &Code, value: ExprId) -> Option<Rc<str>> {
    let slot = match &code.body.exprs[value].kind {
        ExprKind::Var(slot) => *slot,
        ExprKind::Access(inside) => match inside.root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => slot,
            Root::Call(_) | Root::Value(_) => return None,
        },
        _ => return None,
    };
    Some(Rc::clone(&code.body.slots[slot].name))
}
