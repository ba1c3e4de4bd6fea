//! Names in C: from the source where they can be, and nobody else's.

use crate::loops::{Function, FunctionId, Module, Namer, Place, as_name};

/// Words of C and C++, and names of the headers that the C includes.
const RESERVED: &[&str] = &[
    "EOF",
    "FILE",
    "I",
    "INFINITY",
    "NAN",
    "NULL",
    "abort",
    "abs",
    "acos",
    "acosf",
    "acosh",
    "alignas",
    "alignof",
    "alloca",
    "and",
    "and_eq",
    "arguments",
    "array",
    "asin",
    "asinf",
    "asinh",
    "asm",
    "atan",
    "atan2",
    "atan2f",
    "atanf",
    "atanh",
    "atexit",
    "atof",
    "atoi",
    "auto",
    "bcmp",
    "bcopy",
    "bitand",
    "bitor",
    "bool",
    "break",
    "bsearch",
    "bzero",
    "cabs",
    "calloc",
    "carg",
    "case",
    "catch",
    "cbrt",
    "cbrtf",
    "ccos",
    "ceil",
    "ceilf",
    "cexp",
    "char",
    "cimag",
    "class",
    "clog",
    "compl",
    "complex",
    "conj",
    "const",
    "const_cast",
    "constexpr",
    "continue",
    "copysign",
    "copysignf",
    "cos",
    "cosf",
    "cosh",
    "coshf",
    "cpow",
    "creal",
    "csin",
    "csqrt",
    "ctan",
    "decltype",
    "default",
    "delete",
    "depth",
    "div",
    "do",
    "done",
    "double",
    "double_t",
    "drem",
    "dynamic_cast",
    "else",
    "enum",
    "environ",
    "erf",
    "erfc",
    "error",
    "execl",
    "execv",
    "exit",
    "exp",
    "exp10",
    "exp10f",
    "exp2",
    "expf",
    "explicit",
    "expm1",
    "expm1f",
    "export",
    "extern",
    "fabs",
    "fabsf",
    "false",
    "fdim",
    "ffs",
    "ffsl",
    "finite",
    "float",
    "float_t",
    "floor",
    "floorf",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "for",
    "fork",
    "fpclassify",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "frexp",
    "friend",
    "fscanf",
    "gamma",
    "getenv",
    "gettext",
    "goto",
    "hypot",
    "hypotf",
    "if",
    "ilogb",
    "imaxabs",
    "index",
    "inline",
    "int",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isfinite",
    "isgraph",
    "isinf",
    "isinff",
    "islower",
    "isnan",
    "isnanf",
    "isnormal",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "j0",
    "j1",
    "jn",
    "labs",
    "ldexp",
    "ldexpf",
    "ldiv",
    "lgamma",
    "lgammaf",
    "linux",
    "llabs",
    "llrint",
    "llround",
    "log",
    "log10",
    "log10f",
    "log1p",
    "log1pf",
    "log2",
    "log2f",
    "logb",
    "logf",
    "long",
    "lrint",
    "lround",
    "main",
    "malloc",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "modf",
    "mutable",
    "namespace",
    "nan",
    "nearbyint",
    "new",
    "nextafter",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "pow",
    "pow10",
    "powf",
    "printf",
    "private",
    "protected",
    "public",
    "putc",
    "putchar",
    "puts",
    "qsort",
    "rand",
    "realloc",
    "register",
    "reinterpret_cast",
    "remainder",
    "remove",
    "remquo",
    "rename",
    "restrict",
    "results",
    "return",
    "rindex",
    "rint",
    "round",
    "roundf",
    "runtime",
    "scalb",
    "scalbn",
    "scanf",
    "short",
    "signbit",
    "signbitf",
    "signed",
    "signgam",
    "significand",
    "sin",
    "sincos",
    "sinf",
    "sinh",
    "sinhf",
    "sizeof",
    "snprintf",
    "sprintf",
    "sqrt",
    "sqrtf",
    "srand",
    "sscanf",
    "static",
    "static_assert",
    "static_cast",
    "status",
    "stderr",
    "stdin",
    "stdout",
    "stpcpy",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strdup",
    "strlen",
    "strncmp",
    "strncpy",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtol",
    "struct",
    "switch",
    "system",
    "tan",
    "tanf",
    "tanh",
    "tanhf",
    "template",
    "tgamma",
    "this",
    "thread_local",
    "throw",
    "time",
    "toascii",
    "tolower",
    "toupper",
    "true",
    "trunc",
    "truncf",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "va_arg",
    "va_end",
    "va_list",
    "va_start",
    "virtual",
    "void",
    "volatile",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "y0",
    "y1",
    "yn",
];

