//! The façade behind the `algebra` command: grammar, answers, errors.

use formwork_shape::decide::{Decision, Proof};
use formwork_shape::text::{self, Answer, Language};
use formwork_shape::{Dialect, Semantics};

fn normal(text: &str, language: Language) -> String {
    text::normal_form(text, language).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn normal_forms() {
    let strict = Language::STRICT;
    for (text, expected) in [
        ("s", "s"),
        ("s + s", "s"),
        ("t + s + t", "s + t"),
        ("s*s + t*s*<1,1> + s", "s*s + t"),
        ("(s + t)*(s + t)", "s*s + t*t"),
        ("s*(s*s)", "s*s"),
        ("<2,3>*<3,5>", "<2, 5>"),
        ("<2,3,1> + <1,1>", "<2, 3>"),
        ("<7,4> + <7,5>", "illegal"),
        ("<n, m>*<m, k>", "<n, k>"),
        ("<n, m>'", "<m, n>"),
        ("[<2,3>, <2,4>]", "<2, 7>"),
        ("[<n,3>; <m,3>]", "<n + m, 3>"),
        ("[<2,3> <2,4>; <1,7>]", "<3, 7>"),
        ("[]", "<0, 0>"),
        ("<2*n + 1, n - n>", "<2*n + 1, 0>"),
        ("(s\\t)'", "(s\\t)'"),
        ("<2,2>^<1,1>", "<2, 2>"),
        ("<2,3>^<1,1>", "illegal"),
    ] {
        assert_eq!(normal(text, strict), expected, "{text}");
    }
    let expand = Language::EXPAND;
    assert_eq!(normal("<n,1> + <1,m>", expand), "<n, m>");
    assert_eq!(normal("<3,1> + <1,2>", expand), "<3, 2>");
    assert_eq!(normal("<3,1> + <1,2>", strict), "illegal");
    // A term's normal form is its own.
    for text in ["s*t*u", "s*(t*u)", "(s + t)*u + s'", "s/t\\u", "s^t"] {
        let once = normal(text, expand);
        assert_eq!(normal(&once, expand), once, "{text}");
    }
}

#[test]
fn octave_flattens_and_skips_more_empties() {
    let octave = Language { semantics: Semantics::Expand, dialect: Dialect::Octave };
    assert_eq!(normal("<2,3>*<3,2,2>", octave), "<2, 4>");
    assert_eq!(normal("<2,3>*<3,2,2>", Language::EXPAND), "illegal");
    assert_eq!(normal("[<1,0>, <2,3>]", octave), "<2, 3>");
    assert_eq!(normal("[<1,0>, <2,3>]", Language::EXPAND), "illegal");
}

#[test]
fn answers_and_their_words() {
    let decide = |left, right, language| text::decide(left, right, language).expect("terms");
    let holds = decide("(s + t)*t", "s + t*t", Language::STRICT);
    assert_eq!(holds, Decision::Holds(Proof::Exhaustion { assignments: 729 }));
    assert_eq!(text::render(&holds), "equal for all shapes: by exhaustion over 729 assignments");
    let fails = decide("(s + t)*t", "s + t*t", Language::EXPAND);
    let words = text::render(&fails);
    assert_eq!(words, "not equal: s = 1x2, t = 2x1\n  left is 2x1, right is illegal");
    // Outside the theory a difference is found by trying small sizes.
    let fails = decide("[s t]", "[t; s]", Language::EXPAND);
    assert!(matches!(fails, Decision::Fails(_)), "{fails:?}");
    let unknown = decide("[s, t]*u", "[s t]*u + [s t]*u*<1,1>", Language::EXPAND);
    assert!(unknown.holds(), "{unknown:?}");
    assert_eq!(
        text::answer("<n,2> + <n,2> = <n,2>", Language::EXPAND),
        Ok(Answer::Decided(Decision::Holds(Proof::SameNormalForm)))
    );
    assert_eq!(text::answer("s+s", Language::EXPAND), Ok(Answer::NormalForm("s".to_owned())));
}

#[test]
fn too_many_free_extents_are_answered_unknown_or_refuted() {
    // Six variables of unknown rank are beyond the model: equal by rewriting,
    // different by a small example, or unknown; never wrong.
    let decide =
        |left: &str, right: &str| text::decide(left, right, Language::EXPAND).expect("terms");
    assert!(decide("a+b+c+d+e+f", "f+e+d+c+b+a").holds());
    assert!(!decide("a+b+c+d+e+f", "a+b+c+d+e*f").holds());
    let hard = decide("(a*a+b+c+d+e)*(f*f)", "(a*a+b+c+d+e)*f*f*f");
    assert!(!hard.holds(), "{hard:?}");
}

#[test]
fn errors_point_at_the_text() {
    for (text, span, message) in [
        ("s +", 3..3, "expected a shape variable, `(`, `<` or `[`, found the end"),
        ("s ? t", 2..3, "unexpected character `?`"),
        ("(s + t", 6..6, "expected `)`, found the end"),
        ("<2>", 0..3, "a shape has at least two extents"),
        ("<2,>", 3..4, "expected an integer or a name, found `>`"),
        ("s t", 2..3, "expected an operator or the end, found `t`"),
        ("<2,99999999999999999999>", 3..23, "this extent is too large"),
        ("[s, t", 5..5, "expected a shape variable, `(`, `<` or `[`, found the end"),
        ("s = = = t", 6..7, "expected a shape variable, `(`, `<` or `[`, found `=`"),
        ("é+ü*§", 6..8, "unexpected character `§`"),
    ] {
        let error = text::answer(text, Language::EXPAND).expect_err(text);
        assert_eq!((error.span.clone(), error.message.as_str()), (span, message), "{text}");
        assert!(text.get(error.span).is_some(), "{text}: the span cuts a character");
    }
    let deep = "(".repeat(100_000);
    let error = text::answer(&deep, Language::EXPAND).expect_err("nested");
    assert_eq!(error.message, "the expression is nested too deeply");
}
