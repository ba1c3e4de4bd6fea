//! The worked examples: Figure 1 of the MAGICA paper and examples 1 and 2
//! of the shape patent, in the strict reading and in today's.

use formwork_shape::Semantics::{self, Expand, Strict};
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::decide::Relation;
use formwork_shape::set::{Cover, ShapeSet, solve};
use formwork_shape::shape::{Algebra, Assignment, Node, ShapeId, VariableKind};
use formwork_shape::text::{self, Language};
use formwork_shape::{Dialect, facts::Facts, facts::Verdict};

const MATLAB: Dialect = Dialect::Matlab;

fn variable(algebra: &mut Algebra, name: &str) -> ShapeId {
    algebra.variable(name, VariableKind::AnyRank)
}

fn term(algebra: &mut Algebra, semantics: Semantics, text: &str) -> ShapeId {
    let language = Language { semantics, dialect: MATLAB };
    text::parse(algebra, text, language).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn set(algebra: &mut Algebra, semantics: Semantics, texts: &[&str]) -> ShapeSet {
    let members: Vec<ShapeId> = texts.iter().map(|text| term(algebra, semantics, text)).collect();
    ShapeSet::of(members)
}

/// Lines 1 and 2: d = max(b*b, abs(a)*b), d = (b+a)*fix(b).
fn two_definitions(algebra: &mut Algebra, semantics: Semantics) -> (ShapeId, ShapeId) {
    let (a, b) = (variable(algebra, "a"), variable(algebra, "b"));
    let (bb, ab) = (algebra.product(MATLAB, b, b), algebra.product(MATLAB, a, b));
    let d1 = algebra.elementwise(semantics, bb, ab);
    let sum = algebra.elementwise(semantics, b, a);
    let d2 = algebra.product(MATLAB, sum, b);
    (d1, d2)
}

#[test]
fn out_45_the_two_definitions_of_d() {
    let mut algebra = Algebra::new();
    let (d1, d2) = two_definitions(&mut algebra, Strict);
    assert_eq!(d1, d2);
    assert_eq!(text::smallest_text(&mut algebra, d1), "b*b + a");
    // Today they differ, but the first refines the second: if line 1 ran, line
    // 2 succeeds with the same shape.
    let (d1, d2) = two_definitions(&mut algebra, Expand);
    assert_ne!(d1, d2);
    assert!(algebra.decide(Relation::Refines, d1, d2).holds());
    assert!(!algebra.decide(Relation::Refines, d2, d1).holds());
    let expected = term(&mut algebra, Expand, "a*b + b*b");
    assert_eq!(d1, expected);
    // So the check of line 2 is redundant where line 1 has run, and the two
    // definitions have one shape there.
    let mut facts = Facts::new();
    assert!(matches!(facts.check_legal(&mut algebra, d2), Verdict::Unknown(_)));
    facts.assume_legal(&mut algebra, d1);
    assert_eq!(facts.check_legal(&mut algebra, d2), Verdict::Proved);
    assert_eq!(facts.same_shape(&mut algebra, d1, d2), formwork_shape::Truth::Yes);
}

/// Octave's `*` takes an array of more dimensions for a matrix with all its columns, which no
/// MATLAB does. There the paper's first claim does not hold: with a scalar `a` and a 2x1x2 `b`,
/// line 1 gives 2x2x2 and line 2 gives 2x2.
#[test]
fn the_two_definitions_of_d_differ_in_octave() {
    let octave = Dialect::Octave;
    let mut algebra = Algebra::new();
    let (a, b) = (variable(&mut algebra, "a"), variable(&mut algebra, "b"));
    let (bb, ab) = (algebra.product(octave, b, b), algebra.product(octave, a, b));
    let d1 = algebra.elementwise(Expand, bb, ab);
    let sum = algebra.elementwise(Expand, b, a);
    let d2 = algebra.product(octave, sum, b);
    let mut facts = Facts::new();
    facts.assume_legal(&mut algebra, d1);
    assert_ne!(facts.same_shape(&mut algebra, d1, d2), formwork_shape::Truth::Yes);
    let mut sizes = Assignment::new();
    for (shape, size) in [(a, vec![1, 1]), (b, vec![2, 1, 2])] {
        let Node::Variable(variable) = *algebra.node(shape) else { panic!("a variable") };
        sizes.set_variable(variable, ConcreteShape::new(size));
    }
    let first = algebra.evaluate(d1, &sizes).expect("all is bound");
    let second = algebra.evaluate(d2, &sizes).expect("all is bound");
    assert_eq!(first, Some(ConcreteShape::new([2, 2, 2])));
    assert_eq!(second, Some(ConcreteShape::new([2, 2])));
}

#[test]
fn out_50_forward_substitution_through_join_nodes() {
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        let names = ["a0", "a2", "b0", "b2", "e0", "e2"];
        let [a0, a2, b0, b2, e0, e2] = names.map(|name| variable(&mut algebra, name));
        let (p, q, r) = (algebra.selector("P"), algebra.selector("Q"), algebra.selector("R"));
        let a1 = algebra.select(p, a0, a2);
        let b1 = algebra.select(p, b0, b2);
        let c = algebra.product(MATLAB, a1, b1);
        let power = algebra.elementwise(semantics, a1, b1);
        let new_a2 = algebra.elementwise(semantics, c, power);
        let quotient = algebra.elementwise(semantics, new_a2, c);
        let new_b2 = algebra.elementwise(semantics, c, quotient);
        // Inference 2: at the end of an iteration a and b have one shape. This
        // needs only associativity, commutativity and idempotency.
        assert_eq!(new_a2, new_b2, "{semantics}");
        assert_eq!(
            algebra.text(new_a2),
            "select(P, a0, a2)*select(P, b0, b2) + select(P, a0, a2) + select(P, b0, b2)"
        );
        let (bb, ab) = (algebra.product(MATLAB, b0, b0), algebra.product(MATLAB, a0, b0));
        let d1 = algebra.elementwise(semantics, bb, ab);
        let sum = algebra.elementwise(semantics, b0, a0);
        let d2 = algebra.product(MATLAB, sum, b0);
        assert_eq!(d1 == d2, semantics == Strict);
        let e1 = algebra.select(q, e0, e2);
        let new_e2 = algebra.product(MATLAB, e1, d2);
        if semantics == Strict {
            text::smallest_text(&mut algebra, d2);
            assert_eq!(algebra.text(new_e2), "select(Q, e0, e2)*(b0*b0 + a0)");
        }
        let a3 = algebra.select(r, a0, a2);
        let b3 = algebra.select(r, b0, b2);
        let square = algebra.elementwise(semantics, b3, b3);
        let h = algebra.elementwise(semantics, square, a3);
        let expected = algebra.elementwise(semantics, a3, b3);
        assert_eq!(h, expected);
        // A selector that is known chooses.
        let chosen = algebra.substitute(
            h,
            &formwork_shape::shape::Substitution {
                selectors: [(r, false)].into_iter().collect(),
                ..Default::default()
            },
        );
        assert_eq!(chosen, algebra.elementwise(semantics, a0, b0));
    }
}

