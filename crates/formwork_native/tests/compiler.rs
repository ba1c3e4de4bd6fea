//! The C compiler: what is said when there is none, and when it refuses.

mod common;

use formwork_native::c::{Options, emit_c, emit_main};
use formwork_native::compiler::{BuildError, BuildOptions, CCompiler, Product, SourceFile};
use formwork_native::loops::read_module;

#[test]
fn without_a_compiler_the_message_says_what_to_do() {
    let error = CCompiler::find(Some("no-such-compiler-at-all")).expect_err("there is none");
    assert_eq!(error, BuildError::NoCompiler { tried: vec!["no-such-compiler-at-all".to_owned()] });
    assert_eq!(
        error.to_string(),
        "no C compiler found (tried no-such-compiler-at-all); install one, or set CC to its name"
    );
}

#[test]
fn refusals_show_the_c() {
    let Some(compiler) = common::compiler("refusals_show_the_c") else { return };
    let text = "int first;\nint second = first +;\nint third;\n".to_owned();
    let files = [SourceFile { name: "broken.c".to_owned(), text }];
    let error = compiler
        .build(&files, &BuildOptions::new(Product::Object), &common::cache())
        .expect_err("it is no C");
    let BuildError::Refused { source, excerpt, .. } = &error else { panic!("{error}") };
    assert!(source.ends_with("broken.c"), "{}", source.display());
    assert!(excerpt.contains("    2 | int second = first +;"), "{excerpt}");
    assert!(error.to_string().contains("broken.c:2"), "{error}");
}

#[test]
fn nothing_is_rearranged() {
    let flags = BuildOptions::new(Product::SharedObject).all_flags();
    assert!(flags.iter().any(|flag| flag == "-ffp-contract=off"));
    assert!(flags.iter().any(|flag| flag == "-fno-builtin-pow"));
    assert!(flags.iter().all(|flag| !flag.contains("fast-math")));
    let mut portable = BuildOptions::new(Product::Object);
    portable.portable = true;
    assert!(portable.all_flags().iter().all(|flag| !flag.starts_with("-march")));
}

#[test]
fn a_compiler_that_takes_too_long_is_stopped() {
    let Some(compiler) = common::compiler("a_compiler_that_takes_too_long_is_stopped") else {
        return;
    };
    let files = [SourceFile { name: "late.c".to_owned(), text: "int late;\n".to_owned() }];
    let mut options = BuildOptions::new(Product::Object);
    options.seconds = 0;
    let error = compiler.build(&files, &options, &common::cache()).expect_err("no time at all");
    assert!(matches!(error, BuildError::TooSlow { seconds: 0, .. }), "{error}");
}

#[test]
fn programs_run_and_fail() {
    let Some(compiler) = common::compiler("programs_run_and_fail") else { return };
    let text = r#"
func work(n: index) -> (s: f64) {
  for i in 0..n {
    s = s + f64(i)
  }
  if s > 40.0 {
    fail "Formwork:large" "{} is too large" (s)
  }
}

func little() -> (s: f64) {
  call work(9) -> (s)
}

func much() -> () {
  var s: f64
  call work(10) -> (s)
}

entry little = little() -> (s: double)
entry much = much() -> ()
"#;
    let module = read_module(text).expect("it is well written");
    let mut options = Options::new("work");
    options.described_entries = true;
    let files = emit_c(&module, &options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(emit_main(&module, "none", "work.h"), None);
    for (entry, said, status) in
        [("little", "", Some(0)), ("much", "error: 45 is too large\n", Some(1))]
    {
        let main = emit_main(&module, entry, &files.header_name).expect("it takes no arguments");
        let sources = [
            SourceFile { name: files.source_name.clone(), text: files.source.clone() },
            SourceFile { name: files.header_name.clone(), text: files.header.clone() },
            SourceFile { name: "main.c".to_owned(), text: main },
        ];
        let mut build = BuildOptions::new(Product::Executable);
        build.flags = common::strict_flags();
        let program = compiler
            .build(&sources, &build, &common::cache())
            .unwrap_or_else(|error| panic!("{error}"));
        let answer = std::process::Command::new(program).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&answer.stderr), said);
        assert_eq!(answer.status.code(), status);
    }
}
