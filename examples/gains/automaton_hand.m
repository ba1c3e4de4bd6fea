function ok = automaton_hand (word)
  state = 1;
  for k = 1:numel (word)
    letter = word(k) - 96;
    if letter < 1 || letter > 2
      error ('automaton: no letter %d', letter);
    end
    state = [2 1; 3 1; 3 2](state, letter);
  end
  ok = state == 3;
end
