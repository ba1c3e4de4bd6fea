//! Which of what is remembered still holds: that whose questions have the same answers now.

use formwork_hir::{Program, Question};
use formwork_syntax::Dialect;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::record::is_about_text;
use super::store::{Entry, Stored, StoredQuestion};
use crate::check::project::{Project, View};

/// What still holds.
#[derive(Default)]
pub(super) struct Holding {
    pub(super) questions: Vec<Question>,
    pub(super) lists: Vec<Box<[u32]>>,
    /// Answers that are as they were: of texts for 0, of a view for the number behind its own.
    pub(super) answers: Vec<(usize, Vec<(u32, u64)>)>,
    pub(super) entries: Vec<Entry>,
    /// Whether that is all that was remembered.
    pub(super) is_all: bool,
}

impl Holding {
    /// What of that which is stored holds for the files of a project, of which each has a view and
    /// is read in some way.
    pub(super) fn of(
        stored: Stored,
        project: &Project,
        (views, view_of): (&[View<'_>], &[usize]),
        settings: &[u64],
    ) -> Holding {
        let Stored { names, questions, lists, answers, mut entries } = stored;
        let questions: Vec<Question> =
            questions.into_iter().map(StoredQuestion::question).collect();
        let before = entries.len();
        entries.retain_mut(|entry| match project.which(entry.path.as_ref()) {
            Some(which) => {
                entry.which = which;
                settings[which] == entry.settings && project.files[which].trouble.is_none()
            }
            None => false,
        });

        let texts = same_texts(&questions, answers.first(), project);
        // Each view that was, as the view that files have now.
        let mut pairs: Vec<(usize, usize)> =
            entries.iter().map(|entry| (entry.view, view_of[entry.which])).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let all_hold = names.hold(project);
        let names: Vec<Vec<(u32, u64)>> = pairs
            .par_iter()
            .map(|&(then, now)| {
                if all_hold {
                    return answers.get(then + 1).cloned().unwrap_or_default();
                }
                let program =
                    Program::new(&views[now], Dialect::default(), project.search_path.clone());
                let answers = answers.get(then + 1).into_iter().flatten();
                let same = answers.filter(|(number, answer)| {
                    questions.get(*number as usize).is_some_and(|question| {
                        !is_about_text(question)
                            && views[now].answer(Some(&program), question) == *answer
                    })
                });
                same.copied().collect()
            })
            .collect();

        let mut holding: Vec<Vec<bool>> = Vec::with_capacity(pairs.len());
        for names in &names {
            let mut holds = vec![false; questions.len()];
            for (number, _) in texts.iter().chain(names) {
                holds[*number as usize] = true;
            }
            let list = |list: &[u32]| {
                list.iter().all(|number| holds.get(*number as usize).copied().unwrap_or(false))
            };
            holding.push(lists.iter().map(|one| list(one)).collect());
        }
        let which_pair: FxHashMap<(usize, usize), usize> =
            pairs.iter().enumerate().map(|(at, pair)| (*pair, at)).collect();
        entries.retain_mut(|entry| {
            let now = view_of[entry.which];
            let lists = which_pair.get(&(entry.view, now)).map(|&at| &holding[at]);
            let holds = lists.is_some_and(|lists| {
                let mut all = entry.lists.iter();
                all.all(|list| lists.get(*list as usize).copied().unwrap_or(false))
            });
            entry.view = now;
            holds
        });
        let of_views = pairs.iter().zip(names).map(|(&(_, now), names)| (now + 1, names));
        let answers = std::iter::once((0, texts)).chain(of_views).collect();
        let is_all = entries.len() == before;
        Holding { questions, lists, answers, entries, is_all }
    }
}

/// The texts that are as they were.
fn same_texts(
    questions: &[Question],
    answers: Option<&Vec<(u32, u64)>>,
    project: &Project,
) -> Vec<(u32, u64)> {
    let answers = answers.map_or(&[][..], |answers| answers);
    let same = answers.par_iter().filter(|(number, answer)| {
        let question = questions.get(*number as usize);
        question.is_some_and(|question| match question {
            Question::Text(path) => project.text_digest(path) == *answer,
            Question::InFolder(..) | Question::OnPath(_) | Question::ClassesInSight(_) => false,
        })
    });
    same.copied().collect()
}
