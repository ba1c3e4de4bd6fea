//! The C compiler: what is said when there is none, and when it refuses.

mod common;

use formwork_native::compiler::{BuildError, BuildOptions, CCompiler, Product, SourceFile};

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
