//! Extents: symbolic integers in an interned normal form.
//!
//! An extent is a polynomial over atoms, kept canonical by the constructors in
//! this module: equal polynomials have equal ids. Division and extrema are in
//! `operations`, comparisons in `compare`, printing in `display`. Shapes are
//! opaque ids here.
//!
//! An extent may be *undefined* for some values of its unknowns (a join of
//! different extents, a division with a remainder). It then speaks only of the
//! runs on which it is defined: identities between extents hold on those.

mod atom;
mod compare;
mod display;
mod evaluate;
mod operations;
mod pace;
mod polynomial;
mod range;
mod structure;

pub use crate::ids::ExtentId;
pub use atom::{Measure, NameId, Origin, Unknown};
pub use evaluate::Stuck;
pub use pace::Role;
pub use range::{Congruence, Interval};

use crate::semantics::Truth;
use atom::{Atom, AtomId, Opaque};
use polynomial::Polynomial;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::hash::BuildHasher as _;

/// Nesting of atoms beyond this depth becomes opaque, so that recursion over
/// extents is bounded.
const MAXIMUM_DEPTH: u16 = 48;

/// Literals below this bound are interned in advance, under their own value.
const SMALL_LITERALS: i64 = 16;

#[derive(Clone, Debug)]
struct Name {
    origin: Origin,
}

#[derive(Clone, Debug)]
struct AtomInfo {
    atom: Atom,
    interval: Interval,
    congruence: Congruence,
    depth: u16,
    /// Whether the atom has a value whatever its unknowns are.
    total: bool,
    mask: u64,
}

#[derive(Clone, Debug)]
struct ExtentInfo {
    polynomial: Polynomial,
    interval: Interval,
    congruence: Congruence,
    depth: u16,
    total: bool,
    mask: u64,
    /// What it depends on, once somebody has asked.
    unknowns: OnceCell<Box<[Unknown]>>,
    /// The one before with the same hash.
    earlier: Option<ExtentId>,
}

/// The arena of extents.
#[derive(Clone, Debug)]
pub struct Extents {
    names: Vec<Name>,
    name_ids: FxHashMap<Origin, NameId>,
    atoms: Vec<AtomInfo>,
    atom_ids: FxHashMap<Atom, AtomId>,
    extents: Vec<ExtentInfo>,
    /// The latest extent of each hash of a polynomial.
    extent_ids: FxHashMap<u64, ExtentId>,
    differences: FxHashMap<(ExtentId, ExtentId), ExtentId>,
    /// Lower bounds that took some looking for.
    lower_bounds: FxHashMap<(ExtentId, u32), Option<i64>>,
}

impl Default for Extents {
    fn default() -> Extents {
        Extents::new()
    }
}

impl Extents {
    /// An arena that holds only the small literals.
    pub fn new() -> Extents {
        let mut extents = Extents {
            names: Vec::new(),
            name_ids: FxHashMap::default(),
            atoms: Vec::new(),
            atom_ids: FxHashMap::default(),
            extents: Vec::with_capacity(64),
            extent_ids: FxHashMap::with_capacity_and_hasher(64, Default::default()),
            differences: FxHashMap::default(),
            lower_bounds: FxHashMap::default(),
        };
        for value in 0..SMALL_LITERALS {
            extents.intern(Polynomial::constant(value));
        }
        extents
    }

    /// The literal 0.
    pub const ZERO: ExtentId = ExtentId(0);
    /// The literal 1.
    pub const ONE: ExtentId = ExtentId(1);

    /// A literal integer.
    pub fn literal(&mut self, value: i64) -> ExtentId {
        match u32::try_from(value) {
            Ok(small) if value < SMALL_LITERALS => ExtentId(small),
            _ => self.intern(Polynomial::constant(value)),
        }
    }

    /// A named size. Asking again for the same origin gives the same extent
    /// with the bounds it was first given.
    pub fn name(&mut self, origin: Origin, bounds: Interval) -> ExtentId {
        self.name_with(origin, bounds, Congruence::ANY)
    }

