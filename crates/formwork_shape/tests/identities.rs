//! The MAGICA paper: equations 3–8 and lemmas 1–11, in both readings.

use formwork_shape::Semantics;
use formwork_shape::decide::{Decision, Relation};
use formwork_shape::extent::Interval;
use formwork_shape::set::{Cover, is_covered};
use formwork_shape::shape::{Algebra, VariableKind};
use formwork_shape::text::{self, Language};

fn language(semantics: Semantics) -> Language {
    Language { semantics, ..Language::STRICT }
}

/// Decides a claim, over matrices only or over all shapes.
fn relation(semantics: Semantics, relation: Relation, claim: &str, matrices: bool) -> Decision {
    let mut algebra = Algebra::new();
    if matrices {
        for name in ["s", "t", "u", "v"] {
            algebra.variable(name, VariableKind::Matrix);
        }
    }
    let (left, right) =
        text::parse_claim(&mut algebra, claim, language(semantics)).expect("a claim");
    algebra.decide(relation, left, right.expect("a right side"))
}

fn equal(semantics: Semantics, claim: &str) -> bool {
    let decision = relation(semantics, Relation::Equal, claim, false);
    if let Decision::Fails(counterexample) = &decision {
        // A counterexample must be one.
        let (left, right) = counterexample.sides.clone().expect("two sides");
        assert_ne!(left, right, "{claim}: {counterexample}");
    }
    assert_ne!(decision, Decision::Unknown, "{claim}");
    decision.holds()
}

fn refines(semantics: Semantics, claim: &str) -> bool {
    relation(semantics, Relation::Refines, claim, false).holds()
}

fn flipped(claim: &str) -> String {
    let (left, right) = claim.split_once('=').expect("an equation");
    format!("{right} = {left}")
}

const BOTH: &[&str] = &[
    // Equations 3–7: annihilation, identity, idempotency, commutativity, associativity.
    "illegal + s = illegal",
    "s + illegal = illegal",
    "<1,1> + s = s",
    "s + <1,1> = s",
    "s + s = s",
    "s + t = t + s",
    "s + (t + u) = (s + t) + u",
    "s + (t + u) + v = s + (v + u) + t",
    // Units and annihilation of the product.
    "<1,1> * s = s",
    "s * <1,1> = s",
    "illegal * s = illegal",
    "s * illegal = illegal",
    // Equation 8.
    "s + s*s = s*s",
    // Lemma 2.
    "(s*s)*(s*s) = s*s",
    "s*(s*s) = s*s",
    "(s*s)*s = s*s",
    // Lemma 7.
    "(s*s + t)*(s + t*t) = s*s + t*t + s + t",
    // Lemma 9.
    "s*(s*(s*(s*t))) = s*(s*(s*t))",
    "(((s*t)*t)*t)*t = ((s*t)*t)*t",
    // Further laws of both readings.
    "(s*t)*s = s*(t*s)",
    "s*(s*(s*t)) = (s*s)*t",
    "((s*t)*t)*t = s*(t*t)",
    "(s*s)*(s*t) = s*((s*s)*t)",
    "s*((s*s)*t) = (s*s)*t",
    "(s*t)*(t*t) = (s*(t*t))*t",
    "(s*(t*t))*t = s*(t*t)",
    "(s*s)*(t*t) = s*(s*(t*t))",
    "s*(s*(t*t)) = ((s*s)*t)*t",
    "((s*s)*t)*t = s*s + t*t",
    "s + s*(t*t) = s*(t*t)",
    "s + (t*t)*s = (t*t)*s",
    "s + s*(t*s) = s*(t*s)",
    "(s*t)*(t*s) = (t*s)*(s*t)",
    "s*(t*(s*t)) = (s*(t*s))*t",
    "(s*(t*s))*t = (s*t)*(s*t)",
    "(s*s + t)*(t*t + s) = s*s + t*t",
    "(s + t)' = s' + t'",
    "(s*t)' = t'*s'",
    "(s\\t)' = t'/s'",
];

#[test]
fn identities_of_both_readings() {
    for claim in BOTH {
        for semantics in Semantics::ALL {
            assert!(equal(semantics, claim), "{claim} in {semantics}");
        }
    }
}

/// Claims that are equalities in the strict reading only. In the expanding one
/// `Some(true)`: only left ⊑ right; `Some(false)`: only right ⊑ left; `None`:
/// they only agree where both are legal.
const STRICT_ONLY: &[(&str, &str, Option<bool>)] = &[
    ("lemma 1", "(s + t)*(s + t) = s*s + t*t", Some(false)),
    ("lemma 3", "(s*t + s + t)*(s*t + s + t) = s*s + t*t", Some(false)),
    ("lemma 4.1", "(s + t)*t = s + t*t", None),
    ("lemma 4.2", "s*(s + t) = s*s + t", None),
    ("lemma 5.1", "s*s + s*t = s*s + t", Some(true)),
    ("lemma 5.2", "s*t + t*t = s + t*t", Some(true)),
    ("lemma 6", "(s*s + t)*(s*s + t) = s*s + t*t", Some(false)),
    ("lemma 8.1", "s*(s*s + t) = s*s + t", Some(true)),
    ("lemma 8.2", "(s + t*t)*t = s + t*t", Some(true)),
];

