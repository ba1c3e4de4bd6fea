//! The loop form of an array program does what the program does.

#[path = "../../formwork_array/tests/random/generate.rs"]
mod generate;

use std::sync::Arc;

use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::ir::{self, ShapeClass};
use formwork_array::optimise::optimise;
use formwork_array::read_module;
use formwork_native::loops::{Evaluator, Module, NoRuntime, Scalar, Stop, Value};
use formwork_native::lower::lower_module;
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
    // Two loops over the extents, to allocate and to count; one over the elements.
    assert_eq!(printed.matches("for ").count(), 3, "{printed}");
    assert!(!printed.contains("while"), "{printed}");
    assert!(!printed.contains("fail"), "{printed}");
}

#[test]
fn random_programs_agree() {
    let (mut compared, mut limited) = (0, std::collections::BTreeMap::<String, usize>::new());
    for seed in 0..400 {
        let mut generator = Generator::new(seed);
        let text = generator.program();
        let Ok(original) = read_module(&text) else { continue };
        let mut module = original.clone();
        optimise(&mut module, false).expect("the passes are right");
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
    println!("{compared} runs compared; limitations: {limited:#?}");
    assert!(compared > 300, "only {compared} runs; {limited:#?}");
}