    /// A named size with bounds and a known remainder.
    pub fn name_with(
        &mut self,
        origin: Origin,
        bounds: Interval,
        congruence: Congruence,
    ) -> ExtentId {
        if let Some(value) = bounds.value() {
            return self.literal(value);
        }
        let name = match self.name_ids.get(&origin) {
            Some(&name) => name,
            None => {
                let name = NameId(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
                self.names.push(Name { origin: origin.clone() });
                self.name_ids.insert(origin, name);
                name
            }
        };
        self.atom(Atom::Unknown(Unknown::Name(name)), bounds, congruence, 0, true)
    }

    /// A size held by a variable of the program, at least 0.
    pub fn variable(&mut self, name: &str) -> ExtentId {
        self.name(Origin::Variable(name.to_owned()), Interval::EXTENT)
    }

    /// Whether there is a size of this name.
    pub fn has_variable(&self, name: &str) -> bool {
        self.name_ids.contains_key(&Origin::Variable(name.to_owned()))
    }

    /// A measure of a shape; `total` if that shape is always legal.
    pub(crate) fn measure(
        &mut self,
        unknown: Unknown,
        interval: Interval,
        congruence: Congruence,
        total: bool,
    ) -> ExtentId {
        self.atom(Atom::Unknown(unknown), interval, congruence, 0, total)
    }

    /// How many names there are.
    pub(crate) fn names(&self) -> usize {
        self.names.len()
    }

    /// The origin of a name.
    pub fn origin(&self, name: NameId) -> &Origin {
        &self.names[name.0 as usize].origin
    }

    /// Describes a size that was made up in other words.
    pub fn describe(&mut self, name: NameId, words: String) {
        if let Some(Name { origin: Origin::Fresh { description, .. } }) =
            self.names.get_mut(name.0 as usize)
        {
            *description = words;
        }
    }

    /// Sum.
    pub fn add(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        match self.polynomial(a).add_scaled(self.polynomial(b), 1) {
            Some(sum) => self.intern(sum),
            None => self.opaque(Opaque::Sum, &[a.min(b), a.max(b)], Interval::plus),
        }
    }

    /// Difference.
    pub fn subtract(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if a == b {
            return Extents::ZERO;
        }
        if let Some(&difference) = self.differences.get(&(a, b)) {
            return difference;
        }
        let difference = match self.polynomial(a).add_scaled(self.polynomial(b), -1) {
            Some(difference) => self.intern(difference),
            None => {
                let minus_one = self.literal(-1);
                let negated = self.multiply(b, minus_one);
                self.add(a, negated)
            }
        };
        self.differences.insert((a, b), difference);
        difference
    }

    /// Product.
    pub fn multiply(&mut self, a: ExtentId, b: ExtentId) -> ExtentId {
        if self.is_one_unless_zero(a, b) {
            return b;
        }
        if self.is_one_unless_zero(b, a) {
            return a;
        }
        match self.polynomial(a).times(self.polynomial(b)) {
            Some(product) => self.intern(product),
            None => self.opaque(Opaque::Product, &[a.min(b), a.max(b)], Interval::times),
        }
    }

    /// Product of a list.
    pub fn product(&mut self, factors: impl IntoIterator<Item = ExtentId>) -> ExtentId {
        factors.into_iter().fold(Extents::ONE, |product, factor| self.multiply(product, factor))
    }

    /// The constant term of the polynomial.
    pub fn constant_term(&self, extent: ExtentId) -> i64 {
        self.polynomial(extent).offset()
    }

    /// What a name was declared to be.
    pub fn name_range(&self, name: NameId) -> (Interval, Congruence) {
        let atom = Atom::Unknown(Unknown::Name(name));
        match self.atom_ids.get(&atom) {
            Some(atom) => {
                let info = &self.atoms[atom.0 as usize];
                (info.interval, info.congruence)
            }
            None => (Interval::ALL, Congruence::ANY),
        }
    }

    /// The value, if the extent is a literal.
    pub fn as_literal(&self, extent: ExtentId) -> Option<i64> {
        if i64::from(extent.0) < SMALL_LITERALS {
            return Some(i64::from(extent.0));
        }
        self.polynomial(extent).as_constant()
    }

    /// The unknown, if the extent is just one.
    pub fn as_unknown(&self, extent: ExtentId) -> Option<Unknown> {
        match self.atoms[self.polynomial(extent).as_atom()?.0 as usize].atom {
            Atom::Unknown(unknown) => Some(unknown),
            _ => None,
        }
    }

    /// What is known of the value without any facts.
    pub fn interval(&self, extent: ExtentId) -> Interval {
        self.extents[extent.0 as usize].interval
    }

    /// What is known of the remainder without any facts.
    pub fn congruence(&self, extent: ExtentId) -> Congruence {
        self.extents[extent.0 as usize].congruence
    }

    /// Whether the extent has a value whatever its unknowns are.
    pub fn is_total(&self, extent: ExtentId) -> bool {
        self.extents[extent.0 as usize].total
    }

    /// Whether the extent is a given value.
    pub fn is_value(&self, extent: ExtentId, value: i64) -> Truth {
        let info = &self.extents[extent.0 as usize];
        if info.interval.value() == Some(value) {
            Truth::Yes
        } else if info.interval.contains(value) && info.congruence.contains(value) {
            Truth::Maybe
        } else {
            Truth::No
        }
    }

    /// Whether the extent is 1.
    pub fn is_one(&self, extent: ExtentId) -> Truth {
        self.is_value(extent, 1)
    }

    /// Whether the extent is 0.
    pub fn is_zero(&self, extent: ExtentId) -> Truth {
        self.is_value(extent, 0)
    }

    /// How many extents have been interned.
    pub fn len(&self) -> usize {
        self.extents.len()
    }

    /// Whether nothing has been interned; never true, as literals are.
    pub fn is_empty(&self) -> bool {
        self.extents.is_empty()
    }

    /// Every unknown the extent depends on, in a fixed order, without repeats.
    pub fn unknowns(&self, extent: ExtentId) -> &[Unknown] {
        self.extents[extent.0 as usize].unknowns.get_or_init(|| self.find_unknowns(extent))
    }

    /// A bit for each unknown the extent depends on; several unknowns may share one. Extents
    /// whose masks have no bit in common have no unknown in common.
    pub(crate) fn mask(&self, extent: ExtentId) -> u64 {
        self.extents[extent.0 as usize].mask
    }

    /// The bit of an unknown.
    pub(crate) fn bit(unknown: Unknown) -> u64 {
        1 << (FxBuildHasher.hash_one(unknown) >> 58)
    }

    fn mask_of(&self, atom: &Atom) -> u64 {
        let all = |operands: &[ExtentId]| {
            operands.iter().fold(0, |mask, &operand| mask | self.mask(operand))
        };
        match atom {
            Atom::Unknown(unknown) => Extents::bit(*unknown),
            Atom::Opaque(_, operands)
            | Atom::Join(operands)
            | Atom::Maximum(operands)
            | Atom::Minimum(operands) => all(operands),
            Atom::FloorDivide(a, b)
            | Atom::CeilingDivide(a, b)
            | Atom::ExactDivide(a, b)
            | Atom::Modulo(a, b) => all(&[*a, *b]),
        }
    }

    fn find_unknowns(&self, extent: ExtentId) -> Box<[Unknown]> {
        let mut found = Vec::new();
        let mut pending = vec![extent];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(extent) = pending.pop() {
            if !seen.insert(extent) {
                continue;
            }
            for (monomial, _) in self.polynomial(extent).terms() {
                for atom in monomial {
                    match &self.atoms[atom.0 as usize].atom {
                        Atom::Unknown(unknown) => found.push(*unknown),
                        Atom::Opaque(_, operands)
                        | Atom::Join(operands)
                        | Atom::Maximum(operands)
                        | Atom::Minimum(operands) => pending.extend(operands.iter().copied()),
                        Atom::FloorDivide(a, b)
                        | Atom::CeilingDivide(a, b)
                        | Atom::ExactDivide(a, b)
                        | Atom::Modulo(a, b) => pending.extend([*a, *b]),
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found.into_boxed_slice()
    }

    pub(super) fn polynomial(&self, extent: ExtentId) -> &Polynomial {
        &self.extents[extent.0 as usize].polynomial
    }

    pub(super) fn depth(&self, extent: ExtentId) -> u16 {
        self.extents[extent.0 as usize].depth
    }

    pub(super) fn intern(&mut self, polynomial: Polynomial) -> ExtentId {
        let hash = FxBuildHasher.hash_one(&polynomial);
        if let Some(id) = self.find_extent(hash, &polynomial) {
            return id;
        }
        let mut interval = Interval::exactly(0);
        let mut congruence = Congruence::exactly(0);
        let (mut depth, mut total, mut mask) = (0, true, 0);
        for (monomial, coefficient) in polynomial.terms() {
            let mut term = (Interval::exactly(*coefficient), Congruence::exactly(*coefficient));
            for atom in monomial {
                let info = &self.atoms[atom.0 as usize];
                term = (term.0.times(info.interval), term.1.times(info.congruence));
                depth = depth.max(info.depth);
                total &= info.total;
                mask |= info.mask;
            }
            interval = interval.plus(term.0);
            congruence = congruence.plus(term.1);
        }
        let id = ExtentId(u32::try_from(self.extents.len()).unwrap_or(u32::MAX));
        let info = ExtentInfo {
            polynomial,
            interval,
            congruence,
            depth,
            total,
            mask,
            unknowns: OnceCell::new(),
            earlier: self.extent_ids.insert(hash, id),
        };
        self.extents.push(info);
        id
    }

    /// The extent of a polynomial, if it has been interned.
    fn find_extent(&self, hash: u64, polynomial: &Polynomial) -> Option<ExtentId> {
        let mut next = self.extent_ids.get(&hash).copied();
        while let Some(extent) = next {
            let info = &self.extents[extent.0 as usize];
            if info.polynomial == *polynomial {
                return Some(extent);
            }
            next = info.earlier;
        }
        None
    }

    pub(super) fn atom(
        &mut self,
        atom: Atom,
        interval: Interval,
        congruence: Congruence,
        depth: u16,
        total: bool,
    ) -> ExtentId {
        let id = match self.atom_ids.get(&atom) {
            Some(&id) => id,
            None => {
                let id = AtomId(u32::try_from(self.atoms.len()).unwrap_or(u32::MAX));
                self.atoms.push(AtomInfo {
                    atom: atom.clone(),
                    interval,
                    congruence,
                    depth,
                    total,
                    mask: self.mask_of(&atom),
                });
                self.atom_ids.insert(atom, id);
                id
            }
        };
        self.intern(Polynomial::atom(id))
    }

    /// An operation node, or the opaque stand-in if it nests too deeply.
    pub(super) fn operation(
        &mut self,
        atom: Atom,
        kind: Opaque,
        operands: &[ExtentId],
        interval: Interval,
        congruence: Congruence,
        partial: bool,
    ) -> ExtentId {
        let depth = operands.iter().map(|&operand| self.depth(operand)).max().unwrap_or(0) + 1;
        let total = !partial && operands.iter().all(|&operand| self.is_total(operand));
        if let Some(value) = interval.value().filter(|_| total) {
            return self.literal(value);
        }
        if depth > MAXIMUM_DEPTH {
            let atom = Atom::Opaque(kind, operands.iter().copied().collect());
            return self.atom(atom, interval, congruence, 0, total);
        }
        self.atom(atom, interval, congruence, depth, total)
    }

    fn opaque(
        &mut self,
        kind: Opaque,
        operands: &[ExtentId; 2],
        combine: fn(Interval, Interval) -> Interval,
    ) -> ExtentId {
        let interval = combine(self.interval(operands[0]), self.interval(operands[1]));
        let total = operands.iter().all(|&operand| self.is_total(operand));
        let atom = Atom::Opaque(kind, SmallVec::from_slice(operands));
        self.atom(atom, interval, Congruence::ANY, 0, total)
    }

    pub(super) fn atom_info(&self, atom: AtomId) -> (&Atom, Interval) {
        let info = &self.atoms[atom.0 as usize];
        (&info.atom, info.interval)
    }
}
