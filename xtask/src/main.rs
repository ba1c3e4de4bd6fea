//! Developer chores of Formwork: `cargo xtask help` lists them.

mod bist;
mod book;
mod corpus;
mod cost;
mod equivalence;
mod failures;
mod field;
mod files;
mod fuzz;
mod gains;
mod generated;
mod inference;
mod mpe;
mod native;
mod oracle;
mod package;
mod packages;
mod pictures;
mod process;
mod programs;
mod readable;
mod renaming;
mod results;
mod sac;
mod score;
mod scripts;
mod server;
mod soundness;
mod speed;
mod statements;

use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use results::Sheet;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer chores of Formwork")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run GNU Octave's own self-tests with Formwork
    Bist(bist::Options),
    /// Parse, print and re-parse every .m file below folders
    Corpus(corpus::Options),
    /// Read, check, analyse and specialize the programs of projects that nobody here wrote
    Field(field::Options),
    /// Compare how we read expressions with how the installed GNU Octave does
    Oracle(oracle::Options),
    /// Make a wheel, npm packages or a Debian package of the program
    Package(package::Options),
    /// Run the self-tests of installed packages of Octave, in both
    Packages(packages::Options),
    /// Run scripts and demonstrations that nobody here wrote, in both
    Scripts(scripts::Options),
    /// Print the share of assignments of projects whose shape a reader can use
    Readable(readable::Options),
    /// Write the pages of the book that are made of the code: rules, built-ins, commands, configuration
    #[command(alias = "rules")]
    Book(generated::Options),
    /// Write the plots of the book's results from its tables, or take in new figures
    Results(results::Options),
    /// Write the pictures of the README: what the program says of small programs
    Pictures(generated::Options),
    /// Print a table of measurements
    Table {
        /// Which
        table: Table,
        /// Write the figures to this file, too, for `cargo xtask results --import`: magica, mpe,
        /// gains, sac, native
        #[arg(long, value_name = "FILE")]
        figures: Option<std::path::PathBuf>,
        /// How many closed expressions of a kind to show
        #[arg(long, default_value_t = 25)]
        show: usize,
        /// Folders with programs, besides Octave's library, for the tables of unfinished programs
        folders: Vec<std::path::PathBuf>,
    },
    /// Print every headline figure beside its target
    Score(score::Options),
    /// Infer and run random programs: nothing may happen that was ruled out
    Soundness(soundness::Options),
    /// Specialize random programs, or compile them, and run both: they must do the same
    Equivalence(equivalence::Options),
    /// Rename something in random programs, and run them before and after
    Renaming(renaming::Options),
    /// Tell a language server random, truncated and senseless things
    FuzzServer(server::fuzz::Options),
    /// Be a language server over standard input and output, for the chores about it
    #[command(hide = true)]
    Serve,
    /// Feed the parser random bytes, token soups and mutated programs
    Fuzz(fuzz::Options),
}

#[derive(Clone, Copy, ValueEnum)]
enum Table {
    /// Processor time against GNU Octave
    Speed,
    /// MAGICA's programs: the paper's figures beside ours
    Magica,
    /// Octave's library, analysed with unknown arguments
    Library,
    /// Closed expressions of Octave's tests: inferred against computed
    Closed,
    /// Definitions that keep their shapes while a token of their file is missing
    Unfinished,
    /// The language server: keystrokes over public files
    Server,
    /// How the cost of inference grows with the program
    Growth,
    /// How the cost of `check` grows with the program
    CheckCost,
    /// How the time to compile grows with the program
    CompileTime,
    /// Residual programs against the originals: the thesis's figures beside ours
    Mpe,
    /// Residual programs against the originals and against what was written by hand
    Gains,
    /// SaC-mini programs without and with attributes: the paper's figures beside ours
    Sac,
    /// Native code against Octave, the interpreter and C written by hand
    Native,
}

fn main() -> ExitCode {
    let chore = Arguments::parse().chore;
    let shows_progress_itself = matches!(chore, Chore::Package(_) | Chore::Serve);
    let name = std::env::args().nth(1).filter(|_| !shows_progress_itself);
    let _busy = name.map(formwork_driver::working);
    run(chore)
}

fn run(chore: Chore) -> ExitCode {
    match chore {
        Chore::Bist(options) => bist::run(&options),
        Chore::Corpus(options) => corpus::run(&options),
        Chore::Field(options) => field::run(&options),
        Chore::Oracle(options) => oracle::run(&options),
        Chore::Package(options) => package::run(&options),
        Chore::Packages(options) => packages::run(&options),
        Chore::Scripts(options) => scripts::run(&options),
        Chore::Readable(options) => readable::run(&options),
        Chore::Book(options) => book::run(&options),
        Chore::Results(options) => results::run(&options),
        Chore::Pictures(options) => pictures::run(&options),
        Chore::Table { table, show, figures, folders } => {
            let name = table.to_possible_value().map(|value| value.get_name().to_owned());
            let command = format!("cargo xtask table {}", name.unwrap_or_default());
            let mut sheet = Sheet::new(figures.as_deref(), &command);
            let code = match table {
                Table::Speed => speed::run(),
                Table::Magica => inference::magica::run(&mut sheet),
                Table::Library => inference::library::run(),
                Table::Closed => inference::closed::run(show),
                Table::Unfinished => inference::unfinished::run(&folders),
                Table::Server => server::run(&folders),
                Table::Growth => inference::growth::run(),
                Table::CheckCost => cost::check(),
                Table::CompileTime => cost::compile(),
                Table::Mpe => mpe::run(&mut sheet),
                Table::Gains => gains::run(&mut sheet),
                Table::Sac => sac::run(&mut sheet),
                Table::Native => native::run(&mut sheet),
            };
            sheet.finish();
            code
        }
        Chore::Score(options) => score::run(&options),
        Chore::Soundness(options) => soundness::run(&options),
        Chore::Equivalence(options) => equivalence::run(&options),
        Chore::Renaming(options) => renaming::run(&options),
        Chore::FuzzServer(options) => server::fuzz::run(&options),
        Chore::Serve => match formwork_server::serve_stdio() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Chore::Fuzz(options) => fuzz::run(&options),
    }
}
