function f = capr_relax(f, free, rel)
% CAPR_RELAX  One over-relaxed Gauss-Seidel sweep.  The lower and the left
% border are lines of symmetry: there the neighbour is mirrored.
for i = 1:size(f, 1) - 1
    for j = 1:size(f, 2) - 1
        if free(i, j)
            west = f(abs(i - 2) + 1, j);
            south = f(i, abs(j - 2) + 1);
            mean4 = 0.25*(west + south + f(i + 1, j) + f(i, j + 1));
            f(i, j) = f(i, j) + rel*(mean4 - f(i, j));
        end
    end
end
end
