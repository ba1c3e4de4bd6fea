//! What came of all files: counts, tables, and what nobody has looked at yet.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use super::process::End;
use super::triage::{Key, Triage, Verdict};
use super::work::{CommandOutcome, FileOutcome, Trouble};
use super::{Project, Step};

/// Alarms are counted for so many lines.
const PER_LINES: f64 = 50_000.0;

/// How many commands of a kind that went wrong are named.
const NAMED: usize = 20;

/// What came of all files.
#[derive(Default)]
pub(super) struct Report {
    files: usize,
    lines: usize,
    /// How many findings of a rule have which verdict; errors and warnings apart.
    verdicts: BTreeMap<(bool, String, Verdict), usize>,
    /// Findings that nobody has decided about, as they are shown.
    undecided: Vec<String>,
    /// What was decided about and did not come again.
    gone: BTreeMap<Verdict, usize>,
    /// How commands ended, and which.
    ends: BTreeMap<(Step, End), Vec<String>>,
    troubles: BTreeMap<(Step, Trouble), Vec<String>>,
    times: BTreeMap<Step, (usize, Duration)>,
    slowest: Vec<(Duration, String)>,
}

impl Report {
    /// Adds what came of a project's files.
    pub(super) fn add(&mut self, project: &Project, outcomes: &[FileOutcome], triage: &mut Triage) {
        let mut checked = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for outcome in outcomes {
            self.files += 1;
            self.lines += outcome.lines;
            let path = outcome.file.to_string_lossy().into_owned();
            if outcome.is_checked {
                checked.insert(path.clone());
            }
            for command in &outcome.commands {
                self.add_command(command, &format!("{}/{path}", project.name));
            }
            for finding in &outcome.findings {
                let key = Key {
                    project: project.name.clone(),
                    path: path.clone(),
                    rule: finding.rule.clone(),
                    text: finding.text.clone(),
                };
                let decision = triage.decision(&key);
                let entry = (finding.is_error, finding.rule.clone(), decision.verdict);
                *self.verdicts.entry(entry).or_default() += 1;
                if !decision.is_made() {
                    let level = if finding.is_error { "error" } else { "warning" };
                    let (name, line, rule) = (&project.name, finding.line, &finding.rule);
                    self.undecided.push(format!(
                        "{name}/{path}:{line}: {level}[{rule}] {}\n    {}",
                        finding.message, finding.text
                    ));
                }
                seen.insert(key);
            }
        }
        for (key, decision) in triage.of_project(&project.name) {
            if decision.is_made() && checked.contains(&key.path) && !seen.contains(key) {
                *self.gone.entry(decision.verdict).or_default() += 1;
            }
        }
    }

    /// Adds what came of a command on a file, or on a project.
    pub(super) fn add_command(&mut self, command: &CommandOutcome, file: &str) {
        let step = command.step;
        let mut name = format!("{} {file}", step_name(step));
        if let Some(function) = &command.function {
            let _ = write!(name, " --function {function}");
        }
        let (count, time) = self.times.entry(step).or_default();
        *count += 1;
        *time += command.time;
        let shown = match command.end {
            End::Done => name.clone(),
            _ => format!("{name}: {}", command.complaint),
        };
        self.ends.entry((step, command.end)).or_default().push(shown);
        if let Some(trouble) = command.trouble {
            self.troubles.entry((step, trouble)).or_default().push(name.clone());
        }
        self.slowest.push((command.time, name));
    }

    /// Whether something came to no good end, or an error is false.
    pub(super) fn is_bad(&self) -> bool {
        let bad_end = |end| matches!(end, End::Panicked | End::Aborted | End::TimedOut);
        self.ends.keys().any(|&(_, end)| bad_end(end))
            || self.troubles.keys().any(|&(_, trouble)| trouble != Trouble::Budget)
            || self.alarms(true, Verdict::False) > 0
    }

