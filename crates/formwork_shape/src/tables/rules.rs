//! Rank rules, shape predicates and shape tuples of the operator classes.

use crate::concrete::ConcreteShape;
use crate::extent::{ExtentId, Extents};
use crate::facts::{Facts, Requirement};
use crate::semantics::{Dialect, EmptyRule, Reduction, Semantics};
use crate::shape::{Algebra, Node, Operator, ShapeId};
use smallvec::smallvec;

/// The rules of one operator class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The operator in the program's notation; s and t are the operands.
    pub operator: String,
    /// The tightest of the known forms that bounds the rank of the result by
    /// those of the operands (k, l), on all shapes with extents 0–3 and rank
    /// at most three, and a few of rank four. `None` if no form does.
    pub rank: Option<String>,
    /// When the operation succeeds, for matrices s1×s2 and t1×t2.
    pub predicate: String,
    /// The extents of the result by case, for such matrices.
    pub tuples: Vec<(String, String)>,
}

/// An operator class: how it is written and how it is built.
struct Class {
    name: &'static str,
    binary: bool,
    build: fn(&mut Algebra, ShapeId, ShapeId) -> ShapeId,
}

fn classes(semantics: Semantics) -> Vec<Class> {
    let binary = |name, build| Class { name, binary: true, build };
    let unary = |name, build| Class { name, binary: false, build };
    let plus: fn(&mut Algebra, ShapeId, ShapeId) -> ShapeId = match semantics {
        Semantics::Strict => |algebra, a, b| algebra.elementwise(Semantics::Strict, a, b),
        Semantics::Expand => |algebra, a, b| algebra.elementwise(Semantics::Expand, a, b),
    };
    vec![
        binary("s + t", plus),
        binary("s * t", |algebra, a, b| algebra.product(Dialect::Matlab, a, b)),
        binary("s \\ t", |algebra, a, b| algebra.left_divide(Dialect::Matlab, a, b)),
        binary("s / t", |algebra, a, b| algebra.right_divide(Dialect::Matlab, a, b)),
        binary("s ^ t", |algebra, a, b| algebra.power(Dialect::Matlab, a, b)),
        binary("[s, t]", |algebra, a, b| algebra.concatenate(1, EmptyRule::ZeroByZero, &[a, b])),
        binary("[s; t]", |algebra, a, b| algebra.concatenate(0, EmptyRule::ZeroByZero, &[a, b])),
        binary("cat(3, s, t)", |algebra, a, b| {
            algebra.concatenate(2, EmptyRule::ZeroByZero, &[a, b])
        }),
        binary("kron(s, t)", |algebra, a, b| algebra.kron(Dialect::Matlab, a, b)),
        binary("s(t)", Algebra::index_linear),
        unary("abs(s)", |_, a, _| a),
        unary("s'", |algebra, a, _| algebra.transpose(a)),
        unary("permute(s, [3 1 2])", |algebra, a, _| algebra.permute(a, &[2, 0, 1])),
        unary("squeeze(s)", |algebra, a, _| algebra.squeeze(a)),
        unary("sum(s)", |algebra, a, _| algebra.reduce(Reduction::Sum, None, Dialect::Matlab, a)),
        unary("sum(s, 1)", |algebra, a, _| {
            algebra.reduce(Reduction::Sum, Some(0), Dialect::Matlab, a)
        }),
        unary("max(s, [], 2)", |algebra, a, _| {
            algebra.reduce(Reduction::Extremum, Some(1), Dialect::Matlab, a)
        }),
        unary("s(:)", |algebra, a, _| algebra.vectorise(a)),
        unary("reshape(s, 2, [])", |algebra, a, _| {
            let two = algebra.extents_mut().literal(2);
            algebra.reshape(a, &[Some(two), None])
        }),
        unary("repmat(s, 2, 3)", |algebra, a, _| {
            let copies: [ExtentId; 2] = [2, 3].map(|count| algebra.extents_mut().literal(count));
            algebra.repmat(a, &copies)
        }),
        unary("diag(s)", |algebra, a, _| algebra.diagonal(a)),
        unary("s(1, :)", |algebra, a, _| {
            let subscripts = smallvec![
                crate::concrete::Subscript::Count(Extents::ONE),
                crate::concrete::Subscript::Colon
            ];
            algebra.apply(Operator::IndexMany(subscripts), smallvec![a])
        }),
    ]
}

