//! Constants read back to the same value, in Formwork and in Octave.

mod support;

use std::fmt::Write as _;
use std::process::Command;

use formwork_hir::MemoryHost;
use formwork_runtime::Value;
use formwork_specialize::lift::{LiftOptions, lift, lift_with};

/// Expressions whose values have a text.
const LIFTED: &[&str] = &[
    "5",
    "-5",
    "0.1",
    "-0",
    "1e300",
    "1e-300",
    "5e-324",
    "9007199254740993",
    "1e16",
    "1/3",
    "Inf",
    "-Inf",
    "NaN",
    "pi",
    "123456789012345680",
    "[]",
    "zeros(0,3)",
    "zeros(3,0)",
    "zeros(1,0)",
    "zeros(0,3,2)",
    "[1 2 3]",
    "[1 2 3]'",
    "[1;2;3]",
    "[1 2; 3 4]",
    "[1 -0 NaN]",
    "zeros(3)",
    "ones(2,3)",
    "-ones(2,3)",
    "zeros(2,2,2)",
    "NaN(3,3)",
    "Inf(1,9)",
    "-zeros(1,9)",
    "repmat(0.1,3,4)",
    "reshape(1:8,2,2,2)",
    "[1:20]",
    "[0:-2:-20]",
    "[20:-2:-20]",
    "(1:20)'",
    "(-5:5)'",
    "[0.1:0.1:2]",
    "1:5",
    "0:0",
    "1:0",
    "5:-1:1",
    "0:0.1:1",
    "-(1:3)",
    "(1:3)+0.5",
    "2*(1:4)",
    "0.1*(0:10)",
    "1:2:6",
    "-5:5",
    "3:-1:-3",
    "1+2i",
    "1-2i",
    "2i",
    "-2i",
    "0-2i",
    "complex(0,-0)",
    "complex(-0,2)",
    "complex(1,0)",
    "complex(NaN,1)",
    "complex(1,Inf)",
    "complex(Inf,2)",
    "[1+2i 3]",
    "[1+2i 3]'",
    "[1+2i 3].'",
    "complex([1 2],[0 0])",
    "complex([],[])",
    "complex(zeros(0,3),zeros(0,3))",
    "[complex(-0,1) 2i]",
    "[1+2i; 3-4i]",
    "single(0.1)",
    "single(1/3)",
    "single(1e-45)",
    "single([1 2;3 4])",
    "single([])",
    "single(zeros(0,3))",
    "single(NaN)",
    "single(Inf)",
    "single(-0)",
    "single(1+2i)",
    "complex(single(1),single(0))",
    "single([1+2i, 3])",
    "single(16777217)",
    "single(3.4e38)",
    "int8(5)",
    "int8(-128)",
    "int8([1 2;3 4])",
    "int8([])",
    "zeros(0,3,'int8')",
    "zeros(3,4,'uint16')",
    "uint8(200)",
    "int16(-3)",
    "int32([1 2 3])",
    "ones(2,2,2,'int32')",
    "int64(5)",
    "int64(9007199254740992)+int64(1)",
    "-int64(9007199254740992)-int64(1)",
    "intmax('int64')",
    "intmin('int64')",
    "intmax('uint64')",
    "[intmax('int64') int64(1)]",
    "[int64(9007199254740992)+int64(1); -intmax('int64')]",
    "intmax('uint64')-uint64(5)",
    "repmat(int8(7),3,3)",
    "uint64(18446744073709551615)",
    "true",
    "false",
    "[true false]",
    "true(2,3)",
    "false(2,2,2)",
    "logical([])",
    "false(0,3)",
    "[true; false]",
    "'abc'",
    "''",
    "'it''s'",
    "'a\"b'",
    "'100%'",
    "'a\\nb'",
    "\"a\\nb\"",
    "\"a\\\\nb\"",
    "\"tab\\there\"",
    "\"quote \\\" here\"",
    "\"\"",
    "\"abc\"",
    "\"\\001x\"",
    "[\"ab\"; \"cd\"]",
    "['ab'; 'cd']",
    "['ab', char(10), 'cd']",
    "char(0)",
    "char([10 13 9])",
    "char(200)",
    "char([195 164])",
    "char(zeros(1,0))",
    "char(zeros(0,3))",
    "reshape(\"\",0,3)",
    "\" \"([],ones(1,2))",
    "\" \"(1,[],1,ones(1,3))",
    "\"abcd\"(reshape(1:4,1,2,2))",
    "reshape('abcdefgh',2,2,2)",
    "['a';'b']",
    "'ä'",
    "['a' char(10); 'bc']",
    "'...'",
    "'% no comment'",
    "{}",
    "cell(0,3)",
    "cell(1,0)",
    "cell(3,3)",
    "{1}",
    "{1,'a';{},[]}",
    "{{}}",
    "{{1,2},3}",
    "{[]}",
    "{1:3}",
    "reshape({1,2,3,4},1,2,2)",
    "{zeros(0,3), 1}",
    "{@sin, 'x'}",
    "{eye(2)}",
    "struct()",
    "struct('a',1)",
    "struct('a',{{}})",
    "struct('a',{{1,2}})",
    "struct('a',{{1}},'b','x')",
    "struct('a',{})",
    "struct('a',{1,2,3})",
    "struct('a',{1;2},'b',{'x';'y'})",
    "struct('a',cell(0,3))",
    "struct('a',{1,{2}})",
    "repmat(struct(),2,3)",
    "struct('s',struct('t',{1,2}))",
    "repmat(struct('a',5),2,2)",
    "struct('a', {{}}, 'b', {{{}}})",
    "@sin",
    "@plus",
    "eye(3)",
    "eye(2,3)",
    "2*eye(3)",
    "diag([1 2 3])",
    "diag([1+2i 3])",
    "single(eye(3))",
    "eye(1)",
    "-eye(2)",
    "full(eye(3))",
    "eye(3)+0",
    "inv(diag([1 2 4]))",
];

