function make_prices (name, days)
  % Writes a table of prices that move by chance, some together. It made prices.csv.

  assets = {'ALFA', 'BETA', 'GAMM', 'DELT'};
  drift = [0.0005, 0.0003, 0.0008, 0.0001];
  spread = [0.010, 0.014, 0.022, 0.006];
  price = [100, 42, 17.5, 250];
  state = 31415;
  file = fopen (name, 'w');
  fprintf (file, 'date,%s\n', strjoin (assets, ','));
  day = datenum (2023, 1, 2);
  for k = 1:days
    fprintf (file, '%s', datestr (day, 'yyyy-mm-dd'));
    fprintf (file, ',%.2f', price);
    fprintf (file, '\n');
    [state, shared] = bell (state);
    for a = 1:numel (assets)
      [state, own] = bell (state);
      price(a) = price(a) * (1 + drift(a) + spread(a) * (0.6 * shared + 0.8 * own));
    end
    day = day + 1 + 2 * (weekday (day) == 6);
  end
  fclose (file);
end

function [state, number] = bell (state)
  number = -6;
  for k = 1:12
    state = mod (16807 * state, 2147483647);
    number = number + state / 2147483647;
  end
end
