function h = firwin_lp(order, fc)
% windowed-sinc low-pass of the given order (order+1 taps), fc in (0,1)
m = (0:order)' - order/2;
h = fc*ones(order+1, 1);
nz = m ~= 0;
h(nz) = sin(pi*fc*m(nz))./(pi*m(nz));
w = 0.54 - 0.46*cos(2*pi*(0:order)'/order);
h = h.*w;
h = h/sum(h);
end
