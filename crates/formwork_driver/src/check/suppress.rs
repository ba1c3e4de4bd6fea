//! `% formwork: ignore[code]`: findings that somebody has looked at.

use formwork_check::Rule;

use super::report::Found;
use super::settings::Settings;
use crate::diagnostic::Level;
use crate::source::Source;

/// A comment that suppresses findings.
struct Suppression {
    /// The line whose findings it suppresses, from 1.
    line: u32,
    /// The rules; empty: all.
    rules: Vec<String>,
    /// Where the comment stands.
    span: (u32, u32),
    /// Which of the rules had something to suppress.
    used: Vec<bool>,
}

/// The findings that count, and the suppressions that suppress nothing.
pub(super) fn apply(source: &Source, found: Vec<Found>, settings: &Settings) -> Vec<Found> {
    let mut suppressions = read(source);
    let mut kept = Vec::new();
    for finding in found {
        if Rule::find(&finding.code).is_some()
            && !settings.rules.includes(&finding.code, &finding.id)
        {
            continue;
        }
        let first = source.line_column(finding.span.0).line;
        let mut suppressed = false;
        for suppression in &mut suppressions {
            if suppression.line != first {
                continue;
            }
            if suppression.rules.is_empty() {
                suppression.used[0] = true;
                suppressed = true;
            }
            for (place, rule) in suppression.rules.iter().enumerate() {
                if rule.eq_ignore_ascii_case(&finding.code)
                    || rule.eq_ignore_ascii_case(&finding.id)
                {
                    suppression.used[place] = true;
                    suppressed = true;
                }
            }
        }
        if !suppressed {
            kept.push(finding);
        }
    }
    let rule = Rule::UnusedSuppression;
    if settings.rules.includes(rule.code(), rule.id()) {
        for suppression in suppressions {
            for (place, used) in suppression.used.iter().enumerate() {
                if *used {
                    continue;
                }
                let message = match suppression.rules.get(place) {
                    Some(code) => format!("'{code}' finds nothing here: the suppression is unused"),
                    None => "nothing is found here: the suppression is unused".to_owned(),
                };
                let plain = Found::plain(rule.code(), rule.id(), Level::Note, message);
                kept.push(Found { span: suppression.span, ..plain });
            }
        }
        kept.sort_by_key(|found| found.span);
    }
    kept
}

/// The suppressions of a text: on the line itself, or alone on the line before.
fn read(source: &Source) -> Vec<Suppression> {
    let mut all = Vec::new();
    let mut start = 0_usize;
    for (number, line) in (1_u32..).zip(source.text().split(|&byte| byte == b'\n')) {
        let text = String::from_utf8_lossy(line);
        let marker = ["% formwork: ignore", "%formwork: ignore", "# formwork: ignore"];
        let found = marker.iter().find_map(|marker| text.find(marker).map(|at| (at, marker)));
        if let Some((at, marker)) = found {
            let rest = &text[at + marker.len()..];
            let rules: Vec<String> = match rest.strip_prefix('[') {
                Some(list) => list
                    .split(']')
                    .next()
                    .unwrap_or_default()
                    .split(',')
                    .map(|rule| rule.trim().to_owned())
                    .filter(|rule| !rule.is_empty())
                    .collect(),
                None => Vec::new(),
            };
            let alone = text[..at].trim().is_empty();
            let place = |at: usize| u32::try_from(start + at).unwrap_or(u32::MAX);
            let used = vec![false; rules.len().max(1)];
            let span = (place(at), place(line.len()));
            let line = if alone { number + 1 } else { number };
            all.push(Suppression { line, rules, span, used });
        }
        start += line.len() + 1;
    }
    all
}
