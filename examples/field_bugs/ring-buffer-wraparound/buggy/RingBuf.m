classdef RingBuf < handle
    % fixed-length buffer of samples, oldest first on reading
    properties
        data
        head = 0      % position of the newest sample
        count = 0
    end
    methods
        function obj = RingBuf(n)
            obj.data = zeros(n, 1);
        end

        function push(obj, v)
            n = numel(obj.data);
            for k = 1:numel(v)
                obj.head = mod(obj.head, n) + 1;
                obj.data(obj.head) = v(k);
            end
            obj.count = min(n, obj.count + numel(v));
        end

        function y = read(obj)
            n = numel(obj.data);
            if obj.count < n
                y = obj.data(1:obj.count);
            else
                h = obj.head;
                y = [obj.data(h+1:n), obj.data(1:h)]; %? missed bug
            end
        end
    end
end
