function [orders, problems] = checked (orders)
  % The orders without those that are wrong, and what is wrong with these.

  problems = {};
  keep = true (1, numel (orders));
  seen = [];
  for k = 1:numel (orders)
    order = orders(k);
    reason = '';
    if isempty (order.number)
      reason = 'cannot be read';
    elseif ismember (order.number, seen)
      reason = 'has a number that was given before';
    elseif ~is_date (order.date)
      reason = sprintf ('has no such date: %s', order.date);
    elseif any ([order.items.count] <= 0)
      reason = 'takes goods back';
    end
    if isempty (reason)
      seen(end + 1) = order.number;
    else
      keep(k) = false;
      problems{end + 1} = sprintf ('"%s" %s', shortened (order.line, 28), reason);
    end
  end
  orders = orders(keep);
end

function answer = is_date (text)
  parts = sscanf (text, '%d-%d-%d')';
  days = [31 28 31 30 31 30 31 31 30 31 30 31];
  answer = numel (parts) == 3 && parts(2) >= 1 && parts(2) <= 12 ...
           && parts(3) >= 1 && parts(3) <= days(parts(2));
end

function text = shortened (text, most)
  if numel (text) > most
    text = [deblank(text(1:most - 3)), '...'];
  end
end