/// The sets of Figure 1's loops, independent per variable as in the paper.
struct Figure {
    d1: ShapeSet,
    d2: ShapeSet,
    a1: ShapeSet,
    b1: ShapeSet,
    c: ShapeSet,
    a2: ShapeSet,
    b2: ShapeSet,
    e1: ShapeSet,
    e2: ShapeSet,
    h: ShapeSet,
    iterations: usize,
}

fn figure(algebra: &mut Algebra, semantics: Semantics, cover: Cover) -> Figure {
    let [a, b, e] = ["a", "b", "e"].map(|name| variable(algebra, name));
    let (d1, d2) = two_definitions(algebra, semantics);
    let (d1, d2) = (ShapeSet::of([d1]), ShapeSet::of([d2]));
    let entry = [ShapeSet::of([a]), ShapeSet::of([b]), ShapeSet::of([e])];
    // The body of the outer loop, from the sets at its head.
    let step = |algebra: &mut Algebra, state: &[ShapeSet]| {
        let (a1, b1, e0) = (&state[0], &state[1], &state[2]);
        let c = a1.product(b1, algebra, MATLAB).reduced(algebra, cover);
        let power = a1.elementwise(b1, algebra, semantics);
        let a2 = c.elementwise(&power, algebra, semantics).reduced(algebra, cover);
        let quotient = a2.elementwise(&c, algebra, semantics);
        let b2 = c.elementwise(&quotient, algebra, semantics).reduced(algebra, cover);
        let inner = solve(algebra, std::slice::from_ref(e0), 8, cover, |algebra, state| {
            vec![state[0].product(&d2, algebra, MATLAB)]
        });
        assert_eq!(inner.forced, [false]);
        (c, a2, b2, inner.state[0].clone())
    };
    let fixpoint = solve(algebra, &entry, 8, cover, |algebra, state| {
        let (_, a2, b2, e1) = step(algebra, state);
        vec![a2, b2, e1]
    });
    assert_eq!(fixpoint.forced, [false; 3], "no widening is needed");
    let (a1, b1, e1) =
        (fixpoint.state[0].clone(), fixpoint.state[1].clone(), fixpoint.state[2].clone());
    let (c, a2, b2, _) = step(algebra, &fixpoint.state);
    let e2 = e1.product(&d2, algebra, MATLAB).reduced(algebra, cover);
    let h = b1.elementwise(&a1, algebra, semantics).reduced(algebra, cover);
    Figure { d1, d2, a1, b1, c, a2, b2, e1, e2, h, iterations: fixpoint.iterations }
}

