function dydx = normal(x, y)
dydx = -2 * x * y;
