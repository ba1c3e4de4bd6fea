function d = edit_distance (word, text)
  % How many letters must change to make one word of another.
  row = 0:numel (word);
  for k = 1:numel (text)
    before = row;
    row(1) = k;
    for j = 1:numel (word)
      cost = double (text(k) != word(j));
      row(j + 1) = min ([before(j + 1) + 1, row(j) + 1, before(j) + cost]);
    end
  end
  d = row(numel (word) + 1);
end
