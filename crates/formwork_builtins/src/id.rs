//! Typed ids for the built-ins that some reader singles out.
//!
//! What a row can say in a column, it says there. An id is for what is part of the language
//! rather than of a library: `nargin` is known from the call around it, `eval` runs a text, a
//! residual program is written with `zeros` and `error`. The list is sorted, since it is
//! searched while the table is compiled.

/// A built-in function that some part of the compiler singles out.
macro_rules! builtin_ids {
    ($($id:ident $name:literal,)*) => {
        /// A built-in function that some part of the compiler singles out.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum BuiltinId {
            $(#[doc = concat!("`", $name, "`")] $id,)*
        }

        const ALL: &[(&str, BuiltinId)] = &[$(($name, BuiltinId::$id),)*];

        impl BuiltinId {
            /// The name of the function.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(BuiltinId::$id => $name,)*
                }
            }
        }
    };
}

builtin_ids! {
    Inf "Inf",
    Nan "NaN",
    All "all",
    Any "any",
    Arrayfun "arrayfun",
    Assert "assert",
    Assignin "assignin",
    Bsxfun "bsxfun",
    Cat "cat",
    Ceil "ceil",
    Cell "cell",
    Cellfun "cellfun",
    Char "char",
    Class "class",
    Clear "clear",
    Clearvars "clearvars",
    Columns "columns",
    Conv "conv",
    Corr "corr",
    Dbstack "dbstack",
    Deal "deal",
    Diag "diag",
    Disp "disp",
    Display "display",
    Double "double",
    Error "error",
    Eval "eval",
    Evalc "evalc",
    Evalin "evalin",
    Exist "exist",
    Exit "exit",
    Fail "fail",
    False "false",
    Feval "feval",
    Fieldnames "fieldnames",
    Fix "fix",
    Floor "floor",
    Fopen "fopen",
    Fprintf "fprintf",
    Full "full",
    Func2str "func2str",
    Horzcat "horzcat",
    Import "import",
    InputParser "inputParser",
    Inputname "inputname",
    Int64 "int64",
    Inv "inv",
    IsFunctionHandle "is_function_handle",
    Isa "isa",
    Isargout "isargout",
    Iscell "iscell",
    Iscellstr "iscellstr",
    Isempty "isempty",
    Isequal "isequal",
    Isfield "isfield",
    Isfinite "isfinite",
    Isfloat "isfloat",
    Isinteger "isinteger",
    Islogical "islogical",
    Isnumeric "isnumeric",
    Isreal "isreal",
    Isscalar "isscalar",
    Issparse "issparse",
    Isstring "isstring",
    Length "length",
    Load "load",
    Logical "logical",
    Mexext "mexext",
    Mfilename "mfilename",
    Min "min",
    Mlock "mlock",
    Mod "mod",
    MustBeInteger "mustBeInteger",
    MustBeNonempty "mustBeNonempty",
    MustBeNonnegative "mustBeNonnegative",
    MustBePositive "mustBePositive",
    MustBeReal "mustBeReal",
    MustBeVector "mustBeVector",
    Nargchk "nargchk",
    Nargin "nargin",
    Narginchk "narginchk",
    Nargout "nargout",
    Nargoutchk "nargoutchk",
    Ndims "ndims",
    Numel "numel",
    OnCleanup "onCleanup",
    Ones "ones",
    Permute "permute",
    PrintUsage "print_usage",
    Printf "printf",
    Quit "quit",
    Real "real",
    Regexp "regexp",
    Regexpi "regexpi",
    Regexprep "regexprep",
    Rem "rem",
    Repmat "repmat",
    Reshape "reshape",
    Resize "resize",
    Rethrow "rethrow",
    Round "round",
    Rows "rows",
    Run "run",
    Shiftdim "shiftdim",
    Single "single",
    Size "size",
    Source "source",
    Sparse "sparse",
    Sprintf "sprintf",
    Str2double "str2double",
    Str2func "str2func",
    Str2num "str2num",
    Strfind "strfind",
    Strrep "strrep",
    Strsplit "strsplit",
    Strtrim "strtrim",
    Struct "struct",
    Subsasgn "subsasgn",
    Subsref "subsref",
    Syms "syms",
    Trace "trace",
    True "true",
    Uint64 "uint64",
    Validateattributes "validateattributes",
    Vertcat "vertcat",
    Warning "warning",
    Which "which",
    Zeros "zeros",
}

impl BuiltinId {
    /// The id of the function of that name, if it has one.
    #[must_use]
    pub const fn of(name: &str) -> Option<BuiltinId> {
        let (mut low, mut high) = (0, ALL.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if is_less(ALL[middle].0.as_bytes(), name.as_bytes()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < ALL.len() && !is_less(name.as_bytes(), ALL[low].0.as_bytes()) {
            Some(ALL[low].1)
        } else {
            None
        }
    }
}

/// Whether one text comes before another, byte by byte.
const fn is_less(left: &[u8], right: &[u8]) -> bool {
    let mut place = 0;
    while place < left.len() && place < right.len() {
        if left[place] != right[place] {
            return left[place] < right[place];
        }
        place += 1;
    }
    left.len() < right.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_found_by_its_name() {
        assert!(ALL.is_sorted_by_key(|(name, _)| *name), "the list is searched");
        for &(name, id) in ALL {
            assert_eq!(BuiltinId::of(name), Some(id));
            assert_eq!(id.name(), name);
            assert!(crate::is_builtin(name), "{name}");
        }
        for other in ["", "a", "size_", "zz", "~"] {
            assert_eq!(BuiltinId::of(other), None, "{other}");
        }
    }
}
