//! No fact leads to a wrong answer: random facts and queries against all small
//! assignments, and resolved shapes against evaluation.

use formwork_shape::Truth;
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::extent::{ExtentId, NameId, Unknown};
use formwork_shape::facts::{Facts, Requirement, Verdict};
use formwork_shape::shape::{Algebra, Assignment, ShapeId};
use formwork_shape::workload::{Generator, Recipe};
use formwork_shape::{Dialect, EmptyRule, Semantics};
use proptest::prelude::*;

const NAMES: [&str; 3] = ["n", "m", "k"];

/// A linear extent with small coefficients: `[constant, n, m, k]`.
type Linear = [i64; 4];

#[derive(Clone, Debug)]
enum Fact {
    Equal(Linear, Linear),
    Different(Linear, Linear),
    AtMost(Linear, Linear),
    Divides(i64, Linear),
    Any(Vec<Fact>),
    All(Vec<Fact>),
}

fn extent(algebra: &mut Algebra, linear: &Linear) -> ExtentId {
    let extents = algebra.extents_mut();
    let mut sum = extents.literal(linear[0]);
    for (name, coefficient) in NAMES.iter().zip(&linear[1..]) {
        let name = extents.variable(name);
        let coefficient = extents.literal(*coefficient);
        let term = extents.multiply(name, coefficient);
        sum = extents.add(sum, term);
    }
    sum
}

fn requirement(algebra: &mut Algebra, fact: &Fact) -> Requirement {
    let mut of = |linear: &Linear| extent(algebra, linear);
    match fact {
        Fact::Equal(a, b) => Requirement::Equal(of(a), of(b)),
        Fact::Different(a, b) => Requirement::Different(of(a), of(b)),
        Fact::AtMost(a, b) => Requirement::AtMost(of(a), of(b)),
        Fact::Divides(divisor, b) => {
            let b = of(b);
            Requirement::Divides(algebra.extents_mut().literal(*divisor), b)
        }
        Fact::Any(parts) => Requirement::any(
            parts.iter().map(|part| requirement(algebra, part)).collect::<Vec<_>>(),
        ),
        Fact::All(parts) => Requirement::all(
            parts.iter().map(|part| requirement(algebra, part)).collect::<Vec<_>>(),
        ),
    }
}

fn holds(fact: &Fact, values: &[i64; 3]) -> bool {
    let of = |linear: &Linear| {
        linear[0] + linear[1..].iter().zip(values).map(|(c, v)| c * v).sum::<i64>()
    };
    match fact {
        Fact::Equal(a, b) => of(a) == of(b),
        Fact::Different(a, b) => of(a) != of(b),
        Fact::AtMost(a, b) => of(a) <= of(b),
        Fact::Divides(divisor, b) => of(b) % divisor == 0,
        Fact::Any(parts) => parts.iter().any(|part| holds(part, values)),
        Fact::All(parts) => parts.iter().all(|part| holds(part, values)),
    }
}

fn any_linear() -> impl Strategy<Value = Linear> {
    // Mostly single names, as programs compare them.
    prop_oneof![
        3 => (0..3usize, -1..3i64).prop_map(|(name, offset)| {
            let mut linear = [offset, 0, 0, 0];
            linear[name + 1] = 1;
            linear
        }),
        2 => (0..4i64).prop_map(|value| [value, 0, 0, 0]),
        1 => [-2..3i64, -1..2i64, -1..3i64, -1..2i64],
    ]
}

fn any_fact() -> impl Strategy<Value = Fact> {
    let atom = prop_oneof![
        (any_linear(), any_linear()).prop_map(|(a, b)| Fact::Equal(a, b)),
        (any_linear(), any_linear()).prop_map(|(a, b)| Fact::Different(a, b)),
        (any_linear(), any_linear()).prop_map(|(a, b)| Fact::AtMost(a, b)),
        (2..4i64, any_linear()).prop_map(|(d, a)| Fact::Divides(d, a)),
    ];
    atom.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            2 => proptest::collection::vec(inner.clone(), 2..4).prop_map(Fact::Any),
            1 => proptest::collection::vec(inner, 2..3).prop_map(Fact::All),
        ]
    })
}

