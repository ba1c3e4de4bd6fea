% WRONG: fuel_used takes two arguments and is called with three.
function cost = trip_cost(km, rate, price)
% TRIP_COST  Fuel for a trip with several legs, in money.
cost = 0;
for k = 1:numel(km)
    cost = cost + price*fuel_used(km(k), rate, k);
end
end

function litres = fuel_used(km, rate)
litres = km*rate/100;
end
