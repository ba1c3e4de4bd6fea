f = @(x) x * [1; 2; 3];
y = f([1 2]);  %? error[failing-call]
disp(y);
