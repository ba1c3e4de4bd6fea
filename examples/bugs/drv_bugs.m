function drv_bugs
% Calls every function of this folder the way its author meant it to be called
% and prints what happens: an error, or a result that is not the right one.
x = [1, 2, 3, 4, 5];
y = [2.1, 3.9, 6.2, 7.8, 10.1];
attempt('fit_line', x, y);
attempt('fit_error', x, y, 2);
attempt('move_points', [0, 1, 1, 0; 0, 0, 1, 1], 2, 3);
attempt('smooth_sum', y, [1, 2, 3]);
attempt('largest_jump', y);
attempt('outlier_score', [1, 2; 2, 4.5; 3, 5.5; 4, 8.5; 5, 9.5], [3, 2]);
attempt('price_label', 120);
attempt('price_label', 100);
attempt('trip_cost', [120, 80], 6, 1.8);
assert(fit_error(x, y, 2) > 5);       % the right answer is below 0.2
end

function attempt(name, varargin)
try
    r = feval(name, varargin{:});
    fprintf('%s: %g\n', name, r);
catch err
    fprintf('%s: error: %s\n', name, err.message);
end
end
