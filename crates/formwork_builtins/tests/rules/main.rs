//! The rules contain what the evaluators give.
//!
//! Every function that needs no program is called with many small arguments. Then some
//! of what they are is forgotten: values, classes, sizes become symbols whose values
//! only the test knows. Each output must be what the rules say of it.

mod contain;
mod fitting;
mod forget;
mod random;
mod recorded;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use formwork_builtins::{Args, Effects, Nobody, Row, Values, infer_outputs, rows, rule_coverage};
use formwork_domain::AbstractValue;
use formwork_runtime::{Value, memory};
use formwork_shape::shape::Algebra;

use contain::contradiction;
use forget::World;
use random::Numbers;

const CALLS_PER_ROW: usize = 400;

/// Not called: it waits.
const SKIPPED: [&str; 1] = ["pause"];

/// How often a call that succeeded is described.
const DESCRIPTIONS: usize = 3;

fn describe(value: &Value) -> String {
    let extents: Vec<String> = value.dims().as_slice().iter().map(usize::to_string).collect();
    let size = extents.join("x");
    match value {
        Value::Char(..) if value.numel() < 10 => {
            format!("{:?}", value.as_text().unwrap_or_default())
        }
        Value::Double(array) if array.numel() < 4 => format!("{size} {:?}", array.as_slice()),
        _ => format!("{size} {}", value.class()),
    }
}

fn describe_known(known: &AbstractValue, algebra: &Algebra) -> String {
    let shape = known.shape.map_or("any".to_owned(), |shape| algebra.text(shape));
    let value = match known.constant() {
        Some(value) => describe(value),
        None => format!("{:?}", known.value),
    };
    format!("{shape} {} complex {:?} {value} {:?}", known.classes, known.complex, known.contents)
}

fn describe_call(
    row: &Row,
    args: &Args,
    nargout: usize,
    outputs: &Values,
    mut world: World,
    numbers: &mut Numbers,
) -> Option<String> {
    let known: Vec<AbstractValue> = args.iter().map(|arg| world.forget(arg, numbers)).collect();
    let inferred = infer_outputs(row, &known, nargout, &mut world.algebra);
    // Who calls for a value does so also where nobody asks for one.
    if row.effects == Effects::PURE && outputs.is_empty() && !row.outputs.is_empty() {
        return Some("there is no output".to_owned());
    }
    for (place, output) in outputs.iter().take(nargout).enumerate() {
        let Some(rule) = inferred.get(place) else {
            return Some(format!("output {place} is not in the table"));
        };
        let wrong = contradiction(rule, output, &world.algebra, &mut world.assignment);
        if let Some(wrong) = wrong {
            let known: Vec<String> =
                known.iter().map(|known| describe_known(known, &world.algebra)).collect();
            return Some(format!(
                "{wrong}: output {place} is {}, not {}\n    of {}",
                describe(output),
                describe_known(rule, &world.algebra),
                known.join("\n    and ")
            ));
        }
    }
    None
}

#[test]
fn outputs_are_what_the_rules_say() {
    let mut faults: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let (mut succeeded, mut silent) = (0, Vec::new());
    let place = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let written = std::sync::Arc::clone(&place);
    let (own, usual) = (std::thread::current().id(), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| {
        // Other tests run beside this one.
        if std::thread::current().id() != own {
            usual(panic);
        } else if let Ok(mut place) = written.lock() {
            *place = panic.to_string();
        }
    }));
    memory::set_limit(1 << 24, || 0, memory::Beyond::Fails);
    let tested =
        [Effects::PURE, Effects::RANDOM, Effects::CALLS, Effects::RANDOM.and(Effects::CALLS)];
    for row in rows().filter(|row| tested.contains(&row.effects) && !SKIPPED.contains(&row.name)) {
        let mut numbers = Numbers::of_name(row.name);
        let began = std::time::Instant::now();
        let before = succeeded;
        for _ in 0..CALLS_PER_ROW {
            let (args, nargout) = numbers.call(row);
            let call = catch_unwind(AssertUnwindSafe(|| {
                (row.evaluate)(&mut Nobody::default(), args.clone(), nargout)
            }));
            let fault = match call {
                Err(_) => Some(format!("panics: {}", place.lock().expect("no one panics with it"))),
                Ok(Err(_)) => None,
                Ok(Ok(outputs)) => {
                    succeeded += 1;
                    catch_unwind(AssertUnwindSafe(|| {
                        (0..DESCRIPTIONS).find_map(|_| {
                            describe_call(row, &args, nargout, &outputs, World::new(), &mut numbers)
                        })
                    }))
                    .unwrap_or_else(|_| {
                        Some(format!(
                            "the rule panics: {}",
                            place.lock().expect("no one panics with it")
                        ))
                    })
                }
            };
            if let Some(fault) = fault {
                let args: Vec<String> = args.iter().map(describe).collect();
                let text = format!("{nargout} = {}({}): {fault}", row.name, args.join(", "));
                faults.entry(row.name).or_default().push(text);
            }
            if began.elapsed().as_millis() > 1500 {
                break;
            }
        }
        if succeeded == before {
            silent.push(row.name);
        }
        if began.elapsed().as_secs() >= 1 {
            eprintln!("{} takes {:?}", row.name, began.elapsed());
        }
    }
    let _ = std::panic::take_hook();
    eprintln!("{succeeded} calls succeeded; none of {}", silent.join(" "));
    let listed: Vec<String> =
        faults.values().flat_map(|calls| calls.iter().take(2).cloned()).collect();
    assert!(listed.is_empty(), "{} rows:\n{}", faults.len(), listed.join("\n"));
    assert!(succeeded > 50_000, "only {succeeded} calls succeeded");
    assert!(silent.is_empty(), "never called with what they take: {}", silent.join(" "));
}

#[test]
fn most_outputs_have_rules() {
    let coverage = rule_coverage();
    assert!(coverage.shapes * 4 > coverage.outputs * 3, "{coverage:?}");
    assert!(coverage.classes * 8 > coverage.outputs * 7, "{coverage:?}");
}
