//! Fixes: applied to texts, or shown as a difference.

use std::fmt::Write as _;

use super::report::{CheckedFile, FixText};

/// Lines shown around a change.
const AROUND: usize = 3;

/// The text of a file after its fixes, and how many there were; those that are not
/// surely what was meant only if asked for.
#[must_use]
pub fn apply_fixes(file: &CheckedFile, all: bool) -> (Vec<u8>, usize) {
    let (edits, count) = chosen(file, all);
    let text = file.source.text();
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for (start, end, with) in edits {
        out.extend_from_slice(&text[at..start]);
        out.extend_from_slice(with.as_bytes());
        at = end;
    }
    out.extend_from_slice(&text[at..]);
    (out, count)
}

/// The changes that do not get in each other's way, in the order of the text.
fn chosen(file: &CheckedFile, all: bool) -> (Vec<(usize, usize, &str)>, usize) {
    let mut edits: Vec<(usize, usize, &str)> = Vec::new();
    let mut count = 0;
    let length = file.source.text().len();
    let fixes: Vec<&FixText> = file.found.iter().filter_map(|found| found.fix.as_ref()).collect();
    for fix in fixes.into_iter().filter(|fix| fix.safe || all) {
        let own: Vec<(usize, usize, &str)> = fix
            .edits
            .iter()
            .map(|(start, end, text)| (*start as usize, *end as usize, &**text))
            .collect();
        let apart = |start: usize, end: usize, from: usize, to: usize| {
            (end <= from || to <= start) && !(start == from && end == to)
        };
        let free = own.iter().all(|&(start, end, _)| {
            start <= end
                && end <= length
                && edits.iter().all(|&(from, to, _)| apart(start, end, from, to))
        });
        if free {
            edits.extend(own);
            count += 1;
        }
    }
    edits.sort_by_key(|(start, end, _)| (*start, *end));
    (edits, count)
}

/// The difference between two texts, as `diff -u` writes it; empty if there is none.
#[must_use]
pub fn unified_diff(path: &str, old: &[u8], new: &[u8]) -> String {
    if old == new {
        return String::new();
    }
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut out = format!("--- {path}\n+++ {path}\n");
    for (from_a, to_a, from_b, to_b) in changes(&a, &b) {
        let start_a = from_a.saturating_sub(AROUND);
        let end_a = (to_a + AROUND).min(a.len());
        let start_b = from_b - (from_a - start_a);
        let end_b = (to_b + (end_a - to_a)).min(b.len());
        let _ = writeln!(
            out,
            "@@ -{},{} +{},{} @@",
            start_a + 1,
            end_a - start_a,
            start_b + 1,
            end_b - start_b
        );
        let line = |out: &mut String, mark: char, text: &str| {
            let _ = writeln!(out, "{mark}{text}");
        };
        a[start_a..from_a].iter().for_each(|text| line(&mut out, ' ', text));
        a[from_a..to_a].iter().for_each(|text| line(&mut out, '-', text));
        b[from_b..to_b].iter().for_each(|text| line(&mut out, '+', text));
        a[to_a..end_a].iter().for_each(|text| line(&mut out, ' ', text));
    }
    out
}

/// Stretches of lines that differ, those near each other together.
fn changes(a: &[&str], b: &[&str]) -> Vec<(usize, usize, usize, usize)> {
    let mut found: Vec<(usize, usize, usize, usize)> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            i += 1;
            j += 1;
            continue;
        }
        // The nearest place where both go on alike.
        let (from_a, from_b) = (i, j);
        let mut distance = 1;
        let (next_a, next_b) = loop {
            let meet = (0..=distance).find_map(|step| {
                let (x, y) = (i + step, j + (distance - step));
                (x < a.len() && y < b.len() && a[x] == b[y]).then_some((x, y))
            });
            match meet {
                Some(place) => break place,
                None if distance > a.len() + b.len() => break (a.len(), b.len()),
                None => distance += 1,
            }
        };
        (i, j) = (next_a, next_b);
        match found.last_mut() {
            Some(last) if from_a - last.1 <= 2 * AROUND => {
                last.1 = i;
                last.3 = j;
            }
            _ => found.push((from_a, i, from_b, j)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_shown_with_lines_around_it() {
        let old = b"a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = b"a\nb\nc\nd\nE\nf\ng\nh\n";
        let shown = unified_diff("x.m", old, new);
        let wanted = "--- x.m\n+++ x.m\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n";
        assert_eq!(shown, wanted);
        assert_eq!(unified_diff("x.m", old, old), "");
    }
}
