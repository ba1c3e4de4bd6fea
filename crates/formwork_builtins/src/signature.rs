//! What the languages take beyond the table: a call that a row refuses fails only if neither
//! Octave nor MATLAB knows it.

/// Whether MATLAB takes so many arguments where the row does not.
#[must_use]
pub fn matlab_takes(name: &str, count: usize) -> bool {
    MATLAB_INPUTS.iter().any(|&(row, most)| row == name && count <= most)
}

/// Whether Octave or MATLAB has outputs of this function that the row lacks.
#[must_use]
pub fn has_more_outputs(name: &str) -> bool {
    MORE_OUTPUTS.contains(&name)
}

/// Whether MATLAB's function gives strings where it is given strings: what Octave says of its
/// class holds only where the arguments are known to be something else.
#[must_use]
pub fn keeps_strings(name: &str) -> bool {
    KEEP_STRINGS.binary_search(&name).is_ok()
}

/// Whether a function says of a string scalar of MATLAB something else than of the characters
/// in it.
#[must_use]
pub fn tells_strings(name: &str) -> bool {
    keeps_strings(name)
        || matches!(
            name,
            "class"
                | "columns"
                | "double"
                | "isa"
                | "ischar"
                | "iscellstr"
                | "isempty"
                | "isrow"
                | "isscalar"
                | "isvector"
                | "length"
                | "ndims"
                | "numel"
                | "repmat"
                | "size"
                | "str2double"
        )
}

/// Whether MATLAB's function takes arguments that Octave's refuses.
#[must_use]
pub fn matlab_is_lenient(name: &str) -> bool {
    LENIENT.contains(&name)
}

const KEEP_STRINGS: &[&str] = &[
    "deblank",
    "fileparts",
    "fullfile",
    "lower",
    "regexp",
    "regexpi",
    "regexprep",
    "strcat",
    "strjoin",
    "strjust",
    "strrep",
    "strsplit",
    "strtok",
    "strtrim",
    "tolower",
    "toupper",
    "upper",
    "validatestring",
];

/// `meshgrid` takes the elements of matrices there, `strfind` looks through numbers, too; regular
/// expressions are read more kindly.
const LENIENT: &[&str] = &["meshgrid", "regexp", "regexpi", "regexprep", "strfind"];

/// Whether what the function gives has other contents in MATLAB: other fields, for one.
#[must_use]
pub fn differs_in_matlab(name: &str) -> bool {
    matches!(name, "optimset" | "optimget" | "symvar")
}

/// How many arguments MATLAB's function takes at most, where that is more than Octave's.
const MATLAB_INPUTS: &[(&str, usize)] = &[
    ("all", 3),
    ("any", 3),
    ("bitand", 3),
    ("bitor", 3),
    ("bitxor", 3),
    ("cummax", 4),
    ("cummin", 4),
    ("cumprod", 4),
    ("cumsum", 4),
    ("eye", 6),
    ("fieldnames", 2),
    ("ifft", 4),
    ("lu", 3),
    ("max", 5),
    ("mean", 5),
    ("median", 5),
    ("min", 5),
    ("mode", 3),
    ("prod", 5),
    ("round", 3),
    ("sort", 8),
    ("sortrows", 7),
    ("std", 4),
    ("sum", 5),
    ("svd", 4),
    ("var", 5),
];

/// Functions with more outputs in Octave or MATLAB than here.
const MORE_OUTPUTS: &[&str] = &[
    "arrayfun",
    "calendar",
    "cellfun",
    "deal",
    "evalc",
    "fminbnd",
    "fminsearch",
    "fminunc",
    "fsolve",
    "fzero",
    "gradient",
    "input",
    "lsqnonneg",
    "lu",
    "ndgrid",
    "ode23",
    "ode45",
    "pkg",
    "qr",
    "schur",
    "size",
    "std",
    "strchr",
    "structfun",
    "unique",
    "var",
    "version",
];
