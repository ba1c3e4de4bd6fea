% Solvers see the same points in the same order; lifetimes; declarations after use.
[x,f,i,o] = fzero(@(x) 1./x, -2); printf('%.16g %g %d %d %d\n', x, f, i, o.iterations, o.funcCount);
[x,f,i,o] = fzero(@cos, [0 3]); printf('%.16g %g %d %d %d\n', x, f, i, o.iterations, o.funcCount);
[x,f,i,o] = fzero(@(x) x.^3-2, 1); printf('%.16g %g %d %d %d\n', x, f, i, o.iterations, o.funcCount);
[x,f,i,o] = fzero(@(x) exp(x)-x-2, [0 3], optimset('TolX', 1e-3)); printf('%.16g %g %d %d\n', x, f, i, o.iterations);
x = fzero(@(x) x-0.25, [0 1], optimset('Display', 'iter'));
x = fzero(@(x) x.^5-0.5, [0 2], optimset('MaxIter', 3))
try, fzero(@(x) x.^2+1, 3), catch e, disp(e.message), end
[x,f,i,o] = fminunc(@(x) (x(1)-5).^2+(x(2)-8).^4, [0 0]); printf('%.6g %.6g %.4g %d %d %d\n', x, f, i, o.iterations, o.funcCount);
[x,f,i,o] = fminunc(@(x) (x(1)-1)^2+3*(x(2)+x(1))^2+x(2), [2; 1]); printf('%.6g %.6g %.3g %d %d %d\n', x, f, i, o.iterations, o.funcCount);
[q,n] = quadl(@(x) exp(-x.^2), 0, 2); printf('%.14g %d\n', q, n);
[q,n] = quadl(@(x) sqrt(x), 0, 2); printf('%.12g %d\n', q, n);
[q,n] = quadl(@(x,a) a*x.*sin(x), 0, 3, 1e-3, [], 2); printf('%.12g %d\n', q, n);
q = quadl(@(x) exp(1i*x), 0, 1); printf('%.12g %.12g\n', real(q), imag(q));
randp('state', 1); printf('%d ', randp(30, 1, 12), randp(11.5, 1, 6), randp(12.5), randp(400, 1, 4)); printf('\n');
s.a = onCleanup(@() disp('field')); s.a = 1; c = {onCleanup(@() disp('cell'))}; c(1) = []; disp('both');
t.b = onCleanup(@() disp('struct')); t = 0; disp('done');
y = cosd([90+180i 180+5i]); printf('%.12g %.12g ', real(y), imag(y)); printf('\n');
warning('off', 'all');
late = 3; global late
disp(late)
