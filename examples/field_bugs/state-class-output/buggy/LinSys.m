classdef LinSys
    % discrete linear system
    properties
        A
        B
        C
        x
    end
    methods
        function obj = LinSys(A, B, C)
            n = size(A, 1);
            if size(A, 2) ~= n || size(B, 1) ~= n || size(C, 2) ~= n
                error('LinSys: sizes');
            end
            obj.A = A;
            obj.B = B;
            obj.C = C;
            obj.x = zeros(n, 1);
        end
        function obj = step(obj, u)
            obj.x = obj.A * obj.x + obj.B * u;
        end
        function y = out(obj)
            y = obj.C * obj.x'; %? bug
        end
    end
end
