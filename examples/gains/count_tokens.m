function [n, longest] = count_tokens (delimiters, text)
  % How many words a text has between delimiters, and the length of the longest.
  n = 0;
  longest = 0;
  current = 0;
  for k = 1:numel (text)
    inside = true;
    for j = 1:numel (delimiters)
      if text(k) == delimiters(j)
        inside = false;
      end
    end
    if inside
      if current == 0
        n = n + 1;
      end
      current = current + 1;
      longest = max (longest, current);
    else
      current = 0;
    end
  end
end
