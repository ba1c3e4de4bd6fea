function lines = bill (order)
  % The bill of an order, with tax.

  lines = {sprintf('Bill %d for %s, %s', order.number, order.customer, order.date)};
  sum_now = 0;
  for item = order.items
    amount = item.count * item.price;
    sum_now += amount;
    dots = repmat ('.', 1, 30 - numel (item.article));
    lines{end + 1} = sprintf ('%4d  %s %s %10s  %12s', item.count, item.article, dots, ...
                              money (item.price), money (amount));
  end
  tax = round (0.19 * sum_now * 100) / 100;
  lines{end + 1} = sprintf ('%62s', repmat ('-', 1, 12));
  for entry = {'net', 'tax 19 %', 'to be paid'; sum_now, tax, sum_now + tax}
    lines{end + 1} = sprintf ('%48s  %12s', entry{1}, money (entry{2}));
  end
end
