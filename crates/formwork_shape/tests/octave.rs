//! Every constructor against the sizes GNU Octave answered.

use formwork_shape::concrete::{Bound, ConcreteShape, Subscript};
use formwork_shape::extent::{ExtentId, Extents};
use formwork_shape::shape::{Algebra, ShapeId};
use formwork_shape::{Dialect, EmptyRule, Reduction, Semantics};

const DATA: &str = include_str!("data/octave-shapes.tsv");
const OCTAVE: Dialect = Dialect::Octave;

/// Where Octave answers something that depends on more than shapes: an assignment into an
/// empty array of rank three fails unless its subscripts cover the whole result.
const DEVIATIONS: [(&str, &str); 3] =
    [("asg2(A,4,5,9)", "0x0x2"), ("asgcol(A,5,7)", "0x0x2"), ("asgrow(A,5,7)", "0x0x2")];

/// Reductions, permutations, reshapes and repetitions.
fn arranged(algebra: &mut Algebra, form: &str, a: ShapeId) -> Option<(ShapeId, bool)> {
    let two: ExtentId = algebra.extents_mut().literal(2);
    let three: ExtentId = algebra.extents_mut().literal(3);
    let (zero, one) = (Extents::ZERO, Extents::ONE);
    let sum = |algebra: &mut Algebra, axis| algebra.reduce(Reduction::Sum, axis, OCTAVE, a);
    let extremum =
        |algebra: &mut Algebra, axis| algebra.reduce(Reduction::Extremum, axis, OCTAVE, a);
    let inside = |shape| (shape, true);
    Some(match form {
        "sum(A)" | "prod(A)" | "sumsq(A)" | "any(A)" | "all(A)" => inside(sum(algebra, None)),
        "sum(A,1)" | "prod(A,1)" | "any(A,1)" | "all(A,1)" | "sumsq(A,1)" => {
            inside(sum(algebra, Some(0)))
        }
        "sum(A,2)" | "prod(A,2)" | "any(A,2)" | "all(A,2)" | "sumsq(A,2)" => {
            inside(sum(algebra, Some(1)))
        }
        "sum(A,3)" | "prod(A,3)" => inside(sum(algebra, Some(2))),
        "max(A)" | "min(A)" => inside(extremum(algebra, None)),
        "max(A,[],1)" | "min(A,[],1)" => inside(extremum(algebra, Some(0))),
        "max(A,[],2)" | "min(A,[],2)" => inside(extremum(algebra, Some(1))),
        "max(A,[],3)" => inside(extremum(algebra, Some(2))),
        "A'" | "A.'" | "transpose(A)" | "ctranspose(A)" => inside(algebra.transpose(a)),
        "permute(A,[2 1 3 4])" | "ipermute(A,[2 1 3 4])" => {
            inside(algebra.permute(a, &[1, 0, 2, 3]))
        }
        "permute(A,[3 1 2 4])" => inside(algebra.permute(a, &[2, 0, 1, 3])),
        "squeeze(A)" => inside(algebra.squeeze(a)),
        "A(:)" | "vec(A)" | "reshape(A,[],1)" => inside(algebra.vectorise(a)),
        "reshape(A,1,[])" => inside(algebra.reshape(a, &[Some(one), None])),
        "A(:).'" => {
            let column = algebra.vectorise(a);
            inside(algebra.transpose(column))
        }
        "reshape(A,2,[])" => inside(algebra.reshape(a, &[Some(two), None])),
        "reshape(A,3,2)" => inside(algebra.reshape(a, &[Some(three), Some(two)])),
        "repmat(A,2,3)" | "repmat(A,[2 3])" => inside(algebra.repmat(a, &[two, three])),
        "repmat(A,2)" => inside(algebra.repmat(a, &[two, two])),
        "repmat(A,[2 1 3])" | "repmat(A,2,1,3)" => inside(algebra.repmat(a, &[two, one, three])),
        "repmat(A,0,1)" => inside(algebra.repmat(a, &[zero, one])),
        "diag(A)" => inside(algebra.diagonal(a)),
        _ => return None,
    })
}

