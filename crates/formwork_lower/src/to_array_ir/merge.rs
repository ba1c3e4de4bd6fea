//! Where paths meet.

use std::collections::BTreeSet;
use std::rc::Rc;

use formwork_array::ir::{BaseType, Block, Op, Operand, Prim, Scalar};
use formwork_hir::SlotId;
use formwork_syntax::Span;

use super::range::{Progression, Ranged, Written};
use super::{Lowered, Lowerer, Scene, Val, Variable, Whole};
use crate::kind::Kind;
use crate::reason::Reason;
use crate::state::State;

/// The results of two blocks, and where each goes.
#[derive(Default)]
struct Joiner {
    then: Vec<Operand>,
    otherwise: Vec<Operand>,
}

impl Joiner {
    /// What both paths give, or the number of a result that has it.
    fn join(&mut self, one: &Operand, two: &Operand) -> Result<Operand, usize> {
        if one == two {
            return Ok(one.clone());
        }
        self.then.push(one.clone());
        self.otherwise.push(two.clone());
        Err(self.then.len() - 1)
    }
}

/// An operand that is the same on both ways, or the number of the result of the branch.
type MergedOperand = Result<Operand, usize>;

/// A variable where two ways meet.
struct Met {
    /// Nothing if its whole number tells it.
    operand: Option<MergedOperand>,
    state: MergedOperand,
    /// The whole number, and bounds of it.
    whole: Option<(MergedOperand, (i64, i64))>,
    length: Option<MergedOperand>,
    /// The parts of the range that is written on both ways.
    ranged: Result<[MergedOperand; 3], Ranged>,
    progression: Option<Progression>,
    elements: Option<Rc<[Val]>>,
}

impl Met {
    fn of(joiner: &mut Joiner, left: &Variable, right: &Variable) -> Met {
        let state = joiner.join(&left.state, &right.state);
        let (operand, whole) = match (&left.whole, &right.whole) {
            (Some(one), Some(two)) if left.operand != right.operand => {
                let bounds = (one.low.min(two.low), one.high.max(two.high));
                (None, Some((joiner.join(&one.operand, &two.operand), bounds)))
            }
            (Some(one), Some(_)) => {
                let bounds = (one.low, one.high);
                (Some(Ok(left.operand.clone())), Some((Ok(one.operand.clone()), bounds)))
            }
            _ => (Some(joiner.join(&left.operand, &right.operand)), None),
        };
        let length = match (&left.length, &right.length) {
            (Some(one), Some(two)) => Some(joiner.join(one, two)),
            _ => None,
        };
        let written = |variable: &Variable| match &variable.ranged {
            Ranged::Written(written) => Some(written.clone()),
            Ranged::No | Ranged::Perhaps => variable.is_void().then(Written::nothing),
        };
        let ranged = match (&left.ranged, &right.ranged) {
            (Ranged::No, Ranged::No) => Err(Ranged::No),
            _ => match (written(left), written(right)) {
                (Some(one), Some(two)) => Ok([
                    joiner.join(&one.base, &two.base),
                    joiner.join(&one.increment, &two.increment),
                    joiner.join(&one.limit, &two.limit),
                ]),
                _ => Err(Ranged::Perhaps),
            },
        };
        let progression =
            left.progression.clone().filter(|one| Some(one) == right.progression.as_ref());
        let elements = left.elements.clone().filter(|one| Some(one) == right.elements.as_ref());
        Met { operand, state, whole, length, ranged, progression, elements }
    }
}

impl Lowerer<'_, '_> {
    /// Runs one of two ways on the scene, and goes on with what both leave.
    pub(super) fn branch(
        &mut self,
        condition: Operand,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
        span: Span,
    ) -> Lowered<()> {
        // Of what is known here, one way is not even looked at.
        match condition.constant().and_then(|truth| truth.as_scalar()) {
            Some(Scalar::Bool(true)) => return then(self),
            Some(Scalar::Bool(false)) => return otherwise(self),
            _ => {}
        }
        self.conditions += 1;
        let before = self.scene.clone();
        self.builder.open();
        then(self)?;
        let mut yes = self.close(Vec::new(), span)?;
        let one = std::mem::replace(&mut self.scene, before);
        self.builder.open();
        otherwise(self)?;
        self.conditions -= 1;
        let mut no = self.close(Vec::new(), span)?;
        let two = std::mem::take(&mut self.scene);
        self.join_branches(condition, (&mut yes, one), (&mut no, two), span)
    }

