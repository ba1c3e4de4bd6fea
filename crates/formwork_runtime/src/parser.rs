//! The contents of an `inputParser`, and how it takes arguments apart.
//!
//! Taking arguments apart is written once, for whatever stands for a value
//! ([`Arguments::Item`]): the interpreter has values, inference what is known of them.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::cell::CellArray;
use crate::structs::StructArray;
use crate::value::Value;

/// An argument that a parser knows.
#[derive(Clone, Debug)]
pub struct Definition<T> {
    /// Its name.
    pub name: Rc<str>,
    /// What it is if it is not given; nothing if it must be.
    pub default: Option<T>,
    /// The function that checks it; nothing if anything will do.
    pub validator: Option<T>,
}

/// The arguments that a parser knows, each kind in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Definitions<T> {
    /// Those that must be given.
    pub required: Vec<Definition<T>>,
    /// Those that may follow, by their places.
    pub optional: Vec<Definition<T>>,
    /// Those that are given by name and value.
    pub named: Vec<Definition<T>>,
    /// Those that are given by name alone.
    pub switches: Vec<Definition<T>>,
    /// Whether names must be written as they were added.
    pub case_sensitive: bool,
    /// Whether names that are not known are kept.
    pub keep_unmatched: bool,
    /// Whether a struct stands for names and values.
    pub struct_expand: bool,
}

/// What an `inputParser` holds.
#[derive(Clone, Debug)]
pub struct ParserData {
    /// `CaseSensitive`
    pub case_sensitive: Value,
    /// `FunctionName`
    pub function_name: Value,
    /// `KeepUnmatched`
    pub keep_unmatched: Value,
    /// `StructExpand`
    pub struct_expand: Value,
    /// The names of all arguments, in the order in which they were added.
    pub parameters: Vec<Rc<str>>,
    /// Those that must be given.
    pub required: Vec<Definition<Value>>,
    /// Those that may follow, by their places.
    pub optional: Vec<Definition<Value>>,
    /// Those that are given by name and value.
    pub named: Vec<Definition<Value>>,
    /// Those that are given by name alone.
    pub switches: Vec<Definition<Value>>,
    /// What the arguments were.
    pub results: StructArray,
    /// Names and values that were not known.
    pub unmatched: StructArray,
    /// The arguments that were not given.
    pub using_defaults: Vec<Rc<str>>,
}

impl Default for ParserData {
    fn default() -> ParserData {
        ParserData {
            case_sensitive: Value::bool(false),
            function_name: Value::text(""),
            keep_unmatched: Value::bool(false),
            struct_expand: Value::bool(true),
            parameters: Vec::new(),
            required: Vec::new(),
            optional: Vec::new(),
            named: Vec::new(),
            switches: Vec::new(),
            results: StructArray::scalar(),
            unmatched: StructArray::scalar(),
            using_defaults: Vec::new(),
        }
    }
}

/// The property that holds what the arguments are.
pub const RESULTS: &str = "Results";

/// The properties that a parser shows, in the order of their names.
pub const PARSER_PROPERTIES: [&str; 9] = [
    "CaseSensitive",
    "FunctionName",
    "KeepUnmatched",
    "Parameters",
    "PartialMatching",
    RESULTS,
    "StructExpand",
    "Unmatched",
    "UsingDefaults",
];

impl ParserData {
    /// A property that can be read.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<Value> {
        Some(match name {
            "CaseSensitive" => self.case_sensitive.clone(),
            "FunctionName" => self.function_name.clone(),
            "KeepUnmatched" => self.keep_unmatched.clone(),
            "PartialMatching" => Value::bool(false),
            "StructExpand" => self.struct_expand.clone(),
            "Parameters" => names(&self.parameters),
            RESULTS => Value::Struct(Rc::new(self.results.clone())),
            "Unmatched" => Value::Struct(Rc::new(self.unmatched.clone())),
            "UsingDefaults" => names(&self.using_defaults),
            _ => return None,
        })
    }
}

