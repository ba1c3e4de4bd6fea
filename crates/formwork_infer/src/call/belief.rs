//! Whether a built-in that refuses arguments here is believed: whether Octave, and MATLAB where
//! it may run the program, refuse them, too.
//!
//! What ours refuses may be a limit of ours. Where only Octave runs the program, every built-in is
//! believed but those that random calls in both engines contradicted (`cargo xtask oracle
//! --refusals`). Where MATLAB may run it only those are that were compared one by one: it knows
//! more options and forms of many.

use formwork_builtins::{Effects, Row};
use formwork_domain::AbstractValue;
use formwork_runtime::Class;

use crate::call::fold::Known;
use crate::engine::{Analyst, Runner};

/// Built-ins that refuse what Octave refuses, and nothing else: those of its core, which
/// the recorded cases cover. They are believed in every dialect.
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
fn is_vetted(name: &str) -> bool {
    VETTED.binary_search(&name).is_ok()
}

/// Built-ins that refuse arguments without options exactly where Octave does, by random
/// calls of both (`cargo xtask oracle --failures`). Of what their options mean ours may know
/// less.
const COMPARED: &[&str] = &[
    "accumdim",
    "beta",
    "bin2dec",
    "bitget",
    "blkdiag",
    "bounds",
    "center",
    "compan",
    "cond",
    "corr",
    "corrcoef",
    "cosd",
    "cov",
    "cplxpair",
    "cumtrapz",
    "dec2bin",
    "deconv",
    "ellipke",
    "factor",
    "gammainc",
    "gcd",
    "getfield",
    "hadamard",
    "hankel",
    "hess",
    "hex2dec",
    "hilb",
    "histc",
    "ifelse",
    "interp1",
    "interp2",
    "interpft",
    "intersect",
    "invhilb",
    "ipermute",
    "iqr",
    "ismember",
    "issorted",
    "kurtosis",
    "lcm",
    "legendre",
    "linsolve",
    "logm",
    "logspace",
    "lookup",
    "mat2cell",
    "meansq",
    "merge",
    "mkpp",
    "mode",
    "mpoles",
    "nchoosek",
    "nextpow2",
    "normest",
    "nthroot",
    "orderfields",
    "pascal",
    "pchip",
    "perms",
    "planerot",
    "polyder",
    "polygcd",
    "polyint",
    "polyreduce",
    "polyvalm",
    "postpad",
    "ppval",
    "prctile",
    "prepad",
    "primes",
    "quantile",
    "range",
    "rat",
    "reallog",
    "realpow",
    "realsqrt",
    "residue",
    "roots",
    "rotdim",
    "rref",
    "schur",
    "setdiff",
    "setxor",
    "shiftdim",
    "skewness",
    "spline",
    "sqrtm",
    "std",
    "struct",
    "strvcat",
    "subspace",
    "swapbytes",
    "toeplitz",
    "trapz",
    "union",
    "unique",
    "unmkpp",
    "vander",
    "vech",
    "wilkinson",
    "zscore",
];

/// Options that those know which have them.
const OPTIONS: &[&str] = &["rows"];

/// Those of them of which texts and cells are no options.
const OF_TEXTS: &[&str] = &["dec2bin", "getfield", "hex2dec", "struct", "strvcat", "unique"];

/// Whether a message tells of a limit of ours, not of the program.
pub(crate) fn is_limit(message: &str) -> bool {
    const LIMITS: &[&str] = &["out of memory", "not supported", "converge", "not yet implemented"];
    LIMITS.iter().any(|words| message.contains(words))
}

/// Built-ins that refuse numbers that Octave accepts, by random calls of both.
const DOUBTED_OF_NUMBERS: &[&str] = &[
    "airy",
    "balance",
    "besselh",
    "besselk",
    "bessely",
    "betainc",
    "betaincinv",
    "cholinv",
    "cond",
    "condest",
    "dec2hex",
    "ellipke",
    "fft2",
    "fftconv",
    "filter2",
    "fsolve",
    "fzero",
    "givens",
    "gradient",
    "have_window_system",
    "hist",
    "histc",
    "housh",
    "ifft2",
    "interpft",
    "iqr",
    "isbanded",
    "list_in_columns",
    "lsqnonneg",
    "nchoosek",
    "normest1",
    "ode23",
    "ode45",
    "quad",
    "quadgk",
    "quantile",
    "ranks",
    "rats",
    "residue",
    "typeinfo",
    "unicode2native",
    "unicode_idx",
];

