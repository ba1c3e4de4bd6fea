//! Extrema, joins, divisions and remainders: constructors that fold what they
//! can and leave an atom otherwise.

use super::atom::{Atom, Opaque};
use super::{Congruence, ExtentId, Extents, Interval};
use smallvec::SmallVec;

type Operands = SmallVec<[ExtentId; 2]>;

impl Extents {
    /// The largest of the operands.
    pub fn maximum(&mut self, operands: impl IntoIterator<Item = ExtentId>) -> ExtentId {
        self.extremum(operands, true)
    }

    /// The smallest of the operands.
    pub fn minimum(&mut self, operands: impl IntoIterator<Item = ExtentId>) -> ExtentId {
        self.extremum(operands, false)
    }

    /// max(0, a): what a size argument means.
    pub fn clamp(&mut self, a: ExtentId) -> ExtentId {
        self.maximum([Extents::ZERO, a])
    }

    /// What [`Extents::clamp`] was made of: the a of max(0, a).
    pub fn unclamped(&self, extent: ExtentId) -> Option<ExtentId> {
        match self.extremum_operands(extent)? {
            ([Extents::ZERO, a] | [a, Extents::ZERO], true) => Some(*a),
            _ => None,
        }
    }

    /// Whether `extent` is min(1, other) of an extent that is not negative: the rows of what is 0x0
    /// where it has no columns, and a row where it has some.
    pub fn is_one_unless_zero(&self, extent: ExtentId, other: ExtentId) -> bool {
        let own = match self.extremum_operands(extent) {
            Some(([Extents::ONE, own] | [own, Extents::ONE], false)) => *own,
            _ => return false,
        };
        own == other && self.interval(other).low().is_some_and(|low| low >= 0)
    }

    /// The operands of a maximum or a minimum, and whether it is a maximum.
    pub(crate) fn extremum_operands(&self, extent: ExtentId) -> Option<(&[ExtentId], bool)> {
        let atom = self.polynomial(extent).as_atom()?;
        match self.atom_info(atom).0 {
            Atom::Maximum(operands) => Some((operands, true)),
            Atom::Minimum(operands) => Some((operands, false)),
            _ => None,
        }
    }

