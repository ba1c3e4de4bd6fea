function [theta, s, VrPrime, dVrPrime] = cone_angle(B,M1)

G = 1.3;
MN1 = M1*sin(B);
MN2 = sqrt((MN1^2+(2/(G-1)))/((2*G/(G-1))*MN1^2-1));
Delta = atan(2*cot(B)*((M1^2*(sin(B))^2-1)/(M1^2*(G+cos(2*B))+2)));
M2 = MN2/sin(B-Delta);
VPrime = ((2/((G-1)*M2^2))+1)^(-1/2);
VrPrime = VPrime*cos(B-Delta);
dVrPrime = -VPrime*sin(B-Delta);
thetaspan = [B,pi/180]';

options = odeset('Events', @eventsfun);
[theta, s] = ode45(@rhs, thetaspan, [VrPrime, dVrPrime], options);

theta = theta(end);
s = s(end, 1);
