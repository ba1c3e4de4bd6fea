//! The arguments of every command.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use formwork_driver::{
    Assumption, CheckFormat, Config, ConfigError, Dialect, Emit, Goal, OutputFormat,
    ProgramSettings, Semantics,
};

use crate::guide;
use crate::quantities::{Bytes, Seconds};

/// Knows the shape of every array in a MATLAB or Octave program before it runs
#[derive(Parser)]
#[command(name = "formwork", version, about, propagate_version = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) shared: Shared,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What every command takes
#[derive(Args)]
pub(crate) struct Shared {
    /// Colour the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Read files as this language [default: that of formwork.toml, else auto]
    #[arg(long, global = true, value_name = "auto|matlab|octave")]
    pub(crate) dialect: Option<Dialect>,
    /// How elementwise operators treat different shapes: `expand` as today, or
    /// `strict` as before R2016b [default: expand; the tables show both]
    #[arg(long, global = true, value_name = "SEMANTICS")]
    pub(crate) semantics: Option<SemanticsChoice>,
    /// Look for functions in this folder, too
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) path: Vec<PathBuf>,
    /// Read this configuration instead of the nearest formwork.toml
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl Shared {
    /// How the program is read: as these arguments say, then as the configuration does.
    pub(crate) fn program_settings(&self) -> Result<ProgramSettings, ConfigError> {
        let config = Config::load(self.config.as_deref(), Path::new("."))?;
        Ok(ProgramSettings {
            dialect: self.dialect.or(config.dialect).unwrap_or_default(),
            semantics: self.semantics.map(Semantics::from),
            search_path: [&self.path[..], &config.path].concat(),
            assume: config.assume.unwrap_or_default(),
            ..ProgramSettings::default()
        })
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SemanticsChoice {
    Expand,
    Strict,
}

impl From<SemanticsChoice> for Semantics {
    fn from(choice: SemanticsChoice) -> Semantics {
        match choice {
            SemanticsChoice::Expand => Semantics::Expand,
            SemanticsChoice::Strict => Semantics::Strict,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

impl ColorChoice {
    /// Makes every stream follow the choice; `auto` also obeys `NO_COLOR`.
    pub(crate) fn write_global(self) {
        match self {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Read files and say what is wrong with their syntax
    #[command(after_help = guide::PARSE)]
    Parse(ParseArguments),
    /// Find what cannot work without running anything
    #[command(after_help = guide::CHECK)]
    Check(CheckArguments),
    /// Tell the long story of a rule, or list the rules
    #[command(after_help = guide::EXPLAIN)]
    Explain(ExplainArguments),
    /// Run a script, a function file, or a function
    #[command(after_help = guide::RUN)]
    Run(RunArguments),
    /// Compile a program: C, an executable, or what comes before them
    #[command(after_help = guide::BUILD)]
    Build(BuildArguments),
    /// List every definition of a program with its class, shape and value
    #[command(after_help = guide::SHAPES)]
    Shapes(ShapesArguments),
    /// Turn a general program into a faster one for what is known of its arguments
    #[command(after_help = guide::SPECIALIZE)]
    Specialize(SpecializeArguments),
    /// Serve an editor: a language server over standard input and output
    #[command(after_help = guide::SERVER)]
    Server,
    /// Type a program in, statement by statement
    #[command(after_help = guide::REPL)]
    Repl,
    /// Decide an identity of shapes, or bring a shape into normal form
    #[command(after_help = guide::ALGEBRA)]
    Algebra(AlgebraArguments),
    /// Tell what is installed and in force, and what to do about what is not
    #[command(after_help = guide::DOCTOR)]
    Doctor(DoctorArguments),
    /// Print a completion script for a shell
    #[command(alias = "completions", after_help = guide::COMPLETION)]
    GenerateShellCompletion {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages of the program and its commands, for packages
    #[command(hide = true)]
    GenerateManPages {
        /// Where
        folder: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct DoctorArguments {
    /// Print everything as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct RunArguments {
    /// A file, the name of a function, or `-` for standard input
    #[arg(value_name = "FILE|FUNCTION")]
    pub(crate) program: String,
    /// Arguments of the function: expressions, or text
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub(crate) arguments: Vec<String>,
    /// Stop the program when it uses more memory than this (500M, 2G)
    #[arg(long, value_name = "SIZE")]
    pub(crate) max_memory: Option<Bytes>,
    /// Stop the program when it has run for this long (10, 0.5s, 2m)
    #[arg(long, value_name = "TIME")]
    pub(crate) timeout: Option<Seconds>,
    /// Look here for functions that nothing else defines
    #[arg(long, value_name = "DIR")]
    pub(crate) fallback: Vec<PathBuf>,
    /// Leave the library of an installed Octave alone, which is looked in last otherwise
    #[arg(long)]
    pub(crate) no_octave_library: bool,
    /// Run this function of the file instead of what the file itself is
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Refuse to read or write outside of the working folder, and to start processes
    #[arg(long)]
    pub(crate) sandbox: bool,
    /// Compile loops while the program runs, and keep the machine code for the next time
    #[arg(long)]
    pub(crate) native: bool,
    /// Say in the end which loops were compiled, with how many checks, and why others were not
    #[arg(long, requires = "native")]
    pub(crate) report: bool,
    /// Optimise without symbolic attributes, to see what they are worth: every check stays
    #[arg(long)]
    pub(crate) no_attributes: bool,
}

#[derive(Args)]
pub(crate) struct BuildArguments {
    /// A program: a script, a function file, or SaC-mini (.sac)
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What to make: exe, c, mex, ir, ir=PASS, loops
    #[arg(long, value_name = "WHAT", default_value = "exe")]
    pub(crate) emit: Emit,
    /// Write it to this file; C gets a header beside it
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The function that is meant [default: what `formwork run` runs]
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// What a parameter is, for c and mex: 'x: double 1x?', 'n: double 1x1'
    #[arg(long = "arg", value_name = "SPEC")]
    pub(crate) arguments: Vec<String>,
    /// What all parameters are, in order, for c and mex: 'double 1x?, double 1x1'; give it
    /// again for each way in which the function is to be called
    #[arg(long = "args", value_name = "SPECS")]
    pub(crate) signatures: Vec<String>,
    /// Look here for functions that nothing else defines
    #[arg(long, value_name = "DIR")]
    pub(crate) fallback: Vec<PathBuf>,
    /// Optimise a SaC-mini program without symbolic attributes
    #[arg(long)]
    pub(crate) no_attributes: bool,
}

#[derive(Args)]
pub(crate) struct ShapesArguments {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What a parameter is: 'x: double 3x4', 'x: ?x1', 'a: nxn', 'n: int >= 1', 'n = 4',
    /// 'opts.n: double 1x1' for a field
    #[arg(long = "arg", value_name = "SPEC")]
    pub(crate) arguments: Vec<String>,
    /// Begin with this function of the file instead of the first
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// List every definition, also those that say nothing new and where paths meet
    #[arg(long)]
    pub(crate) all: bool,
    /// Print everything as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not look for tests and other files that call the function
    #[arg(long)]
    pub(crate) no_callers: bool,
    /// Tell why the shape or class of a variable is not known and what would make it known, or
    /// what it is made of: 'x@12' as set on line 12, 'x' as set last, 'opts.n' a field
    #[arg(long, value_name = "NAME[@LINE]", conflicts_with_all = ["trace", "dot", "all"])]
    pub(crate) why: Vec<String>,
    /// What to assume of parameters without a description: nothing, or numeric for arrays of
    /// numbers [default: that of formwork.toml, else nothing]
    #[arg(long, value_name = "WHAT")]
    pub(crate) assume: Option<Assumption>,
    /// Print the definitions that the shape of a variable comes from
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) trace: Option<String>,
    /// Print the graph of definitions, for Graphviz
    #[arg(long, conflicts_with_all = ["json", "trace"])]
    pub(crate) dot: bool,
}

#[derive(Args)]
pub(crate) struct SpecializeArguments {
    /// A file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Fix a parameter: 'n=4', 'f=@(x) x^2', 'varargin={2, 0.3}'; it disappears from the parameter
    /// list. Or a field of one: 'opts.tol=1e-6'
    #[arg(short = 'd', long = "define", value_name = "NAME=VALUE")]
    pub(crate) definitions: Vec<String>,
    /// What a parameter is: 'x: double 3x4', 'x: ?x1', 'a: nxn', 'n: int >= 1', or a field of one:
    /// 'opts.n: double 1x1'
    #[arg(long = "arg", value_name = "SPEC")]
    pub(crate) arguments: Vec<String>,
    /// Specialize a call as a whole: 'solve(@(x) k*x - 2, a, b, 1e-8)'; names that nothing defines
    /// (k, a, b) are the parameters of the residual, in this order
    #[arg(long, value_name = "CALL", conflicts_with = "function")]
    pub(crate) call: Option<String>,
    /// Read definitions and annotations (%# x size [1 2]) from this file
    #[arg(short = 'a', long, value_name = "FILE")]
    pub(crate) annotations: Option<PathBuf>,
    /// Begin with this function of the file instead of the first
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Write the residual to this file; its main function takes the name
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Let the residual check what is assumed of its arguments and variables
    #[arg(long = "assert")]
    pub(crate) asserts: bool,
    /// Read data files now where their names are known, as calls such as fileread would
    #[arg(long)]
    pub(crate) static_io: bool,
    /// Improve the residual: dead code, copies, inlining (on by default)
    #[arg(short = 'p', long, overrides_with = "no_post")]
    pub(crate) post: bool,
    /// Leave the residual as it is made
    #[arg(long)]
    pub(crate) no_post: bool,
    /// Put small functions where they are called (on by default)
    #[arg(long, overrides_with = "no_inline")]
    pub(crate) inline: bool,
    /// Keep every function
    #[arg(long)]
    pub(crate) no_inline: bool,
    /// Put products of matrices in the cheapest order; rounding may differ
    #[arg(long)]
    pub(crate) reassociate: bool,
    /// Follow every call anew, also one like an earlier one: to see what remembering them is worth
    #[arg(long)]
    pub(crate) no_cache_variants: bool,
    /// Leave the library of an installed Octave alone, which is looked in last otherwise
    #[arg(long)]
    pub(crate) no_octave_library: bool,
    /// Keep calls of this function
    #[arg(long, value_name = "NAME")]
    pub(crate) keep: Vec<String>,
    /// Never replace a call of this function by what it gives
    #[arg(long, value_name = "NAME")]
    pub(crate) never_run: Vec<String>,
    /// What the residual is for: speed, about twice as large as the original, or size, no larger
    #[arg(long, value_name = "speed|size", default_value = "speed", hide_default_value = true)]
    pub(crate) goal: GoalChoice,
    /// How many times as large as the original the residual may be; inf for no limit
    #[arg(long, value_name = "FACTOR")]
    pub(crate) growth: Option<f64>,
    /// How many statements a loop may become
    #[arg(long, value_name = "COUNT")]
    pub(crate) unroll_limit: Option<usize>,
    /// Round constants to so many digits; without it they are exact
    #[arg(long, value_name = "DIGITS")]
    pub(crate) precision: Option<usize>,
    /// Put constants with more elements into functions of their own
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_constant: Option<usize>,
    /// Say in comments what is known of what is assigned
    #[arg(short = 'c', long)]
    pub(crate) comments: bool,
    /// List the functions of the residual instead of printing it
    #[arg(short = 'f', long)]
    pub(crate) functions: bool,
    /// List the variables of each function of the residual
    #[arg(short = 's', long)]
    pub(crate) symbols: bool,
    /// Print the calls before and after, for Graphviz
    #[arg(short = 'g', long)]
    pub(crate) graph: bool,
    /// Tell on stderr what was done, and what stood in the way: text or json
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "text")]
    pub(crate) report: Option<ReportKind>,
    /// Write a page to this file that shows the residual beside the original, line by line, with
    /// what was done and what stood in the way
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum GoalChoice {
    Speed,
    Size,
}

impl From<GoalChoice> for Goal {
    fn from(choice: GoalChoice) -> Goal {
        match choice {
            GoalChoice::Speed => Goal::Speed,
            GoalChoice::Size => Goal::Size,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ReportKind {
    Text,
    Json,
}

#[derive(Args)]
pub(crate) struct CheckArguments {
    /// Files, folders, or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    pub(crate) output_format: ReportFormat,
    /// Look only for these rules: names, or beginnings of short ids
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Do not look for these rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Leave out files below folders that this pattern means, as in .gitignore; see also `exclude`
    /// in formwork.toml
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,
    /// Leave out files that are named, too, if a pattern means them
    #[arg(long)]
    pub(crate) force_exclude: bool,
    /// Do not report findings that this file has [default: `baseline` in formwork.toml]
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what is found into the baseline
    #[arg(long, conflicts_with_all = ["diff", "watch"])]
    pub(crate) update_baseline: bool,
    /// Remove from the baseline what is found no more
    #[arg(long, conflicts_with_all = ["update_baseline", "diff", "watch"])]
    pub(crate) prune_baseline: bool,
    /// Report only findings on lines that have changed since this commit, as git tells; `REV...`
    /// since the branch left REV
    #[arg(long, value_name = "REV", conflicts_with_all = ["update_baseline", "prune_baseline"])]
    pub(crate) diff_base: Option<String>,
    /// Repair what can be repaired so that nothing changes but how long the program takes
    #[arg(long)]
    pub(crate) fix: bool,
    /// Show what `--fix` would change, and change nothing
    #[arg(long)]
    pub(crate) diff: bool,
    /// With --fix or --diff: also make statements work that fail, as in `A'*b` for `A*b`; only you
    /// know whether that is what you meant
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Exit with 0 even if errors are found
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Exit with 1 if warnings are found, too
    #[arg(long)]
    pub(crate) error_on_warning: bool,
    /// What to assume of parameters: nothing, or numeric for arrays of numbers; what is found
    /// only then is no error [default: that of formwork.toml, else nothing]
    #[arg(long, value_name = "WHAT")]
    pub(crate) assume: Option<Assumption>,
    /// Only count the findings of each rule, and those that are hidden; with --output-format json an
    /// object for each
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Run the calls that findings show, to prove them: without files, two seconds each
    #[arg(long)]
    pub(crate) witness: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    pub(crate) watch: bool,
    /// Remember nothing of files that have not changed
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Where to remember it [default: .formwork_cache]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub(crate) cache_dir: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ExplainArguments {
    /// The name of a rule, or its short id
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ReportFormat {
    Full,
    Concise,
    Json,
    Sarif,
    Github,
    Gitlab,
    Junit,
}

impl From<ReportFormat> for CheckFormat {
    fn from(format: ReportFormat) -> CheckFormat {
        match format {
            ReportFormat::Full => CheckFormat::Full,
            ReportFormat::Concise => CheckFormat::Concise,
            ReportFormat::Json => CheckFormat::Json,
            ReportFormat::Sarif => CheckFormat::Sarif,
            ReportFormat::Github => CheckFormat::Github,
            ReportFormat::Gitlab => CheckFormat::Gitlab,
            ReportFormat::Junit => CheckFormat::Junit,
        }
    }
}

#[derive(Args)]
pub(crate) struct AlgebraArguments {
    /// `LHS = RHS`, or one expression: names are shapes of any rank, `+` works
    /// elementwise, `*`, `/`, `\\`, `^` and `'` as on matrices, `[s t]` and
    /// `[s; t]` concatenate, `<2,3>` is a literal shape
    #[arg(required_unless_present = "properties", value_name = "IDENTITY")]
    pub(crate) identity: Option<String>,
    /// Print the rules and the algebraic properties of every operator
    #[arg(long, conflicts_with = "identity")]
    pub(crate) properties: bool,
}

#[derive(Args)]
pub(crate) struct ParseArguments {
    /// Files, folders, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print the trees as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the programs as text, laid out afresh
    #[arg(long, conflicts_with = "json")]
    pub(crate) print: bool,
    /// List what every identifier means: a variable, or which function
    #[arg(long, conflicts_with_all = ["json", "print", "roundtrip"])]
    pub(crate) names: bool,
    /// Prove that printing a file and reading it again gives the same tree
    #[arg(long)]
    pub(crate) roundtrip: bool,
    /// How findings are written
    #[arg(long, value_name = "FORMAT", default_value = "full")]
    pub(crate) output_format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    Full,
    Concise,
    Json,
}

impl From<Format> for OutputFormat {
    fn from(format: Format) -> OutputFormat {
        match format {
            Format::Full => OutputFormat::Full,
            Format::Concise => OutputFormat::Concise,
            Format::Json => OutputFormat::Json,
        }
    }
}