#[test]
fn out_63_the_fixed_point_of_the_paper() {
    let mut algebra = Algebra::new();
    let found = figure(&mut algebra, Strict, Cover::Exact);
    let mut expect = |texts: &[&str]| set(&mut algebra, Strict, texts);
    let (aab, bba) = ("a*a + b", "b*b + a");
    assert_eq!(found.d1, expect(&[bba]));
    assert_eq!(found.d2, expect(&[bba]));
    assert_eq!(found.a2, expect(&[aab, bba]));
    assert_eq!(found.b2, expect(&[aab, bba]));
    assert_eq!(found.a1, expect(&["a", aab, bba]));
    assert_eq!(found.b1, expect(&["b", aab, bba]));
    assert_eq!(found.c, expect(&["a*b", aab, bba]));
    assert_eq!(found.h, expect(&["a + b", aab, bba]));
    let d = "(b*b + a)";
    let e = ["e".to_owned(), format!("e*{d}"), format!("e*{d}*{d}"), format!("e*{d}*{d}*{d}")];
    let e: Vec<&str> = e.iter().map(String::as_str).collect();
    assert_eq!(found.e1, expect(&e));
    assert_eq!(found.e2, expect(&e[1..]));
    assert!(found.iterations <= 4, "{}", found.iterations);
}

#[test]
fn out_63_on_runs_without_error() {
    // π has no successor state: alternatives whose legal values are covered go.
    let mut algebra = Algebra::new();
    let strict = figure(&mut algebra, Strict, Cover::Legal);
    let joint = set(&mut algebra, Strict, &["a + b + a*b"]);
    assert_eq!(strict.a2, joint);
    assert_eq!(strict.b2, joint);
    assert_eq!(strict.c, set(&mut algebra, Strict, &["a*b"]));
    assert_eq!(strict.h, set(&mut algebra, Strict, &["a + b"]));
    let d = "(b*b + a)";
    let later = [format!("e*{d}"), format!("e*{d}*{d}")];
    let later: Vec<&str> = later.iter().map(String::as_str).collect();
    assert_eq!(strict.e2, set(&mut algebra, Strict, &later));
}

#[test]
fn figure_1_as_it_runs_today() {
    let mut algebra = Algebra::new();
    let found = figure(&mut algebra, Expand, Cover::Legal);
    assert_eq!(found.a2, found.b2, "inference 2 survives");
    // Every possible shape of a at the end of an iteration is that of a ⊕ b.
    let joint = set(&mut algebra, Expand, &["a + b"]);
    assert_eq!(found.h, joint);
    let d = "((a + b)*b)";
    let e = ["e".to_owned(), format!("e*{d}"), format!("e*{d}*{d}")];
    let e: Vec<&str> = e.iter().map(String::as_str).collect();
    assert_eq!(found.e1, set(&mut algebra, Expand, &e));
    for &member in found.a2.members().expect("no widening is needed") {
        let sum = term(&mut algebra, Expand, "a + b");
        assert!(algebra.decide(Relation::Refines, member, sum).holds());
    }
}

