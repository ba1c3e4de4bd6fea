//! Rebuilding terms: substitution of unknowns, and resolution of terms that
//! are known to have run.

use super::reduce::{Knowledge, Plain, Reduced, Reducer};
use super::{Algebra, Node, SelectorId, ShapeId, VariableId};
use crate::extent::{ExtentId, Extents, Measure, NameId, Unknown};
use crate::semantics::Semantics;
use crate::signature::Binary;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Terms with more parts than this are not resolved.
const MAXIMUM_PARTS: usize = 512;

/// Replacements for unknowns.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// Shapes for shape variables.
    pub variables: FxHashMap<VariableId, ShapeId>,
    /// Extents for named sizes.
    pub names: FxHashMap<NameId, ExtentId>,
    /// Values for selectors.
    pub selectors: FxHashMap<SelectorId, bool>,
    /// Other selectors for selectors.
    pub renamed: FxHashMap<SelectorId, SelectorId>,
}

impl Substitution {
    /// Whether nothing is put in for anything.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
            && self.names.is_empty()
            && self.selectors.is_empty()
            && self.renamed.is_empty()
    }
}

/// What is known of extents, with a preferred form for each.
pub(crate) trait Resolver: Knowledge {
    /// The preferred way to write an extent.
    fn representative(&self, extents: &mut Extents, extent: ExtentId) -> ExtentId;
}

impl Resolver for Plain {
    fn representative(&self, _: &mut Extents, extent: ExtentId) -> ExtentId {
        extent
    }
}

impl Algebra {
    /// The shape on runs where it is legal: a tuple where one can be told.
    pub fn resolve(&mut self, shape: ShapeId) -> ShapeId {
        self.resolve_with(shape, &Substitution::default(), &Plain)
    }

    /// The shape with unknowns replaced.
    pub fn substitute(&mut self, shape: ShapeId, replacements: &Substitution) -> ShapeId {
        let order = self.closure(&[shape], &[]);
        self.rebuild(shape, &order, replacements, None)
    }

    /// Like `substitute`, but a term with very many parts stays as it is.
    pub(crate) fn substitute_small(
        &mut self,
        shape: ShapeId,
        replacements: &Substitution,
    ) -> ShapeId {
        match self.closure_within(&[shape], &[], MAXIMUM_PARTS) {
            Some(order) => self.rebuild(shape, &order, replacements, None),
            None => shape,
        }
    }

    /// The extent with unknowns replaced.
    pub fn substitute_extent(&mut self, extent: ExtentId, replacements: &Substitution) -> ExtentId {
        let mut built = FxHashMap::default();
        for part in self.closure(&[], &[extent]) {
            let shape = self.rebuild_node(part, replacements, None, &built);
            built.insert(part, shape);
        }
        self.rebuild_extent(extent, replacements, None, &built)
    }

    /// The shape on runs where it is legal, using what the resolver knows: a
    /// tuple where one can be told, with extents in preferred form.
    pub(crate) fn resolve_with(
        &mut self,
        shape: ShapeId,
        replacements: &Substitution,
        resolver: &dyn Resolver,
    ) -> ShapeId {
        // Resolving every statement of a long program of ever larger terms
        // must not cost more and more: such a term is its own best description.
        match self.closure_within(&[shape], &[], MAXIMUM_PARTS) {
            Some(order) => self.rebuild(shape, &order, replacements, Some(resolver)),
            None => shape,
        }
    }

    fn rebuild(
        &mut self,
        shape: ShapeId,
        order: &[ShapeId],
        replacements: &Substitution,
        resolver: Option<&dyn Resolver>,
    ) -> ShapeId {
        let mut built: FxHashMap<ShapeId, ShapeId> = FxHashMap::default();
        for &part in order {
            let replacement = self.rebuild_node(part, replacements, resolver, &built);
            built.insert(part, replacement);
        }
        built.get(&shape).copied().unwrap_or(shape)
    }

