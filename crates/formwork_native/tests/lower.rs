//! The loop form of an array program does what the program does.

#[path = "../../formwork_array/tests/random/generate.rs"]
mod generate;
mod storage;

use std::sync::Arc;

use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::ir::{self, ShapeClass};
use formwork_array::optimise::{optimise, optimise_by_types};
use formwork_array::read_module;
use formwork_native::loops::{Evaluator, Module, NoRuntime, Scalar, Stop, Value};
use formwork_native::to_loops::lower_module;
use generate::Generator;

fn scalar(element: ir::Scalar) -> Scalar {
    match element {
        ir::Scalar::Bool(truth) => Scalar::Bool(truth),
        ir::Scalar::Int(number) => Scalar::Index(number),
        ir::Scalar::Double(number) => Scalar::F64(number),
        other => panic!("no test passes {other}"),
    }
}

/// An array as it is passed for a parameter of this class.
fn values(array: &ir::Array, class: &ShapeClass) -> Vec<Value> {
    let index = |&extent: &i64| Scalar::Index(extent);
    let elements: Vec<Scalar> = array.data().iter().map(|&element| scalar(element)).collect();
    match class.rank() {
        Some(0) => vec![Value::Scalar(elements[0])],
        // Extents that the type tells are not passed.
        Some(_) if class.known().is_some() => vec![Value::Buffer(elements)],
        Some(_) => {
            let mut values = vec![Value::Buffer(elements)];
            values.extend(array.shape().iter().map(|extent| Value::Scalar(index(extent))));
            values
        }
        None => {
            vec![Value::Buffer(elements), Value::Buffer(array.shape().iter().map(index).collect())]
        }
    }
}

fn run(
    lowered: &Module,
    module: &ir::Module,
    name: &str,
    arguments: &[Arc<ir::Array>],
) -> Result<Vec<Value>, Stop> {
    let source = module.find(name).expect("it is there");
    let types = module.parameter_types(source);
    let arguments =
        arguments.iter().zip(&types).flat_map(|(array, ty)| values(array, &ty.class)).collect();
    let mut host = NoRuntime;
    let function = lowered.find(name).expect("it was lowered");
    Evaluator::new(lowered, &mut host, 400_000).call(function, arguments)
}

fn lowered(text: &str) -> (ir::Module, Module) {
    let mut module = read_module(text).expect("it reads");
    optimise(&mut module, true).expect("the passes are right");
    let lowered = lower_module(&module).expect("it has a loop form");
    lowered.verify().expect("the loop form is right");
    (module, lowered)
}

#[test]
fn unknown_rank_is_one_flat_loop() {
    let text = "double[*] f(double[*] a, double x)
        { s = shape(a);
          return(with (iv < s) { return(a[iv] * x); } genarray(s, 0.0)); }";
    let (_, lowered) = lowered(text);
    let printed = lowered.to_string();
    // One loop over the extents, to count elements; one over the elements.
    assert_eq!(printed.matches("for ").count(), 2, "{printed}");
    assert!(!printed.contains("while"), "{printed}");
    assert!(!printed.contains("fail"), "{printed}");
}

/// The text of the only loop form that a program has.
fn printed(text: &str) -> String {
    lowered(text).1.to_string()
}

#[test]
fn a_changed_element_of_a_carried_array_costs_no_copy() {
    let text = "int[.] f(int n)
        { a = with ([i] < [n]) { return(i); } genarray([n], 0);
          for (i = 0; i < n; i++) { if (a[i] > 2) { a = modarray(a, [i], 0); } }
          return(a); }";
    let printed = printed(text);
    assert_eq!(printed.matches("alloc ").count(), 1, "{printed}");
    assert!(!printed.contains("copy "), "{printed}");
}