/// Expressions whose values have none.
const NOT_LIFTED: &[&str] = &[
    // Not a number, with a sign.
    "0/0",
    "NA",
    "[1 NA]",
    "containers.Map()",
    "@(x) x",
    "eye(3)(:,[2 1 3])",
    "{@(x) x}",
    "struct('a', @() 1)",
    "struct('a', {containers.Map()})",
];

fn value_of(text: &str) -> Value {
    let host = MemoryHost::default();
    let (mut interpreter, output) = support::interpreter(&host);
    let text = format!("lifted__value = {text};");
    interpreter
        .run_text(text.as_bytes())
        .unwrap_or_else(|error| panic!("{text}: {}", error.message));
    assert_eq!(output.take(), "", "{text}");
    interpreter.argument(b"lifted__value")
}

fn lifted(text: &str) -> Option<String> {
    lift(&value_of(text)).map(|lifted| lifted.text)
}

#[test]
fn formwork_reads_the_same_value() {
    let mut wrong = String::new();
    for text in LIFTED {
        let value = value_of(text);
        let Some(lifted) = lift(&value) else {
            let _ = writeln!(wrong, "{text}: not lifted");
            continue;
        };
        let back = value_of(&lifted.text);
        // What is debugged tells bits, class, size, kind and quotes apart; whose storage an
        // array has is no part of its value.
        let shown = |value: &Value| {
            format!("{value:?}").replace("storage: OnceCell(())", "storage: OnceCell(<uninit>)")
        };
        if shown(&value) != shown(&back) {
            let _ = writeln!(wrong, "{text}: {} is\n  {back:?}, not\n  {value:?}", lifted.text);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn some_values_have_no_text() {
    for text in NOT_LIFTED {
        assert_eq!(lifted(text), None, "{text}");
    }
}

/// In Octave, whether two values are the same to everybody who looks.
const SAME: &str = "
function r = same(a, b)
  r = strcmp(class(a), class(b)) && isequal(size(a), size(b)) ...
      && strcmp(shown(a), shown(b));
  if !r, return; end
  if iscell(a)
    r = all(cellfun(@same, a(:), b(:)));
  elseif isstruct(a)
    r = isequal(fieldnames(a), fieldnames(b)) && same(struct2cell(a), struct2cell(b));
  elseif ischar(a)
    r = isequal(a, b) && is_dq_string(a) == is_dq_string(b);
  elseif isfloat(a)
    r = iscomplex(a) == iscomplex(b) && strcmp(typeinfo(a), typeinfo(b)) ...
        && bits(real(a), real(b)) && bits(imag(a), imag(b));
  elseif !is_function_handle(a)
    r = isequal(a, b);
  end
end
function text = shown(x)
  text = evalc('x');
end
function r = bits(a, b)
  a = full(a); b = full(b);
  r = isequaln(a, b) && isequal(1 ./ a(a == 0), 1 ./ b(b == 0));
end
";

#[test]
#[expect(clippy::disallowed_methods, reason = "Octave reads files")]
fn octave_reads_the_same_value() {
    let mut program = String::from("1;\n");
    program.push_str(SAME);
    for text in LIFTED {
        let Some(lifted) = lifted(text) else { continue };
        let shown = format!("{text} as {lifted}").replace('\'', "''");
        let _ = writeln!(
            program,
            "try\n a = {text}; b = {lifted};\n if !same(a, b) disp('{shown}'); end\n\
             catch err\n disp('{shown}'); disp(err.message);\nend"
        );
    }
    program.push_str("disp('all seen')\n");
    let path = std::env::temp_dir().join(format!("formwork-lift-{}.m", std::process::id()));
    if let Err(error) = std::fs::write(&path, program) {
        panic!("cannot write {}: {error}", path.display());
    }
    let output = Command::new("octave-cli").args(["--norc", "-q"]).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    // Without Octave there is nothing to compare with.
    let Ok(output) = output else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.trim(), "all seen", "{errors}");
}

#[test]
fn texts_are_short() {
    let cases = [
        ("0.1", "0.1"),
        ("[1 2;3 4]", "[1, 2; 3, 4]"),
        ("zeros(3)", "zeros(3, 3)"),
        ("[0 0]", "[0, 0]"),
        ("[1:9]", "[1:9]"),
        ("(1:9)'", "(1:9)'"),
        ("1:9", "1:9"),
        ("int8(-5)", "int8(-5)"),
        ("single(0.1)", "single(0.1)"),
        ("['ab', char(10)]", "['ab', char(10)]"),
        ("\"a\\n\"", "\"a\\n\""),
        ("struct('a', {{1}})", "struct('a', {{1}})"),
        ("1-2i", "1 - 2i"),
        ("1e300", "1e300"),
        ("repmat(7,3,4)", "repmat(7, 3, 4)"),
    ];
    for (text, expected) in cases {
        assert_eq!(lifted(text).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn fewer_digits_where_asked_for() {
    let options = LiftOptions { precision: Some(3) };
    let text = |text: &str| lift_with(&value_of(text), options).map(|lifted| lifted.text);
    assert_eq!(text("pi").as_deref(), Some("3.14"));
    assert_eq!(text("[pi; 123456]").as_deref(), Some("[3.14; 123456]"));
    assert_eq!(text("1e10/7").as_deref(), Some("1430000000"));
}
