function drv_gauss
% Driver for GAUSS_2F1: closed forms of the series, and the error messages.
x = [-0.4, -0.1, 0.2, 0.5];
f = gauss_2f1(1, 1, 2, x, 50);
assert(max(abs(f + log(1 - x)./x)) < 1e-12);
g = gauss_2f1(0.5, 3, 3, x, 50);
assert(max(abs(g - (1 - x).^(-0.5))) < 1e-12);
h = gauss_2f1(0.5, 0.5, 1.5, 0.36, 10);
assert(abs(h - asin(0.6)/0.6) < 1e-5);
try
    gauss_2f1(1, 1, -2, 0.5, 10);
    caught = 0;
catch err
    caught = 1;
    fprintf('gauss: %s\n', err.message);
end
assert(caught == 1);
fprintf('gauss: %.6f %.6f %.6f %.6f\n', f);
fprintf('gauss: %.6f %.6f %.6f %.6f\n', g);
fprintf('gauss: arcsine with ten terms %.6f\n', 0.6*h);
end