#[test]
fn what_a_loop_writes_over_is_not_computed_first() {
    // The way in which it is overwritten, and whether it is, wholly and before it is read.
    for (body, is_overwritten) in [
        ("for (i = 0; i < n; i++) { s = s + i; a = modarray(a, [i], s); }", true),
        ("for (i = 0; i < n; i++) { s = s + a[i]; a = modarray(a, [i], s); }", false),
        ("for (i = 0; i < n; i++) { a = modarray(a, [i], s); s = s + a[n - 1 - i]; }", false),
        (
            "for (i = 0; i < n; i++) {
               a = modarray(a, [i], s);
               s = s + with (iv < [n]) { return(sel(iv, a)); } fold(+, 0); }",
            false,
        ),
        ("for (i = 1; i < n; i++) { s = s + i; a = modarray(a, [i], s); }", false),
        ("for (i = 0; i < n; i = i + 2) { s = s + i; a = modarray(a, [i], s); }", false),
        ("for (i = 0; i < n - 1; i++) { s = s + i; a = modarray(a, [i], s); }", false),
        (
            "for (i = 0; i < n; i++) { if (i > 2) { a = modarray(a, [i], s); } else { s = s + 1; } }",
            false,
        ),
        ("for (i = 0; i < n; i++) { s = s + i; a = modarray(a, [n - 1 - i], s); }", false),
    ] {
        let text = format!(
            "int[.], int f(int[.] x, int n)
            {{ a = with (iv < [n]) {{ return(7); }} genarray([n], 0);
              s = shape(x)[0];
              {body}
              return(a, s); }}"
        );
        let printed = printed(&text);
        assert_eq!(!printed.contains("= 7"), is_overwritten, "{printed}");
        agrees_on_blocks(&text, &[&[1]], &[0, 1, 3, 6]);
    }
}

#[test]
fn an_array_that_is_needed_later_is_copied() {
    let text = "int[.], int[.] f(int n)
        { a = with ([i] < [n]) { return(i); } genarray([n], 0);
          b = modarray(a, [0], 7);
          return(a, b); }";
    let printed = printed(text);
    assert_eq!(printed.matches("copy ").count(), 1, "{printed}");
}

#[test]
fn a_repeated_with_loop_writes_over_its_source() {
    for class in ["[*]", "[.,.]", "[20,20]"] {
        let text = format!(
            "bool{class} f(bool{class} start, int times)
             {{ a = !start;
                for (i = 0; i < times; i++) {{ a = !a; }}
                return(a); }}"
        );
        let printed = printed(&text);
        assert_eq!(printed.matches("alloc ").count(), 1, "{printed}");
        assert!(!printed.contains("fail"), "{printed}");
    }
}

#[test]
fn parameters_are_never_written_over() {
    let text = "int[.] f(int[.] a) { return(modarray(a, [0], 7)); }";
    let (module, lowered) = lowered(text);
    let argument = Arc::new(ir::Array::ints(&[1, 2]));
    let found = run(&lowered, &module, "f", &[argument]).expect("it runs");
    let wanted = values(&ir::Array::ints(&[7, 2]), &ShapeClass::Rank(1));
    assert!(wanted.iter().zip(&found).all(|(a, b)| a.is_same(b)), "{found:?}");
    assert!(lowered.to_string().contains("copy "), "{lowered}");
}

#[test]
fn the_least_element_is_folded() {
    let text = "int f(int[.] a)
        { return(with (iv < shape(a)) { return(a[iv]); } fold(min, 100)); }";
    let (module, lowered) = lowered(text);
    let argument = Arc::new(ir::Array::ints(&[4, -2, 7]));
    let found = run(&lowered, &module, "f", &[argument]).expect("it runs");
    assert!(found[0].is_same(&Value::Scalar(Scalar::Index(-2))), "{found:?}");
}

#[test]
fn a_range_outside_the_array_fails_with_the_evaluator_s_words() {
    let text = "int[*] f(int[.] low, int[.] high)
        { return(with (low <= iv < high) { return(1); } genarray([3], 0)); }";
    let (module, lowered) = lowered(text);
    for (low, high) in [(0, 3), (1, 4), (-1, 2), (2, 2), (9, 5), (3, 4)] {
        let arguments = [[low], [high]].map(|bound| Arc::new(ir::Array::ints(&bound)));
        let id = module.find("f").expect("it is there");
        let expected = eval_function(&module, id, arguments.to_vec(), Budget::default());
        let found = run(&lowered, &module, "f", &arguments);
        match (expected, found) {
            (Ok(expected), Ok(found)) => {
                let wanted = values(&expected[0], &ShapeClass::Any);
                assert!(wanted.iter().zip(&found).all(|(a, b)| a.is_same(b)), "{found:?}");
            }
            (Err(expected), Err(Stop::Failed { message, .. })) => {
                assert_eq!(expected.to_string(), message);
            }
            (expected, found) => panic!("{low} {high}: {expected:?}, {found:?}"),
        }
    }
}

