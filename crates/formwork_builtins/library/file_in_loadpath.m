function name = file_in_loadpath (file, varargin)
  % Where a file is on the path, or nothing.
  if nargin < 1
    print_usage ();
  end
  name = [];
  files = cellstr (file);
  folders = [{"."}, strsplit(path (), ":")];
  for k = 1:numel (files)
    for j = 1:numel (folders)
      candidate = [folders{j}, "/", files{k}];
      if exist (candidate, "file") == 2
        name = make_absolute_filename (candidate);
        return;
      end
    end
  end
end
