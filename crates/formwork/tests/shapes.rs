//! `formwork shapes` as a user meets it: formats, exit codes, the papers' examples.
#![expect(clippy::disallowed_methods, reason = "the tests make files for the program to read")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn shapes(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .arg("shapes")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that never reads its input closes it early.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(arguments: &[&str], input: &str) -> Value {
    let output = shapes(&[&["--json"], arguments].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    root.join(name).display().to_string()
}

/// The definitions of a variable, in the order of the text.
fn definitions<'j>(whole: &'j Value, name: &str) -> Vec<&'j Value> {
    let functions = whole["functions"].as_array().expect("there are functions");
    let all = functions[0]["definitions"].as_array().expect("there are definitions");
    all.iter().filter(|one| one["name"] == name && one["kind"] != "temp").collect()
}

fn assigned<'j>(whole: &'j Value, name: &str) -> Vec<&'j Value> {
    definitions(whole, name).into_iter().filter(|one| one["kind"] == "assign").collect()
}

const BUILD: &str = "function y = build(n)\nv = zeros(3, n);\nw = v + 1;\ny = w * w';\nend\n";

#[test]
fn every_field_is_there() {
    let whole = json(&["-", "--arg", "n: int >= 1"], BUILD);
    assert_eq!(whole["version"], 1);
    assert_eq!(whole["files"].as_array().map(Vec::len), Some(1));
    let function = &whole["functions"][0];
    assert_eq!((&function["name"], &function["variant"]), (&"build".into(), &1.into()));
    let w = assigned(&whole, "w")[0];
    assert_eq!((&w["ssa"], &w["line"], &w["column"]), (&"w.1".into(), &3.into(), &1.into()));
    assert_eq!(w["class"], serde_json::json!(["double"]));
    assert_eq!((&w["real"], &w["logical"]), (&true.into(), &false.into()));
    assert_eq!(w["rank"], serde_json::json!([2, 2]));
    assert_eq!(w["extents"], serde_json::json!(["3", "n"]));
    assert_eq!(w["term"], "<3, n>");
    assert_eq!(w["possible"], serde_json::json!(["<3, n>"]));
    assert_eq!((&w["explicit"], &w["scalar"]), (&false.into(), &false.into()));
    assert_eq!(w["same_as"], "v.1");
    assert!(w["value"].as_object().is_some_and(|value| {
        ["lo", "hi", "const", "sym"].iter().all(|field| value.contains_key(*field))
    }));
    let y = assigned(&whole, "y")[0];
    assert_eq!((&y["term"], &y["explicit"]), (&"<3, 3>".into(), &true.into()));
    for field in [
        "shapes",
        "explicit",
        "explicit_scalar",
        "explicit_nonscalar",
        "symbolic",
        "symbolic_copies",
        "unknown",
        "conformance_checks",
        "conformance_checks_removed",
        "micros",
    ] {
        assert!(whole["summary"][field].is_u64(), "{field}");
    }
    assert_eq!(whole["summary"]["unknown"], 0);
}

#[test]
fn constants_and_symbols_are_told() {
    let whole = json(&["-", "--arg", "n: int >= 1"], "function f(n)\nk = 3;\nm = n + 1;\nend\n");
    assert_eq!(assigned(&whole, "k")[0]["value"]["const"], 3.0);
    let m = &assigned(&whole, "m")[0]["value"];
    assert_eq!((&m["sym"], &m["lo"]), (&"n + 1".into(), &2.0.into()));
}

#[test]
fn a_listing_stands_beside_the_source() {
    let output = shapes(&["-", "--arg", "n: int >= 1"], BUILD);
    assert_eq!(output.status.code(), Some(0));
    let listing = text(&output.stdout);
    assert!(listing.contains("    2  v = zeros(3, n);"), "{listing}");
    assert!(listing.contains("%? v : double 3xn"), "{listing}");
    assert!(listing.contains("%? y : double 3x3"), "{listing}");
}

#[test]
fn answers_are_data() {
    let file = "function y = f(x)\nz = x + 1;\ny = z;\nend\n";
    let whole = json(&["-", "--why", "y@3", "--why", "z"], file);
    let [y, z] = &whole["why"].as_array().expect("there are answers")[..] else { panic!("two") };
    assert_eq!(
        (&y["question"], &y["line"], &y["lost"]),
        (&"y@3".into(), &3.into(), &"shape".into())
    );
    let chain = y["chain"].as_array().expect("a list");
    let names: Vec<&Value> = chain.iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["z", "x"]);
    assert_eq!((&y["reason"]["kind"], &y["reason"]["path"]), (&"parameter".into(), &"x".into()));
    assert!(y["help"].as_str().is_some_and(|help| help.contains("--arg 'x: double nxm'")));
    assert_eq!(z["name"], "z");
    assert!(json(&["-"], file)["why"].is_null(), "nobody asked");
}

