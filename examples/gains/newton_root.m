function [x, steps] = newton_root (f, df, x, options)
  % The method of Newton, with options that may be missing.
  if ! isfield (options, 'tolerance')
    options.tolerance = 1e-10;
  end
  if ! isfield (options, 'most')
    options.most = 50;
  end
  if ! isfield (options, 'verbose')
    options.verbose = false;
  end
  for steps = 1:options.most
    d = f (x) / df (x);
    x = x - d;
    if options.verbose
      printf ('%d: %g\n', steps, x);
    end
    if abs (d) < options.tolerance
      return;
    end
  end
end
