//! Which instance of an overloaded function a call means. Base types decide while a
//! program is read; shapes decide then as far as types tell, and the rest at run time.

use super::{DefId, Elaborator, Instance, concrete};
use crate::ir::{BaseType, ExternId, Overload, Prim, Type};
use crate::text::tree::FunBody;

/// What a call leads to.
pub(super) enum Resolution {
    /// Certainly this.
    One(Overload),
    /// The first of these that takes the arguments when they are known.
    Several(Vec<Overload>),
    /// A library function.
    Extern(ExternId),
}

struct Candidate {
    target: CandidateTarget,
    parameters: Vec<Type>,
    order: (bool, usize),
}

#[derive(Clone, Copy)]
enum CandidateTarget {
    Prim(Prim),
    Instance(Instance),
}

impl Elaborator<'_> {
    /// Resolves a call, or says why there is nothing to call.
    pub(super) fn resolve(&mut self, name: &str, arguments: &[Type]) -> Result<Resolution, String> {
        if let Some(result) = self.resolve_extern(name, arguments) {
            return result;
        }
        let bases: Vec<BaseType> = arguments.iter().map(|ty| ty.base).collect();
        let mut candidates = self.candidates(name, arguments);
        if let Some(prim) =
            Prim::from_name(name, arguments.len()).filter(|prim| prim.result(&bases).is_some())
        {
            let parameters: Vec<Type> = bases.iter().map(|&base| Type::scalar(base)).collect();
            if meets(arguments, &parameters) {
                candidates.push(Candidate {
                    target: CandidateTarget::Prim(prim),
                    parameters,
                    order: (false, 0),
                });
            }
        }
        candidates.sort_by_key(specificity);
        let certain =
            candidates.iter().position(|candidate| is_below(arguments, &candidate.parameters));
        if let Some(certain) = certain {
            candidates.truncate(certain + 1);
        }
        if candidates.is_empty() {
            return Err(self.nothing_fits(name, arguments));
        }
        let targets: Vec<Overload> = candidates
            .iter()
            .map(|candidate| match candidate.target {
                CandidateTarget::Prim(prim) => Overload::Prim(prim),
                CandidateTarget::Instance(instance) => {
                    Overload::Function(self.instantiate(instance))
                }
            })
            .collect();
        match targets.as_slice() {
            [only] if certain.is_some() => Ok(Resolution::One(*only)),
            _ => Ok(Resolution::Several(targets)),
        }
    }

    fn resolve_extern(&self, name: &str, arguments: &[Type]) -> Option<Result<Resolution, String>> {
        let defs = self.by_name.get(name)?;
        let def = defs.iter().find(|def| !def.prelude && self.externs.contains_key(&def.number))?;
        let id = self.externs[&def.number];
        let parameters = &self.module.externs[id].parameters;
        let fits = parameters.len() == arguments.len()
            && arguments
                .iter()
                .zip(parameters)
                .all(|(argument, parameter)| argument.is_below(parameter));
        Some(if fits {
            Ok(Resolution::Extern(id))
        } else {
            Err(format!("`{name}` takes ({}), not ({})", list(parameters), list(arguments)))
        })
    }

    /// The definitions whose base types fit and whose shapes may. A program that
    /// defines an operator for some base types replaces the prelude's definitions.
    fn candidates(&self, name: &str, arguments: &[Type]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let mut replaced = false;
        for &def in self.by_name.get(name).into_iter().flatten() {
            if def.prelude && replaced {
                break;
            }
            let Some((instance, parameters)) = self.instance_for(def, arguments) else { continue };
            replaced |= !def.prelude;
            if !meets(arguments, &parameters) {
                continue;
            }
            let same = |other: &Candidate| other.parameters == parameters;
            if !candidates.iter().any(same) {
                let target = CandidateTarget::Instance(instance);
                candidates.push(Candidate { target, parameters, order: def.order() });
            }
        }
        candidates
    }

    fn instance_for(&self, def: DefId, arguments: &[Type]) -> Option<(Instance, Vec<Type>)> {
        let function = self.def(def);
        if function.parameters.len() != arguments.len()
            || !matches!(function.body, FunBody::Block(_))
        {
            return None;
        }
        let mut base = None;
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match parameter.ty.base {
                Some(fixed) if fixed != argument.base => return None,
                Some(_) => {}
                None if base.is_some_and(|base| base != argument.base) => return None,
                None => base = Some(argument.base),
            }
        }
        let parameters =
            function.parameters.iter().map(|parameter| concrete(&parameter.ty, base)).collect();
        Some((Instance { def, base }, parameters))
    }

    fn nothing_fits(&self, name: &str, arguments: &[Type]) -> String {
        let mut known: Vec<String> = Vec::new();
        for &def in self.by_name.get(name).into_iter().flatten() {
            if known.len() < 4 && !def.prelude {
                let parameters: Vec<Type> = self
                    .def(def)
                    .parameters
                    .iter()
                    .map(|parameter| concrete(&parameter.ty, None))
                    .collect();
                known.push(format!("({})", list(&parameters)));
            }
        }
        let is_known = self.by_name.contains_key(name)
            || Prim::from_name(name, 1).is_some()
            || Prim::from_name(name, 2).is_some();
        if !is_known {
            format!("there is no function `{name}`")
        } else if known.is_empty() {
            format!("`{name}` does not take ({})", list(arguments))
        } else {
            format!("`{name}` does not take ({}); it takes {}", list(arguments), known.join(" or "))
        }
    }
}

fn meets(arguments: &[Type], parameters: &[Type]) -> bool {
    arguments
        .iter()
        .zip(parameters)
        .all(|(argument, parameter)| argument.class.meets(&parameter.class))
}

fn is_below(arguments: &[Type], parameters: &[Type]) -> bool {
    arguments.iter().zip(parameters).all(|(argument, parameter)| argument.is_below(parameter))
}

/// More special instances before more general ones; then programs before the
/// prelude, and both in their order.
fn specificity(candidate: &Candidate) -> (usize, bool, usize) {
    let freedom = |ty: &Type| match (ty.class.known(), ty.class.rank()) {
        (Some(_), _) => 0,
        (None, Some(_)) => 1,
        (None, None) => 2,
    };
    let total = candidate.parameters.iter().map(freedom).sum();
    (total, candidate.order.0, candidate.order.1)
}

fn list(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}
