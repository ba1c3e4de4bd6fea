//! Progress on standard error, when somebody watches: a bar for many files, a spinner for one piece
//! of work that takes long.

use std::io::IsTerminal as _;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Below this many files a bar would only flicker.
const ENOUGH: usize = 64;

/// What takes less long needs no spinner.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a spinner turns.
const TICK: Duration = Duration::from_millis(120);

/// A bar for `count` files; hidden where standard error is no terminal.
pub(crate) fn bar(count: usize, what: &'static str) -> ProgressBar {
    if count < ENOUGH || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_message(what)
}

/// Turns while something is done, and is gone when this is dropped.
#[must_use]
pub struct Working(Option<(Sender<()>, JoinHandle<()>)>);

/// Says that something is done, once it takes longer than a second; nothing where standard error is
/// no terminal.
pub fn working(what: impl Into<String>) -> Working {
    if !std::io::stderr().is_terminal() {
        return Working(None);
    }
    let (done, wait) = channel::<()>();
    let what = what.into();
    let turn = move || {
        if wait.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let spinner = spinner.with_style(style).with_message(what).with_elapsed(PATIENCE);
        spinner.enable_steady_tick(TICK);
        // Until the other end is gone.
        let _ = wait.recv();
        spinner.finish_and_clear();
    };
    // Without a thread nobody is told, and everything else goes on.
    let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(turn).ok();
    Working(thread.map(|thread| (done, thread)))
}

/// The same for work on so many files, which shows a bar itself if they are many.
pub fn working_on(count: usize, what: impl Into<String>) -> Working {
    if count < ENOUGH { working(what) } else { Working(None) }
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some((done, thread)) = self.0.take() {
            drop(done);
            // A spinner that failed has nothing more to clear.
            let _ = thread.join();
        }
    }
}
