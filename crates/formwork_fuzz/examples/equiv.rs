use formwork_fuzz::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[1].parse().unwrap();
    let seed: u64 = a[2].parse().unwrap();
    let size: usize = a[3].parse().unwrap();
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut bad, mut none) = (0, 0);
    for i in 0..n {
        let s = rng.usize(1..=size);
        let p = stress_program(&mut rng, s);
        let case = random_specialization(&mut rng, p);
        let r = std::panic::catch_unwind(|| check_equivalence(&case));
        match r {
            Err(_) => {
                println!("PANIC {i}\n{}", case.program.text);
                bad += 1;
            }
            Ok(e) => {
                if let Err(m) = &e.residual {
                    none += 1;
                    println!("NONE {m}");
                    continue;
                }
                if !e.holds() {
                    bad += 1;
                    if bad <= 6 {
                        let small = shrink_specialization(&case);
                        let e = check_equivalence(&small);
                        println!(
                            "==== {i} fixed {:?} args {:?}\n{}\n---- residual\n{}\n---- original\n{}\n{:?}\n---- specialized\n{}\n{:?}",
                            small.fixed,
                            small.program.arguments,
                            small.program.text,
                            e.residual.unwrap_or_default(),
                            e.original.output,
                            e.original.error,
                            e.specialized.output,
                            e.specialized.error
                        );
                    }
                }
            }
        }
    }
    println!("{n} programs, {bad} differ, {none} none");
}
