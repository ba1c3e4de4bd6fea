//! Developer chores of Formwork.

fn main() {}
