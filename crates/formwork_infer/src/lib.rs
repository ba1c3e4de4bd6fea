//! Abstract execution: what is known of every value of a program before it runs.
//!
//! An [`Analyst`] walks lowered functions as the interpreter does, with
//! [`AbstractValue`](formwork_domain::AbstractValue)s in place of values. Where paths
//! meet, what is known of both is generalised; a loop is walked until the state after
//! its body is a case of the state at its head; a function is walked once for each
//! signature it is called with. What operations teach about the sizes of their operands
//! is kept in [`Facts`](formwork_shape::facts::Facts) as long as the path lasts.
//!
//! The outcome is an [`Analysis`]: every definition with its class, shape and value, and
//! every check that an operation makes with whether it is known to succeed, and every
//! operation that surely fails. Nothing here
//! prints or emits code.
//!
//! - `engine`: the analyst and what it keeps; `state`: the variables of the functions being walked,
//!   paths and their joins.
//! - `stmt`: statements and what branches teach; `loops`: fixpoints, closed forms, unrolling.
//! - `expr`: expressions; `place`: what is stored where.
//! - `call`: functions, built-ins, handles, scripts; what escapes, what is folded, what is believed.
//! - `entry`: what is said of parameters; `report`: what is kept of a walk, and the outcome.
//! - `trace`: what was walked, for those who make programs of it; what cannot fail (`trace::sure`).
//!
//! # How it works
//!
//! `formwork_infer` walks lowered bodies as the interpreter does. A variable is an `AbstractValue`;
//! a path is the log of what it changed, so that branching and going back cost what was changed,
//! not what there is.
//!
//! - **Facts** (`formwork_shape::facts`) are asked far more often than they change. Extents know a
//!   mask of the unknowns they depend on: what is new is put into those disjunctions alone that
//!   share an unknown with it. Answers are remembered by the state they were found in.
//! - **Programs are read once.** A `Program` keeps its files parsed and lowered, and outlives an
//!   analysis: each thread of `check` hands it from one file to the next (`workers` in the driver),
//!   which changes no result.
//! - **Joins** (`formwork_domain::Joiner`) generalises two states together: two extents that differ
//!   become one unknown, and the same pair becomes the same unknown wherever it stands. So what is
//!   equal on both paths stays equal behind them.
//! - **A loop** is solved when the state after its body is subsumed by the state at its head
//!   (`formwork_domain::Subsumption`): for some values of the unknowns that the head made up. A
//!   counted loop is first tried in closed form (extents that change by the same amount each time,
//!   from the first or the second iteration on); where shapes would be given up, the first
//!   iteration is walked on its own, because shapes often settle after it; what fails is widened.
//!   The head of a solved loop is remembered, so that nested loops cost one walk when they are met
//!   again; closed forms are looked for in the outer two loops of a nest and in the innermost,
//!   because each costs two walks at least. Variables without a value before the loop that its text
//!   sets before it reads them (`carried`) stand for anything until one is read after all. Only
//!   what the last walk found is recorded (`journal`), together with the first iteration where that
//!   was walked on its own; so that what is listed where paths meet inside a loop holds in every
//!   iteration, each walk also keeps what the assigned variables are where nothing met (`pass_by`).
//! - **Escape**: a handle is tracked while a value says which closure it is; where a value may hold
//!   it and no longer says so (`escape`), the functions it can call are walked with unknown
//!   arguments as well. So are functions whose names scripts define more than once (`definitions`).
//! - **Functions** are walked once per signature; far from the entry, in recursion, and the sooner
//!   the longer they are, signatures are generalised. A recursive call gives what the round before
//!   gave, first nothing, until that is stable. The sizes that one call made up are renewed for the
//!   next one: they are described alike and are not the same.
//! - **Objects** have no class of their own in the domain: what is given a value of unknown class
//!   and may be a method of a class in sight gives anything (`objects`). Without such a class an
//!   unknown value is taken for one of the language's own classes.
//! - **Integers get names** where they are taken for sizes: after `zeros(n + 1)` the number `n` is
//!   a symbol, and `ones(n + 1)` has the same shape. A shape that the facts prove to be an earlier
//!   one is that one (`Facts::same_shape`). Terms and sums that grow too long to be read become
//!   unknowns of their own.
//! - **Facts remember** what they were asked, by the state they are in; going back to an earlier
//!   state finds the answers again.
//! - **Unknown shapes have names.** A value of which nothing is known gets a shape variable of its
//!   own, so that what is computed from it still has a term; a definition counts as unknown only if
//!   its shape is such a bare name.
//! - **Soundness is tested by running** (`cargo xtask soundness`): random programs are analysed and
//!   run, and every stored value must lie in the definition of its place. `--bist` does that with
//!   Octave's self-tests and its library, `cargo xtask equivalence --bist` compares them with their
//!   residuals.
//!
//! - **What fails is kept where walks end** (`failure`): a place fails surely if no walk that came
//!   to it, in whatever way the function is called, passed it. Checks that a counted loop makes in
//!   every iteration are also decided for its first and its last one (`check`).
//!
//! - **Deep nests are swept** before they are solved (`sweep`): every loop is walked once per sweep
//!   and keeps a head that covers what came back, so that the walks do not multiply with the depth.
//!   The solution is proved as for every loop, from the heads that were found.
//! - **Walks have budgets** (`budget`): of statements altogether, of statements in other files, and of
//!   calls of a function inside its own (`call::summary`). A call beyond gives what the function gives
//!   whatever it is called with, so that the file that is being analysed comes to its end.
//! - **Sizes of which nothing is known** are named, too (`sizes`): a parameter `n` stands for one
//!   integer in `ones(n, 2)` and in `zeros(n, n)`, for an extent that its place decides where it
//!   may be the name of a class.
//!
//! - **Unknown is not failure.** Folding a call has three outcomes (`fold::Folded`); errors that
//!   are limits of ours are `ErrorKind::Limit`, and what the HIR cannot execute is a `Refusal` that
//!   says whose it is. `&` and `|` in conditions of `if` and `while` are `ExprKind::Lazy`. A
//!   function's *reach* (`reach`) is how many of its callers it may have changed; a command that is
//!   not found may have changed anything. A script *inherits* what whoever runs it has set, until
//!   it clears that; one that reads what nobody has set is a *fragment*, and may store in whatever
//!   its program has left. A function found by looking through the folders of a project is a guess:
//!   if the call does not fit it, another was meant. `specimen` asks the runtime about classes and
//!   sizes with stand-in values; `belief` decides whether a refusal of the runtime is one of the
//!   language: of Octave every one is that random calls in both engines (`cargo xtask oracle
//!   --refusals`) did not contradict, of MATLAB only what was compared one by one.
//! - **Scripts share variables** with whoever runs them. A frame keeps those that its body does not
//!   name in `unnamed`, so that a script in between carries what it never mentions; globals,
//!   `clear` and unknown `eval` reach them, too. A name that a script made a variable hides the
//!   function of that name.
//! - **Lists** (`lists`): `c{:}`, `s.x` and calls give any number of values. Where one is wanted, a
//!   list of another length fails (operators), decides nothing (conditions) or is passed on
//!   (arguments).
//!
//! - **Symbolic integers are doubles** (`exact`): `ValueFact::Integer` says that a double is an
//!   integer of the algebra, which holds up to 2^53. Of what a loop computes from its own last
//!   value it is kept only if an iteration moves it by steps
//!   (`formwork_shape::extent::Extents::is_tame`), or if it is the size of an array that is there;
//!   else its bounds are kept.
//!
//! Assumed, and not checked: a missing function that is given values changes no variable of its
//! caller, a number that is used as a size is not NaN, integers that sizes are computed from are
//! exact (below 2^53), and a variable of which nothing is known is none of the keywords of
//! constructors (`"like"`, `"seed"`), nor the name of a class if the function computes with it.
//!
//! Deviations from the plan: `nargin` of an entry function is a symbolic count; globals and
//! persistent variables are unknown at every declaration and forgotten at every call, but for
//! persistent ones that are constants, and private ones where a trace is kept. What a comment `%#`
//! says of a variable is believed (`note`).

mod budget;
mod call;
mod engine;
mod entry;
mod expr;
mod loops;
mod place;
mod report;
mod state;
mod stmt;
pub mod trace;

pub use call::closure::Handle;
pub use engine::{Analyst, Options, Runner};
pub use entry::assumption::Assumption;
pub use entry::spec::{ArgumentSpec, Extent, SpecError, SpecKind};
pub use report::failure::{Failure, FailureKind, Inner, Passed, Strays};
pub use report::record::{
    AtEnd, Check, CheckKind, Condition, Definition, DefinitionKind, End, FunctionRecord,
};
pub use report::remark::{Remark, RemarkKind};
pub use report::{Analysis, Knowledge, Summary};
pub use stmt::is_constant_persistent;
pub use trace::use_def::{UseDef, operands, use_def};
