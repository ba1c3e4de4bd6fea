//! `cargo xtask results`: the plots and tables of the book's results, from tables of figures.
//!
//! Each plot has a file of figures, `docs/book/results/NAME.csv`: a line for each figure with its date,
//! the machine and the command that measures it. New figures are added below the old ones; the latest
//! of a kind counts. `--import FILE` adds those of a file with one more column, `plot`, at its front:
//! what `cargo xtask table NAME --figures FILE` writes.
//! What is made of them: `NAME.svg` in the book, and the tables between `<!-- table NAME -->` and
//! `<!-- end -->` in its pages.

mod draw;
mod figures;
mod plots;
mod sheet;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::generated;
use figures::Figure;
use plots::{PLOTS, Plot};

pub(crate) use sheet::Sheet;

/// Where the figures are.
const FIGURES: &str = "docs/book/results";
/// Where the plots and the pages with tables are.
const PAGES: &str = "docs/book/src/results";

#[derive(Args)]
pub(crate) struct Options {
    /// Write nothing; fail if a file is not what would be written
    #[arg(long)]
    check: bool,
    /// Take in new figures: lines of plot, label, series, value, date, machine, command
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    import: Option<PathBuf>,
}

#[expect(clippy::print_stderr, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    let done = options.import.as_ref().map_or(Ok(()), figures::import).and_then(|()| files());
    match done {
        Ok(files) => {
            let options = generated::Options { check: options.check };
            generated::put("results", &files, &options)
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that is made of the figures.
#[expect(clippy::disallowed_methods, reason = "the chore reads the repository")]
fn files() -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    let mut tables = Vec::new();
    for plot in PLOTS {
        let figures = figures::read(plot.name)?;
        figures::check(plot, &figures)?;
        files.push((format!("{PAGES}/{}.svg", plot.name), draw::picture(plot, &figures)));
        tables.push((plot, table(plot, &figures)));
    }
    let folder = generated::root().join(PAGES);
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{PAGES}: {error}"))?;
    let mut pages: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    pages.sort();
    let mut seen = vec![false; tables.len()];
    for page in pages {
        let mut text = std::fs::read_to_string(&page).map_err(|error| error.to_string())?;
        for (index, (plot, table)) in tables.iter().enumerate() {
            if let Some(filled) = fill(&text, plot.name, table) {
                text = filled;
                seen[index] = true;
            }
        }
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((format!("{PAGES}/{name}"), text));
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => Err(format!("no page has the table {}", tables[missing].0.name)),
        None => Ok(files),
    }
}

/// A page with a table in its place, if it has the place.
fn fill(page: &str, name: &str, table: &str) -> Option<String> {
    let begin = format!("<!-- table {name} -->\n");
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once("<!-- end -->")?;
    Some(format!("{before}{begin}\n{table}\n<!-- end -->{after}"))
}

/// The figures as a table, and below it where they come from.
fn table(plot: &Plot, figures: &[Figure]) -> String {
    let latest = figures::latest(figures);
    let has_figures = |series: &&&str| latest.iter().any(|one| one.series == **series);
    let all: Vec<&&str> = plot.series.iter().filter(has_figures).collect();
    let mut out = format!("| {} |", plot.what);
    for series in &all {
        out.push_str(&format!(" {series} |"));
    }
    out.push_str("\n| --- |");
    out.push_str(&" ---: |".repeat(all.len()));
    out.push('\n');
    for label in figures::labels(&latest) {
        out.push_str(&format!("| {label} |"));
        for series in &all {
            let value = latest.iter().find(|one| one.label == label && one.series == **series);
            out.push_str(&format!(
                " {} |",
                value.map_or("–".to_owned(), |one| plot.text(one.value))
            ));
        }
        out.push('\n');
    }
    let mut sources: Vec<String> = Vec::new();
    for series in &all {
        for one in latest.iter().filter(|one| one.series == **series) {
            let text = format!("*{series}*: {}, {}, {}.", one.date, one.machine, one.command);
            if !sources.contains(&text) {
                sources.push(text);
            }
        }
    }
    format!("{out}\n{}\n", sources.join("\n"))
}
