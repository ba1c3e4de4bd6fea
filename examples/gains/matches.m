function yes = matches (pattern, text)
  % Whether a text fits a pattern with ? and *.
  if isempty (pattern)
    yes = isempty (text);
  elseif pattern(1) == '*'
    yes = matches (pattern(2:end), text);
    k = 1;
    while ! yes && k <= numel (text)
      yes = matches (pattern(2:end), text(k + 1:end));
      k = k + 1;
    end
  elseif isempty (text)
    yes = false;
  elseif pattern(1) == '?' || pattern(1) == text(1)
    yes = matches (pattern(2:end), text(2:end));
  else
    yes = false;
  end
end
