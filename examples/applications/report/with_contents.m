function document = with_contents (document)
  % Puts a list of the headings behind the first one.

  under = find (~cellfun (@isempty, regexp (document, '^-+$')));
  titles = document(under - 1);
  contents = cellfun (@(k, title) sprintf ('  %d  %s', k, title), num2cell (1:numel (titles)), ...
                      titles, 'UniformOutput', false);
  document = [document(2:3), {''}, contents, document(4:end)];
end
