//! `cargo xtask table magica`: our versions of MAGICA's programs beside the paper's
//! figures.
#![expect(clippy::print_stdout, reason = "a chore reports")]

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde_json::Value;

use super::percent;
use crate::files::root;
use crate::results::Sheet;

/// A program as the paper has it.
pub(crate) struct Paper {
    pub(crate) name: &'static str,
    pub(crate) shapes: usize,
    pub(crate) explicit: f64,
    pub(crate) scalar: usize,
    pub(crate) nonscalar: usize,
    /// Symbolic shapes proven identical; `None` where nothing is symbolic.
    pub(crate) copies: Option<f64>,
}

const fn paper(
    name: &'static str,
    shapes: usize,
    explicit: f64,
    scalar: usize,
    nonscalar: usize,
    copies: Option<f64>,
) -> Paper {
    Paper { name, shapes, explicit, scalar, nonscalar, copies }
}

/// Tables 1 and 2 of the paper.
pub(crate) const PAPER: &[Paper] = &[
    paper("adpt", 188, 43.09, 71, 10, Some(63.55)),
    paper("capr", 232, 30.60, 63, 8, Some(60.87)),
    paper("clos", 64, 100.0, 21, 43, None),
    paper("crni", 139, 100.0, 64, 75, None),
    paper("diff", 92, 91.30, 70, 14, Some(62.50)),
    paper("dich", 143, 100.0, 94, 49, None),
    paper("edit", 83, 28.92, 19, 5, Some(62.71)),
    paper("fdtd", 192, 100.0, 38, 154, None),
    paper("fiff", 88, 100.0, 58, 30, None),
    paper("nb1d", 163, 10.43, 12, 5, Some(64.38)),
    paper("nb3d", 118, 16.10, 14, 5, Some(37.37)),
];

/// How often the program is started; the fastest counts.
const STARTS: usize = 5;

/// Our figures of one program.
pub(crate) struct Ours {
    pub(crate) shapes: usize,
    pub(crate) explicit: usize,
    pub(crate) scalar: usize,
    pub(crate) symbolic: usize,
    pub(crate) copies: usize,
    pub(crate) unknown: usize,
    pub(crate) checks: usize,
    pub(crate) removed: usize,
    /// With starting the program.
    pub(crate) milliseconds: f64,
}

impl Ours {
    pub(crate) fn explicit_share(&self) -> f64 {
        percent(self.explicit, self.shapes)
    }

    pub(crate) fn copy_share(&self) -> f64 {
        percent(self.copies, self.symbolic)
    }
}

/// Measures a program.
pub(crate) fn measure(paper: &Paper) -> Option<Ours> {
    let name = paper.name;
    let file = root().join(format!("examples/magica/{name}/drv_{name}.m"));
    let formwork = crate::speed::formwork()?;
    let mut best = f64::INFINITY;
    let mut output = Vec::new();
    for _ in 0..STARTS {
        let started = Instant::now();
        output = shapes(&formwork, &file)?;
        best = best.min(started.elapsed().as_secs_f64());
    }
    let whole: Value = serde_json::from_slice(&output).ok()?;
    let number = |field: &str| {
        whole["summary"][field].as_u64().and_then(|number| usize::try_from(number).ok())
    };
    Some(Ours {
        shapes: number("shapes")?,
        explicit: number("explicit")?,
        scalar: number("explicit_scalar")?,
        symbolic: number("symbolic")?,
        copies: number("symbolic_copies")?,
        unknown: number("unknown")?,
        checks: number("conformance_checks")?,
        removed: number("conformance_checks_removed")?,
        milliseconds: best * 1e3,
    })
}

fn shapes(formwork: &Path, file: &Path) -> Option<Vec<u8>> {
    let output = Command::new(formwork)
        .args(["shapes", "--json"])
        .arg(file)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then_some(output.stdout)
}

/// Prints the table.
pub(crate) fn run(sheet: &mut Sheet) -> ExitCode {
    println!(
        "{:6} {:>13} {:>17} {:>11} {:>11} {:>17} {:>7} {:>9} {:>9}",
        "", "shapes", "explicit %", "scalar", "nonscalar", "copies %", "unknown", "checks", "ms"
    );
    println!(
        "{:6} {:>6} {:>6} {:>8} {:>8} {:>5} {:>5} {:>5} {:>5} {:>8} {:>8}",
        "", "paper", "ours", "paper", "ours", "paper", "ours", "paper", "ours", "paper", "ours"
    );
    let mut fine = true;
    for paper in PAPER {
        let Some(ours) = measure(paper) else {
            println!("{:6} could not be measured", paper.name);
            fine = false;
            continue;
        };
        let copies =
            |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.2}"));
        let our_copies = (ours.symbolic > 0).then(|| ours.copy_share());
        println!(
            "{:6} {:>6} {:>6} {:>8.2} {:>8.2} {:>5} {:>5} {:>5} {:>5} {:>8} {:>8} {:>7} {:>9} {:>9.1}",
            paper.name,
            paper.shapes,
            ours.shapes,
            paper.explicit,
            ours.explicit_share(),
            paper.scalar,
            ours.scalar,
            paper.nonscalar,
            ours.explicit - ours.scalar,
            copies(paper.copies),
            copies(our_copies),
            ours.unknown,
            format!("{}/{}", ours.removed, ours.checks),
            ours.milliseconds,
        );
        sheet.add("magica", paper.name, "Formwork", our_copies);
        sheet.add("explicit", paper.name, "Formwork", Some(ours.explicit_share()));
        fine &= meets(paper, &ours);
    }
    println!(
        "checks: those known to succeed, of all; ms: with starting the program, best of {STARTS}"
    );
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Nothing unknown, explicit at least the paper's share, more copies among the rest.
pub(crate) fn meets(paper: &Paper, ours: &Ours) -> bool {
    ours.unknown == 0
        && ours.explicit_share() >= paper.explicit
        && paper.copies.is_none_or(|copies| ours.symbolic == 0 || ours.copy_share() > copies)
}
