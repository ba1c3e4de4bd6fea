//! Comparing compiled C with the evaluator: many calls in one program.
//!
//! A [`Batch`] is a module and calls of its entries. The C of the module is compiled with
//! all warnings as errors and under the sanitizers, together with a `main` that makes all
//! calls and prints what they give; each answer must be the evaluator's.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::print_stdout, reason = "the test harness shows it")]
#![allow(clippy::allow_attributes, reason = "what one test uses another does not")]

pub(crate) mod generate;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use formwork_native::c::{Options, emit_c};
use formwork_native::compiler::{BuildOptions, CCompiler, Cache, Product, SourceFile};
use formwork_native::loops::{
    ArrayClass, Entry, EntryValue, Evaluator, Extent, Layout, Module, RuntimeHost, Scalar,
    ScalarType, Stop, Value,
};
use formwork_native::{Array, ArrayView, Elements};
use num_complex::Complex;

/// The compiler, or a line that says why a test is skipped.
pub(crate) fn compiler(test: &str) -> Option<CCompiler> {
    #[expect(clippy::disallowed_methods, reason = "tests run in an environment")]
    let cc = std::env::var("CC").ok();
    match CCompiler::find(cc.as_deref()) {
        Ok(compiler) => Some(compiler),
        Err(error) => {
            println!("skipped: {test}: {error}");
            None
        }
    }
}

/// Where tests build: in the folder of the build, by contents.
pub(crate) fn cache() -> Cache {
    Cache::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("native-cache"))
}

/// The flags under which all C must compile and run.
pub(crate) fn strict_flags() -> Vec<String> {
    [
        "-Wall",
        "-Wextra",
        "-Werror",
        "-O1",
        "-g0",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// A call of an entry.
pub(crate) struct Call {
    pub(crate) entry: usize,
    pub(crate) arguments: Vec<Array>,
}

/// A module and calls of its entries.
pub(crate) struct Batch {
    pub(crate) module: Module,
    pub(crate) calls: Vec<Call>,
}

/// What a call gives.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Arrays(Vec<Array>),
    Failed { identifier: String, message: String },
    NoMatch,
}

impl Answer {
    pub(crate) fn is_same(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Arrays(a), Answer::Arrays(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| {
                        a.class() == b.class()
                            && a.extents() == b.extents()
                            && a.elements().len() == b.elements().len()
                            && a.elements()
                                .iter()
                                .zip(b.elements().iter())
                                .all(|(a, b)| a.is_same(b))
                    })
            }
            (
                Answer::Failed { identifier: a, message: x },
                Answer::Failed { identifier: b, message: y },
            ) => a == b && x == y,
            (Answer::NoMatch, Answer::NoMatch) => true,
            _ => false,
        }
    }
}

/// What the evaluator gives; `Err` for defects and budgets, which C is not asked for.
pub(crate) fn evaluate(
    module: &Module,
    entry: &Entry,
    arguments: &[Array],
    steps: u64,
) -> Result<Answer, Stop> {
    let mut values = Vec::new();
    for (value, array) in entry.arguments.iter().zip(arguments) {
        if array.class() != value.class || array.is_complex() != value.complex {
            return Ok(Answer::NoMatch);
        }
        let elements: Vec<Scalar> = array.elements().iter().collect();
        match &value.layout {
            Layout::Scalar => match elements.as_slice() {
                &[scalar] => values.push(Value::Scalar(scalar)),
                _ => return Ok(Answer::NoMatch),
            },
            Layout::Array(extents) => {
                if extents.len() != array.extents().len() {
                    return Ok(Answer::NoMatch);
                }
                values.push(Value::Buffer(elements));
                for (extent, &actual) in extents.iter().zip(array.extents()) {
                    match extent {
                        Extent::Known(known) if *known != actual => return Ok(Answer::NoMatch),
                        Extent::Known(_) => {}
                        Extent::Passed => values.push(Value::Scalar(Scalar::Index(actual))),
                    }
                }
            }
            Layout::AnyRank => {
                values.push(Value::Buffer(elements));
                let extents = array.extents().iter();
                values.push(Value::Buffer(extents.map(|&extent| Scalar::Index(extent)).collect()));
            }
        }
    }
    let mut host = Same;
    match Evaluator::new(module, &mut host, steps).call(entry.function, values) {
        Ok(values) => Ok(Answer::Arrays(arrays(&entry.results, values)?)),
        Err(Stop::Failed { identifier, message }) => Ok(Answer::Failed { identifier, message }),
        Err(stop) => Err(stop),
    }
}

/// A runtime with one operation, which gives back what it is given.
struct Same;

