//! Compiled code is loaded and called: arrays in, arrays out, errors, operations of the
//! runtime called back, panics of those caught.

mod common;

use formwork_native::c::{Options, emit_c};
use formwork_native::compiler::{BuildOptions, Product, SourceFile};
use formwork_native::load::{CallError, Library};
use formwork_native::loops::{ArrayClass, Module, NoRuntime, RuntimeHost, read_module};
use formwork_native::{Array, ArrayView, Elements, ElementsView};

const PROGRAM: &str = r#"
func scale(x: f64[], m: index, n: index, k: f64) -> (y: f64[], rows: index, columns: index) {
  rows = m
  columns = n
  alloc y, extent(m, n)
  for i in 0..length(y) {
    if isnan(x[i]) {
      fail "Formwork:nan" "element {} is {}" (i + 1, x[i])
    }
    y[i] = x[i] * k
  }
}

func spectrum(x: f64[], shape: index[]) -> (y: c64[], extents: index[], energy: f64) {
  buffer inner: c64
  buffer inner_shape: index
  runtime "fft"(double x[*shape]) -> (double inner[*inner_shape])
  for i in 0..length(inner) {
    energy = energy + real(inner[i] * conj(inner[i]))
  }
  swap y, inner
  swap extents, inner_shape
}

entry scale = scale(x: double[?, ?], k: double) -> (y: double[?, ?])
entry spectrum = spectrum(x: double[*]) -> (y: complex double[*], energy: double)
"#;

fn library(test: &str) -> Option<(Module, Library)> {
    let compiler = common::compiler(test)?;
    let module = read_module(PROGRAM).expect("it is well written");
    let mut options = Options::new("program");
    options.described_entries = true;
    let files = emit_c(&module, &options).unwrap_or_else(|error| panic!("{error}"));
    let sources = [
        SourceFile { name: files.source_name, text: files.source },
        SourceFile { name: files.header_name, text: files.header },
    ];
    let mut build = BuildOptions::new(Product::SharedObject);
    build.flags = ["-Wall", "-Wextra", "-Werror"].map(str::to_owned).to_vec();
    let path = compiler
        .build(&sources, &build, &common::cache())
        .unwrap_or_else(|error| panic!("{error}"));
    let again = compiler.build(&sources, &build, &common::cache());
    assert_eq!(again.as_ref(), Ok(&path), "what is there is not built again");
    Some((module, Library::load(&path).unwrap_or_else(|error| panic!("{error}"))))
}

fn doubles(extents: &[i64], values: &[f64]) -> Array {
    Array::new(ArrayClass::Double, extents.to_vec(), Elements::F64(values.to_vec()))
        .expect("as many as the extents say")
}

#[test]
fn arrays_go_in_and_out() {
    let Some((_, library)) = library("arrays_go_in_and_out") else { return };
    let call = |arguments: &[Array]| {
        library.call("scale", arguments, 1, &mut NoRuntime).expect("there is such an entry")
    };
    let three = doubles(&[1, 1], &[3.0]);
    let result = call(&[doubles(&[2, 2], &[1.0, 2.0, -0.0, 4.0]), three.clone()]);
    assert_eq!(result, Ok(vec![doubles(&[2, 2], &[3.0, 6.0, -0.0, 12.0])]));
    let empty = call(&[doubles(&[0, 3], &[]), three.clone()]);
    assert_eq!(empty, Ok(vec![doubles(&[0, 3], &[])]));
    let failed = call(&[doubles(&[1, 2], &[1.0, f64::NAN]), three.clone()]);
    let message = "element 2 is NaN".to_owned();
    assert_eq!(failed, Err(CallError::Failed { identifier: "Formwork:nan".into(), message }));
    // A vector is no scalar, single is no double, three extents are not two.
    let wrong = call(&[doubles(&[1, 1], &[1.0]), doubles(&[1, 2], &[1.0, 2.0])]);
    assert_eq!(wrong, Err(CallError::NoMatch));
    let single = Array::new(ArrayClass::Single, vec![1, 1], Elements::F32(vec![1.0]));
    assert_eq!(call(&[single.expect("one element"), three.clone()]), Err(CallError::NoMatch));
    assert_eq!(call(&[doubles(&[1, 1, 1], &[1.0]), three]), Err(CallError::NoMatch));
    assert_eq!(call(&[]), Err(CallError::NoMatch));
    assert!(library.call("nothing", &[], 0, &mut NoRuntime).is_err());
}

/// Knows one operation, which doubles the elements and makes them complex.
struct Doubling {
    panics: bool,
    real: bool,
}

impl RuntimeHost for Doubling {
    fn call(
        &mut self,
        operation: &str,
        arguments: &[ArrayView<'_>],
        results: usize,
    ) -> Result<Vec<Array>, (String, String)> {
        assert_eq!((operation, results), ("fft", 1));
        assert!(!self.panics, "the host panics, as it was asked to");
        let [array] = arguments else { panic!("one argument") };
        if self.real {
            return Ok(vec![array.to_array()]);
        }
        let ElementsView::F64(values) = array.elements() else { panic!("doubles") };
        if values.is_empty() {
            return Err(("Formwork:empty".into(), "nothing to transform".into()));
        }
        let doubled = values.iter().map(|x| num_complex::Complex::new(2.0 * x, 1.0)).collect();
        let extents = array.extents().to_vec();
        Ok(vec![Array::new(array.class(), extents, Elements::C64(doubled)).expect("as many")])
    }
}

#[test]
fn operations_are_called_back() {
    let Some((_, library)) = library("operations_are_called_back") else { return };
    assert_eq!(library.operations(), ["fft"]);
    let call = |array: Array, panics: bool, real: bool| {
        let mut host = Doubling { panics, real };
        library.call("spectrum", &[array], 2, &mut host).expect("there is such an entry")
    };
    let input = doubles(&[1, 2, 1, 2], &[1.0, 2.0, 3.0, 0.5]);
    let arrays = call(input.clone(), false, false).expect("it works");
    assert_eq!(arrays[0].extents(), [1, 2, 1, 2]);
    assert_eq!(arrays[0].elements().len(), 4);
    assert_eq!(arrays[1], doubles(&[1, 1], &[4.0 + 16.0 + 36.0 + 1.0 + 4.0]));
    let failed = call(doubles(&[0, 1], &[]), false, false);
    assert_eq!(
        failed,
        Err(CallError::Failed {
            identifier: "Formwork:empty".into(),
            message: "nothing to transform".into()
        })
    );
    let failed = call(input.clone(), false, true).expect_err("real numbers are not complex");
    let CallError::Failed { identifier, .. } = failed else { panic!("it failed") };
    assert_eq!(identifier, "formwork:unexpected-result");
    let failed = call(input, true, false).expect_err("the host panics");
    let CallError::Failed { identifier, .. } = failed else { panic!("it failed") };
    assert_eq!(identifier, "formwork:panic");
}

#[test]
fn what_is_no_library_is_refused() {
    assert!(Library::load(std::path::Path::new("no-such-file.so")).is_err());
}
