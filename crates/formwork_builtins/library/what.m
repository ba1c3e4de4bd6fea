function found = what (folder = ".")
  % The programs and data in a folder.
  if ! ischar (folder)
    error ("what: DIR argument must be a string");
  end
  path = canonicalize_file_name (folder);
  if ! isempty (path) && isfolder (path)
    [names, problem] = readdir (path);
  else
    error ("what: could not find the file or path %s", folder);
  end
  w = struct ("path", path, "m", {cell(0, 1)}, "mat", {cell(0, 1)}, "mex", {cell(0, 1)}, ...
              "oct", {cell(0, 1)}, "mdl", {cell(0, 1)}, "slx", {cell(0, 1)}, "p", {cell(0, 1)}, ...
              "classes", {cell(0, 1)}, "packages", {cell(0, 1)});
  for k = 1:numel (names)
    name = names{k};
    if any (strcmp (name, {".", ".."}))
      continue;
    end
    [~, base, ending] = fileparts (name);
    if isfolder (fullfile (path, name))
      if name(1) == "@"
        w.classes{end+1} = name(2:end);
      elseif name(1) == "+"
        w.packages{end+1} = name(2:end);
      end
      continue;
    end
    switch ending
      case {".m", ".mat", ".oct", ".mdl", ".slx", ".p"}
        w.(ending(2:end)){end+1} = name;
      case ["." mexext()]
        w.mex{end+1} = name;
    end
  end
  if nargout > 0
    found = w;
    return;
  end
  titles = {"M-files", "m"; "\nMAT-files", "mat"; "\nMEX-files", "mex"; "\nOCT-files", "oct"; ...
            "\nModel-files", "mdl"; "\nModel-files", "slx"; "\nP-files", "p"; ...
            "\nClasses", "classes"; "\nPackages", "packages"};
  for k = 1:rows (titles)
    names = w.(titles{k,2});
    if ! isempty (names)
      printf ("%s in directory %s:\n\n", titles{k,1}, path);
      printf ("%s", list_in_columns (names, 80, "   "));
    end
  end
end
