function out = addEcho(x, fs, delays, gains, mix)
% out = addEcho(x, fs, delays, gains, mix)
% Adds discrete echoes to a mono signal.
%   delays in seconds, one gain for each delay, mix in [0,1]

if nargin < 5
  mix = 0.5;
end
x = x(:);
d = round(delays(:) * fs);

h = zeros(max(d)+1, 1);
h(d+1) = gains;
wet = conv(x, h);

out = (1-mix)*x + mix*wet; %? bug
% avoid clipping
pk = max(abs(out));
if pk > 1
  out = out / pk;
end
end
