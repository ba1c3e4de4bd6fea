1;
I = 100*ones(12, 10);
J = smoothImg(I, 0.5); assert(J(6,5), 100, 1e-8);
J = smoothImg(cat(3, I, I, I), 0.5); assert(size(J), [12 10 3]);
