function dy = rhs_bell(t, y)
% RHS_BELL  y' = -2 t y, solved by the bell curve y(0) exp(-t^2).
dy = -2*t*y;
end
