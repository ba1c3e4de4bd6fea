A = magic(4);
A(2, :) = [];