/// Names as a cell row, or `{}`.
fn names(names: &[Rc<str>]) -> Value {
    if names.is_empty() {
        return Value::Cell(CellArray::row(Vec::new()).reshaped(crate::dims::Dims::EMPTY));
    }
    Value::Cell(CellArray::row(names.iter().map(|name| Value::text(name.as_bytes())).collect()))
}

/// An argument as a parser sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A row of text.
    Text(String),
    /// Other text, which is no name.
    OtherText,
    /// A 1x1 struct.
    Struct,
    /// Something else.
    Other,
}

/// Where a parser puts what it found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Among the results.
    Result,
    /// Among the results, because it was not given.
    Default,
    /// Among what is not known.
    Unmatched,
}

/// What goes wrong with arguments that do not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// Some that must be given are missing.
    TooFew,
    /// The last name has no value: there are only so many arguments.
    NoValue(usize),
    /// A message.
    Message(String),
}

/// Who has arguments taken apart.
pub trait Arguments {
    /// What stands for a value.
    type Item: Clone;
    /// Why nothing comes of it.
    type Failure;

    /// What an argument is.
    ///
    /// # Errors
    ///
    /// If that is not known.
    fn seen(&mut self, item: &Self::Item) -> Result<Seen, Self::Failure>;

    /// The fields of a 1x1 struct.
    ///
    /// # Errors
    ///
    /// If they are not known.
    fn fields(&mut self, item: &Self::Item) -> Result<Vec<(Rc<str>, Self::Item)>, Self::Failure>;

    /// A text.
    fn text(&mut self, text: &str) -> Self::Item;

    /// A truth value.
    fn truth(&mut self, truth: bool) -> Self::Item;

    /// Checks an argument.
    ///
    /// # Errors
    ///
    /// If it is refused, or that is not known.
    fn check(
        &mut self,
        definition: &Definition<Self::Item>,
        item: &Self::Item,
    ) -> Result<(), Self::Failure>;

    /// Whether an argument that may be left out is accepted.
    ///
    /// # Errors
    ///
    /// If that is not known.
    fn accepts(
        &mut self,
        definition: &Definition<Self::Item>,
        item: &Self::Item,
    ) -> Result<bool, Self::Failure>;

    /// How the function that checks an argument is shown.
    fn shown(&mut self, validator: &Self::Item) -> String;

    /// Puts something where it belongs.
    ///
    /// # Errors
    ///
    /// If that is not possible.
    fn put(&mut self, found: Found, name: &Rc<str>, item: Self::Item) -> Result<(), Self::Failure>;

    /// The arguments do not fit.
    fn misfit(&mut self, misfit: Misfit) -> Self::Failure;
}

impl<T: Clone> Definitions<T> {
    /// Takes arguments apart.
    ///
    /// # Errors
    ///
    /// If they do not fit.
    pub fn parse<A: Arguments<Item = T>>(
        &self,
        arguments: &mut A,
        given: &[T],
    ) -> Result<(), A::Failure> {
        if given.len() < self.required.len() {
            return Err(arguments.misfit(Misfit::TooFew));
        }
        let mut put: Vec<Rc<str>> = Vec::new();
        for (definition, item) in self.required.iter().zip(given) {
            arguments.check(definition, item)?;
            arguments.put(Found::Result, &definition.name, item.clone())?;
            put.push(Rc::clone(&definition.name));
        }
        let mut rest: VecDeque<T> = given[self.required.len()..].iter().cloned().collect();
        let mut optional = self.optional.iter();
        let mut missing: Vec<&Definition<T>> = Vec::new();
        while let Some(item) = rest.front().cloned()
            && let Some(definition) = optional.next()
        {
            let seen = arguments.seen(&item)?;
            let is_name = (self.find(&self.named, &seen).is_some() && rest.len() > 1)
                || self.find(&self.switches, &seen).is_some();
            if is_name {
                missing.push(definition);
                break;
            }
            if !arguments.accepts(definition, &item)? {
                // It may be a name, or a struct of names and values.
                let other = match seen {
                    Seen::Text(_) | Seen::OtherText => true,
                    Seen::Struct => self.struct_expand,
                    Seen::Other => false,
                };
                if !other {
                    let shown = definition.validator.as_ref().map(|one| arguments.shown(one));
                    return Err(arguments.misfit(Misfit::Message(format!(
                        "failed validation of {}\nValidation function: {}",
                        definition.name.to_ascii_uppercase(),
                        shown.unwrap_or_default()
                    ))));
                }
                missing.push(definition);
                break;
            }
            rest.pop_front();
            arguments.put(Found::Result, &definition.name, item)?;
            put.push(Rc::clone(&definition.name));
        }
        for definition in missing.into_iter().chain(optional) {
            self.put_default(arguments, definition)?;
            put.push(Rc::clone(&definition.name));
        }
        self.parse_named(arguments, (given.len(), rest), &mut put)?;
        for kind in [&self.named, &self.switches] {
            let mut left: Vec<&Definition<T>> =
                kind.iter().filter(|one| !put.contains(&one.name)).collect();
            left.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
            for definition in left {
                self.put_default(arguments, definition)?;
            }
        }
        Ok(())
    }

