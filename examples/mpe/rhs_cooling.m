function dT = rhs_cooling(t, T, k, Tm)
% RHS_COOLING  Newton's law of cooling towards the temperature Tm.
dT = k*(T - Tm);
end
