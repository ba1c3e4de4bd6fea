//! The variables of one function that is being walked, and what is known of its loops.
//!
//! First, some terminology. A *slot* is a variable with its abstract value and whether it is defined.
//! The *log* lists the slots that were changed, with what they were before: going back to a fork
//! means undoing the log to a mark. A *snapshot* is the end of a path as the difference to its fork.
//! A *loop state* is what earlier walks taught of a loop, so that the next one starts wiser.
//!
//! Invariant: the value of a slot covers what the variable is on the runs on which it is defined;
//! whoever changes a slot logs it.
//!
//! ```text
//! x = 1;                slot x = 1, defined
//! if c, y = x; end      then: log [y]; snapshot {y = 1}; undone; else: snapshot {}
//!                       join: y = 1, maybe defined
//! ```

use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::body::{Body, ExprId, Unit};
use formwork_hir::query::assigned_by_nested;
use formwork_hir::{SlotId, StmtId};
use formwork_shape::Truth;
use formwork_shape::extent::{ExtentId, Interval};
use formwork_shape::facts::Requirement;
use formwork_shape::shape::{ShapeId, VariableId};
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::report::record::Record;
use crate::state::sweep::Sweep;
use crate::trace::Scene;

/// A variable at some place of the program.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// What it is, if it has a value.
    pub(crate) value: Rc<AbstractValue>,
    /// Whether it has one.
    pub(crate) defined: Truth,
    /// What is known of the argument that was given for it, if it is a parameter of the function
    /// that was entered; new values leave that to [`Frame::set`].
    pub(crate) given: Option<Given>,
    /// The parameter of the function that was entered whose argument has the class of the value.
    pub(crate) copy_of: Option<SlotId>,
}

impl Slot {
    /// A variable that was assigned to.
    pub(crate) fn new(value: Rc<AbstractValue>, defined: Truth) -> Slot {
        Slot { value, defined, given: None, copy_of: None }
    }
}

/// What is known of the argument for a parameter that the function assigns to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    /// The classes that it may have, on the runs that come here.
    pub(crate) classes: ClassSet,
    /// Whether the variable still holds it, or something of its class, if it was given at all.
    pub(crate) unchanged: bool,
}

impl Given {
    /// Where two paths meet.
    pub(crate) fn join(a: Option<Given>, b: Option<Given>) -> Option<Given> {
        let (a, b) = (a?, b?);
        let unchanged = a.unchanged && b.unchanged;
        Some(Given { classes: a.classes.union(b.classes), unchanged })
    }

    /// After an assignment to the variable, which was `defined` before: a default for an argument
    /// that is missing replaces none.
    fn assigned(self, defined: Truth) -> Given {
        Given { unchanged: self.unchanged && defined == Truth::No, ..self }
    }

    /// What the value of the variable says of it.
    fn narrowed(self, value: &AbstractValue) -> Given {
        let classes = self.classes.intersection(value.classes);
        if self.unchanged && !classes.is_empty() { Given { classes, ..self } } else { self }
    }
}

/// The end of a path, as the difference to where it began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    /// The variables that changed.
    pub(crate) changed: FxHashMap<SlotId, Slot>,
    /// What was learnt.
    pub(crate) learnt: Vec<Requirement>,
    /// Bounds of the extents that occur in it, where learnt.
    pub(crate) bounds: FxHashMap<ExtentId, Interval>,
}

/// A loop around the statement that is being walked.
#[derive(Debug)]
pub(crate) struct LoopContext {
    /// Where the log stood when the body began.
    pub(crate) mark: usize,
    /// How much was assumed then.
    pub(crate) assumed: usize,
    pub(crate) breaks: Vec<Snapshot>,
    pub(crate) continues: Vec<Snapshot>,
    /// How many branches of which only a run decides were around the body.
    pub(crate) undecided: usize,
    /// Whether a jump stands in a branch of which only a run decides.
    pub(crate) jumps: bool,
    /// Whether the loop is gone through iteration by iteration.
    pub(crate) unrolled: bool,
}

