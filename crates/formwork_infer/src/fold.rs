//! Computing with constants, as the interpreter would.

use std::path::Path;

use formwork_builtins::{Args, Nobody, Row, Values};
use formwork_hir::Host;
use formwork_runtime::{Error, ErrorKind, Value};

/// Built-ins that refuse what Octave refuses, and nothing else: those of its core, which
/// the recorded cases cover. Of the others a refusal proves nothing: ours may take less.
const VETTED: &[&str] = &[
    "abs",
    "accumarray",
    "acos",
    "all",
    "any",
    "asin",
    "atan",
    "atan2",
    "bitand",
    "bitor",
    "bitshift",
    "bitxor",
    "cat",
    "ceil",
    "cell",
    "cell2mat",
    "cell2struct",
    "cellstr",
    "char",
    "chol",
    "circshift",
    "colon",
    "columns",
    "conj",
    "conv",
    "conv2",
    "cos",
    "cosh",
    "cross",
    "ctranspose",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "det",
    "diag",
    "diff",
    "dot",
    "double",
    "eig",
    "erf",
    "exp",
    "expm",
    "eye",
    "factorial",
    "fft",
    "fieldnames",
    "filter",
    "find",
    "fix",
    "flip",
    "fliplr",
    "flipud",
    "floor",
    "func2str",
    "gamma",
    "horzcat",
    "hypot",
    "ifft",
    "imag",
    "ind2sub",
    "int16",
    "int2str",
    "int32",
    "int64",
    "int8",
    "inv",
    "iscell",
    "ischar",
    "iscolumn",
    "isempty",
    "isequal",
    "isfield",
    "isinf",
    "islogical",
    "ismatrix",
    "isnan",
    "isnumeric",
    "isreal",
    "isrow",
    "isscalar",
    "issquare",
    "isstruct",
    "isvector",
    "kron",
    "length",
    "linspace",
    "log",
    "log10",
    "log2",
    "logical",
    "lower",
    "lu",
    "magic",
    "mat2str",
    "max",
    "mean",
    "median",
    "meshgrid",
    "min",
    "minus",
    "mldivide",
    "mod",
    "mpower",
    "mrdivide",
    "mtimes",
    "ndgrid",
    "ndims",
    "nnz",
    "norm",
    "null",
    "num2cell",
    "num2str",
    "numel",
    "ones",
    "orth",
    "permute",
    "pinv",
    "plus",
    "polyfit",
    "polyval",
    "power",
    "prod",
    "qr",
    "rand",
    "randi",
    "randn",
    "rank",
    "rdivide",
    "real",
    "regexp",
    "regexprep",
    "rem",
    "repmat",
    "reshape",
    "resize",
    "rmfield",
    "rot90",
    "round",
    "rows",
    "sign",
    "sin",
    "single",
    "sinh",
    "size",
    "sort",
    "sqrt",
    "squeeze",
    "str2double",
    "str2func",
    "str2num",
    "strcat",
    "strcmp",
    "strcmpi",
    "strfind",
    "strjoin",
    "strncmp",
    "strncmpi",
    "strrep",
    "strsplit",
    "strtrim",
    "struct2cell",
    "sub2ind",
    "sum",
    "sumsq",
    "svd",
    "tan",
    "tanh",
    "times",
    "tolower",
    "toupper",
    "trace",
    "transpose",
    "tril",
    "triu",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "upper",
    "vec",
    "vertcat",
    "zeros",
];

/// Whether a built-in that fails here fails in Octave, too.
pub(crate) fn is_vetted(name: &str) -> bool {
    VETTED.binary_search(&name).is_ok()
}

/// The most elements an operand of a folded operation may have.
pub(crate) const OPERAND: usize = 1 << 12;

/// The most elements of what is read from a file.
const READ: usize = 1 << 16;

/// What a built-in that reads a file gives; else why it is not known.
pub(crate) fn read(
    nobody: &mut Nobody,
    host: &dyn Host,
    row: &Row,
    args: &[&Value],
    nargout: usize,
) -> std::result::Result<Values, String> {
    let name = args.first().and_then(|name| name.as_text()).filter(|_| args[0].is_char());
    let Some(name) = name.filter(|_| row.inputs.accepts(args.len())) else {
        return Err("its arguments make no sense".to_owned());
    };
    let bytes = host.read(Path::new(&*name)).map_err(|error| error.to_string())?;
    nobody.lend_file(Some((name.into_owned(), bytes)));
    let args: Args = args.iter().map(|&value| value.clone()).collect();
    let outputs = (row.evaluate)(nobody, args, nargout.max(1));
    nobody.lend_file(None);
    let outputs = outputs.map_err(|error| error.message)?;
    match outputs.iter().any(|value| value.numel() > READ) {
        true => Err(format!("it has more than {READ} elements")),
        false => Ok(outputs),
    }
}

/// What a call of a built-in with constants comes to.
pub(crate) enum Folded {
    /// These outputs.
    Gives(Values),
    /// This error, which is Octave's if the built-in is trusted to refuse what it refuses.
    Fails(Box<Error>),
    /// It is not known: it is not computed here, it is too large, or what refuses it is ours.
    Unknown,
}

/// Tries a built-in on constants.
pub(crate) fn evaluate(nobody: &mut Nobody, row: &Row, args: &[&Value], nargout: usize) -> Folded {
    if !row.inputs.accepts(args.len()) || !(row.fold)(args) {
        return Folded::Unknown;
    }
    if args.iter().any(|value| value.numel() > OPERAND) {
        return Folded::Unknown;
    }
    let given: Args = args.iter().map(|&value| value.clone()).collect();
    match (row.evaluate)(nobody, given, nargout) {
        // Some give more than they are asked for.
        Ok(values) => Folded::Gives(values.into_iter().take(nargout.max(1)).collect()),
        Err(error)
            if error.kind == ErrorKind::Catchable
                && !is_refused_option(nobody, row, args, nargout) =>
        {
            Folded::Fails(error)
        }
        Err(_) => Folded::Unknown,
    }
}

/// Whether a call that fails would succeed without its options: MATLAB knows some that Octave
/// does not.
fn is_refused_option(nobody: &mut Nobody, row: &Row, args: &[&Value], nargout: usize) -> bool {
    let text = |value: &Value| value.is_char() && value.as_text().is_none_or(|text| text != "rows");
    let option = |place: usize, value: &Value| place > 0 && (text(value) || value.is_empty());
    let plain: Args = args
        .iter()
        .enumerate()
        .filter(|(place, value)| !option(*place, value))
        .map(|(_, &value)| value.clone())
        .collect();
    args.iter().skip(1).any(|value| text(value))
        && row.inputs.accepts(plain.len())
        && (row.evaluate)(nobody, plain, nargout).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(VETTED.is_sorted(), "a list that is searched");
        assert!(is_vetted("reshape") && !is_vetted("trapz"));
    }
}