#[test]
fn assumptions_are_told() {
    let file = "function y = f(x)\ny = x;\nend\n";
    assert_eq!(json(&["-", "--assume", "numeric"], file)["assumed"], "numeric");
    assert!(json(&["-"], file)["assumed"].is_null());
}

#[test]
fn a_trace_names_where_a_shape_comes_from() {
    let output = shapes(&["-", "--trace", "y", "--arg", "n: int >= 1"], BUILD);
    assert_eq!(output.status.code(), Some(0));
    let trace = text(&output.stdout);
    let order: Vec<usize> = ["  y.1 :", "  w.1 :", "  v.1 :", "  n.1 :"]
        .map(|name| trace.find(name).expect(name))
        .into();
    assert!(order.is_sorted(), "{trace}");
}

#[test]
fn the_graph_has_nodes_and_edges() {
    let output = shapes(&["-", "--dot"], BUILD);
    let graph = text(&output.stdout);
    assert!(graph.starts_with("digraph") && graph.contains(" -> "), "{graph}");
}

#[test]
fn mistakes_exit_with_2() {
    for (arguments, input, message) in [
        (&["no_such_file.m"][..], "", "no_such_file.m"),
        (&["-", "--function", "g"], BUILD, "no function 'g'"),
        (&["-", "--arg", "z: double 1x1"], BUILD, "'z' is no parameter"),
        (&["-", "--arg", "n: dubble"], BUILD, "dubble"),
        (&["-", "--trace", "nobody"], BUILD, "no variable 'nobody'"),
    ] {
        let output = shapes(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

/// What cannot be read is reported, and the rest has shapes.
#[test]
fn unfinished_text_has_shapes_where_it_can_be_read() {
    let file = "function f (n)\n  a = zeros (n, 3);\n  b = [1; ones(2, 3)\n  c = a';\nend\n";
    let output = shapes(&["-"], file);
    assert_eq!(output.status.code(), Some(1));
    let (listing, error) = (text(&output.stdout), text(&output.stderr));
    assert!(error.contains("parse error in <stdin>:3:"), "{error}");
    assert!(listing.contains("a : double nx3") && listing.contains("c : double 3xn"), "{listing}");
}

#[test]
fn another_function_can_be_the_first() {
    let file = "function a(x)\nend\nfunction b(y)\nz = [y y];\nend\n";
    let whole = json(&["-", "--function", "b", "--arg", "y: double 2x3"], file);
    assert_eq!(whole["functions"][0]["name"], "b");
    assert_eq!(assigned(&whole, "z")[0]["term"], "<2, 6>");
}

/// `1:k` drops the fraction of `k`: a condition for a reader.
#[test]
fn a_number_that_need_not_be_whole_counts_as_the_whole_one_below() {
    let whole = json(&["-", "--arg", "k: double 1x1"], "function f(k)\nv = 1:k;\nend\n");
    assert_eq!(assigned(&whole, "v")[0]["display"], "double 1xk (whole k >= 0)");
    let whole = json(&["-", "--arg", "k: int >= 0"], "function f(k)\nv = 1:k;\nend\n");
    assert_eq!(assigned(&whole, "v")[0]["display"], "double 1xk");
}

/// The letter of a description is a size; a variable of that name need not hold it.
#[test]
fn a_letter_is_not_the_variable_of_its_name() {
    let program = "function f(x, n)\na = x(1, :);\nb = ones(n, 2);\nend\n";
    let whole = json(&["-", "--arg", "x: double mxn"], program);
    assert_eq!(assigned(&whole, "a")[0]["term"], "<1, n>");
    assert_eq!(assigned(&whole, "b")[0]["term"], "<max(0, value(n)), 2>");
}

/// The output of a constructor is an object before its first statement.
#[test]
fn a_constructor_begins_with_an_object() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("formwork-{}-class", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    let file = folder.join("point.m");
    let text = "classdef point\n  properties\n    a = 1;\n  end\n  methods\n    \
                function o = point(x)\n      p = o;\n      o.a = x;\n    end\n  end\nend\n";
    std::fs::write(&file, text).expect("written");
    let whole = json(&[&file.display().to_string()], "");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(assigned(&whole, "p")[0]["class"], serde_json::json!(["object"]));
    let classes = assigned(&whole, "o")[0]["class"].to_string();
    assert!(classes.contains("object"), "{classes}");
}

#[test]
fn functions_beside_the_file_are_found() {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("formwork-{}-shapes", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
    std::fs::write(folder.join("two.m"), "function r = two(x)\nr = [x; x];\nend\n")
        .expect("written");
    let path = folder.display().to_string();
    let whole = json(&["-", "--path", &path], "y = two([1 2 3]);\n");
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(assigned(&whole, "y")[0]["term"], "<2, 3>");
}

/// Figure 1 of document 000, read in a semantics.
fn figure(semantics: &str) -> Value {
    let file = example("figures/fragment.m");
    json(&[&file, "--semantics", semantics, "--dialect", "matlab"], "")
}

#[test]
fn figure_1_both_values_of_d_have_one_shape() {
    for semantics in ["strict", "expand"] {
        let whole = figure(semantics);
        let d = assigned(&whole, "d");
        assert_eq!(d.len(), 2);
        assert_eq!(d[0]["term"], d[1]["term"], "{semantics}");
        assert_eq!(d[1]["same_as"], d[0]["ssa"], "{semantics}");
    }
}

#[test]
fn figure_1_a_and_b_have_one_shape_after_each_turn() {
    for semantics in ["strict", "expand"] {
        let whole = figure(semantics);
        let (a, b) = (assigned(&whole, "a"), assigned(&whole, "b"));
        assert_eq!(a[0]["term"], b[0]["term"], "{semantics}");
        // Both name the first definition of that shape, which is d.
        assert!(b[0]["same_as"].is_string(), "{semantics}");
        assert_eq!(b[0]["same_as"], a[0]["same_as"], "{semantics}");
    }
}

#[test]
fn figure_1_only_a_few_shapes_are_possible() {
    for semantics in ["strict", "expand"] {
        let whole = figure(semantics);
        // `e = e*d` in a loop: e, e*d, and d where e*d is a scalar.
        for name in ["a", "b", "c", "d", "e", "h"] {
            for one in definitions(&whole, name) {
                let possible = one["possible"].as_array().expect("a list");
                assert!((1..=3).contains(&possible.len()), "{semantics}: {one}");
                // Each in terms of the parameters: none is a name for an unknown shape.
                for term in possible {
                    let term = term.as_str().expect("a term");
                    assert!(!term.contains('#'), "{semantics}: {one}");
                }
            }
        }
        assert_eq!(whole["summary"]["unknown"], 0, "{semantics}");
    }
}

/// Example 1 of document 001: one check suffices.
#[test]
fn patent_example_1() {
    let file = example("figures/onecheck.m");
    for semantics in ["strict", "expand"] {
        let whole = json(&[&file, "--semantics", semantics], "");
        let (d, e) = (assigned(&whole, "d")[0], assigned(&whole, "e")[0]);
        assert_eq!(e["term"], d["term"]);
        assert_eq!(e["same_as"], d["ssa"]);
        let output = shapes(&[&file, "--semantics", semantics], "");
        let listing = text(&output.stdout);
        assert!(listing.contains("follows 7:"), "{semantics}: {listing}");
    }
}

/// Example 2 of document 001: the shape is fixed after the first turn.
#[test]
fn patent_example_2() {
    let file = example("figures/settles.m");
    for semantics in ["strict", "expand"] {
        let whole = json(&[&file, "--semantics", semantics], "");
        let c = assigned(&whole, "c")[0];
        assert_eq!(c["term"], "a + b", "{semantics}");
        assert_eq!(assigned(&whole, "a")[0]["term"], "a + b");
    }
}

const HEAT: &str = "function u = heat(n, steps)
u = zeros(n); u(round(n/2), round(n/2)) = 100;
for s = 1:steps
  v = u;
  for i = 2:n-1
    for j = 2:n-1
      v(i,j) = u(i,j) + 0.1*(u(i+1,j) + u(i-1,j) + u(i,j+1) + u(i,j-1) - 4*u(i,j));
    end
  end
  u = v;
end
end
";

#[test]
fn checks_of_unknown_subscripts_remain() {
    // `heat([5 3], 2)` is a legal call, and fails.
    let listing = text(&shapes(&["-"], HEAT).stdout);
    assert!(listing.contains("remains 7:"), "{listing}");
    assert!(!listing.contains(" 0 remain"), "{listing}");
    let column =
        "function s = f(n)\nu = zeros(n); s = 0;\nfor i = 1:n\n  s = s + u(i, i+1);\nend\nend\n";
    let listing = text(&shapes(&["-"], column).stdout);
    let remaining = listing.lines().filter(|line| line.contains("remains 4:")).count();
    assert_eq!(remaining, 2, "row and column: {listing}");
    let listing = text(&shapes(&["-"], "function y = f(x, k)\ny = x(k);\nend\n").stdout);
    assert!(listing.contains("remains 2:"), "{listing}");
    // What is known to lie inside is not listed.
    let inside = "function y = f(x)\nm = x > 0;\ny = x(m);\nend\n";
    let listing = text(&shapes(&["-", "--arg", "x: real double 1x3"], inside).stdout);
    assert!(!listing.contains("remains"), "{listing}");
}
