function [t, check] = bench_cheb(n)
% Three Chebyshev series of six terms at n points.
c = [1.2660658777520084, 1.1303182079849701, 0.2714953395340766, ...
     0.0443368498486638, 0.0054742404420937, 0.0005429263119139;
     0, 0.8801011714897894, 0, -0.0391267079653375, 0, 0.0004995154604225;
     1, -1, 1, -1, 1, -1];
x = linspace(-1, 1, n);
start = cputime;
y = cheb_series(c, x);
t = cputime - start;
check = sum(y(:));
end
