function v = ver (varargin)
  % What Octave this is, in a struct; shows it if nobody asks for that.
  known = struct ("Name", "Octave", "Version", version (), "Release", [], "Date", "2022-11-02");
  if nargin > 0 && ! strcmpi (varargin{1}, "octave")
    known = known(1, []);
  end
  if nargout > 0
    v = known;
    return;
  end
  line = repmat ("-", 1, 70);
  printf ("%s\nGNU Octave Version: %s\nGNU Octave License: %s\n%s\n", line, version (), license (), line);
end