/// A rank rule: how it is written, and the bound it gives.
type RankForm = (&'static str, fn(usize, usize) -> usize);

/// The forms of rank rules, tightest first.
const RANK_FORMS: [RankForm; 7] = [
    ("2", |_, _| 2),
    ("k", |k, _| k),
    ("l", |_, l| l),
    ("max(k, l)", usize::max),
    ("3", |_, _| 3),
    ("max(k, 3)", |k, _| k.max(3)),
    ("max(k, l, 3)", |k, l| k.max(l).max(3)),
];

/// The rules of every operator class.
pub fn rules(semantics: Semantics) -> Vec<Rule> {
    classes(semantics).iter().map(rule).collect()
}

fn rule(class: &Class) -> Rule {
    let mut algebra = Algebra::new();
    let rank = rank_rule(&mut algebra, class);
    let matrix = |algebra: &mut Algebra, name: &str| {
        let extents = [1, 2].map(|axis| algebra.extents_mut().variable(&format!("{name}{axis}")));
        algebra.tuple(extents)
    };
    let (s, t) = (matrix(&mut algebra, "s"), matrix(&mut algebra, "t"));
    let built = (class.build)(&mut algebra, s, t);
    let requirement = algebra.legality(built);
    let requirement = Facts::new().simplify(&mut algebra, &requirement);
    let predicate = match &requirement {
        Requirement::True => "always".to_owned(),
        // Several exceptions: the term is its own best description.
        Requirement::Legal(_) => "see tuples".to_owned(),
        other => algebra.requirement_text(other),
    };
    Rule {
        operator: class.name.to_owned(),
        rank,
        predicate,
        tuples: tuples(&mut algebra, class, s, t, built),
    }
}

/// The result by case: without a case split if none is needed, otherwise for
/// scalar, empty and general operands.
fn tuples(
    algebra: &mut Algebra,
    class: &Class,
    s: ShapeId,
    t: ShapeId,
    built: ShapeId,
) -> Vec<(String, String)> {
    let whole = Facts::new().resolve(algebra, built);
    if matches!(algebra.node(whole), Node::Tuple(_)) {
        return vec![("always".to_owned(), algebra.text(whole))];
    }
    // A case fixes or bounds the extents of the operands.
    type Case = (&'static str, fn(&mut Algebra, &mut Facts, ShapeId, ShapeId));
    let cases: [Case; 5] = [
        ("s scalar", |algebra, facts, s, _| facts.assume_scalar(algebra, s)),
        ("t scalar", |algebra, facts, _, t| facts.assume_scalar(algebra, t)),
        ("s row", |algebra, facts, s, _| {
            bound(algebra, facts, s, 0, (1, 1));
            bound(algebra, facts, s, 1, (2, i64::MAX));
        }),
        ("s column", |algebra, facts, s, _| {
            bound(algebra, facts, s, 0, (2, i64::MAX));
            bound(algebra, facts, s, 1, (1, 1));
        }),
        ("all extents above 1", |algebra, facts, s, t| {
            for shape in [s, t] {
                bound(algebra, facts, shape, 0, (2, i64::MAX));
                bound(algebra, facts, shape, 1, (2, i64::MAX));
            }
        }),
    ];
    let mut found = Vec::new();
    for (name, assume) in cases {
        if name.starts_with('t') && !class.binary {
            continue;
        }
        let mut facts = Facts::new();
        assume(algebra, &mut facts, s, t);
        let resolved = facts.resolve(algebra, built);
        if matches!(algebra.node(resolved), Node::Tuple(_)) {
            found.push((name.to_owned(), algebra.text(resolved)));
        }
    }
    found
}

fn bound(
    algebra: &mut Algebra,
    facts: &mut Facts,
    shape: ShapeId,
    axis: u32,
    (low, high): (i64, i64),
) {
    let extent = algebra.extent(shape, axis);
    let low = algebra.extents_mut().literal(low);
    facts.assume(algebra, Requirement::AtMost(low, extent));
    if high != i64::MAX {
        let high = algebra.extents_mut().literal(high);
        facts.assume(algebra, Requirement::AtMost(extent, high));
    }
}

fn rank_rule(algebra: &mut Algebra, class: &Class) -> Option<String> {
    let mut shapes = ConcreteShape::all(&[0, 1, 2, 3], 3);
    // Rank four tells "3" from "max(k, l, 3)".
    shapes.extend([[1, 1, 1, 2], [2, 2, 1, 2], [0, 0, 1, 2]].map(ConcreteShape::new));
    let ids: Vec<ShapeId> = shapes.iter().map(|shape| algebra.literal(shape)).collect();
    let mut observed = std::collections::BTreeSet::new();
    for (a, &x) in shapes.iter().zip(&ids) {
        for (b, &y) in shapes.iter().zip(&ids) {
            let built = (class.build)(algebra, x, y);
            if let Some(result) = algebra.as_concrete(built) {
                let second = if class.binary { b.rank() } else { 2 };
                observed.insert((a.rank(), second, result.rank()));
            }
            if !class.binary {
                break;
            }
        }
    }
    RANK_FORMS
        .iter()
        .find(|(_, form)| observed.iter().all(|&(k, l, rank)| rank <= form(k, l)))
        .map(|(name, _)| (*name).to_owned())
}

/// The table as plain text.
pub fn render_rules(semantics: Semantics, rules: &[Rule]) -> String {
    let heading = ["operator", "rank", "succeeds if", "case", "extents"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for rule in rules {
        let mut first = true;
        let none = [("-".to_owned(), "-".to_owned())];
        let tuples: &[(String, String)] = if rule.tuples.is_empty() { &none } else { &rule.tuples };
        for (case, extents) in tuples {
            let lead = if first {
                let rank = rule.rank.clone().unwrap_or_else(|| "-".to_owned());
                [rule.operator.clone(), rank, rule.predicate.clone()]
            } else {
                [String::new(), String::new(), String::new()]
            };
            first = false;
            rows.push(lead.into_iter().chain([case.clone(), extents.clone()]).collect());
        }
    }
    format!("semantics: {semantics}\n{}", super::columns(&rows))
}
