//! Whether a variable has a value, as compiled code tells it.

/// What a region did with a variable that it may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing: the variable is what it was.
    Untouched,
    /// It has a value now.
    Set,
    /// It is the empty row that a loop without turns leaves.
    EmptyRow,
    /// It is what `[]` is.
    EmptySquare,
}

impl State {
    pub(crate) const UNTOUCHED: i64 = 0;
    pub(crate) const SET: i64 = 1;
    pub(crate) const EMPTY_ROW: i64 = 2;
    pub(crate) const EMPTY_SQUARE: i64 = 3;

    /// The state that a result of a region says.
    #[must_use]
    pub fn of(number: f64) -> Option<State> {
        let states = [
            (State::UNTOUCHED, State::Untouched),
            (State::SET, State::Set),
            (State::EMPTY_ROW, State::EmptyRow),
            (State::EMPTY_SQUARE, State::EmptySquare),
        ];
        states.into_iter().find(|(own, _)| *own as f64 == number).map(|(_, state)| state)
    }
}
