//! Asking: the truth of conditions, resolved shapes, counterexamples.

use super::{Condition, Facts, Requirement, Verdict};
use crate::extent::{ExtentId, Extents, Interval};
use crate::search::{Counterexample, Unknowns};
use crate::semantics::Truth;
use crate::shape::{Algebra, Knowledge, Node, Resolver, ShapeId, Tuple};
use std::rc::Rc;

/// How often oriented equalities are applied: chains are resolved when learnt,
/// so few rounds are needed.
const ROUNDS: usize = 4;

/// How many of the latest inequalities a query may use.
pub(super) const RECENT: usize = 64;

/// How many executed operations are used as premises.
const PREMISES: usize = 8;

/// In how many unknowns two steps of elimination are tried.
const FEW: u32 = 3;

impl Facts {
    /// The extent with known equalities applied.
    pub fn representative(&self, extents: &mut Extents, extent: ExtentId) -> ExtentId {
        self.represented(extents, extent).0
    }

    /// The bits of all unknowns that decide what is known of an extent.
    pub(super) fn reach(&self, extents: &mut Extents, extent: ExtentId) -> u64 {
        self.represented(extents, extent).1
    }

    fn represented(&self, extents: &mut Extents, extent: ExtentId) -> (ExtentId, u64) {
        let mut mask = extents.mask(extent);
        if mask & self.equality_bits == 0 {
            return (extent, mask);
        }
        if let Some(&known) = self.representatives.borrow().get(&(self.equality_state, extent)) {
            return known;
        }
        let mut current = extent;
        for _ in 0..ROUNDS {
            let next = extents
                .substitute(current, &mut |_, unknown| self.equalities.get(&unknown).copied());
            if next == current {
                break;
            }
            current = next;
            mask |= extents.mask(current);
        }
        let found = (current, mask);
        self.representatives.borrow_mut().insert((self.equality_state, extent), found);
        found
    }

    /// A maximum or minimum without the operands of which the facts tell that another one is not
    /// less, or not more: `max(0, n - 1)` is `n - 1` where n is at least 1.
    fn decided_extremum(&self, extents: &mut Extents, extent: ExtentId) -> ExtentId {
        let Some((operands, largest)) = extents.extremum_operands(extent) else { return extent };
        let operands = operands.to_vec();
        let mut kept: Vec<ExtentId> = Vec::new();
        for (place, &operand) in operands.iter().enumerate() {
            let rivals = kept.iter().chain(&operands[place + 1..]);
            let decided = extents.is_total(operand)
                && rivals.copied().collect::<Vec<_>>().into_iter().any(|rival| {
                    let (small, large) = if largest { (operand, rival) } else { (rival, operand) };
                    self.truth_at_most(extents, small, large).is_yes()
                });
            if !decided {
                kept.push(operand);
            }
        }
        match (kept.len() == operands.len(), largest) {
            (true, _) => extent,
            (false, true) => extents.maximum(kept),
            (false, false) => extents.minimum(kept),
        }
    }

    /// The range of an extent under the facts.
    pub fn interval(&self, extents: &mut Extents, extent: ExtentId) -> Interval {
        let extent = self.representative(extents, extent);
        self.interval_of(extents, extent)
    }

    pub(super) fn interval_of(&self, extents: &Extents, extent: ExtentId) -> Interval {
        let plain = extents.interval(extent);
        if extents.mask(extent) & self.interval_bits == 0 {
            return plain;
        }
        let refined =
            extents.interval_under(extent, &|unknown| self.intervals.get(&unknown).copied());
        refined.meet(plain).unwrap_or(plain)
    }

    /// Whether an extent in preferred form is at least zero.
    fn is_nonnegative(&self, extents: &mut Extents, extent: ExtentId) -> bool {
        if let Some(&known) = self.signs.borrow().get(&(self.state, extent)) {
            return known;
        }
        let found = self.find_nonnegative(extents, extent);
        self.signs.borrow_mut().insert((self.state, extent), found);
        found
    }

