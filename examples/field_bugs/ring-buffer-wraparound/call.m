1;
r = RingBuf(4);
r.push([1 2 3]); assert(r.read(), [1; 2; 3]);
r.push([4 5 6]); assert(r.read(), [3; 4; 5; 6]);
