function clength = length_crit(B, M1, betacrit)

% %# Beta realscalar
% %# M1 realscalar
% %# betacrit realscalar

% Specific heat ratio

G = 1.3;

[c_angle, vrprime_final, VrPrime, dVrPrime] = cone_angle(B, M1);

% Flow properties at surface
TO_T=1+((G-1)/2)*M1^2;
TO=TO_T*147.5;

clength = calc_crit_length(B, M1, c_angle, VrPrime, dVrPrime, ...
                           G, TO, betacrit, 0.00000001);
