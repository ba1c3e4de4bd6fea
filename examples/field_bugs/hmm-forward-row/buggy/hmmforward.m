function ll = hmmforward(pi0, A, B, obs)
% log likelihood of a discrete hidden Markov model
% pi0 : K x 1 vector, A : K x K matrix, B : K x M matrix
T = numel(obs);
alpha = pi0 .* B(:, obs(1));
ll = 0;
for t = 2:T
    s = sum(alpha);
    ll = ll + log(s);
    alpha = alpha / s;
    alpha = (alpha * A) .* B(:, obs(t)); %? bug
end
ll = ll + log(sum(alpha));
end
