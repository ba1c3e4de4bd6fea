//! What is to be remembered: findings with the questions that they depend on.
//!
//! Questions, and the lists of them that files share, are kept once and known by numbers. What was
//! remembered before keeps its numbers; what nobody needs any more goes when all is written.

use std::rc::Rc;

use formwork_hir::{Asked, Question};
use rustc_hash::FxHashMap;

use super::store::{Entry, Names, Stored, StoredQuestion};
use super::verify::Holding;
use crate::check::project::Project;
use crate::check::report::Found;

/// The lists of questions that one thread has handed over for a view, by where they are; nothing
/// for those whose answers changed meanwhile.
#[derive(Default)]
pub(in crate::check) struct Lists {
    known: FxHashMap<*const Question, (Rc<[Question]>, Option<u32>)>,
}

/// What is to be remembered.
pub(super) struct Recorded {
    numbers: FxHashMap<Question, u32>,
    lists: FxHashMap<Box<[u32]>, u32>,
    /// The answers to questions about texts, then those of each view to the others.
    answers: Vec<FxHashMap<u32, u64>>,
    entries: Vec<Entry>,
}

impl Recorded {
    /// What was remembered before and holds still, in so many views.
    pub(super) fn new(holding: Holding, views: usize) -> Recorded {
        let count = (holding.questions.len(), holding.lists.len());
        let numbers = (0..).zip(holding.questions).map(|(number, one)| (one, number));
        let lists = (0..).zip(holding.lists).map(|(number, list)| (list, number));
        let mut answers = vec![FxHashMap::default(); views + 1];
        for (place, known) in holding.answers {
            if let Some(answers) = answers.get_mut(place) {
                answers.extend(known);
            }
        }
        let numbers: FxHashMap<Question, u32> = numbers.collect();
        let lists: FxHashMap<Box<[u32]>, u32> = lists.collect();
        // Nothing has two numbers, unless somebody else wrote it.
        if (numbers.len(), lists.len()) != count {
            return Recorded::new(Holding::default(), views);
        }
        Recorded { numbers, lists, answers, entries: holding.entries }
    }

    /// Adds what was found in a file, unless answers have changed while it was checked.
    pub(super) fn add(
        &mut self,
        (which, view, settings): (usize, usize, u64),
        (asked, answer): (&Asked, &dyn Fn(&Question) -> u64),
        found: &[Found],
        lists: &mut Lists,
    ) {
        let shared = asked.shared.iter().map(|list| {
            let known = lists.known.entry(list.as_ptr());
            known.or_insert_with(|| (Rc::clone(list), self.list(view, list, answer))).1
        });
        let Some(mut all) = shared.collect::<Option<Vec<u32>>>() else { return };
        let Some(own) = self.list(view, &asked.own, answer) else { return };
        all.push(own);
        all.sort_unstable();
        all.dedup();
        let found = found.to_vec();
        self.entries.push(Entry { which, path: String::new(), settings, view, lists: all, found });
    }

    /// The number of a list of questions with their answers; nothing if that is none.
    fn list(
        &mut self,
        view: usize,
        questions: &[Question],
        answer: &dyn Fn(&Question) -> u64,
    ) -> Option<u32> {
        let numbers = questions.iter().map(|one| self.answered(view, one, answer(one)));
        let mut numbers = numbers.collect::<Option<Vec<u32>>>()?;
        numbers.sort_unstable();
        let next = u32::try_from(self.lists.len()).ok()?;
        Some(*self.lists.entry(numbers.into()).or_insert(next))
    }

    /// The number of a question that has an answer; nothing if it had another one before, or
    /// cannot be written down.
    fn answered(&mut self, view: usize, one: &Question, answer: u64) -> Option<u32> {
        let number = match self.numbers.get(one) {
            Some(&number) => number,
            None => {
                StoredQuestion::new(one)?;
                let next = u32::try_from(self.numbers.len()).ok()?;
                self.numbers.insert(one.clone(), next);
                next
            }
        };
        let place = if is_about_text(one) { 0 } else { view + 1 };
        let known = *self.answers.get_mut(place)?.entry(number).or_insert(answer);
        (known == answer).then_some(number)
    }

    /// What is written: what entries need.
    pub(super) fn into_stored(self, project: &Project) -> Option<Stored> {
        let mut entries = self.entries;
        entries.retain_mut(|entry| {
            let path = project.files.get(entry.which).and_then(|file| file.path.to_str());
            entry.path = path.unwrap_or_default().to_owned();
            path.is_some()
        });
        entries.sort_by(|one, other| one.path.cmp(&other.path));

        let mut lists = by_number(self.lists);
        let needed = entries.iter().flat_map(|entry| entry.lists.iter().copied());
        let new_lists = renumbered(needed, lists.len());
        for number in entries.iter_mut().flat_map(|entry| &mut entry.lists) {
            *number = new_lists[*number as usize].unwrap_or(0);
        }
        keep(&mut lists, &new_lists);

        let mut questions = by_number(self.numbers);
        let needed = lists.iter().flat_map(|list| list.iter().copied());
        let new_questions = renumbered(needed, questions.len());
        for number in lists.iter_mut().flat_map(|list| list.iter_mut()) {
            *number = new_questions[*number as usize].unwrap_or(0);
        }
        keep(&mut questions, &new_questions);

        let answers = self.answers.into_iter().map(|known| {
            let kept = known
                .into_iter()
                .filter_map(|(number, answer)| Some((new_questions[number as usize]?, answer)));
            let mut answers: Vec<(u32, u64)> = kept.collect();
            answers.sort_unstable();
            answers
        });
        Some(Stored {
            names: Names::of(project)?,
            // All of them could be written down when they got their numbers.
            answers: answers.collect(),
            questions: questions.iter().filter_map(StoredQuestion::new).collect(),
            lists,
            entries,
        })
    }
}

/// Whether a question has the same answer in all views.
pub(super) fn is_about_text(question: &Question) -> bool {
    match question {
        Question::Text(_) => true,
        Question::InFolder(..) | Question::OnPath(_) | Question::ClassesInSight(_) => false,
    }
}

fn by_number<T>(numbered: FxHashMap<T, u32>) -> Vec<T> {
    let mut all: Vec<(T, u32)> = numbered.into_iter().collect();
    all.sort_unstable_by_key(|(_, number)| *number);
    all.into_iter().map(|(one, _)| one).collect()
}

/// New numbers for those that are needed, in their old order.
fn renumbered(needed: impl Iterator<Item = u32>, count: usize) -> Vec<Option<u32>> {
    let mut new = vec![None; count];
    for number in needed {
        new[number as usize] = Some(0);
    }
    for (next, number) in (0..).zip(new.iter_mut().flatten()) {
        *number = next;
    }
    new
}

fn keep<T>(all: &mut Vec<T>, new: &[Option<u32>]) {
    let mut new = new.iter();
    all.retain(|_| new.next().is_some_and(Option::is_some));
}
