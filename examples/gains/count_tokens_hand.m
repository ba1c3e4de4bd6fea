function [n, longest] = count_tokens_hand (text)
  n = 0;
  longest = 0;
  current = 0;
  for k = 1:numel (text)
    c = text(k);
    if c == ' ' || c == ',' || c == ';'
      current = 0;
    else
      if current == 0
        n = n + 1;
      end
      current = current + 1;
      longest = max (longest, current);
    end
  end
end
