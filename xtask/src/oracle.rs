//! `cargo xtask oracle`: random expressions, read by GNU Octave and by us.
//!
//! Octave shows how it read an anonymous function when it prints it, with a comma
//! between all elements and the author's parentheses. So do we. Apart from blanks
//! and the spelling of a few operators the two texts must be the same, and what
//! Octave rejects we must reject when reading as Octave.

use std::process::{Command, ExitCode, Stdio};

use clap::Args;
use fastrand::Rng;
use formwork_syntax::{Dialect, ExprKind, PrintOptions, StmtKind, parse, print_expr};

use crate::score::Figure;

#[derive(Args)]
pub(crate) struct Options {
    /// How many expressions
    #[arg(long, default_value_t = 2000)]
    count: usize,
    /// Run so many random programs instead
    #[arg(long)]
    programs: Option<usize>,
    /// Check so many random programs of one operation instead: what Octave rejects must be
    /// reported, and nothing else
    #[arg(long, num_args = 0..=1, default_missing_value = "5000")]
    failures: Option<usize>,
    /// Make so many random calls of every built-in instead, and tell which can be believed when
    /// they refuse
    #[arg(long)]
    refusals: Option<usize>,
    /// Run so many single statements of all kinds instead, and group what differs
    #[arg(long)]
    statements: Option<usize>,
    /// Let the programs call functions on values of all kinds, also those they refuse
    #[arg(long)]
    wild: bool,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many differences to show
    #[arg(long, default_value_t = 20)]
    show: usize,
}

/// What the comparison found.
struct OracleTally {
    /// Expressions both accept or both reject, read alike.
    alike: usize,
    /// Of these, those that both accept.
    accepted: usize,
    total: usize,
    differences: Vec<String>,
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
pub(crate) fn run(options: &Options) -> ExitCode {
    if let Some(count) = options.statements {
        return crate::statements::run(count, options.seed, options.show);
    }
    if let Some(count) = options.programs {
        return run_programs(count, options);
    }
    if let Some(count) = options.refusals {
        return crate::failures::refusals::run(count, options.seed, options.show);
    }
    if let Some(count) = options.failures {
        return crate::failures::run(count, options.seed, options.show);
    }
    let Some(outcome) = compare(options.count, options.seed) else {
        println!("skipped: GNU Octave is not installed");
        return ExitCode::SUCCESS;
    };
    for difference in outcome.differences.iter().take(options.show) {
        println!("{difference}\n");
    }
    println!(
        "{} of {} read alike, {} of them legal",
        outcome.alike, outcome.total, outcome.accepted
    );
    if outcome.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::print_stdout, reason = "a chore reports")]
