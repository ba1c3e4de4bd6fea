function [t, check] = speed_while_collatz(n)
% Counts the steps of the Collatz sequences below n in while loops.
start = cputime;
steps = 0;
k = 1;
while k < n
    x = k;
    while x ~= 1
        if mod(x, 2) == 0
            x = x / 2;
        else
            x = 3 * x + 1;
        end
        steps = steps + 1;
    end
    k = k + 1;
end
t = cputime - start;
check = steps;
assert(steps > 0 || n <= 2);
end
