function [x, fx] = compassSearch(f, x0, step, tol)
% derivative-free minimisation along the coordinate directions
x = x0(:)';
n = numel(x);
fx = f(x);
dirs = [eye(n); -eye(n)];
while step > tol
    moved = false;
    for k = 1:2*n
        xt = x + step*dirs(k,:);
        ft = f(xt);
        if ft < fx
            x = xt; fx = ft;
            moved = true;
        end
    end
    if ~moved
        step = step/2;
    end
end
end
