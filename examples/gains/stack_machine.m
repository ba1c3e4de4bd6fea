function y = stack_machine (program, x)
  % Runs a program for a stack: rows of an operation and a number.
  stack = zeros (1, 8);
  top = 0;
  for k = 1:rows (program)
    switch program(k, 1)
      case 0 % a constant
        top = top + 1;
        stack(top) = program(k, 2);
      case 1 % the argument
        top = top + 1;
        stack(top) = x;
      case 2
        top = top - 1;
        stack(top) = stack(top) + stack(top + 1);
      case 3
        top = top - 1;
        stack(top) = stack(top) * stack(top + 1);
      case 4
        stack(top) = sin (stack(top));
      otherwise
        error ('stack_machine: operation %d', program(k, 1));
    end
  end
  y = stack(top);
end
