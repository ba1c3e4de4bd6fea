//! Loops through arrays: the optimised program gives the same results as the program, or
//! fails with the same words at the same place; and some checks go.

#[path = "random/reals.rs"]
mod reals;
#[path = "random/subscripts.rs"]
mod subscripts;

use fastrand::Rng;
use formwork_array::eval::{Budget, Failure, eval_function};
use formwork_array::optimise::{Options, optimise_with};
use formwork_array::{print_module, read_module};

#[test]
fn loops_without_checks_do_the_same() {
    let (mut done, mut failed, mut versions, mut removed) = (0, 0, 0, 0);
    for seed in 0..150 {
        let text = subscripts::program(seed);
        let original = match read_module(&text) {
            Ok(module) => module,
            Err(errors) => panic!("seed {seed}: {errors:?}\n{text}"),
        };
        let function = original.find("f").expect("it is there");
        let mut rng = Rng::with_seed(seed);
        for keep_checks in [false, true] {
            let mut module = original.clone();
            let options = Options { keep_checks, verified: true, ..Options::default() };
            let report = optimise_with(&mut module, &options)
                .unwrap_or_else(|message| panic!("seed {seed}: {message}\n{text}"));
            if keep_checks {
                assert_eq!(report.removed_checks(), 0, "seed {seed}");
            } else {
                versions += report.effects().get("version-loops").copied().unwrap_or(0);
                removed += report.removed_checks();
            }
            for _ in 0..6 {
                let arguments = subscripts::arguments(&mut rng);
                let budget = Budget { steps: 20_000, depth: 20 };
                let expected = eval_function(&original, function, arguments.clone(), budget);
                let found = eval_function(&module, function, arguments.clone(), budget);
                if matches!(expected, Err(Failure::Budget)) || matches!(found, Err(Failure::Budget))
                {
                    continue;
                }
                assert!(
                    found == expected,
                    "seed {seed}\n{text}\n{arguments:?}\nexpected {expected:?}\nfound {found:?}\n{}",
                    print_module(&module)
                );
                if expected.is_ok() { done += 1 } else { failed += 1 }
            }
        }
    }
    assert!(done > 300 && failed > 150, "{done} runs, {failed} failures");
    assert!(versions > 30 && removed > 150, "{versions} checks before loops, {removed} removed");
}

#[test]
fn loops_on_integers_do_the_same() {
    let (mut done, mut split) = (0, 0);
    for seed in 0..400 {
        let text = reals::program(seed);
        let original = match read_module(&text) {
            Ok(module) => module,
            Err(errors) => panic!("seed {seed}: {errors:?}\n{text}"),
        };
        let function = original.find("f").expect("it is there");
        let mut module = original.clone();
        let options = Options { verified: true, ..Options::default() };
        let report = optimise_with(&mut module, &options)
            .unwrap_or_else(|message| panic!("seed {seed}: {message}\n{text}"));
        split += report.effects().get("count-in-integers").copied().unwrap_or(0);
        let mut rng = Rng::with_seed(seed);
        for _ in 0..8 {
            let arguments = reals::arguments(&mut rng);
            let budget = Budget { steps: 20_000, depth: 20 };
            let expected = eval_function(&original, function, arguments.clone(), budget);
            let found = eval_function(&module, function, arguments.clone(), budget);
            if matches!(expected, Err(Failure::Budget)) || matches!(found, Err(Failure::Budget)) {
                continue;
            }
            assert!(
                found == expected,
                "seed {seed}\n{text}\n{arguments:?}\nexpected {expected:?}\nfound {found:?}\n{}",
                print_module(&module)
            );
            done += usize::from(expected.is_ok());
        }
    }
    assert!(done > 500 && split > 50, "{done} runs, {split} loops");
}
