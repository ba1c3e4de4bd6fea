function [t, check] = speed_sieve(n)
% Finds the primes up to n by striking out multiples.
start = cputime;
flags = ones(1, n);
flags(1) = 0;
k = 2;
while k * k <= n
    if flags(k) == 1
        j = k * k;
        while j <= n
            flags(j) = 0;
            j = j + k;
        end
    end
    k = k + 1;
end
t = cputime - start;
check = sum(flags(1:1000:n));
assert(n < 100 || sum(flags(1:100)) == 25);
end
