1;
assert(hasChannel({'Fp1', 'Cz'}, 'cz'), true);
assert(hasChannel({'Fp1', 'Cz'}, 'ecg'), false);
