//! What people decided about findings: a file with one line for each, outside the
//! repository.
//!
//! A finding is known again by its project, its file, its rule and the text of its line,
//! so that decisions outlive changes elsewhere in the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::files;

/// What a finding is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Verdict {
    /// The program does fail there.
    True,
    /// It does not.
    False,
    /// It does, and that does no harm: a demonstration, code that is never run.
    Harmless,
    /// Nobody looked, or it cannot be told.
    #[default]
    Unknown,
}

impl Verdict {
    pub(super) const ALL: [Verdict; 4] =
        [Verdict::True, Verdict::False, Verdict::Harmless, Verdict::Unknown];

    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::True => "true",
            Verdict::False => "false",
            Verdict::Harmless => "harmless",
            Verdict::Unknown => "unknown",
        }
    }

    fn read(text: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == text)
    }
}

/// By what a finding is known again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) project: String,
    pub(super) path: String,
    pub(super) rule: String,
    pub(super) text: String,
}

/// A verdict and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) verdict: Verdict,
    pub(super) reason: String,
}

impl Decision {
    /// Whether somebody looked.
    pub(super) fn is_made(&self) -> bool {
        self.verdict != Verdict::Unknown || !self.reason.is_empty()
    }
}

/// The decisions about findings.
#[derive(Debug, Default)]
pub(super) struct Triage {
    decisions: BTreeMap<Key, Decision>,
}

impl Triage {
    /// Reads a triage file; one that is not there has no decisions.
    ///
    /// # Errors
    ///
    /// If a line is no decision.
    pub(super) fn read(file: &Path) -> Result<Triage, String> {
        Triage::parse(&String::from_utf8_lossy(&files::read(file)))
            .map_err(|problem| format!("{}:{problem}", file.display()))
    }

    fn parse(text: &str) -> Result<Triage, String> {
        let mut decisions = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let problem = |what: &str| format!("{}: {what}", number + 1);
            let parts: Vec<&str> = line.splitn(6, '\t').collect();
            let [project, path, rule, text, verdict, reason] = parts[..] else {
                return Err(problem("not six columns with tabs between them"));
            };
            let verdict = Verdict::read(verdict)
                .ok_or_else(|| problem("neither true, false, harmless nor unknown"))?;
            let [project, path, rule, text] = [project, path, rule, text].map(str::to_owned);
            let decision = Decision { verdict, reason: reason.to_owned() };
            decisions.insert(Key { project, path, rule, text }, decision);
        }
        Ok(Triage { decisions })
    }

    /// The decision about a finding; one that is new becomes unknown.
    pub(super) fn decision(&mut self, key: &Key) -> &Decision {
        self.decisions.entry(key.clone()).or_default()
    }

    /// The decisions about a project's findings.
    pub(super) fn of_project(&self, project: &str) -> impl Iterator<Item = (&Key, &Decision)> {
        self.decisions.iter().filter(move |(key, _)| key.project == project)
    }

    /// The file's text.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("# project, path, rule, text of the line, verdict, why\n");
        for (key, decision) in &self.decisions {
            let Key { project, path, rule, text: line } = key;
            let verdict = decision.verdict.name();
            let reason = &decision.reason;
            let _ = writeln!(text, "{project}\t{path}\t{rule}\t{line}\t{verdict}\t{reason}");
        }
        text
    }
}

/// A line with its blanks, tabs among them, made one; bytes that are no text are marked.
pub(super) fn one_line(line: &[u8]) -> String {
    String::from_utf8_lossy(line).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Decision, Key, Triage, Verdict, one_line};

    #[test]
    fn decisions_are_written_and_read() {
        let key = Key {
            project: "p".to_owned(),
            path: "a/b.m".to_owned(),
            rule: "inner-extent".to_owned(),
            text: one_line(b"\t x =  1; \r"),
        };
        let mut triage = Triage::default();
        assert_eq!(*triage.decision(&key), Decision::default());
        assert!(!triage.decision(&key).is_made());
        let text = triage.text().replace("unknown\t", "false\tbecause\tso");
        let mut triage = Triage::parse(&text).expect("it was written");
        assert_eq!(key.text, "x = 1;");
        let decision = triage.decision(&key);
        assert_eq!(decision.verdict, Verdict::False);
        assert_eq!(decision.reason, "because\tso");
        assert_eq!(triage.of_project("p").count(), 1);
        assert_eq!(triage.of_project("q").count(), 0);
    }

    #[test]
    fn what_is_no_decision_is_said() {
        assert!(Triage::parse("a\tb").is_err());
        assert!(Triage::parse("p\tf\tr\tt\tmaybe\t").is_err());
    }
}
