//! Files of figures: reading, adding, which of them count.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::FIGURES;
use super::plots::{PLOTS, Plot};
use crate::generated;

/// The first line of a file.
const HEADER: &str = "label,series,value,date,machine,command";

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// What was measured: a program, mostly.
    pub(super) label: String,
    /// Whose figure it is.
    pub(super) series: String,
    pub(super) value: f64,
    /// The day, or the year of a document.
    pub(super) date: String,
    /// What it was measured on.
    pub(super) machine: String,
    /// The command that measures it, or where a document has it.
    pub(super) command: String,
}

/// The cells of a line; a comma between double quotes is none of ours.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(letter);
                }
            }
        }
    }
    cells
}

fn parse(line: &str) -> Result<Figure, String> {
    let [label, series, value, date, machine, command] = <[String; 6]>::try_from(cells(line))
        .map_err(|cells| format!("{} cells instead of 6: {line}", cells.len()))?;
    let value = value.trim().parse().map_err(|error| format!("{error}: {line}"))?;
    Ok(Figure { label, series, value, date, machine, command })
}

/// The figures of a plot, the oldest first.
#[expect(clippy::disallowed_methods, reason = "the chore reads the repository")]
pub(super) fn read(name: &str) -> Result<Vec<Figure>, String> {
    let path = generated::root().join(FIGURES).join(format!("{name}.csv"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{name}.csv: {error}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("{name}.csv does not begin with {HEADER}"));
    }
    lines.map(|line| parse(line).map_err(|error| format!("{name}.csv: {error}"))).collect()
}

/// Complains of figures of a series that the plot does not have.
pub(super) fn check(plot: &Plot, figures: &[Figure]) -> Result<(), String> {
    match figures.iter().find(|one| !plot.series.contains(&one.series.as_str())) {
        Some(one) => Err(format!("{}.csv: no series {}", plot.name, one.series)),
        None => Ok(()),
    }
}

/// Those that count: of each label and series the one with the latest date, in the order of the
/// first ones.
pub(super) fn latest(figures: &[Figure]) -> Vec<Figure> {
    let mut latest: Vec<Figure> = Vec::new();
    for figure in figures {
        let same = |one: &&mut Figure| one.label == figure.label && one.series == figure.series;
        match latest.iter_mut().find(same) {
            Some(one) if one.date <= figure.date => *one = figure.clone(),
            Some(_) => {}
            None => latest.push(figure.clone()),
        }
    }
    latest
}

/// The labels, in the order in which they come.
pub(super) fn labels(figures: &[Figure]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for figure in figures {
        if !labels.contains(&figure.label) {
            labels.push(figure.label.clone());
        }
    }
    labels
}

/// Adds the figures of a file to those that are there.
#[expect(clippy::disallowed_methods, reason = "the chore writes the repository")]
pub(super) fn import(file: &PathBuf) -> Result<(), String> {
    let show = |error: std::io::Error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(show)?;
    let mut added: BTreeMap<&str, String> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("plot,")) {
        let (name, rest) = line.split_once(',').ok_or_else(|| format!("no figure: {line}"))?;
        let plot = PLOTS.iter().find(|plot| plot.name == name);
        let plot = plot.ok_or_else(|| format!("there is no plot {name}"))?;
        check(plot, &[parse(rest)?])?;
        let lines = added.entry(name).or_default();
        lines.push_str(rest);
        lines.push('\n');
    }
    for (name, lines) in added {
        let path = generated::root().join(FIGURES).join(format!("{name}.csv"));
        let mut old = std::fs::read_to_string(&path).map_err(show)?;
        // What a document reports comes again with every measurement.
        let new: Vec<&str> =
            lines.lines().filter(|new| !old.lines().any(|line| line == *new)).collect();
        for line in new {
            old.push_str(line);
            old.push('\n');
        }
        std::fs::write(&path, old).map_err(show)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_figure_counts_and_commas_may_be_quoted() {
        let lines = [
            "a,ours,1.5,2026-11-18,m,cargo xtask x",
            "b,ours,2,2026-11-18,m,\"x, y\"",
            "a,ours,3,2026-11-19,m,cargo xtask x",
            "a,ours,9,2026-11-17,m,cargo xtask x",
        ];
        let figures: Vec<Figure> = lines.iter().map(|line| parse(line).unwrap()).collect();
        assert_eq!(figures[1].command, "x, y");
        let latest = latest(&figures);
        assert_eq!(labels(&latest), ["a", "b"]);
        assert_eq!(latest[0].value, 3.0);
        assert!(parse("a,ours,1").is_err() && parse("a,ours,x,d,m,c").is_err());
    }
}
