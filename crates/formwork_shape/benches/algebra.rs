//! Speed of construction, of equality, and of long chains.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use formwork_shape::shape::{Algebra, VariableKind};
use formwork_shape::workload::{self, Generator};

fn main() {
    divan::main();
}

/// Operators per second of a program-like mix in one arena.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn construct(bencher: Bencher<'_, '_>, statements: usize) {
    bencher.counter(ItemsCount::new(statements)).bench(|| {
        let mut algebra = Algebra::new();
        workload::build_program(&mut algebra, black_box(statements))
    });
}

/// Two ten-operator terms over three matrix variables, arena included.
#[divan::bench(sample_count = 200)]
fn equality_of_matrix_terms(bencher: Bencher<'_, '_>) {
    let mut generator = Generator::new(7);
    bencher.bench_local(|| {
        workload::decide_equality(&mut generator, VariableKind::Matrix, 3, black_box(10))
    });
}

/// Two ten-operator terms over three variables of unknown rank.
#[divan::bench(sample_count = 200)]
fn equality_of_any_rank_terms(bencher: Bencher<'_, '_>) {
    let mut generator = Generator::new(7);
    bencher.bench_local(|| {
        workload::decide_equality(&mut generator, VariableKind::AnyRank, 3, black_box(10))
    });
}

/// The cost of an empty arena, contained in the figures above.
#[divan::bench(sample_count = 200)]
fn new_arena() -> Algebra {
    Algebra::new()
}

/// Chains beyond the decision procedure: linear growth expected.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn chain_of_sums(bencher: Bencher<'_, '_>, operators: usize) {
    bencher.counter(ItemsCount::new(operators)).bench(|| {
        let mut algebra = Algebra::new();
        workload::chain(&mut algebra, black_box(operators), true)
    });
}

/// Chains of products beyond the decision procedure.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn chain_of_products(bencher: Bencher<'_, '_>, operators: usize) {
    bencher.counter(ItemsCount::new(operators)).bench(|| {
        let mut algebra = Algebra::new();
        workload::chain(&mut algebra, black_box(operators), false)
    });
}

/// Chains over two variables, inside the decision procedure.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 10)]
fn chain_of_two_variables(bencher: Bencher<'_, '_>, operators: usize) {
    bencher.counter(ItemsCount::new(operators)).bench(|| {
        let mut algebra = Algebra::new();
        workload::chain_of_two(&mut algebra, black_box(operators))
    });
}

/// Statements checked, learnt from and resolved per second.
#[divan::bench(args = [100, 1_000, 4_000], sample_count = 5)]
fn learn(bencher: Bencher<'_, '_>, statements: usize) {
    bencher.counter(ItemsCount::new(statements)).bench(|| {
        let mut algebra = Algebra::new();
        workload::learn_program(&mut algebra, black_box(statements))
    });
}