fn run_programs(count: usize, options: &Options) -> ExitCode {
    let Some(outcome) = crate::programs::compare(count, options.seed, options.show, options.wild)
    else {
        println!("skipped: GNU Octave is not installed");
        return ExitCode::SUCCESS;
    };
    for difference in &outcome.differences {
        println!("{difference}\n");
    }
    if !outcome.unfinished.is_empty() {
        println!("{} programs put aside, which Octave does not finish:", outcome.unfinished.len());
        for program in outcome.unfinished.iter().take(options.show) {
            println!("{program}\n");
        }
    }
    println!("{} of {} programs print the same", outcome.alike, outcome.total);
    if outcome.alike == outcome.total { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The comparison as a figure of the score.
pub(crate) fn figure(count: usize) -> Option<Figure> {
    let outcome = compare(count, fastrand::u64(..))?;
    Some(Figure {
        issue: "2",
        what: "random expressions read as Octave reads them".to_owned(),
        value: format!("{} of {}", outcome.alike, outcome.total),
        target: "all",
        met: Some(outcome.alike == outcome.total),
    })
}

/// Stands before each answer.
const MARK: &str = "<<formwork>>";

/// Pieces of expressions; matrices are where reading is delicate.
const PIECES: &[&str] = &[
    "a", "b", "f", "1", "2", "3", "'s'", "\"t\"", "(1)", "(a)", "{1}", "[1 2]", ".x", ".('y')",
    "a'", "b.'", "+", "-", "*", "/", ".^", "^", ":", "==", "!=", "~=", "&&", "|", "!", "~", "'",
    ".*", "<", ",", ";", " ", " ", " ", " ", " ", " ", "(", ")", "[", "]", "{", "}", "@(x) x",
    "end",
];

/// An expression both sides can show alike: Octave steps no variable inside an
/// anonymous function, shows what a doubled quote stands for, drops parentheses that
/// hold a whole literal, and tells only when it runs that `[~]` has no value.
fn comparable_expression(rng: &mut Rng) -> String {
    loop {
        let text = random_expression(rng);
        let visible: String = text.chars().filter(|character| *character != ' ').collect();
        let pairs = ["++", "--", "''", "\"\"", "!]", "~]", "!}", "~}", "!,", "~,", "!;", "~;"];
        let whole_literal = visible.starts_with("([") || visible.starts_with("({");
        if !whole_literal && !pairs.iter().any(|pair| visible.contains(pair)) {
            return text;
        }
    }
}

fn random_expression(rng: &mut Rng) -> String {
    let mut text = String::new();
    let bracket = rng.choice(["[]", "{}", "()", "  "]).unwrap_or("[]");
    text.push_str(&bracket[..1]);
    for _ in 0..rng.usize(1..9) {
        text.push_str(rng.choice(PIECES).map_or("", |piece| piece));
        if rng.u8(0..3) == 0 {
            text.push(' ');
        }
    }
    text.push_str(&bracket[1..]);
    text
}

fn compare(count: usize, seed: u64) -> Option<OracleTally> {
    let mut rng = Rng::with_seed(seed);
    let texts: Vec<String> = (0..count).map(|_| comparable_expression(&mut rng)).collect();
    let answers = ask_octave(&texts)?;
    let mut outcome = OracleTally { alike: 0, accepted: 0, total: 0, differences: Vec::new() };
    for (text, theirs) in texts.iter().zip(answers) {
        let Some(theirs) = theirs else { continue };
        let ours = read_as_octave(text);
        outcome.total += 1;
        if ours == theirs {
            outcome.alike += 1;
            outcome.accepted += usize::from(theirs.is_some());
        } else {
            let show = |answer: &Option<String>| answer.clone().unwrap_or("(rejected)".to_owned());
            outcome.differences.push(format!(
                "{text}\n  Octave: {}\n  we:     {}",
                show(&theirs),
                show(&ours)
            ));
        }
    }
    Some(outcome)
}

/// What Octave says to a text: how it reads it, or that it rejects it; nothing
/// where the text was more than one expression.
type Answer = Option<Option<String>>;

/// How Octave reads each text.
fn ask_octave(texts: &[String]) -> Option<Vec<Answer>> {
    let mut script = String::from("warning('off', 'all');\n");
    for text in texts {
        let quoted = text.replace('\'', "''");
        script.push_str(&format!(
            "disp('{MARK}'); \
             try, q = eval('@() {quoted}'); disp(func2str(q)); catch, disp('rejected'); end\n"
        ));
    }
    let path = std::env::temp_dir().join(format!("formwork-oracle-{}.m", std::process::id()));
    write_script(&path, &script)?;
    let output =
        Command::new("octave-cli").args(["--norc", "-q"]).arg(&path).stderr(Stdio::null()).output();
    let _ = std::fs::remove_file(&path);
    let output = output.ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let answers: Vec<Answer> = text
        .split(MARK)
        .skip(1)
        .map(|section| match section.trim().lines().collect::<Vec<_>>()[..] {
            ["rejected"] => Some(None),
            [line] => Some(Some(normalize(line))),
            _ => None,
        })
        .collect();
    (answers.len() == texts.len()).then_some(answers)
}

#[expect(clippy::disallowed_methods, reason = "Octave reads its script from a file")]
fn write_script(path: &std::path::Path, script: &str) -> Option<()> {
    std::fs::write(path, script).ok()
}

/// How we read `text` after `@()`, as Octave would show it.
fn read_as_octave(text: &str) -> Option<String> {
    let source = format!("q = @() {text};");
    let parsed = parse(source.as_bytes(), Dialect::Octave);
    if !parsed.is_ok() {
        return None;
    }
    let &[stmt] = parsed.tree.body() else { return None };
    let StmtKind::Expr(id) = parsed.tree.stmt(stmt).kind else { return None };
    let ExprKind::Assign(assign) = &parsed.tree.expr(id).kind else { return None };
    let options = PrintOptions { author_parentheses: true, ..PrintOptions::default() };
    let shown = print_expr(&parsed.tree, assign.value, options);
    Some(normalize(&String::from_utf8_lossy(&shown)))
}

/// Without what may differ in looks: blanks, and the sign of negation.
fn normalize(text: &str) -> String {
    let visible: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    // Octave shows the size of an empty literal.
    let mut plain = visible.replace('~', "!").replace("(0x0)", "");
    // We set a number apart from the dot of a field.
    while let Some((start, end)) = number_before_dot(&plain) {
        plain.remove(end);
        plain.remove(start);
    }
    plain
}

/// The parentheses in the first `(12).` of a text.
fn number_before_dot(text: &str) -> Option<(usize, usize)> {
    text.match_indices(").").find_map(|(end, _)| {
        let digits = text[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
        let start = (end - digits).checked_sub(1)?;
        (digits > 0 && text.as_bytes()[start] == b'(').then_some((start, end))
    })
}
