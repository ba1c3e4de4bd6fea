//! Renewal: the same description of something else.
//!
//! What came out of one call of a function describes every call of its kind, but the
//! sizes that the call made up are not the same numbers in each. Renewing gives them
//! names of their own.

use super::{Algebra, SelectorId, ShapeId, Substitution, VariableId, VariableKind};
use crate::extent::{ExtentId, NameId, Origin};
use crate::facts::Requirement;

/// How many unknowns there were at some time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stock {
    names: usize,
    variables: usize,
    selectors: usize,
}

impl Algebra {
    /// How many unknowns there are now.
    pub fn stock(&self) -> Stock {
        Stock {
            names: self.extents.names(),
            variables: self.variables.len(),
            selectors: self.selectors.len(),
        }
    }

    /// A shape variable unlike every other, described in the user's words.
    pub fn fresh_variable(&mut self, description: &str) -> ShapeId {
        // The number of shapes makes the name new: making a variable adds one.
        let name = format!("{description}#{}", self.len());
        self.new_variable(name, VariableKind::AnyRank)
    }

    /// An extent unlike every other within bounds, described in the user's words.
    pub fn fresh_extent(&mut self, description: &str, bounds: crate::extent::Interval) -> ExtentId {
        // Each name makes a new extent, so that the number of extents has not been used.
        let site = u32::try_from(self.extents.len()).unwrap_or(u32::MAX);
        // A size that was described by the name of a variable is not what the variable holds.
        let description = match self.extents.has_variable(description) {
            true => format!("value({description})"),
            false => description.to_owned(),
        };
        let origin = Origin::Fresh { site, output: 0, description };
        self.extents.name(origin, bounds)
    }

    /// New unknowns for those of some shapes and extents that were made up since.
    pub fn renewal(
        &mut self,
        shapes: &[ShapeId],
        extents: &[ExtentId],
        since: &Stock,
    ) -> Substitution {
        let found = self.unknowns(shapes, extents);
        let mut renewal = Substitution::default();
        for name in found.names.into_iter().filter(|name| name.0 as usize >= since.names) {
            if let Some(extent) = self.renewed_name(name) {
                renewal.names.insert(name, extent);
            }
        }
        for variable in found.variables.into_iter().filter(|one| one.0 as usize >= since.variables)
        {
            if let Some(shape) = self.renewed_variable(variable) {
                renewal.variables.insert(variable, shape);
            }
        }
        for selector in found.selectors.into_iter().filter(|one| one.0 as usize >= since.selectors)
        {
            let description = self.selector_name(selector).to_owned();
            let own: SelectorId = self.selector(&description);
            renewal.renamed.insert(selector, own);
        }
        renewal
    }

    /// Whether a condition speaks of something that was made up since.
    pub fn is_newer(&self, requirement: &Requirement, since: &Stock) -> bool {
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        requirement.mentions(&mut shapes, &mut extents);
        self.are_newer(&shapes, &extents, since)
    }

    /// Whether a condition speaks of nothing but what the user's program has names for.
    pub fn is_of_names(&self, requirement: &Requirement) -> bool {
        let (mut shapes, mut extents) = (Vec::new(), Vec::new());
        requirement.mentions(&mut shapes, &mut extents);
        self.are_of_names(&shapes, &extents)
    }

    /// Whether shapes and extents speak of nothing but what the user's program has names for.
    pub fn are_of_names(&self, shapes: &[ShapeId], extents: &[ExtentId]) -> bool {
        let found = self.unknowns(shapes, extents);
        let fresh = |name: &NameId| matches!(self.extents.origin(*name), Origin::Fresh { .. });
        found.selectors.is_empty()
            && !found.names.iter().any(fresh)
            && !found.variables.iter().any(|one| self.variable_name(*one).0.contains('#'))
    }

    /// Whether shapes or extents speak of something that was made up since.
    pub fn are_newer(&self, shapes: &[ShapeId], extents: &[ExtentId], since: &Stock) -> bool {
        let found = self.unknowns(shapes, extents);
        found.names.iter().any(|name| name.0 as usize >= since.names)
            || found.variables.iter().any(|one| one.0 as usize >= since.variables)
            || found.selectors.iter().any(|one| one.0 as usize >= since.selectors)
    }

    fn renewed_name(&mut self, name: NameId) -> Option<ExtentId> {
        let Origin::Fresh { description, .. } = self.extents.origin(name).clone() else {
            return None;
        };
        let (bounds, congruence) = self.extents.name_range(name);
        let site = u32::try_from(self.extents.len()).unwrap_or(u32::MAX);
        let origin = Origin::Fresh { site, output: 0, description };
        Some(self.extents.name_with(origin, bounds, congruence))
    }

    fn renewed_variable(&mut self, variable: VariableId) -> Option<ShapeId> {
        let (name, kind) = self.variable_name(variable);
        let (description, _) = name.rsplit_once('#')?;
        let name = format!("{description}#{}", self.len());
        Some(self.new_variable(name, kind))
    }
}
