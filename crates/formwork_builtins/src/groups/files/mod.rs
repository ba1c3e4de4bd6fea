//! Reading and writing whole files: text as it is, tables of numbers, variables, pictures.

mod json;
mod load;
mod pictures;
mod save;
mod tables;
mod write_table;

use formwork_runtime::{Class, Dims, Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::outside::whole_file;
use crate::row::{Arity, Effects, Output, Row, row};
use crate::rules::{ClassRule, ShapeRule};

const TEXT: Output = Output::new(ShapeRule::Unknown, ClassRule::Is(Class::Char));
const LINE: Output = Output::new(ShapeRule::Text, ClassRule::Is(Class::Char));
const TABLE: Output = Output::new(ShapeRule::Matrix, ClassRule::Is(Class::Double));
const UNKNOWN: Output = Output::new(ShapeRule::Unknown, ClassRule::Unknown);

pub(crate) const ROWS: &[Row] = &[
    row("fileread", Arity::between(1, 3), &[TEXT], Effects::FILES, fileread, "The text of a file."),
    row(
        "csvread",
        Arity::at_least(1),
        &[TABLE],
        Effects::FILES,
        tables::csvread,
        "The numbers of a file, with commas between them.",
    ),
    row(
        "dlmread",
        Arity::at_least(1),
        &[TABLE],
        Effects::FILES,
        tables::dlmread,
        "The numbers of a file, with a separator between them.",
    ),
    row(
        "readmatrix",
        Arity::at_least(1),
        &[TABLE],
        Effects::OUTSIDE,
        tables::readmatrix,
        "The numbers of a file, NaN where there is none.",
    ),
    row(
        "writematrix",
        Arity::at_least(2),
        &[],
        Effects::OUTSIDE,
        write_table::writematrix,
        "Writes numbers to a file.",
    ),
    row(
        "dlmwrite",
        Arity::at_least(2),
        &[],
        Effects::OUTSIDE,
        write_table::dlmwrite,
        "Writes numbers to a file, with a separator between them.",
    ),
    row(
        "csvwrite",
        Arity::at_least(2),
        &[],
        Effects::OUTSIDE,
        write_table::csvwrite,
        "Writes numbers to a file, with commas between them.",
    ),
    row(
        "imread",
        Arity::at_least(1),
        &[UNKNOWN, UNKNOWN, UNKNOWN],
        Effects::FILES,
        pictures::imread,
        "The picture of a file, its palette, and how opaque it is.",
    ),
    row(
        "imwrite",
        Arity::at_least(2),
        &[],
        Effects::OUTSIDE,
        pictures::imwrite,
        "Writes a picture to a file.",
    ),
    row(
        "jsonencode",
        Arity::at_least(1),
        &[Output::new(ShapeRule::Row, ClassRule::Is(Class::Char))],
        Effects::PURE,
        json::jsonencode,
        "The JSON of a value.",
    )
    .doubted_of_numbers()
    .doubted_of_others(),
    row(
        "jsondecode",
        Arity::at_least(1),
        &[UNKNOWN],
        Effects::PURE,
        json::jsondecode,
        "The value of JSON.",
    )
    .doubted_of_others(),
    row(
        "load",
        Arity::at_least(1),
        &[UNKNOWN],
        Effects::FILES.and(Effects::WRITES_SCOPE),
        load::load,
        "Variables of a file, or the numbers of one of text.",
    )
    .quiet(),
    row(
        "save",
        Arity::at_least(1),
        &[LINE],
        Effects::OUTSIDE.and(Effects::READS_SCOPE),
        save::save,
        "Writes variables to a file.",
    )
    .quiet(),
];

fn fileread(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let Some(name) = args[0].as_text() else {
        return Err(Error::plain("fileread: FILENAME argument must be a string"));
    };
    if args.len() > 1 {
        let utf8 = |value: &Value| {
            value.as_text().is_some_and(|text| text.to_ascii_lowercase() == "utf-8")
        };
        if args.len() != 3 || !utf8(&args[2]) {
            return Err(Error::limit("fileread: only files in UTF-8 can be read yet"));
        }
    }
    let bytes = whole_file(cx, "fileread", &name)?;
    let bytes = bytes.map_err(|_| Error::plain(format!("fileread: cannot open file {name}")))?;
    if bytes.is_empty() {
        return one(Value::from_array(formwork_runtime::Array::<u8>::new(
            Dims::new(&[1, 0]),
            Vec::new(),
        )));
    }
    one(Value::text(bytes))
}