    fn find_nonnegative(&self, extents: &mut Extents, extent: ExtentId) -> bool {
        let low = |extents: &Extents, extent| self.interval_of(extents, extent).low();
        if low(extents, extent).is_some_and(|low| low >= 0) {
            return true;
        }
        if extents.lower_bound(extent, 3).is_some_and(|low| low >= 0) {
            return true;
        }
        // One elimination step: what remains after taking away a known
        // non-negative extent. Or two of them, if nothing but a number remains then: `j <= n` where
        // `j <= i` and `i <= n`.
        let own = extents.mask(extent);
        let recent = self.recent_inequalities(extents);
        recent.iter().any(|&(known, mask)| {
            if own & mask == 0 || !extents.shares_term(extent, known) {
                return false;
            }
            let refine = |unknown| self.intervals.get(&unknown).copied();
            let bits = self.interval_bits;
            match extents.interval_of_difference((extent, known), bits, &refine) {
                Some((rest, _)) if rest.low().is_some_and(|low| low >= 0) => true,
                Some((_, false)) => {
                    (own | mask).count_ones() <= FEW && {
                        let rest = extents.subtract(extent, known);
                        self.is_known_and_more(extents, rest, &recent)
                    }
                }
                Some((_, true)) | None => {
                    let rest = extents.subtract(extent, known);
                    low(extents, rest).is_some_and(|low| low >= 0)
                        || extents.lower_bound(rest, 2).is_some_and(|low| low >= 0)
                }
            }
        })
    }

    /// Whether an extent is one of those that are known to be at least zero, or greater by a number.
    fn is_known_and_more(
        &self,
        extents: &mut Extents,
        extent: ExtentId,
        recent: &[(ExtentId, u64)],
    ) -> bool {
        let own = extents.mask(extent);
        let refine = |unknown| self.intervals.get(&unknown).copied();
        recent.iter().any(|&(known, mask)| {
            own == mask
                && extents.shares_term(extent, known)
                && extents
                    .interval_of_difference((extent, known), self.interval_bits, &refine)
                    .is_some_and(|(rest, _)| rest.low().is_some_and(|low| low >= 0))
        })
    }

    /// The latest extents known to be at least zero, the very latest first, in preferred form and
    /// with the bits of their unknowns.
    fn recent_inequalities(&self, extents: &mut Extents) -> Rc<[(ExtentId, u64)]> {
        if let Some((state, recent)) = &*self.recent.borrow()
            && *state == self.state
        {
            return Rc::clone(recent);
        }
        let preferred = self.nonnegative.iter().rev().take(RECENT).map(|&known| {
            let known = self.representative(extents, known);
            (known, extents.mask(known))
        });
        let found: Rc<[(ExtentId, u64)]> = preferred.collect();
        *self.recent.borrow_mut() = Some((self.state, Rc::clone(&found)));
        found
    }

    fn truth_equal(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        if a == b {
            return Truth::Yes;
        }
        let (a, b) = (self.representative(extents, a), self.representative(extents, b));
        match extents.equal(a, b) {
            Truth::Maybe => {}
            decided => return decided,
        }
        let key = (self.state, a.min(b), a.max(b));
        if let Some(&known) = self.comparisons.borrow().get(&key) {
            return known;
        }
        let found = self.compare(extents, a, b);
        self.comparisons.borrow_mut().insert(key, found);
        found
    }

    /// Whether extents in preferred form are equal that are not so whatever they stand for.
    fn compare(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        let difference = extents.subtract(a, b);
        let opposite = extents.subtract(b, a);
        if self.zeros.contains_key(&difference) || self.zeros.contains_key(&opposite) {
            return Truth::Yes;
        }
        if self.nonzeros.contains_key(&difference) || self.nonzeros.contains_key(&opposite) {
            return Truth::No;
        }
        let interval = self.interval_of(extents, difference);
        if !interval.contains(0) {
            return Truth::No;
        }
        if interval.value() == Some(0) {
            return Truth::Yes;
        }
        if let Some(unknown) = extents.as_unknown(a)
            && let Some(value) = extents.as_literal(b)
            && self.congruences.get(&unknown).is_some_and(|known| !known.contains(value))
        {
            return Truth::No;
        }
        // What is not found to be at least zero is not found to be at least one.
        let (below, above) =
            (self.is_nonnegative(extents, opposite), self.is_nonnegative(extents, difference));
        let larger = match (below, above) {
            (true, true) => return Truth::Yes,
            (true, false) => Some(opposite),
            (false, true) => Some(difference),
            (false, false) => None,
        };
        if let Some(larger) = larger {
            let one_less = extents.subtract(larger, Extents::ONE);
            if self.is_nonnegative(extents, one_less) {
                return Truth::No;
            }
        }
        let decided = (self.decided_extremum(extents, a), self.decided_extremum(extents, b));
        if decided != (a, b) {
            return self.truth_equal(extents, decided.0, decided.1);
        }
        // A product is zero only if one of its factors is.
        if let Some((factor, rest)) = extents.common_factor(difference) {
            let zero = Extents::ZERO;
            let factor = self.truth_equal(extents, factor, zero);
            return match factor {
                Truth::Yes => Truth::Yes,
                Truth::No => self.truth_equal(extents, rest, zero),
                Truth::Maybe => Truth::Maybe,
            };
        }
        Truth::Maybe
    }

