% blur a box function and restore it
n = 24;
t = (1:n)';
A = exp(-(repmat(t,1,n) - repmat(t',n,1)).^2/2);
A = A./repmat(sum(A,2), 1, n);
A = A(3:n-2,:);            % the border is not measured

xtrue = double(t > 8 & t < 16);
b = A*xtrue;
xrec = solveTik(A, b, 1e-6); %? bug
err = norm(A*xrec - b)/norm(b); %? bug
