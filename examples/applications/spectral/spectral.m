% Differential equations solved by spectral methods: waves on a circle by Fourier's series, a
% boundary value problem and vibrations by Chebyshev's polynomials.

printf ('== derivatives on a circle ==\n');
for n = [8 12 16 24 32]
  x = 2 * pi * (0:n - 1)' / n;
  wanted = cos (x) .* exp (sin (x));
  found = fourier_derivative (exp (sin (x)), 1);
  printf ('n = %2d: error %s\n', n, magnitude (norm (found - wanted, Inf)));
end

printf ('\n== heat ==\n');
heat_equation (64);

printf ('\n== a solitary wave (Korteweg and de Vries) ==\n');
solitary_wave (128);

printf ('\n== two waves that overtake each other ==\n');
two_waves (128);

printf ('\n== a boundary value problem ==\n');
for n = [4 8 12 16]
  [x, u] = boundary_value (n);
  wanted = (exp (4 * x) - x * sinh (4) - cosh (4)) / 16;
  printf ('n = %2d: error %s\n', n, magnitude (norm (u - wanted, Inf)));
end

printf ('\n== vibrations of a string ==\n');
vibrations (32);

printf ('\n== integrals ==\n');
integrals ();

printf ('\n== between the points ==\n');
[~, x] = chebyshev (10);
values = 1 ./ (1 + 16 * x .^ 2);
for place = [-0.9 -0.5 0.05 0.3 0.95]
  found = interpolated (x, values, place);
  printf ('%5.2f: %8.5f instead of %8.5f\n', place, found, 1 / (1 + 16 * place ^ 2));
end
