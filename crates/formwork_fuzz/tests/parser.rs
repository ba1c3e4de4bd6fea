//! A thousand iterations of the parser target, and nesting without end.

use fastrand::Rng;
use formwork_fuzz::{SEEDS, check_parser, mutate, random_bytes, token_soup};
use formwork_syntax::{Dialect, SyntaxErrorCode, dump, parse, print};

#[test]
fn random_bytes_are_read() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..1000 {
        check_parser(&random_bytes(&mut rng));
    }
}

#[test]
fn token_soups_are_read() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..1000 {
        check_parser(&token_soup(&mut rng));
    }
}

#[test]
fn mutated_programs_are_read() {
    let mut rng = Rng::with_seed(3);
    for round in 0..1000 {
        let seed = SEEDS[round % SEEDS.len()];
        check_parser(&mutate(&mut rng, seed.as_bytes()));
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let deep = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("-", ""),
        ("~", ""),
        ("x(", ")"),
        ("x{", "}"),
        ("@() ", ""),
        ("if x\n", "end\n"),
        ("while x\n", "end\n"),
        ("for i = 1\n", "end\n"),
        ("switch x\ncase 1\n", "end\n"),
        ("try\n", "end\n"),
        ("if x\nfunction f\n", "end\nend\n"),
        ("x.(", ")"),
        ("a = ", ""),
    ] {
        let text = format!("{}1{}", open.repeat(deep), close.repeat(deep));
        let parsed = parse(text.as_bytes(), Dialect::Auto);
        assert!(
            parsed.errors.iter().any(|error| error.code == SyntaxErrorCode::NestingTooDeep),
            "{open:?} nested {deep} times: {:?}",
            parsed.errors.first()
        );
        let _ = (print(&parsed.tree), dump::sexpr(&parsed.tree), dump::json(&parsed.tree));
    }
}

/// Generated code has sums and chains of any length; they are deep trees, but
/// not nested text.
#[test]
fn long_chains_are_fine() {
    let long = 100_000;
    for (first, more) in
        [("1", " + 1"), ("a", "'"), ("x", "(1)"), ("x", ".y"), ("2", "^-b"), ("a", " || b")]
    {
        let text = format!("z = {first}{};\n", more.repeat(long));
        let parsed = parse(text.as_bytes(), Dialect::Auto);
        assert!(parsed.errors.is_empty(), "{first}{more}…: {:?}", parsed.errors.first());
        let printed = print(&parsed.tree);
        let again = parse(&printed, Dialect::Auto);
        assert!(dump::sexpr(&again.tree) == dump::sexpr(&parsed.tree), "{first}{more}…");
    }
}

/// A file with thousands of functions that no `end` closes is not nested.
#[test]
fn many_unclosed_functions_are_fine() {
    let text = "function f(x)\nx = 1;\n".repeat(20_000);
    let parsed = parse(text.as_bytes(), Dialect::Auto);
    assert!(parsed.errors.is_empty());
    assert_eq!(parsed.tree.body().len(), 20_000);
}

/// Machines write lines of any length. Reading takes time in proportion: were it
/// quadratic anywhere, these tests would not end.
#[test]
fn long_lines_and_files_take_linear_time() {
    read_long_lines(&["", "x = ["]);
}

#[test]
fn long_lines_after_open_strings_and_braces_take_linear_time() {
    read_long_lines(&["x = \"", "x = {"]);
}

fn read_long_lines(openings: &[&str]) {
    for piece in [
        "\"a\\\"b\" ",
        "x = y++; ",
        "if x, y, end, ",
        "!(\n",
        "!echo (\n",
        "a' ",
        "f 'x' ",
        "[1 -2] ",
        "{@(x) x} ",
        "'s', ",
        "% c\n",
        "%{\n",
        "...\n",
        "x = [1\n",
        "x = {\n",
        "x(1,\n",
        "end\n",
        "else ",
        "function f\n",
        "catch (e) ",
        "x = 'abc\n",
        "~ ",
        "\\",
        "1 ",
        "\u{e9} ",
        "classdef\n",
        "arguments\n",
        "%# nargin ",
        "x=1 % c\r",
        "1,",
        "\\\"",
        "for(i=1=;end;",
        "function f,if 1,function g,",
        "f(a=1,",
        "\n",
        ";",
        " ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        for opening in openings {
            let parsed = parse([*opening, &text].concat().as_bytes(), Dialect::Auto);
            let _ = (print(&parsed.tree), dump::json(&parsed.tree));
        }
    }
}