    fn truth_at_most(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        let (a, b) = (self.representative(extents, a), self.representative(extents, b));
        match extents.at_most(a, b) {
            Truth::Maybe => {}
            decided => return decided,
        }
        let room = extents.subtract(b, a);
        if self.is_nonnegative(extents, room) {
            return Truth::Yes;
        }
        let excess = extents.subtract(a, b);
        let excess = extents.subtract(excess, Extents::ONE);
        if self.is_nonnegative(extents, excess) {
            return Truth::No;
        }
        Truth::Maybe
    }

    fn truth_divides(&self, extents: &mut Extents, divisor: ExtentId, extent: ExtentId) -> Truth {
        if self.divisibilities.contains_key(&(divisor, extent)) {
            return Truth::Yes;
        }
        let divisor = self.representative(extents, divisor);
        let extent = self.representative(extents, extent);
        match extents.divides(divisor, extent) {
            Truth::Maybe => {}
            decided => return decided,
        }
        if self.divisibilities.contains_key(&(divisor, extent)) {
            return Truth::Yes;
        }
        match (extents.as_literal(divisor), extents.as_unknown(extent)) {
            (Some(divisor), Some(unknown)) => self
                .congruences
                .get(&unknown)
                .map_or(Truth::Maybe, |known| known.divisible_by(divisor)),
            _ => Truth::Maybe,
        }
    }

    /// The truth of a condition.
    pub fn truth(&self, algebra: &mut Algebra, requirement: &Requirement) -> Truth {
        if self.contradiction {
            return Truth::Yes;
        }
        match requirement {
            Requirement::True => Truth::Yes,
            Requirement::False => Truth::No,
            Requirement::Equal(a, b) => self.truth_equal(algebra.extents_mut(), *a, *b),
            Requirement::Different(a, b) => !self.truth_equal(algebra.extents_mut(), *a, *b),
            Requirement::AtMost(a, b) => self.truth_at_most(algebra.extents_mut(), *a, *b),
            Requirement::Divides(a, b) => self.truth_divides(algebra.extents_mut(), *a, *b),
            Requirement::Legal(shape) => {
                if self.legal.contains(shape) {
                    return Truth::Yes;
                }
                match algebra.is_legal(*shape) {
                    Truth::Maybe => self.truth_legal(algebra, *shape),
                    decided => decided,
                }
            }
            Requirement::Matrix(shape) => {
                let legal = self.truth(algebra, &Requirement::Legal(*shape));
                let known = self.substituted(algebra, *shape);
                if algebra.is_matrix(known) {
                    return legal;
                }
                match algebra.as_tuple(known) {
                    Some(extents) => extents.iter().skip(2).fold(legal, |all, &extent| {
                        all.and(self.truth_equal(algebra.extents_mut(), extent, Extents::ONE))
                    }),
                    None => Truth::Maybe,
                }
            }
            Requirement::All(parts) => {
                // A known disjunction of the contraries of some of these refutes them.
                let contrary = |known: &Requirement| {
                    let Requirement::Different(a, b) = known else { return false };
                    let equal = |part: &Requirement| match part {
                        Requirement::Equal(c, d) => (a, b) == (c, d) || (a, b) == (d, c),
                        _ => false,
                    };
                    parts.iter().any(equal)
                };
                let refuted = self.clauses.iter().any(|clause| match clause {
                    Requirement::Any(known) => known.iter().all(contrary),
                    _ => false,
                });
                if refuted {
                    return Truth::No;
                }
                parts.iter().fold(Truth::Yes, |all, part| all.and(self.truth(algebra, part)))
            }
            Requirement::Any(parts) => {
                // A known disjunction of some of these alternatives suffices.
                let known = self.clauses.iter().any(|clause| match clause {
                    Requirement::Any(known) => known.iter().all(|part| parts.contains(part)),
                    _ => false,
                });
                if known {
                    return Truth::Yes;
                }
                parts.iter().fold(Truth::No, |any, part| any.or(self.truth(algebra, part)))
            }
        }
    }

