function r = scaled_norm (x, varargin)
  % A norm with options: name and value in turn.
  p = 2;
  scale = 1;
  center = false;
  for k = 1:2:numel (varargin)
    switch lower (varargin{k})
      case 'power'
        p = varargin{k + 1};
      case 'scale'
        scale = varargin{k + 1};
      case 'center'
        center = varargin{k + 1};
      otherwise
        error ('scaled_norm: unknown option %s', varargin{k});
    end
  end
  if center
    x = x - mean (x);
  end
  r = scale * sum (abs (x) .^ p) ^ (1 / p);
end
