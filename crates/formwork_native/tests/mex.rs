//! MEX files in GNU Octave: right arguments, wrong ones, errors, operations of the host,
//! and the function's text where nothing fits.

mod common;

use std::path::Path;
use std::process::Command;

use formwork_native::loops::read_module;
use formwork_native::mex::{MexHeader, MexOptions, build_mex, emit_mex, write_fallback};

const PROGRAM: &str = r#"
func scale(x: f64[], m: index, n: index, k: f64) -> (y: f64[], rows: index, columns: index, count: f64) {
  rows = m
  columns = n
  alloc y, extent(m, n)
  count = f64(length(y))
  for i in 0..length(y) {
    if isnan(x[i]) {
      fail "Formwork:nan" "scale: element {} is not 100% a number" (i + 1)
    }
    y[i] = x[i] * k
  }
}

func rotate(x: c64[], m: index, n: index) -> (y: c64[], rows: index, columns: index) {
  rows = m
  columns = n
  alloc y, length(x)
  for i in 0..length(x) {
    y[i] = x[i] * c64(0.0, 1.0)
  }
}

func halve(x: i32) -> (y: i32) {
  y = x / 2i32
}

func cumulate(x: f32[], shape: index[]) -> (y: f32[], extents: index[]) {
  runtime "cumsum"(single x[*shape]) -> (single y[*extents])
}

func negate(x: bool[], m: index, n: index) -> (y: bool[], rows: index, columns: index) {
  rows = m
  columns = n
  alloc y, length(x)
  for i in 0..length(x) {
    y[i] = !x[i]
  }
}

func shout(x: u8[], n: index) -> (y: u8[], columns: index) {
  columns = n
  alloc y, length(x)
  for i in 0..length(x) {
    y[i] = select(x[i] >= 97u8 && x[i] <= 122u8, x[i] - 32u8, x[i])
  }
}

entry scale1 = scale(x: double[?, ?], k: double) -> (y: double[?, ?], n: double)
entry rotate1 = rotate(x: complex double[?, ?]) -> (y: complex double[?, ?])
entry halve1 = halve(x: int32) -> (y: int32)
entry cumulate1 = cumulate(x: single[*]) -> (y: single[*])
entry negate1 = negate(x: logical[?, ?]) -> (y: logical[?, ?])
entry shout1 = shout(x: char[1, ?]) -> (y: char[1, ?])
"#;

/// What Octave is asked, and what it must say.
const QUESTIONS: &[(&str, &str)] = &[
    ("disp (mat2str (f ([1 2; 3 4], 2)))", "[2 4;6 8]"),
    ("[y, n] = f ([1 2 3], 0.5); disp ([y n])", "   0.5000   1.0000   1.5000   3.0000"),
    ("f (zeros (0, 3), 2), disp (size (ans))", "ans = [](0x3)\n   0   3"),
    (
        "try, f ([1 NaN], 2), catch e, disp (e.message), disp (e.identifier), end",
        "scale: element 2 is not 100% a number\nFormwork:nan",
    ),
    ("disp (f ([1+2i, 3i]))", "  -2 + 1i  -3 + 0i"),
    ("disp (isreal (f ([1i, 2i])))", "1"),
    ("disp (f (int32 (7))), disp (class (f (int32 (7))))", "4\nint32"),
    (
        "disp (f (single (cat (3, [1 2; 3 4], [5 6; 7 8])))(:)'), disp (class (f (single (1))))",
        "    1    4    2    6    5   12    6   14\nsingle",
    ),
    ("disp (f ([true false])), disp (class (f (true)))", "  0  1\nlogical"),
    ("disp (f ('hello, World'))", "HELLO, WORLD"),
    // Nothing fits: the text is called, with its own outputs and errors.
    ("disp (f ({1, 2}))", "text of a cell"),
    ("disp (f (1, 2, 3, 4))", "text of a double"),
    ("disp (f (int8 (1)))", "text of a int8"),
    ("try, f (), catch e, disp (e.message), end", "text: nothing given"),
];

fn has_octave() -> bool {
    Command::new("octave-cli").arg("--version").output().is_ok_and(|answer| answer.status.success())
}

fn ask(folder: &Path, question: &str) -> String {
    let program = format!("addpath ('{}'); {question}", folder.display());
    let answer = Command::new("octave-cli")
        .args(["--no-gui", "--no-history", "-qf", "--eval", &program])
        .output()
        .expect("Octave runs");
    let mut said = String::from_utf8_lossy(&answer.stdout).into_owned();
    said.push_str(&String::from_utf8_lossy(&answer.stderr));
    said.trim_end().to_owned()
}

#[test]
fn octave_calls_the_compiled_function() {
    let Some(compiler) = common::compiler("octave_calls_the_compiled_function") else { return };
    if !has_octave() {
        println!("skipped: octave_calls_the_compiled_function: GNU Octave is not installed");
        return;
    }
    let module = read_module(PROGRAM).expect("it is well written");
    let options = MexOptions {
        function: "f".to_owned(),
        fallback: Some("f_text".to_owned()),
        falls_back_on_failure: false,
        source_lines: Vec::new(),
    };
    let files = emit_mex(&module, &options).unwrap_or_else(|error| panic!("{error}"));
    let header = MexHeader::of_octave("mkoctfile");
    if header == MexHeader::OwnForOctave {
        println!("mkoctfile is not installed: built with our own declarations");
    }
    let path = build_mex(&compiler, &files, &options, &header, &common::cache())
        .unwrap_or_else(|error| panic!("{error}"));
    let folder = path.parent().expect("it is in a folder");
    let text = "function y = f_text (varargin)\n  if nargin == 0, error (\"text: nothing given\"), end\n  \
                y = [\"text of a \" class(varargin{1})];\nend\n";
    write_fallback(folder, "f_text", text).unwrap_or_else(|error| panic!("{error}"));
    // One Octave for all: starting it takes longest.
    let mark = "----";
    let questions: Vec<String> =
        QUESTIONS.iter().map(|(question, _)| format!("{question}; disp ('{mark}');")).collect();
    let said = ask(folder, &questions.join(" "));
    let answers: Vec<&str> = said.split(mark).map(str::trim_end).collect();
    for (number, (question, expected)) in QUESTIONS.iter().enumerate() {
        let found = answers.get(number).map_or("", |answer| answer.trim_start_matches('\n'));
        assert_eq!(found, *expected, "{question}\nall that was said:\n{said}");
    }
}

#[test]
fn without_a_text_the_error_says_so() {
    let Some(compiler) = common::compiler("without_a_text_the_error_says_so") else { return };
    if !has_octave() {
        println!("skipped: without_a_text_the_error_says_so: GNU Octave is not installed");
        return;
    }
    let module = read_module(PROGRAM).expect("it is well written");
    let options = MexOptions {
        function: "g".to_owned(),
        fallback: None,
        falls_back_on_failure: false,
        source_lines: Vec::new(),
    };
    let files = emit_mex(&module, &options).unwrap_or_else(|error| panic!("{error}"));
    let header = MexHeader::of_octave("mkoctfile");
    let path = build_mex(&compiler, &files, &options, &header, &common::cache())
        .unwrap_or_else(|error| panic!("{error}"));
    let folder = path.parent().expect("it is in a folder");
    let said = ask(folder, "disp (g (int32 (9))), g ({})");
    assert_eq!(said, "5\nerror: g: not compiled for arguments of these kinds");
}