    fn extremum(
        &mut self,
        operands: impl IntoIterator<Item = ExtentId>,
        largest: bool,
    ) -> ExtentId {
        let mut flat = Operands::new();
        for operand in operands {
            match self.polynomial(operand).as_atom().map(|atom| self.atom_info(atom).0) {
                Some(Atom::Maximum(inner)) if largest => flat.extend(inner.iter().copied()),
                Some(Atom::Minimum(inner)) if !largest => flat.extend(inner.iter().copied()),
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        // Drop what another operand dominates. Undefined operands stay: the
        // result is defined only where they are.
        let mut kept = Operands::new();
        for (position, &operand) in flat.iter().enumerate() {
            let mut covers = |winner: ExtentId, loser: ExtentId| {
                let (small, large) = if largest { (loser, winner) } else { (winner, loser) };
                self.at_most(small, large).is_yes()
            };
            // Of operands that are always equal the first one stays.
            let dominated = flat.iter().enumerate().any(|(other, &rival)| {
                other != position
                    && covers(rival, operand)
                    && (other < position || !covers(operand, rival))
            });
            let dominated = dominated && self.is_total(operand);
            if !dominated {
                kept.push(operand);
            }
        }
        match kept.as_slice() {
            [] => flat.first().copied().unwrap_or(Extents::ZERO),
            [single] => *single,
            _ => {
                let combine = if largest { Interval::maximum } else { Interval::minimum };
                let interval = kept
                    .iter()
                    .map(|&operand| self.interval(operand))
                    .reduce(combine)
                    .unwrap_or(Interval::ALL);
                let congruence = self.common_congruence(&kept);
                let (atom, kind) = if largest {
                    (Atom::Maximum(kept.clone()), Opaque::Maximum)
                } else {
                    (Atom::Minimum(kept.clone()), Opaque::Minimum)
                };
                self.operation(atom, kind, &kept, interval, congruence, false)
            }
        }
    }

    fn common_congruence(&self, operands: &[ExtentId]) -> Congruence {
        operands
            .iter()
            .map(|&operand| self.congruence(operand))
            .reduce(Congruence::hull)
            .unwrap_or(Congruence::ANY)
    }

    /// The extent that expansion gives: operands are equal or 1. Undefined
    /// where two operands differ and neither is 1. Not the maximum: the join
    /// of 0 and 1 is 0.
    pub fn join(&mut self, operands: impl IntoIterator<Item = ExtentId>) -> ExtentId {
        let mut flat = Operands::new();
        for operand in operands {
            match self.polynomial(operand).as_atom().map(|atom| self.atom_info(atom).0) {
                Some(Atom::Join(inner)) => flat.extend(inner.iter().copied()),
                _ => flat.push(operand),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|operand| !self.is_one(*operand).is_yes());
        // Where the join is defined, an operand that is not 1 is its value.
        let decided = flat
            .iter()
            .copied()
            .filter(|&operand| self.is_one(operand).is_no())
            .min_by_key(|&operand| (self.as_literal(operand).is_none(), operand));
        match (decided, flat.as_slice()) {
            (Some(value), _) => value,
            (None, []) => Extents::ONE,
            (None, [single]) => *single,
            (None, _) => {
                let interval = flat
                    .iter()
                    .map(|&operand| self.interval(operand))
                    .reduce(Interval::hull)
                    .unwrap_or(Interval::EXTENT);
                self.operation(
                    Atom::Join(flat.clone()),
                    Opaque::Join,
                    &flat,
                    interval,
                    Congruence::ANY,
                    true,
                )
            }
        }
    }

    /// ⌊a / b⌋. Undefined for b = 0.
    pub fn floor_divide(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if let Some(divisor) = self.as_literal(b).filter(|&divisor| divisor > 0) {
            let (quotient, remainder) = self.polynomial(a).split(divisor);
            let (quotient, remainder) = (self.intern(quotient), self.intern(remainder));
            let rest = self.interval(remainder).floor_divide(Interval::exactly(divisor));
            let carry = match rest.value() {
                Some(value) => self.literal(value),
                None => self.floor_atom(remainder, b),
            };
            return self.add(quotient, carry);
        }
        if self.is_zero(b).is_no()
            && let Some(quotient) = self.polynomial(a).divide_by_term(self.polynomial(b))
        {
            return self.intern(quotient);
        }
        self.floor_atom(a, b)
    }

    fn floor_atom(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        let interval = self.interval(a).floor_divide(self.interval(b));
        let partial = !self.is_zero(b).is_no();
        let atom = Atom::FloorDivide(a, b);
        self.operation(atom, Opaque::FloorDivide, &[a, b], interval, Congruence::ANY, partial)
    }

    /// ⌈a / b⌉. Undefined for b = 0.
    pub fn ceiling_divide(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if let Some(divisor) = self.as_literal(b).filter(|&divisor| divisor > 0) {
            let (quotient, remainder) = self.polynomial(a).split(divisor);
            let (quotient, remainder) = (self.intern(quotient), self.intern(remainder));
            let negated = self.interval(remainder).negated();
            let rest = negated.floor_divide(Interval::exactly(divisor)).negated();
            let carry = match rest.value() {
                Some(value) => self.literal(value),
                None => self.ceiling_atom(remainder, b),
            };
            return self.add(quotient, carry);
        }
        if self.is_zero(b).is_no()
            && let Some(quotient) = self.polynomial(a).divide_by_term(self.polynomial(b))
        {
            return self.intern(quotient);
        }
        self.ceiling_atom(a, b)
    }

    fn ceiling_atom(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        let negated = self.interval(a).negated();
        let interval = negated.floor_divide(self.interval(b)).negated();
        let partial = !self.is_zero(b).is_no();
        let atom = Atom::CeilingDivide(a, b);
        self.operation(atom, Opaque::CeilingDivide, &[a, b], interval, Congruence::ANY, partial)
    }

    /// a / b where the division leaves no remainder; undefined elsewhere.
    pub fn exact_divide(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if let Some(quotient) = self.polynomial(a).divide_by_term(self.polynomial(b)) {
            return self.intern(quotient);
        }
        let interval = self.interval(a).floor_divide(self.interval(b));
        let atom = Atom::ExactDivide(a, b);
        self.operation(atom, Opaque::ExactDivide, &[a, b], interval, Congruence::ANY, true)
    }

    /// The remainder with the sign of a positive divisor; `a` itself for b = 0.
    pub fn modulo(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        match self.as_literal(b) {
            Some(0) => return a,
            Some(divisor) if divisor > 0 => {
                let (_, remainder) = self.polynomial(a).split(divisor);
                let remainder = self.intern(remainder);
                let range = self.interval(remainder);
                let whole = Interval::new(0, divisor - 1);
                if whole.is_some_and(|whole| range.meet(whole) == Some(range)) {
                    return remainder;
                }
                let congruence = self.congruence(a);
                if congruence.modulus() != 0 && congruence.modulus() % divisor == 0 {
                    return self.literal(congruence.residue().rem_euclid(divisor));
                }
                let atom = Atom::Modulo(remainder, b);
                let interval = whole.unwrap_or(Interval::EXTENT);
                return self.operation(
                    atom,
                    Opaque::Modulo,
                    &[remainder, b],
                    interval,
                    Congruence::ANY,
                    false,
                );
            }
            _ => {}
        }
        let interval = match (self.interval(b).low(), self.interval(a).low()) {
            // Positive divisor, or zero with a non-negative dividend.
            (Some(low), Some(least)) if low >= 0 && (low > 0 || least >= 0) => Interval::EXTENT,
            _ => Interval::ALL,
        };
        let atom = Atom::Modulo(a, b);
        self.operation(atom, Opaque::Modulo, &[a, b], interval, Congruence::ANY, false)
    }

    /// The number of elements of `first : step : last`; undefined for step 0.
    pub fn range_count(&mut self, first: ExtentId, step: ExtentId, last: ExtentId) -> ExtentId {
        let span = self.subtract(last, first);
        let (span, step) = match self.as_literal(step) {
            Some(value) if value < 0 && value != i64::MIN => {
                let minus_one = self.literal(-1);
                let flipped = self.literal(-value);
                (self.multiply(span, minus_one), flipped)
            }
            _ => (span, step),
        };
        let steps = self.floor_divide(span, step);
        let count = self.add(steps, Extents::ONE);
        self.clamp(count)
    }
}
