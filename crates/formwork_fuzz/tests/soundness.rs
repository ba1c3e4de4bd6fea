//! A thousand random programs, and the examples: nothing happens that inference ruled
//! out.

use fastrand::Rng;
use formwork_driver::DiskHost;
use formwork_fuzz::{Looks, check_file, check_soundness, describe, shrink, stress_program};

#[test]
fn what_happens_was_inferred() {
    let mut rng = Rng::with_seed(20_020_617);
    let (mut stores, mut terms) = (0, 0);
    for _ in 0..1_000 {
        let size = rng.usize(2..14);
        let program = stress_program(&mut rng, size);
        let found = check_soundness(&program, Looks::Stores);
        stores += found.stores;
        terms += found.terms;
        if !found.violations.is_empty() {
            let smallest = shrink(&program, Looks::Stores);
            panic!("{}", describe(&smallest, &check_soundness(&smallest, Looks::Stores)));
        }
    }
    assert!(stores > 10_000, "too little was compared: {stores} stores");
    assert!(terms > 1_000, "too little was compared: {terms} terms");
}

/// Other programs than every day's, a thousand for each seed:
/// `FORMWORK_SEEDS=1-20 cargo test -p formwork_fuzz --test soundness -- --ignored`.
#[test]
#[ignore = "as long as one likes"]
fn what_happens_was_inferred_for_asked_seeds() {
    #[expect(clippy::disallowed_methods, reason = "it is how more is asked for")]
    let asked = std::env::var("FORMWORK_SEEDS").unwrap_or_else(|_| "1-5".to_owned());
    let (first, last) = asked.split_once('-').expect("two numbers with a dash between them");
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let mut wrong = Vec::new();
    for seed in number(first)..=number(last) {
        let mut rng = Rng::with_seed(seed);
        for _ in 0..1_000 {
            let size = rng.usize(1..10);
            let program = stress_program(&mut rng, size);
            let found = check_soundness(&program, Looks::Stores);
            if !found.violations.is_empty() {
                let smallest = shrink(&program, Looks::Stores);
                let text = describe(&smallest, &check_soundness(&smallest, Looks::Stores));
                eprintln!("seed {seed}:\n{text}");
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs", wrong.len());
}

/// Stores of an example that are looked at.
const MOST: usize = 5_000;

#[test]
fn the_examples_do_what_was_inferred() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut count = 0;
    for file in formwork_mdtest::program_files(folder) {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        if !name.is_some_and(|name| name.starts_with("drv_")) {
            continue;
        }
        count += 1;
        let found = check_file(&DiskHost, (&file, &[]), &[], Looks::Stores, MOST);
        assert!(found.stores > 0, "{} does nothing", file.display());
        assert!(found.violations.is_empty(), "{}: {:?}", file.display(), found.violations);
    }
    assert!(count > 20, "the examples were not found");
}
