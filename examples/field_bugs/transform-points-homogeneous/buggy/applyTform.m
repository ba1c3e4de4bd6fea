function Q = applyTform(T, P)
% Q = applyTform(T, P)
%
% Apply the rigid body transform T (4x4) to the points P (N x 3).

N = size(P, 1);
assert(isequal(size(T), [4 4]), 'T has to be 4x4');

Ph = [P, ones(N,1)];
Qh = T * P'; %? bug
w  = Qh(4,:);
if any(abs(w - 1) > eps)
    Qh = Qh ./ repmat(w, 4, 1);
end

Q = Qh(1:3,:)';
end
