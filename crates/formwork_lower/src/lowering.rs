//! A module while it is made, with the functions of the program that are in it so far.

use std::rc::Rc;

use formwork_array::ir::{Layout, Module};
use formwork_hir::Names;
use formwork_hir::body::Body;
use formwork_syntax::Span;

pub(crate) use crate::callees::{Asked, Reliance};
use crate::callees::{Callee, CalleeKey, Callees, MOST_OPEN, Progress, ROOM, Signature, Whole};
use crate::given::Same;
use crate::kind::{Form, Kind};
use crate::library::LargeProducts;
use crate::reason::Reason;
use crate::to_array_ir::{Task, lower, wrap};

/// A module while it is made. Functions of the program that regions call are lowered once
/// per way in which they are called.
pub struct Lowering {
    pub(crate) module: Module,
    pub(crate) callees: Callees,
}

impl Default for Lowering {
    fn default() -> Lowering {
        let module = Module { layout: Layout::ColumnMajor, ..Module::default() };
        Lowering { module, callees: Callees::default() }
    }
}

impl Lowering {
    /// The same with large matrices multiplied by somebody else.
    #[must_use]
    pub fn with_large_products(mut self, by: LargeProducts) -> Lowering {
        self.callees.large_products = by;
        self
    }

    /// The module so far.
    #[must_use]
    pub const fn module(&self) -> &Module {
        &self.module
    }

    /// The module.
    #[must_use]
    pub fn into_module(self) -> Module {
        self.module
    }
}

/// Lowers a whole function of the program, for arguments of these kinds and so many outputs.
///
/// # Errors
///
/// Why something in it, or in a function that it calls, cannot be compiled. The place is
/// one of the text of `body`, where a call leads to it.
pub fn lower_function(
    lowering: &mut Lowering,
    body: &Rc<Body>,
    arguments: &[Kind],
    outputs: usize,
    names: &mut dyn Names,
) -> Result<Whole, Reason> {
    let Lowering { module, callees } = lowering;
    let signature = Signature {
        target: CalleeKey::Function(Same(Rc::clone(body))),
        arguments: arguments.iter().map(|&kind| kind.into()).collect(),
        outputs,
    };
    let callee = lower_callee(module, callees, names, &signature)?;
    let mut whole = callee.whole.clone();
    if whole.results.iter().any(|kind| kind.form == Form::Range) {
        // Whoever calls it from outside would get it written down.
        return Err(Reason::new("a range is given back", body.span));
    }
    if callee.takes_room {
        let name = callees.name(&format!("{}_entry", body.name));
        whole.function =
            wrap(module, &name, &whole, ROOM).map_err(|message| Reason::new(message, body.span))?;
    }
    Ok(whole)
}

/// The function for a signature, lowered now if it has not been.
pub(crate) fn lower_callee(
    module: &mut Module,
    callees: &mut Callees,
    names: &mut dyn Names,
    signature: &Signature,
) -> Result<Rc<Callee>, Reason> {
    let body = signature.target.body();
    match callees.progress(signature) {
        Some(Progress::Done(callee)) => return Ok(Rc::clone(callee)),
        Some(Progress::Refused(reason)) => return Err(reason.clone()),
        Some(Progress::Open { .. }) => {
            return Err(Reason::new("functions that call each other in a circle", body.span));
        }
        None => {}
    }
    if callees.open.len() >= MOST_OPEN {
        return Err(Reason::new("functions call each other too deep", body.span));
    }
    let open = Progress::Open { results: None, declared: None };
    callees.progress.insert(signature.clone(), open);
    callees.open.push(signature.clone());
    let outcome = lower(module, callees, names, &Task::function(signature));
    callees.open.pop();
    let progress = match outcome {
        Ok((function, walked)) => {
            let whole = Whole {
                function,
                parameters: signature.kinds(),
                results: walked.outputs.iter().map(|output| output.1).collect(),
                relied: walked.relied,
                checks: walked.implied,
                removed: walked.removed,
                loops: walked.loops,
                frames: walked.frames + 1,
            };
            Progress::Done(Rc::new(Callee { whole, takes_room: walked.takes_room }))
        }
        Err(stuck) => {
            // Nobody calls what was declared for its own recursion.
            if let Some(Progress::Open { declared: Some(declared), .. }) =
                callees.progress(signature)
            {
                module.functions[*declared].is_source = false;
            }
            Progress::Refused(stuck.reason)
        }
    };
    callees.progress.insert(signature.clone(), progress.clone());
    match progress {
        Progress::Done(callee) => Ok(callee),
        Progress::Refused(reason) => Err(reason),
        Progress::Open { .. } => Err(Reason::new("a function that is still open", Span::default())),
    }
}