/// Reading by subscripts.
fn selected(algebra: &mut Algebra, form: &str, a: ShapeId) -> Option<(ShapeId, bool)> {
    let numel = |algebra: &mut Algebra, shape| {
        let count = algebra.count(shape);
        algebra.extents().as_literal(count).expect("operands are literal")
    };
    let from = |algebra: &mut Algebra, axis| {
        let count = algebra.count_from(a, axis);
        algebra.extents().as_literal(count).expect("operands are literal")
    };
    let at = |algebra: &mut Algebra, axis| {
        let extent = algebra.extent(a, axis);
        algebra.extents().as_literal(extent).expect("operands are literal")
    };
    let two: ExtentId = algebra.extents_mut().literal(2);
    let (zero, one) = (Extents::ZERO, Extents::ONE);
    let none = Subscript::Count(zero);
    let single = Subscript::Count(one);
    let colon = Subscript::Colon;
    let inside = |shape| (shape, true);
    Some(match form {
        "A([])" => {
            let empty = algebra.tuple([zero, zero]);
            inside(algebra.index_linear(a, empty))
        }
        "A(:,[])" => inside(algebra.index_many(a, &[colon, none])),
        "A([],:)" => inside(algebra.index_many(a, &[none, colon])),
        "A(:,:)" | "A(1:end,1:end)" | "A(end:-1:1,:)" => {
            inside(algebra.index_many(a, &[colon, colon]))
        }
        "A(:,1)" => (algebra.index_many(a, &[colon, single]), from(algebra, 1) > 0),
        "A(1,:)" => (algebra.index_many(a, &[single, colon]), at(algebra, 0) > 0),
        "A(:,:,1)" => (algebra.index_many(a, &[colon, colon, single]), from(algebra, 2) > 0),
        "A(1,:,:)" => (algebra.index_many(a, &[single, colon, colon]), at(algebra, 0) > 0),
        "A(:,:,:,:)" => inside(algebra.index_many(a, &[colon, colon, colon, colon])),
        "A(2:end,:)" => {
            let rows = algebra.extent(a, 0);
            let extents = algebra.extents_mut();
            let count = extents.range_count(two, one, rows);
            inside(algebra.index_many(a, &[Subscript::Count(count), colon]))
        }
        "A(:,1:end-1)" => {
            let columns = algebra.count_from(a, 1);
            let extents = algebra.extents_mut();
            let last = extents.subtract(columns, one);
            let count = extents.range_count(one, one, last);
            inside(algebra.index_many(a, &[colon, Subscript::Count(count)]))
        }
        "A(1)" => (algebra.index_linear(a, Algebra::SCALAR), numel(algebra, a) > 0),
        "A(1,1)" | "A(end,end)" => {
            (algebra.index_many(a, &[single, single]), numel(algebra, a) > 0)
        }
        "A(A>0)" => {
            let count = algebra.count(a);
            inside(algebra.index_logical(a, a, count))
        }
        _ => return None,
    })
}

/// Storing and deleting by subscripts.
fn stored(algebra: &mut Algebra, form: &str, a: ShapeId) -> Option<(ShapeId, bool)> {
    let three: ExtentId = algebra.extents_mut().literal(3);
    let four: ExtentId = algebra.extents_mut().literal(4);
    let five: ExtentId = algebra.extents_mut().literal(5);
    let one = Extents::ONE;
    let inside = |shape| (shape, true);
    Some(match form {
        "lasg(A,numel(A)+1,9)" | "lasg(A,numel(A)+3,9)" => {
            let count = algebra.count(a);
            let more = if form.contains('3') { three } else { one };
            let bound = algebra.extents_mut().add(count, more);
            inside(algebra.assign_linear(OCTAVE, a, bound))
        }
        "lasg(A,1,9)" => inside(algebra.assign_linear(OCTAVE, a, one)),
        "asg2(A,1,1,9)" => inside(algebra.assign_many(a, &[Bound::UpTo(one), Bound::UpTo(one)])),
        "asg2(A,4,5,9)" => inside(algebra.assign_many(a, &[Bound::UpTo(four), Bound::UpTo(five)])),
        "asg3(A,4,5,3,9)" => {
            let bounds = [Bound::UpTo(four), Bound::UpTo(five), Bound::UpTo(three)];
            inside(algebra.assign_many(a, &bounds))
        }
        "asgcol(A,1,7)" => inside(algebra.assign_many(a, &[Bound::Colon(one), Bound::UpTo(one)])),
        "asgcol(A,5,7)" => inside(algebra.assign_many(a, &[Bound::Colon(one), Bound::UpTo(five)])),
        "asgrow(A,5,7)" => inside(algebra.assign_many(a, &[Bound::UpTo(five), Bound::Colon(one)])),
        "asgall(A,7)" => {
            let count = algebra.count(a);
            inside(algebra.assign_linear(OCTAVE, a, count))
        }
        "delr(A,1)" => inside(algebra.delete_slice(a, 0, one)),
        "delc(A,1)" => inside(algebra.delete_slice(a, 1, one)),
        "del1(A,1)" => inside(algebra.delete_linear(OCTAVE, a, one)),
        _ => return None,
    })
}

