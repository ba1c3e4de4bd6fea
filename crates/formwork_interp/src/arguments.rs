//! `arguments` blocks: defaults, conversions, sizes, validators.

use std::rc::Rc;

use formwork_builtins::Args;
use formwork_hir::body::{ArgumentRule, Body};
use formwork_runtime::ops::{self, UnaryOp};
use formwork_runtime::{Array, Class, Dims, Error, Result, StructArray, Value, index};

use crate::code::Code;
use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// Whether a function takes `name, value` arguments after its positional ones.
    pub(crate) fn takes_names(&self, body: &Body) -> bool {
        body.arguments.iter().any(|rule| rule.field.is_some() && !rule.is_output)
    }

    /// Collects `name, value` arguments into the structs that take them.
    pub(crate) fn named_arguments(&mut self, code: &Rc<Code>, rest: Vec<Value>) -> Result<()> {
        let body = &code.body;
        if !self.takes_names(body) {
            return Ok(());
        }
        for rule in &body.arguments {
            if rule.field.is_some() && !self.slot(rule.slot).is_set() {
                self.set_slot(rule.slot, StructArray::scalar().into())?;
            }
        }
        let mut pairs = rest.into_iter();
        while let Some(name) = pairs.next() {
            let text = name.as_text().map(std::borrow::Cow::into_owned).unwrap_or_default();
            let rule = body
                .arguments
                .iter()
                .find(|rule| rule.field.as_ref().is_some_and(|field| **field == *text));
            let (Some(rule), Some(value)) = (rule, pairs.next()) else {
                return Err(invalid(
                    body,
                    rule.map_or(&text, |_| &text),
                    "is not a name and a value this function takes",
                ));
            };
            self.set_field(rule, value)?;
        }
        Ok(())
    }

    fn set_field(&mut self, rule: &ArgumentRule, value: Value) -> Result<()> {
        let Some(field) = &rule.field else { return Ok(()) };
        let mut structure =
            self.slot(rule.slot).get().unwrap_or_else(|| StructArray::scalar().into());
        *index::field_place(&mut structure, field)? = value;
        self.set_slot(rule.slot, structure)
    }

    /// Brings the arguments to what the block demands.
    pub(crate) fn check_arguments(&mut self, code: &Rc<Code>, given: usize) -> Result<()> {
        let body = &code.body;
        for rule in body.arguments.iter().filter(|rule| !rule.is_output && !rule.is_repeating) {
            let present = match &rule.field {
                None => self.slot(rule.slot).get(),
                Some(field) => match self.slot(rule.slot).get() {
                    Some(Value::Struct(structs)) => structs.scalar_field(field).cloned(),
                    _ => None,
                },
            };
            let position = body.inputs.iter().position(|input| input.slot == Some(rule.slot));
            let value = match (present, rule.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.value(code, default)?,
                (None, None) if rule.field.is_some() => continue,
                (None, None) => {
                    return Err(Error::with_id(
                        "MATLAB:minrhs",
                        format!(
                            "Not enough input arguments: {} takes more than {given}",
                            body.name
                        ),
                    ));
                }
            };
            let label = match (&rule.field, position) {
                (Some(field), _) => format!("'{field}'"),
                (None, Some(position)) => format!("at position {}", position + 1),
                (None, None) => format!("'{}'", body.slots[rule.slot].name),
            };
            let value = self.convert(code, rule, value, &label)?;
            match &rule.field {
                Some(_) => self.set_field(rule, value.clone())?,
                None => self.set_slot(rule.slot, value.clone())?,
            }
            self.validate(code, rule, value, &label)?;
        }
        Ok(())
    }

    fn convert(
        &mut self,
        code: &Rc<Code>,
        rule: &ArgumentRule,
        value: Value,
        label: &str,
    ) -> Result<Value> {
        let body = &code.body;
        let mut value = value;
        if let Some(class) = &rule.class {
            value = match (&**class, Class::from_name(class)) {
                ("string", _) if value.is_char() && !self.reads_matlab() => value,
                ("string", _) if !value.is_strings() && value.to_strings().is_some() => {
                    value.to_strings().map_or(value, Value::Strings)
                }
                ("char", _) if value.is_strings() && value.is_scalar() => value.without_strings(),
                (_, Some(class)) if value.class() == class => value,
                (_, Some(class)) if value.is_arithmetic() => ops::cast(value, class)?,
                _ => {
                    return Err(invalid(
                        body,
                        label,
                        &format!("Value must be of type {class} or be convertible to {class}."),
                    ));
                }
            };
        }
        let Some(size) = &rule.size else { return Ok(value) };
        let fits = |dims: &Dims| {
            dims.ndims() <= size.len()
                && size
                    .iter()
                    .enumerate()
                    .all(|(d, extent)| extent.is_none_or(|n| dims.get(d) == n))
        };
        let dims = value.dims();
        if fits(&dims) {
            return Ok(value);
        }
        // A scalar fills the size; a vector of the other direction is turned.
        if dims.is_scalar() && size.iter().all(Option::is_some) {
            let extents: Vec<usize> = size.iter().map(|extent| extent.unwrap_or(1)).collect();
            let subscripts: Vec<Value> = extents
                .iter()
                .map(|&extent| Value::from(Array::filled(Dims::matrix(1, extent), 1.0)))
                .collect();
            return index::index(&value, &subscripts);
        }
        if dims.is_vector() && size.len() == 2 && fits(&Dims::matrix(dims.columns(), dims.rows())) {
            return ops::unary(UnaryOp::Transpose, value);
        }
        let wanted: Vec<String> =
            size.iter().map(|extent| extent.map_or(":".to_owned(), |n| n.to_string())).collect();
        Err(invalid(
            body,
            label,
            &format!("Value must be of size {}, but it is {dims}.", wanted.join("x")),
        ))
    }

    fn validate(
        &mut self,
        code: &Rc<Code>,
        rule: &ArgumentRule,
        value: Value,
        label: &str,
    ) -> Result<()> {
        for validator in &rule.validators {
            let args: Args = match &validator.args {
                None => smallvec::smallvec![value.clone()],
                Some(args) => self.list(code, args)?,
            };
            let callable = self.callable(code, validator.call)?;
            if let Err(mut error) = self.call_callable(&callable, args, 0, None) {
                error.message = invalid(&code.body, label, &error.message).message;
                return Err(error);
            }
        }
        Ok(())
    }
}

fn invalid(body: &Body, label: &str, what: &str) -> Box<Error> {
    Error::with_id(
        "MATLAB:validation:UnableToConvert",
        format!("{}: Invalid argument {label}. {what}", body.name),
    )
}
