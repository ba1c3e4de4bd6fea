classdef RunStats < handle
    % mean and variance of rows that come one by one
    properties
        n = 0
        mu
        M2
    end
    methods
        function obj = RunStats(d)
            obj.mu = zeros(1, d);
            obj.M2 = zeros(1, d);
        end
        function add(obj, x)
            x = x(:)';
            obj.n = obj.n + 1;
            delta = x - obj.mu;
            obj.mu = obj.mu + delta / obj.n;
            obj.M2 = obj.M2 + delta .* (x - obj.mu);
        end
        function v = variance(obj)
            v = obj.M2 * obj.mu / (obj.n - 1); %? bug
        end
    end
end
