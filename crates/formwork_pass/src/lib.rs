//! Passes and pipelines: how a program form is improved step by step.
//!
//! A [`Pass`] is a name and a function, a pipeline a constant list of [`Stage`]s. Whoever has a
//! form to improve says how a pass runs over it ([`Subject`]); [`run`] runs the stages, counts
//! the changes of each pass, and verifies the form after every pass that changed it.

/// A named pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass<Run> {
    /// Its name.
    pub name: &'static str,
    /// What it does, or what its changes are.
    pub about: &'static str,
    /// The function, of a type that the form chooses.
    pub run: Run,
}

/// A part of a pipeline.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'p, Run> {
    /// The passes run in order, each once.
    Once(&'p [Pass<Run>]),
    /// The passes run in order, again and again until a round changes nothing.
    UntilStable {
        /// The passes.
        passes: &'p [Pass<Run>],
        /// There are no more rounds.
        max_rounds: usize,
    },
    /// The stage runs if the one before it changed something.
    IfChanged(&'p Stage<'p, Run>),
}

/// What passes improve: a form, and how they run over it.
pub trait Subject {
    /// The function of a pass.
    type Run;

    /// Runs a pass; the number of changes it made.
    ///
    /// # Errors
    ///
    /// Why no pass shall run any more.
    fn apply(&mut self, pass: &Pass<Self::Run>) -> Result<usize, String>;

    /// Whether the form is well formed.
    ///
    /// # Errors
    ///
    /// The first thing that is not.
    fn verify(&self) -> Result<(), String>;

    /// Whether the form is verified after every pass: always while Formwork is developed.
    fn is_verified(&self) -> bool {
        cfg!(debug_assertions)
    }

    /// Whether a pass runs at all.
    fn is_chosen(&self, _pass: &Pass<Self::Run>) -> bool {
        true
    }

    /// Called before the first round of passes that run until nothing changes.
    fn begin_rounds(&mut self) {}

    /// Whether another round may follow.
    fn may_go_on(&self) -> bool {
        true
    }
}

/// What a pipeline did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PipelineReport {
    /// The passes that changed something, in the order of their first change, and how much.
    pub changes: Vec<(&'static str, usize)>,
    /// How many rounds there were.
    pub rounds: usize,
}

impl PipelineReport {
    fn count(&mut self, name: &'static str, changes: usize) {
        match self.changes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += changes,
            None if changes > 0 => self.changes.push((name, changes)),
            None => {}
        }
    }
}

/// Runs a pipeline.
///
/// # Errors
///
/// If the subject stops it, or is not well formed after a pass, which is a defect of the pass.
pub fn run<S: Subject>(
    subject: &mut S,
    pipeline: &[Stage<'_, S::Run>],
) -> Result<PipelineReport, String> {
    let mut outcome = PipelineReport::default();
    let mut changes = 0;
    for stage in pipeline {
        changes = run_stage(subject, stage, changes, &mut outcome)?;
    }
    Ok(outcome)
}

/// Runs a stage, behind one that made `before` changes; how many changes it made.
fn run_stage<S: Subject>(
    subject: &mut S,
    stage: &Stage<'_, S::Run>,
    before: usize,
    outcome: &mut PipelineReport,
) -> Result<usize, String> {
    match *stage {
        Stage::Once(passes) => run_once(subject, passes, outcome),
        Stage::UntilStable { passes, max_rounds } => {
            subject.begin_rounds();
            let mut total = 0;
            for _ in 0..max_rounds {
                outcome.rounds += 1;
                let changes = run_once(subject, passes, outcome)?;
                total += changes;
                if changes == 0 || !subject.may_go_on() {
                    break;
                }
            }
            Ok(total)
        }
        Stage::IfChanged(_) if before == 0 => Ok(0),
        Stage::IfChanged(stage) => run_stage(subject, stage, before, outcome),
    }
}

/// Runs passes in order; how many changes they made.
fn run_once<S: Subject>(
    subject: &mut S,
    passes: &[Pass<S::Run>],
    outcome: &mut PipelineReport,
) -> Result<usize, String> {
    let mut total = 0;
    for pass in passes {
        if !subject.is_chosen(pass) {
            continue;
        }
        let changes = subject.apply(pass)?;
        if changes > 0 && subject.is_verified() {
            subject.verify().map_err(|message| format!("after {}: {message}", pass.name))?;
        }
        outcome.count(pass.name, changes);
        total += changes;
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::{Pass, PipelineReport, Stage, Subject, run};

    /// A number that passes make smaller; it must stay even.
    struct Number(u32);

    impl Subject for Number {
        type Run = fn(u32) -> u32;

        fn apply(&mut self, pass: &Pass<Self::Run>) -> Result<usize, String> {
            let after = (pass.run)(self.0);
            Ok(usize::from(std::mem::replace(&mut self.0, after) != after))
        }

        fn verify(&self) -> Result<(), String> {
            if self.0.is_multiple_of(2) { Ok(()) } else { Err(format!("{} is odd", self.0)) }
        }
    }

    const LESS: Pass<fn(u32) -> u32> =
        Pass { name: "less", about: "two less", run: |number| number.saturating_sub(2) };
    const HALF: Pass<fn(u32) -> u32> =
        Pass { name: "half", about: "the half", run: |number| number / 2 };

    #[test]
    fn stages_run_in_order_and_are_counted() {
        let mut number = Number(10);
        let again = Stage::UntilStable { passes: &[LESS], max_rounds: 10 };
        let outcome = run(
            &mut number,
            &[Stage::UntilStable { passes: &[LESS], max_rounds: 3 }, Stage::IfChanged(&again)],
        );
        let expected = PipelineReport { changes: vec![("less", 5)], rounds: 6 };
        assert_eq!((number.0, outcome), (0, Ok(expected)));
        let outcome = run(&mut number, &[Stage::Once(&[LESS]), Stage::IfChanged(&again)]);
        assert_eq!(outcome, Ok(PipelineReport::default()));
    }

    #[test]
    fn what_a_pass_leaves_is_verified() {
        let outcome = run(&mut Number(6), &[Stage::Once(&[HALF])]);
        assert_eq!(outcome, Err("after half: 3 is odd".to_owned()));
    }
}