impl RuntimeHost for Same {
    fn call(
        &mut self,
        operation: &str,
        arguments: &[ArrayView<'_>],
        results: usize,
    ) -> Result<Vec<Array>, (String, String)> {
        assert_eq!((operation, results, arguments.len()), ("same", 1, 1));
        Ok(arguments.iter().map(ArrayView::to_array).collect())
    }
}

fn arrays(results: &[EntryValue], values: Vec<Value>) -> Result<Vec<Array>, Stop> {
    let mut values = values.into_iter();
    let next_index = |values: &mut std::vec::IntoIter<Value>| match values.next() {
        Some(Value::Scalar(Scalar::Index(index))) => index,
        other => panic!("expected an index, found {other:?}"),
    };
    let mut arrays = Vec::new();
    for result in results {
        let mut elements = Elements::none(result.element_type());
        let value = values.next();
        let extents = match (&result.layout, value) {
            (Layout::Scalar, Some(Value::Scalar(scalar))) => {
                elements.push(scalar);
                vec![1, 1]
            }
            (Layout::Array(extents), Some(Value::Buffer(scalars))) => {
                for scalar in scalars {
                    elements.push(scalar);
                }
                extents
                    .iter()
                    .map(|extent| match extent {
                        Extent::Known(known) => *known,
                        Extent::Passed => next_index(&mut values),
                    })
                    .collect()
            }
            (layout, value) => panic!("{layout:?} of {value:?}"),
        };
        let array = Array::new(result.class, extents, elements);
        arrays.push(array.ok_or_else(|| Stop::Defect("a result of another size".into()))?);
    }
    Ok(arrays)
}

/// The bytes of elements, as the machine keeps them.
fn bytes(elements: &Elements) -> Vec<u8> {
    let mut bytes = Vec::new();
    for scalar in elements.iter() {
        match scalar {
            Scalar::Bool(x) => bytes.push(u8::from(x)),
            Scalar::I8(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::I16(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::I32(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::I64(x) | Scalar::Index(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::U8(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::U16(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::U32(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::U64(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::F32(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::F64(x) => bytes.extend(x.to_ne_bytes()),
            Scalar::C32(z) => {
                bytes.extend(z.re.to_ne_bytes());
                bytes.extend(z.im.to_ne_bytes());
            }
            Scalar::C64(z) => {
                bytes.extend(z.re.to_ne_bytes());
                bytes.extend(z.im.to_ne_bytes());
            }
        }
    }
    bytes
}

fn scalar(scalar: ScalarType, bytes: &[u8]) -> Scalar {
    macro_rules! number {
        ($type:ty, $from:expr) => {
            <$type>::from_ne_bytes($from.try_into().expect("as many bytes as the type has"))
        };
    }
    match scalar {
        ScalarType::Bool => Scalar::Bool(bytes[0] != 0),
        ScalarType::I8 => Scalar::I8(number!(i8, bytes)),
        ScalarType::I16 => Scalar::I16(number!(i16, bytes)),
        ScalarType::I32 => Scalar::I32(number!(i32, bytes)),
        ScalarType::I64 => Scalar::I64(number!(i64, bytes)),
        ScalarType::Index => Scalar::Index(number!(i64, bytes)),
        ScalarType::U8 => Scalar::U8(number!(u8, bytes)),
        ScalarType::U16 => Scalar::U16(number!(u16, bytes)),
        ScalarType::U32 => Scalar::U32(number!(u32, bytes)),
        ScalarType::U64 => Scalar::U64(number!(u64, bytes)),
        ScalarType::F32 => Scalar::F32(number!(f32, bytes)),
        ScalarType::F64 => Scalar::F64(number!(f64, bytes)),
        ScalarType::C32 => {
            Scalar::C32(Complex::new(number!(f32, bytes[..4]), number!(f32, bytes[4..])))
        }
        ScalarType::C64 => {
            Scalar::C64(Complex::new(number!(f64, bytes[..8]), number!(f64, bytes[8..])))
        }
    }
}

const MAIN: &str = r#"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*entry_function)(const fw_array *, int64_t, fw_array *, int64_t, const fw_runtime *,
                              fw_error *);

static int size_of(const fw_array *array)
{
    static const int sizes[] = {1, 1, 8, 4, 1, 2, 4, 8, 1, 2, 4, 8};
    return sizes[array->class_id] * (array->is_complex ? 2 : 1);
}

static int same(void *context, const fw_array *arguments, int64_t argument_count,
                fw_array *results, int64_t result_count, fw_error *error)
{
    (void)context;
    (void)argument_count;
    (void)result_count;
    (void)error;
    int64_t count = size_of(arguments);
    for (int64_t axis = 0; axis < arguments->rank; axis++) {
        count *= arguments->extents[axis];
    }
    *results = *arguments;
    results->data = malloc((size_t)count + 1);
    results->extents = malloc((size_t)arguments->rank * sizeof *results->extents);
    if (count > 0) {
        memcpy(results->data, arguments->data, (size_t)count);
    }
    memcpy(results->extents, arguments->extents, (size_t)arguments->rank * sizeof *results->extents);
    return FW_OK;
}

static const fw_operation operation_table[] = {same};
static const fw_runtime runtime_table = {NULL, operation_table, NULL, NULL};

static void make_call(entry_function entry, const fw_array *arguments, int64_t argument_count,
                      int64_t result_count)
{
    fw_array results[16];
    fw_error error;
    memset(results, 0, sizeof results);
    memset(&error, 0, sizeof error);
    const int status = entry(arguments, argument_count, results, result_count, &runtime_table, &error);
    if (status == FW_NO_MATCH) {
        printf("N\n");
    } else if (status == FW_FAILED) {
        printf("F%s\t%s\n", error.identifier, error.message);
    } else {
        printf("R\n");
        for (int64_t number = 0; number < result_count; number++) {
            int64_t count = 1;
            printf("%d %d %" PRId64, (int)results[number].class_id,
                   (int)results[number].is_complex, results[number].rank);
            for (int64_t axis = 0; axis < results[number].rank; axis++) {
                count *= results[number].extents[axis];
                printf(" %" PRId64, results[number].extents[axis]);
            }
            printf(" :");
            for (int64_t byte = 0; byte < count * size_of(&results[number]); byte++) {
                printf("%02x", ((unsigned char *)results[number].data)[byte]);
            }
            printf("\n");
            fw_release(&results[number]);
        }
    }
}
"#;

fn main_file(batch: &Batch) -> String {
    let mut text = String::from("#include \"batch.h\"\n");
    text.push_str(MAIN);
    let mut body = String::new();
    for (number, call) in batch.calls.iter().enumerate() {
        let mut descriptions = Vec::new();
        for (place, array) in call.arguments.iter().enumerate() {
            let mut data: Vec<String> = bytes(array.elements()).iter().map(u8::to_string).collect();
            if data.is_empty() {
                data.push("0".to_owned());
            }
            let extents: Vec<String> = array.extents().iter().map(i64::to_string).collect();
            let name = format!("{number}_{place}");
            let _ = writeln!(
                text,
                "static unsigned char data_{name}[] __attribute__((aligned(16))) = {{{}}};\n\
                 static int64_t extents_{name}[] = {{{}}};",
                data.join(","),
                extents.join(",")
            );
            let class = ArrayClass::ALL.iter().position(|&class| class == array.class());
            descriptions.push(format!(
                "{{data_{name}, {}, {}, {}, extents_{name}}}",
                class.expect("all classes are listed"),
                u8::from(array.is_complex()),
                extents.len()
            ));
        }
        let given = if descriptions.is_empty() {
            "NULL".to_owned()
        } else {
            let list = descriptions.join(", ");
            let _ = writeln!(text, "static const fw_array arguments_{number}[] = {{{list}}};");
            format!("arguments_{number}")
        };
        let entry = &batch.module.entries()[call.entry];
        let _ = writeln!(
            body,
            "    make_call({}_call, {given}, {}, {});",
            entry.name,
            call.arguments.len(),
            entry.results.len()
        );
    }
    let _ = write!(text, "int main(void)\n{{\n{body}    return 0;\n}}\n");
    text
}

/// Compiles and runs the calls of a batch; what each gives.
pub(crate) fn run_compiled(compiler: &CCompiler, batch: &Batch, flags: Vec<String>) -> Vec<Answer> {
    let mut options = Options::new("batch");
    options.described_entries = true;
    let files = emit_c(&batch.module, &options).expect("the module verifies");
    let sources = vec![
        SourceFile { name: files.source_name, text: files.source },
        SourceFile { name: files.header_name, text: files.header },
        SourceFile { name: "main.c".to_owned(), text: main_file(batch) },
    ];
    let mut build = BuildOptions::new(Product::Executable);
    build.flags = flags;
    let program =
        compiler.build(&sources, &build, &cache()).unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(&program)
        .env("ASAN_OPTIONS", "allocator_may_return_null=1:detect_leaks=1")
        .output()
        .expect("what was compiled runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} failed:\n{said}", program.display());
    parse_answers(batch, &String::from_utf8_lossy(&output.stdout))
}

fn parse_answers(batch: &Batch, text: &str) -> Vec<Answer> {
    let mut lines = text.lines();
    let mut answers = Vec::new();
    for call in &batch.calls {
        let entry = &batch.module.entries()[call.entry];
        let line = lines.next().expect("an answer for each call");
        answers.push(match line.split_at(1) {
            ("N", _) => Answer::NoMatch,
            ("F", rest) => {
                let (identifier, message) = rest.split_once('\t').expect("both parts");
                Answer::Failed { identifier: identifier.to_owned(), message: message.to_owned() }
            }
            _ => Answer::Arrays(
                entry
                    .results
                    .iter()
                    .map(|_| parse_array(lines.next().expect("a result")))
                    .collect(),
            ),
        });
    }
    answers
}

fn parse_array(line: &str) -> Array {
    let (head, data) = line.split_once(" :").expect("a colon");
    let numbers: Vec<i64> = head.split(' ').map(|word| word.parse().expect("a number")).collect();
    let class = ArrayClass::ALL[usize::try_from(numbers[0]).expect("a class")];
    let element = class.element_type(numbers[1] != 0);
    let bytes: Vec<u8> = (0..data.len() / 2)
        .map(|place| u8::from_str_radix(&data[2 * place..2 * place + 2], 16).expect("hexadecimal"))
        .collect();
    let mut elements = Elements::none(element);
    for chunk in bytes.chunks(element.size()) {
        elements.push(scalar(element, chunk));
    }
    Array::new(class, numbers[3..].to_vec(), elements).expect("as many elements as extents say")
}

/// Values at which operations turn: bounds, signs, halves, what is not finite.
pub(crate) fn corners(scalar: ScalarType) -> Vec<Scalar> {
    macro_rules! signed {
        ($variant:ident, $type:ty) => {{
            let (min, max) = (<$type>::MIN, <$type>::MAX);
            let half = max / 2;
            [
                0,
                1,
                -1,
                2,
                -2,
                3,
                -3,
                5,
                7,
                -7,
                10,
                100,
                min,
                min + 1,
                min / 2,
                max,
                max - 1,
                half,
                half + 1,
            ]
            .map(Scalar::$variant)
            .to_vec()
        }};
    }
    macro_rules! unsigned {
        ($variant:ident, $type:ty) => {{
            let max = <$type>::MAX;
            let half = max / 2;
            [0, 1, 2, 3, 5, 7, 8, 10, 100, 127, 128, max, max - 1, half, half + 1, half - 1]
                .map(Scalar::$variant)
                .to_vec()
        }};
    }
    match scalar {
        ScalarType::Bool => vec![Scalar::Bool(false), Scalar::Bool(true)],
        ScalarType::I8 => signed!(I8, i8),
        ScalarType::I16 => signed!(I16, i16),
        ScalarType::I32 => signed!(I32, i32),
        ScalarType::I64 => signed!(I64, i64),
        ScalarType::Index => signed!(Index, i64),
        ScalarType::U8 => unsigned!(U8, u8),
        ScalarType::U16 => unsigned!(U16, u16),
        ScalarType::U32 => unsigned!(U32, u32),
        ScalarType::U64 => unsigned!(U64, u64),
        ScalarType::F64 => doubles().into_iter().map(Scalar::F64).collect(),
        ScalarType::F32 => {
            let mut list: Vec<f32> = doubles().into_iter().map(|x| x as f32).collect();
            list.extend([f32::MAX, f32::MIN_POSITIVE, f32::EPSILON, 16_777_217.0]);
            list.into_iter().map(Scalar::F32).collect()
        }
        ScalarType::C64 => {
            let parts = complex_parts();
            let pairs = parts.iter().flat_map(|&re| parts.iter().map(move |&im| (re, im)));
            pairs.map(|(re, im)| Scalar::C64(Complex::new(re, im))).collect()
        }
        ScalarType::C32 => {
            let parts = complex_parts();
            let pairs = parts.iter().flat_map(|&re| parts.iter().map(move |&im| (re, im)));
            pairs.map(|(re, im)| Scalar::C32(Complex::new(re as f32, im as f32))).collect()
        }
    }
}

fn complex_parts() -> [f64; 10] {
    [0.0, -0.0, 1.0, -1.0, 2.5, 1e300, 1e-300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
}

fn doubles() -> Vec<f64> {
    let two = |power: i32| 2f64.powi(power);
    let mut list = vec![0.0, 1.0, 0.5, 1.5, 2.0, 2.5, 3.0, 0.1, 0.3, 1.0 / 3.0, 7.0, 10.0, 100.5];
    list.extend([126.5, 127.5, 128.0, 254.5, 255.5, 32767.5, 65535.5]);
    list.extend([two(31) - 0.5, two(31), two(32) - 0.5, two(32), two(52) + 0.5, two(53)]);
    list.extend([two(62), two(63), two(63) - 1024.0, two(64), two(64) - 2048.0, two(65), 1e19]);
    list.extend([
        1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::EPSILON,
        0.499_999_999_999_999_94,
    ]);
    list.push(f64::INFINITY);
    let negative: Vec<f64> = list.iter().map(|x| -x).collect();
    list.extend(negative);
    list.push(f64::NAN);
    list
}
