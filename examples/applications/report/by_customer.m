function cells = by_customer (orders)
  % A table with a heading: customer, orders, worth, share.

  sums = total (orders);
  [names, ~, which] = unique ({orders.customer});
  counts = accumarray (which(:), 1);
  worth = accumarray (which(:), sums(:));
  [~, order] = sort (worth, 'descend');
  cells = {'customer', 'orders', 'worth', 'share'};
  for k = order'
    cells(end + 1, :) = {names{k}, sprintf('%d', counts(k)), money(worth(k)), ...
                         sprintf('%.1f %%', 100 * worth(k) / sum (worth))};
  end
end
