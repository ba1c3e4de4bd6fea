//! Evaluation under an assignment, and substitution.

use super::atom::{Atom, AtomId, Unknown};
use super::{ExtentId, Extents};
use std::fmt;

/// Why an extent has no value under an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A partial operation does not apply: the run it describes does not exist.
    Undefined,
    /// A value is missing, or too large for the arithmetic.
    Unknown,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stuck::Undefined => "undefined",
            Stuck::Unknown => "unknown",
        })
    }
}

impl Extents {
    /// The value under an assignment of the unknowns. The recursion is bounded
    /// by the depth that construction allows.
    pub fn evaluate(
        &self,
        extent: ExtentId,
        assign: &mut dyn FnMut(Unknown) -> Result<i64, Stuck>,
    ) -> Result<i64, Stuck> {
        let mut sum: i64 = 0;
        for (monomial, coefficient) in self.polynomial(extent).terms() {
            let mut product = *coefficient;
            for &atom in monomial {
                let value = self.evaluate_atom(atom, assign)?;
                product = product.checked_mul(value).ok_or(Stuck::Unknown)?;
            }
            sum = sum.checked_add(product).ok_or(Stuck::Unknown)?;
        }
        Ok(sum)
    }

    fn evaluate_atom(
        &self,
        atom: AtomId,
        assign: &mut dyn FnMut(Unknown) -> Result<i64, Stuck>,
    ) -> Result<i64, Stuck> {
        let (atom, _) = self.atom_info(atom);
        match atom {
            Atom::Unknown(unknown) => assign(*unknown),
            Atom::Opaque(..) => Err(Stuck::Unknown),
            Atom::Join(operands) => {
                let mut join = 1;
                for &operand in operands {
                    match (join, self.evaluate(operand, assign)?) {
                        (_, 1) => {}
                        (1, value) => join = value,
                        (known, value) if known == value => {}
                        _ => return Err(Stuck::Undefined),
                    }
                }
                Ok(join)
            }
            Atom::Maximum(operands) | Atom::Minimum(operands) => {
                let mut best: Option<i64> = None;
                for &operand in operands {
                    let value = self.evaluate(operand, assign)?;
                    best = Some(match (best, atom) {
                        (None, _) => value,
                        (Some(best), Atom::Maximum(_)) => best.max(value),
                        (Some(best), _) => best.min(value),
                    });
                }
                best.ok_or(Stuck::Unknown)
            }
            Atom::FloorDivide(a, b) => {
                let (a, b) = (self.evaluate(*a, assign)?, self.evaluate(*b, assign)?);
                floor_divide(a, b)
            }
            Atom::CeilingDivide(a, b) => {
                let (a, b) = (self.evaluate(*a, assign)?, self.evaluate(*b, assign)?);
                let negated = a.checked_neg().ok_or(Stuck::Unknown)?;
                floor_divide(negated, b)?.checked_neg().ok_or(Stuck::Unknown)
            }
            Atom::ExactDivide(a, b) => {
                let (a, b) = (self.evaluate(*a, assign)?, self.evaluate(*b, assign)?);
                match a.checked_rem(b) {
                    Some(0) => a.checked_div(b).ok_or(Stuck::Unknown),
                    _ => Err(Stuck::Undefined),
                }
            }
            Atom::Modulo(a, b) => {
                let (a, b) = (self.evaluate(*a, assign)?, self.evaluate(*b, assign)?);
                if b == 0 {
                    return Ok(a);
                }
                let quotient = floor_divide(a, b)?;
                let product = quotient.checked_mul(b).ok_or(Stuck::Unknown)?;
                a.checked_sub(product).ok_or(Stuck::Unknown)
            }
        }
    }

    /// The extent with unknowns replaced; `None` from `replace` keeps one.
    pub fn substitute(
        &mut self,
        extent: ExtentId,
        replace: &mut dyn FnMut(&mut Extents, Unknown) -> Option<ExtentId>,
    ) -> ExtentId {
        let terms: Vec<_> = self.polynomial(extent).terms().to_vec();
        let mut sum = Extents::ZERO;
        for (monomial, coefficient) in terms {
            let mut product = self.literal(coefficient);
            for atom in monomial {
                let factor = self.substitute_atom(atom, replace);
                product = self.multiply(product, factor);
            }
            sum = self.add(sum, product);
        }
        sum
    }

    fn substitute_atom(
        &mut self,
        id: AtomId,
        replace: &mut dyn FnMut(&mut Extents, Unknown) -> Option<ExtentId>,
    ) -> ExtentId {
        let (atom, _) = self.atom_info(id);
        match atom.clone() {
            Atom::Unknown(unknown) => match replace(self, unknown) {
                Some(replacement) => replacement,
                None => self.intern(super::Polynomial::atom(id)),
            },
            Atom::Opaque(..) => self.intern(super::Polynomial::atom(id)),
            Atom::Join(operands) => {
                let operands: Vec<_> =
                    operands.iter().map(|&operand| self.substitute(operand, replace)).collect();
                self.join(operands)
            }
            Atom::Maximum(operands) => {
                let operands: Vec<_> =
                    operands.iter().map(|&operand| self.substitute(operand, replace)).collect();
                self.maximum(operands)
            }
            Atom::Minimum(operands) => {
                let operands: Vec<_> =
                    operands.iter().map(|&operand| self.substitute(operand, replace)).collect();
                self.minimum(operands)
            }
            Atom::FloorDivide(a, b) => {
                let (a, b) = (self.substitute(a, replace), self.substitute(b, replace));
                self.floor_divide(a, b)
            }
            Atom::CeilingDivide(a, b) => {
                let (a, b) = (self.substitute(a, replace), self.substitute(b, replace));
                self.ceiling_divide(a, b)
            }
            Atom::ExactDivide(a, b) => {
                let (a, b) = (self.substitute(a, replace), self.substitute(b, replace));
                self.exact_divide(a, b)
            }
            Atom::Modulo(a, b) => {
                let (a, b) = (self.substitute(a, replace), self.substitute(b, replace));
                self.modulo(a, b)
            }
        }
    }
}

fn floor_divide(a: i64, b: i64) -> Result<i64, Stuck> {
    if b == 0 {
        return Err(Stuck::Undefined);
    }
    let quotient = a.checked_div(b).ok_or(Stuck::Unknown)?;
    let inexact = a.checked_rem(b).ok_or(Stuck::Unknown)? != 0;
    Ok(if inexact && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient })
}
