//! MATLAB and Octave text to tree and back.
