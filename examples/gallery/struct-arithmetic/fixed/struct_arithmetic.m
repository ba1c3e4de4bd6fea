point.x = 3;
point.y = 4;
shifted = point.x + 1;
