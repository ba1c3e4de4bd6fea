function L = lap1d(u, h, bc)
% second difference of u on a uniform grid
% bc: 'dirichlet' (zero outside), 'neumann' or 'periodic'
if nargin < 3
    bc = 'dirichlet';
end
u = u(:);

switch lower(bc)
    case 'dirichlet'
        ue = [0; u; 0];
    case 'neumann'
        ue = [u(1); u; u(end)];
    case 'periodic'
        ue = [u(end), u, u(1)]; %? bug
    otherwise
        error('lap1d:bc', 'unknown boundary condition %s', bc);
end
L = (ue(1:end-2) - 2*ue(2:end-1) + ue(3:end))/h^2;
end
