function name = make_log ()
  % Writes the log of a server for a day; the same each time.

  name = [tempname(), '.log'];
  file = fopen (name, 'w');
  pages = {'/', '/index.html', '/news', '/shop/cart', '/shop/pay', '/img/logo.png', '/api/v1/items'};
  clients = {'10.0.0.4', '10.0.0.17', '192.168.1.9', '172.16.3.3', '8.8.4.4'};
  state = 77;
  fprintf (file, '# day 2024-05-06\n');
  for k = 1:400
    [state, pick] = next (state, numel (pages));
    [state, client] = next (state, numel (clients));
    [state, chance] = next (state, 100);
    [state, second] = next (state, 60);
    [state, bytes] = next (state, 9000);
    [state, jitter] = next (state, 40);
    minutes = floor (3 * k + jitter);
    status = 200;
    if chance > 96
      status = 500;
    elseif chance > 88
      status = 404;
    elseif chance > 84
      status = 302;
    end
    duration = 5 + jitter + 30 * (status == 500) + 12 * (pick == 7);
    fprintf (file, '%s %02d:%02d:%02d %d %d %.1f %s\n', clients{client}, ...
             mod (floor (minutes / 60), 24), mod (minutes, 60), second - 1, status, bytes, ...
             duration + second / 10, pages{pick});
    if mod (k, 150) == 0
      fprintf (file, '# rotated after %d lines\n', k);
    end
  end
  fclose (file);
end

function [state, pick] = next (state, count)
  state = mod (16807 * state, 2147483647);
  pick = 1 + floor (count * state / 2147483647);
end
