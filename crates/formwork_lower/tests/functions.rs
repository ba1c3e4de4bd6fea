//! Functions and operators on random numbers: the interpreter, the evaluator of the array IR
//! and compiled C give the same bits.

#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use formwork_array::eval::{Budget, eval_function};
use formwork_array::ir::{Array, BaseType, Scalar};
use formwork_array::optimise::optimise;
use formwork_hir::{MemoryHost, Program};
use formwork_lower::{Base, Form, Kind, Lowering, lower_function};
use formwork_native::c::{Options, emit_c};
use formwork_native::compiler::{BuildOptions, CCompiler, Cache, Product, SourceFile};
use formwork_native::load::Library;
use formwork_native::loops::{ArrayClass, NoRuntime};
use formwork_native::to_loops::lower_program;
use formwork_native::{Array as NativeArray, Elements};
use formwork_syntax::Dialect;
use support::{Engine, behaviour};

const EXPRESSIONS: [&str; 42] = [
    "sin (x)",
    "cos (x)",
    "tan (x)",
    "atan (x)",
    "sinh (x)",
    "cosh (x)",
    "tanh (x)",
    "exp (x)",
    "expm1 (x)",
    "log (abs (x))",
    "log2 (abs (x))",
    "log10 (abs (x))",
    "log1p (abs (x))",
    "sqrt (abs (x))",
    "asin (rem (x, 1))",
    "acos (rem (x, 1))",
    "round (x)",
    "fix (x)",
    "floor (x)",
    "ceil (x)",
    "sign (x)",
    "abs (x)",
    "atan2 (x, y)",
    "hypot (x, y)",
    "mod (x, y)",
    "rem (x, y)",
    "abs (x) ^ y",
    "abs (x) ^ 3",
    "x ^ 2",
    "x ^ -1",
    "x ^ 5",
    "max (x, y)",
    "min (x, y)",
    "x + y",
    "x - y",
    "x * y",
    "x / y",
    "-x",
    "mod (x, 3)",
    "rem (x, 7)",
    "mod (x, 0.1)",
    "double (x < y)",
];

/// A function that applies each expression to each pair of numbers, an output for each.
fn program() -> String {
    let names: Vec<String> = (0..EXPRESSIONS.len()).map(|number| format!("r{number}")).collect();
    let mut text = format!("function [{}] = all_of (v, w)\n", names.join(", "));
    for name in &names {
        let _ = writeln!(text, "{name} = zeros (1, numel (v));");
    }
    text.push_str("for i = 1:numel (v)\nx = v(i);\ny = w(i);\n");
    for (name, expression) in names.iter().zip(EXPRESSIONS) {
        let _ = writeln!(text, "{name}(i) = {expression};");
    }
    text.push_str("end\nend\n");
    text
}

fn numbers(rng: &mut Rng, count: usize) -> Vec<f64> {
    let special =
        [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 3.0, 1e-310, 1e17, f64::INFINITY, f64::NAN];
    (0..count)
        .map(|number| match number % 6 {
            0 => special[rng.usize(..special.len())],
            1 => rng.i32(-20..20).into(),
            2 => f64::from(rng.i32(-2000..2000)) / 8.0,
            3 => (rng.f64() - 0.5) * 10.0,
            4 => (rng.f64() - 0.5) * 1e4,
            _ => (rng.f64() - 0.5) * 10f64.powi(rng.i32(-30..30)),
        })
        .collect()
}

fn row(numbers: &[f64]) -> Arc<Array> {
    let data = numbers.iter().map(|&number| Scalar::Double(number)).collect();
    Arc::new(Array::new(BaseType::Double, vec![numbers.len() as i64], data).unwrap())
}

fn written(numbers: &[f64]) -> String {
    let list: Vec<String> = numbers
        .iter()
        .map(|number| match number {
            number if number.is_nan() => "NaN".to_owned(),
            number if number.is_infinite() => "Inf".to_owned(),
            number => format!("{number:e}"),
        })
        .collect();
    format!("[{}]", list.join(", "))
}

