//! The functions that are called from lowered ones: what has been lowered of them, and what that
//! relies on.

use std::collections::BTreeMap;
use std::rc::Rc;

use formwork_array::ir::FunctionId;
use formwork_hir::body::{Anonymous, Body, CallId};
use formwork_hir::{Meaning, Names, Sight};

use crate::given::{Function, Given, Same};
use crate::kind::Kind;
use crate::library::LargeProducts;
use crate::reason::Reason;

/// What may mean one thing or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A call.
    Call(CallId),
    /// A name that is called, as a text or through a handle.
    Name(Rc<str>, Sight),
}

/// What a call must mean for what was compiled to be right.
#[derive(Clone, Debug)]
pub struct Reliance {
    /// The body it stands in.
    pub body: Rc<Body>,
    /// The call.
    pub asked: Asked,
    /// What it was taken for.
    pub meaning: Meaning,
}

impl PartialEq for Reliance {
    fn eq(&self, other: &Reliance) -> bool {
        Rc::ptr_eq(&self.body, &other.body)
            && self.asked == other.asked
            && self.meaning == other.meaning
    }
}

impl Reliance {
    /// What a call in a body means now.
    pub(crate) fn of(body: &Rc<Body>, asked: Asked, names: &mut dyn Names) -> Reliance {
        let meaning = asked.meaning(body, names);
        Reliance { body: Rc::clone(body), asked, meaning }
    }

    /// Whether the call still means that.
    pub fn holds(&self, names: &mut dyn Names) -> bool {
        self.asked.meaning(&self.body, names) == self.meaning
    }
}

impl Asked {
    fn meaning(&self, body: &Rc<Body>, names: &mut dyn Names) -> Meaning {
        match self {
            Asked::Call(call) => names.meaning(body, *call),
            Asked::Name(name, sight) => names.named(body, name, *sight),
        }
    }
}

/// A function of the program that became one of the module.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The function: a parameter for each argument that is given, a result for each output
    /// that is asked for, or for the first one.
    pub function: FunctionId,
    /// What its parameters are: the arguments, or the arrays in them.
    pub parameters: Vec<Kind>,
    /// What its results are.
    pub results: Vec<Kind>,
    /// What calls in it must mean.
    pub relied: Vec<Reliance>,
    /// Conditions that its statements demand, those of called functions aside.
    pub checks: usize,
    /// Those of them that are known to hold.
    pub removed: usize,
    /// How many loops are in it.
    pub loops: usize,
    /// How many calls it has open at once, itself included; recursion is counted when it runs.
    pub frames: usize,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum CalleeKey {
    /// A function of the program.
    Function(Same<Body>),
    /// An anonymous function, for what it captured.
    Anonymous(Same<Anonymous>, Vec<Option<Given>>),
}

impl CalleeKey {
    pub(crate) fn body(&self) -> &Rc<Body> {
        match self {
            CalleeKey::Function(body) => &body.0,
            CalleeKey::Anonymous(anonymous, _) => &anonymous.0.body,
        }
    }

    /// What it captured.
    pub(crate) fn captured(&self) -> &[Option<Given>] {
        match self {
            CalleeKey::Function(_) => &[],
            CalleeKey::Anonymous(_, captured) => captured,
        }
    }
}

/// How a function is called.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Signature {
    pub(crate) target: CalleeKey,
    pub(crate) arguments: Vec<Given>,
    pub(crate) outputs: usize,
}

impl Signature {
    /// Whether a text that is passed is known.
    pub(crate) fn has_text(&self) -> bool {
        let captured = self.target.captured().iter().flatten();
        self.arguments.iter().chain(captured).any(Given::has_text)
    }

    /// The kinds of the arrays that are passed, in order.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let captured = self.target.captured().iter().flatten();
        self.arguments.iter().chain(captured).flat_map(Given::kinds).collect()
    }
}

/// What became of a signature.
#[derive(Clone, Debug)]
pub(crate) enum Progress {
    /// It is being lowered. Its results are known from the first walk that finds them.
    Open {
        results: Option<Vec<Kind>>,
        declared: Option<FunctionId>,
    },
    Done(Rc<Callee>),
    Refused(Reason),
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    pub(crate) whole: Whole,
    /// Whether its last parameter says how many calls may be open beyond its own.
    pub(crate) takes_room: bool,
}

