//! What can be read of something that may be a parser of arguments, which is not followed: `p.Results`
//! is one struct, whatever was parsed.

use formwork_domain::{AbstractValue, ClassSet, Fields};
use formwork_runtime::Class;
use formwork_runtime::parser::RESULTS;

use crate::engine::Analyst;

/// What parsing sets.
pub(super) const OUTCOME: [&str; 3] = [RESULTS, "Unmatched", "UsingDefaults"];

impl Analyst<'_> {
    /// What parsing leaves in something that is a parser if that can be read.
    pub(crate) fn parser_property(
        &mut self,
        classes: ClassSet,
        name: &str,
    ) -> Option<AbstractValue> {
        let others = [Class::Struct, Class::Map, Class::Exception];
        if !classes.contains(Class::Parser)
            || classes.may_be_object()
            || others.into_iter().any(|class| classes.contains(class))
        {
            return None;
        }
        match OUTCOME.iter().position(|one| *one == name)? {
            // Of which parameters it was not given, in any number.
            2 => Some(AbstractValue::new(ClassSet::only(Class::Cell), None)),
            _ => Some(self.struct_of(Fields { known: Vec::new(), open: true })),
        }
    }
}
