function dp = rhs_logistic(t, p, a, b)
% RHS_LOGISTIC  Growth at rate a that crowding (b) brings to a halt at a/b.
dp = p*(a - b*p);
end
