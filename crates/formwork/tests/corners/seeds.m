% The old generators, which a seed asks for.
rand('seed', 1); printf('%.17g ', rand(1,4)); printf('\n%.17g\n', rand('seed'));
randn('seed', 1); printf('%.17g ', randn(1,40)); printf('\n');
rande('seed', 1); printf('%.17g ', rande(1,40)); printf('\n');
rand('seed', 42.5); printf('%.17g ', rand(1,4)); printf('%.9g ', rand(1,2,'single')); printf('\n');
rand('seed', 1); x = randi(10,1,5), p = randperm(5)
rand('seed', -3); x = rand
rand('seed', 0); x = rand
rand('seed', 1e10); x = rand, s = rand('seed')
rand('seed', pi); x = rand(2)
randn('seed', 7); x = mean(randn(1,1000)), m = max(randn(1,1000))
rand('seed', 1); rand('twister', 1); x = rand
