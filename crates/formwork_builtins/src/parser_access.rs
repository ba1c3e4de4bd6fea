//! Reading, writing and running an `inputParser`: what the interpreter does for `p.name`,
//! `p.name = value` and `p.method(…)`, which is the same as `method(p, …)`.

use std::cell::RefCell;
use std::rc::Rc;

use formwork_runtime::parser::{
    Arguments, Definition, Definitions, Found, Misfit, PARSER_PROPERTIES, Seen,
};
use formwork_runtime::{Error, ErrorKind, ParserData, Result, Value, index, ops};

use crate::context::{Args, Context, Values, none, one};
use crate::kit::names::is_variable_name;

/// Properties that nobody but the parser itself may see.
const HIDDEN: [&str; 8] = [
    "Required",
    "Optional",
    "Parameter",
    "Switch",
    "ParameterNames",
    "SwitchNames",
    "last_name",
    "def_val",
];

/// The value of `parser.name` or `parser.name(args…)`.
///
/// # Errors
///
/// If parsers have nothing of that name, and those of what is asked for.
pub fn parser_member(
    cx: &mut dyn Context,
    parser: &Value,
    name: &str,
    args: Args,
    nargout: usize,
) -> Result<Values> {
    if crate::ParserMethod::of(name).is_some() {
        return parser_method(cx, parser, name, args, nargout);
    }
    let property = data(name, parser)?.borrow().property(name);
    match property {
        Some(property) if args.is_empty() => one(property),
        Some(property) => one(index::index(&property, &args)?),
        None if HIDDEN.contains(&name) => Err(Error::plain(format!(
            "subsref: property '{name}' has protected access and cannot be obtained in this context"
        ))),
        None => Err(Error::plain(format!("subsref: unknown method or property: {name}"))),
    }
}

/// `parser.name = value`
///
/// # Errors
///
/// If there is no such property, or it cannot be set.
pub fn parser_set(parser: &Value, name: &str, value: Value) -> Result<()> {
    let mut data = data(name, parser)?.borrow_mut();
    match name {
        "CaseSensitive" => data.case_sensitive = value,
        "FunctionName" => data.function_name = value,
        "KeepUnmatched" => data.keep_unmatched = value,
        "StructExpand" => data.struct_expand = value,
        "PartialMatching" => {
            if ops::is_true(&value)? {
                return Err(Error::plain("inputParser: PartialMatching is not yet implemented"));
            }
        }
        _ if PARSER_PROPERTIES.contains(&name) || HIDDEN.contains(&name) => {
            return Err(Error::plain(format!(
                "subsasgn: property '{name}' has protected access and cannot be set in this context"
            )));
        }
        _ => return Err(Error::plain(format!("subsasgn: unknown property: {name}"))),
    }
    Ok(())
}

/// The parser of a value.
fn data<'v>(name: &str, value: &'v Value) -> Result<&'v Rc<RefCell<ParserData>>> {
    match value {
        Value::Parser(parser) => Ok(parser),
        _ => Err(Error::undefined(name)),
    }
}

/// Declares an argument that every call has.
fn add_required(own: &RefCell<ParserData>, name: &Value, validator: Option<&Value>) -> Result<()> {
    let data = own.borrow();
    if !(data.optional.is_empty() && data.named.is_empty() && data.switches.is_empty()) {
        return Err(Error::plain(
            "inputParser.addRequired: can't have a Required argument after Optional, Parameter, or Switch",
        ));
    }
    drop(data);
    let name = new_name(own, "Required", name)?;
    let validator = validator.cloned();
    own.borrow_mut().required.push(Definition { name, default: None, validator });
    Ok(())
}

/// Declares an argument that a call may leave out.
fn add_optional(
    own: &RefCell<ParserData>,
    name: &Value,
    default: &Value,
    validator: Option<&Value>,
) -> Result<()> {
    let data = own.borrow();
    if !(data.named.is_empty() && data.switches.is_empty()) {
        return Err(Error::plain(
            "inputParser.Optional: can't have Optional arguments after Parameter or Switch",
        ));
    }
    drop(data);
    let name = new_name(own, "Optional", name)?;
    let (default, validator) = (Some(default.clone()), validator.cloned());
    own.borrow_mut().optional.push(Definition { name, default, validator });
    Ok(())
}

/// Declares an argument that is given by its name.
fn add_parameter(
    cx: &mut dyn Context,
    own: &RefCell<ParserData>,
    name: &Value,
    default: &Value,
    options: &[Value],
) -> Result<()> {
    let (validator, priority) = match options {
        [] => (None, None),
        [validator] => (Some(validator), None),
        [option, priority] => (None, Some((option, priority))),
        [validator, option, priority] => (Some(validator), Some((option, priority))),
        _ => return Err(Error::plain("print_usage: 'addParameter' not found")),
    };
    if let Some((option, priority)) = priority {
        check_priority(cx, option, priority)?;
    }
    let name = new_name(own, "Parameter", name)?;
    let (default, validator) = (Some(default.clone()), validator.cloned());
    own.borrow_mut().named.push(Definition { name, default, validator });
    Ok(())
}

