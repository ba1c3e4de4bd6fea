% Optimisation on manifolds with classes of handles: eigenvectors by going down.
%
% The smallest eigenvalue is the least value of x'Ax on the sphere; the sum of the smallest
% three that of trace (X'AX) on the Stiefel manifold.

generator = Generator (12345);
n = 12;
b = generator.normal (n, n);
a = (b + b') / 2 + diag (1:n);
spectrum = sort (eig (a));

sphere = Sphere (n);
sphere.describe ();
quadratic = Problem (sphere, @(x) x' * a * x, @(x) 2 * a * x);
start = sphere.random (generator);
v = sphere.project (start, generator.normal (n, 1));
printf ("gradient is right: %d\n", quadratic.check_gradient (start, v) < 1e-5);

solvers = {SteepestDescent(), ConjugateGradient()};
for k = 1:numel (solvers)
  solver = solvers{k};
  solver.most = 2000;
  x = solver.solve (quadratic, start);
  solver.report ();
  printf ("  least value right to six digits: %d\n", ...
          abs (solver.costs(end) - spectrum(1)) < 1e-6 * max (1, abs (spectrum(1))));
  printf ("  costs never rise: %d\n", all (diff (solver.costs) <= 0));
end
printf ("cost was asked for: %d\n", quadratic.evaluations > 0);

stiefel = Stiefel (n, 3);
stiefel.describe ();
subspace = Problem (stiefel, @(x) trace (x' * a * x), @(x) 2 * a * x);
solver = ConjugateGradient ();
solver.tolerance = 1e-5;
solver.most = 3000;
x0 = stiefel.random (generator);
printf ("starts orthonormal: %d\n", max (max (abs (x0' * x0 - eye (3)))) < 1e-12);
x = solver.solve (subspace, x0);
solver.report ();
printf ("sum of three smallest right: %d\n", ...
        abs (solver.costs(end) - sum (spectrum(1:3))) < 1e-5);
printf ("stays orthonormal: %d\n", max (max (abs (x' * x - eye (3)))) < 1e-10);

try
  Problem (17, [], []);
catch err
  printf ("%s: %s\n", err.identifier, err.message);
end
try
  solver.tolerance = -1;
catch err
  printf ("%s\n", err.message);
end
same = solver;
same.verbose = true;
printf ("the same solver: %d\n", solver.verbose);
printf ("dimensions: %d %d\n", sphere.dimension, stiefel.dimension);
