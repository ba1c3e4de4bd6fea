% WRONG: for a price of exactly 100 neither branch sets rebate.
function paid = price_label(price)
% PRICE_LABEL  Price after a rebate that depends on the price.
if price > 100
    rebate = 0.1;
elseif price < 100
    rebate = 0;
end
paid = price*(1 - rebate);
end
