stack = rand(4, 5, 2);
flipped = stack';  %? error[inner-extent]
