function solution = newton (network, options)
  % Solves the equations of power flow by Newton's method, from voltages without angles.

  Y = admittance (network);
  wanted = network.generation - network.load;
  angles = find (network.kind ~= 3);
  magnitudes = find (network.kind == 1);

  theta = zeros (numel (network.kind), 1);
  v = network.voltage;
  solution.converged = false;
  solution.history = [];

  for iteration = 0:options.iterations
    voltage = v .* exp (1i * theta);
    error_now = mismatch (Y, voltage, wanted, angles, magnitudes);
    largest = norm (error_now, Inf);
    solution.history(end + 1) = largest;
    if options.verbose
      printf ('iteration %d: largest mismatch %s\n', iteration, shown_error (largest));
    end
    if largest < options.tolerance
      solution.converged = true;
      break
    end
    if ~isfinite (largest) || largest > 1e6
      break
    end
    J = jacobian (Y, voltage, angles, magnitudes);
    if rcond (J) < 1e-12
      break
    end
    step = -(J \ error_now);
    count = numel (angles);
    theta(angles) = theta(angles) + step(1:count);
    v(magnitudes) = v(magnitudes) + step(count + 1:end);
  end

  solution.iterations = iteration;
  solution.voltage = v .* exp (1i * theta);
  solution.power = solution.voltage .* conj (Y * solution.voltage);
end

function text = shown_error (largest)
  % What is left by rounding is not told.
  if largest < 1e-10
    text = 'none';
  else
    text = sprintf ('%.3e', largest);
  end
end