#[test]
fn identities_of_the_strict_reading_fail_under_expansion_with_counterexamples() {
    for &(name, claim, direction) in STRICT_ONLY {
        assert!(equal(Semantics::Strict, claim), "{name} strict");
        assert!(!equal(Semantics::Expand, claim), "{name} expanding");
        let forward = refines(Semantics::Expand, claim);
        let backward = refines(Semantics::Expand, &flipped(claim));
        let agrees = relation(Semantics::Expand, Relation::Agrees, claim, false).holds();
        assert!(agrees, "{name} disagrees");
        assert_eq!(
            (forward, backward),
            (direction == Some(true), direction == Some(false)),
            "{name}: which side implies the other"
        );
    }
}

#[test]
fn on_matrices_more_survives_expansion() {
    let on_matrices = |kind, claim: &str| relation(Semantics::Expand, kind, claim, true).holds();
    assert!(on_matrices(Relation::Equal, "s*(s*s + t) = s*s + t"), "lemma 8.1");
    assert!(on_matrices(Relation::Equal, "(s + t*t)*t = s + t*t"), "lemma 8.2");
    for claim in ["(s + t)*t = s + t*t", "s*(s + t) = s*s + t"] {
        assert!(!on_matrices(Relation::Refines, claim), "{claim}");
        assert!(on_matrices(Relation::Refines, &flipped(claim)), "{claim}");
    }
    assert!(on_matrices(Relation::Equal, "s'' = s"));
    assert!(refines(Semantics::Expand, "s'' = s"));
    assert!(!equal(Semantics::Expand, "s'' = s"));
}

#[test]
fn expanding_replacements_of_the_broken_lemmas() {
    for claim in [
        "s*(s + s*t) = s*s + s*t",
        "(s + t*s)*s = s*s + t*s",
        "s + t*(s*s) = s*s + t*s",
        "s + (s*s)*t = s*s + s*t",
        "s + s*(s + t) = s*(s + t)",
        "s*(s*(s + t)) = (s*s)*(s + t)",
        "(s*s)*(s + t) = (s + t)*(s*s)",
    ] {
        assert!(equal(Semantics::Expand, claim), "{claim}");
    }
}

#[test]
fn the_product_is_associative_only_where_both_sides_are_legal() {
    for semantics in Semantics::ALL {
        let claim = "(s*t)*u = s*(t*u)";
        assert!(!equal(semantics, claim));
        assert!(relation(semantics, Relation::Agrees, claim, false).holds());
    }
}

#[test]
fn four_products_are_needed_in_lemma_9() {
    // The remark after lemma 9: three do not suffice.
    for semantics in Semantics::ALL {
        let decision = relation(semantics, Relation::Equal, "s*(s*(s*t)) = s*(s*t)", false);
        let Decision::Fails(counterexample) = decision else { panic!("{decision:?}") };
        assert_eq!(counterexample.to_string(), "s = 1x2, t = 2x1");
    }
}

fn cover(semantics: Semantics, terms: &[&str]) -> Decision {
    let mut algebra = Algebra::new();
    let ids: Vec<_> = terms
        .iter()
        .map(|term| text::parse(&mut algebra, term, language(semantics)).expect("a term"))
        .collect();
    algebra.decide_cover(ids[0], &ids[1..], false)
}

#[test]
fn set_identities_of_lemmas_10_and_11() {
    let ten = ["s*s + t*t", "s*s + t", "s + t*t"];
    let eleven = ["s*t + s + t", "s*s + t", "s + t*t"];
    for semantics in Semantics::ALL {
        assert!(cover(semantics, &ten).holds(), "lemma 10 {semantics}");
    }
    assert!(cover(Semantics::Strict, &eleven).holds(), "lemma 11 strict");
    let Decision::Fails(counterexample) = cover(Semantics::Expand, &eleven) else {
        panic!("lemma 11 should fail under expansion")
    };
    let shown: Vec<String> =
        counterexample.shapes.iter().map(|(name, shape)| format!("{name}={shape}")).collect();
    assert_eq!(shown, ["s=1x2", "t=2x1"]);
}

/// Who asks only whether alternatives cover a term hears what who asks for a counterexample does.
#[test]
fn covers_are_what_they_are_without_counterexamples() {
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        algebra.variable("m", VariableKind::Matrix);
        let terms = ["s", "t", "m", "s*s + t*t", "s*s + t", "s + t*t"];
        let mut ids: Vec<_> = terms
            .iter()
            .map(|term| text::parse(&mut algebra, term, language(semantics)).expect("a term"))
            .collect();
        let n = algebra.fresh_extent("n", Interval::EXTENT);
        let k = algebra.extents_mut().literal(4);
        ids.push(algebra.tuple([n, k]));
        let mut covered = 0;
        for &one in &ids {
            for (place, &first) in ids.iter().enumerate() {
                for &second in &ids[place + 1..] {
                    for (cover, legal) in [(Cover::Legal, true), (Cover::Exact, false)] {
                        let expected = [&[first][..], &[second], &[first, second]]
                            .iter()
                            .any(|others| algebra.decide_cover(one, others, legal).holds());
                        let found = is_covered(&mut algebra, one, &[first, second], cover);
                        assert_eq!(found, expected, "{one:?} {first:?} {second:?} {cover:?}");
                        covered += usize::from(found && one != first && one != second);
                    }
                }
            }
        }
        assert!(covered > 2, "{covered}");
    }
}
