1;
I = ones(4,5,3); I(:,:,2)=2;
g = greyworld(I);
assert(g, [1 2 1]);
