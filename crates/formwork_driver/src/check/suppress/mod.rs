//! Findings that somebody has looked at: comments in the program that suppress them.
//!
//! `comments` reads them, `analyzer` knows what the ids of MATLAB's Code Analyzer mean here.
//! Suppressions come before everything else that hides findings, so that one that suppresses a
//! finding is not called unused because its rule is switched off.

mod analyzer;
mod comments;

use formwork_check::Rule;

use super::report::{CheckedFile, Found, Hidden};
use super::settings::Settings;
use crate::diagnostic::Level;
use crate::source::Source;

/// A comment that suppresses findings of one rule, or of all.
struct Suppression {
    /// The lines whose findings it suppresses, from 1; without them those of the whole file.
    lines: Option<Vec<u32>>,
    /// The rules.
    what: What,
    /// Where it stands.
    span: (u32, u32),
    /// Whether it had something to suppress, or need not have.
    used: bool,
}

/// The rules that a comment suppresses.
enum What {
    All,
    /// As the comment names it.
    Rule(String),
    /// What an id of MATLAB's Code Analyzer stands for.
    Rules(&'static [Rule]),
}

impl Suppression {
    fn suppresses(&self, finding: &Found, line: u32) -> bool {
        let here = self.lines.as_ref().is_none_or(|lines| lines.contains(&line));
        here && match &self.what {
            What::All => true,
            What::Rule(name) => {
                name.eq_ignore_ascii_case(&finding.code) || name.eq_ignore_ascii_case(&finding.id)
            }
            What::Rules(rules) => rules.iter().any(|rule| rule.code() == finding.code),
        }
    }
}

/// A file with the findings that count; suppressions that suppress nothing are among them.
pub(super) fn apply(source: Source, found: Vec<Found>, settings: &Settings) -> CheckedFile {
    let dialect = settings.dialect.unwrap_or_default();
    let (mut suppressions, mistakes) = comments::read(&source, dialect);
    // Of a file that was not analysed nobody knows what its suppressions are good for.
    let analysed =
        !found.iter().any(Found::is_about_the_file) && !formwork_hir::defines_class(source.text());
    let (mut kept, mut hidden) = (Vec::new(), Vec::new());
    for finding in found {
        let line = source.line_column(finding.span.0).line;
        let mut suppressed = false;
        if !finding.is_about_the_file() {
            for one in suppressions.iter_mut().filter(|one| one.suppresses(&finding, line)) {
                one.used = true;
                suppressed = true;
            }
        }
        if suppressed {
            hidden.push(finding);
        } else {
            kept.push(finding);
        }
    }
    let rule = Rule::UnusedSuppression;
    let note = |message: String, span: (u32, u32), help: Option<String>| Found {
        span,
        help,
        ..Found::plain(rule.code(), rule.id(), Level::Note, message)
    };
    kept.extend(mistakes.into_iter().map(|(span, message, help)| note(message, span, help)));
    if analysed {
        for unused in suppressions.iter().filter(|one| !one.used) {
            let place = if unused.lines.is_some() { "here" } else { "in this file" };
            let message = match &unused.what {
                What::Rule(code) => {
                    format!("'{code}' finds nothing {place}: the suppression is unused")
                }
                What::All | What::Rules(_) => {
                    format!("nothing is found {place}: the suppression is unused")
                }
            };
            kept.push(note(message, unused.span, None));
        }
    }
    let mut kept = settings.judge(kept);
    kept.sort_by_key(|found| found.span);
    let hidden = settings.judge(hidden).into_iter().map(|found| (found, Hidden::Comment)).collect();
    CheckedFile { source, found: kept, hidden }
}