    /// The shapes known to be legal, the latest first, as many as are used.
    fn premises(&self) -> Vec<ShapeId> {
        self.legal.iter().rev().take(PREMISES).copied().collect()
    }

    /// Whether the legality of a shape follows from that of others.
    fn follows(&self, algebra: &mut Algebra, shape: ShapeId) -> bool {
        !self.legal.is_empty() && algebra.legality_follows(&self.premises(), shape)
    }

    /// Whether two shapes are the same on every run that satisfies the facts:
    /// one id, provably equal extents, or a consequence of what ran.
    pub fn same_shape(&self, algebra: &mut Algebra, a: ShapeId, b: ShapeId) -> Truth {
        if a == b || algebra.equality_follows(&self.premises(), a, b) {
            return Truth::Yes;
        }
        let (x, y) = (self.resolve(algebra, a), self.resolve(algebra, b));
        if x == y && x != Algebra::ILLEGAL {
            return Truth::Yes;
        }
        match (algebra.as_tuple(x), algebra.as_tuple(y)) {
            (Some(p), Some(q)) => (0..p.len().max(q.len())).fold(Truth::Yes, |same, axis| {
                let at = |tuple: &Tuple| tuple.get(axis).copied().unwrap_or(Extents::ONE);
                same.and(self.truth_equal(algebra.extents_mut(), at(&p), at(&q)))
            }),
            _ => Truth::Maybe,
        }
    }

    /// Whether a shape is legal under the facts, without assuming that it is. What long chains of
    /// operations share is asked for once.
    fn truth_legal(&self, algebra: &mut Algebra, shape: ShapeId) -> Truth {
        let key = (self.state, self.changes, shape);
        if let Some(&known) = self.legality.borrow().get(&key) {
            return known;
        }
        let known = self.substituted(algebra, shape);
        let truth = match algebra.is_legal(known) {
            Truth::Maybe => match self.last_operation(algebra, known) {
                Truth::Maybe if self.follows(algebra, shape) => Truth::Yes,
                truth => truth,
            },
            decided => decided,
        };
        self.legality.borrow_mut().insert(key, truth);
        truth
    }

    /// Whether a shape is legal because its operands are and its last
    /// operation succeeds.
    fn last_operation(&self, algebra: &mut Algebra, shape: ShapeId) -> Truth {
        let operands = algebra.operands(shape);
        let legal = operands
            .iter()
            .all(|operand| self.legal.contains(operand) || algebra.is_legal(*operand).is_yes());
        let requirement = algebra.legality(shape);
        if requirement == Requirement::Legal(shape) {
            return Truth::Maybe;
        }
        match self.truth(algebra, &requirement) {
            Truth::Yes if !legal => Truth::Maybe,
            decided => decided,
        }
    }

    /// The shape with known variables and equalities put in; exact on runs
    /// that satisfy the facts.
    pub fn substituted(&self, algebra: &mut Algebra, shape: ShapeId) -> ShapeId {
        if let Some(&known) = self.exact.borrow().get(&(self.state, shape)) {
            return known;
        }
        let exact = algebra.substitute_small(shape, &self.shapes_and_names);
        self.exact.borrow_mut().insert((self.state, shape), exact);
        exact
    }

    /// The shape on runs where it is legal and the facts hold: a tuple where
    /// one can be told, with extents in preferred form.
    pub fn resolve(&self, algebra: &mut Algebra, shape: ShapeId) -> ShapeId {
        if self.is_as_it_is(algebra, shape) {
            return shape;
        }
        if let Some(&known) = self.resolved.borrow().get(&(self.state, shape)) {
            return known;
        }
        let resolved = algebra.resolve_with(shape, &self.shapes, self);
        self.resolved.borrow_mut().insert((self.state, shape), resolved);
        resolved
    }

    /// Whether a shape is a bare variable or a literal one, of which nothing is known.
    fn is_as_it_is(&self, algebra: &mut Algebra, shape: ShapeId) -> bool {
        match *algebra.node(shape) {
            Node::Variable(variable) => {
                !self.shapes.variables.contains_key(&variable) && algebra.as_tuple(shape).is_none()
            }
            _ => algebra.is_concrete(shape),
        }
    }

