% A small neural network that learns which of three spirals a point is on, and another that learns
% a function of one variable.

random = seeded (19);

printf ('== three spirals ==\n');
[random, points, classes] = spirals (random, 60, 3, 0.12);
[random, points, classes] = shuffled (random, points, classes);
count = columns (points);
training = 1:round (0.8 * count);
testing = training(end) + 1:count;

[random, net] = make_net (random, [2, 24, 16, 3], {'tanh', 'tanh', 'softmax'});
printf ('%d parameters\n', parameter_count (net));
check_gradient (net, points(:, 1:5), classes(1:5));

options.epochs = 60;
options.batch = 24;
options.rate = 0.01;
options.decay = 1e-4;
options.report = 20;
[random, net] = train (random, net, points(:, training), one_hot (classes(training), 3), options);

printf ('correct: %.1f %% of the training, %.1f %% of the test\n', ...
        100 * accuracy (net, points(:, training), classes(training)), ...
        100 * accuracy (net, points(:, testing), classes(testing)));
show_confusion (net, points(:, testing), classes(testing));
show_map (net, 40, 20);

printf ('\n== a function ==\n');
x = linspace (-1, 1, 64);
wanted = sin (3 * x) .* exp (-x .^ 2);
[random, net] = make_net (random, [1, 12, 12, 1], {'tanh', 'tanh', 'identity'});
options.epochs = 60;
options.batch = 16;
options.report = 20;
[random, net] = train (random, net, x, wanted, options);
found = forward (net, x);
printf ('largest difference %s, root mean square %s\n', ...
        size_class (max (abs (found - wanted))), size_class (sqrt (mean ((found - wanted) .^ 2))));