fn assignments() -> Vec<[i64; 3]> {
    let mut all = Vec::new();
    for n in 0..6 {
        for m in 0..6 {
            for k in 0..6 {
                all.push([n, m, k]);
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_are_right_on_every_run_that_satisfies_the_facts(
        known in proptest::collection::vec(any_fact(), 1..5),
        queries in proptest::collection::vec(any_fact(), 6),
    ) {
        let mut algebra = Algebra::new();
        let mut facts = Facts::new();
        let scope = facts.push();
        for fact in &known {
            let requirement = requirement(&mut algebra, fact);
            facts.assume(&mut algebra, requirement);
        }
        let runs: Vec<[i64; 3]> = assignments()
            .into_iter()
            .filter(|values| known.iter().all(|fact| holds(fact, values)))
            .collect();
        prop_assert!(!facts.is_unreachable() || runs.is_empty(), "{:?}", runs.first());
        if !facts.is_unreachable() {
            for (index, name) in NAMES.iter().enumerate() {
                let extent = algebra.extents_mut().variable(name);
                let interval = facts.interval(algebra.extents_mut(), extent);
                for run in &runs {
                    prop_assert!(interval.contains(run[index]), "{} {:?}", name, run);
                }
            }
            for query in &queries {
                let asked = requirement(&mut algebra, query);
                let verdict = facts.check(&mut algebra, &asked);
                for run in &runs {
                    match &verdict {
                        Verdict::Proved => prop_assert!(holds(query, run), "{:?} {:?}", query, run),
                        Verdict::Refuted(_) => {
                            prop_assert!(!holds(query, run), "{:?} {:?}", query, run);
                        }
                        Verdict::Unknown(condition) => {
                            // The simplified condition means the same on these runs.
                            prop_assert_ne!(&condition.requirement, &Requirement::True);
                        }
                    }
                }
                if let Verdict::Unknown(condition) = verdict
                    && let Some(breaks) = condition.breaks
                {
                    let mut values = [0; 3];
                    for (name, value) in &breaks.sizes {
                        let index = NAMES.iter().position(|other| other == name).expect("a name");
                        values[index] = *value;
                    }
                    prop_assert!(!holds(query, &values), "{:?} {}", query, breaks);
                }
            }
        }
        facts.rollback(scope);
        for query in &queries {
            let asked = requirement(&mut algebra, query);
            let fresh = Facts::new().truth(&mut algebra, &asked);
            prop_assert_eq!(facts.truth(&mut algebra, &asked), fresh, "after rollback");
        }
    }

    /// Facts that hold on both paths hold after the join, and no others.
    #[test]
    fn merged_facts_hold_on_both_paths(
        left in proptest::collection::vec(any_fact(), 1..4),
        right in proptest::collection::vec(any_fact(), 1..4),
        queries in proptest::collection::vec(any_fact(), 6),
    ) {
        let mut algebra = Algebra::new();
        let state = |algebra: &mut Algebra, known: &[Fact]| {
            let mut facts = Facts::new();
            for fact in known {
                let requirement = requirement(algebra, fact);
                facts.assume(algebra, requirement);
            }
            facts
        };
        let (a, b) = (state(&mut algebra, &left), state(&mut algebra, &right));
        let merged = Facts::merge(&mut algebra, &a, &b);
        let runs: Vec<[i64; 3]> = assignments()
            .into_iter()
            .filter(|values| {
                left.iter().all(|fact| holds(fact, values))
                    || right.iter().all(|fact| holds(fact, values))
            })
            .collect();
        prop_assert!(!merged.is_unreachable() || runs.is_empty());
        if merged.is_unreachable() {
            return Ok(());
        }
        for query in &queries {
            let asked = requirement(&mut algebra, query);
            let truth = merged.truth(&mut algebra, &asked);
            for run in &runs {
                prop_assert!(truth != Truth::Yes || holds(query, run), "{:?} {:?}", query, run);
                prop_assert!(truth != Truth::No || !holds(query, run), "{:?} {:?}", query, run);
            }
        }
    }
}

fn names(algebra: &mut Algebra) -> Vec<(ExtentId, NameId)> {
    NAMES
        .iter()
        .map(|name| {
            let extent = algebra.extents_mut().variable(name);
            match algebra.extents().as_unknown(extent) {
                Some(Unknown::Name(id)) => (extent, id),
                other => panic!("{other:?}"),
            }
        })
        .collect()
}

/// Whatever a random statement list teaches, the resolved shape of each result
/// has the value the statement has on every run that gets there, and a check
/// that is reported redundant never fails.
#[test]
fn learning_from_executed_statements_is_sound() {
    let mut generator = Generator::new(42);
    let mut resolved_tuples = 0;
    let mut proved = 0;
    for round in 0..400u64 {
        let mut algebra = Algebra::new();
        let names = names(&mut algebra);
        let one = formwork_shape::extent::Extents::ONE;
        let mut values: Vec<ShapeId> = Vec::new();
        for _ in 0..4 {
            let mut pick = || match generator.below(5) {
                0 => one,
                1 => algebra.extents_mut().literal(2),
                _ => names[usize::try_from(generator.below(3)).expect("small")].0,
            };
            let (rows, columns) = (pick(), pick());
            values.push(algebra.tuple([rows, columns]));
        }
        let mut facts = Facts::new();
        let mut executed: Vec<(ShapeId, ShapeId, Verdict)> = Vec::new();
        for _ in 0..6 {
            let mut any =
                || values[usize::try_from(generator.below(values.len() as u64)).expect("small")];
            let (a, b) = (any(), any());
            let result = match generator.below(7) {
                0 | 1 => algebra.elementwise(Semantics::Expand, a, b),
                2 => algebra.elementwise(Semantics::Strict, a, b),
                3 => algebra.product(Dialect::Matlab, a, b),
                4 => algebra.left_divide(Dialect::Matlab, a, b),
                5 => algebra.concatenate(1, EmptyRule::OctaveBrackets, &[a, b]),
                _ => algebra.transpose(a),
            };
            let verdict = facts.check_legal(&mut algebra, result);
            facts.assume_legal(&mut algebra, result);
            let resolved = facts.resolve(&mut algebra, result);
            resolved_tuples += usize::from(algebra.as_tuple(resolved).is_some());
            proved += usize::from(verdict == Verdict::Proved);
            executed.push((result, resolved, verdict));
            if facts.is_unreachable() {
                break;
            }
            values.push(result);
        }
        for run in assignments() {
            let mut assignment = Assignment::new();
            for ((_, name), value) in names.iter().zip(run) {
                assignment.set_name(*name, value);
            }
            let mut history: Vec<ConcreteShape> = Vec::new();
            for (result, resolved, verdict) in &executed {
                let value = algebra.evaluate(*result, &assignment).expect("all names have values");
                match (&value, verdict) {
                    (None, Verdict::Proved) => panic!(
                        "round {round}: {} fails at {run:?} after {history:?}",
                        algebra.text(*result)
                    ),
                    (Some(_), Verdict::Refuted(_)) => {
                        panic!("round {round}: {} succeeds at {run:?}", algebra.text(*result))
                    }
                    _ => {}
                }
                // The run ends at the first failing statement.
                let Some(value) = value else { break };
                let found = algebra.evaluate(*resolved, &assignment).expect("values");
                assert_eq!(
                    found.as_ref(),
                    Some(&value),
                    "round {round}: {} at {run:?}",
                    algebra.text(*resolved)
                );
                history.push(value);
            }
            if history.len() == executed.len() {
                assert!(!facts.is_unreachable(), "round {round}: reached at {run:?}");
            }
        }
    }
    assert!(resolved_tuples > 800, "{resolved_tuples}");
    assert!(proved > 100, "{proved}");
}

/// Long chains of terms go through every operation without deep recursion.
#[test]
fn long_chains_do_not_overflow_the_stack() {
    let mut algebra = Algebra::new();
    for sums in [true, false] {
        let chain = formwork_shape::workload::chain(&mut algebra, 20_000, sums);
        assert!(!algebra.text(chain).is_empty());
        assert_eq!(algebra.substitute(chain, &Default::default()), chain);
        let resolved = algebra.resolve(chain);
        assert!(algebra.maximum_rank(resolved).is_none());
        let facts = Facts::new();
        let _ = algebra.project(&facts, chain);
        let _ = facts.check_legal(&mut algebra, chain);
    }
    let recipe = Recipe::random(&mut Generator::new(3), 3, 5_000);
    let leaves = formwork_shape::workload::variables(
        &mut algebra,
        3,
        formwork_shape::shape::VariableKind::AnyRank,
    );
    let deep = recipe.build(&mut algebra, Semantics::Expand, &leaves);
    assert!(!algebra.text(deep).is_empty());
    assert!(algebra.statistics().undecided_terms > 0);
}
