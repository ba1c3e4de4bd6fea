function [dfdt] = rhs2(t,f, B, cone_angle, VrPrime, dVrPrime, Beta)

rx = f(1);
ry = f(2);
vx = f(3);
vy = f(4);

t = atan(ry / rx);

if B > t + eps
    [theta, s] = ode45(@rhs, linspace(B, t)', [VrPrime dVrPrime]);
    vrprime = s(end, 1);
    vtprime = s(end, 2);
else
    vrprime = VrPrime;
    vtprime = dVrPrime;
end

ux = vrprime * cos(t) + vtprime * sin(t);
uy = vrprime * sin(t) + vtprime * cos(t);

rxprime = vx;
ryprime = vy;
vxprime = -Beta*(vx-ux);
vyprime = -Beta*(vy-uy);

dfdt(1,1) = rxprime;
dfdt(2,1) = ryprime;
dfdt(3,1) = vxprime;
dfdt(4,1) = vyprime;
