1;
J = equalizeGray([0 64; 128 255]);
assert(J, uint8([0 85; 170 255]));