/// Whether nobody may have the name: it is C's, the system's or our helpers'.
fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
        || name.starts_with("fw_")
        || name.starts_with("FW_")
        || name.ends_with("_t")
        || name.ends_with("_call")
        || ["INT", "UINT", "PRI", "SCN", "DBL_", "FLT_", "FP_", "M_", "mx", "mex"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
}

/// The names of a module's functions and entries.
pub(super) struct ModuleNames {
    functions: Vec<String>,
    namer_seed: Vec<String>,
}

impl ModuleNames {
    pub(super) fn of(module: &Module) -> ModuleNames {
        let mut namer = Namer::default();
        let functions: Vec<String> = module
            .functions()
            .map(|(_, function)| namer.fresh(&as_name(function.name()), is_reserved))
            .collect();
        let mut namer_seed = functions.clone();
        namer_seed.extend(module.entries().iter().map(|entry| entry_name(&entry.name)));
        ModuleNames { functions, namer_seed }
    }

    pub(super) fn function(&self, id: FunctionId) -> &str {
        &self.functions[cranelift_entity::EntityRef::index(id)]
    }
}

/// The name of the function that calls an entry with described arrays.
pub(super) fn entry_name(name: &str) -> String {
    format!("{}_call", as_name(name))
}

/// The names of what a function has.
pub(super) struct FunctionNames {
    pub(super) variables: Vec<String>,
    pub(super) buffers: Vec<String>,
    /// Of the parameters through which results are handed over.
    pub(super) outputs: Vec<String>,
}

/// What is written behind the name of a buffer for what belongs to it.
const COMPANIONS: [&str; 7] =
    ["_length", "_capacity", "_grown", "_given", "_given_length", "_old_length", "_old_capacity"];

impl FunctionNames {
    pub(super) fn of(module: &ModuleNames, function: &Function) -> FunctionNames {
        let mut namer = Namer::default();
        for name in &module.namer_seed {
            namer.reserve(name.clone());
        }
        // Buffers first: their companions must be free, too.
        let buffers: Vec<String> = function
            .buffers
            .values()
            .map(|buffer| namer.fresh_family(&as_name(buffer.name()), &COMPANIONS, is_reserved))
            .collect();
        let variables: Vec<String> = function
            .variables
            .values()
            .map(|variable| {
                namer.fresh_family(
                    &as_name(variable.name()),
                    &["_end", "_next", "_from"],
                    is_reserved,
                )
            })
            .collect();
        let outputs = function
            .results()
            .iter()
            .map(|place| {
                let own = match place {
                    Place::Variable(id) => &variables[cranelift_entity::EntityRef::index(*id)],
                    Place::Buffer(id) => &buffers[cranelift_entity::EntityRef::index(*id)],
                };
                namer.fresh_family(&format!("{own}_out"), &["_length"], is_reserved)
            })
            .collect();
        FunctionNames { variables, buffers, outputs }
    }
}

/// Text inside a comment, which must not end or begin one.
pub(super) fn in_comment(text: &str) -> String {
    let text = text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?");
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .trim_end_matches('\\')
        .to_owned()
}
