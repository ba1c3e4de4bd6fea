//! The threads that analyse documents: one finds what names mean, which takes no time to speak of, one
//! checks, one finds shapes, so that nobody waits for what takes longer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use formwork_driver::{
    CheckOptions, Config, Dialect, Found, NameIndex, ProgramSettings, ShapesOptions, Texts,
    VariableFact, check_file_by_steps, function_folders, name_index, shapes,
};

use crate::settings::Settings;
use crate::text::Text;

/// A version of a document that is to be analysed, with the others as they are now.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) path: PathBuf,
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) world: World,
    /// Set when the document has changed meanwhile.
    pub(crate) stop: Arc<AtomicBool>,
}

/// What else decides what is found: the other documents, the files, the settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    pub(crate) texts: Texts,
    /// The files of the workspace.
    pub(crate) files: Arc<Vec<PathBuf>>,
    /// The folders in which functions of these are found.
    pub(crate) folders: Arc<Vec<PathBuf>>,
    pub(crate) settings: Arc<Settings>,
}

/// What was found first of a version, and later.
pub(crate) enum Outcome {
    /// What its names mean.
    Named(Box<NameIndex>),
    /// What `check` finds: all of it, or what was found when the file was not yet walked in every
    /// way.
    Checked { found: Vec<Found>, complete: bool },
    /// What its variables are.
    Shaped(Vec<VariableFact>),
}

/// An outcome and the version that it is about.
pub(crate) struct Finished {
    pub(crate) path: PathBuf,
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) outcome: Outcome,
}

impl World {
    /// A workspace in which nothing is open.
    pub(crate) fn new(files: Vec<PathBuf>, settings: Settings) -> World {
        let folders = Arc::new(function_folders(&files));
        let (files, settings) = (Arc::new(files), Arc::new(settings));
        World { texts: Texts::default(), files, folders, settings }
    }

    fn dialect(&self) -> Option<Dialect> {
        self.settings.dialect.as_deref().and_then(|name| name.parse().ok())
    }

    /// How `check` looks at a file: as it does when the file is named, and the rest of the
    /// workspace is around it.
    pub(crate) fn check_options(&self, path: &Path) -> CheckOptions {
        CheckOptions {
            paths: vec![path.to_path_buf()],
            dialect: self.dialect(),
            search_path: self.settings.path.clone(),
            folders_around: Arc::clone(&self.folders),
            config: self.settings.config.clone(),
            texts: self.texts.clone(),
            ..CheckOptions::default()
        }
    }

    /// How the program is read that a file belongs to.
    pub(crate) fn program(&self, path: &Path) -> ProgramSettings {
        let folder = path.parent().unwrap_or(Path::new("."));
        // What is wrong with a configuration is told with the diagnostics.
        let config = Config::load(self.settings.config.as_deref(), folder).unwrap_or_default();
        let mut search_path = [&self.settings.path[..], &config.path].concat();
        search_path.extend(self.folders.iter().cloned());
        ProgramSettings {
            dialect: self.dialect().or(config.dialect).unwrap_or_default(),
            search_path,
            texts: self.texts.clone(),
            assume: config.assume.unwrap_or_default(),
            ..ProgramSettings::default()
        }
    }
}

/// Does what comes in, and hands on what was found, until nobody is there any more.
pub(crate) fn run(
    jobs: &Receiver<Job>,
    done: &Sender<Finished>,
    work: fn(&Job, &(dyn Fn(Outcome) + Sync)),
) {
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv() {
                Ok(job) => waiting.push(job),
                Err(_) => return,
            }
        }
        take_all(jobs, &mut waiting);
        // What came last is what somebody looks at.
        let Some(job) = waiting.pop() else { continue };
        work(&job, &|outcome| {
            // What is left of an analysis that was stopped is not all that there is.
            if !job.stop.load(Ordering::Relaxed) {
                let Job { path, version, text, .. } = job.clone();
                // A server that is gone wants nothing.
                let _ = done.send(Finished { path, version, text, outcome });
            }
        });
    }
}

/// Takes what has come in: of each document only the last version is worth looking at.
fn take_all(jobs: &Receiver<Job>, waiting: &mut Vec<Job>) {
    while let Ok(job) = jobs.try_recv() {
        waiting.retain(|other| other.path != job.path);
        waiting.push(job);
    }
}

/// What the names of a document mean.
pub(crate) fn name(job: &Job, send: &(dyn Fn(Outcome) + Sync)) {
    let look = || name_index(&job.path, &job.world.program(&job.path)).unwrap_or_default();
    send(Outcome::Named(Box::new(catch_unwind(AssertUnwindSafe(look)).unwrap_or_default())));
}

/// What `check` finds in a document, told as it is found. A defect costs this analysis and nothing
/// else.
pub(crate) fn check(job: &Job, send: &(dyn Fn(Outcome) + Sync)) {
    let look = || {
        let stop = Arc::clone(&job.stop);
        let options = CheckOptions { stop, ..job.world.check_options(&job.path) };
        let tell = |found: Vec<Found>| send(Outcome::Checked { found, complete: false });
        let found = check_file_by_steps(&job.path, &options, &tell);
        send(Outcome::Checked { found, complete: true });
    };
    if catch_unwind(AssertUnwindSafe(look)).is_err() {
        send(Outcome::Checked { found: Vec::new(), complete: true });
    }
}

/// What the variables of a document are.
pub(crate) fn shape(job: &Job, send: &(dyn Fn(Outcome) + Sync)) {
    let look = || {
        let program = job.world.program(&job.path);
        let stop = Some(Arc::clone(&job.stop));
        let options = ShapesOptions { program, stop, ..ShapesOptions::default() };
        shapes(&job.path, &options).map(|mut shapes| shapes.facts()).unwrap_or_default()
    };
    send(Outcome::Shaped(catch_unwind(AssertUnwindSafe(look)).unwrap_or_default()));
}
