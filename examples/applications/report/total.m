function sums = total (orders)
  % What each order comes to.

  sums = arrayfun (@(order) sum ([order.items.count] .* [order.items.price]), orders);
end
