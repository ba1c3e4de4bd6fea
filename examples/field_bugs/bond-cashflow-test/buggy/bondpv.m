function [pv, dur] = bondpv(cf, y, freq)
% present value and Macaulay duration of cash flows
%   cf   payments at the ends of the periods
%   y    yearly yield, freq payments per year
if nargin < 3
  freq = 1;
end
n = numel(cf);
t = (1:n)'/freq;
df = (1 + y/freq).^(-t*freq);
pvs = cf.*df; %? bug
pv = sum(pvs);
dur = sum(t.*pvs)/pv;
end

%!test
%! pv = bondpv([5 5 105], 0.05);
%! assert(pv, 100, 1e-9);
%!test
%! [~, d] = bondpv([0 0 100], 0.1);
%! assert(d, 3, 1e-9);
