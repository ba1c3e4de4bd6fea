//! The handles of objects: minus a number that counts them, minus a fraction that nobody can
//! guess, so that what is computed is never taken for a handle.
//!
//! Octave draws the fractions from the C library's generator of random numbers and never seeds it,
//! so they are the same in each session, and programs that show handles print the same each time.
//! That generator adds two of its last 31 numbers; its first 310 are thrown away.

/// The numbers that are kept.
const KEPT: usize = 31;

/// How many numbers are thrown away at first.
const WARMING: usize = 310;

/// What handles are made of.
#[derive(Clone, Debug)]
pub(super) struct Handles {
    made: u32,
    last: [u32; KEPT],
    at: usize,
}

impl Default for Handles {
    fn default() -> Handles {
        let mut last = [1; KEPT];
        for place in 1..KEPT {
            let next = u64::from(last[place - 1]) * 16807 % 2_147_483_647;
            last[place] = next as u32;
        }
        // The first three come once more before anything is added: the next is the fourth.
        let mut handles = Handles { made: 0, last, at: 3 };
        // Octave has drawn one before it makes the first object.
        for _ in 0..=WARMING {
            handles.draw();
        }
        handles
    }
}

impl Handles {
    fn draw(&mut self) -> u32 {
        let next = self.last[self.at].wrapping_add(self.last[(self.at + KEPT - 3) % KEPT]);
        self.last[self.at] = next;
        self.at = (self.at + 1) % KEPT;
        next >> 1
    }

    /// A handle that no object has.
    pub(super) fn next(&mut self) -> f64 {
        self.made += 1;
        let fraction = (f64::from(self.draw()) + 1.0) / (2_147_483_647.0 + 2.0);
        -f64::from(self.made) - fraction
    }
}

#[cfg(test)]
mod tests {
    use super::Handles;

    #[test]
    fn handles_are_those_of_octave() {
        let mut handles = Handles::default();
        let shown: Vec<String> = (0..7).map(|_| format!("{:.6}", handles.next())).collect();
        let expected = [
            "-1.394383",
            "-2.783099",
            "-3.798440",
            "-4.911647",
            "-5.197551",
            "-6.335223",
            "-7.768230",
        ];
        assert_eq!(shown, expected);
    }
}
