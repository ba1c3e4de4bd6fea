function st = perfstats(prices, perYear)
% PERFSTATS performance figures of a price series
%   total return, yearly return, volatility and largest drawdown
if nargin < 2
    perYear = 252;
end
prices = prices(:);
ret = diff(prices)./prices(1:end-1);
n = numel(ret);

st.total = prices(n)/prices(1) - 1; %? missed bug
st.annual = (1 + st.total)^(perYear/n) - 1;
st.vol = std(ret)*sqrt(perYear);

top = prices(1);
st.maxdd = 0;
for k = 1:n
    top = max(top, prices(k+1));
    st.maxdd = max(st.maxdd, 1 - prices(k+1)/top);
end
end
