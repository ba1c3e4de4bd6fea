//! `inputParser` and its methods, called as functions.

use std::cell::RefCell;
use std::rc::Rc;

use formwork_runtime::{Class, ParserData, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::parser_access::parser_method;
use crate::row::{Arity, Effects, Evaluator, Output, Row, Strings};
use crate::rules::{ClassRule, ShapeRule};

/// A parser is shared by its copies, and calls functions that check arguments.
const fn method(name: &'static str, inputs: Arity, evaluate: Evaluator, doc: &'static str) -> Row {
    crate::row::row(name, inputs, &[], Effects::STATE.and(Effects::CALLS), evaluate, doc)
}

pub(crate) const ROWS: &[Row] = &[
    crate::row::row(
        "inputParser",
        Arity::at_least(0),
        &[Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Parser))],
        Effects::STATE,
        construct,
        "Makes an object that takes the arguments of a function apart.",
    ),
    method(
        "addRequired",
        Arity::at_least(1),
        |cx, args, count| call(cx, "addRequired", args, count),
        "Adds an argument to a parser that must be given.",
    )
    .strings(Strings::Own),
    method(
        "addOptional",
        Arity::at_least(1),
        |cx, args, count| call(cx, "addOptional", args, count),
        "Adds an argument to a parser that may be given by its place.",
    )
    .strings(Strings::Own),
    method(
        "addParameter",
        Arity::at_least(1),
        |cx, args, count| call(cx, "addParameter", args, count),
        "Adds an argument to a parser that may be given by name and value.",
    )
    .strings(Strings::Own),
    method(
        "addParamValue",
        Arity::at_least(1),
        |cx, args, count| call(cx, "addParamValue", args, count),
        "Adds an argument to a parser that may be given by name and value.",
    )
    .strings(Strings::Own),
    method(
        "addSwitch",
        Arity::at_least(1),
        |cx, args, count| call(cx, "addSwitch", args, count),
        "Adds an argument to a parser that may be given by name alone.",
    )
    .strings(Strings::Own),
    method(
        "parse",
        Arity::at_least(1),
        |cx, args, count| call(cx, "parse", args, count),
        "Takes arguments apart with a parser.",
    )
    .strings(Strings::Own),
];

fn construct(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> Result<Values> {
    one(Value::Parser(Rc::new(RefCell::new(ParserData::default()))))
}

fn call(cx: &mut dyn Context, name: &str, mut args: Args, nargout: usize) -> Result<Values> {
    let parser = args.remove(0);
    parser_method(cx, &parser, name, args, nargout)
}
