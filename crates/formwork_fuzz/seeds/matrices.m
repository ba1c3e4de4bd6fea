a = [1 -2; 3 - 4, 5+6i
     a' b.' 'str' ... why
     % own line
     f(1) (2) {3}];
c = {@(x) x +1, @sin; [1, 2; 3 4]', "q\"t"};
b = a(end, :)(1){2}.f.("g")' ^ -2 .^ 3';
m = [1:3:n+1, -x:~y, !z, ++i, j--];
[~, i] = max(x(:), [], 1); [p.q, r{3}(2)] = deal(1, 2);
x(idx).y{end - numel(z(end))} = [];
w = a = b = (c += 1);
h = @(varargin) numel(varargin{:}) <= 3 || a & b | c;
n = [0x1Fu8 0b101 1e3 1d-3 .5 5. 1_000 3i 1./2 1.'];
t = 'it''s' == "a\tb" ~= x != y;
q = f(a, ... one
      % two
      b = 3);
