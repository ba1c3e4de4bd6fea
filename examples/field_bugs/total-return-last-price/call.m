1;
st = perfstats([100 110 99 120]);
assert(st.total, 0.2, 1e-12); assert(st.maxdd, 0.1, 1e-12);