/// Built-ins that refuse texts, cells, structs or functions that Octave accepts.
const DOUBTED: &[&str] = &[
    "airy",
    "asctime",
    "besselh",
    "besselj",
    "bessely",
    "compan",
    "corr",
    "corrcoef",
    "cov",
    "cumtrapz",
    "datenum",
    "deconv",
    "fft2",
    "fftconv",
    "fftfilt",
    "filter2",
    "fzero",
    "givens",
    "gradient",
    "hist",
    "histc",
    "housh",
    "ifft2",
    "index",
    "isbanded",
    "iskeyword",
    "list_in_columns",
    "lookup",
    "lscov",
    "matlab.lang.makeUniqueStrings",
    "normest1",
    "poly",
    "polyder",
    "polygcd",
    "polyvalm",
    "quad",
    "rats",
    "regexpi",
    "roots",
    "rref",
    "setfield",
    "strvcat",
    "typeinfo",
    "unicode_idx",
];

impl Analyst<'_> {
    /// Whether a built-in that refuses these arguments refuses them in the languages that may
    /// run the program, too.
    pub(crate) fn is_trusted(&self, row: &Row, args: &[AbstractValue], message: &str) -> bool {
        if is_limit(message) {
            return false;
        }
        // Octave makes text of a function where ours does not.
        let function = |value: &AbstractValue| value.classes.contains(Class::FunctionHandle);
        if !row.effects.include(Effects::CALLS) && args.iter().any(function) {
            return false;
        }
        if is_vetted(row.name) {
            return !(self.may_run_in_matlab() && formwork_builtins::matlab_is_lenient(row.name));
        }
        if self.options.runner == Runner::Octave {
            // What was compared one by one was so for these kinds of arguments.
            return match COMPARED.binary_search(&row.name) {
                Ok(_) if args.iter().all(is_of_numbers) => is_compared(row.name, args, ""),
                _ => is_undoubted(row, args),
            };
        }
        let lenient = self.may_run_in_matlab() && formwork_builtins::matlab_is_lenient(row.name);
        !lenient && is_compared(row.name, args, message)
    }

    /// Which options of built-ins are known.
    pub(crate) fn known_options(&self) -> Known {
        if self.options.runner == Runner::Octave { Known::All } else { Known::Some }
    }

    /// Whether a built-in that does not take so many arguments takes them in no language that
    /// may run the program.
    pub(crate) fn is_trusted_to_count(&self, row: &Row, args: &[AbstractValue]) -> bool {
        if self.options.runner == Runner::Octave {
            is_undoubted(row, args)
        } else {
            is_vetted(row.name) && !formwork_builtins::matlab_takes(row.name, args.len())
        }
    }
}

/// Whether nothing was found that the built-in refuses and Octave accepts.
fn is_undoubted(row: &Row, args: &[AbstractValue]) -> bool {
    let doubted = if args.iter().all(is_of_numbers) { DOUBTED_OF_NUMBERS } else { DOUBTED };
    // What reaches outside is not compared.
    doubted.binary_search(&row.name).is_err() && !row.effects.reach_outside()
}

fn is_of_numbers(value: &AbstractValue) -> bool {
    value.classes.iter().all(|class| class.is_numeric() || class == Class::Logical)
}

/// Whether a built-in was compared for arguments like these.
fn is_compared(name: &str, args: &[AbstractValue], message: &str) -> bool {
    // How many arguments there may be, ours may not know.
    let counts = message.starts_with("Invalid call to") || message.contains("too many inputs");
    let plain = |value: &AbstractValue| {
        is_of_numbers(value) || value.text().is_some_and(|text| OPTIONS.contains(&&*text))
    };
    // MATLAB makes an empty struct of it.
    let empty = |value: &AbstractValue| value.text().is_some_and(|text| text.is_empty());
    if name == "struct" && args.len() == 1 && args.iter().all(empty) {
        return false;
    }
    // A number in the place of the second array means something else.
    let option = name == "corr" && args.get(1).is_some_and(AbstractValue::is_scalar);
    COMPARED.binary_search(&name).is_ok()
        && !counts
        && !option
        && (OF_TEXTS.contains(&name) || args.iter().all(plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_in_the_table() {
        for list in [VETTED, COMPARED, DOUBTED, DOUBTED_OF_NUMBERS] {
            assert!(list.is_sorted(), "a list that is searched");
            for name in list {
                assert!(formwork_builtins::find(name).is_some(), "{name} is no built-in");
            }
        }
    }
}