/// What is known of a loop while its function is being walked.
#[derive(Default)]
pub(crate) struct LoopState {
    /// What its head was when it was last solved.
    pub(crate) memory: Option<LoopMemory>,
    /// Whether a variable that has no value before it is carried over.
    pub(crate) carrying: bool,
    /// Whether shapes do not settle after the first iteration.
    pub(crate) unsettled: bool,
    /// Whether it is counted and what changes did not grow regularly, at least once.
    pub(crate) irregular: bool,
    /// What an iteration may take over from the one before.
    pub(crate) carried: Option<Rc<[SlotId]>>,
    /// What it assigns to.
    pub(crate) assigned: Option<Rc<[SlotId]>>,
}

/// What a loop's head was when it was last solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopMemory {
    /// The variables that change from one iteration to the next.
    pub(crate) changing: FxHashMap<SlotId, Slot>,
}

/// A counted loop whose body is being walked.
#[derive(Clone, Debug)]
pub(crate) struct Counting {
    /// Its variable.
    pub(crate) name: Rc<str>,
    /// The unknown in it, and what that is in the first and in the last iteration; there is no first
    /// one where that is walked on its own.
    pub(crate) unknown: ExtentId,
    pub(crate) first: Option<ExtentId>,
    pub(crate) last: ExtentId,
    /// How many branches are around its body.
    pub(crate) conditional: usize,
    /// Whether an iteration or the loop may end early.
    pub(crate) jumps: bool,
}

/// The variables of one function that is being walked.
pub(crate) struct Frame {
    pub(crate) unit: Rc<Unit>,
    pub(crate) body: Rc<Body>,
    /// Of an evaluated text: the file of functions that evaluates it.
    pub(crate) around: Option<Rc<Unit>>,
    slots: Vec<Slot>,
    /// Variables that the text does not name, behind those that it does: scripts that it runs
    /// made them, or it is such a script and found them.
    unnamed: Vec<Rc<str>>,
    log: Vec<(SlotId, Slot)>,
    /// Whether the path that is being walked can be taken at all.
    pub(crate) alive: bool,
    pub(crate) loops: Vec<LoopContext>,
    pub(crate) returns: Vec<Snapshot>,
    /// For each `try` around: every state a variable was in.
    pub(crate) watchers: Vec<FxHashMap<SlotId, Vec<Slot>>>,
    /// How many arguments there are.
    pub(crate) nargin: AbstractValue,
    /// How many outputs are asked for.
    pub(crate) nargout: AbstractValue,
    /// What the caller gave, as long as it has not been replaced.
    pub(crate) parameters: FxHashMap<SlotId, Rc<AbstractValue>>,
    /// Variables that other functions may change at any call.
    pub(crate) exposed: FxHashSet<SlotId>,
    /// Those of them that no other function assigns to, however: nested functions read them.
    pub(crate) only_read: FxHashSet<SlotId>,
    /// Parameters of which nothing was said, of a function that was entered.
    pub(crate) undeclared: FxHashSet<SlotId>,
    /// Variables that are never known: any name may be one after `eval` or `load`.
    pub(crate) dynamic_scope: bool,
    /// Whether variables without a value here may have one of whoever runs it: a script that
    /// has not cleared them.
    pub(crate) inherits: bool,
    /// Whether it has read one of them: it is a part of some other program.
    pub(crate) fragment: bool,
    /// Whether a function that it called looked into it: at its variables, or how it was called.
    pub(crate) looked_into: bool,
    /// How many of its callers, from the nearest on, it may have changed variables of.
    pub(crate) reach: u8,
    /// Whether it was called, and its private variables are those of the call.
    pub(crate) called: bool,
    /// Whether calls before it may have left something in a persistent variable.
    pub(crate) stateful: bool,
    /// Whether branches that give private variables their values surely succeed.
    pub(crate) branches: FxHashMap<usize, bool>,
    /// What `end` means: the indexed value, the position, and the number of subscripts.
    pub(crate) ends: Vec<(AbstractValue, usize, usize)>,
    /// What every expression was when it was last walked.
    pub(crate) values: FxHashMap<ExprId, AbstractValue>,
    /// What else was seen of the statement that is being walked, if a trace is kept.
    pub(crate) scene: Scene,
    /// The target of a store whose place the statement has read: nothing grows.
    pub(crate) own_place: Option<Span>,
    /// Shapes that have been defined lately and are no tuples, with their variables.
    pub(crate) terms: Vec<(ShapeId, Rc<[VariableId]>)>,
    /// What is known of its loops.
    pub(crate) loop_states: FxHashMap<StmtId, LoopState>,
    /// Whether a nest of loops is being swept, and what was seen.
    pub(crate) sweep: Option<Sweep>,
    /// What statements with blocks assign to.
    pub(crate) assigned_by: FxHashMap<StmtId, Rc<[SlotId]>>,
    pub(crate) record: Record,
    /// Whether variables have been cleared somewhere.
    pub(crate) clears: bool,
    /// How many `try` are around.
    pub(crate) attempts: usize,
    /// How many branches that need not be taken are around.
    pub(crate) conditional: usize,
    /// How many of them are no loops.
    pub(crate) undecided_branches: usize,
    /// The counted loops around, outermost first.
    pub(crate) counters: Vec<Counting>,
    /// How much had been assumed when the function was entered.
    pub(crate) entry_assumptions: usize,
}