/// With one joint state per loop head instead of independent sets: a and b
/// are both as on entry or both the common shape.
#[test]
fn figure_1_with_joint_states() {
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        let (a, b) = (variable(&mut algebra, "a"), variable(&mut algebra, "b"));
        let mut states = vec![(a, b)];
        let mut products = Vec::new();
        let mut done = 0;
        while done < states.len() {
            assert!(states.len() < 8, "no widening is needed");
            let (a1, b1) = states[done];
            done += 1;
            let c = algebra.product(MATLAB, a1, b1);
            let power = algebra.elementwise(semantics, a1, b1);
            let a2 = algebra.elementwise(semantics, c, power);
            let quotient = algebra.elementwise(semantics, a2, c);
            let b2 = algebra.elementwise(semantics, c, quotient);
            assert_eq!(a2, b2, "inference 2");
            products.push(c);
            // A state that some known one covers on legal runs is not new.
            let known = states.iter().any(|&(x, y)| {
                algebra.decide(Relation::Refines, a2, x).holds()
                    && algebra.decide(Relation::Refines, b2, y).holds()
            });
            if !known {
                states.push((a2, b2));
            }
        }
        let joint = term(&mut algebra, semantics, "a*b + a + b");
        assert_eq!(states, [(a, b), (joint, joint)], "{semantics}");
        let (product, sum) =
            (term(&mut algebra, semantics, "a*b"), term(&mut algebra, semantics, "a + b"));
        for c in products {
            assert!(algebra.decide_cover(c, &[product, sum], true).holds(), "{semantics}");
        }
        assert!(algebra.decide(Relation::Refines, joint, sum).holds());
    }
}

/// c = a*b; d = c + a; e = d - a.
#[test]
fn patent_example_1() {
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        let (a, b) = (variable(&mut algebra, "a"), variable(&mut algebra, "b"));
        let c = algebra.product(MATLAB, a, b);
        let d = algebra.elementwise(semantics, c, a);
        let e = algebra.elementwise(semantics, d, a);
        assert_eq!(e, d, "e and d have one shape");
        // The check of the third statement is redundant once the second ran.
        let mut facts = Facts::new();
        assert!(matches!(facts.check_legal(&mut algebra, d), Verdict::Unknown(_)));
        facts.assume_legal(&mut algebra, d);
        assert_eq!(facts.check_legal(&mut algebra, e), Verdict::Proved);
    }
}

/// while …, c = a.*b; a = c; end
#[test]
fn patent_example_2() {
    for semantics in Semantics::ALL {
        let mut algebra = Algebra::new();
        let (s, t) = (variable(&mut algebra, "s"), variable(&mut algebra, "t"));
        let first = algebra.elementwise(semantics, s, t);
        let mut a = s;
        for iteration in 1..=5 {
            a = algebra.elementwise(semantics, a, t);
            assert_eq!(a, first, "iteration {iteration}");
        }
        // As a fixed point: a keeps its shape or changes once.
        let fixpoint =
            solve(&mut algebra, &[ShapeSet::of([s])], 8, Cover::Exact, |algebra, state| {
                vec![state[0].elementwise(&ShapeSet::of([t]), algebra, semantics)]
            });
        assert_eq!(fixpoint.state[0], ShapeSet::of([s, first]));
        assert_eq!(fixpoint.forced, [false]);
    }
}

/// The product of ⟨p₁,p₂⟩ and ⟨q₁,q₂,q₃⟩ that the shape patent works out.
#[test]
fn patent_product_of_a_matrix_and_a_rank_three_array() {
    let mut algebra = Algebra::new();
    let s = term(&mut algebra, Strict, "<p1, p2>");
    let t = term(&mut algebra, Strict, "<q1, q2, q3>");
    let u = algebra.product(MATLAB, s, t);
    let mut sizes = formwork_shape::shape::Substitution::default();
    let mut give = |algebra: &mut Algebra, name: &str, value: i64| {
        let extent = algebra.extents_mut().variable(name);
        let Some(formwork_shape::extent::Unknown::Name(id)) = algebra.extents().as_unknown(extent)
        else {
            panic!("{name} is a name")
        };
        let literal = algebra.extents_mut().literal(value);
        sizes.names.insert(id, literal);
    };
    for (name, value) in [("p1", 3), ("p2", 2), ("q1", 4), ("q2", 4), ("q3", 1)] {
        give(&mut algebra, name, value);
    }
    assert_eq!(algebra.substitute(u, &sizes), Algebra::ILLEGAL, "3×2 times 4×4 fails");
    // With matching inner extents and q₃ = 1 it is p₁ × q₂.
    let two = algebra.extents_mut().literal(2);
    let q1 = algebra.extents_mut().variable("q1");
    let Some(formwork_shape::extent::Unknown::Name(q1)) = algebra.extents().as_unknown(q1) else {
        panic!("q1 is a name")
    };
    sizes.names.insert(q1, two);
    let legal = algebra.substitute(u, &sizes);
    assert_eq!(algebra.text(legal), "<3, 4>");
}
