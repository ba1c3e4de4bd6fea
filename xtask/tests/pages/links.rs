//! Links of markdown pages: files and anchors that are in the repository must exist, addresses of the
//! web must at least be addresses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use formwork_mdtest::prose;

use crate::{pages, read, root};

/// The targets of the links and pictures in a line: of `[text](target)`, `src="…"`, `href="…"`.
fn targets(line: &str) -> Vec<String> {
    // What stands in backticks is no link.
    let plain: Vec<&str> = line.split('`').step_by(2).collect();
    let plain = plain.join("``");
    let mut found = Vec::new();
    for (before, after) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"'), ("srcset=\"", '"')] {
        for part in plain.split(before).skip(1) {
            found.extend(part.split(after).next().map(str::to_owned));
        }
    }
    found
}

/// The anchor of a heading, as the web sites of repositories and mdbook make it.
fn anchor(title: &str) -> String {
    let letters = title.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let level = line.chars().take_while(|&letter| letter == '#').count();
        if let Some(title) = line[level..].strip_prefix(' ').filter(|_| level > 0) {
            let name = anchor(title.trim());
            let numbered = (1..).map(|number| format!("{name}-{number}"));
            let mut names = std::iter::once(name.clone()).chain(numbered);
            anchors.extend(names.find(|name| !anchors.contains(name)));
        }
    }
    anchors
}

fn web_address_is_sound(target: &str) -> bool {
    let rest = target.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '#', '?']).next().unwrap_or_default();
    host.contains('.')
        && host.chars().all(|letter| letter.is_ascii_alphanumeric() || "-.:".contains(letter))
        && !target.contains([' ', '<', '>', '"'])
}

#[test]
fn links_lead_somewhere() {
    let book = root().join("docs/book/src");
    let mut known: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut count = 0;
    for path in pages() {
        let text = read(&path);
        for (number, line) in prose(&text) {
            for target in targets(line) {
                count += 1;
                let mut complain = |why: &str| {
                    problems.push(format!("{}:{number}: {target}: {why}", path.display()));
                };
                if target.contains(':') {
                    if !web_address_is_sound(&target) {
                        complain("no address of the web");
                    }
                    continue;
                }
                let (file, mark) = target.split_once('#').unwrap_or((&target, ""));
                let folder = path.parent().expect("a page is in a folder");
                let file = if file.is_empty() { path.clone() } else { folder.join(file) };
                let Ok(file) = file.canonicalize() else {
                    complain("no such file");
                    continue;
                };
                if path.starts_with(&book) && !file.starts_with(&book) {
                    complain("the book as web pages does not have this file");
                }
                if mark.is_empty() {
                    continue;
                }
                let anchors = known.entry(file.clone()).or_insert_with(|| anchors(&read(&file)));
                if !anchors.contains(mark) {
                    complain("no such heading");
                }
            }
        }
    }
    assert!(count > 50, "the links were not found");
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The links within the book, as web pages, whose file or anchor is missing.
pub(crate) fn anchors_in_html(folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for page in html_files(folder) {
        let text = read(&page);
        let Some(main) = text.split("<main>").nth(1).and_then(|rest| rest.split("</main>").next())
        else {
            continue;
        };
        for part in main.split("href=\"").skip(1) {
            let target = part.split('"').next().unwrap_or_default();
            if target.contains(':') {
                continue;
            }
            let (file, mark) = target.split_once('#').unwrap_or((target, ""));
            let other = if file.is_empty() {
                page.clone()
            } else {
                page.parent().expect("it is in a folder").join(file)
            };
            let found = std::fs::read_to_string(&other)
                .is_ok_and(|text| mark.is_empty() || text.contains(&format!("id=\"{mark}\"")));
            if !found && other.extension().is_none_or(|kind| kind == "html") {
                problems.push(format!("{}: {target}", page.display()));
            }
        }
    }
    problems
}

fn html_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(html_files(&path));
        } else if path.extension().is_some_and(|kind| kind == "html")
            && !path.ends_with("print.html")
        {
            files.push(path);
        }
    }
    files
}
