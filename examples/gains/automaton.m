function ok = automaton (moves, accepting, word)
  % A finite automaton over the letters a and b: moves(state, letter) is the next state.
  state = 1;
  for k = 1:numel (word)
    letter = word(k) - 'a' + 1;
    if letter < 1 || letter > columns (moves)
      error ('automaton: no letter %d', letter);
    end
    state = moves(state, letter);
  end
  ok = any (state == accepting);
end