    fn rebuild_extent(
        &mut self,
        extent: ExtentId,
        replacements: &Substitution,
        resolver: Option<&dyn Resolver>,
        built: &FxHashMap<ShapeId, ShapeId>,
    ) -> ExtentId {
        // Measures of rebuilt shapes are computed first: the substitution
        // below can only see the arena of extents.
        let mut measures: FxHashMap<Unknown, ExtentId> = FxHashMap::default();
        let mut changed: SmallVec<[(Unknown, ShapeId, Measure); 4]> = SmallVec::new();
        let mut stays = true;
        for unknown in self.extents.unknowns(extent) {
            match *unknown {
                Unknown::Name(name) => stays &= !replacements.names.contains_key(&name),
                Unknown::Measure(shape, measure) => {
                    if let Some(&other) = built.get(&shape)
                        && other != shape
                    {
                        stays = false;
                        changed.push((*unknown, other, measure));
                    }
                }
            }
        }
        for (unknown, shape, measure) in changed {
            let value = match measure {
                Measure::Extent(axis) => self.extent(shape, axis),
                Measure::CountFrom(axis) => self.count_from(shape, axis),
            };
            measures.insert(unknown, value);
        }
        let replaced = if stays {
            extent
        } else {
            self.extents.substitute(extent, &mut |_, unknown| match unknown {
                Unknown::Name(name) => replacements.names.get(&name).copied(),
                Unknown::Measure(..) => measures.get(&unknown).copied(),
            })
        };
        match resolver {
            Some(resolver) => resolver.representative(&mut self.extents, replaced),
            None => replaced,
        }
    }

    fn rebuild_node(
        &mut self,
        shape: ShapeId,
        replacements: &Substitution,
        resolver: Option<&dyn Resolver>,
        built: &FxHashMap<ShapeId, ShapeId>,
    ) -> ShapeId {
        let operand = |shape: &ShapeId| built.get(shape).copied().unwrap_or(*shape);
        // What does not change stays itself, also where the order of
        // construction could matter (beyond the decision procedure).
        let unchanged = |algebra: &Algebra| {
            resolver.is_none() && algebra.parts(shape).iter().all(|part| operand(part) == *part)
        };
        match self.node(shape).clone() {
            Node::Illegal => shape,
            Node::Variable(variable) => {
                let known = replacements.variables.get(&variable).copied().unwrap_or(shape);
                // Extents of a matrix may have a preferred form.
                if let Some(resolver) = resolver
                    && let Some(extents) = self.as_tuple(known)
                {
                    let preferred: Vec<ExtentId> = extents
                        .iter()
                        .map(|&extent| resolver.representative(&mut self.extents, extent))
                        .collect();
                    return self.tuple(preferred);
                }
                known
            }
            Node::Tuple(extents) => {
                let extents: Vec<ExtentId> = extents
                    .iter()
                    .map(|&extent| self.rebuild_extent(extent, replacements, resolver, built))
                    .collect();
                self.tuple(extents)
            }
            Node::Elementwise(..) if unchanged(self) => shape,
            Node::Elementwise(semantics, set) => {
                let members: Vec<ShapeId> =
                    self.operand_sets.members(set).iter().map(operand).collect();
                self.rebuild_sum(semantics, &members, resolver)
            }
            Node::Apply(operator, operands) => {
                let operator = operator.map_extents(|extent| {
                    self.rebuild_extent(extent, replacements, resolver, built)
                });
                let operands: SmallVec<[ShapeId; 2]> = operands.iter().map(operand).collect();
                match resolver {
                    None => self.apply(operator, operands),
                    Some(resolver) => {
                        if operands.contains(&Algebra::ILLEGAL) {
                            return Algebra::ILLEGAL;
                        }
                        let mut reducer =
                            Reducer { algebra: self, knowledge: resolver, assume_legal: true };
                        let reduced = reducer.reduce(&operator, &operands);
                        self.finish(reduced, |algebra| algebra.apply(operator, operands))
                    }
                }
            }
            Node::Select(selector, a, b) => match replacements.selectors.get(&selector) {
                Some(false) => operand(&a),
                Some(true) => operand(&b),
                None => {
                    let selector = replacements.renamed.get(&selector).copied().unwrap_or(selector);
                    self.select(selector, operand(&a), operand(&b))
                }
            },
        }
    }

    /// ⊕ of some shapes, with what the resolver knows.
    fn rebuild_sum(
        &mut self,
        semantics: Semantics,
        members: &[ShapeId],
        resolver: Option<&dyn Resolver>,
    ) -> ShapeId {
        let mut sum = Algebra::SCALAR;
        for &member in members {
            sum = match resolver {
                None => self.elementwise(semantics, sum, member),
                Some(resolver) => {
                    let mut reducer =
                        Reducer { algebra: self, knowledge: resolver, assume_legal: true };
                    let reduced = reducer.elementwise(semantics, sum, member);
                    self.finish(reduced, |algebra| {
                        algebra.theory_binary(Binary::Elementwise(semantics), sum, member)
                    })
                }
            };
        }
        sum
    }

    fn finish(&mut self, reduced: Reduced, lazy: impl FnOnce(&mut Algebra) -> ShapeId) -> ShapeId {
        match reduced {
            Reduced::Tuple(extents) => self.tuple(extents),
            Reduced::Shape(shape) => shape,
            Reduced::Illegal => Algebra::ILLEGAL,
            Reduced::Stuck => lazy(self),
        }
    }
}
