stack = rand(4, 5, 2);
flipped = permute(stack, [2 1 3]);
