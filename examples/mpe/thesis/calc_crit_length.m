function clength = calc_crit_length(B, M1, theta, VrPrime, dVrPrime, G, ...
                                T0, Beta, threshold)

vx0 = M1*((G*191*147.5)^0.5)/((2*860*T0)^0.5);
vy0 = 0;
rybegin = 10^(-6);
t_span = [0 10];

ry1 = rybegin;
vy1 = vx0;
vx1 = vx0;

ry0 = 5*sin(B);
options = odeset('Events', @eventsfun3);

rx1 = ry1 / tan(B);
[t, dfdt] = ode45(@rhs2, t_span, [rx1 ry1 vx1 vy1], options, B, theta, ...
                  VrPrime, dVrPrime, Beta);

rxbegin = dfdt(:,1);
rybegin = dfdt(:,2);

old_clength = ry1;

iterations = 0;
while 1
    fprintf('.'.')
    iterations = iterations + 1;
    rx0 = ry0 / tan(B);
    [t, dfdt] = ode45(@rhs2, t_span, [rx0 ry0 vx0 vy0], options, B, theta, ...
                      VrPrime, dVrPrime, Beta);

    rx = dfdt(:,1);
    ry = dfdt(:,2);

    lhit = rx(end) * tan(theta);
    lhitbegin = rxbegin(end) * tan(theta);
    h1 = ry(end) - lhit;

    h2 = lhitbegin - rybegin(end);

    clength = ry0 - (ry0 - ry1) / (h1 + h2) * h1;
    if abs(clength - old_clength) < threshold
        break
    end
    ry1 = ry0;
    ry0 = clength;
    rxbegin = rx;
    rybegin = ry;
    old_clength = clength;
end

fprintf('\n')
iterations
