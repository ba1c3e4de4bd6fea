function drv_cheb
% Driver for CHEB_SERIES: three series of six terms at nine points, against the
% definition T_k(x) = cos(k arccos x).
c = [1.2660658777520084, 1.1303182079849701, 0.2714953395340766, ...
     0.0443368498486638, 0.0054742404420937, 0.0005429263119139;
     0, 0.8801011714897894, 0, -0.0391267079653375, 0, 0.0004995154604225;
     1, -1, 1, -1, 1, -1];
x = -1:0.25:1;
y = cheb_series(c, x);

ref = zeros(3, 9);
for k = 0:5
    ref = ref + c(:, k + 1)*cos(k*acos(x));
end
assert(max(max(abs(y - ref))) < 1e-13);
assert(max(abs(y(1, :) - exp(x))) < 1e-4);     % the first row approximates exp,
assert(max(abs(y(2, :) - sin(x))) < 1e-5);     % the second sin
fprintf('cheb: exp(1) about %.5f, sin(0.5) about %.6f\n', y(1, 9), y(2, 7));
fprintf('cheb:%9.4f%9.4f%9.4f\n', y);
end
