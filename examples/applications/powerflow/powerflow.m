% Power flow of a network with nine buses: the base case, a heavier load, and each line in turn
% taken out of service.

network = nine_buses ();
options = struct ('tolerance', 1e-10, 'iterations', 20, 'verbose', true);

printf ('== base case ==\n');
solution = newton (network, options);
show_buses (network, solution);
show_flows (network, solution);

printf ('\n== load 25 %% higher ==\n');
options.verbose = false;
heavier = scaled_load (network, 1.25);
solution = newton (heavier, options);
show_buses (heavier, solution);

printf ('\n== outages ==\n');
outages (network, options);

printf ('\n== how much load the network bears ==\n');
[factor, lowest] = bearable_load (network, options);
printf ('converges up to %.3f times the load, lowest voltage %.4f\n', factor, lowest);
