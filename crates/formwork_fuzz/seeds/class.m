classdef (Sealed) Point < handle & pkg.Base
    properties (SetAccess = private, GetAccess = {?A, ?B})
        X (1,1) double {mustBeFinite} = 0 % abscissa
        Y = 0;
    end
    events, Moved, end
    enumeration
        Red (1), Green (2)
    end
    methods (Static)
        r = make(x, y)
        function obj = Point(x, y)
            arguments
                x (1,:) double = 1
                y.Name string {mustBeMember(y.Name, ["a" "b"])}
                z.?Class
            end
            obj@handle();
            obj.X = x;
        end
        function n = end(obj, k, m), n = 1; end
        function set.X(obj, v), obj.X = v; end
    end
end
function local(x), end