    /// What has been assumed of the unknowns of some shapes and extents, and of others
    /// that are related to them by what has been assumed.
    pub fn assumed_of(
        &self,
        algebra: &Algebra,
        shapes: &[ShapeId],
        extents: &[ExtentId],
    ) -> Vec<Requirement> {
        if self.assumptions.is_empty() {
            return Vec::new();
        }
        let mut reached = algebra.unknowns(shapes, extents);
        let mut open: Vec<(&Requirement, Rc<Unknowns>)> = self
            .assumptions
            .iter()
            .map(|assumption| (assumption, self.unknowns_of(algebra, assumption)))
            .collect();
        let mut found = Vec::new();
        loop {
            let before = found.len();
            open.retain(|(assumption, unknowns)| {
                let related = unknowns.shares(&reached);
                if related {
                    found.push((*assumption).clone());
                    reached.include(unknowns);
                }
                !related
            });
            if found.len() == before {
                return found;
            }
        }
    }

    pub(super) fn unknowns_of(&self, algebra: &Algebra, requirement: &Requirement) -> Rc<Unknowns> {
        if let Some(known) = self.mentioned.borrow().get(requirement) {
            return Rc::clone(known);
        }
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        requirement.mentions(&mut shapes, &mut extents);
        let unknowns = Rc::new(algebra.unknowns(&shapes, &extents));
        self.mentioned.borrow_mut().insert(requirement.clone(), Rc::clone(&unknowns));
        unknowns
    }

    /// The condition without what the facts decide.
    pub fn simplify(&self, algebra: &mut Algebra, requirement: &Requirement) -> Requirement {
        match self.truth(algebra, requirement) {
            Truth::Yes => return Requirement::True,
            Truth::No => return Requirement::False,
            Truth::Maybe => {}
        }
        let mut shorten = |extent: ExtentId| self.representative(algebra.extents_mut(), extent);
        match requirement {
            Requirement::Equal(a, b) => Requirement::Equal(shorten(*a), shorten(*b)),
            Requirement::Different(a, b) => Requirement::Different(shorten(*a), shorten(*b)),
            Requirement::AtMost(a, b) => Requirement::AtMost(shorten(*a), shorten(*b)),
            Requirement::Divides(a, b) => Requirement::Divides(shorten(*a), shorten(*b)),
            Requirement::True
            | Requirement::False
            | Requirement::Legal(_)
            | Requirement::Matrix(_) => requirement.clone(),
            Requirement::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.simplify(algebra, part)).collect();
                Requirement::all(parts)
            }
            Requirement::Any(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.simplify(algebra, part)).collect();
                Requirement::any(parts)
            }
        }
    }

    /// Whether a condition holds, with the condition under which it does and
    /// sizes that break it, if some are found at once. What is printed deserves
    /// the longer search of [`Facts::counterexample`].
    pub fn check(&self, algebra: &mut Algebra, requirement: &Requirement) -> Verdict {
        match self.truth(algebra, requirement) {
            Truth::Yes => Verdict::Proved,
            Truth::No => {
                Verdict::Refuted(self.quick_example(algebra, requirement).unwrap_or_else(|| {
                    Counterexample { shapes: Vec::new(), sizes: Vec::new(), sides: None }
                }))
            }
            Truth::Maybe => {
                let breaks = self.quick_example(algebra, requirement);
                let requirement = self.simplify(algebra, requirement);
                Verdict::Unknown(Condition { requirement, breaks })
            }
        }
    }

    /// Whether the last operation of a shape succeeds.
    pub fn check_legal(&self, algebra: &mut Algebra, shape: ShapeId) -> Verdict {
        if self.legal.contains(&shape) {
            return Verdict::Proved;
        }
        let requirement = algebra.legality(shape);
        let verdict = self.check(algebra, &requirement);
        // What it needs extent by extent may follow from terms that were legal all the same.
        match verdict {
            Verdict::Unknown(_)
                if self.truth(algebra, &Requirement::Legal(shape)) == Truth::Yes =>
            {
                Verdict::Proved
            }
            verdict => verdict,
        }
    }
}

impl Knowledge for Facts {
    fn equal(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        self.truth_equal(extents, a, b)
    }

    fn at_most(&self, extents: &mut Extents, a: ExtentId, b: ExtentId) -> Truth {
        self.truth_at_most(extents, a, b)
    }

    fn divides(&self, extents: &mut Extents, divisor: ExtentId, extent: ExtentId) -> Truth {
        self.truth_divides(extents, divisor, extent)
    }
}

impl Resolver for Facts {
    fn representative(&self, extents: &mut Extents, extent: ExtentId) -> ExtentId {
        let extent = Facts::representative(self, extents, extent);
        self.decided_extremum(extents, extent)
    }
}