impl Frame {
    pub(crate) fn new(unit: Rc<Unit>, body: Rc<Body>) -> Frame {
        let undefined = Slot::new(Rc::new(AbstractValue::unknown()), Truth::No);
        let slots = vec![undefined; body.slots.len()];
        Frame {
            unit,
            body,
            around: None,
            slots,
            unnamed: Vec::new(),
            log: Vec::new(),
            alive: true,
            loops: Vec::new(),
            returns: Vec::new(),
            watchers: Vec::new(),
            nargin: AbstractValue::unknown(),
            nargout: AbstractValue::unknown(),
            parameters: FxHashMap::default(),
            exposed: FxHashSet::default(),
            only_read: FxHashSet::default(),
            undeclared: FxHashSet::default(),
            dynamic_scope: false,
            inherits: false,
            fragment: false,
            looked_into: false,
            reach: 0,
            called: false,
            stateful: false,
            branches: FxHashMap::default(),
            ends: Vec::new(),
            values: FxHashMap::default(),
            scene: Scene::default(),
            own_place: None,
            terms: Vec::new(),
            loop_states: FxHashMap::default(),
            sweep: None,
            assigned_by: FxHashMap::default(),
            record: Record::default(),
            clears: false,
            attempts: 0,
            conditional: 0,
            undecided_branches: 0,
            counters: Vec::new(),
            entry_assumptions: 0,
        }
    }

    /// Exposes the variables that nested functions share. Who keeps a trace takes them all for
    /// changed by any call.
    pub(crate) fn share(&mut self, traced: bool) {
        self.exposed.extend(self.body.shared.iter().copied());
        if !traced && !self.body.shared.is_empty() {
            let assigned = assigned_by_nested(&self.unit, &self.body);
            self.only_read = self.body.shared.iter().copied().collect();
            self.only_read.retain(|slot| !assigned.contains(slot));
        }
    }

    pub(crate) fn slot(&self, slot: SlotId) -> &Slot {
        &self.slots[slot.index()]
    }

    /// What a variable holds that something is to be stored in: where nobody knows who sets
    /// variables, and in a part of some other program, whatever they have left in it.
    pub(crate) fn held(&self, slot: SlotId) -> Slot {
        let state = self.slot(slot);
        let given = self.dynamic_scope || (self.inherits && self.fragment);
        if given && state.defined != Truth::Yes {
            return Slot::new(Rc::new(AbstractValue::unknown()), Truth::Maybe);
        }
        state.clone()
    }

