left = zeros(1, 441);
right = zeros(1, 440);
mono = (left + right) / 2;  %? error[elementwise-operands]
