//! What programs ask about their classes and objects: who knows the classes answers.

use formwork_runtime::{Result, Value};

use crate::context::{Args, Context, ObjectRequest, Values};
use crate::groups::graphics;
use crate::row::{Arity, Effects, Evaluator, Output, Row};
use crate::rules::{ClassRule, ShapeRule};

const ANY: &[Output] = &[Output::repeated(ShapeRule::Unknown, ClassRule::Unknown)];

/// The answer depends on the files of classes, which nobody reads ahead.
const fn question(
    name: &'static str,
    inputs: Arity,
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    crate::row::row(name, inputs, ANY, Effects::STATE.and(Effects::CALLS), evaluate, doc)
}

/// The same of a function that prints if nobody asks for its output.
const fn listing(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    let effects = Effects::STATE.and(Effects::CALLS).and(Effects::OUTPUT).and(Effects::QUIET);
    crate::row::row(name, Arity::between(1, 2), ANY, effects, evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    listing("methods", methods, "The names of the methods of a class."),
    listing("properties", properties, "The names of the properties of a class."),
    question("ismethod", Arity::exactly(2), ismethod, "Whether a class has a method of a name."),
    question("isprop", Arity::exactly(2), isprop, "Whether a class has a property of a name."),
    question("metaclass", Arity::exactly(1), metaclass, "What is known of the class of an object."),
    question("superclasses", Arity::exactly(1), superclasses, "What a class inherits from."),
    question("enumeration", Arity::exactly(1), enumeration, "The constants of an enumeration."),
    question("superiorto", Arity::at_least(1), superiorto, "Whose methods come before others'."),
    question("inferiorto", Arity::at_least(1), inferiorto, "Whose methods come after others'."),
];

fn methods(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Methods, args, nargout)
}

fn properties(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Properties, args, nargout)
}

fn ismethod(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::IsMethod, args, nargout)
}

fn isprop(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    if !matches!(args[0], Value::Object(_)) && !args[0].is_char() {
        return graphics::isprop(cx, args, nargout);
    }
    cx.of_object(ObjectRequest::IsProperty, args, nargout)
}

fn metaclass(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::MetaClass, args, nargout)
}

fn superclasses(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Superclasses, args, nargout)
}

fn enumeration(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Enumeration, args, nargout)
}

fn superiorto(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Superior, args, nargout)
}

fn inferiorto(cx: &mut dyn Context, args: Args, nargout: usize) -> Result<Values> {
    cx.of_object(ObjectRequest::Inferior, args, nargout)
}
