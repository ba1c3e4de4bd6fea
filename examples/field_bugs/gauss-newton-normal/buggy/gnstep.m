function dx = gnstep(J, r)
% step of the Gauss-Newton method
% J : m x n Jacobian, r : m x 1 residual
dx = -(J' * J) \ (J * r); %? bug
end