#[test]
fn a_carried_array_keeps_its_shape() {
    for class in ["[*]", "[.]"] {
        let text = format!(
            "int{class} f(int{class} start, int times)
             {{ a = -start;
                for (i = 0; i < times; i++) {{ a = -a; }}
                return(a); }}"
        );
        let printed = printed(&text);
        let rounds = printed.split("while").nth(1).expect("there is a loop");
        let body = rounds.split("\n  }").next().expect("it ends");
        assert!(!body.contains("copy ") && !body.contains("swap "), "{printed}");
        assert!(!body.contains("alloc ") && !body.contains("extent("), "{printed}");
    }
}

#[test]
fn a_branch_changes_an_array_in_its_place() {
    let text = "int[.] f(int n)
        { a = genarray_of(n);
          for (i = 0; i < n; i++) {
            if (i % 2 == 0) { a = modarray(a, [i], i); } else { a = a; }
          }
          return(a); }
        int[.] genarray_of(int n) { return(with (iv < [n]) { return(1); } genarray([n], 0)); }";
    let printed = printed(text);
    let rounds = printed.split("while").nth(1).expect("there is a loop");
    let body = rounds.split("\n  }").next().expect("it ends");
    assert!(!body.contains("copy ") && !body.contains("swap "), "{printed}");
}

