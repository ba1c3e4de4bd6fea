//! What `formwork doctor` found, as text and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Checkup, Examined, Health};

/// How wide lines are.
const WIDTH: usize = 100;

/// Where the second and the third column begin.
const COLUMNS: (usize, usize) = (9, 28);

impl Health {
    fn word(self) -> &'static str {
        match self {
            Health::Found => "ok",
            Health::Missing => "missing",
            Health::Faulty => "fault",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Health::Found => "found",
            Health::Missing => "missing",
            Health::Faulty => "faulty",
        }
    }

    fn color(self) -> &'static str {
        match self {
            Health::Found => "\u{1b}[32m",
            Health::Missing => "\u{1b}[33m",
            Health::Faulty => "\u{1b}[31m",
        }
    }
}

impl Checkup {
    /// For people, with colours.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for examined in &self.examined {
            write_lines(&mut out, examined);
        }
        let count = |health| self.examined.iter().filter(|one| one.health == health).count();
        let end = match (count(Health::Faulty), count(Health::Missing)) {
            (0, 0) => "Everything is there.".to_owned(),
            (0, _) => "Everything that is needed is there; the rest is told above.".to_owned(),
            (1, _) => "One thing has to be repaired.".to_owned(),
            (faults, _) => format!("{faults} things have to be repaired."),
        };
        let _ = writeln!(out, "\n{end}");
        out
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> String {
        let one = |examined: &Examined| -> Value {
            json!({
                "key": examined.key,
                "name": examined.name,
                "state": examined.health.key(),
                "about": examined.about,
                "path": examined.path.as_ref().map(|path| path.display().to_string()),
                "advice": examined.advice,
            })
        };
        let examined: Vec<Value> = self.examined.iter().map(one).collect();
        let all = json!({
            "version": 1,
            "ready": self.is_ready(),
            "examined": examined,
        });
        format!("{all:#}\n")
    }
}

fn write_lines(out: &mut String, examined: &Examined) {
    let (second, third) = COLUMNS;
    let (color, word) = (examined.health.color(), examined.health.word());
    let _ = write!(out, "{color}{word:<second$}\u{1b}[0m{:<1$}", examined.name, third - second);
    let mut about = examined.about.clone();
    if let Some(path) = &examined.path {
        let _ = write!(about, ": {}", path.display());
    }
    write_wrapped(out, &about, third);
    if let Some(advice) = &examined.advice {
        let _ = write!(out, "{:third$}", "");
        write_wrapped(out, &format!("-> {advice}"), third);
    }
}

/// Words in lines that begin in a column; the first one begins where the text is.
fn write_wrapped(out: &mut String, text: &str, column: usize) {
    let mut at = column;
    for (number, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if number > 0 && at + 1 + width > WIDTH {
            let _ = write!(out, "\n{:column$}", "");
            at = column;
        } else if number > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += width;
    }
    out.push('\n');
}