/// The functions of the program in a module.
#[derive(Default)]
pub(crate) struct Callees {
    pub(crate) progress: BTreeMap<Signature, Progress>,
    /// The signatures that are being lowered, the innermost last.
    pub(crate) open: Vec<Signature>,
    /// Whether a body may come to a call of one that is open.
    cyclic: BTreeMap<formwork_hir::FunctionId, bool>,
    names: BTreeMap<String, usize>,
    pub(crate) large_products: LargeProducts,
}

/// Functions may call each other so deep while they are lowered.
pub(crate) const MOST_OPEN: usize = 48;
/// Programs of more functions are not looked through for recursion.
pub(crate) const MOST_BODIES: usize = 4_000;
/// How many calls may be open at once where nobody says it.
pub(crate) const ROOM: i64 = 256;

impl Callees {
    pub(crate) fn progress(&self, signature: &Signature) -> Option<&Progress> {
        self.progress.get(signature)
    }

    pub(crate) fn progress_mut(&mut self, signature: &Signature) -> Option<&mut Progress> {
        self.progress.get_mut(signature)
    }

    /// Whether it is the one being lowered, and not one around that.
    pub(crate) fn is_innermost(&self, signature: &Signature) -> bool {
        self.open.last() == Some(signature)
    }

    /// A name that no function of the module has.
    pub(crate) fn name(&mut self, wanted: &str) -> String {
        let used = self.names.entry(wanted.to_owned()).or_default();
        *used += 1;
        if *used == 1 { wanted.to_owned() } else { format!("{wanted}_{used}") }
    }

    /// Whether a call may come to a function that may come to itself: by the text of what is
    /// called, or by the functions that are passed to it.
    pub(crate) fn is_recursive(&mut self, signature: &Signature, names: &mut dyn Names) -> bool {
        let captured = signature.target.captured().iter().flatten();
        let given = signature.arguments.iter().chain(captured);
        let mut bodies = vec![Rc::clone(signature.target.body())];
        for function in given.flat_map(Given::functions) {
            match function {
                Function::Bound(body) => bodies.push(Rc::clone(&body.0)),
                Function::Anonymous(anonymous, _) => bodies.push(Rc::clone(&anonymous.0.body)),
                Function::Named(name) => {
                    let from = signature.target.body();
                    if let Meaning::User(body) = names.named(from, name, Sight::Everybody) {
                        bodies.push(body);
                    }
                }
            }
        }
        bodies.iter().any(|body| self.is_cyclic(body, names))
    }

    /// Whether a call of a function may come to itself, or to one that does.
    fn is_cyclic(&mut self, body: &Rc<Body>, names: &mut dyn Names) -> bool {
        if let Some(&known) = self.cyclic.get(&body.id) {
            return known;
        }
        // Depth first without recursion: who is on the way twice is in a cycle.
        let mut on_way: Vec<(Rc<Body>, Vec<Rc<Body>>)> =
            vec![(Rc::clone(body), callees_of(body, names))];
        let mut done: Vec<formwork_hir::FunctionId> = Vec::new();
        let mut found = false;
        while let Some((_, rest)) = on_way.last_mut() {
            let Some(next) = rest.pop() else {
                if let Some((finished, _)) = on_way.pop() {
                    done.push(finished.id);
                }
                continue;
            };
            if done.contains(&next.id) {
                continue;
            }
            if on_way.iter().any(|(one, _)| one.id == next.id) || done.len() > MOST_BODIES {
                found = true;
                break;
            }
            let callees = callees_of(&next, names);
            on_way.push((next, callees));
        }
        self.cyclic.insert(body.id, found);
        found
    }
}

fn callees_of(body: &Rc<Body>, names: &mut dyn Names) -> Vec<Rc<Body>> {
    let mut found: Vec<Rc<Body>> = Vec::new();
    for call in body.calls.keys() {
        if let Meaning::User(callee) = names.meaning(body, call)
            && !found.iter().any(|known| Rc::ptr_eq(known, &callee))
        {
            found.push(callee);
        }
    }
    for id in body.anonymous.keys() {
        found.push(Rc::clone(&names.anonymous(body, id).body));
    }
    found
}
