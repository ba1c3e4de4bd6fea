//! A thousand random programs and their residuals do the same.

use fastrand::Rng;
use formwork_fuzz::{
    check_equivalence, random_specialization, shrink_specialization, stress_program,
};

#[test]
fn residuals_do_what_originals_do() {
    let mut rng = Rng::with_seed(20_040_917);
    let (mut printed, mut failed) = (0, 0);
    for _ in 0..1_000 {
        let size = rng.usize(2..13);
        let program = stress_program(&mut rng, size);
        let case = random_specialization(&mut rng, program);
        let found = check_equivalence(&case);
        if !found.holds() {
            let small = shrink_specialization(&case);
            let found = check_equivalence(&small);
            panic!("{small:?}\n{found:?}");
        }
        printed += usize::from(!found.original.output.is_empty());
        failed += usize::from(found.original.error.is_some());
    }
    assert!(printed > 500, "too little was compared: {printed} programs printed something");
    assert!(failed > 20, "too little was compared: {failed} programs failed");
}
