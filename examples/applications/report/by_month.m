function months = by_month (orders)
  % The names of the months and what orders came to in each.

  names = {'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'};
  numbers = cellfun (@(date) str2double (date(6:7)), {orders.date});
  worth = accumarray (numbers(:), total (orders)(:), [12, 1]);
  months = struct ('name', names, 'worth', num2cell (worth'));
end
