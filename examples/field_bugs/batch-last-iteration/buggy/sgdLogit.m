function w = sgdLogit(X, y, eta, batch, epochs)
% logistic regression by mini-batch gradient descent
% X (n x p), y in {0,1}

[n, p] = size(X);
y = y(:);
w = zeros(p,1);
for ep = 1:epochs
    for i = 1:batch:n
        rows = i:i+batch-1; %? bug
        Xb = X(rows,:); %? bug
        yb = y(rows);
        h = 1./(1 + exp(-Xb*w));
        w = w - eta*Xb'*(h - yb)/numel(rows);
    end
end
end
