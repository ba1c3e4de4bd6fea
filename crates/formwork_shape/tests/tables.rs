//! The generated tables: what must be in them, and that they are right.

use formwork_shape::Semantics;
use formwork_shape::concrete::ConcreteShape;
use formwork_shape::tables::{
    Identity, Properties, properties, render_properties, render_rules, rules,
};

fn find<'t>(table: &'t [Properties], operator: &str) -> &'t Properties {
    table.iter().find(|row| row.operator == operator).unwrap_or_else(|| panic!("{operator}"))
}

#[test]
fn properties_of_the_operator_classes() {
    for semantics in Semantics::ALL {
        let table = properties(semantics);
        let flags = |operator: &str| {
            let row = find(&table, operator);
            let mark = |value: bool| if value { 'y' } else { 'n' };
            [row.commutative, row.associative, row.associative_when_legal, row.idempotent]
                .map(mark)
                .iter()
                .collect::<String>()
        };
        // Commutative, associative, associative where legal, idempotent.
        assert_eq!(flags("s + t"), "yyyy", "{semantics}");
        assert_eq!(flags("s * t"), "nnyn");
        assert_eq!(flags("s \\ t"), "nnyn");
        assert_eq!(flags("s / t"), "nnyn");
        assert_eq!(flags("s ^ t"), "yyyn");
        assert_eq!(flags("[s, t]"), "yyyn");
        assert_eq!(flags("[s, t], Octave"), "ynnn");
        assert_eq!(flags("kron(s, t)"), "yyyn");
        let scalar = ConcreteShape::scalar();
        let empty = ConcreteShape::new([0, 0]);
        let identities = |operator: &str| {
            let row = find(&table, operator);
            (row.left_identity.clone(), row.right_identity.clone())
        };
        let both =
            |shape: &ConcreteShape| (Identity::All(shape.clone()), Identity::All(shape.clone()));
        assert_eq!(identities("s + t"), both(&scalar));
        assert_eq!(identities("s * t"), both(&scalar));
        assert_eq!(identities("s \\ t"), (Identity::All(scalar.clone()), Identity::None));
        assert_eq!(identities("s / t"), (Identity::None, Identity::All(scalar.clone())));
        assert_eq!(identities("s ^ t"), (Identity::None, Identity::None));
        assert_eq!(identities("[s, t]"), both(&empty));
        assert_eq!(
            identities("kron(s, t)"),
            (Identity::Matrices(scalar.clone()), Identity::Matrices(scalar.clone()))
        );
        assert!(table.iter().all(|row| row.illegal_annihilates));
        let text = render_properties(semantics, &table);
        assert_eq!(text.lines().count(), table.len() + 3);
        assert!(text.starts_with(&format!("semantics: {semantics}\noperator")));
    }
}

#[test]
fn rules_of_the_operator_classes() {
    for semantics in Semantics::ALL {
        let table = rules(semantics);
        let rule = |operator: &str| {
            table
                .iter()
                .find(|rule| rule.operator == operator)
                .unwrap_or_else(|| panic!("{operator}"))
        };
        let rank = |operator: &str| rule(operator).rank.clone().unwrap_or_default();
        assert_eq!(rank("s + t"), "max(k, l)");
        assert_eq!(rank("s * t"), "max(k, l)");
        assert_eq!(rank("s \\ t"), "l");
        assert_eq!(rank("s / t"), "k");
        assert_eq!(rank("s ^ t"), "2");
        assert_eq!(rank("s'"), "2");
        assert_eq!(rank("abs(s)"), "k");
        assert_eq!(rank("sum(s)"), "k");
        assert_eq!(rank("cat(3, s, t)"), "max(k, l, 3)");
        assert_eq!(rank("permute(s, [3 1 2])"), "3");
        assert_eq!(rank("s(:)"), "2");
        assert_eq!(
            rule("s * t").predicate,
            "(s1 == 1 && s2 == 1) || (t1 == 1 && t2 == 1) || s2 == t1"
        );
        assert_eq!(
            rule("s * t").tuples,
            [
                ("s scalar".to_owned(), "<t1, t2>".to_owned()),
                ("t scalar".to_owned(), "<s1, s2>".to_owned()),
                ("all extents above 1".to_owned(), "<s1, t2>".to_owned()),
            ]
        );
        assert_eq!(rule("s \\ t").predicate, "(s1 == 1 && s2 == 1) || s1 == t1");
        assert_eq!(rule("reshape(s, 2, [])").predicate, "mod(s1*s2, 2) == 0");
        assert_eq!(rule("s'").tuples, [("always".to_owned(), "<s2, s1>".to_owned())]);
        let text = render_rules(semantics, &table);
        assert!(text.contains("kron(s, t)"), "{text}");
    }
}