    fn join_branches(
        &mut self,
        condition: Operand,
        (yes, one): (&mut Block, Scene),
        (no, two): (&mut Block, Scene),
        span: Span,
    ) -> Lowered<()> {
        let mut joiner = Joiner::default();
        let slots: BTreeSet<SlotId> =
            one.variables.keys().chain(two.variables.keys()).copied().collect();
        let mut met = Vec::new();
        for slot in slots {
            let Some(&kind) = self.learned.kinds.get(&slot) else { continue };
            let on = |scene: &Scene| {
                let grows = self.learned.growth_axis(slot, kind).is_some();
                scene.variables.get(&slot).cloned().unwrap_or_else(|| untouched(kind, grows))
            };
            met.push((slot, Met::of(&mut joiner, &on(&one), &on(&two))));
        }
        let leaving = match (one.leaving, two.leaving) {
            (Some(one), Some(two)) => {
                Some((joiner.join(&one.0, &two.0), joiner.join(&one.1, &two.1)))
            }
            _ => None,
        };
        let returned = match (one.returned, two.returned) {
            (Some(one), Some(two)) => Some(joiner.join(&one, &two)),
            _ => None,
        };
        (yes.results, no.results) = (joiner.then, joiner.otherwise);
        let op = Op::If { condition, then: std::mem::take(yes), otherwise: std::mem::take(no) };
        self.at(span);
        let results = self.builder.define("", op).map_err(|message| Reason::new(message, span))?;
        let found = |place: Result<Operand, usize>| match place {
            Ok(operand) => operand,
            Err(number) => results[number].clone(),
        };
        for (slot, met) in met {
            if let Some(variable) = self.met_variable(met, &found, span)? {
                self.scene.variables.insert(slot, variable);
            }
        }
        self.scene.leaving = leaving.map(|(one, two)| (found(one), found(two)));
        self.scene.returned = returned.map(found);
        Ok(())
    }

    /// The variable that was met, once it is known where its parts are found; nothing if it has
    /// no value.
    fn met_variable(
        &mut self,
        met: Met,
        found: &impl Fn(MergedOperand) -> Operand,
        span: Span,
    ) -> Lowered<Option<Variable>> {
        let Met { operand, state, whole, length, ranged, progression, elements } = met;
        let whole = whole.map(|(place, (low, high))| Whole { operand: found(place), low, high });
        let operand = match (operand, &whole) {
            (Some(operand), _) => found(operand),
            (None, Some(whole)) => self.as_double(&whole.operand, span)?,
            (None, None) => return Ok(None),
        };
        let (state, length) = (found(state), length.map(found));
        let ranged = match ranged {
            Ok(parts) => {
                let [base, increment, limit] = parts.map(found);
                Ranged::Written(Written { base, increment, limit })
            }
            Err(ranged) => ranged,
        };
        Ok(Some(Variable { operand, state, whole, length, ranged, progression, elements }))
    }

    /// A whole number as a real one.
    pub(super) fn as_double(&mut self, whole: &Operand, span: Span) -> Lowered<Operand> {
        self.prim(Prim::Convert(BaseType::Double), std::slice::from_ref(whole), span)
    }

    /// A truth value from one of two ways that set nothing.
    pub(super) fn choose(
        &mut self,
        condition: Operand,
        then: impl FnOnce(&mut Self) -> Lowered<Operand>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<Operand>,
        span: Span,
    ) -> Lowered<Operand> {
        match condition.constant().and_then(|truth| truth.as_scalar()) {
            Some(Scalar::Bool(true)) => return then(self),
            Some(Scalar::Bool(false)) => return otherwise(self),
            _ => {}
        }
        self.builder.open();
        let yes = then(self)?;
        let then = self.close(vec![yes], span)?;
        self.builder.open();
        let no = otherwise(self)?;
        let otherwise = self.close(vec![no], span)?;
        self.op(Op::If { condition, then, otherwise }, span)
    }
}

/// A variable that the region has not touched.
pub(super) fn untouched(kind: Kind, grows: bool) -> Variable {
    let state = Operand::int(State::UNTOUCHED);
    let length = grows.then(|| Operand::int(0));
    Variable { state, length, ..Variable::holding(kind.nothing()) }
}
