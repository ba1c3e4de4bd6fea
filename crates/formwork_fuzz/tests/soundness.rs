//! A thousand random programs: nothing happens that inference ruled out.

use fastrand::Rng;
use formwork_fuzz::{check_soundness, describe, shrink, stress_program};

#[test]
fn what_happens_was_inferred() {
    let mut rng = Rng::with_seed(20_020_617);
    let (mut stores, mut terms) = (0, 0);
    for _ in 0..1_000 {
        let size = rng.usize(2..14);
        let program = stress_program(&mut rng, size);
        let found = check_soundness(&program);
        stores += found.stores;
        terms += found.terms;
        if !found.violations.is_empty() {
            let smallest = shrink(&program);
            panic!("{}", describe(&smallest, &check_soundness(&smallest)));
        }
    }
    assert!(stores > 10_000, "too little was compared: {stores} stores");
    assert!(terms > 1_000, "too little was compared: {terms} terms");
}
