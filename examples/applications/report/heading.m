function lines = heading (text, level)
  % A heading, underlined.

  signs = '=-';
  lines = {'', text, repmat(signs(level), 1, numel (text)), ''};
end
