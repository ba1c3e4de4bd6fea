//! Computing with constants, as the interpreter would.

use formwork_builtins::{
    Args, Context, Effects, Found, Place, Row, Session, Stream, Values, Workspace,
};
use formwork_runtime::{Error, Result, Value, Warn};

/// The most elements an operand of a folded operation may have.
pub(crate) const OPERAND: usize = 1 << 12;

/// Stands in for whoever runs a program while constants are folded: what a pure
/// built-in does not need is refused.
#[derive(Default)]
pub(crate) struct Folder {
    session: Session,
    empty: NoVariables,
}

impl Folder {
    /// The outputs of a pure built-in for constants; `None` if it is not computed here.
    pub(crate) fn evaluate(
        &mut self,
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
        Some((row.evaluate)(self, args, nargout))
    }
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

impl Warn for Folder {
    fn warn(&mut self, _: &str, _: &str) -> Result<()> {
        Ok(())
    }
}

fn refused<T>() -> Result<T> {
    Err(Error::plain("this is not known before the program runs"))
}

impl Context for Folder {
    fn call(&mut self, _: &Value, _: Args, _: usize) -> Result<Values> {
        refused()
    }

    fn call_named(&mut self, _: &str, _: Args, _: usize) -> Result<Values> {
        refused()
    }

    fn write(&mut self, _: Stream, _: &[u8]) -> Result<()> {
        refused()
    }

    fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    fn workspace(&mut self, _: Place) -> &mut dyn Workspace {
        &mut self.empty
    }

    fn evaluate_text(&mut self, _: &[u8], _: Place, _: usize) -> Result<Values> {
        refused()
    }

    fn capture_output(
        &mut self,
        _: &mut dyn FnMut(&mut dyn Context) -> Result<()>,
    ) -> Result<Vec<u8>> {
        refused()
    }

    fn lookup(&mut self, _: &str) -> Found {
        Found::Nothing
    }

    fn handle(&mut self, name: &str) -> Value {
        formwork_runtime::FunctionHandle::Named(name.into()).into()
    }

    fn arity(&mut self, _: &Value) -> Result<(i64, i64)> {
        refused()
    }

    fn poll(&mut self) -> Result<()> {
        Ok(())
    }

    fn now(&mut self) -> f64 {
        0.0
    }

    fn cpu_time(&mut self) -> f64 {
        0.0
    }

    fn environment(&mut self, _: &str) -> Option<String> {
        None
    }
}

#[derive(Default)]
struct NoVariables;

impl Workspace for NoVariables {
    fn get(&self, _: &str) -> Option<Value> {
        None
    }

    fn set(&mut self, _: &str, _: Value) -> Result<()> {
        refused()
    }

    fn clear(&mut self, _: &str) -> bool {
        false
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn is_global(&self, _: &str) -> bool {
        false
    }

    fn forget_global(&mut self, _name: &str) {}

    fn function_name(&self) -> String {
        String::new()
    }

    fn nargin(&self) -> Option<usize> {
        None
    }

    fn nargout(&self) -> Option<usize> {
        None
    }

    fn is_output_wanted(&self, _: usize) -> bool {
        true
    }

    fn input_name(&self, _: usize) -> Option<String> {
        None
    }
}
