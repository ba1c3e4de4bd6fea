//! What a call does besides computing its outputs.
//!
//! First, some terminology. The *scope* of a call is the variables of the function it stands in.
//! A function *reads* the scope when it finds variables by their names (`exist`, `who`), and
//! *writes* it when it may set or clear variables that are not written where it is called
//! (`eval`, `load`, `clear`). It *reads the call* when it looks at how the function around it was
//! called: with how many arguments, by which name, for which outputs.
//!
//! ```text
//! exist   READS_SCOPE                    who called `exist ("x")` has an `x` or not
//! eval    READS_SCOPE | WRITES_SCOPE     its text is a statement of the caller
//! nargin  READS_CALL                     says something about the call around
//! ```

/// What a call does besides computing its outputs: a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u16);

impl Effects {
    /// Nothing: equal arguments give equal outputs.
    pub const PURE: Effects = Effects(0);
    /// It draws random numbers, or reads the clock.
    pub const RANDOM: Effects = Effects(1);
    /// It prints or reads.
    pub const OUTPUT: Effects = Effects(1 << 1);
    /// It finds variables of its caller by their names.
    pub const READS_SCOPE: Effects = Effects(1 << 2);
    /// It may change variables of its caller that it is not given.
    pub const WRITES_SCOPE: Effects = Effects(1 << 3);
    /// It looks at the call that it stands in beyond its arguments.
    pub const READS_CALL: Effects = Effects(1 << 4);
    /// It calls functions it is given, and does what they do.
    pub const CALLS: Effects = Effects(1 << 5);
    /// It reads or changes what lasts between statements: warnings, formats, errors.
    pub const STATE: Effects = Effects(1 << 6);
    /// It does not return.
    pub const RAISES: Effects = Effects(1 << 7);
    /// It reads files.
    pub const FILES: Effects = Effects(1 << 8);
    /// It is called for what it does: who asks for no output gets none, so that `ans`
    /// stays as it is.
    pub const QUIET: Effects = Effects(1 << 9);

    /// It looks at the world outside or changes it: nothing that analysis could do ahead, or leave
    /// out, or do twice.
    pub const OUTSIDE: Effects = Effects::OUTPUT.and(Effects::STATE);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether all of `other` are among them.
    #[must_use]
    pub const fn include(self, other: Effects) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_pure(self) -> bool {
        self.0 == 0
    }

    /// Whether a call does more than to compute its outputs, draw random numbers and call the
    /// functions that it is given.
    #[must_use]
    pub const fn reach_outside(self) -> bool {
        const INSIDE: Effects = Effects::RANDOM.and(Effects::CALLS);
        !INSIDE.include(self)
    }

    /// Whether a call depends on where it stands: on variables or on the call around it.
    #[must_use]
    pub const fn look_around(self) -> bool {
        const AROUND: Effects =
            Effects::READS_SCOPE.and(Effects::WRITES_SCOPE).and(Effects::READS_CALL);
        self.0 & AROUND.0 != 0
    }

    /// Whether a call finds or changes variables by their names.
    #[must_use]
    pub const fn see_variables(self) -> bool {
        self.0 & Effects::READS_SCOPE.and(Effects::WRITES_SCOPE).0 != 0
    }
}
