function pi_ = stationary_dist(P)
% Stationary distribution of an irreducible Markov chain.
% P(i,j) is the probability of going from i to j.

n = size(P,1);
if size(P,2) ~= n
  error('stationary_dist: P must be square');
end
if any(abs(sum(P,2) - 1) > 1e-8)
  error('stationary_dist: rows of P must sum to one');
end

% balance equations with the normalisation as an extra row
A = [P' - eye(n); ones(1,n)];
b = [zeros(1,n); 1]; %? bug

pi_ = (A \ b)';
pi_ = max(pi_, 0);
pi_ = pi_ / sum(pi_);