/// The shape our constructors give, and whether a subscript is in range.
fn build(algebra: &mut Algebra, form: &str, a: ShapeId, b: ShapeId) -> (ShapeId, bool) {
    let own = arranged(algebra, form, a)
        .or_else(|| selected(algebra, form, a))
        .or_else(|| stored(algebra, form, a));
    if let Some(own) = own {
        return own;
    }
    let numel = |algebra: &mut Algebra, shape| {
        let count = algebra.count(shape);
        algebra.extents().as_literal(count).expect("operands are literal")
    };
    let from = |algebra: &mut Algebra, axis| {
        let count = algebra.count_from(a, axis);
        algebra.extents().as_literal(count).expect("operands are literal")
    };
    let at = |algebra: &mut Algebra, axis| {
        let extent = algebra.extent(a, axis);
        algebra.extents().as_literal(extent).expect("operands are literal")
    };
    let one = Extents::ONE;
    let single = Subscript::Count(one);
    let brackets = EmptyRule::OctaveBrackets;
    let cat = EmptyRule::ZeroByZero;
    let inside = |shape| (shape, true);
    match form {
        "bitand(A,B)"
        | "bitor(A,B)"
        | "bitxor(A,B)"
        | "complex(A,B)"
        | "lcm(A,B)"
        | "beta(A,B)"
        | "gammainc(A,B)"
        | "arrayfun(@(x,y)x+y,A,B)"
        | "cellfun(@(x,y)x,num2cell(A),num2cell(B))" => {
            inside(algebra.elementwise(Semantics::Strict, a, b))
        }
        "A*B" | "mtimes(A,B)" => inside(algebra.product(OCTAVE, a, b)),
        "A\\B" | "mldivide(A,B)" => inside(algebra.left_divide(OCTAVE, a, b)),
        "A/B" | "mrdivide(A,B)" => inside(algebra.right_divide(OCTAVE, a, b)),
        "A^B" | "mpower(A,B)" => inside(algebra.power(OCTAVE, a, b)),
        "A^2" | "2^A" => inside(algebra.power(OCTAVE, a, Algebra::SCALAR)),
        "[A,B]" | "horzcat(A,B)" => inside(algebra.concatenate(1, brackets, &[a, b])),
        "[A;B]" | "vertcat(A,B)" => inside(algebra.concatenate(0, brackets, &[a, b])),
        "cat(1,A,B)" => inside(algebra.concatenate(0, cat, &[a, b])),
        "cat(2,A,B)" => inside(algebra.concatenate(1, cat, &[a, b])),
        "cat(3,A,B)" => inside(algebra.concatenate(2, cat, &[a, b])),
        "[A A;A A]" => {
            let row = algebra.concatenate(1, brackets, &[a, a]);
            inside(algebra.concatenate(0, brackets, &[row, row]))
        }
        "kron(A,B)" => inside(algebra.kron(OCTAVE, a, b)),
        "A(ones(size(B)))" => {
            let in_range = numel(algebra, b) == 0 || numel(algebra, a) > 0;
            (algebra.index_linear(a, b), in_range)
        }
        "A(ones(size(B)),1)" => {
            let count = algebra.count(b);
            let rows = numel(algebra, b) == 0 || at(algebra, 0) > 0;
            let columns = from(algebra, 1) > 0;
            (algebra.index_many(a, &[Subscript::Count(count), single]), rows && columns)
        }
        "A(1,ones(size(B)))" => {
            let count = algebra.count(b);
            let columns = numel(algebra, b) == 0 || from(algebra, 1) > 0;
            let rows = at(algebra, 0) > 0;
            (algebra.index_many(a, &[single, Subscript::Count(count)]), rows && columns)
        }
        // All remaining forms are elementwise and expand.
        _ => inside(algebra.elementwise(Semantics::Expand, a, b)),
    }
}

#[test]
fn constructors_answer_as_octave_did() {
    let mut algebra = Algebra::new();
    let mut forms: Vec<&str> = Vec::new();
    let (mut agreeing, mut deviating) = (0, 0);
    let mut count_forms = 0;
    for line in DATA.lines().filter(|line| !line.starts_with('#')) {
        if let Some(list) = line.strip_prefix('@') {
            forms = list.split('\t').collect();
            count_forms += forms.len();
            continue;
        }
        let (operands, answer) = line.split_once('\t').expect("two columns");
        let mut shapes = operands.split(',').map(|text| {
            let shape = ConcreteShape::parse(text).expect("a size");
            algebra.literal(&shape)
        });
        let a = shapes.next().expect("a first operand");
        let b = shapes.next().unwrap_or(a);
        let expected = match answer {
            "E" => None,
            text => Some(ConcreteShape::parse(text).expect("a size")),
        };
        for form in &forms {
            let (built, in_range) = build(&mut algebra, form, a, b);
            let computed = built == Algebra::ILLEGAL || algebra.as_concrete(built).is_some();
            assert!(computed, "{form} on {operands} stays lazy");
            let ours = in_range.then(|| algebra.as_concrete(built)).flatten();
            if DEVIATIONS.contains(&(form, operands)) {
                assert_ne!(ours, expected, "{form} on {operands} no longer deviates");
                deviating += 1;
                continue;
            }
            assert_eq!(ours, expected, "{form} on {operands}: {}", algebra.text(built));
            agreeing += 1;
        }
    }
    assert_eq!(deviating, DEVIATIONS.len());
    assert!(count_forms >= 140, "{count_forms} forms");
    assert!(agreeing > 65_000, "{agreeing} agreeing answers");
}