    /// Takes names and values apart.
    fn parse_named<A: Arguments<Item = T>>(
        &self,
        arguments: &mut A,
        (given, mut rest): (usize, VecDeque<T>),
        put: &mut Vec<Rc<str>>,
    ) -> Result<(), A::Failure> {
        let mut done = given - rest.len();
        while let Some(item) = rest.pop_front() {
            done += 1;
            let mut seen = arguments.seen(&item)?;
            if seen == Seen::Struct && self.struct_expand {
                let mut fields = arguments.fields(&item)?.into_iter();
                let Some((first, value)) = fields.next() else {
                    done -= 1;
                    continue;
                };
                for (name, value) in fields.rev() {
                    rest.push_front(value);
                    rest.push_front(arguments.text(&name));
                }
                rest.push_front(value);
                seen = Seen::Text(first.to_string());
            }
            let name = match &seen {
                Seen::Text(name) => name.clone(),
                Seen::OtherText => String::new(),
                Seen::Struct | Seen::Other => {
                    let message = "non-string for Parameter name or Switch".to_owned();
                    return Err(arguments.misfit(Misfit::Message(message)));
                }
            };
            if let Some(definition) = self.find(&self.named, &seen) {
                let Some(value) = rest.pop_front() else {
                    return Err(arguments.misfit(Misfit::NoValue(done)));
                };
                done += 1;
                arguments.check(definition, &value)?;
                arguments.put(Found::Result, &definition.name, value)?;
                put.push(Rc::clone(&definition.name));
            } else if let Some(definition) = self.find(&self.switches, &seen) {
                let on = arguments.truth(true);
                arguments.put(Found::Result, &definition.name, on)?;
                put.push(Rc::clone(&definition.name));
            } else if self.keep_unmatched && !rest.is_empty() {
                let value = rest.pop_front();
                done += 1;
                if let Some(value) = value {
                    arguments.put(Found::Unmatched, &name.as_str().into(), value)?;
                }
            } else {
                return Err(arguments.misfit(Misfit::Message(format!(
                    "argument '{}' is not a valid parameter",
                    name.to_ascii_uppercase()
                ))));
            }
        }
        Ok(())
    }

    fn put_default<A: Arguments<Item = T>>(
        &self,
        arguments: &mut A,
        definition: &Definition<T>,
    ) -> Result<(), A::Failure> {
        let default = match &definition.default {
            Some(default) => default.clone(),
            None => arguments.truth(false),
        };
        arguments.put(Found::Default, &definition.name, default)
    }

    /// The argument of a kind that a name means.
    fn find<'d>(&self, kind: &'d [Definition<T>], seen: &Seen) -> Option<&'d Definition<T>> {
        let Seen::Text(name) = seen else { return None };
        kind.iter().find(|one| {
            if self.case_sensitive {
                *one.name == **name
            } else {
                one.name.eq_ignore_ascii_case(name)
            }
        })
    }
}
