scores = [7 8 9 10; 6 5 8 9; 9 9 7 8];
totals = sum(scores, 2);
bonus = [1; 2; 3];
ranking = [totals(1); 0; 0];
final = scores(:, 1:3) + totals;
