function y = chebseries(c,x)
m = size(c,1);
p = size(x,2);
a = zeros(m,p);
b = a;
xx = ones(m,1) * x;
f = 2 * xx;
for k = size(c,2):-1:1
    d = b;
    b = a;
    a = c(:,k) * ones(1,p) + b .* f - d;
end
y = a - (b .* xx);