#[test]
fn arrays_change_places_in_loops_and_branches() {
    let mut compared = 0;
    for seed in 0..250 {
        let text = storage::program(seed);
        let original =
            read_module(&text).unwrap_or_else(|error| panic!("seed {seed}: {error:?}\n{text}"));
        let mut module = original.clone();
        optimise(&mut module, false).expect("the passes are right");
        let lowered = match lower_module(&module) {
            Ok(lowered) => lowered,
            Err(limitation) => panic!("seed {seed}: {limitation}\n{text}"),
        };
        lowered.verify().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{lowered}"));
        let function = original.find("f").expect("it is there");
        for n in [0, 1, 3] {
            let arguments = [
                Arc::new(ir::Array::ints(&[1, 2, 3])),
                Arc::new(ir::Array::ints(&[7, 8, 9])),
                Arc::new(ir::Array::scalar(ir::Scalar::Int(n))),
            ];
            let budget = Budget { steps: 50_000, depth: 60 };
            let expected = eval_function(&original, function, arguments.to_vec(), budget);
            let found = run(&lowered, &module, "f", &arguments);
            match (&expected, &found) {
                (Err(Failure::Budget), _) | (_, Err(Stop::Budget)) => continue,
                (_, Err(Stop::Defect(message))) if message.contains("overflow") => continue,
                (Ok(expected), Ok(found)) => {
                    let results = &original.functions[function].results;
                    let wanted: Vec<Value> = expected
                        .iter()
                        .zip(results)
                        .flat_map(|(array, ty)| values(array, &ty.class))
                        .collect();
                    let same = wanted.len() == found.len()
                        && wanted.iter().zip(found).all(|(a, b)| a.is_same(b));
                    assert!(
                        same,
                        "seed {seed}, n {n}\n{text}\nexpected {wanted:?}\nfound {found:?}\n{lowered}"
                    );
                }
                (Err(expected), Err(Stop::Failed { message, .. })) => {
                    assert_eq!(&expected.to_string(), message, "seed {seed}\n{text}");
                }
                _ => panic!(
                    "seed {seed}, n {n}\n{text}\nexpected {expected:?}\nfound {found:?}\n{lowered}"
                ),
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "only {compared} runs");
}

/// Runs `f` by the evaluator and as loops, for vectors and matrices that are longer than a
/// block of elements, shorter, and empty.
fn agrees_on_blocks(text: &str, shapes: &[&[i64]], rounds: &[i64]) {
    let reference = read_module(text).expect("it reads");
    let function = reference.find("f").expect("it is there");
    let (module, lowered) = lowered(text);
    for shape in shapes {
        for &number in rounds {
            let count: i64 = shape.iter().product();
            let data = (0..count).map(|one| ir::Scalar::Int(one * 7 % 23)).collect();
            let array = ir::Array::new(ir::BaseType::Int, shape.to_vec(), data);
            let array = Arc::new(array.expect("as many elements as places"));
            let arguments = vec![array, Arc::new(ir::Array::scalar(ir::Scalar::Int(number)))];
            let budget = Budget { steps: 4_000_000, ..Budget::default() };
            let wanted = eval_function(&reference, function, arguments.clone(), budget)
                .expect("nothing fails");
            let types = &reference.functions[function].results;
            let wanted: Vec<Value> =
                wanted.iter().zip(types).flat_map(|(one, ty)| values(one, &ty.class)).collect();
            let got = run(&lowered, &module, "f", &arguments).expect("nothing fails");
            let same = got.len() == wanted.len()
                && wanted.iter().zip(&got).all(|(wanted, got)| wanted.is_same(got));
            assert!(same, "{shape:?}, {number} rounds: {text}");
        }
    }
}

#[test]
fn a_loop_over_single_elements_runs_block_by_block() {
    let text = "int[.], int f(int[.] x, int n)
        { s = 0;
          for (i = 0; i < n; i++) {
            s = s + i;
            x = with ([1] <= iv < shape(x)) { return(sel(iv, x) * 3 + s); } modarray(x);
          }
          return(x, s); }";
    assert!(printed(text).contains("start"), "{}", printed(text));
    agrees_on_blocks(text, &[&[1], &[2], &[512], &[514], &[1300]], &[0, 1, 5]);
}

#[test]
fn rows_and_branches_and_loops_in_loops_run_block_by_block() {
    let text = "layout column_major;
        int[.,.], int f(int[.,.] x, int n)
        { m = shape(x);
          s = 0;
          for (k = 0; k < m[0]; k++) {
            for (i = 0; i < n; i++) {
              s = s + 1;
              if (i != k) {
                x = with ([k, 0] <= iv < [k + 1, m[1]]) { return(sel(iv, x) * 2 + s); } modarray(x);
              }
            }
          }
          return(x, s); }";
    assert!(printed(text).contains("start"), "{}", printed(text));
    agrees_on_blocks(text, &[&[3, 0], &[0, 4], &[3, 600], &[600, 3], &[2, 1100]], &[0, 1, 3]);
}

#[test]
fn several_arrays_run_block_by_block() {
    // Arrays that change their places from round to round, a new one, and names for them.
    for (kind, change) in [
        (
            "[.]",
            "t = with (iv < s) { return(2 * sel(iv, x) - sel(iv, y) + i); } genarray(s, 0);
                 y = x;
                 x = t;",
        ),
        (
            "[.]",
            "t = x; x = y; y = t;
                 x = with (iv < s) { return(sel(iv, x) + i); } genarray(s, 0);",
        ),
        (
            "[*]",
            "x = with (iv < s) { return(sel(iv, x) + sel(iv, y)); } genarray(s, 0);
                 y = with (iv < s) { return(sel(iv, y) - i); } genarray(s, 0);",
        ),
        (
            "[.,.]",
            "t = with (iv < s) { return(sel(iv, x) + iv[1] * i); } genarray(s, 0);
                   y = with (iv < s) { return(sel(iv, t) - sel(iv, x)); } genarray(s, 0);
                   x = t;",
        ),
    ] {
        for layout in ["", "layout column_major;"] {
            let text = format!(
                "{layout} int{kind}, int{kind} f(int{kind} x, int n)
                 {{ s = shape(x);
                    y = with (iv < s) {{ return(3 - sel(iv, x)); }} genarray(s, 0);
                    for (i = 0; i < n; i++) {{ {change} }}
                    return(x, y); }}"
            );
            assert!(printed(&text).contains("start"), "{}", printed(&text));
            let shapes: &[&[i64]] = match kind {
                "[.]" => &[&[0], &[1], &[512], &[1300]],
                _ => &[&[0, 3], &[3, 0], &[2, 700], &[700, 2]],
            };
            agrees_on_blocks(&text, shapes, &[0, 1, 2, 5]);
        }
    }
}

#[test]
fn what_reads_other_elements_is_not_cut_into_blocks() {
    // The element before, what the array was a change ago, and a scalar that sees the array.
    for change in [
        "x = with ([1] <= iv < shape(x)) { return(sel(iv, x) + sel([iv[0] - 1], x)); } modarray(x);",
        "y = with (iv < shape(x)) { return(sel(iv, x) + 1); } modarray(x);
         x = with ([1] <= iv < shape(x)) { return(sel(iv, y) + sel([iv[0] - 1], x)); } modarray(y);",
        "s = s + sel([0], x);
         x = with (iv < shape(x)) { return(sel(iv, x) + s); } modarray(x);",
        "x = with (iv < shape(x)) { return(sel(iv, x) + sel([0], x)); } genarray(shape(x), 0);",
        "s = s + with (iv < shape(x)) { return(sel(iv, x)); } fold(+, 0);
         x = with (iv < shape(x)) { return(sel(iv, x) + s); } genarray(shape(x), 0);",
    ] {
        let text = format!(
            "int[.], int f(int[.] x, int n)
             {{ s = 0;
                for (i = 0; i < n; i++) {{ {change} }}
                return(x, s); }}"
        );
        assert!(!printed(&text).contains("start"), "{}", printed(&text));
        agrees_on_blocks(&text, &[&[1], &[520]], &[0, 1, 4]);
    }
}

#[test]
fn random_programs_agree() {
    agree(|module| optimise(module, false), 400, 300);
}

#[test]
fn random_programs_without_attributes_agree() {
    agree(|module| optimise_by_types(module, false), 150, 80);
}

fn agree(
    prepare: impl Fn(&mut ir::Module) -> Result<formwork_array::optimise::Report, String>,
    seeds: u64,
    least: usize,
) {
    let (mut compared, mut limited) = (0, std::collections::BTreeMap::<String, usize>::new());
    for seed in 0..seeds {
        let mut generator = Generator::new(seed);
        let text = generator.program();
        let Ok(original) = read_module(&text) else { continue };
        let mut module = original.clone();
        prepare(&mut module).expect("the passes are right");
        let lowered = match lower_module(&module) {
            Ok(lowered) => lowered,
            Err(limitation) => {
                *limited.entry(limitation.message).or_default() += 1;
                continue;
            }
        };
        lowered.verify().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}\n{lowered}"));
        for _ in 0..3 {
            let arguments = generator.arguments();
            let function = original.find("f").expect("it is there");
            let budget = Budget { steps: 20_000, depth: 60 };
            let expected = eval_function(&original, function, arguments.clone(), budget);
            let found = run(&lowered, &module, "f", &arguments);
            match (&expected, &found) {
                (Err(Failure::Budget), _) | (_, Err(Stop::Budget)) => continue,
                // Integers wrap around here and may not there.
                (_, Err(Stop::Defect(message))) if message.contains("overflow") => continue,
                (Ok(expected), Ok(found)) => {
                    let results = &original.functions[function].results;
                    let wanted: Vec<Value> = expected
                        .iter()
                        .zip(results)
                        .flat_map(|(array, ty)| values(array, &ty.class))
                        .collect();
                    let same = wanted.len() == found.len()
                        && wanted.iter().zip(found).all(|(a, b)| a.is_same(b));
                    assert!(
                        same,
                        "seed {seed}\n{text}\nexpected {wanted:?}\nfound {found:?}\n{lowered}"
                    );
                }
                (Err(expected), Err(Stop::Failed { message, .. })) => {
                    assert_eq!(&expected.to_string(), message, "seed {seed}\n{text}");
                }
                _ => {
                    panic!("seed {seed}\n{text}\nexpected {expected:?}\nfound {found:?}\n{lowered}")
                }
            }
            compared += 1;
        }
    }
    assert!(compared > least, "only {compared} runs; {limited:#?}");
    assert!(limited.is_empty(), "programs without a loop form: {limited:#?}");
}
