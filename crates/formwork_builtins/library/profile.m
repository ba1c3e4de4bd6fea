function varargout = profile (varargin)
  % Nothing is measured.
  if nargout > 0
    varargout{1} = struct ("ProfilerStatus", "off");
  end
end