/// `method(parser, args…)`
///
/// # Errors
///
/// Those of the method.
pub(crate) fn parser_method(
    cx: &mut dyn Context,
    parser: &Value,
    method: &str,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let own = data(method, parser)?;
    let too_many = |what: &str| {
        let message = format!("{method}: function called with too many {what}");
        Err(Error::with_id("Octave:invalid-fun-call", message))
    };
    let most = match method {
        "addRequired" => 2,
        "addOptional" | "addParamValue" => 3,
        "addSwitch" => 1,
        "disp" => 0,
        _ => usize::MAX,
    };
    if args.len() > most {
        return too_many("inputs");
    }
    if nargout > usize::from(method == "disp") {
        return too_many("outputs");
    }
    let usage = || Err(Error::plain(format!("print_usage: '{method}' not found")));
    match method {
        "addRequired" => {
            let Some(name) = args.first() else { return usage() };
            add_required(own, name, args.get(1))?;
        }
        "addOptional" => {
            let [name, default, ..] = &args[..] else { return usage() };
            add_optional(own, name, default, args.get(2))?;
        }
        "addParameter" | "addParamValue" => {
            let [name, default, options @ ..] = &args[..] else { return usage() };
            add_parameter(cx, own, name, default, options)?;
        }
        "addSwitch" => {
            let [name] = &args[..] else { return usage() };
            let name = new_name(own, "Switch", name)?;
            own.borrow_mut().switches.push(Definition { name, default: None, validator: None });
        }
        "parse" => return parse(cx, own, &args),
        "disp" => {
            args.push(parser.clone());
            return cx.call_builtin("disp", args, nargout);
        }
        _ => return none(),
    }
    none()
}

/// Takes the name of an argument that is added.
fn new_name(parser: &RefCell<ParserData>, kind: &str, name: &Value) -> Result<Rc<str>> {
    let mut data = parser.borrow_mut();
    let text = name.as_text().unwrap_or_default();
    if !is_variable_name(text.as_bytes()) {
        // Octave's own message for this fails in turn.
        return Err(Error::undefined("method"));
    }
    if data.parameters.iter().any(|known| known.eq_ignore_ascii_case(&text)) {
        return Err(Error::plain(format!(
            "inputParser.add{kind}: argname '{text}' has already been specified"
        )));
    }
    let name: Rc<str> = text.as_ref().into();
    data.parameters.push(Rc::clone(&name));
    Ok(name)
}

/// What follows `PartialMatchPriority`, which does nothing.
fn check_priority(cx: &mut dyn Context, option: &Value, priority: &Value) -> Result<()> {
    let known =
        option.as_text().is_some_and(|text| text.eq_ignore_ascii_case("PartialMatchPriority"));
    if !known {
        return Err(Error::plain("inputParser.addParameter: unrecognized option"));
    }
    let list = |texts: &[&str]| {
        let texts = texts.iter().map(|&text| text.into()).collect();
        Value::Cell(formwork_runtime::CellArray::row(texts))
    };
    let args: [Value; 5] = [
        priority.clone(),
        list(&["numeric"]),
        list(&["positive", "integer"]),
        "inputParser.addParameter".into(),
        "PartialMatchPriority".into(),
    ];
    cx.call_builtin("validateattributes", args.into_iter().collect(), 0).map(drop)
}

fn parse(cx: &mut dyn Context, parser: &Rc<RefCell<ParserData>>, args: &Args) -> Result<Values> {
    let definitions = {
        let mut data = parser.borrow_mut();
        data.results = formwork_runtime::StructArray::scalar();
        data.unmatched = formwork_runtime::StructArray::scalar();
        data.using_defaults.clear();
        Definitions {
            required: data.required.clone(),
            optional: data.optional.clone(),
            named: data.named.clone(),
            switches: data.switches.clone(),
            case_sensitive: ops::is_true(&data.case_sensitive)?,
            keep_unmatched: ops::is_true(&data.keep_unmatched)?,
            struct_expand: ops::is_true(&data.struct_expand)?,
        }
    };
    definitions.parse(&mut Run { cx, parser }, args)?;
    none()
}

/// Arguments that are taken apart while a program runs.
struct Run<'a> {
    cx: &'a mut dyn Context,
    parser: &'a RefCell<ParserData>,
}

