1;
[sp, df] = poolvar({[1 2 3], [4 6 8 10]});
assert(df, 5); assert(sp, (2+20)/5, 1e-12);
