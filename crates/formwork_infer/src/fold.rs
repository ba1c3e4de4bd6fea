//! Computing with constants, as the interpreter would.

use formwork_builtins::{Args, Effects, Nobody, Row, Values};
use formwork_runtime::{Result, Value};

/// The most elements an operand of a folded operation may have.
pub(crate) const OPERAND: usize = 1 << 12;

/// The outputs of a pure built-in for constants; `None` if it is not computed here.
pub(crate) fn evaluate(
    nobody: &mut Nobody,
    row: &Row,
    args: &[&Value],
    nargout: usize,
) -> Option<Result<Values>> {
    if row.effects != Effects::PURE || !row.inputs.accepts(args.len()) {
        return None;
    }
    if args.iter().any(|value| value.numel() > OPERAND) || is_long(row.name, args) {
        return None;
    }
    let args: Args = args.iter().map(|&value| value.clone()).collect();
    Some((row.evaluate)(nobody, args, nargout))
}

/// Whether a call may take long, or need much room, for the numbers it is given.
fn is_long(name: &str, args: &[&Value]) -> bool {
    const LARGE: f64 = 4096.0;
    let large = args.iter().any(|value| {
        value.is_numeric()
            && value
                .to_f64_array()
                .is_some_and(|array| array.as_slice().iter().any(|element| element.abs() > LARGE))
    });
    large
        && matches!(
            name,
            "primes"
                | "factor"
                | "isprime"
                | "perms"
                | "nchoosek"
                | "magic"
                | "hilb"
                | "invhilb"
                | "list_primes"
                | "vander"
                | "toeplitz"
                | "hankel"
                | "rosser"
                | "wilkinson"
                | "pascal"
                | "factorial"
                | "zeros"
                | "ones"
                | "eye"
                | "cell"
                | "repmat"
                | "linspace"
                | "logspace"
                | "blanks"
                | "NaN"
                | "Inf"
                | "nan"
                | "inf"
                | "NA"
                | "true"
                | "false"
                | "colon"
                | "dec2bin"
                | "dec2base"
                | "resize"
                | "postpad"
                | "prepad"
                | "accumarray"
                | "kron"
                | "ndgrid"
                | "meshgrid"
                | "sprintf"
                | "expm"
                | "pi"
                | "e"
                | "bincoeff"
                | "legendre"
                | "hadamard"
                | "gallery"
        )
}
