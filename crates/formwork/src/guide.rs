//! What is told to who begins: a short guide for `formwork` alone, and the examples below each
//! command's `--help`. A test runs every example (`tests/examples_of_help.rs`).

/// What `formwork` alone prints.
pub(crate) const GUIDE: &str = concat!(
    "formwork ",
    env!("CARGO_PKG_VERSION"),
    ": knows the shape of every array in a MATLAB or Octave program before it runs\n",
    "\n",
    "  formwork check            find what cannot work in the programs below this folder\n",
    "  formwork shapes FILE.m    list every variable with its class, shape and value\n",
    "  formwork run FILE.m       run a program\n",
    "\n",
    "`formwork doctor` tells what is installed, `formwork --help` lists all commands, and\n",
    "`formwork COMMAND --help` shows examples.\n",
);

pub(crate) const PARSE: &str = "\
Examples:
  formwork parse .                       what is wrong with the syntax of programs below here
  formwork parse --print fit.m           print a program, laid out afresh
  formwork parse --names fit.m           what every name means: a variable, or which function
  formwork parse --roundtrip lib         prove that printing changes nothing";

pub(crate) const CHECK: &str = "\
Examples:
  formwork check                         all programs below this folder
  formwork check fit.m lib               a file and a folder; they see each other
  formwork check --fix --diff            what could be repaired
  formwork check --output-format sarif   for code scanning; also github, gitlab, junit, json
  formwork check --update-baseline --baseline known.json   from now on only what is new
  formwork check --witness lib           prove findings by running the calls that they show
  formwork check --select inner-extent --statistics   count the findings of one rule

Exits with 1 if errors are found, and with 2 if a file or an option cannot be used.";

pub(crate) const EXPLAIN: &str = "\
Examples:
  formwork explain                       list the rules
  formwork explain inner-extent          the long story of one";

pub(crate) const RUN: &str = "\
Examples:
  formwork run main.m                    run a script
  formwork run square.m -- 3             call a function with an argument, and print what it gives
  formwork run --native main.m           compile its loops while it runs
  formwork run --sandbox --timeout 10 --max-memory 1G main.m   a program of somebody else
  echo 'disp (6 * 7)' | formwork run -   a program from standard input";

pub(crate) const BUILD: &str = "\
Examples:
  formwork build main.m -o main          an executable
  formwork build square.m --emit c --arg 'x: double 1x?'    C of a function, for such arguments
  formwork build square.m --emit mex --arg 'x: double 1x?'  what Octave calls instead
  formwork build square.m --emit ir --arg 'x: double 1x?'   its array operations";

pub(crate) const SHAPES: &str = "\
Examples:
  formwork shapes fit.m                  what every variable is, in terms of the parameters
  formwork shapes fit.m --arg 'x: double nx1' --arg 'y: nx1'   for such arguments
  formwork shapes fit.m --why c          what the shape of c is made of, or why it is unknown
  formwork shapes fit.m --json           everything as data";

pub(crate) const SPECIALIZE: &str = "\
Examples:
  formwork specialize power.m -d n=5     a program without the parameter n
  formwork specialize power.m -d n=5 --report     and what was done, on standard error
  formwork specialize power.m -d n=5 -o power5.m  into a file
  formwork specialize newton.m --call 'newton (@(x) x^2 - a, 1, 1e-8)'   a call, for any a";

pub(crate) const SERVER: &str = "\
Editors start this command themselves and talk to it over standard input and output (LSP):

  Visual Studio Code   the extension that comes with Formwork
  Neovim               vim.lsp.config('formwork', { cmd = { 'formwork', 'server' },
                         filetypes = { 'matlab', 'octave' }, root_markers = { 'formwork.toml', '.git' } })
                       vim.lsp.enable('formwork')

Examples:
  formwork server                        serve whoever is at the other end";

pub(crate) const REPL: &str = "\
Examples:
  formwork repl                          type statements, and see what they give
  echo 'x = magic (4)' | formwork repl   the same from standard input";

pub(crate) const ALGEBRA: &str = "\
Examples:
  formwork algebra \"(s*t)' = t'*s'\"            is it true of all shapes?
  formwork algebra '[s; s] + <2,3>'            the normal form of an expression
  formwork algebra --properties                the rules, and the properties of every operator";

pub(crate) const DOCTOR: &str = "\
Examples:
  formwork doctor                        what is installed and in force here
  formwork doctor --json                 the same as data

Exits with 1 if something was asked for that cannot be used.";

pub(crate) const COMPLETION: &str = "\
Examples:
  formwork generate-shell-completion bash > formwork.bash
  formwork generate-shell-completion zsh > _formwork
  formwork generate-shell-completion fish > formwork.fish";
