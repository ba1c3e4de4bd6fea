function text = filled (template, values)
  % The template with {{name}} replaced by the field of that name.

  names = unique (cellfun (@(found) found{1}, regexp (template, '{{(\w+)}}', 'tokens'), ...
                           'UniformOutput', false));
  text = template;
  for k = 1:numel (names)
    if ~isfield (values, names{k})
      error ('filled: nothing is known of %s', names{k});
    end
    value = values.(names{k});
    if isnumeric (value)
      value = num2str (value);
    end
    text = strrep (text, ['{{', names{k}, '}}'], value);
  end
end
