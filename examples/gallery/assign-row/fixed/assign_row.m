board = zeros(3, 4);
board(2, :) = [1 2 3 0];
