function [output, delimiter, header_rows] = importdata (fname, delimiter = "", header_rows = -1)
  % The data of a file: a table of numbers with what stands above and beside it, a picture, a sound
  % or variables.
  if nargin < 1
    print_usage ();
  end
  if ! ischar (fname) || rows (fname) != 1
    error ("importdata: FNAME must be a string");
  end
  if isnumeric (delimiter)
    header_rows = delimiter;
    delimiter = "";
  end
  if ! ischar (delimiter) || (! isempty (delimiter) && numel (delimiter) > 1 && ! strcmp (delimiter, '\t'))
    error ("importdata: DELIMITER must be a single character");
  end
  if strcmp (delimiter, '\t')
    delimiter = "\t";
  end
  if ! isnumeric (header_rows) || header_rows < -1
    error ("importdata: HEADER_ROWS must be a scalar number");
  end
  if strcmp (fname, "-pastespecial")
    error ("importdata: option -pastespecial not implemented");
  end
  [~, ~, ending] = fileparts (fname);
  switch lower (ending)
    case ".mat"
      output = load (fname);
      delimiter = "";
      header_rows = -1;
    case {".png", ".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".pbm", ".pgm", ".ppm"}
      output = imread (fname);
      delimiter = "";
      header_rows = -1;
    case {".wav", ".wave", ".au"}
      [output.data, output.fs] = audioread (fname);
      delimiter = "";
      header_rows = -1;
    otherwise
      [output, delimiter, header_rows] = table_of (fname, delimiter, header_rows);
  end
end

function [output, delimiter, header_rows] = table_of (fname, delimiter, header_rows)
  [fid, problem] = fopen (fname, "r");
  if fid < 0
    error ("importdata: could not read the file %s", fname);
  end
  text = fread (fid, Inf, "char=>char").';
  fclose (fid);
  lines = strsplit (strrep (text, "\r", ""), "\n");
  while ! isempty (lines) && isempty (strtrim (lines{end}))
    lines(end) = [];
  end
  if header_rows < 0
    header_rows = 0;
    while header_rows < numel (lines) && ! has_numbers (lines{header_rows+1}, delimiter)
      header_rows += 1;
    end
    if header_rows == numel (lines) && ! isempty (lines)
      % Nothing but text.
      output = lines(:);
      delimiter = "";
      return;
    end
  end
  body = lines(header_rows+1:end);
  if isempty (delimiter)
    delimiter = separator_of (body{1});
  end
  fields = cellfun (@(line) parts_of (line, delimiter), body, "UniformOutput", false);
  width = max (cellfun (@numel, fields));
  data = NaN (numel (body), width);
  words = repmat ({""}, numel (body), width);
  for k = 1:numel (body)
    numbers = str2double (fields{k});
    data(k,1:numel (numbers)) = numbers;
    is_word = isnan (numbers) & ! strcmpi (fields{k}, "nan") & ! strcmpi (fields{k}, "na");
    words(k,find (is_word)) = fields{k}(is_word);
  end
  is_text = ! cellfun (@isempty, words);
  beside = 0;
  while beside < width && all (is_text(:,beside+1))
    beside += 1;
  end
  data(:,1:beside) = [];
  if header_rows == 0 && ! any (is_text(:))
    output = data;
    return;
  end
  output.data = data;
  header = lines(1:header_rows).';
  output.textdata = header;
  names = {};
  if header_rows > 0
    names = parts_of (header{end}, delimiter);
  end
  if beside > 0
    output.textdata = repmat ({""}, header_rows + numel (body), beside);
    output.textdata(1:header_rows,1) = header;
    output.textdata(header_rows+1:end,1:beside) = words(:,1:beside);
    output.rowheaders = words(:,1:beside);
  end
  if ! isempty (names) && numel (names) == columns (data)
    output.colheaders = names;
  end
end

function answer = has_numbers (line, delimiter)
  % Whether a line has a number behind what may be the name of the row.
  if isempty (delimiter)
    delimiter = separator_of (line);
  end
  numbers = str2double (parts_of (line, delimiter));
  answer = any (! isnan (numbers));
end

function delimiter = separator_of (line)
  for delimiter = {"\t", ",", ";", " "}
    if any (line == delimiter{1})
      delimiter = delimiter{1};
      return;
    end
  end
  delimiter = "";
end

function parts = parts_of (line, delimiter)
  if isempty (delimiter) || strcmp (delimiter, " ")
    parts = strsplit (strtrim (line), " ", "CollapseDelimiters", true);
  else
    parts = strtrim (strsplit (line, delimiter, "CollapseDelimiters", false));
  end
end
