function [w, e] = lms_identify(x, d, ntap, mu)
% identify a FIR system by LMS, started at a low-pass prototype
x = x(:); d = d(:);
N = numel(x);
w = firwin_lp(ntap-1, 0.5);
e = zeros(N,1);
buf = zeros(ntap,1);
for k = 1:N
    buf = [x(k); buf(1:ntap-1)];
    e(k) = d(k) - w'*buf;
    w = w + mu*e(k)*buf;
end
end
