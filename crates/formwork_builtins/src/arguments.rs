//! Reading arguments the way Octave's functions read them.
