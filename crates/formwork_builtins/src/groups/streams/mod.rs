//! Open files: `fopen` and everything that takes its number.

mod binary;
mod diary;
mod lines;
mod open;
mod place;
mod precision;
mod process;
mod scanned;
mod textscan;

use formwork_runtime::Class;

use crate::context::{Args, Context, Values, one};
use crate::row::{Arity, Effects, Evaluator, Output, Row, Strings, row};
use crate::rules::special::{self, unrunnable};
use crate::rules::{ClassRule, ShapeRule};

const NUMBER: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Double));
const TRUTH: Output = Output::new(ShapeRule::Scalar, ClassRule::Is(Class::Logical));
const TEXT: Output = Output::new(ShapeRule::Text, ClassRule::Is(Class::Char));
const LINE: Output = Output::new(ShapeRule::Text, ClassRule::Special);
const OPENED: Output = Output::new(ShapeRule::Special, ClassRule::Special);
const SCANNED: Output = Output::new(ShapeRule::Special, ClassRule::Special);
const ANYTHING: Output = Output::repeated(ShapeRule::Unknown, ClassRule::Unknown);
const BYTES: Output = Output::new(ShapeRule::Matrix, ClassRule::Special);

const fn stream(
    name: &'static str,
    min: u8,
    max: u8,
    outputs: &'static [Output],
    evaluate: Evaluator,
    doc: &'static str,
) -> Row {
    row(name, Arity::between(min, max), outputs, Effects::OUTSIDE, evaluate, doc)
}

/// A number that never changes.
const fn constant(name: &'static str, evaluate: Evaluator, doc: &'static str) -> Row {
    row(name, Arity::exactly(0), &[NUMBER], Effects::PURE, evaluate, doc)
}

fn minus_one(
    _cx: &mut dyn Context,
    _args: Args,
    _nargout: usize,
) -> formwork_runtime::Result<Values> {
    one(-1.0)
}

fn zero(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> formwork_runtime::Result<Values> {
    one(0.0)
}

fn single(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> formwork_runtime::Result<Values> {
    one(1.0)
}

fn double(_cx: &mut dyn Context, _args: Args, _nargout: usize) -> formwork_runtime::Result<Values> {
    one(2.0)
}

pub(crate) const ROWS: &[Row] = &[
    stream("fopen", 1, 4, &[OPENED, TEXT, TEXT, TEXT], open::fopen, "Opens a file.")
        .own_shape(special::streams::opened)
        .own_classes(special::streams::opened_class),
    stream("fclose", 1, 1, &[NUMBER], open::fclose, "Closes a file, or all of them."),
    stream("diary", 0, 1, &[TRUTH, TEXT], diary::diary, "Writes to a file, too, what is printed."),
    stream("freport", 0, 0, &[], open::freport, "Lists the open files."),
    stream(
        "is_valid_file_id",
        1,
        1,
        &[TRUTH],
        open::is_valid_file_id,
        "Whether a number is that of an open file.",
    ),
    stream("tmpfile", 0, 0, &[NUMBER, TEXT], open::tmpfile, "Opens a file that does not last."),
    stream(
        "mkstemp",
        1,
        2,
        &[NUMBER, TEXT, TEXT],
        open::mkstemp,
        "Makes a file of a new name after a pattern and opens it.",
    ),
    stream("fgetl", 1, 2, &[LINE, NUMBER], lines::fgetl, "The next line without its end, or -1.")
        .own_classes(unrunnable::text_or_number),
    stream("fgets", 1, 2, &[LINE, NUMBER], lines::fgets, "The next line with its end, or -1.")
        .own_classes(unrunnable::text_or_number),
    stream("fskipl", 1, 2, &[NUMBER], lines::fskipl, "Leaves lines out; how many there were."),
    stream("fputs", 2, 2, &[NUMBER], lines::fputs, "Writes a text as it is."),
    stream("fdisp", 2, 2, &[], lines::fdisp, "Writes a value without its name.")
        .strings(Strings::Own),
    stream("fflush", 1, 1, &[NUMBER], lines::fflush, "Writes what a stream still holds back."),
    stream("fread", 1, 5, &[BYTES, NUMBER], binary::fread, "Reads numbers as bytes.")
        .own_classes(special::streams::class_of_bytes),
    stream("fwrite", 2, 5, &[NUMBER], binary::fwrite, "Writes numbers as bytes."),
    stream(
        "fscanf",
        2,
        3,
        &[SCANNED, ANYTHING],
        scanned::fscanf,
        "Reads numbers and words from a file as a template says.",
    )
    .own_shape(special::text::scanned)
    .own_classes(special::classes::scanned),
    row(
        "textscan",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Cell)), NUMBER, TEXT],
        Effects::OUTSIDE,
        textscan::textscan,
        "Reads columns of a text or a file as a format says.",
    ),
    stream("fseek", 2, 3, &[NUMBER], place::fseek, "Goes to a place of a file."),
    stream("ftell", 1, 1, &[NUMBER], place::ftell, "The place in a file."),
    stream("frewind", 1, 1, &[NUMBER], place::frewind, "Goes to the start of a file.").quiet(),
    stream("feof", 1, 1, &[TRUTH], place::feof, "Whether reading has met the end of a file.")
        .own_classes(unrunnable::truth_or_number),
    stream("ferror", 1, 2, &[TEXT, NUMBER], place::ferror, "What went wrong with a file last."),
    stream("fclear", 1, 1, &[], place::fclear, "Forgets what went wrong with a file."),
    stream("popen", 2, 2, &[NUMBER], process::popen, "Starts a command, with a pipe to it."),
    stream("pclose", 1, 1, &[NUMBER], process::pclose, "Waits for a command to end."),
    constant("SEEK_SET", minus_one, "Places are counted from the start of a file."),
    constant("SEEK_CUR", zero, "Places are counted from where one is."),
    constant("SEEK_END", single, "Places are counted from the end of a file."),
    constant("stdin", zero, "The number of the standard input."),
    constant("stdout", single, "The number of the standard output."),
    constant("stderr", double, "The number of the standard error."),
];