    pub(crate) fn set(&mut self, slot: SlotId, mut state: Slot) {
        let old = &self.slots[slot.index()];
        let given = state.given.or_else(|| Some(old.given?.assigned(old.defined)));
        state.given = given.map(|given| given.narrowed(&state.value));
        for watcher in &mut self.watchers {
            let states =
                watcher.entry(slot).or_insert_with(|| vec![self.slots[slot.index()].clone()]);
            states.push(state.clone());
        }
        let (original, classes) = (state.copy_of, state.value.classes);
        let old = std::mem::replace(&mut self.slots[slot.index()], state);
        self.log.push((slot, old));
        if let Some(original) = original.filter(|original| *original != slot) {
            self.narrow_original(original, classes);
        }
    }

    /// What has the class of the argument for a parameter is of one of some classes.
    fn narrow_original(&mut self, slot: SlotId, classes: ClassSet) {
        let state = self.slots[slot.index()].clone();
        let Some(given) = state.given else { return };
        let narrowed = given.classes.intersection(classes);
        if narrowed.is_empty() || narrowed == given.classes {
            return;
        }
        let own = state.value.classes.intersection(narrowed);
        let value = if given.unchanged && state.defined == Truth::Yes && !own.is_empty() {
            let contents = None;
            Rc::new(AbstractValue { classes: own, contents, ..(*state.value).clone() })
        } else {
            Rc::clone(&state.value)
        };
        let given = Some(Given { classes: narrowed, ..given });
        self.set(slot, Slot { value, given, ..state });
    }

    /// Where the log stands.
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }

    /// The variables that changed since then.
    pub(crate) fn changed_since(&self, mark: usize) -> FxHashMap<SlotId, Slot> {
        let mut changed = FxHashMap::default();
        for (slot, _) in &self.log[mark.min(self.log.len())..] {
            changed.entry(*slot).or_insert_with(|| self.slots[slot.index()].clone());
        }
        changed
    }

    /// What the variables that changed since then were then.
    pub(crate) fn before(&self, mark: usize) -> FxHashMap<SlotId, &Slot> {
        let mut before = FxHashMap::default();
        for (slot, old) in &self.log[mark.min(self.log.len())..] {
            before.entry(*slot).or_insert(old);
        }
        before
    }

    /// Takes every change since then back.
    pub(crate) fn rollback(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((slot, old)) = self.log.pop() {
                self.slots[slot.index()] = old;
            }
        }
    }

    /// How much had been assumed when the function was entered.
    pub(crate) fn record_start(&self) -> usize {
        self.entry_assumptions
    }

    pub(crate) fn slot_ids(&self) -> impl Iterator<Item = SlotId> + use<> {
        (0..self.slots.len()).map(SlotId::new)
    }

    pub(crate) fn name(&self, slot: SlotId) -> Rc<str> {
        match slot.index().checked_sub(self.body.slots.len()) {
            Some(place) => Rc::clone(&self.unnamed[place]),
            None => Rc::clone(&self.body.slots[slot].name),
        }
    }

    /// The variable of that name, whether the text names it or not.
    pub(crate) fn find(&self, name: &str) -> Option<SlotId> {
        let named = self.body.slots.iter().find(|(_, variable)| &*variable.name == name);
        named.map(|(slot, _)| slot).or_else(|| self.find_unnamed(name))
    }

    /// The variable of that name, if the text does not name it.
    pub(crate) fn find_unnamed(&self, name: &str) -> Option<SlotId> {
        let place = self.unnamed.iter().position(|other| &**other == name)?;
        Some(SlotId::new(self.body.slots.len() + place))
    }

    /// Whether a variable that the text does not name may have a value.
    pub(crate) fn has_unnamed(&self) -> bool {
        self.slots[self.body.slots.len()..].iter().any(|state| state.defined != Truth::No)
    }

    /// The variable of that name, which has no value if there was none.
    pub(crate) fn find_or_add(&mut self, name: &Rc<str>) -> SlotId {
        self.find(name).unwrap_or_else(|| {
            let slot = SlotId::new(self.slots.len());
            let value = Rc::new(AbstractValue::unknown());
            self.slots.push(Slot::new(value, Truth::No));
            self.unnamed.push(Rc::clone(name));
            slot
        })
    }
}
