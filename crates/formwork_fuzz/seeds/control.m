% Control flow of every kind.
x = 3; y = [];
if x > 2 && ~isempty(y), disp('a'), elseif x == 1; y = 2; else y = 3; end
for i = 1:10, if mod(i, 2), continue; end, y(end+1) = i; end % trailing
for (k = {1, 'two'}) k, endfor
for [v, key] = struct('a', 1)
    printf("%s = %g\n", key, v);
end
while true
    x--;
    if x < 0, break, end
endwhile
do
    x += 2;
until x > 10
switch lower(s)
    % which one
    case {'a', "b"} % both
        z = 1;
    case 3
        z = 2;
    otherwise
        error('id:x', 'no "%s"', s);
end
try, f(x), catch, g, end
try
    h(1)
catch err
    rethrow(err)
end_try_catch
unwind_protect
    fid = fopen('x');
unwind_protect_cleanup
    fclose(fid);
end_unwind_protect
parfor (i = 1:n, 4) q(i) = i; end
spmd, labindex, end
global g1 g2 = 2
return
