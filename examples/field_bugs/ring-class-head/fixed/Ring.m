classdef Ring
    % ring buffer
    properties
        data
        head
    end
    methods
        function obj = Ring(n)
            obj.data = zeros(n, 1);
            obj.head = 1;
        end
        function obj = push(obj, v)
            obj.data = [v; obj.data(1:end-1)];
        end
        function v = last(obj)
            v = obj.data(1);
        end
        function d = both(obj)
            d = [obj.data(1:end-1), obj.data(2:end)];
        end
    end
end