    /// How many errors, or warnings, have a verdict.
    fn alarms(&self, errors: bool, verdict: Verdict) -> usize {
        let matching = |key: &&(bool, String, Verdict)| key.0 == errors && key.2 == verdict;
        self.verdicts.keys().filter(matching).map(|key| self.verdicts[key]).sum()
    }

    /// The report.
    pub(super) fn text(&self, slowest: usize) -> String {
        let mut out = String::new();
        for finding in &self.undecided {
            let _ = writeln!(out, "{finding}");
        }
        self.list_commands(&mut out);
        self.list_times(slowest, &mut out);
        self.table(&mut out);
        out
    }

    fn list_commands(&self, out: &mut String) {
        for (&(step, end), commands) in &self.ends {
            let what = match end {
                End::Done => continue,
                End::Refused => "refused",
                End::Panicked => "panicked",
                End::Aborted => "aborted",
                End::TimedOut => "timed out",
                End::Missing => "could not be started",
            };
            list(&format!("{} {what}", step_name(step)), commands, out);
        }
        for (&(step, trouble), commands) in &self.troubles {
            let what = match trouble {
                Trouble::RoundTrip => "reads back to another tree",
                Trouble::Defect => "met a defect of its own",
                Trouble::Budget => "reached its budget",
                Trouble::Residual => "gave a residual that is no program",
                Trouble::Output => "printed no JSON",
            };
            list(&format!("{} {what}", step_name(step)), commands, out);
        }
    }

    fn list_times(&self, slowest: usize, out: &mut String) {
        for (&step, (count, time)) in &self.times {
            let seconds = time.as_secs_f64();
            let each = 1e3 * seconds / (*count).max(1) as f64;
            let _ = writeln!(
                out,
                "{:10} {count:7} commands, {seconds:8.1} s, {each:7.1} ms each",
                step_name(step)
            );
        }
        let mut times: Vec<&(Duration, String)> = self.slowest.iter().collect();
        times.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        for (time, name) in times.into_iter().take(slowest) {
            let _ = writeln!(out, "{:8.2} s  {name}", time.as_secs_f64());
        }
    }

    fn table(&self, out: &mut String) {
        let _ = writeln!(out, "\n| finding | true | false | harmless | unknown |");
        let _ = writeln!(out, "| --- | --- | --- | --- | --- |");
        let rules: BTreeSet<(bool, &str)> =
            self.verdicts.keys().map(|(error, rule, _)| (!error, rule.as_str())).collect();
        for (warning, rule) in rules {
            let level = if warning { "warning" } else { "error" };
            let _ = write!(out, "| {level}[{rule}] |");
            for verdict in Verdict::ALL {
                let key = (!warning, rule.to_owned(), verdict);
                let _ = write!(out, " {} |", self.verdicts.get(&key).copied().unwrap_or(0));
            }
            out.push('\n');
        }
        let _ = writeln!(out, "\n{} files, {} lines", self.files, self.lines);
        for (errors, name) in [(true, "errors"), (false, "warnings")] {
            let false_ones = self.alarms(errors, Verdict::False);
            let unknown = self.alarms(errors, Verdict::Unknown);
            let rate = |count: usize| count as f64 * PER_LINES / self.lines.max(1) as f64;
            let _ = writeln!(
                out,
                "{false_ones} false {name}, {:.2} for 50,000 lines; {unknown} not decided",
                rate(false_ones)
            );
        }
        for (verdict, count) in &self.gone {
            let _ = writeln!(out, "{count} {} findings no longer appear", verdict.name());
        }
    }
}

fn list(what: &str, commands: &[String], out: &mut String) {
    let _ = writeln!(out, "{what}: {}", commands.len());
    for command in commands.iter().take(NAMED) {
        let _ = writeln!(out, "    {command}");
    }
}

fn step_name(step: Step) -> &'static str {
    match step {
        Step::Parse => "parse",
        Step::Check => "check",
        Step::Shapes => "shapes",
        Step::Specialize => "specialize",
    }
}