#[test]
fn three_engines_agree() {
    let mut rng = Rng::with_seed(5);
    let (v, w) = (numbers(&mut rng, 600), numbers(&mut rng, 600));
    let text = program();
    let mut host = MemoryHost::default();
    let path = Path::new("all_of.m");
    host.insert(path, text.as_bytes());
    let mut names = Program::new(&host, Dialect::Auto, Vec::new());
    let unit = names.unit(path).unwrap();
    let body = &unit.bodies[unit.function("all_of").unwrap()];
    let kind = Kind { base: Base::Double, form: Form::Row };
    let mut lowering = Lowering::default();
    let whole = lower_function(&mut lowering, body, &[kind, kind], EXPRESSIONS.len(), &mut names)
        .unwrap_or_else(|reason| panic!("{reason}"));
    let mut module = lowering.into_module();
    let budget = Budget { steps: 100_000_000, depth: 50 };
    let evaluated = eval_function(&module, whole.function, vec![row(&v), row(&w)], budget).unwrap();

    interpreter_agrees(&text, &v, &w, &evaluated);
    optimise(&mut module, false).unwrap();
    compiled_agrees(&module, whole.function, &v, &w, &evaluated);
}

fn interpreter_agrees(text: &str, v: &[f64], w: &[f64], evaluated: &[Arc<Array>]) {
    let names: Vec<String> = (0..EXPRESSIONS.len()).map(|number| format!("r{number}")).collect();
    let mut script = format!(
        "v = {};\nw = {};\n[{}] = all_of (v, w);\n",
        written(v),
        written(w),
        names.join(", ")
    );
    for name in &names {
        let _ = writeln!(script, "printf ('%.17g\\n', {name});");
    }
    script.push_str(text);
    let (output, _) = behaviour(&script, Engine::Interpreter);
    assert_eq!(behaviour(&script, Engine::Everything).0, output);
    let found: Vec<f64> = output
        .lines()
        .map(|line| match line {
            "Inf" => f64::INFINITY,
            "-Inf" => f64::NEG_INFINITY,
            "NaN" => f64::NAN,
            line => line.parse().unwrap_or_else(|_| panic!("no number: {line}")),
        })
        .collect();
    let expected: Vec<Scalar> = evaluated.iter().flat_map(|array| array.data().to_vec()).collect();
    assert_eq!(found.len(), expected.len());
    for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let (expression, at) = (EXPRESSIONS[number / v.len()], number % v.len());
        assert_eq!(Scalar::Double(*found), *expected, "{expression} of {} and {}", v[at], w[at]);
    }
}

#[expect(clippy::print_stdout, reason = "the test harness shows it")]
fn compiled_agrees(
    module: &formwork_array::ir::Module,
    function: formwork_array::ir::FunctionId,
    v: &[f64],
    w: &[f64],
    evaluated: &[Arc<Array>],
) {
    #[expect(clippy::disallowed_methods, reason = "tests run in an environment")]
    let cc = std::env::var("CC").ok();
    let compiler = match CCompiler::find(cc.as_deref()) {
        Ok(compiler) => compiler,
        Err(error) => return println!("skipped: {error}"),
    };
    let lowered = lower_program(module, function).unwrap();
    let files =
        emit_c(&lowered, &Options { described_entries: true, ..Options::new("all_of") }).unwrap();
    let sources = [
        SourceFile { name: files.source_name.clone(), text: files.source },
        SourceFile { name: files.header_name.clone(), text: files.header },
    ];
    let cache = Cache::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("native-cache"));
    let built =
        compiler.build(&sources, &BuildOptions::new(Product::SharedObject), &cache).unwrap();
    let library = Library::load(&built).unwrap();
    let pass = |numbers: &[f64]| {
        let extents = vec![numbers.len() as i64];
        NativeArray::new(ArrayClass::Double, extents, Elements::F64(numbers.to_vec())).unwrap()
    };
    let name = &module.functions[function].name;
    let results = library
        .call(name, &[pass(v), pass(w)], EXPRESSIONS.len(), &mut NoRuntime)
        .unwrap()
        .unwrap();
    for ((result, expected), expression) in results.iter().zip(evaluated).zip(EXPRESSIONS) {
        let found: Vec<Scalar> = match result.elements() {
            Elements::F64(numbers) => numbers.iter().map(|&one| Scalar::Double(one)).collect(),
            other => panic!("{other:?}"),
        };
        for (at, (found, expected)) in found.iter().zip(expected.data()).enumerate() {
            assert_eq!(found, expected, "{expression} of {} and {}", v[at], w[at]);
        }
    }
}
