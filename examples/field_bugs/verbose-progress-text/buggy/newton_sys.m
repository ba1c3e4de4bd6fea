function [x, it] = newton_sys(F, J, x, tol, verbose)
% Newton's method for F(x) = 0 with the Jacobian J
%   F, J function handles, x start, verbose prints the iterates

if nargin < 4 || isempty(tol), tol = 1e-10; end
if nargin < 5, verbose = false; end

x = x(:);
for it = 1:50
    r = F(x);
    if verbose
        disp(['x = ' num2str(x) '  |F| = ' num2str(norm(r))]); %? missed bug
    end
    if norm(r) < tol
        return
    end
    x = x - J(x)\r;
end
warning('newton_sys:maxit', 'no convergence');
end