impl Run<'_> {
    fn function_name(&self) -> Result<Option<Value>> {
        let name = self.parser.borrow().function_name.clone();
        Ok(ops::is_true(&name)?.then_some(name))
    }

    /// An error that names the function, if it has a name.
    fn error(&self, message: &str) -> Box<Error> {
        let name = match self.function_name() {
            Ok(name) => name,
            Err(error) => return error,
        };
        let name = name.and_then(|name| name.as_text().map(|name| format!("{name}: ")));
        Error::plain(format!("{}{message}", name.unwrap_or_default()))
    }

    /// Whether `! value` is no reason to refuse.
    fn passes(value: &Value) -> Result<bool> {
        let not = ops::unary(ops::UnaryOp::Not, value.clone())?;
        Ok(!ops::is_true(&not)?)
    }
}

impl Arguments for Run<'_> {
    type Item = Value;
    type Failure = Box<Error>;

    fn seen(&mut self, item: &Value) -> Result<Seen> {
        Ok(match item {
            Value::Char(array, _) if array.dims().is_row() => {
                Seen::Text(item.as_text().unwrap_or_default().into_owned())
            }
            Value::Strings(_) if item.as_bytes().is_some() => {
                Seen::Text(item.as_text().unwrap_or_default().into_owned())
            }
            Value::Char(..) => Seen::OtherText,
            Value::Struct(structs) if structs.dims().is_scalar() => Seen::Struct,
            _ => Seen::Other,
        })
    }

    fn fields(&mut self, item: &Value) -> Result<Vec<(Rc<str>, Value)>> {
        let Value::Struct(structs) = item else { return Ok(Vec::new()) };
        let value = |values: &[Value]| values.first().cloned().unwrap_or_else(Value::empty);
        Ok(structs.fields().map(|(name, values)| (Rc::clone(name), value(values))).collect())
    }

    fn text(&mut self, text: &str) -> Value {
        Value::text(text)
    }

    fn truth(&mut self, truth: bool) -> Value {
        Value::bool(truth)
    }

    fn check(&mut self, definition: &Definition<Value>, item: &Value) -> Result<()> {
        let Some(validator) = &definition.validator else { return Ok(()) };
        let Value::Function(handle) = validator else {
            return Err(Error::plain(
                "func2str: FCN_HANDLE argument must be a function handle object",
            ));
        };
        let mut why = format!("Checked with \"{}\"", handle.text());
        let mut arguments = Args::new();
        arguments.push(item.clone());
        let passes = match self.cx.call(validator, arguments.clone(), 1) {
            // One that gives nothing only fails.
            Ok(values) => values.first().map_or(Ok(true), Run::passes)?,
            Err(error) if matches!(error.kind, ErrorKind::Stop(_)) => return Err(error),
            Err(error) if error.identifier == "Octave:invalid-fun-call" => {
                // Perhaps it gives nothing, and only fails.
                match self.cx.call(validator, arguments, 0) {
                    Ok(_) => true,
                    Err(error) if matches!(error.kind, ErrorKind::Stop(_)) => return Err(error),
                    Err(error) => {
                        why = error.message;
                        false
                    }
                }
            }
            Err(error) => {
                why = error.message;
                false
            }
        };
        if passes {
            return Ok(());
        }
        let name = definition.name.to_ascii_uppercase();
        Err(self.error(&format!("failed validation of {name}. {why}")))
    }

    fn accepts(&mut self, definition: &Definition<Value>, item: &Value) -> Result<bool> {
        let Some(validator) = &definition.validator else { return Ok(true) };
        let mut arguments = Args::new();
        arguments.push(item.clone());
        match self.cx.call(validator, arguments, 1) {
            Ok(values) => values.first().map_or(Ok(false), Run::passes),
            Err(error) if matches!(error.kind, ErrorKind::Stop(_)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn shown(&mut self, validator: &Value) -> String {
        match validator {
            Value::Function(handle) => handle.display(),
            other => other.as_text().unwrap_or_default().into_owned(),
        }
    }

    fn put(&mut self, found: Found, name: &Rc<str>, item: Value) -> Result<()> {
        let mut data = self.parser.borrow_mut();
        match found {
            Found::Result => data.results.set_scalar_field(name, item),
            Found::Unmatched => data.unmatched.set_scalar_field(name, item),
            Found::Default => {
                data.using_defaults.push(Rc::clone(name));
                data.results.set_scalar_field(name, item);
            }
        }
        Ok(())
    }

    fn misfit(&mut self, misfit: Misfit) -> Box<Error> {
        match misfit {
            Misfit::TooFew => match self.function_name() {
                Ok(Some(name)) => {
                    let text = name.as_text().unwrap_or_default().into_owned();
                    if self.cx.lookup(&text) == crate::Found::Nothing {
                        return Error::plain(format!("print_usage: '{text}' not found"));
                    }
                    Error::invalid_call(&text)
                }
                Ok(None) => self.error("inputParser.parse: not enough input arguments"),
                Err(error) => error,
            },
            Misfit::NoValue(given) => Error::with_id(
                "Octave:index-out-of-bounds",
                format!("varargin({}): out of bound {given} (dimensions are 1x{given})", given + 1),
            ),
            Misfit::Message(message) => self.error(&message),
        }
    }
}
